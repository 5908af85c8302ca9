"""What taking a box changes in it: what stands on each card before and after, and not every entry
on the way there."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.copies.components import components
from companion.core.event import CHANGED, Event
from companion.core.inventory import Component
from companion.core.log import Log
from companion.core.lookup import Item
from companion.core.names import capital, folded, short
from companion.table.deck.finding import components_of
from companion.table.deck.planning import Plan
from companion.table.desk import Desk

_AS_IT_CAME = ("", "printed", "plain", "illustrated")
"""What a card is as long as nobody did anything to it."""


class _Told(NamedTuple):
    """A box at one time: what stands in its log, its things, and what can be looked up of it."""

    standing: Sequence[Event]
    box: Any
    items: tuple[Component, ...]
    entries: tuple[Item, ...]


def net_change(desk: Desk, plan: Plan) -> list[str]:
    """What is otherwise once a plan is carried out, a line each: the box, then card by card."""
    was = Log(()) if plan.ours is None else plan.ours.log
    will_be = was.extended(plan.drafts, desk.now()) if plan.drafts else plan.theirs.log
    if not plan.events and not plan.drafts:
        return []
    before, after = _told(desk, plan, was), _told(desk, plan, will_be)
    of_others = _of_others(before, after)
    return [*_of_the_box(plan, before, after), *_of_things(before, after), *of_others]


def _told(desk: Desk, plan: Plan, log: Log) -> _Told:
    standing = log.standing()
    box = desk.box(plan.game, lambda: standing)
    came = components_of(plan.game.id, components).items
    items = plan.game.stock(box, came).items
    return _Told(standing, box, items, tuple(plan.game.lore(box)))


def _of_the_box(plan: Plan, before: _Told, after: _Told) -> Iterator[str]:
    """What is told of the box itself, put together: whose it is, its mark, its colours."""
    told: dict[str, Any] = {}
    known = {event.seq for event in before.standing}
    for event in after.standing:
        if event.kind == CHANGED and event.seq not in known:
            for key, value in event.data.items():
                told[key] = {**told.get(key, {}), **value} if isinstance(value, dict) else value
    if told:
        yield capital(plan.game.box_kinds()[CHANGED].describe(after.box, told))


def _of_things(before: _Told, after: _Told) -> Iterator[str]:
    there = {item.id: item for item in before.items}
    noted, notes = ({one.id: one.note for one in told.entries} for told in (before, after))
    for item in after.items:
        old = there.get(item.id)
        line = _line(old, item)
        if line:
            yield line
        note = notes.get(item.id, "")
        # That it is only proposed, or out of the box, is said already.
        said = bool(item.out) or item.status == "proposed"
        if note and note != noted.get(item.id) and not said:
            yield f"{item.title}: {note}"


def _line(old: Component | None, new: Component) -> str:
    """What is otherwise with a thing; empty where nothing is."""
    old = old or Component(new.id, new.title, new.part)
    called = f"{new.title} “{new.name}”" if new.name else new.title
    aside = [f"by {new.by}"] if new.by and new.by != old.by else []
    aside += [new.status] if new.status not in (old.status, *_AS_IT_CAME) else []
    if new.out != old.out:
        aside += [f"out of the box: {new.out}" if new.out else "in the box again"]
    if (new.says, new.name) == (old.says, old.name):
        return f"{called}: {', '.join(aside)}" if aside else ""
    said = new.says or ("nothing stands on it any more" if old.says else "")
    was = f" (it was: {short(old.says)})" if old.says and new.says not in ("", old.says) else ""
    told = f"{called}: {said}".removesuffix(": ")
    return told + (f" — {', '.join(aside)}" if aside else "") + was


def _of_others(before: _Told, after: _Told) -> Iterator[str]:
    """Cards of which no thing in the box is known to be the one, such as by a number."""
    there = {entry.id: entry for entry in before.entries}
    things = {folded(name) for item in after.items for name in (item.title, item.name) if name}
    for entry in after.entries:
        old = there.get(entry.id)
        is_one = any(folded(name) in things for name in entry.names)
        if not is_one and (old is None or (old.title, old.text) != (entry.title, entry.text)):
            yield f"{entry.title}: {entry.text}"
