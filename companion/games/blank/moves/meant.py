"""Whom and what the words of a line mean: who plays which cards, who erred how, which rule goes."""

from collections.abc import Sequence

from companion.core.names import chosen, folded, short
from companion.core.numbers import only_digits
from companion.core.seats import find_seat
from companion.errors import CompanionError, Invalid, NotFound
from companion.games.blank.in_play import CardsInPlay
from companion.games.blank.search import Boxes, split_home, split_mark
from companion.games.blank.state import FAULTS, Fault, OpenRule, State
from companion.games.blank.suits import joined_cards, looks_like_card


def who_and_what(
    state: State, words: Sequence[str], at_table: CardsInPlay
) -> tuple[int, list[str]]:
    """The player and the cards; the first word is a player if anybody is called so."""
    marks = [box.mark for box in state.boxes]
    try:
        return find_seat(state.seats, words[0]), joined_cards(words[1:], marks)
    except CompanionError as problem:
        cards = joined_cards(words, marks)
        looks = [looks_like_card(word) for word in cards]
        several = len(cards) > 1 and not looks[0] and all(looks[1:])
        if several and not _is_a_card(at_table, cards[0]):
            raise problem  # `zoe 4-circle`: it is Zoe whom nobody knows.
        return state.turn, cards


def _is_a_card(at_table: CardsInPlay, word: str) -> bool:
    """Whether a word names a card, such as by its title."""
    try:
        at_table.card(word)
    except (Invalid, NotFound):
        return False
    except CompanionError:
        pass  # It does: one of several, or one that is retired.
    return True


def players_and_faults(state: State, words: Sequence[str]) -> tuple[list[int], list[Fault]]:
    """Who, and for what: words that name nobody here name a fault."""
    players: list[int] = []
    faults: list[Fault] = []
    for word in words:
        try:
            players.append(find_seat(state.seats, word))
        except NotFound:
            if not players:
                raise
            faults.append(fault(word))
    return players, faults


def fault(text: str) -> Fault:
    """The fault that somebody means, by its beginning. Raises Invalid or Ambiguous."""
    return chosen(text.strip().replace(" ", "-"), FAULTS, "cause of a Penalty")


def lying_open(state: State, at_table: CardsInPlay, text: str) -> OpenRule:
    """The open rule that somebody means, by label or by words. Raises NotFound.

    A number is never looked for in the words: the rule of that number has to lie open.
    """
    said = _said_of(state, at_table, *split_home(text, at_table.decks))
    marked = None if said else split_mark(text, at_table.decks)
    said = _said_of(state, at_table, *marked) if marked is not None else said
    if len(said) == 1:
        return said[0]
    labels = ", ".join(rule.label for rule in state.rules) or "none"
    raise NotFound(
        f"{'Several' if said else 'No'} open rule{'s' * bool(said)} "
        f"{'answer' if said else 'answers'} to “{short(text)}”.",
        f"Open: {labels}.",
    )


def _said_of(state: State, at_table: CardsInPlay, homes: Boxes, name: str) -> list[OpenRule]:
    """The open rules of these boxes that a name fits."""
    ids = {copy for copy, _ in homes}
    there = [rule for rule in state.rules if rule.copy in ids or not at_table.decks]
    wanted = folded(name).removeprefix("rule").strip()
    number = wanted.removeprefix("r")
    by_label = [rule for rule in there if folded(rule.label) in (wanted, number)]
    said = by_label or [rule for rule in there if rule.card == f"r{number}"]
    if not said and not only_digits(number):
        said = [rule for rule in there if wanted and wanted in folded(rule.text)]
    return said
