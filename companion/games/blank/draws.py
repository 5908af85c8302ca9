"""Draw cards, shuffle the discards; which draws are still due by rules and effects."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.action import Action
from companion.core.command import player, text, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat, Text
from companion.core.names import counted, folded
from companion.core.numbers import only_digits, whole
from companion.core.param import Arguments, Candidate, a_number
from companion.core.seats import is_somebody
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.blank.cards import clean_text, parse_wording
from companion.games.blank.hands import (
    FEW_CARDS,
    MOST_CARDS,
    number_candidates,
    parse_count,
    pile_keys,
    with_drawn,
)
from companion.games.blank.order import players_with_counts
from companion.games.blank.penalties import take_penalty
from companion.games.blank.state import Act, Count, Move, PastMove, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Drawn by an effect


class CardsDrawn(Fact[State], kind="cards.drawn", counts=False):
    """A player draws by a rule or an effect: no Penalty, and the turn goes on."""

    seat: Seat
    count: Count
    why: Text

    def check(self, state: State, referee: Referee) -> None:
        if self.count > state.draw_pile:
            there, verb = counted(state.draw_pile, "card"), "is" if self.count == 1 else "are"
            referee.refuse(
                "BL-98",
                f"As entered, the draw pile has {there}, and {self.count} {verb} to be drawn.",
                "`companion blank reshuffle` makes a new one of the discards; then try again."
                if state.can_shuffle
                else "There is nothing to shuffle either: nobody draws (A-BL-09)."
                if not state.draw_pile
                else "There is nothing to shuffle either: "
                f"`companion blank draw {state.seats[self.seat].handle} {state.draw_pile}`, the "
                "rest is skipped (A-BL-09).",
            )

    def apply(self, state: State) -> State:
        return with_drawn(state, self.seat, self.count)

    def describe(self, before: State, after: State) -> str:
        why = f" ({self.why})" if self.why else ""
        name, cards = after.name(self.seat), counted(self.count, "card")
        return f"{name} draws {cards}{why}: {after.hands[self.seat]} in hand"


def draw_cards(action: Action[State], seat: int, count: int, why: str) -> None:
    """Have a player draw cards by a rule or an effect."""
    from companion.games.blank.triggers import announce_rules

    action.add(CardsDrawn(seat=seat, count=count, why=why))
    announce_rules(action, Act("drawn", at_once=count))


def _count_candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    if "player" in args:
        yield from number_candidates(1, FEW_CARDS)


Drawer = Annotated[
    int,
    player(
        default_from=lambda state: state.turn,
        belongs_here=lambda state, words: (
            len(words) > 1 or not only_digits(words[0]) or is_somebody(state.seats, words[0])
        ),
        candidates=players_with_counts(),
    ),
]
DrawCount = Annotated[
    int | None,
    word(
        lambda state, word: parse_count(word),
        "N",
        a_number(1, MOST_CARDS),
        candidates=_count_candidates,
    ),
]
DrawReason = Annotated[
    str,
    text(
        metavar="TEXT",
        help="By which rule or card.",
        about="by which rule or card",
        when=lambda trial, args: "count" in args,
    ),
]


@verb("no card fits; or by an effect")
def draw(
    action: Action[State], player: Drawer, count: DrawCount = None, *, why: DrawReason = ""
) -> None:
    """Draw cards.

    Without a number: no card fits, so the player takes a Penalty. With one: that many cards, by a
    rule or an effect.

    Examples:
      companion blank draw               no match: one card, and the turn ends
      companion blank draw ben 2         Ben draws two, by a rule
      companion blank draw ben 2 --why "rule 15"
    """
    if count is None and not why and player == action.state.turn:
        take_penalty(action, player, ["cannot-play"], None)
    else:
        draw_cards(action, player, 1 if count is None else count, clean_text(why))


# Shuffled


class PileReshuffled(Fact[State], kind="pile.reshuffled", counts=False):
    """The discards except the top one become the draw pile."""

    def check(self, state: State, referee: Referee) -> None:
        if not state.can_shuffle:
            raise Refused(
                "There are no discards to shuffle except the top one, which stays.",
                "Nobody draws then (A-BL-09). `companion table` shows the piles.",
            )

    def apply(self, state: State) -> State:
        # Now every card is in a hand, on top, or in the pile, whatever was not entered before. At
        # least one was shuffled, even if the hands hold more cards than there are.
        pile = max(1, state.discards - 1, state.cards - sum(state.hands) - 1)
        left = () if state.top is None else pile_keys(state.top)
        return replace(state, draw_pile=pile, discards=1, pile_keys=left, under=None)

    def describe(self, before: State, after: State) -> str:
        return f"the discards except the top one are shuffled: {after.draw_pile} in the draw pile"


@verb("shuffle the discards")
def reshuffle(action: Action[State]) -> None:
    """Shuffle the discards, except the top one, into a new draw pile.

    Examples:
      companion blank reshuffle
    """
    left = action.state.draw_pile
    if left:
        action.warn(
            f"As entered, the draw pile still had {counted(left, 'card')}, included in the new one."
        )
    action.add(PileReshuffled())


# Draws that are still due
#
# An empty hand wins once all rules and effects are carried out (BL-101). Those that only say who
# draws how many, and certainly act on the cards played last, are computed here. Cards played after
# a hand became empty do not change its due draws (BL-4).

_WHO = {
    "all": r"(?:all|each|every)(?: of)?(?: the)? players?|everybody|everyone",
    "others": r"(?:all|each|every)(?: of)?(?: the)? others?(?: players?)?|every(?:body|one) else",
    "next": r"(?:the )?next player",
    "previous": r"(?:the )?previous player",
    "self": r"(?:(?:the|that|this|the same) )?(?:player|person)|you|they|he or she"
    r"|(?:(?:the )?(?:player|person) who|whoever) \w+ (?:it|that|this|(?:the|that|this) card)",
}
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_DRAWS = (
    rf"(?:(?:{'|'.join(f'(?P<{who}>{words})' for who, words in _WHO.items())}) "
    r"(?:must |has to |have to |shall |should )?)?"
    rf"draws? (?P<count>{'|'.join(_NUMBERS)}|[1-9][0-9]?)"
    r"(?: (?:more|extra|new|game))?(?P<cards> cards?)?"
    r"(?: each)?(?: from the (?:draw )?(?:pile|deck))?(?: each)?(?: as a penalty)?"
)


class _DueDraw(NamedTuple):
    """A draw that one rule or effect requires of a player."""

    seat: int
    cards: int
    why: str


class OwedDraw(NamedTuple):
    """How many cards a player still has to draw, and by which rules and effects."""

    cards: int
    why: tuple[str, ...]

    @property
    def in_words(self) -> str:
        return "; ".join(why.rstrip(".") for why in self.why)


def owed_draw(state: State, seat: int, colours: Mapping[str, str]) -> OwedDraw | None:
    """Return the draws that rules and effects certainly still require of a player.

    Cards drawn since the last ones were played count. If the hand of a player other than the one
    who played was set since, nothing is certain. Nobody draws from nothing (A-BL-09).
    """
    return _owed_after(state, _moves_since_empty(state)[-1], seat, colours)


def draw_command(state: State, seat: int, cards: int) -> str:
    """The command for a draw, after a reshuffle if the draw pile has too few cards."""
    draw = f"`companion blank draw {state.seats[seat].handle} {cards}`"
    if state.draw_pile < cards and state.can_shuffle:
        return f"`companion blank reshuffle`, then {draw}"
    return draw


def missed_draw(state: State, seat: int, colours: Mapping[str, str]) -> OwedDraw | None:
    """What a player with an empty hand had to draw, and did not draw before the next card."""
    moves, place = _moves_since_empty(state), _emptying_move(state, seat)
    return None if place == len(moves) - 1 else _owed_after(state, moves[place], seat, colours)


def finishing_order(state: State, colours: Mapping[str, str]) -> list[int]:
    """The seats with empty hands in the order in which all effects on them were done.

    A forgotten draw stops counting when the next card is played (BL-75), so that hand counts then.
    """

    def since(seat: int) -> int:
        late = missed_draw(state, seat, colours) is not None
        return _emptying_move(state, seat) + late

    return sorted(state.empty_seats(), key=since)


def finished_before(state: State, seat: int, colours: Mapping[str, str]) -> list[int]:
    """Return the seats whose empty hands come before that seat's, with nothing left to draw."""
    state = state.with_empty(seat)
    order = finishing_order(state, colours)
    ahead = order[: order.index(seat)]
    return [other for other in ahead if owed_draw(state, other, colours) is None]


