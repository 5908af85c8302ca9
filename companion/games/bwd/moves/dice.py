"""What hands do to dice: tell a roll, erase, replace, dot and dash, write, claim and swap.

Every function adds the facts of one thing that happened at the table to an action.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple

from companion.core.action import Action
from companion.core.names import folded, listed, short
from companion.core.offering import from_turn
from companion.core.seats import find_seat, is_somebody
from companion.errors import CompanionError, Invalid, Refused
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.moves.phases import begin, end_round
from companion.games.bwd.moves.refs import (
    EMPTY,
    find_die,
    find_face,
    key_in_play,
    place_of,
    split_ref,
    way_of,
)
from companion.games.bwd.moves.wards import warn_of_wards
from companion.games.bwd.rules.rounds import untold
from companion.games.bwd.rules.which_face import CHANCE, ICON
from companion.games.bwd.state import COMMON, RESOLVING, Die, Face, State


class CameUp(NamedTuple):
    """The place of the face on top, None where nobody told, and how it was named."""

    place: int | None
    way: str = ICON


NOT_TOLD = CameUp(None)


def roll(
    action: Action[State],
    catalogue: Catalogue,
    told: Sequence[str],
    chance: Random | None,
    own: int | None = None,
) -> None:
    """Tell what came up (`ana.1=investment`, `ana.2=blank`), or, with `chance`, roll.

    Faces alone (`3 tag`) are those of dice in order, from the seat `own` on (see `in_order`).
    With `chance` and nothing told, all dice are rolled that somebody controls. Where a round has
    just been set up or checked, this begins the next one's roll phase.
    """
    before = action.state
    alone = [text for text in told if chance is None and is_face_alone(before, text)]
    named = [_told_face(before, catalogue, text, chance) for text in told if text not in alone]
    named += in_order(before, catalogue, alone, own, [die_id for die_id, _ in named])
    if not named and chance is None:
        raise Invalid(
            "Which dice came up with what?",
            "`companion bwd roll ana.1=investment ana.2=blank`, or the faces alone in the order of "
            "the dice: `companion bwd roll investment blank`. `--virtual` lets me roll.",
        )
    times = Counter(die_id for die_id, _ in named)
    twice = [before.die(key).id for key, count in times.items() if count > 1]
    if twice:
        raise Invalid(f"{listed(twice)} cannot show two faces at once.", "Tell each die once.")
    _begin_round_if_due(action, [die_id for die_id, _ in named])
    faces: dict[str, CameUp] = dict(named)
    if chance is not None and not named:
        dice = [die for die in action.state.dice if die.owner is not None]
        faces = {die.key: CameUp(chance.randrange(6), CHANCE) for die in dice}
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


def record_roll(action: Action[State], faces: Mapping[str, CameUp]) -> None:
    """Record which faces are on top, with what is drawn there: an undo must not change that."""
    places = {die_id: face.place for die_id, face in faces.items()}
    shows = {
        die_id: None if place is None else action.state.die(die_id).faces[place].icon
        for die_id, place in places.items()
    }
    meant = {die_id: face.way for die_id, face in faces.items() if face.place is not None}
    setting_up = action.state.phase == "setup"
    more = {"untold": action.untold} if setting_up else {}
    action.add("dice.rolled", faces=places, shows=shows, meant=meant, **more)


def _told_face(
    state: State, catalogue: Catalogue, text: str, chance: Random | None
) -> tuple[str, CameUp]:
    name, equals, face = text.partition("=")
    if not equals and "#" in name:  # `ana.1#3`, for those who number faces
        name, equals, face = *name.split("#", 1)[:1], "=", f"#{name.split('#', 1)[1]}"
    die = find_die(state, name)
    if not equals and chance is not None:
        return die.key, CameUp(chance.randrange(6), CHANCE)
    if not equals or not face:
        raise Invalid(
            f"What came up on {die.id}?", f"`{die.id}=blank`, or an icon: `{die.id}=tag`."
        )
    return die.key, came_up(die, catalogue, face)


def is_face_alone(state: State, text: str) -> bool:
    """Whether a word of `roll` is a face, or a player's name before faces, without its die."""
    if "=" in text or "#" in text[1:]:
        return False
    if is_somebody(state.seats, text):
        return True
    try:
        find_die(state, text)
    except CompanionError:
        return True
    # `c` may be Cocoon as well as the common die.
    return not ("." in text or text[-1:].isdigit() or folded(text) == COMMON)


