"""Finding cards: a rule by number or words, a game card by its face or title, lists by filters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Ambiguous, Illegal, Invalid, NotFound
from companion.games.blank.box_entries import require_different
from companion.games.blank.box_verbs import told_colours
from companion.games.blank.cards import NUMBERS, SUITS, Face
from companion.games.blank.search import (
    Filter,
    Named,
    filtered,
    find_game_card,
    find_rule,
    find_suit,
    find_written,
    joined_cards,
    looks_like_card,
    named_card,
)
from tests.games.blank.box import box, change, customise, deck, revise, rule


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


# A rule


@pytest.mark.parametrize("text", ["15", "r15", "R15", " rule 15 ", "Rule 15"])
def test_a_rule_is_found_by_its_number(friday, text):
    assert find_rule(friday, text).id == "r15"


@pytest.mark.parametrize("text", ["2", "r39", "99999", "9" * 40])
def test_a_number_that_no_rule_has_is_not_found(friday, text):
    with pytest.raises(NotFound, match=r"There is no rule .* in Friday box"):
        find_rule(friday, text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("two cards", "r15"),
        ("SING", "r1"),
        ("STRASSE", "r16"),
        (" Say No ", "r15"),
        ("say no", "r15"),
    ],
)
def test_a_rule_is_found_by_words_that_it_says(friday, text, found):
    assert find_rule(friday, text).id == found


def test_words_of_several_rules_are_ambiguous_and_all_are_named(friday):
    with pytest.raises(Ambiguous) as refusal:
        find_rule(friday, "player")
    assert refusal.value.message == "“player” is in rule 1 and rule 15."
    assert refusal.value.candidates == ("r1", "r15")


def test_of_many_only_some_are_named():
    log = box()
    for number in range(6):
        log = rule(log, f"Sing {number}.")
    with pytest.raises(Ambiguous) as refusal:
        find_rule(deck(log), "sing")
    assert refusal.value.message == ("“sing” is in rule 15, rule 16, rule 17, rule 18 and 2 more.")
    assert len(refusal.value.candidates) == 6


def test_a_rule_in_the_deck_comes_before_one_that_is_out(friday):
    assert find_rule(friday, "hum").id == "r16", "r17 is retired"
    assert find_rule(friday, "Everybody hums").id == "r17", "unless only that one says so"


@pytest.mark.parametrize("text", ["", " ", "rule", "says no", "nothing of that kind"])
def test_what_no_rule_says_is_not_found(friday, text):
    with pytest.raises(NotFound):
        find_rule(friday, text)


# A game card


@pytest.fixture(scope="module")
def cards():
    """A box with hexagons in red, and four game cards of which something is known."""
    log = box(suits={"hexagon": "red"})
    log = customise(log, title="Toll", by="Ben")
    log = customise(log, text="Sing.", title="Choir of the Tolls")
    log = change(log, "3-circle.2", "found", "illustrated", "The Fox")
    log = change(log, "2-square.1", "found", "plain", "")
    return deck(revise(log, "2-square.1", "Hum.", title="Area 51"))


@pytest.mark.rule("BL-46", "A-BL-18")
@pytest.mark.parametrize("text", ["4-hexagon", "hex 4", "red 4", "4red"])
def test_a_face_means_both_of_its_cards(cards, text):
    face, meant = find_game_card(cards, text)
    assert face == Face(4, "hexagon")
    assert [card.id for card in meant] == ["4-hexagon.1", "4-hexagon.2"]


def test_one_of_the_two_may_be_named_even_where_nothing_is_known_of_it(cards):
    assert [card.title for card in find_game_card(cards, "4-hexagon.2").cards] == [
        "Choir of the Tolls"
    ]
    (unknown,) = find_game_card(cards, "5-shield.1").cards
    assert (unknown.id, unknown.now, unknown.origin) == ("5-shield.1", None, "")


@pytest.mark.rule("A-BL-18")
def test_a_third_of_a_face_is_not_in_the_box(cards):
    with pytest.raises(NotFound, match=r"There is no card 4-hexagon\.3 in Friday box") as refusal:
        find_game_card(cards, "4-hexagon.3")
    assert refusal.value.hint == "4-hexagon.1 and 4-hexagon.2 are there."


@pytest.mark.parametrize(
    ("text", "found"), [("toll", "4-hexagon.1"), ("choir", "4-hexagon.2"), ("fox", "3-circle.2")]
)
def test_a_card_is_found_by_its_title_or_the_beginning_of_a_word_in_it(cards, text, found):
    assert [card.id for card in find_game_card(cards, text).cards] == [found]


def test_a_title_may_end_in_a_number(cards):
    assert [card.id for card in find_game_card(cards, "Area 51").cards] == ["2-square.1"]


@pytest.mark.rule("BL-39")
def test_what_is_no_card_and_no_title_is_refused(cards):
    with pytest.raises(Illegal):
        find_game_card(cards, "7-hexagon")
    with pytest.raises(NotFound):
        find_game_card(cards, "4-star")
    with pytest.raises(NotFound, match="No game card is called “Storm”"):
        find_game_card(cards, "Storm")
    with pytest.raises((Invalid, NotFound)):
        find_game_card(cards, "")


def test_the_written_one_of_two_is_meant_where_something_is_to_be_read(cards):
    assert find_written(cards, "3-circle").id == "3-circle.1", "none says anything"
    assert find_written(cards, "2-square").id == "2-square.1"
    with pytest.raises(Ambiguous) as refusal:
        find_written(cards, "4-hexagon")
    assert refusal.value.message == (
        "“4-hexagon” could be 4-hexagon.1 “Toll” or 4-hexagon.2 “Choir of the Tolls”."
    )
    assert find_written(cards, "4-hexagon.2").title == "Choir of the Tolls"


# Lists


def kept(friday, retired=False, **wanted):
    return [card.id for card in filtered(friday.rules, Filter(**wanted), retired)]


def test_a_list_leaves_out_what_is_out_of_the_deck(friday):
    assert kept(friday) == ["r1", "r15", "r16"]
    assert kept(friday, retired=True) == ["r1", "r15", "r16", "r17", "r18"]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"words": ("player",)}, ["r1", "r15"]),
        ({"words": ("PLAYER", "two")}, ["r15"]),
        ({"words": ("player", "three")}, []),
        ({"words": ("ben",)}, ["r15"]),
        ({"by": "ben"}, ["r15"]),
        ({"by": "ANA"}, ["r16"]),
        ({"by": "en"}, []),
        ({"trigger": "played"}, ["r1"]),
        ({"target": "player"}, ["r1", "r15"]),
        ({"effect": "hum"}, ["r16"]),
        ({"effect": "player"}, []),
        ({"trigger": "you", "effect": "draws"}, ["r15"]),
        ({"status": "printed"}, ["r1"]),
        ({"status": "inked"}, ["r16"]),
        ({"status": "proposed", "by": "ana"}, []),
    ],
)
def test_a_list_is_narrowed_down(friday, wanted, found):
    assert kept(friday, **wanted) == found


def test_among_the_retired_a_filter_looks_too(friday):
    assert kept(friday, retired=True, by="ben") == ["r15", "r17"]
    assert kept(friday, retired=True, effect="hum") == ["r16", "r17"]


def test_whoever_signed_any_revision_is_found():
    log = revise(rule(box(), by="Ben"), "r15", "Hum.", by="Ana")
    assert kept(deck(log), by="ben") == kept(deck(log), by="ana") == ["r15"]


def test_game_cards_are_listed_by_title_and_words(cards):
    def listed(**wanted):
        return [card.id for card in filtered(cards.game_cards, Filter(**wanted))]

    assert listed(words=("toll",)) == ["4-hexagon.1", "4-hexagon.2"]
    assert listed(words=("fox",)) == ["3-circle.2"]
    assert listed(effect="sing") == ["4-hexagon.2"]


# In boxes that are mixed: every card knows its home by its mark


@pytest.fixture
def mixed(companion):
    companion.must('blank copy new "Friday box" --mark ★ --owner Ana')
    companion.must('blank rule add "Everybody sings." --by Ana --inked')
    companion.must('blank card customise 4-hexagon "Draw." --title Toll --inked')
    companion.must("blank copy new Cellar --mark C --owner Ben")
    companion.must('blank rule add "Everybody hums." --by Ben --inked --copy cellar')
    companion.must('blank card customise 4-hexagon "Sing." --title Choir --inked --copy cellar')
    companion.must("blank mix friday cellar")
    return companion


@pytest.mark.rule("BL-36")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("★15", "Everybody sings."),
        ("★ 15", "Everybody sings."),
        ("C15", "Everybody hums."),
        ("c15", "Everybody hums."),
        ("cellar:15", "Everybody hums."),
        ("friday:15", "Everybody sings."),
        ("hums", "Everybody hums."),
    ],
)
def test_a_rule_card_is_found_by_the_mark_of_its_home(mixed, text, says):
    assert mixed.must("blank rule show --json", text).json["says"] == says


@pytest.mark.rule("BL-44")
@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("★4-hexagon.1", "Toll"),
        ("C4-hexagon.1", "Choir"),
        ("toll", "Toll"),
        ("cellar:4hex", "Choir"),
    ],
)
def test_a_game_card_is_found_by_the_mark_of_its_home(mixed, text, title):
    assert mixed.must("blank card show --json", text).json["title"] == title


def test_of_marks_that_begin_alike_the_longer_one_counts(companion):
    for name, mark in (("Friday box", "C"), ("Cellar", "Cx")):
        companion.must("blank copy new", name, "--mark", mark)
        slug = name.partition(" ")[0].lower()
        companion.must("blank rule add", f"Sing in the {slug}.", "--copy", slug)
    show = "blank rule show --json --copy cellar"
    assert companion.must(show, "Cx15").json["says"] == "Sing in the cellar."
    assert companion.must("blank rule show --json Cx:15").json["says"] == "Sing in the cellar."


@pytest.mark.parametrize("title", ["4-hexagon", "red 4", "Hex 4"])
def test_a_title_must_not_read_as_a_card(mixed, title):
    mixed.must("blank copy set friday --suit hexagon=red")
    line = "blank card customise ★2-circle Sing --title"
    assert "looks like a card's number and suit" in mixed(line, title).err
    mixed.must(line, "Area 51")
    assert "looks like" in mixed("blank card edit ★2-circle.1 --title", title).err
    mixed.must("blank card show 'area 51'")


def test_a_card_is_found_by_its_face_even_where_a_title_was_there_before_the_colour(companion):
    companion.must('blank copy new "Friday box"')
    companion.must('blank card customise 2-circle Sing --title "red 4"')
    assert companion.must("blank card show 'red 4' --json").json["id"] == "2-circle.1"
    companion.must("blank copy set --suit hexagon=red")
    assert companion.must("blank card show 'red 4' --json").json["id"] == "4-hexagon.1"


@pytest.mark.parametrize("name", ["sunday:15", "sunday:4-hexagon"])
def test_a_box_that_nobody_knows_is_told_before_the_card(mixed, name):
    noun = "rule" if name.endswith(":15") else "card"
    ran = mixed(f"blank {noun} show {name}")
    assert ran.code == 1
    assert "No box here is called “sunday”" in ran.err
    assert "Friday box ★ or Cellar C" in ran.err


@pytest.mark.rule("BL-36", "BL-44")
def test_without_a_mark_a_card_of_two_boxes_is_ambiguous(mixed):
    for line in ("blank rule show 15", "blank card show 4-hexagon.1"):
        ran = mixed(line)
        assert ran.code == 1
        assert "is in Friday box ★ and Cellar C." in ran.err
        assert "Put its box before it: `★" in ran.err


@pytest.mark.rule("BL-36", "BL-44")
def test_lists_show_the_mark_of_every_card(mixed):
    rules = mixed.must("blank rule list --json").json["cards"]
    cards = mixed.must("blank card list --json").json["cards"]
    assert [(card["mark"], card["id"]) for card in rules] == [("★", "r15"), ("C", "r15")]
    assert [(card["mark"], card["title"]) for card in cards] == [("★", "Toll"), ("C", "Choir")]
    assert "★15" in mixed.must("blank rule list").out


def test_a_new_rule_in_mixed_boxes_needs_its_home(mixed):
    ran = mixed('blank rule add "Everybody dances."')
    assert ran.code == 1
    assert "Friday box and Cellar are mixed" in ran.err
    added = mixed.must('blank rule add "Everybody dances." --copy cellar --json').json["card"]
    assert (added["mark"], added["id"]) == ("C", "r16")


@pytest.fixture
def twins(companion):
    """Two boxes with a card of the same title each, by other faces, and rules of the same words."""
    companion.must('blank copy new "Friday box" --mark ★ --owner Ana')
    companion.must('blank rule add "If you nod, then everybody sings" --printed')
    companion.must('blank card customise 4-hexagon "Draw." --title Toll --by Ana --inked')
    companion.must('blank card customise 6-hexagon "Nap." --title "Long nap" --by Ana --inked')
    companion.must("blank copy new Cellar --mark A --owner Ben")
    companion.must('blank rule add "If you blink, then everybody sings" --printed --copy cellar')
    companion.must(
        "blank card customise 5-hexagon Sing. --title Toll --by Ben --inked --copy cellar"
    )
    companion.must(
        "blank card customise 5-square Sing. --title Atoll --by Ben --inked --copy cellar"
    )
    companion.must('blank card customise 1-hexagon "Nap." --title "Long nap" --inked --copy cellar')
    companion.must("blank mix friday cellar")
    companion.must("start blank Ana Ben --rules ★1,A1")
    return companion


@pytest.mark.rule("BL-44")
@pytest.mark.parametrize(
    ("words", "played"),
    [
        (["★toll"], "★4-hexagon “Toll”"),
        (["★ Toll"], "★4-hexagon “Toll”"),
        (["★", "TOLL"], "★4-hexagon “Toll”"),
        (["A Toll"], "A5-hexagon “Toll”"),
        (["A:toll"], "A5-hexagon “Toll”"),
        (["atoll"], "A5-square “Atoll”"),
        (["★ 4", "hexagon"], "★4-hexagon"),
        (["★", "4", "hexagon"], "★4-hexagon"),
        (["★Long nap"], "★6-hexagon “Long nap”"),
        (["ben", "★", "toll", "A", "toll"], "★4-hexagon “Toll” and A5-hexagon “Toll”"),
    ],
)
def test_a_title_goes_by_the_mark_of_its_box(twins, words, played):
    player = "Ben" if words[0] == "ben" else "Ana"
    said = twins.must("blank play --turn", *words).out
    assert f"{player} plays {played}" in said


@pytest.mark.rule("BL-44")
@pytest.mark.parametrize("verb", ["play", "top", "discard ana"])
def test_two_cards_of_a_title_are_told_apart_as_the_hint_has_it(twins, verb):
    ran = twins(f"blank {verb} toll")
    assert ran.code == 1
    assert "“toll” is 4-hexagon or 5-hexagon, by the box." in ran.err
    assert "Put the box before it: `★toll` or `A:toll`." in ran.err
    assert (
        'Put the box before it: `"★long nap"` or `"A:long nap"`.'
        in twins(f"blank {verb} 'long nap'").err
    )
    for word in ("★toll", "A:toll", '"★long nap"', '"A:long nap"'):
        twins.must(f"blank {verb} {word}")


@pytest.mark.rule("BL-44")
def test_without_a_play_a_title_goes_by_the_mark_too(twins):
    assert "Put its box before it: `★toll`." in twins("blank card show toll").err
    for name in ("★toll", "★ Toll"):
        assert twins.must("blank card show --json", name).json["id"] == "4-hexagon.1"
    twins.must("blank copy use cellar")
    assert twins.must("blank card show --json", "★toll").json["id"] == "4-hexagon.1"
    assert twins.must("blank card show --json", "toll").json["id"] == "5-hexagon.1"


@pytest.mark.rule("BL-36")
@pytest.mark.parametrize("name", ["★everybody", "★ everybody sings", "★nod"])
def test_words_of_a_rule_go_by_the_mark_of_its_box(twins, name):
    assert "you nod" in twins.must("blank rule show --json", name).json["says"]
    assert "Put its box before it: `★everybody`." in twins("blank rule show everybody").err
    assert "rule ★1 goes to the bottom" in twins.must("blank swap-rule --house we", name).out


@pytest.mark.parametrize("name", ["★storm", "★ storm", "storm"])
def test_a_title_that_no_box_has_is_not_found_behind_a_mark_either(twins, name):
    ran = twins("blank play", name)
    assert ran.code == 1
    assert "No game card is called “" in ran.err


COLOURS = {"hexagon": "red", "circle": "blue"}
FOUR_HEXAGON = Face(4, "hexagon")


@pytest.mark.rule("BL-46")
def test_there_are_six_suits():
    assert SUITS == ("hexagon", "triangle", "square", "circle", "diamond", "shield")


@pytest.mark.rule("BL-39", "BL-46")
@given(st.sampled_from(NUMBERS), st.sampled_from(SUITS))
def test_every_number_of_every_suit_is_found_as_it_is_shown(number, suit):
    face = Face(number, suit)
    assert named_card(str(face), {}) == Named(face)
    assert named_card(f"{face}.2", {}) == Named(face, 2)
    assert named_card(f"{suit.upper()}{number}", {}) == Named(face)


@pytest.mark.parametrize(
    "text",
    [
        *("4-hexagon", "4hexagon", "4 hexagon", "4-hex", "4h", "hex4", "Hexagon-4", " HEX 4 "),
        *("red-4", "4red", "4 red", "RED4", "4-re"),
    ],
)
def test_a_card_may_be_typed_in_many_ways(text):
    assert named_card(text, COLOURS) == Named(FOUR_HEXAGON)


def test_one_of_two_is_named_by_a_point():
    assert named_card("4hex.2", {}) == Named(FOUR_HEXAGON, 2)
    assert named_card("red 4.1", COLOURS) == Named(FOUR_HEXAGON, 1)
    assert named_card("4-hexagon.3", {}).which == 3, "whether there is one, the box knows"


@pytest.mark.parametrize("text", ["4-hexagon.0", "4-hexagon.1000"])
def test_there_is_no_card_before_the_first_nor_after_any(text):
    with pytest.raises(NotFound):
        named_card(text, {})


@pytest.mark.rule("BL-39")
@pytest.mark.parametrize("text", ["0-hexagon", "7-hexagon", "12-shield", "red 0", "1234567890-hex"])
def test_numbers_run_from_1_to_6(text):
    with pytest.raises(Illegal) as refusal:
        named_card(text, COLOURS)
    assert refusal.value.rule == "BL-39"


@pytest.mark.parametrize("text", ["", "4", "hexagon", "Toll", "4-", "-4", "4-4", "4.hexagon", "²h"])
def test_what_is_no_number_and_suit_is_no_card(text):
    assert not looks_like_card(text)
    with pytest.raises(Invalid, match="is no game card"):
        named_card(text, COLOURS)


@pytest.mark.rule("BL-46")
def test_a_seventh_suit_is_not_found_and_the_six_are_named():
    with pytest.raises(NotFound) as refusal:
        named_card("4-star", {})
    assert "hexagon, triangle, square, circle, diamond and shield" in refusal.value.hint
    assert "copy set --suit" in refusal.value.hint


def test_a_beginning_that_two_suits_have_is_ambiguous():
    with pytest.raises(Ambiguous) as refusal:
        find_suit("s", {})
    assert refusal.value.message == "“s” could be square or shield."


def test_a_colour_counts_only_where_the_box_has_it():
    assert find_suit("blue", COLOURS) == "circle"
    with pytest.raises(NotFound):
        find_suit("blue", {})


def test_a_whole_colour_comes_before_the_beginning_of_another():
    assert find_suit("dia", {"hexagon": "dia", "diamond": "red"}) == "hexagon"


@pytest.mark.rule("BL-54")
@pytest.mark.parametrize(
    ("other", "fits"), [("4-circle", True), ("1-hexagon", True), ("1-circle", False)]
)
def test_cards_match_by_number_or_by_suit(other, fits):
    face = named_card(other, {}).face
    assert FOUR_HEXAGON.matches(face) is fits
    assert face.matches(FOUR_HEXAGON) is fits


# Colours of a printing


def test_colours_are_told_by_symbol():
    told = told_colours(["hexagon=red", "CIR= Blue "])
    assert told == {"hexagon": "red", "circle": "blue"}


@pytest.mark.parametrize(
    ("words", "cards"),
    [
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
    ],
)
def test_words_that_are_one_card_are_joined(words, cards):
    assert joined_cards(words.split(), ["♥", "C"]) == cards


def test_a_colour_is_taken_back_by_none():
    assert told_colours(["hexagon="]) == {"hexagon": ""}


@pytest.mark.parametrize(
    "text", ["hexagon", "=red", " =red", "hexagon=dark red", "hexagon=4", "hexagon=square"]
)
def test_what_gives_no_suit_a_colour_is_invalid(text):
    with pytest.raises(Invalid) as refusal:
        told_colours([text])
    assert "--suit hexagon=red" in refusal.value.hint


def test_a_colour_for_no_suit_is_not_found():
    with pytest.raises(NotFound):
        told_colours(["star=red"])


def test_one_colour_for_two_suits_is_refused_and_both_are_named():
    with pytest.raises(Ambiguous) as refusal:
        require_different({"hexagon": "red", "circle": "blue", "shield": "red"})
    assert refusal.value.message == "red would be hexagon and shield."
    assert refusal.value.candidates == ("hexagon", "shield")


def test_suits_without_a_colour_are_no_matter():
    require_different({"hexagon": "", "circle": "", "shield": "red"})