def _moves_since_empty(state: State) -> list[PastMove]:
    """The moves since the first hand became empty; the last one is not over."""
    newest = PastMove(state.newest_move, state.direction, state.left_to_draw)
    return [*state.past_moves, newest]


def _emptying_move(state: State, seat: int) -> int:
    moment = _emptying_moment(state, seat)
    begun = [passed.move.moment <= moment for passed in _moves_since_empty(state)]
    return max(0, begun.count(True) - 1)


def _emptying_moment(state: State, seat: int) -> int:
    """When that hand became empty: nothing later makes the player draw."""
    return next((it.moment for it in state.empty_hands if it.seat == seat), state.moment)


def _owed_after(
    state: State, passed: PastMove, seat: int, colours: Mapping[str, str]
) -> OwedDraw | None:
    """Return what a move required a player to draw who did not do so before the next one."""
    move, left = passed.move, passed.left
    if not move.acts or not left or (seat in move.counted and seat != move.acts[0].seat):
        return None
    until = _emptying_moment(state, seat)
    acts = [act for act in move.acts if act.moment <= until]
    found = [due for due in _due_draws(state, passed, acts, colours) if due.seat == seat]
    cards = sum(due.cards for due in found) - _count_drawn(move, seat)
    return OwedDraw(min(cards, left), tuple(due.why for due in found)) if cards > 0 else None


