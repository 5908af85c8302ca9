"""How a play begins: which set, how far, whether with the dice of the last play.

The dice last longer than the game: a new play begins with the box as the last one left it. A box
has eight dice and the common one. Those of players who sit out stay in it unchanged, so a play
carries them along as *spare* ones, and passes them on to the next.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.command import word
from companion.core.fact import Fact, Recorded
from companion.core.names import find, folded, listed, short
from companion.core.numbers import whole
from companion.core.param import A_TEXT, a_choice, a_number
from companion.core.play import STARTED
from companion.core.seats import PlayerSeat
from companion.core.shapes import AMOUNT, TEXT, list_of, mapping_of, maybe, object_of, shape_of
from companion.core.value import Annotated, Value
from companion.core.verbs import StartRequest, StartResult, start
from companion.errors import Invalid, NotFound
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.faces import CARD, DIE, FACE, six
from companion.games.bwd.state import (
    COMMON,
    CORE,
    DEFAULT_TARGET,
    SIX_BLANKS,
    STARTING_POINTS,
    Die,
    Face,
    Setup,
    Spare,
    State,
)

Record = dict[str, Any]

# The beginning of a play, as logs record it


class SetOfCards(Recorded):
    """The chosen set: see `Setup`."""

    id: Annotated[str, TEXT]
    dealt: Annotated[int, AMOUNT] = 0
    adds: Annotated[int, AMOUNT] = 0
    active: Annotated[int, AMOUNT] = 0
    first: Annotated[int, AMOUNT] = 0
    last: Annotated[int, AMOUNT] = 0
    cards: Annotated[Sequence[str], list_of(CARD)]


class SpareDie(Recorded):
    """A die that stays in the box: see `Spare`."""

    holder: Annotated[str, TEXT]
    home: Annotated[str, TEXT]
    faces: Annotated[Sequence[Record | None], six(FACE)]


class Options(Recorded):
    """What `start` recorded: empty for the defaults."""

    target: Annotated[int, AMOUNT] = DEFAULT_TARGET
    set: Annotated[SetOfCards | None, maybe(object_of(shape_of(SetOfCards)))] = None
    dice: Annotated[Mapping[str, Any] | None, maybe(mapping_of(DIE, six(FACE)))] = None
    spare: Annotated[Sequence[SpareDie], list_of(object_of(shape_of(SpareDie)))] = ()


class PlayStarted(Fact[State], kind=STARTED, counts=False):
    """A play begins."""

    options: Annotated[Options, object_of(shape_of(Options))]


def opening(seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> State:
    """The table before the first entry: three points each, two dice each, the core cards.

    `options`: `target`, and if given `set` (the fields of Setup), `dice` (faces by die id) and
    `spare` (the dice that stay in the box).
    """
    kept = options.get("dice") or {}
    owners = [(f"{seat.handle}.{n}", place) for place, seat in enumerate(seats) for n in (1, 2)]
    dice = [Die(die_id, place, place, _faces(kept.get(die_id))) for die_id, place in owners]
    dice.append(Die(COMMON, None, None, _faces(kept.get(COMMON))))
    chosen = options.get("set")
    setup = None if chosen is None else _set_of(chosen)
    basic = setup.cards if setup is not None else ()
    return State(
        seats=seats,
        lead=first,
        scores=(STARTING_POINTS,) * len(seats),
        first=first,
        target=options.get("target", DEFAULT_TARGET),
        dice=tuple(dice),
        stacks=tuple((card,) for card in (*CORE, *basic)),
        tableau_known=bool(basic),
        setup=setup,
        added=(0,) * len(seats),
        tags=(0,) * len(seats),
        discs=(None,) * len(seats),
        spare=tuple(
            Spare(die["holder"], die["home"], _faces(die["faces"]))
            for die in options.get("spare", ())
        ),
    )


def _set_of(chosen: Mapping[str, Any]) -> Setup:
    known = {name: chosen[name] for name in Setup.fields if name in chosen}
    return Setup(**{**known, "cards": tuple(chosen["cards"])})


def _faces(kept: Sequence[dict[str, Any] | None] | None) -> tuple[Face, ...]:
    if kept is None:
        return SIX_BLANKS
    return tuple(Face.from_json(face) for face in kept)


def begins(state: State) -> str:
    """The options of the opening state that differ from the defaults."""
    unusual = []
    if state.target != DEFAULT_TARGET:
        unusual.append(f"to {state.target} points")
    if state.setup is not None:
        unusual.append(f"set {state.setup.id}")
    if state.has_dice_entered:  # Before the first entry, only dice of an earlier play have icons.
        unusual.append("kept dice")
    return ", ".join(unusual)


def start_again(state: State) -> list[str]:
    """The set, the target, and the dice as they are: the options of the next play."""
    options = [] if state.setup is None else ["--set", state.setup.id]
    options += [] if state.target == DEFAULT_TARGET else ["--target", str(state.target)]
    return [*options, "--dice", "kept"] if state.has_dice_entered else options


DICE_EACH = 2
_SHOWN_TITLES = 6

# The set


def setup_option(catalogue: Catalogue, name: str, players: int) -> Record:
    """The `set` option of `start`, from a set's name. Raises NotFound with the existing names."""
    chosen = find(name, catalogue.sets, lambda entry: (entry["id"],), "set")
    first, last = chosen.get("range", (0, 0))
    adds = chosen.get("adds_two_players" if players == 2 else "adds", 0)
    return {
        "id": chosen["id"],
        "dealt": chosen.get("dealt", 0),
        "adds": adds,
        "active": chosen.get("active", 0),
        "first": first,
        "last": last,
        "cards": list(chosen.get("cards", ())),
    }


