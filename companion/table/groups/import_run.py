"""`group import`: import a group as a new one, or into an existing one."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple

from companion.core.event import RENAMES, Event
from companion.core.log import Log
from companion.core.names import proper_name, short
from companion.core.reply import Reply
from companion.core.terminal import Bar, Tick
from companion.core.value import replace
from companion.errors import Ambiguous, CompanionError, Conflict, Invalid, Refused
from companion.exchange.groups.group_file import GroupLog
from companion.exchange.groups.merge import add_pairs, pooled, relation, translated
from companion.exchange.groups.people import with_names_here
from companion.exchange.groups.references import (
    PLAYS,
    counted_here,
    renamed,
    with_references,
)
from companion.store.base import Document, LogRef, group_key
from companion.table.desk import Desk
from companion.table.groups.document import goes_on, last_entry_time, player_names
from companion.table.groups.group_file import GroupFile, opened_file
from companion.table.groups.import_plan import (
    Asking,
    Plan,
    Step,
    joined_here,
    keep_apart,
    look_for_twins,
    merged_box_log,
    planned,
    settle_people,
)
from companion.table.groups.players import (
    called_as_now,
    perhaps_known,
    perhaps_mapped,
    plays_going_on,
)
from companion.table.groups.views import import_reply

_MOST_PAIRS = 1_000_000
"""Most pairs of names that are compared: a thousand people on either side."""
_MOST_NAMED = 6
"""How many people are named who may be players here."""

_TRIES = 3
"""Tries in case somebody enters something meanwhile."""


class ImportOptions(NamedTuple):
    """The options of `group import`.

    `name` is the name of a new group, `into` the group to merge with; `people` are names here by
    their names; `same` says that people of one name are the same. With `check`, nothing is changed.
    """

    file: str
    name: str | None = None
    into: str | None = None
    people: Mapping[str, str] = {}
    same: bool = False
    check: bool = False


def people_typed(words: Sequence[str]) -> dict[str, str]:
    """Parse `--map THEIRS=OURS`. Raises Invalid."""
    found: dict[str, str] = {}
    for word in words:
        there, equals, here = (part.strip() for part in word.partition("="))
        if not equals or not there or not here:
            raise Invalid(
                f"“{short(word)}” does not say who is who.",
                "Their name, then the one here: `--map 'Ana=Ana B'`.",
            )
        found[there] = here
    return found


def import_group(desk: Desk, options: ImportOptions, ask: Asking | None, bar: Bar) -> Reply:
    """Import a group after its whole file was read and checked; or say what that would do.

    `ask` asks the person at the terminal who is who; None if nobody can be asked.
    """
    if options.name is not None and options.into is not None:
        raise Refused(
            "As a new group, or into an existing one?",
            "`--as NAME` or `--into NAME`, not both.",
        )
    coming = opened_file(options.file)
    ask = None if ask is None else cache(ask)  # ask about each person once
    for _ in range(_TRIES - 1):
        with suppress(Conflict):  # somebody entered something meanwhile
            return _imported(desk, options, coming, ask, bar)
    return _imported(desk, options, coming, ask, bar)


def _imported(
    desk: Desk, options: ImportOptions, coming: GroupFile, ask: Asking | None, bar: Bar
) -> Reply:
    """Import a group. Raises Conflict if somebody changed the same logs meanwhile."""
    group, document, new = _target(desk, options, coming)
    desk.options.group = group
    with bar(f"Reading {coming.file}") as tick:
        plan = planned(desk.store, coming, group, document, new, options.people, tick)
    keep_apart(desk, plan)
    settle_people(plan, _asking(options, coming, group, ask))
    coming = coming.without(plan.lacking)
    look_for_twins(desk, plan, coming)
    reply = import_reply(plan, coming, done=not options.check).settled(desk.options.as_json)
    reply = replace(reply, warnings=(*reply.warnings, *_perhaps(desk, options, plan, coming)))
    if options.check:
        return reply
    with bar(f"Importing “{group}”") as tick:
        carry_out(desk, plan, coming, tick)
    return _in_use(desk, group, reply) if new else reply


def _perhaps(desk: Desk, options: ImportOptions, plan: Plan, coming: GroupFile) -> Iterator[str]:
    """Warnings about people in the file who may be players here."""
    players = plan.document.get("players", [])
    theirs = [plan.people.called(name) for name in player_names(coming.head.document)]
    if len(players) * len(theirs) > _MOST_PAIRS:
        return iter(())
    found = (
        perhaps_mapped(players, theirs) if options.check else perhaps_known(desk, players, theirs)
    )
    return islice(found, _MOST_NAMED)


def _target(desk: Desk, options: ImportOptions, coming: GroupFile) -> tuple[str, Document, bool]:
    """The group to import into, its document, and whether it is a new one."""
    if options.into is not None:
        group = desk.find_group(options.into)
        desk.options.group = group
        document = desk.group_document()
        return group, document, False
    group = proper_name(coming.head.group if options.name is None else options.name, "group")
    there = next((name for name in desk.store.groups() if _alike(name, group)), None)
    if there is not None:
        desk.options.group = there
        document = desk.group_document()
        if ARRIVING in document:  # an older companion was killed while importing
            return there, document, False
        raise _taken(there, options)
    return group, {}, True


def _alike(name: str, other: str) -> bool:
    return group_key(name) == group_key(other)


def _taken(group: str, options: ImportOptions) -> Ambiguous:
    file, name = shlex.quote(options.file), shlex.quote(group)
    return Ambiguous(
        f"There is a group called “{short(group)}” here already.",
        [group],
        f"`companion group import {file} --into {name} --check` shows what joining the two would "
        f"do; `--as {shlex.quote(f'{group} 2')}` keeps them apart.",
    )


def _asking(options: ImportOptions, coming: GroupFile, group: str, ask: Asking | None) -> Asking:
    if options.same:
        return lambda name: name
    if ask is not None and not options.check:
        return ask
    command = f"companion group import {shlex.quote(options.file)} --into {shlex.quote(group)}"
    return _refusing_to_guess(coming, group, command)


def _in_use(desk: Desk, group: str, reply: Reply) -> Reply:
    """Use the new group if no group is in use; else say how to."""
    if desk.group_in_use() in desk.store.groups():
        if _alike(desk.group_in_use(), group):
            return reply
        how = f"→ `companion group use {shlex.quote(group)}` makes it the group in use."
        return replace(reply, lines=(*reply.lines, how))
    with desk.store.change_settings() as settings:
        settings["group"] = group
    return replace(reply, lines=(*reply.lines, f"Group in use: {group}"))


def _refusing_to_guess(coming: GroupFile, group: str, command: str) -> Asking:
    """A function for when nobody can be asked: it refuses, and says what to type."""
    theirs = player_names(coming.head.document)

    def refuse(name: str) -> str:
        raise Ambiguous(
            f"“{group}” and “{short(coming.head.group)}” have no play in common, and "
            f"{name} is in both: is it the same person?",
            theirs,
            f"`{command} --same` if all people of one name are the same, or for each: `--map "
            f"'{name}={name}'` (the same), `--map '{name}={name} B'` (somebody else).",
        )

    return refuse


# Carrying out the plan: the logs first, then the group's document, all at once


IMPORTS = "imports"
ARRIVING = "arriving"
"""A key in the document of a group while an older companion imported it."""


def carry_out(desk: Desk, plan: Plan, coming: GroupFile, tick: Tick) -> None:
    """Carry out the plan completely, or change nothing.

    Others can go on while the logs are written. Raises StorageError; Conflict if somebody changed
    one of the logs meanwhile.
    """
    store = desk.store
    with store.together():
        with store.preparing():
            if plan.new:
                store.create_group(plan.group, {})
            plan.joined = _people_here(plan, coming)
            _take_logs(desk, plan, coming, tick)
        with store.change_group(plan.group) as document:
            add_pairs(document, plan.pairs)
            after = (
                dict(coming.head.document) if plan.new else _joined(desk, plan, coming, document)
            )
            document.clear()
            document.update(after)
        if not plan.new:
            for ref in plays_going_on(desk, desk.group_document()):
                with suppress(CompanionError):  # of a game that is not installed
                    called_as_now(desk, ref)


def _people_here(plan: Plan, coming: GroupFile) -> Document:
    """The group's document with the people of both."""
    return {} if plan.new else dict(joined_here(plan, coming, plan.document).document)


