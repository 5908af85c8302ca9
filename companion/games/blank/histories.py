"""The history of a card (who wrote it, who wins with it) and the story of a box, day by day."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.event import Event
from companion.core.names import capital, counted, listed
from companion.core.reply import Reply
from companion.games.blank.boxes import BlankBox, BlankShelf
from companion.games.blank.cards import PLAIN_RULES, Card, card_name
from companion.games.blank.deck import (
    BlankBoxFact,
    BoxChanged,
    BoxMade,
    CardApproved,
    CardDeclined,
    CardFound,
    CardInked,
    CardRetired,
    CardReturned,
    CardWritten,
    Deck,
    RulesIntroduced,
    read_fact,
    reason_suffix,
)
from companion.games.blank.end import rules_in_play
from companion.games.blank.state import BoxInPlay, OpenRule, Prize, State

# Finished games


class FinishedGame(NamedTuple):
    """A finished play. `rules` were in play at some time; `cards` are known game cards that were
    played, by box and id.
    """

    id: str
    began: str
    ended: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    boxes: tuple[BoxInPlay, ...]
    rules: tuple[OpenRule, ...]
    prize: Prize | None
    cards: frozenset[tuple[str, str]] = frozenset()

    @property
    def against(self) -> str:
        """The losers, to be added to the winners' names."""
        others = listed([name for name in self.players if name not in self.winners])
        return f" against {others}" if others else ""

    def had(self, box_id: str, card: Card) -> bool:
        """Whether a rule was in play, or a game card was played.

        Another rule may have had the same number before an undo: revision numbers tell them apart.
        """
        if not card.is_rule:
            return (box_id, card.id) in self.cards
        return any(
            (rule.copy, rule.card) == (box_id, card.id)
            and (rule.revision is None or card.revision(rule.revision) is not None)
            for rule in self.rules
        )


def finished_game(play: str, state: State, standing: Sequence[Event]) -> FinishedGame:
    """Summarize a finished play from its state and its events."""
    began, *rest = standing
    ended = next((event.at for event in rest if event.kind == "play.finished"), began.at)
    return FinishedGame(
        play,
        began.at,
        ended,
        tuple(seat.name for seat in state.seats),
        tuple(state.name(seat) for seat in state.winners),
        state.boxes,
        tuple(rules_in_play(standing).values()),
        state.prize,
        frozenset(
            (card["copy"], card["card"])
            for event in rest
            if event.kind == "cards.played"
            for card in event.data["cards"]
            if card.get("card")
        ),
    )


class WinShare(NamedTuple):
    """How many games a player played and won."""

    name: str
    won: int
    played: int


