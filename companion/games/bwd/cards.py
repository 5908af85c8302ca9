"""Cards of the group's box: entering their texts, with undo."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.box import BoxAction, Shelf
from companion.core.command import AnyVerb, flag, text, verb, word, words
from companion.core.log import Wording
from companion.core.names import folded, proper_name, short
from companion.core.numbers import whole
from companion.core.param import A_CARD, A_TEXT, Arguments, Candidate, Param
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import CompanionError, Invalid, NotFound, Refused
from companion.games.bwd.box import CardDescribed, card_blocks, card_document, list_blocks
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.faces import key_in_play
from companion.games.bwd.state import RESOLVING, State
from companion.games.bwd.tableau import typed_cards

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Describing a card


def description(catalogue: Catalogue, text: str, given: Mapping[str, Any]) -> list[CardDescribed]:
    """Return the facts to record about a card, from the given fields, checked.

    An empty value clears a field. A number that gets the name of a card in the rulebook is that
    card from now on. Raises Invalid, NotFound, Refused, or Ambiguous for a name or number of
    another card.
    """
    if not given:
        raise Invalid(
            "No field of the card was entered.", "`--name`, `--text`, `--phase` and others"
        )
    card = catalogue.find(text)
    fields = {field: _checked(catalogue, card, field, value) for field, value in given.items()}
    named = _in_the_rulebook(catalogue, card, fields.get("name"))
    facts = [CardDescribed.from_json({"key": card.key, **fields})]
    if named is not None:
        # The number's own name would conflict with joining it to another.
        nameless = [CardDescribed(key=card.key, name=None)] if card.name else []
        joined = {**fields, "number": card.number}
        del joined["name"]
        facts = [*nameless, CardDescribed.from_json({"key": named.key, **joined})]
    for fact in facts:
        catalogue = catalogue.knowing(fact.to_json())
        fact.check(catalogue)
    return facts


def _checked(catalogue: Catalogue, card: Card, field: str, value: Any) -> Any:
    """Return the value of one field to record; None if it is cleared."""
    if field == "number":
        return _number(catalogue, str(value), card)
    if _is_empty(value):
        return None
    match field:
        case "name":
            return proper_name(value, "card")
        case "phases":
            return [_phase(word) for word in value]
        case "icons":
            return [_icon(word) for word in value]
        case "overwrites":
            return catalogue.find(value).key
        case "prerequisite":
            return [_needed(catalogue, word) for word in value]
    return value


def _is_empty(value: Any) -> bool:
    words = [value] if isinstance(value, str) else value
    return isinstance(words, list) and not any(word.strip() for word in words)


def _in_the_rulebook(catalogue: Catalogue, card: Card, name: str | None) -> Card | None:
    """Return the card that a name makes it: `17` named Medkit is the Medkit of the rulebook."""
    if name is None or not _goes_by_number(card):
        return None
    for other in catalogue.cards:
        free = other.number is None and not other.core
        if folded(other.title) == folded(name) and other.key != card.key and free:
            return other
    return None


def _goes_by_number(card: Card) -> bool:
    """Whether a card's number is its identity; a card of the rulebook is identified by its name."""
    return card.key.startswith("#")


def _number(catalogue: Catalogue, text: str, card: Card) -> int | None:
    if _goes_by_number(card):
        return _own_number(card, text)
    if _is_empty(text):
        return None
    number = whole(text, 1, 999)
    if number not in catalogue.numbers:
        raise Invalid(
            f"“{short(text)}” is not the number of an icon card.",
            f"They are numbered {catalogue.numbers[0]} to {catalogue.numbers[-1]}.",
        )
    return number


def _own_number(card: Card, text: str) -> int | None:
    """Return the number that identifies a card: it can be repeated, but not changed."""
    if whole(text, 1, 999) == card.number:
        return card.number
    if card.name:
        hint = f'`companion bwd card set {card.number} --name ""` removes its name.'
    else:
        hint = f"`companion bwd card set {text.strip() or 'NUMBER'} …` is about another card."
    raise Refused(f"{card.title} already has the number {card.number}.", hint)


