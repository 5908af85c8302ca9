"""What is looked up: items, such as a word of a game, a rule, a card, a ruling of a group."""

from typing import NamedTuple


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
"""The kind of a card of which it is unknown what stands on it."""


class Mention(NamedTuple):
    """Something in front of the players: the id of its item, and where it is or why it matters.

    `text`, where there is one, is what holds on this table in place of what the item says: a card
    that lies face-down. `title` is for what has no item, such as a rule that is in no box.
    """

    id: str
    why: str
    title: str = ""
    text: str = ""


class Explained(NamedTuple):
    """Something in play with its item, and what is to be known of it on this table."""

    mention: Mention
    item: Item
    said: str
    rulings: tuple[str, ...]
