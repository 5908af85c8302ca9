"""The game's part of `table --json`: dice, tableau and what goes with them (contract)."""

from typing import Any

from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.discs import disc_entry
from companion.games.bwd.state import Die, State


def report(state: State, catalogue: Catalogue) -> dict[str, Any]:
    """JSON primitives only; keys may be added, never taken away."""
    return {
        "target": state.target,
        "phase": state.phase,
        "turn": None if state.turn is None else state.name(state.turn),
        "set": state.setup.id if state.setup is not None else None,
        "dice": [dice_entry(state, die) for die in state.dice],
        "tableau": [
            _card(state, catalogue, card, stack) for stack in state.stacks for card in stack
        ],
        "discs": {
            state.name(seat): disc_entry(disc, state, catalogue)
            for seat, disc in enumerate(state.discs)
            if disc is not None
        },
    }


def dice_entry(state: State, die: Die) -> dict[str, Any]:
    """A die: `active` is the place of the face on top, 0 to 5, null where nobody told.

    `resolved` says whether it is done for its controller in this phase.
    """
    return {
        "id": die.id,
        "owner": None if die.owner is None else state.name(die.owner),
        "faces": [face.to_json() for face in die.faces],
        "active": die.active,
        "resolved": die.owner is not None and state.has_resolved(die.owner, die),
    }


def _card(state: State, catalogue: Catalogue, key: str, stack: tuple[str, ...]) -> dict[str, Any]:
    card = catalogue.card(key)
    above = stack[stack.index(key) + 1 :]
    return {
        "card": card.title,
        "key": key,
        "number": card.number,
        "state": state.card_state(key),
        "under": catalogue.card(above[0]).title if above else None,
    }
