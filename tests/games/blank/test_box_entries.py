"""The facts in the log of a box: their form, what stands against them, their line in the log."""

import pytest

from companion.core.event import CHANGED, MADE, Draft
from companion.core.log import Log
from companion.errors import Ambiguous, Refused
from companion.games.blank import deck as facts
from companion.games.blank.deck import KINDS, Deck

AT = "2025-03-01T19:30:00Z"
BOX = {"game": "blank", "name": "Friday box", "mark": "★", "owner": "Ana"}
RULE = {"card": "r15", "revision": 1, "origin": "plain", "text": "Sing.", "by": "Ben"}
PARTS = {"trigger": "a 6 is played", "target": "all players", "effect": "sing"}
SUITS = {"hexagon": "red", "circle": ""}

WRITTEN, FOUND, APPROVED, INKED, DECLINED, RETIRED, RETURNED, INTRODUCED = (
    fact.kind
    for fact in (
        *(facts.CardWritten, facts.CardFound, facts.CardApproved, facts.CardInked),
        *(facts.CardDeclined, facts.CardRetired, facts.CardReturned, facts.RulesIntroduced),
    )
)


def deck_of(*facts):
    log = Log().extended([Draft(MADE, BOX)], AT)
    for kind, data in facts:
        log = log.extended([Draft(kind, data)], AT)
    return Deck(log.standing())


def test_every_fact_is_sound_and_has_its_line():
    """Those of which `box.txt` shows the line are left out."""
    for kind, data, line in (
        (MADE, {"game": "blank", "name": "Cellar"}, "the box: “Cellar”"),
        (CHANGED, {"mark": "", "owner": ""}, "the box: mark none, owner nobody"),
        (CHANGED, {"suits": SUITS}, "the box: hexagon is red, circle has no colour"),
        (CHANGED, {"name": "Monday box"}, "the box: “Monday box”"),
        (
            WRITTEN,
            {"card": "r15", "revision": 1, "origin": "plain", "play": "blank-7", **PARTS},
            "rule 15 (prize of blank-7): If a 6 is played, then all players sing.",
        ),
        (FOUND, {"card": "4-hexagon.2", "origin": "plain"}, "4-hexagon.2 is plain"),
        (RETIRED, {"card": "4-hexagon.2", "why": ""}, "4-hexagon.2 retired"),
        (
            INTRODUCED,
            {"cards": ["r15", "r16", "r17"], "play": "blank-8"},
            "rule 15, rule 16 and rule 17 are new in blank-8",
        ),
        (INTRODUCED, {"cards": ["r15"], "play": "blank-8"}, "rule 15 is new in blank-8"),
    ):
        KINDS[kind].require_sound(data)
        assert KINDS[kind].from_json(data).describe(deck_of()) == line
    # Written anew after an undo, a rule is not revised.
    data = {**RULE, "revision": 2}
    assert (
        KINDS[WRITTEN].from_json(data).describe(deck_of((WRITTEN, data)))
        == "rule 15, by Ben: Sing."
    )


# Damaged

