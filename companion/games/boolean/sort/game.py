"""Sort, a game for one: sort the dice by the colours of their bottoms, without seeing these."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.command import AnyVerb
from companion.core.legal import Step
from companion.core.lookup import Mention
from companion.core.seats import PlayerSeat
from companion.games.boolean.dice.the_ten import BOTTOM, Die, by_id, dice_words, in_order
from companion.games.boolean.sort import turns
from companion.games.boolean.sort.state import AREAS, TURNS, SortState, outcome
from companion.games.boolean.variant_game import VariantGame, kinds_with, legal_steps
from companion.games.boolean.variants import variant_of

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text

# What can be done now


def _phase(state: SortState) -> str:
    if state.all_turns_taken:
        return "bottoms"
    return "turns" if state.turns or state.rolled is not None else "opening"


def _say_deduce(state: SortState) -> str:
    """The command for what bottoms may be, with the dice that were named in the areas."""
    free = [by_id()[name] for name in state.free]
    placed = ",".join(by_id()[name].short for name in in_order(state.placed))
    seen = " ".join(_seen(die) for die in (free[len(free) // 2], free[0]))
    command = f"companion boolean deduce {seen}{f' --placed {placed}' if placed else ''}"
    return f"What may the bottoms be? Enter top and sides of each die: `{command}`."


def _seen(die: Die) -> str:
    return "".join("w" if white else "b" for white in die.net[:BOTTOM])


_TURN = (Step("sort", turns.say_turn), Step("deduce", _say_deduce))

LEGAL = legal_steps(
    lambda state: state.right is not None,
    _phase,
    {
        "opening": (
            Step(say="Roll all ten dice, and prepare two areas: one for Black, one for White."),
            *_TURN,
            Step("bottoms", "Or enter only the end: `companion boolean bottoms 5 4`."),
            Step("split"),
        ),
        "turns": _TURN,
        "bottoms": (
            Step(
                "bottoms",
                "Turn all dice over. How many are right in Black, and in White? "
                "`companion boolean bottoms 5 4`.",
            ),
        ),
    },
)


# The table

_UNNAMED = "■"
_WIDE, _NARROW = 4, 3
"""The width of a drawn die, with enough room and without."""


def view(state: SortState, reference: Any) -> "list[Block]":
    """The player, the areas, and how many dice lie outside."""
    from companion.core.blocks import Fit, Paragraph, Picture, Side, Span

    def die(name: str | None, width: int) -> Span:
        if name is None:
            return Span(_UNNAMED.center(width), "icon")
        return Span(by_id()[name].short.center(width), "name")

    def area(number: int, width: int) -> Picture:
        caption = [Span(AREAS[number].capitalize(), "strong")]
        if state.right is not None:
            right, size = state.right[number], state.size
            caption.append(Span(f"  {right} of {size} right", "good" if right == size else "bad"))
        dice = [die(name, width) for name in lying[number]]
        return Picture(((*dice, *[""] * (TURNS - len(dice))),), width, tuple(caption))

    unknown = (None,) * state.size if state.right is not None else ()
    lying = [dice or unknown for dice in state.areas]
    sides = tuple(Side((area(0, width), area(1, width))) for width in (_WIDE, _NARROW))
    blocks: list[Block] = [Paragraph(_head(state)), Fit(sides)]
    if any(None in dice for dice in lying):
        blocks.append(Paragraph(Span(f"{_UNNAMED} a die that was not named.", "muted")))
    return blocks


def _head(state: SortState) -> "Text":
    from companion.core.blocks import Span

    name = Span(state.name(0), "name")
    if state.status != "live":
        return (name, Span("  won", "good")) if state.winners else name
    rolled = (", rolled: ", Span(state.rolled, "name")) if state.rolled is not None else ()
    return (name, "  ", Span(dice_words(state.outside), "strong"), " outside the areas", *rolled)


def in_play(state: SortState, reference: Any) -> Iterator[Mention]:
    """The current step, how to find out about the dice, and how the game ends."""
    if state.status == "live" and not state.all_turns_taken:
        if not state.turns:
            yield Mention("sort", "what it is about")
        yield Mention("sort-turn", f"turn {state.round} of {TURNS}")
        yield Mention("shifting-in-sort", "how to find out about a die")
        yield Mention("sort-areas", f"{dice_words(len(state.turns))} in each")
        yield Mention("ten-different-dice", "which there are")
    yield Mention("sort-game-end", "when all are placed")
    if state.all_turns_taken and state.status == "live":
        yield Mention("sort-areas", "five in each")
        yield Mention("winning", "all ten have to be right")


class Sort(VariantGame[SortState]):
    """Five turns, and all ten bottoms have to be right."""

    variant = variant_of("sort")
    ends_by = "BO-162"
    kinds = kinds_with(turns)
    steps = LEGAL
    outcome = staticmethod(outcome)
    advance = staticmethod(turns.advance)
    view = staticmethod(view)
    in_play = staticmethod(in_play)

    def opening(
        self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]
    ) -> SortState:
        """All ten dice rolled (BO-155), and nothing in the areas."""
        return SortState(seats=seats, scores=(), first=first, turn=0)

    def own_verbs(self) -> Sequence[AnyVerb]:
        from companion.games.boolean.sort.deduce import deduce

        return turns.sort, turns.show_bottoms, deduce

    def ended(self, state: SortState) -> bool:
        return state.right is not None

    def where(self, state: SortState) -> str:
        return "all turns taken" if state.all_turns_taken else f"turn {state.round} of {TURNS}"

    def status_line(self, state: SortState) -> str:
        dice = f"{dice_words(len(state.turns))} in each area, {dice_words(state.outside)} outside"
        if state.right is not None:
            black, white = state.right
            dice = f"{black} right in Black, {white} in White"
        return f"{dice} — {self.now(state)}"

    def report(self, state: SortState) -> dict[str, Any]:
        """The dice of an area in the order in which they were placed, null for one not named.

        `rolling` is the die that was rolled in the current turn, before others are placed.
        """
        live = state.status == "live"
        return {
            "phase": ("bottoms" if state.all_turns_taken else "turns") if live else "over",
            "turns": len(state.turns),
            "areas": {colour: list(area) for colour, area in zip(AREAS, state.areas, strict=True)},
            "rolled": [turn.rolled for turn in state.turns],
            "rolling": state.rolled,
            "right": None if state.right is None else dict(zip(AREAS, state.right, strict=True)),
        }

    def player_json(self, state: SortState, seat: int, reference: Any) -> dict[str, Any]:
        return {"dice": state.outside}


GAME = Sort()
