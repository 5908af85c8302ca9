"""Export plays to BG Stats: as a `.bgsplay` file, or one play as a link that its app opens.

Games and places have UUIDs made from their names (uuid5), people those that are stored with them,
so that the app recognizes them. In links, which have to be short, people have the beginning of
theirs. Every boolean is written, even those that are optional: on Android the app refuses a play
that lacks one. A link is as short as the app allows; as a code, a play of two still needs about 93
columns, so smaller terminals show the link itself, and `-o` saves a picture.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.core.names import folded
from companion.core.record import (
    BOARD,
    EXPANSION,
    SCORING,
    Mark,
    Part,
    PlayRecord,
    is_anonymous,
)
from companion.exchange.bgg import play_numbers
from companion.exchange.json_lines import printable_record
from companion.exchange.parsed_plays import BG_STATS

ABOUT_IN_UTC = "Plays for BG Stats, written by companion"
"""What the files of companions up to 0.17, which wrote the end of plays in UTC, say about their
origin.
"""
_ABOUT = f"{ABOUT_IN_UTC}; times are local, and say when plays began"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE_NAME = "companion"
"""Our name at BG Stats, which remembers our games and people under it."""

_THINGS = UUID("0c7e9b5a-31b4-4a53-8f0e-6d1b0f6e5f92")
"""Namespace of the UUIDs of people, games and places; it must never change."""
_SHORT_ID = 8
_UNQUOTED = ":,-_.~!*'()"
"""Characters that may stay as they are in a link: the fewer are escaped, the smaller the code."""


class GameTraits(NamedTuple):
    """What BG Stats needs to know about a game besides its name."""

    bgg_id: int | None = None
    no_points: bool = False


class Known(NamedTuple):
    """What is known here about players and games.

    `people` are the UUIDs of players, by folded name. `games` are the traits of our games, by id;
    `lowest` names games that the fewest points win, by id or folded title. `local` converts a time
    of a log to the phone's local time.
    """

    people: Mapping[str, str] = {}
    games: Mapping[str, GameTraits] = {}
    lowest: Collection[str] = ()
    local: Callable[[str], str] = lambda utc: utc.replace("T", " ").removesuffix("Z")

    def person(self, name: str) -> str:
        """Return a player's UUID; one made from the name for somebody outside the group."""
        return self.people.get(folded(name)) or _uuid(_person_key(name))


def play_file(records: Iterable[PlayRecord], known: Known, now: str) -> str:
    """Return the text of a `.bgsplay` file with these plays; `now` is when it is made."""
    records = list(map(printable_record, records))
    names = [part.name for record in records for part in record.parts]
    games = _Numbered((_game_key(record), record) for record in records)
    expansions = _Numbered(
        (_expansion_key(mark), mark)
        for record in records
        for mark in record.marks
        if mark.kind == EXPANSION
    )
    first = len(games)
    traits = _traits_in_file(records, known)
    people = _Numbered((_person_key(name), name) for name in names)
    places = _Numbered((_place_key(it.place), it.place) for it in records if it.place)
    changed = known.local(now)
    document = {
        "about": _ABOUT,
        "games": [
            {
                "id": number,
                "uuid": uuid,
                "name": record.title,
                **_game_traits(record, known),
                **traits[_game_key(record)],
                "modificationDate": changed,
            }
            for number, uuid, record in games.things()
        ]
        + [
            {
                "id": first + number,
                "uuid": uuid,
                "name": mark.title,
                **({"bggId": int(mark.id)} if mark.id.isdecimal() else {}),
                "noPoints": False,
                "highestWins": True,
                "cooperative": False,
                "usesTeams": False,
                "isExpansion": 1,
                "modificationDate": changed,
            }
            for number, uuid, mark in expansions.things()
        ],
        "players": [
            {
                "id": number,
                "uuid": known.person(name).upper(),
                "name": name,
                "isAnonymous": is_anonymous(name),
                "modificationDate": changed,
            }
            for number, _, name in people.things()
        ],
        "locations": [
            {"id": number, "uuid": uuid, "name": name, "modificationDate": changed}
            for number, uuid, name in places.things()
        ],
        "plays": [
            {
                **_play(record, games, people, places, known.local, changed),
                "expansionPlays": [
                    {"gameRefId": first + expansions.number(_expansion_key(mark)), "bggId": 0}
                    for mark in record.marks
                    if mark.kind == EXPANSION
                ],
                **_otherwise(record, traits[_game_key(record)]),
            }
            for record in records
        ],
        "challenges": [],
        "userInfo": {"meRefId": 0},
    }
    return f"{json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)}\n"


def links(record: PlayRecord, known: Known) -> tuple[str, ...]:
    """Return two links with which the app adds this play: the full one, and the shortest one."""
    record = printable_record(record)
    players = [
        {
            "name": part.name,
            "sourcePlayerId": known.person(part.name)[:_SHORT_ID],
            **({} if part.score is None else {"score": part.score}),
            "winner": part.won,
            "startPlayer": part.first is True,
            **_side(part),
        }
        for part in record.parts
    ]
    traits = _traits_in_file([record], known)[_game_key(record)]
    needed = {
        "sourceName": SOURCE_NAME,
        "sourcePlayId": record.uid,
        "playDate": known.local(record.started),
        **({} if record.minutes is None else {"durationMin": record.minutes}),
        "game": {
            "name": record.title,
            "sourceGameId": record.game or _uuid(_game_key(record))[:_SHORT_ID],
            **_game_traits(record, known),
            "highestWins": traits["highestWins"],
            **{key: True for key in ("cooperative", "usesTeams") if traits[key]},
        },
        "players": players,
    }
    more = {
        "board": _board(record),
        "location": record.place,
        "comments": record.comment,
    }
    full = {**needed, **{key: value for key, value in more.items() if value}}
    return tuple(dict.fromkeys(map(_link, (full, needed))))


