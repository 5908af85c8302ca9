"""What is known of a play of A Little White Die: an immutable value; what follows from it, pure."""

from typing import Any, Literal, NamedTuple

from companion.core.names import counted, listed
from companion.core.outcome import Lead, Outcome
from companion.core.play import PlayState
from companion.core.seats import names_as_typed
from companion.core.value import replace
from companion.games.lwd.decks import CARDS, Deck, Hand, dice_of, sizes, sizes_from
from companion.games.lwd.guesses import HIGHEST, Guess, least_above, lowest

Phase = Literal["number", "guess", "loss"]
"""The Liar states a number; guesses go round; after a challenge, the loser gives up a die."""
FIRST_OUT, LAST_STANDING = UNTIL = ("first-out", "last-standing")
MIN_DICE, MIN_DICE_OF_BIG_DECKS = 2, 3
DECKS = (6, 9, 12)


class Variant(NamedTuple):
    """What is played: cards in a deck, how they are dealt, the least number that a Liar may state,
    the expansions, and the end."""

    cards: int = CARDS
    random: bool = False
    min_dice: int = MIN_DICE
    wildcards: bool = False
    power: bool = False
    until: str = FIRST_OUT

    @property
    def options(self) -> list[str]:
        """The options of `start` that begin it, those that are not the usual ones."""
        usual = Variant()
        options = [
            (self.cards != usual.cards, f"--cards {self.cards}"),
            (self.random and not self.power, "--deal random"),  # LW-47
            (self.min_dice != usual_min_dice(self.cards), f"--min-dice {self.min_dice}"),
            (self.wildcards, "--wildcards"),
            (self.power, "--power"),
            (self.until != FIRST_OUT, f"--until {self.until}"),
        ]
        return [option for unusual, option in options if unusual]

    @property
    def in_words(self) -> list[str]:
        """What differs from the plain game, in a few words each."""
        dice = f"at least {self.min_dice} {'die' if self.min_dice == 1 else 'dice'}"
        differences = [
            (self.cards != CARDS, f"{self.cards} cards each"),
            (self.random, "random decks"),
            (self.min_dice != MIN_DICE, dice),
            (self.wildcards, "wildcards"),
            (self.power, "power cards"),
            (self.until != FIRST_OUT, "until only one has cards"),
        ]
        return [words for differs, words in differences if differs]


def usual_min_dice(cards: int) -> int:
    """The least number that a Liar may state, where a table says nothing else (A-LW-15)."""
    return MIN_DICE if cards <= CARDS else MIN_DICE_OF_BIG_DECKS


class Said(NamedTuple):
    """A guess and whose it was."""

    seat: int
    guess: Guess


class Showdown(NamedTuple):
    """A round as it ended: the guess that was challenged (None: unknown), and what was revealed.

    `guesser` made that guess, which need not have been entered; None where nobody guessed.
    `there` is how many dice showed what was guessed, None if unknown. `dice` and `decks` are
    everybody's in that round, before anything was revealed, and `triggered` the power cards that
    were; `hands` are what each showed, empty if not entered. `loser` is None if unknown. `number`
    is the round's.
    """

    said: Said | None
    guesser: int | None
    challenger: int | None
    there: int | None
    loser: int | None
    number: int
    dice: tuple[int, ...]
    decks: tuple[Deck, ...]
    triggered: tuple[tuple[int, int | None], ...] = ()
    hands: tuple[Hand, ...] = ()

    @property
    def right(self) -> bool | None:
        """Whether the guess was right; None if it is unknown what lay there."""
        if self.said is None or self.there is None:
            return None
        return self.there >= self.said.guess.times


