"""A finished game, as far as boxes and their rules are concerned."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.core.event import Event
from companion.core.record import Mark
from companion.games.blank.deck.cards import Card
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

    def had(self, copy: str, card: Card) -> bool:
        """Whether a rule of a box was in play, or a game card was played.

        A rule's number may have been another one's, which was taken back: revisions tell.
        """
        if not card.is_rule:
            return (copy, card.id) in self.cards
        return any(
            (rule.copy, rule.card) == (copy, card.id)
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
