"""The odds of a guess: of which round they are asked, and what is answered."""

from typing import TYPE_CHECKING, Annotated, Any

from companion.core.box import PlayView
from companion.core.command import flag, verb, word
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.errors import CompanionError, Invalid, Refused
from companion.games.lwd.guesses import Guess, read_guess
from companion.games.lwd.state import Showdown, State, showdown_of

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.games.lwd.chances import Round, Share


def round_for_odds(state: State, *, spoil: bool) -> Showdown:
    """This round once it is over, else the one before; this one anyway with `spoil`.

    Raises Refused where no round is known, or while one is going on.
    """
    going_on = state.phase == "guess" and state.status == "live"
    if going_on and not spoil:
        raise Refused(
            "A round is going on, and odds would give too much away.",
            "After the challenge; or for all to see, add `--spoil`.",
        )
    if state.phase != "number":
        ended = state.showdown or showdown_of(state)
        if not any(ended.dice):
            raise Refused(
                "The number of dice in this round was not entered.",
                "`companion lwd round 3` enters it"
                + (", in the next one." if state.phase == "loss" else "."),
            )
        return ended
    if state.past is None:
        raise Refused(
            "No round with dice has been entered yet.",
            "`companion lwd round 3` enters how many dice there are.",
        )
    return state.past


def are_known(state: State) -> bool:
    """Whether there are odds of a round that is over."""
    try:
        return round_for_odds(state, spoil=False) is not None
    except CompanionError:
        return False


def _guess_in_question(state: State, ended: Showdown, guess: Guess | None) -> Guess:
    """The guess that is asked about. Raises Invalid where there is none, or it makes no sense."""
    if guess is None:
        if ended.said is None:
            raise Invalid("How likely is what?", "`companion lwd odds 3x5`")
        return ended.said.guess
    challenged = ended.said is not None and ended.said.guess == guess
    if not challenged and not guess.on_power and int(guess.number) > state.highest:
        highest = state.highest
        raise Invalid(f"No card shows {guess.number}.", f"The numbers go from 1 to {highest}.")
    if guess.times < 1:
        raise Invalid(f"{guess.shown} guesses nothing.", "At least once: `1x5`.")
    return guess


def _read_share(text: str | None, guess: Guess, known: "Round", power: bool) -> "Share | None":
    """How many power cards there are. Raises Invalid where that is needed and missing, or wrong."""
    from companion.games.lwd.chances import Share

    if not power and (guess.on_power or text is not None):
        raise Invalid(
            "There are no power cards in this game (LW-45).",
            "Numbers alone can be guessed: `companion lwd odds 3x5`.",
        )
    if text is None:
        if guess.on_power:
            raise Invalid(
                "How many power cards there are is in no rulebook, so it has to be entered.",
                "Of the cards that the decks were dealt from: "
                f"`companion lwd odds {guess.typed} --share 6/36`.",
            )
        return None
    if not guess.on_power:
        raise Invalid(
            "`--share` is about a guess on power cards.",
            "`companion lwd odds 2xpower --share 6/36`",
        )
    powers, slash, cards = text.partition("/")
    share = Share(whole(powers.strip(), 0, 999) or 0, whole(cards.strip(), 1, 999) or 0)
    if not slash or not share.cards or share.powers > share.cards or not powers.strip().isdigit():
        raise Invalid(
            f"“{short(text)}” is not a share of the cards.",
            "Power cards, of all cards that the decks were dealt from: `--share 6/36`.",
        )
    dealt = sum(
        step.number
        for deck in known.decks
        for step in deck.steps
        if step.what in ("dealt", "random")
    )
    triggered = sum(map(len, known.triggered))
    if share.cards < dealt or share.powers < triggered:
        raise Invalid(
            f"There cannot be fewer than {dealt} cards: so many were dealt."
            if share.cards < dealt
            else f"There are {triggered} power cards at least: so many were triggered.",
            f"`--share {max(share.powers, triggered)}/{max(share.cards, dealt)}`, or more.",
        )
    return share


AGuess = Annotated[Guess | None, word(lambda state, word: read_guess(word))]
Spoil = Annotated[bool, flag("Also while a round is going on.", after_dash=True)]
ShareText = Annotated[
    str | None,
    word(
        metavar="N/M",
        help="How many of the cards that were dealt from are powers.",
        after_dash=True,
    ),
]


@verb("how likely the guess was", when=lambda trial: are_known(trial.state))
def odds(
    seen: PlayView[State], guess: AGuess = None, *, spoil: Spoil = False, share: ShareText = None
) -> Reply:
    """How likely a guess was, by what everybody could know.

    After a round, for those who want to learn; without a guess, the one that was challenged.

    \b
    Examples:
      companion lwd odds
      companion lwd odds 3x5
      companion lwd odds 2xpower --share 6/36
      companion lwd odds 4x2 --spoil
    """
    from companion.games.lwd.chances import Round, chance_of, least_chances

    state = seen.state
    ended = round_for_odds(state, spoil=spoil)
    triggered = tuple(
        tuple(number for other, number in ended.triggered if other == seat)
        for seat in range(len(ended.decks))
    )
    known = Round(ended.decks, ended.dice, triggered)
    chosen = _guess_in_question(state, ended, guess)
    shared = _read_share(share, chosen, known, state.variant.power)
    least = least_chances(known, chosen.number, shared)

    def document() -> dict[str, Any]:
        same = ended.said is not None and ended.said.guess == chosen
        return {
            "play": seen.play,
            "round": ended.number,
            "guess": chosen.to_json(),
            "dice": sum(ended.dice),
            "chance": chance_of(least, chosen.times),
            "at_least": least,
            "exact": True,
            "there": ended.there if same else None,
        }

    def blocks() -> "list[Block]":
        from companion.games.lwd.views import likely_view

        return likely_view(ended, chosen, least)

    return Reply(document=document, blocks=blocks)
