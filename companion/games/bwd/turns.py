"""The effect of `next`; and further turns, granted once by an icon on a player's own die.

An icon that was not entered as resolved resolves by granting the turn (A-BW-23).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import flag, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import listed
from companion.core.param import A_DIE, Arguments, Candidate
from companion.core.shapes import FLAG, maybe
from companion.core.value import Annotated, Value, replace
from companion.games.bwd import rounds
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.consequence import follow
from companion.games.bwd.erasure import NO_EFFECT, ONE_SHOT
from companion.games.bwd.faces import DIE, ICON, describe_die, find_die
from companion.games.bwd.names import FromTurn, about_die
from companion.games.bwd.points import ENDS_THE_PLAY, end_round, finish_if_won
from companion.games.bwd.state import RESOLVING, Die, Face, LastResolution, State
from companion.games.bwd.wards import card_on, in_force, why_idle

if TYPE_CHECKING:
    from companion.core.offer import Trial

# On to the next step


def advance(action: Action[State]) -> None:
    """Go on to the next phase or turn (`next`), with the check for a winner after a round."""
    state = action.state
    if state.phase in ("setup", "open") and not state.has_dice_entered:
        if not finish_if_won(action):
            end_round(action)
        return
    catalogue: Catalogue = action.reference
    if state.phase == "check":
        # The check found no winner, but scores may have been corrected since.
        if finish_if_won(action):
            return
        end_round(action)
    elif state.phase in RESOLVING and state.turn is not None:
        left = rounds.pending(state, catalogue, state.turn)
        if left and action.skip:
            dice = listed([describe_die(die, catalogue) for die in left])
            action.warn(f"What {dice} did was not entered.")
        rounds.warn_of_unknown(action, [state.turn])
    elif state.phase == "roll":
        rounds.warn_of_unknown(action, state.turns())
    rounds.begin(action, *rounds.next_step(action.state, catalogue))
    if action.state.phase == "check":
        follow(action, ENDS_THE_PLAY)


# Granting a turn


class Grant(Value):
    """The grant of another turn: an icon on a die, and the rule against it, if there is one."""

    icon: str | None
    refused: str = ""
    why: str = ""
    hint: str = ""


def find_grant(state: State, catalogue: Catalogue, seat: int, die: Die) -> Grant:
    """Return the icon by which a die grants its player another turn: the last resolved one, or else
    the one on top.
    """
    name, top = state.name(seat), die.top
    if die.owner != seat:
        return Grant(None, "BWD-139", f"{die.id} is not {name}'s, so it grants {name} nothing.")
    if die.last is not None and die.last.seat == seat:
        return _resolved(catalogue, die, die.last)
    if die.active is not None and (seat, die.active) in die.granted:
        return Grant(None, "A-BW-23", f"{die.id} has already granted {name} a turn in this phase.")
    if (state.phase, seat) in die.resolved:
        return Grant(None, "BWD-117", f"{die.id} has resolved no icon in this phase.")
    if top is None:
        return Grant(None)
    if top.icon is None:
        return Grant(None, "BWD-170", f"{die.id} shows a blank face, which has no icon.")
    return _shown(state, catalogue, die, top.icon, state.acting_face(die) or top)


def _resolved(catalogue: Catalogue, die: Die, last: LastResolution) -> Grant:
    """The grant of a resolved icon: nothing if it fizzled or erased itself without effect."""
    shown = f"{_describe_face(catalogue, last.icon, last.face)} on {die.id}"
    anew = "If it granted a turn, undo its entry (`companion log`) and resolve it with `--did`."
    other = _rule_against_granting(catalogue, last.face)
    if other:
        return Grant(last.icon, other, f"{shown} {_DOES[other]}, and does not grant a turn.")
    if last.fizzled:
        return Grant(last.icon, "BWD-223", f"{shown} fizzled, so it granted nothing.", anew)
    if last.erased_because == NO_EFFECT:
        return Grant(last.icon, "BWD-26", f"{shown} had no effect, so it granted nothing.", anew)
    if last.erased_because not in ("", ONE_SHOT):
        why = f"{shown} erased itself ({last.erased_because}), so it granted nothing."
        return Grant(last.icon, "BWD-142", why)
    return Grant(last.icon)


def _shown(state: State, catalogue: Catalogue, die: Die, icon: str, face: Face) -> Grant:
    """The grant of an icon on top that has not resolved: it has to be able to resolve now."""
    shown = f"{_describe_face(catalogue, icon, face)} on {die.id}"
    late = rounds.out_of_phase(state, catalogue, die._replace(faces=(face,) * 6))
    # An icon that may not resolve now is not proposed.
    resolves = (
        "" if late or state.turn != die.owner else rounds.how_to_resolve(state, catalogue, die)
    )
    other = _rule_against_granting(catalogue, face)
    if other:
        why = f"{shown} {_DOES[other]}, and does not grant a turn."
        return Grant(icon, other, why, f"{resolves} enters what it does." if resolves else "")
    for shows in (die.top, face):
        if shows is not None and not in_force(state, catalogue, shows.card):
            idle = why_idle(state, catalogue, shows.card)
            why = f"{shown} does not work now ({idle}): it only erases itself."
            return Grant(icon, "BWD-142", why, resolves)
    if late:
        why = f"{shown} has nothing to resolve in the {state.phase.title()} phase."
        return Grant(icon, late, why)
    both = (card_on(catalogue, die.top), card_on(catalogue, face))
    if any(card is not None and card.one_shot for card in both):
        why = f"{shown} is one-shot: it erases itself after it has resolved."
        first = f"`companion bwd resolve {die.id} --did TEXT` first." if resolves else ""
        return Grant(icon, "BWD-233", why, first)
    return Grant(icon)


_DOES = {
    "BWD-143": "only scores",
    "BWD-145": "only erases itself",
    "BWD-132": "only does what its card says",
}


def _rule_against_granting(catalogue: Catalogue, face: Face) -> str:
    """Return the id of the rule by which a face cannot grant another turn: a number scores, and no
    core card does that; empty if it can.
    """
    if is_number(face.icon or ""):
        return "BWD-143" if int(face.icon or "") else "BWD-145"
    card = card_on(catalogue, face)
    return "BWD-132" if card is not None and card.core else ""


def _describe_face(catalogue: Catalogue, icon: str, face: Face) -> str:
    title = catalogue.title(icon)
    return title if face.icon in (icon, None) else f"{title} as {catalogue.title(face.icon or '')}"


# Another turn


class TurnRepeated(Fact[State], kind="turn.repeated", counts=False):
    """A player takes another turn, granted `by` a die if that was entered.

    `icon` is the one that granted it; in older logs the die alone is known.
    """

    seat: Seat
    by: Annotated[str | None, maybe(DIE)]
    icon: Annotated[str | None, maybe(ICON)] = ""
    untold: Annotated[bool | None, FLAG] = None

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require that another turn is granted by an icon of one's own, once, and skips nobody's
        dice.
        """
        referee.require(
            state.phase in RESOLVING,
            "BWD-266",
            "A turn to resolve dice can only be repeated in First, Main or Last.",
            "`companion next` goes on to the Main phase.",
        )
        if self.icon == "" or state.phase not in RESOLVING or state.turn is None:
            return
        if self.by is not None:
            self._require_granted(state, state.die(self.by), referee, cards)
        if not self.untold:
            self._require_nobody_passed_over(state, referee, cards)

    def _require_granted(self, state: State, die: Die, referee: Referee, cards: Catalogue) -> None:
        grant = find_grant(state, cards, self.seat, die)
        hint = (
            f"`companion bwd again {state.seats[self.seat].handle}` with `--by` and the die that "
            "did."
        )
        if grant.refused:
            referee.refuse(grant.refused, grant.why, grant.hint or hint)
        if grant.icon != self.icon:
            icon = "nothing known" if self.icon is None else cards.title(self.icon)
            referee.refuse("A-BW-23", f"{die.id} did not resolve {icon}.", hint)

    def _require_nobody_passed_over(self, state: State, referee: Referee, cards: Catalogue) -> None:
        left = rounds.dice_left_behind(state, cards, self.seat)
        if left and state.turn is not None:
            by = "" if self.by is None else f" --by {state.die(self.by).id}"
            names = listed(list(dict.fromkeys(state.name(die.owner or 0) for die in left)))
            referee.refuse(
                "BWD-110",
                f"It is {state.name(state.turn)}'s turn, and "
                f"{listed([describe_die(die, cards) for die in left])} of {names} would be "
                "skipped.",
                f"{rounds.how_to_resolve(state, cards, left[0])}. If that was done but "
                "not entered: "
                f"`companion bwd again {state.seats[self.seat].handle}{by} --skip`.",
            )

    def apply(self, state: State) -> State:
        """All dice of the player are open again, but not the icon that granted the turn (A-BW-23).

        In older logs, which do not name the icon, that whole die is done.
        """
        seat, done = self.seat, (state.phase, self.seat)
        dice = []
        for die in state.dice:
            if die.key == self.by:
                last = die.last
                place = last.place if last and last.seat == seat else die.active
                if not self.icon or place is None:
                    die = die._replace(resolved=die.resolved | {done})
                else:
                    die = die._replace(resolved=die.resolved - {done}, last=None)
                    if die.faces[place].icon == self.icon:
                        die = die._replace(granted=die.granted | {(seat, place)})
            elif die.owner == seat:
                die = die._replace(resolved=die.resolved - {done}, last=None)
            dice.append(die)
        return replace(state, turn=seat, dice=tuple(dice))

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        by = f" by {after.die(self.by).id}" if self.by is not None else ""
        left = rounds.dice_left_behind(before, cards, self.seat) if self.untold else []
        return f"{after.name(self.seat)} takes another turn{by}{rounds.note_skipped_dice(left)}"


