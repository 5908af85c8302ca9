"""Moved to `wards`."""

from companion.games.bwd.wards import always_of as always_of
from companion.games.bwd.wards import wards_of as wards_of
from companion.games.bwd.wards import warn_of_wards as warn_of_wards