def win_shares(games: Iterable[FinishedGame]) -> list[WinShare]:
    """Count everybody's wins in some games, the most wins first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in games:
        played.update(game.players)
        won.update(game.winners)
    found = [WinShare(name, won[name], played[name]) for name in played]
    return sorted(found, key=lambda share: (-share.won, share.played, share.name))


# The history of a card

SMALL_SAMPLE = 5
"""Fewer games than this are flagged: who wins is chance."""


class CardHistory:
    """A card, and the games of its box with and without it."""

    def __init__(self, box_id: str, deck: Deck, card: Card, games: Sequence[FinishedGame]) -> None:
        self.box_id, self.deck, self.card = box_id, deck, card
        own = [game for game in games if box_id in [box.id for box in game.boxes]]
        self.played = {game.id: game for game in own}
        self.with_it = [game for game in own if game.had(box_id, card)]
        # Games before the card was written do not count as games without it.
        born = (
            ""
            if card.first_revision is None or card.origin == "printed"
            else card.first_revision.at
        )
        after = [game for game in own if game.began >= born and game.id != self._prize_of]
        self.without = [game for game in after if not game.had(box_id, card)]
        self.count = len(self.with_it) + len(self.without)

    @property
    def _called(self) -> str:
        name = capital(self.card.name) if self.card.is_rule else self.card.id
        return f"{name} “{self.card.title}”" if self.card.title else name

    @property
    def _prize_of(self) -> str | None:
        return self.card.first_revision.play if self.card.first_revision is not None else None

    @property
    def origin(self) -> str:
        """Who wrote it, and after which game, in a sentence."""
        first = self.card.first_revision
        if first is None:
            return "Nothing was ever written on it."
        if self.card.origin == "printed" and not first.by:
            return "It came printed in the box."
        wrote = f"{first.by or 'Somebody who did not sign'} wrote it on {first.at[:10]}"
        if first.play is None:
            return f"{wrote}."
        game = self.played.get(first.play)
        if game is None:
            return f"{wrote}, as the prize of {first.play}."
        if first.by in game.winners:
            return f"{wrote}, having won {game.id}{game.against}."
        return f"{wrote}, after {listed(game.winners)} had won {game.id}{game.against}."

    @property
    def in_play(self) -> str:
        """How often it was in play, and who won then, in sentences."""
        count, games = len(self.with_it), counted(self.count, "game")
        if not self.count:
            return "No game with its box has been finished since."
        if not count:
            return f"It was {self._seen} in none of {games} with its box since."
        times = {1: "once", 2: "twice"}
        winners = [
            f"{share.name} won {times.get(share.won, f'{share.won} times')}"
            for share in win_shares(self.with_it)
            if share.won
        ]
        won = listed(winners) or "nobody won"
        few = " Few games so far, so that says little." if count < SMALL_SAMPLE else ""
        return f"It was {self._seen} in {count} of {games} with its box: {won}.{few}"

    @property
    def _seen(self) -> str:
        return "in play" if self.card.is_rule else "played"

    def blocks(self) -> list[Block]:
        """The history as drawn: sentences, and tables of players and games."""
        blocks: list[Block] = [
            Heading(Span(f"{self._called} of {self.deck.title}", figure=self.card.figure)),
            Paragraph(Span(self.card.sentence, "strong")),
            Paragraph(f"{self.origin} {self.in_play}"),
        ]
        if self.with_it:
            blocks += [self._winners(), self._games()]
        return blocks

    def _winners(self) -> Table:
        without = {share.name: share for share in win_shares(self.without)}
        rows = tuple(
            (Span(share.name, "name"), _share_text(share), _share_text(without.get(share.name)))
            for share in win_shares(self.with_it)
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
            (Column("Day"), Column("Play"), Column("", wraps=True, read_aloud="Who won")),
            tuple(rows),
        )

    def record(self) -> dict[str, Any]:
        first = self.card.first_revision
        return {
            "copy": self.box_id,
            "card": self.card.id,
            "says": self.card.sentence,
            "by": self.card.author or None,
            "written": first.at if first else None,
            "prize_of": self._prize_of,
            "games": self.count,
            "in_play": len(self.with_it),
            "wins": [share._asdict() for share in win_shares(self.with_it)],
            "wins_without": [share._asdict() for share in win_shares(self.without)],
            "plays": [
                {"play": game.id, "ended": game.ended, "winners": list(game.winners)}
                for game in self.with_it
            ],
        }


def _share_text(share: WinShare | None) -> str:
    return "–" if share is None else f"{share.won} of {share.played}"


def finished_games(shelf: BlankShelf) -> list[FinishedGame]:
    """The finished games of the group."""
    return [finished_game(it.play, it.state, it.log.standing()) for it in shelf.finished()]


def show_history(shelf: BlankShelf, box: BlankBox, card: Card) -> Reply:
    """The history of a card, over all games of its box."""
    history = CardHistory(box.id, box.now, card, finished_games(shelf))
    return Reply(document=history.record, blocks=history.blocks)


# The story of a box

MANY = 3
"""More new cards than this in one entry are only counted."""


class StoryLine(NamedTuple):
    """A line of the story: when (UTC), the entry or play it is from, and what happened."""

    at: str
    source: str
    text: str


def story_lines(
    box_id: str, deck: Deck, standing: Sequence[Event], games: Sequence[FinishedGame]
) -> list[StoryLine]:
    """The story, oldest first: the entries of the box's log, and its games before their prizes."""
    waiting = list(
        enumerate(sorted(_games_with_box(box_id, games), key=lambda game: game.ended), 1)
    )
    lines: list[StoryLine] = []
    for events in _chapters(standing):
        prizes = {fact.play for fact in map(read_fact, events) if isinstance(fact, CardWritten)}
        while waiting and (
            waiting[0][1].ended < events[0].at or any(game.id in prizes for _, game in waiting)
        ):
            lines.append(_game_line(*waiting.pop(0), box_id))
        if text := _chapter_text(deck, events):
            lines.append(StoryLine(events[0].at, f"entry {events[0].action}", text))
    return [*lines, *(_game_line(place, game, box_id) for place, game in waiting)]


