"""What is held of every table that a transcript shows."""

import pytest

from companion.core.blocks import Table
from companion.render import terminal


@pytest.fixture(autouse=True)
def columns_are_called_something(monkeypatch):
    """Where one column has a title, those without are heard as something on pages."""
    draw = terminal._table

    def drawn(table: Table):
        titles = [column.title for column in table.columns]
        if any(titles):
            assert all(column.title or column.read_aloud for column in table.columns), titles
        return draw(table)

    monkeypatch.setattr(terminal, "_table", drawn)
