"""Items made ready to be found at once: an SQLite file that can be thrown away at any time.

What is shipped is most of a megabyte of TOML, a box of BLANK may hold thousands of cards: to read
them for each question would take longer than the answer. So they are read when they have changed,
and kept in a file under the home's `cache`; where that cannot be written, in memory, slow as it is.
SQLite's full-text search does the counting of words (BM25).

Items come in *sources* (the data of one game, one box), each with a mark that changes when the
source does.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from companion.core.lookup import UNREAD, Item
from companion.core.names import visible
from companion.reference.cache import Unreadable, discarded, is_busy, open_index
from companion.reference.words import all_terms, key, keys

_BETWEEN = "|"
"""Stands between questions; no word has it."""
_MANY = 3000
"""From this many items on, weighing all with any of the words takes too long."""
_WEIGHTS = "0.0, 10.0, 3.0, 3.0"
"""What a word is worth for a first choice: in the game's id (nothing), in a name, in how people ask
for the item, in what it says."""


_SCHEMA = 2
_TABLES = """
CREATE TABLE source (
    key TEXT PRIMARY KEY, mark TEXT, about TEXT, problems TEXT, size INTEGER
);
CREATE TABLE item (number INTEGER PRIMARY KEY, source TEXT, full_id TEXT, fields TEXT);
CREATE INDEX item_by_id ON item (full_id);
CREATE INDEX item_by_source ON item (source);
CREATE TABLE name (number INTEGER PRIMARY KEY, item INTEGER, key TEXT, single TEXT, shown TEXT);
CREATE INDEX name_by_key ON name (key);
CREATE INDEX name_by_single ON name (single);
CREATE INDEX name_by_item ON name (item);
CREATE VIRTUAL TABLE words USING fts5(game, names, asks, body, tokenize='ascii');
CREATE VIRTUAL TABLE spelling USING fts5(pairs, tokenize="ascii tokenchars '_'");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
"""


class Source(NamedTuple):
    """Items that are read together; `problems` are sentences on what could not be read.

    `about` is whatever else is to be known of the source.
    """

    key: str
    mark: str
    items: Sequence[Item] = ()
    about: Any = None
    problems: Sequence[str] = ()


class Found(NamedTuple):
    """An item that words stand in: all its words, each in its one form."""

    item: Item
    names: list[str]
    asks: list[list[str]]
    text: list[str]


class Index:
    """Items by name, by words, and by names that look alike."""

    def __init__(self, path: str | None) -> None:
        """In the file at `path`, made where it is not there; in memory where it cannot be."""
        self._path = path
        self._db = open_index(path, _SCHEMA, _TABLES)

    def marks(self) -> dict[str, str]:
        """The marks of the sources in the index."""
        return dict(self._rows("SELECT key, mark FROM source"))

    def about_sources(self) -> dict[str, Any]:
        """The `about` of each source."""
        rows = self._rows("SELECT key, about FROM source")
        return {source: self._read(about) for source, about in rows}

    def problems(self) -> list[str]:
        """The problems of all sources."""
        rows = self._rows("SELECT problems FROM source WHERE problems != '[]' ORDER BY key")
        return [str(problem) for (text,) in rows for problem in self._read(text)]

    def replace(self, sources: Iterable[Source], gone: Iterable[str] = ()) -> None:
        """Put these sources in, in place of what was known of them; forget those that are gone.

        All of it or nothing. Raises Unreadable where the file cannot be written.
        """
        sources = list(sources)
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                for source_key in (*gone, *(source.key for source in sources)):
                    self._forget(source_key)
                for source in sources:
                    self._put(source)
        except sqlite3.Error as problem:
            raise self._useless(problem) from problem

    def named(self, text: str) -> list[Item]:
        """The items of exactly that name, or else of its singular."""
        full, *single = keys(text)
        if not full:
            return []
        return self._items("key", full) or self._items("single", single[0] if single else full)

    def of(self, full_ids: Iterable[str]) -> dict[str, Item]:
        """The items with these ids, if they are in the index."""
        found = {}
        for full_id in full_ids:
            for (fields,) in self._rows(
                "SELECT fields FROM item WHERE full_id = ?", (visible(full_id),)
            ):
                found[full_id] = self._item(fields)
        return found

    def about(
        self, words: Iterable[str], limit: int, game: str | None = None, every_word: bool = False
    ) -> list[Found]:
        """The items in which these words (in their one form) stand, the best by BM25 first.

        With a `game`, those of that game alone; with `every_word`, those that have all of them.
        Among thousands of items these are enough, where there are any: to weigh every item that
        has one of the words takes too long.
        """
        quoted = list(map(_quoted, dict.fromkeys(words)))
        if not quoted:
            return []
        of_game = f'game : "{game}" AND ' if game is not None else ""
        found: list[Found] = []
        joints = ("AND",) if every_word else ("AND", "OR")[self.count() < _MANY :]
        for joint in joints:
            query = f"{of_game}{{names asks body}} : ({f' {joint} '.join(quoted)})"
            found = found or self._weighed(query, limit)
        return found

    def _weighed(self, query: str, limit: int) -> list[Found]:
        rows = self._rows(
            "SELECT fields, names, asks, body FROM (SELECT rowid AS number, names, asks, body,"
            f" bm25(words, {_WEIGHTS}) AS score FROM words WHERE words MATCH ?"
            " ORDER BY score, rowid LIMIT ?) JOIN item USING (number) ORDER BY score, number",
            (query, limit),
        )
        return [
            Found(
                self._item(fields),
                names.split(),
                [ask.split() for ask in asks.split(_BETWEEN)],
                body.split(),
            )
            for fields, names, asks, body in self._texts(rows)
        ]

    def frequencies(self, words: Iterable[str]) -> dict[str, int]:
        """In how many items each of these words occurs, without words that occur in none."""
        wanted = list(words)
        marks = ", ".join("?" * len(wanted))
        rows = self._rows(f"SELECT term, doc FROM vocabulary WHERE term IN ({marks})", wanted)
        return dict(rows)

    def count(self) -> int:
        """The number of items."""
        return int(self._rows("SELECT coalesce(sum(size), 0) FROM source")[0][0])

    def among(self, names: Iterable[str]) -> list[tuple[str, Item]]:
        """The items of any of these names (squeezed), each with the name that it has."""
        wanted = list(names)
        marks = ", ".join("?" * len(wanted))
        rows = self._rows(
            "SELECT name.key, item.fields FROM name JOIN item ON item.number = name.item"
            f" WHERE name.key IN ({marks}) ORDER BY item.number",
            wanted,
        )
        return [(name, self._item(fields)) for name, fields in self._texts(rows)]

    def words_like(self, word: str) -> list[str]:
        """Indexed words that begin with the same letter and are about as long."""
        rows = self._rows(
            "SELECT term FROM vocabulary WHERE term >= ? AND term < ? AND length(term) BETWEEN ?"
            " AND ?",
            (word[:1], f"{word[:1]}\U0010ffff", len(word) - 2, len(word) + 2),
        )
        return [term for (term,) in self._texts(rows)]

    def names_like(self, text: str, limit: int) -> list[tuple[str, Item]]:
        """Names (squeezed) that share pairs of letters with a text, with their items."""
        query = " OR ".join(_quoted(pair) for pair in dict.fromkeys(_pairs(key(text))))
        if not query:
            return []
        rows = self._rows(
            "SELECT name.key, item.fields FROM spelling"
            " JOIN name ON name.number = spelling.rowid JOIN item ON item.number = name.item"
            " WHERE spelling MATCH ? ORDER BY spelling.rank, name.number LIMIT ?",
            (query, limit),
        )
        return [(name, self._item(fields)) for name, fields in self._texts(rows)]

    def has_name_with(self, text: str, game: str, kinds: Sequence[str]) -> bool:
        """Whether a text is part of a name of a game's items of these kinds."""
        rows = self._rows(
            "SELECT fields FROM name JOIN item ON item.number = name.item"
            " WHERE instr(name.key, ?) AND substr(item.full_id, 1, ?) = ?",
            (key(text), len(game) + 1, f"{game}/"),
        )
        return any(self._item(fields).kind in kinds for (fields,) in rows)

    def names(self, beginning: str) -> list[str]:
        """All names with this beginning, as they are written, without ids."""
        first = key(beginning)
        rows = self._rows(
            "SELECT DISTINCT shown FROM name WHERE key >= ? AND key < ? AND shown != ''"
            " ORDER BY key",
            (first, f"{first}\U0010ffff"),
        )
        return [shown for (shown,) in self._texts(rows)]

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as problem:
            raise self._useless(problem) from problem

    def _texts(self, rows: list[Any]) -> list[Any]:
        """Rows that hold nothing but texts, as they were written."""
        for row in rows:
            for text in row:
                if type(text) is not str:
                    raise self._useless(TypeError(f"{text!r} is no text"))
        return rows

    def _read(self, text: Any) -> Any:
        try:
            return json.loads(text)
        except (ValueError, TypeError, RecursionError) as problem:
            raise self._useless(problem) from problem

    def _item(self, fields: Any) -> Item:
        """The item of a row."""
        try:
            return Item._make(
                tuple(value) if isinstance(value, list) else value for value in self._read(fields)
            )
        except TypeError as problem:
            raise self._useless(problem) from problem

    def _useless(self, problem: Exception) -> Unreadable:
        """Close the file; unless it is only in use, delete it, so that it is made again."""
        self._db.close()
        if self._path is not None and not is_busy(problem):
            discarded(self._path)
        return Unreadable(str(problem))

    def _items(self, column: str, name: str) -> list[Item]:
        rows = self._rows(
            "SELECT DISTINCT item.number, fields FROM name"
            f" JOIN item ON item.number = name.item WHERE name.{column} = ?"
            " ORDER BY item.number",
            (name,),
        )
        return [self._item(fields) for _, fields in rows]

    def _forget(self, source_key: str) -> None:
        of_source = "(SELECT number FROM item WHERE source = ?)"
        for statement in (
            f"DELETE FROM spelling WHERE rowid IN (SELECT number FROM name WHERE item IN"
            f" {of_source})",
            f"DELETE FROM name WHERE item IN {of_source}",
            f"DELETE FROM words WHERE rowid IN {of_source}",
            "DELETE FROM item WHERE source = ?",
            "DELETE FROM source WHERE key = ?",
        ):
            self._db.execute(statement, (source_key,))

    def _put(self, source: Source) -> None:
        db = self._db
        problems = json.dumps(list(source.problems))
        db.execute(
            "INSERT INTO source VALUES (?, ?, ?, ?, ?)",
            (source.key, source.mark, json.dumps(source.about), problems, len(source.items)),
        )
        for item in source.items:
            number = db.execute(
                "INSERT INTO item (source, full_id, fields) VALUES (?, ?, ?)",
                (source.key, visible(item.full_id), json.dumps(item)),
            ).lastrowid
            if item.kind != UNREAD:
                self._put_words(number, item)
            for full, shown in {key(name): name for name in reversed(item.names)}.items():
                single = keys(shown)[1:]
                shown = "" if shown == item.id else visible(shown)
                name = db.execute(
                    "INSERT INTO name (item, key, single, shown) VALUES (?, ?, ?, ?)",
                    (number, full, single[0] if single else full, shown),
                ).lastrowid
                db.execute(
                    "INSERT INTO spelling (rowid, pairs) VALUES (?, ?)",
                    (name, " ".join(_pairs(full))),
                )

    def _put_words(self, number: int | None, item: Item) -> None:
        names = " ".join((item.title, *item.aliases))
        body = " ".join((item.text, item.do, item.note, item.example))
        asks = _BETWEEN.join(map(_terms, item.asks))
        self._db.execute(
            "INSERT INTO words (rowid, game, names, asks, body) VALUES (?, ?, ?, ?, ?)",
            (number, item.game, _terms(names), asks, _terms(body)),
        )


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def _terms(text: str) -> str:
    return " ".join(all_terms(text))


def _pairs(name: str) -> list[str]:
    """The pairs of neighbouring letters in a name, with its ends: `_e er ra as se e_`."""
    framed = f"_{name}_"
    return [framed[place : place + 2] for place in range(len(framed) - 1)]