def dice_in_order(
    state: State, own: int | None = None, named: Collection[str] = ()
) -> Iterator[tuple[int, list[Die]]]:
    """Whose dice faces alone are told of, in this order: one's own, where a seat is `own`, or else
    those of whoever has the turn, or is first; then the next to the left.

    Of a player's dice, those of which nobody told yet what they show, if there are any; those that
    are `named` by themselves are left out. While everybody rolls, who is told of is passed over.
    """
    told = state.phase in ("roll", *RESOLVING)
    waiting = state.phase == "roll" and any(untold(state, seat) for seat in state.turns())
    for seat in from_turn(state, state.turn if own is None else own):
        dice = (untold(state, seat) if told else []) or state.dice_of(seat)
        dice = [die for die in dice if die.key not in named]
        if dice and (seat == own or not waiting or untold(state, seat)):
            yield seat, dice


def in_order(
    state: State,
    catalogue: Catalogue,
    words: Sequence[str],
    own: int | None = None,
    named: Collection[str] = (),
) -> list[tuple[str, CameUp]]:
    """Faces alone as those of dice: `3 tag` of one's own two, `3 tag -2 erase` of everybody's.

    A player's name before faces says whose they are; else it goes as in `dice_in_order`. Raises
    Invalid where the faces of a player's are not as many as the dice.
    """
    found: list[tuple[str, CameUp]] = []
    turns, left = dice_in_order(state, own, named), list(words)
    while left:
        if is_somebody(state.seats, left[0]):
            seat = find_seat(state.seats, left.pop(0))
            turns = dice_in_order(state, seat, named)
        seat, dice = next(turns, (0, []))
        faces = left[: len(dice)]
        if not dice:
            raise Invalid(
                f"“{short(left[0])}” would be a face more than there are dice to tell of.",
                "`companion bwd roll NAME …` says whose they are; `companion bwd dice` shows all.",
            )
        if len(faces) < len(dice) or any(is_somebody(state.seats, word) for word in faces):
            each = " ".join(f"{die.id}=…" for die in dice)
            raise Invalid(
                f"{state.name(seat)} has {listed([die.id for die in dice])}: tell a face for each.",
                f"`companion bwd roll {each}`",
            )
        found += _fitted(catalogue, dice, faces)
        left = left[len(dice) :]
    return found


def _fitted(
    catalogue: Catalogue, dice: Sequence[Die], faces: Sequence[str]
) -> list[tuple[str, CameUp]]:
    """Which die shows which of these faces: in order; or else as they can only be, since nobody
    sees at a table which of two dice is the first one.

    Raises NotFound or Ambiguous for a face that is on none, or where several ways would do.
    """
    ways: dict[frozenset[tuple[str, CameUp]], None] = {}
    problem: CompanionError | None = None
    for shuffled in permutations(faces):
        try:
            way = [
                (die.key, came_up(die, catalogue, face))
                for die, face in zip(dice, shuffled, strict=True)
            ]
        except CompanionError as refusal:
            problem = problem or refusal
            continue
        if problem is None:
            return way
        ways[frozenset(way)] = None
    if len(ways) == 1:
        return sorted(next(iter(ways)))
    assert problem is not None
    raise problem


def came_up(die: Die, catalogue: Catalogue, face: str) -> CameUp:
    """The face that the table says came up."""
    return CameUp(place_of(die, catalogue, face, rolled=True), way_of(f"{die.id}:{face}"))


def _begin_round_if_due(action: Action[State], named: Sequence[str]) -> None:
    """Telling a roll begins the round; the common die alone is rolled in setup (BWD-100)."""
    state = action.state
    if state.phase == "check":
        end_round(action)
    elif state.phase not in ("setup", "open") or list(named) == [COMMON]:
        return
    begin(action, "roll", None, rolled=True)
    action.begin_entry()


def erase(action: Action[State], catalogue: Catalogue, ref: str) -> None:
    """Wipe a face: icon, dots and dashes."""
    die, place = find_face(action.state, catalogue, ref, need=" is erased")
    warn_of_wards(action, catalogue, die)
    icon = die.faces[place].icon
    action.add("face.erased", die=die.key, face=place, icon=icon, meant=way_of(ref))


