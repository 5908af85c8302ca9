"""`title`: list, rename, merge and split the titles of a group's games.

Logs keep the titles that were entered (see `core.titles`): no play is rewritten.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations, islice
from shlex import join
from typing import NamedTuple

from companion import games
from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table
from companion.core.box import SHEETS
from companion.core.names import counted, find, folded, listed, proper_name, short
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.core.titles import TITLES, Titles
from companion.errors import NotFound, Refused
from companion.stats.counts import key_of
from companion.store.base import Document
from companion.table.desk import Desk
from companion.table.history.finished_plays import History
from companion.table.history.play_index import LIVE
from companion.table.history.records import game_of_title
from companion.table.local_time import day
from companion.table.plays.titles import is_near, sheet_titles

_MOST_NEAR = 5
"""How many pairs of similar titles are shown."""


class PlayedTitle(NamedTuple):
    """A game that a group has played: its id if it is built in, its title, the number of finished
    and of live plays, and the last play."""

    game: str
    title: str
    plays: int = 0
    live: int = 0
    last: str = ""
    last_play: str = ""

    @property
    def number(self) -> int:
        """How many plays there are, live ones included."""
        return self.plays + self.live

    @property
    def in_words(self) -> str:
        """The number of plays and the newest: `Heat has 2 plays (the last: told-1 of …)`."""
        number = counted(self.number, "play")
        newest = f" (the last: {self.last_play} of {day(self.last)})" if self.last else ""
        return f"{self.title} has {number}{newest}"


class KnownTitles:
    """The titles that a group knows: played, or scored on a sheet."""

    def __init__(self, desk: Desk) -> None:
        document = desk.group_document()
        self.titles = Titles.of(document)
        self.played = _played(History(desk)) if document else []
        known = {folded(one.title) for one in self.played}
        self.unplayed = [it for it in sheet_titles(document) if folded(it) not in known]

    def own(self) -> list[str]:
        """The titles that are not built-in games."""
        return [*(one.title for one in self.played if not one.game), *self.unplayed]

    def find(self, text: str) -> str:
        """Find a title that is not built in. Raises NotFound, Ambiguous or Refused."""
        text = proper_name(text, "title")
        if self.titles.is_former(text):
            now = self.titles.now(text)
            raise Refused(
                f"“{short(text)}” is named {now} already.",
                f"`companion title split {join([text])}` makes it a title of its own again.",
            )
        own = self.own()
        if not any(folded(text) == folded(title) for title in own):
            game, _, called = game_of_title(text)
            if game:
                raise Refused(
                    f"{called} is a game that the companion plays by its rules: its title stays.",
                    "The title of a score sheet can be merged into it: "
                    f"`companion title merge TITLE {join([called])}`.",
                )
        hint = "`companion title list` shows those that were played."
        return find(text, own, lambda title: (title,), "title", hint)

    def one(self, title: str) -> PlayedTitle:
        """What was played under a title."""
        there = (one for one in self.played if folded(one.title) == folded(title))
        return next(there, PlayedTitle("", title))


def _played(history: History) -> list[PlayedTitle]:
    """What was played or is being played, the most played first."""
    live: dict[str, list[PlayRecord]] = {}
    for play, _ in history.plays.also(LIVE).newest_first():
        live.setdefault(key_of(play), []).append(play)
    found = []
    for key, game in history.tally.games.items():
        going_on = live.pop(key, [])
        newest = max([(game.last, game.last_play), *((it.started, it.play) for it in going_on)])
        found.append(PlayedTitle(game.game, game.title, game.plays, len(going_on), *newest))
    for going_on in live.values():
        one = going_on[0]
        found.append(PlayedTitle(one.game, one.called, 0, len(going_on), one.started, one.play))
    return sorted(found, key=lambda one: (-one.plays, -one.live, folded(one.title)))


# Changes


def rename_title(desk: Desk, old: str, new: str) -> Reply:
    """Rename a game of the group, in all plays and in future ones.

    Raises NotFound, Ambiguous, or Refused for the title of another game.
    """
    new = proper_name(new, "title")
    with _titles_of(desk) as (document, known):
        was = known.find(old)
        _require_free(desk, known, was, new)
        plays = known.one(was).number
        _change(desk, document, known, was, new)
        _score_as(document, was, new, over=True)
    count = f": {counted(plays, 'play')}" if plays else ""
    return Reply(
        document=lambda: {"title": new, "was": was, "group": desk.group, "plays": plays},
        lines=(f"{was} is now named {new}{count}.",),
    )


def merge_titles(desk: Desk, title: str, into: str, sure: bool = False) -> Reply:
    """Merge two titles: all plays of the one become plays of the other.

    Raises NotFound, Ambiguous, Refused if they are one already; unless `sure`, Refused with what
    would change.
    """
    with _titles_of(desk) as (document, known):
        was, new = known.find(title), _merged_into(known, into)
        if folded(was) == folded(new):
            raise Refused(
                f"{short(title)} and {short(into)} are one title already.",
                "`companion title merge TITLE INTO`: the title that was mistyped, then the right "
                "one.",
            )
        before = known.one(was)
        if not sure:
            raise Refused(
                f"Are {was} and {new} the same game? "
                f"{before.in_words} and {known.one(new).in_words}.",
                f"`{_command(desk, 'merge', was, new)} --yes` makes all of them plays of {new}; "
                f"`{_command(desk, 'split', was)}` would make them two again.",
            )
        _change(desk, document, known, was, new)
        if not game_of_title(new)[0]:
            _score_as(document, was, new, over=False)
    plays = f"{counted(before.number, 'play')} of {was} {'is' if before.number == 1 else 'are'}"
    part = f"→ `{_command(desk, 'split', was)}` makes them two again."
    return Reply(
        document=lambda: {"title": new, "was": was, "group": desk.group, "plays": before.number},
        lines=(
            f"{was} and {new} are one game now.",
            *([f"{plays} {new}'s now."] if before.number else []),
            part,
        ),
    )


def split_title(desk: Desk, title: str) -> Reply:
    """Undo a merge or a rename: plays entered under the former title have it again.

    Raises NotFound if no game had it.
    """
    with _titles_of(desk) as (document, known):
        former = sorted(known.titles.former())
        hint = "`companion title merge -h` says how two become one."
        was, now = find(title, former, lambda one: (one[0],), "former title", hint)
        _change(desk, document, known, was, was)
    plays = KnownTitles(desk).one(was).number
    count = f": {counted(plays, 'play')} of {was}" if plays else ""
    return Reply(
        document=lambda: {"title": was, "was": now, "group": desk.group, "plays": plays},
        lines=(f"{was} and {now} are two titles again{count}.",),
    )


@contextmanager
def _titles_of(desk: Desk) -> Iterator[tuple[Document, KnownTitles]]:
    """Lock the group's document for a change, with its titles. Raises NotFound if there is no
    group.
    """
    if not desk.group_document():
        raise NotFound(
            f"Nothing was played in the group “{desk.group}” yet.",
            "`companion start sheet Heat Ana Ben` begins a play.",
        )
    KnownTitles(desk)  # read before the lock is taken: it takes longest
    with desk.changing_group() as document:
        yield document, KnownTitles(desk)


def _change(desk: Desk, document: Document, known: KnownTitles, was: str, new: str) -> None:
    document[TITLES] = known.titles.changed(was, new, desk.now())


def _score_as(document: Document, was: str, new: str, over: bool) -> None:
    """Let the group score `new` as it scored `was`; `over` replaces how it was scored.

    The former title keeps its own way, in case it is split again.
    """
    kept = document.get(SHEETS, {})
    scored = kept.get(folded(was))
    if scored is not None and (over or folded(new) not in kept):
        document[SHEETS] = {**kept, folded(new): {**scored, "title": new}}


def _require_free(desk: Desk, known: KnownTitles, was: str, new: str) -> None:
    """Refuse a title that changes nothing, or belongs to another game."""
    if was == new:
        raise Refused(f"{was} is its title already.", "`companion title list` shows all titles.")
    now = known.titles.now(new)
    if folded(was) in (folded(new), folded(now)):
        return  # other capitals, or a former title of its own
    game, _, called = game_of_title(now)
    if game or folded(now) != folded(new) or any(folded(it) == folded(new) for it in known.own()):
        there = known.one(called).number
        plays = f", with {counted(there, 'play')}" if there else ""
        raise Refused(
            f"There is a game called {called} already{plays}.",
            f"If they are one: `{_command(desk, 'merge', was, called)}`.",
        )


def _merged_into(known: KnownTitles, text: str) -> str:
    """Find the title to merge into: the group's own, or a built-in game."""
    now = known.titles.now(proper_name(text, "title"))
    if any(folded(now) == folded(title) for title in known.own()):
        return known.find(now)
    game, _, called = game_of_title(now)
    if game:
        return called
    own = [*known.own(), *games.TITLES.values()]
    hint = "`companion title rename -h` says how to use a title that no game has yet."
    return find(text, own, lambda title: (title,), "title", hint)


