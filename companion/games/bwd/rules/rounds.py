"""Moved to `phases` and `points`."""

from companion.games.bwd.faces import spoken as spoken
from companion.games.bwd.phases import BLANK_FACE as BLANK_FACE
from companion.games.bwd.phases import CHOICES as CHOICES
from companion.games.bwd.phases import Step as Step
from companion.games.bwd.phases import effects as effects
from companion.games.bwd.phases import holds_up as holds_up
from companion.games.bwd.phases import how_to_resolve as how_to_resolve
from companion.games.bwd.phases import may_resolve as may_resolve
from companion.games.bwd.phases import next_step as next_step
from companion.games.bwd.phases import out_of_phase as out_of_phase
from companion.games.bwd.phases import passed_over as passed_over
from companion.games.bwd.phases import pending as pending
from companion.games.bwd.phases import resolving as resolving
from companion.games.bwd.phases import steps_after as steps_after
from companion.games.bwd.phases import tagger as tagger
from companion.games.bwd.phases import untold as untold
from companion.games.bwd.points import found_by_check as found_by_check
from companion.games.bwd.points import outcome as outcome