def fresh_id(group: str, name: str, now: str) -> str:
    """Return a UUID for a player of a group who has none, different from everyone else's."""
    return _uuid((*_person_key(name), group, now))


def is_from_bg_stats(record: PlayRecord) -> bool:
    """Whether the play came from BG Stats."""
    return record.source == BG_STATS


def _link(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return LINK + quote(text, safe=_UNQUOTED)


def _play(
    record: PlayRecord,
    games: "_Numbered",
    people: "_Numbered",
    places: "_Numbered",
    local: Callable[[str], str],
    changed: str,
) -> dict[str, Any]:
    place: dict[str, Any] = {}
    if record.place:
        place["locationRefId"] = places.number(_place_key(record.place))
    return {
        "uuid": record.uid.upper(),
        "gameRefId": games.number(_game_key(record)),
        "playDate": local(record.started),
        "entryDate": local(record.ended),
        "modificationDate": changed,
        "durationMin": record.minutes or 0,
        "rounds": record.rounds or 0,
        "board": _board(record),
        "comments": record.comment,
        **place,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": _in_teams(record),
        "bggId": int(next(iter(play_numbers(record)), 0)),
        "nemestatsId": 0,
        "importPlayId": 0,
        "rating": 0,
        "scoringSetting": next(
            (int(it.id) for it in record.marks if it.kind == SCORING and it.id.isdecimal()), 0
        ),
        "playImages": "[]",
        "playerScores": [
            {
                "playerRefId": people.number(_person_key(part.name)),
                "score": "" if part.score is None else str(part.score),
                "winner": part.won,
                "startPlayer": part.first is True,
                "newPlayer": False,
                "rank": 0,
                "seatOrder": seat,
                **_side(part),
            }
            for seat, part in enumerate(record.parts, 1)
        ],
    }


def _board(record: PlayRecord) -> str:
    """Return which game of a box was played, or on which board."""
    if record.called != record.title:
        return record.called
    return next((mark.title for mark in record.marks if mark.kind == BOARD), "")


def _expansion_key(mark: Mark) -> tuple[str, ...]:
    return ("game", mark.id or folded(mark.title))


def _game_traits(record: PlayRecord, known: Known) -> dict[str, Any]:
    """Return `bggId` if it is known, and whether there are points."""
    traits = known.games.get(record.game, GameTraits())
    bgg_id = traits.bgg_id if traits.bgg_id is not None else record.bgg_id
    return {
        **({} if bgg_id is None else {"bggId": bgg_id}),
        "noPoints": traits.no_points,
    }


def _traits_in_file(
    records: Sequence[PlayRecord], known: Known
) -> dict[tuple[str, ...], dict[str, bool]]:
    """Return the traits of each game in most of its plays, by the key of the game."""
    plays: dict[tuple[str, ...], list[PlayRecord]] = {}
    for record in records:
        plays.setdefault(_game_key(record), []).append(record)
    return {
        key: {
            "highestWins": not (_most(it.lowest for it in played) or key[-1] in known.lowest),
            "cooperative": _most(it.coop for it in played),
            "usesTeams": any(map(_in_teams, played)),
        }
        for key, played in plays.items()
    }


def _most(flags: Iterable[bool]) -> bool:
    values = list(flags)
    return sum(values) * 2 > len(values)


def _otherwise(record: PlayRecord, traits: Mapping[str, bool]) -> dict[str, bool]:
    """Return where a play differs from its game: a companion reads it, the app ignores it."""
    own = {"highestWins": not record.lowest, "cooperative": record.coop}
    return {key: value for key, value in own.items() if value != traits[key]}


def _in_teams(record: PlayRecord) -> bool:
    return any(part.team for part in record.parts)


def _side(part: Part) -> dict[str, str]:
    """Return the team and the role of a player, if any."""
    side = {"team": part.team, "role": part.role}
    return {key: value for key, value in side.items() if value}


def _person_key(name: str) -> tuple[str, ...]:
    return ("player", folded(name))


def _game_key(record: PlayRecord) -> tuple[str, ...]:
    return ("game", record.game or folded(record.title))


def _place_key(place: str) -> tuple[str, ...]:
    return ("place", folded(place))


def _uuid(key: Sequence[str]) -> str:
    return str(uuid5(_THINGS, json.dumps(key)))


class _Numbered:
    """Things of a file that are numbered from 1, each once, by key."""

    def __init__(self, keyed: Iterable[tuple[tuple[str, ...], Any]]) -> None:
        self._things = dict(keyed)
        self._numbers = {key: number for number, key in enumerate(self._things, 1)}

    def __len__(self) -> int:
        return len(self._things)

    def number(self, key: tuple[str, ...]) -> int:
        """Return the number of the thing with that key."""
        return self._numbers[key]

    def things(self) -> Iterator[tuple[int, str, Any]]:
        """Return each thing with its number and its UUID, in capitals as the app writes its own."""
        for key, thing in self._things.items():
            yield self._numbers[key], _uuid(key).upper(), thing
