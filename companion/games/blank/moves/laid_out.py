"""Rules that lie open otherwise than they were told: put right, as they lay from the start."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.action import Action
from companion.core.names import folded, listed
from companion.games.blank.in_play import CardsInPlay
from companion.games.blank.rule_pile import label
from companion.games.blank.state import OpenRule, State
from companion.games.blank.triggers import triggered


class Instead(NamedTuple):
    """Words that name rules which are to be opened, and what else their facts hold."""

    texts: list[str]
    told: dict[str, Any]


def put_right(action: Action[State], at_table: CardsInPlay, texts: Sequence[str]) -> Instead:
    """Take away the rules that these words do not name; which of the words name others.

    What is taken away never lay open, and what is named and lies open did so all the time.
    """
    meant = {text: _lies_open(action.state, at_table, text) for text in texts}
    stay = [rule.label for rule in meant.values() if rule is not None]
    told: dict[str, Any] = {"corrects": True, **({"stays": stay} if stay else {})}
    for rule in action.state.rules:
        if rule.label not in stay:
            action.add("rule.discarded", rule=rule.label, **told)
    return Instead([text for text in texts if meant[text] is None], told)


def tell_what_acts(action: Action[State], colours: Mapping[str, str]) -> None:
    """Tell which of the rules that lay open after all the last card triggers."""
    acts = action.state.recent[-1].acts
    card = acts[0].card if acts else None
    if card is None:
        return
    there = {rule.label for rule in action.before.rules}
    came = [rule for rule in acts[0].rules if rule.label not in there]
    found = [f"rule {rule.label}" for rule in triggered(acts[0], came, colours).surely]
    if found:
        action.lines.append(f"{card.called}, played last, triggers {listed(found)}.")


def _lies_open(state: State, at_table: CardsInPlay, text: str) -> OpenRule | None:
    """The open rule that is named: of a box by its card, else by its number or all its words."""
    if at_table.decks:
        found = at_table.rule(text)
        return next((r for r in state.rules if r.label == label(found, at_table.mixed)), None)
    said = folded(text)
    return next((r for r in state.rules if said in (folded(r.label), folded(r.text))), None)
