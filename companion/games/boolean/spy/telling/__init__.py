"""A play of Spy vs. Spy in words, as a table, as JSON."""

from companion.games.boolean.spy.telling.describe import begins, describe
from companion.games.boolean.spy.telling.in_front import in_front
from companion.games.boolean.spy.telling.report import options_again, player_report, report
from companion.games.boolean.spy.telling.todo import status_line, todo, where
from companion.games.boolean.spy.telling.view import view

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
