"""Cards and icons to look up; and those in play, the most important in this phase first."""

from collections.abc import Iterator, Sequence
from itertools import chain

from companion.core.lookup import UNREAD, Item, Mention
from companion.core.names import listed
from companion.errors import Ambiguous, NotFound
from companion.games.bwd.catalogue import Card, Catalogue, is_number, numbered_key
from companion.games.bwd.deal import cards_left_to_add
from companion.games.bwd.rounds import pending
from companion.games.bwd.state import COMMON, RESOLVING, TAGS_IN_SETUP, Face, Phase, State
from companion.games.bwd.wards import always_of, card_on, wards_of

GAME = "bwd"

# Cards of a box


def lookup_items(catalogue: Catalogue) -> Iterator[Item]:
    """Return every icon card: what is known about it, or that nothing is. Core cards are in the
    glossary.
    """
    known = set()
    for card in catalogue.cards:
        known.add(card.number)
        if not card.core:
            yield _card_entry(catalogue, card)
    for number in catalogue.numbers:
        if number not in known:
            yield _card_entry(catalogue, catalogue.card(numbered_key(number)))


def _card_entry(catalogue: Catalogue, card: Card) -> Item:
    known, typed = card_text(catalogue, card), catalogue.typed(card.key)
    verb = f"companion bwd card set {typed}" + ("" if card.name else ' --name "…"')
    nothing = (
        "The rulebook does not show what it says."
        if card.name
        else "It is unknown what this card says."
    )
    return Item(
        id=card.key,
        game=GAME,
        title=card.title,
        kind="card" if known else UNREAD,
        text=known or nothing,
        do="" if known else f'Enter its text: `{verb} --text "…"`.',
        section="" if card.number is None else f"card {card.number}",
        aliases=_aliases(card),
        see=tuple(keywords(card)),
        asks=(known,) if known else (),
    )


def card_text(catalogue: Catalogue, card: Card) -> str:
    """Return the whole text of a card, the most important first."""

    def titles(keys: tuple[str, ...], last: str = " or ") -> str:
        return last.join(catalogue.card(key).title for key in keys)

    icons = ", ".join(card.labels).replace("-", "−")
    parts = [
        card.text,
        f"Ward: {card.ward}" if card.ward else "",
        f"Always: {card.always}" if card.always else "",
        f"Prerequisite: {titles(card.prerequisite)}." if card.prerequisite else "",
        f"Only if: {card.condition}" if card.condition else "",
        f"Overwrites {titles((card.overwrites,))}." if card.overwrites else "",
        "One-shot." if card.one_shot else "",
        "Copies an active face." if card.copies else "",
        # If it draws other icons than its own.
        "" if card.labels == (card.key,) else f"Icons: {icons}.",
    ]
    return " ".join(part for part in parts if part)


def _aliases(card: Card) -> tuple[str, ...]:
    number = () if card.number is None else (str(card.number), f"card {card.number}")
    words = card.name.split()
    initials = ("".join(word[0] for word in words),) if len(words) > 1 else ()
    return (*number, *card.icons, *initials)


def keywords(card: Card) -> Iterator[str]:
    """Return the keywords of the glossary that a card has, by their ids."""
    if card.ward:
        yield "ward"
    if card.always:
        yield "always"
    if card.prerequisite or card.condition:
        yield "prerequisite"
    if card.overwrites:
        yield "overwrite"
    if card.one_shot:
        yield "one-shot"
    if card.copies:
        yield "copy"
    yield from (phase for phase in card.phases if phase != "main")


# In play

Reasons = Iterator[tuple[str, str]]
"""Ids of entries, each with where it is or why it matters."""
_PHASES: dict[Phase, str] = {
    "open": "round",
    "roll": "everyone-rolls",
    "first": "first",
    "main": "main",
    "last": "last",
    "check": "check-for-winner",
}
"""The glossary entries about what is done in a phase."""


def in_play(state: State, catalogue: Catalogue) -> Iterator[Mention]:
    """Return the phase; what is to be resolved, in the order of turns; what works by itself; other
    active faces; the tableau; and the keywords of all that. In setup, the tableau comes first.
    """
    found: dict[str, list[str]] = dict([_now(state)])
    parts = (_to_resolve, _by_itself, _on_top, _on_the_table, _tableau)
    order = (_tableau, _on_top, _on_the_table) if state.phase in ("setup", "open") else parts
    mentions = chain.from_iterable(part(state, catalogue) for part in order)
    for entry, why in (*mentions, *_keywords(state, catalogue)):
        reasons = found.setdefault(entry, [])
        if why not in reasons:
            reasons.append(why)
    for entry, reasons in found.items():
        text = _instead(state, catalogue, entry)
        yield Mention(entry, listed(_without_repeats(reasons)), text=text)


def _now(state: State) -> tuple[str, list[str]]:
    """Return what is done at this moment, and why."""
    if state.status != "live":
        return "winning", [f"the game is over, it went to {state.target}"]
    if state.phase == "setup":
        return _step_of_setup(state), ["now"]
    aim = f", to {state.target} points" if state.phase == "check" else ""
    return _PHASES[state.phase], [f"now{aim}"]


