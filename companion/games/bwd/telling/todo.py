"""What the table should do next: a sentence for each, with the command that tells it."""

from typing import Any

from companion.core.later import known
from companion.core.names import listed
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.reserve import owed, to_add
from companion.games.bwd.room import taggable
from companion.games.bwd.rules.rounds import (
    CHOICES,
    effects,
    next_step,
    outcome,
    pending,
    spoken,
    untold,
)
from companion.games.bwd.setup_tags import (
    common_due,
    die_to_tag,
    missing_tags,
    tags_due,
)
from companion.games.bwd.state import COMMON, CORE, RESOLVING, Die, Face, State
from companion.games.bwd.wards import card_on, in_force


def todo(state: State, catalogue: Any) -> list[str]:
    """The next steps, the most urgent first; at least one while the play is live."""
    if state.status != "live":
        return []
    if state.phase in ("setup", "open") and not state.tracked:
        steps = _cards(state)
        if steps or state.phase == "open":
            return steps or _round(state)
        return _first_steps(state)
    if state.phase in ("setup", "open"):
        return _cards(state) + _tags(state)
    if state.phase == "roll":
        return _rolling(state, known(catalogue))
    if state.phase in RESOLVING:
        return _resolving(state, known(catalogue))
    return [_checked(state)]


def _checked(state: State) -> str:
    """A check that rests found no winner; by scores that were corrected since, it may now."""
    result = outcome(state)
    if result.winners:
        return f"Checked: {result.why}: `companion next` ends the game."
    then = f"passes the marker to {state.name(state.left_of(state.first))}"
    return f"Checked: {result.why}. `companion next` {then}: round {state.round + 1}."


def _cards(state: State) -> list[str]:
    """What setup still lacks in cards (BWD-61 to BWD-79)."""
    setup = state.setup
    if setup is None or not setup.dealt or state.phase != "setup":
        return []
    if state.hands is None and not any(state.added) and not _icon_cards(state):
        return [
            f"Shuffle cards {setup.first} to {setup.last}, deal {setup.dealt // len(state.seats)} "
            "to each; tell what is added with `companion bwd add NUMBER --by NAME`. "
            "Or `companion bwd deal`."
        ]
    lacking = owed(state)
    if not lacking or state.reserve() == ():
        return []
    waiting = [f"{state.name(seat)} {setup.adds - state.added[seat]}" for seat in to_add(state)]
    if waiting:
        by = "" if state.hands is not None else " --by NAME"
        return [f"Cards still to add: {', '.join(waiting)}: `companion bwd add NUMBER{by}`."]
    have = f"{len(state.active_cards())} of {setup.active} cards are active"
    how = "`companion bwd fill`" if state.hands is not None else "`companion bwd add NUMBER`"
    return [f"{have}, {lacking} more to add: {how}."]


def _icon_cards(state: State) -> int:
    return sum(1 for _ in state.cards()) - len(CORE)


def _first_steps(state: State) -> list[str]:
    handle = state.seats[0].handle
    scores = f"Just the scores: `companion score {handle} +3`, `companion next` after each round."
    tags = f"`companion bwd tag {handle}.1 points`"
    if state.setup is None:
        return [scores, f"The dice too: four tags each, such as {tags}."]
    return [f"Four tags each: {tags}."]


def _round(state: State) -> list[str]:
    result = outcome(state)
    if result.winners:
        return [f"{result.why}: `companion next` at the end of round {state.round} ends the game."]
    marker = state.name(state.left_of(state.first))
    return [
        f"`companion next` at the end of round {state.round}: "
        f"checks for a winner, passes the marker to {marker}."
    ]


def _tags(state: State) -> list[str]:
    """Tags of setup, counted down (BWD-83, BWD-97)."""
    tagging = [seat for seat in range(len(state.seats)) if tags_due(state, seat)]
    to_go = ", ".join(f"{state.name(seat)} {tags_due(state, seat)}" for seat in tagging)
    if tagging and not state.common_tags:
        die = die_to_tag(state, tagging[0])
        return [f"Tags to go: {to_go}: `companion bwd tag {die} CARD`."]
    if missing_tags(state):  # A house let the common die be tagged before.
        begins = "`companion next --untold` begins the round without them"
        return [f"Tags to go: {to_go}, and the common die is tagged already: {begins}."]
    steps = [_common_or_roll(state)]
    if tagging:
        told = f"`companion bwd write {die_to_tag(state, tagging[0])} …`"
        steps.append(f"Nobody told what is on the other dice: {told}.")
    return steps


