"""What each game shows besides what all have: dice to be tapped, boards, pads, clocks.

A face is made of what `table --json` prints and of what the prompt offers, so it knows no rules: a
game that has none here is played by buttons made of the offers alone. The module of a game's face
is called as the game's id and has a function `face`; its template, style and script lie under
`templates/faces` and `static/faces` by the same name.
"""

from functools import cache
from importlib.resources import files
from importlib.util import find_spec


@cache
def has_face(game: str) -> bool:
    """Whether a game has a face of its own."""
    return game.isidentifier() and find_spec(f"companion.web.faces.{game}") is not None


@cache
def wanted(game: str) -> tuple[str, ...]:
    """The names of the styles and scripts of a game's face."""
    static = files("companion.web") / "static" / "faces"
    names = [f"{game}.{kind}" for kind in ("css", "js")] if has_face(game) else []
    return tuple(name for name in names if static.joinpath(name).is_file())
