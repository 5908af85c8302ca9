"""Where it was: see `seen`."""

from companion.games.boolean.dice.seen import (
    BLACK as BLACK,
)
from companion.games.boolean.dice.seen import (
    COLOURS as COLOURS,
)
from companion.games.boolean.dice.seen import (
    UNSEEN as UNSEEN,
)
from companion.games.boolean.dice.seen import (
    WHITE as WHITE,
)
from companion.games.boolean.dice.seen import (
    colours as colours,
)
from companion.games.boolean.dice.seen import (
    whites_in as whites_in,
)
