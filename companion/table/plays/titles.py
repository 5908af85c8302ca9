"""Which game `start` is about: one of ours, by its id or title; or a score sheet for any other."""

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any

from companion import games
from companion.core.box import SHEETS
from companion.core.names import folded, listed, nearest, short
from companion.errors import CompanionError, NotFound
from companion.table.current import CommonOptions, Current

_GROUP = "--group"
_LONGEST_TITLE = 8
"""So many words may make up a title that is typed without quotes."""
_NEARLY_AN_ID, _NEARLY, _VERY_NEARLY = 0.6, 0.72, 0.85
"""So alike is what was probably meant for an id of ours, which are short; for a title; and of
several words, of which the last may be a player."""


def started(desk: Current, args: list[str]) -> list[str]:
    """The arguments of `start`, the id of a game in front: `dice box Ana` is about Dice Box, `liar
    Ana` about that game in a box, `Heat Ana` about a score sheet. Raises NotFound or Ambiguous."""
    head = args[0]
    if head in games.OWN and not _begins_another(head, args):
        return args  # without a look at what the others are called
    ours = {folded(name): [own] for own in games.OWN for name in (own, games.game(own).title)}
    for box, name, called in games.inside():
        for known in (name, called, games.in_short(box, called)):
            ours.setdefault(folded(known), [box, "--game", name])
    scored = {folded(title): title for title in _titles_scored(desk, args)}
    for count in range(min(_LONGEST_TITLE, len(args)), 0, -1):
        text, rest = folded(" ".join(args[:count])), args[count:]
        if text in ours:
            game, *options = ours[text]
            return [game, *rest, *options]
        if text in scored and (count > 1 or text not in games.game_ids()):
            return [games.SHEET, scored[text], *rest]
    near = _nearly_ours(args)
    if not near:
        try:
            return [games.find_game(args[0]).id, *args[1:]]
        except NotFound:
            of_ours = [games.game(own).title for own in games.OWN]
            ids = [game for game in games.game_ids() if game != games.SHEET]
            near = nearest(args[0], ids, _NEARLY_AN_ID)
            near += nearest(args[0], of_ours, _NEARLY)
    if not near:
        return [games.SHEET, *args]
    raise NotFound(
        f"No game is called “{short(args[0])}”.",
        f"Did you mean {listed(list(dict.fromkeys(near)), 'or')}? If not, "
        f"`companion start {games.SHEET} {quote(args[0])} …` begins a score sheet.",
    )


def _nearly_ours(args: Sequence[str]) -> list[str]:
    """The titles of ours of several words that somebody may have mistyped."""
    titles = [games.game(own).title for own in games.OWN]
    several = range(2, min(_LONGEST_TITLE, len(args)) + 1)
    joined = (" ".join(args[:count]) for count in several)
    return [title for text in joined for title in nearest(text, titles, _VERY_NEARLY)]


def _begins_another(game_id: str, args: Sequence[str]) -> bool:
    """Whether `blank white dice` was typed, which is not about BLANK."""
    other = games.FIRST_WORDS.get(game_id)
    if other is None:
        return False
    title = folded(games.game(other).title).split()
    return [folded(word) for word in args[: len(title)]] == title


def _titles_scored(desk: Current, args: Sequence[str]) -> list[str]:
    """The titles of the games that the group has scored on sheets, of whichever is named behind.

    Nothing of the desk's is asked: it is to know of which group as soon as all was read.
    """
    group = desk.asked.group
    for place, word in enumerate(args):
        if word == _GROUP:
            group = "".join(args[place + 1 : place + 2]) or None
        elif word.startswith(f"{_GROUP}="):
            group = word.partition("=")[2]
    try:
        return sheet_titles(Current(desk.store, CommonOptions(group=group)).group_document())
    except CompanionError:
        return []  # whoever begins the play is told what is wrong


def sheet_titles(document: Mapping[str, Any]) -> list[str]:
    """The titles of the games that a group has scored on sheets."""
    return [one["title"] for one in document.get(SHEETS, {}).values()]
