"""A Challenge: whether the topmost die is a true inverse, by a verdict or by known faces.

Tops, faces, and which die it is may be known; each face is compared with that of the die below.
Which dice a player has is a secret: a Challenge that contradicts it leads to a warning, not a
refusal.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import player, verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import chosen, folded, listed, short
from companion.core.offer import from_turn
from companion.core.param import Arguments, Candidate, Incomplete, a_choice
from companion.core.schemas import json_schema
from companion.core.seats import is_somebody
from companion.core.shapes import FLAG, Context, Wrong, maybe, one_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.faces import BLACK, UNSEEN, WHITE
from companion.games.boolean.dice.the_ten import MAYBE_DIE
from companion.games.boolean.parsing import die_option, is_name, names_first
from companion.games.boolean.stack.inverse import (
    FACES,
    colour_of,
    dice_that_fit,
    equal_faces,
    face_words,
    faces_below,
    faces_of_placed,
    is_true_inverse,
    placed_words,
    sign_of,
    three_faces,
)
from companion.games.boolean.stack.state import TOPS, Challenged, StackState, Top
from companion.games.boolean.stack.tower import option_for_top, require_turn
from companion.games.boolean.variants import UNDO_BY_NUMBER, UNDO_SLIP, end

if TYPE_CHECKING:
    from companion.core.offer import Trial

_SIGNS = f"{WHITE}{BLACK}{UNSEEN}"


@json_schema(type="string", pattern=f"^[{_SIGNS}]{{{FACES}}}$")
def _THREE(value: Any, context: Context) -> Wrong | None:
    """The colours of three faces: `wbw`, or `w??` if two were not seen."""
    fits = type(value) is str and len(value) == FACES and set(value) <= set(_SIGNS)
    return None if fits else ("", value)


def _check_verdict(value: Any, context: Context) -> Wrong | None:
    """Refuse a fact without a verdict or anything known of the dice."""
    known = (value[key] is not None for key in ("inverse", "below", "placed", "top", "die"))
    return None if any(known) else ("inverse", value)


class DieChallenged(Fact[StackState], kind="die.challenged", together=_check_verdict):
    """The result for the Challenged die; if `inverse` is null, the rest decides it, together with
    the tops that were entered. Faces are as seen by the player who placed it: `below` is the top,
    left and right side of the die under it, `placed` its own bottom, left and right side.
    """

    seat: Seat
    inverse: Annotated[bool | None, maybe(FLAG)]
    below: Annotated[str | None, maybe(_THREE)]
    placed: Annotated[str | None, maybe(_THREE)]
    top: Annotated[Top | None, maybe(one_of(*TOPS))]
    die: Annotated[str | None, MAYBE_DIE]

    # What is known about the die

    def _top(self, state: StackState) -> Top | None:
        """The colour on top of the Challenged die, entered now or when it was placed."""
        return self.top or (state.topmost.top if state.topmost is not None else None)

    def _below(self, state: StackState) -> str:
        """Top, left and right of the die below, as seen by the player who placed the upper one."""
        below = self.below or UNSEEN * FACES
        top = None if state.under is None else state.under.top
        return below if below[0] != UNSEEN or top is None else sign_of(top) + below[1:]

    def _decided(self, state: StackState) -> bool | None:
        return is_true_inverse(self._below(state), self.placed, self._top(state), self.die)

    def _was_inverse(self, state: StackState) -> bool:
        """Whether the die was a true inverse, by the verdict, or by what is known."""
        return bool(self._decided(state)) if self.inverse is None else self.inverse

    # Refusals

    def check(self, state: StackState, referee: Referee) -> None:
        _require_challenger(state, self.seat, referee)
        self._require_tops(state)
        self._require_die(state)
        self._require_verdict(state, referee)

    def _require_tops(self, state: StackState) -> None:
        """Refuse tops that differ from those entered when the dice were placed."""
        known = None if state.topmost is None else state.topmost.top
        if known is not None and self.top not in (None, known):
            raise Refused(
                f"You entered that the topmost die has {known} on top, not {self.top}.",
                "Leave out `--top`; `companion table` shows the tops.",
            )
        under = None if state.under is None else state.under.top
        if under is not None and self.below is not None:
            sign = self.below[0]
            if sign not in (UNSEEN, sign_of(under)):
                raise Refused(
                    f"You entered that the die below has {under} on top, not {colour_of(sign)}.",
                    "`--below` takes the top, then the left and the right side, as seen by the "
                    "player who placed the Challenged die.",
                )

    def _require_die(self, state: StackState) -> None:
        """Refuse a die that cannot lie like that."""
        if self.die is None:
            return
        top = self._top(state)
        if not dice_that_fit(faces_of_placed(self.placed, top), (self.die,)):
            raise Refused(
                f"The {self.die} cannot lie like this: {placed_words(self.placed, top)}.",
                f"`companion boolean dice {self.die}` shows its faces.",
            )

    def _require_verdict(self, state: StackState, referee: Referee) -> None:
        """Refuse a verdict that contradicts what is known, and a missing one if that leaves it
        open.
        """
        verdict, found = self.inverse, self._decided(state)
        handle = state.seats[self.seat].handle
        if verdict is None and found is None:
            raise Refused(
                "By what is known of both dice, it may be a true inverse or a bluff.",
                f"Enter which: `companion boolean challenge {handle} bluff`, or `true`; or enter "
                "more faces: `--below wbw --placed bwb`, with `?` for those that nobody saw.",
            )
        if verdict is None or found is None or verdict is found:
            return
        other = "true" if found else "bluff"
        referee.refuse(
            "BO-118",
            "By what is known of both dice, it is "
            f"{'a true inverse' if found else 'a bluff'}{self._why(state)}.",
            f"`companion boolean challenge {handle} {other}`; or, if a top is wrong: "
            f"{UNDO_BY_NUMBER}",
        )

    def _why(self, state: StackState) -> str:
        """Return what is known about both dice, in brackets: ` (the 6w; under it white on top)`."""
        die = [] if self.die is None else [f"the {self.die}"]
        lies = placed_words(self.placed, self._top(state))
        seen = listed(face_words(self._below(state), ("on top", "at the left", "at the right")))
        known = [*die, *([lies] if lies else []), *([f"under it {seen}"] if seen else [])]
        return f" ({'; '.join(known)})"

    # The result

    def apply(self, state: StackState) -> StackState:
        challenged = Challenged(self.seat, self._was_inverse(state))
        return replace(state, challenged=challenged, turn=None)

    def describe(self, before: StackState, after: StackState) -> str:
        name = after.name(1 - self.seat)
        which = "" if self.die is None else f", the {self.die}"
        line = f"{after.name(self.seat)} Challenges {name}'s die{which}: "
        verdict = "a true inverse" if self._was_inverse(before) else "a bluff"
        below, placed = self._below(before), self.placed or UNSEEN * FACES
        same = equal_faces(below, placed)
        if not same and UNSEEN not in below + placed:
            return f"{line}all three faces differ from the die below, so it is {verdict}"
        if not same:
            return f"{line}{'it is' if self.inverse is not None else 'it can only be'} {verdict}"
        do = "do" if len(same) > 1 else "does"
        return f"{line}the {listed(same)} {do} not differ from the die below, so it is {verdict}"

    def contradiction(self, state: StackState) -> str | None:
        """Return which die cannot lie like that, by the dice that players entered; None if both
        can.

        A refusal would be a way to ask for the opponent's secret.
        """
        seat, below, die = self.seat, self.below, self.die
        if below is not None and not dice_that_fit(faces_below(below), state.may_own(seat)):
            return _none_of(state, seat, "the die below")
        theirs = state.may_own(1 - seat)
        if die is not None:
            name = state.name(1 - seat)
            no_such = f"By the dice that were entered, {name} cannot have the {die}. {UNDO_SLIP}"
            return no_such if die not in theirs else None
        if not dice_that_fit(faces_of_placed(self.placed, self._top(state)), theirs):
            return _none_of(state, 1 - seat, "the Challenged die")
        return None


def _require_challenger(state: StackState, seat: int, referee: Referee) -> None:
    topmost = state.topmost
    if topmost is None:
        return
    require_turn(state, seat, "BO-123", referee)
    referee.require(
        state.open_to_challenge,
        "BO-125",
        f"That is {state.name(topmost.seat)}'s first die, and first dice cannot be Challenged.",
        f"`companion boolean stack {state.seats[seat].handle}` places a die.",
    )


def _none_of(state: StackState, seat: int, die: str) -> str:
    return (
        f"By the dice that were entered, {state.name(seat)} has none that lies like {die}. "
        f"{UNDO_SLIP}"
    )


# Parameters

_BLUFF = "`companion boolean challenge bluff`"
_FACES = "`--below wbw --placed bwb`"
_VERDICTS = ("bluff", "true", "inverse")
_BLUFFS, _TRUTHS = ("lie", "false", "no"), ("yes", "right")
"""Other words for them."""


def _is_verdict(word: str) -> bool:
    typed = folded(word)
    return typed in (*_BLUFFS, *_TRUTHS) or any(verdict.startswith(typed) for verdict in _VERDICTS)


def _read_verdict(state: StackState, words: Sequence[str]) -> bool:
    others = [word for word in words if not _is_verdict(word)] or list(words[1:])
    if others:
        raise Invalid(
            f"Unexpected “{short(others[0])}”.",
            f"{_BLUFF}, or `companion boolean challenge ana true`.",
        )
    typed = folded(words[0])
    if typed in (*_BLUFFS, *_TRUTHS):
        return typed in _TRUTHS
    return chosen(words[0], _VERDICTS, "verdict") != "bluff"


def _normalize(state: StackState, words: Sequence[str]) -> Sequence[str]:
    """Put names first; refuse `--below w b w`, three words. Raises Invalid."""
    signs = [it for it in words if folded(it) in _SIGNS and not is_somebody(state.seats, it)]
    if len(signs) > 1:
        raise Invalid("Enter the three faces of a die as one word.", f"{_FACES}.")
    return names_first(_is_verdict)(state, words)


def _who_may(trial: "Trial[StackState]") -> Iterable[int]:
    """The player whose turn it is; anybody if no die was entered."""
    state = trial.state
    return (state.mover,) if state.tower else from_turn(state, state.turn)


def _is_open(trial: "Trial[StackState]", args: Arguments[StackState]) -> bool:
    """Whether nothing was typed that decides the result."""
    return not any(param in args for param in ("verdict", "below", "placed"))


def _bluff_or_true(trial: "Trial[StackState]", args: Arguments[StackState]) -> Iterable[Candidate]:
    if not _is_open(trial, args) or not (trial.state.tower or "player" in args):
        return ()
    return (("bluff", "it is not an inverse"), ("true", "it is a true inverse"))


Challenger = Annotated[int | None, player(_who_may, belongs_here=is_name(_is_verdict))]
Verdict = Annotated[
    bool | None,
    words(
        _read_verdict,
        "bluff|true",
        a_choice(*_VERDICTS),
        metavar="[bluff|true]",
        candidates=_bluff_or_true,
    ),
]
Below = Annotated[
    str | None,
    three_faces(
        "--below",
        partly=True,
        help="The Stack: top, left, right of the die below.",
        about="the faces of both dice: wbw",
        when=_is_open,
    ),
]
PlacedFaces = Annotated[
    str | None,
    three_faces(
        "--placed",
        partly=True,
        first="bottom",
        after_dash=True,
        help="The Stack: bottom, left, right of the one on it.",
    ),
]
ItsTop = Annotated[Top | None, option_for_top("The Stack: the colour on its top.")]
WhichDie = Annotated[str | None, die_option("--die", "The Stack: which die it was.")]


@verb("the topmost die", rearrange=_normalize)
def challenge(
    action: Action[StackState],
    player: Challenger = None,
    verdict: Verdict = None,
    *,
    below: Below = None,
    placed: PlacedFaces = None,
    top: ItsTop = None,
    die: WhichDie = None,
) -> None:
    """Challenge the topmost die.

    Examples:
      companion boolean challenge bluff
    """
    state = action.state
    if player is None and not state.tower:
        raise Invalid(
            "Who Challenges? No die was entered yet.",
            f"`companion boolean challenge {state.seats[1 - state.first].handle} bluff`",
        )
    seat = state.mover if player is None else player
    if all(it is None for it in (verdict, below, placed, top, die)):
        _require_challenger(state, seat, action.referee)
        raise Incomplete(
            "Is it a bluff, or a true inverse?",
            f"`companion boolean challenge {state.seats[seat].handle} bluff`, or `true`; "
            f"or the faces of both dice: {_FACES}.",
            "verdict",
        )
    fact = DieChallenged(seat=seat, inverse=verdict, below=below, placed=placed, top=top, die=die)
    problem = fact.contradiction(state)
    action.add(fact)
    if problem is not None:
        action.warn(problem)
    end(action)
