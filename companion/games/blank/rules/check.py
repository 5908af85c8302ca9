"""What the rules of BLANK refuse. Each check looks at the state and one event alone.

The companion sees no hands: what nobody told it, it does not doubt.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.event import Event
from companion.core.names import capital, counted, listed
from companion.core.play import check_play
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.blank.rules.check_end import check_finished, check_prize
from companion.games.blank.state import FAULTS, OPEN_RULES, Fault, OpenRule, Played, State

Data = Any
Colours = Callable[[], Mapping[str, str]]
"""Reads the colours of the suits in the boxes that are played with."""
_FAULTY: Mapping[Fault, str] = {
    "out-of-turn": "BL-84",
    "no-match": "BL-87",
    "mixed-cards": "BL-91",
}
"""What can be wrong with cards that are played, and the rules that say so."""


def check(state: State, event: Event, referee: Referee, colours: Colours) -> None:
    """Refuse what the rules forbid. Raises Illegal through the referee, or Refused.

    `colours` are read only where it is asked which rules act.
    """
    if event.kind == "prize.taken":
        check_prize(state, event.data)
        return
    check_play(state, event)
    if event.kind == "play.finished":
        acted = state.recent[-1].acts or state.passed
        check_finished(state, event.data, referee, colours() if acted else {})
        return
    checker = _CHECKERS.get(event.kind)
    if checker is not None:
        checker(state, event.data, referee)


def misplay(top: Played | None, cards: Sequence[Played]) -> tuple[Fault, str, str] | None:
    """What is wrong with cards played on the top one: the fault, its rule, and why; None if not.

    Several cards fit all by the number or all by the suit (BL-54); of a top card that nobody told
    only that is asked. Cards that break both clauses cost one Penalty (A-BL-02).
    """
    numbers, suits = {card.number for card in cards}, {card.suit for card in cards}
    names = listed([str(card.face) for card in cards])
    if len(numbers) > 1 and len(suits) > 1:
        return "mixed-cards", "BL-91", f"{names} share neither number nor suit"
    if top is None:
        return None
    stray = [str(card.face) for card in cards if not card.face.matches(top.face)]
    if stray:
        verb = "matches" if len(stray) == 1 else "match"
        return "no-match", "BL-87", f"{listed(stray)} {verb} neither number nor suit of {top.face}"
    return None


def faults(state: State, seat: int, cards: Sequence[Played]) -> list[Fault]:
    """All that is wrong with cards that somebody plays now: a card of Penalty for each (BL-94)."""
    wrong = misplay(state.top, cards)
    late: list[Fault] = [] if seat == state.turn else ["out-of-turn"]
    return late if wrong is None else [*late, wrong[0]]


def _cards_played(state: State, data: Data, referee: Referee) -> None:
    seat, cards = data["seat"], [Played.from_json(card) for card in data["cards"]]
    name = state.name(seat)
    require_in_hand(state, seat, len(cards), referee)
    back = "it goes" if len(cards) == 1 else "they go"
    cost = f"with `--penalty`: {back} back to the hand, with a card as Penalty"
    wrong = misplay(state.top, cards)
    if seat != state.turn:
        referee.refuse(
            "BL-84",
            f"It is {state.name(state.turn)}'s turn, not {name}'s.",
            f"If it is {name}'s turn, and others went untold: the same line with `--turn`. "
            f'A mistake: {cost}. By a rule card: `--house "rule …"`.',
        )
    if wrong is not None:
        _, rule, why = wrong
        referee.refuse(
            rule,
            f"{capital(why)}.",
            f'The same line {cost}. If a rule card allows it, `--house "…"`.',
        )


def require_in_hand(state: State, seat: int, count: int, referee: Referee) -> None:
    """Refuse more cards than are in a hand of which something was told."""
    if seat in state.told and count > state.hands[seat]:
        name, handle = state.name(seat), state.seats[seat].handle
        referee.refuse(
            "BL-50",
            f"By what was told, {name} has {counted(state.hands[seat], 'card')}, and cannot play "
            f"{count}.",
            f"`companion blank hand {handle} N` puts that right; then the same line again.",
        )


def _cards_drawn(state: State, data: Data, referee: Referee) -> None:
    if data["count"] > state.draw_pile:
        there, verb = counted(state.draw_pile, "card"), "is" if data["count"] == 1 else "are"
        referee.refuse(
            "BL-98",
            f"The draw pile has {there} by what was told, and {data['count']} {verb} drawn.",
            "`companion blank reshuffle` turns the discards into a new one; then go on."
            if state.may_shuffle
            else "There is nothing to shuffle either: nobody draws (A-BL-09)."
            if not state.draw_pile
            else "There is nothing to shuffle either: "
            f"`companion blank draw {state.seats[data['seat']].handle} {state.draw_pile}`, the "
            "rest is skipped (A-BL-09).",
        )


def _pile_reshuffled(state: State, data: Data, referee: Referee) -> None:
    if not state.may_shuffle:
        raise Refused(
            "There are no discards to shuffle but the top one, which stays (A-BL-09).",
            "Who has to draw draws nothing. `companion table` shows what is counted.",
        )


def _penalty_taken(state: State, data: Data, referee: Referee) -> None:
    seat, by = data["seat"], data["called_by"]
    if state.draw_pile < len(data["for"]) and state.may_shuffle:
        referee.refuse(
            "BL-98",
            f"The draw pile has {state.draw_pile} left by what was told.",
            "`companion blank reshuffle` turns the discards into a new one; then go on.",
        )
    name, handle = state.name(seat), state.seats[seat].handle
    drawn, left = data.get("drawn", len(data["for"])), min(len(data["for"]), state.draw_pile)
    referee.require(
        drawn == left,
        "A-BL-09",
        f"{name} drew {counted(drawn, 'card')} as Penalty, and by what is told there "
        f"{'is' if left == 1 else 'are'} {left or 'none'} to be drawn.",
        "`companion table` shows what is counted.",
    )
    if by == seat:
        raise Refused(
            f"{name} cannot point out a mistake of {name}'s.", "`--called-by` names another player."
        )
    if by is None and "missed-rule" in data["for"]:
        referee.refuse(
            "BL-75",
            f"A rule that {name} did not follow costs nothing unless somebody points it out.",
            f"Who did? `companion blank penalty {handle} --for missed-rule --called-by NAME`",
        )
    if "cannot-play" in data["for"] and seat != state.turn:
        referee.refuse(
            "BL-62",
            f"It is {state.name(state.turn)}'s turn: {name} need not play now.",
            f"Cards that an effect makes {name} draw: `companion blank draw {handle} 1`.",
        )
    if "cards" in data:
        _taken_back(state, data, referee)
    elif "out-of-turn" in data["for"]:
        _out_of_turn(state, seat, referee)


def _out_of_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse that whoever has the turn played out of it.

    Where a hand was told anew since the last card, cards went untold, and turns with them perhaps.
    """
    name, other = state.name(seat), state.seats[state.after(seat)].handle
    referee.require(
        seat != state.turn or bool(state.recent[-1].counted),
        "BL-84",
        f"It is {name}'s turn: {name} cannot play out of turn now.",
        f"If it is somebody else's turn, and others went untold: `companion blank turn {other}`, "
        'then the same line again. Told late, or by a rule card: `--house "…"`.',
    )


