"""An entry of a play as a line of the log."""

from collections.abc import Callable
from typing import Any

from companion.core.event import Event
from companion.core.names import counted, listed
from companion.core.play import describe_play
from companion.games.blank.state import FAULTS, OpenRule, Played, State

Data = Any


def describe(before: State, event: Event, after: State) -> str:
    """The event in words; the shared kinds as in every game."""
    teller = _TELLERS.get(event.kind)
    if teller is None:
        return describe_play(before, event, after, marker=False)
    return teller(before, event.data, after)


def begins(state: State) -> str:
    """What a play was begun with: its boxes, its rules, the card turned up."""
    told = []
    if state.boxes:
        boxes = [f"{box.name} {box.mark}".strip() for box in state.boxes]
        told.append(f"with {listed(boxes)}")
    if state.rules:
        label = "rules" if len(state.rules) > 1 else "rule"
        told.append(f"{label} {listed([_named(rule) for rule in state.rules])}")
    if state.top is not None:
        told.append(f"{state.top.called} turned up")
    return "; ".join(told)


def _named(rule: OpenRule) -> str:
    return f"{rule.label} (new)" if rule.new else rule.label


def _turned(before: State, data: Data, after: State) -> str:
    return f"{Played.from_json(data['card']).called} lies on top"


def _played(before: State, data: Data, after: State) -> str:
    seat = data["seat"]
    cards = [Played.from_json(card).called for card in data["cards"]]
    on_top = ", the last one on top" if len(cards) > 1 else ""
    left = counted(after.hands[seat], "card")
    return f"{after.name(seat)} plays {listed(cards)}{on_top}: {left} left"


def _drawn(before: State, data: Data, after: State) -> str:
    why = f" ({data['why']})" if data["why"] else ""
    cards = counted(data["count"], "card")
    return f"{after.name(data['seat'])} draws {cards}{why}: {_hand(data, after)}"


def _discarded(before: State, data: Data, after: State) -> str:
    top = data.get("top")
    card = "" if top is None else f", {Played.from_json(top).called} on top"
    name = after.name(data["seat"])
    return f"{name} discards {counted(data['count'], 'card')}{card}: {_hand(data, after)}"


def _given(before: State, data: Data, after: State) -> str:
    giver, taker = data["from"], data["to"]
    return (
        f"{after.name(giver)} gives {counted(data['count'], 'card')} to {after.name(taker)}: "
        f"{after.hands[giver]} and {after.hands[taker]} in hand"
    )


def _hand_counted(before: State, data: Data, after: State) -> str:
    return f"{after.name(data['seat'])} has {counted(data['count'], 'card')} in hand"


def _reshuffled(before: State, data: Data, after: State) -> str:
    return f"the discards but the top one are shuffled: {after.draw_pile} in the draw pile"


def _penalty(before: State, data: Data, after: State) -> str:
    seat, by = data["seat"], data["called_by"]
    why = listed([FAULTS[fault] for fault in data["for"]])
    called = "" if by is None else f", pointed out by {after.name(by)}"
    drawn = after.hands[seat] - before.hands[seat]
    ends = "; the turn ends" if seat == before.turn else ""
    return (
        f"{after.name(seat)} {why}{called}: Penalty, draws {counted(drawn, 'card')}, "
        f"{after.hands[seat]} in hand{ends}"
    )


def _hand(data: Data, after: State) -> str:
    return f"{after.hands[data['seat']]} in hand"


def _reversed(before: State, data: Data, after: State) -> str:
    way = "clockwise" if after.direction == 1 else "counter-clockwise"
    return f"play goes {way} now"


def _opened(before: State, data: Data, after: State) -> str:
    rule = OpenRule.from_json(data["rule"])
    return f"rule {_named(rule)} comes into play: {rule.text}"


def _turn_given(before: State, data: Data, after: State) -> str:
    """Whose turn it is, and whose were passed over; whoever went last goes again."""
    seat = data["seat"]
    if seat == before.last:
        return f"it is {after.name(seat)}'s turn again"
    untold = listed([f"{before.name(other)}'s" for other in before.turns_before(seat)])
    return f"it is {after.name(seat)}'s turn" + (f", nothing told of {untold}" if untold else "")


def _skipped(before: State, data: Data, after: State) -> str:
    """Who is skipped, and who besides."""
    seat = data["seat"]
    besides = [before.name(other) for other in before.turns_before(seat)]
    verb = "is" if len(besides) == 1 else "are"
    return f"{after.name(seat)} is skipped" + (
        f", and so {verb} {listed(besides)}" if besides else ""
    )


def _rule_discarded(before: State, data: Data, after: State) -> str:
    if data.get("corrects"):
        return f"rule {data['rule']} did not lie open"
    return f"rule {data['rule']} goes to the bottom of the rule pile"


def _prize(before: State, data: Data, after: State) -> str:
    what = f"rule {data['card'][1:]}" if data["what"] == "rule" else data["card"]
    verb = "writes" if data["what"] == "rule" else "customises"
    who = listed([after.name(seat) for seat in after.winners])
    text = f": {data['text']}" if data.get("text") else ""
    return f"{who} {verb} {what} of {data.get('box') or data['copy']} as the prize{text}"


_TELLERS: dict[str, Callable[[State, Data, State], str]] = {
    "card.turned": _turned,
    "cards.played": _played,
    "cards.drawn": _drawn,
    "cards.discarded": _discarded,
    "cards.given": _given,
    "hand.counted": _hand_counted,
    "pile.reshuffled": _reshuffled,
    "penalty.taken": _penalty,
    "turn.passed": lambda before, data, after: (
        f"{after.name(data['seat'])}'s turn is over, nothing told of it"
    ),
    "turn.skipped": _skipped,
    "turn.given": _turn_given,
    "direction.reversed": _reversed,
    "rule.opened": _opened,
    "rule.discarded": _rule_discarded,
    "prize.taken": _prize,
}
