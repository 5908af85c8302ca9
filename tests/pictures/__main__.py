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
from companion.cli.run import make_desk
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

BLANK = """
2025-03-01
blank box new "Friday box" --mark ★ --owner Ana
blank rule add "If a 1 is played, then all players sing" --printed
blank rule add "If a shield is played, then the next player claps" --printed
blank rule add "If somebody says “no”, then draw a card" --printed
start blank Ana Ben Cho --rules 1,2,3
blank win ben
blank rule add "If a 6 is played, then the next player draws a card" --prize
blank rule approve 15
blank rule ink 15
2025-03-08
start blank Ana Ben Cho --rules 15,1,2
blank win cho
blank card customise 4-hexagon "The previous player gives you a card" --title Toll --prize --inked
2025-03-22
start blank Ben Ana Cho --rules 15,2,3
blank win ben
2025-03-23
blank rule edit 15 --effect "draws two cards" --by Ben --approved
"""

BOX = """
2025-03-01
blank box new "Friday box" --mark ★ --owner Ana
blank rule add "If a 1 is played, then all players sing" --printed
blank rule add "If somebody says “no”, then draw a card" --printed
blank rule add "If a shield is played, then the next player claps" --by Ben --inked
blank rule add "If two hexagons lie on each other, then everybody stands up" --by Cho --inked
blank card customise 4-hexagon "The previous player gives you a card" --title Toll --by Cho --inked
blank card customise 2-circle "Skip the next player" --title "Short night" --by Ana --approved
blank box new Cellar --mark ♥
"""

BOARD = """
start dicebox Ana Ben --colors ana=red,yellow ben=blue,white
dicebox seed 3
dicebox roll ana r4 r4 r1 y6 y5 y2 b4 b2 b1 w6 w2 w3
dicebox roll ben r5 r3 r2 y4 y3 y1 b5 b5 b2 w6 w5 w1
dicebox place r4 d3
dicebox place b5 e3
dicebox place w2 c2
dicebox place w1 c1
dicebox place y6 e2
dicebox place w5 e1
dicebox place r4 c4
dicebox place b5 d4
"""

LIAR = """
start lwd Ana Ben Cho --wildcards
lwd round 3
lwd guess ana 2x5
lwd guess 3x5
lwd guess 4x5
lwd challenge ana --reveal 5,1,3,5,w,6,4,1,2
"""

PILE = (
    BOX
    + """
deck print friday --all -o HOME/all.pdf
deck print cellar --card r3 -o HOME/cellar.pdf
2025-03-08
blank rule edit 15 --effect "the next player bows" --by Ben --approved
blank rule add "If the lights go out, then the youngest player draws a card" --by Ana --inked
"""
)

SHEET = "deck print friday --card 1 --card 2 --card 15 --card 16 --card toll"
"""What stands on the picture of a sheet: a page of it would be too long for a README."""

PUZZLE = "boolean puzzle checkerboard-cube --remove 0w,5w"

YEARS = """
2025-03-01
start bwd Ana Ben Cho --target 20
score ana +3 ben +1
next
score ana +2 ben +3 cho +5
next
score ana +4 ben +2 cho +1
next
score ana−2 ben +6 cho +2
next
score ana +5 ben +1 cho +4
next
score ana +6 ben−1 cho +5
finish
2025-03-08
start lwd Ana Ben Cho
finish --winner cho
start bwd Ben Ana Cho
score ben +12
finish
2025-03-15
start blank Ana Ben Cho
finish --winner ana
2025-03-22
start bwd Cho Ana Ben
score ana +10
finish
start lwd Ana Ben
finish --winner ana
2025-04-05
start bwd Ana Ben Cho
score cho +14
finish
start dicebox Ana Ben
score ana +31 ben +28
finish
"""
"""Some evenings of three friends, the first of them told round by round."""

PICTURES = {
    "table": (GAME, "table", 80),
    "dice": (GAME, "bwd dice", 80),
    "story": (BLANK, "blank box story", 80),
    "lookup": (GAME, 'lookup "can I reroll a die I already resolved"', 80),
    "here": (GAME, "lookup --here", 80),
    "dicebox": (BOARD, "table", 80),
    "odds": (LIAR, "lwd odds", 80),
    "stats": (YEARS, "stats", 80),
    "check": (PILE, "deck check friday HOME/all.pdf HOME/cellar.pdf", 80),
}


def play(lines: str) -> None:
    """Run commands, a line each; a line that is a date is the day from then on."""
    day = "2025-03-01"
    for line in lines.strip().splitlines():
        if re.fullmatch(r"[\d-]+", line):
            day = line
            continue
        desk = make_desk()
        desk.now = lambda day=day: f"{day}T19:30:00Z"
        with redirect_stdout(StringIO()):
            words = split(line)
            root().main(words, prog_name="companion", standalone_mode=False, obj=desk)


def split(line: str) -> list[str]:
    """The words of a command; `HOME` in it is a folder that is gone when the picture is drawn."""
    return shlex.split(line.replace("HOME", os.environ["COMPANION_HOME"]))


def answer(command: str, width: int) -> str:
    """A command's answer as an SVG picture of a terminal."""
    words = split(command)
    reply = root().main(words, prog_name="companion", standalone_mode=False, obj=make_desk())
    paper = StringIO()
    console = Console(
        record=True, width=width, file=paper, force_terminal=True, color_system="truecolor"
    )
    draw(reply.blocks(), console)
    title = f"companion {command.replace('HOME/', '')}"
    svg = console.export_svg(title=title, theme=MONOKAI, unique_id="companion")
    # The fonts that Rich would fetch from elsewhere: the reader's own monospace will do.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)
    # On every line by itself: otherwise some readers leave the blanks at its beginning away.
    return svg.replace("<text ", '<text xml:space="preserve" ')


def main() -> None:
    """Play a little for every picture, then draw it."""
    FOLDER.mkdir(exist_ok=True)
    for name, (played, command, width) in PICTURES.items():
        with tempfile.TemporaryDirectory() as home:
            os.environ["COMPANION_HOME"] = home
            play(played)
            path = FOLDER / f"{name}.svg"
            path.write_text(answer(command, width) + "\n", encoding="utf-8")
            print(path.name, file=sys.stderr)
    with tempfile.TemporaryDirectory() as home:
        os.environ["COMPANION_HOME"] = home
        play(f"{BOX}\n{SHEET} -o {FOLDER}/sheet.svg")
        cut_off(FOLDER / "sheet.svg")
        play(f"{PUZZLE} -o {FOLDER}/puzzle.svg")
        play(f"{YEARS}\nchart points bwd-1 -o {FOLDER}/tracks.svg")


def cut_off(path: Path) -> None:
    """Leave the empty rest of a page away."""
    svg = path.read_text("utf-8")
    svg = re.sub(
        r'height="297mm" viewBox="0 0 210 297"', 'height="125mm" viewBox="0 0 210 125"', svg
    )
    path.write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
