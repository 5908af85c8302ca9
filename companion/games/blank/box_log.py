"""The log of a box: show, undo, redo it, and check that later entries are still allowed then.

An entry that was not allowed before either, or that its own house rule allows, is accepted: another
device or an older companion may have made it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.command import verb, word
from companion.core.event import Event
from companion.core.log import Wording as Say
from companion.core.names import capital, folded
from companion.core.reply import Reply
from companion.core.value import Annotated, replace
from companion.errors import CompanionError, Illegal, Refused
from companion.games.blank.boxes import (
    BlankBox,
    BlankShelf,
    BoxName,
    InBox,
    find_box,
    never_offered,
)
from companion.games.blank.cards import (
    PLAIN_RULES,
    PRINTED_RULES,
    Card,
    card_name,
    face_of,
    status_of,
)
from companion.games.blank.deck import (
    BoxChanged,
    BoxMade,
    CardApproved,
    CardDeclined,
    CardFact,
    CardFound,
    CardInked,
    CardReturned,
    CardWritten,
    Deck,
    RevisionFact,
    fold_each,
    read_fact,
)
from companion.games.blank.prizes import require_no_second
from companion.games.blank.reference import has_boxes
from companion.games.blank.state import State

OVERFULL_RULES = ("BL-25", "BL-27")
"""The rules against more rules than plain cards; a house rule against one overrules both."""


class _CheckedFact(NamedTuple):
    """A fact in the log, and the `problem` with it and the `rule` against it, if there is any.

    `is_first` is whether it is the first wording of a game card; None for other facts.
    """

    event: Event
    is_first: bool | None
    problem: str = ""
    rule: str = ""


def check_box(before: Deck, after: Deck) -> None:
    """Refuse to undo or redo an entry if a later one would not be allowed then.

    Raises Illegal if that breaks a rule, Refused if it needs a wording that would be gone.
    """
    former = {checked.event.seq: checked for checked in _check_facts(before)}
    # The newest is named: entries are best undone from there.
    for checked in reversed(list(_check_facts(after))):
        was = former.get(checked.event.seq)
        if was is not None:
            _require_words(was, checked)
        if checked.problem and not (was is not None and was.problem) and not _is_overruled(checked):
            entry = checked.event.action
            message = f"Entry {entry} would not be possible then: {checked.problem}"
            hint = f"Undo entry {entry} first."
            raise Illegal(checked.rule, message, hint) if checked.rule else Refused(message, hint)


def facts_against_rules(deck: Deck) -> set[int]:
    """The numbers of the events that would not be allowed where they are."""
    return {
        checked.event.seq
        for checked in _check_facts(deck)
        if checked.problem and not _is_overruled(checked)
    }


def _require_words(was: _CheckedFact, now: _CheckedFact) -> None:
    """Refuse to take away the wording that another one rewords, or to add one before the first."""
    card, event = card_name(now.event.data.get("card", "")), now.event
    if was.is_first is False and now.is_first:
        raise Refused(
            f"Entry {event.action} would not be possible then: it rewords {card}, which would say "
            "nothing.",
            f"Undo entry {event.action} first.",
        )
    if was.is_first and now.is_first is False:
        raise Refused(
            f"Entry {event.action} would not be possible then: {card} would say something already.",
            f"Undo entry {event.action} first.",
        )


def _is_overruled(checked: _CheckedFact) -> bool:
    """Whether the entry's own house rule overruled that rule."""
    house = checked.event.house
    rules = () if house is None else house.rules
    return checked.rule in rules or (
        checked.rule in OVERFULL_RULES and any(it in rules for it in OVERFULL_RULES)
    )


def _check_facts(deck: Deck) -> Iterator[_CheckedFact]:
    """Check every fact of a box's log against the cards as they were before it."""
    known: dict[str, Card] = {}
    owner, plain, printed = "", 0, 0
    for event, cards in fold_each(deck.standing):
        fact = read_fact(event)
        if isinstance(fact, BoxMade | BoxChanged):
            owner = owner if fact.owner is None else fact.owner
        if not isinstance(fact, CardFact):
            yield _CheckedFact(event, None)
            continue
        card = known.get(fact.card, Card(fact.card))
        now = cards.get(fact.card, card)
        known[fact.card] = now
        added, took = _is_printed(now) - _is_printed(card), _takes_plain(now) - _takes_plain(card)
        plain, printed = plain + took, printed + added
        is_first = (
            not card.revisions if isinstance(fact, CardWritten) and not card.is_rule else None
        )
        problem, rule = _problem(card, fact, owner)
        if took > 0 and plain > PLAIN_RULES:
            problem, rule = "there would be more rules than plain cards.", "BL-27"
        elif added > 0 and printed > PRINTED_RULES:
            problem, rule = "there would be more than 14 printed rules.", "BL-26"
        yield _CheckedFact(event, is_first, problem, rule)


