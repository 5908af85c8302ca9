"""What a terminal has for texts: how wide they are, cut where they are too wide, signs, colours."""

from rich.cells import cell_len, set_cell_size

HUES = ("cyan", "yellow", "magenta", "green", "bright_blue", "red", "bright_cyan", "bright_magenta")


def wide(text: str) -> int:
    """The columns that a text takes on a terminal."""
    return cell_len(text)


def cut(text: str, room: int, *, plain: bool = False) -> str:
    """A text no wider than so many columns: its beginning and `…`, if it has to be.

    `plain` ends it with a sign that every encoding has. Of one column, that sign is all.
    """
    if wide(text) <= room:
        return text
    return set_cell_size(text, max(room - 1, 0)).rstrip() + ("~" if plain else "…")


def said(words: str, plain: bool) -> str:
    """Words as the encoding has them: a real minus sign is not in ASCII."""
    return words.replace("−", "-") if plain else words


def hue_of(place: int) -> str:
    """The colour of a line, which nothing depends on."""
    return HUES[place % len(HUES)]
