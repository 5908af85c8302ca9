"""The log of a box: shown, undone, redone, and whether what was entered later is still allowed.

What was not allowed before the change does not count, nor what its own house rule overruled:
another book may have entered it, or an older companion.
"""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from companion.core.command import verb, word
from companion.core.event import Event
from companion.core.log import Wording as Say
from companion.core.names import capital, folded
from companion.core.reply import Reply
from companion.errors import CompanionError, Illegal, Refused
from companion.games.blank.boxes import (
    BlankBox,
    BlankShelf,
    BoxName,
    BoxOption,
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
"""Rules that a house rule overrules where more is written than there are plain cards."""


class _CheckedFact(NamedTuple):
    """A fact in the log: why it is not allowed, by which rule; empty where it is.

    `anew` is whether it writes on a game card on which nothing was ever written; else None.
    """

    event: Event
    anew: bool | None
    problem: str = ""
    rule: str = ""


def check_box(before: Deck, after: Deck) -> None:
    """Refuse a change of the past after which something entered later is not allowed.

    Raises Illegal beyond the cards that a box has, and for what its owner did not agree to; Refused
    for what rests on words that are gone.
    """
    former = {checked.event.seq: checked for checked in _check_facts(before)}
    # The newest is named: entries are best undone from there.
    for checked in reversed(list(_check_facts(after))):
        was = former.get(checked.event.seq)
        if was is not None:
            _require_words(was, checked)
        if checked.problem and not (was is not None and was.problem) and not _is_overruled(checked):
            entry = checked.event.action
            message = f"Entry {entry} would not stand then: {checked.problem}"
            hint = f"Take back entry {entry} first."
            raise Illegal(checked.rule, message, hint) if checked.rule else Refused(message, hint)


def _require_words(was: _CheckedFact, now: _CheckedFact) -> None:
    """Refuse that a wording is gone which another one rewords, or is there where none was."""
    card, event = card_name(now.event.data.get("card", "")), now.event
    if was.anew is False and now.anew:
        raise Refused(
            f"Entry {event.action} would not stand then: it rewords what stands on {card}, which "
            "would not be there.",
            f"Take back entry {event.action} first.",
        )
    if was.anew and now.anew is False:
        raise Refused(
            f"Entry {event.action} would not stand then: {card} would be written on by then.",
            f"Take back entry {event.action} first.",
        )


def _is_overruled(checked: _CheckedFact) -> bool:
    """Whether the entry's own house rule overruled just that."""
    house = checked.event.house
    rules = () if house is None else house.rules
    return checked.rule in rules or (
        checked.rule in OVERFULL_RULES and any(it in rules for it in OVERFULL_RULES)
    )


def _check_facts(deck: Deck) -> Iterator[_CheckedFact]:
    """Every fact of a box's log, held against what stands before it."""
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
        anew = not card.revisions if isinstance(fact, CardWritten) and not card.is_rule else None
        problem, rule = _problem(card, fact, owner)
        if took > 0 and plain > PLAIN_RULES:
            problem, rule = "more rules would be written than there are plain cards.", "BL-27"
        elif added > 0 and printed > PRINTED_RULES:
            problem, rule = "more printed rules would be known than the 14 that there are.", "BL-26"
        yield _CheckedFact(event, anew, problem, rule)


def _takes_plain(card: Card) -> int:
    return int(card.is_rule and card.origin == "plain" and card.is_taken)


def _is_printed(card: Card) -> int:
    return int(card.is_rule and card.origin == "printed")


def _problem(card: Card, fact: CardFact, owner: str) -> tuple[str, str]:
    """Why a fact about a card as it was is not allowed, and by which rule; nothing, if it is."""
    name = capital(card.name)
    if isinstance(fact, CardReturned):
        return ("" if card.retired is not None else f"{name} would be in the deck.", "")
    if card.retired is not None and not isinstance(fact, CardFound):
        return f"{name} would be retired.", ""
    if isinstance(fact, CardWritten):
        older = fact.restores
        if older is not None and card.revision(older) is None:
            return f"{name} would have no revision {older} to be restored.", ""
        return "", ""
    if isinstance(fact, CardFound) and card.now is not None and card.origin != "printed":
        return f"{name} would carry an effect that somebody wrote.", ""
    revision = card.revision(fact.revision) if isinstance(fact, RevisionFact) else None
    if revision is None:
        return "", ""  # What is about no revision, or about one that `check` misses.
    status = status_of(card, revision)
    if isinstance(fact, CardApproved):
        if revision.approved or revision.declined is not None:
            return f"{name} would be {status} by then.", ""
        if owner and folded(fact.by) != folded(owner):
            rule = "BL-117" if face_of(card.id) is not None else "BL-108"
            return f"the box would be {owner}'s, who did not approve {card.name}.", rule
    if isinstance(fact, CardInked) and revision.inked:
        return f"{name} would be inked by then.", ""
    if isinstance(fact, CardDeclined) and status != "proposed":
        return f"{name} would be {status} by then.", ""
    return "", ""


# The verbs

SAY = Say(
    commands="companion blank copy",
    as_begun="nothing that was entered of this box stands",
    beginning="the box itself",
    way_out="`companion blank rule add …` enters a card.",
)
Entry = Annotated[str | None, word()]


@verb("undo an entry", when=never_offered, of_play=False)
def undo(shelf: BlankShelf, entry: Entry = None, *, copy: BoxOption = None) -> Reply:
    """Undo the last entry of a box, or an earlier one.

    \b
    Examples:
      companion blank copy undo
      companion blank copy undo 5      entry 5 alone
    """
    box = find_box(shelf, copy)
    return _with_warnings(shelf, box, shelf.undo(entry, SAY, box.id))


@verb("redo what was undone", when=never_offered, of_play=False)
def redo(shelf: BlankShelf, entry: Entry = None, *, copy: BoxOption = None) -> Reply:
    """Redo what was undone.

    \b
    Examples:
      companion blank copy redo
      companion blank copy redo 5      entry 5, even after later entries
    """
    box = find_box(shelf, copy)
    # No second prize of a play comes back, as none is written.
    after = shelf.box_of(shelf.redone(entry, SAY, box.id))
    require_no_second(shelf, box.id, box.now, after)
    return _with_warnings(shelf, box, shelf.redo(entry, SAY, box.id))


@verb("all its entries", name="log", when=has_boxes, of_play=False)
def show_log(shelf: BlankShelf, box: BoxName = None, *, copy: BoxOption = None) -> Reply:
    """List all entries of a box, with their numbers.

    \b
    Examples:
      companion blank copy log
      companion blank copy log friday --json
    """
    return shelf.log(find_box(shelf, box, copy).id)


def _with_warnings(shelf: BlankShelf, before: BlankBox, reply: Reply) -> Reply:
    """The reply, with what the play at hand has of the box otherwise than the box has it now."""
    try:
        state = shelf.play().state
    except CompanionError:
        return reply
    if not isinstance(state, State) or state.status != "live":
        return reply
    now = shelf.open(before.id).now
    warnings = []
    for card_id, said, lies in _visible_cards(state, before.id):
        was, found = (deck.cards.get(card_id) for deck in (before.now, now))
        if _sentence_in_play(was) == said != _sentence_in_play(found):
            what = "says otherwise in" if _sentence_in_play(found) else "is not in"
            warnings.append(
                f"{capital(card_name(card_id))} {lies} in this play, and {what} {now.name} now: "
                "it is played on as it was."
            )
    return reply._replace(warnings=(*reply.warnings, *warnings))


def _visible_cards(state: State, box_id: str) -> Iterator[tuple[str, str, str]]:
    """The cards of a box that everybody sees: which, what it says, and how it lies there."""
    for rule in state.rules:
        if rule.copy == box_id and rule.card is not None:
            yield rule.card, rule.text, "lies open"
    top = state.top
    if top is not None and top.copy == box_id and top.card is not None and top.effect:
        yield top.card, top.effect, "lies on top"


def _sentence_in_play(card: Card | None) -> str:
    """What a card of the deck says, as it is played with; nothing for one that is not in it."""
    if card is None or card.is_out or card.now is None:
        return ""
    return (card.in_force or card.now).wording.sentence
