"""What can be done now, phase by phase, with the sentences that ask the table for it."""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.core.legal import Legal, Step
from companion.core.names import listed
from companion.core.value import resolved
from companion.games.bwd.additions import may_add, may_fill
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.deal import may_deal, owed, say_cards
from companion.games.bwd.discs import may_unmark
from companion.games.bwd.dots import may_mark
from companion.games.bwd.erasure import may_erase, may_replace
from companion.games.bwd.faces import not_entered, spoken
from companion.games.bwd.points import may_steal, outcome
from companion.games.bwd.resolve_rules import may_resolve_any
from companion.games.bwd.rolls import may_roll
from companion.games.bwd.rounds import choices, has_effect, next_step, pending, working
from companion.games.bwd.setup import common_due, say_tags, say_untold_dice, words_to_roll
from companion.games.bwd.state import RESOLVING, TAGS_IN_SETUP, Die, State
from companion.games.bwd.tag_rules import may_tag
from companion.games.bwd.wards import card_on, in_force

T = TypeVar("T")

# Before the dice are told


def _say_points_alone(state: State) -> str:
    """Whoever tells nothing of cards can play for the scores alone."""
    if state.tracked or state.setup is not None:
        return ""
    handle = state.seats[0].handle
    return f"Just the scores: `companion score {handle} +3`, `companion next` after each round."


def _say_first_tags(state: State) -> str:
    """Tagging begins once no card is to be added."""
    if state.tracked or say_cards(state):
        return ""
    tags = f"`companion bwd tag {state.seats[0].handle}.1 points`"
    if state.setup is None:
        return f"The dice too: four tags each, such as {tags}."
    return f"Four tags each: {tags}."


def _say_round(state: State) -> str:
    """What `next` does where no dice are told."""
    if state.tracked:
        return ""
    result = outcome(state)
    if result.winners:
        return f"{result.why}: `companion next` at the end of round {state.round} ends the game."
    marker = state.name(state.left_of(state.first))
    return (
        f"`companion next` at the end of round {state.round}: "
        f"checks for a winner, passes the marker to {marker}."
    )


# Dice are rolled and resolved


def _say_roll(state: State, catalogue: Catalogue) -> str:
    """Everybody rolls; then the first turn that matters."""
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
    return [] if state.turn is None else not_entered(state, state.turn)


def _say_resolve(state: State, catalogue: Catalogue) -> str:
    left = _left(state, catalogue)
    if not left or state.turn is None:
        return ""
    return f"{state.name(state.turn)} has to resolve {_ways(state, catalogue, left)}."


def _say_card(state: State, catalogue: Catalogue) -> str:
    """What the group read on the card of the icon on top; core icons need no reminder."""
    left = _left(state, catalogue)
    card = card_on(catalogue, state.working(left[0])) if left else None
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
    """A check that rests found no winner; by scores that were corrected since, it may now."""
    result = outcome(state)
    if result.winners:
        return f"Checked: {result.why}: `companion next` ends the game."
    then = f"passes the marker to {state.name(state.left_of(state.first))}"
    return f"Checked: {result.why}. `companion next` {then}: round {state.round + 1}."


def _ways(state: State, catalogue: Catalogue, dice: list[Die]) -> str:
    """Dice with what they show, and the command for the first."""
    if not dice:
        return "`companion next`"
    words = listed([spoken(die, catalogue) for die in dice])
    face, _ = working(state, catalogue, dice[0])
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
    if state.status != "live":
        return "over"
    if state.phase in RESOLVING:
        return "resolving"
    if state.phase != "setup":
        return state.phase
    if owed(state) and not any(state.tags):
        return "cards"
    return "tagged" if state.tags and min(state.tags) >= TAGS_IN_SETUP else "tags"


def _all_rolled(state: State) -> bool:
    return all(die.active is not None for die in state.dice if die.owner is not None)


def _none_rolled(state: State) -> bool:
    """Whether whoever has the turn has told nothing of what is on top."""
    return state.turn is not None and len(_unknown(state)) == len(state.dice_of(state.turn))


def legal(reference: Any) -> Legal[State]:
    """The table, by what is known of the cards, which is read where a step asks for it."""

    def by_cards(ask: Callable[[State, Catalogue], T]) -> Callable[[State], T]:
        return lambda state: ask(state, resolved(reference))

    may_tag_now, may_resolve_one = by_cards(may_tag), by_cards(may_resolve_any)
    tag: Step[State] = Step("tag", when=may_tag_now)
    roll: Step[State] = Step("roll", when=may_roll)
    resolve: Step[State] = Step("resolve", when=may_resolve_one)
    write: Step[State] = Step("write")
    add: Step[State] = Step("add", when=by_cards(may_add))
    deal: Step[State] = Step("deal", when=may_deal)
    fill: Step[State] = Step("fill", when=may_fill)
    dice: Step[State] = Step("dice")
    card: Step[State] = Step("card")
    anything: tuple[Step[State], ...] = (
        tag,
        roll,
        resolve,
        Step("erase", when=may_erase),
        Step("dot", when=may_mark),
        Step("dash", when=may_mark),
        Step("claim"),
        Step("swap", when=lambda state: len({die.owner for die in state.dice}) > 1),
        Step("replace", when=may_replace),
        Step("steal", when=may_steal),
        Step("pay", when=may_steal),
        Step("neutralize", when=lambda state: bool(state.active_cards())),
        Step("restore", when=lambda state: bool(state.neutralized)),
        Step("mark"),
        Step("unmark", when=may_unmark),
        Step("again", when=lambda state: state.phase in RESOLVING),
        add,
        deal,
        fill,
        write,
    )
    before = (tag, roll, write, add, dice, card, *anything)
    said_before = (
        Step(say=say_cards),
        Step(say=_say_points_alone),
        Step(say=_say_first_tags),
        Step(say=say_tags),
        Step(say=say_untold_dice),
    )
    return Legal(
        _phase,
        {
            "cards": (*said_before, add, deal, fill, *before),
            "tags": (*said_before, *before),
            "tagged": (
                *said_before,
                Step("tag", when=lambda state: bool(common_due(state)) and may_tag_now(state)),
                roll,
                *before,
            ),
            "open": (Step(say=_say_round), Step(say=say_tags), Step(say=say_untold_dice), *before),
            "roll": (
                Step(say=by_cards(_say_roll)),
                Step("resolve", when=lambda state: _all_rolled(state) and may_resolve_one(state)),
                roll,
                resolve,
                *anything,
            ),
            "resolving": (
                Step(say=by_cards(_say_resolve)),
                Step(say=by_cards(_say_card)),
                Step(say=_say_on_top),
                Step(say=by_cards(_say_done)),
                Step("roll", when=_none_rolled),
                resolve,
                tag,
                *anything,
            ),
            "check": (Step(say=_say_checked), roll, *anything),
            "over": (),
        },
        always=(dice, card),
    )
