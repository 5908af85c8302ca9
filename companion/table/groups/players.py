"""`group` and `player`: add, list, rename, merge, remove, and choose the one in use."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from shlex import join, quote
from typing import TYPE_CHECKING, Any

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table
from companion.core.event import RENAMED, RENAMES, Draft, Event, with_renames
from companion.core.names import counted, find, folded, listed, proper_name
from companion.core.play import JOINED
from companion.core.record import UTC_TIME
from companion.core.reply import Reply
from companion.core.seats import PlayerSeat
from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.exchange.groups import people
from companion.exchange.groups.people import MERGED
from companion.exchange.groups.references import seats_called
from companion.store.base import Appender, Document, LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.groups.document import nearly_known, player_names
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import current_state

if TYPE_CHECKING:
    from companion.table.groups.appearances import Appearances

_POINTS = re.compile(r"[+\-−=]\d+")


def new_group(desk: Desk, name: str) -> Reply:
    """Make a group and use it."""
    name = proper_name(name, "group")
    with desk.store.change_settings() as settings:
        desk.store.create_group(name, {})
        settings["group"] = name
    return Reply(
        document=lambda: {"group": name},
        lines=(f"Made the group “{name}”, which is in use now.",),
    )


def list_groups(desk: Desk) -> Reply:
    """List all groups and mark the one in use."""
    used = desk.group_in_use()
    names = desk.store.groups()
    return Reply(
        document=lambda: {
            "groups": [{"name": name, "in_use": folded(name) == folded(used)} for name in names]
        },
        blocks=lambda: _list("Groups", names, used, "companion group new NAME"),
    )


def rename_group(desk: Desk, old: str, new: str) -> Reply:
    """Rename a group with all that it holds."""
    old, new = desk.find_group(old), proper_name(new, "group")
    with desk.store.change_settings() as settings:
        used = desk.group_in_use()
        desk.store.rename_group(old, new)
        if folded(used) == folded(old):
            settings["group"] = new
    return Reply(
        document=lambda: {"group": new, "was": old},
        lines=(f"The group “{old}” is now named “{new}”.",),
    )


def use_group(desk: Desk, name: str) -> Reply:
    """Choose the group in use."""
    chosen = desk.find_group(name)
    desk.store.read_group(chosen)  # raises if it is damaged
    with desk.store.change_settings() as settings:
        settings["group"] = chosen
    return Reply(document=lambda: {"group": chosen}, lines=(f"Group in use: {chosen}",))


def new_player(desk: Desk, name: str) -> Reply:
    """Add a player to the group. Raises Ambiguous for a name in use."""
    name = no_points(proper_name(name, "player"))
    desk.ensure_group()
    with desk.changing_group() as document:
        players = document.get("players", [])
        _require_free(players, name)
        document["players"] = [*players, {"name": name}]
    return Reply(
        document=lambda: {"player": name, "group": desk.group},
        lines=(f"{name} belongs to “{desk.group}” now.",),
        warnings=tuple(perhaps_known(desk, players, [name])),
    )


def no_points(name: str) -> str:
    """Refuse a name that `score` would take for points. Raises Invalid."""
    if _POINTS.fullmatch(name.strip()):
        raise Invalid(
            f"“{name}” is a number of points, not a name.",
            f"`companion score NAME {name.strip()}` enters them.",
        )
    return name


def perhaps_known(
    desk: Desk, players: Iterable[Mapping[str, Any]], names: Sequence[str]
) -> Iterator[str]:
    """Warnings about new names that may be another player's, and how to merge them."""
    group = "" if desk.options.group is None else f" --group {quote(desk.options.group)}"
    for name, known in nearly_known(players, names):
        both = join([name, known])
        yield (f"{name} is new here. If that is {known}: `companion player merge {both}{group}`.")


def require_known_or_new(desk: Desk, names: Sequence[str], new: bool) -> None:
    """Refuse names that are new and close to those of players, unless `new`. Raises Refused."""
    if new:
        return
    players = desk.group_document().get("players", [])
    questions = [
        f"{name} is new here; did you mean {known}?" for name, known in nearly_known(players, names)
    ]
    if questions:
        raise Refused(" ".join(questions), "If so, type it like that; if not, add `--new`.")


def perhaps_mapped(players: Iterable[Mapping[str, Any]], names: Sequence[str]) -> Iterator[str]:
    """Warnings about new names in an import, and how to map them."""
    for name, known in nearly_known(players, names):
        pair = quote(f"{name}={known}")
        yield f"{name} would be new here. If that is {known}: add `--map {pair}`."


