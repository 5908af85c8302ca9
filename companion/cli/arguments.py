"""Arguments and options that several commands have in common, as Typer takes them."""

from typing import Annotated

import typer

MaybePlayer = Annotated[str | None, typer.Argument(metavar="[PLAYER]", show_default=False)]
Entry = Annotated[str | None, typer.Argument(metavar="[ENTRY]", show_default=False)]
"""The number of an entry, as `companion log` shows it."""
