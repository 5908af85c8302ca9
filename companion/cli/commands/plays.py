"""`plays`, `play ...` and `resume`; and the options that filter plays."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.cli import completions
from companion.cli.declared import command
from companion.core.command import flag, word, words
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.table.history.filters import Choice


GROUPS = {
    "play": """Show one play, add one that is over, correct or delete it.

Examples:
  companion play show            the current one
  companion play show bwd-3 -o report.html
  companion play add Heat ana=41 ben=38 --on tuesday
  companion play edit bwd-3 --place "Ben's"
  companion play same bwd-3 bwd-5
""",
}


def _players(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    from companion.table.history.filters import known_players

    return known_players(desk)


def _games(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    from companion.table.history.filters import games_played

    return games_played(desk)


Players = Annotated[Sequence[str], _players, words(metavar="[PLAYER...]")]
OnePlay = Annotated[str, completions.plays, word(metavar="PLAY")]
PlayOrCurrent = Annotated[str | None, completions.plays, word(metavar="[PLAY]")]
GameOption = Annotated[str | None, _games, word(metavar="GAME", help="The game, by id or title.")]
PlayerOption = Annotated[
    Sequence[str],
    _players,
    words(name="--player", metavar="NAME", help="Only plays with this player; repeat for several."),
]
PlaceOption = Annotated[str | None, word(metavar="NAME", help="Only plays at this place.")]
Since = Annotated[
    str | None, word(metavar="DATE", help="From this date on: 2026, 2026-11, 3 Nov, tuesday.")
]
Until = Annotated[str | None, word(metavar="DATE", help="Up to this date.")]


class Filters(NamedTuple):
    """Options that filter plays, except by players."""

    game: GameOption = None
    since: Since = None
    until: Until = None
    place: PlaceOption = None

    def choice(self, players: Sequence[str] = ()) -> "Choice":
        """The filters in the form that statistics take."""
        from companion.table.history.filters import Choice

        return Choice(self.game, players, self.since, self.until, self.place)


@command(
    "plays",
    play=False,
    instead="`companion plays --game {0}` or `--player {0}` narrows the list.",
)
def plays(
    desk: Desk,
    *,
    every: Annotated[bool, flag("Also older ones.", name="--all")] = False,
    abandoned: Annotated[bool, flag("Also abandoned ones.")] = False,
    deleted: Annotated[bool, flag("Only deleted ones.")] = False,
    live: Annotated[bool, flag("Only those still going on.")] = False,
    players: PlayerOption = (),
    filters: Filters,
) -> Reply:
    """List the group's plays: who, when, how long.

    Examples:
      companion plays
      companion plays --all
      companion plays --live
      companion plays --deleted
      companion plays --game blank --player ana --player ben
      companion plays --since 2026-11 --place "Ben's kitchen"
    """
    from companion.table.history.play_list import StatusFilter, list_plays

    choice = filters.choice(players)
    return list_plays(desk, every, choice, StatusFilter(abandoned, deleted, live))


@command("play show")
def show(
    desk: Desk,
    play: PlayOrCurrent = None,
    *,
    log: Annotated[bool, flag("Include every entry.")] = False,
    output: Annotated[
        str | None, word(alias="-o", metavar="FILE", help="Write a page: report.html.")
    ] = None,
) -> Reply:
    """Show how a play went: who, when, points by round, the end.

    Examples:
      companion play show
      companion play show 3 --log
      companion play show bwd-3 -o report.html
    """
    from companion.table.history.report import report

    found = report(desk, play)
    if output is None:
        return Reply(found.document, blocks=lambda: found.blocks(with_log=log))
    from companion.cli.destination import page_reply

    return page_reply(desk, output, found)


On = Annotated[str | None, word(metavar="DATE", help="When: 2026-11-03, 3 Nov, tuesday.")]
At = Annotated[str | None, word(metavar="TIME", help="When it began, such as 21:30.")]
Minutes = Annotated[str | None, word(metavar="N", help="How long it took.")]
Place = Annotated[str | None, word(metavar="TEXT", help="Where it was played.")]
Comment = Annotated[str | None, word(metavar="TEXT", help="A note on the play.")]
Winner = Annotated[
    Sequence[str],
    words(
        metavar="NAME",
        help="The winner, or the winning team; repeat for several.",
        old_name="--won",
    ),
]
Lowest = Annotated[bool | None, flag("The fewest points win.", opposite="--highest")]
Team = Annotated[
    Sequence[str],
    words(metavar="NAME=A,B", help="A team and its players; repeat for each team."),
]
Coop = Annotated[
    str | None,
    word(metavar="won|lost", help="All played together against the game."),
]

New = Annotated[bool, flag("Accept names that look mistyped: they are new.")]


@command("play add", play=False)
def add(
    desk: Desk,
    title: Annotated[str, completions.titles, word()],
    people: Annotated[Sequence[str], words(metavar="NAME[=POINTS]...")] = (),
    *,
    on: On = None,
    at: At = None,
    minutes: Minutes = None,
    place: Place = None,
    comment: Comment = None,
    winner: Winner = (),
    lowest: Lowest = None,
    team: Team = (),
    coop: Coop = None,
    new: New = False,
) -> Reply:
    """Record a play of any game after it is over.

    The most points win, and a tie has several winners; `--winner` overrides that. The date is
    today unless you give another. Put a title of several words in quotes.

    Examples:
      companion play add Heat ana=41 ben=38
      companion play add "Ticket to Ride" ana=97 ben=102 --on tuesday --minutes 60
      companion play add Golf ana=71 ben=68 --lowest --on 3.11. --place "Ben's"
      companion play add Codenames ana ben cho --team red=ana,ben --winner red
      companion play add Pandemic ana ben --coop lost
    """
    from companion.table.logged.addition import PlayDetails, add_play
    from companion.table.logged.result import Ending
    from companion.table.logged.span import TypedTime

    ending = Ending(winner, lowest, team, coop)
    details = PlayDetails(TypedTime(on, at, minutes), ending, place, comment, new)
    return add_play(desk, [title, *people], details)


@command("play edit", play=False)
def edit(
    desk: Desk,
    play: PlayOrCurrent = None,
    *,
    on: On = None,
    at: At = None,
    minutes: Minutes = None,
    place: Place = None,
    comment: Comment = None,
    players: Annotated[
        str | None,
        word(metavar="A,B", help="The players in seat order, or all results: ana=41,ben=38."),
    ] = None,
    title: Annotated[
        str | None,
        completions.titles,
        word(metavar="TITLE", help="The game, unless the play was entered move by move."),
    ] = None,
    winner: Winner = (),
    lowest: Lowest = None,
    team: Team = (),
    coop: Coop = None,
    new: New = False,
) -> Reply:
    """Correct a play: game, place, time, players and result.

    Without PLAY, the current one. An empty text removes a place or a comment. To correct points of
    a play that was followed here: `resume`, `undo`, `score`.

    Examples:
      companion play edit --place "Ben's kitchen"
      companion play edit bwd-3 --on yesterday --at 21:30 --minutes 90
      companion play edit bwd-3 --players Ana,Ben,Cho
      companion play edit told-2 --players ana=41,ben=39 --comment ""
      companion play edit import-1.4 --winner ben --title Azul
    """
    from companion.table.logged.addition import PlayDetails
    from companion.table.logged.correction import Edit, edit_play
    from companion.table.logged.result import Ending
    from companion.table.logged.span import TypedTime

    ending = Ending(winner, lowest, team, coop)
    details = PlayDetails(TypedTime(on, at, minutes), ending, place, comment, new)
    return edit_play(desk, play, Edit(details, players, title))


@command("play delete", play=False)
def delete(desk: Desk, play: OnePlay) -> Reply:
    """Delete a play from lists and statistics; it can be restored.

    `play restore` brings it back.

    Examples:
      companion play delete told-3
      companion play delete import-1.4
    """
    from companion.table.logged.what_counts import delete_play

    return delete_play(desk, play)


@command("play restore", play=False)
def restore(desk: Desk, play: OnePlay) -> Reply:
    """Restore a deleted play.

    Examples:
      companion plays --deleted
      companion play restore told-3
    """
    from companion.table.logged.what_counts import restore_play

    return restore_play(desk, play)


@command("play same", play=False)
def same(desk: Desk, one: OnePlay, other: OnePlay) -> Reply:
    """Mark two plays as the same, so that they count once.

    For a play that was recorded on two devices, or that another program recorded too. Both logs are
    kept. When groups are merged, most such plays are found automatically.

    Examples:
      companion play same bwd-3 bwd-5
      companion play same bwd-3 import-1.2
    """
    from companion.table.logged.what_counts import say_same

    return say_same(desk, one, other)


@command("play apart", play=False)
def apart(desk: Desk, one: OnePlay, other: OnePlay) -> Reply:
    """Never count two plays as one, though they look the same.

    Examples:
      companion play apart bwd-3 bwd-5
    """
    from companion.table.logged.what_counts import say_two

    return say_two(desk, one, other)


@command("play split", play=False)
def split(desk: Desk, one: OnePlay) -> Reply:
    """Count two plays again that were counted as one.

    Name either of the two; `companion plays` shows them.

    Examples:
      companion play split bwd-5
    """
    from companion.table.logged.what_counts import say_split

    return say_split(desk, one)


@command("play keep", play=False)
def keep(desk: Desk, play: PlayOrCurrent = None) -> Reply:
    """Keep one of two versions of a play that two computers continued.

    The other one is deleted, and can be restored. Without PLAY, lists such plays, with what was
    entered in each version.

    Examples:
      companion play keep
      companion play keep bwd-3
    """
    from companion.table.logged.forks import keep_play, list_forks

    return list_forks(desk) if play is None else keep_play(desk, play)


@command("resume", play=False)
def resume(desk: Desk, play: PlayOrCurrent = None) -> Reply:
    """Go back to another live play.

    New entries go to that play. Without PLAY, lists the live plays.

    Examples:
      companion resume
      companion resume bwd-3
      companion resume 3
      companion resume heat        the live play of Heat
    """
    from companion.table.history.play_list import resume as go_back

    return go_back(desk, play)
