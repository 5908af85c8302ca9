"""A play of Shut the Box in words, as a table, as JSON."""

from companion.games.boolean.box.telling.describe import begins, describe, status_line, where
from companion.games.boolean.box.telling.in_front import in_front
from companion.games.boolean.box.telling.report import options_again, player_report, report
from companion.games.boolean.box.telling.todo import todo
from companion.games.boolean.box.telling.view import view

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
