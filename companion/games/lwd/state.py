"""The state of a play of A Little White Die, and what follows from it."""

from typing import Annotated, Any, Literal, NamedTuple

from companion.core.fact import Recorded
from companion.core.names import counted, listed
from companion.core.outcome import Lead, Outcome
from companion.core.play import PlayState
from companion.core.seats import names_as_typed
from companion.core.shapes import FLAG, one_of
from companion.core.value import replace
from companion.games.lwd.decks import CARDS, Deck, Hand, count_dice, die_sizes, die_sizes_from
from companion.games.lwd.guesses import HIGHEST, NUMBER, Guess, lowest_above, without_higher

Phase = Literal["number", "guess", "loss"]
"""The Liar states a number; guesses go round; after a challenge, the loser gives up a die."""
FIRST_OUT, LAST_STANDING = "first-out", "last-standing"
"""When the game ends: `start --until`."""
MIN_DICE, MIN_DICE_OF_BIG_DECKS = 2, 3
DECKS = (6, 9, 12)


class Variant(Recorded):
    """What is played, as `start` records it: cards in a deck, whether they are dealt at random, the
    least number that a Liar may state, the expansions, and when the game ends."""

    cards: Annotated[int, NUMBER] = CARDS
    random: Annotated[bool, FLAG] = False
    min_dice: Annotated[int, NUMBER] = MIN_DICE
    wildcards: Annotated[bool, FLAG] = False
    power: Annotated[bool, FLAG] = False
    until: Annotated[str, one_of(FIRST_OUT, LAST_STANDING)] = FIRST_OUT

    @property
    def options(self) -> list[str]:
        """The options of `start` that differ from the usual ones."""
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
    """The least number that a Liar may state, if `--min-dice` is left out (A-LW-15)."""
    return MIN_DICE if cards <= CARDS else MIN_DICE_OF_BIG_DECKS


class PlayerGuess(NamedTuple):
    """A guess, and the seat of the player who made it."""

    seat: int
    guess: Guess


class Showdown(NamedTuple):
    """How a round ended: the last guess, who challenged it, and what was revealed.

    `last_guess` is None if it was not entered; `guesser` is who made it, None where nobody did.
    `there` is how many dice showed what was guessed, None if unknown; so is `loser`. `number` is
    the round's. `dice` and `decks` are everybody's before anything was revealed; `triggered`, the
    power cards of the round by seat and number; `hands`, the cards that each player showed, empty
    if they were not entered.
    """

    last_guess: PlayerGuess | None
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
    def was_right(self) -> bool | None:
        """Whether the guess was right; None if it is unknown."""
        if self.last_guess is None or self.there is None:
            return None
        return self.there >= self.last_guess.guess.times


class State(PlayState):
    """A play of A Little White Die.

    `turn` is who guesses next. `dice_count` is the Liar's number, None until it is stated.
    `unknown_guesses` counts the guesses that were made after the last one in `guesses`, and not
    entered. `triggered` are the power cards of this round, by seat and number. `highest` is the
    highest number on a card. `showdown` is this round's challenge, `previous_round` the last round
    before it whose dice were entered. `swap_seat` is who may swap a card for a wildcard now.
    """

    variant: Variant
    decks: tuple[Deck, ...]
    liar: int
    turn: int
    dice_count: int | None = None
    guesses: tuple[PlayerGuess, ...] = ()
    unknown_guesses: int = 0
    triggered: tuple[tuple[int, int | None], ...] = ()
    highest: int = HIGHEST
    showdown: Showdown | None = None
    previous_round: Showdown | None = None
    swap_seat: int | None = None

    @property
    def phase(self) -> Phase:
        """Where the round is."""
        if self.showdown is not None:
            return "loss"
        begun = self.guesses or self.unknown_guesses > 0 or self.dice_count is not None
        return "guess" if begun else "number"

    @property
    def last(self) -> Guess | None:
        """The newest guess that was entered: the one to beat."""
        return self.guesses[-1].guess if self.guesses else None

    def dice(self, seat: int) -> int | None:
        """How many dice a player has in this round; None before the number is known."""
        if self.dice_count is None:
            return None
        return count_dice(self.decks[seat].in_dice, self.dice_count)

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
        """The next seat clockwise that has cards, or the same seat if no other has any.

        With a `step` of -1, the seat before.
        """
        count = len(self.seats)
        order = [(seat + step * steps) % count for steps in range(1, count)]
        return next((other for other in order if self.decks[other].cards), seat)


