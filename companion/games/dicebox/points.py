"""Points: those of a player's colours on the board, or a tally that was entered; who wins.

The biggest tally wins, unless with three players the unclaimed colour has more.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core import outcome as ending
from companion.core.action import Action
from companion.core.box import PlayView
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat, Whole
from companion.core.names import listed, short
from companion.core.numbers import whole
from companion.core.outcome import Lead, Outcome, require_same_winners
from companion.core.param import Arguments, Candidate, Incomplete, everybodys
from companion.core.reply import Reply
from companion.core.shapes import AMOUNT, SEAT, list_of, mapping_of, one_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.dicebox.state import (
    COLOR,
    COLORS,
    DICE_OF_COLOR,
    MOST_POINTS,
    State,
    read_color,
)

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.offer import Trial


def with_scores(state: State) -> State:
    """The state with everybody's points: those entered, and those on the board (A-DB-05)."""
    tally = state.tally()
    own = [sum(tally.get(color, 0) for color in colors) for colors in state.colors]
    return replace(
        state, scores=tuple(a + b for a, b in zip(state.entered_points, own, strict=True))
    )


# Who wins


class Spoiler(NamedTuple):
    """The unclaimed colour, if it has more points than any player: the lowest tally wins then."""

    color: str
    points: int


def outcome(state: State) -> Outcome:
    """The winners by the points now; nobody while no points are entered."""
    by_color = bool(state.placed_count or state.final_tally)
    if by_color and not state.knows_colors:
        return Outcome((), "it is unknown who has which colour")
    if not by_color and not any(state.entered_points):
        return Outcome((), "no points are entered")
    spoiler = find_spoiler(state) if by_color else None
    points = max(state.scores) if spoiler is None else min(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == points)
    why = [_biggest(winners, points) if spoiler is None else _smallest(state, winners, spoiler)]
    if len(state.seats) == 3 and not by_color:
        why.append("the unclaimed colour was not entered (DB-40)")
    if state.placed_count and not state.is_over:
        why.append("ended before the board was finished")
    ended = Outcome if state.is_over else Lead
    return ended(winners, "; ".join(why))


def find_spoiler(state: State) -> Spoiler | None:
    """The unclaimed colour of three players, if it has more points than any of them (DB-40)."""
    if len(state.seats) != 3 or len(state.unclaimed) != 1:
        return None
    color = state.unclaimed[0]
    points = state.tally()[color]
    return Spoiler(color, points) if points > max(state.scores) else None


def _biggest(winners: tuple[int, ...], points: int) -> str:
    return f"a draw at {points}" if len(winners) > 1 else f"the biggest tally, {points}"


def _smallest(state: State, winners: tuple[int, ...], spoiler: Spoiler) -> str:
    share = "share the lowest tally" if len(winners) > 1 else "has the lowest tally"
    return (
        f"{spoiler.color}, which is nobody's, has {spoiler.points} points, more than any player: "
        f"{listed([state.name(seat) for seat in winners])} {share}, {min(state.scores)}, and that "
        "wins (DB-40)"
    )


# The end


class PlayFinished(Fact[State], kind="play.finished"):
    """The play is over; `by` is `board` if the last square was filled."""

    winners: Annotated[Sequence[int], list_of(SEAT)]
    by: Annotated[str | None, one_of("board")] = None

    def check(self, state: State, referee: Referee) -> None:
        if self.by != "board":
            return
        if not state.is_over:
            raise Refused("Squares can still be filled.", "`companion dicebox legal` shows them.")
        require_same_winners(state, self.winners, outcome(state), "`companion dicebox tally`")


ENDING = ("die.placed", "seed.placed", "colors.assigned")
"""The kinds of entries that may fill the board and end the game."""


def end_if_over(action: Action[State]) -> None:
    """End the play if no square can be filled any more and it is known who wins."""
    if action.state.is_over:
        ending.finish_if_over(action, outcome(action.state), "board")


# Points that are entered


class PointsGained(Fact[State], kind="points.gained"):
    """A player gets points, where no board is entered."""

    seat: Seat
    points: Whole

    def check(self, state: State, referee: Referee) -> None:
        _require_points(state, self.seat, state.entered_points[self.seat] + self.points, referee)

    def apply(self, state: State) -> State:
        return _with_more(state, self.seat, self.points)


class PointsLost(Fact[State], kind="points.lost"):
    """A player loses points, where no board is entered."""

    seat: Seat
    points: Whole

    def check(self, state: State, referee: Referee) -> None:
        _require_points(state, self.seat, state.entered_points[self.seat] - self.points, referee)

    def apply(self, state: State) -> State:
        return _with_more(state, self.seat, -self.points)


class PointsSet(Fact[State], kind="points.set"):
    """A player has this many points, where no board is entered."""

    seat: Seat
    points: Whole

    def check(self, state: State, referee: Referee) -> None:
        _require_points(state, self.seat, self.points, referee)

    def apply(self, state: State) -> State:
        return _with_more(state, self.seat, self.points - state.scores[self.seat])


def _with_more(state: State, seat: int, points: int) -> State:
    entered = (
        *state.entered_points[:seat],
        state.entered_points[seat] + points,
        *state.entered_points[seat + 1 :],
    )
    return with_scores(replace(state, entered_points=entered))


