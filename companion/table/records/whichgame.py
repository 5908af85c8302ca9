"""Which game somebody means: one that the companion plays, or one that was only told of."""

from collections.abc import Callable, Iterable
from typing import Protocol

from companion import games
from companion.core.names import find, folded, short
from companion.errors import Invalid, NotFound


class Played(Protocol):
    """What says which game was played: a play, or the game itself."""

    @property
    def game(self) -> str:
        """The id of the game; empty for one that the companion does not play."""

    @property
    def title(self) -> str:
        """What it, or its box, is called."""

    @property
    def called(self) -> str:
        """What the game of a box with several is called."""


def game_named(text: str, plays: Iterable[Played]) -> tuple[Callable[[Played], bool], str, str]:
    """Whether a play is of the game that somebody means; the game's id, if it has one; its title.

    A game that was played may be named by its title, whoever told of it; one of a box with several
    too; and each that the companion knows by its id. Raises Invalid, NotFound or Ambiguous.
    """
    if not text.strip():
        raise Invalid("Of which game?", "`--game bwd`, or the title of another one.")
    played = {play.called or play.title: play.game for play in plays}
    of_several = None if folded(text) in map(folded, played) else games.in_a_box(text)
    known = {**{called: box for box, _, called in games.inside()}, **played}
    if of_several is not None:
        text = of_several[1]
    elif folded(text) not in map(folded, played):
        try:
            whole = games.find_game(text)
        except NotFound as problem:
            if not any(folded(text) in folded(title) for title in known):
                raise NotFound(
                    f"No game is called “{short(text)}”, and none was played.",
                    f"{problem.hint} Of others, by their title.",
                ) from None
        else:
            return lambda play: play.game == whole.id, whole.id, whole.title
    title = find(text, list(known), lambda it: (it, games.in_short(known[it], it)), "game")
    ours = {game.title: game.id for game in map(games.game, games.OWN)}
    if title in ours:
        return lambda play: play.game == ours[title], ours[title], title
    meant = folded(title)
    return lambda play: folded(play.called or play.title) == meant, known[title], title
