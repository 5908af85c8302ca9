"""Dice that are counted anew: how many of somebody's are where, whatever was known before."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from companion.core.action import Action
from companion.core.command import choice, flag, player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import chosen, listed
from companion.core.numbers import number_of
from companion.core.offer import from_turn
from companion.core.param import Arguments, Incomplete, Param, a_number
from companion.core.shapes import list_of, maybe, one_of
from companion.core.value import replace
from companion.errors import Refused
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.parsing import numbers
from companion.games.boolean.spy.agents import (
    COUNT,
    OUT,
    add_with_losses,
    and_who_is_out,
    fallen,
    require_in,
)
from companion.games.boolean.spy.state import (
    AT,
    PLACES,
    SIDES,
    Agency,
    Place,
    Side,
    SpyState,
    in_order,
    with_agency,
)
from companion.games.boolean.variants import end

if TYPE_CHECKING:
    from companion.core.offer import Trial

_MAYBE_COUNT = maybe(COUNT)
_AT = {**AT, "desk": "at desks"}


class AgencyCounted(Fact[SpyState], kind="agency.counted"):
    """What is null stays as it was; `turncoats` are the places of all of them."""

    seat: Seat
    side: Annotated[Side | None, maybe(one_of(*SIDES))]
    populace: Annotated[int | None, _MAYBE_COUNT]
    desk: Annotated[int | None, _MAYBE_COUNT]
    field: Annotated[int | None, _MAYBE_COUNT]
    turncoats: Annotated[Sequence[Place] | None, maybe(list_of(one_of(*PLACES)))]
    out: Annotated[Sequence[int] | None, OUT] = None

    @property
    def counts(self) -> dict[Place, int]:
        """The dice by their places, as far as these were counted."""
        places: tuple[tuple[Place, int | None], ...] = (
            ("populace", self.populace),
            ("desk", self.desk),
            ("field", self.field),
        )
        return {place: count for place, count in places if count is not None}

    def check(self, state: SpyState, referee: Referee) -> None:
        """Refuse what is known already, turncoats where nobody is, and more dice than there are."""
        seat = self.seat
        require_in(state, seat)
        after = self._agency(state)
        if after == state.agencies[seat] and seat not in self.apply(state).out:
            raise Refused(
                f"That is what is known of {state.name(seat)} already.",
                "`companion table` shows it.",
            )
        if self.turncoats:
            _require_turncoats(state, seat, after)
        others = [state.agencies[other] for other in state.still_in if other != seat]
        dice = _dice_of([after, *others]) + len(state.free)
        most = SET * len(state.seats)
        # Where a house let pass more, they may be counted as long as there are no more with that.
        referee.require(
            dice <= max(most, _dice_of([state.agencies[seat], *others]) + len(state.free)),
            "BO-176",
            f"That makes {dice} dice, and {len(state.seats)} players have {most} together.",
            self._fitting(state, after, dice - most),
        )

    def apply(self, state: SpyState) -> SpyState:
        """Where turncoats are counted anew, any of them may have been there before; and as many
        desk agents may have been rolled as there are now."""
        if self.seat == state.turn:
            state = replace(state, now=state.now._replace(most=None))
        if self.turncoats is not None and self.seat == state.turn:
            state = replace(state, now=state.now._replace(others=0))
        return fallen(with_agency(state, self.seat, self._agency(state)), self.seat)

    def describe(self, before: SpyState, after: SpyState) -> str:
        parts = [self.side.capitalize()] if self.side else []
        parts += [f"{count or 'nobody'} {_AT[place]}" for place, count in self.counts.items()]
        was, agency = before.agencies[self.seat], after.agencies[self.seat]
        parts += [
            f"which leaves {agency.at(place)} {_AT[place]}"
            for place in PLACES
            if place not in self.counts and was.at(place) != agency.at(place)
        ]
        places = self.turncoats
        if places is not None and len(places) < 2:
            parts.append(f"the turncoat {AT[places[0]] if places else 'lost'}")
        elif places is not None:
            parts.append(f"turncoats {listed([AT[place] for place in places])}")
        line = f"{after.name(self.seat)}: {', '.join(parts) or 'as it was'}"
        return and_who_is_out(line, before, after)

    def _agency(self, state: SpyState) -> Agency:
        """An agency with what was counted anew; the dice are known once all of its places are.

        Where turncoats are counted, it is of all of them.
        """
        agency: Agency = state.agencies[self.seat]
        if self.side is not None:
            agency = agency._replace(side=self.side)
        for place, count in self.counts.items():
            agency = agency.counted(place, count)
        if self.turncoats is not None:
            agency = agency._replace(turncoats=in_order(self.turncoats), strangers=0)
        agency = _with_the_rest(agency._replace(gone=()))
        if agency.populace is None or agency.desk is None or agency.field is None:
            return agency
        return agency._replace(dice=agency.populace + agency.desk + agency.field)

    def _fitting(self, state: SpyState, after: Agency, over: int) -> str:
        """What would make the dice of all as many as there are: fewer of a place not counted."""
        handle = state.seats[self.seat].handle
        for place in PLACES:
            count = after.at(place)
            least = 1 if place == "field" else 0
            if place not in self.counts and count is not None and count - over >= least:
                fewer = [*self.counts.items(), (place, count - over)]
                words = " ".join(f"--{where} {many}" for where, many in fewer)
                return (
                    f"Enter where they came from, too: `companion boolean agents {handle} {words}`."
                )
        return "`companion table` shows everybody's; put others right first if they have lost some."


def _dice_of(agencies: Iterable[Agency]) -> int:
    """How many dice of these agencies are counted, all together."""
    return sum(agency.at(place) or 0 for agency in agencies for place in PLACES)


def _require_turncoats(state: SpyState, seat: int, after: Agency) -> None:
    """Refuse turncoats where nobody is, and more of them than there are. Raises Refused."""
    name, handle, most = state.name(seat), state.seats[seat].handle, len(state.seats)
    turncoats = after.turncoats or ()
    if len(turncoats) > most:
        raise Refused(
            f"{len(turncoats)} turncoats for {name}: there is one in each set, and {most} sets.",
            f"`companion boolean agents {handle} --turncoat {turncoats[-1]}`",
        )
    for place in dict.fromkeys(turncoats):
        count, wanted = after.at(place), turncoats.count(place)
        if count is not None and count < wanted:
            many = "turncoat" if wanted == 1 else f"{wanted} turncoats"
            raise Refused(
                f"{name} has {count or 'nobody'} {AT[place]}, and so no {many} there.",
                f"`companion boolean agents {handle} --{place} {wanted} "
                f"--turncoat {','.join(turncoats)}` enters both.",
            )


def _with_the_rest(agency: Agency) -> Agency:
    """With the dice that are left in the only place of which it is not known how many are there.

    How many there are together is known from the first roll on. One at least is in the field.
    """
    unknown = [place for place in PLACES if agency.at(place) is None]
    if len(unknown) != 1 or not agency.rolls:
        return agency
    left = agency.dice - sum(agency.at(place) or 0 for place in PLACES)
    least = 1 if unknown[0] == "field" else 0
    return agency.counted(unknown[0], left) if left >= least else agency


def _warn_of_fewer_turncoats(action: Action[SpyState], before: SpyState, seat: int) -> None:
    """Say so where several turncoats were known, and one was left out."""
    known, left = (state.agencies[seat].turncoats or () for state in (before, action.state))
    if len(known) > max(1, len(left)) and seat not in action.state.out:
        both, handle = ",".join(known), before.seats[seat].handle
        action.warn(
            f"{before.name(seat)} had {len(known)} turncoats, and {len(left) or 'none'} now. All "
            f"of them are entered at once: `companion boolean agents {handle} --turncoat {both}`."
        )


def _still_in(trial: "Trial[SpyState]") -> Iterable[int]:
    state = trial.state
    return (seat for seat in from_turn(state, state.turn) if seat not in state.out)


NOWHERE = "gone"
"""Where a turncoat is that was lost."""


def read_places(word: str) -> list[Place]:
    """Where turncoats are: `field`, `populace,field`, `gone`. Raises Invalid."""
    words = word.replace(",", " ").split() or [word]
    found = [chosen(one, (*PLACES, NOWHERE), "place for a turncoat") for one in words]
    return [place for place in PLACES for _ in range(found.count(place))]


def _of_somebody(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> bool:
    return "player" in args


def _dice(help: str) -> Param:
    return word(
        sort=a_number(0, SET),
        metavar="N",
        help=help,
        about="how many",
        when=_of_somebody,
        candidates=lambda trial, args: numbers(0, SET),
    )


Owner = Annotated[int, player(_still_in)]
DeskAgents = Annotated[str | None, _dice("Desk agents.")]
FieldAgents = Annotated[str | None, _dice("Field agents.")]
Populace = Annotated[str | None, _dice("Dice not recruited.")]
NewSide = Annotated[
    Side | None,
    choice(
        SIDES,
        "side",
        metavar="white|black",
        help="The side.",
        about="white or black",
        when=_of_somebody,
    ),
]
Turncoats = Annotated[
    Sequence[Place] | None,
    word(
        lambda state, word: read_places(word),
        metavar="PLACE",
        help="populace, desk, field or gone; of two: desk,field.",
        about="where it is",
        when=_of_somebody,
        candidates=lambda trial, args: ((place, "") for place in (*PLACES, NOWHERE)),
    ),
]
Sure = Annotated[bool, flag("Nobody is in the field, and the player is out.", after_dash=True)]


@verb("somebody's dice, counted anew", name="agents")
def count(
    action: Action[SpyState],
    player: Owner,
    *,
    desk: DeskAgents = None,
    field: FieldAgents = None,
    populace: Populace = None,
    side: NewSide = None,
    turncoat: Turncoats = None,
    yes: Sure = False,
) -> None:
    """Count somebody's dice anew; what is not said stays as it was.

    \b
    Examples:
      companion boolean agents ana --desk 3 --field 2 --populace 5
      companion boolean agents ben --turncoat field
      companion boolean agents cho --turncoat populace,field
    """
    before = action.state
    name, handle = before.name(player), before.seats[player].handle
    example = f"`companion boolean agents {handle} --desk 3 --field 2`"
    typed = {"desk": desk, "field": field, "populace": populace}
    counts: dict[str, Any] = {
        place: None if text is None else number_of(text, "number of dice", example)
        for place, text in typed.items()
    }
    if side is None and turncoat is None and set(counts.values()) == {None}:
        raise Incomplete(f"What of {name}'s dice was counted?", example, "side")
    add_with_losses(action, AgencyCounted(seat=player, side=side, turncoats=turncoat, **counts))
    if player in action.state.out and not yes:
        raise Refused(
            f"Without a field agent {name} is eliminated (BO-196).",
            f"`companion boolean out {handle}` if that is so, or the same with `--yes`.",
        )
    _warn_of_fewer_turncoats(action, before, player)
    end(action)