def _takes_plain(card: Card) -> int:
    return int(card.is_rule and card.origin == "plain" and card.is_taken)


def _is_printed(card: Card) -> int:
    return int(card.is_rule and card.origin == "printed")


def _problem(card: Card, fact: CardFact, owner: str) -> tuple[str, str]:
    """Return what is wrong with a fact about a card as it was before, and the rule against it."""
    name = capital(card.name)
    if isinstance(fact, CardReturned):
        return ("" if card.retired is not None else f"{name} would not be retired.", "")
    if card.retired is not None and not isinstance(fact, CardFound):
        return f"{name} would be retired.", ""
    if isinstance(fact, CardWritten):
        older = fact.restores
        if older is not None and card.revision(older) is None:
            return f"{name} would have no revision {older}.", ""
        return "", ""
    if isinstance(fact, CardFound) and card.now is not None and card.origin != "printed":
        return f"{name} would have an effect that a player wrote.", ""
    revision = card.revision(fact.revision) if isinstance(fact, RevisionFact) else None
    if revision is None:
        return "", ""  # A fact about no revision, or about one that `check` does not notice.
    status = status_of(card, revision)
    if isinstance(fact, CardApproved):
        if revision.approved or revision.declined is not None:
            return f"{name} would be {status} already.", ""
        if owner and folded(fact.by) != folded(owner):
            rule = "BL-117" if face_of(card.id) is not None else "BL-108"
            return f"the box would be {owner}'s, who did not approve {card.name}.", rule
    if isinstance(fact, CardInked) and revision.inked:
        return f"{name} would be inked already.", ""
    if isinstance(fact, CardDeclined) and status != "proposed":
        return f"{name} would be {status} already.", ""
    return "", ""


# The verbs

SAY = Say(
    commands="companion blank box",
    as_begun="this box has no entries",
    beginning="the box itself",
    way_out="`companion blank rule add …` enters a card.",
)
Entry = Annotated[str | None, word()]


@verb("undo an entry", when=never_offered, of_play=False)
def undo(shelf: BlankShelf, entry: Entry = None, *, in_box: InBox = None) -> Reply:
    """Undo the last entry of a box, or another one.

    Examples:
      companion blank box undo
      companion blank box undo 5      entry 5 alone
    """
    box = find_box(shelf, in_box)
    return _with_warnings(shelf, box, shelf.undo(entry, SAY, box.id))


@verb("redo what was undone", when=never_offered, of_play=False)
def redo(shelf: BlankShelf, entry: Entry = None, *, in_box: InBox = None) -> Reply:
    """Redo what was undone.

    Examples:
      companion blank box redo
      companion blank box redo 5      entry 5, even after later entries
    """
    box = find_box(shelf, in_box)
    # A play has one prize, also after a redo.
    after = shelf.box_of(shelf.redone(entry, SAY, box.id))
    require_no_second(shelf, box.id, box.now, after)
    return _with_warnings(shelf, box, shelf.redo(entry, SAY, box.id))


@verb("all its entries", name="log", when=has_boxes, of_play=False)
def show_log(shelf: BlankShelf, box: BoxName = None, *, in_box: InBox = None) -> Reply:
    """List all entries of a box, with their numbers.

    Examples:
      companion blank box log
      companion blank box log friday --json
    """
    return shelf.log(find_box(shelf, box, in_box).id)


def _with_warnings(shelf: BlankShelf, before: BlankBox, reply: Reply) -> Reply:
    """Warn of cards that the current play shows with other words than the box has now."""
    try:
        state = shelf.play().state
    except CompanionError:
        return reply
    if not isinstance(state, State) or state.status != "live":
        return reply
    now = shelf.open(before.id).now
    warnings = []
    for card_id, sentence, lies in _visible_cards(state, before.id):
        was, found = (deck.cards.get(card_id) for deck in (before.now, now))
        if _sentence_in_play(was) == sentence != _sentence_in_play(found):
            what = "has new words in" if _sentence_in_play(found) else "is no longer in"
            warnings.append(
                f"{capital(card_name(card_id))} {what} {now.name}; in this play it {lies} and "
                "stays as it was."
            )
    return replace(reply, warnings=(*reply.warnings, *warnings))


def _visible_cards(state: State, box_id: str) -> Iterator[tuple[str, str, str]]:
    """The cards of a box that lie face up: id, text, and how each lies there."""
    for rule in state.rules:
        if rule.copy == box_id and rule.card is not None:
            yield rule.card, rule.text, "lies open"
    top = state.top
    if top is not None and top.copy == box_id and top.card is not None and top.effect:
        yield top.card, top.effect, "lies on top"


def _sentence_in_play(card: Card | None) -> str:
    """Return the sentence of a card when it is played; empty for one that is not in the deck."""
    if card is None or card.is_out or card.now is None:
        return ""
    return (card.in_force or card.now).wording.sentence
