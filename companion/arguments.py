"""Arguments and options that commands of every game have in common, as Typer takes them."""

from typing import Annotated

import typer

Players = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PLAYER...]", help="Clockwise; the same as last.", show_default=False),
]
"""Who begins a play; those of the play at hand where nobody is named."""
Player = Annotated[str, typer.Argument(metavar="PLAYER", show_default=False)]
MaybePlayer = Annotated[str | None, typer.Argument(metavar="[PLAYER]", show_default=False)]
Entry = Annotated[str | None, typer.Argument(metavar="[ENTRY]", show_default=False)]
"""The number of an entry, as `companion log` shows it."""
Virtual = Annotated[bool, typer.Option("--virtual", help="Let the companion roll.")]
