"""How an agency begins: a side, and the first roll."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.command import choice, flag, player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Flag, Seat
from companion.core.names import counted
from companion.core.numbers import number_of, only_digits
from companion.core.offer import from_turn
from companion.core.param import Arguments, Candidate, Incomplete, a_number
from companion.core.shapes import maybe, one_of
from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.parsing import numbers
from companion.games.boolean.spy.agents import COUNT, require_in
from companion.games.boolean.spy.state import (
    SIDES,
    Agency,
    Side,
    SpyState,
    never_friendly,
    with_agency,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial


class AgencyFormed(Fact[SpyState], kind="agency.formed"):
    """A side, and the first roll: `friendly` dice, so many of them for the `field`, if known."""

    seat: Seat
    side: Annotated[Side, one_of(*SIDES)]
    friendly: Annotated[int | None, maybe(COUNT)]
    field: Annotated[int | None, maybe(COUNT)]
    rerolled: Flag

    def check(self, state: SpyState, referee: Referee) -> None:
        """Refuse another side, a third roll, a roll amid the turns, and impossible numbers."""
        require_in(state, self.seat)
        if self.friendly is None:
            self._require_side(state, referee)
            return
        name = state.name(self.seat)
        referee.require(
            not state.begun,
            "BO-177",
            f"The first roll is made before the first turn, and that has begun: {name}'s dice have "
            "been in play since.",
            f"{self._count_anew(state, self.friendly)} counts them anew.",
        )
        example = f"{self._command(state)} 5`"
        referee.require(
            self.friendly < SET,
            "BO-219",
            f"Of ten dice at most {SET - 1} are friendly: the {never_friendly(self.side).id} never "
            f"is for {self.side.capitalize()}.",
            example,
        )
        referee.require(
            self.friendly > 0,
            "BO-180",
            f"One die has all faces {self.side}, so it is friendly for {name} in every roll.",
            example,
        )
        if self.field is not None:
            self._require_field(state, self.friendly, self.field, referee)
        self._require_roll(state, referee)

    def apply(self, state: SpyState) -> SpyState:
        """Friendly dice are the agency, the others the populace, the turncoat among them."""
        known, field = state.agencies[self.seat], self.field
        if self.friendly is None:
            return with_agency(state, self.seat, known._replace(side=self.side))
        if self.friendly == 1 and field is None:
            field = 1  # A-BO-18
        rolls = known.rolls if self._completes(known) else known.rolls + 1
        agency = Agency(
            side=self.side,
            populace=max(0, SET - self.friendly),
            desk=None if field is None else max(0, self.friendly - field),
            field=field,
            turncoats=("populace",),
            rolls=2 if self.rerolled else rolls,
        )
        return with_agency(state, self.seat, agency)

    def describe(self, before: SpyState, after: SpyState) -> str:
        line = f"{after.name(self.seat)} is {self.side.capitalize()}"
        if self.friendly is None:
            return line
        agency = after.agencies[self.seat]
        known = agency.field is not None
        split = f" ({agency.field} in the field, {agency.desk} at desks)" if known else ""
        rolled = ", rolled again" if self.rerolled else ""
        agents = counted(self.friendly, "agent")
        return f"{line}{rolled}: {agents}{split}, and a populace of {agency.populace}"

    def _completes(self, known: Agency) -> bool:
        """Whether it is the known roll, and says now how many go into the field.

        One that is entered as the second roll is the known one if that was the second, too.
        """
        return (
            known.rolls > 0
            and known.dice == SET
            and known.field is None
            and self.field is not None
            and known.side == self.side
            and known.populace == SET - (self.friendly or 0)
            and (known.rolls == 2 or not self.rerolled)
        )

    def _command(self, state: SpyState) -> str:
        """How a first roll is entered, up to its numbers."""
        return f"`companion boolean agency {state.seats[self.seat].handle} {self.side}"

    def _count_anew(self, state: SpyState, friendly: int) -> str:
        """How somebody's dice are counted anew: by the roll that is entered, where it can be one,
        less the dice that are gone; the other ones are the populace."""
        dice = state.agencies[self.seat].dice
        friendly = friendly if 0 < friendly < dice else min(5, dice)
        afield = max(1, min(self.field or 2, friendly))
        return (
            f"`companion boolean agents {state.seats[self.seat].handle} --side {self.side} "
            f"--populace {dice - friendly} --desk {friendly - afield} --field {afield}`"
        )

    def _require_side(self, state: SpyState, referee: Referee) -> None:
        """A side is chosen before the first roll, and kept."""
        agency, name = state.agencies[self.seat], state.name(self.seat)
        referee.require(
            agency.side in (None, self.side) or not (state.begun or agency.rolls),
            "BO-177",
            f"{name} is {str(agency.side).capitalize()}, by what was entered, and a side is chosen "
            "before the first roll.",
            f"`companion boolean agents {state.seats[self.seat].handle} --side {self.side}` if it "
            "was entered wrongly.",
        )

    def _require_field(self, state: SpyState, friendly: int, field: int, referee: Referee) -> None:
        name, command = state.name(self.seat), self._command(state)
        referee.require(
            field > 0,
            "A-BO-18",
            f"At least one of {name}'s agents begins in the field.",
            f"{command} {friendly} --field 1`",
        )
        referee.require(
            field <= friendly,
            "BO-182",
            f"{friendly} of {name}'s dice came up friendly, so {field} cannot go into the field.",
            f"{command} {friendly} --field {max(1, friendly // 2)}`",
        )

    def _require_roll(self, state: SpyState, referee: Referee) -> None:
        """The first roll may be made once again, and is entered once."""
        agency, name = state.agencies[self.seat], state.name(self.seat)
        if self._completes(agency):
            return
        numbers = self.friendly if self.field is None else f"{self.friendly} {self.field}"
        referee.require(
            agency.rolls < 2,
            "BO-178",
            f"{name} has rolled all ten dice again already, and there is no third roll (A-BO-16).",
            "`companion undo` if it was entered wrongly.",
        )
        referee.require(
            agency.rolls == 0 or self.rerolled,
            "BO-178",
            f"{name}'s first roll was entered already; only one re-roll of all ten may follow "
            "(A-BO-16).",
            f"If it was re-rolled: {self._command(state)} {numbers} --rerolled`; "
            "`companion undo` if it was entered wrongly.",
        )


def _sideless_first(trial: "Trial[SpyState]") -> Iterable[int]:
    seats = from_turn(trial.state, trial.state.turn)
    sideless = [at for at, agency in enumerate(trial.state.agencies) if agency.side is None]
    return (*sideless, *(seat for seat in seats if seat not in sideless))


def _friendly_dice(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> Iterable[Candidate]:
    return () if "field" in args else numbers(1, SET - 1, "friendly dice")


def _field_agents(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> Iterable[Candidate]:
    friendly = args.get("friendly", "")
    if only_digits(friendly) and "field" not in args:
        return numbers(1, int(friendly), "go into the field")
    return ()


_NUMBER = a_number(1, SET - 1)

Former = Annotated[int, player(_sideless_first)]
ASide = Annotated[
    Side,
    choice(
        SIDES,
        "side",
        name="white|black",
        duplicates=True,
        candidates=lambda trial, args: ((side, f"{side} is friendly") for side in SIDES),
    ),
]
Friendly = Annotated[
    str | None, word(name="N", sort=_NUMBER, duplicates=True, candidates=_friendly_dice)
]
Afield = Annotated[
    str | None, word(name="FIELD", sort=_NUMBER, duplicates=True, candidates=_field_agents)
]
Field = Annotated[
    str | None,
    word(sort=_NUMBER, metavar="N", help="How many of them go into the field.", after_dash=True),
]
Rerolled = Annotated[
    bool,
    flag(
        "All ten dice were rolled once more.",
        about="all ten were rolled once more",
        when=lambda trial, args: "side" in args,
    ),
]


@verb("a side and the first roll", name="agency")
def form(
    action: Action[SpyState],
    player: Former,
    side: ASide,
    friendly: Friendly = None,
    afield: Afield = None,
    *,
    field: Field = None,
    rerolled: Rerolled = False,
) -> None:
    """A side and the first roll: friendly dice, those for the field.

    The other agents sit at desks, the unfriendly dice are the populace. The side alone will do.

    \b
    Examples:
      companion boolean agency ana white 5 2
      companion boolean agency ben black 4 --field 1 --rerolled
      companion boolean agency cho white
    """
    example = f"`companion boolean agency {action.state.seats[player].handle} white 5 2`"
    if rerolled and friendly is None:
        how_many = "How many dice came up friendly in the second roll?"
        raise Incomplete(how_many, example, "friendly")
    if afield is not None and field is not None:
        raise Invalid("How many go into the field was entered twice.", example)
    agents = "number of friendly dice", "number of field agents"
    found = [
        None if text is None else number_of(text, what, example)
        for text, what in zip((friendly, field if afield is None else afield), agents, strict=True)
    ]
    action.add(
        AgencyFormed(seat=player, side=side, friendly=found[0], field=found[1], rerolled=rerolled)
    )
