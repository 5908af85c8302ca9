"""Moved to `wards`."""

from companion.games.bwd.wards import card_on as card_on
from companion.games.bwd.wards import in_force as in_force
from companion.games.bwd.wards import why_idle as why_idle