def list_players(desk: Desk) -> Reply:
    """List the group's players and mark the one in use."""
    document = desk.group_document()
    names = player_names(document)
    me = document.get("me")
    return Reply(
        document=lambda: {
            "group": desk.group,
            "players": [{"name": name, "in_use": name == me} for name in names],
        },
        blocks=lambda: _list("Players", names, me, "companion player new NAME"),
    )


def rename_player(desk: Desk, old: str, new: str, same: bool = False) -> Reply:
    """Rename a player in the group and in the plays that may go on.

    With `same`, the new name is another player's (see `merge_player`). Plays that may go on are the
    live ones, the current one (its end may be undone), and those whose dice the next play may begin
    with. Others keep the old name until they are resumed.
    """
    if same:
        return merge_player(desk, old, new)
    new = no_points(proper_name(new, "player"))
    _open_going_on(desk)
    with _players_of(desk) as document:
        players = document.get("players", [])
        who = _find_player(players, old)
        was = who["name"]
        if was == new:
            raise Refused(f"{was} has that name already.", "`companion player list` shows all.")
        others = [other for other in players if other is not who]
        _require_free(others, new, f"`companion player merge {join([was, new])}`")
        renames = _one_more(document)
        for ref in plays_going_on(desk, document):
            _rename_in_play(desk, ref, document, was, new)
        # Finished plays keep the old name; statistics translate it.
        before = people.persons(document)
        people.rename(document, who, new, desk.now(), renames)
        people.note(document, before, who, None, desk.now())
    return Reply(
        document=lambda: {"player": new, "was": was, "group": desk.group},
        lines=(f"{was} is now named {new}.",),
    )


def _one_more(document: Document) -> int:
    """Count a rename; return its number."""
    renames: int = document.get(RENAMES, 0) + 1
    document[RENAMES] = renames
    return renames


def _second_after(at: str) -> str:
    return (datetime.fromisoformat(at) + timedelta(seconds=1)).strftime(UTC_TIME)


def merge_player(desk: Desk, name: str, into: str, sure: bool = False) -> Reply:
    """Merge two players: all plays of the one become the other's.

    Players of any play are known, also if the group does not list them. Raises NotFound, or Refused
    if the two sat in one play or are one already; unless `sure`, Refused with what would change.
    """
    from companion.table.groups.appearances import Appearances

    _open_going_on(desk)
    with _players_of(desk) as document:
        appearances = Appearances(desk)
        players = document.get("players", [])
        names = {folded(who["name"]) for who in players}
        unlisted = [{"name": it} for it in appearances.names if folded(it) not in names]
        everybody = [*players, *unlisted]
        _require_two(everybody, name, into)
        double = _find_player(everybody, name)
        whom = _find_player([who for who in everybody if who is not double], into)
        was, new = double["name"], whom["name"]
        appearances.require_apart(was, new)
        number = appearances.number(was)
        if not sure:
            raise _unsure(desk, appearances, was, new)
        renames = _one_more(document)
        for ref in plays_going_on(desk, document):
            _rename_in_play(desk, ref, document, was, new)
        # For older companions, which go by the time: a second later, to include this second.
        until = _second_after(max(desk.now(), appearances.last_end(was)))
        names.add(folded(new))
        document["players"] = [who for who in everybody if folded(who["name"]) in names]
        if double not in document["players"]:
            document["players"] = [*document["players"], double]
        before = people.persons(document)
        people.merge(document, double, whom, until, renames)
        people.note(document, before, double, whom, until)
    plays = f"{counted(number, 'play')} of {was} {'is' if number == 1 else 'are'} {new}'s now"
    part = f"→ `{_command(desk, 'split', was)}` makes them two again."
    return Reply(
        document=lambda: {"player": new, "was": was, "group": desk.group, "plays": number},
        lines=(f"{was} and {new} are one player now.", *([f"{plays}."] if number else []), part),
    )


def _unsure(desk: Desk, appearances: "Appearances", was: str, new: str) -> Refused:
    """The question whether two players are one, with their plays."""
    plays = listed([appearances.in_words(name) for name in (was, new)])
    return Refused(
        f"Are {was} and {new} the same person? {plays}; they never sat at the same table.",
        f"`{_command(desk, 'merge', was, new)} --yes` makes all of them plays of {new}; "
        f"`{_command(desk, 'split', was)}` would make them two again.",
    )


