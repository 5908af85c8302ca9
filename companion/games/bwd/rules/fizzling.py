"""Moved to `wards`."""

from companion.games.bwd.wards import can_fizzle as can_fizzle
from companion.games.bwd.wards import stoppers as stoppers
