"""Verbs about the set itself, which need no play: `dice`, `which`, `split`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.param import A_DIE, A_TEXT, Param, Told, several
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.boolean.dice.the_ten import find_die, the_ten
from companion.games.boolean.parsing import dice_in_words

if TYPE_CHECKING:
    from companion.core.blocks import Block


# The ten as nets

_DICE: Param[Any, Sequence[str]] = several(
    "DIE...",
    A_DIE,
    lambda state, words: [find_die(word).id for word in words],
    optional=True,
    metavar="[DIE...]",
    candidates=dice_in_words,
)


def _show_dice(told: Told[Any]) -> Reply:
    wanted = told.get(_DICE) or [die.id for die in the_ten()]
    shown = [die for die in the_ten() if die.id in wanted]

    def document() -> dict[str, Any]:
        return {
            "dice": [
                {
                    "id": die.id,
                    "short": die.short,
                    "title": die.title,
                    "whites": die.whites,
                    "net": ["white" if face else "black" for face in die.net],
                }
                for die in shown
            ]
        }

    def blocks() -> list[Block]:
        from companion.core.blocks import Column, Heading, Span, Table
        from companion.games.boolean.dice.nets import nets

        rows = tuple((Span(die.short, "strong"), Span(die.id, "name"), die.title) for die in shown)
        listed = Table((Column(), Column(), Column(wraps=True)), rows)
        return [Heading("Boolean Dice", "the set"), *nets([die.id for die in shown]), listed]

    return Reply(document=document, blocks=blocks)


DICE = Verb[Any](
    "dice",
    "the ten dice as nets",
    """See the ten dice as nets, or some of them.

    \b
    Examples:
      companion boolean dice
      companion boolean dice 3w-corner 3w-band
      companion boolean dice 2a
    """,
    (_DICE,),
    run=lambda shelf, told: _show_dice(told),
    of_play=False,
    of_group=False,
)


# Which die it is

_FACES = several("FACE...", A_TEXT)
_NOT: Param[Any, Sequence[str]] = several(
    "--not",
    A_DIE,
    lambda state, words: [find_die(word).id for word in ",".join(words).replace(",", " ").split()],
    optional=True,
    metavar="DIE,…",
    help="Dice that are somewhere else.",
)


def _show_which(told: Told[Any]) -> Reply:
    from companion.games.boolean.dice.faces import faces_from, guesses, require_faces

    seen = require_faces(faces_from(told[_FACES]))
    gone = told.get(_NOT, [])
    found = guesses(seen, gone)
    if not found:
        raise Refused(
            f"No die of the set shows these faces{' but those left out' if gone else ''}.",
            "`companion boolean dice` shows the ten; no two are alike (BO-4).",
        )
    ways, below = sum(one.ways for one in found), sum(one.white_below for one in found)

    def document() -> dict[str, Any]:
        return {
            "dice": [{"id": one.die.id, "title": one.die.title, "ways": one.ways} for one in found],
            "bottom": {"white": below, "black": ways - below},
        }

    def blocks() -> list[Block]:
        from companion.games.boolean.dice.nets import which_view

        return which_view(seen, found)

    return Reply(document=document, blocks=blocks)


WHICH = Verb[Any](
    "which",
    "which die it is, by its faces",
    """Tell which die it is from its faces, or which are possible.

    First the top, then the sides next to each other, then the bottom: white or w, black or b, and ?
    for one that you cannot see. What is left out is not seen.

    \b
    Examples:
      companion boolean which white white black
      companion boolean which w b w w b w
      companion boolean which wbwwb --not 3w-band,5w
    """,
    (_FACES, _NOT),
    run=lambda shelf, told: _show_which(told),
    of_play=False,
    of_group=False,
)


# A Split

_THROWS = several("THROW...", A_TEXT, optional=True)


def _lead_through(told: Told[Any]) -> Reply:
    from companion.games.boolean.dice.split import guide, split_by

    throws: Sequence[str] = told.get(_THROWS, [])
    at, thrown = split_by(throws)

    def document() -> Mapping[str, Any]:
        return {
            "throws": list(throws),
            "white": at.white,
            "black": at.black,
            "rolling": at.rolling,
            "done": at.done,
        }

    return Reply(document=document, lines=tuple(guide(at, thrown)))


SPLIT = Verb[Any](
    "split",
    "leads through a Split",
    """Be led through a Split, throw by throw.

    Every throw is the number of White-up or Black-up dice among those that were rolled, or both.

    \b
    Examples:
      companion boolean split
      companion boolean split 7w
      companion boolean split 7w3b 4w 1b
    """,
    (_THROWS,),
    run=lambda shelf, told: _lead_through(told),
    of_play=False,
    of_group=False,
)

VERBS = (DICE, WHICH, SPLIT)