def _take_logs(desk: Desk, plan: Plan, coming: GroupFile, tick: Tick) -> None:
    for log in coming.logs(tick):
        if isinstance(log, GroupLog):
            step = plan.steps.get((log.shelf, log.id))
            if step is not None:
                _take(desk, plan, step, log)


def _take(desk: Desk, plan: Plan, step: Step, log: GroupLog) -> None:
    ref = LogRef(plan.group, step.shelf, step.here)
    if step.what in ("new", "beside"):
        desk.store.create_log(
            ref, log.events if plan.new else _with_our_names(desk, plan, log, log.events)
        )
        return
    with desk.store.change_log(ref) as held:
        ours = list(held.events)
        if len(ours) != step.length:
            raise Conflict(
                f"Somebody else added something to {step.here} just now.",
                "Repeat the command.",
            )
        if step.what == "joined":
            theirs = translated(log.events, partial(_data, plan, log))
            joined = merged_box_log(ours, theirs)
            if joined is not None:
                held.replace(joined.events)
            return
        if step.what == "pooled":
            tail: Sequence[Event] = pooled(ours, log.events)
        else:
            tail = relation(ours, log.events).tail
        after = _with_our_names(
            desk, plan, log, [*ours, *translated(tail, partial(_data, plan, log))]
        )
        held.append(after[len(ours) :])


