"""Starting a play: seats, options, an id, and the group that it belongs to."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from companion import games
from companion.core.event import RENAMES, Draft, Referee, with_renames
from companion.core.log import Log
from companion.core.names import folded, listed, short
from companion.core.play import STARTED
from companion.core.record import UTC_TIME
from companion.core.reply import Reply
from companion.core.seats import find_seat, seats_for
from companion.core.value import replace
from companion.core.verbs import RANDOM
from companion.errors import Invalid, NotFound
from companion.store.base import Document, LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.groups.document import REMINDED, joined, live_logs, put_right
from companion.table.groups.players import no_points, one_by_one
from companion.table.plays import house_rules
from companion.table.plays.enter import means_random
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.views import table_blocks

if TYPE_CHECKING:
    from companion.core.play import PlayState


_AN_EVENING = timedelta(hours=12)
"""The least time between two reminders of other live plays."""
_AHEAD = timedelta(minutes=1)
"""How far plays may run ahead of the clock; beyond that, a clock was wrong."""


def start(
    desk: Desk,
    game_id: str,
    names: Sequence[str],
    first: str | None,
    options: Mapping[str, Any],
    referee: Referee | None = None,
    in_use: Sequence[str] = (),
    drawn: Sequence[str] = (),
) -> Reply:
    """Begin a play and make it the current one of its group; the group `home` is made if needed.

    The `referee` that looked at the options knows the house rule. From then on, the boxes `in_use`
    are in use for this game; `drawn` says what was drawn, for the log. A live play in which nothing
    was entered is put away: it is not listed until somebody resumes it. Raises Illegal for too few
    or too many players, Ambiguous for two with the same name.
    """
    game = games.game(game_id)
    game.seat_players(names, referee)
    house = None if referee is None else house_rules.of(desk, referee.house_rule)
    players = _players(desk)
    known = {folded(entry["name"]): entry["name"] for entry in players}
    seats = seats_for([known.get(folded(name), name) for name in names], game.reserved_handles)
    marker = 0 if first is None else find_seat(seats, first)
    data = {
        "game": game.id,
        "seats": [{"name": seat.name, "handle": seat.handle} for seat in seats],
        "first": marker,
        "options": dict(options),
    }
    if drawn:
        data["drawn"] = list(drawn)
    # Tried before anything is written: a play that cannot be opened is never stored.
    game.playing(options).opening(seats, marker, options)
    desk.ensure_group()
    house_lines = house_rules.describe(desk, house)
    with desk.changing_group() as document:
        at = _second_of_its_own(desk.now(), document.get("began"))
        named = {**data, **with_renames(document.get(RENAMES, 0))}
        log = Log().extended([Draft(STARTED, named)], at, house, desk.source)
        ref = _next_id(desk, game.id, document)
        logs = live_logs(desk, document)
        put_right(desk, document, logs)
        untouched = [play for play, log in logs.items() if log.untouched]
        live = [play for play in document.get("live", []) if play not in untouched]
        remind = bool(live) and _is_due(document.get(REMINDED), at)
        # The answer is complete before anything is written.
        reply = opened_reply(desk.opened(ref, log.events), beside=live if remind else ())
        reply = reply.settled(desk.options.as_json)
        desk.store.create_log(ref, log.events)
        document["current"] = ref.id
        document["began"] = at
        if remind:
            document[REMINDED] = at
        document["live"] = [*live, ref.id]
        if in_use:
            document["boxes"] = {**document.get("boxes", {}), game.id: list(in_use)}
        document["players"] = joined(document.get("players", []), [seat.name for seat in seats])
    return replace(reply, lines=(*reply.lines, *house_lines))


def _is_due(reminded: str | None, now: str) -> bool:
    """Whether to remind the group of other plays: at most once in an evening."""
    try:
        return not (
            reminded
            and timedelta(0)
            <= datetime.fromisoformat(now) - datetime.fromisoformat(reminded)
            < _AN_EVENING
        )
    except (ValueError, TypeError):
        return True


def _second_of_its_own(now: str, before: str | None) -> str:
    """The time at which a play begins, never the same second as the one before.

    Plays are distinguished by when they began, and a script may begin several in one second.
    """
    if before is None or now > before:
        return now
    try:
        last = datetime.fromisoformat(before)
        ahead = last - datetime.fromisoformat(now)
    except ValueError:  # written by another program
        return now
    return (last + timedelta(seconds=1)).strftime(UTC_TIME) if ahead <= _AHEAD else now


def people(
    desk: Desk,
    game_id: str,
    names: Sequence[str] | None,
    referee: Referee | None = None,
    typed: str = "",
) -> list[str]:
    """The named players, or else those of the current play, in seat order.

    `typed` is what was typed between `start` and the names, if that is more than the id. Raises
    Invalid if there are no players, or for points instead of a name; Illegal for too few or, unless
    the `referee` allows it, too many.
    """
    known = {folded(entry["name"]) for entry in _players(desk)}
    named = map(no_points, one_by_one(names or (), lambda name: folded(name) in known))
    try:
        found = list(named) or [seat.name for seat in desk.open().state.seats]
    except NotFound:
        raise Invalid(
            "Who plays?", f"`companion start {typed or game_id} Ana Ben`, clockwise."
        ) from None
    games.game(game_id).seat_players(found, referee)
    return found


def opened_reply(play: OpenPlay, beside: Sequence[str] = ()) -> Reply:
    """The answer that shows the whole table; it warns of plays that are live `beside` it."""
    warnings: tuple[str, ...] = ()
    if beside:
        warning = f"{beside[-1]} is still going on: `companion resume {beside[-1]}` goes back."
        if len(beside) > 1:
            warning = (
                f"{len(beside)} other plays are still going on: `companion resume` lists them, "
                "`companion finish --abandon --others` ends them."
            )
        warnings = (warning,)
    return Reply(document=play.document, blocks=lambda: table_blocks(play), warnings=warnings)


def _players(desk: Desk) -> list[dict[str, Any]]:
    players: list[dict[str, Any]] = desk.group_document().get("players", [])
    return players


def _next_id(desk: Desk, game_id: str, document: Document) -> LogRef:
    """Make an id for a play with the group's next number, which the document counts."""
    number = document.get("count", 0) + 1
    while desk.store.has_log(LogRef(desk.group, PLAYS, f"{game_id}-{number}")):
        number += 1
    document["count"] = number
    return LogRef(desk.group, PLAYS, f"{game_id}-{number}")


