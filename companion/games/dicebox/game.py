"""Dice Box: how a play begins, its verbs, what can be done when, and its JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.command import words
from companion.core.event import Event, Referee
from companion.core.fact import facts
from companion.core.game import Game, function_of
from companion.core.legal import Legal, Step
from companion.core.lookup import Mention
from companion.core.names import listed, short
from companion.core.seats import PlayerSeat
from companion.core.value import Annotated
from companion.core.verbs import StartRequest, Verbs, start
from companion.games.dicebox import placement, points, rolls, setup, show, turns
from companion.games.dicebox.board import SIZE, SQUARES, dead_squares, open_squares
from companion.games.dicebox.state import COLORS, DICE_OF_EACH, PICKS, SEED, Die, State

_FEW_SQUARES = 6


# How a play begins

StartColors = Annotated[
    Sequence[str],
    words(
        metavar="PLAYER=COLOR...",
        help="Who has which colour: red, yellow, blue, white.",
        # All words with `=` belong to `--colors`.
        own_words=lambda state, words, there: [word for word in words if there and "=" in word],
    ),
]


@start(first="Who rolls the Seed and begins.")
def begin(request: StartRequest, *, colors: StartColors = ()) -> dict[str, Any]:
    """Begin Dice Box.

    Two to four players; two may have two colours each. Colours can be entered later, too.

    Examples:
      companion start dicebox Ana Ben
      companion start dicebox Ana Ben --colors ana=red,yellow ben=blue,white
      companion start dicebox Ana Ben --first ben --colors ana=red ben=blue
    """
    if not colors:
        return {}
    by_seat = setup.read_colors(request.seats, colors)
    setup.require_colors(request.seats, by_seat, request.referee)
    return {"colors": by_seat}


VERBS: Verbs[State] = Verbs(
    """Dice Box: dice on a grid, and points by colour.

    Which dice are on the board, what may go where, and who wins.

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
    """The phase of the table of steps below; `_phase` is the one in documents."""
    if state.status != "live":
        return "ended"
    if state.is_over:
        return "finished"
    if state.has_only_points or state.final_tally:
        return "tally" if state.has_seed else "points"
    return "turns" if state.has_seed else "setup"


def _say_rolls_first(state: State) -> str:
    """A reminder only: without rolls, the game goes on with placing."""
    return "" if state.placed_count else rolls.say_rolls(state)


def _say_stuck(state: State) -> str:
    return turns.say_turn(state) if turns.is_stuck(state, state.turn) else ""


def _say_turn(state: State) -> str:
    return "" if turns.is_stuck(state, state.turn) else turns.say_turn(state)


def _say_colors(state: State) -> str:
    return "" if state.knows_colors else setup.say_colors(state)


def _say_points(state: State) -> str:
    """A tally belongs to players only once it is known who has which colour."""
    return _say_colors(state) if state.final_tally and not state.knows_colors else ""


def _say_finish(state: State) -> str:
    return "" if _say_points(state) else points.say_finish(state)


def _say_done(state: State) -> str:
    then = "`companion finish`" if state.knows_colors else setup.say_colors(state)
    return f"The board is finished. {then}"


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
        "tally": (
            *_POINTS,
            Step("legal"),
            Step("board"),
            Step("turn"),
            Step("tally"),
            Step("colors"),
        ),
        "points": (*_POINTS, Step("tally"), Step("colors")),
        "finished": (Step("colors", _say_done), Step("board"), Step("draft"), Step("tally")),
        "ended": (Step("board"), Step("tally")),
    },
)


