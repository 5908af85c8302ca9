"""Import what BG Stats exports: all plays (`BGStatsExport.json`), or a few of them (`.bgsplay`).

Games, players and places are lists of their own and are referred to by number. Field names have
changed over the years, and programs that write such files differ: all names seen so far are
understood. Times are local to the phone and say when a play began: of 266 plays with a timer that
we looked at, each was saved one duration later.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from companion.core.names import folded
from companion.core.record import ANONYMOUS, BOARD, EXPANSION, SCORING, Mark, Part, PlayRecord
from companion.errors import Invalid
from companion.exchange.bgg import BGG_PLAY
from companion.exchange.bgstats_export import ABOUT_IN_UTC
from companion.exchange.dates import InUtc, as_utc, ended_after, moment, started_before
from companion.exchange.json_lines import MOST_MARKS, MOST_PLAYERS
from companion.exchange.limits import (
    MOST_PLAYS,
    Quota,
    head_of,
    numbered,
    plain_name,
    plain_text,
    too_many,
)
from companion.exchange.numbers import flag, number, unfinished
from companion.exchange.numbers import whole as whole_number
from companion.exchange.parsed_plays import (
    BG_STATS,
    KnownGame,
    Oddities,
    ParsedPlays,
    count_left_out,
    match_game,
    without_repeats,
)

Object = Mapping[str, Any]

_PLAYS = UUID("7d1f6c8e-2f5b-4f0a-9c55-9f0d6f1b7a20")
"""Namespace of the UUIDs of plays that have none in the file; it must never change."""

# Names of fields, the usual one first.
_ID = ("id", "refId")
_DATE = ("playDate", "date", "playDateYmd")
_MINUTES = ("durationMin", "duration", "durationMinutes", "playTime")
_SCORES = ("playerScores", "players", "scores")
_GAME_OF = ("gameRefId", "gameId")
_PLACE_OF = ("locationRefId", "locationId")
_PLAYER_OF = ("playerRefId", "playerId", "refId", "id")
_WON = ("winner", "isWinner", "won", "win")
_BEGAN = ("startPlayer", "isStartPlayer", "starter")
_TEAM = ("team", "teamName")
_ROLE = ("role", "teamRole")
_COMMENT = ("comments", "comment", "notes")
_DELETED = ("deletionDate", "deletedDate", "modificationDate", "entryDate", "date")
_TRAITS = ("cooperative", "highestWins")
_NEEDED = ("plays", "games", "players")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def read(
    document: Any,
    file: str,
    games: Sequence[KnownGame],
    latest: str,
    in_utc: InUtc = as_utc,
) -> ParsedPlays:
    """Read the plays of an export.

    `games` are those that are known here, `latest` is the last moment at which a play can have
    ended; `in_utc` converts its times. Raises Invalid for anything that is not such an export.
    """
    if not isinstance(document, dict) or not all(
        isinstance(document.get(key), list) for key in _NEEDED
    ):
        raise _no_export(document, file)
    if len(document["plays"]) > MOST_PLAYS:
        raise too_many(file, MOST_PLAYS, "plays")
    return _Export(document, file, games, latest, in_utc).parsed()


def _no_export(document: Any, file: str) -> Invalid:
    if isinstance(document, dict):
        keys = ", ".join(f"`{plain_name(key)[:30]}`" for key in list(document)[:6])
        what = f"it has the keys {keys}" if keys else "it is an empty object"
    else:
        kinds = {list: "a list", str: "a text", type(None): "nothing"}
        what = f"it holds {kinds.get(type(document), 'a number')}"
    return Invalid(
        f"{file} is not an export of BG Stats: {what} instead of `plays`, `games` and `players`.",
        "In BG Stats: Settings, Export. `companion import -h` says what else can be read.",
    )


class _LeftOut(Exception):
    """A play that is left out, and why: in words that follow “3 plays”."""


class _Export:
    """One document, read once."""

    def __init__(
        self,
        document: Object,
        file: str,
        games: Sequence[KnownGame],
        latest: str,
        in_utc: InUtc,
    ) -> None:
        # Companions up to 0.17 wrote the end of a play, in UTC.
        about = document.get("about")
        self._ends_in_utc = about == ABOUT_IN_UTC
        self._is_ours = isinstance(about, str) and about.startswith(ABOUT_IN_UTC)
        self._in_utc = as_utc if self._ends_in_utc else in_utc
        self._quota = Quota(file)
        self._plays = document["plays"]
        listed_games = list(_objects(document["games"]))
        self._games = {_ref(one, _ID): _game(one, games) for one in listed_games}
        self._traits = {_ref(one, _ID): one for one in listed_games}
        apart = _at_one_table(self._plays, document["players"])
        self._names, self._people, self._joined = _people(document["players"], apart)
        self._places = {
            _ref(one, _ID): plain_name(one.get("name"))
            for one in _objects(document.get("locations"))
        }
        self._deleted = {
            _uuid(one.get("uuid")): moment(_first(one, _DELETED)) or ""
            for one in _objects(document.get("deletedObjects"))
            if one.get("objectType") == "Play"
        }
        self._gone = dict.fromkeys(filter(None, self._deleted), "deleted in BG Stats")
        self._latest = latest
        self._left_out: dict[str, int] = {}
        self._odd = Oddities("play", "key")
        self._number = 0
        self._numbers: dict[int, str] = {}
        self._ours: dict[str, str] = {}
        self._unnamed: dict[str, int] = {}

    def parsed(self) -> ParsedPlays:
        """Return the plays of the document."""
        found = []
        for play in self._plays:
            self._number += 1
            try:
                found.append(self._record(play))
                self._numbers[self._number] = found[-1].uid
            except _LeftOut as left_out:
                count_left_out(self._left_out, str(left_out))
        records = without_repeats(found, self._left_out)
        named = {part.name for record in records for part in record.parts}
        people = {name: ref for name, ref in self._people.items() if name in named}
        return ParsedPlays(
            BG_STATS,
            records,
            people,
            self._left_out,
            self._odd.scores,
            self._ours,
            odd=self._odd.unread(),
            remarks=tuple(
                f"“{name}” is in the file twice, as “{raw}” too: taken for one player."
                for name, raw in self._joined.items()
                if name in named
            ),
            gone=self._gone,
            numbers=self._numbers,
        )

    def _record(self, play: Any) -> PlayRecord:
        """Read one play. Raises _LeftOut for one that is left out."""
        if not isinstance(play, dict):
            raise _LeftOut("that nobody can understand")
        uid = _uuid(play.get("uuid"))
        self._gone.pop(uid, None)
        if flag(play.get("ignored")):
            raise self._is_gone(uid, "ignored in BG Stats")
        if flag(play.get("isDeleted")) or flag(play.get("deleted")) or self._was_deleted(uid, play):
            raise self._is_gone(uid, "deleted in BG Stats")
        game = self._games.get(_ref(play, _GAME_OF))
        if game is None:
            raise _LeftOut("without a game")
        minutes = self._whole(play, _MINUTES) or None
        written = moment(_first(play, _DATE), self._in_utc)
        if written is None:
            raise _LeftOut("without a date that can be")
        if self._ends_in_utc:
            started, ended = started_before(written, minutes), written
        else:
            started, ended = written, ended_after(written, minutes)
        if ended > self._latest:
            raise _LeftOut("of the future")
        parts = self._parts(_first(play, _SCORES), flag(play.get("usesTeams")) is not False)
        traits = {**self._traits[_ref(play, _GAME_OF)], **_known_flags(play)}
        won = sum(part.won for part in parts)
        # Every device makes the same UUID, and the same as when times were taken for ends in UTC.
        at = moment(_first(play, _DATE)) or written
        uid = uid or self._made_up(play, game.title, at, parts)
        self._note_ours(uid, play)
        board = plain_name(play.get("board"))
        setting = whole_number(play.get("scoringSetting")) or 0
        return PlayRecord(
            uid=uid,
            play="",
            game=game.id,
            title=game.title,
            called=board if game.id and board else game.title,
            started=started,
            ended=ended,
            minutes=minutes,
            rounds=self._whole(play, ("rounds",)) or None,
            parts=parts,
            bgg_id=game.bgg_id,
            source=BG_STATS,
            place=self._places.get(_ref(play, _PLACE_OF), ""),
            comment=plain_text(_first(play, _COMMENT)),
            marks=self._marks(play, "" if game.id else board),
            # In a game of all against all, a play that only some players won had sides.
            coop=bool(flag(traits.get("cooperative")) or setting == _COOP)
            and won in (0, len(parts)),
            lowest=flag(traits.get("highestWins")) is False
            or (setting == _FEWEST and _fewest_won(parts)),
        )

    def _is_gone(self, uid: str, why: str) -> _LeftOut:
        if uid:
            self._gone[uid] = why
        return _LeftOut(why)

    def _was_deleted(self, uid: str, play: Object) -> bool:
        """Whether a play was deleted, and not changed since, as restoring it would do."""
        if uid not in self._deleted:
            return False
        changed = moment(play.get("modificationDate")) or ""
        return not changed or not self._deleted[uid] or self._deleted[uid] >= changed

    def _marks(self, play: Object, board: str) -> tuple[Mark, ...]:
        """Return what else is known of a play: board, expansions, scoring, its number elsewhere."""
        number_there = whole_number(play.get("bggId"))
        setting = whole_number(play.get("scoringSetting"))
        marks = [Mark(BGG_PLAY, str(number_there))] if number_there else []
        marks += [Mark(BOARD, "", board)] if board else []
        marks += [Mark(SCORING, str(setting))] if setting else []
        for one in _objects(play.get("expansionPlays")):
            game = self._games.get(_ref(one, _GAME_OF))
            title = game.title if game else plain_name(one.get("name"))
            number = (game.bgg_id if game else None) or whole_number(one.get("gameBggId")) or ""
            marks += [Mark(EXPANSION, str(number), title)] if title else []
        return tuple(dict.fromkeys(marks))[:MOST_MARKS]

    def _parts(self, data: Any, in_teams: bool) -> tuple[Part, ...]:
        """Return the players, in the order of their seats if the file has one. Raises _LeftOut.

        Teams are ignored unless the play is `in_teams`: they are left over from an earlier version
        of it.
        """
        rows = list(_objects(data))
        self._quota.seats(len(rows))
        if not rows:
            raise _LeftOut("without players")
        if len(rows) > MOST_PLAYERS:
            raise _LeftOut(f"with more than {MOST_PLAYERS} players")
        seats = [whole_number(row.get("seatOrder")) or 0 for row in rows]
        if len(set(seats)) == len(seats):
            rows = [row for _, row in sorted(zip(seats, rows, strict=True), key=lambda it: it[0])]
        teams = [_text(row, _TEAM) if in_teams else "" for row in rows]
        roles = [_text(row, _ROLE) for row in rows]
        if not self._is_ours:
            teams, roles = _in_words("Team", teams), _in_words("Role", roles)
        began = [flag(_first(row, _BEGAN)) for row in rows]
        somebody_began = any(began)
        ranked = not any(key in row for row in rows for key in _WON)
        parts: list[Part] = []
        strangers = 0
        for row, first, team, role in zip(rows, began, teams, roles, strict=True):
            name = self._name(row)
            if not name:
                strangers += 1
                name = ANONYMOUS if strangers == 1 else f"{ANONYMOUS} {strangers}"
            won = self._whole(row, ("rank",)) == 1 if ranked else self._won(row)
            began_too = bool(first) if somebody_began else None
            parts.append(Part(name, self._score(row), won, began_too, team, role))
        if len({folded(part.name) for part in parts}) < len(parts):
            raise _LeftOut("with somebody in it twice")
        return tuple(parts)

    def _name(self, row: Object) -> str:
        ref = _ref(row, _PLAYER_OF)
        if ref in self._names:
            return self._names[ref]
        name = plain_name(row.get("name"))  # Some programs write it beside the score.
        if name:
            self._people.setdefault(name, "")
        return name

    def _score(self, row: Object) -> int | float | None:
        value = row.get("score")
        self._quota.score(value)
        score = number(value)
        if score is None and (score := unfinished(value, number)) is not None:
            self._odd.unfinished(plain_name(str(value)), self._number)
        elif score is None and value is not None and value != "":
            self._odd.score("score", plain_name(str(value)), self._number)
        return score

    def _won(self, row: Object) -> bool:
        value = _first(row, _WON)
        won = flag(value)
        if won is None and value is not None and value != "":
            self._odd.value("winner", plain_name(str(value)), self._number)
        return bool(won)

    def _whole(self, data: Object, names: Sequence[str]) -> int | None:
        """Return a whole number that has one of some names; None if there is none."""
        value = _first(data, names)
        found = whole_number(value)
        if found is None and value is not None and value != "":
            self._odd.value(names[0], plain_name(str(value)), self._number)
        return found

    def _made_up(self, play: Object, title: str, ended: str, parts: tuple[Part, ...]) -> str:
        """Make a UUID for a play without one, from its contents and the number of equal ones before
        it.
        """
        contents = json.dumps([play.get("uuid"), title, ended, parts], default=str)
        self._unnamed[contents] = self._unnamed.get(contents, 0) + 1
        return str(uuid5(_PLAYS, f"{contents} {self._unnamed[contents]}"))

    def _note_ours(self, uid: str, play: Object) -> None:
        """Note the id that a play had in another program from which BG Stats got it."""
        for key in ("sourcePlayId", "metaData"):
            found = _UUID.search(play[key]) if isinstance(play.get(key), str) else None
            if found is not None:
                self._ours[uid] = found[0].lower()
                return


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    return (one for one in (value if isinstance(value, list) else ()) if isinstance(one, dict))


def _first(data: Object, names: Sequence[str]) -> Any:
    """Return the value of the first of some names that is present and not null."""
    for name in names:
        value = data.get(name)
        if value is not None:
            return value
    return None


def _ref(data: Object, names: Sequence[str]) -> str:
    """Return the number of something within the file as text; empty if there is none."""
    value = _first(data, names)
    return str(value) if type(value) in (int, str) else ""


def _text(data: Object, names: Sequence[str]) -> str:
    """Return a short text (or a number as one) for the first of some names that has one."""
    values = (data.get(name) for name in names)
    texts = (plain_name(str(it) if type(it) is int else it) for it in values)
    return next((text for text in texts if text), "")


def _known_flags(play: Object) -> Object:
    """Return the traits that a play states itself; they take precedence over its game's."""
    return {key: play[key] for key in _TRAITS if flag(play.get(key)) is not None}