def _games_with_box(box_id: str, games: Iterable[FinishedGame]) -> list[FinishedGame]:
    return [game for game in games if box_id in [box.id for box in game.boxes]]


def _chapters(standing: Sequence[Event]) -> list[list[Event]]:
    """Group the entries of a log that make one line of the story: consecutive printed rules, and a
    card with its approval and ink of the same day.
    """
    chapters: list[list[Event]] = []
    for _, entry in groupby(standing, key=lambda event: event.action):
        events = list(entry)
        if chapters and _continues(chapters[-1], events):
            chapters[-1] += events
        else:
            chapters.append(events)
    return chapters


def _continues(chapter: Sequence[Event], events: Sequence[Event]) -> bool:
    if _are_printed_rules(events):
        return _are_printed_rules(chapter)
    facts = ((event, read_fact(event)) for event in chapter)
    written = [(event, fact) for event, fact in facts if isinstance(fact, CardWritten)]
    if len(written) != 1:
        return False
    (event, card), those = written[0], map(read_fact, events)
    return all(it.at[:10] == event.at[:10] for it in events) and all(
        isinstance(it, CardApproved | CardInked)
        and (it.card, it.revision) == (card.card, card.revision)
        for it in those
    )


def _are_printed_rules(events: Sequence[Event]) -> bool:
    facts = map(read_fact, events)
    return all(isinstance(fact, CardWritten) and fact.origin == "printed" for fact in facts)


def _game_line(place: int, game: FinishedGame, box_id: str) -> StoryLine:
    mixed = [box.name for box in game.boxes if box.id != box_id]
    rules = [rule for rule in game.rules if rule.copy == box_id]
    text = f"Game {place} ({game.id}): {listed(game.winners) or 'nobody'} wins{game.against}"
    text += f", mixed with {listed(mixed)}" if mixed else ""
    if rules:
        labels = listed([rule.card[1:] if rule.card else rule.label for rule in rules])
        text += f", with rule{'s' * (len(rules) > 1)} {labels} in play"
    fresh = [rule for rule in rules if rule.new]
    if fresh:
        text += f"; {listed([card_name(rule.card or '') for rule in fresh])} for the first time"
    return StoryLine(game.ended, game.id, f"{text}.")


def _chapter_text(deck: Deck, events: Sequence[Event]) -> str:
    facts = [read_fact(event) for event in events]
    if isinstance(facts[0], BoxMade):
        return _box_opening(facts[0])
    written = [fact for fact in facts if isinstance(fact, CardWritten)]
    if _are_printed_rules(events):
        return _printed_rules_text(written)
    if len(written) > MANY:
        return f"{len(written)} cards are imported from a file."
    if len(written) == 1:
        return _writing_text(deck, written[0], [fact for fact in facts if fact is not written[0]])
    return _sentences(deck, facts)


def _sentences(deck: Deck, facts: Iterable[BlankBoxFact]) -> str:
    lines = [_fact_sentence(deck, fact) for fact in facts if not isinstance(fact, RulesIntroduced)]
    return " ".join(_as_sentence(line) for line in lines)


def _fact_sentence(deck: Deck, fact: BlankBoxFact) -> str:
    match fact:
        case CardApproved():
            return f"{fact.by} approves {fact.name}"
        case CardInked():
            return f"{fact.name} is inked for good"
        case CardDeclined():
            return f"{fact.name} is declined{reason_suffix(fact.why)}"
        case CardRetired():
            return f"{fact.name} leaves the deck{reason_suffix(fact.why)}"
        case CardReturned():
            return f"{fact.name} comes back"
        case BoxChanged() | CardWritten() | CardFound():
            return fact.describe(deck)
    raise ValueError(f"{type(fact).__name__} has no line in a story")


def _as_sentence(text: str) -> str:
    return f"{capital(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"


def _box_opening(made: BoxMade) -> str:
    owner = f"{made.owner} opens" if made.owner else "Somebody opens"
    mark = f", and puts {made.mark} on every card" if made.mark else ""
    return f"{owner} “{made.name}”{mark}: 14 printed rules, 24 plain ones to fill."


