"""Rules that are new: prizes that come into the next game by themselves (BL-112, BL-113).

A box notes in which play a rule was new. That counts only while the play stands and has the rule:
one that was abandoned, or where the rule was taken back, brought nobody to know it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.blank.box_entries import INTRODUCED, Introduced
from companion.games.blank.cards import Card
from companion.games.blank.commands.at_table import BoxesInPlay
from companion.games.blank.commands.boxes import write
from companion.games.blank.rule_pile import InBox
from companion.games.blank.state import State
from companion.table.annals import readable_play
from companion.table.desk import Desk


def new_rules(desk: Desk, at_table: BoxesInPlay) -> list[InBox]:
    """Prizes that were in no game yet, the oldest first; of every box that is played with."""
    found = [
        InBox(copy, deck, card)
        for copy, deck in at_table.decks
        for card in deck.prizes
        if card.introduced is None
        or (card.introduced == deck.newest_introduction and not _was_in(desk, copy, card))
    ]
    return sorted(found, key=lambda rule: rule.card.revisions[0].at)


def _was_in(desk: Desk, copy: str, card: Card) -> bool:
    """Whether a rule was in the play that its box notes. Only ever asked of the newest one: what
    an earlier play did not bring was new again in the next.
    """
    assert card.introduced is not None
    play = readable_play(desk, card.introduced)
    if play is None:
        return True  # Lost or damaged: nobody can say otherwise.
    state: State = play.state
    there = [(rule.copy, rule.card) for rule in (*state.rules, *state.buried)]
    return state.status != "abandoned" and (copy, card.id) in there


def introduce(desk: Desk, records: Iterable[Mapping[str, Any]], play_id: str) -> None:
    """Note in their boxes which of these rules are new in a play."""
    by_box: dict[str, list[str]] = {}
    for record in records:
        if record.get("new"):
            by_box.setdefault(record["copy"], []).append(record["card"])
    for copy, cards in by_box.items():
        fact: Introduced = {"cards": cards, "play": play_id}
        write(desk, copy, lambda pen, fact=fact: pen.add(INTRODUCED, fact))  # type: ignore[misc]