def _with_our_names(desk: Desk, plan: Plan, log: GroupLog, events: Sequence[Event]) -> list[Event]:
    """The events with the ids and names used here."""
    here = translated(events, partial(_data, plan, log)) if events is log.events else events
    if log.shelf != PLAYS:
        return list(here)
    return with_names_here(here, log.events, plan.people, desk.now(), plan.joined)


def _data(plan: Plan, log: GroupLog, kind: str, data: Any) -> dict[str, Any]:
    mapped = with_references(data, plan.follow)
    if log.shelf != IMPORTS:
        return mapped
    there = mapped.get(RENAMES, 0)
    mapped = counted_here(kind, mapped, plan.joined.get(RENAMES, 0))
    return renamed(mapped, lambda name: plan.people.called(name, there))


def _joined(desk: Desk, plan: Plan, coming: GroupFile, document: Document) -> Document:
    after = joined_here(plan, coming, document).document
    theirs = coming.head.document
    live = [*document.get("live", []), *(plan.follow(PLAYS, id) for id in theirs.get("live", []))]
    # One of our plays may have ended there, and one of theirs here.
    going_on = [play for play in dict.fromkeys(live) if _is_live(desk, plan, play)]
    if going_on or "live" in document:
        after["live"] = going_on
    if after.get("current") is None and theirs.get("current") is not None:
        after["current"] = plan.follow(PLAYS, theirs["current"])
    if plan.people.one_group:
        for game, play in theirs.get("kept", {}).items():
            rivals = (after["kept"][game], plan.follow(PLAYS, play))
            after["kept"][game] = max(
                rivals, key=lambda one: last_entry_time(desk.store, plan.group, one)
            )
    numbers = [step.here.rpartition("-")[2] for step in plan.steps.values() if step.shelf == PLAYS]
    highest = max((int(number) for number in numbers if number.isdigit()), default=0)
    if highest > after.get("count", 0):
        after["count"] = highest
    after.pop(ARRIVING, None)
    return after


def _is_live(desk: Desk, plan: Plan, play: str) -> bool:
    """Whether a play is live; one that cannot be read counts as live."""
    ref = LogRef(plan.group, PLAYS, play)
    if not desk.store.has_log(ref):
        return False
    try:
        return goes_on(Log(tuple(desk.store.read_log(ref))))
    except CompanionError:
        return True
