"""Items to look up: a word of a game, a rule, a card, a ruling of a group."""

from typing import NamedTuple


class Item(NamedTuple):
    """What something is, what to do with it at the table, and what people overlook about it.

    `id` is unique within its game. `kind` is that of a word (keyword, icon, phase, …), of a rule
    (enforced, tracked, told, position), `card`, `unread`, or `ruling`. `aliases` are other names,
    `asks` questions about it; `rules` are the rules that it is based on, `see` ids of others of the
    same game.
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
        """All its names, its title first."""
        return (self.title, self.id, *self.aliases)

    @property
    def full_id(self) -> str:
        """The id among all games: `bwd/ward`."""
        return f"{self.game}/{self.id}"


RULE_KINDS = ("enforced", "tracked", "told", "position")
"""The kinds of a rule: what the program does with it, or that it is our own interpretation."""
UNREAD = "unread"
"""The kind of a card whose text is unknown."""


class Mention(NamedTuple):
    """Something in play: the id of its item, and where it is or why it matters.

    `text`, if present, replaces the item's text on this table: for a card that is face down.
    `title` is for things without an item, such as a rule that is in no box.
    """

    id: str
    why: str
    title: str = ""
    text: str = ""


class Explained(NamedTuple):
    """Something in play with its item, and what to know about it on this table."""

    mention: Mention
    item: Item
    text: str
    rulings: tuple[str, ...]
