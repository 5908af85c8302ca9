"""The group's plays: `plays`, `play ...` and `resume`; and the options that choose among them."""

from typing import Annotated

import typer

from companion.cli import completions
from companion.core.reply import Reply
from companion.table.current import takes


def _players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Everybody who has played, for the shell to complete."""
    from companion.table.history.filters import known_players

    names = known_players(ctx.obj)
    return [name for name in names if name.lower().startswith(incomplete.lower())]


def _games(ctx: typer.Context, incomplete: str) -> list[str]:
    """The games that were played, for the shell to complete."""
    from companion.table.history.filters import games_played

    return [game for game in games_played(ctx.obj) if game.lower().startswith(incomplete.lower())]


Players = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PLAYER...]", show_default=False, autocompletion=_players),
]
OnePlay = Annotated[
    str, typer.Argument(metavar="PLAY", show_default=False, autocompletion=completions.plays)
]
PlayOrCurrent = Annotated[
    str | None,
    typer.Argument(metavar="[PLAY]", show_default=False, autocompletion=completions.plays),
]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="GAME", help="By its id here, or its title.", autocompletion=_games
    ),
]
PlayerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="NAME",
        help="Who has to be in it; may be given again.",
        autocompletion=_players,
    ),
]
PlaceOption = Annotated[
    str | None, typer.Option("--place", metavar="NAME", help="Where it was, if that was told.")
]
Since = Annotated[
    str | None, typer.Option(metavar="DATE", help="From 2026, 2026-11, 3 Nov or tuesday on.")
]
Until = Annotated[str | None, typer.Option(metavar="DATE", help="Up to that date.")]


app = typer.Typer()


@app.command("plays")
@takes(play=False)
def plays(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Older ones too.")] = False,
    abandoned: Annotated[
        bool, typer.Option("--abandoned", help="With those that were broken off.")
    ] = False,
    deleted: Annotated[bool, typer.Option("--deleted", help="Those that were deleted.")] = False,
    live: Annotated[bool, typer.Option("--live", help="Those that go on.")] = False,
    game: GameOption = None,
    players: PlayerOption = None,
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

    choice = Choice(game, players or (), since, until, place)
    return list_plays(ctx.obj, every, choice, StatusFilter(abandoned, deleted, live))


play = typer.Typer(
    name="play",
    help="""Look back on one play, tell one later, put it right.

\b
Examples:
  companion play show            the one at hand
  companion play show bwd-3 -o report.html
  companion play add Heat ana=41 ben=38 --on tuesday
  companion play edit bwd-3 --place "Ben's"
  companion play same bwd-3 bwd-5
