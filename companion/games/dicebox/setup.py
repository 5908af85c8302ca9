"""Before the first turn: whose colour is which, and the draft of four players."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import folded, listed
from companion.core.param import Arguments, Candidate, Incomplete, a_choice, everybodys
from companion.core.seats import PlayerSeat, find_seat, is_somebody
from companion.core.shapes import SEAT, each_seat, list_of, mapping_of, one_of
from companion.core.value import Annotated, replace
from companion.errors import Ambiguous, CompanionError, Invalid, Refused
from companion.games.dicebox.points import end_if_over, with_scores
from companion.games.dicebox.state import (
    COLOR,
    COLORS,
    DICE_OF_EACH,
    Color,
    Die,
    State,
    is_color,
    read_color,
)

if TYPE_CHECKING:
    from random import Random

    from companion.core.offer import Trial


class PlayStarted(Fact[State], kind="play.started"):
    """A play begins, with `colors` if they were entered."""

    options: Annotated[
        Mapping[str, Sequence[Sequence[str]]],
        mapping_of(one_of("colors"), each_seat(list_of(COLOR))),
    ]


# Whose colour is which


class ColorsAssigned(Fact[State], kind="colors.assigned"):
    """The colours of each seat; players who were not named (`untold`) keep theirs."""

    colors: Annotated[Sequence[Sequence[str]], each_seat(list_of(COLOR))]
    untold: Annotated[Sequence[int], list_of(SEAT)] = ()

    def check(self, state: State, referee: Referee) -> None:
        if self.colors == [list(own) for own in state.colors]:
            raise Refused("The colours are already entered.", "`companion table` shows them.")
        for seat in self.untold:
            own, recorded = list(state.colors[seat]), self.colors[seat]
            referee.require(
                own == recorded,
                "DB-8",
                f"{state.name(seat)} was not named and kept {listed(recorded) or 'no colour'}, but "
                f"would have {listed(own) or 'no colour'} now.",
                "`companion log` has the numbers for `companion undo`.",
            )
        require_colors(state.seats, self.colors, referee)

    def apply(self, state: State) -> State:
        return with_scores(replace(state, colors=tuple(map(tuple, self.colors))))

    def describe(self, before: State, after: State) -> str:
        return f"the colours: {colors_in_words(after)}"


def read_colors(seats: Sequence[PlayerSeat], words: Sequence[str]) -> list[list[str]]:
    """Read the colours of each seat: `ana=red,yellow`. Raises Invalid or NotFound."""
    colors: list[list[str]] = [[] for _ in seats]
    for word in words:
        name, equals, typed = word.partition("=")
        if not equals or not name.strip() or not typed.strip():
            raise Invalid(
                f"“{word}” is not a player with a colour.", "`ana=red`, or `ana=red,yellow`"
            )
        if typed.rstrip().endswith(","):
            raise Invalid(
                f"“{word}” ends with a comma.", "No space after the comma: `ana=red,yellow`"
            )
        colors[find_seat(seats, name)] += [read_color(part) for part in typed.split(",")]
    return colors


def require_colors(
    seats: Sequence[PlayerSeat], colors: Sequence[Sequence[str]], referee: Referee
) -> None:
    """Refuse colours that players cannot have. Players without any may get one later."""
    for color in COLORS:
        owners = [who.name for who, own in zip(seats, colors, strict=True) if color in own]
        twice = any(list(own).count(color) > 1 for own in colors)
        both = "both" if len(owners) == 2 else "all"
        referee.require(
            len(owners) < 2 and not twice,
            "DB-9",
            f"{listed(owners)} cannot be {color} twice."
            if len(owners) == 1
            else f"{listed(owners)} cannot {both} be {color}.",
            "Give each another colour: `ana=red ben=blue`.",
        )
    counts = {len(own) for own in colors if own}
    several = [who.name for who, own in zip(seats, colors, strict=True) if len(own) > 1]
    referee.require(
        not several or (len(seats) == 2 and counts == {2}),
        "DB-10",
        f"{listed(several)} {'has' if len(several) == 1 else 'have'} more than one colour; only "
        "two players may have two each, and then both have.",
        "One colour each: `ana=red ben=blue`; or with two players, two each.",
    )


def colors_in_words(state: State) -> str:
    """Who has which colour: `Ana red and yellow, Ben blue`."""
    pairs = zip(state.seats, state.colors, strict=True)
    return ", ".join(f"{who.name} {listed(list(own))}" for who, own in pairs if own)


def possible_colors(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """`ana=red` for each player and colour; with two players, two colours, too."""
    from companion.core.offer import people

    seats = range(len(trial.state.seats))
    named = {word.partition("=")[0] for word in args.words}
    pairs = combinations(COLORS, 2) if len(seats) == 2 else ()
    each = [",".join(colors) for colors in (*((color,) for color in COLORS), *pairs)]
    for who, _ in people(trial.state, seats):
        if who not in named:
            yield from ((f"{who}={colors}", "") for colors in each)


PlayerColors = Annotated[
    Sequence[Sequence[str]],
    words(
        lambda state, words: read_colors(state.seats, words),
        name="PLAYER=COLOR...",
        candidates=possible_colors,
    ),
]


@verb("who has which colour", name="colors", whose=everybodys)
def assign_colors(action: Action[State], colors: PlayerColors) -> None:
    """Enter who has which colour.

    Examples:
      companion dicebox colors ana=red ben=blue
      companion dicebox colors ana=red,yellow ben=blue,white
    """
    before = action.state.colors
    action.add(
        ColorsAssigned(
            colors=[list(own or old) for own, old in zip(colors, before, strict=True)],
            untold=[seat for seat, own in enumerate(colors) if not own],
        )
    )
    end_if_over(action)


def say_colors(state: State) -> str:
    """Ask who has which colour."""
    each = zip(state.seats, ("red", "blue", "yellow", "white"), strict=False)
    example = " ".join(f"{who.handle}={color}" for who, color in each)
    question = f"Who has which colour? `companion dicebox colors {example}`"
    if len(state.seats) != 2:
        return f"{question}."
    ana, ben = (who.handle for who in state.seats)
    return f"{question}, or two each: `companion dicebox colors {ana}=red,yellow {ben}=blue,white`."


# The draft


class DraftBegun(Fact[State], kind="draft.begun"):
    """Lots are drawn: this player picks first."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        _require_draft(state, referee)
        if state.first_picker is not None:
            raise Refused(
                f"The draft has begun: {state.name(state.first_picker)} picks first.",
                f"{pick_command(state)} goes on."
                if next_picker(state) is not None
                else "`companion table`",
            )

    def apply(self, state: State) -> State:
        return replace(state, first_picker=self.seat)

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} picks first"


