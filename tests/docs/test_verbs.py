"""Tables of commands in README and guides say what the program says."""

import pytest

from tests.cli.tree import leaves, spoken
from tests.docs.documents import DOCUMENTS, GUIDES
from tests.docs.verbs import MARKED, told, with_tables

TEXTS = {name: path.read_text("utf-8") for name, path in DOCUMENTS.items()}
WITH_TABLES = [name for name, text in TEXTS.items() if MARKED.search(text)]


@pytest.mark.parametrize("name", WITH_TABLES)
def test_a_table_of_commands_says_what_the_program_says(name, regold):
    now = with_tables(TEXTS[name])
    if regold:
        DOCUMENTS[name].write_text(now, "utf-8")
    elif now != TEXTS[name]:
        pytest.fail(f"{DOCUMENTS[name]}: `pytest tests/docs --regold` writes its tables anew.")


def test_every_command_is_in_a_table():
    """In a guide; one of a group where the group's own table is, or the game's."""
    shown = set().union(*(told(TEXTS[name]) for name in ("README", *GUIDES)))
    assert [spoken(path) for path in leaves() if path not in shown] == []


def test_a_wrong_table_is_found():
    text = DOCUMENTS["commands"].read_text("utf-8")
    assert with_tables(text.replace("| `undo [ENTRY]` |", "| `undo` |")) == with_tables(text)
    assert "`undo [ENTRY]`" in with_tables("<!-- verbs: -->\n<!-- end -->")


def test_a_sign_that_would_end_a_cell_is_written_so_that_it_does_not():
    assert r"`score PLAYER ±N\|=N ...`" in with_tables("<!-- verbs: : score -->\n<!-- end -->")