def _common_or_roll(state: State) -> str:
    """What comes when all have tagged their own dice: the common one, and the first round."""
    waiting = common_due(state) if any(state.tags) or state.common_tags else []
    if waiting:
        names = listed([state.name(seat) for seat in waiting])
        return f"The common die, one tag each: {names}: `companion bwd tag common CARD`."
    if state.die(COMMON).active is None and state.common_tags:
        return "Roll the common die: `companion bwd roll common=…`."
    return f"Everyone rolls: `companion bwd roll {_roll_words(state)}`."


def _roll_words(state: State) -> str:
    owned = [die for die in state.dice if die.owner is not None and die.active is None]
    return " ".join(f"{die.id}=…" for die in owned)


def _rolling(state: State, catalogue: Catalogue) -> list[str]:
    words = _roll_words(state)
    steps = [f"Everyone rolls: `companion bwd roll {words}`."] if words else []
    phase, turn = next_step(state, catalogue)
    if turn is not None and not words:
        name = state.name(turn)
        ready = [die for die in state.dice_of(turn) if effects(state, catalogue, die, phase)]
        steps.append(f"{phase.title()} begins with {name}: {_ways(state, catalogue, ready)}.")
    return steps


def _resolving(state: State, catalogue: Catalogue) -> list[str]:
    assert state.turn is not None
    name, left = state.name(state.turn), pending(state, catalogue, state.turn)
    unknown = untold(state, state.turn)
    ask = [
        f"What does {name} have on top? "
        f"`companion bwd roll {' '.join(f'{die.id}=…' for die in unknown)}`."
    ]
    if left:
        said = _card_text(state, catalogue, left[0])
        steps = [f"{name} has to resolve {_ways(state, catalogue, left)}."]
        return [*steps, *([said] if said else ()), *(ask if unknown else ())]
    if unknown:
        return ask
    phase, turn = next_step(state, catalogue)
    after = (
        "the check for a winner" if turn is None else f"{state.name(turn)}'s {phase.title()} turn"
    )
    if turn is None or turn == state.turn:
        return [f"{name} is done in {state.phase.title()}: `companion next` begins {after}."]
    whose = f"{state.name(turn)}'s dice"
    return [f"{name} is done: `companion next` begins {after}, or go on with {whose}."]


def _card_text(state: State, catalogue: Catalogue, die: Die) -> str:
    """What the group read on the card of the icon on top; core icons need no reminder."""
    card = card_on(catalogue, state.working(die))
    if card is None or card.core or not card.text or not in_force(state, catalogue, card.key):
        return ""
    return f"{card.title}: {card.text}"


def _working(state: State, catalogue: Catalogue, die: Die) -> tuple[Face | None, bool]:
    """The face that a die resolves as, also where it copies, and whether it only erases itself."""
    for face in (die.top, state.working(die)):
        number = face is not None and is_number(face.icon or "")
        card = card_on(catalogue, face)
        if card is not None and not number and not in_force(state, catalogue, card.key):
            return face, True
    return state.working(die), False


def _ways(state: State, catalogue: Catalogue, dice: list[Die]) -> str:
    """Dice with what they show, and the command for the first."""
    if not dice:
        return "`companion next`"
    words = listed([spoken(die, catalogue) for die in dice])
    face, idle = _working(state, catalogue, dice[0])
    card = card_on(catalogue, face)
    icon = "blank" if face is None or face.icon is None else face.icon
    verb = f"`companion bwd resolve {dice[0].id}`"
    if idle:
        return f"{words}: {verb}; its card does not work now, so it erases itself"
    if is_number(icon):
        plain = all(die.top is not None and is_number(die.top.icon or "") for die in dice)
        together = " ".join(die.id for die in (dice if plain else dice[:1]))
        return f"{words}: `companion bwd resolve {together}`"
    if icon == "blank" and not taggable(state, catalogue):
        return f"{words}: {verb}; no card is left to tag it with"
    if icon in CHOICES:
        return f"{words}: `companion bwd resolve {dice[0].id}{CHOICES[icon]}`"
    if card is not None and card.copies and state.copy_of(dice[0]) is None:
        return f"{words}: `companion bwd resolve {dice[0].id} --copies DIE`, and what that does"
    return f"{words}: {verb}, with `--points ±N`, `--did TEXT` or `--nothing`"
