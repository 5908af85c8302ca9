"""Moved."""

from companion.games.bwd.dice import claim as claim
from companion.games.bwd.dice import swap as swap
from companion.games.bwd.dice import write as write
from companion.games.bwd.faces_in_order import NOT_TOLD as NOT_TOLD
from companion.games.bwd.faces_in_order import CameUp as CameUp
from companion.games.bwd.faces_in_order import came_up as came_up
from companion.games.bwd.faces_in_order import dice_in_order as dice_in_order
from companion.games.bwd.faces_in_order import in_order as in_order
from companion.games.bwd.faces_in_order import is_face_alone as is_face_alone
from companion.games.bwd.icons import erase as erase
from companion.games.bwd.icons import just_resolved as just_resolved
from companion.games.bwd.icons import mark_face as mark_face
from companion.games.bwd.icons import replace as replace
from companion.games.bwd.rolls import record_roll as record_roll
from companion.games.bwd.rolls import roll as roll
