"""Finds the game that `start` is about: a built-in one, by id or title, or a score sheet."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from shlex import quote
from typing import Any

from companion import games
from companion.core.box import SHEETS
from companion.core.names import cleaned_name, folded, found, listed, nearest, short, unaccented
from companion.core.titles import Titles
from companion.errors import CompanionError, NotFound, Refused
from companion.table.current import CommonOptions, Current
from companion.table.groups.document import is_slip

_GROUP = "--group"
_LONGEST_TITLE = 8
"""Most words of a title that is typed without quotes."""
_NEARLY_AN_ID, _NEARLY, _VERY_NEARLY = 0.6, 0.72, 0.85
"""How alike a slip is to an id, which is short, to a title, and to a title of several words."""


def started(desk: Current, args: list[str]) -> list[str]:
    """Put the id of the game first in the arguments of `start`.

    `dice box Ana` is about Dice Box, `liar Ana` about a game in a box, `Heat Ana` about a score
    sheet. Raises NotFound, Ambiguous, or Refused if the first word is a player.
    """
    document = _document(desk, args)
    args = with_game_now(document, args)
    ours = games.titled(args)
    scored = scored_title(document, args)
    if scored is not None and (ours is None or scored[0] > ours[0]):
        count, title = scored
        return [games.SHEET, title, *args[count:]]
    if ours is not None:
        count, game, inside = ours
        return [game, *args[count:], *(["--game", inside] if inside else [])]
    near = _nearly_ours(args)
    if not near:
        ours_alone = [it for it in games.TITLES.items() if it[0] != games.SHEET]
        begun = found(args[0], ours_alone, lambda it: it)
        if begun is not None:
            return [begun[0], *args[1:]]
        try:
            game = games.find_game(args[0]).id
            return [game, *args[1:]] if game != games.SHEET else [game, *args]
        except NotFound:
            ids = [game for game in games.game_ids() if game != games.SHEET]
            near = nearest(args[0], ids, _NEARLY_AN_ID)
            near += nearest(args[0], games.TITLES.values(), _NEARLY)
    near = near or nearly_scored(document, args)
    hint = f"`companion start {games.SHEET} {quote(args[0])} …` begins a score sheet."
    if near:
        raise NotFound(
            f"No game is named “{short(args[0])}”.",
            f"Did you mean {listed(list(dict.fromkeys(near)), 'or')}? If not, {hint}",
        )
    if is_player(document, args[0]):
        raise Refused(
            f"“{short(args[0])}” is a player of this group, and the game comes first.",
            f"Such as `companion start bwd {' '.join(map(quote, args))}`. If it is a game, {hint}",
        )
    return [games.SHEET, *args]


def scored_title(document: Mapping[str, Any], words: Sequence[str]) -> tuple[int, str] | None:
    """The longest title known to the group that these words begin with, and its number of words.

    None if there is no such title. A former title is returned as typed.
    """
    known, titles = document.get(SHEETS, {}), Titles.of(document)
    for count in range(min(_LONGEST_TITLE, len(words)), 0, -1):
        typed = cleaned_name(" ".join(words[:count]))
        if titles.is_former(typed):
            return count, typed
        sheet = known.get(folded(typed))
        if sheet is not None:
            return count, titles.now(sheet["title"])
    return None


def with_game_now(document: Mapping[str, Any], words: Sequence[str]) -> list[str]:
    """Replace a title that was merged with a built-in game by that game's title."""
    titles = Titles.of(document)
    for count in range(min(_LONGEST_TITLE, len(words)), 0, -1) if titles else ():
        typed = cleaned_name(" ".join(words[:count]))
        now = titles.now(typed).split()
        if titles.is_former(typed) and games.titled(now):
            return [*now, *words[count:]]
    return list(words)


def nearly_scored(document: Mapping[str, Any], words: Sequence[str]) -> list[str]:
    """The titles that the group has scored and that may be meant by these words."""
    titles = sheet_titles(document)
    several = range(1, min(_LONGEST_TITLE, len(words)) + 1)
    joined = [" ".join(words[:count]) for count in several]
    return [it for text in joined for it in titles if is_near(text, it)]


def is_near(text: str, title: str) -> bool:
    """Whether a title may be another one mistyped. A different number makes it another game."""
    letters, others = _letters(text), _letters(title)
    if [sign for sign in letters if sign.isdigit()] != [sign for sign in others if sign.isdigit()]:
        return False
    same = bool(letters) and letters == others
    return same or is_slip(text, title) or bool(nearest(text, [title], _VERY_NEARLY))


@lru_cache(1000)  # a list compares all titles with each other
def _letters(text: str) -> str:
    return "".join(sign for sign in unaccented(folded(text)) if sign.isalnum())


def is_player(document: Mapping[str, Any], text: str) -> bool:
    """Whether this is the name of somebody in the group."""
    return any(folded(who["name"]) == folded(text) for who in document.get("players", []))


def _nearly_ours(args: Sequence[str]) -> list[str]:
    """The built-in titles of several words that may be meant by these words."""
    several = range(2, min(_LONGEST_TITLE, len(args)) + 1)
    joined = (" ".join(args[:count]) for count in several)
    return [it for text in joined for it in nearest(text, games.TITLES.values(), _VERY_NEARLY)]


def _document(desk: Current, args: Sequence[str]) -> Mapping[str, Any]:
    """The document of the group, which may be named among the arguments.

    The desk is not asked: it settles its group only after all options are read.
    """
    group = desk.options.group
    for place, word in enumerate(args):
        if word == _GROUP:
            group = "".join(args[place + 1 : place + 2]) or None
        elif word.startswith(f"{_GROUP}="):
            group = word.partition("=")[2]
    try:
        return Current(desk.store, CommonOptions(group=group)).group_document()
    except CompanionError:
        return {}  # `start` reports what is wrong


def sheet_titles(document: Mapping[str, Any]) -> list[str]:
    """The current titles of the games that a group has scored on sheets."""
    titles = Titles.of(document)
    scored = (one["title"] for one in document.get(SHEETS, {}).values())
    return [titles.now(title) for title in scored if not titles.is_former(title)]
