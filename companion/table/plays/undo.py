"""Undo and redo: which entries they change, and whether all later entries are still valid.

After any change of the past, the log is one that could have been entered in this form. Every later
entry is checked again, with exactly the licences that it was given, and its effects are derived
again.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from typing import Any

from companion.core.amendments import require_of_play
from companion.core.event import (
    ADMIN_KINDS,
    REDONE,
    RENAMED,
    RENAMES,
    UNDONE,
    Draft,
    Event,
    House,
    Referee,
)
from companion.core.game import Game
from companion.core.log import Log
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.play import JOINED, PlayState
from companion.core.reply import Reply
from companion.core.value import Value
from companion.errors import CompanionError, Illegal, Invalid, Refused
from companion.table.desk import Desk
from companion.table.plays.open_play import OpenPlay, answer
from companion.table.plays.replay import Entry, entries, opening

HIGHEST_ENTRY = 99_999_999
MOST_TRIED = 10
"""How many undone entries are tried when `redo` needs a number."""
MOST_SHOWN = 5
"""How many of the entries that a house rule keeps are listed; the log has them all."""
_EVERY_RULE = "to see what stands against it"
"""A house rule for a trial, whose result is never kept."""


class ChangeResult(Value):
    """The result of a change of the past.

    The state, the rules that a house rule overruled, and the numbers of the entries that are valid
    only because of it.
    """

    state: Any
    overruled: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()


def undo(desk: Desk, entry: str | None, onwards: bool = False, last: str | None = None) -> Reply:
    """Undo the newest entry, or the one of that number if all later ones are still valid.

    With `onwards`, undo that entry and all after it; with `last`, that many of the newest.
    """
    number, _ = _parse_range(entry, onwards, last)

    def make(play: OpenPlay) -> tuple[OpenPlay, Reply]:
        numbers = entries_to_undo(play, entry, onwards, last)
        _require_no_name(play, numbers[:1])
        if number is not None and not onwards:
            also = f", `companion undo {numbers[0]} --onwards` takes all from there on."
            _require_open(play, numbers[0], also)
        return _changed(desk, play, UNDONE, _with_names(play.log, numbers))

    return desk.change(make)


def entries_to_undo(
    play: OpenPlay, entry: str | None, onwards: bool = False, last: str | None = None
) -> Sequence[int]:
    """The numbers of the entries to undo. Raises Invalid, NotFound or Refused if there are none."""
    number, count = _parse_range(entry, onwards, last)
    chosen = _entry_to_undo(play, number, count)
    return play.log.entries_from(chosen) if onwards or count > 1 else (chosen,)


def _parse_range(entry: str | None, onwards: bool, last: str | None) -> tuple[int | None, int]:
    """Parse the number of an entry, if one was named, and a count of the newest. Raises Invalid."""
    number = None if entry is None else entry_number(entry)
    count = 1 if last is None else whole(last, 1, HIGHEST_ENTRY)
    if count is None:
        raise Invalid(
            f"“{short(str(last))}” is not a number of entries.", "`companion undo --last 2`"
        )
    if last is not None and number is not None:
        raise Invalid(
            f"Entry {number}, or the {count} newest?",
            f"`companion undo {number}`, or `companion undo --last {count}`.",
        )
    if onwards and number is None:
        raise Invalid(
            "From which entry on?",
            "`companion undo 5 --onwards`; `companion log` has their numbers.",
        )
    return number, count


def redo(desk: Desk, entry: str | None) -> Reply:
    """Redo what was undone last, or the entry of that number."""
    if entry is not None:
        entry_number(entry)

    def make(play: OpenPlay) -> tuple[OpenPlay, Reply]:
        numbers = entries_to_redo(desk, play, entry)
        _require_no_name(play, numbers)
        numbers = _with_names(play.log, numbers)
        _require_open(play, numbers[0], "; then it can be tried.")
        return _changed(desk, play, REDONE, numbers)

    return desk.change(make)


def _changed(
    desk: Desk, play: OpenPlay, kind: str, numbers: Sequence[int]
) -> tuple[OpenPlay, Reply]:
    """Undo or redo these entries; return the play after that, and the answer."""
    undoing, chosen = kind == UNDONE, numbers[0]
    # The newest goes first, as if they were undone one by one.
    order = reversed(numbers) if undoing else numbers
    drafts = [Draft(kind, {"action": number}) for number in order]
    log = play.log.extended(drafts, desk.now(), source=desk.source)
    cached = desk.state_cache.earlier_state(play.ref, play.game, log)
    changed = ChangeResult(cached)
    if cached is None:
        changed = recheck(play.game, play.log, log, chosen, play.reference, desk.house)
    house = None
    if desk.house is not None and changed.overruled:
        from companion.table.plays import house_rules

        house = house_rules.of(desk, House(desk.house, changed.overruled))
        log = play.log.extended(drafts, desk.now(), house, desk.source)
    after = play.after(log, changed.state)
    if not undoing:
        after = _with_current_names(desk, after)
    newest = _newest(play, after, numbers) if undoing else _newest(after, play, numbers)
    lines = _entry(after, chosen).lines if newest is None else newest
    did = [changed_line(kind, numbers, lines)]
    if undoing and numbers == (chosen,) and chosen < play.log.entry_to_undo():
        did = [f"Older e{did[0][1:]}", _way_back(chosen)]
    did += play.game.table_fixes(play.state, after.state, play.reference)
    for number in changed.kept[:MOST_SHOWN]:
        did.append(
            f"This house rule keeps entry {number}: {'; '.join(_entry(after, number).lines)}"
        )
    return after, answer(after, did, house=[] if house is None else [house.line])


def _way_back(number: int) -> str:
    """Say how to redo an entry undone by mistake: `undo 2` may have meant two entries."""
    back = "`companion redo` brings it back"
    if not 1 < number < 5:
        return f"{back}."
    return f"{back}; then `companion undo --last {number}` takes back the {number} newest."


def _entry_to_undo(play: OpenPlay, number: int | None, last: int = 1) -> int:
    """The number of the first entry to undo. Raises Refused or NotFound."""
    if play.state.status != "live" and number in play.log.undone_actions():
        raise Refused(
            f"Entry {number} is taken back already.",
            f"`companion undo` takes the end back; then `companion redo {number}` can be tried.",
        )
    return play.log.entry_to_undo(number, last=last)


def entries_to_redo(desk: Desk, play: OpenPlay, entry: str | None) -> Sequence[int]:
    """The numbers of the entries to redo.

    Raises Invalid, NotFound or Refused; the hint names an entry that can be redone.
    """
    if entry is not None:
        return (play.log.entry_to_redo(entry_number(entry)),)
    try:
        return play.log.entries_to_redo()
    except Refused as problem:
        gone = sorted(play.log.undone_actions(), reverse=True)
        if gone and play.state.status != "live":
            problem.hint = "`companion undo` takes the end back; then older ones can be tried."
        elif gone:
            problem.hint = _what_can_come_back(desk, play, gone[:MOST_TRIED])
        raise


def _what_can_come_back(desk: Desk, play: OpenPlay, gone: Sequence[int]) -> str:
    """A hint with the newest undone entry that would be valid again."""
    for number in gone:
        log = play.log.extended([Draft(REDONE, {"action": number})], desk.now())
        with suppress(CompanionError):
            _require_no_name(play, [number])
            recheck(play.game, play.log, log, number, play.reference)
            return f"To bring back an earlier one: `companion redo {number}`."
    return "What was taken back earlier is no longer possible: `companion log` shows it."


def _joined(log: Log, numbers: Collection[int]) -> set[int]:
    """Those of these entries by which somebody joined."""
    return {it.action for it in log.events if it.action in numbers and it.kind == JOINED}


def _with_current_names(desk: Desk, play: OpenPlay) -> OpenPlay:
    """The play with current names: a player who is back may have been renamed meanwhile."""
    from companion.table.groups.players import called, names_now

    names = names_now(desk, play.ref, play.log.events)
    if not names:
        return play
    facts = called(play.state.seats, names, desk.group_document().get(RENAMES, 0))
    log = play.log.extended(facts, desk.now(), source=desk.source)
    return play.after(log, _recorded(play.game, play.state, log.events[len(play.log.events) :]))


def _with_names(log: Log, numbers: Sequence[int]) -> tuple[int, ...]:
    """Add the renames of those who joined by these entries: they are undone and redone together."""
    joined, undone = _joined(log, numbers), log.undone_actions()
    if not joined:
        return tuple(numbers)
    names = {
        action
        for action, sat_down in _joins_by_rename(log).items()
        if sat_down <= joined and (action in undone) is (numbers[0] in undone)
    }
    return tuple(sorted({*numbers, *names}))


def _joins_by_rename(log: Log) -> dict[int, set[int]]:
    """The entries by which players joined, by the number of the entry that renames them."""
    opening = [log.events[0].action] * len(log.events[0].data["seats"])
    joined, undone, names = list[int](), set[int](), dict[int, set[int]]()
    for event in log.events:
        if event.kind == UNDONE:
            undone.add(event.data["action"])
        elif event.kind == REDONE:
            undone.discard(event.data["action"])
        elif event.kind == JOINED:
            joined.append(event.action)
        elif event.kind == RENAMED:
            sat_down = opening + [it for it in joined if it not in undone]
            of = sat_down[event.data["seat"]] if event.data["seat"] < len(sat_down) else 0
            names.setdefault(event.action, set()).add(of)
    return names


def _require_no_name(play: OpenPlay, numbers: Collection[int]) -> None:
    """Refuse to undo a rename: names belong to the group and change in all its plays at once."""
    events = [event for event in play.log.events if event.action in numbers]
    require_of_play(events)
    if _joined(play.log, numbers):
        return
    for event in events:
        if event.kind in ADMIN_KINDS:
            seat = event.data["seat"]
            if seat >= len(play.state.seats):
                raise Refused(
                    f"Entry {event.action} renames somebody who is not at the table.",
                    "With the entry by which they joined, `companion redo` brings it back.",
                )
            name = play.state.name(seat)
            raise Refused(
                f"Entry {event.action} renames a player, and names change in the whole group.",
                f'`companion player rename "{name}" NAME` renames {name}, here too.',
            )


def _require_open(play: OpenPlay, chosen: int, then: str) -> None:
    """Refuse to change what came before the end of a play that is over."""
    if play.state.status != "live" and chosen < play.log.entry_to_undo():
        raise Refused(
            f"This play is {play.state.status}: entry {chosen} cannot be changed after the end.",
            f"`companion undo` takes the end back{then}",
        )


def entry_number(text: str, commands: str = "companion") -> int:
    """The number of an entry as typed. Raises Invalid."""
    number = whole(text, 0, HIGHEST_ENTRY)
    if number is None:
        hint = f"`{commands} log` numbers them."
        raise Invalid(f"“{short(text)}” is not the number of an entry.", hint)
    return number


# Whether later entries are still valid


def recheck(
    game: Game[Any],
    log: Log,
    changed: Log,
    entry: int,
    reference: Any,
    house: str | None = None,
) -> ChangeResult:
    """The state of `changed`: the `log` with `entry`, and perhaps later ones, undone or redone.

    A problem that an entry already has in `log` does not count: an older companion allowed it, or a
    house rule did. With `house`, other rules are overruled, and named in the result. Raises the
    error of the first later entry that is no longer valid, with what to do.
    """
    try:
        return _recheck_entries(game, log, changed, entry, reference, house)
    except Illegal as problem:
        if house is not None:
            raise
        with suppress(CompanionError):
            _recheck_entries(game, log, changed, entry, reference, _EVERY_RULE)
            problem.is_overrulable = True
        raise


def _recheck_entries(
    game: Game[Any], log: Log, changed: Log, entry: int, reference: Any, house: str | None
) -> ChangeResult:
    undoing = changed.events[-1].kind == UNDONE
    standing, overruled, kept = changed.standing(), [], []
    if not undoing and _was_valid_before(log, changed):
        return ChangeResult(_recorded(game, opening(game, standing[0]), standing[1:]))
    state, later = _up_to(game, standing, entry)
    former: _FormerProblems | None = None
    for action, events in later:
        before, referee = state, Referee(house, _licences(events))
        try:
            state = _checked_state(game, before, events, referee, reference)
        except CompanionError as problem:
            former = former or _FormerProblems(
                game, log, entry, reference, revoked_rules(log, changed)
            )
            refusal: CompanionError | None = problem
            if former.tolerates(action, problem):
                referee, refusal = Referee(house, former.against(action, events)), None
                try:
                    state = _checked_state(game, before, events, referee, reference)
                except Illegal as another:
                    refusal = another
                except CompanionError:
                    state = _recorded(game, before, events)
            if refusal is not None:
                redacted = _refusal_without_secrets(game, before, events, referee, reference)
                first = max(_joins_by_rename(log).get(action, {action}))
                raise _refusal(refusal, action, entry, undoing, redacted, first) from None
        against = [rule for rule in referee.overruled if rule not in referee.licences]
        overruled += against
        kept += [action] if against and action != entry else []
    return ChangeResult(state, tuple(dict.fromkeys(overruled)), tuple(kept))


def _was_valid_before(log: Log, changed: Log) -> bool:
    """Whether `changed` has the entries that the log had before its last undos and redos."""
    end = len(log.events)
    while end and log.events[end - 1].kind in (UNDONE, REDONE):
        end -= 1
        if changed.has_same_entries(Log(log.events[:end])):
            return True
    return False


def _up_to(
    game: Game[Any], standing: Sequence[Event], entry: int
) -> tuple[PlayState, Iterator[tuple[int, list[Event]]]]:
    """The state before an entry, and the entries from it on, with their numbers."""
    started, *rest = standing
    state = opening(game, started)
    place = next((n for n, event in enumerate(rest) if event.action >= entry), len(rest))
    state = _recorded(game, state, rest[:place])
    later = groupby(rest[place:], key=attrgetter("action"))
    return state, ((action, list(events)) for action, events in later)


def _checked_state(
    game: Game[Any], before: PlayState, events: Sequence[Event], referee: Referee, reference: Any
) -> PlayState:
    """Check an entry again and apply it; return the state after it. Raises its refusal."""
    states = [before]
    for event in events:
        game.check(states[-1], event, referee, reference)
        states.append(game.apply(states[-1], event))
    game.check_entry(states, events, referee, reference)
    return states[-1]


def _recorded(game: Game[Any], state: PlayState, events: Sequence[Event]) -> PlayState:
    for event in events:
        state = game.apply(state, event)
    return state


def _licences(events: Sequence[Event]) -> Collection[str]:
    """The rules that an entry's house rule overruled when it was made."""
    house = events[0].house
    return () if house is None else house.rules


