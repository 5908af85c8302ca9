"""History worth reading: of a rule over all its games, and of a box as its story."""

import pytest

from companion.core.blocks import Paragraph, Table
from companion.core.event import Draft
from companion.core.log import Log
from companion.core.seats import seats_for
from companion.games.blank.cards import Card, Revision, Wording
from companion.games.blank.deck import Deck
from companion.games.blank.game import GAME
from companion.games.blank.histories import (
    CardHistory,
    FinishedGame,
    WinShare,
    finished_game,
    story_blocks,
    story_lines,
    story_record,
    win_shares,
)
from companion.games.blank.state import BoxInPlay, OpenRule
from tests.games.blank.box import (
    approved,
    declined,
    fact,
    inked,
    wrote,
)

FRIDAY = BoxInPlay("blank-friday", "Friday box", "★")
CELLAR = BoxInPlay("blank-cellar", "Cellar", "C")
MADE = fact("copy.made", game="blank", name="Friday box", mark="★", owner="Ana")


def at(day, second=0):
    return f"2025-03-{day:02}T20:00:{second:02}Z"


def log_of(*entries):
    """The log of a box: each entry is a day and its facts. It is made on the first of March."""
    log = Log().extended([MADE], at(1))
    for day, *facts in entries:
        log = log.extended(facts, at(day))
    return log


def deck_of(*entries):
    return Deck(log_of(*entries).standing())


def lies_open(card, box=FRIDAY, new=False):
    return OpenRule(card[1:], "Sing.", "", box.id, card, 1, new)


def game(number, winners, *rules, players="Ana Ben Cho", boxes=(FRIDAY,), day=None, second=0):
    when = at(number if day is None else day, second)
    names = tuple(winners.split())
    return FinishedGame(
        f"blank-{number}", when, when, tuple(players.split()), names, boxes, rules, None
    )


# A game, from its play


def play(*drafts, boxes=(FRIDAY,), rules=()):
    """The state and the standing events of a play that was told so."""
    options = {
        "boxes": [box._asdict() for box in boxes],
        "rules": [rule._asdict() for rule in rules],
    }
    seats = seats_for(["Ana", "Ben"])
    started = {
        "game": "blank",
        "seats": [seat._asdict() for seat in seats],
        "first": 0,
        "options": options,
    }
    log = Log().extended([Draft("play.started", started)], at(1))
    for second, draft in enumerate(drafts, 1):
        log = log.extended([draft], at(1, second))
    state = GAME.opening(seats, 0, options)
    for event in log.standing()[1:]:
        state = GAME.apply(state, event)
    return state, log.standing()


END = fact("play.finished", winners=[1], why="no cards left")


def rule_card(card, revision=1):
    return Card(card, revisions=(Revision(revision, Wording(text="Sing.")),))


def test_a_game_is_what_a_finished_play_says_of_boxes_and_rules():
    first, second, later = (lies_open(card) for card in ("r15", "r3", "r7"))
    state, events = play(
        fact("turn.passed", seat=0),
        fact("rule.discarded", rule="15"),
        fact("rule.opened", rule=later._asdict()),
        END,
        fact("prize.taken", what="rule", copy=FRIDAY.id, card="r16", revision=1),
        rules=(first, second),
    )
    found = finished_game("blank-1", state, events)
    assert found == FinishedGame(
        id="blank-1",
        began=at(1),
        ended=at(1, 4),
        players=("Ana", "Ben"),
        winners=("Ben",),
        boxes=(FRIDAY,),
        rules=(first, second, later),
        prize=state.prize,
    )
    assert found.prize.card == "r16"
    assert found.had(FRIDAY.id, rule_card("r15"))
    assert found.had(FRIDAY.id, rule_card("r7"))
    assert not found.had(FRIDAY.id, rule_card("r16"))
    assert not found.had(CELLAR.id, rule_card("r15")), "a card of another box is another card"
    assert not found.had(FRIDAY.id, rule_card("r15", 2)), "the number is another rule's by now"


def test_a_rule_that_went_before_anything_happened_was_never_in_play():
    first, later = lies_open("r15"), lies_open("r7")
    opened = fact("rule.opened", rule=later._asdict())
    state, events = play(fact("rule.discarded", rule="15"), opened, END, rules=(first,))
    assert finished_game("blank-1", state, events).rules == (later,)


