"""Ideas for somebody whose pen hovers over a plain card: trigger, target and effect by chance.

Parts come from `data/blank/ideas.toml` and from what the group wrote itself.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from companion.core.blocks import Block, Column, Heading, Span, Steps, Table
from companion.core.names import folded
from companion.games.blank.cards import Card
from companion.games.blank.wording import Wording, same_words, too_long, written

OWN_SHARE = 0.35
"""How often a part is one of the group's own, where it has any."""
_TRIES = 40


class Ideas:
    """What ideas are made of: the table's phrases, and the parts of a group's own rules."""

    def __init__(self, table: Mapping[str, Any], own: Sequence[Card]) -> None:
        self._table = table
        self._own = [
            card.now.wording.parts for card in own if card.now and card.origin != "printed"
        ]
        self._there = [card.now.wording for card in own if card.now]

    def rule(self, chance: Random, asked: Wording) -> Wording:
        """An idea for a rule card. Parts that are `asked` for are kept, or narrowed down to."""
        own = [parts.trigger for parts in self._own if parts.trigger]
        trigger = self._part(chance, "trigger", asked.trigger, own)
        return written(trigger, *self._then(chance, asked))

    def effect(self, chance: Random, asked: Wording) -> Wording:
        """An idea for a game card: target and effect alone (BL-128)."""
        return written("", *self._then(chance, asked))

    def several(
        self, make: Callable[[Random, Wording], Wording], chance: Random, asked: Wording, count: int
    ) -> list[Wording]:
        """So many different ideas that are on no card yet; fewer where there are no more.

        Those that fit on a card come first.
        """
        found: list[Wording] = []
        long: list[Wording] = []
        for _ in range(count * _TRIES):
            idea = make(chance, asked)
            if not any(same_words(idea, other) for other in (*found, *long, *self._there)):
                (long if too_long(idea) else found).append(idea)
            if len(found) == count:
                break
        return [*found, *long][:count]

    def _then(self, chance: Random, asked: Wording) -> tuple[str, str]:
        """A target, and an effect that makes sense for it; the group's own stay together."""
        own = [parts for parts in self._own if parts.target and parts.effect]
        if own and not asked.target and not asked.effect and chance.random() < OWN_SHARE:
            parts = chance.choice(own)
            return parts.target, parts.effect
        # Phrases are made for one: what every player does, all players do.
        whom = re.sub(r"^all\b(.*)\bplayers$", r"every\1player", folded(asked.target))
        targets = self._matching("target", whom if whom != folded(asked.target) else asked.target)
        effects = self._matching("effect", asked.effect)
        if not targets and asked.target:
            # Somebody's own target: it can do what a player can, as most of them are.
            targets = [({"of": "player"}, asked.target)]
        if not effects and asked.effect:
            # And somebody's own effect is for players, unless another target is asked for.
            players = [(entry, phrase) for entry, phrase in targets if entry["of"] == "player"]
            targets = players or targets
            effects = [({"for": sorted({entry["of"] for entry, _ in targets})}, asked.effect)]
        useful = [
            (entry, phrase)
            for entry, phrase in targets
            if any(entry["of"] in kinds["for"] for kinds, _ in effects)
        ]
        entry, target = chance.choice(useful or targets)
        fitting = [effect for kinds, effect in effects if entry["of"] in kinds["for"]]
        return target, chance.choice(fitting or [effect for _, effect in effects])

    def _part(self, chance: Random, name: str, asked: str, own: Sequence[str]) -> str:
        phrases = [phrase for _, phrase in self._matching(name, asked)]
        mine = [phrase for phrase in own if folded(asked) in folded(phrase)]
        if mine and (not phrases or chance.random() < OWN_SHARE):
            return chance.choice(mine)
        return chance.choice(phrases) if phrases else asked

    def _matching(self, name: str, asked: str) -> list[tuple[Mapping[str, Any], str]]:
        """The table's phrases under a kind that is `asked` for, or that hold these words."""
        if not asked:
            return [(entry, phrase) for entry in self._table[name] for phrase in entry["phrases"]]
        wanted = re.compile(rf"(?<!\w){re.escape(folded(asked))}(?!\w)")
        return [
            (entry, phrase)
            for entry in self._table[name]
            for phrase in entry["phrases"]
            if wanted.search(folded(entry["kind"])) or wanted.search(folded(phrase))
        ]


def idea_blocks(ideas: Sequence[str], seed: str, step: str) -> list[Block]:
    """Ideas for a card, numbered, and how one of them is written."""
    rows = tuple((Span(str(place), "name"), idea) for place, idea in enumerate(ideas, 1))
    table = Table((Column("", "right"), Column("", wraps=True)), rows)
    return [Heading("Ideas", f"seed {seed}"), table, Steps((step,))]
