"""How wide texts are on a terminal, and how they are cut where they are too wide."""

from rich.cells import cell_len, set_cell_size


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
