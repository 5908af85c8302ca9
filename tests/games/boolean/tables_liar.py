"""A table of Liar's Boolean Dice in a line or two, without a store.

t = table("Ana Ben Cho")
t.declares("ana 3", "ben 5").challenge("cho", 4)
assert t.dice == "ana 5 ben 4 cho 5"
"""

from companion.core.offer import Line
from companion.games.boolean.dice.faces import parse_colours
from companion.games.boolean.game import GAME
from companion.games.boolean.liar.challenges import challenge, lose
from companion.games.boolean.liar.declarations import declare, draw_dice
from companion.games.boolean.liar.state import whose_turn
from tests.games.boolean.possessing import Possessing, die_of


def table(players: str = "Ana Ben Cho", *, first: str | None = None) -> "Table":
    """A play that has begun: everybody has five dice, and the first one opens."""
    return Table(GAME, players.split(), first, {"variant": "liar"})


def _dice(text: str) -> str:
    return parse_colours(text, "what dice show", "`wwb`") if text else ""


class Table(Possessing):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def declare(self, words: str, show: str | None = None) -> "Table":
        """`ana 3`, or `3` by whoever has the turn."""
        *name, number = words.split()
        shown = None if show is None else _dice(show)
        return self.act(
            lambda action: declare(
                action,
                self.seat(name[0]) if name else whose_turn(action.state),
                int(number),
                show=shown,
            )
        )

    def declares(self, *all_words: str) -> "Table":
        for words in all_words:
            self.declare(words)
        return self

    def challenge(
        self, name: str, whites: int | None = None, die: str | None = None, **hands: str
    ) -> "Table":
        """With how many were White-up, or with everybody's dice: `ana="wwb"`."""
        shown = {self.seat(who): _dice(told) for who, told in hands.items()}
        told = [shown.get(seat, "") for seat in range(len(self.state.seats))] if hands else None
        return self.act(
            lambda action: challenge(
                action, self.seat(name), white=whites, reveal=told, die=die_of(die)
            )
        )

    def lose(self, name: str | None, to: str | None = None, die: str | None = None) -> "Table":
        told = {"--to": to, "--die": die}
        options = {option: (word,) for option, word in told.items() if word is not None}
        return self.act(lose.entry(Line(() if name is None else (name,), options)))

    @property
    def opens(self) -> str | None:
        """Whose turn it is; None where nobody knows."""
        return None if self.state.turn is None else self.turn

    def open(self, name: str) -> str:
        """Somebody's open dice: `○○·`."""
        return draw_dice(self.state.shown[self.seat(name)])

    @property
    def pile(self) -> str:
        """The center pile: how many dice, and the names that are known."""
        return " ".join([str(self.state.loose), *self.state.pile])