""",
)
app.add_typer(play)


@play.command("show")
def show(
    ctx: typer.Context,
    play: PlayOrCurrent = None,
    log: Annotated[bool, typer.Option("--log", help="With every entry.")] = False,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="As a page: report.html.")
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

    found = report(ctx.obj, play)
    if output is None:
        return Reply(found.document, blocks=lambda: found.blocks(with_log=log))
    from companion.cli.destination import page_reply

    return page_reply(ctx.obj, output, found)


On = Annotated[
    str | None, typer.Option("--on", metavar="DATE", help="When: 2026-11-03, 3 Nov, tuesday.")
]
At = Annotated[
    str | None, typer.Option("--at", metavar="TIME", help="When it began, such as 21:30.")
]
Minutes = Annotated[str | None, typer.Option("--minutes", metavar="N", help="How long it took.")]
Place = Annotated[str | None, typer.Option("--place", metavar="TEXT", help="Where it was played.")]
Comment = Annotated[
    str | None, typer.Option("--comment", metavar="TEXT", help="What there is to say of it.")
]
Won = Annotated[
    list[str] | None,
    typer.Option("--won", metavar="NAME", help="Who won, or which team; may be given again."),
]
Lowest = Annotated[bool | None, typer.Option("--lowest/--highest", help="The fewest points win.")]
Team = Annotated[
    list[str] | None,
    typer.Option("--team", metavar="NAME=A,B", help="Who played together; once for each team."),
]
Coop = Annotated[
    str | None,
    typer.Option("--coop", metavar="won|lost", help="All played together, against the game."),
]


New = Annotated[bool, typer.Option("--new", help="What looks mistyped is really new.")]


@play.command("add")
@takes(play=False)
def add(
    ctx: typer.Context,
    title: Annotated[
        str,
        typer.Argument(metavar="TITLE", show_default=False, autocompletion=completions.titles),
    ],
    people: Annotated[
        list[str] | None, typer.Argument(metavar="NAME[=POINTS]...", show_default=False)
    ] = None,
    on: On = None,
    at: At = None,
    minutes: Minutes = None,
    place: Place = None,
    comment: Comment = None,
    won: Won = None,
    lowest: Lowest = None,
    team: Team = None,
    coop: Coop = None,
    new: New = False,
) -> Reply:
    """Tell a play of any game when it is over.

    Whoever has the most points has won, several in a tie; `--won` says it otherwise. It was today,
    and began at `--at`. Titles of several words stand in quotes.

    \b
    Examples:
      companion play add Heat ana=41 ben=38
      companion play add "Ticket to Ride" ana=97 ben=102 --on tuesday --minutes 60
      companion play add Golf ana=71 ben=68 --lowest --on 3.11. --place "Ben's"
      companion play add Codenames ana ben cho dan --team red=ana,ben --team blue=cho,dan --won red
      companion play add Pandemic ana ben --coop lost
    """
    from companion.table.logged.addition import PlayDetails, add_play
    from companion.table.logged.result import Ending
    from companion.table.logged.span import TypedTime

    ending = Ending(won or (), lowest, team or (), coop)
    details = PlayDetails(TypedTime(on, at, minutes), ending, place, comment, new)
    return add_play(ctx.obj, [title, *(people or ())], details)


@play.command("edit")
@takes(play=False)
def edit(
    ctx: typer.Context,
    play: PlayOrCurrent = None,
    on: On = None,
    at: At = None,
    minutes: Minutes = None,
    place: Place = None,
    comment: Comment = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="A,B",
            help="Who played, by seat; of a told play all anew: ana=41,ben=38.",
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(
            "--title",
            metavar="TITLE",
            help="What was played, unless it was followed.",
            autocompletion=completions.titles,
        ),
    ] = None,
    won: Won = None,
    lowest: Lowest = None,
    team: Team = None,
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
      companion play edit import-1.4 --won ben --title Azul
    """
    from companion.table.logged.addition import PlayDetails
    from companion.table.logged.correction import Edit, edit_play
    from companion.table.logged.result import Ending
    from companion.table.logged.span import TypedTime

    ending = Ending(won or (), lowest, team or (), coop)
    details = PlayDetails(TypedTime(on, at, minutes), ending, place, comment, new)
    return edit_play(ctx.obj, play, Edit(details, players, title))


@play.command("delete")
@takes(play=False)
def delete(
    ctx: typer.Context,
    play: OnePlay,
) -> Reply:
    """Take a play out of all lists and counts; nothing is lost.

    `play restore` brings it back.

    \b
    Examples:
      companion play delete told-3
      companion play delete import-1.4
    """
    from companion.table.logged.removal import delete_play

    return delete_play(ctx.obj, play)


@play.command("restore")
@takes(play=False)
def restore(
    ctx: typer.Context,
    play: OnePlay,
) -> Reply:
    """Let a play count again that was deleted.

    \b
    Examples:
      companion plays --deleted
      companion play restore told-3
    """
    from companion.table.logged.removal import restore_play

    return restore_play(ctx.obj, play)


@play.command("same")
@takes(play=False)
def same(ctx: typer.Context, one: OnePlay, other: OnePlay) -> Reply:
    """Say that two plays are one: it counts once.

    Two devices may have followed it; both logs stay. Groups that are joined say which plays look
    like one; this is for those that do not, and for a play that another program told as well.

    \b
    Examples:
      companion play same bwd-3 bwd-5
      companion play same bwd-3 import-1.2
    """
    from companion.table.history.same_plays import say_same

    return say_same(ctx.obj, one, other)


@play.command("apart")
@takes(play=False)
def apart(ctx: typer.Context, one: OnePlay, other: OnePlay) -> Reply:
    """Say that two plays are two, though they look like one.

    \b
    Examples:
      companion play apart bwd-3 bwd-5
    """
    from companion.table.history.same_plays import say_two

    return say_two(ctx.obj, one, other)


@play.command("split")
@takes(play=False)
def split(ctx: typer.Context, one: OnePlay) -> Reply:
    """Say that what is counted as one play was two.

    Either of the two may be named; `companion plays` says which they are.

    \b
    Examples:
      companion play split bwd-5
    """
    from companion.table.history.same_plays import say_split

    return say_split(ctx.obj, one)


@app.command("resume")
@takes(play=False)
def resume(
    ctx: typer.Context,
    play: PlayOrCurrent = None,
) -> Reply:
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

    return go_back(ctx.obj, play)
