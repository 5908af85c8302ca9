"""An entry of a play as a line of the log: hidden dice are nowhere in it."""

from collections.abc import Callable
from typing import Any

from companion.games.boolean.dice.names import BLACK, WHITE
from companion.games.boolean.dice.seen import whites_in
from companion.games.boolean.liar.choices import told
from companion.games.boolean.liar.showdown import challenged
from companion.games.boolean.liar.state import LiarState, Open, Showdown
from companion.games.boolean.possession.entries import (
    describe_counted,
    describe_told,
    dice_words,
)

Data = Any


def begins(state: LiarState) -> str:
    """Who opens the first round."""
    return f"{state.name(state.first)} opens"


def drawn(dice: Open) -> str:
    """Open dice beside each other, white ones first."""
    return WHITE * dice.whites + BLACK * dice.blacks


def verdict(state: LiarState, ended: Showdown, die: str | None = None) -> str:
    """What a challenge brought to light, who loses a die for it, and where the die goes."""
    if ended.whites is None or ended.loser is None:
        return _loss(state, ended)
    there = f"{ended.whites or 'none'} {'is' if ended.whites < 2 else 'are'} White-up"
    name = state.name(ended.loser)
    if ended.taker is not None:
        return f"{there}, exactly as declared, so {name} gives a die to {state.name(ended.taker)}"
    how = "more" if ended.loser == ended.challenger else "fewer"
    what = "a die" if die is None else f"the {die}"
    return f"{there}, {how} than declared, so {name} loses {what} to the center pile"


def _loss(state: LiarState, ended: Showdown) -> str:
    if ended.loser is None:
        return "what lies there was not told"
    if ended.taker is None:
        return f"{state.name(ended.loser)} loses a die to the center pile"
    return f"{state.name(ended.loser)} gives a die to {state.name(ended.taker)}"


def challenge_words(state: LiarState, ended: Showdown) -> str:
    """Who challenged what: `Ben challenges Ana's 4`."""
    line = f"{state.name(ended.challenger or 0)} challenges"
    if ended.declarer is None:
        return line
    what = "declaration" if ended.number is None else told(ended.number)
    return f"{line} {state.name(ended.declarer)}'s {what}"


def _declared(before: LiarState, data: Data, after: LiarState) -> str:
    line = f"{after.name(data['seat'])} declares {told(data['number'])}"
    if data["shown"] is None:
        return line
    whites = whites_in(data["shown"])
    shown = drawn(Open(whites, len(data["shown"]) - whites))
    left = after.hidden(data["seat"])
    stay = f"{shown} lie{'s' * (len(shown) == 1)} open" if shown else "none lies open"
    again = f"{dice_words(left)} rolled again and hidden" if left else "none is rolled again"
    return f"{line} and Displays all: {stay}, {again}"


def _challenged(before: LiarState, data: Data, after: LiarState) -> str:
    ended = challenged(before, data)
    hands = "; ".join(
        f"{after.name(seat)} {hand}" for seat, hand in enumerate(data["hands"] or ()) if hand
    )
    shown = f" ({hands})" if hands else ""
    line = f"{challenge_words(after, ended)}{shown}: {verdict(after, ended, data['die'])}"
    return line if ended.loser is None else f"{line}; {_left(after, ended.loser, ended.taker)}"


def _surrendered(before: LiarState, data: Data, after: LiarState) -> str:
    seat, to = data["seat"], data["to"]
    ended = Showdown(None, None, None, None, seat, to)
    line = verdict(after, ended)
    if to is None and data["die"] is not None:
        line = line.replace("a die", f"the {data['die']}", 1)
    return f"{line}; {_left(after, seat, to)}"


def _left(state: LiarState, loser: int, taker: int | None) -> str:
    """Who has how many dice after it."""
    size = state.held[loser].size
    has = f"has {dice_words(size)} left" if size else "is eliminated"
    line = f"{state.name(loser)} {has}"
    if taker is None or taker == loser:
        return line
    return f"{line}, {state.name(taker)} has {state.held[taker].size}"


TELLERS: dict[str, Callable[[LiarState, Data, LiarState], str]] = {
    "number.declared": _declared,
    "declaration.skipped": lambda before, data, after: (
        f"{after.name(data['seat'])} makes a declaration that is not told"
    ),
    "declaration.challenged": _challenged,
    "die.surrendered": _surrendered,
    "dice.told": describe_told,
    "dice.counted": describe_counted,
}
