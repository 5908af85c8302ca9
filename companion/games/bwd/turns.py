"""What `next` goes on to; further turns, granted by an icon of one's own, once, that does no more.

An icon that did not resolve yet is taken to resolve by granting the turn (A-BW-23).
"""

from collections.abc import Iterator
from typing import Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.offer import Trial
from companion.core.param import A_DIE, Arguments, Candidate, Param, flag, one, player
from companion.core.shapes import FLAG, SEAT, maybe
from companion.core.value import Value, replace
from companion.core.verb import Verb
from companion.games.bwd import rounds
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.erasure import NO_EFFECT, ONE_SHOT
from companion.games.bwd.faces import DIE, ICON, find_die, spoken
from companion.games.bwd.names import about_die, seats_from_turn
from companion.games.bwd.points import PLAY_FINISHED, end_round, finish_if_won
from companion.games.bwd.state import RESOLVING, Did, Die, Face, State
from companion.games.bwd.wards import card_on, in_force, why_idle

# On to what comes next


def advance(action: Action[State]) -> None:
    """Record what `next` does: the next step, with the winner check at the end of a round."""
    state = action.state
    if state.phase in ("setup", "open") and not state.tracked:
        if not finish_if_won(action):
            end_round(action)
        return
    catalogue: Catalogue = action.reference
    if state.phase == "check":
        # A check that rests here found no winner; scores may have been corrected since.
        if finish_if_won(action):
            return
        end_round(action)
    elif state.phase in RESOLVING and state.turn is not None:
        left = rounds.pending(state, catalogue, state.turn)
        if left and action.untold:
            dice = listed([spoken(die, catalogue) for die in left])
            action.warn(f"Nobody told what came of {dice}.")
        rounds.warn_of_untold(action, [state.turn])
    elif state.phase == "roll":
        rounds.warn_of_untold(action, state.turns())
    rounds.begin(action, *rounds.next_step(action.state, catalogue))
    if action.state.phase == "check":
        action.follow(PLAY_FINISHED)


# What grants a turn


class Grant(Value):
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
    late = rounds.out_of_phase(state, catalogue, die._replace(faces=(face,) * 6))
    # What may not resolve now is not proposed.
    resolves = (
        "" if late or state.turn != die.owner else rounds.how_to_resolve(state, catalogue, die)
    )
    other = _does_otherwise(catalogue, face)
    if other:
        why = f"{shown} {_DOES[other]}, and grants nobody a turn."
        return Grant(icon, other, why, f"{resolves} tells what it does." if resolves else "")
    for shows in (die.top, face):
        if shows is not None and not in_force(state, catalogue, shows.card):
            idle = why_idle(state, catalogue, shows.card)
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


# Another turn


class TurnRepeated(TypedDict):
    """Somebody takes another turn, granted `by` a die where that was told.

    `icon` is the one that granted it; in older logs the die alone is known.
    """

    seat: Annotated[int, SEAT]
    by: Annotated[str | None, maybe(DIE)]
    icon: NotRequired[Annotated[str | None, maybe(ICON)]]
    untold: NotRequired[Annotated[bool, FLAG]]


def _check_repeated(state: State, data: TurnRepeated, referee: Referee, cards: Catalogue) -> None:
    """Another turn is granted by an icon of one's own, once, and passes over nobody's dice."""
    referee.require(
        state.phase in RESOLVING,
        "BWD-266",
        "Another turn means resolving one's dice again, and no dice are being resolved now.",
        "`companion next` goes on to the Main phase.",
    )
    if "icon" not in data or state.phase not in RESOLVING or state.turn is None:
        return
    if data["by"] is not None:
        _require_granted(state, data["by"], data, referee, cards)
    if not data.get("untold"):
        _nobody_passed_over(state, data, referee, cards)


def _require_granted(
    state: State, by: str, data: TurnRepeated, referee: Referee, cards: Catalogue
) -> None:
    die, seat = state.die(by), data["seat"]
    grant = granting(state, cards, seat, die)
    hint = f"`companion bwd again {state.seats[seat].handle}` with `--by` and the die that did."
    if grant.refused:
        referee.refuse(grant.refused, grant.why, grant.hint or hint)
    if grant.icon != data["icon"]:
        icon = "nothing known" if data["icon"] is None else cards.title(data["icon"])
        referee.refuse("A-BW-23", f"It was not {icon} that {die.id} resolved.", hint)


