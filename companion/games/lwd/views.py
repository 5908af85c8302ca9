"""How a play of A Little White Die is shown: as blocks, as JSON, as what to look up; the odds."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.core.blocks import Block, Column, Fit, Heading, Paragraph, Span, Table, Text
from companion.core.lookup import Mention
from companion.core.names import capital
from companion.games.lwd.challenge import verdict
from companion.games.lwd.decks import Deck, count_dice, has_singles
from companion.games.lwd.guesses import HIGHEST, Guess
from companion.games.lwd.round_start import split_lines
from companion.games.lwd.state import FIRST_OUT, MIN_DICE, RoundRecord, State

if TYPE_CHECKING:
    from companion.games.lwd.chances import Odds

# The table

_COLUMNS = (
    Column(read_aloud="Turn"),
    Column("Player", wraps=True),
    Column("Cards", "right"),
    Column("Dice", "right"),
    Column("Guess", "right"),
    Column(read_aloud="Note"),
)
_MOST_DRAWN = 16
"""Decks of up to this many cards are drawn card by card."""


def view(state: State, reference: Any) -> list[Block]:
    """Players, the guesses of this round, how decks may be split, and what is played."""
    blocks: list[Block] = [_players(state)]
    if state.has_guesses:
        blocks.append(Paragraph(_guesses(state)))
    elif state.phase == "guess":
        splits = tuple((line,) for line in split_lines(state))
        blocks.append(Table((Column("Splits", wraps=True),), splits))
    if state.challenged_round is not None:
        blocks.append(Paragraph(f"{capital(verdict(state, state.challenged_round))}."))
    if state.variant.in_words:
        blocks.append(
            Paragraph(Span(f"Played with: {', '.join(state.variant.in_words)}.", "muted"))
        )
    return blocks


def _players(state: State) -> Block:
    rows = [_row(state, seat) for seat in range(len(state.seats))]
    table = Table(_COLUMNS, tuple(rows))
    if max(deck.size for deck in state.decks) > _MOST_DRAWN:
        return table
    drawn = tuple((*row, _drawn(deck)) for row, deck in zip(rows, state.decks, strict=True))
    return Fit((Table((*_COLUMNS, Column(read_aloud="Deck")), drawn), table))


def _row(state: State, seat: int) -> tuple[Text, ...]:
    live = state.status == "live"
    has_turn = live and state.phase != "loss" and seat == state.turn
    dice = state.dice(seat)
    guesses = [made.guess.label for made in state.guesses if made.seat == seat]
    is_newest = bool(state.guesses) and state.guesses[-1].seat == seat
    guess: Text = Span(guesses[-1], "strong" if is_newest else "muted") if guesses else ""
    return (
        Span("▸" if has_turn else " ", "active"),
        Span(state.name(seat), "name"),
        Span(str(state.decks[seat].size), "strong"),
        "" if dice is None or not dice else str(dice),
        guess,
        _note(state, seat),
    )


def _note(state: State, seat: int) -> Text:
    if state.status != "live":
        return Span("won", "good") if seat in state.winners else ""
    if not state.decks[seat].size:
        return Span("out", "muted")
    if state.challenged_round is not None and state.challenged_round.loser == seat:
        return Span("loses", "bad")
    return Span("Liar", "strong") if seat == state.liar else ""


def _drawn(deck: Deck) -> Text:
    return (Span("▮" * deck.in_dice, "icon"), Span("▯" * deck.aside, "muted"))


def _guesses(state: State) -> Text:
    parts: list[str | Span] = [Span("Guesses: ", "muted")]
    for place, made in enumerate(state.guesses):
        parts += [" → "] if place else []
        parts += [f"{state.name(made.seat)} ", Span(made.guess.label, "active")]
    return (*parts, " → not entered") if state.guesses_not_entered else tuple(parts)


# `table --json`


def report(state: State, reference: Any) -> dict[str, Any]:
    """What the play adds to `table --json`; keys may be added, never removed."""
    live = state.status == "live"
    last = state.guess_to_challenge
    return {
        "phase": state.phase if live else "over",
        "turn": state.name(state.turn) if live and state.phase != "loss" else None,
        "liar": state.name(state.liar),
        "dice_count": state.liars_number,
        "guess": None if last is None else last.guess.to_json(),
        "guesses": [
            {"name": state.name(made.seat), **made.guess.to_json()} for made in state.guesses
        ],
        "highest": state.highest,
        "challenge": None
        if state.challenged_round is None
        else _challenge(state, state.challenged_round),
        "until": state.variant.until,
        "min_dice": state.variant.min_dice,
        "wildcards": state.variant.wildcards,
        "power": state.variant.power,
    }


def player_report(state: State, seat: int, reference: Any) -> dict[str, Any]:
    """What it says about a player: `dice` is null before the Liar's number is stated."""
    deck = state.decks[seat]
    return {
        "cards": deck.size,
        "dice": state.dice(seat),
        "aside": deck.aside,
        "wildcards": min(deck.wildcards, deck.size),
    }


