"""Read and write logged plays of BoardGameGeek as its XML API 2 has them (`xmlapi2/plays`).

An entry there may stand for several plays (`quantity`), has a day but no time, and often names no
players: then the owner of the account played. The file is read by Expat without entities or
document types, so that it cannot expand. Points are text there; only numbers are taken.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from companion.core.names import counted, folded, short
from companion.core.numbers import only_digits
from companion.core.record import ANONYMOUS, UNCOUNTED, Mark, Part, PlayRecord, is_anonymous
from companion.errors import Invalid
from companion.exchange import limits
from companion.exchange.dates import InUtc, as_utc, ended_after, moment
from companion.exchange.json_lines import MOST_PLAYERS, printable_record
from companion.exchange.limits import Quota, numbered, plain_name, plain_text, too_many
from companion.exchange.numbers import number, whole
from companion.exchange.parsed_plays import (
    BGG,
    KnownGame,
    Oddities,
    ParsedPlays,
    count_left_out,
    match_game,
    without_repeats,
)

BGG_PLAY = "bgg"
"""The kind of mark that holds a play's number at BoardGameGeek."""
_PLAYS = UUID("5a0c2f8e-93b1-4d4e-8d0b-2f6f0c7f9a31")
"""Namespace of the UUIDs made from play numbers; it must never change."""
_DEEPEST = 12
_POINTS = re.compile(r"[-−+]?\d{1,12}(?:[.,]\d{1,6})?")
_FLAGS = ("incomplete", "nowinstats")
_HOW = "`https://boardgamegeek.com/xmlapi2/plays?username=NAME`, then `&page=2` and so on."


class _Element(NamedTuple):
    """An XML element: its tag, its attributes, its text and its children."""

    name: str
    attributes: Mapping[str, str]
    children: "list[_Element]"
    text: list[str]

    def all(self, name: str) -> "list[_Element]":
        return [one for one in self.children if one.name == name]

    def first(self, name: str) -> "_Element | None":
        return next((one for one in self.children if one.name == name), None)


def looks_like_xml(text: str) -> bool:
    """Whether a text begins like XML or like a web page."""
    return text.lstrip()[:1] == "<"


def bgg_uid(play_id: object, number_of: int = 1) -> str:
    """Return the UUID of a play by its number there; `number_of` counts the plays of one entry."""
    return str(uuid5(_PLAYS, f"{play_id}" if number_of == 1 else f"{play_id} {number_of}"))


def read(
    pages: Sequence[tuple[str, str]],
    games: Sequence[KnownGame],
    latest: str,
    in_utc: InUtc = as_utc,
) -> ParsedPlays:
    """Read the plays of one account from its pages, each a text and its file.

    `latest` is the last moment at which a play can have ended. Raises Invalid for a page that is
    not a list of plays.
    """
    quota = Quota(pages[0][1] if len(pages) == 1 else "These files")
    log = _Log(games, latest, in_utc, quota)
    found = [(_root(text, file), file) for text, file in pages]
    accounts = {folded(root.attributes.get("username", "")): file for root, file in found}
    if len(accounts) > 1:
        (one, file), (other, its_file) = list(accounts.items())[:2]
        raise Invalid(
            f"{file} has the plays of “{short(one)}”, and {its_file} those of “{short(other)}”.",
            "Import each account by itself. Nothing was imported.",
        )
    account = plain_name(found[0][0].attributes.get("username"))
    return log.parsed([root for root, _ in found], account)


# XML


def _root(text: str, file: str) -> _Element:
    """Return the `plays` element of a page. Raises Invalid for anything else."""
    root = _parsed(text, file)
    if root.name == "plays":
        return root
    if root.name in ("error", "errors", "message"):
        reason = " ".join("".join(_texts(root)).split()) or "something went wrong"
        raise Invalid(
            f"{file} has no plays: BoardGameGeek answered “{short(reason)}”.", f"Again: {_HOW}"
        )
    what = (
        "a page of the web"
        if root.name.lower() == "html"
        else f"XML that begins with `{root.name[:30]}`"
    )
    raise Invalid(f"{file} is {what}, not plays of BoardGameGeek.", _HOW)