def _command(desk: Desk, verb: str, *titles: str) -> str:
    """A command about titles, with the `--group` of this one."""
    group = [] if desk.options.group is None else ["--group", desk.options.group]
    return join(["companion", "title", verb, *titles, *group])


# The list


def list_titles(desk: Desk) -> Reply:
    """List the titles that the group has played, and similar ones."""
    known = KnownTitles(desk)
    near = list(_near(known.played))
    former: dict[str, list[str]] = {}
    for title, now in known.titles.former():
        former.setdefault(folded(now), []).append(title)
    return Reply(
        document=lambda: {
            "group": desk.group,
            "titles": [
                {
                    "title": one.title,
                    "game": one.game or None,
                    "plays": one.plays,
                    "live": one.live,
                    "last": one.last or None,
                    "last_play": one.last_play or None,
                    "formerly": sorted(former.get(folded(one.title), ())),
                }
                for one in known.played
            ],
            "alike": [list(pair) for pair in near],
        },
        blocks=lambda: _blocks(desk, known.played, former, near),
    )


def _near(played: Sequence[PlayedTitle]) -> Iterator[tuple[str, str]]:
    """Pairs of similar titles, the one more likely mistyped first."""
    likely = sorted(played, key=lambda one: (bool(one.game), one.number, one.last), reverse=True)
    for right, other in combinations(likely, 2):
        if not (right.game and other.game) and is_near(other.title, right.title):
            yield other.title, right.title


