"""`ruling ...`: what the group agreed on where the rules are silent."""

from collections.abc import Iterable, Sequence

from companion.cli.declared import command
from companion.core.command import flag, word, words
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.table.desk import Desk
from companion.table.groups import agreements
from companion.table.lookup.answers import names

GROUPS = {
    "ruling": """Record what your group agreed on where the rules are silent.

A ruling is shown whenever you look up a word that it is about.

Examples:
  companion ruling add "A covered ward is void" --on ward --agreed-by Ana,Ben
  companion ruling list
""",
}


def _subjects(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    return names(desk, (), beginning)


def _numbers(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
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
        words(metavar="WORD|RULE", help="What it is about; repeat for several."),
    ] = (),
    agreed_by: Annotated[Sequence[str], words(metavar="NAME,...", help="Who agreed.")] = (),
    game: Annotated[
        str | None, word(metavar="GAME", help="The game that the word is from.")
    ] = None,
) -> Reply:
    """Write down what you agreed on.

    Examples:
      companion ruling add "A covered ward has no effect" --on ward
      companion ruling add "Odd sets: round down" --on A-BO-07 --agreed-by Ana,Ben
      companion ruling add "Blanks in Last, too" --on "blank face" --play bwd-3
    """
    return agreements.agree(desk, text, on, agreed_by, game)


@command("ruling list", play=False)
def list_rulings(
    desk: Desk, *, every: Annotated[bool, flag("Also retired ones.", name="--all")] = False
) -> Reply:
    """See what your group agreed on.

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
    why: Annotated[str, word(metavar="WHY", help="Why it no longer applies.")] = "",
) -> Reply:
    """Retire a ruling; it can still be read.

    Examples:
      companion ruling retire 2
      companion ruling retire 2 --why "the rulebook says otherwise"
    """
    return agreements.retire(desk, number, why)


@command("ruling restore", play=False)
def restore(desk: Desk, number: Number) -> Reply:
    """Put a retired ruling back in force.

    Examples:
      companion ruling restore 2
    """
    return agreements.restore(desk, number)
