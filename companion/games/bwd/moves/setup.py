"""Moved to `setup`, `reserve` and `additions`."""

from companion.games.bwd.additions import add as add
from companion.games.bwd.additions import fill as fill
from companion.games.bwd.reserve import deal as deal
from companion.games.bwd.setup import opening as opening
from companion.games.bwd.setup import setup_option as setup_option