def replace(action: Action[State], catalogue: Catalogue, ref: str, icon: str) -> None:
    """Wipe a face and draw the named icon on it, whatever it would need otherwise (A-BW-17)."""
    die, place = find_face(action.state, catalogue, ref, need=" is replaced")
    label, card = _designated(action.state, catalogue, icon)
    warn_of_wards(action, catalogue, die)
    over = die.faces[place].icon
    fact = {"die": die.key, "face": place, "icon": label, "card": card}
    action.add("face.replaced", **fact, over=over, meant=way_of(ref))


def mark_face(action: Action[State], catalogue: Catalogue, ref: str, kind: str, count: int) -> None:
    """Draw dots (`face.dotted`) or dashes (`face.dashed`) on a face; that is no tag.

    A die alone means the face that it has just resolved, if it has; `""` that of the last die.
    """
    ref = just_resolved(action.state, ref) or ref
    die, place = find_face(action.state, catalogue, ref, need=" gets it")
    if not 1 <= count <= 99:
        raise Invalid(f"{count} is no number of marks to draw.", "A whole number from 1 to 99.")
    card = die.faces[place].card
    if card is None or not catalogue.card(card).ward:  # Dots are how some wards are used.
        warn_of_wards(action, catalogue, die)
    icon, way = die.faces[place].icon, way_of(ref)
    action.add(kind, die=die.key, face=place, icon=icon, count=count, meant=way)


def just_resolved(state: State, ref: str = "") -> str:
    """The face that a die has resolved last in this phase, as it is typed; empty where it has not,
    or a face is named. Raises Refused where it is gone, Invalid where no die has resolved any."""
    if split_ref(ref)[1]:
        return ""
    key = state.just if not ref else find_die(state, ref).key
    die = None if key is None else state.die(key)
    if die is None or die.did is None:
        if ref:
            return ""
        raise Invalid(
            "Which face? No icon was resolved just now.",
            "Name the die, and what is drawn on the face: `ana.1:investment`.",
        )
    if die.did.gone:
        raise Refused(
            f"What {die.id} resolved has erased itself ({die.did.gone}).",
            f"Another face of it: `{die.id}:ICON`.",
        )
    return f"{die.id}:active" if die.active == die.did.place else die.typed(die.did.place)


def write(action: Action[State], catalogue: Catalogue, ref: str, icons: Sequence[str]) -> None:
    """Tell what is on a die as it lies there, without asking how it came about."""
    die = find_die(action.state, ref)
    if len(icons) > 6:
        raise Invalid(f"A die has six faces, and these are {len(icons)} icons.", "Leave some out.")
    faces = [_written(action.state, catalogue, icon) for icon in icons]
    faces += [None] * (6 - len(faces))
    action.add("die.written", die=die.key, faces=faces)


def _written(state: State, catalogue: Catalogue, icon: str) -> dict[str, object] | None:
    if folded(icon) in EMPTY:
        return None
    label, card = _designated(state, catalogue, icon)
    return Face(label, card).to_json()


def _designated(state: State, catalogue: Catalogue, icon: str) -> tuple[str, str | None]:
    """The label to draw and the card that it belongs to (none for a number of no known card)."""
    label = folded(icon).replace("−", "-").removeprefix("+")
    if is_number(label) and (label[0] == "-" or int(label) not in catalogue.numbers):
        card = catalogue.card_of_icon(label)
        return label, card.key if card else None
    card = catalogue.find(icon, set(state.cards()))
    key = key_in_play(state, card)
    if len(card.labels) > 1:
        if label in card.labels:
            return label, key
        raise Invalid(
            f"{card.title} has several icons: {' and '.join(card.labels)}.", "Name the one drawn."
        )
    return (key if card.labels == (card.key,) else card.labels[0]), key


def claim(action: Action[State], catalogue: Catalogue, seat: int, die: Die) -> None:
    """Take a die; its active face stays as it lies."""
    warn_of_wards(action, catalogue, die, by=seat)
    action.add("die.claimed", die=die.key, seat=seat)


def swap(action: Action[State], catalogue: Catalogue, one: str, other: str) -> None:
    """Two players exchange dice; both keep the face that they show."""
    dice = [find_die(action.state, one), find_die(action.state, other)]
    for die in dice:
        warn_of_wards(action, catalogue, die)
    action.add("dice.swapped", dice=[die.key for die in dice])
