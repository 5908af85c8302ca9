"""`companion deck take`: another group's deck, from its codes."""

from collections.abc import Iterable
from typing import Annotated

import typer

from companion.boxes.archive import Archive, Part, join, unpacked
from companion.boxes.codes import NoCode, Reader
from companion.cli.commands.deck.import_ import Name, read_archive
from companion.cli.incoming import Incoming
from companion.core.names import short, visible
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.table.boxes.take import carry_out, planned, told
from companion.table.current import takes

app = typer.Typer()


@app.command("take")
@takes(play=False)
def take(
    ctx: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE...]", show_default=False)
    ] = None,
    name: Name = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do it, after you saw what changes.")] = False,
) -> Reply:
    """Take over a deck from its codes: see what changes, then do it.

    From photographs, PDFs, text files, or typed by a scanner. A box that is not here yet becomes a
    new one; one that is gets what is new on top. Nothing is overwritten.

    \b
    Examples:
      companion deck take page1.jpg page2.jpg
      companion deck take page1.jpg page2.jpg --yes
      companion deck take friday.json
    """
    archive, warnings = _read(files or [])
    plan = planned(ctx.obj, archive, name)
    reply = told(ctx.obj, plan, done=yes).settled(ctx.obj.asked.as_json)
    if yes:
        carry_out(ctx.obj, plan)
    return reply._replace(warnings=warnings)


def _read(files: list[str]) -> tuple[Archive, tuple[str, ...]]:
    """The deck that comes in, and what is to be said of files that could not be read."""
    if len(files) == 1 and files[0].lower().endswith(".json"):
        return read_archive(files[0]), ()
    incoming = Incoming(files)
    return unpacked(join(_parts(incoming))), incoming.warnings


def _parts(lines: Iterable[str]) -> list[Part]:
    """The parts of a deck among what comes in, which may hold codes of cards as well.

    Raises Invalid for what is no code, or a damaged one, and TooNew.
    """
    reader = Reader()
    found = [one for line in lines for one in reader.read(line)] + reader.end()
    for one in found:
        if isinstance(one, NoCode):
            raise one.problem or Invalid(
                f"“{short(visible(one.text))}” is no part of a deck.",
                "Its codes begin with CMPD: `companion deck print COPY --parts` prints them.",
            )
    return [one for one in found if isinstance(one, Part)]
