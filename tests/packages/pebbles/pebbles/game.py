"""Pebbles: what a state is, what is refused, what is typed, who has won, what is shown."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.core.action import Action
from companion.core.blocks import Block, Column, Paragraph, Table
from companion.core.event import Event, Referee
from companion.core.game import BoxReader, DataReader, Game
from companion.core.legal import Legal, Step
from companion.core.outcome import Outcome
from companion.core.param import number, player
from companion.core.play import PlayState
from companion.core.seats import Seat
from companion.core.verb import Verb
from companion.core.verbs import Start, Verbs


class Pond(PlayState):
    """A table of Pebbles: everybody's pebbles are their points; `pebbles` lay there at first."""

    pebbles: int

    @property
    def left(self) -> int:
        """How many lie in the pond."""
        return max(0, self.pebbles - sum(self.scores))


class Pebbles(Game[Pond]):
    """Take one, two or three; the most win."""

    id = "pebbles"
    title = "Pebbles"
    fewest_players, most_players = 2, 6
    seats_rule = "PEB-1"
    lowest_score = 0
    reserved_handles = ("pond",)
    data = str(Path(__file__).parent / "data")

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> Pond:
        scores = (0,) * len(seats)
        return Pond(seats=seats, scores=scores, first=first, pebbles=options["pebbles"])

    def reference(self, read: DataReader, box: BoxReader) -> Any:
        return read("pond")

    def check(self, state: Pond, event: Event, referee: Referee, reference: Any) -> None:
        super().check(state, event, referee, reference)
        before, after = sum(state.scores), sum(self.apply(state, event).scores)
        few = f"Only {state.left} pebbles lie in the pond."
        fits = after <= max(before, state.pebbles)
        referee.require(fits, "PEB-3", few, "Take fewer, or `companion next`.")
        if event.kind == "points.lost":
            who, has = state.name(event.data["seat"]), state.scores[event.data["seat"]]
            few, enough = f"{who} has only {has} pebbles.", event.data["points"] <= has
            referee.require(enough, "PEB-4", few, "`companion table` shows who has some.")
        if event.kind == "points.set":
            seat, points = event.data["seat"], event.data["points"]
            few, some = f"{state.name(seat)} has no pebbles.", state.scores[seat] or points
            referee.require(bool(some), "PEB-4", few, "`companion table` shows who has some.")
        if event.kind == "round.ended":
            over, how = "The pond is empty: the game is over.", "`companion next` counts."
            referee.require(state.left > 0, "PEB-5", over, how)

    def advance(self, action: Action[Pond]) -> None:
        winners, why = self.outcome(action.state)
        if winners:
            action.add("play.finished", winners=list(winners), why=why)
        else:
            action.add("round.ended", why=why)

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

        some = [Step[Pond](verb, when=has_some) for verb in ("drop", "spill")]
        full = "The pond is empty: `companion next` counts."
        return Legal(
            lambda state: "over" if state.status != "live" else "on" if state.left else "empty",
            {
                "on": (Step("take", say=takes), *some),
                "empty": (Step(say=lambda state: full), *some),
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


def has_some(state: Pond) -> bool:
    """Whether anybody has pebbles that may fall back."""
    return any(state.scores)


def take(action: Action[Pond], seat: int, pebbles: int) -> None:
    """Take a handful out of the pond."""
    most = action.reference["handful"]
    action.referee.require(
        1 <= pebbles <= most,
        "PEB-2",
        f"One takes 1 to {most} pebbles, not {pebbles}.",
        "Whoever wants more waits for the next turn.",
    )
    action.add("points.gained", seat=seat, points=pebbles)


def drop(action: Action[Pond], seat: int) -> None:
    """Let one fall back into the pond."""
    action.add("points.lost", seat=seat, points=1)


def spill(action: Action[Pond], seat: int) -> None:
    """Let all of them fall back."""
    action.add("points.set", seat=seat, points=0)


PLAYER = player()
COUNT = number(
    "N",
    1,
    99,
    optional=True,
    help="How many.",
    candidates=lambda trial, told: (
        (str(pebbles), "") for pebbles in range(1, trial.reference["handful"] + 1)
    ),
)
HAVING = player(lambda trial: (seat for seat, has in enumerate(trial.state.scores) if has))
POND = number("--pebbles", 1, 99, metavar="N", help="How many lie in the pond.")

START = Start(
    help="""Begin Pebbles.

    \b
    Examples:
      companion start pebbles Ana Ben
      companion start pebbles Ana Ben Cho --pebbles 30
    """,
    first="Who begins.",
    params=(POND,),
    options=lambda opening: {
        "pebbles": opening.told.get(POND, opening.reference["pebbles"]),
    },
)

VERBS: Verbs[Pond] = Verbs(
    "Pebbles: take some, drop one, spill them all.",
    START,
    [
        Verb(
            name="take",
            about="some out of the pond",
            help="""Take pebbles out of the pond.

            \b
            Examples:
              companion pebbles take ana
              companion pebbles take ben 3
            """,
            params=(PLAYER, COUNT),
            plan=lambda action, told: take(action, told[PLAYER], told.get(COUNT, 1)),
        ),
        Verb(
            name="drop",
            about="one that falls back",
            help="""Let a pebble fall back into the pond.

            \b
            Examples:
              companion pebbles drop ana
            """,
            params=(HAVING,),
            plan=lambda action, told: drop(action, told[HAVING]),
        ),
        Verb(
            name="spill",
            about="all that somebody has",
            help="""Let all pebbles of a player fall back into the pond.

            \b
            Examples:
              companion pebbles spill ana
            """,
            params=(HAVING,),
            plan=lambda action, told: spill(action, told[HAVING]),
        ),
    ],
)
GAME = Pebbles()