def _uuid(value: Any) -> str:
    try:
        return str(UUID(value)) if isinstance(value, str) else ""
    except ValueError:
        return ""


_FEWEST, _COOP = 1, 2
"""Values of a play's `scoringSetting`; 0 means as the game has it. It is not documented anywhere:
it counts only if the result does not contradict it.
"""


def _fewest_won(parts: Sequence[Part]) -> bool:
    """Whether the result allows that the fewest points win."""
    won = [part.score for part in parts if part.won and part.score is not None]
    lost = [part.score for part in parts if not part.won and part.score is not None]
    return not won or not lost or max(won) <= min(lost)


def _in_words(noun: str, texts: Sequence[str]) -> list[str]:
    """Turn teams or roles that are mere numbers into words: `Team 1`, from 1 on."""
    if not all(text.isdecimal() for text in texts if text):
        return list(texts)
    first = 0 if "0" in texts else 1
    return [f"{noun} {int(text[:9]) - first + 1}" if text else "" for text in texts]


def _game(data: Object, games: Sequence[KnownGame]) -> KnownGame | None:
    """Return the game that an object names: one that is known here, or any with a name."""
    bgg_id = whole_number(data.get("bggId")) or None
    return match_game([data.get("name"), data.get("bggName")], bgg_id, games)


