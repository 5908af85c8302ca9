"""`deck print`, `labels`: which cards to print, and which labels were printed before.

Printed labels have a log apart from the box: printing changes nothing in the box.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from companion.core.event import Draft, Event
from companion.core.game import Game
from companion.core.inventory import Component, Inventory
from companion.core.log import Log
from companion.core.names import find, folded, listed, short
from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.store.base import LogRef
from companion.table.boxes.group_boxes import named_box, opened, played_game
from companion.table.desk import Desk
from companion.table.plays.replay import Senseless


def naming(desk: Desk, box: Inventory) -> Callable[[str], Sequence[str]]:
    """Make a function that finds the ids of things in a box by name: as the game's verbs do, or by
    prefix. The game and the box are read at the first call.
    """

    @cache
    def book() -> tuple[Game[Any] | None, Any]:
        group_box = named_box(desk, box.copy)
        stored = opened(desk, group_box)
        return played_game(box.game), None if stored is None else stored.reference

    def named(text: str) -> Sequence[str]:
        game, reference = book()
        found = () if game is None else game.named_in_box(reference, text)
        with suppress(NotFound, Ambiguous):
            return found or (find(text, box.items, _names, "card").id,)
        return ()

    return named


def named_items(desk: Desk, box: Inventory, names: Sequence[str]) -> list[Component]:
    """Find things in a box by id, title, name, or as the game's verbs do; all if none is named.

    Raises NotFound or Ambiguous.
    """
    if not names:
        return list(box.items)
    ids, by_id = naming(desk, box), {item.id: item for item in box.items}
    found: list[Component] = []
    for name in names:
        exact = [item for item in box.items if folded(name) in map(folded, _names(item))]
        matches = exact or [by_id[one] for one in ids(name) if one in by_id]
        hint = f"`companion deck show {box.copy}` lists them."
        found += matches or [find(name, box.items, _names, "card", hint)]
    return list(dict.fromkeys(found))


def _names(item: Component) -> tuple[str, ...]:
    return tuple(name for name in (item.title, item.id, item.name, *item.aliases) if name)


def to_label(
    desk: Desk, box: Inventory, names: Sequence[str], only: str | None, *, every: bool = False
) -> list[Component]:
    """The cards to label: those named, or all in the box with a text.

    `every` includes cards without a text. `only` is `changed` for cards whose newest revision has
    no label yet. Raises Invalid, NotFound, or Refused if there is no card.
    """
    if only not in (None, "changed"):
        raise Invalid(f"“{only}” is not a choice of labels.", "`--only changed`")
    chosen = [item for item in named_items(desk, box, names) if item.coded and item.kind == "card"]
    there = bool(chosen)
    if not names:
        chosen = [item for item in chosen if _is_labelled(item, every)]
    if there and not chosen:
        raise Refused(
            f"Nothing is known of any card in {box.title}.",
            "`--all` makes a label for each, to be written on.",
        )
    if not chosen:
        raise Refused(
            f"There is no card in {box.title}: there is nothing to label.",
            "Labels are for cards.",
        )
    return chosen if only is None else changed_since_print(desk, box, chosen)


def _is_labelled(item: Component, every: bool) -> bool:
    """Whether a card gets a label when no card is named."""
    if item.out or (item.blank and item.revision):
        return False
    return every or not item.is_unknown


def left_out(box: Inventory, *, every: bool = False) -> list[str]:
    """A line about the cards that get no label when no card is named."""
    cards = [item for item in box.items if item.coded and item.kind == "card"]
    out = sum(bool(item.out) for item in cards)
    cards = [item for item in cards if not item.out]
    unknown = 0 if every else sum(item.is_unknown for item in cards)
    blank = 0 if every else sum(item.blank and not item.revision for item in cards)
    proposed = sum(item.blank and item.revision > 0 for item in cards)
    plain = f"; `--blank N` numbers the {blank} still to be written" if blank else ""
    parts = [f"{unknown} with unknown text (`--all` includes them{plain})"] if unknown else []
    parts += [f"{proposed} only proposed so far"] if proposed else []
    parts += [f"{out} that should be out of the box"] if out else []
    return [f"Without: {listed(parts)}"] if parts else []


def not_yet_written(desk: Desk, box: Inventory, count: int) -> list[Component]:
    """The first `count` cards of a box without words and without a label.

    Raises Invalid for a count below 1, Refused if there are fewer.
    """
    blank = [item for item in box.items if item.coded and item.blank and not item.revision]
    free = changed_since_print(desk, box, blank)
    if count < 1:
        raise Invalid("`--blank` needs a number of labels.", "`--blank 5`")
    if not free:
        raise Refused(
            f"{box.title} has no cards without words that have no label yet.",
            "`--card 20` prints one again; those with words are printed without `--blank`.",
        )
    if count > len(free):
        raise Refused(
            f"{box.title} has {len(free)} cards without words and label, not {count}.",
            f"`--blank {len(free)}` is all of them.",
        )
    return free[:count]


LABELS = "labels"
PRINTED = "labels.printed"


def changed_since_print(desk: Desk, box: Inventory, items: Sequence[Component]) -> list[Component]:
    """The items that have no label yet, or one with other words."""
    printed = _printed(desk, box)
    return [item for item in items if not item.has_words_of(printed.get(item.id))]


def note_printed(desk: Desk, box: Inventory, items: Sequence[Component]) -> None:
    """Record that these items have labels as they are now."""
    ref = _ref(desk, box)
    fact = Draft(PRINTED, {"cards": {item.id: item.revision for item in items}})
    _printed(desk, box)  # raises if the log makes no sense
    desk.ensure_group()
    if not desk.store.has_log(ref):
        desk.store.create_log(ref, Log().extended([fact], desk.now()).events)
        return
    with desk.store.change_log(ref) as held:
        log = Log(tuple(held.events))
        held.append(log.extended([fact], desk.now()).events[len(log.events) :])


def _printed(desk: Desk, box: Inventory) -> Mapping[str, int]:
    """The last printed revision of each card. Raises Corrupt."""
    ref = _ref(desk, box)
    if not desk.store.has_log(ref):
        return {}
    try:
        return printed_in(desk.store.read_log(ref))
    except Senseless as problem:
        raise desk.store.damaged(ref, str(problem)) from None


def printed_in(events: Sequence[Event]) -> Mapping[str, int]:
    """The last printed revision of each card in a log of labels. Raises Senseless."""
    printed: dict[str, int] = {}
    # In order of time: labels printed on another device may have been imported later.
    for event in sorted(events, key=lambda event: event.at):
        cards = event.data.get("cards")
        sound = isinstance(cards, dict) and all(type(number) is int for number in cards.values())
        if event.kind != PRINTED or not sound:
            raise Senseless(f"its entry {event.action} ({short(event.kind)}) is not about labels")
        printed |= event.data["cards"]
    return printed


def _ref(desk: Desk, box: Inventory) -> LogRef:
    return LogRef(desk.group, LABELS, box.copy)