class DiceBox(Game[State]):
    """For two to four players; each has the points of the player's own colours on the board."""

    id = "dicebox"
    title = "Dice Box"
    fewest_players = 2
    most_players = 4
    seats_rule = "DB-42"
    keeps_marker = False
    without_marker = "`companion dicebox turn NAME` says whose turn it is."
    keeps_rounds = False
    steps = LEGAL
    view = function_of("companion.games.dicebox.views:view")
    kinds = facts(setup, turns, rolls, placement, points)
    advance = staticmethod(turns.advance)
    outcome = staticmethod(points.outcome)

    def verbs(self) -> Verbs[State]:
        return VERBS

    def opening(
        self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]
    ) -> State:
        count = len(seats)
        dealt = [Die(color) for color in COLORS for _ in range(DICE_OF_EACH.get(count, 0))]
        drafted = [Die(None)] * (PICKS if count == 4 else 0)
        return State(
            seats=seats,
            scores=(0,) * count,
            entered_points=(0,) * count,
            first=first,
            turn=first,
            colors=tuple(tuple(colors) for colors in options.get("colors", [[]] * count)),
            dice=(tuple([*dealt, *drafted]),) * count,
        )

    def begins(self, state: State) -> str:
        parts = [f"{state.name(state.first)} begins"] if state.first else []
        if state.knows_colors:
            parts.append(setup.colors_in_words(state))
        return "; ".join(parts)

    def start_again(self, state: State) -> list[str]:
        pairs = zip(state.seats, state.colors, strict=True)
        colors = [f"{who.handle}={','.join(own)}" for who, own in pairs]
        return ["--colors", *colors] if state.knows_colors else []

    def check_entry(
        self, states: Sequence[State], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse an entry that would have ended a game that went on."""
        before, after = states[0], states[-1]
        if after.status != "live" or all(event.kind not in points.ENDING for event in events):
            return
        ended = points.outcome(after)
        if (
            after.is_over
            and ended.winners
            and not (before.is_over and points.outcome(before).winners)
        ):
            referee.refuse(
                "DB-36",
                f"The game would have ended with that: {ended.why}.",
                "`companion log` shows what came after it.",
            )

    def where(self, state: State) -> str:
        if not state.has_seed:
            return "only points" if state.has_only_points else "setup"
        dead = len(dead_squares(state.numbers))
        filled = f"{state.filled_count} of 25 squares" + (f", {dead} dead" if dead else "")
        if state.is_over:
            return f"{filled} · the board is finished"
        return f"{filled} · {short(state.name(state.turn))}'s turn"

    def status_line(self, state: State) -> str:
        """Everybody's points, or those of the colours while it is unknown who has which."""
        seats = range(len(state.seats))
        known = any(state.knows_points(seat) for seat in seats)
        own = [
            f"{short(state.name(seat))} {state.scores[seat] if state.knows_points(seat) else '?'}"
            for seat in seats
        ]
        tally = [f"{color} {number}" for color, number in state.tally().items()]
        scores = " · ".join(own if known else tally)
        return f"{scores} — {self.where(state) if state.status == 'live' else state.status}"

    def score_of(self, state: State, seat: int) -> int | None:
        return state.scores[seat] if state.knows_points(seat) else None

    # Documents (contract): keys may be added, never removed

    def to_json(self, state: State, reference: Any) -> dict[str, Any]:
        squares = [None if die is None else _die(die) for die in state.grid]
        return {
            "phase": _phase(state),
            "turn": state.name(state.turn)
            if state.status == "live" and not state.is_over
            else None,
            "grid": [squares[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)],
            "tally": state.tally(),
            "open": {SQUARES[at]: list(found) for at, found in open_squares(state.numbers).items()},
            "dead": [SQUARES[square] for square in dead_squares(state.numbers)],
        }

    def player_json(self, state: State, seat: int, reference: Any) -> dict[str, Any]:
        return {
            "colors": list(state.colors[seat]),
            "dice": [_die(die) for die in state.dice[seat]],
        }

    # The words of the rulebook that matter now, the most urgent first

    def in_play(self, state: State, reference: Any) -> Iterator[Mention]:
        if state.status != "live" or state.is_over:
            yield Mention(
                "end-of-game", "the board is finished" if state.is_over else "the game is over"
            )
            yield Mention("winning", "who has won")
        elif not state.has_seed:
            yield Mention("setup", "now")
            if not state.knows_dice_colors:
                yield Mention("draft", f"{len(state.picks)} of 8 dice are known")
            yield Mention("seed", f"{state.name(state.turn)} rolls it")
        else:
            yield from _mentions_for_turn(state)
        if state.has_seed and state.status == "live":
            yield Mention("differ-by-one", "what fits")
            yield Mention("several-neighbours", "on most squares")
        dead = [SQUARES[square] for square in dead_squares(state.numbers)]
        if dead:
            more = ", …" if len(dead) > _FEW_SQUARES else ""
            yield Mention("dead-square", listed(dead[:_FEW_SQUARES]) + more)
        yield Mention("tally", "the points of every colour")
        if len(state.seats) == 3:
            left = "the colour that is left"
            unclaimed = listed(list(state.unclaimed)) if state.knows_colors else left
            yield Mention("unclaimed-colour", unclaimed)
        if any(len(own) == 2 for own in state.colors):
            yield Mention("two-colours", "both count")
        if any(die is not None and die.color == SEED for die in state.grid):
            yield Mention("seed", "on c3")


def _mentions_for_turn(state: State) -> Iterator[Mention]:
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
    """A die; null means unknown."""
    return {"color": die.color, "value": die.value}


def _phase(state: State) -> str:
    """`setup` until the Seed is placed, `play`, and `over` once no square can be filled."""
    if not state.has_seed:
        return "over" if state.status != "live" else "setup"
    return "over" if state.is_over or state.status != "live" else "play"


GAME = DiceBox()