def _taken_back(state: State, data: Data, referee: Referee) -> None:
    """Refuse a Penalty for cards that were not wrong, or were so in another way.

    Whether they match a top card that nobody told, the table alone knows.
    """
    seat, cards = data["seat"], [Played.from_json(card) for card in data["cards"]]
    require_in_hand(state, seat, len(cards), referee)
    wrong = faults(state, seat, cards)
    told = [fault for fault in data["for"] if fault in _FAULTY]
    if state.top is None and "mixed-cards" not in wrong:
        told = [fault for fault in told if fault != "no-match"]
    if set(wrong) == set(told):
        return
    name, names = state.name(seat), listed([str(card.face) for card in cards])
    missing = [fault for fault in wrong if fault not in told]
    if not wrong:
        what = (
            f"Nothing is wrong with {names}: {name} may play {'it' if len(cards) == 1 else 'them'}."
        )
    else:
        only = "" if missing else "only "
        said = listed([FAULTS[fault] for fault in wrong])
        what = f"Of {names}, {only}this is wrong: {name} {said}."
    # The rule is that of a fault in the sentence; where there is none, of the one that is not so.
    cited = (missing or wrong or told)[0]
    referee.refuse(_FAULTY[cited], what, "The same line without `--penalty`, or a new one.")


def _cards_leave(state: State, seat: int, count: int, verb: str) -> None:
    """Refuse more cards than are in a hand that is followed, or than were dealt."""
    if count > state.hands[seat]:
        name, handle = state.name(seat), state.seats[seat].handle
        raise Refused(
            f"{name} has {state.hands[seat]} by what was told, and cannot {verb} {count}.",
            f"`companion blank hand {handle} N` puts that right first.",
        )


