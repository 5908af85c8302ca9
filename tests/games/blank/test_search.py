"""Finding cards: a rule by number or words, a game card by its face or title, lists by filters.

What the program answers, also where boxes are mixed: `box.txt`.
"""

import pytest

from companion.errors import Ambiguous, Illegal, Invalid, NotFound
from companion.games.blank.box_verbs import read_colours
from companion.games.blank.cards import NUMBERS, SUITS, Face
from companion.games.blank.deck import require_distinct_colours
from companion.games.blank.search import (
    CardName,
    Filter,
    filter_cards,
    find_customised,
    find_game_card,
    find_rule,
    find_suit,
    join_card_words,
    looks_like_card,
    parse_card,
)
from tests.games.blank.box import box, change, customise, deck, revise, rule

COLOURS = {"hexagon": "red", "circle": "blue"}
FOUR_HEXAGON = Face(4, "hexagon")


@pytest.fixture(scope="module")
def friday():
    """A box with five rules, one of them retired and one declined."""
    log = rule(box(), "If a 6 is played, then all players sing.", printed=True)
    log = rule(log, "If you say no, then the next player draws two cards.", by="Ben")
    log = rule(log, "If a Straße is named, then you hum.", by="Ana", status="inked")
    log = rule(log, "Everybody hums.", by="Benno", status="approved")
    log = rule(log, "Everybody whistles.", by="Cho")
    log = change(change(log, "r17", "retire", "too loud"), "r18", "decline", "too cruel")
    return deck(log)


def test_a_rule_is_found_by_its_number_or_by_words_that_it_says(friday):
    for text in ("15", "r15", "R15", " rule 15 ", "Rule 15", "two cards", " Say No "):
        assert find_rule(friday, text).id == "r15", text
    for text, found in (("SING", "r1"), ("STRASSE", "r16"), ("hum", "r16")):
        assert find_rule(friday, text).id == found
    assert find_rule(friday, "Everybody hums").id == "r17", "out of the deck, but only that one"
    for text in ("2", "r39", "99999", "9" * 40):
        with pytest.raises(NotFound, match=r"There is no rule .* in Friday box"):
            find_rule(friday, text)
    for text in ("", " ", "rule", "says no", "nothing of that kind"):
        with pytest.raises(NotFound):
            find_rule(friday, text)


def test_of_many_rules_with_a_word_only_some_are_named():
    log = box()
    for number in range(6):
        log = rule(log, f"Sing {number}.")
    with pytest.raises(Ambiguous) as refusal:
        find_rule(deck(log), "sing")
    assert refusal.value.message == "“sing” is in rule 15, rule 16, rule 17, rule 18 and 2 more."
    assert refusal.value.candidates == tuple(f"r{number}" for number in range(15, 21))


@pytest.fixture(scope="module")
def cards():
    """A box with hexagons in red, and four game cards of which something is known."""
    log = box(suits={"hexagon": "red"})
    log = customise(log, title="Toll", by="Ben")
    log = customise(log, text="Sing.", title="Choir of the Tolls")
    log = change(log, "3-circle.2", "enter_origin", "illustrated", "The Fox")
    log = change(log, "2-square.1", "enter_origin", "plain", "")
    return deck(revise(log, "2-square.1", "Hum.", title="Area 51"))


@pytest.mark.rule("BL-39", "BL-46", "A-BL-18")
def test_a_game_card_is_found_by_its_face_or_the_beginning_of_a_word_in_its_title(cards):
    for text, *found in (
        ("4-hexagon", "4-hexagon.1", "4-hexagon.2"),
        ("hex 4", "4-hexagon.1", "4-hexagon.2"),
        ("red 4", "4-hexagon.1", "4-hexagon.2"),
        ("4red", "4-hexagon.1", "4-hexagon.2"),
        ("4-hexagon.2", "4-hexagon.2"),
        ("toll", "4-hexagon.1"),
        ("choir", "4-hexagon.2"),
        ("fox", "3-circle.2"),
        ("Area 51", "2-square.1"),
    ):
        assert [card.id for card in find_game_card(cards, text).cards] == found, text
    assert find_game_card(cards, "red 4").face == FOUR_HEXAGON
    (unknown,) = find_game_card(cards, "5-shield.1").cards
    assert (unknown.id, unknown.now, unknown.origin) == ("5-shield.1", None, "")
    for text, error in (
        ("4-hexagon.3", NotFound),
        ("7-hexagon", Illegal),
        ("4-star", NotFound),
        ("Storm", NotFound),
        ("", (Invalid, NotFound)),
    ):
        with pytest.raises(error):
            find_game_card(cards, text)


def test_the_written_one_of_two_is_meant_where_something_is_to_be_read(cards):
    assert find_customised(cards, "3-circle").id == "3-circle.1", "none says anything"
    assert find_customised(cards, "2-square").id == "2-square.1"
    assert find_customised(cards, "4-hexagon.2").title == "Choir of the Tolls"
    with pytest.raises(Ambiguous):
        find_customised(cards, "4-hexagon")


