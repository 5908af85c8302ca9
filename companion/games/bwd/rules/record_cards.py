"""Moved to `state`."""

from companion.games.bwd.state import plus_one as plus_one
