"""The odds of a guess: the verb `odds`, and which round it is about."""

from typing import TYPE_CHECKING, Any

from companion.core.box import PlayView
from companion.core.command import flag, verb, word
from companion.core.names import counted, short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Invalid, Refused
from companion.games.lwd.guesses import Guess, read_guess
from companion.games.lwd.state import RoundRecord, State, round_so_far

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.games.lwd.chances import KnownRound, PowerShare


def find_round_for_odds(state: State, *, spoil: bool) -> RoundRecord:
    """This round after its challenge, else the round before; with `spoil`, this round anyway.

    Raises Refused where no round with dice is known, or while one is going on.
    """
    going_on = state.phase == "guess" and state.status == "live"
    if going_on and not spoil:
        raise Refused(
            "A round is going on, and odds would give too much away.",
            "Ask after the challenge, or add `--spoil`: everybody sees them.",
        )
    if state.phase != "number":
        record = state.challenged_round or round_so_far(state)
        if not any(record.dice):
            raise Refused(
                "The number of dice in this round was not entered.",
                "`companion lwd round 3` enters it"
                + (", in the next one." if state.phase == "loss" else "."),
            )
        return record
    if state.previous_round is None:
        raise Refused(
            "No round with dice has been entered yet.",
            "`companion lwd round 3` enters how many dice there are.",
        )
    return state.previous_round


def has_odds(state: State) -> bool:
    """Whether `find_round_for_odds` finds one."""
    try:
        find_round_for_odds(state, spoil=False)
    except Refused:
        return False
    return True


def _guess_in_question(state: State, record: RoundRecord, guess: Guess | None) -> Guess:
    """The guess that was typed, or else the last one. Raises Invalid without either."""
    if guess is None:
        if record.last_guess is None:
            raise Invalid("Which guess?", "`companion lwd odds 3x5`")
        return record.last_guess.guess
    if not record.is_about(guess) and not guess.on_power and int(guess.face) > state.highest:
        highest = state.highest
        raise Invalid(f"No card shows {guess.face}.", f"The numbers go from 1 to {highest}.")
    if guess.count < 1:
        raise Invalid(f"{guess.label} guesses nothing.", "Guess at least one die: `1x5`.")
    return guess


def _read_share(
    text: str | None, guess: Guess, known: "KnownRound", power: bool
) -> "PowerShare | None":
    """Read how many power cards there are. Raises Invalid if that is missing, useless or wrong."""
    from companion.games.lwd.chances import PowerShare, count_dealt

    if not power and (guess.on_power or text is not None):
        raise Invalid(
            "There are no power cards in this game (LW-45).",
            "Ask about a number: `companion lwd odds 3x5`.",
        )
    if text is None:
        if guess.on_power:
            raise Invalid(
                "The rulebook does not say how many power cards there are, so enter their share.",
                "Power cards, of all cards that the decks were dealt from: "
                f"`companion lwd odds {guess.text} --share 6/36`.",
            )
        return None
    if not guess.on_power:
        raise Invalid(
            "`--share` goes with a guess on power cards.",
            "`companion lwd odds 2xpower --share 6/36`",
        )
    powers, slash, cards = text.partition("/")
    share = PowerShare(whole(powers.strip(), 0, 999) or 0, whole(cards.strip(), 1, 999) or 0)
    if not slash or not share.cards or share.powers > share.cards or not powers.strip().isdigit():
        raise Invalid(
            f"“{short(text)}” is not a share of the cards.",
            "Power cards, of all cards that the decks were dealt from: `--share 6/36`.",
        )
    dealt = sum(map(count_dealt, known.decks))
    triggered = sum(map(len, known.triggered))
    if share.cards < dealt or share.powers < triggered:
        fewest = f"{dealt} cards: that many were dealt."
        if share.cards >= dealt:
            fewest = f"{counted(triggered, 'power card')}: that many were triggered."
        raise Invalid(
            f"There are at least {fewest}",
            f"`--share {max(share.powers, triggered)}/{max(share.cards, dealt)}`, or more.",
        )
    return share


GuessInQuestion = Annotated[Guess | None, word(lambda state, word: read_guess(word))]
Spoil = Annotated[bool, flag("Also while a round is going on.", after_dash=True)]
ShareText = Annotated[
    str | None,
    word(
        metavar="N/M",
        help="Power cards, of all cards dealt from: `6/36`.",
        after_dash=True,
    ),
]


@verb("how likely the guess was", when=lambda trial: has_odds(trial.state))
def odds(
    seen: PlayView[State],
    guess: GuessInQuestion = None,
    *,
    spoil: Spoil = False,
    share: ShareText = None,
) -> Reply:
    """How likely a guess was, by what everybody could know.

    To learn from after a round. Without a guess, the one that was challenged.

    Examples:
      companion lwd odds
      companion lwd odds 3x5
      companion lwd odds 2xpower --share 6/36
      companion lwd odds 4x2 --spoil
    """
    from companion.games.lwd.chances import KnownRound, compute_odds

    state = seen.state
    record = find_round_for_odds(state, spoil=spoil)
    triggered = tuple(
        tuple(face for other, face in record.triggered if other == seat)
        for seat in range(len(record.decks))
    )
    known = KnownRound(record.decks, record.dice, triggered)
    chosen = _guess_in_question(state, record, guess)
    power_share = _read_share(share, chosen, known, state.variant.power)
    try:
        found = compute_odds(known, chosen.face, power_share)
    except ValueError:
        raise Invalid(
            f"“{share}” cannot be the share: it does not fit the cards that were seen.",
            "Count the power cards among all cards that the decks were dealt from.",
        ) from None

    def document() -> dict[str, Any]:
        return {
            "play": seen.play,
            "round": record.round,
            "guess": chosen.to_json(),
            "dice": sum(record.dice),
            "chance": found.chance(chosen.count),
            "at_least": found.at_least,
            "exact": found.is_exact,
            "there": record.there if record.is_about(chosen) else None,
        }

    def blocks() -> "list[Block]":
        from companion.games.lwd.views import odds_view

        return odds_view(record, chosen, found)

    return Reply(document=document, blocks=blocks)
