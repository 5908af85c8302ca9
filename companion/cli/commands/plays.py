"""The group's plays: `plays`, `play ...` and `resume`; and the options that choose among them."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from companion.cli import completions
from companion.cli.declared import command
from companion.core.command import flag, word, words
from companion.core.reply import Reply
from companion.table.desk import Desk

GROUPS = {
    "play": """Look back on one play, tell one later, put it right.

\b
Examples:
  companion play show            the one at hand
  companion play show bwd-3 -o report.html
  companion play add Heat ana=41 ben=38 --on tuesday
  companion play edit bwd-3 --place "Ben's"
  companion play same bwd-3 bwd-5
""",
}


def _players(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """Everybody who has played."""
    from companion.table.history.filters import known_players

    return known_players(desk)


def _games(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """The games that were played."""
    from companion.table.history.filters import games_played

    return games_played(desk)


Players = Annotated[Sequence[str], _players, words(metavar="[PLAYER...]")]
OnePlay = Annotated[str, completions.plays, word(metavar="PLAY")]
PlayOrCurrent = Annotated[str | None, completions.plays, word(metavar="[PLAY]")]
GameOption = Annotated[
    str | None, _games, word(metavar="GAME", help="By its id here, or its title.")
]
PlayerOption = Annotated[
    Sequence[str],
    _players,
    words(name="--player", metavar="NAME", help="Who has to be in it; may be given again."),
]
PlaceOption = Annotated[str | None, word(metavar="NAME", help="Where it was played.")]
Since = Annotated[str | None, word(metavar="DATE", help="From 2026, 2026-11, 3 Nov or tuesday on.")]
Until = Annotated[str | None, word(metavar="DATE", help="Up to that date.")]


@command(
    "plays",
    play=False,
    instead="`companion plays --game {0}` or `--player {0}` narrows the list.",
)
def plays(
    desk: Desk,
    *,
    every: Annotated[bool, flag("Older ones too.", name="--all")] = False,
    abandoned: Annotated[bool, flag("With those that were broken off.")] = False,
    deleted: Annotated[bool, flag("Those that were deleted.")] = False,
    live: Annotated[bool, flag("Those that go on.")] = False,
    game: GameOption = None,
    players: PlayerOption = (),
    since: Since = None,
    until: Until = None,
    place: PlaceOption = None,
) -> Reply:
    """List the group's plays: who, when, how long.

    \b
    Examples:
      companion plays
      companion plays --all
      companion plays --live
      companion plays --deleted
      companion plays --game blank --player ana --player ben
      companion plays --since 2026-11 --place "Ben's kitchen"
    """
    from companion.table.history.filters import Choice
    from companion.table.history.play_list import StatusFilter, list_plays

    choice = Choice(game, players, since, until, place)
    return list_plays(desk, every, choice, StatusFilter(abandoned, deleted, live))


@command("play show")
def show(
    desk: Desk,
    play: PlayOrCurrent = None,
    *,
    log: Annotated[bool, flag("With every entry.")] = False,
    output: Annotated[
        str | None, word(alias="-o", metavar="FILE", help="As a page: report.html.")
    ] = None,
) -> Reply:
    """Tell how a play went: who, when, points by round, the end.

    \b
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
Comment = Annotated[str | None, word(metavar="TEXT", help="What there is to say of it.")]
Winner = Annotated[
    Sequence[str],
    words(metavar="NAME", help="Who won, or which team; may be given again.", old_name="--won"),
]
Lowest = Annotated[bool | None, flag("The fewest points win.", opposite="--highest")]
Team = Annotated[
    Sequence[str],
    words(metavar="NAME=A,B", help="Who played together; once for each team."),
]
Coop = Annotated[
    str | None,
    word(metavar="won|lost", help="All played together, against the game."),
]

New = Annotated[bool, flag("What looks mistyped is really new.")]


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
    """Tell a play of any game when it is over.

    Whoever has the most points has won, several in a tie; `--winner` says otherwise. It was today,
    and began at `--at`. Titles of several words stand in quotes.

    \b
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
        word(metavar="A,B", help="Who played, by seat; of a told play all anew: ana=41,ben=38."),
    ] = None,
    title: Annotated[
        str | None,
        completions.titles,
        word(metavar="TITLE", help="What was played, unless it was followed."),
    ] = None,
    winner: Winner = (),
    lowest: Lowest = None,
    team: Team = (),
    coop: Coop = None,
    new: New = False,
) -> Reply:
    """Put a play right: what, where, when, who, and how it ended.

    Without a PLAY it is the one at hand. An empty text takes a place or a comment out. Points of a
    play that was followed are put right in it: `resume`, `undo`, `score`.

    \b
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
    """Take a play out of all lists and counts; nothing is lost.

    `play restore` brings it back.

    \b
    Examples:
      companion play delete told-3
      companion play delete import-1.4
    """
    from companion.table.logged.what_counts import delete_play

    return delete_play(desk, play)


@command("play restore", play=False)
def restore(desk: Desk, play: OnePlay) -> Reply:
    """Let a play count again that was deleted.

    \b
    Examples:
      companion plays --deleted
      companion play restore told-3
    """
    from companion.table.logged.what_counts import restore_play

    return restore_play(desk, play)


@command("play same", play=False)
def same(desk: Desk, one: OnePlay, other: OnePlay) -> Reply:
    """Say that two plays are one: it counts once.

    Two devices may have followed it; both logs stay. Groups that are joined say which plays look
    like one; this is for those that do not, and for a play that another program told as well.

    \b
    Examples:
      companion play same bwd-3 bwd-5
      companion play same bwd-3 import-1.2
    """
    from companion.table.logged.what_counts import say_same

    return say_same(desk, one, other)


@command("play apart", play=False)
def apart(desk: Desk, one: OnePlay, other: OnePlay) -> Reply:
    """Say that two plays are two, though they look like one.

    \b
    Examples:
      companion play apart bwd-3 bwd-5
    """
    from companion.table.logged.what_counts import say_two

    return say_two(desk, one, other)


@command("play split", play=False)
def split(desk: Desk, one: OnePlay) -> Reply:
    """Say that what is counted as one play was two.

    Either of the two may be named; `companion plays` says which they are.

    \b
    Examples:
      companion play split bwd-5
    """
    from companion.table.logged.what_counts import say_split

    return say_split(desk, one)


@command("resume", play=False)
def resume(desk: Desk, play: PlayOrCurrent = None) -> Reply:
    """Go back to another play.

    Entries are about that play from now on. Without a name, it lists those that go on.

    \b
    Examples:
      companion resume
      companion resume bwd-3
      companion resume 3
      companion resume heat        the play of Heat that goes on
    """
    from companion.table.history.play_list import resume as go_back

    return go_back(desk, play)
