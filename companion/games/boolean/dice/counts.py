"""Where it was: see `names`."""

from companion.games.boolean.dice.names import HALF as HALF
from companion.games.boolean.dice.names import SET as SET
