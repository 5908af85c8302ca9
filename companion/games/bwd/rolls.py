"""Rolling dice: entered die by die, as faces in order, or rolled by the companion."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import flag, verb, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import listed
from companion.core.offer import about_line
from companion.core.param import A_FACE, Arguments, Candidate, Incomplete
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import FLAG, Context, Wrong, mapping_of, maybe
from companion.core.value import Annotated, replace
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
    dice_in_order,
    find_die,
    found,
    owner_of,
    with_field,
)
from companion.games.bwd.points import end_round
from companion.games.bwd.rounds import begin
from companion.games.bwd.setup import is_unfinished, require_common_tagged, words_to_roll
from companion.games.bwd.state import COMMON, RESOLVING, Die, State

if TYPE_CHECKING:
    from random import Random

    from companion.core.offer import Trial


# A roll as it is recorded


def _shown_for_each(data: Any, context: Context) -> Wrong | None:
    if not data["faces"].keys() <= data["shows"].keys():
        return "shows", data["shows"]
    known = {die_id for die_id, place in data["faces"].items() if place is not None}
    ways = data.get("meant", dict.fromkeys(known))
    return None if known <= {*ways} else ("meant", ways)


class DiceRolled(Fact[State], kind="dice.rolled", counts=False, together=_shown_for_each):
    """Which faces are on top, and their icons: no face if unknown.

    `meant` says how each was named; `untold`, in setup, whether the missing tags were made.
    """

    faces: Annotated[Mapping[str, int | None], mapping_of(DIE, maybe(PLACE))]
    shows: Annotated[Mapping[str, str | None], mapping_of(DIE, maybe(ICON))]
    meant: Annotated[Mapping[str, str] | None, mapping_of(DIE, WAY)] = None
    untold: Annotated[bool | None, FLAG] = None

    def interpret(self, state: State) -> "DiceRolled":
        if self.meant is None:
            return self
        faces = {
            die_id: place
            if place is None
            else _rolled_place(state.die(die_id), place, self.shows[die_id], self.meant[die_id])
            for die_id, place in self.faces.items()
        }
        return with_field(self, "faces", faces)

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require a round, and faces that are on the dice."""
        referee.require(
            state.phase not in ("setup", "open", "check") or self.faces.keys() <= {COMMON},
            "BWD-102",
            "Dice are rolled in a round, and none has begun.",
            "`companion bwd roll ana.1=…` begins the next one.",
        )
        require_common_tagged(state, self.untold is not False, referee)
        for die_id, place in self.faces.items():
            icon = self.shows[die_id]
            if place is not None and state.die(die_id).faces[place].icon != icon:
                referee.refuse(
                    "BWD-114",
                    f"{state.die(die_id).id} came up {cards.title(icon)}, but would have no "
                    "such face "
                    "now.",
                    "`companion bwd dice` shows what is on it.",
                )

    def apply(self, state: State) -> State:
        faces = self.faces
        dice = [
            die._replace(active=faces[die.key]) if die.key in faces else die for die in state.dice
        ]
        return replace(state, dice=tuple(dice))

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        shown = []
        for die_id, place in self.faces.items():
            die = after.die(die_id)
            if place is None:
                shown.append(f"{die.id} unknown")
                continue
            icon, entered = die.faces[place].icon, self.shows[die_id]
            shown.append(f"{die.id} {cards.title(icon)}")
            if icon != entered:  # As a house rule allowed.
                shown[-1] += f" (entered: {cards.title(entered)})"
        owners = {after.die(die_id).owner for die_id in self.faces}
        owner = owners.pop() if len(owners) == 1 else None
        again = any(before.die(die_id).active is not None for die_id in self.faces)
        if again and before.phase in RESOLVING and owner != before.turn:
            owner = None  # The player who resolves an icon rolls, whoever owns the die.
        whose = "rolled" if owner is None else f"{after.name(owner)} rolled"
        return f"{whose}: {', '.join(shown)}"


