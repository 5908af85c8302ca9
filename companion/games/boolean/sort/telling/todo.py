"""What to do next in Sort, with commands that can be typed, and where the table is."""

from companion.games.boolean.dice.cube import BOTTOM
from companion.games.boolean.dice.names import Die, by_id, in_order
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.sort.state import TURNS, SortState


def where(state: SortState) -> str:
    """Which turn it is, or that all are taken."""
    return "all turns taken" if state.played else f"turn {state.round} of {TURNS}"


def status_line(state: SortState) -> str:
    """How many dice are in the areas, and which turn it is; at the end, how many are right."""
    dice = f"{dice_words(len(state.turns))} in each area, {dice_words(state.outside)} outside"
    if state.right is not None:
        black, white = state.right
        dice = f"{black} right in Black, {white} in White"
    return f"{dice} — {where(state) if state.status == 'live' else state.status}"


def todo(state: SortState) -> list[str]:
    """The next steps, the most urgent first."""
    if state.right is not None:
        return ["The game is over: `companion finish`."]
    if state.played:
        return [
            "Turn all dice over. How many are right in Black, and in White? "
            "`companion boolean bottoms 5 4`."
        ]
    steps = []
    if not state.turns and state.rolled is None:
        steps.append("Roll all ten dice, and have two areas ready: one for Black, one for White.")
    steps += [
        _turn(state),
        f"What may the bottoms be? Top and sides of each die: {_deduce(state)}.",
    ]
    if not state.turns and state.rolled is None:
        steps.append("Just the end: `companion boolean bottoms 5 4`.")
    return steps


def _turn(state: SortState) -> str:
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


def _deduce(state: SortState) -> str:
    """The command that tells what bottoms may be, with the dice that were named in the areas."""
    free = [by_id()[name] for name in state.free]
    placed = ",".join(by_id()[name].short for name in in_order(state.placed))
    seen = " ".join(_seen(die) for die in (free[len(free) // 2], free[0]))
    return f"`companion boolean deduce {seen}{f' --placed {placed}' if placed else ''}`"


def _seen(die: Die) -> str:
    """The faces of a die that can lie there."""
    return "".join("w" if white else "b" for white in die.net[:BOTTOM])