def _texts(one: _Element) -> Iterator[str]:
    yield from one.text
    for inner in one.children:
        yield from _texts(inner)


def _parsed(text: str, file: str) -> _Element:
    top = _Element("", {}, [], [])
    open_elements = [top]
    parser = expat.ParserCreate("utf-8")
    elements = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal elements
        elements += 1
        if elements > limits.MOST_ELEMENTS:
            raise too_many(file, limits.MOST_ELEMENTS, "elements")
        if len(open_elements) > _DEEPEST:
            raise Invalid(f"{file} holds elements within elements, deeper than any log.", _HOW)
        one = _Element(name, attributes, [], [])
        open_elements[-1].children.append(one)
        open_elements.append(one)

    def refuse(*_: Any) -> None:
        raise Invalid(
            f"{file} defines entities or a document type, which no log of plays needs.",
            f"Nothing was imported. {_HOW}",
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_elements.pop()
    parser.CharacterDataHandler = lambda some: open_elements[-1].text.append(some)
    parser.EntityDeclHandler = refuse
    parser.StartDoctypeDeclHandler = lambda name, *_: None if name.lower() == "html" else refuse()
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as problem:
        if "<html" in text[:1000].lower():
            return _Element("html", {}, [], [])
        cut = problem.code in (expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],) or (
            problem.lineno >= text.count("\n") + 1 and len(open_elements) > 1
        )
        where = f"at line {problem.lineno}, character {problem.offset + 1}"
        raise Invalid(
            f"{file} was cut off: it ends in the middle, {where}."
            if cut
            else f"{file} stops being XML {where}.",
            "Download it again. Nothing was imported.",
        ) from None
    return top.children[0]


# Plays


