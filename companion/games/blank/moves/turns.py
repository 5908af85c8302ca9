"""What the commands that stand in `commands` still call: gone with them."""

from companion.games.blank.draw_pile import draw_cards as draw_cards
from companion.games.blank.end import win as win
from companion.games.blank.faults import ONE_PLAY as ONE_PLAY
from companion.games.blank.hands import count_hand as count_hand
from companion.games.blank.hands import discard_cards as discard_cards
from companion.games.blank.order import advance as advance
from companion.games.blank.order import give_turn as give_turn
from companion.games.blank.penalties import take_penalty as take_penalty
from companion.games.blank.play import play_cards as play_cards
from companion.games.blank.play import take_back as take_back
from companion.games.blank.play import turn_up as turn_up
