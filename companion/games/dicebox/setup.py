"""Before the first turn: whose colour is which, and the draft of four players."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import folded, listed
from companion.core.param import Arguments, Candidate, Incomplete, a_choice, everybodys
from companion.core.seats import PlayerSeat, find_seat, is_somebody
from companion.core.shapes import SEAT, each_seat, list_of, mapping_of, one_of
from companion.core.value import replace
from companion.errors import Ambiguous, CompanionError, Invalid, Refused
from companion.games.dicebox.points import finish_if_over, scored
from companion.games.dicebox.state import (
    COLOR,
    COLORS,
    DICE_OF_EACH,
    Color,
    Die,
    State,
    color_of,
    is_color,
)

if TYPE_CHECKING:
    from random import Random

    from companion.core.offer import Trial


class PlayStarted(Fact[State], kind="play.started"):
    """The options of `companion start`: `colors`, if they were given."""

    options: Annotated[
        Mapping[str, Sequence[Sequence[str]]],
        mapping_of(one_of("colors"), each_seat(list_of(COLOR))),
    ]


# Whose colour is which


class ColorsAssigned(Fact[State], kind="colors.assigned"):
    """The colours of each seat; players who are `untold` were not named, and keep theirs."""

    colors: Annotated[Sequence[Sequence[str]], each_seat(list_of(COLOR))]
    untold: Annotated[Sequence[int], list_of(SEAT)] = ()

    def check(self, state: State, referee: Referee) -> None:
        """Refuse colours twice, or too many; and others for a player who was not named."""
        if self.colors == [list(own) for own in state.colors]:
            raise Refused("These are the colours already.", "`companion table` shows them.")
        for seat in self.untold:
            own, recorded = list(state.colors[seat]), self.colors[seat]
            referee.require(
                own == recorded,
                "DB-8",
                f"{state.name(seat)} was {listed(recorded) or 'without a colour'}, as entered "
                f"before, and is {listed(own) or 'without a colour'} then.",
                "`companion log` has the numbers for `companion undo`.",
            )
        require_colors(state.seats, self.colors, referee)

    def apply(self, state: State) -> State:
        return scored(replace(state, colors=tuple(map(tuple, self.colors))))

    def describe(self, before: State, after: State) -> str:
        return f"the colours: {colors_in_words(after)}"


def colors_by_seat(seats: Sequence[PlayerSeat], words: Sequence[str]) -> list[list[str]]:
    """The colours of each seat, from `ana=red,yellow`. Raises Invalid or NotFound."""
    colors: list[list[str]] = [[] for _ in seats]
    for word in words:
        name, equals, typed = word.partition("=")
        if not equals or not name.strip() or not typed.strip():
            raise Invalid(f"“{word}” gives nobody a colour.", "`ana=red`, or `ana=red,yellow`.")
        if typed.rstrip().endswith(","):
            raise Invalid(f"“{word}” ends with a comma.", "No blank behind it: `ana=red,yellow`.")
        colors[find_seat(seats, name)] += [color_of(part) for part in typed.split(",")]
    return colors


def require_colors(
    seats: Sequence[PlayerSeat], colors: Sequence[Sequence[str]], referee: Referee
) -> None:
    """Refuse colours that the players cannot have: raises Illegal through the referee.

    Players who have none yet may get one later.
    """
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
            "Another colour each: `ana=red ben=blue`.",
        )
    counts = {len(own) for own in colors if own}
    several = [who.name for who, own in zip(seats, colors, strict=True) if len(own) > 1]
    referee.require(
        not several or (len(seats) == 2 and counts == {2}),
        "DB-10",
        f"{listed(several)} {'has' if len(several) == 1 else 'have'} more than one colour; "
        "two each is for two players, and for both.",
        "One colour each: `ana=red ben=blue`; or two each, with two players.",
    )


def colors_in_words(state: State) -> str:
    """Whose colour is which, in words: `Ana red and yellow, Ben blue`."""
    pairs = zip(state.seats, state.colors, strict=True)
    return ", ".join(f"{who.name} {listed(list(own))}" for who, own in pairs if own)


def colors_of_all(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """`ana=red`, a word each; with two players two colours each, too."""
    from companion.core.offer import people

    seats = range(len(trial.state.seats))
    named = {word.partition("=")[0] for word in args.words}
    pairs = combinations(COLORS, 2) if len(seats) == 2 else ()
    each = [",".join(colors) for colors in (*((color,) for color in COLORS), *pairs)]
    for who, _ in people(trial.state, seats):
        if who not in named:
            yield from ((f"{who}={colors}", "") for colors in each)


WhoseColors = Annotated[
    Sequence[Sequence[str]],
    words(
        lambda state, words: colors_by_seat(state.seats, words),
        name="PLAYER=COLOR...",
        candidates=colors_of_all,
    ),
]


@verb("whose colour is which", name="colors", whose=everybodys)
def assign_colors(action: Action[State], colors: WhoseColors) -> None:
    """Whose colour is which.

    \b
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
    finish_if_over(action)