# Keeping dice


class BoxOfDice(Value):
    """The dice for a new play: faces by die id, the spare dice, and players without kept ones."""

    dice: dict[str, list[Record | None]]
    spare: list[Record]
    without: list[str]


def dice_left(state: State, seats: Sequence[PlayerSeat]) -> BoxOfDice:
    """Hand out the dice of a finished play again: each player keeps their own.

    First those held at the end, two at most; a player with fewer gets back those that they began
    with. The rest is spare. Nobody gets another's dice.
    """
    left = [_spare(state, die) for die in state.dice if die.id != COMMON] + list(state.spare)
    given: dict[str, list[Spare]] = {seat.handle: [] for seat in seats}
    for whose in ("holder", "home"):
        for seat in seats:
            for die in [die for die in left if folded(getattr(die, whose)) == folded(seat.name)]:
                if len(given[seat.handle]) < DICE_EACH:
                    given[seat.handle].append(die)
                    left.remove(die)
    dice = {
        f"{handle}.{number}": _records(die.faces)
        for handle, own in given.items()
        for number, die in enumerate(own, start=1)
    }
    dice[COMMON] = _records(state.die(COMMON).faces)
    spare = [{"holder": die.holder, "home": die.home, "faces": _records(die.faces)} for die in left]
    return BoxOfDice(dice, spare, [seat.name for seat in seats if not given[seat.handle]])


def _spare(state: State, die: Die) -> Spare:
    home = "" if die.seat is None else state.name(die.seat)
    holder = home if die.owner is None else state.name(die.owner)
    return Spare(holder, home, die.faces)


def _records(faces: Iterable[Face]) -> list[Record | None]:
    return [face.to_json() for face in faces]


# Parameters


def _read_target(state: Any, word: str) -> int:
    found = whole(word, 1, 9999)
    if found is None:
        hint = "A whole number from 1 to 9999, for example 13 or 20."
        raise Invalid(f"“{short(word)}” is not a number of points to win with.", hint)
    return found


def _read_dice(state: Any, word: str) -> str:
    if word not in ("kept", "blank"):
        raise Invalid(f"There are no dice “{short(word)}”.", "`--dice kept`, or `--dice blank`")
    return word


def _kept(request: StartRequest) -> BoxOfDice:
    left = request.shelf.kept()
    if left is None:
        raise NotFound(
            "This group has no kept dice yet: no play with dice has ended.",
            "Begin with blank dice; `companion bwd write ana.1 …` enters what is on a die.",
        )
    return dice_left(left.state, request.seats)


def _some(titles: Sequence[str]) -> str:
    few = list(titles[:_SHOWN_TITLES])
    return listed([*few, f"{len(titles) - len(few)} more"] if len(titles) > len(few) else few)


def _about_kept(box: BoxOfDice, catalogue: Catalogue, *, with_set: bool) -> list[str]:
    """Warn of players who begin with blank dice anyway, and of icons of absent cards."""
    warnings = []
    if box.without:
        verb = "has" if len(box.without) == 1 else "have"
        warnings.append(f"{listed(box.without)} {verb} no kept dice, so the dice are blank.")
    keys = {face["card"] for faces in box.dice.values() for face in faces if face is not None}
    cards = [catalogue.card(key) for key in sorted(key for key in keys if key is not None)]
    titles = [card.title for card in cards if not card.core]
    if titles and not with_set:
        warnings.append(
            f"The dice carry {_some(titles)}: `--set` puts a set's cards into the tableau, "
            "`companion bwd add CARD` others."
        )
    return warnings


Target = Annotated[
    int,
    word(
        _read_target,
        sort=a_number(1, 9999),
        metavar="N",
        help="Points to win with; 20 for a longer game.",
    ),
]
SetName = Annotated[str | None, word(sort=A_TEXT, metavar="SET", help="V1, V2; 6-29, 30-54; all.")]
WhichDice = Annotated[
    str,
    word(
        _read_dice,
        sort=a_choice("blank", "kept"),
        metavar="blank|kept",
        help="Begin with the dice of the last play.",
    ),
]


@start(first="Who gets the first-player marker.", of_house=False)
def begin(
    request: StartRequest,
    *,
    target: Target = DEFAULT_TARGET,
    set: SetName = None,
    dice: WhichDice = "blank",
) -> StartResult:
    """Begin Blank White Dice.

    You may leave out everything but the players; and the players, too, if the same ones play
    again.

    Examples:
      companion start bwd Ana Ben
      companion start bwd Ana Ben --set V1           basic
      companion start bwd Ana Ben Cho --set 6-29     intermediate
      companion start bwd Ana Ben Cho --set all      experienced
      companion start bwd Ana Ben --dice kept --target 20
    """
    options: Record = {"target": target}
    if set is not None:
        options["set"] = setup_option(request.reference, set, len(request.names))
    warnings: list[str] = []
    if dice == "kept":
        box = _kept(request)
        options["dice"], options["spare"] = box.dice, box.spare
        warnings = list(_about_kept(box, request.reference, with_set=set is not None))
    if request.as_json:
        # Showing such a table looks cards up: a damaged box is reported before the play begins.
        _ = request.reference
    return StartResult(options, then=lambda play: ((), warnings))
