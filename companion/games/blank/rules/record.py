"""How each event of BLANK changes the state. Never refuses: that is `check`'s work."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.changed import replace
from companion.core.event import Event
from companion.core.play import FINISHED, record_play
from companion.core.seats import Seat
from companion.games.blank.state import (
    CARDS_OF_A_BOX,
    HAND,
    OPEN_RULES,
    Awaited,
    Box,
    Happening,
    Move,
    OpenRule,
    Passed,
    Played,
    Prize,
    State,
)

Data = Any


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> State:
    """Seven cards to each, one turned up (BL-19, BL-22); the rules and boxes that were told."""
    boxes = tuple(Box(**box) for box in options.get("boxes", ()))
    all_cards = options.get("cards", CARDS_OF_A_BOX * max(1, len(boxes)))
    top = options.get("top")
    return State(
        seats=seats,
        scores=(),
        first=first,
        turn=first,
        boxes=boxes,
        rules=tuple(OpenRule.from_json(rule) for rule in options.get("rules", ())),
        rule_pile=options.get("pile"),
        hands=(HAND,) * len(seats),
        cards=all_cards,
        draw_pile=max(0, all_cards - HAND * len(seats) - 1),
        top=None if top is None else Played.from_json(top),
        lying=() if top is None else _lying([top]),
        penalties=(0,) * len(seats),
        awaited=tuple(Awaited(**rule) for rule in options.get("awaited", ())),
    )


def record(state: State, event: Event) -> State:
    """The state after an event. Raises TooNew for a kind that nobody knows."""
    if event.kind == FINISHED:
        return _finished(state, event)
    recorder = _RECORDERS.get(event.kind)
    return record_play(state, event, None) if recorder is None else recorder(state, event.data)


def _with_hand(state: State, seat: int, change: int, **changes: Any) -> State:
    """So many cards more or fewer in a hand: never below none, whatever was told before."""
    hand = max(0, state.hands[seat] + change)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    emptied = state.emptied
    if hand:
        emptied = tuple(it for it in emptied if it.seat != seat)
    elif all(it.seat != seat for it in emptied):
        emptied = (*emptied, state.emptied_now(seat))
    told = state.told if seat in state.told else state.told | {seat}
    return replace(state, hands=hands, told=told, emptied=emptied, **changes)


def _turned(state: State, data: Data) -> State:
    """The card on top is told. Where another one lay there, it was covered, and that untold; in
    setup, it was told wrong.
    """
    card, lay = Played.from_json(data["card"]), state.top or state.under
    other = lay is not None and lay.face != card.face
    corrects = state.top is not None and state.setting_up
    covered = other and not corrects and bool(data.get("covers"))
    known = state.top is not None or (lay is not None and not other)
    return replace(
        state,
        top=card,
        under=None,
        discards=state.discards + covered,
        untold=state.untold or other,
        lying=state.lying if known else (*state.lying, *_lying([data["card"]])),
    )


def _played(state: State, data: Data) -> State:
    seat, cards = data["seat"], data["cards"]
    followed, top = seat in state.told, Played.from_json(cards[-1])
    hand = max(0, state.hands[seat] - len(cards)) if followed else None
    moment = state.moment + 1
    act = Happening("played", top, len(cards), hand, seat, state.rules, state.direction, moment)
    passed = _passed_by(state)
    return _with_hand(
        replace(_turn_over(state, seat), moment=moment),
        seat,
        -len(cards),
        recent=(state.recent[-1], Move((act,), moment=moment)),
        passed=passed,
        top=top,
        under=None,
        discards=state.discards + len(cards),
        lying=(*state.lying, *_lying(cards)),
    )


def _lying(cards: Data) -> tuple[str, ...]:
    """What is counted of cards on the discard pile: faces, and homes where they were told."""
    played = [Played.from_json(card) for card in cards]
    faces = tuple(str(card.face) for card in played)
    homes = (card.home for card in played if card.copy is not None)
    return (*faces, *homes, *(card.itself for card in played if card.card is not None))


def _since(state: State, **changes: Any) -> State:
    """More that is known of the newest move."""
    return replace(state, recent=(*state.recent[:-1], state.recent[-1]._replace(**changes)))


def _acted(state: State, act: Happening) -> State:
    """What happened behind cards that were played; without these, nobody knows what of."""
    acts = state.recent[-1].acts
    if not acts:
        return state
    act = act._replace(rules=state.rules, direction=state.direction, moment=state.moment)
    return _since(state, acts=(*acts, act))


def _drawn(state: State, data: Data) -> State:
    seat, count = data["seat"], data["count"]
    *before, newest = state.recent
    drawn = list(newest.drawn or (0,) * len(state.seats))
    drawn[seat] += count
    return _with_hand(
        state,
        seat,
        count,
        recent=(*before, newest._replace(drawn=tuple(drawn))),
        draw_pile=max(0, state.draw_pile - count),
    )


def _discarded(state: State, data: Data) -> State:
    seat, count = data["seat"], data["count"]
    state = _with_hand(state, seat, -count)
    top = data.get("top")  # Of cards that nobody named, one lies on top that nobody knows.
    card = None if top is None else Played.from_json(top)
    state = _acted(state, Happening("discarded", card, count, seat=seat))
    return replace(
        state,
        discards=state.discards + count,
        lying=state.lying if top is None else (*state.lying, *_lying([top])),
        top=card,
        under=None,
    )


def _given(state: State, data: Data) -> State:
    return _with_hand(_with_hand(state, data["from"], -data["count"]), data["to"], data["count"])


def _counted(state: State, data: Data) -> State:
    state = _since(state, counted=state.recent[-1].counted | {data["seat"]})
    state = replace(state, settled=state.settled or bool(data.get("settles")))
    return _with_hand(state, data["seat"], data["count"] - state.hands[data["seat"]])


def _reshuffled(state: State, data: Data) -> State:
    lying = () if state.top is None else _lying([state.top.record()])
    # Whatever went untold before: now every card is in a hand, on top, or in the pile. There was
    # something to be shuffled, even where more cards were told to be in hands than are left.
    pile = max(1, state.discards - 1, state.cards - sum(state.hands) - 1)
    return replace(state, draw_pile=pile, discards=1, lying=lying, under=None)


def _penalty(state: State, data: Data) -> State:
    seat, count = data["seat"], len(data["for"])
    drawn = min(data.get("drawn", count), state.draw_pile)
    state = _drawn(state, {"seat": seat, "count": drawn})
    penalties = list(state.penalties)
    penalties[seat] += count
    missed = data["for"].count("missed-rule")
    # What was missed was still to be done; any other Penalty comes of what somebody does by now.
    moment = state.moment if missed else state.moment + 1
    state = replace(state, penalties=tuple(penalties), moment=moment)
    state = _since(state, missed=state.recent[-1].missed + (seat,) * missed) if missed else state
    state = _acted(state, Happening("penalty", seat=seat))
    return _turn_over(state, seat) if seat == state.turn else state


def _passed(state: State, data: Data) -> State:
    moment = state.moment + 1
    recent = (state.recent[-1], Move(moment=moment))
    state = replace(_unseen(state), recent=recent, passed=_passed_by(state), moment=moment)
    return _turn_over(state, data["seat"])


def _passed_by(state: State) -> tuple[Passed, ...]:
    """The moves that others followed while a hand was empty, with the newest one."""
    if not state.emptied:
        return ()
    return (*state.passed, Passed(state.recent[-1], state.direction, state.left_to_draw))


def _unseen(state: State) -> State:
    """Somebody had a turn of which nothing is told: a card was played (BL-49), or drawn (BL-62)."""
    return replace(state, top=None, under=state.top or state.under, untold=True)


def _turn_over(state: State, seat: int) -> State:
    return replace(state, turn=state.after(seat), last=seat, turns=state.turns + 1)


def _turn_given(state: State, data: Data) -> State:
    """Those in between had their turns, untold; whoever went last goes again, and nobody else.

    Where it is that player's turn as it is, as it may be once something before is taken back,
    nothing changes.
    """
    if data["seat"] == state.turn:
        return state
    if data["seat"] != state.last:
        state = _unseen(state)
    return _since(replace(state, turn=data["seat"]), untold=True)


def _skipped(state: State, data: Data) -> State:
    return replace(state, turn=state.after(data["seat"]))


def _reversed(state: State, data: Data) -> State:
    """Whoever is on turn next by the new direction: seen from the one whose turn is over."""
    state = replace(state, direction=-state.direction)
    return state if state.last is None else replace(state, turn=state.after(state.last))


def _rule_opened(state: State, data: Data) -> State:
    rule = OpenRule.from_json(data["rule"])
    pile = state.rule_pile
    rules = (*state.rules, rule)
    most = max(OPEN_RULES, len(rules))
    if data.get("corrects"):
        state = _lying_then(state, came=rule, most=most)
    return replace(
        state,
        rules=rules,
        buried=tuple(other for other in state.buried if other.label != rule.label),
        rule_pile=None if pile is None else max(0, pile - 1),
    )


def _lying_then(state: State, came: OpenRule | None = None, gone: str = "", most: int = 0) -> State:
    """The moves so far with other rules that lay open then: `gone` did not, and `came` did.

    That one is told in another's place: where `most` lie open without it, it came in later.
    """

    def corrected(act: Happening) -> Happening:
        rules = tuple(rule for rule in act.rules if rule.label != gone)
        if came is not None and len(rules) < most and all(r.label != came.label for r in rules):
            rules = (*rules, came)
        return act._replace(rules=rules)

    def told(move: Move) -> Move:
        return move._replace(acts=tuple(map(corrected, move.acts)))

    return replace(
        state,
        recent=tuple(map(told, state.recent)),
        passed=tuple(passed._replace(move=told(passed.move)) for passed in state.passed),
    )


def _rule_discarded(state: State, data: Data) -> State:
    """A rule goes under the pile; one that never lay open is in the pile, and was so all along."""
    gone = next((rule for rule in state.rules if rule.label == data["rule"]), None)
    if gone is None:
        return state
    corrects = bool(data.get("corrects"))
    if corrects:
        state = _lying_then(state, gone=gone.label)
    return replace(
        state,
        rules=tuple(rule for rule in state.rules if rule is not gone),
        buried=state.buried if corrects else (*state.buried, gone),
        rule_pile=None if state.rule_pile is None else state.rule_pile + 1,
    )


def _finished(state: State, event: Event) -> State:
    return replace(record_play(state, event, None), play=event.data.get("play", ""))


def _prize_taken(state: State, data: Data) -> State:
    told = {name: data[name] for name in Prize._fields if name in data}
    return replace(state, prize=Prize(**told))


_RECORDERS: dict[str, Callable[[State, Data], State]] = {
    "card.turned": _turned,
    "cards.played": _played,
    "cards.drawn": _drawn,
    "cards.discarded": _discarded,
    "cards.given": _given,
    "hand.counted": _counted,
    "pile.reshuffled": _reshuffled,
    "penalty.taken": _penalty,
    "turn.passed": _passed,
    "turn.given": _turn_given,
    "turn.skipped": _skipped,
    "direction.reversed": _reversed,
    "rule.opened": _rule_opened,
    "rule.discarded": _rule_discarded,
    "prize.taken": _prize_taken,
}