def say_colors(state: State) -> str:
    """Whose colour is which, as long as that is not known."""
    each = zip(state.seats, ("red", "blue", "yellow", "white"), strict=False)
    example = " ".join(f"{who.handle}={color}" for who, color in each)
    one = f"Whose colour is which? `companion dicebox colors {example}`"
    if len(state.seats) != 2:
        return f"{one}."
    ana, ben = (who.handle for who in state.seats)
    return f"{one}, or two each: `companion dicebox colors {ana}=red,yellow {ben}=blue,white`."


# The draft


class DraftBegun(Fact[State], kind="draft.begun"):
    """Who picks first, as lots were drawn."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a draft where there is none, or that has begun."""
        _require_draft(state, referee)
        if state.drafting is not None:
            raise Refused(
                f"{state.name(state.drafting)} is the first to pick already.",
                f"{next_pick(state)} goes on."
                if picker(state) is not None
                else "`companion table`",
            )

    def apply(self, state: State) -> State:
        return replace(state, drafting=self.seat)

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} picks first"


class DiePicked(Fact[State], kind="die.picked"):
    """A pick. Who began the draft follows from the first one; older logs say so, too: `first`."""

    seat: Seat
    color: Color
    first: Seat | None = None

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a pick out of order, of a colour that is gone, or after the last."""
        _require_draft(state, referee)
        seat, color = self.seat, self.color
        referee.require(
            Die(None) in state.dice[seat],
            "DB-13",
            f"All of {state.name(seat)}'s dice are known: two are drafted by each player.",
            "`companion log` has the numbers that `undo` takes.",
        )
        expected = picker(state)
        if expected is not None:
            turned = len(state.picks) >= len(state.seats)
            referee.require(
                seat == expected or state.drafting is None,
                "DB-16" if turned else "DB-15",
                f"It is {state.name(expected)}'s pick, and not {state.name(seat)}'s: one die each "
                + ("in the opposite order now." if turned else "in order, and then back again."),
                next_pick(state),
            )
        left = [one for one, dice in state.pool.items() if dice]
        referee.require(
            color in left,
            "DB-2",
            f"No {color} die is left to draft: there are six, and all are dealt.",
            f"{'There is' if len(left) == 1 else 'There are'} {listed(left)}."
            if left
            else "`companion table` shows all dice.",
        )

    def apply(self, state: State) -> State:
        seat, held = self.seat, state.dice[self.seat]
        place = held.index(Die(None)) if Die(None) in held else len(held)
        held = (*held[:place], Die(self.color), *held[place + 1 :])
        begun = seat if state.drafting is None else state.drafting  # nobody drew lots
        return replace(state.with_dice(seat, held), picks=(*state.picks, seat), drafting=begun)

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} picks {self.color}"


def picker(state: State) -> int | None:
    """Whose pick it is: whoever begins, in order, then back; None once all dice are known.

    Players whose dice are all known, as they rolled them, are left out.
    """
    if not state.drafts:
        return None
    count = len(state.seats)
    begins = state.first if state.drafting is None else state.drafting
    once = [(begins + step) % count for step in range(count)]
    order = [*once, *reversed(once)]
    for seat in state.picks:
        if seat in order:
            order.remove(seat)
    return next((seat for seat in order if Die(None) in state.dice[seat]), None)


def next_pick(state: State) -> str:
    """The command for the next pick; which colour is for the table to say."""
    seat = picker(state)
    handle = state.seats[state.first if seat is None else seat].handle
    color = next((color for color, dice in state.pool.items() if dice), COLORS[0])
    return f"`companion dicebox draft {handle} {color}`"


def may_draft(state: State) -> bool:
    """Whether lots may be drawn, or somebody may pick."""
    return state.drafts and (state.drafting is None or picker(state) is not None)


def say_draft(state: State) -> str:
    """Who is to pick a die, as long as dice are drafted."""
    seat = picker(state)
    if seat is None or state.placed:
        return ""
    if state.drafting is None:
        return "Draw lots for the first pick: `companion dicebox draft`."
    left = [color for color, dice in state.pool.items() if dice]
    return f"{state.name(seat)} picks a die, {listed(left, 'or')}: {next_pick(state)}."


def begin_draft(action: Action[State], chance: "Random") -> None:
    """Draw lots for who picks first (DB-14)."""
    action.add(DraftBegun(seat=chance.randrange(len(action.state.seats))))


def pick_dice(action: Action[State], words: Sequence[str]) -> None:
    """Dice that are picked, in order: `cho red dan blue`, or the colours alone.

    Raises Incomplete for a name without a colour, Ambiguous for a word that may be either. If one
    of several is refused, none is entered, and the hint has those before it.
    """
    picked = 0
    try:
        while picked < len(words):
            picked += _pick(action, words[picked:])
    except CompanionError as error:
        if picked:
            fine = " ".join(words[:picked])
            error.hint = f"None of these is entered. What fits: `companion dicebox draft {fine}`."
        raise


def _pick(action: Action[State], words: Sequence[str]) -> int:
    """One pick, in the first word or two; how many they were."""
    seat = _named(action.state, words[0], words[1:])
    if seat is None:
        color = color_of(words[0])
        _add_pick(action, _next_picker(action.state, color), color)
        return 1
    if len(words) == 1:
        raise Incomplete(
            f"Which colour does {action.state.name(seat)} pick?",
            f"`companion dicebox draft {action.state.seats[seat].handle} red`",
        )
    _add_pick(action, seat, color_of(words[1]))
    return 2


def _add_pick(action: Action[State], seat: int, color: str) -> None:
    action.add(DiePicked(seat=seat, color=color))


def _named(state: State, word: str, rest: Sequence[str]) -> int | None:
    """The seat that a word names; None for a colour. `b red` is somebody's pick, `b` is blue."""
    if is_somebody(state.seats, word) or not is_color(word):
        return find_seat(state.seats, word)
    begun = [who.name for who in state.seats if folded(who.name).startswith(folded(word))]
    if begun and rest and folded(word) not in COLORS:
        color = color_of(word)
        raise Ambiguous(
            f"“{word}” could be {listed([*begun, color], 'or')}.",
            [*begun, color],
            "Type more of it.",
        )
    return None