def _challenge(state: State, record: RoundRecord) -> dict[str, Any]:
    by = record.challenger
    return {
        "by": None if by is None else state.name(by),
        "there": record.there,
        "right": record.was_right,
        "loser": None if record.loser is None else state.name(record.loser),
    }


# What matters now


def in_play(state: State, reference: Any) -> Iterator[Mention]:
    """Words to look up, the most urgent first: this step of the round, the variant, the end.

    They are ids of `data/lwd/glossary.toml`, where the texts are.
    """
    live = state.status == "live"
    if live:
        yield from _MENTIONS[state.phase](state)
    if state.highest > HIGHEST:
        yield Mention("high-numbers", f"up to {state.highest}")
    out = [state.name(seat) for seat in range(len(state.seats)) if not state.decks[seat].size]
    if out:
        yield Mention("out-of-the-game", ", ".join(out))
    is_quick = state.variant.until == FIRST_OUT
    yield Mention("quick-game" if is_quick else "long-game", "how this game ends")
    if not live and len(state.winners) > 1:
        yield Mention("ties", "the win is shared")


def _mentions_before_number(state: State) -> Iterator[Mention]:
    if state.swap_seat is not None:
        yield Mention("wildcard-after-loss", f"{state.name(state.swap_seat)} may swap")
    yield Mention("liar", state.name(state.liar))
    yield Mention("liars-number", "stated next")
    if state.variant.min_dice > MIN_DICE:
        yield Mention("three-dice", f"{state.variant.min_dice} or more")
    if state.round == 1:
        yield Mention("setup", "the first round")
        if state.variant.wildcards:
            yield Mention("wildcard-setup", "everybody swaps a card")
        if state.variant.power:
            yield Mention("power-setup", "how the cards are dealt")


def _mentions_in_guess(state: State) -> Iterator[Mention]:
    if not state.guesses:
        yield Mention("split", f"into {state.liars_number or 'as many as stated'}")
        yield from _mentions_of_singles(state)
        yield Mention("roll", "after the split")
        yield Mention("guess", f"{state.name(state.turn)}'s, the first")
    else:
        last = state.guesses[-1]
        yield Mention("raise", f"above {state.name(last.seat)}'s {last.guess.label}")
        yield Mention("challenge", f"or {state.name(state.turn)} challenges it")
    if state.variant.wildcards:
        yield Mention("wildcard-counts", "if one is on top")
    if state.variant.power:
        on_power = state.last_entered is not None and state.last_entered.on_power
        yield Mention("power-doubling" if on_power else "power-halving", "a guess on the other")
        yield Mention("triggering", "before the guess")


def _mentions_of_singles(state: State) -> Iterator[Mention]:
    liars_number = state.liars_number
    if liars_number is None:
        return
    cards = {state.decks[seat].in_dice for seat in state.still_in}
    if any(has_singles(count, liars_number) for count in cards):
        yield Mention("single-card-die", "some cannot avoid them")
    if any(count_dice(count, liars_number) < liars_number for count in cards):
        yield Mention("too-few-for-split", "not all have enough cards")


