"""Resolving a die: what its active face does, where that is known, and what follows by the rules.

Numbers and the five core icons are carried out; any other icon is resolved by what the table says
that it did. An icon that changed nothing, one whose card does not work, and a one-shot erase
themselves.
"""

from collections.abc import Sequence
from typing import Any

from companion.core.action import Action
from companion.core.names import folded, listed
from companion.errors import Invalid, Refused
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.moves.copying import copied, told_of
from companion.games.bwd.moves.core_icons import Choice, core_effect
from companion.games.bwd.moves.dice import mark_face
from companion.games.bwd.moves.phases import begin_turn_for
from companion.games.bwd.moves.refs import EMPTY, find_die, key_in_play, place_of, split_ref
from companion.games.bwd.moves.tagging import tag
from companion.games.bwd.moves.wards import warn_of_wards
from companion.games.bwd.rules.check_faces import active_card
from companion.games.bwd.rules.check_resolving import may_come_now
from companion.games.bwd.rules.fizzling import stoppers
from companion.games.bwd.rules.resolution import NO_EFFECT, ROLLS, scored_by, why_erased, works
from companion.games.bwd.rules.room import taggable
from companion.games.bwd.rules.rounds import resolving
from companion.games.bwd.rules.which_face import ICON, TOP
from companion.games.bwd.state import Die, Face, State


def resolve_all(
    action: Action[State], catalogue: Catalogue, names: Sequence[str], choice: Choice
) -> None:
    """Resolve dice of one player's one after the other, as one entry.

    What was chosen is about the one die of several that shows no number: numbers need no choice.
    """
    chooses = _that_chooses(action.state, names, choice) if len(names) > 1 else 0
    first = find_die(action.state, names[0])
    for place, name in enumerate(names):
        die = find_die(action.state, name)
        # Asked anew at each of them: The Window takes the common die.
        if place and die.owner is not None and die.owner != action.state.die(first.key).owner:
            raise Invalid(
                f"{die.id} is {action.state.name(die.owner)}'s: that is another turn.",
                "One player's dice at a time.",
            )
        resolve(action, catalogue, name, choice if place == chooses else Choice())


def _that_chooses(state: State, names: Sequence[str], choice: Choice) -> int | None:
    """Which of several dice a choice is about, by its place; None where nothing was chosen.

    Raises Invalid where it may be about more than one.
    """
    if choice == Choice():
        return None
    dice = [find_die(state, name) for name in names]
    choosing = [
        place
        for place, die in enumerate(dice)
        if die.top is not None and not is_number(die.top.icon or "")
    ]
    if len(choosing) != 1:
        ids = [die.id for die in dice]
        raise Invalid(
            f"What was told besides may be about {listed(ids, 'or')}.",
            f"Resolve one by itself: `companion bwd resolve {ids[0]} …`.",
        )
    return choosing[0]


def resolve(action: Action[State], catalogue: Catalogue, text: str, choice: Choice) -> None:
    """Resolve the die that `text` names, by its active face."""
    die = find_die(action.state, text)
    if die.owner is None:
        raise Refused(
            "Nobody has the common die, so nobody resolves it.", "`companion bwd claim NAME`"
        )
    face = die.top
    if face is None:
        raise Refused(
            f"I do not know what {die.id} shows.", f"`companion bwd roll {die.id}=…` tells it."
        )
    choice = choice.settled()
    reminded = len(action.warnings)
    begin_turn_for(action, catalogue, die)
    before = action.state
    # Said first, so that a die which may not resolve is refused before anything else.
    may_come_now(before, before.die(die.key), die.owner, action.referee, catalogue)
    other = copied(action, catalogue, die, choice.copies)
    shown, face = face.icon, face if other is None or other.top is None else other.top
    _require_fitting(before, catalogue, die, face, choice)
    told: dict[str, Any] = {
        "die": die.key,
        "seat": die.owner,
        "how": _how(choice),
        "face": shown,
        "told": choice.words,
    }
    if other is not None:
        told["copies"] = told_of(other)
    if choice.fizzled:
        told["stoppers"] = stoppers(before, catalogue)
    action.add("die.resolved", **told)
    if choice.fizzled:
        return  # The icon stays, and counts as resolved (A-BW-09).
    first = len(action.drafts)
    _carry_on(action, catalogue, die, face, choice)
    rolled = any(draft.kind in ROLLS for draft in action.drafts[first:])
    why = why_erased(before, action.state, rolled, told, catalogue)
    if why:
        way = TOP if action.state.die(die.key).active == die.active else ICON
        fact = {"die": die.key, "face": die.active, "icon": shown, "meant": way}
        action.add("face.erased", **fact, by="itself", why=why)
    if why == NO_EFFECT and choice.points:
        action.warn(
            "Where it did more than that: `companion undo`, and resolve it with `--did` (A-BW-07)."
        )
    if any("(ward)" in warning for warning in action.warnings[reminded:]):
        action.warn(f"If a ward is used: `companion undo`, then resolve {die.id} with `--fizzle`.")