def _blocks(
    desk: Desk,
    played: Sequence[PlayedTitle],
    former: Mapping[str, Sequence[str]],
    near: Sequence[tuple[str, str]],
) -> list[Block]:
    heading = Heading("Titles", f"group {desk.group}")
    if not played:
        return [heading, Paragraph("None yet: `companion start sheet Heat Ana Ben`.")]
    rows = tuple(
        (
            Span(one.title, "name"),
            str(one.plays),
            day(one.last) if one.last else "",
            _note(one, former.get(folded(one.title), ())),
        )
        for one in played
    )
    columns = (
        Column("Title", wraps=True),
        Column("Plays", "right"),
        Column("Last"),
        Column(read_aloud="Note", wraps=True),
    )
    blocks: list[Block] = [heading, Table(columns, rows)]
    steps = [
        f"{other} and {right} look alike: `{_command(desk, 'merge', other, right)}` if they are "
        "one game."
        for other, right in islice(near, _MOST_NEAR)
    ]
    if len(near) > _MOST_NEAR:
        steps.append(f"{len(near) - _MOST_NEAR} more pairs look alike: `--json` names them.")
    return [*blocks, Steps(tuple(steps))] if steps else blocks


def _note(one: PlayedTitle, former: Sequence[str]) -> str:
    parts = [f"{one.live} live"] if one.live else []
    parts += [f"formerly {listed([short(title) for title in sorted(former)])}"] if former else []
    return ", ".join(parts)