def _mentions_after_challenge(state: State) -> Iterator[Mention]:
    record = state.challenged_round
    if record is None or record.loser is None:
        yield Mention("reveal", "the top cards")
        yield Mention("correct-guess", "who was right")
        return
    loser = state.name(record.loser)
    yield Mention("losing-a-round", loser)
    yield Mention("discard", f"{loser} gives up a die")
    yield Mention("next-liar", loser)
    if state.variant.wildcards:
        yield Mention("wildcard-after-loss", "after that")


_MENTIONS = {
    "number": _mentions_before_number,
    "guess": _mentions_in_guess,
    "loss": _mentions_after_challenge,
}

# The odds

_BARS = (24, 10, 0)
"""How long a bar is that stands for certain, on wide screens and on narrow ones."""
_ODDS = (
    Column("At least", "right"),
    Column("", "right", read_aloud="Chance"),
    Column(read_aloud="Drawn"),
    Column(read_aloud="Note"),
)
_COUNTS_AROUND = 4
"""How many counts are shown below and above the one that was guessed."""


def odds_view(record: RoundRecord, guess: Guess, odds: "Odds") -> list[Block]:
    """The chance of the guess, and of counts around it; and how many were there, if it is known."""
    dice = sum(record.dice)
    there = record.there if record.is_about(guess) else None
    most = max(count for count, chance in enumerate(odds.at_least) if chance > 0)
    first = max(1, min(guess.count, most) - _COUNTS_AROUND)
    last = max(min(most, guess.count + _COUNTS_AROUND), min(guess.count, dice), there or 0)
    counts = [*range(first, last + 1), *([guess.count] if guess.count > last else [])]
    summary = f"{guess.in_words} or more, with {dice} dice: {percent(odds.chance(guess.count))}."
    bars = (
        Table(
            _ODDS,
            tuple(_odds_row(guess, count, odds.chance(count), there, bar) for count in counts),
        )
        for bar in _BARS
    )
    return [
        Heading(f"Odds of round {record.round}", summary),
        Fit(tuple(bars)),
        Paragraph(Span(_explain_odds(record, guess, odds.is_exact), "muted")),
    ]


def percent(chance: float) -> str:
    """A chance as a percentage; what is very unlikely is not rounded to “never”."""
    if chance <= 0:
        return "never"
    if chance >= 1 - 1e-12:
        return "always"
    if chance < 0.0005:
        return "less than 0.1%"
    return "more than 99.9%" if chance > 0.9995 else f"{chance:.1%}"


def _odds_row(
    guess: Guess, count: int, chance: float, there: int | None, bar: int
) -> tuple[Text, ...]:
    is_guessed = count == guess.count
    found = "was there" if count == 1 else "were there"
    notes = [*(["guessed"] if is_guessed else []), *([found] if count == there else [])]
    return (
        Span(str(count), "active" if is_guessed else ""),
        Span(percent(chance), "strong" if is_guessed else ""),
        Span("█" * round(chance * bar), "active" if is_guessed else "icon"),
        Span(", ".join(notes), "muted"),
    )


def _explain_odds(record: RoundRecord, guess: Guess, is_exact: bool) -> str:
    """What the odds are computed from, and what they assume."""
    happened = {change.kind for deck in record.decks for change in deck.changes}
    cards = {card for deck in record.decks for change in deck.changes for card in change.hand}
    exact = "Exact," if is_exact else "Not exact, as some of what was seen is not counted in;"
    notes = [f"{exact} by what all could know: the dice, and how the decks began"]
    if guess.on_power:
        notes.append("any of the cards may be power cards, all equally likely")
    elif "random" in happened:
        notes.append("a random card has any number from 1 to 6, all equally likely")
    if "swapped" in happened:
        notes.append("a wildcard replaced any card")
    if "given" in happened:
        notes.append("any die that was shown, or any cards, may have been given up")
    if "counted" in happened:
        notes.append("where a number was corrected, any cards came or went")
    if cards:
        notes.append("hands that were shown player by player")
    if cards and guess.on_power:
        notes.append("a card that was entered without `p` has no power")
    if record.triggered:
        notes.append("power cards that were triggered are on top")
    if "seen" in happened and guess.on_power:
        notes.append("cards that were not entered player by player are left out")
    return f"{'; '.join(notes)}. What players say, and how they look, does not count."
