"""One file a command, each with a Typer called `app`."""
