"""What can be done now, by phase, with the sentences that ask for it."""

from collections.abc import Callable
from typing import Any

from companion.core.legal import Legal, Step
from companion.core.names import listed
from companion.core.value import resolved
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.deal import cards_left_to_add, say_cards
from companion.games.bwd.faces import describe_die, dice_not_entered
from companion.games.bwd.points import outcome
from companion.games.bwd.rounds import choices, find_acting_face, has_effect, next_step, pending
from companion.games.bwd.setup import say_tags, say_unknown_dice, seats_to_tag_common, words_to_roll
from companion.games.bwd.state import RESOLVING, TAGS_IN_SETUP, Die, State
from companion.games.bwd.wards import card_on, in_force

# Before dice are entered


def _say_points_alone(state: State) -> str:
    """Say that without cards, one can play for the scores alone."""
    if state.has_dice_entered or state.setup is not None:
        return ""
    handle = state.seats[0].handle
    score = f"`companion score {handle} +3`"
    return f"Only scores: {score}, `companion next` after each round."


def _say_first_tags(state: State) -> str:
    """Ask for tags, once no card has to be added."""
    if state.has_dice_entered or say_cards(state):
        return ""
    tags = f"`companion bwd tag {state.seats[0].handle}.1 points`"
    if state.setup is None:
        return f"With dice, four tags each: {tags}."
    return f"Four tags each: {tags}."


def _say_round(state: State) -> str:
    """Say what `next` does if no dice were entered."""
    if state.has_dice_entered:
        return ""
    result = outcome(state)
    if result.winners:
        return f"{result.why}: `companion next` at the end of round {state.round} ends the game."
    marker = state.name(state.left_of(state.first))
    return (
        f"`companion next` at the end of round {state.round}: "
        f"checks for a winner, passes the marker to {marker}."
    )


# Rolling and resolving dice


def _say_roll(state: State, catalogue: Catalogue) -> str:
    """Ask everybody to roll; then for the first turn that matters."""
    words = words_to_roll(state)
    if words:
        return f"Everyone rolls: `companion bwd roll {words}`."
    phase, turn = next_step(state, catalogue)
    if turn is None:
        return ""
    ready = [die for die in state.dice_of(turn) if has_effect(state, catalogue, die, phase)]
    return f"{phase.title()} begins with {state.name(turn)}: {_ways(state, catalogue, ready)}."


def _left(state: State, catalogue: Catalogue) -> list[Die]:
    return [] if state.turn is None else pending(state, catalogue, state.turn)


def _unknown(state: State) -> list[Die]:
    return [] if state.turn is None else dice_not_entered(state, state.turn)


def _say_resolve(state: State, catalogue: Catalogue) -> str:
    left = _left(state, catalogue)
    if not left or state.turn is None:
        return ""
    return f"{state.name(state.turn)} has to resolve {_ways(state, catalogue, left)}."


def _say_card(state: State, catalogue: Catalogue) -> str:
    """Show the text of the card of the active icon; core icons need no reminder."""
    left = _left(state, catalogue)
    card = card_on(catalogue, state.acting_face(left[0])) if left else None
    if card is None or card.core or not card.text or not in_force(state, catalogue, card.key):
        return ""
    return f"{card.title}: {card.text}"


def _say_on_top(state: State) -> str:
    unknown = _unknown(state)
    if not unknown or state.turn is None:
        return ""
    dice = " ".join(f"{die.id}=…" for die in unknown)
    return f"What does {state.name(state.turn)} have on top? `companion bwd roll {dice}`."


def _say_done(state: State, catalogue: Catalogue) -> str:
    if state.turn is None or _left(state, catalogue) or _unknown(state):
        return ""
    name = state.name(state.turn)
    phase, turn = next_step(state, catalogue)
    after = (
        "the check for a winner" if turn is None else f"{state.name(turn)}'s {phase.title()} turn"
    )
    if turn is None or turn == state.turn:
        return f"{name} is done in {state.phase.title()}: `companion next` begins {after}."
    whose = f"{state.name(turn)}'s dice"
    return f"{name} is done: `companion next` begins {after}, or go on with {whose}."


