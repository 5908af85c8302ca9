"""Which game `start` is about: one of ours, by its id or title; or a score sheet for any other."""

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any

from companion import games
from companion.core.box import SHEETS
from companion.core.names import folded, listed, nearest, short
from companion.errors import NotFound
from companion.table.current import Current

_LONGEST_TITLE = 8
"""So many words may make up a title that is typed without quotes."""
_NEARLY, _VERY_NEARLY = 0.72, 0.85
"""So alike is what was probably meant for a title of ours; and of two words, of which the second
may be a player."""


def started(desk: Current, args: list[str]) -> list[str]:
    """The arguments of `start`, the id of a game in front: `dice box Ana` is about Dice Box, `Heat
    Ana` about a score sheet. Raises NotFound or Ambiguous."""
    ours = {folded(name): game for game in games.OWN for name in (game, games.game(game).title)}
    ours |= {folded(name): box for box, name, _ in games.inside() if " " in name}
    titles = {folded(title): title for title in sheet_titles(desk.group_document())}
    for count in range(min(_LONGEST_TITLE, len(args)), 0, -1):
        text = folded(" ".join(args[:count]))
        if text in ours:
            return [ours[text], *args[count:]]
        if text in titles and (count > 1 or text not in games.game_ids()):
            return [games.SHEET, titles[text], *args[count:]]
    near = _nearly_ours(args)
    if not near:
        try:
            return [games.find_game(args[0]).id, *args[1:]]
        except NotFound:
            of_ours = [*games.game_ids(), *(games.game(own).title for own in games.OWN)]
            near = nearest(args[0], of_ours, _NEARLY)
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


def sheet_titles(document: Mapping[str, Any]) -> list[str]:
    """The titles of the games that a group has scored on sheets."""
    return [one["title"] for one in document.get(SHEETS, {}).values()]
