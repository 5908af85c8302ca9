"""Points: those of one's colours on the board, an entered tally, who wins and when it ends.

The biggest tally wins, unless with three players the unclaimed colour is ahead of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from companion.core import outcome as ending
from companion.core.action import Action
from companion.core.box import PlayView
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat, Whole
from companion.core.names import listed, short
from companion.core.numbers import whole
from companion.core.outcome import Lead, Outcome, require_same_end
from companion.core.param import Arguments, Candidate, Incomplete, everybodys
from companion.core.reply import Reply
from companion.core.shapes import AMOUNT, mapping_of, one_of
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.dicebox.state import (
    COLOR,
    COLORS,
    DICE_OF_COLOR,
    MOST_POINTS,
    State,
    color_of,
)

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.offer import Trial


def scored(state: State) -> State:
    """The state with everybody's points: those entered, and those of one's colours (A-DB-05)."""
    tally = state.tally()
    own = [sum(tally.get(color, 0) for color in colors) for colors in state.colors]
    return replace(state, scores=tuple(a + b for a, b in zip(state.entered, own, strict=True)))


# Who wins


class Spoiler(NamedTuple):
    """The unclaimed colour, where it has more points than any player."""

    color: str
    points: int


def outcome(state: State) -> Outcome:
    """The winners by the points now; nobody as long as none are entered."""
    by_color = bool(state.placed or state.counted)
    if by_color and not state.colors_known:
        return Outcome((), "it is unknown whose colour is which")
    if not by_color and not any(state.entered):
        return Outcome((), "no points are entered")
    spoiler = spoiler_of(state) if by_color else None
    points = max(state.scores) if spoiler is None else min(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == points)
    why = [_biggest(winners, points) if spoiler is None else _smallest(state, winners, spoiler)]
    if len(state.seats) == 3 and not by_color:
        why.append("the unclaimed colour was not entered (DB-40)")
    if state.placed and not state.over:
        why.append("ended before the board was done")
    found = Outcome if state.over else Lead
    return found(winners, "; ".join(why))


def spoiler_of(state: State) -> Spoiler | None:
    """With three players, the unclaimed colour and its points, if it is ahead of all (DB-40)."""
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
        f"{spoiler.color}, which is nobody's, has {spoiler.points}, more than the "
        f"{max(state.scores)} of the best: {listed([state.name(seat) for seat in winners])} "
        f"{share}, {min(state.scores)}, and that wins (DB-40)"
    )


# The end


class PlayFinished(Fact[State], kind="play.finished"):
    """`by` is `board` where the last square was filled, and not the table that ended the play."""

    by: Annotated[str | None, one_of("board")] = None

    def check(self, state: State, referee: Referee) -> None:
        """The end that the board brought is right as long as the board is the same."""
        if self.by != "board":
            return
        if not state.over:
            raise Refused("Squares can still be filled.", "`companion dicebox legal` shows them.")
        require_same_end(
            state, self.to_json(), "board", outcome(state), "`companion dicebox tally`"
        )


ENDING = ("die.placed", "seed.placed", "colors.assigned")
"""The kinds of entries with which the board may be done, and the game over."""


def finish_if_over(action: Action[State]) -> None:
    """End the play where the board is done and it can be said who wins."""
    if action.state.over:
        ending.finish_if_over(action, outcome(action.state), "board")


# Points that are entered


class PointsGained(Fact[State], kind="points.gained"):
    """A player gets points beside those of the board."""

    seat: Seat
    points: Whole

    def check(self, state: State, referee: Referee) -> None:
        _require_points(state, self.seat, state.entered[self.seat] + self.points, referee)

    def apply(self, state: State) -> State:
        return _with_more(state, self.seat, self.points)


class PointsLost(Fact[State], kind="points.lost"):
    """A player loses points beside those of the board."""

    seat: Seat
    points: Whole

    def check(self, state: State, referee: Referee) -> None:
        _require_points(state, self.seat, state.entered[self.seat] - self.points, referee)

    def apply(self, state: State) -> State:
        return _with_more(state, self.seat, -self.points)


class PointsSet(Fact[State], kind="points.set"):
    """All points that a player has, on the board and beside it."""

    seat: Seat
    points: Whole

    def check(self, state: State, referee: Referee) -> None:
        _require_points(state, self.seat, self.points, referee)

    def apply(self, state: State) -> State:
        return _with_more(state, self.seat, self.points - state.scores[self.seat])


def _with_more(state: State, seat: int, points: int) -> State:
    """Points that are entered come on top of those on the board."""
    entered = (*state.entered[:seat], state.entered[seat] + points, *state.entered[seat + 1 :])
    return scored(replace(state, entered=entered))


def _require_points(state: State, seat: int, points: int, referee: Referee) -> None:
    """Refuse points beside those of the board, and such as a player's dice cannot have."""
    referee.require(
        not state.seeded and not state.counted,
        "DB-37",
        "The points are those of the dice on the board, and the companion counts them."
        if state.seeded
        else "The points of all colours are entered, and the companion adds them up.",
        "`companion dicebox tally` shows them.",
    )
    # Two players may have two colours each, known or not.
    colors = len(state.colors[seat]) or (2 if len(state.seats) == 2 else 1)
    most = colors * MOST_POINTS
    referee.require(
        0 <= points <= most,
        "DB-2",
        f"{state.name(seat)} cannot have {points} points: {colors * DICE_OF_COLOR} dice have 0 to "
        f"{most}.",
        f"`companion score {state.seats[seat].handle} =31` says how many there are.",
    )


