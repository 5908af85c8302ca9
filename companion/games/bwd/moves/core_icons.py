"""Moved."""

from companion.games.bwd.effects import Choice as Choice
