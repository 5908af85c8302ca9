"""Draw the README's pictures: `python -m tests.pictures` writes them into `.pictures`.

They show what the program prints, so they are made by the program: a few commands in an empty
home, the last one's answer on a recording console.
"""

import os
import re
import shlex
import sys
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from companion.cli.app import root
from companion.cli.main import make_desk
from companion.render.terminal import draw

FOLDER = Path(__file__).resolve().parents[2] / ".pictures"

GAME = """
start bwd Ana Ben --set V1
bwd tag ana.1 points
bwd tag ana.1 investment
bwd tag ana.2 tag
bwd tag ana.2 the-window
bwd tag ben.1 junk
bwd tag ben.1 split
bwd tag ben.2 erase
bwd tag ben.2 points
bwd tag common points
bwd tag common wheels
bwd roll common=wheels
bwd roll ana.1=3 ana.2=the-window ben.1=blank ben.2=-2
bwd resolve ana.1
"""

PICTURES = {"table": ("table", 80), "dice": ("bwd dice", 80)}


def answer(command: str, width: int) -> str:
    """A command's answer as an SVG picture of a terminal."""
    words = shlex.split(command)
    reply = root().main(words, prog_name="companion", standalone_mode=False, obj=make_desk())
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True)
    draw(reply.blocks(), console)
    svg = console.export_svg(title=f"companion {command}", theme=MONOKAI, unique_id="companion")
    # The fonts that Rich would fetch from elsewhere: the reader's own monospace will do.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)


def main() -> None:
    """Play a little, then draw every picture."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["COMPANION_HOME"] = home
        for line in GAME.strip().splitlines():
            with redirect_stdout(StringIO()):
                root().main(
                    shlex.split(line), prog_name="companion", standalone_mode=False, obj=make_desk()
                )
        for name, (command, width) in PICTURES.items():
            path = FOLDER / f"{name}.svg"
            path.write_text(answer(command, width) + "\n", encoding="utf-8")
            print(path.name, file=sys.stderr)


if __name__ == "__main__":
    main()