def _needed(catalogue: Catalogue, word: str) -> str:
    try:
        return catalogue.find(word).key
    except NotFound as problem:
        hint = f"{problem.hint} For a prerequisite that is not a card: `--condition TEXT`."
        raise NotFound(problem.message, hint) from None


def _phase(word: str) -> str:
    if folded(word) not in RESOLVING:
        raise Invalid(f"“{word}” is not a phase of a card.", "first, main or last.")
    return folded(word)


def _icon(word: str) -> str:
    icon = folded(proper_name(word, "icon")).replace("−", "-").removeprefix("+")
    return proper_name(icon, "icon")


# Parameters


def _cards(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """The cards of the tableau first, then all others about which something is known."""
    known = (card.key for card in trial.reference.cards)
    return typed_cards(trial, dict.fromkeys((*trial.state.cards(), *known)))


def _behind_a_card(trial: "Trial[State]", args: Arguments[Any]) -> bool:
    return "card" in args


def _field(about: str = "", help: str = "", metavar: str = "TEXT") -> Param:
    """Return an option for one field of a card; without `about`, it is offered after a dash."""
    return word(
        sort=A_TEXT,
        metavar=metavar,
        help=help,
        about=about,
        after_dash=not about,
        when=_behind_a_card,
    )


def _several(
    about: str, metavar: str = "NAME", help: str = "", options: Sequence[str] = ()
) -> Param:
    """Return the same for a field with several words."""
    return words(
        sort=A_TEXT,
        metavar=metavar,
        help=help,
        about=about,
        candidates=(lambda trial, args: ((it, "") for it in options)) if options else None,
        when=_behind_a_card,
    )


CardName = Annotated[str, word(name="CARD", sort=A_CARD, candidates=_cards)]
Name = Annotated[str | None, _field("what it is called")]
Number = Annotated[str | None, _field("", "The number printed on a card known by name.", "N")]
Words = Annotated[str | None, _field("what it says")]
Phases = Annotated[
    Sequence[str] | None,
    _several("when its icon resolves", "PHASE", "first, main, last; may repeat.", RESOLVING),
]
Icons = Annotated[
    Sequence[str] | None,
    _several("what a tag draws", "ICON", "What a tag draws, if it is not one icon."),
]
Overwrites = Annotated[str | None, _field("the card that it covers")]
Prerequisite = Annotated[Sequence[str] | None, _several("the icon that it replaces")]
Condition = Annotated[str | None, _field("", "A prerequisite that is not an icon.")]
Ward = Annotated[str | None, _field("what it wards")]
Always = Annotated[str | None, _field("what works by itself")]
OneShot = Annotated[bool | None, flag("", opposite="--not-one-shot", after_dash=True)]
Copies = Annotated[bool | None, flag("", opposite="--copies-nothing", after_dash=True)]
EntryNumber = Annotated[str | None, text(name="ENTRY")]

_SAY = Wording(
    commands="companion bwd card",
    as_begun="nothing that was entered about your cards stands",
    beginning="the box itself",
    way_out="`companion bwd card set 17 --name …` enters what a card says.",
)


@verb("enter what a card says", name="set", of_play=False)
def set_card(
    shelf: Shelf[Catalogue],
    card: CardName,
    *,
    name: Name = None,
    number: Number = None,
    text: Words = None,
    phase: Phases = None,
    icon: Icons = None,
    overwrites: Overwrites = None,
    prerequisite: Prerequisite = None,
    condition: Condition = None,
    ward: Ward = None,
    always: Always = None,
    one_shot: OneShot = None,
    copies: Copies = None,
) -> Reply:
    """Enter what a card of your box says.

    Only what you name is changed. An empty value means that the card has none.

    Examples:
      companion bwd card set 17 --name Medkit --ward "erase it: lose no points"
      companion bwd card set 23 --name Zoom --overwrites re-roll --phase first
      companion bwd card set investment --number 31 --text "Dot this face …"
      companion bwd card set 23 --overwrites ""       it overwrites nothing
      companion bwd card set 17 --name ""             its number again
    """
    fields = {
        "name": name,
        "number": number,
        "text": text,
        "phases": phase,
        "icons": icon,
        "overwrites": overwrites,
        "prerequisite": prerequisite,
        "condition": condition,
        "ward": ward,
        "always": always,
        "one_shot": one_shot,
        "copies": copies,
    }
    given = {field: value for field, value in fields.items() if value is not None}

    def plan(action: BoxAction[Catalogue]) -> None:
        for fact in description(action.box, card, given):
            action.add(fact)

    box = shelf.write(plan).box
    known, newest = box.now, box.log.events[-1]
    shown = known.card(newest.data["key"])
    return Reply(
        document=lambda: {**card_document(shown), "entry": newest.action},
        blocks=lambda: card_blocks(shown, known),
        warnings=() if overwrites is None else _beside_what_it_covers(shelf, shown),
    )


def _beside_what_it_covers(shelf: Shelf[Catalogue], card: Card) -> tuple[str, ...]:
    """Remind of a card that came in before its text said that it overwrites another one."""
    try:
        play = shelf.play()
    except CompanionError:
        return ()  # No play, one of another game, or one that reports its own problem.
    if card.overwrites is None or play.state.status != "live":
        return ()
    key = key_in_play(play.state, card)
    if play.state.stack_of(key)[:1] != (key,):
        return ()
    verb = f"`companion bwd add {card.number or card.key}`"
    return (
        f"{card.title} is beside the card that it covers in {play.play}: {verb} puts it on top.",
    )


@verb("what is known of a card", name="show", of_play=False)
def show_card(shelf: Shelf[Catalogue], card: CardName) -> Reply:
    """See what is known of a card.

    Examples:
      companion bwd card show opportunity
      companion bwd card show 17
    """
    catalogue = shelf.open().now
    found = catalogue.find(card)
    return Reply(
        document=lambda: card_document(found), blocks=lambda: card_blocks(found, catalogue)
    )


@verb("every card of which something is known", name="list", of_play=False)
def list_cards(shelf: Shelf[Catalogue]) -> Reply:
    """List the cards about which something is known.

    Examples:
      companion bwd card list
    """
    catalogue = shelf.open().now
    return Reply(
        document=lambda: {"cards": [card_document(card) for card in catalogue.cards]},
        blocks=lambda: list_blocks(catalogue),
    )


@verb(
    "take back what was entered about a card",
    when=lambda trial: bool(trial.reference.described),
    of_play=False,
)
def undo(shelf: Shelf[Catalogue], entry: EntryNumber = None) -> Reply:
    """Take back the newest entry about a card, or another.

    Examples:
      companion bwd card undo
      companion bwd card undo 5      entry 5 alone
    """
    return shelf.undo(entry, _SAY)


@verb(
    "bring back what was taken back",
    when=lambda trial: False,  # only the box's log shows whether anything was undone
    of_play=False,
)
def redo(shelf: Shelf[Catalogue], entry: EntryNumber = None) -> Reply:
    """Bring back what was undone.

    Examples:
      companion bwd card redo
      companion bwd card redo 5      entry 5, even after later entries
    """
    return shelf.redo(entry, _SAY)


@verb("all that was entered about your cards", of_play=False)
def log(shelf: Shelf[Catalogue]) -> Reply:
    """See all entries about your cards, with their numbers.

    Examples:
      companion bwd card log
      companion bwd card log --json
    """
    return shelf.log()


VERBS: Sequence[AnyVerb] = (set_card, show_card, list_cards, undo, redo, log)
"""The verbs of `companion bwd card`."""