REQUIRED = {
    MADE: {"name": "Friday box", "game": "blank"},
    CHANGED: {},
    WRITTEN: {"card": "r15", "revision": 1},
    FOUND: {"card": "4-hexagon.1", "origin": "plain"},
    APPROVED: {"card": "r15", "revision": 1, "by": "Ana"},
    INKED: {"card": "r15", "revision": 1},
    DECLINED: {"card": "r15", "revision": 1, "why": ""},
    RETIRED: {"card": "r15", "why": ""},
    RETURNED: {"card": "r15"},
    INTRODUCED: {"cards": ["r15"], "play": "blank-8"},
}
DAMAGED = {
    CHANGED: {"name": "", "mark": 3, "owner": None, "suits": {"hexagon": 3}},
    FOUND: {"title": None, "origin": "drawn"},
    WRITTEN: {
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


@pytest.mark.rule("BL-46")
def test_a_fact_has_all_that_it_needs_in_its_form_or_is_damaged():
    assert set(REQUIRED) == set(KINDS)
    for kind, least in REQUIRED.items():
        KINDS[kind].require_sound(least)
        KINDS[kind].require_sound({**least, "paper": "thick"})  # A newer companion added it.
        for key in least:
            data = {name: value for name, value in least.items() if name != key}
            with pytest.raises(ValueError, match=rf"^makes no sense: its {key} (is|are) missing$"):
                KINDS[kind].require_sound(data)
            for value in (None, True, -1, 1.5, {}, [[]], ["r15", 3]):
                with pytest.raises(ValueError, match=rf"^makes no sense: its {key}"):
                    KINDS[kind].require_sound({**least, key: value})
        for key, value in DAMAGED.get(kind, {}).items():
            with pytest.raises(ValueError, match=rf"^makes no sense: its {key}"):
                KINDS[kind].require_sound({**least, key: value})
    with pytest.raises(ValueError, match="its suits"):
        KINDS[CHANGED].require_sound({"suits": {"star": "red"}})


def test_a_card_that_can_be_in_no_box_is_damage():
    for card in ("r1", "r15", "r39", "r10000", "4-hexagon.1", "6-shield.3"):
        KINDS[RETURNED].require_sound({"card": card})
    for card in (
        *("", "15", "r0", "r", "rule 15", "x15", "r1.5", "r123456", "r²"),
        *("7-hexagon.1", "4-star.1", "4-hexagon", "4-hexagon.0", "04-hexagon.1"),
    ):
        with pytest.raises(ValueError, match="its card is"):
            KINDS[RETURNED].require_sound({"card": card})
        with pytest.raises(ValueError, match="its cards"):
            KINDS[INTRODUCED].require_sound({"cards": ["r15", card], "play": "blank-8"})


# What stands against them; the fact is in the deck already


def check(*facts):
    KINDS[facts[-1][0]].from_json(facts[-1][1]).check(deck_of(*facts))


def test_a_fact_stands_only_on_what_it_is_about():
    wrote = (WRITTEN, RULE)
    for kind in (APPROVED, INKED, DECLINED):
        approval = [(APPROVED, REQUIRED[APPROVED])] if kind == INKED else []
        check(wrote, *approval, (kind, REQUIRED[kind]))
        with pytest.raises(Refused, match=r"Revision 2 of rule 15 would not exist"):
            check(wrote, (kind, {**REQUIRED[kind], "revision": 2}))
        with pytest.raises(Refused, match=r"Revision 1 of rule 15 would not exist"):
            check((kind, REQUIRED[kind]))
    revised = (WRITTEN, {"card": "r15", "revision": 2, "text": "Hum."})
    for needs, words in (
        ((RETIRED, REQUIRED[RETIRED]), "Rule 15 would not exist"),
        ((RETURNED, REQUIRED[RETURNED]), "Rule 15 would not exist"),
        ((INTRODUCED, REQUIRED[INTRODUCED]), "Rule 15 was in play in blank-8"),
        (revised, "Rule 15 would be changed before it existed"),
    ):
        check(wrote, needs)
        with pytest.raises(Refused, match=words):
            check(needs)
    check((RETIRED, {"card": "4-hexagon.1", "why": ""}))
    again = (WRITTEN, {**RULE, "revision": 2, "text": "Hum."})
    with pytest.raises(Ambiguous, match="Rule 15 is another rule now"):
        check(wrote, again)
    for kind in (APPROVED, INKED, DECLINED):
        with pytest.raises(Ambiguous, match="Rule 15 is another rule now"):
            check(wrote, again, (kind, REQUIRED[kind]))
    check(wrote, (DECLINED, REQUIRED[DECLINED]), again)
    red = (CHANGED, {"suits": {"hexagon": "red"}})
    check(red)
    with pytest.raises(Ambiguous, match="red would be hexagon and circle"):
        check(red, (CHANGED, {"suits": {"circle": "red"}}))
