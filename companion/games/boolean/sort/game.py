"""Sort: a game for one, who parts the dice by their bottoms without seeing them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.entry import Mention
from companion.core.game import Outcome
from companion.core.legal import Legal, Step
from companion.core.seats import Seat
from companion.games.boolean.dice.the_ten import BOTTOM, Die, by_id, dice_words, in_order
from companion.games.boolean.sort.bottoms import BOTTOMS, BOTTOMS_SHOWN
from companion.games.boolean.sort.state import AREAS, TURNS, SortState, outcome
from companion.games.boolean.sort.turns import DICE_SORTED, SORT, TURN_OPENED, sort
from companion.games.boolean.variant_game import BESIDES, VariantGame, kinds_with
from companion.games.boolean.variants import variant_of

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.verb import Verb

# What can be done now


def _phase(state: SortState) -> str:
    if state.status != "live":
        return "over"
    if state.right is not None:
        return "decided"
    if state.played:
        return "bottoms"
    return "turns" if state.turns or state.rolled is not None else "opening"


def _say_over(state: SortState) -> str:
    return "The game is over: `companion finish`."


def _say_bottoms(state: SortState) -> str:
    return (
        "Turn all dice over. How many are right in Black, and in White? "
        "`companion boolean bottoms 5 4`."
    )


def _say_opening(state: SortState) -> str:
    return "Roll all ten dice, and have two areas ready: one for Black, one for White."


def _say_end(state: SortState) -> str:
    return "Just the end: `companion boolean bottoms 5 4`."


def _say_turn(state: SortState) -> str:
    """The roll may be told first, and what is placed then."""
    command = "companion boolean sort"
    free = [by_id()[name].short for name in state.free]
    placed = f"{free[0]} {free[-1]}"
    if state.rolled is not None:
        return (
            f"The {state.rolled} is rolled. Now put one die into each area: `{command}`. With "
            f"names (to Black, to White): `{command} {placed}`."
        )
    rolled = free[len(free) // 2]
    first = "" if state.turns else f"; or the roll first: `{command} {rolled}`"
    return (
        f"Roll a die, then put one die into each area: `{command}`. With names (rolled, to Black, "
        f"to White): `{command} {rolled} {placed}`{first}."
    )


def _say_deduce(state: SortState) -> str:
    """The command that tells what bottoms may be, with the dice that were named in the areas."""
    free = [by_id()[name] for name in state.free]
    placed = ",".join(by_id()[name].short for name in in_order(state.placed))
    seen = " ".join(_seen(die) for die in (free[len(free) // 2], free[0]))
    command = f"companion boolean deduce {seen}{f' --placed {placed}' if placed else ''}"
    return f"What may the bottoms be? Top and sides of each die: `{command}`."


def _seen(die: Die) -> str:
    """The faces of a die that can lie there."""
    return "".join("w" if white else "b" for white in die.net[:BOTTOM])


_TURN = (Step("sort", _say_turn), Step("deduce", _say_deduce))

LEGAL = Legal[SortState](
    _phase,
    {
        "opening": (Step(say=_say_opening), *_TURN, Step("bottoms", _say_end), Step("split")),
        "turns": _TURN,
        "bottoms": (Step("bottoms", _say_bottoms),),
        "decided": (Step(say=_say_over),),
        "over": (),
    },
    always=(Step("dice"),),
    besides={**BESIDES, "deduce": "needs no play, and helps as long as dice are to be placed"},
)


class Sort(VariantGame[SortState]):
    """Five turns, and all ten bottoms have to be right."""

    variant = variant_of("sort")
    ends_by = "BO-162"
    kinds = kinds_with(TURN_OPENED, DICE_SORTED, BOTTOMS_SHOWN)

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> SortState:
        """All ten dice rolled (BO-155), and nothing in the areas."""
        return SortState(seats=seats, scores=(), first=first, turn=0)

    def own_verbs(self) -> "Sequence[Verb[SortState]]":
        """See `turns`, `bottoms` and `seen`."""
        from companion.games.boolean.sort.seen import DEDUCE

        return SORT, BOTTOMS, DEDUCE

    def legal(self, reference: Any) -> Legal[SortState]:
        """See `LEGAL`."""
        return LEGAL

    def advance(self, action: Action[SortState], reference: Any) -> None:
        """A turn was taken, and nobody tells which dice were in it."""
        sort(action)

    def outcome(self, state: SortState) -> Outcome:
        """See `state.outcome`."""
        return outcome(state)

    def ended(self, state: SortState) -> bool:
        """Whether the dice are turned over."""
        return state.right is not None

    def where(self, state: SortState) -> str:
        """Which turn it is, or that all are taken."""
        return "all turns taken" if state.played else f"turn {state.round} of {TURNS}"

    def status_line(self, state: SortState) -> str:
        """How many dice are in the areas, and which turn it is; at the end, how many are right."""
        dice = f"{dice_words(len(state.turns))} in each area, {dice_words(state.outside)} outside"
        if state.right is not None:
            black, white = state.right
            dice = f"{black} right in Black, {white} in White"
        return f"{dice} — {self.where(state) if state.status == 'live' else state.status}"

    def view(self, state: SortState, reference: Any) -> "list[Block]":
        """See `views.view`."""
        from companion.games.boolean.sort.views import view

        return view(state)

    def report(self, state: SortState) -> dict[str, Any]:
        """The dice of an area as they were placed, null for one not named.

        `rolling` is the die that was rolled in the turn at hand, while nothing is placed in it.
        """
        live = state.status == "live"
        return {
            "phase": ("bottoms" if state.played else "turns") if live else "over",
            "turns": len(state.turns),
            "areas": {colour: list(area) for colour, area in zip(AREAS, state.areas, strict=True)},
            "rolled": [turn.rolled for turn in state.turns],
            "rolling": state.rolled,
            "right": None if state.right is None else dict(zip(AREAS, state.right, strict=True)),
        }

    def player_json(self, state: SortState, seat: int, reference: Any) -> dict[str, Any]:
        """The dice that lie in no area yet."""
        return {"dice": state.outside}

    def in_front(self, state: SortState, reference: Any) -> Iterable[Mention]:
        """See `views.in_front`."""
        from companion.games.boolean.sort.views import in_front

        return in_front(state)


GAME = Sort()
