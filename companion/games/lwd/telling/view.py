"""The table of A Little White Die as blocks: everybody's cards and dice, and the guesses."""

from companion.core.blocks import Block, Column, Fit, Paragraph, Span, Table, Text
from companion.core.names import capital
from companion.games.lwd.state import State
from companion.games.lwd.telling.describe import variant_told, verdict
from companion.games.lwd.telling.splitting import splits_told

_COLUMNS = (
    Column(heard="Turn"),
    Column("Player", wraps=True),
    Column("Cards", "right"),
    Column("Dice", "right"),
    Column("Guess", "right"),
    Column(heard="Note"),
)
_LONGEST = 16
"""Cards that are drawn one by one."""


def view(state: State) -> list[Block]:
    """Players, the guesses of this round, how decks may be split, and what is played."""
    blocks: list[Block] = [_players(state)]
    if state.guesses or state.untold:
        blocks.append(Paragraph(_guesses(state)))
    elif state.phase == "guess":
        blocks.append(splits_view(state))
    if state.showdown is not None:
        blocks.append(Paragraph(f"{capital(verdict(state, state.showdown))}."))
    variant = variant_told(state.variant)
    if variant:
        blocks.append(Paragraph(Span(f"Played with: {', '.join(variant)}.", "muted")))
    return blocks


def splits_view(state: State) -> Table:
    """How everybody may split a deck, a line for each number of cards."""
    rows = tuple((line,) for line in splits_told(state))
    return Table((Column("Splits", wraps=True),), rows)


def _players(state: State) -> Block:
    told = Table(_COLUMNS, tuple(_row(state, seat) for seat in _seats(state)))
    if max(deck.cards for deck in state.decks) > _LONGEST:
        return told
    drawn = tuple((*_row(state, seat), _drawn(state, seat)) for seat in _seats(state))
    return Fit((Table((*_COLUMNS, Column(heard="Deck")), drawn), told))


def _seats(state: State) -> range:
    return range(len(state.seats))


def _row(state: State, seat: int) -> tuple[Text, ...]:
    live = state.status == "live"
    here = live and state.phase != "loss" and seat == state.turn
    dice = state.dice(seat)
    mine = [said.guess.shown for said in state.guesses if said.seat == seat]
    newest = bool(state.guesses) and state.guesses[-1].seat == seat
    guess: Text = Span(mine[-1], "strong" if newest else "muted") if mine else ""
    return (
        Span("▸" if here else " ", "active"),
        Span(state.name(seat), "name"),
        Span(str(state.decks[seat].cards), "strong"),
        "" if dice is None or not dice else str(dice),
        guess,
        _note(state, seat),
    )


def _note(state: State, seat: int) -> Text:
    if state.status != "live":
        return Span("won", "good") if seat in state.winners else ""
    if not state.decks[seat].cards:
        return Span("out", "muted")
    if state.showdown is not None and state.showdown.loser == seat:
        return Span("loses", "bad")
    return Span("Liar", "strong") if seat == state.liar else ""


def _drawn(state: State, seat: int) -> Text:
    deck = state.decks[seat]
    return (Span("▮" * deck.in_dice, "icon"), Span("▯" * deck.aside, "muted"))


def _guesses(state: State) -> Text:
    parts: list[str | Span] = [Span("Guesses: ", "muted")]
    for place, said in enumerate(state.guesses):
        parts += [" → "] if place else []
        parts += [f"{state.name(said.seat)} ", Span(said.guess.shown, "active")]
    return (*parts, " → untold") if state.untold else tuple(parts)
