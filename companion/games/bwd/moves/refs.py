"""Moved to `faces`."""

from companion.games.bwd.faces import (
    EMPTY as EMPTY,
)
from companion.games.bwd.faces import (
    counted as counted,
)
from companion.games.bwd.faces import (
    find_die as find_die,
)
from companion.games.bwd.faces import (
    find_face as find_face,
)
from companion.games.bwd.faces import (
    key_in_play as key_in_play,
)
from companion.games.bwd.faces import (
    place_of as place_of,
)
from companion.games.bwd.faces import (
    split_ref as split_ref,
)
from companion.games.bwd.faces import (
    spoken_faces as spoken_faces,
)
from companion.games.bwd.faces import (
    way_of as way_of,
)
