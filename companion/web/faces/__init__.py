"""A game's own part of the page: dice to tap, boards, pads, clocks.

A face is made from `table --json` and the prompt's offers, so it knows no rules; games without one
are played with buttons made from the offers. The module of a face is named like the game's id, and
has a function `face`; its template, style and script have the same name in `templates/faces` and
`static/faces`.
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
