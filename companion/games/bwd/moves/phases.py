"""Moved to `rounds` and `turns`."""

from companion.games.bwd.rounds import advance as advance
from companion.games.bwd.rounds import begin as begin
from companion.games.bwd.rounds import begin_turn_for as begin_turn_for
from companion.games.bwd.rounds import end_round as end_round
from companion.games.bwd.turns import repeat as repeat