def _cards_discarded(state: State, data: Data, referee: Referee) -> None:
    _cards_leave(state, data["seat"], data["count"], "discard")


def _cards_given(state: State, data: Data, referee: Referee) -> None:
    _cards_leave(state, data["from"], data["count"], "give")


def _turn_passed(state: State, data: Data, referee: Referee) -> None:
    empty = state.empty_hands()
    if empty:
        referee.refuse(
            "BL-4",
            f"{state.name(empty[0])} has no cards left: that is the end.",
            f"`companion blank win {state.seats[empty[0]].handle}`, or tell what was drawn.",
        )
    _whose_turn(state, data["seat"], referee)


def _turn_skipped(state: State, data: Data, referee: Referee) -> None:
    _whose_turn(state, data["seat"], referee)


def _whose_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse that somebody's turn is over which has not come: those before would be passed over."""
    if seat != state.turn:
        before = [f"{state.name(other)}'s" for other in state.turns_before(seat)]
        name, handle = state.name(seat), state.seats[seat].handle
        who = state.name(state.turn)
        referee.refuse(
            "BL-48",
            f"It is {who}'s turn; {name}'s would come after {listed(before)}, "
            "which would be passed over.",
            f"`companion blank skip` is about {who}. Had the others their turns, untold? "
            f"`companion blank turn {handle}`; then the same line again.",
        )


def _rule_opened(state: State, data: Data, referee: Referee) -> None:
    rule = OpenRule.from_json(data["rule"])
    if any(other.label == rule.label for other in state.rules):
        raise Refused(f"Rule {rule.label} lies open already.", "`companion table` shows all.")
    there = f"{len(state.rules)} rules lie open already"
    way = "`companion blank swap-rule OUT IN` puts another in a rule's place"
    if data.get("corrects"):
        there = f"With rule {rule.label}, {len(state.rules) + 1} rules would lie open"
        way = "Name the three that do"
    referee.require(
        len(state.rules) < OPEN_RULES,
        "BL-70",
        f"{there}, and three is what a game is played with.",
        f'{way}; where a card opens one more, `--house "the card says so"`.',
    )


def _rule_discarded(state: State, data: Data, referee: Referee) -> None:
    if all(rule.label != data["rule"] for rule in state.rules):
        raise Refused(
            f"Rule {data['rule']} does not lie open.", "`companion table` shows which do."
        )


_CHECKERS: dict[str, Callable[[State, Data, Referee], None]] = {
    "cards.played": _cards_played,
    "cards.drawn": _cards_drawn,
    "cards.discarded": _cards_discarded,
    "cards.given": _cards_given,
    "pile.reshuffled": _pile_reshuffled,
    "penalty.taken": _penalty_taken,
    "turn.passed": _turn_passed,
    "turn.skipped": _turn_skipped,
    "rule.opened": _rule_opened,
    "rule.discarded": _rule_discarded,
}