def revoked_rules(log: Log, changed: Log) -> set[str]:
    """The rules overruled by house rules of earlier undos and redos that no longer hold."""
    then, now = log.changed_by_house(), changed.changed_by_house()
    kept = {rule for house in now.values() for rule in house.rules}
    return {rule for key in then.keys() - now.keys() for rule in then[key].rules} - kept


class _FormerProblems:
    """The problems that the entries of a log already have, from one entry on.

    Rules that are `lost` with this change are left out.
    """

    def __init__(
        self, game: Game[Any], log: Log, entry: int, reference: Any, lost: Collection[str]
    ) -> None:
        self._rules: dict[int, list[str]] = {}
        self._refused: set[int] = set()
        state, later = _up_to(game, log.standing(), entry)
        for action, events in later:
            referee = Referee(_EVERY_RULE)
            try:
                after = _checked_state(game, state, events, referee, reference)
            except CompanionError:
                self._refused.add(action)
                after = _recorded(game, state, events)
            self._rules[action] = [rule for rule in referee.overruled if rule not in lost]
            state = after

    def tolerates(self, action: int, problem: CompanionError) -> bool:
        """Whether an entry had this problem already."""
        if isinstance(problem, Illegal):
            return problem.rule in self._rules.get(action, ())
        return action in self._refused

    def against(self, action: int, events: Sequence[Event]) -> Collection[str]:
        """The rules that an entry may break: it did already, or a house rule allowed it."""
        return {*self._rules[action], *_licences(events)}