class DiePicked(Fact[State], kind="die.picked"):
    """A player drafts a die. Older logs also record who began the draft, as `first`."""

    seat: Seat
    color: Color
    first: Seat | None = None

    def check(self, state: State, referee: Referee) -> None:
        _require_draft(state, referee)
        seat, color = self.seat, self.color
        referee.require(
            Die(None) in state.dice[seat],
            "DB-13",
            f"All of {state.name(seat)}'s dice are already known.",
            "`companion log` has the number for `companion undo`.",
        )
        expected = next_picker(state)
        if expected is not None:
            is_back = len(state.picks) >= len(state.seats)
            referee.require(
                seat == expected or state.first_picker is None,
                "DB-16" if is_back else "DB-15",
                f"It is {state.name(expected)}'s pick, not {state.name(seat)}'s: one die each "
                + ("in the opposite order now." if is_back else "in order, then back again."),
                pick_command(state),
            )
        left = [one for one, dice in state.pool.items() if dice]
        referee.require(
            color in left,
            "DB-2",
            f"No {color} die is left to draft: there are six, and all are taken.",
            f"Left: {listed(left)}." if left else "`companion table` shows all dice.",
        )

    def apply(self, state: State) -> State:
        seat, held = self.seat, state.dice[self.seat]
        place = held.index(Die(None)) if Die(None) in held else len(held)
        held = (*held[:place], Die(self.color), *held[place + 1 :])
        first = seat if state.first_picker is None else state.first_picker
        return replace(state.with_dice(seat, held), picks=(*state.picks, seat), first_picker=first)

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} picks {self.color}"


def next_picker(state: State) -> int | None:
    """Who drafts next: in order from the first, then back; None if all dice are known.

    Players whose dice are all known, because they rolled them, are left out.
    """
    if not state.has_draft:
        return None
    count = len(state.seats)
    begins = state.first if state.first_picker is None else state.first_picker
    once = [(begins + step) % count for step in range(count)]
    order = [*once, *reversed(once)]
    for seat in state.picks:
        if seat in order:
            order.remove(seat)
    return next((seat for seat in order if Die(None) in state.dice[seat]), None)


def pick_command(state: State) -> str:
    """An example of the command for the next pick."""
    seat = next_picker(state)
    handle = state.seats[state.first if seat is None else seat].handle
    color = next((color for color, dice in state.pool.items() if dice), COLORS[0])
    return f"`companion dicebox draft {handle} {color}`"


def say_draft(state: State) -> str:
    """Ask the next player to draft a die."""
    seat = next_picker(state)
    if seat is None or state.placed_count:
        return ""
    if state.first_picker is None:
        return "Draw lots for the first pick: `companion dicebox draft`."
    left = [color for color, dice in state.pool.items() if dice]
    return f"{state.name(seat)} picks a die, {listed(left, 'or')}: {pick_command(state)}."


