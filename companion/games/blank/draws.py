"""Cards that are drawn, as nothing fits or by an effect; the pile made anew; draws still due."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

from companion.core.action import Action
from companion.core.command import player, text, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat, Text
from companion.core.names import counted, folded
from companion.core.numbers import only_digits, whole
from companion.core.param import Arguments, Candidate, a_number
from companion.core.seats import is_somebody
from companion.core.value import replace
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
    """A rule or an effect makes somebody draw: no Penalty, and no end of a turn."""

    seat: Seat
    count: Count
    why: Text

    def check(self, state: State, referee: Referee) -> None:
        if self.count > state.draw_pile:
            there, verb = counted(state.draw_pile, "card"), "is" if self.count == 1 else "are"
            referee.refuse(
                "BL-98",
                f"The draw pile has {there} as entered, and {self.count} {verb} drawn.",
                "`companion blank reshuffle` turns the discards into a new one; then go on."
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
    """Cards that an effect or a rule makes somebody draw: no Penalty, and no end of a turn."""
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
    """Somebody draws.

    Without a number: the player whose turn it is has no card that fits, which is a Penalty. With
    one: so many cards, for an effect.

    \b
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
    """The discards but the top one become the draw pile."""

    def check(self, state: State, referee: Referee) -> None:
        if not state.can_shuffle:
            raise Refused(
                "There are no discards to shuffle but the top one, which stays (A-BL-09).",
                "Who has to draw draws nothing. `companion table` shows what is counted.",
            )

    def apply(self, state: State) -> State:
        # Whatever was not entered before: now every card is in a hand, on top, or in the pile.
        # There was something to shuffle, even where hands hold more cards than are left.
        pile = max(1, state.discards - 1, state.cards - sum(state.hands) - 1)
        left = () if state.top is None else pile_keys(state.top)
        return replace(state, draw_pile=pile, discards=1, pile_keys=left, under=None)

    def describe(self, before: State, after: State) -> str:
        return f"the discards but the top one are shuffled: {after.draw_pile} in the draw pile"


@verb("the discards become the pile")
def reshuffle(action: Action[State]) -> None:
    """The discards but the top one become the draw pile.

    \b
    Examples:
      companion blank reshuffle
    """
    left = action.state.draw_pile
    if left:
        action.warn(f"As entered, {left} were left to draw: they are counted in.")
    action.add(PileReshuffled())


# Still to be drawn, as far as the words of rules and effects can be read
#
# A hand counts when all rules and effects have been carried out (BL-101). What is sure is an effect
# that says nothing but who draws how many, and that is triggered for sure by the cards played last.
# Whoever has no cards left by then has won (BL-4): what is played later takes that from nobody.

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
    """So many cards for a seat, and the rule or effect that says so."""

    seat: int
    cards: int
    why: str


class OwedDraw(NamedTuple):
    """So many cards that somebody still has to draw, and the rules and effects that say so."""

    cards: int
    why: tuple[str, ...]

    @property
    def in_words(self) -> str:
        """The rules and effects, as they read."""
        return "; ".join(why.rstrip(".") for why in self.why)


def owed_draw(state: State, seat: int, colours: Mapping[str, str]) -> OwedDraw | None:
    """What a player still has to draw by rules and effects; nothing where nothing is sure.

    What was drawn since the cards were played settles as many. Where a hand was set anew, others
    than the one who played may have drawn before. With nothing to draw, nobody does (A-BL-09).
    """
    return _owed_after(state, _moves_since_empty(state)[-1], seat, colours)


def draw_command(state: State, seat: int, cards: int) -> str:
    """The command that enters it, behind that for a draw pile that has too few."""
    draw = f"`companion blank draw {state.seats[seat].handle} {cards}`"
    if state.draw_pile < cards and state.can_shuffle:
        return f"`companion blank reshuffle`, then {draw}"
    return draw


def missed_draw(state: State, seat: int, colours: Mapping[str, str]) -> OwedDraw | None:
    """What a player whose hand is empty had to draw, and did not before the next card."""
    moves, place = _moves_since_empty(state), _emptying_move(state, seat)
    return None if place == len(moves) - 1 else _owed_after(state, moves[place], seat, colours)


