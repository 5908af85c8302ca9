"""The answer of `import`, and the questions before it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from shlex import join, quote
from typing import Any

from companion.core.names import capital, counted, folded, listed, short
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.errors import Refused
from companion.exchange.dates import ORDERS
from companion.exchange.parsed_plays import OWN_SOURCE, NotUnderstood, ReadAs, Unread
from companion.exchange.winners import is_open
from companion.table.desk import Desk
from companion.table.exchange.identities import Namesake
from companion.table.exchange.import_plan import Difference, Plan
from companion.table.exchange.updates import Update
from companion.table.files import OLDER, STANDARD, short_name
from companion.table.groups.players import perhaps_known, perhaps_mapped
from companion.table.history.dedupe import again_line
from companion.table.logged.result import summary_line

SHOWN = 6
"""How many names are listed."""
PLACES = 3


def require_answers(plan: Plan) -> None:
    """Refuse an import if it is unclear who is who. Raises Refused."""
    unclear = plan.meeting.unclear
    if not unclear:
        return
    first = unclear[0]
    again = f"companion import {join([plan.name, *plan.more])}"
    raise Refused(
        question(unclear),
        f'`{again} --map "{first.name}={first.ours}"` if so, '
        f'`{again} --map "{first.name}={plan.proposal(first.name)}"` if that is somebody else; '
        + (f"`--map` once for each of the {len(unclear)}, or " if len(unclear) > 1 else "")
        + "`--same` if all names are the same people.",
    )


def question(unclear: Sequence[Namesake]) -> str:
    """The question about these names."""
    names = _few([one.name for one in unclear])
    if len(unclear) == 1:
        return f"{names} is in this file and in the group: is it the same person?"
    return f"{names} are in this file and in the group: are they the same people?"


def import_reply(desk: Desk, plan: Plan, done: bool) -> Reply:
    """What an import did, or would do."""
    players, names = plan.roster.players, list(plan.meeting.called.values())
    perhaps = perhaps_known(desk, players, names) if done else perhaps_mapped(players, names)
    return Reply(
        document=lambda: _document(plan, done),
        lines=tuple(_lines(plan, done)),
        warnings=(
            *islice(perhaps, SHOWN),
            *islice(_perhaps_titles(desk, plan, done), SHOWN),
            *_unfinished(plan.coming.odd, _ids(plan)),
        ),
    )


def _document(plan: Plan, done: bool) -> dict[str, Any]:
    coming = plan.coming
    return {
        "import": plan.id if done and (plan.new or plan.updates) else None,
        "file": short_name(plan.name),
        "source": coming.source,
        "done": done,
        "new": len(plan.new),
        "known": plan.known,
        "alike": plan.alike,
        "twins": [{"play": again, "counts": counts} for again, counts in plan.twins],
        "otherwise": [
            {"play": one.play, "new": one.new or None, "what": list(one.what)}
            for one in plan.otherwise
        ],
        "updated": [{"play": one.play, "what": list(one.what)} for one in plan.updates],
        "left_out": [{"why": why, "plays": plays} for why, plays in coming.left_out.items()],
        "unread_scores": coming.unread,
        "remarks": list(coming.remarks),
        "read_as": _read_as(coming.read_as),
        "not_read": {
            "columns": list(coming.odd.columns),
            "values": [
                {
                    "column": value.column,
                    "value": value.value,
                    "times": value.times,
                    "places": list(value.places),
                }
                for value in coming.odd.values
            ],
            "more": coming.odd.more,
            "lines": [{"line": line, "text": text} for line, text in coming.odd.lines],
            "more_lines": coming.odd.more_lines,
            "bad": [{"line": line, "why": why} for line, why in coming.odd.bad],
            "more_bad": coming.odd.more_bad,
            "place": coming.odd.place,
        },
        "games": [
            {"title": title, "game": game or None, "plays": plays}
            for (title, game), plays in _games(plan)
        ],
        "titles": [
            {"title": title, "here": here, "same": not only_near}
            for title, here, only_near in plan.titles
        ],
        "players": [
            {"name": name, "called": called, "new": called in plan.meeting.new}
            for name, called in plan.meeting.called.items()
        ],
    }


def _games(plan: Plan) -> list[tuple[tuple[str, str], int]]:
    """The number of plays by title here and game id, the most played first."""
    here = {one.title: one.here for one in plan.titles if not one.only_near}
    titles = ((here.get(record.title, record.title), record.game) for record in plan.new)
    return Counter(titles).most_common()


def _lines(plan: Plan, done: bool) -> list[str]:
    coming, meeting = plan.coming, plan.meeting
    left_out = sum(coming.left_out.values())
    would = "" if done else "would be "
    counts = [f"{counted(len(plan.new), 'play')} {would}new" if plan.new else "No play is new"]
    counts += [f"{plan.known:,} known already"] if plan.known else []
    counts += [f"{len(plan.updates):,} {would}updated"] if plan.updates else []
    counts += [f"{left_out:,} left out"] if left_out else []
    own_sheet = coming.source == OWN_SOURCE and not coming.followed
    file = short_name(plan.name)
    if not own_sheet:
        file = f"{coming.source}, {file}"
    elif plan.name == STANDARD:
        file = capital(file)
    file += f" and {len(plan.more)} more" if plan.more else ""
    lines = [f"{file}: {', '.join(counts)}."]
    if plan.alike:
        lines.append(
            f"  Known already from entries made here: {counted(plan.alike, 'play')} with the same "
            "game, people and time."
        )
    lines += [
        f"  Left out: {counted(plays, 'play')} {why}." for why, plays in coming.left_out.items()
    ]
    lines += [f"    Line {line}: {why}." for line, why in coming.odd.bad[:SHOWN]]
    more_bad = len(coming.odd.bad[SHOWN:]) + coming.odd.more_bad
    if more_bad:
        lines.append(f"    {more_bad:,} more: `--json` names them.")
    lines += [f"  {again_line(*one)}" for one in plan.twins[:SHOWN]]
    if len(plan.twins) > SHOWN:
        lines.append(f"  {len(plan.twins) - SHOWN} more are like that: `--json` names them.")
    lines += _updated(plan.updates)
    lines += _otherwise(plan.otherwise, done)
    lines += [f"  {remark}" for remark in coming.remarks]
    lines += _how(coming.read_as)
    lines += _not_read(coming.odd, _ids(plan))
    if not done:
        first = [
            one._replace(play=f"{plan.id}.{number}") for number, one in enumerate(plan.new[:3], 1)
        ]
        lines += ["  As they would be entered:"] if first else []
        lines += [f"    {summary_line(one)}" for one in first]
    lines += _undecided(plan)
    lines += _with_decimals(plan.new)
    games = [f"{short(title)} {plays}" for (title, _), plays in _games(plan)]
    if games:
        lines.append(f"  Games: {_few(games)}.")
    same = [one for one in plan.titles if not one.only_near]
    lines += [f"  “{one.title}” counts as {one.here}." for one in same[:SHOWN]]
    if len(same) > SHOWN:
        lines.append(
            f"  {len(same) - SHOWN} more titles have other names here: `--json` lists them."
        )
    if meeting.new:
        lines.append(f"  New players: {_few(list(meeting.new))}.")
    others = [
        f"{name} as {called}"
        for name, called in meeting.called.items()
        if folded(name) != folded(called)
    ]
    if others:
        lines.append(f"  Here: {_few(others)}.")
    if done and (plan.new or plan.updates):
        lines.append(f"  Kept as {plan.id}: `companion import --undo {plan.id}` takes it all back.")
    return lines


def _updated(plays: Sequence[Update]) -> Iterator[str]:
    """Lines about updates to plays of earlier imports."""
    for one in plays[:SHOWN]:
        yield f"  Updated: {one.play} ({'; '.join(one.what)})."
    if len(plays) > SHOWN:
        yield f"  Updated: {len(plays) - SHOWN:,} more; `--json` names them."


def _otherwise(plays: Sequence[Difference], done: bool) -> list[str]:
    """Lines about plays that the file records differently."""
    stays, beside = ([one for one in plays if bool(one.new) is new] for new in (False, True))
    lines = [
        f"  Recorded differently, and left as it is here: {one.play} ({'; '.join(one.what)})."
        for one in stays[:SHOWN]
    ]
    for one in beside[:SHOWN]:
        what = f" ({'; '.join(one.what)})" if one.what else ""
        taken = one.play.rpartition(".")[0]
        count = "count" if done else "would count"
        lines.append(
            f"  {one.new} looks like {one.play}{what}: both {count}. If it was corrected: "
            f"`companion import --undo {taken}`, then this file again."
        )
    more = max(0, len(stays) - SHOWN) + max(0, len(beside) - SHOWN)
    if more:
        lines.append(f"  {more:,} more are recorded differently: `--json` names them.")
    return lines


def _undecided(plan: Plan) -> Iterator[str]:
    """Lines about plays without a winner, and how to name one."""
    undecided = [record for record in plan.new if not (record.winners or record.coop)]
    scored = [record for record in undecided if is_open(record)]
    if scored:
        titles = Counter(record.title for record in scored).most_common()
        example = short(titles[0][0])
        by_title = f'; of one game: `--wins "{example}=fewest"`' if len(titles) > 1 else ""
        have = "has" if len(scored) == 1 else "have"
        yield (
            f"  {counted(len(scored), 'play')} {have} points and no winner: `--wins most` "
            f"(or `fewest`, `none`) says who won{by_title}. Until then, they count for nobody."
        )
    rest = len(undecided) - len(scored)
    if rest:
        own_sheet = plan.coming.source == OWN_SOURCE and not plan.coming.followed
        none = "it counts for nobody" if rest == 1 else "they count for nobody"
        how = "add a column `won`, with 1 or with the name" if own_sheet else none
        yield f"  {counted(rest, 'play')} without a winner, because the file names none: {how}."


def _with_decimals(records: Iterable[PlayRecord]) -> list[str]:
    """Lines about decimals in games whose points are whole numbers: they are kept."""
    found = Counter(
        (record.title, record.game)
        for record in records
        if record.game and any(type(part.score) is float for part in record.parts)
    )
    return [
        f"  {counted(plays, 'play')} of {short(title)} with decimals, where points are whole "
        "numbers: kept as they are."
        for (title, _), plays in found.items()
    ]


def _read_as(read_as: ReadAs) -> dict[str, Any]:
    example = read_as.example
    return {
        "encoding": read_as.encoding or None,
        "columns": dict(read_as.columns),
        "players": list(read_as.players),
        "dates": read_as.dates or None,
        "example": example and {"date": example[0], "day": example[1]},
        "decimal": read_as.decimal or None,
    }


def _how(read_as: ReadAs) -> list[str]:
    """Lines about how a sheet was read, if it could be read in several ways."""
    lines = []
    columns = [f"{short(name)} as {field}" for field, name in read_as.columns.items()]
    if columns:
        lines.append(f"  Columns: {', '.join(columns)}.")
    if read_as.players:
        lines.append(f"  Points of players in the columns {_few(list(read_as.players))}.")
    if read_as.example is not None:
        date, day = read_as.example
        order = f", {ORDERS[read_as.dates]}" if read_as.dates else ""
        lines.append(f"  Dates{order}: “{short(date)}” is {day}.")
    if read_as.encoding in OLDER:
        lines.append(f"  Letters as in {OLDER[read_as.encoding]}: are they what they should be?")
    return lines


def _ids(plan: Plan) -> dict[int, str]:
    """The ids of plays by their numbers in the file."""
    here = {record.uid: f"{plan.id}.{number}" for number, record in enumerate(plan.new, 1)}
    ids = {**plan.ids, **here}
    return {number: ids[uid] for number, uid in plan.coming.numbers.items() if uid in ids}


def _not_read(odd: Unread, ids: Mapping[int, str]) -> list[str]:
    """Lines about columns and values that were not read, at most `SHOWN` of each."""
    lines = []
    if odd.columns:
        noun = odd.noun if len(odd.columns) == 1 else f"{odd.noun}s"
        lines.append(f"  Not read: the {noun} {_few(list(odd.columns))}.")
    if odd.lines:
        cells = [f"{line} “{short(text)}”" for line, text in odd.lines[:SHOWN]]
        more = len(odd.lines) - len(cells) + odd.more_lines
        noun = "line" if len(odd.lines) == 1 else "lines"
        named = f"{', '.join(cells)} and {more:,} more" if more else listed(cells)
        lines.append(f"  No plays: {noun} {named}.")
    for value in odd.values[:SHOWN]:
        lines.append(
            f"  Not understood, so left unknown: {short(value.column)} “{short(value.value)}”, "
            f"{_places(value, odd.place, ids)}."
        )
    more = sum(value.times for value in odd.values[SHOWN:]) + odd.more
    if more:
        lines.append(f"  Not understood: {counted(more, 'value')} more; `--json` names them.")
    return lines


def _perhaps_titles(desk: Desk, plan: Plan, done: bool) -> Iterator[str]:
    """Warnings about new titles that look like known ones, and how to merge them."""
    group = "" if desk.options.group is None else f" --group {quote(desk.options.group)}"
    for title, here, only_near in plan.titles:
        if only_near:
            merge = f"`companion title merge {join([title, here])}{group}`"
            new, when = ("is", "") if done else ("would be", "after the import, ")
            yield f"“{title}” {new} new here. If that is {here}: {when}{merge}."


def _unfinished(odd: Unread, ids: Mapping[int, str]) -> Iterator[str]:
    """Warnings about unfinished sums."""
    if odd.unfinished:
        first, place = odd.begun
        verb = "is an unfinished sum" if odd.unfinished == 1 else "are unfinished sums"
        yield (
            f"{counted(odd.unfinished, 'score')} {verb}, such as “{short(first)}” in "
            f"{ids.get(place, f'{odd.place} {place}')}: taken as far as it goes."
        )


def _places(value: NotUnderstood, place: str, ids: Mapping[int, str]) -> str:
    """The places of a value: `line 3`, `lines 3, 7 and 9,998 more`, `import-1.3`."""
    places = [ids.get(number, str(number)) for number in value.places[:PLACES]]
    more = value.times - len(places)
    if place == "play" and any(number in ids for number in value.places[:PLACES]):
        places = [one if not one.isdigit() else f"play {one} of the file" for one in places]
        return f"{', '.join(places)} and {more:,} more" if more else listed(places)
    noun = place if value.times == 1 else f"{place}s"
    return f"{noun} {', '.join(places)} and {more:,} more" if more else f"{noun} {listed(places)}"


def _few(texts: Sequence[str]) -> str:
    if len(texts) <= SHOWN:
        return listed([short(text) for text in texts])
    return f"{', '.join(short(text) for text in texts[:SHOWN])} and {len(texts) - SHOWN} more"
