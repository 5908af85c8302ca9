"""Where it was: see `names`."""

from companion.games.boolean.dice.names import (
    BLACK as BLACK,
)
from companion.games.boolean.dice.names import (
    LEGEND as LEGEND,
)
from companion.games.boolean.dice.names import (
    UNSEEN as UNSEEN,
)
from companion.games.boolean.dice.names import (
    WHITE as WHITE,
)