class _Log:
    """The log of an account, read entry by entry."""

    def __init__(
        self, games: Sequence[KnownGame], latest: str, in_utc: InUtc, quota: Quota
    ) -> None:
        self._games = games
        self._latest = latest
        self._in_utc = in_utc
        self._quota = quota
        self._odd = Oddities("play", "attribute")
        self._left_out: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._people: dict[str, str] = {}
        self._taken: set[str] = set()
        self._alone = self._many = self._uncounted = 0

    def parsed(self, roots: Sequence[_Element], account: str) -> ParsedPlays:
        """Return the plays of all pages."""
        entries = [one for root in roots for one in root.all("play")]
        for entry in entries:  # an account identifies a player, also in entries that leave it out
            for who in _players(entry):
                self._name(who)
        found: list[PlayRecord] = []
        numbers: dict[int, str] = {}
        for place, entry in enumerate(entries, 1):
            for record in self._plays(entry, place, account):
                found.append(record)
                numbers.setdefault(place, record.uid)
        records = without_repeats(found, self._left_out)
        named = {part.name for record in records for part in record.parts}
        return ParsedPlays(
            BGG,
            records,
            {name: id_ for name, id_ in self._people.items() if name in named},
            self._left_out,
            self._odd.scores,
            odd=self._odd.unread(),
            remarks=tuple(self._remarks(roots, len(entries), account)),
            numbers=numbers,
        )

    def _remarks(self, roots: Sequence[_Element], entries: int, account: str) -> Iterator[str]:
        if self._alone:
            name = self._account_name(account)
            names = "names" if self._alone == 1 else "name"
            played = f"{short(name)} alone is in {'it' if self._alone == 1 else 'them'}"
            yield f"{counted(self._alone, 'play')} {names} no players: {played}."
        if self._many:
            stand = "entry stands" if self._many == 1 else "entries stand"
            yield f"{self._many:,} {stand} for several plays: each was imported, without a length."
        if self._uncounted:
            are = "is" if self._uncounted == 1 else "are"
            it = "it counts" if self._uncounted == 1 else "they count"
            yield (
                f"{counted(self._uncounted, 'play')} {are} marked as incomplete, or as not to be "
                f"counted: {it} for nobody."
            )
        totals = [whole(root.attributes.get("total")) or 0 for root in roots]
        if max(totals, default=0) > entries:
            yield (
                f"The account has {max(totals):,} entries, and here are {entries:,}: "
                "the other pages are missing (`companion import plays-*.xml` takes all at once)."
            )

    def _account_name(self, account: str) -> str:
        return self._names.get(_key(account, ""), account) or ANONYMOUS

    def _plays(self, entry: _Element, place: int, account: str) -> Iterator[PlayRecord]:
        """Return the plays that an entry stands for; none if it is left out."""
        logged = entry.attributes
        item = entry.first("item")
        bgg_id = whole(item.attributes.get("objectid")) or None if item else None
        game = match_game([item.attributes.get("name")] if item else [], bgg_id, self._games)
        started = moment(logged.get("date", ""), self._in_utc)
        quantity = whole(logged.get("quantity", "1"))
        if quantity is None:
            self._odd.value("quantity", plain_name(logged.get("quantity")), place)
            quantity = 1
        length = whole(logged.get("length", "")) or None
        minutes = length if quantity == 1 else None
        parts, marks = self._parts(entry, account, place)
        reason = (
            ("without a game" if game is None else "")
            or ("without a date that can be" if started is None else "")
            or ("logged 0 times" if quantity == 0 else "")
            or (f"with more than {MOST_PLAYERS} players" if len(parts) > MOST_PLAYERS else "")
        )
        if started is None or game is None or reason:
            count_left_out(self._left_out, reason)
            return
        ended = ended_after(started, minutes)
        if ended > self._latest:
            count_left_out(self._left_out, "of the future")
            return
        self._many += quantity > 1
        self._alone += quantity * (not entry.first("players") or not _players(entry))
        play_id = plain_name(logged.get("id"))
        marks += [Mark(BGG_PLAY, play_id)] if play_id and not _is_uuid(play_id) else []
        uncounted = [Mark(UNCOUNTED, key) for key in _FLAGS if logged.get(key) == "1"]
        marks += uncounted
        self._uncounted += quantity * bool(uncounted)
        comment = entry.first("comments")
        for one in range(1, quantity + 1):
            self._quota.play()
            self._quota.seats(len(parts) + len(marks))
            yield PlayRecord(
                uid=_uid(play_id, one, (game.title, logged.get("date"), place)),
                play="",
                game=game.id,
                title=game.title,
                called=game.title,
                started=started,
                ended=ended,
                minutes=minutes,
                rounds=None,
                parts=parts,
                marks=tuple(marks),
                bgg_id=game.bgg_id or bgg_id,
                source=BGG,
                place=plain_name(logged.get("location")),
                comment=plain_text("".join(comment.text)) if comment else "",
            )

    def _parts(
        self, entry: _Element, account: str, place: int
    ) -> tuple[tuple[Part, ...], list[Mark]]:
        """Return the players by start position, and what else is known of them."""
        players = _players(entry)
        if not players:
            return (Part(self._account_name(account)),), []
        seats = [whole(one.get("startposition", "")) for one in players]
        if None not in seats and len(set(seats)) == len(seats):
            players = [who for _, who in sorted(zip(seats, players, strict=True), key=_seat)]
        began = [whole(one.get("startposition", "")) == 1 for one in players]
        colours = [plain_name(one.get("color")) for one in players]
        shared = {one for one in colours if one and colours.count(one) > 1}
        in_teams = bool(shared) and all(colours) and len(set(colours)) > 1
        parts: list[Part] = []
        marks: list[Mark] = []
        strangers = 0
        for who, first, colour in zip(players, began, colours, strict=True):
            name = self._name(who)
            taken = {folded(part.name) for part in parts}
            if not name:
                strangers += 1
                name = ANONYMOUS if strangers == 1 else f"{ANONYMOUS} {strangers}"
            again = 2
            while folded(name) in taken:
                name = numbered(self._name(who), again)
                again += 1
            seat = len(parts)
            parts.append(
                Part(
                    name,
                    self._points(who.get("score", ""), place),
                    who.get("win") == "1",
                    first if any(began) else None,
                    colour if in_teams else "",
                    "" if in_teams else colour,
                )
            )
            marks += [Mark("new", "", "", seat)] if who.get("new") == "1" else []
            rating = plain_name(who.get("rating"))
            marks += [Mark("rating", rating, "", seat)] if rating not in ("", "0") else []
        return tuple(parts), marks

    def _points(self, text: str, place: int) -> int | float | None:
        self._quota.score(text)
        plain = text.strip().replace("−", "-")
        if not plain:
            return None
        found = number(plain.removeprefix("+")) if _POINTS.fullmatch(plain) else None
        if found is None:
            self._odd.score("score", plain_name(plain), place)
        return found

    def _name(self, who: Mapping[str, str]) -> str:
        """Return a player's name; empty if unknown. Two accounts never share a name."""
        username, name = plain_name(who.get("username")), plain_name(who.get("name"))
        key = _key(username, name)
        if not (username or name):
            return ""
        if key not in self._names:
            wanted = called = name or username
            again = 2
            while folded(called) in self._taken or is_anonymous(called):
                called = numbered(wanted, again)
                again += 1
            self._taken.add(folded(called))
            self._names[key] = called
            # Without an account, the name belongs to the first player who has it.
            self._names.setdefault(_key("", name), called)
            self._people[called] = username.casefold()
        return self._names[key]