# How it ends


def outcome(state: State) -> Outcome:
    """The winners by the cards; nobody while the game goes on."""
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


def outcome_if_ended_now(state: State) -> Outcome:
    """The winners of a play that ends now: before its end, the player with the most cards."""
    by_rules = outcome(state)
    if by_rules.winners or not state.still_in:
        return by_rules
    leaders = state.leaders()
    most = state.decks[leaders[0]].cards
    if len(leaders) > 1:
        names = listed([state.name(seat) for seat in leaders])
        return Outcome((), f"{names} are tied at {counted(most, 'card')}")
    early = "only one had cards" if state.variant.until == LAST_STANDING else "anybody was out"
    return Lead(leaders, f"the most cards, {most}; ended before {early}")


# How a round ends


def current_showdown(state: State) -> Showdown:
    """This round as it is now: nobody has challenged, and nobody has lost."""
    last = state.guesses[-1] if state.guesses and not state.unknown_guesses else None
    guesser = None if last is None else last.seat
    return Showdown(
        last_guess=last,
        guesser=state.next_in(state.turn, -1) if state.unknown_guesses else guesser,
        challenger=None,
        there=None,
        loser=None,
        number=state.round,
        dice=tuple(state.dice(seat) or 0 for seat in range(len(state.seats))),
        decks=state.decks,
        triggered=state.triggered,
    )


def begin_next_round(state: State, loser: int) -> State:
    """The state after a round: the loser is the next Liar, or the next player with cards."""
    ended = state.showdown or current_showdown(state)
    state = replace(state, decks=tuple(deck.after_gathering() for deck in state.decks))
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
        unknown_guesses=0,
        triggered=(),
        showdown=None,
        previous_round=ended if any(ended.dice) else state.previous_round,
        swap_seat=loser if state.variant.wildcards and has_cards else None,
    )


def replace_deck(state: State, seat: int, deck: Deck) -> State:
    """The state in which a player has another deck."""
    return replace(state, decks=(*state.decks[:seat], deck, *state.decks[seat + 1 :]))


# What may be guessed and lost, and how it is entered


def lowest_allowed(state: State) -> list[Guess]:
    """The lowest guesses that are allowed now; each guess that was not entered was higher, too."""
    highest, power = state.highest, state.variant.power
    found = lowest_above(state.last, highest, power)
    for _ in range(state.unknown_guesses):
        above = (higher for low in found for higher in lowest_above(low, highest, power))
        found = without_higher(above)
    return found


def hint_lowest(state: State) -> str:
    """The lowest guesses that are allowed now, as a refusal names them."""
    shown = listed([guess.label for guess in lowest_allowed(state)], "or")
    return f"Guess at least {shown}." if shown else "No guess is higher: `companion lwd challenge`."


def dice_range(state: State, seat: int) -> range:
    """How many dice a player may have: by the Liar's number, or by the cards if it is unknown."""
    dice, cards = state.dice(seat), state.decks[seat].in_dice
    if dice is not None:
        return range(dice, dice + 1)
    return range(min(state.variant.min_dice, cards), cards + 1)


def possible_die_sizes(state: State, seat: int) -> tuple[int, ...]:
    """How many cards may be in the die that a player gives up, fewest first."""
    cards = state.decks[seat].in_dice
    if not state.dice_count:  # not entered, or 0 by a house rule
        return die_sizes_from(cards, state.variant.min_dice)
    return die_sizes(cards, state.dice_count)


def example_size(fitting: tuple[int, ...]) -> int:
    """A die size for an example: the smallest of two cards or more, if there is one."""
    return next((size for size in fitting if size > 1), fitting[0] if fitting else 1)


def lose_command(state: State) -> str:
    """An example of the command that enters what the loser gave up."""
    showdown, seat = state.showdown, state.liar
    if showdown is not None and showdown.loser is not None:
        seat = showdown.loser
    elif showdown is not None and showdown.guesser is not None:
        seat = showdown.guesser
    size = example_size(possible_die_sizes(state, seat))
    return f"`companion lwd lose {state.seats[seat].handle} {size}`"


def start_command(state: State, **changed: Any) -> str:
    """The command that begins a game like this one, with these fields of its variant `changed`."""
    variant = replace(state.variant, **changed)
    first = ["--first", state.seats[state.first].handle] if state.first else []
    words = ["companion start lwd", names_as_typed(state.seats), *first, *variant.options]
    return f"`{' '.join(words)}`"
