"""Starts the program and the yardsticks alike: by the script that pip wrote for the program.

The yardsticks' scripts are copies of it that name another module, so whatever such a script costs
is paid by all. Where there is none, or it cannot be read as text, all are run by `python -m`.

The yardsticks are Typer applications with every setting left at its default, which is how anybody
would write the smallest one; `rich_markup_mode` is therefore "rich", and costs nothing until help
or an error is shown.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.bench.rows import EMPTY, EMPTY_RICH

_PROGRAM = "companion.__main__"
# In the interpreter's own folder, links not followed: in a venv it is a link to another place.
_SCRIPT = Path(sys.executable).parent / "companion"
_CHECKOUT = Path(__file__).resolve().parents[2]

_SOURCES = {
    EMPTY: '''"""The smallest application of two commands."""

import typer

app = typer.Typer()


@app.command()
def one() -> None:
    """Do nothing."""


@app.command()
def two() -> None:
    """Do nothing either."""


main = app

if __name__ == "__main__":
    main()
''',
    EMPTY_RICH: '''"""The smallest application of two commands, one of which draws a table."""

import typer

app = typer.Typer()


@app.command()
def one() -> None:
    """Draw a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table("Player", "Points")
    table.add_row("Ana", "3")
    table.add_row("Ben", "5")
    Console().print(table)


@app.command()
def two() -> None:
    """Do nothing."""


main = app

if __name__ == "__main__":
    main()
''',
}
_UNWANTED = ("PYTHONDONTWRITEBYTECODE", "FORCE_COLOR", "COMPANION_TRACEBACK", "COMPANION_SEED")


def commands(folder: Path) -> dict[str, list[str]]:
    """How to start the program (under the name `companion`) and each yardstick (made here)."""
    script = _installed_script()
    by_script = [str(_SCRIPT)] if script is not None else [sys.executable, "-m", "companion"]
    started = {"companion": by_script}
    for number, (name, source) in enumerate(_SOURCES.items()):
        module = f"yardstick_{number}"
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
        if script is None:
            started[name] = [sys.executable, "-m", module, "one"]
            continue
        # Named unlike the module, which lies beside it and is cached as the program's are.
        path = folder / f"start-{number}"
        path.write_text(script.replace(_PROGRAM, module), encoding="utf-8")
        path.chmod(0o755)
        started[name] = [str(path), "one"]
    return started


def environment(folder: Path, home: Path) -> Mapping[str, str]:
    """The surroundings of every measured process; bytecode is cached, as it is for everybody."""
    kept = {name: value for name, value in os.environ.items() if name not in _UNWANTED}
    kept["COMPANION_HOME"] = str(home)
    if _installed_script() is None:
        kept["PYTHONPATH"] = os.pathsep.join([str(folder), str(_CHECKOUT)])
    return kept


def _installed_script() -> str | None:
    try:
        text = _SCRIPT.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return text if _PROGRAM in text else None
