"""The order of a round, and what is resolved in it: Roll, First, Main seat by seat from the marker,
Last, Check (BWD-102)."""

from collections.abc import Iterator

from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.state import COMMON, PHASE_TITLES, RESOLVING, Die, Phase, State
from companion.games.bwd.wards import card_on, in_force

Step = tuple[Phase, int | None]
BLANK_FACE = "blank"
CHOICES = {
    BLANK_FACE: " --tag CARD",
    "tag": " --tag CARD --on DIE",
    "erase": " --erase DIE:FACE",
    "re-roll": " --reroll DIE=ICON",
    "the-window": " --reroll common=ICON",
}
"""What has to be told of icons that leave a choice, as it is typed."""


def effects(state: State, catalogue: Catalogue, die: Die, phase: Phase) -> bool:
    """Whether the active face of a die has anything to resolve in that phase.

    Blank faces and cards that name no phase resolve in Main (A-BW-04, BWD-108), others in the
    phases that they name, also to erase themselves while their card does not work (A-BW-05). A
    card of which only a ward or an always-effect is known owes nothing. What shows on top must be
    known.
    """
    card = card_on(catalogue, die.top)
    if card is None:
        return phase == "main" and die.top is not None
    working = in_force(state, catalogue, card.key)
    only_waits = working and bool(card.ward or card.always) and not card.text
    return phase in (card.phases or (() if only_waits else ("main",)))


def may_resolve(state: State, catalogue: Catalogue, die: Die, phase: Phase) -> bool:
    """Whether resolving the die in that phase makes sense: of some cards the phase is unknown."""
    card = card_on(catalogue, die.top)
    unknown = card is not None and not card.phases
    return effects(state, catalogue, die, phase) or (unknown and phase == "main")


def out_of_phase(state: State, catalogue: Catalogue, die: Die) -> str:
    """The position by which a die has nothing to resolve in this phase; empty where it has."""
    if may_resolve(state, catalogue, die, state.phase):
        return ""
    card = card_on(catalogue, die.top)
    if card is None:
        return "A-BW-04"
    return "A-BW-06" if "first" in card.phases and state.phase != "first" else "A-BW-05"


def pending(state: State, catalogue: Catalogue, seat: int) -> list[Die]:
    """The dice that a player still has to resolve in this phase (BWD-113)."""
    return [
        die
        for die in state.dice_of(seat)
        if effects(state, catalogue, die, state.phase) and not state.has_resolved(seat, die)
    ]


def untold(state: State, seat: int) -> list[Die]:
    """The dice of a player of which nobody told what they show, and which may still resolve."""
    return [
        die
        for die in state.dice_of(seat)
        if die.active is None and not state.has_resolved(seat, die)
    ]


def holds_up(state: State, catalogue: Catalogue, seat: int) -> bool:
    """Whether a turn cannot be passed over: dice to resolve, or not one of them told of."""
    unknown = untold(state, seat)
    return bool(pending(state, catalogue, seat)) or 0 < len(unknown) == len(state.dice_of(seat))


def next_step(state: State, catalogue: Catalogue) -> Step:
    """The next phase and turn that matter, leaving out what has no effect (BWD-105, BWD-162)."""
    if state.phase in ("setup", "open", "check"):
        return "roll", None
    for step in steps_after(state):
        phase, seat = step
        if seat is None or phase == "main":
            return step
        if any(effects(state, catalogue, die, phase) for die in state.dice_of(seat)):
            return step
    return "check", None


def steps_after(state: State) -> Iterator[Step]:
    """All phases and turns that could still come in this round, the check at last."""
    round_: list[Step] = [(phase, seat) for phase in RESOLVING for seat in state.turns()]
    here = (state.phase, state.turn)
    yield from round_[round_.index(here) + 1 :] if here in round_ else round_
    yield "check", None


def resolving(die: Die, copies: str | None = None) -> str:
    """The command that resolves a die, without its ticks; as the icon of another that it copies."""
    return f"companion bwd resolve {die.id}" + (f" --copies {copies}" if copies else "")


def how_to_resolve(die: Die) -> str:
    """The command that resolves a die, with what it is asked for by what it shows."""
    icon = None if die.top is None else die.top.icon or BLANK_FACE
    return f"`{resolving(die)}{CHOICES.get(icon or '', '')}`"


def passed_over(state: State, catalogue: Catalogue, seat: int) -> list[Die]:
    """The dice that would go unresolved if somebody took a turn now: those of whose turn it is, and
    of all whose turns come between."""
    if state.turn is None or state.turn == seat:
        return []
    order = state.turns()
    left = pending(state, catalogue, state.turn)
    for between in order[order.index(state.turn) + 1 : order.index(seat)]:
        left += pending(state, catalogue, between)
        left += untold(state, between) if state.phase == "main" else []
    return left


def tagger(state: State, die: Die) -> int | None:
    """Who tags, where nobody said: whoever's turn it is; outside of turns a die's own player.

    The common die is tagged in turn order in setup (BWD-97).
    """
    if state.turn is not None:
        return state.turn
    if state.phase == "setup" and die.id == COMMON:
        return next((seat for seat in state.order() if seat not in state.common_tags), None)
    return die.owner


def phase_title(state: State) -> str:
    """Where in the round the table is: `Main, Ana's turn`."""
    title = "" if state.phase == "open" else PHASE_TITLES[state.phase]
    return f"{title}, {state.name(state.turn)}'s turn" if state.turn is not None else title
