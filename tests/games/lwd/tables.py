"""A table of A Little White Die in a line or two, without a store: play at it, look at it.

    t = table("Ana Ben Cho")
    t.round(3).guess("ana 2x5").guess("3x5").challenge("cho", "5,5,2,1,6,3,4,4,1")
    assert t.loser == "ben"

Guesses and cards are written as they are typed.
"""

from typing import Any

from companion.games.lwd import challenge, expansions, loss, round_start, turns
from companion.games.lwd.game import GAME
from companion.games.lwd.guesses import read_guess
from companion.testing.plays import Playthrough


def table(players: str = "Ana Ben Cho", *, first: str | None = None, **variant: Any) -> "Table":
    """A play that has begun; `variant` is what `start` would have recorded."""
    return Table(GAME, players.split(), first, variant)


class Table(Playthrough):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    # What a table does

    def round(self, number: int) -> "Table":
        return self.act(lambda action: round_start.state_number(action, number))

    def guess(self, words: str) -> "Table":
        *name, text = words.split()
        seat = self.seat(name[0]) if name else self.state.turn
        return self.act(lambda action: turns.guess(action, seat, read_guess(text)))

    def challenge(self, name: str, *words: str, there: int | None = None) -> "Table":
        reveal = challenge.read_cards(self.state, words) if words else None
        seat = self.seat(name)
        return self.act(
            lambda action: challenge.challenge(action, seat, reveal=reveal, there=there)
        )

    def lose(self, name: str | None = None, cards: int | None = None) -> "Table":
        seat = None if name is None else self.seat(name)
        return self.act(lambda action: loss.lose(action, seat, cards))

    def trigger(
        self, name: str, number: int | None = None, *, extra: bool = False, to: str = ""
    ) -> "Table":
        seats = [self.seat(one) for one in to.split()]
        return self.act(
            lambda action: expansions.trigger(
                action, self.seat(name), number, extra=extra, to=seats
            )
        )

    def cards_are(self, name: str, cards: int) -> "Table":
        return self.act(lambda action: loss.count_cards(action, self.seat(name), cards))

    def next(self) -> "Table":
        return self.act(turns.skip_guess)

    # What a table sees

    @property
    def cards(self) -> str:
        """`ana 6 ben 4`"""
        return " ".join(
            f"{seat.handle} {deck.size}"
            for seat, deck in zip(self.state.seats, self.state.decks, strict=True)
        )

    @property
    def liar(self) -> str:
        return self.state.seats[self.state.liar].handle

    @property
    def loser(self) -> str | None:
        """Who lost this round; None if that is unknown."""
        record = self.state.challenged_round
        assert record is not None
        return None if record.loser is None else self.state.seats[record.loser].handle