def split_player(desk: Desk, name: str) -> Reply:
    """Undo a merge: make the two players two again.

    Plays entered since then stay as they are. Raises NotFound if no player of that name was merged,
    Ambiguous if another player has that name now.
    """
    from companion.table.groups.appearances import Appearances

    with _players_of(desk) as document:
        players = document.get("players", [])
        merges = [(who, it) for who in players for it in who.get("formerly", ()) if MERGED in it]
        hint = "`companion player merge -h` says how two become one."
        whom, gone = find(name, merges, lambda one: (one[1]["name"],), "merged player", hint)
        was, now = gone["name"], whom["name"]
        _require_free(players, was)
        double = gone[MERGED]
        followed = Appearances(desk).followed(now)
        renames = _one_more(document)
        for play in followed:
            _part_in_play(desk, LogRef(desk.group, PLAYS, play), gone, now, renames)
        before = people.persons(document)
        people.split(document, whom, gone)
        people.note(document, before, double, None, desk.now())
    return Reply(
        document=lambda: {"player": was, "was": now, "group": desk.group},
        lines=(f"{was} and {now} are two players again.",),
    )


def _part_in_play(desk: Desk, ref: LogRef, gone: Mapping[str, Any], now: str, renames: int) -> None:
    """Give back the old name at a seat, if the merge changed it."""
    names = {folded(it["name"]) for it in (gone, *gone[MERGED].get("formerly", ()))}
    with desk.store.change_log(ref) as held:
        play = desk.opened(ref, held.events)
        standing = play.log.standing()
        if standing[0].data.get(RENAMES, 0) >= gone[RENAMES]:
            return
        before = [seat["name"] for seat in standing[0].data["seats"]]
        for event in standing:
            if event.kind == JOINED:
                before.append(event.data["name"])
            if event.kind == RENAMED and event.data.get(RENAMES, 0) < gone[RENAMES]:
                before[event.data["seat"]] = event.data["name"]
        called = [seat.name for seat in play.state.seats]
        for seat, (first, name) in enumerate(zip(before, called, strict=True)):
            if folded(first) in names and folded(name) == folded(now):
                called[seat] = gone["name"]
        _call(desk, play, held, called, renames)


def _command(desk: Desk, verb: str, *names: str) -> str:
    """A command about players, with the `--group` of this one."""
    group = [] if desk.options.group is None else ["--group", desk.options.group]
    return join(["companion", "player", verb, *names, *group])


def remove_player(desk: Desk, name: str) -> Reply:
    """Remove a player who never played. Raises NotFound, or Refused for one who did."""
    from companion.table.groups.appearances import Appearances
    from companion.table.local_time import day

    with _players_of(desk) as document:
        players = document.get("players", [])
        who = _find_player(players, name)
        gone = who["name"]
        newest = Appearances(desk).newest(gone)
        if newest is not None:
            raise Refused(
                f"{gone} has played (last: {newest.play} of {day(newest.started)}), and plays keep "
                "their players.",
                f"`companion player merge {quote(gone)} NAME` if that is somebody else, mistyped.",
            )
        document["players"] = [other for other in players if other is not who]
        if document.get("me") == gone:
            del document["me"]
    return Reply(
        document=lambda: {"player": gone, "group": desk.group, "removed": True},
        lines=(
            f"{gone} was removed from “{desk.group}”. "
            f"`companion player new {quote(gone)}` brings them back.",
        ),
    )


def use_player(desk: Desk, name: str) -> Reply:
    """Choose the player whose points `score` changes when nobody is named."""
    with _players_of(desk) as document:
        chosen = _find_player(document.get("players", []), name)["name"]
        document["me"] = chosen
    return Reply(
        document=lambda: {"player": chosen, "group": desk.group},
        lines=(f"`companion score +3` is {chosen}'s from now on.",),
    )


@contextmanager
def _players_of(desk: Desk) -> Iterator[Document]:
    """Lock the group's document for a change. Raises NotFound if there are no players yet."""
    if not desk.group_document():
        raise NotFound(
            f"The group “{desk.group}” has no players yet.",
            "`companion start bwd Ana Ben` begins a play with new ones, "
            "`companion player new Ana` adds one.",
        )
    with desk.changing_group() as document:
        yield document


def _open_going_on(desk: Desk) -> None:
    """Read the plays that may go on before the lock is taken: it takes longest."""
    for ref in plays_going_on(desk, desk.group_document()):
        desk.opened(ref, desk.store.read_log(ref))