def finishing_order(state: State, colours: Mapping[str, str]) -> list[int]:
    """The seats with empty hands, all effects done, the earliest first.

    A draw that was forgotten stops counting when the next card is played, and no sooner (BL-75).
    """

    def since(seat: int) -> int:
        late = missed_draw(state, seat, colours) is not None
        return _emptying_move(state, seat) + late

    return sorted(state.empty_seats(), key=since)


def finished_before(state: State, seat: int, colours: Mapping[str, str]) -> list[int]:
    """Whose empty hands count before that seat's, if it is or were empty now."""
    state = state.with_empty(seat)
    order = finishing_order(state, colours)
    ahead = order[: order.index(seat)]
    return [other for other in ahead if owed_draw(state, other, colours) is None]


def _moves_since_empty(state: State) -> list[PastMove]:
    """The moves since a hand became empty, each as it ended; the newest one as it is now."""
    newest = PastMove(state.newest_move, state.direction, state.left_to_draw)
    return [*state.past_moves, newest]


def _emptying_move(state: State, seat: int) -> int:
    """The place of the move in which a hand became empty."""
    moment = _emptying_moment(state, seat)
    begun = [passed.move.moment <= moment for passed in _moves_since_empty(state)]
    return max(0, begun.count(True) - 1)


def _emptying_moment(state: State, seat: int) -> int:
    """The moment up to which what happens makes somebody draw: then that hand was empty."""
    return next((it.moment for it in state.empty_hands if it.seat == seat), state.moment)


def _owed_after(
    state: State, passed: PastMove, seat: int, colours: Mapping[str, str]
) -> OwedDraw | None:
    """What a player had to draw by a move, and did not before the next one."""
    move, left = passed.move, passed.left
    if not move.acts or not left or (seat in move.counted and seat != move.acts[0].seat):
        return None
    until = _emptying_moment(state, seat)
    acts = [act for act in move.acts if act.moment <= until]
    found = [due for due in _due_draws(state, passed, acts, colours) if due.seat == seat]
    cards = sum(due.cards for due in found) - _count_drawn(move, seat)
    return OwedDraw(min(cards, left), tuple(due.why for due in found)) if cards > 0 else None


def seats_that_drew(state: State) -> list[int]:
    """Those who drew since the last cards were played, as some effect says.

    What was drawn with a Penalty may have been for that alone.
    """
    move = state.newest_move
    punished = {act.seat for act in move.acts if act.what == "penalty"}
    seats = range(len(state.seats)) if move.acts else ()
    return [seat for seat in seats if seat not in punished and _count_drawn(move, seat)]


def _count_drawn(move: Move, seat: int) -> int:
    """How many cards somebody drew since those of a move were played."""
    return move.drawn[seat] if move.drawn else 0


def _due_draws(
    state: State, passed: PastMove, acts: Sequence[Act], colours: Mapping[str, str]
) -> Iterator[_DueDraw]:
    """What is to be drawn because of the cards of a move, and of what came of them."""
    from companion.games.blank.conditions import holds
    from companion.games.blank.triggers import find_triggered

    for act in acts:
        acting = []
        if act.what == "played" and act.card is not None and act.card.effect:
            when = parse_wording(act.card.effect).trigger
            if not when or holds(when, act, colours):
                acting.append((f"the effect of {act.card.name}", act.card.effect))
        rules = find_triggered(act, act.rules, colours).surely
        acting += [(f"rule {rule.label}", rule.text) for rule in rules]
        for name, says in acting:
            for seat, count in _parse_draw(act, says, passed.direction, len(state.seats)):
                yield _DueDraw(seat, count, f"{name}: {says}")


def _parse_draw(act: Act, text: str, direction: int, players: int) -> Iterator[tuple[int, int]]:
    """Who of so many draws how many by a text, if it says that and nothing else.

    `direction` is the way round that play goes by then.
    """
    words = parse_wording(text)
    found = re.fullmatch(_DRAWS, folded(f"{words.target} {words.effect}").strip(" .!"))
    if found is None or (found["cards"] is None and found["count"] in ("a", "an")):
        return
    who = next((who for who in _WHO if found[who]), "self")
    count = _NUMBERS.get(found["count"]) or whole(found["count"], 1, 99) or 0
    if who in ("next", "previous"):
        if direction == act.direction:  # Else it is for the table to say who that is.
            step = act.direction if who == "next" else -act.direction
            yield (act.seat + step) % players, count
        return
    for seat in range(players):
        if who == "all" or (seat == act.seat) is (who == "self"):
            yield seat, count
