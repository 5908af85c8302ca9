"""Pebbles: what a state is, what is refused, what is typed, who has won, what is shown."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from companion.core.action import Action
from companion.core.blocks import Block, Column, Paragraph, Table
from companion.core.command import Player, number, player, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Seat, Whole, facts
from companion.core.game import BoxReader, DataReader, Game
from companion.core.legal import Legal, Step
from companion.core.outcome import Outcome
from companion.core.play import PlayState
from companion.core.seats import PlayerSeat
from companion.core.shapes import TEXT
from companion.core.verbs import StartRequest, Verbs, start


class Pond(PlayState):
    """A table of Pebbles: everybody's pebbles are their points; `pebbles` lay there at first."""

    pebbles: int

    @property
    def left(self) -> int:
        """How many lie in the pond."""
        return max(0, self.pebbles - sum(self.scores))


# What is recorded, and what the rules say of it


class PointsGained(Fact[Pond], kind="points.gained"):
    """A player takes pebbles out of the pond."""

    seat: Seat
    points: Whole

    def check(self, state: Pond, referee: Referee) -> None:
        require_left(state, self.points, referee)


class PointsLost(Fact[Pond], kind="points.lost"):
    """Pebbles of a player fall back into the pond."""

    seat: Seat
    points: Whole

    def check(self, state: Pond, referee: Referee) -> None:
        who, has = state.name(self.seat), state.scores[self.seat]
        few = f"{who} has only {has} pebbles."
        referee.require(self.points <= has, "PEB-4", few, "`companion table` shows who has some.")


class PointsSet(Fact[Pond], kind="points.set"):
    """A player has so many pebbles."""

    seat: Seat
    points: Whole

    def check(self, state: Pond, referee: Referee) -> None:
        has = state.scores[self.seat]
        require_left(state, self.points - has, referee)
        none = f"{state.name(self.seat)} has no pebbles."
        some = bool(has or self.points)
        referee.require(some, "PEB-4", none, "`companion table` shows who has some.")


class RoundEnded(Fact[Pond], kind="round.ended"):
    """Everybody has had a turn, and the pond is not empty."""

    why: Annotated[str, TEXT]

    def check(self, state: Pond, referee: Referee) -> None:
        over, how = "The pond is empty: the game is over.", "`companion next` counts."
        referee.require(state.left > 0, "PEB-5", over, how)


def require_left(state: Pond, more: int, referee: Referee) -> None:
    """Refuse to take more than lie in the pond."""
    few = f"Only {state.left} pebbles lie in the pond."
    referee.require(more <= state.left, "PEB-3", few, "Take fewer, or `companion next`.")


# What is typed


Having = Annotated[
    int, player(lambda trial: (seat for seat, has in enumerate(trial.state.scores) if has))
]
Handful = Annotated[
    int,
    number(
        1,
        99,
        name="N",
        help="How many.",
        candidates=lambda trial, args: (
            (str(pebbles), "") for pebbles in range(1, trial.reference["handful"] + 1)
        ),
    ),
]
PondSize = Annotated[int | None, number(1, 99, metavar="N", help="How many lie in the pond.")]


@start(first="Who begins.")
def begin(request: StartRequest, *, pebbles: PondSize = None) -> dict[str, Any]:
    """Begin Pebbles.

    Examples:
      companion start pebbles Ana Ben
      companion start pebbles Ana Ben Cho --pebbles 30
    """
    return {"pebbles": request.reference["pebbles"] if pebbles is None else pebbles}


@verb("some out of the pond")
def take(action: Action[Pond], player: Player, pebbles: Handful = 1) -> None:
    """Take pebbles out of the pond.

    Examples:
      companion pebbles take ana
      companion pebbles take ben 3
    """
    most = action.reference["handful"]
    action.referee.require(
        1 <= pebbles <= most,
        "PEB-2",
        f"One takes 1 to {most} pebbles, not {pebbles}.",
        "Take more in the next turn.",
    )
    action.add(PointsGained(seat=player, points=pebbles))


@verb("one that falls back")
def drop(action: Action[Pond], player: Having) -> None:
    """Let a pebble fall back into the pond.

    Examples:
      companion pebbles drop ana
    """
    action.add(PointsLost(seat=player, points=1))


@verb("all that a player has")
def spill(action: Action[Pond], player: Having) -> None:
    """Let all pebbles of a player fall back into the pond.

    Examples:
      companion pebbles spill ana
    """
    action.add(PointsSet(seat=player, points=0))


VERBS: Verbs[Pond] = Verbs(
    "Pebbles: take some, drop one, spill them all.", begin, [take, drop, spill]
)


# What the companion asks of every game


class Pebbles(Game[Pond]):
    """Take one, two or three; the most win."""

    id = "pebbles"
    title = "Pebbles"
    fewest_players, most_players = 2, 6
    seats_rule = "PEB-1"
    lowest_score = 0
    reserved_handles = ("pond",)
    data = str(Path(__file__).parent / "data")
    kinds = facts(PointsGained, PointsLost, PointsSet, RoundEnded)

    def opening(
        self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]
    ) -> Pond:
        scores = (0,) * len(seats)
        return Pond(seats=seats, scores=scores, first=first, pebbles=options["pebbles"])

    def reference(self, read: DataReader, box: BoxReader) -> Any:
        return read("pond")

    def advance(self, action: Action[Pond]) -> None:
        result = self.outcome(action.state)
        if result.winners:
            action.add("play.finished", winners=list(result.winners), why=result.why)
        else:
            action.add(RoundEnded(why=result.why))

    def outcome(self, state: Pond) -> Outcome:
        if state.left:
            return Outcome((), "pebbles lie in the pond yet")
        return Outcome(state.leaders(), "the pond is empty")

    def verbs(self) -> Verbs[Pond]:
        return VERBS

    def legal(self, reference: Any) -> Legal[Pond]:
        def takes(state: Pond) -> str:
            who, most = state.seats[state.first], min(state.left, reference["handful"])
            return f"{who.name} takes up to {most}: `companion pebbles take {who.handle} {most}`."

        full = "The pond is empty: `companion next` counts."
        return Legal(
            lambda state: "over" if state.status != "live" else "on" if state.left else "empty",
            {
                "on": (Step("take", takes), Step("drop"), Step("spill")),
                "empty": (Step(say=full), Step("drop"), Step("spill")),
                "over": (),
            },
        )

    def view(self, state: Pond, reference: Any) -> list[Block]:
        rows = tuple((who.name, str(n)) for who, n in zip(state.seats, state.scores, strict=True))
        columns = (Column("Player"), Column("Pebbles", align="right"))
        return [Paragraph(f"{state.left} pebbles lie in the pond."), Table(columns, rows)]

    def begins(self, state: Pond) -> str:
        return f"{state.pebbles} pebbles"

    def to_json(self, state: Pond, reference: Any) -> dict[str, Any]:
        return {"pond": state.left}


GAME = Pebbles()
