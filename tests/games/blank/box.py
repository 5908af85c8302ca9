"""A box of BLANK without a store: its log grows by what a pen writes, and is read as a deck.

log = rule(box(), "If a 6 is played, then sing", by="Ana")
log = change(log, "r15", "approve", None)
assert deck(log).cards["r15"].status == "approved"
"""

import pytest

from companion.core.event import UNDONE, Draft, House, Referee
from companion.core.log import Log
from companion.errors import Illegal
from companion.games.blank.cards import Face, make_wording
from companion.games.blank.deck import KINDS, Deck
from companion.games.blank.pen import Pen

AT = "2025-03-01T19:30:00Z"
FOUR_HEXAGON = Face(4, "hexagon")


def box(**about):
    """The log of Ana's box, as it begins."""
    made = {"game": "blank", "name": "Friday box", "mark": "★", "owner": "Ana", **about}
    return Log().extended([Draft("copy.made", made)], AT)


def deck(log):
    return Deck(log.standing())


def write(log, plan, house=None):
    """The log with one more entry: what `plan` writes. All that a pen writes has to be sound."""
    referee = Referee(house)
    pen = Pen(deck(log), log.events, referee)
    plan(pen)
    for draft in pen.drafts:
        KINDS[draft.kind].require_sound(draft.data)
    after = log.extended(pen.drafts, AT, House(house, tuple(referee.overruled)) if house else None)
    for draft in pen.drafts:
        KINDS[draft.kind].from_json(draft.data).check(deck(after))
    return after


def rule(log, text="Sing.", house=None, **details):
    """The log with a new rule in it."""
    return write(log, lambda pen: pen.new_rule(make_wording(text=text), **details), house)


def rules(log, count, **details):
    """The log with so many new rules, all in one entry."""

    def plan(pen):
        for number in range(count):
            pen.new_rule(make_wording(text=f"Sing {number}."), **details)

    return write(log, plan)


def change(log, card, how, *arguments, house=None, **details):
    """The log after `pen.how(card, …)`."""
    it = deck(log).game_card(card)
    return write(log, lambda pen: getattr(pen, how)(it, *arguments, **details), house)


def customise(log, which=None, text="Draw.", house=None, **details):
    return write(
        log,
        lambda pen: pen.customise(FOUR_HEXAGON, which, make_wording(text=text), **details),
        house,
    )


def revise(log, card, text, **details):
    return change(log, card, "revise", make_wording(text=text), **details)


def undo(log, entry=None):
    return log.extended([Draft(UNDONE, {"action": log.entry_to_undo(entry)})], AT)


def refused(rule_id, log, how, *arguments, **details):
    """See to it that something is refused by a rule, and taken with a house rule that is noted."""
    with pytest.raises(Illegal) as refusal:
        how(log, *arguments, **details)
    assert refusal.value.rule == rule_id
    assert refusal.value.hint
    after = how(log, *arguments, house="we agreed", **details)
    assert after.events[-1].house == House("we agreed", (rule_id,))
    return refusal.value.message


# Facts made by hand


def fact(kind, **data):
    return Draft(kind, data)


def wrote(card, text="Sing.", revision=1, origin="plain", **details):
    """A wording; `origin` only in the fact that begins a rule card."""
    begins = {"origin": origin} if card.startswith("r") and revision == 1 else {}
    return Draft(
        "card.written",
        {"card": card, "revision": revision, "text": text, **begins, **details},
    )


def approved(card, revision=1, by="Ana"):
    return fact("card.approved", card=card, revision=revision, by=by)


def inked(card, revision=1):
    return fact("card.inked", card=card, revision=revision)


def declined(card, revision=1, why=""):
    return fact("card.declined", card=card, revision=revision, why=why)
