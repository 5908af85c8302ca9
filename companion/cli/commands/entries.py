"""Commands for the current play: `table`, `score` … `finish`."""

from collections.abc import Iterable, Sequence

from companion.cli.declared import command
from companion.core.command import flag, word, words
from companion.core.offer import people
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Invalid, NotFound
from companion.table.desk import Desk
from companion.table.plays import enter

# What shells and the prompt offer


def seated(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[tuple[str, str]]:
    """The players at the table."""
    state = desk.open().state
    return people(state, range(len(state.seats)))


def takers(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[tuple[str, str]]:
    """Those who may get the first-player marker, or `random`."""
    return () if typed else enter.takers(desk)


def scoring(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[tuple[str, str]]:
    """The players at the table, if a name comes next after these words of `score`."""
    if typed and typed[-1][:1] not in ("+", "-", "−", "="):
        return []
    return [
        (name, f"{about or name.capitalize()}: +3, -2, =7")
        for name, about in seated(desk, typed, beginning)
    ]


# The commands

Entry = Annotated[str | None, word(name="ENTRY")]
"""The number of an entry, as `companion log` shows it."""


@command("table", instead="`companion table --play {}` shows another play.")
def table(desk: Desk) -> Reply:
    """See how things stand, and what comes next.

    Examples:
      companion table
      companion table --json
      companion table --play bwd-3
    """
    from companion.table.plays import views

    return views.table(desk)


Changes = Annotated[Sequence[str], scoring, words(metavar="PLAYER ±N|=N ...")]


@command("score", house=True)
def score(desk: Desk, changes: Changes) -> Reply:
    """Enter points: gained, lost, or a new total.

    Examples:
      companion score ana +3
      companion score ben -2
      companion score ana +3 ben -2     both in one entry
      companion score ben =7            Ben has 7 now
      companion score ana +12+7         sums are added up
    """
    return enter.score(desk, changes)


@command("first", house=True)
def first(desk: Desk, player: Annotated[str | None, takers, word()] = None) -> Reply:
    """See or hand over the first-player marker.

    Examples:
      companion first
      companion first ben
      companion first random    draws who gets it
    """
    return enter.first(desk, player)


@command("pass", house=True, instead="To hand it to somebody: `companion first {}`.")
def pass_marker(desk: Desk) -> Reply:
    """Pass the first-player marker to the left.

    `next` does this at the end of a round.

    Examples:
      companion pass
    """
    return enter.pass_marker(desk)


Skip = Annotated[
    bool, flag("Skip what is still open: it was done but not entered.", old_name="--untold")
]


@command("next", house=True)
def go_on(desk: Desk, *, skip: Skip = False) -> Reply:
    """Go on to the next phase, turn or round.

    At the end of a round, checks whether somebody has won.

    Examples:
      companion next
      companion next --skip
    """
    return enter.go_on(desk, skip)


Onwards = Annotated[bool, flag("Also take back all later entries.")]
Last = Annotated[str | None, word(metavar="N", help="Take back the newest N entries.")]


@command("undo", house=True)
def undo(desk: Desk, entry: Entry = None, *, onwards: Onwards = False, last: Last = None) -> Reply:
    """Take back the newest entry, or another.

    Examples:
      companion undo
      companion undo --last 2       the two newest
      companion undo 5              entry 5 alone, if later ones stay valid
      companion undo 5 --onwards    entry 5 and all later ones
    """
    from companion.table.plays import undo as changing

    try:
        desk.play_ref()
    except NotFound as problem:
        from companion.table.boxes.stored_box import newest_undo

        command = newest_undo(desk)
        if command:
            problem.hint = f"`{command}` takes back the newest entry of a box."
        raise
    return changing.undo(desk, entry, onwards, last)


@command("redo", house=True)
def redo(desk: Desk, entry: Entry = None) -> Reply:
    """Bring back what was undone.

    Examples:
      companion redo        all that the last undo took back
      companion redo 5      entry 5, even after later entries
    """
    from companion.table.plays import undo as changing

    return changing.redo(desk, entry)


Newest = Annotated[str | None, word(metavar="N", help="Only the newest N.")]


@command("log", instead="To see only the newest: `companion log --last {}`.")
def log(desk: Desk, *, last: Newest = None) -> Reply:
    """See all entries, with their numbers.

    Examples:
      companion log
      companion log --last 10
      companion log --json
    """
    from companion.table.plays import views

    return views.show_log(desk, last)


Winner = Annotated[
    Sequence[str], seated, words(metavar="NAME", help="Who won; repeat for several.")
]
Won = Annotated[bool, flag("Everybody won together.")]
Lost = Annotated[bool, flag("Everybody lost together.")]
Abandon = Annotated[bool, flag("End it without a winner.")]
Others = Annotated[bool, flag("With --abandon: all other plays.")]


@command("finish", house=True, instead="To name the winner: `companion finish --winner {}`.")
def finish(
    desk: Desk,
    *,
    winner: Winner = (),
    won: Won = False,
    lost: Lost = False,
    abandon: Abandon = False,
    others: Others = False,
) -> Reply:
    """End the play.

    The leader wins, unless you name a winner. To change that later: undo, then finish --winner.

    Examples:
      companion finish
      companion finish --winner ben
      companion finish --winner ana --winner ben
      companion finish --won        a cooperative game; or --lost
      companion finish --abandon
      companion finish --abandon --others
    """
    if won and lost:
        raise Invalid("`--won` and `--lost` cannot be combined.", "Leave one out.")
    if others:
        if not abandon or winner or won or lost:
            raise Invalid(
                "Other plays can only be abandoned together.",
                "`companion finish --abandon --others`",
            )
        return enter.abandon_others(desk)
    return enter.finish(desk, list(winner), abandon, won if won or lost else None)
