"""Moved to `tagging`."""

from companion.games.bwd.tagging import tag as tag