def _nobody_passed_over(
    state: State, data: TurnRepeated, referee: Referee, cards: Catalogue
) -> None:
    seat = data["seat"]
    left = rounds.passed_over(state, cards, seat)
    if left and state.turn is not None:
        by = "" if data["by"] is None else f" --by {state.die(data['by']).id}"
        names = listed(list(dict.fromkeys(state.name(die.owner or 0) for die in left)))
        referee.refuse(
            "BWD-110",
            f"It is {state.name(state.turn)}'s turn, and {listed([spoken(d, cards) for d in left])}"
            f" of {names} would be passed over.",
            f"{rounds.how_to_resolve(state, cards, left[0])}. If that was done and nobody told: "
            f"`companion bwd again {state.seats[seat].handle}{by} --untold`.",
        )


def _apply_repeated(state: State, data: TurnRepeated) -> State:
    """All dice of the player are open again, but not the icon that granted the turn (A-BW-23).

    In older logs, which do not say what icon it was, that whole die is done.
    """
    seat, done = data["seat"], (state.phase, data["seat"])
    dice = []
    for die in state.dice:
        if die.key == data["by"]:
            place = die.did.place if die.did and die.did.seat == seat else die.active
            if data.get("icon") is None or place is None:
                die = die._replace(resolved=die.resolved | {done})
            else:
                die = die._replace(resolved=die.resolved - {done}, did=None)
                if die.faces[place].icon == data["icon"]:
                    die = die._replace(spent=die.spent | {(seat, place)})
        elif die.owner == seat:
            die = die._replace(resolved=die.resolved - {done}, did=None)
        dice.append(die)
    return replace(state, turn=seat, dice=tuple(dice))


def _tell_repeated(before: State, data: TurnRepeated, after: State, cards: Catalogue) -> str:
    by = f" by {after.die(data['by']).id}" if data["by"] is not None else ""
    left = rounds.passed_over(before, cards, data["seat"]) if data.get("untold") else []
    return f"{after.name(data['seat'])} takes another turn{by}{rounds.told_as_passed_over(left)}"


TURN_REPEATED = Kind(
    "turn.repeated",
    TurnRepeated,
    apply=_apply_repeated,
    tell_with=_tell_repeated,
    check_with=_check_repeated,
    counts=False,
)


def repeat(action: Action[State], seat: int, by: Die | None) -> None:
    """Somebody takes another turn, granted by an icon on a die where that was told (A-BW-23)."""
    catalogue = action.reference
    if by is None:
        action.warn("If an icon granted it: `--by DIE` keeps that one resolved (A-BW-23).")
    grants = None if by is None else granting(action.state, catalogue, seat, by)
    action.add(
        TURN_REPEATED,
        TurnRepeated(
            seat=seat,
            by=None if by is None else by.key,
            icon=None if grants is None else grants.icon,
            untold=action.untold,
        ),
    )
    left = [] if by is None else rounds.pending(action.state, catalogue, seat)
    if by is not None and by.id in [die.id for die in left]:
        now = spoken(action.state.die(by.key), catalogue)
        action.warn(f"{now} is to be resolved again: the icon that granted the turn is not on top.")


def _dice(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    for die in trial.state.dice_of(told[_PLAYER]) if _PLAYER in told else ():
        yield die.id, about_die(die, trial.state, trial.reference)


_PLAYER: Param[State, int] = player(seats_from_turn)
_BY: Param[State, Die] = one(
    "--by",
    A_DIE,
    find_die,
    optional=True,
    metavar="DIE",
    help="The die whose icon granted it.",
    about="the die whose icon granted it",
    candidates=_dice,
)
_UNTOLD = flag(
    "--untold",
    "Dice passed over were resolved, and nobody told it.",
    about="dice passed over were resolved",
    when=lambda trial, told: (
        _PLAYER in told and bool(rounds.passed_over(trial.state, trial.reference, told[_PLAYER]))
    ),
    mends=True,
)


def _plan_again(action: Action[State], told: Arguments[State]) -> None:
    action.untold = told[_UNTOLD]
    repeat(action, told[_PLAYER], told.get(_BY))


AGAIN = Verb[State](
    name="again",
    about="take another turn",
    help="""Take another turn.

    All of that player's dice are open again, as they lie.

    \b
    Examples:
      companion bwd again ana --by ana.2
      companion bwd again ben --untold
    """,
    params=(_PLAYER, _BY, _UNTOLD),
    plan=_plan_again,
)

KINDS = (TURN_REPEATED,)
