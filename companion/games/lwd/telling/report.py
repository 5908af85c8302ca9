"""The game's part of `table --json` (contract): the Liar, dice, the guess, everybody's cards."""

from typing import Any

from companion.games.lwd.state import Showdown, State


def report(state: State) -> dict[str, Any]:
    """JSON primitives only; keys may be added, never taken away."""
    live = state.status == "live"
    last = None if state.last is None or state.untold else state.last
    return {
        "phase": state.phase if live else "over",
        "turn": state.name(state.turn) if live and state.phase != "loss" else None,
        "liar": state.name(state.liar),
        "dice_count": state.dice_count,
        "guess": None if last is None else last.to_json(),
        "guesses": [
            {"name": state.name(said.seat), **said.guess.to_json()} for said in state.guesses
        ],
        "highest": state.highest,
        "challenge": None if state.showdown is None else _challenge(state, state.showdown),
        "until": state.variant.until,
        "min_dice": state.variant.min_dice,
        "wildcards": state.variant.wildcards,
        "power": state.variant.power,
    }


def player_report(state: State, seat: int) -> dict[str, Any]:
    """A player's cards: `dice` is null before the number is stated, `wildcards` at most these."""
    deck = state.decks[seat]
    return {
        "cards": deck.cards,
        "dice": state.dice(seat),
        "aside": deck.aside,
        "wildcards": min(deck.wildcards, deck.cards),
    }


def _challenge(state: State, showdown: Showdown) -> dict[str, Any]:
    by = showdown.challenger
    return {
        "by": None if by is None else state.name(by),
        "there": showdown.there,
        "right": showdown.right,
        "loser": None if showdown.loser is None else state.name(showdown.loser),
    }
