"""The facts in the log of a box: their form, what stands against them, their line in the log."""

import pytest

from companion.core.event import CHANGED, MADE, Draft
from companion.core.log import Log
from companion.errors import Ambiguous, Refused
from companion.games.blank import box_entries as kinds
from companion.games.blank.box_entries import KINDS
from companion.games.blank.deck import Deck

AT = "2025-03-01T19:30:00Z"
BOX = {"game": "blank", "name": "Friday box", "mark": "★", "owner": "Ana"}
RULE = {"card": "r15", "revision": 1, "origin": "plain", "text": "Sing.", "by": "Ben"}
PARTS = {"trigger": "a 6 is played", "target": "all players", "effect": "sing"}

LINES = [
    (MADE, BOX, "the box: “Friday box”, mark ★, owner Ana"),
    (MADE, {"game": "blank", "name": "Cellar"}, "the box: “Cellar”"),
    (CHANGED, {"mark": "", "owner": ""}, "the box: mark none, owner nobody"),
    (
        CHANGED,
        {"suits": {"hexagon": "red", "circle": ""}},
        "the box: hexagon is red, circle has no colour",
    ),
    (CHANGED, {"name": "Monday box"}, "the box: “Monday box”"),
    (kinds.WRITTEN.name, RULE, "rule 15, by Ben: Sing."),
    (
        kinds.WRITTEN.name,
        {"card": "r15", "revision": 1, "origin": "plain", "play": "blank-7", **PARTS},
        "rule 15 (prize of blank-7): If a 6 is played, then all players sing.",
    ),
    (
        kinds.WRITTEN.name,
        {"card": "r1", "revision": 1, "origin": "printed", "text": "Hum."},
        "rule 1 is printed: Hum.",
    ),
    (
        kinds.WRITTEN.name,
        {"card": "r15", "revision": 2, "text": "Hum.", "by": "Ana"},
        "rule 15 is revised, by Ana: Hum.",
    ),
    (
        kinds.WRITTEN.name,
        {"card": "r15", "revision": 3, "text": "Sing.", "by": "Ben", "restores": 1},
        "rule 15 reads again as in revision 1: Sing.",
    ),
    (
        kinds.WRITTEN.name,
        {"card": "4-hexagon.2", "revision": 1, "effect": "draw", "title": "Toll", "by": "Ben"},
        "4-hexagon.2 “Toll”, by Ben: Draw.",
    ),
    (kinds.FOUND.name, {"card": "4-hexagon.2", "origin": "plain"}, "4-hexagon.2 is plain"),
    (
        kinds.FOUND.name,
        {"card": "3-circle.1", "origin": "printed", "title": "Storm"},
        "3-circle.1 is printed with an effect, “Storm”",
    ),
    (
        kinds.APPROVED.name,
        {"card": "r15", "revision": 1, "by": "Ana"},
        "rule 15 approved by Ana",
    ),
    (
        kinds.APPROVED.name,
        {"card": "4-hexagon.2", "revision": 3, "by": "Ana"},
        "revision 3 of 4-hexagon.2 approved by Ana",
    ),
    (kinds.INKED.name, {"card": "r15", "revision": 1}, "rule 15 inked on the card"),
    (kinds.DECLINED.name, {"card": "r15", "revision": 1, "why": ""}, "rule 15 declined"),
    (
        kinds.DECLINED.name,
        {"card": "r15", "revision": 2, "why": "too long"},
        "revision 2 of rule 15 declined: too long",
    ),
    (kinds.RETIRED.name, {"card": "r15", "why": "too cruel"}, "rule 15 retired: too cruel"),
    (kinds.RETIRED.name, {"card": "4-hexagon.2", "why": ""}, "4-hexagon.2 retired"),
    (kinds.RETURNED.name, {"card": "r15"}, "rule 15 back in the deck"),
    (
        kinds.INTRODUCED.name,
        {"cards": ["r15", "r16", "r17"], "play": "blank-8"},
        "rule 15, rule 16 and rule 17 are new in blank-8",
    ),
    (kinds.INTRODUCED.name, {"cards": ["r15"], "play": "blank-8"}, "rule 15 is new in blank-8"),
]


