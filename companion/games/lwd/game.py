"""A Little White Die: how a play begins and ends, its verbs, and what can be done when."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from companion.core.command import choice, flag, number
from companion.core.event import Event, Referee
from companion.core.fact import Fact, facts
from companion.core.game import Game, function_of
from companion.core.legal import Legal, Step
from companion.core.names import listed, short
from companion.core.numbers import whole
from companion.core.outcome import require_same_winners
from companion.core.play import FINISHED, STARTED
from companion.core.seats import PlayerSeat
from companion.core.shapes import SEAT, list_of, object_of, one_of, shape_of
from companion.core.value import Annotated
from companion.core.verbs import StartRequest, Verbs, start
from companion.games.lwd import challenge, expansions, loss, odds, round_start, turns
from companion.games.lwd.decks import Deck
from companion.games.lwd.guesses import HIGHEST, LOWEST
from companion.games.lwd.state import (
    DECK_SIZES,
    FIRST_OUT,
    LAST_STANDING,
    MIN_DICE,
    State,
    Variant,
    usual_min_dice,
    winners_by_rules,
    winners_if_ended_now,
)

# How a play begins


class PlayStarted(Fact[State], kind=STARTED):
    """A play begins: the fact of all games, and the options of this one."""

    options: Annotated[Variant, object_of(shape_of(Variant))]


_MOST_CARDS = 60
_SIZES = listed([str(size) for size in DECK_SIZES], "or")

Cards = Annotated[
    int,
    number(
        1,
        _MOST_CARDS,
        what="size of a deck",
        example=_SIZES,
        metavar="N",
        help="Cards in each deck: 6, 9 or 12.",
    ),
]
Deal = Annotated[
    str,
    choice(
        ("each", "random"),
        "way to deal",
        metavar="HOW",
        help="A card of `each` number, or `random` cards.",
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
Power = Annotated[bool, flag("Play with power cards, and numbers above 6.")]
Until = Annotated[
    str,
    choice(
        (FIRST_OUT, LAST_STANDING),
        "end of this game",
        metavar="END",
        help=f"`{FIRST_OUT}`, or `{LAST_STANDING}`.",
    ),
]


@start(first="The first Liar.")
def begin(
    request: StartRequest,
    *,
    cards: Cards = DECK_SIZES[0],
    deal: Deal = "each",
    min_dice: MinDice = None,
    wildcards: Wildcards = False,
    power: Power = False,
    until: Until = FIRST_OUT,
) -> dict[str, Any]:
    """Begin A Little White Die.

    It ends when the first player is out, and the most cards win; with `--until last-standing`,
    when only one player is left.

    Examples:
      companion start lwd Ana Ben Cho
      companion start lwd Ana Ben Cho --first ben --until last-standing
      companion start lwd Ana Ben --cards 9 --wildcards
      companion start lwd Ana Ben Cho --power --min-dice 3
    """
    referee, random = request.referee, deal == "random"
    referee.require(
        cards in DECK_SIZES,
        "LW-36",
        f"A deck has {_SIZES} cards, not {cards}.",
        f'`--cards 9`; or `--house "small hands" --cards {cards}`',
    )
    min_dice = usual_min_dice(cards) if min_dice is None else min_dice
    referee.require(
        min_dice >= MIN_DICE,
        "LW-11",
        f"A Liar states more than 1, so the minimum cannot be {min_dice}.",
        "`--min-dice 2`, or 3",
    )
    referee.require(
        not (power and random),
        "LW-47",
        "With power cards, everybody gets a card of each number, not random cards.",
        "Leave out `--deal random`, or `--power`; `--cards 9` adds random cards to these.",
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

    Examples:
      companion lwd round 3
      companion lwd guess ana 3x5
      companion lwd challenge cho --reveal 5,5,2,1,6,3
    """,
    begin,
    (
        round_start.state_number,
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
    """The play is over: the fact of all games, with the check of this one.

    `by` is `cards` if the rules ended it (`core.outcome.finish_if_over`), and not the players.
    """

    winners: Annotated[Sequence[int], list_of(SEAT)]
    by: Annotated[Literal["cards"] | None, one_of("cards")] = None

    def check(self, state: State, referee: Referee) -> None:
        if self.by == "cards":
            require_same_winners(
                state, self.winners, winners_by_rules(state), "`companion table` shows the cards."
            )


# What can be done now


def _phase(state: State) -> str:
    """Which list of steps is shown: the phase of the round, or one of three special cases.

    `challenge`: guesses go round, but none that is higher can be right. `decided`: somebody has won
    by the cards, and nobody has entered `finish`, as after undoing it. `over`: the play has ended.
    """
    if state.status != "live":
        return "over"
    if winners_by_rules(state).winners or not state.still_in:
        return "decided"
    if state.phase == "guess" and turns.can_only_challenge(state):
        return "challenge"
    return state.phase


def _steps(*verbs: str) -> tuple[Step[State], ...]:
    return tuple(Step(verb) for verb in verbs)


# What to do next, and in which order verbs are offered; a fact's `check` decides what is allowed.
LEGAL = Legal[State](
    _phase,
    {
        "number": (
            Step(say=round_start.say_setup),
            Step("swap", expansions.say_swap),
            Step("round", round_start.say_number),
            Step(say=loss.say_losses_alone),
            Step("lose"),
        ),
        "guess": (
            Step(say=turns.say_turn),
            *_steps("guess", "challenge", "trigger", "round", "lose"),
        ),
        "challenge": (
            Step(say=turns.say_turn),
            *_steps("challenge", "guess", "trigger", "round", "lose"),
        ),
        "loss": (Step("lose", loss.say_loss),),
        "decided": (
            Step(say="The game is over: `companion finish`."),
            *_steps("guess", "challenge", "trigger", "swap", "round", "lose"),
        ),
        "over": (),
    },
    always=_steps("cards", "odds"),
)


class ALittleWhiteDie(Game[State]):
    """The player with the most cards wins, or the last one who has any: no points, no marker.

    `State.first` is the Liar of the first round; from then on, `State.liar` is.
    """

    id = "lwd"
    title = "A Little White Die"
    fewest_players = 2
    most_players = 12
    seats_rule = "A-LW-19"
    keeps_points = False
    keeps_marker = False  # no first-player marker: the Liar begins
    without_marker = "`companion table` shows who is the Liar: the loser of the last round."
    charted = "cards"  # what `companion chart points` draws, from `player_report`
    steps = LEGAL
    view = function_of("companion.games.lwd.views:view")
    to_json = function_of("companion.games.lwd.views:report")
    player_json = function_of("companion.games.lwd.views:player_report")
    in_play = function_of("companion.games.lwd.views:in_play")
    kinds = facts(PlayStarted, PlayFinished, round_start, turns, expansions, challenge, loss)
    advance = staticmethod(turns.skip_guess)
    outcome = staticmethod(winners_if_ended_now)

    def opening(
        self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]
    ) -> State:
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
        return VERBS

    def check_entry(
        self, states: Sequence[State], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse cards that would have ended a game that went on.

        `lose` and `cards` end the play in the entry in which somebody wins, so an entry that leaves
        a winner and a live play was changed by an undo before it: others follow that could not have
        been made. No single fact sees this: the end is a fact of its own in the same entry.
        """
        before, after = states[0], states[-1]
        ending = (loss.DieLost.kind, loss.CardsCounted.kind)
        if after.status != "live" or all(event.kind not in ending for event in events):
            return
        result = winners_by_rules(after)
        if result.winners and not winners_by_rules(before).winners:
            referee.refuse(
                "LW-6" if after.variant.until == FIRST_OUT else "LW-8",
                f"The game would have ended with that: {result.why}.",
                "`companion log` shows what came after it.",
            )

    def begins(self, state: State) -> str:
        return "; ".join([f"{state.name(state.liar)} is the Liar", *state.variant.in_words])

    def where(self, state: State) -> str:
        parts = [f"round {state.round}", f"Liar: {short(state.name(state.liar))}"]
        if state.last_entered is not None:
            or_more = " or more" if state.guesses_not_entered else ""
            parts.append(f"at {state.last_entered.label}{or_more}")
        return " · ".join(parts)

    def status_line(self, state: State) -> str:
        cards = " · ".join(
            f"{short(who.name)} {deck.size}"
            for who, deck in zip(state.seats, state.decks, strict=True)
        )
        return f"{cards} — {self.where(state) if state.status == 'live' else state.status}"

    def named_in_box(self, box: Any, text: str) -> Sequence[str]:
        """A card by its number: `4` is an item of the printed box, `data/lwd/components.toml`.

        Codes on labels name it (`companion labels`), and `companion lookup` finds it by them.
        """
        found = whole(text.strip(), LOWEST, HIGHEST)
        return () if found is None else (f"number-{found}",)

    def start_again(self, state: State) -> list[str]:
        """The options of `start` that begin another play like this one."""
        return state.variant.options


GAME = ALittleWhiteDie()
