"""Penalties: what costs one, a card for each fault, and the end of the turn of whoever's it is.

Typed as `penalty`; with the cards, as `play … --penalty`; where nothing fits, as `draw`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Event, Referee
from companion.core.kind import Kind
from companion.core.names import chosen, counted, listed
from companion.core.param import (
    A_PLAYER,
    A_TEXT,
    Arguments,
    Candidate,
    Incomplete,
    Param,
    nobodys,
    player,
    several,
)
from companion.core.seats import find_seat, seat_called
from companion.core.shapes import AMOUNT, SEAT, maybe, one_of, some_of
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.blank.hands import require_in_hand, with_drawn
from companion.games.blank.order import acted, since, turn_over
from companion.games.blank.reference import at_table
from companion.games.blank.state import CARD, CardTold, Happening, Played, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

Fault = Literal[
    "out-of-turn", "false-accusation", "no-match", "missed-rule", "mixed-cards", "cannot-play"
]
FAULTS: dict[Fault, str] = {
    "out-of-turn": "played out of turn",
    "false-accusation": "accused somebody falsely",
    "no-match": "played a card that does not match",
    "missed-rule": "did not follow a rule or an effect",
    "mixed-cards": "played cards that do not go together",
    "cannot-play": "has no card that fits",
}
OF_CARDS: Mapping[Fault, str] = {
    "out-of-turn": "BL-84",
    "no-match": "BL-87",
    "mixed-cards": "BL-91",
}
"""What can be wrong with cards that are played, and the rules that say so."""
ONE_PLAY: frozenset[Fault] = frozenset({"mixed-cards", "no-match"})
"""What may be wrong with the cards of one play, and costs one card (A-BL-02)."""


def fault(text: str) -> Fault:
    """The fault that somebody means, by its beginning. Raises Invalid or Ambiguous."""
    return chosen(text.strip().replace(" ", "-"), FAULTS, "cause of a Penalty")


def players_and_faults(state: State, words: Sequence[str]) -> tuple[list[int], list[Fault]]:
    """Who, and for what: words that name nobody here name a fault."""
    players: list[int] = []
    faults: list[Fault] = []
    for word in words:
        seat = seat_called(state.seats, word) if players else find_seat(state.seats, word)
        if seat is None:
            faults.append(fault(word))
        else:
            players.append(seat)
    return players, faults


# Cards that do not fit


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


def faults_of(state: State, seat: int, cards: Sequence[Played]) -> list[Fault]:
    """All that is wrong with cards that somebody plays now: a card of Penalty for each (BL-94)."""
    wrong = misplay(state.top, cards)
    late: list[Fault] = [] if seat == state.turn else ["out-of-turn"]
    return late if wrong is None else [*late, wrong[0]]


PenaltyTaken = TypedDict(
    "PenaltyTaken",
    {
        "seat": Annotated[int, SEAT],
        "for": Annotated[list[Fault], some_of(one_of(*FAULTS))],
        "called_by": Annotated[int | None, maybe(SEAT)],
        "cards": NotRequired[Annotated[list[CardTold], some_of(CARD)]],
        "drawn": NotRequired[Annotated[int, AMOUNT]],
    },
)
"""Somebody draws a card for each fault; `cards` are those that were played wrongly and went back.

