"""What was played, as it was typed: one of our games by id or title, or any other title."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion import games
from companion.core.names import folded, listed, nearest, proper_name, short
from companion.errors import Invalid, Refused

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
    words: Sequence[str], players: Sequence[Mapping[str, Any]], new: bool
) -> tuple[Title, Sequence[str]]:
    """What was played, and who, of words of which the first is the title, or the first ones.

    A title of ours is understood without quotes as well. Raises Refused where words of a title may
    stand among the players, and for a title that is nearly one of ours; unless with `new`.
    """
    for end in range(len(words), 0, -1):
        ours = _ours(" ".join(words[:end]))
        if ours is not None:
            return ours, words[end:]
    typed = proper_name(words[0], "title")
    if not new:
        _require_apart(words, players)
        known = {folded(name): name for pair in games.TITLES.items() for name in pair}
        near = nearest(typed, known.values(), _NEAR)
        if near:
            raise Refused(
                f"“{short(typed)}” is no game that was told of here; did you mean {near[0]}?",
                "Type it like that if so; if not, the same with `--new`.",
            )
    if "=" in typed:
        raise Invalid(
            "What was played?", f"The title comes first: `companion play add Heat {typed}`."
        )
    return Title("", typed, typed), words[1:]


def _ours(text: str) -> Title | None:
    """One of our games, by its id or title; of a box with several, one of these by its name."""
    wanted = folded(text)
    for game_id, title in games.TITLES.items():
        if wanted in (game_id, folded(title)):
            game = games.game(game_id)
            return Title(game_id, game.title, game.title, game.bgg_id, game.keeps_points)
        if wanted.startswith((f"{game_id} ", f"{folded(title)}: ", f"{folded(title)} ")):
            game = games.game(game_id)
            inside = wanted.removeprefix(folded(title)).removeprefix(game_id).strip(": ")
            for name, called in game.within().items():
                if inside in (folded(name), folded(games.in_short(game_id, called))):
                    return Title(game_id, game.title, called, game.bgg_id, game.keeps_points)
    return None


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