def _dice_of_player(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    for die in trial.state.dice_of(args["player"]) if "player" in args else ():
        yield die.id, about_die(die, trial.state, trial.reference)


def _passes_over(trial: "Trial[State]", args: Arguments[State]) -> bool:
    named = "player" in args
    return named and bool(rounds.dice_left_behind(trial.state, trial.reference, args["player"]))


GrantedBy = Annotated[
    Die | None,
    word(
        find_die,
        sort=A_DIE,
        metavar="DIE",
        help="The die whose icon granted it.",
        about="the die whose icon granted it",
        candidates=_dice_of_player,
    ),
]
Skip = Annotated[
    bool,
    flag(
        "The skipped dice were resolved, but not entered.",
        about="the skipped dice were resolved",
        old_name="--untold",
        when=_passes_over,
        lifts_refusal=True,
    ),
]


@verb("take another turn")
def again(
    action: Action[State], player: FromTurn, *, by: GrantedBy = None, skip: Skip = False
) -> None:
    """Take another turn.

    All of that player's dice can be resolved again, as they lie.

    Examples:
      companion bwd again ana --by ana.2
      companion bwd again ben --skip
    """
    catalogue = action.reference
    if by is None:
        action.warn("If an icon granted it: `--by DIE` keeps that one resolved (A-BW-23).")
    grants = None if by is None else find_grant(action.state, catalogue, player, by)
    action.add(
        TurnRepeated(
            seat=player,
            by=None if by is None else by.key,
            icon=None if grants is None else grants.icon,
            untold=skip,
        )
    )
    left = [] if by is None else rounds.pending(action.state, catalogue, player)
    if by is not None and by.id in [die.id for die in left]:
        now = describe_die(action.state.die(by.key), catalogue)
        action.warn(f"{now} is to be resolved again: the icon that granted the turn is not on top.")
