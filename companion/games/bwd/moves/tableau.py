"""Moved to `tableau` and `discs`."""

from companion.games.bwd.discs import mark as mark
from companion.games.bwd.tableau import neutralize as neutralize
from companion.games.bwd.tableau import restore as restore
