"""How what happens to cards and discs changes the state: the tableau, its stacks, discs on it."""

from typing import Any

from companion.core.changed import replace
from companion.games.bwd.state import State

Data = Any


def cards_dealt(state: State, data: Data) -> State:
    """Everybody has a hand; the tableau is told from now on."""
    return replace(state, hands=tuple(tuple(hand) for hand in data["hands"]), told=True)


def card_added(state: State, data: Data) -> State:
    """On what it covers, or beside all others."""
    card, over, by = data["card"], data["over"], data["by"]
    if "overwrites" in data:
        state = _laid_on(state, (card,), over)
    else:
        # Earlier logs do not tell what a card names, and whatever covered lay on top.
        stack = state.stack_of(over) if over is not None else ()
        state = _laid_on(state, (card,), stack[-1] if stack else None)
    state = replace(state, told=True)
    if over is not None:
        state = replace(state, discs=_discs_moved_up(state, card))
    if state.phase != "setup" or state.setup is None:
        return state
    if by is not None:
        state = replace(state, added=plus_one(state.added, by))
        if data.get("together"):
            state = replace(state, revealed=(*state.revealed, (card, by)))
    # What nobody adds replaces a card if one is to be replaced, whatever it did as it came in.
    replacing = by is None and state.replacements > 0
    return replace(state, replacements=state.replacements + (over is not None) - replacing)


def card_laid(state: State, data: Data) -> State:
    """With all that covers it: the card was read after it had come in, and what it covers too."""
    moved = state.stack_of(data["card"]) or (data["card"],)
    left = tuple(stack for stack in state.stacks if stack != moved)
    state = _laid_on(replace(state, stacks=left), moved, data["over"])
    state = replace(state, discs=_discs_moved_up(state, data["card"]))
    if state.phase != "setup" or state.setup is None:
        return state
    return replace(state, replacements=state.replacements + 1)


def _laid_on(state: State, cards: tuple[str, ...], over: str | None) -> State:
    """The tableau with these cards right above one that lies there, or beside all others."""
    if over is None or not state.stack_of(over):
        return replace(state, stacks=(*state.stacks, cards))
    stacks = []
    for stack in state.stacks:
        if over in stack:
            place = stack.index(over) + 1
            stack = (*stack[:place], *cards, *stack[place:])
        stacks.append(stack)
    return replace(state, stacks=tuple(stacks))


def card_neutralized(state: State, data: Data) -> State:
    """Face-down; told or not, it lies in the tableau."""
    if data["card"] not in state.cards():
        # Told or not, a card that was turned over lies in the tableau.
        state = replace(state, stacks=(*state.stacks, (data["card"],)))
    return replace(state, neutralized=state.neutralized | {data["card"]})


def card_restored(state: State, data: Data) -> State:
    """Face-up again."""
    return replace(state, neutralized=state.neutralized - {data["card"]})


def disc_placed(state: State, data: Data) -> State:
    """A disc lies there, and nowhere else."""
    return replace(state, discs=_replaced(state.discs, data["seat"], data["on"]))


def disc_lifted(state: State, data: Data) -> State:
    """A disc marks nothing."""
    return replace(state, discs=_replaced(state.discs, data["seat"], None))


def _discs_moved_up(state: State, card: str) -> tuple[str | None, ...]:
    """A disc on a card that is covered now lies on the top one of its stack (A-BW-28)."""
    *covered, top = state.stack_of(card)
    below = {f"card:{each}" for each in covered}
    return tuple(
        # A disc may lie on one icon of a card: `card:points:3`.
        f"card:{top}" if disc and ":".join(disc.split(":")[:2]) in below else disc
        for disc in state.discs
    )


def plus_one(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The counts with one more for a seat."""
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])


def _replaced(discs: tuple[str | None, ...], seat: int, disc: str | None) -> tuple[str | None, ...]:
    return (*discs[:seat], disc, *discs[seat + 1 :])