class State(PlayState):
    """A play of A Little White Die.

    `turn` is who is to guess. `dice_count` is what the Liar stated, None until then. `skipped` is
    how many guesses were made since the last one in `guesses` and not entered. `triggered` are
    the power cards of this round, by seat and number. `showdown` is this round's challenge, `past`
    the last round before it of which dice were entered. `swapper` may give up a card for a wildcard
    now.
    """

    variant: Variant
    decks: tuple[Deck, ...]
    liar: int
    turn: int
    dice_count: int | None = None
    guesses: tuple[Said, ...] = ()
    skipped: int = 0
    triggered: tuple[tuple[int, int | None], ...] = ()
    highest: int = HIGHEST
    showdown: Showdown | None = None
    past: Showdown | None = None
    swapper: int | None = None

    @property
    def phase(self) -> Phase:
        """What the round has come to."""
        if self.showdown is not None:
            return "loss"
        begun = self.guesses or self.skipped > 0 or self.dice_count is not None
        return "guess" if begun else "number"

    @property
    def last(self) -> Guess | None:
        """The guess to beat: the newest one that was entered."""
        return self.guesses[-1].guess if self.guesses else None

    def dice(self, seat: int) -> int | None:
        """How many dice a player has in this round; None before the number is known."""
        if self.dice_count is None:
            return None
        return dice_of(self.decks[seat].in_dice, self.dice_count)

    @property
    def all_dice(self) -> int | None:
        """How many dice are on the table."""
        if self.dice_count is None:
            return None
        return sum(self.dice(seat) or 0 for seat in range(len(self.seats)))

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that have cards."""
        return tuple(seat for seat, deck in enumerate(self.decks) if deck.cards)

    def leaders(self) -> tuple[int, ...]:
        """The seats with the most cards: several in a tie (LW-6)."""
        most = max(deck.cards for deck in self.decks)
        return tuple(seat for seat, deck in enumerate(self.decks) if deck.cards == most)

    def next_in(self, seat: int, step: int = 1) -> int:
        """The next seat clockwise that has cards; that very seat where nobody else has any.

        With a `step` of -1, the one before.
        """
        count = len(self.seats)
        order = [(seat + step * steps) % count for steps in range(1, count)]
        return next((other for other in order if self.decks[other].cards), seat)


# How it ends


def outcome(state: State) -> Outcome:
    """The winners by the cards as they are now; nobody as long as the game goes on."""
    left = state.still_in
    out = [state.name(seat) for seat in range(len(state.seats)) if seat not in left]
    if state.variant.until == LAST_STANDING:
        if len(left) > 1:
            names = listed([state.name(seat) for seat in left])
            return Outcome((), f"{names} have cards left")
        if not left:
            return Outcome((), "nobody has cards left")
        return Outcome(left, "the last one with cards")
    if not out:
        return Outcome((), "nobody is out of cards")
    if not left:
        return Outcome((), "nobody has cards left")
    winners = state.leaders()
    most = state.decks[winners[0]].cards
    share = "share the most cards" if len(winners) > 1 else "the most cards"
    verb = "is" if len(out) == 1 else "are"
    return Outcome(winners, f"{listed(out)} {verb} out; {share}, {most}")


def outcome_now(state: State) -> Outcome:
    """The same, and before the end whoever alone has the most cards: for a play that ends now."""
    by_rules = outcome(state)
    if by_rules.winners or not state.still_in:
        return by_rules
    leaders = state.leaders()
    most = state.decks[leaders[0]].cards
    if len(leaders) > 1:
        names = listed([state.name(seat) for seat in leaders])
        return Outcome((), f"{names} are tied at {counted(most, 'card')}")
    early = "one alone had cards" if state.variant.until == LAST_STANDING else "anybody was out"
    return Lead(leaders, f"the most cards, {most}; ended before {early}")


# How a round ends


def showdown_of(state: State) -> Showdown:
    """This round as it is now, without its end."""
    said = state.guesses[-1] if state.guesses and not state.skipped else None
    guesser = state.next_in(state.turn, -1) if state.skipped else said.seat if said else None
    dice = tuple(state.dice(seat) or 0 for seat in range(len(state.seats)))
    return Showdown(
        said, guesser, None, None, None, state.round, dice, state.decks, state.triggered
    )


def next_round(state: State, loser: int) -> State:
    """The round is over: the loser is the next Liar, or whoever comes next and has cards."""
    ended = state.showdown or showdown_of(state)
    state = replace(state, decks=tuple(deck.gathered() for deck in state.decks))
    has_cards = state.decks[loser].cards > 0
    liar = loser if has_cards else state.next_in(loser)
    over = bool(outcome(state).winners)
    return replace(
        state,
        round=state.round if over else state.round + 1,
        liar=liar,
        turn=liar,
        dice_count=None,
        guesses=(),
        skipped=0,
        triggered=(),
        showdown=None,
        past=ended if any(ended.dice) else state.past,
        swapper=loser if state.variant.wildcards and has_cards else None,
    )


def with_deck(state: State, seat: int, deck: Deck) -> State:
    """The state with another deck of somebody's."""
    return replace(state, decks=(*state.decks[:seat], deck, *state.decks[seat + 1 :]))


# What may be guessed and lost, by what was entered


def least(state: State) -> list[Guess]:
    """The lowest guesses that are allowed now; each one that was not entered was higher, too."""
    highest, power = state.highest, state.variant.power
    found = least_above(state.last, highest, power)
    for _ in range(state.skipped):
        found = lowest(higher for guess in found for higher in least_above(guess, highest, power))
    return found


def lowest_guesses(state: State) -> str:
    """The same as a hint."""
    shown = listed([guess.shown for guess in least(state)], "or")
    return f"The least now: {shown}." if shown else "No guess is higher: `companion lwd challenge`."


def dice_range(state: State, seat: int) -> range:
    """How many dice a player may have: as many as were stated, or by the cards where none was."""
    dice, cards = state.dice(seat), state.decks[seat].in_dice
    if dice is not None:
        return range(dice, dice + 1)
    return range(min(state.variant.min_dice, cards), cards + 1)


def lost_sizes(state: State, seat: int) -> tuple[int, ...]:
    """How many cards may be in the die that a player gives up, by what is known."""
    cards = state.decks[seat].in_dice
    if not state.dice_count:  # Not entered, or none at all, as a house may have it.
        return sizes_from(cards, state.variant.min_dice)
    return sizes(cards, state.dice_count)


def likely_size(fitting: tuple[int, ...]) -> int:
    """A size to show in a command: the smallest that is no single card, if there is one."""
    return next((size for size in fitting if size > 1), fitting[0] if fitting else 1)


def how_to_lose(state: State) -> str:
    """The command that enters what the loser gave up: whoever it is, or may be."""
    showdown, seat = state.showdown, state.liar
    if showdown is not None and showdown.loser is not None:
        seat = showdown.loser
    elif showdown is not None and showdown.guesser is not None:
        seat = showdown.guesser
    size = likely_size(lost_sizes(state, seat))
    return f"`companion lwd lose {state.seats[seat].handle} {size}`"


def start_with(state: State, **changed: Any) -> str:
    """The command that begins a game as this one was begun, but for what is `changed` of it."""
    variant = state.variant._replace(**changed)
    first = ["--first", state.seats[state.first].handle] if state.first else []
    words = ["companion start lwd", names_as_typed(state.seats), *first, *variant.options]
    return f"`{' '.join(words)}`"
