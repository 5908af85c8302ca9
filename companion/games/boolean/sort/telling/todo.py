"""What to do next in Sort, with commands that can be typed as they stand."""

from companion.games.boolean.dice.names import by_id
from companion.games.boolean.sort.state import TURNS, SortState


def todo(state: SortState) -> list[str]:
    """The next steps, the most urgent first."""
    if state.right is not None:
        return ["The game is over: `companion finish`."]
    if state.played:
        return [_turn_over(state)]
    steps = []
    if not state.turns:
        steps.append("Roll all ten dice, and have two areas ready: one for Black, one for White.")
    command = "companion boolean sort"
    steps.append(
        f"Roll a die, then put one die into each area: `{command}`. With names (rolled, to Black, "
        f"to White): `{command} {_such_as(state)}`."
    )
    steps.append(
        "What may the bottoms be? Top and sides of each die: "
        "`companion boolean deduce bbbbw wbbww`."
    )
    if not state.turns:
        steps.append("Or only the end: `companion boolean bottoms 5 4`.")
    return steps


def _such_as(state: SortState) -> str:
    """Three dice that may be told: one rolled, and two to be placed that may be right."""
    free = [by_id()[name].short for name in state.free]
    return f"{free[len(free) // 2]} {free[0]} {free[-1]}"


def _turn_over(state: SortState) -> str:
    black, white = (state.limits(area)[1] for area in (0, 1))
    least = state.limits(1)[0]
    if white == TURNS and least < white:
        white -= 1
    return (
        "Turn all dice over. How many are right in Black, and in White? "
        f"`companion boolean bottoms {black} {white}`."
    )