def test_a_list_leaves_out_what_is_out_of_the_deck_and_is_narrowed_down(friday, cards):
    def kept(retired=False, **wanted):
        return [card.id for card in filter_cards(friday.rules, Filter(**wanted), retired)]

    assert kept() == ["r1", "r15", "r16"]
    assert kept(retired=True) == ["r1", "r15", "r16", "r17", "r18"]
    for wanted, *found in (
        ({"words": ("player",)}, "r1", "r15"),
        ({"words": ("PLAYER", "two")}, "r15"),
        ({"words": ("player", "three")},),
        ({"words": ("ben",)}, "r15"),
        ({"by": "ben"}, "r15"),
        ({"by": "ANA"}, "r16"),
        ({"by": "en"},),
        ({"trigger": "played"}, "r1"),
        ({"target": "player"}, "r1", "r15"),
        ({"effect": "hum"}, "r16"),
        ({"effect": "player"},),
        ({"trigger": "you", "effect": "draws"}, "r15"),
        ({"status": "printed"}, "r1"),
        ({"status": "inked"}, "r16"),
        ({"status": "proposed", "by": "ana"},),
        ({"retired": True, "by": "ben"}, "r15", "r17"),
        ({"retired": True, "effect": "hum"}, "r16", "r17"),
    ):
        assert kept(**wanted) == found, wanted
    both = deck(revise(rule(box(), by="Ben"), "r15", "Hum.", by="Ana"))
    for name in ("ben", "ana"):
        assert len(filter_cards(both.rules, Filter(by=name), False)) == 1, (
            "whoever signed any revision"
        )
    for wanted, *found in (
        ({"words": ("toll",)}, "4-hexagon.1", "4-hexagon.2"),
        ({"words": ("fox",)}, "3-circle.2"),
        ({"effect": "sing"}, "4-hexagon.2"),
    ):
        assert [it.id for it in filter_cards(cards.game_cards, Filter(**wanted))] == found


# Numbers and suits


@pytest.mark.rule("BL-39", "BL-46")
def test_every_number_of_every_suit_is_found_as_it_is_shown_and_in_many_ways():
    assert SUITS == ("hexagon", "triangle", "square", "circle", "diamond", "shield")
    for number in NUMBERS:
        for suit in SUITS:
            face = Face(number, suit)
            assert parse_card(str(face), {}) == parse_card(f"{suit.upper()}{number}", {})
            assert parse_card(str(face), {}) == CardName(face)
            assert parse_card(f"{face}.2", {}) == CardName(face, 2)
    for text in (
        *("4-hexagon", "4hexagon", "4 hexagon", "4-hex", "4h", "hex4", "Hexagon-4", " HEX 4 "),
        *("red-4", "4red", "4 red", "RED4", "4-re"),
    ):
        assert parse_card(text, COLOURS) == CardName(FOUR_HEXAGON), text
    assert parse_card("4hex.2", {}) == CardName(FOUR_HEXAGON, 2)
    assert parse_card("red 4.1", COLOURS) == CardName(FOUR_HEXAGON, 1)
    assert parse_card("4-hexagon.3", {}).which == 3, "whether there is one, the box knows"
    for text in ("4-hexagon.0", "4-hexagon.1000", "4-star"):
        with pytest.raises(NotFound):
            parse_card(text, {})
    for text in ("0-hexagon", "7-hexagon", "12-shield", "red 0", "1234567890-hex"):
        with pytest.raises(Illegal) as refusal:
            parse_card(text, COLOURS)
        assert refusal.value.rule == "BL-39"
    for text in ("", "4", "hexagon", "Toll", "4-", "-4", "4-4", "4.hexagon", "²h"):
        assert not looks_like_card(text)
        with pytest.raises(Invalid, match="is not a game card"):
            parse_card(text, COLOURS)


def test_a_suit_is_found_by_its_beginning_or_by_a_colour_that_the_box_has():
    with pytest.raises(Ambiguous, match="“s” could be square or shield"):
        find_suit("s", {})
    assert find_suit("blue", COLOURS) == "circle"
    with pytest.raises(NotFound):
        find_suit("blue", {})
    assert find_suit("dia", {"hexagon": "dia", "diamond": "red"}) == "hexagon", "a whole colour"


@pytest.mark.rule("BL-54")
def test_cards_match_by_number_or_by_suit():
    for other, fits in (("4-circle", True), ("1-hexagon", True), ("1-circle", False)):
        face = parse_card(other, {}).face
        assert FOUR_HEXAGON.matches(face) is face.matches(FOUR_HEXAGON) is fits


def test_words_that_are_one_card_are_joined():
    for words, cards in (
        ("red 4", ["red-4"]),
        ("4 hexagon 5 circle", ["4-hexagon", "5-circle"]),
        ("♥4 hexagon 4-circle", ["♥4-hexagon", "4-circle"]),
        ("c4 hexagon", ["c4-hexagon"]),
        ("♥red 4", ["♥red-4"]),
        ("circle 4 toll", ["circle-4", "toll"]),
        ("4-hexagon C4-hexagon", ["4-hexagon", "C4-hexagon"]),
        ("♥ Toll C toll 4-circle", ["♥ Toll", "C toll", "4-circle"]),
        ("♥ 4 hexagon C 4-hexagon", ["♥4-hexagon", "C4-hexagon"]),
        ("c 4", ["c-4"]),
    ):
        assert join_card_words(words.split(), ["♥", "C"]) == cards


def test_colours_are_read_by_symbol_and_each_suit_has_its_own():
    assert read_colours(["hexagon=red", "CIR= Blue "]) == COLOURS
    assert read_colours(["hexagon="]) == {"hexagon": ""}
    for text in ("hexagon", "=red", " =red", "hexagon=dark red", "hexagon=4", "hexagon=square"):
        with pytest.raises(Invalid) as refusal:
            read_colours([text])
        assert "--suit hexagon=red" in refusal.value.hint
    with pytest.raises(NotFound):
        read_colours(["star=red"])
    require_distinct_colours({"hexagon": "", "circle": "", "shield": "red"})
    with pytest.raises(Ambiguous, match="red would be hexagon and shield") as twice:
        require_distinct_colours({"hexagon": "red", "circle": "blue", "shield": "red"})
    assert twice.value.candidates == ("hexagon", "shield")