def _next_picker(state: State, color: str) -> int:
    """Whose pick it is, where only a colour was typed. Raises Refused before somebody is first."""
    expected = picker(state)
    if expected is not None and state.drafting is None:
        raise Refused(
            "It is not entered who picks first, and chance decides that (DB-14).",
            "`companion dicebox draft` draws lots; or name who it was: "
            f"`companion dicebox draft {state.seats[expected].handle} {color}`.",
        )
    return state.turn if expected is None else expected


def _require_draft(state: State, referee: Referee) -> None:
    if state.drafts:
        return
    count = len(state.seats)
    each = DICE_OF_EACH.get(count, 0)
    referee.refuse(
        "DB-11" if count == 2 else "DB-12",
        f"With {count} players nothing is drafted: {each} dice of each colour are dealt to "
        "everybody.",
        "`companion dicebox seed 3` comes next." if not state.seeded else "`companion table`",
    )


def _possible_picks(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Colours that are left, in the order of picks; with a name if nobody is first yet."""
    from companion.core.offer import from_turn, people

    seats = trial.state.seats
    # In front, a player named `Red` is meant, not a die.
    yield from ((one, "") for one in COLORS if args.words or not is_somebody(seats, one))
    if not args.words:
        for who, name in people(trial.state, from_turn(trial.state, trial.state.turn)):
            picks_of = (partial(pick_dice, words=(who, color)) for color in COLORS)
            if any(map(trial.stands, picks_of)):
                yield who, name


def _whose_picks(state: State, words: Sequence[str]) -> Collection[int]:
    """Those who are named in front of a colour; of one colour alone, whoever picks next."""
    named = [_named(state, word, words[at:]) for at, word in enumerate(words, 1)]
    pickers = [seat for seat in named if seat is not None]
    if 2 * len(pickers) == len(words):
        return pickers
    if len(words) > 1:
        return everybodys(state)
    next_picker = picker(state)
    return (state.turn if next_picker is None else next_picker,)


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


@verb("who picks which die", whose=everybodys)
def draft(action: Action[State], picks: Picks = ()) -> None:
    """With four players: who picks which die.

    Once in order and back again. Without words, lots are drawn for who begins.

    \b
    Examples:
      companion dicebox draft                   who begins?
      companion dicebox draft cho red           Cho begins, with a red die
      companion dicebox draft blue white red    the next picks, one by one
    """
    if picks:
        pick_dice(action, picks)
    else:
        begin_draft(action, action.chance)
