"""Moved to `room`."""

from companion.games.bwd.room import can_tag as can_tag
from companion.games.bwd.room import taggable as taggable