def _refusal_without_secrets(
    game: Game[Any], before: PlayState, events: Sequence[Event], referee: Referee, reference: Any
) -> str:
    """The refusal of an entry without its secret values; empty if it is not refused then."""
    facts = [(event, game.fact_of(event)) for event in events]
    redacted = [
        event._replace(data=fact.redacted().to_json()) if fact else event for event, fact in facts
    ]
    try:
        _checked_state(game, before, redacted, referee, reference)
    except CompanionError as problem:
        return problem.message
    return ""


def _refusal(
    problem: CompanionError, later: int, entry: int, undoing: bool, redacted: str, first: int
) -> CompanionError:
    """The refusal of a change of the past: which entry is in the way, why, and what to do.

    `first` is the entry to undo first: a rename is undone with the entry by which its player
    joined. `redacted` is the refusal without secret values; if it differs, the reason is a secret.
    """
    verb = "taken back" if undoing else "brought back"
    why = problem.redacted if isinstance(problem, Illegal) and problem.redacted else problem.message
    if why == problem.message != redacted:
        why = "A secret in it could not be true."
    if later == entry:
        message = f"Entry {entry} cannot be {verb}: {why}"
        hint = "`companion log` shows what has happened since."
    else:
        message = f"Entry {entry} cannot be {verb}: entry {later} would no longer be valid. {why}"
        onwards = f", or {entry} and all that came after it: `companion undo {entry} --onwards`"
        hint = f"`companion log` shows both. Take back entry {first} first{onwards * undoing}."
    if isinstance(problem, Illegal):
        return Illegal(problem.rule, message, hint)
    return type(problem)(message, hint)