`drawn` is told where fewer were left to be drawn.
"""


def _check(state: State, data: PenaltyTaken, referee: Referee) -> None:
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
        _require_wrong(state, data, data["cards"], referee)
    elif "out-of-turn" in data["for"]:
        _require_out_of_turn(state, seat, referee)


def _require_out_of_turn(state: State, seat: int, referee: Referee) -> None:
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


def _require_wrong(
    state: State, data: PenaltyTaken, told_cards: Sequence[CardTold], referee: Referee
) -> None:
    """Refuse a Penalty for cards that were not wrong, or were so in another way.

    Whether they match a top card that nobody told, the table alone knows.
    """
    seat, cards = data["seat"], [Played.from_json(card) for card in told_cards]
    require_in_hand(state, seat, len(cards), referee)
    wrong = faults_of(state, seat, cards)
    told = [fault for fault in data["for"] if fault in OF_CARDS]
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
    referee.refuse(OF_CARDS[cited], what, "The same line without `--penalty`, or a new one.")


def _apply(state: State, data: PenaltyTaken) -> State:
    seat, count = data["seat"], len(data["for"])
    state = with_drawn(state, seat, min(data.get("drawn", count), state.draw_pile))
    penalties = list(state.penalties)
    penalties[seat] += count
    missed = data["for"].count("missed-rule")
    # What was missed was still to be done; any other Penalty comes of what somebody does by now.
    moment = state.moment if missed else state.moment + 1
    state = replace(state, penalties=tuple(penalties), moment=moment)
    state = since(state, missed=state.recent[-1].missed + (seat,) * missed) if missed else state
    state = acted(state, Happening("penalty", seat=seat))
    return turn_over(state, seat) if seat == state.turn else state


def _tell(before: State, data: PenaltyTaken, after: State) -> str:
    seat, by = data["seat"], data["called_by"]
    why = listed([FAULTS[fault] for fault in data["for"]])
    called = "" if by is None else f", pointed out by {after.name(by)}"
    drawn = after.hands[seat] - before.hands[seat]
    ends = "; the turn ends" if seat == before.turn else ""
    return (
        f"{after.name(seat)} {why}{called}: Penalty, draws {counted(drawn, 'card')}, "
        f"{after.hands[seat]} in hand{ends}"
    )


PENALTY_TAKEN = Kind("penalty.taken", PenaltyTaken, _apply, _tell, _check, counts=False)


def require_in_order(before: State, events: Sequence[Event], referee: Referee) -> None:
    """Of several who take a Penalty, whoever has the turn comes last: one turn ends, not two."""
    seats = [event.data["seat"] for event in events if event.kind == PENALTY_TAKEN.name]
    referee.require(
        before.turn not in seats[:-1],
        "BL-66",
        f"It is {before.name(before.turn)}'s turn, which that Penalty ends: it would end the next "
        "one's as well.",
        "Tell the Penalties one by one: `companion blank penalty NAME FAULT`.",
    )


def take_penalty(
    action: Action[State],
    seat: int,
    wrong: Sequence[Fault],
    called_by: int | None,
    cards: Sequence[CardTold] = (),
    colours: Mapping[str, str] = {},
) -> None:
    """A card for each fault, and the end of the turn of whoever's it is (BL-66, BL-94, A-BL-04).

    `cards` are those that were played wrongly, where they are told. What goes together neither with
    each other nor with the top card was one play, and is one Penalty (A-BL-02).
    """
    from companion.games.blank.triggers import tell_rules, warn_of_missed

    state = action.state
    if set(wrong) >= ONE_PLAY:
        wrong = [fault for fault in wrong if fault != "no-match"]
        action.warn(
            "Cards that do not go together, and do not match either, are one Penalty (A-BL-02). "
            "Another play's is told in a line of its own."
        )
    if state.draw_pile < len(wrong) and not state.may_shuffle:
        there = f"only {state.draw_pile}" if state.draw_pile else "nothing"
        missing = "that draw is skipped" if len(wrong) == 1 else "the rest is skipped"
        action.warn(f"There is {there} left to draw or to shuffle: {missing} (A-BL-09).")
    if "missed-rule" in wrong:
        warn_of_missed(action, seat, colours)
    told: PenaltyTaken = {"seat": seat, "called_by": called_by, "for": list(wrong)}
    if cards:
        told["cards"] = list(cards)
    drawn = min(len(wrong), state.draw_pile)
    if drawn < len(wrong):
        told["drawn"] = drawn
    action.add(PENALTY_TAKEN, told)
    tell_rules(action, Happening("penalty"))
    if drawn:
        tell_rules(action, Happening("drawn", at_once=drawn))


# The verb

_MOSTLY: tuple[Fault, ...] = ("missed-rule", "no-match")
"""What happens most; who cannot play says so with `draw`."""


def _plan(action: Action[State], told: Arguments[State]) -> None:
    state, by = action.state, told.get(_CALLED_BY)
    players, named = told[_WHO_AND_WHAT]
    faults = [*named, *told.get(_FOR, ())]
    if not faults:
        raise Incomplete("A Penalty for what?", f"{listed(list(FAULTS), 'or')}.", _WHO_AND_WHAT)
    colours: Mapping[str, str] = {}
    if "missed-rule" in faults:
        colours = at_table(state, action.reference).colours
    # Whoever has the turn comes last: its end must not make another one's out of the next.
    for seat in sorted(dict.fromkeys(players), key=lambda seat: seat == state.turn):
        take_penalty(action, seat, faults, by, colours=colours)


def _others_first(trial: "Trial[State]") -> Sequence[int]:
    """Whoever's turn it is seldom erred: that was the one before, mostly."""
    from companion.core.offer import from_turn

    state = trial.state
    return [*from_turn(state, state.turn)[1:], state.turn]


def _who_or_what(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    from companion.core.offer import people

    players, named = told.get(_WHO_AND_WHAT, ((), ()))
    if players:
        yield from _faults(trial, told)
    if not named and _FOR not in told:
        seats = _others_first(trial)
        yield from people(trial.state, [seat for seat in seats if seat not in players])


def _faults(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """The faults that are not named yet; cards of one play are one Penalty."""
    _, named = told.get(_WHO_AND_WHAT, ((), ()))
    there = {*named, *told.get(_FOR, ())}
    for word, about in ((name, FAULTS[name]) for name in dict.fromkeys([*_MOSTLY, *FAULTS])):
        one_play = {*there, word} >= ONE_PLAY
        if word not in there and not one_play and seat_called(trial.state.seats, word) is None:
            yield word, about


_WHO_AND_WHAT = several(
    "PLAYER... [FAULT...]",
    A_PLAYER,
    players_and_faults,
    candidates=_who_or_what,
    whose=lambda state, read: read[0],
)
_FOR: Param[State, list[Fault]] = several(
    "--for",
    A_TEXT,
    lambda state, words: [fault(word) for word in words],
    optional=True,
    quiet=True,
    metavar="FAULT",
    help=f"{', '.join(FAULTS)}; may repeat.",
    candidates=_faults,
)
_CALLED_BY = player(
    _others_first,
    name="--by",
    short="--called-by",
    optional=True,
    mends=True,
    metavar="NAME",
    help="Who pointed it out.",
    whose=nobodys,
    about="who pointed it out",
    when=lambda trial, told: _FOR in told or bool(told.get(_WHO_AND_WHAT, ((), ()))[1]),
)

PENALTY = Verb[State](
    name="penalty",
    about="a card for each fault",
    help="""A Penalty: a card for each fault, and the end of the turn.

    \b
    Examples:
      companion blank penalty ben missed --by ana
      companion blank penalty ben --for out-of-turn
      companion blank penalty ben --for missed-rule --called-by ana
      companion blank penalty ben cho --for missed-rule --called-by ana
      companion blank penalty ana --for no-match --for missed-rule --called-by ben
    """,
    params=(_WHO_AND_WHAT, _FOR, _CALLED_BY),
    plan=_plan,
)
