"""`lookup --here`: every icon, card and keyword that is in play, what matters most now first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion import games
from companion.core.lookup import UNREAD, Explained, Item, Mention
from companion.core.reply import Reply
from companion.errors import Refused, Unusable
from companion.table.desk import Desk
from companion.table.groups.rulings import about
from companion.table.lookup.answers import result
from companion.table.lookup.corpus import Corpus, with_corpus
from companion.table.plays.open_play import OpenPlay

if TYPE_CHECKING:
    from companion.core.blocks import Block

_TO_DO = ("icon", "phase", "action")
"""Kinds of which it matters what to do, not what they are."""


def in_front(desk: Desk, every: bool, game: str | None = None) -> Reply:
    """What is in play at the play at hand, explained. Raises NotFound where there is none.

    Raises Refused for a play of another `game` than was asked for, or one that tells nothing;
    Unusable where another package's game fails.
    """
    play = desk.open()
    option = f" --play {play.ref.id}" if desk.asked.play is not None else ""

    def answered(corpus: Corpus) -> Reply:
        _require_game(corpus, play, game)
        found = _explained(corpus, play)
        if not found:
            raise Refused(
                f"Nothing is known of what is in play in {play.ref.id}.",
                "`companion lookup WORD` explains any word of the game.",
            )
        reply = Reply(
            document=lambda: _document(corpus, play, found),
            blocks=lambda: _drawn(play, found, every, option),
            warnings=tuple(corpus.warnings),
        )
        return reply.settled(desk.asked.as_json)

    return with_corpus(desk, answered)


def _document(corpus: Corpus, play: OpenPlay, found: Sequence[Explained]) -> dict[str, Any]:
    """The answer for a program; scores fall with the place."""
    results = [
        {
            **result(corpus, one.item, 1 - place / len(found)),
            "why": one.mention.why,
        }
        for place, one in enumerate(found)
    ]
    return {"query": None, "play": play.ref.id, "results": results}


def _require_game(corpus: Corpus, play: OpenPlay, game: str | None) -> None:
    if game is None:
        return
    from companion.table.lookup.answers import find_game

    wanted = find_game(corpus, game)
    if wanted != play.game.id:
        raise Refused(
            f"{play.ref.id} is a play of {play.game.title}, not of {corpus.titles[str(wanted)]}.",
            "`--play ID` names another play, `companion plays` lists them.",
        )


def _explained(corpus: Corpus, play: OpenPlay) -> list[Explained]:
    """What is in play; cards of which nobody knows what they say go last, in one."""
    mentions = _mentions(play)
    known = corpus.of(play.game.id, [mention.id for mention in mentions])
    found, unread = [], []
    for mention in mentions:
        item = known.get(mention.id)
        if item is None and mention.text:
            item = Item(mention.id, play.game.id, mention.title, "card", mention.text)
        if item is None:
            continue
        rulings = tuple(one.line for one in about(corpus.rulings, item))
        if item.kind == UNREAD and not mention.text:
            unread.append(Explained(mention, item, item.text, rulings))
        else:
            found.append(Explained(mention, item, mention.text or _said(item), rulings))
    return found + unread


def _mentions(play: OpenPlay) -> list[Mention]:
    """What a game names as in play. Raises Unusable where another package's game fails."""
    if play.game.id in games.OWN:
        return list(play.game.in_front(play.state, play.reference))
    try:
        found = play.game.in_front(play.state, play.reference)
        mentions = [Mention(*map(str, mention)) for mention in found]
    except Exception as problem:  # Whatever another package does wrong.
        raise Unusable(
            f"The game “{play.game.id}” cannot tell what is in play "
            f"({type(problem).__name__}: {problem}).",
            "`companion lookup WORD` explains any word; update the package of that game.",
        ) from problem
    return mentions


def _said(item: Item) -> str:
    return item.do if item.do and item.kind in _TO_DO else item.text


def _drawn(play: OpenPlay, found: Sequence[Explained], every: bool, option: str) -> "list[Block]":
    from companion.table.lookup.views import everything_here, on_one_screen

    if every:
        return everything_here(play, found)
    return on_one_screen(play, found, f"companion lookup --here{option} --all")