def _say_checked(state: State) -> str:
    """Say that a check found no winner, but may now after corrected scores."""
    result = outcome(state)
    if result.winners:
        return f"Checked: {result.why}: `companion next` ends the game."
    then = f"passes the marker to {state.name(state.left_of(state.first))}"
    return f"Checked: {result.why}. `companion next` {then}: round {state.round + 1}."


def _ways(state: State, catalogue: Catalogue, dice: list[Die]) -> str:
    """Return dice with their active icons, and the command for the first."""
    if not dice:
        return "`companion next`"
    words = listed([describe_die(die, catalogue) for die in dice])
    face, _ = find_acting_face(state, catalogue, dice[0])
    card = card_on(catalogue, face)
    verb = f"`companion bwd resolve {dice[0].id}`"
    options, remark = choices(state, catalogue, dice[0])
    if remark:
        return f"{words}: {verb}; {remark}"
    if face is not None and is_number(face.icon or ""):
        plain = all(die.top is not None and is_number(die.top.icon or "") for die in dice)
        together = " ".join(die.id for die in (dice if plain else dice[:1]))
        return f"{words}: `companion bwd resolve {together}`"
    if options:
        return f"{words}: `companion bwd resolve {dice[0].id}{options}`"
    if card is not None and card.copies and state.copy_of(dice[0]) is None:
        return f"{words}: `companion bwd resolve {dice[0].id} --copies DIE`, and what that does"
    return f"{words}: {verb}, with `--points ±N`, `--did TEXT` or `--nothing`"


# What can be done now


def _phase(state: State) -> str:
    """Return the part of the table of steps that applies."""
    if state.status != "live":
        return "over"
    if state.phase == "roll":
        rolled = all(die.active is not None for die in state.dice if die.owner is not None)
        return "rolled" if rolled else "roll"
    if state.phase in RESOLVING:
        hidden = state.turn is not None and len(_unknown(state)) == len(state.dice_of(state.turn))
        return "hidden" if hidden else "resolving"
    if state.phase != "setup":
        return state.phase
    if cards_left_to_add(state) and not any(state.tags):
        return "cards"
    if not state.tags or min(state.tags) < TAGS_IN_SETUP:
        return "tags"
    return "common" if seats_to_tag_common(state) else "tagged"


_ANYTHING = (
    *("tag", "roll", "resolve", "erase", "dot", "dash", "claim", "swap", "replace", "steal"),
    *("pay", "neutralize", "restore", "mark", "unmark", "again", "add", "deal", "fill", "write"),
)


def _steps(*first: str) -> tuple[Step[State], ...]:
    """These verbs first, then all others."""
    return tuple(Step(name) for name in dict.fromkeys((*first, *_ANYTHING)))


def legal(reference: Any) -> Legal[State]:
    """Return the table; cards are read when a step needs them."""

    def by_cards(ask: Callable[[State, Catalogue], str]) -> Callable[[State], str]:
        return lambda state: ask(state, resolved(reference))

    before = ("tag", "roll", "write", "add", "dice", "card")
    before_rounds: tuple[Step[State], ...] = (
        Step(say=say_cards),
        Step(say=_say_points_alone),
        Step(say=_say_first_tags),
        Step(say=say_tags),
        Step(say=say_unknown_dice),
    )
    in_turns: tuple[Step[State], ...] = (
        Step(say=by_cards(_say_resolve)),
        Step(say=by_cards(_say_card)),
        Step(say=_say_on_top),
        Step(say=by_cards(_say_done)),
    )
    return Legal(
        _phase,
        {
            "cards": (*before_rounds, *_steps("add", "deal", "fill", *before)),
            "tags": (*before_rounds, *_steps(*before)),
            "common": (*before_rounds, *_steps(*before)),
            "tagged": (*before_rounds, *_steps("roll", *before)),
            "open": (
                Step(say=_say_round),
                Step(say=say_tags),
                Step(say=say_unknown_dice),
                *_steps(*before),
            ),
            "roll": (Step(say=by_cards(_say_roll)), *_steps("roll", "resolve")),
            "rolled": (Step(say=by_cards(_say_roll)), *_steps("resolve", "roll")),
            "hidden": (*in_turns, *_steps("roll", "resolve")),
            "resolving": (*in_turns, *_steps("resolve")),
            "check": (Step(say=_say_checked), *_steps("roll")),
            "over": (),
        },
        always=(Step("dice"), Step("card")),
    )
