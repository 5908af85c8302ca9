"""Dice Box as the companion sees a game: the parts of this folder, joined."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from companion.core.command import words
from companion.core.event import Event, Referee
from companion.core.fact import facts
from companion.core.game import Game, function_of
from companion.core.legal import Legal, Step
from companion.core.lookup import Mention
from companion.core.names import listed, short
from companion.core.seats import PlayerSeat
from companion.core.verbs import StartRequest, Verbs, start
from companion.games.dicebox import placement, points, rolls, setup, show, turns
from companion.games.dicebox.board import SIZE, SQUARES, dead_squares, open_squares
from companion.games.dicebox.state import COLORS, DICE_OF_EACH, PICKS, SEED, Die, State

if TYPE_CHECKING:
    pass

_FEW_SQUARES = 6


# How a play begins

ColorsAtFirst = Annotated[
    Sequence[str],
    words(
        metavar="PLAYER=COLOR...",
        help="Whose colour is which: red, yellow, blue, white.",
        # What follows `--colors` are colours, however many words they are.
        own_words=lambda state, words, there: [word for word in words if there and "=" in word],
    ),
]


@start(first="Who rolls the Seed and begins.")
def begin(request: StartRequest, *, colors: ColorsAtFirst = ()) -> dict[str, Any]:
    """Begin Dice Box.

    Two to four players; with two, each may have two colours. Colours can be entered later, too.

    \b
    Examples:
      companion start dicebox Ana Ben
      companion start dicebox Ana Ben --colors ana=red,yellow ben=blue,white
      companion start dicebox Ana Ben --first ben --colors ana=red ben=blue
    """
    if not colors:
        return {}
    by_seat = setup.colors_by_seat(request.seats, colors)
    setup.require_colors(request.seats, by_seat, request.referee)
    return {"colors": by_seat}


VERBS: Verbs[State] = Verbs(
    """Dice Box: dice on a grid, and whose colour counts.

    What lies where, what may go where, and who wins.

    \b
    Examples:
      companion dicebox seed 3
      companion dicebox place ana red:4 d3
      companion dicebox legal
    """,
    begin,
    (
        setup.assign_colors,
        setup.draft,
        turns.seed,
        rolls.roll,
        placement.place,
        turns.give_turn,
        show.legal,
        show.board,
        points.count,
    ),
)


# What can be done now


def _stage(state: State) -> str:
    """What part of the table of steps applies; finer than the phase in documents."""
    if state.status != "live":
        return "ended"
    if state.over:
        return "done"
    if state.points_alone or state.counted:
        return "counted" if state.seeded else "points"
    return "turns" if state.seeded else "setup"


def _say_rolls_first(state: State) -> str:
    """Said by the way: a table that enters no rolls goes on with placing."""
    return "" if state.placed else rolls.say_rolls(state)


def _say_stuck(state: State) -> str:
    return turns.turn_step(state) if turns.is_stuck(state, state.turn) else ""


def _say_turn(state: State) -> str:
    return "" if turns.is_stuck(state, state.turn) else turns.turn_step(state)


def _say_colors(state: State) -> str:
    return "" if state.colors_known else setup.say_colors(state)


def _say_points(state: State) -> str:
    """With a tally, points belong to players once it is known whose colour is which."""
    return _say_colors(state) if state.counted and not state.colors_known else ""


def _say_finish(state: State) -> str:
    return "" if _say_points(state) else points.say_finish(state)


def _say_done(state: State) -> str:
    then = "`companion finish`" if state.colors_known else setup.say_colors(state)
    return f"The board is done. {then}"


_POINTS: tuple[Step[State], ...] = (
    Step("colors", _say_points),
    Step(say=_say_finish),
    *(Step("draft"), Step("roll")),
)

LEGAL: Legal[State] = Legal(
    _stage,
    {
        "setup": (
            Step("draft", setup.say_draft),
            Step("colors", _say_colors),
            Step("seed", turns.say_seed),
            Step("roll", rolls.say_rolls),
            Step("tally", points.say_points_alone),
            *(Step("draft"), Step("roll")),
        ),
        "turns": (
            Step("draft", setup.say_draft),
            Step(say=_say_rolls_first),
            Step("roll", _say_stuck),
            Step("place", _say_turn),
            *(Step("roll"), Step("legal"), Step("board")),
            Step("colors", _say_colors),
            *(Step("turn"), Step("draft"), Step("tally")),
        ),
        "counted": (
            *_POINTS,
            Step("legal"),
            Step("board"),
            Step("turn"),
            Step("tally"),
            Step("colors"),
        ),
        "points": (*_POINTS, Step("tally"), Step("colors")),
        "done": (Step("colors", _say_done), Step("board"), Step("draft"), Step("tally")),
        "ended": (Step("board"), Step("tally")),
    },
)


class DiceBox(Game[State]):
    """For two to four players. The points are those of one's own colours on the board."""

    id = "dicebox"
    title = "Dice Box"
    fewest_players = 2
    most_players = 4
    seats_rule = "DB-42"
    keeps_marker = False
    without_marker = "`companion dicebox turn NAME` says whose turn it is."
    keeps_rounds = False
    steps = LEGAL
    view = function_of("companion.games.dicebox.views")
    kinds = facts(setup, turns, rolls, placement, points)
    advance = staticmethod(turns.advance)
    outcome = staticmethod(points.outcome)

    def verbs(self) -> Verbs[State]:
        return VERBS

    def opening(
        self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]
    ) -> State:
        """Everybody's dice, none of which shows a number yet."""
        count = len(seats)
        dealt = [Die(color) for color in COLORS for _ in range(DICE_OF_EACH.get(count, 0))]
        drafted = [Die(None)] * (PICKS if count == 4 else 0)
        return State(
            seats=seats,
            scores=(0,) * count,
            entered=(0,) * count,
            first=first,
            turn=first,
            colors=tuple(tuple(colors) for colors in options.get("colors", [[]] * count)),
            dice=(tuple([*dealt, *drafted]),) * count,
        )

    def begins(self, state: State) -> str:
        """The colours, if they are known, and who begins."""
        parts = [f"{state.name(state.first)} begins"] if state.first else []
        if state.colors_known:
            parts.append(setup.colors_in_words(state))
        return "; ".join(parts)

    def start_again(self, state: State) -> list[str]:
        """Everybody's colours, if they are known."""
        pairs = zip(state.seats, state.colors, strict=True)
        colors = [f"{who.handle}={','.join(own)}" for who, own in pairs]
        return ["--colors", *colors] if state.colors_known else []

    def check_entry(
        self, states: Sequence[State], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse an entry with which the board would be done, and the game is not over."""
        before, after = states[0], states[-1]
        if after.status != "live" or all(event.kind not in points.ENDING for event in events):
            return
        ended = points.outcome(after)
        if after.over and ended.winners and not (before.over and points.outcome(before).winners):
            referee.refuse(
                "DB-36",
                f"The board would be done with that, and the game over: {ended.why}.",
                "`companion log` shows what came after it.",
            )

    def where(self, state: State) -> str:
        """How far the board is filled, and whose turn it is."""
        if not state.seeded:
            return "points alone" if state.points_alone else "setup"
        dead = len(dead_squares(state.numbers))
        filled = f"{state.filled} of 25 squares" + (f", {dead} dead" if dead else "")
        if state.over:
            return f"{filled} · the board is done"
        return f"{filled} · {short(state.name(state.turn))}'s turn"

    def status_line(self, state: State) -> str:
        """Everybody's points, or those of the colours while nobody has one; and whose turn."""
        seats = range(len(state.seats))
        known = any(state.points_known(seat) for seat in seats)
        own = [
            f"{short(state.name(seat))} {state.scores[seat] if state.points_known(seat) else '?'}"
            for seat in seats
        ]
        tally = [f"{color} {number}" for color, number in state.tally().items()]
        scores = " · ".join(own if known else tally)
        return f"{scores} — {self.where(state) if state.status == 'live' else state.status}"

    def score_of(self, state: State, seat: int) -> int | None:
        """A player's points; None while dice lie there and it is unknown whose colour is which."""
        return state.scores[seat] if state.points_known(seat) else None

    # Documents (contract): keys may be added, never taken away

    def to_json(self, state: State, reference: Any) -> dict[str, Any]:
        """The board, row by row from a1, and the tally."""
        squares = [None if die is None else _die(die) for die in state.grid]
        return {
            "phase": _phase(state),
            "turn": state.name(state.turn) if state.status == "live" and not state.over else None,
            "grid": [squares[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)],
            "tally": state.tally(),
            "open": {SQUARES[at]: list(found) for at, found in open_squares(state.numbers).items()},
            "dead": [SQUARES[square] for square in dead_squares(state.numbers)],
        }

    def player_json(self, state: State, seat: int, reference: Any) -> dict[str, Any]:
        """A player's colours, and the dice still to be placed."""
        return {
            "colors": list(state.colors[seat]),
            "dice": [_die(die) for die in state.dice[seat]],
        }

    # The words of the rulebook that matter now, the most urgent first

    def in_play(self, state: State, reference: Any) -> Iterator[Mention]:
        """The end, the turn at hand, the board, and what is special at this table."""
        if state.status != "live" or state.over:
            yield Mention("end-of-game", "the board is done" if state.over else "the game is over")
            yield Mention("winning", "who has won")
        elif not state.seeded:
            yield Mention("setup", "now")
            if not state.drafted:
                yield Mention("draft", f"{len(state.picks)} of 8 dice are known")
            yield Mention("seed", f"{state.name(state.turn)} rolls it")
        else:
            yield from _turn_in_front(state)
        if state.seeded and state.status == "live":
            yield Mention("differ-by-one", "what fits")
            yield Mention("several-neighbours", "on most squares")
        dead = [SQUARES[square] for square in dead_squares(state.numbers)]
        if dead:
            more = ", …" if len(dead) > _FEW_SQUARES else ""
            yield Mention("dead-square", listed(dead[:_FEW_SQUARES]) + more)
        yield Mention("tally", "the points of every colour")
        if len(state.seats) == 3:
            left = "the colour that is left"
            whose = listed(list(state.unclaimed)) if state.colors_known else left
            yield Mention("unclaimed-colour", whose)
        if any(len(own) == 2 for own in state.colors):
            yield Mention("two-colours", "both count")
        if any(die is not None and die.color == SEED for die in state.grid):
            yield Mention("seed", "on c3")


def _turn_in_front(state: State) -> Iterator[Mention]:
    name = state.name(state.turn)
    yield Mention("turn", f"{name}'s")
    if not state.dice[state.turn]:
        yield Mention("remaining-dice", f"{name} has none left")
        return
    match turns.must_place(state, state.turn):
        case True:
            yield Mention("must-place", f"something of {name}'s fits")
        case False:
            yield Mention("no-play", f"nothing of {name}'s fits")
            yield Mention("reroll", f"{name} rolls all dice")
        case None:
            yield Mention("must-place", f"if something of {name}'s fits")
            yield Mention("no-play", "if nothing does")


def _die(die: Die) -> dict[str, Any]:
    """A die; null is what is unknown."""
    return {"color": die.color, "value": die.value}


def _phase(state: State) -> str:
    """`setup` until the Seed lies, `play`, and `over` when no square can be filled any more."""
    if not state.seeded:
        return "over" if state.status != "live" else "setup"
    return "over" if state.over or state.status != "live" else "play"


GAME = DiceBox()
