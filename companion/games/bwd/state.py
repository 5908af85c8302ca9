"""The state of a play of Blank White Dice: an immutable value."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from companion.core.play import PlayState
from companion.core.value import Value, replace

Phase = Literal["setup", "open", "roll", "first", "main", "last", "check"]
CardState = Literal["active", "neutralized", "overwritten"]

CORE = ("tag", "erase", "re-roll", "points", "the-window")
COMMON = "common"
RESERVED_HANDLES = (COMMON,)
PHASE_TITLES: dict[Phase, str] = {
    "setup": "setup",
    "open": "no phases",
    "roll": "everyone rolls",
    "first": "First",
    "main": "Main",
    "last": "Last",
    "check": "check for a winner",
}
RESOLVING: tuple[Phase, ...] = ("first", "main", "last")
STARTING_POINTS = 3
DEFAULT_TARGET = 13
LOWEST_SCORE = 0
TAGS_IN_SETUP = 4


class Face(NamedTuple):
    """One side of a die: the icon drawn on it, the card that it came from, dots and dashes."""

    icon: str | None = None
    card: str | None = None
    dots: int = 0
    dashes: int = 0

    @property
    def is_blank(self) -> bool:
        """Whether it has no icon, and so can be tagged, even with dots and dashes (A-BW-31)."""
        return self.icon is None

    @property
    def is_clean(self) -> bool:
        """Whether nothing at all is on it, so that there is nothing to erase."""
        return self.icon is None and not self.dots and not self.dashes

    def to_json(self) -> dict[str, Any] | None:
        """The face as in `table --json`: null if nothing is on it."""
        if self.is_clean:
            return None
        return {"icon": self.icon, "dots": self.dots, "dashes": self.dashes, "card": self.card}

    @classmethod
    def from_json(cls, record: Mapping[str, Any] | None) -> "Face":
        """The face of such a record."""
        if record is None:
            return cls()
        return cls(record["icon"], record.get("card"), record["dots"], record["dashes"])


BLANK = Face()
SIX_BLANKS = (BLANK,) * 6


class LastResolution(Value):
    """The icon that a die resolved last: for whom, the place of its face, and the face that took
    effect (another one if it copied). `erased_because` says why it erased itself, if it did."""

    seat: int
    place: int
    icon: str
    face: Face
    fizzled: bool = False
    erased_because: str = ""


class Die(NamedTuple):
    """A die: `seat` is the one that it began with, `owner` who controls it now, if anybody.

    `key` is its name in logs, which never changes; `named` is what is typed, if a player was
    renamed. `active` is the place of the face on top, None if unknown. `resolved` holds (phase,
    seat) for every resolution of this round; `last` is the last one of this phase.
    `granted` holds (seat, place) of icons that granted another turn in this phase: they do not
    resolve again in it (A-BW-23).
    """

    key: str
    seat: int | None
    owner: int | None
    faces: tuple[Face, ...] = SIX_BLANKS
    active: int | None = None
    resolved: frozenset[tuple[str, int]] = frozenset()
    last: LastResolution | None = None
    granted: frozenset[tuple[int, int]] = frozenset()
    named: str = ""

    @property
    def id(self) -> str:
        """What is shown and typed: `ana.1`."""
        return self.named or self.key

    @property
    def top(self) -> Face | None:
        """The active face, if it is known."""
        return None if self.active is None else self.faces[self.active]

    def typed(self, place: int) -> str:
        """What can be typed for a face: its icon, `active` for the one on top, or its number."""
        face = self.faces[place]
        same = [n for n, other in enumerate(self.faces) if other.icon == face.icon]
        alike = len({self.faces[n] for n in same}) == 1
        if len(same) == 1 or (alike and self.active not in same):
            return f"{self.id}:{face.icon or 'blank'}"
        return f"{self.id}:active" if place == self.active else f"{self.id}#{place + 1}"

    def with_erased_icon(self, why: str) -> "Die":
        """The die after the icon that it resolved last has erased itself."""
        assert self.last is not None
        return self._replace(last=replace(self.last, erased_because=why))

    def blanks(self) -> list[int]:
        """The places of its blank faces, the active one last: it is only tagged when named."""
        places = [place for place, face in enumerate(self.faces) if face.is_blank]
        return sorted(places, key=lambda place: place == self.active)


class Setup(Value):
    """How the tableau is built: the set's id, cards dealt, added by each, active cards wanted.

    `first` and `last` are the numbers of the icon cards that the set consists of; a basic set lists
    its `cards` instead, and nothing is dealt.
    """

    id: str
    dealt: int = 0
    adds: int = 0
    active: int = 0
    first: int = 0
    last: int = 0
    cards: tuple[str, ...] = ()

    @property
    def numbers(self) -> range:
        """The numbers of the icon cards of the set."""
        return range(self.first, self.last + 1)


class Copy(Value):
    """A copy of an active face: `icon` on `die` works as the `face` at `place` of the die `of`."""

    die: str
    icon: str
    of: str
    place: int
    face: Face


class Spare(Value):
    """A die of the box that is not in play: who had it last, who began with it, its faces."""

    holder: str
    home: str
    faces: tuple[Face, ...]


class State(PlayState):
    """A play of Blank White Dice.

    `stacks` is the tableau: each stack from the covered card up to the top one. `tableau_known`
    says whether it is known which icon cards are in it; `revealed` are cards that players added to
    it in setup, and who added each. `turn` is whose turn of the phase it is, `lead` who takes the
    first turn: the player who had the marker when the dice were rolled. `copies` last until the
    phase ends. `lost_icons` are icons that were drawn over by a house rule: die, old icon, new
    icon. `last_resolved` is the die that was resolved last in this phase.
    """

    target: int
    phase: Phase = "setup"
    turn: int | None = None
    lead: int = 0
    dice: tuple[Die, ...] = ()
    stacks: tuple[tuple[str, ...], ...] = tuple((card,) for card in CORE)
    neutralized: frozenset[str] = frozenset()
    tableau_known: bool = False
    setup: Setup | None = None
    hands: tuple[tuple[str, ...], ...] | None = None
    added: tuple[int, ...] = ()
    revealed: tuple[tuple[str, int], ...] = ()
    replacements: int = 0
    tags: tuple[int, ...] = ()
    common_tags: frozenset[int] = frozenset()
    discs: tuple[str | None, ...] = ()
    spare: tuple[Spare, ...] = ()
    copies: tuple[Copy, ...] = ()
    lost_icons: tuple[tuple[str, str, str], ...] = ()
    last_resolved: str | None = None

    @property
    def has_dice_entered(self) -> bool:
        """Whether anything about the dice was entered; without that, rounds have no phases."""
        return any(
            die.active is not None
            or (die.faces is not SIX_BLANKS and any(not face.is_clean for face in die.faces))
            for die in self.dice
        )

    def turns(self) -> tuple[int, ...]:
        """The seats in the order of this round's turns."""
        count = len(self.seats)
        return tuple((self.lead + step) % count for step in range(count))

    def die(self, key: str) -> Die:
        """The die with that name in logs."""
        for die in self.dice:  # faster than a generator, and done for every entry
            if die.key == key:
                return die
        raise KeyError(key)

    def with_die(self, die: Die, **changes: Any) -> "State":
        """The state with this die instead of the one of the same key, and these other changes."""
        dice = [die if other.key == die.key else other for other in self.dice]
        return replace(self, dice=tuple(dice), **changes)

    def with_face(self, key: str, place: int, face: Face) -> "State":
        """The state with another face on a die; a new icon has not granted a turn yet."""
        die = self.die(key)
        if die.granted and face.icon != die.faces[place].icon:
            die = die._replace(granted=frozenset(used for used in die.granted if used[1] != place))
        faces = (*die.faces[:place], face, *die.faces[place + 1 :])
        return self.with_die(die._replace(faces=faces))

    def with_icon_lost(self, key: str, place: int, icon: str) -> "State":
        """The state that remembers which icon is lost if another one is drawn over it."""
        there = self.die(key).faces[place].icon
        if there is None:
            return self
        return replace(self, lost_icons=(*self.lost_icons, (key, there, icon)))

    def has_resolved(self, seat: int, die: Die) -> bool:
        """Whether a player has resolved a die in this phase."""
        granted = die.active is not None and (seat, die.active) in die.granted
        return granted or (self.phase, seat) in die.resolved

    def copy_of(self, die: Die) -> Copy | None:
        """The copy that a die works as, if it copies a face."""
        return next((copy for copy in self.copies if copy.die == die.key), None)

    def acting_face(self, die: Die) -> Face | None:
        """The face that a die works as: the one that it copies, or the one on top."""
        copy = self.copy_of(die)
        return die.top if copy is None else copy.face

    def dice_of(self, seat: int) -> list[Die]:
        """The dice that a player controls now."""
        return [die for die in self.dice if die.owner == seat]

    def cards(self) -> Iterator[str]:
        """Every card in the tableau, covered ones first within their stack."""
        return (card for stack in self.stacks for card in stack)

    def stack_of(self, card: str) -> tuple[str, ...]:
        """The stack that a card is in; empty if it is not in the tableau."""
        return next((stack for stack in self.stacks if card in stack), ())

    def card_state(self, card: str) -> CardState | None:
        """Active, neutralized or overwritten; None for a card that is not in the tableau."""
        stack = self.stack_of(card)
        if not stack:
            return None
        if stack[-1] != card:
            return "overwritten"
        return "neutralized" if card in self.neutralized else "active"

    def active_cards(self) -> list[str]:
        """The cards that can be tagged: on top of their stack and face-up."""
        return [stack[-1] for stack in self.stacks if stack[-1] not in self.neutralized]

    def reserve(self) -> tuple[str, ...] | None:
        """What is left of the hands that the companion dealt; None if it did not deal."""
        if self.hands is None:
            return None
        in_play = set(self.cards())
        return tuple(card for hand in self.hands for card in hand if card not in in_play)


def plus_one(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The counts with one more for a seat."""
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
