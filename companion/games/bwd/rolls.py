"""What happens when dice are rolled: told die by die, as faces in order, or rolled here."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.offer import Trial, said
from companion.core.param import A_FACE, Arguments, Candidate, Incomplete, flag, several
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import FLAG, Context, Wrong, mapping_of, maybe
from companion.core.verb import Verb
from companion.errors import Invalid
from companion.games.bwd import names
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.faces import (
    BY_CHANCE,
    BY_ICON,
    DIE,
    ICON,
    PLACE,
    WAY,
    changed,
    dice_in_order,
    find_die,
    found,
)
from companion.games.bwd.points import end_round, outcome
from companion.games.bwd.rounds import begin
from companion.games.bwd.setup import common_rolled, is_unfinished, words_to_roll
from companion.games.bwd.state import COMMON, RESOLVING, Die, State

if TYPE_CHECKING:
    from random import Random


# A roll as it is kept


class DiceRolled(TypedDict):
    """Which faces are on top, and what they show: no face where nobody told.

    `meant` says how each was named; `untold`, in setup, whether tags to go were made.
    """

    faces: Annotated[dict[str, int | None], mapping_of(DIE, maybe(PLACE))]
    shows: Annotated[dict[str, str | None], mapping_of(DIE, maybe(ICON))]
    meant: NotRequired[Annotated[dict[str, str], mapping_of(DIE, WAY)]]
    untold: NotRequired[Annotated[bool, FLAG]]


def _shown_for_each(data: Any, context: Context) -> Wrong | None:
    if not data["faces"].keys() <= data["shows"].keys():
        return "shows", data["shows"]
    told = {die_id for die_id, place in data["faces"].items() if place is not None}
    meant = data.get("meant", told)
    return None if told <= {*meant} else ("meant", meant)


def _settle(state: State, data: DiceRolled) -> DiceRolled:
    if "meant" not in data:
        return data
    faces = {
        die_id: place
        if place is None
        else _came_up(state.die(die_id), place, data["shows"][die_id], data["meant"][die_id])
        for die_id, place in data["faces"].items()
    }
    return changed(data, "faces", faces)


def _came_up(die: Die, place: int, icon: str | None, way: str) -> int:
    """As `found`, but what was on top before a roll, or is marked, makes no blank face another."""
    if way not in (BY_ICON, BY_CHANCE):
        return found(die, place, icon, way)
    blanks = [] if icon is not None or die.faces[place].blank else die.blanks()
    return blanks[0] if blanks else found(die._replace(active=None), place, icon, way)


def _check(state: State, data: DiceRolled, referee: Referee, cards: Catalogue) -> None:
    referee.require(
        state.phase not in ("setup", "open", "check") or data["faces"].keys() <= {COMMON},
        "BWD-102",
        "Dice are rolled in a round, and none has begun.",
        "`companion bwd roll ana.1=…` begins the next one.",
    )
    common_rolled(state, data.get("untold", True), referee)
    for die_id, place in data["faces"].items():
        icon = data["shows"][die_id]
        if place is not None and state.die(die_id).faces[place].icon != icon:
            referee.refuse(
                "BWD-114",
                f"{state.die(die_id).id} came up {cards.title(icon)}, and has no such face then.",
                "`companion bwd dice` shows what is on it.",
            )


def _apply(state: State, data: DiceRolled) -> State:
    for die_id, place in data["faces"].items():
        state = state.with_die(state.die(die_id)._replace(active=place))
    return state


def _tell(before: State, data: DiceRolled, after: State, catalogue: Catalogue) -> str:
    shown = []
    for die_id, place in data["faces"].items():
        die = after.die(die_id)
        if place is None:
            shown.append(f"{die.id} not told")
            continue
        icon, told = die.faces[place].icon, data["shows"][die_id]
        shown.append(f"{die.id} {catalogue.title(icon)}")
        if icon != told:  # As a house let it stand.
            shown[-1] += f" (told: {catalogue.title(told)})"
    owners = {after.die(die_id).owner for die_id in data["faces"]}
    owner = owners.pop() if len(owners) == 1 else None
    again = any(before.die(die_id).active is not None for die_id in data["faces"])
    if again and before.phase in RESOLVING and owner != before.turn:
        owner = None  # Whoever resolves an icon rolls, whose die it is or not.
    whose = "rolled" if owner is None else f"{after.name(owner)} rolled"
    return f"{whose}: {', '.join(shown)}"


DICE_ROLLED = Kind(
    "dice.rolled",
    DiceRolled,
    apply=_apply,
    tell_with=_tell,
    check_with=_check,
    settle=_settle,
    together=_shown_for_each,
    counts=False,
)


def record_roll(action: Action[State], faces: Mapping[str, names.CameUp]) -> None:
    """Record which faces are on top, with what is drawn there: an undo must not change that."""
    places = {die_id: face.place for die_id, face in faces.items()}
    shows = {
        die_id: None if place is None else action.state.die(die_id).faces[place].icon
        for die_id, place in places.items()
    }
    meant = {die_id: face.way for die_id, face in faces.items() if face.place is not None}
    fact: DiceRolled = {"faces": places, "shows": shows, "meant": meant}
    if action.state.phase == "setup":
        fact["untold"] = action.untold
    action.add(DICE_ROLLED, fact)


# A roll as it is told


def roll(
    action: Action[State], told: Sequence[str], chance: "Random | None", own: int | None = None
) -> None:
    """Tell what came up (`ana.1=investment`, `ana.2=blank`), or, with `chance`, roll.

    Faces alone (`3 tag`) are those of dice in order, from the seat `own` on (see `in_order`).
    With `chance` and nothing told, all dice are rolled that somebody controls. Where a round has
    just been set up or checked, this begins the next one's roll phase.
    """
    catalogue = action.reference
    before = action.state
    alone = [text for text in told if chance is None and names.is_face_alone(before, text)]
    named = [names.face_told(before, catalogue, text, chance) for text in told if text not in alone]
    if not named and not alone and chance is None:
        die = next((dice[0] for _, dice in dice_in_order(before)), before.dice[0])
        raise Incomplete(
            "Which dice came up with what?",
            f"`companion bwd roll {words_to_roll(before) or f'{die.id}=…'}`; faces alone are "
            f"entered in this order, from {die.id} on. `--virtual` lets me roll.",
            _FACES,
        )
    _begin_round_if_due(action, [die_id for die_id, _ in named] if not alone else [])
    named += names.in_order(action.state, catalogue, alone, own, [die_id for die_id, _ in named])
    times = Counter(die_id for die_id, _ in named)
    twice = [before.die(key).id for key, count in times.items() if count > 1]
    if twice:
        raise Invalid(f"{listed(twice)} cannot show two faces at once.", "Tell each die once.")
    faces: dict[str, names.CameUp] = dict(named)
    if chance is not None and not named:
        dice = [die for die in action.state.dice if die.owner is not None]
        faces = {die.key: names.CameUp(chance.randrange(6), BY_CHANCE) for die in dice}
    record_roll(action, faces)
    state = action.state
    held = {die.key for die in state.dice if die.owner is not None}
    again = all(before.die(die_id).active is not None for die_id in faces)
    if state.phase in RESOLVING and held <= faces.keys() and again:
        action.warn(
            f"Noted as re-rolls: round {state.round} is not over. `companion next` ends it; "
            "`companion undo` takes this roll back."
        )
    anew = [die.id for die in map(before.die, faces) if die.active is not None]
    if chance is not None and before.phase == "roll" and anew:
        action.warn(f"{listed(anew)} had been rolled: `companion undo` if that was not meant.")
    if state.phase == "roll" and COMMON in faces and state.die(COMMON).owner is None:
        action.warn(
            "Nobody has the common die, so it is not rolled with the others (A-BW-12); "
            "I have noted what it shows."
        )


def _begin_round_if_due(action: Action[State], named: Sequence[str]) -> None:
    """Telling a roll begins the round; the common die alone is rolled in setup (BWD-100)."""
    state = action.state
    if state.phase == "check":
        end_round(action)
    elif state.phase not in ("setup", "open") or list(named) == [COMMON]:
        return
    begin(action, "roll", None, rolled=True)
    action.begin_entry()


# The verb


def _faces(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    """`ana.1=tag`: dice of which nobody told what they show, then those that are rolled again.

    Behind faces alone, those of the next die; before anything else, they come last.
    """
    state, catalogue = trial.state, trial.reference
    words, virtual = told.typed(_FACES), VIRTUAL in told
    alone = [] if virtual else _faces_alone(state, catalogue, words)
    if words and names.is_face_alone(state, words[-1]):
        yield from alone
        return
    for die in sorted(names.dice_from_turn(state), key=lambda die: _when_rolled(state, die)):
        if virtual:
            yield die.id, names.about_die(die, state, catalogue)
            continue
        yield from ((f"{die.id}={word}", about) for word, about in names.rolled(die, catalogue))
    if not words:
        yield from alone


def _faces_alone(state: State, catalogue: Catalogue, words: Sequence[str]) -> list[Candidate]:
    """What the next die may show that is told of in order, where it is clear which one that is."""
    named = [find_die(state, word.partition("=")[0]).key for word in words if "=" in word]
    turns, left = dice_in_order(state, named=named), list[Die]()
    for word in (word for word in words if names.is_face_alone(state, word)):
        if is_somebody(state.seats, word):
            turns, left = dice_in_order(state, find_seat(state.seats, word), named), []
        else:
            left = (left or list(next(turns, (0, []))[1]))[1:]
    left = left or list(next(turns, (0, []))[1])
    if not left:
        return []
    die, *others = left
    then = f", then {listed([other.id for other in others])}" if others else ""
    return [
        (word, said(f"{die.id}{then}", about))
        for word, about in names.rolled(die, catalogue)
        if names.is_face_alone(state, word)
    ]


def _when_rolled(state: State, die: Die) -> tuple[bool, bool]:
    """What is told first: what nobody told yet; once it is tagged in setup, the common die."""
    is_due = state.phase == "setup" and die.id == COMMON and bool(state.common_tags)
    return not (is_due and die.active is None), die.active is not None


_FACES = several(
    "[DIE=]ICON",
    A_FACE,
    optional=True,
    again=True,
    metavar="[[DIE=]ICON ...]",
    candidates=_faces,
    alike=names.of_one_die,
)
VIRTUAL = flag(
    "--virtual",
    "Let the companion roll.",
    about="let the companion roll",
    when=lambda trial, told: _FACES not in told,
)
_UNTOLD = flag(
    "--untold",
    "Tags of setup still to go were made, and nobody told.",
    about="the tags still to go were made",
    when=lambda trial, told: is_unfinished(trial.state),
    mends=True,
)


def _plan(action: Action[State], told: Arguments[State]) -> None:
    cards: Catalogue = action.reference
    action.untold = told[_UNTOLD]
    chance = action.chance if told[VIRTUAL] else None
    roll(action, cards.whole_names(told.get(_FACES, ())), chance, action.own_seat)


ROLL = Verb[State](
    name="roll",
    about="tell what came up",
    help="""Tell what came up on the dice.

    Icons alone are those of your dice, in order; then of the next player's, to the left.

    \b
    Examples:
      companion bwd roll ana.1=investment ana.2=blank ben.1=-2
      companion bwd roll investment blank          of whoever's turn it is
      companion bwd roll 3 tag -2 erase            of both, with two dice each
      companion bwd roll ben -2 erase
      companion bwd roll --virtual                 let the companion roll all
      companion bwd roll ana.1 --virtual           or one
    """,
    params=(_FACES, VIRTUAL, _UNTOLD),
    plan=_plan,
)


def may_roll(state: State) -> bool:
    """Whether dice may be rolled: not where the check that rests found a winner."""
    return state.phase != "check" or not outcome(state).winners