# The tally of a table that entered no board


class TallyCounted(Fact[State], kind="tally.counted"):
    """The points of all colours."""

    points: Annotated[Mapping[str, int], mapping_of(COLOR, AMOUNT)]

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a tally beside a board, and the one that is there already."""
        referee.require(
            not state.seeded,
            "DB-37",
            "The companion has the dice on the board, and counts them itself.",
            "`companion dicebox tally` shows them. Not all were entered? "
            '`--house "counted by hand"`.',
        )
        if state.counted and state.tally() == self.points:
            raise Refused("That is the tally already.", "`companion dicebox tally`")

    def apply(self, state: State) -> State:
        """They take the place of any that were entered before."""
        counted = tuple((color, self.points.get(color, 0)) for color in COLORS)
        return scored(replace(state, counted=counted, entered=(0,) * len(state.seats)))

    def describe(self, before: State, after: State) -> str:
        return "counted: " + ", ".join(f"{color} {points}" for color, points in after.counted)


_EXAMPLE = "`companion dicebox tally red=31 yellow=22 blue=28 white=17`"


def points_by_color(words: Sequence[str]) -> dict[str, int]:
    """The points of all four colours, from `red=31 blue=28 …`. Raises Invalid, or Incomplete."""
    points: dict[str, int] = {}
    for word in words:
        name, equals, typed = word.partition("=")
        number = whole(typed.strip(), 0, MOST_POINTS)
        if number is None:
            given = bool(equals and typed.strip())
            raise (Invalid if given or not equals else Incomplete)(
                f"A colour has 0 to {MOST_POINTS} points, not “{short(typed)}”: there are six dice."
                if given
                else f"“{short(word)}” does not say how many points a colour has.",
                _EXAMPLE,
            )
        color = color_of(name)
        if color in points:
            raise Invalid(f"{color} is there twice.", "Each of the four colours once.")
        points[color] = number
    missing = [one for one in COLORS if one not in points]
    if missing:
        raise Incomplete(
            f"How many points {'has' if len(missing) == 1 else 'have'} {listed(missing)}?",
            "All four colours are counted: the unclaimed may matter.",
        )
    return points


def colors_to_count(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Each colour once, where nothing else is entered; its points come right behind."""
    named = {word.partition("=")[0] for word in args.words}
    some = dict.fromkeys(COLORS, 1)  # Which they are is not looked at.
    if trial.stands(lambda action: count(action, some)):
        yield from ((f"{color}=", "points") for color in COLORS if color not in named)


Counted = Annotated[
    dict[str, int],
    words(
        lambda state, words: points_by_color(words),
        name="COLOR=POINTS...",
        optional=True,
        candidates=colors_to_count,
    ),
]


@verb("the points of every colour", name="tally", whose=everybodys)
def count(action: Action[State], points: Counted) -> None:
    """See the points of every colour, or enter them.

    They are entered where nothing else was: at the end of a game.

    \b
    Examples:
      companion dicebox tally
      companion dicebox tally red=31 yellow=22 blue=28 white=17
    """
    action.add(TallyCounted(points=points))


@count.alone()
def show_tally(seen: PlayView[State]) -> Reply:
    """The points of every colour."""
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
            "unclaimed": list(state.unclaimed) if state.colors_known else None,
        }

    def blocks() -> "list[Block]":
        from companion.games.dicebox.views import tally_table

        return [seen.heading("Tally"), *seen.won(), tally_table(state)]

    return Reply(document=document, blocks=blocks)


def say_points_alone(state: State) -> str:
    """How to enter the end alone; with three players, points leave out what DB-40 asks about."""
    tally = f"Just the points, at the end: {_EXAMPLE}"
    if len(state.seats) == 3:
        return f"{tally}; the unclaimed colour may decide."
    return f"{tally}, or `companion score {state.seats[0].handle} +31`."


def say_finish(state: State) -> str:
    """How a play ends whose points were entered."""
    if state.counted:
        return "All points are entered: `companion finish`."
    if len(state.seats) != 3:
        return "Once all points are entered: `companion finish`."
    return (
        "Once all points are entered: `companion finish`. The unclaimed colour is not among them; "
        f"if it should count: {_EXAMPLE}."
    )
