"""A play of The Stack in words, as a table, as JSON."""

from companion.games.boolean.stack.telling.describe import begins, describe
from companion.games.boolean.stack.telling.in_front import in_front
from companion.games.boolean.stack.telling.report import options_again, player_report, report
from companion.games.boolean.stack.telling.todo import status_line, todo, where
from companion.games.boolean.stack.telling.view import view

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
