"""The table of Sort: drawn, and what of the rulebook matters now."""

from collections.abc import Iterator

from companion.core.blocks import Block, Fit, Paragraph, Picture, Side, Span, Text
from companion.core.lookup import Mention
from companion.games.boolean.dice.the_ten import by_id, dice_words
from companion.games.boolean.sort.state import AREAS, TURNS, SortState

_UNNAMED = "■"
_WIDE, _NARROW = 4, 3
"""How wide a die is drawn, where there is room and where there is not."""


def view(state: SortState) -> list[Block]:
    """Whose game it is, the areas, and what lies outside."""
    blocks: list[Block] = [
        Paragraph(_head(state)),
        Fit((_areas(state, _WIDE), _areas(state, _NARROW))),
    ]
    if any(None in _dice(state, area) for area in range(len(AREAS))):
        blocks.append(Paragraph(Span(f"{_UNNAMED} a die that was not named.", "muted")))
    return blocks


def _head(state: SortState) -> Text:
    name = Span(state.name(0), "name")
    if state.status != "live":
        return (name, Span("  won", "good")) if state.winners else name
    rolled = (", rolled: ", Span(state.rolled, "name")) if state.rolled is not None else ()
    return (name, "  ", Span(dice_words(state.outside), "strong"), " outside the areas", *rolled)


def _areas(state: SortState, width: int) -> Side:
    return Side(tuple(_area(state, area, width) for area in range(len(AREAS))))


def _area(state: SortState, area: int, width: int) -> Picture:
    dice = _dice(state, area)
    empty = ("",) * (TURNS - len(dice))
    caption = [Span(AREAS[area].capitalize(), "strong")]
    if state.right is not None:
        right, size = state.right[area], state.size
        caption.append(Span(f"  {right} of {size} right", "good" if right == size else "bad"))
    return Picture(((*(_die(die, width) for die in dice), *empty),), width, tuple(caption))


def _dice(state: SortState, area: int) -> tuple[str | None, ...]:
    """What lies in an area; five dice at the end, also where no turn was told."""
    dice = state.areas[area]
    return dice or ((None,) * state.size if state.right is not None else ())


def _die(name: str | None, width: int) -> Text:
    if name is None:
        return Span(_UNNAMED.center(width), "icon")
    return Span(by_id()[name].short.center(width), "name")


def in_front(state: SortState) -> Iterator[Mention]:
    """The step at hand, how to find out about the dice, and how it ends."""
    if state.status == "live" and not state.played:
        if not state.turns:
            yield Mention("sort", "what it is about")
        yield Mention("sort-turn", f"turn {state.round} of {TURNS}")
        yield Mention("shifting-in-sort", "how to find out about a die")
        yield Mention("sort-areas", f"{dice_words(len(state.turns))} in each")
        yield Mention("ten-different-dice", "which there are")
    yield Mention("sort-game-end", "when all are placed")
    if state.played and state.status == "live":
        yield Mention("sort-areas", "five in each")
        yield Mention("winning", "all ten have to be right")