def _at_one_table(plays: Sequence[Any], players: list[Any]) -> set[str]:
    """Return names, without blanks, that two players of one play share: these are two people."""
    keys = {_ref(one, _ID): _without_blanks(one.get("name")) for one in _objects(players)}
    found: set[str] = set()
    for play in plays:
        rows = _objects(_first(play, _SCORES)) if isinstance(play, dict) else ()
        refs = {_ref(row, _PLAYER_OF) for row in rows}
        there = [keys[ref] for ref in refs if ref in keys]
        if len(set(there)) < len(there):
            found.update(key for key in there if there.count(key) > 1)
    return found


def _without_blanks(name: Any) -> str:
    return folded("".join(plain_name(name).split()))


def _people(
    players: list[Any], apart: Collection[str]
) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Return names by number in the file, ids in BG Stats by name, and other spellings of names.

    Anonymous players have none. Two whose names differ only in blanks are one, unless both were in
    one play. If two have the same name, the second becomes `Ana 2`: nobody could distinguish them.
    """
    names: dict[str, str] = {}
    people: dict[str, str] = {}
    joined: dict[str, str] = {}
    taken: dict[str, tuple[str, str]] = {}
    last: dict[str, int] = {}
    for one in _objects(players):
        ref, name = _ref(one, _ID), plain_name(one.get("name"))
        if not name or flag(one.get("isAnonymous")):
            names[ref] = ""
            continue
        raw = str(one.get("name"))
        before, before_raw = taken.get(folded(name), ("", ""))
        differ = before_raw != raw and "".join(before_raw.split()) == "".join(raw.split())
        if before and differ and _without_blanks(name) not in apart:
            names[ref] = names[before]
            joined[names[before]] = raw if raw != names[before] else before_raw
            continue
        called, head = name, folded(head_of(name))
        while folded(called) in taken:
            last[head] = last.get(head, 1) + 1
            called = numbered(name, last[head])
        taken[folded(called)] = ref, raw
        names[ref] = called
        people[called] = _uuid(one.get("uuid"))
    return names, people, joined