def test_a_rule_that_never_lay_open_was_never_in_play():
    """It was told only after the first cards that other rules had been turned up."""
    drawn, really = lies_open("r15"), lies_open("r7")
    opened = fact("rule.opened", rule=really._asdict())
    corrected = fact("rule.discarded", rule="15", corrects=True)
    passed = fact("turn.passed", seat=0)
    state, events = play(passed, corrected, opened, passed, END, rules=(drawn,))
    assert finished_game("blank-1", state, events).rules == (really,)
    assert [mark[1] for mark in GAME.marks(events)] == ["blank-friday/r7"]
    assert state.buried == ()


def test_nor_was_it_where_nothing_was_told_behind_it():
    drawn, really = lies_open("r15"), lies_open("r7")
    opened = fact("rule.opened", rule=really._asdict())
    corrected = fact("rule.discarded", rule="15", corrects=True)
    state, events = play(fact("turn.passed", seat=0), corrected, opened, END, rules=(drawn,))
    assert finished_game("blank-1", state, events).rules == (really,)


def test_a_rule_that_is_told_again_lay_open_all_the_same():
    drawn, really = lies_open("r15"), lies_open("r7")
    told = [fact("rule.opened", rule=rule._asdict()) for rule in (drawn, really)]
    corrected = fact("rule.discarded", rule="15", corrects=True)
    state, events = play(fact("turn.passed", seat=0), corrected, *told, END, rules=(drawn,))
    assert finished_game("blank-1", state, events).rules == (drawn, really)


def test_a_rule_that_came_and_went_twice_is_there_once():
    rule = lies_open("r15")
    gone, back = fact("rule.discarded", rule="15"), fact("rule.opened", rule=rule._asdict())
    state, events = play(gone, back, gone, back, END, rules=(rule,))
    assert finished_game("blank-1", state, events).rules == (rule,)


def test_shares_count_wins_and_games_the_most_wins_first():
    games = [game(1, "Ben"), game(2, "Ana"), game(3, "Ben", players="Ben Dan"), game(4, "")]
    assert win_shares(games) == [
        WinShare("Ben", 2, 4),
        WinShare("Ana", 1, 3),
        WinShare("Dan", 0, 1),
        WinShare("Cho", 0, 3),
    ]


# A rule


def history(games=(), *facts, card="r15"):
    deck = deck_of((2, *(facts or (wrote("r15", by="Ben", play="blank-1"),))))
    return CardHistory(FRIDAY.id, deck, deck.cards[card], games)


def test_who_wrote_a_rule_after_which_game():
    for details, origin in (
        ({"by": "Ben"}, "Ben wrote it on 2025-03-02."),
        ({}, "Somebody who did not sign wrote it on 2025-03-02."),
        (
            {"by": "Ben", "play": "blank-1"},
            "Ben wrote it on 2025-03-02, having won blank-1 against Ana and Cho.",
        ),
        ({"by": "Ben", "play": "blank-9"}, "Ben wrote it on 2025-03-02, as the prize of blank-9."),
        ({"origin": "printed"}, "It came printed in the box."),
        ({"origin": "printed", "by": "Ben"}, "Ben wrote it on 2025-03-02."),
    ):
        assert history([game(1, "Ben")], wrote("r15", **details)).origin == origin
    assert history([game(1, "Ana Ben", players="Ana Ben")]).origin == (
        "Ben wrote it on 2025-03-02, having won blank-1."
    )
    # On a card that was declined the next rule has a history of its own.
    found = history(
        [game(1, "Ben"), game(3, "Ana", RULE)],
        wrote("r15", by="Ben", play="blank-1"),
        declined("r15"),
        wrote("r15", "Hum.", 2, by="Cho"),
    )
    assert found.origin == "Cho wrote it on 2025-03-02."
    assert (found.record()["by"], found.record()["prize_of"]) == ("Cho", None)


RULE = lies_open("r15")


