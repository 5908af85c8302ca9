"""A play of BLANK's own part of `table --json` (contract)."""

from typing import Any

from companion.games.blank.state import Played, State


def report(state: State) -> dict[str, Any]:
    """The keys that BLANK adds; `copy` is null where no box is told, `copies` has all."""
    copies = [box.id for box in state.boxes]
    return {
        "copy": copies[0] if copies else None,
        "copies": copies,
        "phase": None,
        "turn": state.name(state.turn) if state.status == "live" else None,
        "direction": "clockwise" if state.direction == 1 else "counter-clockwise",
        "rules_in_play": [
            {
                "id": rule.label,
                "text": rule.text,
                "copy": rule.copy,
                "card": rule.card,
                "revision": rule.revision,
                "new": rule.new,
            }
            for rule in state.rules
        ],
        "rule_pile": state.rule_pile,
        "top": None if state.top is None else _card(state.top),
        "draw_pile": state.draw_pile,
        "discard_pile": state.discard_pile,
        "penalties": {
            who.name: count for who, count in zip(state.seats, state.penalties, strict=True)
        },
        "prize": None if state.prize is None else state.prize._asdict(),
    }


def player_report(state: State, seat: int) -> dict[str, Any]:
    """What BLANK adds to a player: how many cards are in the hand, by what was told."""
    return {"cards": state.hands[seat], "told": seat in state.told}


def _card(card: Played) -> dict[str, Any]:
    return {
        "number": card.number,
        "suit": card.suit,
        "title": card.title or None,
        "effect": card.effect or None,
        "copy": card.copy,
    }