def _rolled_place(die: Die, place: int, icon: str | None, way: str) -> int:
    """As `found`, but all blank faces are equal, whatever was on top before and is marked."""
    if way not in (BY_ICON, BY_CHANCE):
        return found(die, place, icon, way)
    blanks = [] if icon is not None or die.faces[place].is_blank else die.blanks()
    return blanks[0] if blanks else found(die._replace(active=None), place, icon, way)


def record_roll(action: Action[State], faces: Mapping[str, names.RolledFace]) -> None:
    """Record which faces are on top, with what is drawn there: an undo must not change that."""
    places = {die_id: face.place for die_id, face in faces.items()}
    action.add(
        DiceRolled(
            faces=places,
            shows={
                die_id: None if place is None else action.state.die(die_id).faces[place].icon
                for die_id, place in places.items()
            },
            meant={die_id: face.way for die_id, face in faces.items() if face.place is not None},
            untold=action.skip if action.state.phase == "setup" else None,
        )
    )


# Entering a roll


def roll_dice(
    action: Action[State], texts: Sequence[str], chance: "Random | None", own: int | None = None
) -> None:
    """Enter what came up (`ana.1=investment`, `ana.2=blank`), or, with `chance`, roll.

    Faces without dice (`3 tag`) belong to the dice in order, from the seat `own` on (see
    `in_order`). With `chance` and no text, all dice are rolled that somebody controls. After setup
    or a check, this begins the next round's roll phase.
    """
    catalogue = action.reference
    before = action.state
    alone = [text for text in texts if chance is None and names.is_face_alone(before, text)]
    named = [
        names.read_die_and_face(before, catalogue, text, chance)
        for text in texts
        if text not in alone
    ]
    if not named and not alone and chance is None:
        die = next((dice[0] for _, dice in dice_in_order(before)), before.dice[0])
        raise Incomplete(
            "What came up on which dice?",
            f"`companion bwd roll {words_to_roll(before) or f'{die.id}=…'}`; faces alone are "
            f"entered in this order, from {die.id} on. With `--virtual`, the companion rolls.",
            "faces",
        )
    _begin_round_if_due(action, [die_id for die_id, _ in named] if not alone else [])
    named += names.match_faces_to_dice(
        action.state, catalogue, alone, own, [die_id for die_id, _ in named]
    )
    times = Counter(die_id for die_id, _ in named)
    twice = [before.die(key).id for key, count in times.items() if count > 1]
    if twice:
        raise Invalid(f"{listed(twice)} cannot show two faces at once.", "Enter each die once.")
    faces: dict[str, names.RolledFace] = dict(named)
    if chance is not None and not named:
        dice = [die for die in action.state.dice if die.owner is not None]
        faces = {die.key: names.RolledFace(chance.randrange(6), BY_CHANCE) for die in dice}
    record_roll(action, faces)
    state = action.state
    held = {die.key for die in state.dice if die.owner is not None}
    again = all(before.die(die_id).active is not None for die_id in faces)
    if state.phase in RESOLVING and held <= faces.keys() and again:
        action.warn(
            f"Recorded as re-rolls: round {state.round} is not over. `companion next` ends it; "
            "`companion undo` takes this roll back."
        )
    anew = [die.id for die in map(before.die, faces) if die.active is not None]
    if chance is not None and before.phase == "roll" and anew:
        action.warn(
            f"{listed(anew)} had already been rolled: `companion undo` if this was a mistake."
        )
    if state.phase == "roll" and COMMON in faces and state.die(COMMON).owner is None:
        action.warn(
            "Nobody has the common die, so it is not rolled with the others (A-BW-12); "
            "what it shows is recorded."
        )


def _begin_round_if_due(action: Action[State], named: Sequence[str]) -> None:
    """Entering a roll begins the round; the common die alone is rolled in setup (BWD-100)."""
    state = action.state
    if state.phase == "check":
        end_round(action)
    elif state.phase not in ("setup", "open") or list(named) == [COMMON]:
        return
    begin(action, "roll", None, rolled=True)
    action.begin_entry()


