"""`ruling ...`: what the group agreed on where the rules are silent."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from companion.cli.declared import command
from companion.core.command import flag, word, words
from companion.core.reply import Reply
from companion.table.desk import Desk
from companion.table.groups import agreements
from companion.table.lookup.answers import names

GROUPS = {
    "ruling": """Keep what your group agreed on where the rules are silent.

A ruling shows whenever somebody looks up what it is about.

\b
Examples:
  companion ruling add "A covered ward is none" --on ward --agreed-by Ana,Ben
  companion ruling list
""",
}


def _subjects(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """What a ruling may be about, as it is looked up."""
    return names(desk, (), beginning)


def _numbers(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """The rulings that there are."""
    return agreements.numbers(desk)


Number = Annotated[str, _numbers, word(metavar="NUMBER")]


@command("ruling add")
def add(
    desk: Desk,
    text: Annotated[str, word()],
    *,
    on: Annotated[
        Sequence[str],
        _subjects,
        words(metavar="WORD|RULE", help="What it is about; may be given again."),
    ] = (),
    agreed_by: Annotated[Sequence[str], words(metavar="NAME,...", help="Who agreed.")] = (),
    game: Annotated[str | None, word(metavar="GAME", help="Whose word it is.")] = None,
) -> Reply:
    """Note what you agreed on.

    \b
    Examples:
      companion ruling add "A covered ward is none" --on ward
      companion ruling add "Odd sets: round down" --on A-BO-07 --agreed-by Ana,Ben
      companion ruling add "Blanks in Last, too" --on "blank face" --play bwd-3
    """
    return agreements.agree(desk, text, on, agreed_by, game)


@command("ruling list", play=False)
def list_rulings(
    desk: Desk, *, every: Annotated[bool, flag("Retired ones, too.", name="--all")] = False
) -> Reply:
    """See what your group agreed on.

    \b
    Examples:
      companion ruling list
      companion ruling list --all
    """
    return agreements.list_rulings(desk, every)


@command("ruling retire", play=False)
def retire(
    desk: Desk,
    number: Number,
    *,
    why: Annotated[str, word(metavar="WHY", help="Why not any more.")] = "",
) -> Reply:
    """Let a ruling count no more; it stays to be read.

    \b
    Examples:
      companion ruling retire 2
      companion ruling retire 2 --why "the rulebook says otherwise"
    """
    return agreements.retire(desk, number, why)


@command("ruling restore", play=False)
def restore(desk: Desk, number: Number) -> Reply:
    """Let a retired ruling count again.

    \b
    Examples:
      companion ruling restore 2
    """
    return agreements.restore(desk, number)
