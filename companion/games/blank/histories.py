"""Finished games, as boxes see them, and the history of a card: who wrote it after which game, how
often it was in play, who won then.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.event import Event
from companion.core.names import counted, listed
from companion.core.record import Mark
from companion.core.reply import Reply
from companion.games.blank.boxes import BlankShelf, Home
from companion.games.blank.cards import Card, called
from companion.games.blank.deck import Deck
from companion.games.blank.state import Box, OpenRule, Prize, State


class PastGame(NamedTuple):
    """A finished play: `rules` are all that were in play at some time, in order, once each.

    `cards` are the game cards that were played and told by themselves, with their boxes.
    """

    id: str
    began: str
    ended: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    boxes: tuple[Box, ...]
    rules: tuple[OpenRule, ...]
    prize: Prize | None
    cards: frozenset[tuple[str, str]] = frozenset()

    def had(self, box_id: str, card: Card) -> bool:
        """Whether a rule of a box was in play, or a game card was played.

        A rule's number may have been another one's, which was taken back: revisions tell.
        """
        if not card.is_rule:
            return (box_id, card.id) in self.cards
        return any(
            (rule.copy, rule.card) == (box_id, card.id)
            and (rule.revision is None or card.revision(rule.revision) is not None)
            for rule in self.rules
        )


def game_of(play: str, state: State, standing: Sequence[Event]) -> PastGame:
    """The game of a play that is finished, from its state and the events that stand."""
    began, *rest = standing
    ended = next((event.at for event in rest if event.kind == "play.finished"), began.at)
    return PastGame(
        play,
        began.at,
        ended,
        tuple(seat.name for seat in state.seats),
        tuple(state.name(seat) for seat in state.winners),
        state.boxes,
        tuple(_in_play(standing).values()),
        state.prize,
        frozenset(
            (card["copy"], card["card"])
            for event in rest
            if event.kind == "cards.played"
            for card in event.data["cards"]
            if card.get("card")
        ),
    )


def rule_marks(standing: Sequence[Event]) -> Iterator[Mark]:
    """The rules that were in play, for what is remembered of a play: nobody's doing."""
    for rule in _in_play(standing).values():
        key = f"{rule.copy}/{rule.card}" if rule.copy and rule.card else rule.label
        yield Mark("rule", key, f"{rule.label}: {rule.text}" if rule.text else rule.label)


def _in_play(standing: Sequence[Event]) -> dict[str, OpenRule]:
    """The rules that lay open while something happened, or at the end, by their labels.

    Those that were only drawn, and put right before anybody had a turn, were never in play; nor
    were those of which it was told later that they never lay there.
    """
    began, *rest = standing
    lying: dict[str, OpenRule] = {}
    for record in began.data["options"].get("rules", ()):
        lying[record["label"]] = OpenRule.from_json(record)
    found: dict[str, OpenRule] = {}
    for event in rest:
        if event.kind == "rule.opened":
            rule = OpenRule.from_json(event.data["rule"])
            lying[rule.label] = rule
        elif event.kind == "rule.discarded":
            lying.pop(event.data["rule"], None)
            if event.data.get("corrects"):
                found.pop(event.data["rule"], None)
        elif event.kind in _HAPPENING:
            found.update((label, rule) for label, rule in lying.items() if label not in found)
    return found


_HAPPENING = ("cards.played", "cards.drawn", "penalty.taken", "turn.passed", "play.finished")


class Share(NamedTuple):
    """How often somebody won: `won` of `played` games."""

    name: str
    won: int
    played: int