def plays_going_on(desk: Desk, document: Document) -> list[LogRef]:
    """The plays that may go on, or whose dice may be used again: live, current, kept."""
    plays = {*document.get("live", []), document.get("current"), *document.get("kept", {}).values()}
    refs = [LogRef(desk.group, PLAYS, play) for play in sorted(filter(None, plays))]
    return [ref for ref in refs if desk.store.has_log(ref)]


def _find_player(players: list[dict[str, Any]], name: str) -> dict[str, Any]:
    hint = "`companion player new NAME` adds one."
    return find(name, players, lambda who: (who["name"],), "player", hint)


def _require_two(players: list[dict[str, Any]], name: str, into: str) -> None:
    """Refuse to merge a player with themselves, or two that are one already."""
    if folded(name) == folded(into):
        raise Refused(
            f"{name.strip()} and {into.strip()} are the same name already.",
            "`companion player merge Bne Ben`: the name that was mistyped, then the right one.",
        )
    if any(folded(who["name"]) == folded(name) for who in players):
        return
    for who in players:
        if folded(who["name"]) == folded(into) and any(
            folded(former["name"]) == folded(name) for former in who.get("formerly", ())
        ):
            raise Refused(
                f"{who['name']} was called {name.strip()} once: they are one player already.",
                f"`companion stats {quote(who['name'])}` counts the plays of both names.",
            )


def _require_free(players: list[dict[str, Any]], name: str, same: str = "") -> None:
    for who in players:
        if folded(who["name"]) == folded(name):
            raise Ambiguous(
                f"There is a player called {who['name']} in this group already.",
                [who["name"], name],
                "Make the names differ, such as `Ana B`"
                + (f"; or, if they are one and the same: {same}." if same else "."),
            )


def called_as_now(desk: Desk, ref: LogRef) -> None:
    """Give all players of a resumed play their current names: renames skip finished plays."""
    with desk.store.change_log(ref) as held:
        names = names_now(desk, ref, held.events)
        if names:
            play = desk.opened(ref, held.events)
            _call(desk, play, held, names, desk.group_document().get(RENAMES, 0))


def names_now(desk: Desk, ref: LogRef, events: Sequence[Event]) -> list[str]:
    """The current names of a play's players, seat by seat; empty if nobody was renamed."""
    from companion.table.history.records import Names, now_called
    from companion.table.history.summary import summarized

    former = now_called(desk.group_document().get("players", []))
    if not former:
        return []
    record = Names(former).with_names_now(summarized(ref.id, events))
    return [part.name for part in record.parts]


def _rename_in_play(desk: Desk, ref: LogRef, document: Document, was: str, new: str) -> None:
    """Rename a player in a play, but not others who had the name `was` before them."""
    roster = people.Roster(document)
    with desk.store.change_log(ref) as held:
        play = desk.opened(ref, held.events)
        seats = zip(play.state.seats, seats_called(held.events), strict=True)
        names = [
            new if folded(it.name) == folded(was) and not roster.before(*seat) else it.name
            for it, seat in seats
        ]
        _call(desk, play, held, names, document[RENAMES])


def _call(desk: Desk, play: OpenPlay, held: Appender, names: Sequence[str], renames: int) -> None:
    """Rename everybody in a play, seat by seat."""
    drafts = called(play.state.seats, names, renames)
    if drafts:
        log = play.log.extended(drafts, desk.now(), source=desk.source)
        desk.append(play, held, play.after(log, current_state(play.game, log)))


def called(seats: Sequence[PlayerSeat], names: Sequence[str], renames: int) -> list[Draft]:
    """The facts that rename everybody at the table, seat by seat."""
    return [
        Draft(RENAMED, {"seat": seat, "name": name, **with_renames(renames)})
        for seat, (who, name) in enumerate(zip(seats, names, strict=True))
        if who.name != name
    ]


def _list(title: str, names: list[str], used: str | None, hint: str) -> list[Block]:
    if not names:
        return [Heading(title), Paragraph(f"None yet: `{hint}`.")]
    marked = folded(used) if used is not None else None
    rows = tuple(
        (Span("▸", "active") if folded(name) == marked else " ", Span(name, "name"))
        for name in names
    )
    return [Heading(title), Table((Column(), Column(wraps=True)), rows)]


def one_by_one(names: Iterable[str], is_one: Callable[[str], bool]) -> list[str]:
    """Split names at commas, unless `is_one` knows the whole as a name."""
    found: list[str] = []
    for name in names:
        parts = [part for part in map(str.strip, name.split(",")) if part]
        whole = "," not in name or is_one(name)
        found += [name] if whole else parts
    return found