def test_how_often_a_rule_was_in_play_and_who_won_then():
    few = " Few games so far, so that says little."
    none = "No game with its box has been finished since."
    for games, told in (
        ([], none),
        ([game(1, "Ben")], none),
        ([game(3, "Ana", boxes=(CELLAR,))], none),
        ([game(3, "Ana")], "It was in play in none of 1 game with its box since."),
        (
            [game(1, "Ben"), game(3, "Ana", RULE), game(4, "Ben")],
            "It was in play in 1 of 2 games with its box: Ana won once." + few,
        ),
        (
            [game(number, "Ana" if number > 5 else "Ben", RULE) for number in range(3, 10)],
            "It was in play in 7 of 7 games with its box: Ana won 4 times and Ben won 3 times.",
        ),
        (
            [game(number, "Ana" if number > 4 else "Ben", RULE) for number in range(3, 7)],
            "It was in play in 4 of 4 games with its box: Ana won twice and Ben won twice." + few,
        ),
        (
            [game(3, "Ana", lies_open("r15", CELLAR), boxes=(FRIDAY, CELLAR))],
            "It was in play in none of 1 game with its box since.",
        ),
        (
            [game(3, "", RULE)],
            "It was in play in 1 of 1 game with its box: nobody won." + few,
        ),
    ):
        assert history(games).in_play == told
    printed = wrote("r1", origin="printed")
    found = history([game(1, "Ben"), game(3, "Ana", lies_open("r1"))], printed, card="r1")
    assert found.in_play.startswith("It was in play in 1 of 2 games"), "from the beginning"


def test_the_history_of_a_rule_as_json():
    games = [
        game(1, "Ben"),
        game(3, "Ana", RULE),
        game(4, "Ana", RULE, players="Ana Ben"),
        game(5, "Ben"),
    ]
    assert history(games).record() == {
        "copy": "blank-friday",
        "card": "r15",
        "says": "Sing.",
        "by": "Ben",
        "written": at(2),
        "prize_of": "blank-1",
        "games": 3,
        "in_play": 2,
        "wins": [
            {"name": "Ana", "won": 2, "played": 2},
            {"name": "Cho", "won": 0, "played": 1},
            {"name": "Ben", "won": 0, "played": 2},
        ],
        "wins_without": [
            {"name": "Ben", "won": 1, "played": 1},
            {"name": "Ana", "won": 0, "played": 1},
            {"name": "Cho", "won": 0, "played": 1},
        ],
        "plays": [
            {"play": "blank-3", "ended": at(3), "winners": ["Ana"]},
            {"play": "blank-4", "ended": at(4), "winners": ["Ana"]},
        ],
    }


def plain(text):
    """A cell or a line without its roles."""
    if isinstance(text, tuple):
        return "".join(plain(part) for part in text)
    return text if isinstance(text, str) else text.text


def test_the_history_of_a_rule_is_drawn_with_who_won_with_it_and_without():
    blocks = history([game(3, "Ben"), game(4, "Ana", RULE)]).blocks()
    winners, played = (block for block in blocks if isinstance(block, Table))
    assert [[plain(cell) for cell in row] for row in winners.rows] == [
        ["Ana", "1 of 1", "0 of 1"],
        ["Ben", "0 of 1", "1 of 1"],
        ["Cho", "0 of 1", "0 of 1"],
    ]
    assert [[plain(cell) for cell in row] for row in played.rows] == [
        ["2025-03-04", "blank-4", "Ana won"]
    ]
    assert not any(isinstance(block, Table) for block in history([game(3, "Ben")]).blocks())


# A box


def story(entries=(), games=()):
    """The lines of a story without the days; the one that the box begins with is left out."""
    log = log_of(*entries)
    first, *lines = story_lines(FRIDAY.id, Deck(log.standing()), log.standing(), games)
    assert first.source == "entry 1"
    return [line.text for line in lines]


def test_a_box_begins_with_whose_it_is():
    for about, text in (
        (
            {"name": "Friday box", "mark": "★", "owner": "Ana"},
            "Ana opens “Friday box”, and puts ★ on every card: "
            "14 printed rules, 24 plain ones to fill.",
        ),
        (
            {"name": "Cellar", "mark": "", "owner": ""},
            "Somebody opens “Cellar”: 14 printed rules, 24 plain ones to fill.",
        ),
    ):
        log = Log().extended([fact("copy.made", game="blank", **about)], at(1))
        (line,) = story_lines(FRIDAY.id, Deck(log.standing()), log.standing(), [])
        assert line == (at(1), "entry 1", text)