# What is drawn before a play


class Beginning(NamedTuple):
    """The seats, clockwise, who was named to be first, and which of the two was `drawn`."""

    names: Sequence[str]
    first: str | None
    drawn: tuple[str, ...] = ()


def drawn_lines(drawn: Sequence[str], state: "PlayState") -> list[str]:
    """Lines of the answer about what was drawn."""
    lines = []
    if "seats" in drawn:
        order = listed([seat.name for seat in state.seats])
        lines.append(f"Seats drawn, clockwise: {order}.")
    if "first" in drawn:
        lines.append(f"Drawn to be first: {state.name(state.first)}.")
    return lines


def beginning(desk: Desk, names: Sequence[str], first: str | None, order: str | None) -> Beginning:
    """Draw the seats and the first player of a play if they are left to chance.

    Raises Invalid if `order` is anything but `random`.
    """
    if order is not None and folded(order) != RANDOM:
        raise Invalid(
            f"“{short(order)}” is not an order of seats.",
            "Players sit as they are named, clockwise; `--seats random` draws who sits where.",
        )
    draws_first = first is not None and means_random(seats_for(names), first)
    if order is None and not draws_first:
        return Beginning(names, first)
    chance = desk.chance(1)
    seated = list(names) if order is None else chance.sample(list(names), len(names))
    drawn = ("seats",) * (order is not None) + ("first",) * draws_first
    return Beginning(seated, chance.choice(seated) if draws_first else first, drawn)
