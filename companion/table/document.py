"""What is said after an entry, and `table --json` (contract)."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.event import House
from companion.core.game import Game
from companion.core.log import Log
from companion.core.play import PlayState
from companion.store.base import LogRef
from companion.table.reply import Reply


def table_document(
    ref: LogRef, game: Game[Any], log: Log, state: PlayState, reference: Any
) -> dict[str, Any]:
    """The table as a JSON document; the game's own keys on top of the shared ones."""
    return {
        "play": ref.id,
        "group": ref.group,
        "game": game.id,
        "title": game.title,
        "status": state.status,
        "round": state.round,
        "phase": None,
        "first_player": state.name(state.first),
        "turn": None,
        "players": [
            {"name": seat.name, "seat": number, "score": score}
            for number, (seat, score) in enumerate(
                zip(state.seats, state.scores, strict=True), start=1
            )
        ],
        "winners": [state.name(seat) for seat in state.winners],
        "todo": game.todo(state, reference),
        "entries": len({event.action for event in log.standing()}),
        **game.to_json(state, reference),
    }


def answer(
    game: Game[Any],
    state: PlayState,
    reference: Any,
    entry: int,
    did: Sequence[str],
    warnings: Sequence[str],
    document: Callable[[], dict[str, Any]],
    house: House | None = None,
) -> Reply:
    """The short answer to an entry: what happened, where the play stands, what comes next."""
    lines = list(did)
    if house is not None:
        against = f" (against {', '.join(house.rules)})" if house.rules else ""
        lines.append(f"House rule{against}: {house.why}")
    lines.append(game.status_line(state))
    if state.status == "live":
        lines += [f"→ {step}" for step in game.todo(state, reference)[:2]]
    return Reply(
        document=lambda: {**document(), "entry": entry, "did": list(did)},
        lines=tuple(lines),
        warnings=tuple(warnings),
    )
