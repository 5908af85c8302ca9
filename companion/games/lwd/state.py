"""The state of a play of A Little White Die, and what follows from it.

What people do not enter stays unknown, such as the Liar's number, or the cards of a challenge. It
is None, or counted in `State.guesses_not_entered`, and refuses nothing.
"""

from typing import Any, Literal, NamedTuple

from companion.core.fact import Recorded
from companion.core.names import counted, listed
from companion.core.outcome import Lead, Outcome
from companion.core.play import PlayState
from companion.core.seats import names_as_typed
from companion.core.shapes import FLAG, one_of, whole_from
from companion.core.value import Annotated, replace
from companion.games.lwd.decks import PLAIN_SIZE, Deck, Hand, count_dice, die_sizes, die_sizes_from
from companion.games.lwd.guesses import HIGHEST, Guess, lowest_above, without_higher

Phase = Literal["number", "guess", "loss"]
"""Where a round is: before the Liar's number; guesses go round; after a challenge, until the loser
gives up a die."""
FIRST_OUT, LAST_STANDING = "first-out", "last-standing"
"""When the game ends: `start --until`."""
MIN_DICE, MIN_DICE_OF_BIG_DECKS = 2, 3
DECK_SIZES = (6, 9, 12)
_SIZE = whole_from(1, 99)


class Variant(Recorded):
    """What is played, as `start` records it: cards in a deck, whether they are dealt at random, the
    least number that a Liar may state, the expansions, and when the game ends."""

    cards: Annotated[int, _SIZE] = PLAIN_SIZE
    random: Annotated[bool, FLAG] = False
    min_dice: Annotated[int, _SIZE] = MIN_DICE
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
            (self.cards != PLAIN_SIZE, f"{self.cards} cards each"),
            (self.random, "random decks"),
            (self.min_dice != MIN_DICE, dice),
            (self.wildcards, "wildcards"),
            (self.power, "power cards"),
            (self.until != FIRST_OUT, "until only one has cards"),
        ]
        return [words for differs, words in differences if differs]


def usual_min_dice(cards: int) -> int:
    """The least number that a Liar may state, if `--min-dice` is left out (A-LW-15)."""
    return MIN_DICE if cards <= PLAIN_SIZE else MIN_DICE_OF_BIG_DECKS


class PlayerGuess(NamedTuple):
    """A guess, and the seat of the player who made it."""

    seat: int
    guess: Guess


TriggeredCard = tuple[int, int | None]
"""A power card that was triggered: whose it is (the seat), and its number, None if unknown."""


class RoundRecord(NamedTuple):
    """A round, as it is kept after it: the last guess, who challenged it, what was revealed.

    `last_guess` is None if it was not entered; `guesser` is who made it, None where nobody did.
    `there` is how many dice showed what was guessed, None if unknown; so is `loser`. `dice` and
    `decks` are everybody's before anything was revealed; `triggered`, the power cards of the round;
    `hands`, the cards that each player showed, empty if they were not entered.
    """

    last_guess: PlayerGuess | None
    guesser: int | None
    challenger: int | None
    there: int | None
    loser: int | None
    round: int
    dice: tuple[int, ...]
    decks: tuple[Deck, ...]
    triggered: tuple[TriggeredCard, ...] = ()
    hands: tuple[Hand, ...] = ()

    @property
    def was_right(self) -> bool | None:
        """Whether the guess was right; None if it is unknown."""
        if self.last_guess is None or self.there is None:
            return None
        return self.there >= self.last_guess.guess.count

    def is_about(self, guess: Guess) -> bool:
        """Whether this was the last guess of the round, so that `there` says how it came out."""
        return self.last_guess is not None and self.last_guess.guess == guess