def begin_draft(action: Action[State], chance: "Random") -> None:
    """Draw lots for who picks first (DB-14)."""
    action.add(DraftBegun(seat=chance.randrange(len(action.state.seats))))


def pick_dice(action: Action[State], words: Sequence[str]) -> None:
    """Record picks in order: `cho red dan blue`, or only the colours.

    Raises Incomplete for a name without a colour, Ambiguous for a word that may be either. If one
    is refused, none is recorded, and the hint has those before it.
    """
    picked = 0
    try:
        while picked < len(words):
            picked += _pick(action, words[picked:])
    except CompanionError as error:
        if picked:
            fine = " ".join(words[:picked])
            error.hint = (
                f"Nothing was recorded. The first ones fit: `companion dicebox draft {fine}`."
            )
        raise


def _pick(action: Action[State], words: Sequence[str]) -> int:
    """Record the pick in the first one or two words; how many they were."""
    seat = _named(action.state, words[0], words[1:])
    if seat is None:
        color = read_color(words[0])
        _add_pick(action, _require_picker(action.state, color), color)
        return 1
    if len(words) == 1:
        raise Incomplete(
            f"Which colour does {action.state.name(seat)} pick?",
            f"`companion dicebox draft {action.state.seats[seat].handle} red`",
        )
    _add_pick(action, seat, read_color(words[1]))
    return 2


def _add_pick(action: Action[State], seat: int, color: str) -> None:
    action.add(DiePicked(seat=seat, color=color))


def _named(state: State, word: str, rest: Sequence[str]) -> int | None:
    """The seat that a word names; None for a colour. In `b red`, `b` is Ben; alone, it is blue."""
    if is_somebody(state.seats, word) or not is_color(word):
        return find_seat(state.seats, word)
    begun = [who.name for who in state.seats if folded(who.name).startswith(folded(word))]
    if begun and rest and folded(word) not in COLORS:
        color = read_color(word)
        raise Ambiguous(
            f"“{word}” could be {listed([*begun, color], 'or')}.",
            [*begun, color],
            "Type more of it.",
        )
    return None


def _require_picker(state: State, color: str) -> int:
    """Who drafts next, where only a colour was typed. Raises Refused if nobody is first yet."""
    expected = next_picker(state)
    if expected is not None and state.first_picker is None:
        raise Refused(
            "Nobody is first to pick yet, and chance decides that (DB-14).",
            "`companion dicebox draft` draws lots; or name the player: "
            f"`companion dicebox draft {state.seats[expected].handle} {color}`.",
        )
    return state.turn if expected is None else expected


def _require_draft(state: State, referee: Referee) -> None:
    if state.has_draft:
        return
    count = len(state.seats)
    each = DICE_OF_EACH[count]
    referee.refuse(
        "DB-11" if count == 2 else "DB-12",
        f"With {count} players there is no draft: everybody gets {each} dice of each colour.",
        "`companion dicebox seed 3` comes next." if not state.has_seed else "`companion table`",
    )


def _possible_picks(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Colours; and in front, players if nobody is first yet."""
    from companion.core.offer import from_turn, people

    seats = trial.state.seats
    # The first word may be a player named `Red`.
    yield from ((one, "") for one in COLORS if args.words or not is_somebody(seats, one))
    if not args.words:
        for who, name in people(trial.state, from_turn(trial.state, trial.state.turn)):
            picks_of = (partial(pick_dice, words=(who, color)) for color in COLORS)
            if any(map(trial.accepts, picks_of)):
                yield who, name


def _whose_picks(state: State, words: Sequence[str]) -> Collection[int]:
    """The players who are named before a colour; for one colour alone, the next player."""
    named = [_named(state, word, words[at:]) for at, word in enumerate(words, 1)]
    pickers = [seat for seat in named if seat is not None]
    if 2 * len(pickers) == len(words):
        return pickers
    if len(words) > 1:
        return everybodys(state)
    seat = next_picker(state)
    return (state.turn if seat is None else seat,)


Picks = Annotated[
    Sequence[str],
    words(
        name="COLOR...",
        sort=a_choice(*COLORS),
        metavar="[[PLAYER] COLOR...]",
        whose=_whose_picks,
        duplicates=True,
        candidates=_possible_picks,
    ),
]


@verb("who drafts which die", whose=everybodys)
def draft(action: Action[State], picks: Picks = ()) -> None:
    """Enter who drafts which die, with four players.

    In order and back again. Without words, draw lots for who is first.

    Examples:
      companion dicebox draft                   who is first?
      companion dicebox draft cho red           Cho begins, with a red die
      companion dicebox draft blue white red    the next picks, one by one
    """
    if picks:
        pick_dice(action, picks)
    else:
        begin_draft(action, action.chance)