def _printed_rules_text(written: Sequence[CardWritten]) -> str:
    """Describe printed rules: one with its words, several by number."""
    if len(written) == 1:
        return f"A printed rule is entered, {written[0].name}: {_quoted(written[0])}"
    return f"Printed rules are entered: {listed([fact.card[1:] for fact in written])}."


def _writing_text(deck: Deck, fact: CardWritten, beside: Sequence[BlankBoxFact]) -> str:
    """Describe the writing of a card, with the rest of its entry."""
    if any(isinstance(other, CardFound) for other in beside):
        title = f", “{fact.title}”" if fact.title else ""
        return f"A printed card is entered, {fact.name}{title}: {_quoted(fact)}"
    before = _sentences(deck, (other for other in beside if isinstance(other, CardDeclined)))
    approved = [other.by for other in beside if isinstance(other, CardApproved)]
    inked = any(isinstance(other, CardInked) for other in beside)
    how_far = "Inked." if inked else ""
    if approved:
        how_far = f"Approved by {approved[0]}{', and inked' if inked else ''}."
    after = _sentences(
        deck, (other for other in beside if isinstance(other, CardRetired | CardReturned))
    )
    return " ".join(filter(None, (before, _written_text(deck, fact), how_far, after)))


def _written_text(deck: Deck, fact: CardWritten) -> str:
    who, card = fact.by or "Somebody", fact.name
    title = f" “{fact.title}”" if fact.title else ""
    prize = f" as the prize of {fact.play}" if fact.play else ""
    if fact.restores is not None:
        return f"{card.capitalize()} goes back to an older wording: {_quoted(fact)}"
    again = bool(prize) and any(
        other.number < fact.revision and other.play == fact.play
        for other in deck.game_card(fact.card).revisions
    )
    if again or not (prize or fact.origin or fact.is_first(deck)):
        still = f", the prize of {fact.play}" if prize else ""
        return f"{who} rewords {card}{title}{still}: {_quoted(fact)}"
    verb = "writes" if card.startswith("rule") else "customises"
    return f"{who} {verb} {card}{title}{prize}: {_quoted(fact)}"


def _quoted(fact: CardWritten) -> str:
    words = fact.wording.sentence
    return f"“{words}”" if words.endswith((".", "!", "?")) else f"“{words}”."


def story_blocks(
    box_id: str, deck: Deck, lines: Sequence[StoryLine], games: Sequence[FinishedGame]
) -> list[Block]:
    """The story as drawn: day by day, then a summary."""
    rows: list[tuple[Text, ...]] = []
    day = ""
    for line in lines:
        shown = line.at[:10] if line.at[:10] != day else ""
        if shown and rows:
            rows.append(("", ""))  # a line between the days
        day = line.at[:10]
        rows.append((Span(shown, "muted"), line.text))
    return [
        Heading(f"The story of {deck.title}"),
        Table((Column(), Column(wraps=True)), tuple(rows)),
        Paragraph(_summary(deck, _games_with_box(box_id, games))),
    ]


def _summary(deck: Deck, games: Sequence[FinishedGame]) -> str:
    counts = deck.counts
    filled = counts.inked + counts.approved
    text = f"Today: {counted(len(games), 'game')} played, {filled} of {PLAIN_RULES} "
    text += f"plain rule cards filled, {counted(counts.customised, 'game card')} customised."
    found = [share for share in win_shares(games) if share.won]
    leading = [share for share in found if share.won == found[0].won]
    if len(leading) > 1:
        names = listed([share.name for share in leading])
        text += f" Most wins: {names}, {leading[0].won} each."
    elif leading:
        text += f" Most wins: {leading[0].name}, {leading[0].won} of {leading[0].played}."
    return text


def story_record(box_id: str, deck: Deck, lines: Sequence[StoryLine]) -> dict[str, Any]:
    """The story as JSON."""
    return {
        "copy": box_id,
        "name": deck.name,
        "mark": deck.mark or None,
        "story": [line._asdict() for line in lines],
    }


def show_story(shelf: BlankShelf, box: BlankBox) -> Reply:
    """The story of a box, day by day."""
    games = finished_games(shelf)
    lines = story_lines(box.id, box.now, box.log.standing(), games)
    return Reply(
        document=lambda: story_record(box.id, box.now, lines),
        blocks=lambda: story_blocks(box.id, box.now, lines, games),
    )