def shares(games: Iterable[PastGame]) -> list[Share]:
    """Everybody's wins in some games, the most wins first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in games:
        played.update(game.players)
        won.update(game.winners)
    found = [Share(name, won[name], played[name]) for name in played]
    return sorted(found, key=lambda share: (-share.won, share.played, share.name))


FEW = 5
"""Below so many games, who wins is still chance, and that is said."""


class CardHistory:
    """A card and the games of its box: those that it was in play in, and those without it."""

    def __init__(self, box_id: str, deck: Deck, card: Card, games: Sequence[PastGame]) -> None:
        self.box_id, self.deck, self.card = box_id, deck, card
        own = [game for game in games if box_id in [box.id for box in game.boxes]]
        self.played = {game.id: game for game in own}
        self.with_it = [game for game in own if game.had(box_id, card)]
        # A game from before it was written says nothing of how one goes without it.
        born = "" if card.first is None or card.origin == "printed" else card.first.at
        after = [game for game in own if game.began >= born and game.id != self._prize_of]
        self.without = [game for game in after if not game.had(box_id, card)]
        self.count = len(self.with_it) + len(self.without)

    @property
    def _called(self) -> str:
        name = called(self.card.id).capitalize() if self.card.is_rule else self.card.id
        return f"{name} “{self.card.title}”" if self.card.title else name

    @property
    def _prize_of(self) -> str | None:
        """The play of which it was the prize."""
        return self.card.first.play if self.card.first is not None else None

    @property
    def origin(self) -> str:
        """Who wrote it, and after which game, in a sentence."""
        first = self.card.first
        if first is None:
            return "Nothing was ever written on it."
        if self.card.origin == "printed" and not first.by:
            return "It came printed in the box."
        who = first.by or "Somebody who did not sign"
        if first.play is None:
            return f"{who} wrote it on {first.at[:10]}."
        game = self.played.get(first.play)
        if game is None:
            return f"{who} wrote it on {first.at[:10]}, as the prize of {first.play}."
        others = [name for name in game.players if name not in game.winners]
        against = f" against {listed(others)}" if others else ""
        if who in game.winners:
            return f"{who} wrote it on {first.at[:10]}, having won {game.id}{against}."
        won = f"{listed(game.winners)} had won {game.id}{against}"
        return f"{who} wrote it on {first.at[:10]}, after {won}."

    @property
    def in_play(self) -> str:
        """How often it was in play, and who won then, in a sentence or two."""
        count, games = len(self.with_it), counted(self.count, "game")
        if not self.count:
            return "No game with its box has been finished since."
        if not count:
            return f"It was {self._seen} in none of {games} with its box since."
        won = [share for share in shares(self.with_it) if share.won]
        told = listed([f"{share.name} won {_times(share.won)}" for share in won]) or "nobody won"
        few = " Few games yet: that says little." if count < FEW else ""
        return f"It was {self._seen} in {count} of {games} with its box: {told}.{few}"

    @property
    def _seen(self) -> str:
        """What a game does with such a card, as far as the table told."""
        return "in play" if self.card.is_rule else "played"

    def blocks(self) -> list[Block]:
        """The history, drawn: a sentence on where it is from, one on who wins, a table."""
        blocks: list[Block] = [
            Heading(Span(f"{self._called} of {self.deck.title}", figure=self.card.figure)),
            Paragraph(Span(self.card.sentence, "strong")),
            Paragraph(f"{self.origin} {self.in_play}"),
        ]
        if self.with_it:
            blocks += [self._winners(), self._games()]
        return blocks

    def _winners(self) -> Table:
        without = {share.name: share for share in shares(self.without)}
        rows = tuple(
            (Span(share.name, "name"), _share(share), _share(without.get(share.name)))
            for share in shares(self.with_it)
        )
        columns = (
            Column("Player", wraps=True),
            Column("Won with it", "right"),
            Column("without", "right"),
        )
        return Table(columns, rows)

    def _games(self) -> Table:
        rows: list[tuple[Text, ...]] = [
            (game.ended[:10], Span(game.id, "name"), f"{listed(game.winners)} won")
            for game in self.with_it
        ]
        return Table(
            (Column("Day"), Column("Play"), Column("", wraps=True, heard="Who won")), tuple(rows)
        )

    def record(self) -> dict[str, Any]:
        """The history as JSON."""
        first = self.card.first
        return {
            "copy": self.box_id,
            "card": self.card.id,
            "says": self.card.sentence,
            "by": self.card.author or None,
            "written": first.at if first else None,
            "prize_of": self._prize_of,
            "games": self.count,
            "in_play": len(self.with_it),
            "wins": [share._asdict() for share in shares(self.with_it)],
            "wins_without": [share._asdict() for share in shares(self.without)],
            "plays": [
                {"play": game.id, "ended": game.ended, "winners": list(game.winners)}
                for game in self.with_it
            ],
        }


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _share(share: Share | None) -> str:
    return "–" if share is None else f"{share.won} of {share.played}"


def past_games(shelf: BlankShelf) -> list[PastGame]:
    """The finished games of the group."""
    return [game_of(it.play, it.state, it.log.standing()) for it in shelf.finished()]


def told_history(shelf: BlankShelf, box: Home, card: Card) -> Reply:
    """The history of a card, over all games of its box."""
    history = CardHistory(box.id, box.now, card, past_games(shelf))
    return Reply(document=history.record, blocks=history.blocks)
