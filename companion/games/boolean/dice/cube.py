"""Where it was: see `names`."""

from companion.games.boolean.dice.names import (
    AROUND as AROUND,
)
from companion.games.boolean.dice.names import (
    BACK as BACK,
)
from companion.games.boolean.dice.names import (
    BOTTOM as BOTTOM,
)
from companion.games.boolean.dice.names import (
    FACES as FACES,
)
from companion.games.boolean.dice.names import (
    FRONT as FRONT,
)
from companion.games.boolean.dice.names import (
    LEFT as LEFT,
)
from companion.games.boolean.dice.names import (
    RIGHT as RIGHT,
)
from companion.games.boolean.dice.names import (
    TOP as TOP,
)
from companion.games.boolean.dice.names import (
    Colouring as Colouring,
)
from companion.games.boolean.dice.names import (
    Turn as Turn,
)
from companion.games.boolean.dice.names import (
    dice as dice,
)
from companion.games.boolean.dice.names import (
    opposite as opposite,
)
from companion.games.boolean.dice.names import (
    turned as turned,
)
from companion.games.boolean.dice.names import (
    turns as turns,
)
from companion.games.boolean.dice.names import (
    ways as ways,
)
