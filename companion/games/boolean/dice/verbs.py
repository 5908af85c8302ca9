"""Verbs about the set, which need no play: the ten dice as nets, and identifying a die."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.command import verb, words
from companion.core.param import A_DIE
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Refused
from companion.games.boolean.dice.faces import guesses, parse_faces, require_faces, which_view
from companion.games.boolean.dice.split import split
from companion.games.boolean.dice.the_ten import find_die, nets, the_ten
from companion.games.boolean.parsing import dice_in_words

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.box import Shelf

# The ten as nets

DiceShown = Annotated[
    Sequence[str],
    words(
        lambda state, words: [find_die(word).id for word in words],
        "DIE...",
        A_DIE,
        metavar="[DIE...]",
        candidates=dice_in_words,
    ),
]


@verb("the ten dice as nets", of_play=False, of_group=False)
def dice(shelf: "Shelf[Any]", wanted: DiceShown = ()) -> Reply:
    """See the ten dice as nets, or some of them.

    Examples:
      companion boolean dice
      companion boolean dice 3w-corner 3w-band
      companion boolean dice 2a
    """
    shown = [die for die in the_ten() if die.id in wanted or not wanted]

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

    def blocks() -> "list[Block]":
        from companion.core.blocks import Column, Heading, Span, Table

        rows = tuple((Span(die.short, "strong"), Span(die.id, "name"), die.title) for die in shown)
        listed = Table((Column(), Column(), Column(wraps=True)), rows)
        return [Heading("Boolean Dice", "the set"), *nets([die.id for die in shown]), listed]

    return Reply(document=document, blocks=blocks)


# Which die it is

FacesSeen = Annotated[list[str], words(name="FACE...")]
Without = Annotated[
    Sequence[str],
    words(
        lambda state, words: [
            find_die(word).id for word in ",".join(words).replace(",", " ").split()
        ],
        "--not",
        A_DIE,
        metavar="DIE,…",
        help="Dice that it cannot be.",
    ),
]


@verb("find a die by its faces", of_play=False, of_group=False)
def which(shelf: "Shelf[Any]", faces: FacesSeen, *, without: Without = ()) -> Reply:
    """Find out which die it is from the faces that you see.

    First the top, then the sides in order, then the bottom: white or w, black or b, and ? for a
    face that you cannot see. Faces at the end may be left out.

    Examples:
      companion boolean which white white black
      companion boolean which w b w w b w
      companion boolean which wbwwb --not 3w-band,5w
    """
    seen = require_faces(parse_faces(faces))
    found = guesses(seen, without)
    if not found:
        raise Refused(
            f"No {'other ' if without else ''}die of the set shows these faces.",
            "`companion boolean dice` shows the ten; no two are alike (BO-4).",
        )
    ways, below = sum(one.ways for one in found), sum(one.white_below for one in found)

    def document() -> dict[str, Any]:
        return {
            "dice": [{"id": one.die.id, "title": one.die.title, "ways": one.ways} for one in found],
            "bottom": {"white": below, "black": ways - below},
        }

    return Reply(document=document, blocks=lambda: which_view(seen, found))


VERBS = (dice, which, split)