def _carry_on(
    action: Action[State], catalogue: Catalogue, die: Die, face: Face, choice: Choice
) -> None:
    if face.icon is None:
        _fill_blank(action, catalogue, die, choice)
        return
    for kind, drawn in (("face.dotted", choice.dot), ("face.dashed", choice.dash)):
        if drawn:
            mark_face(action, catalogue, f"{die.id}:active", kind, 1)
    if is_number(face.icon):
        _score_number(action, catalogue, die, face, choice)
    elif works(action.state, catalogue, face, choice.words) and not choice.nothing:
        core_effect(action, catalogue, die, face, choice)
        _apply_points(action, catalogue, choice.points)


def _fill_blank(action: Action[State], catalogue: Catalogue, die: Die, choice: Choice) -> None:
    """A blank face is tagged with a card that goes on one (A-BW-18)."""
    if choice.tag is not None:
        card = catalogue.find(choice.tag, set(action.state.cards()))
        if card.prerequisite:
            key = key_in_play(action.state, card)
            active_card(action.state, key, action.referee, catalogue)
            wanted = listed([catalogue.title(need) for need in card.prerequisite], "or")
            action.referee.refuse(
                "BWD-245",
                f"{card.title} goes only on a face with {wanted}, and {die.id} shows a blank one.",
                f"Another card: {_blank_hint(action.state, catalogue, die)}.",
            )
        tag(action, catalogue, f"{die.id}:active", choice.tag, choice.puts, by=die.owner)
    elif not taggable(action.state, catalogue):
        action.warn(
            f"No card is left that a blank face could be tagged with: {die.id} is resolved, and "
            "nothing was done (A-BW-18)."
        )


def _blank_hint(state: State, catalogue: Catalogue, die: Die) -> str:
    """How a blank face is resolved: with a card, where there is one for it."""
    tagged = " --tag CARD" if taggable(state, catalogue) else ""
    return f"`companion bwd resolve {die.id}{tagged}`"


def _elsewhere(state: State, catalogue: Catalogue, die: Die, on: str) -> bool:
    """Whether another face is named than the blank one on top."""
    die_text, face_text = split_ref(on)
    if find_die(state, die_text).id != die.id:
        return True
    plain = not face_text or folded(face_text) in EMPTY
    return not plain and place_of(die, catalogue, face_text) != die.active


def _require_fitting(
    state: State, catalogue: Catalogue, die: Die, face: Face, choice: Choice
) -> None:
    """Refuse to listen to what a blank face or a number cannot do. Raises Invalid."""
    if choice.fizzled and face.icon is None:
        raise Invalid(
            f"{die.id} shows a blank face, and tagging it is no effect that fizzles.",
            _blank_hint(state, catalogue, die),
        )
    if face.icon is None:
        unheard = choice.erase or choice.reroll or choice.points or choice.dot or choice.dash
        if unheard or (choice.on and _elsewhere(state, catalogue, die, choice.on)):
            raise Invalid(
                f"{die.id} shows a blank face: resolving it tags that face and does no more.",
                _blank_hint(state, catalogue, die),
            )
    elif is_number(face.icon) and (choice.tag or choice.erase or choice.reroll):
        raise Invalid(
            f"{die.id} shows a number, which scores and does no more.",
            f"`{resolving(die, choice.copies)}`; `--points` with `--did` where something changes "
            "what it scores.",
        )


def _how(choice: Choice) -> str:
    if choice.nothing:
        return "it changed nothing"
    if choice.fizzled:
        return f"it fizzled{f': {choice.did}' if choice.did else ''}"
    return choice.did or ""


def _apply_points(
    action: Action[State], catalogue: Catalogue, points: Sequence[tuple[int, int]]
) -> None:
    for seat, change in points:
        if change > 0:
            action.add("points.gained", seat=seat, points=change)
        elif change < 0:
            warn_of_wards(action, catalogue, seat)
            action.add("points.lost", seat=seat, points=-change)


def _score_number(
    action: Action[State], catalogue: Catalogue, die: Die, face: Face, choice: Choice
) -> None:
    """A number scores whatever its card is (BWD-143), unless something changes what it scores."""
    assert die.owner is not None
    if choice.points:
        _apply_points(action, catalogue, choice.points)
        return
    if (face.icon or "").startswith("-") and not choice.nothing:
        warn_of_wards(action, catalogue, die.owner)
    change = scored_by(action.state, die.owner, face, choice.words)
    if change:
        kind = "points.gained" if change > 0 else "points.lost"
        action.add(kind, seat=die.owner, points=abs(change))
