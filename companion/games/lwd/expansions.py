"""The expansions: power cards that are triggered, and cards that are swapped for wildcards."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from companion.core.action import Action
from companion.core.command import flag, number, player, text, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat, Text
from companion.core.names import listed
from companion.core.param import Arguments, Candidate, nobodys
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import SEAT, list_of, maybe, one_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.lwd.guesses import HIGHEST, LOWEST, NUMBER_ON_CARD
from companion.games.lwd.state import State, lose_command, replace_deck
from companion.games.lwd.turns import (
    is_number,
    require_cards,
    require_power,
    require_round_open,
    require_wildcards,
    seat_in_turn,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Power cards


class PowerTriggered(Fact[State], kind="power.triggered"):
    """A power card is triggered; the players of `to` get a card with the number `extra`, if any.

    `number` is the one on the power card, None if it was not entered. `untold` is ["to"] if
    nobody was named, so that all players in the game get a card.
    """

    seat: Seat
    number: Annotated[int | None, maybe(NUMBER_ON_CARD)]
    did: Text
    extra: Annotated[int | None, maybe(NUMBER_ON_CARD)]
    to: Annotated[Sequence[int], list_of(SEAT)]
    untold: Annotated[Sequence[Literal["to"]], list_of(one_of("to"))] = ()

    def check(self, state: State, referee: Referee) -> None:
        seat, number = self.seat, self.number
        name, turn = state.name(seat), state.name(state.turn)
        require_power(state, referee)
        require_round_open(state)
        require_cards(state, seat)
        referee.require(
            seat == state.turn,
            "LW-49",
            f"A power card is triggered in your own turn to guess; it is {turn}'s turn.",
            f"First enter {turn}'s guess, or skip it: `companion next`.",
        )
        handle = state.seats[seat].handle
        numbers = range(1, HIGHEST + 1)
        free = [other for other in numbers if (seat, other) not in state.triggered] or [HIGHEST]
        twice = number is not None and (seat, number) in state.triggered
        referee.require(
            not (twice and state.decks[seat].is_plain),  # other decks may have the number twice
            "LW-50",
            f"{name}'s power card with the {number} was already triggered in this round.",
            "It may be triggered again in the next round.",
        )
        referee.require(
            number is None or 1 <= number <= HIGHEST,
            "LW-46",
            f"No power card shows {number}: they are dealt from piles of 1 to 6.",
            f"`companion lwd trigger {handle} {free[-1]}`, or without a number.",
        )
        if self.extra is not None:
            _require_extra(state, self.extra, self.to, referee)
            everybody = set(self.to) == set(state.still_in)
            referee.require(
                everybody or not self.named_nobody,
                "LW-58",
                "An extra card is for all players in the game: "
                f"{listed([state.name(seat) for seat in state.still_in])}; only "
                f"{listed([state.name(seat) for seat in self.to])} got one.",
                "`companion log` has the numbers for `companion undo`; `--to` names who gets one.",
            )

    @property
    def named_nobody(self) -> bool:
        """Whether `--to` was left out."""
        return "to" in self.untold

    def apply(self, state: State) -> State:
        triggered = (*state.triggered, (self.seat, self.number))
        extra = self.extra
        if extra is None:
            return replace(state, triggered=triggered)
        decks = tuple(
            deck.after_extra(extra) if seat in self.to else deck
            for seat, deck in enumerate(state.decks)
        )
        highest = max(state.highest, extra)
        return replace(state, triggered=triggered, decks=decks, highest=highest)

    def describe(self, before: State, after: State) -> str:
        shown = "" if self.number is None else f" with a {self.number}"
        did = f": {self.did}" if self.did else ""
        line = f"{after.name(self.seat)} triggers a power card{shown}{did}"
        if self.extra is None:
            return line
        everybody = set(self.to) == set(after.still_in)
        whom = "everybody" if everybody else listed([after.name(seat) for seat in self.to])
        verb = "gets" if len(self.to) == 1 or everybody else "get"
        return f"{line}; {whom} {verb} one more card, number {self.extra}"


def _require_extra(state: State, extra: int, to: Sequence[int], referee: Referee) -> None:
    next_up = state.highest + 1
    referee.require(
        extra == next_up,
        "LW-58",
        f"The next number up is {next_up}, not {extra}.",
        "`--extra` adds it.",
    )
    out = [state.name(seat) for seat in to if not state.decks[seat].size]
    referee.require(
        not out,
        "LW-58",
        f"{listed(out)} {'is' if len(out) == 1 else 'are'} out and cannot get an extra card.",
        "`--to` names who gets one.",
    )


_MOST_NUMBERS = 30
"""`--extra` goes no higher: beyond that, it is a mistake."""


def _names_first(state: State, words: Sequence[str]) -> Sequence[str]:
    """Put the player before the number, which may be typed in any order. Raises Invalid for two."""
    if len(words) > 2:
        return words  # `_too_many_words` refuses them
    numbers = [word for word in words if is_number(state, word)]
    names = [word for word in words if word not in numbers]
    if len(names) > 1 or len(numbers) > 1:
        raise Invalid(
            f"Expected a player and the number on the card, not {listed(words)}.",
            "`companion lwd trigger ben 4`",
        )
    return [*names, *numbers]


def _too_many_words(state: State, words: Sequence[str]) -> Invalid:
    quotes = "A name of several words goes in quotes. " if words[2][:1].isalpha() else ""
    return Invalid(
        f"Unexpected “{' '.join(words[2:])}”.",
        f"{quotes}`companion lwd trigger -h` shows how.",
    )


def _card_numbers(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    for digit in map(str, range(LOWEST, HIGHEST + 1)):
        if "player" in args or not is_somebody(trial.state.seats, digit):
            yield digit, "the number on it"


def _read_seats(state: State, word: str) -> Sequence[int]:
    return [find_seat(state.seats, part) for part in word.split(",") if part.strip()]


Triggerer = Annotated[
    int,
    player(
        seat_in_turn,
        "whose turn it is",
        default_from=lambda state: state.turn,
        belongs_here=lambda state, words: not is_number(state, words[0]),
    ),
]
CardNumber = Annotated[
    int | None,
    number(1, 99, what="number on a card", example="1 to 6", candidates=_card_numbers),
]
Did = Annotated[str, text(metavar="TEXT", help="What it did, in words.", after_dash=True)]
Extra = Annotated[
    bool,
    flag(
        "Everybody gets a card with the next number up.",
        about=lambda state: f"everybody gets a {state.highest + 1}",
    ),
]
To = Annotated[
    Sequence[int],
    word(
        _read_seats,
        metavar="NAME,…",
        help="Who gets one, if there are too few.",
        after_dash=True,
        whose=nobodys,  # whoever triggers the card says who gets one
    ),
]


@verb("a power card", rearrange=_names_first, too_many=_too_many_words)
def trigger(
    action: Action[State],
    player: Triggerer,
    number: CardNumber = None,
    *,
    did: Did = "",
    extra: Extra = False,
    to: To = (),
) -> None:
    """Trigger a power card, before the guess.

    The number is the one on the card; it may be left out. `--to` is for too few cards (LW-59).

    Examples:
      companion lwd trigger ben 4 --did "looks at a card of Ana's"
      companion lwd trigger ben 2 --extra
      companion lwd trigger ben 2 --extra --to ana,ben
    """
    state = action.state
    if to and not extra:
        raise Invalid("`--to` says who gets an extra card.", "`--extra --to ana,ben`")
    if extra and state.highest >= _MOST_NUMBERS:
        raise Refused(
            f"Extra cards go up to {_MOST_NUMBERS}.", "`companion log` shows who got the others."
        )
    action.add(
        PowerTriggered(
            seat=player,
            number=number,
            did=did,
            extra=state.highest + 1 if extra else None,
            to=list(dict.fromkeys(to)) or (list(state.still_in) if extra else []),
            untold=["to"] if extra and not to else (),
        )
    )
    dice, used = state.dice(player), [seat for seat, _ in action.state.triggered].count(player)
    if dice is not None and used > dice:
        name = state.name(player)
        action.warn(f"{name} has {dice} dice, so at most {dice} cards can be triggered.")


# A card for a wildcard


class CardSwapped(Fact[State], kind="card.swapped"):
    """The loser of the last round swaps a card for a wildcard, unseen."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        require_wildcards(state, referee)
        require_cards(state, self.seat)
        who = "nobody" if state.swap_seat is None else f"only {state.name(state.swap_seat)}"
        referee.require(
            self.seat == state.swap_seat,
            "LW-43",
            "The loser of a round may swap one card, after giving up a die and before the next "
            f"number is stated: now {who} may.",
            f"{lose_command(state)} first."
            if state.phase == "loss"
            else "The swap before the first round need not be entered."
            if state.round == 1
            else "`companion log` shows the rounds.",
        )

    def apply(self, state: State) -> State:
        state = replace_deck(state, self.seat, state.decks[self.seat].after_swapping())
        return replace(state, swap_seat=None)

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} swaps a card for a wildcard"


LoserOfLastRound = Annotated[
    int,
    player(
        lambda trial: () if trial.state.swap_seat is None else (trial.state.swap_seat,),
        default_from=lambda state: state.liar if state.swap_seat is None else state.swap_seat,
    ),
]


@verb("a card for a wildcard")
def swap(action: Action[State], player: LoserOfLastRound) -> None:
    """The loser of a round swaps a card for a wildcard, unseen.

    Examples:
      companion lwd swap
      companion lwd swap ana
    """
    action.add(CardSwapped(seat=player))


def say_swap(state: State) -> str:
    """Remind the loser of the last round of the swap."""
    if state.swap_seat is None:
        return ""
    return f"{state.name(state.swap_seat)} may swap a card for a wildcard: `companion lwd swap`."