def seats_that_drew(state: State) -> list[int]:
    """The players who drew since the last cards were played, probably by an effect.

    Those with a Penalty may have drawn for that alone.
    """
    move = state.newest_move
    punished = {act.seat for act in move.acts if act.what == "penalty"}
    seats = range(len(state.seats)) if move.acts else ()
    return [seat for seat in seats if seat not in punished and _count_drawn(move, seat)]


def _count_drawn(move: Move, seat: int) -> int:
    return move.drawn[seat] if move.drawn else 0


def _due_draws(
    state: State, passed: PastMove, acts: Sequence[Act], colours: Mapping[str, str]
) -> Iterator[_DueDraw]:
    """Return the draws required by the cards of a move, and by what followed."""
    from companion.games.blank.triggers import acting_texts

    for act in acts:
        for name, says in acting_texts(act, colours):
            for seat, count in _parse_draw(act, says, passed.direction, len(state.seats)):
                yield _DueDraw(seat, count, f"{name}: {says}")


def _parse_draw(act: Act, text: str, direction: int, players: int) -> Iterator[tuple[int, int]]:
    """Return who draws how many by a text, if it says only that.

    `direction` is the direction of play at the end of the move.
    """
    words = parse_wording(text)
    found = re.fullmatch(_DRAWS, folded(f"{words.target} {words.effect}").strip(" .!"))
    if found is None or (found["cards"] is None and found["count"] in ("a", "an")):
        return
    who = next((who for who in _WHO if found[who]), "self")
    count = _NUMBERS.get(found["count"]) or whole(found["count"], 1, 99) or 0
    if who in ("next", "previous"):
        if direction == act.direction:  # If play was reversed since, the table knows who it is.
            step = act.direction if who == "next" else -act.direction
            yield (act.seat + step) % players, count
        return
    for seat in range(players):
        if who == "all" or (seat == act.seat) is (who == "self"):
            yield seat, count