# The answer


def changed_line(kind: str, numbers: Sequence[int], lines: Sequence[str]) -> str:
    """The line for entries that were undone or redone; `lines` describe the first of them."""
    words = "taken back" if kind == UNDONE else "back again"
    are = "" if len(numbers) == 1 else "are "
    whose = named(numbers)
    return f"{whose[:1].upper()}{whose[1:]} {are}{words}: {'; '.join(lines)}"


def named(numbers: Sequence[int]) -> str:
    """Name entries that were changed together: `entry 3`, `entry 3 and 2 more, up to 5,`."""
    if len(numbers) == 1:
        return f"entry {numbers[0]}"
    return f"entry {min(numbers)} and {len(numbers) - 1} more, up to {max(numbers)},"


def _newest(having: OpenPlay, lacking: OpenPlay, numbers: Sequence[int]) -> list[str] | None:
    """The lines of these entries, if they are the newest in `having` and all that `lacking` lacks.

    None otherwise, and if something before them has changed since.
    """
    standing, first = having.log.standing(), numbers[0]
    changed = (event for event in having.log.events if event.kind in (UNDONE, REDONE))
    newest = {event.action for event in standing if event.action >= first}
    if newest != set(numbers) or any(
        event.action > first > event.data["action"] for event in changed
    ):
        return None
    game, state, lines = having.game, lacking.state, []
    for event in standing:
        if event.action == first:
            after = game.apply(state, event)
            lines.append(game.describe(state, event, after, having.reference))
            state = after
    return [line for line in lines if line]


def _entry(play: OpenPlay, number: int) -> Entry:
    (entry,) = entries(play.game, play.log, play.reference, only=number)
    return entry