def test_an_entry_of_a_box_is_told_as_a_person_would():
    for facts, told in (
        ([wrote("r15", by="Ben")], "Ben writes rule 15: “Sing.”"),
        ([wrote("r15")], "Somebody writes rule 15: “Sing.”"),
        (
            [wrote("r15", by="Ben"), approved("r15")],
            "Ben writes rule 15: “Sing.” Approved by Ana.",
        ),
        (
            [wrote("r15", by="Ben", play="blank-1"), approved("r15"), inked("r15")],
            "Ben writes rule 15 as the prize of blank-1: “Sing.” Approved by Ana, and inked.",
        ),
        (
            [wrote("4-hexagon.1", "Draw", by="Ben", title="Toll")],
            "Ben customises 4-hexagon.1 “Toll”: “Draw”.",
        ),
        ([wrote("r1", origin="printed")], "A printed rule is entered, rule 1: “Sing.”"),
        (
            [
                fact("card.found", card="6-shield.1", origin="printed", title="Storm"),
                wrote("6-shield.1", "All draw.", title="Storm"),
            ],
            "A printed card is entered, 6-shield.1, “Storm”: “All draw.”",
        ),
        (
            [wrote("r15", by="Ana"), fact("card.retired", card="r15", why="torn")],
            "Ana writes rule 15: “Sing.” Rule 15 leaves the deck: torn.",
        ),
        (
            [wrote("r15", by="A"), wrote("r16", "Hum.", by="B")],
            "Rule 15, by A: Sing. Rule 16, by B: Hum.",
        ),
        (
            [wrote(f"r{number}") for number in range(15, 19)],
            "4 cards are imported from a file.",
        ),
        ([fact("copy.changed", owner="Ben")], "The box: owner Ben."),
        ([fact("card.found", card="3-circle.1", origin="plain")], "3-circle.1 is plain."),
        # Written anew after an undo, a rule is not reworded.
        (
            [fact("card.written", **{**wrote("r15").data, "revision": 2})],
            "Somebody writes rule 15: “Sing.”",
        ),
    ):
        assert story([(2, *facts)]) == [told]


def test_what_becomes_of_a_rule_is_told_step_by_step():
    assert story(
        [
            (2, wrote("r15", by="Ben")),
            (3, wrote("r15", "Hum.", 2, by="Ana")),
            (4, declined("r15", 2, "too quiet")),
            (5, approved("r15")),
            (6, inked("r15")),
            (7, fact("card.retired", card="r15", why="")),
            (8, fact("card.returned", card="r15")),
            (9, wrote("r15", "Hum.", 3, by="Ana", restores=2)),
        ]
    ) == [
        "Ben writes rule 15: “Sing.”",
        "Ana rewords rule 15: “Hum.”",
        "Rule 15 is declined: too quiet.",
        "Ana approves rule 15.",
        "Rule 15 is inked for good.",
        "Rule 15 leaves the deck.",
        "Rule 15 comes back.",
        "Rule 15 goes back to an older wording: “Hum.”",
    ]


@pytest.mark.rule("A-BL-13")
def test_a_prize_that_made_way_for_another_is_told_with_it():
    assert story(
        [
            (2, wrote("r15", by="Ben", play="blank-1")),
            (
                2,
                declined("r15", why="another prize instead"),
                wrote("4-hexagon.1", "Draw.", by="Ben", play="blank-1", title="Toll"),
            ),
        ]
    )[1] == (
        "Rule 15 is declined: another prize instead. "
        "Ben customises 4-hexagon.1 “Toll” as the prize of blank-1: “Draw.”"
    )


@pytest.mark.rule("A-BL-13")
def test_a_prize_that_is_reworded_was_written_once():
    entries = [
        (2, wrote("r15", by="Ana", play="blank-1")),
        (3, wrote("r15", "Hum.", revision=2, by="Ana", play="blank-1")),
    ]
    assert story(entries) == [
        "Ana writes rule 15 as the prize of blank-1: “Sing.”",
        "Ana rewords rule 15, the prize of blank-1: “Hum.”",
    ]


