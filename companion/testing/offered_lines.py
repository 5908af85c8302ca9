"""Types lines of offered words into a random play.

    OfferedLines(recorded(player, seed)).line()

Offered words must not lead to a refusal, but an unfinished line may be incomplete.
"""

import shlex
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple

from companion.cli.run import DONE, USAGE
from companion.core.event import MADE, Event
from companion.core.log import Log
from companion.core.offer import Offer
from companion.core.play import PlayState
from companion.store.base import LogRef
from companion.table.plays.menu import offers
from companion.table.plays.replay import current_state
from companion.testing.plays import AT, Recorded
from companion.testing.program import Desks, Outcome, typed_at
from companion.testing.store import TemporaryStore

LONGEST = 9
"""Most words of a line after its verb."""

TEXTS = {"--did": "sang", "--why": "rule", "--house": "agreed"}
"""What is typed after options that take any text."""

GROUP = "home"


class TypedLine(NamedTuple):
    """A line that was typed: its words, its exit code, and its refusal."""

    words: list[str]
    code: int
    said: str


def lay_box(desks: Desks, play: Recorded) -> None:
    """Record in the group what the random player entered about its box before the play."""
    facts = [(fact.kind, fact.data) for fact in play.facts]
    if not facts:
        return
    if facts[0][0] != MADE:
        facts.insert(0, (MADE, {"game": play.game.id, "name": play.game.title}))
    events = [Event(number, number, kind, data, AT) for number, (kind, data) in enumerate(facts, 1)]
    box_id = play.player.copy_of(play.options)
    desks.store.create_log(LogRef(GROUP, "copies", box_id), events)


def words_offered(
    offers: Callable[[list[str]], Iterable[Offer]], random: Random
) -> Iterator[list[str]]:
    """Make a random line, word by word, from what is offered after each."""
    words: list[str] = []
    while len(words) <= LONGEST and (found := list(offers(words))):
        word = random.choice(found).word
        assert shlex.split(word) == [word], f"{word!r} is offered, and is not one word"
        # such a word needs a value directly after it
        words = [*words, f"{word}1" if word.endswith(("=", ":")) else word]
        if word in TEXTS:
            words.append(TEXTS[word])
        yield words


class OfferedLines:
    """A random player's play at any moment, in a store of its own.

    It contains no secrets (`Fact.secret`).
    """

    def __init__(self, play: Recorded) -> None:
        self.play = play
        self.game = play.game
        self.random = Random(f"walk {play.player.called} {play.seed}")
        self.logs = [Log(tuple(map(self._openly, log.events))) for log in play.logs]
        self.desks = Desks(TemporaryStore())
        self.desks.store.create_group(GROUP, {})
        lay_box(self.desks, play)
        self.count = 0

    def _openly(self, event: Event) -> Event:
        event = self.play.player.without_secrets(event)
        fact = self.game.fact_of(event)
        return event if fact is None else event._replace(data=fact.redacted().to_json())

    def lay_play(self, log: Log) -> str:
        """Store a play with that log in the group; return its id."""
        self.count += 1
        play = f"{self.game.id}-{self.count}"
        self.desks.store.create_log(LogRef(GROUP, "plays", play), log.events)
        return play

    def offers(self, state: PlayState, words: list[str]) -> list[Offer]:
        """What is offered after these words in that state."""
        # The reference is read again, as an earlier line may have changed the box.
        reference = self.desks().reference(self.game)
        return list(offers(self.game, state, reference, words))

    def line(self, entries: int | None = None) -> TypedLine:
        """Type a random line at some moment of the play, perhaps before it is finished.

        Fails if the program refuses it other than as a usage error.
        """
        log = self.logs[self.random.randrange(len(self.logs)) if entries is None else entries]
        state, words = current_state(self.game, log), list[str]()
        play, outcome = self.lay_play(log), None
        for words in words_offered(lambda words: self.offers(state, words), self.random):
            outcome = None
            if self.random.random() < 0.4:
                outcome = self._typed(words, play)
                if outcome.code == DONE:
                    break
        if words and outcome is None:
            outcome = self._typed(words, play)
        if outcome is None:
            return TypedLine(words, DONE, "")
        where = f"{self.play.player.called}-{self.play.seed}"
        assert outcome.code in (DONE, USAGE), f"{where}: {shlex.join(words)}: {outcome.refusal}"
        return TypedLine(words, outcome.code, outcome.refusal)

    def _typed(self, words: list[str], play: str) -> Outcome:
        with self.desks.store.change_group(GROUP) as document:
            document["current"] = play
        return typed_at(self.desks, [self.game.id, *words])