class State(PlayState):
    """A play of A Little White Die.

    `turn` is who guesses next. `liars_number` is how many dice everybody makes, None until it is
    stated. `guesses_not_entered` counts the guesses that were made after the last one in `guesses`,
    and not entered. `triggered` are the power cards of this round. `highest` is the highest number
    on a card. `challenged_round` is this round, once its guess was challenged; `previous_round`,
    the last one before it whose dice were entered. `swap_seat` is who may swap a card for a
    wildcard now.
    """

    variant: Variant
    decks: tuple[Deck, ...]
    liar: int
    turn: int
    liars_number: int | None = None
    guesses: tuple[PlayerGuess, ...] = ()
    guesses_not_entered: int = 0
    triggered: tuple[TriggeredCard, ...] = ()
    highest: int = HIGHEST
    challenged_round: RoundRecord | None = None
    previous_round: RoundRecord | None = None
    swap_seat: int | None = None

    @property
    def phase(self) -> Phase:
        """Where the round is."""
        if self.challenged_round is not None:
            return "loss"
        return "guess" if self.has_guesses or self.liars_number is not None else "number"

    @property
    def has_guesses(self) -> bool:
        """Whether anybody has guessed in this round, entered or not."""
        return bool(self.guesses) or self.guesses_not_entered > 0

    @property
    def last_entered(self) -> Guess | None:
        """The newest guess that was entered; others may have been made since."""
        return self.guesses[-1].guess if self.guesses else None

    @property
    def guess_to_challenge(self) -> PlayerGuess | None:
        """The newest guess, which is the one to beat or to challenge; None if it is unknown."""
        return self.guesses[-1] if self.guesses and not self.guesses_not_entered else None

    @property
    def loser(self) -> int | None:
        """Who lost this round, if a challenge has shown it."""
        return None if self.challenged_round is None else self.challenged_round.loser

    def dice(self, seat: int) -> int | None:
        """How many dice a player has in this round; None before the number is known."""
        if self.liars_number is None:
            return None
        return count_dice(self.decks[seat].in_dice, self.liars_number)

    @property
    def all_dice(self) -> int | None:
        """How many dice are on the table."""
        if self.liars_number is None:
            return None
        return sum(self.dice(seat) or 0 for seat in range(len(self.seats)))

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that have cards."""
        return tuple(seat for seat, deck in enumerate(self.decks) if deck.size)

    def leaders(self) -> tuple[int, ...]:
        """The seats with the most cards: several in a tie (LW-6)."""
        most = max(deck.size for deck in self.decks)
        return tuple(seat for seat, deck in enumerate(self.decks) if deck.size == most)

    def next_in(self, seat: int, step: int = 1) -> int:
        """The next seat clockwise that has cards, or the same seat if no other has any.

        With a `step` of -1, the seat before.
        """
        count = len(self.seats)
        order = [(seat + step * steps) % count for steps in range(1, count)]
        return next((other for other in order if self.decks[other].size), seat)


# How it ends


def winners_by_rules(state: State) -> Outcome:
    """Who has won, by the cards; nobody while the game goes on."""
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
    most = state.decks[winners[0]].size
    share = "share the most cards" if len(winners) > 1 else "the most cards"
    verb = "is" if len(out) == 1 else "are"
    return Outcome(winners, f"{listed(out)} {verb} out; {share}, {most}")


def winners_if_ended_now(state: State) -> Outcome:
    """The winners of a play that ends now: before its end, the player with the most cards.

    A `Lead` says that they only lead: answers speak of a win once the play has ended.
    """
    by_rules = winners_by_rules(state)
    if by_rules.winners or not state.still_in:
        return by_rules
    leaders = state.leaders()
    most = state.decks[leaders[0]].size
    if len(leaders) > 1:
        names = listed([state.name(seat) for seat in leaders])
        return Outcome((), f"{names} are tied at {counted(most, 'card')}")
    early = "only one had cards" if state.variant.until == LAST_STANDING else "anybody was out"
    return Lead(leaders, f"the most cards, {most}; ended before {early}")


# How a round ends


def round_so_far(state: State) -> RoundRecord:
    """This round as it is now: nobody has challenged, and nobody has lost."""
    last = state.guess_to_challenge
    guesser = None if last is None else last.seat
    return RoundRecord(
        last_guess=last,
        guesser=state.next_in(state.turn, -1) if state.guesses_not_entered else guesser,
        challenger=None,
        there=None,
        loser=None,
        round=state.round,
        dice=tuple(state.dice(seat) or 0 for seat in range(len(state.seats))),
        decks=state.decks,
        triggered=state.triggered,
    )


def begin_next_round(state: State, loser: int) -> State:
    """The state after a round: the loser is the next Liar, or the next player with cards."""
    ended = state.challenged_round or round_so_far(state)
    state = replace(state, decks=tuple(deck.after_gathering() for deck in state.decks))
    if state.variant.power and not ended.hands:
        pairs = zip(state.decks, ended.dice, strict=True)
        state = replace(state, decks=tuple(deck.after_seeing(dice) for deck, dice in pairs))
    has_cards = state.decks[loser].size > 0
    liar = loser if has_cards else state.next_in(loser)
    over = bool(winners_by_rules(state).winners)
    return replace(
        state,
        round=state.round if over else state.round + 1,
        liar=liar,
        turn=liar,
        liars_number=None,
        guesses=(),
        guesses_not_entered=0,
        triggered=(),
        challenged_round=None,
        previous_round=ended if any(ended.dice) else state.previous_round,
        swap_seat=loser if state.variant.wildcards and has_cards else None,
    )


def replace_deck(state: State, seat: int, deck: Deck) -> State:
    """The state in which a player has another deck."""
    return replace(state, decks=(*state.decks[:seat], deck, *state.decks[seat + 1 :]))


# What may be guessed and lost


def lowest_allowed(state: State) -> list[Guess]:
    """The lowest guesses that are allowed now.

    Each guess that was not entered was higher than the one before it: the lowest that it can have
    been is the one to beat.
    """
    highest, power = state.highest, state.variant.power
    found = lowest_above(state.last_entered, highest, power)
    for _ in range(state.guesses_not_entered):
        above = (higher for low in found for higher in lowest_above(low, highest, power))
        found = without_higher(above)
    return found


def dice_range(state: State, seat: int) -> range:
    """How many dice a player may have: by the Liar's number, or by the cards if it is unknown."""
    dice, cards = state.dice(seat), state.decks[seat].in_dice
    if dice is not None:
        return range(dice, dice + 1)
    return range(min(state.variant.min_dice, cards), cards + 1)