def _seat(seated: tuple[int | None, Any]) -> int:
    return seated[0] or 0


def _key(username: str, name: str) -> str:
    return f"@{username.casefold()}" if username else folded(name)


def _players(entry: _Element) -> list[Mapping[str, str]]:
    players = entry.first("players")
    return [one.attributes for one in players.all("player")] if players else []


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False


def _uid(play_id: str, one: int, otherwise: object) -> str:
    """Return the UUID of a play: its own if a companion wrote the file."""
    if _is_uuid(play_id) and one == 1:
        return play_id.lower()
    return bgg_uid(play_id or otherwise, one)


# Writing


def document(
    records: Iterable[PlayRecord],
    account: str,
    people: Mapping[str, str],
    day: Callable[[str], str],
) -> Iterator[str]:
    """Return the XML of some plays, line by line.

    `people` are accounts by folded name; `day` gives the calendar day of a time.
    """
    plays = [printable_record(one) for one in records]
    yield '<?xml version="1.0" encoding="utf-8"?>\n'
    yield f"<plays{_attributes({'username': account, 'total': len(plays), 'page': 1})}>\n"
    for record in plays:
        yield from _play(record, people, day)
    yield "</plays>\n"


def _play(
    record: PlayRecord, people: Mapping[str, str], day: Callable[[str], str]
) -> Iterator[str]:
    known = next(iter(play_numbers(record) if record.source == BGG else ()), "")
    own = not known or record.uid != bgg_uid(known)
    about = {
        "id": record.uid if own else known,
        "date": day(record.started),
        "quantity": 1,
        "length": record.minutes or 0,
        **{key: int(Mark(UNCOUNTED, key) in record.marks) for key in _FLAGS},
        "location": record.place,
    }
    item = {"name": record.title, "objecttype": "thing", "objectid": record.bgg_id or 0}
    yield f" <play{_attributes(about)}>\n  <item{_attributes(item)}/>\n"
    if record.comment:
        yield f"  <comments>{escape(record.comment)}</comments>\n"
    yield "  <players>\n"
    of_player = {(one.kind, one.seat): one.id for one in record.marks}
    for seat, part in enumerate(record.parts):
        who = {
            "username": people.get(folded(part.name), ""),
            "name": "" if is_anonymous(part.name) else part.name,
            "startposition": _position(record, seat),
            "color": part.team or part.role,
            "score": "" if part.score is None else part.score,
            "new": int(("new", seat) in of_player),
            "rating": of_player.get(("rating", seat), 0),
            "win": int(part.won),
        }
        yield f"   <player{_attributes(who)}/>\n"
    yield "  </players>\n </play>\n"


def _position(record: PlayRecord, seat: int) -> str:
    """Return a player's start position, counted from the first player (1); empty if unknown."""
    first = next((at for at, part in enumerate(record.parts) if part.first), None)
    if first is None:
        return ""
    return str((seat - first) % len(record.parts) + 1)


def _attributes(values: Mapping[str, object]) -> str:
    return "".join(f" {key}={quoteattr(str(value))}" for key, value in values.items())


def play_numbers(record: PlayRecord) -> list[str]:
    """Return the numbers that a play has at BoardGameGeek."""
    return [one.id for one in record.marks if one.kind == BGG_PLAY and only_digits(one.id)]