def _require_points(state: State, seat: int, points: int, referee: Referee) -> None:
    referee.require(
        not state.has_seed and not state.final_tally,
        "DB-37",
        "The companion counts the points of the dice on the board."
        if state.has_seed
        else "The companion adds up the points of the tally that was entered.",
        "`companion dicebox tally` shows them.",
    )
    # Two players may have two colours each, even if they are unknown.
    colors = len(state.colors[seat]) or (2 if len(state.seats) == 2 else 1)
    most = colors * MOST_POINTS
    referee.require(
        0 <= points <= most,
        "DB-2",
        f"{state.name(seat)} cannot have {points} points: {colors * DICE_OF_COLOR} dice have 0 to "
        f"{most}.",
        f"`companion score {state.seats[seat].handle} =31` sets them.",
    )


# The tally, where no board is entered


class TallyCounted(Fact[State], kind="tally.counted"):
    """The points of all colours, counted at the end of a game."""

    points: Annotated[Mapping[str, int], mapping_of(COLOR, AMOUNT)]

    def check(self, state: State, referee: Referee) -> None:
        referee.require(
            not state.has_seed,
            "DB-37",
            "The companion counts the points of the dice on the board.",
            "`companion dicebox tally` shows them. If dice are missing: "
            '`--house "counted by hand"`',
        )
        if state.final_tally and state.tally() == self.points:
            raise Refused("This tally is already entered.", "`companion dicebox tally`")

    def apply(self, state: State) -> State:
        """The tally replaces points that were entered before."""
        counted = tuple((color, self.points.get(color, 0)) for color in COLORS)
        return with_scores(
            replace(state, final_tally=counted, entered_points=(0,) * len(state.seats))
        )

    def describe(self, before: State, after: State) -> str:
        return "counted: " + ", ".join(f"{color} {points}" for color, points in after.final_tally)


_EXAMPLE = "`companion dicebox tally red=31 yellow=22 blue=28 white=17`"


def read_tally(words: Sequence[str]) -> dict[str, int]:
    """Read the points of all four colours: `red=31 blue=28 …`. Raises Invalid, or Incomplete."""
    points: dict[str, int] = {}
    for word in words:
        name, equals, typed = word.partition("=")
        number = whole(typed.strip(), 0, MOST_POINTS)
        if number is None:
            given = bool(equals and typed.strip())
            raise (Invalid if given or not equals else Incomplete)(
                f"A colour has 0 to {MOST_POINTS} points, not “{short(typed)}”."
                if given
                else f"“{short(word)}” does not say how many points a colour has.",
                _EXAMPLE,
            )
        color = read_color(name)
        if color in points:
            raise Invalid(f"{color} is entered twice.", "Enter each of the four colours once.")
        points[color] = number
    missing = [one for one in COLORS if one not in points]
    if missing:
        raise Incomplete(
            f"How many points {'has' if len(missing) == 1 else 'have'} {listed(missing)}?",
            "Enter all four colours: the unclaimed one may matter.",
        )
    return points


def possible_tallies(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Each colour once, if a tally can be entered; its points follow at once."""
    named = {word.partition("=")[0] for word in args.words}
    some = dict.fromkeys(COLORS, 1)  # any points will do
    if trial.accepts(lambda action: count(action, some)):
        yield from ((f"{color}=", "points") for color in COLORS if color not in named)


Counted = Annotated[
    dict[str, int],
    words(
        lambda state, words: read_tally(words),
        name="COLOR=POINTS...",
        optional=True,
        candidates=possible_tallies,
    ),
]


@verb("the points of every colour", name="tally", whose=everybodys)
def count(action: Action[State], points: Counted) -> None:
    """See the points of every colour, or enter them.

    Enter them at the end of a game whose board was not entered.

    Examples:
      companion dicebox tally
      companion dicebox tally red=31 yellow=22 blue=28 white=17
    """
    action.add(TallyCounted(points=points))


@count.alone()
def show_tally(seen: PlayView[State]) -> Reply:
    """Show the points of every colour."""
    state = seen.state

    def document() -> dict[str, Any]:
        return {
            "play": seen.play,
            "tally": state.tally(),
            "players": [
                {
                    "name": who.name,
                    "colors": list(state.colors[seat]),
                    "score": seen.game.score_of(state, seat),
                }
                for seat, who in enumerate(state.seats)
            ],
            "unclaimed": list(state.unclaimed) if state.knows_colors else None,
        }

    def blocks() -> "list[Block]":
        from companion.games.dicebox.views import tally_table

        return [seen.heading("Tally"), *seen.won(), tally_table(state)]

    return Reply(document=document, blocks=blocks)


def say_points_alone(state: State) -> str:
    """Say how to enter only the points; with three players, all colours (DB-40)."""
    tally = f"Or enter only the points, at the end: {_EXAMPLE}"
    if len(state.seats) == 3:
        return f"{tally}; the unclaimed colour may decide who wins."
    return f"{tally}, or `companion score {state.seats[0].handle} +31`."


def say_finish(state: State) -> str:
    """Say how a play ends whose points were entered."""
    if state.final_tally:
        return "All points are entered: `companion finish`."
    if len(state.seats) != 3:
        return "Once all points are entered: `companion finish`."
    return (
        "Once all points are entered: `companion finish`. To count the unclaimed colour, too: "
        f"{_EXAMPLE}."
    )
