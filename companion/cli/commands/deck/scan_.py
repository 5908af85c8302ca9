"""`companion deck scan`: the codes in photographs and PDFs, as text."""

from typing import Annotated

import typer

from companion.core.names import visible
from companion.core.reply import Reply
from companion.errors import CompanionError
from companion.table.current import takes
from companion.table.files import require_file, short_name

app = typer.Typer()


@app.command("scan")
@takes(group=False, play=False)
def scan(
    ctx: typer.Context,
    images: Annotated[list[str], typer.Argument(metavar="IMAGE...", show_default=False)],
) -> Reply:
    """Read the codes in photographs and PDFs.

    \b
    Examples:
      companion deck scan cards.jpg
      companion deck scan sheet.pdf | companion deck check friday
    """
    from companion.render.terminal import progress
    from companion.scanning import codes_in

    found: list[tuple[str, str]] = []
    problems: list[CompanionError] = []
    for image in images:
        try:
            require_file(image)
            with progress(f"Looking for codes in {short_name(image)}") as tick:
                found += [(image, text) for text in codes_in(image, tick)]
        except CompanionError as problem:
            problems.append(problem)
    if problems and not found:
        raise problems[0]
    return Reply(
        document=lambda: {"codes": [{"file": image, "text": text} for image, text in found]},
        text="".join(f"{visible(line)}\n" for _, text in found for line in text.splitlines()),
        warnings=tuple(problem.message for problem in problems),
    )