def _step_of_setup(state: State) -> str:
    """Return the step of setup: cards are added first, then everybody tags, then the common die is
    tagged.
    """
    if cards_left_to_add(state) and not any(state.tags):
        return "adding-cards"
    tagged = all(count >= TAGS_IN_SETUP for count in state.tags)
    return "tagging-the-common-die" if tagged and state.tags else "tagging-in-setup"


def _instead(state: State, catalogue: Catalogue, entry: str) -> str:
    """Return what applies to a card that does not work now, in place of its text."""
    for card in state.cards():
        if catalogue.card(card).key != entry or state.card_state(card) == "active":
            continue
        if state.card_state(card) == "neutralized":
            return (
                "It cannot be tagged while it is face-down. Its icon erases itself when it "
                "resolves; numbers still score."
            )
        top = catalogue.card(state.stack_of(card)[-1]).title
        return f"It cannot be tagged: use {top}. Its own icon erases itself when it resolves."
    return ""


_ANYHOW = ("in the tableau",)
"""Reasons that need not be given for an icon that is on a die."""


def _without_repeats(reasons: Sequence[str]) -> list[str]:
    """Drop reasons that another one includes: `on ana.1` beside `wards on ana.1`."""
    dice = {word for why in reasons if not why.startswith("on ") for word in why.split()}
    distinct = [
        why
        for why in reasons
        if why not in _ANYHOW and not (why.startswith("on ") and why.split()[-1] in dice)
    ]
    return distinct or list(reasons)


def _to_resolve(state: State, catalogue: Catalogue) -> Reasons:
    """Return the unresolved icons on dice, in the order of turns."""
    if state.phase not in RESOLVING:
        return
    turns = state.turns()
    begun = turns.index(state.turn) if state.turn in turns else 0
    for seat in turns[begun:]:
        when = "to resolve" if seat == state.turn else "still to come"
        for die in pending(state, catalogue, seat):
            yield _entry(catalogue, die.top), f"{die.id} {when}"


def _by_itself(state: State, catalogue: Catalogue) -> Reasons:
    """Return wards in force, and icons that work while they are not on top."""
    for seat in state.turns():
        for die, card in wards_of(state, catalogue, seat):
            yield card.key, f"ward on {die.id}"
        for die, card in always_of(state, catalogue, seat):
            yield card.key, f"always on {die.id}"


def _on_top(state: State, catalogue: Catalogue) -> Reasons:
    """Return other icons on top of dice, and the common die that nobody has."""
    for die in state.dice:
        if die.top is not None:
            yield _entry(catalogue, die.top), f"on {die.id}"


def _tableau(state: State, catalogue: Catalogue) -> Reasons:
    """Return every card: those that can be tagged first."""
    for card in state.active_cards():
        yield catalogue.card(card).key, "in the tableau"
    for card in state.cards():
        if state.card_state(card) == "neutralized":
            yield catalogue.card(card).key, "face-down"
        elif state.card_state(card) == "overwritten":
            yield catalogue.card(card).key, "covered"


def _keywords(state: State, catalogue: Catalogue) -> Reasons:
    for key in state.active_cards():
        card = catalogue.card(key)
        for word in keywords(card):
            yield word, f"on {card.title}"


def _on_the_table(state: State, catalogue: Catalogue) -> Reasons:
    """Return what has been done to cards and dice so far."""
    if state.neutralized:
        yield "neutralize", "a card is face-down"
    if any(len(stack) > 1 for stack in state.stacks):
        yield "covered-card", "a card covers another"
    faces = [face for die in state.dice for face in die.faces]
    if any(face.dots for face in faces):
        yield "dot", "on a die"
    if any(face.dashes for face in faces):
        yield "dash", "on a die"
    if any(state.discs):
        yield "mark", "a disc is on something"
    if state.has_dice_entered and any(_is_complex(catalogue, face) for face in faces):
        yield "complex-icon", "on a die"
    common = state.die(COMMON)
    if not all(face.is_clean for face in common.faces):
        whose = "nobody" if common.owner is None else state.name(common.owner)
        yield "common-die", f"{whose}'s"


def _is_complex(catalogue: Catalogue, face: Face) -> bool:
    card = card_on(catalogue, face)
    return card is not None and bool(card.prerequisite or card.condition)


def _entry(catalogue: Catalogue, face: Face | None) -> str:
    if face is None or face.icon is None:
        return "blank-face"
    if is_number(face.icon):
        card = card_on(catalogue, face)
        if face.icon == "0":
            return "zero"
        return "points" if card is not None and card.key == "points" else "number-icon"
    card = catalogue.card_of_icon(face.icon)
    return face.icon if card is None else card.key


def named_here(state: State, catalogue: Catalogue, text: str) -> list[str]:
    """Return the cards of the tableau, and those drawn on dice, that a word names as `tag` takes
    it; all of them if it is ambiguous.
    """
    there = {face.card for die in state.dice for face in die.faces if face.card is not None}
    there |= set(state.cards())
    try:
        found = [catalogue.find(text, there)]
    except Ambiguous as problem:
        found = [card for card in catalogue.cards if card.title in problem.candidates]
    except NotFound:
        return []
    return [card.key for card in found if not card.keys.isdisjoint(there)]
