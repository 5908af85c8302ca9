"""`lookup`: the text of a word, an icon, a card or a rule."""

from collections.abc import Iterable, Sequence

from companion.cli.declared import command
from companion.core.command import flag, word
from companion.core.command import words as several
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Invalid
from companion.table.desk import Desk
from companion.table.lookup.answers import games_known, in_play, look_up, names


def _games(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    return games_known(desk)


Words = Annotated[Sequence[str], names, several(name="WORDS...", metavar="WORDS...")]
Here = Annotated[bool, flag("Everything that is in play on the table.")]
Game = Annotated[str | None, _games, word(metavar="GAME", help="Only this game.")]
Every = Annotated[bool, flag("All of it, even if it is longer than the screen.", name="--all")]


@command("lookup")
def lookup(
    desk: Desk, words: Words = (), *, here: Here = False, game: Game = None, every: Every = False
) -> Reply:
    """Look up a word, icon, card or rule; or ask a question.

    Examples:
      companion lookup ward
      companion lookup take another turn
      companion lookup 23         a card's number
      companion lookup BWD-38     a rule's id
      companion lookup "can I reroll a resolved die"
      companion lookup --here     what is in play
    """
    if here:
        if words:
            raise Invalid(
                "`--here` takes no words: it explains everything in play.",
                f"`companion lookup {' '.join(words)}` looks that up.",
            )
        return in_play(desk, every, game)
    return look_up(desk, " ".join(words), game, every)
