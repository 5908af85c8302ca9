"""What grants another turn: an icon of one's own, once, which is none that does something else.

An icon that did not resolve yet is taken to resolve by granting the turn (A-BW-23).
"""

from typing import NamedTuple

from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.rules.in_force import card_on, in_force, why_idle
from companion.games.bwd.rules.resolution import NO_EFFECT, ONE_SHOT
from companion.games.bwd.rules.rounds import how_to_resolve, out_of_phase
from companion.games.bwd.state import Did, Die, Face, State


class Grant(NamedTuple):
    """What grants another turn: an icon on a die, and the rule against it, if there is one."""

    icon: str | None
    refused: str = ""
    why: str = ""
    hint: str = ""


def granting(state: State, catalogue: Catalogue, seat: int, die: Die) -> Grant:
    """The icon by which a die grants its player another turn: what it resolved last in this phase,
    or else what it shows, where nobody told that it resolved."""
    name, top = state.name(seat), die.top
    if die.owner != seat:
        return Grant(None, "BWD-139", f"{die.id} is not {name}'s, and grants {name} nothing.")
    if die.did is not None and die.did.seat == seat:
        return _resolved(catalogue, die, die.did)
    if die.active is not None and (seat, die.active) in die.spent:
        return Grant(None, "A-BW-23", f"{die.id} has granted {name} a turn in this phase already.")
    if (state.phase, seat) in die.resolved:
        return Grant(None, "BWD-117", f"{die.id} has resolved no icon in this phase.")
    if top is None:
        return Grant(None)
    if top.icon is None:
        return Grant(None, "BWD-170", f"{die.id} shows a blank face, which is no icon.")
    return _shown(state, catalogue, die, top.icon, state.working(die) or top)


def _resolved(catalogue: Catalogue, die: Die, did: Did) -> Grant:
    """What resolved grants nothing where it fizzled, or erased itself for being without effect."""
    shown = f"{_spoken(catalogue, did.icon, did.face)} on {die.id}"
    anew = "Undo its entry (`companion log`), and resolve it with `--did` if it granted a turn."
    other = _does_otherwise(catalogue, did.face)
    if other:
        return Grant(did.icon, other, f"{shown} {_DOES[other]}, and grants nobody a turn.")
    if did.fizzled:
        return Grant(did.icon, "BWD-223", f"{shown} fizzled, so it granted nothing.", anew)
    if did.gone == NO_EFFECT:
        return Grant(did.icon, "BWD-26", f"{shown} had no effect, so it granted nothing.", anew)
    if did.gone not in ("", ONE_SHOT):
        why = f"{shown} erased itself, as {did.gone}: it granted nothing."
        return Grant(did.icon, "BWD-142", why)
    return Grant(did.icon)


def _shown(state: State, catalogue: Catalogue, die: Die, icon: str, face: Face) -> Grant:
    """What is on top and has not resolved has to be what could resolve now, and grant a turn."""
    shown = f"{_spoken(catalogue, icon, face)} on {die.id}"
    late = out_of_phase(state, catalogue, die._replace(faces=(face,) * 6))
    # What may not resolve now is not proposed.
    resolves = "" if late or state.turn != die.owner else how_to_resolve(die)
    other = _does_otherwise(catalogue, face)
    if other:
        why = f"{shown} {_DOES[other]}, and grants nobody a turn."
        return Grant(icon, other, why, f"{resolves} tells what it does." if resolves else "")
    for one in (die.top, face):
        if one is not None and not in_force(state, catalogue, one.card):
            idle = why_idle(state, catalogue, one.card)
            why = f"{shown} does not work now, as {idle}: it only erases itself."
            return Grant(icon, "BWD-142", why, resolves)
    if late:
        why = f"{shown} has nothing to resolve in the {state.phase.title()} phase."
        return Grant(icon, late, why)
    both = (card_on(catalogue, die.top), card_on(catalogue, face))
    if any(card is not None and card.one_shot for card in both):
        why = f"{shown} is for use once: it erases itself when it has resolved."
        first = f"`companion bwd resolve {die.id} --did TEXT` first." if resolves else ""
        return Grant(icon, "BWD-233", why, first)
    return Grant(icon)


_DOES = {
    "BWD-143": "scores and does no more",
    "BWD-145": "only erases itself",
    "BWD-132": "does what its card says and no more",
}


def _does_otherwise(catalogue: Catalogue, face: Face) -> str:
    """The rule by which an icon grants nothing: a number scores, and no core card has anybody
    resolve more than once."""
    if is_number(face.icon or ""):
        return "BWD-143" if int(face.icon or "") else "BWD-145"
    card = card_on(catalogue, face)
    return "BWD-132" if card is not None and card.core else ""


def _spoken(catalogue: Catalogue, icon: str, face: Face) -> str:
    title = catalogue.title(icon)
    return title if face.icon in (icon, None) else f"{title} as {catalogue.title(face.icon or '')}"