def test_printed_rules_that_were_read_one_after_the_other_are_one_line():
    read = [(2, wrote(f"r{number}", origin="printed")) for number in (1, 2, 5)]
    assert story([*read, (3, wrote("r15")), (4, wrote("r3", origin="printed"))]) == [
        "Printed rules are entered: 1, 2 and 5.",
        "Somebody writes rule 15: “Sing.”",
        "A printed rule is entered, rule 3: “Sing.”",
    ]


def test_that_a_rule_was_new_in_play_is_told_by_the_game():
    introduced = fact("rules.introduced", cards=["r15"], play="blank-3")
    new = lies_open("r15", new=True)
    games = [game(3, "Ana", new, lies_open("r2"))]
    assert story([(2, wrote("r15", by="Ben")), (3, introduced)], games)[1:] == [
        "Game 1 (blank-3): Ana wins against Ben and Cho, with rules 15 and 2 in play; "
        "rule 15 for the first time."
    ]


def test_a_game_is_told_with_who_won_and_what_lay_open():
    for told_game, line in (
        (game(2, "Ana"), "Game 1 (blank-2): Ana wins against Ben and Cho."),
        (
            game(2, "Ana", RULE),
            "Game 1 (blank-2): Ana wins against Ben and Cho, with rule 15 in play.",
        ),
        (game(2, "", players="Ana Ben"), "Game 1 (blank-2): nobody wins against Ana and Ben."),
        (
            game(
                2, "Ana", RULE, lies_open("r3", CELLAR), players="Ana Ben", boxes=(FRIDAY, CELLAR)
            ),
            "Game 1 (blank-2): Ana wins against Ben, mixed with Cellar, with rule 15 in play.",
        ),
        (
            game(2, "Ana", OpenRule("1", "Sing."), players="Ana Ben"),
            "Game 1 (blank-2): Ana wins against Ben.",
        ),
    ):
        assert story(games=[told_game]) == [line]


def test_games_without_the_box_are_no_part_of_its_story():
    games = [game(2, "Ana", boxes=(CELLAR,)), game(3, "Ben", players="Ana Ben")]
    assert story(games=games) == ["Game 1 (blank-3): Ben wins against Ana."]


def test_a_story_goes_by_time_and_a_game_comes_before_its_prize():
    prize = (2, wrote("r15", by="Ben", play="blank-2"))
    games = [game(2, "Ben", players="Ana Ben"), game(3, "Ana", players="Ana Ben")]
    assert story([prize, (3, approved("r15"))], games) == [
        "Game 1 (blank-2): Ben wins against Ana.",
        "Ben writes rule 15 as the prize of blank-2: “Sing.”",
        "Ana approves rule 15.",
        "Game 2 (blank-3): Ana wins against Ben.",
    ]


def test_the_story_as_json_names_where_each_line_is_from():
    log = log_of((2, wrote("r15", by="Ben")))
    deck = Deck(log.standing())
    lines = story_lines(FRIDAY.id, deck, log.standing(), [game(3, "Ana", players="Ana Ben")])
    record = story_record(FRIDAY.id, deck, lines)
    assert (record["copy"], record["name"], record["mark"]) == ("blank-friday", "Friday box", "★")
    assert record["story"][1:] == [
        {"at": at(2), "source": "entry 2", "text": "Ben writes rule 15: “Sing.”"},
        {"at": at(3), "source": "blank-3", "text": "Game 1 (blank-3): Ana wins against Ben."},
    ]


def test_the_story_is_drawn_day_by_day_and_ends_with_today():
    log = log_of(
        (2, wrote("r15", by="Ben"), approved("r15"), inked("r15")),
        (3, wrote("4-hexagon.1", by="Ana"), approved("4-hexagon.1")),
    )
    deck = Deck(log.standing())
    games = [game(2, "Ben"), game(3, "Ana", players="Ana Ben"), game(4, "Ben")]
    blocks = story_blocks(
        FRIDAY.id, deck, story_lines(FRIDAY.id, deck, log.standing(), games), games
    )
    (table,) = (block for block in blocks if isinstance(block, Table))
    assert [plain(day) for day, _ in table.rows] == [
        *("2025-03-01", ""),
        *("2025-03-02", "", ""),
        *("2025-03-03", "", ""),
        "2025-03-04",
    ]
    assert blocks[-1] == Paragraph(
        "Today: 3 games played, 1 of 24 plain rule cards filled, 1 game card customised."
        " Most wins: Ben, 2 of 3."
    )
