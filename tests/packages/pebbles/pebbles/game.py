"""Pebbles: what a state is, what is refused, who has won, what is shown and offered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.action import Action
from companion.core.blocks import Block, Column, Paragraph, Table
from companion.core.event import Event
from companion.core.game import CopyReader, DataReader, Game, Outcome
from companion.core.offer import Offer
from companion.core.play import PlayState
from companion.core.referee import Referee
from companion.core.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
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
    commands = "pebbles.commands"

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> Pond:
        scores = (0,) * len(seats)
        return Pond(seats=seats, scores=scores, first=first, pebbles=options["pebbles"])

    def reference(self, read: DataReader, copy: CopyReader) -> Any:
        return read("pond")

    def check(self, state: Pond, event: Event, referee: Referee, reference: Any) -> None:
        super().check(state, event, referee, reference)
        before, after = sum(state.scores), sum(self.record(state, event).scores)
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

    def advance(self, action: Action[Pond], reference: Any) -> None:
        winners, why = self.outcome(action.state)
        if winners:
            action.add("play.finished", winners=list(winners), why=why)
        else:
            action.add("round.ended", why=why)

    def outcome(self, state: Pond) -> Outcome:
        if state.left:
            return Outcome((), "pebbles lie in the pond yet")
        return Outcome(state.leaders(), "the pond is empty")

    def todo(self, state: Pond, reference: Any) -> list[str]:
        if state.status != "live":
            return []
        if not state.left:
            return ["The pond is empty: `companion next` counts."]
        who, most = state.seats[state.first], min(state.left, reference["handful"])
        return [f"{who.name} takes up to {most}: `companion pebbles take {who.handle} {most}`."]

    def view(self, state: Pond, reference: Any) -> list[Block]:
        rows = tuple((who.name, str(n)) for who, n in zip(state.seats, state.scores, strict=True))
        columns = (Column("Player"), Column("Pebbles", align="right"))
        return [Paragraph(f"{state.left} pebbles lie in the pond."), Table(columns, rows)]

    def begins(self, state: Pond) -> str:
        return f"{state.pebbles} pebbles"

    def to_json(self, state: Pond, reference: Any) -> dict[str, Any]:
        return {"pond": state.left}

    def offers(self, state: Pond, reference: Any, words: Sequence[str]) -> Iterable[Offer]:
        having = [who for who, n in zip(state.seats, state.scores, strict=True) if n]
        if state.status != "live":
            return []
        match words:
            case []:
                verbs = ["take"] * bool(state.left) + ["drop", "spill"] * bool(having)
                return [Offer(verb) for verb in verbs]
            case ["take"]:
                return [Offer(who.handle) for who in state.seats if state.left]
            case ["take", _]:
                most = min(reference["handful"], state.left)
                return [Offer(str(pebbles)) for pebbles in range(1, most + 1)]
            case ["drop"] | ["spill"]:
                return [Offer(who.handle, "has some") for who in having]
        return []


GAME = Pebbles()
