"""A Challenge: whether the topmost die is a true inverse, as it is said, or by all that is known.

What is known are tops, faces, and which die it is; each face is compared with that of the die
below. Dice that were told are a secret: against them a Challenge is warned of, and not refused.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import chosen, folded, listed, short
from companion.core.offer import Trial, from_turn
from companion.core.param import Arguments, Candidate, Param, a_choice, player, several
from companion.core.schemas import asks
from companion.core.shapes import FLAG, SEAT, Context, Wrong, maybe, one_of
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.faces import BLACK, UNSEEN, WHITE
from companion.games.boolean.dice.the_ten import MAYBE_DIE
from companion.games.boolean.parsing import a_die, is_name, names_first
from companion.games.boolean.stack.inverse import (
    FACES,
    alike,
    colour_of,
    decided,
    lying,
    sign_of,
    that_lie,
    three_faces,
    under,
    words_of,
    words_of_placed,
)
from companion.games.boolean.stack.state import (
    TOPS,
    Challenged,
    StackState,
    Top,
    a_top,
    require_turn,
)
from companion.games.boolean.variants import end

_SIGNS = f"{WHITE}{BLACK}{UNSEEN}"


@asks(type="string", pattern=f"^[{_SIGNS}]{{{FACES}}}$")
def _THREE(value: Any, context: Context) -> Wrong | None:
    """The colours of three faces: `wbw`, or `w??` of which two were not seen."""
    fits = type(value) is str and len(value) == FACES and set(value) <= set(_SIGNS)
    return None if fits else ("", value)


class DieChallenged(TypedDict):
    """What the Challenged die turned out to be; where `inverse` is null, the rest says it, together
    with the tops that were told. Faces are as whoever placed it sees them: `below` is the top, the
    left and the right side of the die under it, `placed` its own bottom, left and right side."""

    seat: Annotated[int, SEAT]
    inverse: Annotated[bool | None, maybe(FLAG)]
    below: Annotated[str | None, maybe(_THREE)]
    placed: Annotated[str | None, maybe(_THREE)]
    top: Annotated[Top | None, maybe(one_of(*TOPS))]
    die: Annotated[str | None, MAYBE_DIE]


def _told(value: Any, context: Context) -> Wrong | None:
    """A verdict, or what of both dice says it."""
    told = (value[key] is not None for key in ("inverse", "below", "placed", "top", "die"))
    return None if any(told) else ("inverse", value)


# What the die has to be, by all that is known of it


def _decided(state: StackState, data: DieChallenged) -> bool | None:
    return decided(_below(state, data), data["placed"], _top(state, data), data["die"])


def _is_inverse(state: StackState, data: DieChallenged) -> bool:
    """Whether a Challenged die was a true inverse: as it was said, or by what is known of it."""
    return bool(_decided(state, data)) if data["inverse"] is None else data["inverse"]


def _below(state: StackState, data: DieChallenged) -> str:
    """Top, left and right of the die below, as whoever placed the Challenged one sees them."""
    below = data["below"] or UNSEEN * FACES
    top = None if state.under is None else state.under.top
    return below if below[0] != UNSEEN or top is None else sign_of(top) + below[1:]


def _top(state: StackState, data: DieChallenged) -> Top | None:
    """The colour on top of the Challenged die, as it was told now, or when it was placed."""
    return data["top"] or (state.topmost.top if state.topmost is not None else None)


# What is refused


def _require_challenger(state: StackState, seat: int, referee: Referee) -> None:
    """Refuse a Challenge out of turn, and of a first die."""
    topmost = state.topmost
    if topmost is None:
        return
    require_turn(state, seat, "BO-123", referee)
    referee.require(
        state.open_to_challenge,
        "BO-125",
        f"That is {state.name(topmost.seat)}'s first die, and nobody's first die can be "
        f"Challenged: {state.name(1 - state.first)} is the first who can, at the second turn.",
        f"`companion boolean stack {state.seats[seat].handle}` places a die.",
    )


def _check(state: StackState, data: DieChallenged, referee: Referee) -> None:
    _require_challenger(state, data["seat"], referee)
    _require_tops(state, data)
    _require_die(state, data)
    _require_verdict(state, data, referee)


def _require_tops(state: StackState, data: DieChallenged) -> None:
    """What lies on top was told as it was placed, and cannot be otherwise now."""
    told = None if state.topmost is None else state.topmost.top
    if told is not None and data["top"] not in (None, told):
        raise Refused(
            f"The topmost die has {told} on top, as it was told, and not {data['top']}.",
            "`companion table` shows the tops; leave out `--top`.",
        )
    under = None if state.under is None else state.under.top
    if under is not None and data["below"] is not None:
        sign = data["below"][0]
        if sign not in (UNSEEN, sign_of(under)):
            raise Refused(
                f"The die below has {under} on top, as it was told, and not {colour_of(sign)}.",
                "`--below` begins with the top, then the left and the right side of whoever "
                "placed the Challenged die.",
            )


def _require_die(state: StackState, data: DieChallenged) -> None:
    """A die that is named has to be able to lie so."""
    if data["die"] is None:
        return
    top = _top(state, data)
    if not that_lie(lying(data["placed"], top), (data["die"],)):
        raise Refused(
            f"The {data['die']} cannot lie so: {words_of_placed(data['placed'], top)}.",
            f"`companion boolean dice {data['die']}` shows its faces.",
        )


def _require_verdict(state: StackState, data: DieChallenged, referee: Referee) -> None:
    """What is known says what the die is, or leaves it open: then the table has to say it."""
    said, found = data["inverse"], _decided(state, data)
    handle = state.seats[data["seat"]].handle
    if said is None and found is None:
        raise Refused(
            "By what is known of both dice, it may be a true inverse, and may be a bluff.",
            f"Say which, `companion boolean challenge {handle} bluff`, or `true`; or tell more: "
            "`--below wbw --placed bwb`, with `?` for what nobody saw.",
        )
    if said is None or found is None or said is found:
        return
    other = "true" if found else "bluff"
    referee.refuse(
        "BO-118",
        f"By what is known of both dice, it is {'a true inverse' if found else 'no true inverse'}"
        f"{_why(state, data)}.",
        f"`companion boolean challenge {handle} {other}`; tops that were told wrongly: "
        "`companion log` has the numbers for `companion undo`.",
    )


def _why(state: StackState, data: DieChallenged) -> str:
    """What is known of both dice, in brackets: `(the 6w; below it, white on top)`."""
    die = [] if data["die"] is None else [f"the {data['die']}"]
    lies = words_of_placed(data["placed"], _top(state, data))
    under = listed(words_of(_below(state, data), ("on top", "at the left", "at the right")))
    told = [*die, *([lies] if lies else []), *([f"under it {under}"] if under else [])]
    return f" ({'; '.join(told)})"


# What comes of it


def _tell(before: StackState, data: DieChallenged, after: StackState) -> str:
    name = after.name(1 - data["seat"])
    which = "" if data["die"] is None else f", the {data['die']}"
    line = f"{after.name(data['seat'])} Challenges {name}'s die{which}: "
    verdict = "a true inverse" if _is_inverse(before, data) else "a bluff"
    below, placed = _below(before, data), data["placed"] or UNSEEN * FACES
    same = alike(below, placed)
    if not same and UNSEEN not in below + placed:
        return f"{line}all three faces differ from the one below, so it is {verdict}"
    if not same:
        return f"{line}{'it is' if data['inverse'] is not None else 'it can only be'} {verdict}"
    do = "do" if len(same) > 1 else "does"
    return f"{line}the {listed(same)} {do} not differ from the one below, so it is {verdict}"


DIE_CHALLENGED = Kind[StackState, DieChallenged](
    "die.challenged",
    DieChallenged,
    apply=lambda state, data: replace(
        state, challenged=Challenged(data["seat"], _is_inverse(state, data)), turn=None
    ),
    tell=_tell,
    check=_check,
    together=_told,
)


def challenge(action: Action[StackState], told: DieChallenged) -> None:
    """A Challenge: whether the die is a true inverse, or the faces that say it."""
    unlike = _contradiction(action.state, told)
    action.add(DIE_CHALLENGED, told)
    if unlike is not None:
        action.warn(unlike)
    end(action)


_SLIP = "`companion undo` if that was a slip"


def _contradiction(state: StackState, data: DieChallenged) -> str | None:
    """Whose die cannot lie as the faces say, by the dice that were told; None where all can be.

    To refuse such a Challenge would be a way to ask for the opponent's secret.
    """
    seat, below, die = data["seat"], data["below"], data["die"]
    if below is not None and not that_lie(under(below), state.may_own(seat)):
        return _none_of(state, seat, "the die below")
    theirs = state.may_own(1 - seat)
    if die is not None:
        name = state.name(1 - seat)
        no_such = f"{name} cannot have the {die}, by the dice that were told. {_SLIP}."
        return no_such if die not in theirs else None
    if not that_lie(lying(data["placed"], _top(state, data)), theirs):
        return _none_of(state, 1 - seat, "the Challenged die")
    return None


def _none_of(state: StackState, seat: int, die: str) -> str:
    return (
        f"No die that {state.name(seat)} can have, by the dice that were told, lies as {die} does. "
        f"{_SLIP}."
    )


# As it is typed

_BLUFF = "`companion boolean challenge bluff`"
_FACES = "`--below wbw --placed bwb`"
_VERDICTS = ("bluff", "true", "inverse")
_BLUFFS, _TRUTHS = ("lie", "false", "no"), ("yes", "right")
"""Other words for these."""


def _is_verdict(word: str) -> bool:
    typed = folded(word)
    return typed in (*_BLUFFS, *_TRUTHS) or any(said.startswith(typed) for said in _VERDICTS)


def _says_inverse(state: StackState, words: Sequence[str]) -> bool:
    """Whether a verdict says that the die is a true inverse. Raises Invalid."""
    others = [word for word in words if not _is_verdict(word)] or list(words[1:])
    if others:
        raise Invalid(
            f"“{short(others[0])}” is one word too many.",
            f"{_BLUFF}, or `companion boolean challenge ana true`.",
        )
    typed = folded(words[0])
    if typed in (*_BLUFFS, *_TRUTHS):
        return typed in _TRUTHS
    return chosen(words[0], _VERDICTS, "verdict") != "bluff"


def _who_may(trial: Trial[StackState]) -> Iterable[int]:
    """Whose turn it is; anybody, where nothing of the stack was told."""
    state = trial.state
    return (state.mover,) if state.tower else from_turn(state, state.turn)


def _is_open(trial: Trial[StackState], told: Arguments[StackState]) -> bool:
    """Whether nothing says yet what the die is."""
    return not any(param in told for param in (_VERDICT, BELOW, PLACED))


def _bluff_or_true(trial: Trial[StackState], told: Arguments[StackState]) -> Iterable[Candidate]:
    if not _is_open(trial, told) or not (trial.state.tower or _CHALLENGER in told):
        return ()
    return (("bluff", "it is no inverse"), ("true", "it is a true inverse"))


def _missing_verdict(state: StackState, told: Arguments[StackState]) -> tuple[str, str]:
    return (
        "Is it a bluff, or a true inverse?",
        f"`companion boolean challenge {state.seats[_by(state, told)].handle} bluff`, or `true`; "
        f"or the faces of both dice: {_FACES}.",
    )


_CHALLENGER = player(_who_may, optional=True, takes=is_name(_is_verdict))
_VERDICT: Param[StackState, bool] = several(
    "bluff|true",
    a_choice(*_VERDICTS),
    _says_inverse,
    optional=True,
    metavar="[bluff|true]",
    candidates=_bluff_or_true,
    missing=_missing_verdict,
)
BELOW = three_faces(
    "--below",
    partly=True,
    help="The Stack: top, left, right of the die below.",
    about="the faces of both dice: wbw",
    when=_is_open,
)
PLACED = three_faces(
    "--placed",
    partly=True,
    first="bottom",
    quiet=True,
    help="The Stack: bottom, left, right of the one on it.",
)
TOP = a_top("--top", "The Stack: the top of that one.")
DIE = a_die("--die", "The Stack: which one it was.")


def _by(state: StackState, told: Arguments[StackState]) -> int:
    """Who Challenges: whose turn it is. Raises Invalid where nothing of the stack was told."""
    if _CHALLENGER in told:
        return told[_CHALLENGER]
    if not state.tower:
        raise Invalid(
            "Who Challenges? No die of the stack was told.",
            f"`companion boolean challenge {state.seats[1 - state.first].handle} bluff`",
        )
    return state.mover


def _challenge(action: Action[StackState], told: Arguments[StackState]) -> None:
    faces = BELOW in told or PLACED in told
    if faces and len(told.words) > 1 and any(len(word) == 1 for word in told.words):
        raise Invalid("The three faces of a die are told as one word.", f"{_FACES}.")
    inverse, seat = told.get(_VERDICT), _by(action.state, told)
    if not (faces or any(param in told for param in (_VERDICT, TOP, DIE))):
        _require_challenger(action.state, seat, action.referee)
        told.require(_VERDICT)
    challenge(
        action,
        DieChallenged(
            seat=seat,
            inverse=inverse,
            below=told.get(BELOW),
            placed=told.get(PLACED),
            top=told.get(TOP),
            die=told.get(DIE),
        ),
    )


CHALLENGE = Verb[StackState](
    "challenge",
    "the topmost die",
    """Challenge the topmost die.

    \b
    Examples:
      companion boolean challenge bluff
    """,
    (_CHALLENGER, _VERDICT, BELOW, PLACED, TOP, DIE),
    plan=_challenge,
    normalize=names_first(_is_verdict),
)
