"""`play add`: log a play of any game afterwards, in a log of its own."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from companion import games
from companion.core.amendments import UID
from companion.core.box import SHEETS
from companion.core.event import RENAMES
from companion.core.log import Log
from companion.core.names import (
    cleaned_lines,
    cleaned_name,
    folded,
    listed,
    nearest,
    proper_name,
    require_text,
    short,
)
from companion.core.numbers import only_digits
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.core.titles import Titles
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.exchange import import_log, json_lines
from companion.exchange.limits import LONGEST_TEXT
from companion.store.base import LogRef
from companion.table.desk import Desk
from companion.table.groups.document import BY_HAND, IMPORTS, LOGGED_PREFIX, joined
from companion.table.groups.players import require_known_or_new
from companion.table.local_time import day
from companion.table.logged.result import Ending, Result, ending_line, entrants, named, result
from companion.table.logged.span import Span, TypedTime, span
from companion.table.plays.titles import is_player, nearly_scored, scored_title, with_game_now

# The title as typed


_NEAR = 0.8


class Title(NamedTuple):
    """A game: its id if it is built in, its title, and its name within a box of several."""

    game: str
    title: str
    called: str
    bgg_id: int | None = None
    keeps_points: bool = True


def title_and_people(
    words: Sequence[str], document: Mapping[str, Any], new: bool
) -> tuple[Title, Sequence[str]]:
    """Split words into the title and the players.

    A built-in title needs no quotes. Unless `new`, raises Refused where words of the title may be
    among the players, and for a title that is nearly a known one.
    """
    words = with_game_now(document, words)
    ours = games.titled(words)
    scored = scored_title(document, words)
    if scored is not None and (ours is None or scored[0] > ours[0]):
        count, title = scored
        title = Titles.of(document).now(title)
        return Title("", title, title), words[count:]
    if ours is not None and ours[1] != games.SHEET:
        count, game_id, inside = ours
        game = games.game(game_id)
        called = game.within[inside] if inside else game.title
        known = Title(game_id, game.title, called, game.bgg_id, game.keeps_points)
        return known, words[count:]
    typed = proper_name(words[0], "title")
    if not new:
        _require_apart(words, document.get("players", []))
        names = {folded(name): name for pair in games.TITLES.items() for name in pair}
        del names[games.SHEET]
        near = nearest(typed, names.values(), _NEAR) or nearly_scored(document, words)
        if near:
            raise Refused(
                f"No game of this group is named “{short(typed)}”; did you mean {near[0]}?",
                "If so, type it like that; if not, add `--new`.",
            )
        if is_player(document, typed):
            raise Refused(
                f"“{short(typed)}” is a player of this group, and the title comes first.",
                f"`companion play add TITLE {' '.join(words)}`; if it is a title, add `--new`.",
            )
    if "=" in typed:
        raise Invalid(
            "What was played?", f"The title comes first: `companion play add Heat {typed}`."
        )
    return Title("", typed, typed), words[1:]


def _require_apart(words: Sequence[str], players: Sequence[Mapping[str, Any]]) -> None:
    """Refuse unknown names without points after a title of one word: they may belong to it."""
    title, *people = words
    known = [folded(who["name"]) for who in players]
    place = 0
    while place < len(people) and not _is_somebody(people[place], known):
        place += 1
    if 0 < place < len(people) and " " not in title.strip():
        whole = " ".join(words[: place + 1])
        those = listed(people[:place])
        raise Refused(
            f"Is “{short(whole)}” one title, or did {those} play?",
            f'If it is a title: `companion play add "{whole}" {people[place]} …`; '
            f"if {those} played, add `--new`.",
        )


def _is_somebody(word: str, known: Sequence[str]) -> bool:
    """Whether a word is a player: it has points, or begins a known name."""
    name, equals, _ = word.partition("=")
    wanted = folded(name.split(",")[0])
    return bool(equals) or any(one.startswith(wanted) for one in known if wanted)


# The play

_NAMESPACE = UUID("0b7a4a53-8f6e-4f0c-9a5f-6d1f3a0c2b77")
"""The namespace of the uids of logged plays: never to be changed."""


class PlayDetails(NamedTuple):
    """What was typed about a play, besides its title and players."""

    when: TypedTime = TypedTime()
    ending: Ending = Ending()
    place: str | None = None
    comment: str | None = None
    new: bool = False


def add_play(desk: Desk, words: Sequence[str], details: PlayDetails) -> Reply:
    """Log a play. The words are its title, then the players with their points.

    Raises Invalid or Refused for an impossible play, Ambiguous for a name that could be several.
    """
    before = desk.group_document()
    players: Sequence[Mapping[str, Any]] = before.get("players", [])
    title, people = title_and_people(words, before, details.new)
    who = named(entrants(people), players, details.new)
    if not who:
        raise Invalid(
            f"Who played {short(title.title)}?", f"`companion play add {words[0]} ana=41 ben=38`."
        )
    require_known_or_new(desk, [one.name for one in who], details.new)
    require_points_kept(title, [one.name for one in who if one.score is not None])
    scored = {} if title.game else dict(before.get(SHEETS, {}).get(folded(title.title), {}))
    ended = result(who, _as_scored(title, details.ending, scored))
    when = span(details.when, desk.now(), desk.date_order)
    desk.ensure_group()
    with desk.changing_group() as document:
        number = 1 + max(_numbers(desk.store.log_ids(desk.group, IMPORTS)), default=0)
        ref = LogRef(desk.group, IMPORTS, f"{LOGGED_PREFIX}{number}")
        at = desk.now()
        record = _record(ref, title, ended, when, details, at)
        reply = logged_reply(desk, record, ended).settled(desk.options.as_json)
        made = import_log.import_made(BY_HAND, "", 1, document.get(RENAMES, 0))
        # The uid distinguishes logs that began in the same second.
        made = replace(made, data={**made.data, UID: record.uid})
        log = Log().extended([made], at).extended(import_log.play_drafts([record]), at)
        desk.store.create_log(ref, log.events)
        names = [one.name for one in who]
        document["players"] = joined(document.get("players", []), names)
        if not title.game:
            document[SHEETS] = {
                **document.get(SHEETS, {}),
                folded(title.title): _scored_now(title, scored, ended),
            }
    return reply


def _as_scored(title: Title, ending: Ending, scored: Mapping[str, Any]) -> Ending:
    """The ending as typed, completed by how the group scored this game before.

    Raises Invalid if the game is cooperative and the result is missing.
    """
    if ending.teams or ending.won or ending.coop is not None:
        return ending
    if scored.get("coop") and ending.lowest is None:
        raise Invalid(
            f"Did you win {short(title.title)}, or lose it?",
            "Add `--coop won` or `--coop lost`.",
        )
    return ending if ending.lowest is not None else ending._replace(lowest=scored.get("lowest"))


def _scored_now(title: Title, scored: Mapping[str, Any], ended: Result) -> dict[str, Any]:
    """How the group scores the game from now on."""
    kept = {key: value for key, value in scored.items() if key not in ("coop", "lowest")}
    how = {"coop": ended.coop, "lowest": ended.lowest}
    return {"title": title.title, **kept, **{key: True for key, is_so in how.items() if is_so}}


def valid_place(text: str) -> str:
    """Check the place to record; empty if none was typed. Raises Invalid."""
    return proper_name(text, "place") if cleaned_name(text) else ""


def valid_comment(text: str) -> str:
    """Check the comment to record; empty if none was typed. Raises Invalid if it is too long."""
    require_text(text, "The comment")
    text = cleaned_lines(text)
    if len(text) > LONGEST_TEXT:
        raise Invalid(
            f"A comment has at most {LONGEST_TEXT:,} characters; this one has {len(text):,}.",
            "Shorten it.",
        )
    return text


def logged_reply(desk: Desk, record: PlayRecord, ended: Result) -> Reply:
    """The answer: the play in one line, and how to correct it."""
    on = day(record.started)
    return Reply(
        document=lambda: json_lines.document(record, desk.group),
        lines=(
            f"{record.play}: {record.called}, {on}: {ending_line(ended)}.",
            f"→ `companion play edit {record.play} -h` corrects it, "
            f"`companion play delete {record.play}` deletes it.",
        ),
    )


def _numbers(ids: Sequence[str]) -> list[int]:
    """The numbers in the ids of logged plays."""
    digits = (one.removeprefix(LOGGED_PREFIX) for one in ids if one.startswith(LOGGED_PREFIX))
    return [int(number) for number in digits if only_digits(number)]


def _record(
    ref: LogRef, title: Title, ended: Result, when: Span, details: PlayDetails, at: str
) -> PlayRecord:
    names = ",".join(part.name for part in ended.parts)
    text = "\n".join((*ref, title.called, names, *when[:2], at))
    return PlayRecord(
        uid=str(uuid5(_NAMESPACE, text)),
        play=ref.id,
        game=title.game,
        title=title.title,
        called=title.called,
        started=when.started,
        ended=when.ended,
        minutes=when.minutes,
        rounds=None,
        parts=ended.parts,
        bgg_id=title.bgg_id,
        source=BY_HAND,
        place=valid_place(details.place or ""),
        comment=valid_comment(details.comment or ""),
        coop=ended.coop,
        lowest=ended.lowest,
    )


def require_points_kept(title: Title, scored: Sequence[str]) -> None:
    """Refuse points in a game without points. `scored` are the players who have some."""
    if scored and not title.keeps_points:
        raise Refused(
            f"{title.called} keeps no points, but points were entered for {listed(scored)}.",
            "Enter names alone, and the winner: `--winner ana`.",
        )
