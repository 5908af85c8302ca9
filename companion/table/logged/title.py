"""What was played, as it was typed: one of our games by id or title, or any other title."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion import games
from companion.core.names import folded, listed, nearest, proper_name, short
from companion.core.titles import Titles
from companion.errors import Invalid, Refused
from companion.table.plays.titles import (
    is_player,
    nearly_scored,
    scored_title,
    with_game_now,
)

_NEAR = 0.8


class Title(NamedTuple):
    """A game: its id where it is one of ours, else empty, its title, and which one it is of a box
    with several."""

    game: str
    title: str
    called: str
    bgg_id: int | None = None
    keeps_points: bool = True


def title_and_people(
    words: Sequence[str], document: Mapping[str, Any], new: bool
) -> tuple[Title, Sequence[str]]:
    """What was played, and who, of words of which the first is the title, or the first ones.

    A title of ours is understood without quotes as well. Raises Refused where words of a title may
    stand among the players, and for a title that is nearly one of ours; unless with `new`.
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
        called = game.within()[inside] if inside else game.title
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
                f"No game of this group is called “{short(typed)}”; did you mean {near[0]}?",
                "Type it like that if so; if not, the same with `--new`.",
            )
        if is_player(document, typed):
            raise Refused(
                f"“{short(typed)}” is a player of this group, and the title comes first.",
                f"`companion play add TITLE {' '.join(words)}`; a title, the same with `--new`.",
            )
    if "=" in typed:
        raise Invalid(
            "What was played?", f"The title comes first: `companion play add Heat {typed}`."
        )
    return Title("", typed, typed), words[1:]


def _require_apart(words: Sequence[str], players: Sequence[Mapping[str, Any]]) -> None:
    """Refuse names without points, that nobody has, between a title of one word and others."""
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
            f"if {those} played, the same with `--new`.",
        )


def _is_somebody(word: str, known: Sequence[str]) -> bool:
    """Whether a word is a player: there are points behind it, or somebody's name begins so."""
    name, equals, _ = word.partition("=")
    wanted = folded(name.split(",")[0])
    return bool(equals) or any(one.startswith(wanted) for one in known if wanted)
