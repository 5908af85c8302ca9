"""What is looked up: items, such as a word of a game, a rule, a card of a box, a ruling of a group;
and a game's reference, which is read only when somebody asks for it."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar


class Item(NamedTuple):
    """What something is, what to do with it at the table, and what people miss about it.

    `id` is unique within its game. `kind` is that of a word (keyword, icon, phase, …), of a rule
    (enforced, tracked, told, position), `card`, `unread`, or `ruling`. `aliases` are what else
    people call it, `asks` how they ask for it; `rules` are the rules that it rests on, `see` ids of
    others of the same game.
    """

    id: str
    game: str
    title: str
    kind: str
    text: str
    section: str = ""
    do: str = ""
    note: str = ""
    example: str = ""
    aliases: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it goes by, its title first."""
        return (self.title, self.id, *self.aliases)

    @property
    def full_id(self) -> str:
        """The id among all games: `bwd/ward`."""
        return f"{self.game}/{self.id}"


RULE_KINDS = ("enforced", "tracked", "told", "position")
"""The kinds of a rule: what the program does with it, or that it is our own reading."""
UNREAD = "unread"
"""The kind of a card of which nobody told what stands on it."""


class Mention(NamedTuple):
    """Something in front of the players: the id of its entry, and where it is or why it matters.

    `text`, where there is one, is what holds on this table in place of what the entry says: a card
    that lies face-down. `title` is for what has no entry, such as a rule that no box was told of.
    """

    id: str
    why: str
    title: str = ""
    text: str = ""


class Explained(NamedTuple):
    """Something in play with its entry, and what is to be known of it on this table."""

    mention: Mention
    entry: Item
    said: str
    rulings: tuple[str, ...]


# What is read only when somebody asks for it: most commands never look a card up


T = TypeVar("T")


class Later(Generic[T]):
    """A value that `read` gives, when it is asked for, and once."""

    def __init__(self, read: Callable[[], T]) -> None:
        self._read = read

    @cached_property
    def value(self) -> T:
        """What was read. Raises what reading raises."""
        return self._read()


def known(reference: Any) -> Any:
    """What a game looks things up in, read by now."""
    return reference.value if isinstance(reference, Later) else reference