# The verb


def _faces(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """`ana.1=tag`: dice with unknown faces, then those that are rolled again.

    After faces without dice, those of the next die; at the beginning, they come last.
    """
    state, catalogue = trial.state, trial.reference
    typed, virtual = args.words_of("faces"), "virtual" in args
    alone = [] if virtual else _faces_alone(state, catalogue, typed)
    if typed and names.is_face_alone(state, typed[-1]):
        yield from alone
        return
    for die in sorted(names.dice_from_turn(state), key=lambda die: _when_rolled(state, die)):
        if virtual:
            yield die.id, names.about_die(die, state, catalogue)
            continue
        yield from (
            (f"{die.id}={word}", about) for word, about in names.possible_rolls(die, catalogue)
        )
    if not typed:
        yield from alone


def _faces_alone(state: State, catalogue: Catalogue, typed: Sequence[str]) -> list[Candidate]:
    """Offer what the next die can show, if faces are entered in order and it is clear which die
    that is.
    """
    named = [find_die(state, word.partition("=")[0]).key for word in typed if "=" in word]
    turns, left = dice_in_order(state, named=named), list[Die]()
    for word in (word for word in typed if names.is_face_alone(state, word)):
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
        (word, about_line(f"{die.id}{then}", about))
        for word, about in names.possible_rolls(die, catalogue)
        if names.is_face_alone(state, word)
    ]


def _when_rolled(state: State, die: Die) -> tuple[bool, bool]:
    """Return what is entered first: unknown dice; once it is tagged in setup, the common die."""
    is_due = state.phase == "setup" and die.id == COMMON and bool(state.common_tags)
    return not (is_due and die.active is None), die.active is not None


def _whose(state: State, words: Sequence[str]) -> Collection[int]:
    """Return whose dice are rolled: everybody's without a word; faces without dice, as many as one
    player has, are the speaker's.
    """
    people = [find_seat(state.seats, word) for word in words if is_somebody(state.seats, word)]
    alone = [word for word in words if names.is_face_alone(state, word)][len(people) :]
    if not words or len(alone) > min(len(state.dice_of(seat)) for seat in range(len(state.seats))):
        return range(len(state.seats))
    named = [owner_of(state, word) or () for word in words if not names.is_face_alone(state, word)]
    return [*people, *(seat for seats in named for seat in seats)]


RolledFaces = Annotated[
    Sequence[str],
    words(
        name="[DIE=]ICON",
        sort=A_FACE,
        duplicates=True,
        metavar="[[DIE=]ICON ...]",
        default_from=lambda state: (),
        whose=_whose,
        candidates=_faces,
        alike=names.die_part,
    ),
]
Virtual = Annotated[
    bool,
    flag(
        "Let the companion roll.",
        about="let the companion roll",
        when=lambda trial, args: "faces" not in args,
    ),
]
Skip = Annotated[
    bool,
    flag(
        "The remaining tags of setup were made, but not entered.",
        about="the tags still to go were made",
        old_name="--untold",
        when=lambda trial, args: is_unfinished(trial.state),
        lifts_refusal=True,
    ),
]


@verb("enter what came up")
def roll(
    action: Action[State],
    faces: RolledFaces = (),
    *,
    virtual: Virtual = False,
    skip: Skip = False,
) -> None:
    """Enter what came up on the dice.

    Icons without dice are those of the player whose turn it is, in order, then those of the next
    player to the left.

    Examples:
      companion bwd roll ana.1=investment ana.2=blank ben.1=-2
      companion bwd roll investment blank          of the player whose turn it is
      companion bwd roll 3 tag -2 erase            of both, with two dice each
      companion bwd roll ben -2 erase
      companion bwd roll --virtual                 let the companion roll all
      companion bwd roll ana.1 --virtual           or one
    """
    cards: Catalogue = action.reference
    action.skip = skip
    chance = action.chance if virtual else None
    roll_dice(action, cards.whole_names(faces), chance, action.own_seat)
