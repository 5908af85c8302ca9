"""Charts that leave as files: the options of every command that draws one, and what it answers."""

from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.destination import Way, sent, way_out
from companion.core.reply import Reply
from companion.table.files import STANDARD

if TYPE_CHECKING:
    from companion.core.blocks import Chart

Output = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="A .svg, .png, .pdf or .html; - is here."),
]
Kind = Annotated[
    str | None,
    typer.Option("--as", metavar="KIND", help="svg, png, pdf or html, if not by the ending."),
]


def chart_way(output: str | None, kind: str | None, as_json: bool) -> Way | None:
    """Where a chart is to go; None for the terminal. Asked first, before anything is counted.

    Raises Invalid for a kind that there is not, and for two things on one output.
    """
    return way_out(output, kind, False, as_json, example="chart.svg", usual="svg")


def chart_reply(way: Way | None, reply: Reply, chart: "Chart") -> Reply:
    """The answer as it is, or, where the chart goes somewhere, a line on where it went.

    What `--json` prints has `file` and `kind` added then. Raises Unusable where a library is not
    installed, Refused or StorageError where the file cannot be written.
    """
    if way is None:
        return reply
    from companion.printing import document

    told = {**reply.document(), "file": way.file, "kind": way.kind}
    made = document.chart(way.kind, chart)
    went = sent(way, made, chart.title)
    return Reply(
        document=lambda: told,
        lines=() if way.file == STANDARD else (f"{chart.title}: {went.told}.",),
        warnings=(*reply.warnings, *made.warnings),
    )
