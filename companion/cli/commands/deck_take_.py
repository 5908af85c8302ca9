"""`companion deck take`: another group's deck, from its codes."""

from typing import Annotated

import typer

from companion.cli.commands.deck_import_ import Name, read_archive
from companion.cli.incoming import lines_of
from companion.copies import cardcode
from companion.copies.archive import Archive, unpacked
from companion.copies.parts import Part, join, read_part
from companion.core.names import short, visible
from companion.errors import CompanionError, Invalid
from companion.table.options import takes
from companion.table.reply import Reply
from companion.table.taking import carry_out, planned, told

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
    plan = planned(ctx.obj, _archive(files or []), name)
    reply = told(ctx.obj, plan, done=yes).settled(ctx.obj.asked.as_json)
    if yes:
        carry_out(ctx.obj, plan)
    return reply


def _archive(files: list[str]) -> Archive:
    if len(files) == 1 and files[0].lower().endswith(".json"):
        return read_archive(files[0])
    return unpacked(join(_parts(files)))


def _parts(files: list[str]) -> list[Part]:
    """The parts of a deck among what comes in, which may hold codes of cards as well.

    Raises Invalid for what is no code, or a damaged one.
    """
    found: list[Part] = []
    lines_left = 0
    for line in lines_of(files):
        text = line.lstrip().rstrip("\r\n\t ")
        part = read_part(text)
        if part is not None:
            found.append(part)
        elif cardcode.is_head(text):
            lines_left = 2
        elif lines_left or not text or _is_card(text):
            lines_left = max(0, lines_left - 1)
        else:
            raise Invalid(
                f"“{short(visible(text))}” is no part of a deck.",
                "Its codes begin with CMPD1: `companion deck print COPY --parts` prints them.",
            )
    return found


def _is_card(text: str) -> bool:
    try:
        return cardcode.read(text) is not None
    except CompanionError:
        return True