def possible_die_sizes(state: State, seat: int) -> tuple[int, ...]:
    """How many cards may be in the die that a player gives up, fewest first."""
    cards = state.decks[seat].in_dice
    if not state.liars_number:  # not entered, or 0 by a house rule
        return die_sizes_from(cards, state.variant.min_dice)
    return die_sizes(cards, state.liars_number)


# Commands that answers advise


def example_size(fitting: tuple[int, ...]) -> int:
    """A die size for an example: the smallest of two cards or more, if there is one."""
    return next((size for size in fitting if size > 1), fitting[0] if fitting else 1)


def lose_command(state: State) -> str:
    """An example of the command that enters what the loser gave up."""
    record, seat = state.challenged_round, state.liar
    if state.loser is not None:
        seat = state.loser
    elif record is not None and record.guesser is not None:
        seat = record.guesser
    size = example_size(possible_die_sizes(state, seat))
    return f"`companion lwd lose {state.seats[seat].handle} {size}`"


def start_command(state: State, **changed: Any) -> str:
    """The command that begins a game like this one, with these fields of its variant `changed`."""
    variant = replace(state.variant, **changed)
    first = ["--first", state.seats[state.first].handle] if state.first else []
    words = ["companion start lwd", names_as_typed(state.seats), *first, *variant.options]
    return f"`{' '.join(words)}`"
