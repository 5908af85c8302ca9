"""The expansions: power cards that are triggered, and cards that are swapped for wildcards."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.param import A_TEXT, Arguments, Candidate, flag, number, one, player, text
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import SEAT, TEXT, list_of, maybe, one_of
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.lwd.guesses import HIGHEST, LOWEST, NUMBER
from companion.games.lwd.state import State, how_to_lose, start_with, with_deck
from companion.games.lwd.turns import has_turn, in_turn, is_number, require_cards, require_going_on

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Power cards


class PowerTriggered(TypedDict):
    """A power card is triggered; with an `extra` number, those of `to` get a card that has it.

    `untold`: nobody named those who get a card, and so it was for all.
    """

    seat: Annotated[int, SEAT]
    number: Annotated[int | None, maybe(NUMBER)]
    did: Annotated[str, TEXT]
    extra: Annotated[int | None, maybe(NUMBER)]
    to: Annotated[list[int], list_of(SEAT)]
    untold: NotRequired[Annotated[list[Literal["to"]], list_of(one_of("to"))]]


def _check_power(state: State, data: PowerTriggered, referee: Referee) -> None:
    seat, on_it, extra = data["seat"], data["number"], data["extra"]
    name, turn = state.name(seat), state.name(state.turn)
    referee.require(
        state.variant.power,
        "LW-45",
        "There are no power cards in this game.",
        f"{start_with(state, power=True)} begins a game with them.",
    )
    require_going_on(state)
    require_cards(state, seat)
    referee.require(
        seat == state.turn,
        "LW-49",
        f"A power card is triggered in one's own turn to guess, and now it is {turn}'s.",
        f"First what {turn} guesses; `companion next` if that went untold.",
    )
    referee.require(
        (seat, on_it) not in state.triggered or on_it is None or not state.decks[seat].is_plain,
        "LW-50",
        f"{name}'s power card with the {on_it} was triggered in this round already.",
        "Each card once in a round; in the next one, it may be triggered again.",
    )
    referee.require(
        on_it is None or 1 <= on_it <= HIGHEST,
        "LW-46",
        f"No power card shows {on_it}: they are dealt from piles of 1 to 6.",
        f"`companion lwd trigger {state.seats[seat].handle} 4`, or without a number.",
    )
    if extra is not None:
        _require_extra(state, extra, data["to"], referee)
        _require_all(state, data, referee)


def _require_extra(state: State, extra: int, to: Sequence[int], referee: Referee) -> None:
    following = state.highest + 1
    referee.require(
        extra == following,
        "LW-58",
        f"The next number up is {following}, not {extra}.",
        "`--extra` adds it.",
    )
    out = [state.name(seat) for seat in to if not state.decks[seat].cards]
    referee.require(
        not out,
        "LW-58",
        f"{listed(out)} {'is' if len(out) == 1 else 'are'} out: an extra card is for who is in.",
        "`--to` names those who get one.",
    )


def _require_all(state: State, data: PowerTriggered, referee: Referee) -> None:
    """Where nobody named those who get a card, everybody who is in does."""
    referee.require(
        "to" not in data.get("untold", ()) or set(data["to"]) == set(state.still_in),
        "LW-58",
        f"An extra card is for all who are in: {listed([state.name(s) for s in state.still_in])}, "
        f"and {listed([state.name(seat) for seat in data['to']])} got one.",
        "`companion log` has the numbers for `companion undo`; `--to` names those who get one.",
    )


def _apply_power(state: State, data: PowerTriggered) -> State:
    triggered = (*state.triggered, (data["seat"], data["number"]))
    extra = data["extra"]
    if extra is None:
        return replace(state, triggered=triggered)
    decks = tuple(
        deck.with_extra(extra) if seat in data["to"] else deck
        for seat, deck in enumerate(state.decks)
    )
    highest = max(state.highest, extra)
    return replace(state, triggered=triggered, decks=decks, highest=highest)


def _tell_power(before: State, data: PowerTriggered, after: State) -> str:
    on_it = "" if data["number"] is None else f" with a {data['number']}"
    did = f": {data['did']}" if data["did"] else ""
    line = f"{after.name(data['seat'])} triggers a power card{on_it}{did}"
    if data["extra"] is None:
        return line
    to = data["to"]
    whom = "everybody" if set(to) == set(after.still_in) else listed([after.name(s) for s in to])
    verb = "gets" if len(to) == 1 or whom == "everybody" else "get"
    return f"{line}; {whom} {verb} one more card, number {data['extra']}"


POWER_TRIGGERED = Kind(
    "power.triggered", PowerTriggered, apply=_apply_power, tell=_tell_power, check=_check_power
)

HIGHEST_OF_ALL = 30
"""Higher numbers are taken for a slip of the finger."""


def trigger(
    action: Action[State],
    seat: int,
    on_it: int | None,
    did: str,
    extra: bool,
    to: Sequence[int],
) -> None:
    """Trigger a power card; with `extra`, everybody who is in gets the next number up, or those
    whom `to` names because there are too few cards (LW-59)."""
    state = action.state
    if to and not extra:
        raise Invalid("`--to` says who gets an extra card.", "`--extra --to ana,ben`")
    if extra and state.highest >= HIGHEST_OF_ALL:
        raise Refused("No cards go that high.", "`companion log` shows how it came to this.")
    told: PowerTriggered = {
        "seat": seat,
        "number": on_it,
        "did": did,
        "extra": state.highest + 1 if extra else None,
        "to": list(dict.fromkeys(to)) or (list(state.still_in) if extra else []),
    }
    if extra and not to:
        told["untold"] = ["to"]
    action.add(POWER_TRIGGERED, told)
    dice, so_far = state.dice(seat), [other for other, _ in action.state.triggered].count(seat)
    if dice is not None and so_far > dice:
        action.warn(f"{state.name(seat)} has {dice} dice, and so {dice} cards to trigger at most.")


def _names_first(state: State, words: Sequence[str]) -> Sequence[str]:
    """Who, then the number on the card: they are told in any order. Raises Invalid for two."""
    if len(words) > 2:
        return words  # too many, whatever they are
    numbers = [word for word in words if is_number(state, word)]
    names = [word for word in words if word not in numbers]
    if len(names) > 1 or len(numbers) > 1:
        raise Invalid(
            f"{listed(words)}: who, and the number on the card?", "`companion lwd trigger ben 4`"
        )
    return [*names, *numbers]


def _too_many_words(state: State, words: Sequence[str]) -> Invalid:
    quotes = "A name of several words goes in quotes. " if words[2][:1].isalpha() else ""
    return Invalid(
        f"Unexpected “{' '.join(words[2:])}”.",
        f"{quotes}`companion lwd trigger -h` shows how.",
    )


def _numbers_on_it(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    for on_it in map(str, range(LOWEST, HIGHEST + 1)):
        if _PLAYER in told or not is_somebody(trial.state.seats, on_it):
            yield on_it, "the number on it"


def _read_seats(state: State, word: str) -> Sequence[int]:
    return [find_seat(state.seats, part) for part in word.split(",") if part.strip()]


_PLAYER = player(
    in_turn,
    "whose turn it is",
    optional=True,
    takes=lambda state, words: not is_number(state, words[0]),
)
_NUMBER = number(
    "NUMBER",
    1,
    99,
    what="number on a card",
    example="1 to 6",
    optional=True,
    candidates=_numbers_on_it,
)
_DID = text("--did", metavar="TEXT", help="What it did, in words.", quiet=True)
_EXTRA = flag(
    "--extra",
    "Everybody gets a card with the next number up.",
    about=lambda state: f"everybody gets a {state.highest + 1}",
)
_TO = one(
    "--to",
    A_TEXT,
    _read_seats,
    metavar="NAME,…",
    help="Who gets one, if there are too few.",
    quiet=True,
)

TRIGGER = Verb[State](
    name="trigger",
    about="a power card",
    help="""Trigger a power card, before the guess.

    The number is the one on the card; it may be left out.

    \b
    Examples:
      companion lwd trigger ben 4 --did "looks at a card of Ana's"
      companion lwd trigger ben 2 --extra
      companion lwd trigger ben 2 --extra --to ana,ben
    """,
    params=(_PLAYER, _NUMBER, _DID, _EXTRA, _TO),
    plan=lambda action, told: trigger(
        action,
        told.get(_PLAYER, action.state.turn),
        told.get(_NUMBER),
        told.get(_DID, ""),
        told[_EXTRA],
        told.get(_TO, []),
    ),
    arrange=_names_first,
    surplus=_too_many_words,
)


def may_trigger(state: State) -> bool:
    """Whether a power card may be triggered in a turn."""
    return state.variant.power and has_turn(state)


# A card for a wildcard


class CardSwapped(TypedDict):
    """The loser of the round before swaps a card for a wildcard, unseen."""

    seat: Annotated[int, SEAT]


def _check_swap(state: State, data: CardSwapped, referee: Referee) -> None:
    """Refuse a swap without wildcards, or by anybody but the loser of the round before."""
    seat = data["seat"]
    referee.require(
        state.variant.wildcards,
        "LW-38",
        "There are no wildcards in this game.",
        f"{start_with(state, wildcards=True)} begins a game with them.",
    )
    if not state.decks[seat].cards:
        raise Refused(f"{state.name(seat)} has no cards left to swap.", "`companion table`")
    who = "nobody may now" if state.swapper is None else f"that is {state.name(state.swapper)}"
    referee.require(
        seat == state.swapper,
        "LW-43",
        "Who has lost a round may swap a card, once, after the die is discarded and before the "
        f"next number is stated: {who}.",
        f"{how_to_lose(state)} first."
        if state.phase == "loss"
        else "The swap before the first round goes without saying."
        if state.round == 1
        else "`companion log` shows the rounds.",
    )


def _apply_swap(state: State, data: CardSwapped) -> State:
    state = with_deck(state, data["seat"], state.decks[data["seat"]].swapped())
    return replace(state, swapper=None)


CARD_SWAPPED = Kind[State, CardSwapped](
    "card.swapped",
    CardSwapped,
    apply=_apply_swap,
    tell=lambda before, data, after: f"{after.name(data['seat'])} swaps a card for a wildcard",
    check=_check_swap,
)


def swap(action: Action[State], seat: int | None = None) -> None:
    """A card for a wildcard; without a seat, whoever may do it now."""
    state = action.state
    swapper = state.liar if state.swapper is None else state.swapper
    action.add(CARD_SWAPPED, CardSwapped(seat=swapper if seat is None else seat))


def _swappers(trial: "Trial[State]") -> Sequence[int]:
    return () if trial.state.swapper is None else (trial.state.swapper,)


_SWAPPER = player(_swappers, optional=True)

SWAP = Verb[State](
    name="swap",
    about="a card for a wildcard",
    help="""The loser of a round swaps a card for a wildcard, unseen.

    \b
    Examples:
      companion lwd swap
      companion lwd swap ana
    """,
    params=(_SWAPPER,),
    plan=lambda action, told: swap(action, told.get(_SWAPPER)),
)


def say_swap(state: State) -> str:
    """The loser of the round before is asked for a swap."""
    who = "" if state.swapper is None else state.name(state.swapper)
    return f"{who} may swap a card for a wildcard: `companion lwd swap`."
