"""What is known of a play of Blank White Dice: an immutable value."""

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
    def blank(self) -> bool:
        """No icon, so it can be tagged; dots and dashes alone leave it so (A-BW-31)."""
        return self.icon is None

    @property
    def clean(self) -> bool:
        """Nothing on it at all, so there is nothing to erase."""
        return self.icon is None and not self.dots and not self.dashes

    def to_json(self) -> dict[str, Any] | None:
        """The face as in `table --json`: null where nothing is on it."""
        if self.clean:
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


class Did(NamedTuple):
    """What a die resolved last: who did, the place and the icon on it, the face that was carried
    out (another one where it copied). `gone` is why it erased itself, if it did."""

    seat: int
    place: int
    icon: str
    face: Face
    fizzled: bool = False
    gone: str = ""


class Die(NamedTuple):
    """A die: `home` is the seat it began with, `owner` who controls it now (nobody: None).

    `key` is what logs call it, whoever is renamed; `named` how it is typed, where that is another
    word by now.
    `active` is the place of the face on top, None where that is unknown. `resolved` holds (phase,
    seat) for every resolution of this round. `did` is the icon that it resolved last in this phase.
    `spent` holds (seat, place) of icons that granted another turn in this phase: they do not
    resolve again in it (A-BW-23).
    """

    key: str
    home: int | None
    owner: int | None
    faces: tuple[Face, ...] = SIX_BLANKS
    active: int | None = None
    resolved: frozenset[tuple[str, int]] = frozenset()
    did: Did | None = None
    spent: frozenset[tuple[int, int]] = frozenset()
    named: str = ""

    @property
    def id(self) -> str:
        """How it is shown and typed: `ana.1`."""
        return self.named or self.key

    @property
    def top(self) -> Face | None:
        """The active face, where it is known."""
        return None if self.active is None else self.faces[self.active]

    def typed(self, place: int) -> str:
        """A face as it can be typed: by what is drawn on it, by lying on top, or by its number."""
        face = self.faces[place]
        same = [n for n, other in enumerate(self.faces) if other.icon == face.icon]
        alike = len({self.faces[n] for n in same}) == 1
        if len(same) == 1 or (alike and self.active not in same):
            return f"{self.id}:{face.icon or 'blank'}"
        return f"{self.id}:active" if place == self.active else f"{self.id}#{place + 1}"

    def blanks(self) -> list[int]:
        """The places of its blank faces, the active one last: it is only tagged when named."""
        places = [place for place, face in enumerate(self.faces) if face.blank]
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
    """An icon that works as an active face: `icon` on top of `die` as the `face` at that `place`
    of the die `of`."""

    die: str
    icon: str
    of: str
    place: int
    face: Face


class Spare(Value):
    """A die of the box that is not in play: who held it last, with whom it began, its faces."""

    holder: str
    home: str
    faces: tuple[Face, ...]


class State(PlayState):
    """A play of Blank White Dice.

    `stacks` is the tableau: each stack from the covered card up to the top one. `tableau_known`
    says whether it is known which icon cards are in it; `revealed` are cards that players added to
    it in setup, and who added each. `turn` is whose turn of the phase it is, `lead` who takes the
    first one: whoever had the marker when the dice were rolled. `copies` stand until the phase
    ends.
    `overdrawn` are icons that others were drawn over, as a house let it: die, what was there, what
    came. `just` is the die that was resolved last in this phase.
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
    overdrawn: tuple[tuple[str, str, str], ...] = ()
    just: str | None = None

    @property
    def tracked(self) -> bool:
        """Whether anything was entered of the dice; without that, rounds have no phases."""
        return any(
            die.active is not None
            or (die.faces is not SIX_BLANKS and any(not face.clean for face in die.faces))
            for die in self.dice
        )

    def turns(self) -> tuple[int, ...]:
        """The seats in the order of this round's turns."""
        count = len(self.seats)
        return tuple((self.lead + step) % count for step in range(count))

    def die(self, key: str) -> Die:
        """The die that logs call so."""
        for die in self.dice:  # sooner found so than by a generator, and sought for every entry
            if die.key == key:
                return die
        raise KeyError(key)

    def with_die(self, die: Die, **changes: Any) -> "State":
        """The state with this die in the place of the one of its key, and these other changes."""
        dice = [die if other.key == die.key else other for other in self.dice]
        return replace(self, dice=tuple(dice), **changes)

    def with_face(self, key: str, place: int, face: Face) -> "State":
        """The state with one face drawn anew: an icon that was there has not granted a turn."""
        die = self.die(key)
        if die.spent and face.icon != die.faces[place].icon:
            die = die._replace(spent=frozenset(used for used in die.spent if used[1] != place))
        faces = (*die.faces[:place], face, *die.faces[place + 1 :])
        return self.with_die(die._replace(faces=faces))

    def overdrawing(self, key: str, place: int, icon: str) -> "State":
        """The state that knows what gets lost where an icon is drawn over another one."""
        there = self.die(key).faces[place].icon
        if there is None:
            return self
        return replace(self, overdrawn=(*self.overdrawn, (key, there, icon)))

    def has_resolved(self, seat: int, die: Die) -> bool:
        """Whether a player is done with a die in this phase, as it lies now."""
        spent = die.active is not None and (seat, die.active) in die.spent
        return spent or (self.phase, seat) in die.resolved

    def copy_of(self, die: Die) -> Copy | None:
        """What a die works as instead of its own face, if it copies one."""
        return next((copy for copy in self.copies if copy.die == die.key), None)

    def working(self, die: Die) -> Face | None:
        """The face that a die works as: what it copies, or what lies on top."""
        copy = self.copy_of(die)
        return die.top if copy is None else copy.face

    def dice_of(self, seat: int) -> list[Die]:
        """The dice that a player controls now."""
        return [die for die in self.dice if die.owner == seat]

    def cards(self) -> Iterator[str]:
        """Every card in the tableau, covered ones first within their stack."""
        return (card for stack in self.stacks for card in stack)

    def stack_of(self, card: str) -> tuple[str, ...]:
        """The stack that a card lies in; empty where it is not in the tableau."""
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
        """What is left of the hands that the companion dealt; None where the table dealt itself."""
        if self.hands is None:
            return None
        in_play = set(self.cards())
        return tuple(card for hand in self.hands for card in hand if card not in in_play)


def plus_one(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The counts with one more for a seat."""
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
