"""A play of Sort in words, as a table, as JSON."""

from companion.games.boolean.sort.telling.describe import begins, describe, status_line, where
from companion.games.boolean.sort.telling.in_front import in_front
from companion.games.boolean.sort.telling.report import options_again, player_report, report
from companion.games.boolean.sort.telling.todo import todo
from companion.games.boolean.sort.telling.view import view

__all__ = [
    "begins",
    "describe",
    "in_front",
    "options_again",
    "player_report",
    "report",
    "status_line",
    "todo",
    "view",
    "where",
]
