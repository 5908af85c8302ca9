"""Lines made of offered words alone, typed to the program in the middle of a random play.

    walk = Walk(home, companion, "bwd", seed=3)
    walk.line(entries=20)

What is offered must not lead to a refusal: a line that is not finished yet may lack something.
"""

import shlex
from collections.abc import Container
from random import Random
from typing import Any, NamedTuple

from companion.core.copies import MADE
from companion.core.event import Event
from companion.core.offer import Offer
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from tests.contract.kit import AT, NAMES, recorded
from tests.contract.players import player_of, seats_of
from tests.desks import Companion, Desks, Ran

LONGEST = 9
"""Words of a line behind its verb."""

TEXTS = {"--did": "sang", "--why": "rule", "--house": "agreed"}
"""What is typed behind an option for which anything may come."""


class Walked(NamedTuple):
    """A line that was typed: its words, how it went, and what was said against it."""

    words: list[str]
    code: int
    said: str


class Walk:
    """A random player's play, as it stood after some entries, in a home of its own."""

    def __init__(self, home: Any, companion: Companion, name: str, seed: int) -> None:
        self.play = recorded(name, seed)
        self.game = self.play.game
        self.companion = companion
        self.random = Random(f"walk {name} {seed}")
        self.store = TinyStore(home)
        self.count = 0
        companion.must("group new walkers")
        self.group = "walkers"
        self._lay_copy(name, seed)

    def _lay_copy(self, name: str, seed: int) -> None:
        """What the random player had told of the group's copy before the play."""
        random, (fewest, most) = Random(seed), seats_of(name)
        random.randint(fewest, min(most, len(NAMES)))
        facts = list(player_of(name).copy(random))
        if not facts:
            return
        if facts[0][0] != MADE:
            facts.insert(0, (MADE, {"game": self.game.id, "name": self.game.title}))
        boxes = self.play.states[0].boxes if hasattr(self.play.states[0], "boxes") else ()
        ref = LogRef(self.group, "copies", boxes[0].id if boxes else self.game.id)
        if not self.store.has_log(ref):
            events = [
                Event(number, number, kind, data, AT)
                for number, (kind, data) in enumerate(facts, 1)
            ]
            self.store.create_log(ref, events)

    def _lay_play(self, entries: int) -> str:
        self.count += 1
        play = f"{self.game.id}-{self.count}"
        log = self.play.logs[entries]
        self.store.create_log(LogRef(self.group, "plays", play), log.events)
        return play

    def offers(self, entries: int, words: list[str]) -> list[Offer]:
        """What is offered after so many entries, behind these words."""
        state = self.play.states[entries]
        # What is known of the cards is read anew: a line before may have told of them.
        return list(self.game.offers(state, Desks(self.store)().reference(self.game), words))

    def line(self, entries: int, verbs: Container[str] = ()) -> Walked:
        """A line by chance, typed now or behind its last word; it begins with one of some `verbs`.

        Fails where the program refuses it, and goes on refusing whatever is offered behind it.
        """
        words: list[str] = []
        play, ran = self._lay_play(entries), None
        while len(words) <= LONGEST:
            found = self.offers(entries, words)
            if not words and verbs:
                found = [offer for offer in found if offer.word in verbs]
            if not found:
                break
            word = self.random.choice(found).word
            assert shlex.split(word) == [word], words
            # What ends so wants more right behind it.
            words.append(f"{word}1" if word.endswith(("=", ":")) else word)
            if word in TEXTS:
                words.append(TEXTS[word])
            ran = None
            if self.random.random() < 0.4:
                ran = self._run(words, play)
                if ran.code == 0:
                    break
        if words and ran is None:
            ran = self._run(words, play)
        code = 0 if ran is None else ran.code
        assert code in (0, 2), f"{shlex.join(words)}: {ran.err if ran else ''}"
        return Walked(words, code, "" if ran is None else ran.err)

    def _run(self, words: list[str], play: str) -> Ran:
        with self.store.change_group(self.group) as document:
            document["current"] = play
        return self.companion("", self.game.id, *words)
