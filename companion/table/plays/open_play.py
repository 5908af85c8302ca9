"""A play as it was read, its document for `table --json` (contract), and short answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.event import Event
from companion.core.game import Game
from companion.core.log import Log
from companion.core.reply import Reply
from companion.core.value import Value, replace
from companion.store.base import LogRef

if TYPE_CHECKING:
    from companion.core.box import PlayView


class OpenPlay(Value):
    """A play: its place in the store, its game, log, state, and the game's reference."""

    ref: LogRef
    game: Game[Any]
    log: Log
    state: Any
    reference: Any

    def after(self, log: Log, state: Any) -> "OpenPlay":
        """This play with a longer log."""
        return replace(self, log=log, state=state)

    def since(self, before: "OpenPlay") -> Sequence[Event]:
        """The events that were added since `before`."""
        return self.log.events[len(before.log.events) :]

    def view(self) -> "PlayView[Any]":
        """The play as verbs of its game see it."""
        from companion.core.box import PlayView

        return PlayView(
            self.game, self.state, self.reference, self.log, self.ref.id, self.ref.group
        )

    def document(self) -> dict[str, Any]:
        """The document of `table --json`: the shared keys, then the game's own."""
        game, state = self.game, self.state
        scores = [game.score_of(state, seat) for seat in range(len(state.seats))]
        known = not game.keeps_points or None not in scores
        return {
            "play": self.ref.id,
            "group": self.ref.group,
            "game": game.id,
            "title": game.title,
            "status": state.status,
            "round": state.round,
            "phase": None,
            "first_player": state.name(state.first) if game.keeps_marker else None,
            "turn": None,
            "players": [
                {
                    "name": who.name,
                    "seat": seat + 1,
                    "score": scores[seat],
                    **game.player_json(state, seat, self.reference),
                }
                for seat, who in enumerate(state.seats)
            ],
            "leaders": [state.name(seat) for seat in state.leaders()] if known else [],
            "winners": [state.name(seat) for seat in state.winners],
            "todo": game.todo(state, self.reference),
            "entries": len({event.action for event in self.log.standing()}),
            **game.to_json(state, self.reference),
        }


def answer(
    play: OpenPlay, did: Sequence[str], warnings: Sequence[str] = (), house: Sequence[str] = ()
) -> Reply:
    """The short answer to an entry: what happened, the new state, what is next.

    `house` are lines about the house rule by which it was entered.
    """
    lines = [*did, *house]
    lines.append(play.game.status_line(play.state))
    lines += [f"→ {step}" for step in play.game.todo(play.state, play.reference)[:2]]
    entry = play.log.next_action - 1
    return Reply(
        document=lambda: {**play.document(), "entry": entry, "did": list(did)},
        lines=tuple(lines),
        warnings=tuple(warnings),
    )
