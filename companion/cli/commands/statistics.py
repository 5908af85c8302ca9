"""`stats`, `ratings` and `chart ...`: statistics of the group's plays."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.cli.commands.plays import Filters, Players, PlayOrCurrent
from companion.cli.declared import command
from companion.cli.destination import OutputTarget, output_target, sent
from companion.core.command import flag, word
from companion.core.reply import Reply
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.table.desk import Desk
from companion.table.files import STANDARD
from companion.table.history.filters import Selection, players_named, selected

if TYPE_CHECKING:
    from companion.core.blocks import Chart


GROUPS = {
    "chart": """Draw charts of points, wins, ratings and growing decks.

Examples:
  companion chart points                   this play, round by round
  companion chart wins --game bwd
  companion chart ratings -o ratings.svg
  companion chart growth friday -o growth.png
""",
}


@command("stats", play=False)
def stats(
    desk: Desk,
    players: Players = (),
    *,
    filters: Filters,
    every: Annotated[bool, flag("Show all, however many there are.", name="--all")] = False,
) -> Reply:
    """See who wins what, against whom, and whether going first helps.

    Examples:
      companion stats
      companion stats ana           game by game, and against each player
      companion stats ana ben       against each other
      companion stats --game bwd    with scores and icons
      companion stats --since 2026
      companion stats --place kitchen

    Cooperative plays are counted separately. H-index 7: seven games were played at least seven
    times each. Nickels are games with 5 to 9 plays, dimes those with 10 or more.
    """
    about = selected(desk, filters.choice())
    reply = _answer(about, players, every)
    return replace(reply, warnings=(*reply.warnings, *about.twice))


def _answer(about: Selection, players: Sequence[str], every: bool) -> Reply:
    if not players:
        from companion.table.history import statistics

        return statistics.overview(about, every)
    from companion.table.history import player_statistics

    names = players_named(about, players)
    if len(names) == 1:
        return player_statistics.one_player(about, names[0], every)
    return player_statistics.several_players(about, names)


@command("ratings", play=False)
def ratings(
    desk: Desk,
    players: Players = (),
    *,
    filters: Filters,
) -> Reply:
    """See how strong each player is, and how certain that is.

    Examples:
      companion ratings
      companion ratings --game bwd
      companion ratings ana ben --since 2026
      companion chart ratings -o ratings.svg    how they developed
    """
    from companion.table.history.ratings import ratings as rated

    return rated(selected(desk, filters.choice()), players)


class ChartFile(NamedTuple):
    """The options for the file of a chart."""

    output: Annotated[
        str | None,
        word(
            alias="-o",
            metavar="FILE",
            help="The file to write: .svg, .png, .pdf or .html; - is a pipe.",
        ),
    ] = None
    kind: Annotated[
        str | None,
        word(name="--as", metavar="KIND", help="svg, png, pdf or html; else by the file name."),
    ] = None

    def target(self, as_json: bool) -> OutputTarget | None:
        """Parse the options; None means the terminal. Called before anything is counted.

        Raises Invalid for an unknown kind, and for two things on one output.
        """
        return output_target(
            self.output, self.kind, False, as_json, example="chart.svg", usual="svg"
        )


def chart_reply(way: OutputTarget | None, reply: Reply, chart: "Chart") -> Reply:
    """The reply itself, or, if the chart goes to a file, a line that names the file.

    Then `--json` also prints `file` and `kind`. Raises Unusable if a library is not installed,
    Refused or StorageError if the file cannot be written.
    """
    if way is None:
        return reply
    from companion.printing import document

    full = {**reply.document(), "file": way.file, "kind": way.kind}
    made = document.chart(way.kind, chart)
    went = sent(way, made, chart.title)
    return Reply(
        document=lambda: full,
        lines=() if way.file == STANDARD else (f"{chart.title}: {went.where}.",),
        warnings=(*reply.warnings, *made.warnings),
    )


def _copies(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    from companion.cli.commands.deck.boxes import copies

    return copies(desk, typed, beginning)


@command("chart points")
def chart_points(desk: Desk, play: PlayOrCurrent = None, *, to: ChartFile) -> Reply:
    """Draw the points of a play, round by round.

    Examples:
      companion chart points
      companion chart points bwd-3 -o evening.svg
    """
    from companion.table.history.report import report

    way = to.target(desk.options.as_json)
    found = report(desk, desk.options.play if play is None else play)
    title, track = f"{found.title} ({found.record.play})", found.track
    if track is None or not track.has_changes:
        raise Refused(
            f"There is nothing to draw: no points were entered during {found.record.play}.",
            f"`companion play show {found.record.play}` shows what is known.",
        )
    drawn = track.chart(title)
    reply = Reply(document=found.document, blocks=lambda: [drawn])
    return chart_reply(way, reply, drawn)


@command("chart wins", play=False)
def chart_wins(
    desk: Desk,
    players: Players = (),
    *,
    filters: Filters,
    to: ChartFile,
) -> Reply:
    """Draw each player's wins over time.

    Examples:
      companion chart wins
      companion chart wins ana ben --game bwd -o wins.svg
    """
    from companion.table.history import charts

    way = to.target(desk.options.as_json)
    about = selected(desk, filters.choice())
    return chart_reply(way, *charts.wins(about, players))


@command("chart ratings", play=False)
def chart_ratings(
    desk: Desk,
    players: Players = (),
    *,
    filters: Filters,
    to: ChartFile,
) -> Reply:
    """Draw the ratings over time, and how certain they were.

    Examples:
      companion chart ratings
      companion chart ratings ana ben --game bwd -o ratings.png
    """
    from companion.table.history import charts

    way = to.target(desk.options.as_json)
    about = selected(desk, filters.choice())
    return chart_reply(way, *charts.ratings(about, players))


@command("chart growth", play=False)
def chart_growth(
    desk: Desk,
    copy: Annotated[str | None, _copies, word(metavar="BOX")] = None,
    *,
    to: ChartFile,
) -> Reply:
    """Draw how a deck that players write on has grown.

    Examples:
      companion chart growth
      companion chart growth friday -o growth.svg
    """
    from companion.table.history import charts

    way = to.target(desk.options.as_json)
    return chart_reply(way, *charts.growth(desk, copy))
