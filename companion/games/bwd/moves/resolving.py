"""Moved."""

from companion.games.bwd.effects import Choice as Choice
from companion.games.bwd.resolve import resolve as resolve
from companion.games.bwd.resolve import resolve_all as resolve_all
