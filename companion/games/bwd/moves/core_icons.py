"""What the five core icons do: Tag, Erase, Re-roll and The Window (Points are numbers).

Other icons may use the same choices: whatever the table says they tagged, erased or rolled.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from companion.core.action import Action
from companion.core.names import folded
from companion.errors import Invalid
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.moves.dice import NOT_TOLD, CameUp, came_up, erase, record_roll
from companion.games.bwd.moves.refs import find_die
from companion.games.bwd.moves.tagging import tag
from companion.games.bwd.moves.wards import warn_of_wards
from companion.games.bwd.rules.room import can_tag
from companion.games.bwd.rules.rounds import resolving
from companion.games.bwd.rules.which_face import CHANCE
from companion.games.bwd.state import COMMON, Die, Face, State


class Choice(NamedTuple):
    """What the table did with a die: the choices of a core icon, or any icon's effect in words.

    `points` are (seat, change) pairs. `chance` rolls for a table without its dice at hand.
    `copies` names the die whose active face the icon works as. A `dot` or a `dash` is drawn on the
    face that is resolved.
    """

    tag: str | None = None
    on: str | None = None
    puts: Sequence[str] = ()
    erase: str | None = None
    reroll: str | None = None
    points: Sequence[tuple[int, int]] = ()
    did: str | None = None
    nothing: bool = False
    fizzled: bool = False
    chance: Random | None = None
    copies: str | None = None
    dot: bool = False
    dash: bool = False

    @property
    def told(self) -> bool:
        """Whether the table said what the icon did, in points, marks or words."""
        return bool(self.points or self.did or self.dot or self.dash)

    @property
    def words(self) -> list[str]:
        """Which of all that was told, as an entry keeps it (`rules.shapes.TOLD`)."""
        told = {
            "tag": self.tag is not None,
            "erase": self.erase is not None,
            "reroll": self.reroll is not None,
            "points": bool(self.points),
            "did": bool(self.did or self.dot or self.dash),
            "nothing": self.nothing,
            "fizzled": self.fizzled,
        }
        return [word for word, said in told.items() if said]

    def settled(self) -> "Choice":
        """The same; where ±0 points are all that is told, that nothing was changed."""
        if self.words == ["points"] and not any(change for _, change in self.points):
            return self._replace(points=(), nothing=True)
        return self


def core_effect(
    action: Action[State], catalogue: Catalogue, die: Die, face: Face, choice: Choice
) -> None:
    """What the icons of the core cards do; other icons may use the same choices."""
    core = catalogue.card(face.card).core if face.card else False
    if core:
        _require_its_own(catalogue, die, face, choice)
    if choice.tag is not None:
        tag(action, catalogue, choice.on or die.id, choice.tag, choice.puts, by=die.owner)
    if choice.erase is not None:
        erase(action, catalogue, choice.erase)
    if core and face.icon == "the-window":
        _window(action, catalogue, die, choice)
    elif choice.reroll is not None:
        _reroll(action, catalogue, choice.reroll, choice.chance)
    elif core and not choice.told:
        _require_choice(action, catalogue, die, face, choice)


def _require_its_own(catalogue: Catalogue, die: Die, face: Face, choice: Choice) -> None:
    """A core icon does one thing. Raises Invalid for the choices of another one."""
    made = {
        "tag": bool(choice.tag or choice.on or choice.puts),
        "erase": bool(choice.erase),
        "re-roll": bool(choice.reroll or choice.chance),
    }
    own = "re-roll" if face.icon == "the-window" else face.icon
    if any(done for icon, done in made.items() if icon != own):
        raise Invalid(
            f"{die.id} shows {catalogue.title(face.icon or '')}, and that does something else.",
            f"`companion bwd roll {die.id}=…` if it shows another icon.",
        )


def _require_choice(
    action: Action[State], catalogue: Catalogue, die: Die, face: Face, choice: Choice
) -> None:
    """A core icon needs to know what it did, or the dice would not be what the table sees."""
    if face.icon == "tag" and choice.tag is None:
        if not can_tag(action.state, catalogue):
            return  # Every face is full: it changes nothing and erases itself (BWD-28).
        wanted = "`--tag CARD --on DIE`"
    elif face.icon == "erase" and choice.erase is None:
        wanted = "`--erase DIE:FACE`"
    elif face.icon == "re-roll":  # Rolling is never nothing (BWD-34).
        wanted = "`--reroll DIE=ICON`, or `--reroll DIE --virtual`"
    else:
        return
    raise Invalid(
        f"{die.id} shows {catalogue.title(face.icon or '')}: what was done with it?",
        f"`{resolving(die, choice.copies)}` with {wanted}, or `--did “…”`.",
    )


def _window(action: Action[State], catalogue: Catalogue, die: Die, choice: Choice) -> None:
    """The Window: the common die is rolled, then taken with the face it shows (A-BW-11)."""
    assert die.owner is not None
    rolled = choice.reroll or ""
    common = action.state.die(COMMON)
    if common.owner is not None:
        warn_of_wards(action, catalogue, common)
    if rolled or choice.chance is not None:
        _reroll(action, catalogue, _common_named(action.state, rolled), choice.chance)
    else:
        record_roll(action, {COMMON: NOT_TOLD})
    if action.state.die(COMMON).owner != die.owner:
        action.add("die.claimed", die=COMMON, seat=die.owner)


def _common_named(state: State, rolled: str) -> str:
    """`common=tag` of `tag`, `common=tag` or nothing at all. Raises Invalid for another die."""
    name, equals, face = rolled.partition("=")
    if not equals and folded(rolled) not in ("", COMMON):
        return f"{COMMON}={rolled}"
    if equals and find_die(state, name).id != COMMON:
        raise Invalid(f"The Window rolls the common die, not {name}.", "`--reroll common=ICON`")
    return f"{COMMON}={face}" if equals else COMMON


def _reroll(action: Action[State], catalogue: Catalogue, told: str, chance: Random | None) -> None:
    name, equals, face = told.partition("=")
    die = find_die(action.state, name)
    warn_of_wards(action, catalogue, die)
    shown = NOT_TOLD
    if equals and face:
        shown = came_up(die, catalogue, face)
    elif chance is not None:
        shown = CameUp(chance.randrange(6), CHANCE)
    record_roll(action, {die.key: shown})
    if shown.place is None:
        action.warn(f"What does {die.id} show now? `companion bwd roll {die.id}=…` tells it.")
