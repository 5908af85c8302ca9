"""A Little White Die as the companion sees a game: how it begins, its verbs, what is legal now."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from companion.core.command import choice, flag, number
from companion.core.event import Event, Referee
from companion.core.fact import Fact, facts
from companion.core.game import Game, function_of
from companion.core.legal import Legal, Step
from companion.core.names import listed, short
from companion.core.numbers import whole
from companion.core.outcome import require_same_end
from companion.core.play import FINISHED, STARTED
from companion.core.seats import PlayerSeat
from companion.core.shapes import FLAG, object_of, one_of, shape_of
from companion.core.verbs import StartRequest, Verbs, start
from companion.games.lwd import challenge, expansions, loss, odds, round, turns
from companion.games.lwd.decks import Deck
from companion.games.lwd.guesses import HIGHEST, LOWEST, NUMBER
from companion.games.lwd.state import (
    DECKS,
    FIRST_OUT,
    MIN_DICE,
    UNTIL,
    State,
    Variant,
    outcome,
    outcome_now,
    usual_min_dice,
)

if TYPE_CHECKING:
    pass

# How a play begins


class StartOptions(TypedDict):
    """What is played, as `start` recorded it: see `Variant`."""

    cards: NotRequired[Annotated[int, NUMBER]]
    random: NotRequired[Annotated[bool, FLAG]]
    min_dice: NotRequired[Annotated[int, NUMBER]]
    wildcards: NotRequired[Annotated[bool, FLAG]]
    power: NotRequired[Annotated[bool, FLAG]]
    until: NotRequired[Annotated[str, one_of(*UNTIL)]]


class PlayStarted(Fact[State], kind=STARTED):
    """A play begins."""

    options: Annotated[StartOptions, object_of(shape_of(StartOptions))]


_MOST_CARDS = 60
_SIZES = listed([str(size) for size in DECKS], "or")

Cards = Annotated[
    int,
    number(
        1,
        _MOST_CARDS,
        what="size of a deck",
        example=_SIZES,
        metavar="N",
        help="Cards in everybody's deck: 6, 9 or 12.",
    ),
]
Deal = Annotated[
    str,
    choice(
        ("each", "random"),
        "way to deal",
        metavar="HOW",
        help="One of `each` number, or `random` cards.",
    ),
]
MinDice = Annotated[
    int | None,
    number(
        1,
        _MOST_CARDS,
        what="number of dice",
        example="`--min-dice 3`",
        metavar="N",
        help="The least that a Liar may state: 2, or 3 with bigger decks.",
    ),
]
Wildcards = Annotated[bool, flag("Everybody swaps a card for a wildcard.")]
Power = Annotated[bool, flag("With power cards, and numbers above 6.")]
Until = Annotated[
    str,
    choice(UNTIL, "end of this game", metavar="END", help="`first-out`, or `last-standing`."),
]


@start(first="The first Liar.")
def begin(
    request: StartRequest,
    *,
    cards: Cards = DECKS[0],
    deal: Deal = "each",
    min_dice: MinDice = None,
    wildcards: Wildcards = False,
    power: Power = False,
    until: Until = FIRST_OUT,
) -> StartOptions:
    """Begin A Little White Die.

    It ends with the first player out, the most cards win; or with the last one who has any.

    \b
    Examples:
      companion start lwd Ana Ben Cho
      companion start lwd Ana Ben Cho --first ben --until last-standing
      companion start lwd Ana Ben --cards 9 --wildcards
      companion start lwd Ana Ben Cho --power --min-dice 3
    """
    referee, random = request.referee, deal == "random"
    referee.require(
        cards in DECKS,
        "LW-36",
        f"A deck has {_SIZES} cards, not {cards}.",
        f'`--cards 9`; or `--house "small hands" --cards {cards}`.',
    )
    min_dice = usual_min_dice(cards) if min_dice is None else min_dice
    referee.require(
        min_dice >= MIN_DICE,
        "LW-11",
        f"A Liar states more than 1, so {min_dice} can be no minimum.",
        "`--min-dice 2`, or 3.",
    )
    # Power cards come into the game by a pile for each number, and everybody has one of each.
    referee.require(
        not (power and random),
        "LW-47",
        "With power cards, everybody gets a card of each number, and none at random.",
        "Leave out `--deal random`, or `--power`; `--cards 9` has random ones beyond these.",
    )
    return {
        "cards": cards,
        "random": random,
        "min_dice": min_dice,
        "wildcards": wildcards,
        "power": power,
        "until": until,
    }


VERBS = Verbs[State](
    """A Little White Die: cards, guesses, who loses.

    How decks may be split, which guess beats which, who was right.

    \b
    Examples:
      companion lwd round 3
      companion lwd guess ana 3x5
      companion lwd challenge cho --reveal 5,5,2,1,6,3
    """,
    begin,
    (
        round.state_number,
        turns.guess,
        expansions.trigger,
        challenge.challenge,
        loss.lose,
        expansions.swap,
        loss.count_cards,
        odds.odds,
    ),
)


# How it ends


class PlayFinished(Fact[State], kind=FINISHED):
    """`by` is `cards` where the last die that was lost ended the play, and not the table."""

    by: Annotated[Literal["cards"] | None, one_of("cards")] = None

    def check(self, state: State, referee: Referee) -> None:
        """The end that the cards brought is right as long as the cards are the same."""
        require_same_end(
            state, self.to_json(), "cards", outcome(state), "`companion table` shows the cards."
        )


# What can be done now


def _phase(state: State) -> str:
    if state.status != "live":
        return "over"
    if outcome(state).winners or not state.still_in:
        return "decided"
    return "hopeless" if state.phase == "guess" and turns.is_hopeless(state) else state.phase


def _verbs(*names: str) -> tuple[Step[State], ...]:
    return tuple(Step(name) for name in names)


LEGAL = Legal[State](
    _phase,
    {
        "number": (
            Step(say=round.say_piles),
            Step(say=round.say_first_swaps),
            Step("swap", expansions.say_swap),
            Step("round", round.say_number),
            Step("lose", loss.say_losses_alone),
            Step("lose"),
        ),
        "guess": (
            Step(say=turns.say_turn),
            *_verbs("guess", "challenge", "trigger", "round", "lose"),
        ),
        "hopeless": (
            Step(say=turns.say_turn),
            *_verbs("challenge", "guess", "trigger", "round", "lose"),
        ),
        "loss": (Step("lose", loss.say_loss),),
        "decided": (
            Step(say="The game is over by the cards: `companion finish`."),
            *_verbs("guess", "challenge", "trigger", "swap", "round", "lose"),
        ),
        "over": (),
    },
    always=_verbs("cards", "odds"),
)


class ALittleWhiteDie(Game[State]):
    """Whoever keeps cards the longest, or has the most when the first is out: no points, no marker.

    The Liar of the round is `first` in its opening state alone, then `State.liar`.
    """

    id = "lwd"
    title = "A Little White Die"
    fewest_players = 2
    most_players = 12
    seats_rule = "A-LW-19"
    keeps_points = False
    keeps_marker = False
    without_marker = "`companion table` shows who is the Liar: whoever lost the round before."
    followed = "cards"
    steps = LEGAL
    view = function_of("companion.games.lwd.views")
    to_json = function_of("companion.games.lwd.views", "report")
    player_json = function_of("companion.games.lwd.views", "player_report")
    in_play = function_of("companion.games.lwd.views")
    kinds = facts(PlayStarted, PlayFinished, round, turns, expansions, challenge, loss)
    advance = staticmethod(turns.advance)
    outcome = staticmethod(outcome_now)

    def opening(
        self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]
    ) -> State:
        """The state before the first entry: everybody's deck, and the first Liar."""
        variant = Variant(**options)
        deck = Deck.dealt(variant.cards, random=variant.random, wildcard=variant.wildcards)
        return State(
            seats=seats,
            scores=(),
            first=first,
            liar=first,
            turn=first,
            variant=variant,
            decks=(deck,) * len(seats),
        )

    def verbs(self) -> Verbs[State]:
        """Its verbs, and how a play begins."""
        return VERBS

    def check_entry(
        self, states: Sequence[State], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse cards with which the game would be over, and is not."""
        before, after = states[0], states[-1]
        ending = (loss.DieLost.kind, loss.CardsCounted.kind)
        if after.status != "live" or all(event.kind not in ending for event in events):
            return
        result = outcome(after)
        if result.winners and not outcome(before).winners:
            referee.refuse(
                "LW-6" if after.variant.until == FIRST_OUT else "LW-8",
                f"The game would be over with that: {result.why}.",
                "`companion log` shows what came after it.",
            )

    def begins(self, state: State) -> str:
        """The first Liar, and the variant where it is no usual one."""
        return "; ".join([f"{state.name(state.liar)} is the Liar", *state.variant.in_words])

    def where(self, state: State) -> str:
        """The round, who is the Liar, and the guess to beat."""
        parts = [f"round {state.round}", f"Liar: {short(state.name(state.liar))}"]
        if state.last is not None:
            parts.append(f"at {state.last.shown}{' or more' if state.skipped else ''}")
        return " · ".join(parts)

    def status_line(self, state: State) -> str:
        """Everybody's cards, and where the round is."""
        cards = " · ".join(
            f"{short(who.name)} {deck.cards}"
            for who, deck in zip(state.seats, state.decks, strict=True)
        )
        return f"{cards} — {self.where(state) if state.status == 'live' else state.status}"

    def named_in_box(self, box: Any, text: str) -> Sequence[str]:
        """The card with that number, as a guess and `--reveal` name it: `4`."""
        found = whole(text.strip(), LOWEST, HIGHEST)
        return () if found is None else (f"number-{found}",)

    def start_again(self, state: State) -> list[str]:
        """The options of `start` that are not the usual ones."""
        return state.variant.options


GAME = ALittleWhiteDie()