def deck_of(*facts):
    log = Log().extended([Draft(MADE, BOX)], AT)
    for kind, data in facts:
        log = log.extended([Draft(kind, data)], AT)
    return Deck(log.standing())


def test_every_kind_of_fact_has_an_example_here():
    assert {kind for kind, _, _ in LINES} == set(KINDS)


@pytest.mark.parametrize(("kind", "data", "line"), LINES)
def test_every_fact_is_sound_and_has_its_line(kind, data, line):
    KINDS[kind].require_sound(data)
    assert KINDS[kind].describe(deck_of(), data) == line


def test_a_rule_written_anew_after_an_undo_is_not_called_revised():
    data = {**RULE, "revision": 2}
    assert KINDS[kinds.WRITTEN.name].describe(deck_of((kinds.WRITTEN.name, data)), data) == (
        "rule 15, by Ben: Sing."
    )


# Damaged

REQUIRED = {
    MADE: {"name": "Friday box", "game": "blank"},
    CHANGED: {},
    kinds.WRITTEN.name: {"card": "r15", "revision": 1},
    kinds.FOUND.name: {"card": "4-hexagon.1", "origin": "plain"},
    kinds.APPROVED.name: {"card": "r15", "revision": 1, "by": "Ana"},
    kinds.INKED.name: {"card": "r15", "revision": 1},
    kinds.DECLINED.name: {"card": "r15", "revision": 1, "why": ""},
    kinds.RETIRED.name: {"card": "r15", "why": ""},
    kinds.RETURNED.name: {"card": "r15"},
    kinds.INTRODUCED.name: {"cards": ["r15"], "play": "blank-8"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_least_that_a_fact_tells_is_sound(kind):
    KINDS[kind].require_sound(REQUIRED[kind])


@pytest.mark.parametrize(
    ("kind", "key"), [(kind, key) for kind, data in REQUIRED.items() for key in data]
)
def test_a_fact_without_what_it_has_to_tell_is_damaged(kind, key):
    data = {name: value for name, value in REQUIRED[kind].items() if name != key}
    with pytest.raises(ValueError, match=rf"^makes no sense: its {key} (is|are) missing$"):
        KINDS[kind].require_sound(data)


@pytest.mark.parametrize(
    ("kind", "key"), [(kind, key) for kind, data in REQUIRED.items() for key in data]
)
@pytest.mark.parametrize("value", [None, True, -1, 1.5, {}, [[]], ["r15", 3]])
def test_what_is_told_in_another_form_is_damaged(kind, key, value):
    with pytest.raises(ValueError, match=rf"^makes no sense: its {key}"):
        KINDS[kind].require_sound({**REQUIRED[kind], key: value})


NOT_CARDS = ["", "15", "r0", "r", "rule 15", "x15", "7-hexagon.1", "4-star.1", "4-hexagon", "r1.5"]


@pytest.mark.parametrize("card", [*NOT_CARDS, "r123456", "r²", "4-hexagon.0", "04-hexagon.1"])
def test_a_card_that_can_be_in_no_box_is_damage(card):
    with pytest.raises(ValueError, match="its card is"):
        KINDS[kinds.RETURNED.name].require_sound({"card": card})
    with pytest.raises(ValueError, match="its cards"):
        KINDS[kinds.INTRODUCED.name].require_sound({"cards": ["r15", card], "play": "blank-8"})


@pytest.mark.parametrize("card", ["r1", "r15", "r39", "r10000", "4-hexagon.1", "6-shield.3"])
def test_a_card_that_may_be_in_a_box_is_none(card):
    KINDS[kinds.RETURNED.name].require_sound({"card": card})


OPTIONAL = {
    CHANGED: {"name": "", "mark": 3, "owner": None, "suits": {"hexagon": 3}},
    kinds.FOUND.name: {"title": None, "origin": "drawn"},
    kinds.WRITTEN.name: {
        "trigger": 3,
        "target": None,
        "effect": [],
        "text": 1.5,
        "title": True,
        "by": None,
        "origin": "own",
        "play": "",
        "restores": 0,
        "revision": True,
    },
}


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [(kind, key, value) for kind, data in OPTIONAL.items() for key, value in data.items()],
)
def test_what_may_be_told_has_a_form_too(kind, key, value):
    with pytest.raises(ValueError, match=rf"^makes no sense: its {key}"):
        KINDS[kind].require_sound({**REQUIRED[kind], key: value})


@pytest.mark.rule("BL-46")
def test_a_colour_of_a_seventh_suit_is_damage():
    with pytest.raises(ValueError, match="its suits"):
        KINDS[CHANGED].require_sound({"suits": {"star": "red"}})


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_newer_companion_adds_is_let_pass(kind):
    KINDS[kind].require_sound({**REQUIRED[kind], "paper": "thick"})


# What stands against them; the fact is in the deck already


def check(*facts):
    KINDS[facts[-1][0]].check(deck_of(*facts), facts[-1][1])


WROTE = (kinds.WRITTEN.name, RULE)


@pytest.mark.parametrize("kind", [kinds.APPROVED.name, kinds.INKED.name, kinds.DECLINED.name])
def test_a_step_stands_only_on_its_own_revision(kind):
    approval = (
        [(kinds.APPROVED.name, REQUIRED[kinds.APPROVED.name])] if kind == kinds.INKED.name else []
    )
    check(WROTE, *approval, (kind, REQUIRED[kind]))
    with pytest.raises(Refused, match=r"on rule 15 \(revision 2\) would not be there"):
        check(WROTE, (kind, {**REQUIRED[kind], "revision": 2}))
    with pytest.raises(Refused, match=r"on rule 15 \(revision 1\) would not be there"):
        check((kind, REQUIRED[kind]))


@pytest.mark.parametrize("kind", [kinds.RETIRED.name, kinds.RETURNED.name])
def test_a_rule_that_is_not_there_is_neither_retired_nor_returned(kind):
    check(WROTE, (kind, REQUIRED[kind]))
    with pytest.raises(Refused, match="Rule 15 would not be there"):
        check((kind, REQUIRED[kind]))


def test_a_game_card_may_be_retired_before_anything_was_told_of_it():
    check((kinds.RETIRED.name, {"card": "4-hexagon.1", "why": ""}))


def test_a_rule_that_was_in_play_has_to_be_there():
    check(WROTE, (kinds.INTRODUCED.name, REQUIRED[kinds.INTRODUCED.name]))
    with pytest.raises(Refused, match="Rule 15 was in play in blank-8"):
        check((kinds.INTRODUCED.name, REQUIRED[kinds.INTRODUCED.name]))


def test_a_revision_needs_the_rule_that_it_revises():
    revised = (kinds.WRITTEN.name, {"card": "r15", "revision": 2, "text": "Hum."})
    check(WROTE, revised)
    with pytest.raises(Refused, match="Rule 15 would be changed before it was there"):
        check(revised)


def test_a_rule_is_not_begun_twice():
    again = (kinds.WRITTEN.name, {**RULE, "revision": 2, "text": "Hum."})
    with pytest.raises(Ambiguous, match="Rule 15 is another rule by now"):
        check(WROTE, again)
    check(WROTE, (kinds.DECLINED.name, REQUIRED[kinds.DECLINED.name]), again)


def test_one_colour_is_not_that_of_two_suits():
    red = (CHANGED, {"suits": {"hexagon": "red"}})
    check(red)
    with pytest.raises(Ambiguous, match="red would be hexagon and circle"):
        check(red, (CHANGED, {"suits": {"circle": "red"}}))
