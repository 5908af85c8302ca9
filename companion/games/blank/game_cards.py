"""The verbs of `companion blank card`: what came printed on game cards, and what is written."""

from collections.abc import Iterator
from typing import Any

from companion.core.names import proper_name, short
from companion.core.offer import Trial
from companion.core.param import A_CARD, Arguments, Candidate, Param, a_choice, one
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import Ambiguous, CompanionError, Invalid, Refused
from companion.games.blank.approval import all_verbs, named
from companion.games.blank.boxes import (
    APPROVED,
    BY,
    COPY,
    EFFECT,
    INKED,
    PRIZE,
    TARGET,
    TEXT,
    BlankShelf,
    as_typed,
    boxes,
    current,
    edited,
    find_home,
    never,
    prize_waits,
    reply_about,
    signature,
    status_told,
    wording_told,
    write,
)
from companion.games.blank.cards import NUMBERS, SUITS, Card, Face
from companion.games.blank.deck import Deck
from companion.games.blank.in_play import game_cards_in, in_the_deck
from companion.games.blank.pen import Pen
from companion.games.blank.prizes import play_of, prize_box, take_prize
from companion.games.blank.reference import any_of, at_table, has_boxes
from companion.games.blank.rule_cards import RETIRED, STATUS, WHOSE, WORDS, listing
from companion.games.blank.search import Meant, find_game_card, find_written, named_card


def _plain(trial: Trial[Any], told: Arguments[Any]) -> Iterator[Candidate]:
    """The faces of which a card is left to write on; where boxes are mixed, it is named first."""
    decks = at_table(trial.state, trial.reference).decks
    if len(decks) != 1:
        return
    written = [card.face for card in decks[0][1].game_cards if card.now is not None or card.out]
    for face in (Face(number, suit) for number in NUMBERS for suit in SUITS):
        if face not in written:
            yield str(face), ""


PLAIN = one("CARD", A_CARD, candidates=_plain)
CARD = one("CARD", A_CARD)
EDITED = named("card", game_cards_in, in_the_deck)
CARD_WORDS = '`"All players sing"`, or `--target …` `--effect …`.'
TITLE = as_typed("--title", "TEXT", "What the card is called.")


def _title(title: str | None, deck: Deck) -> str:
    if title is None or not title.strip():
        return ""
    if _is_a_face(title, deck):
        raise Invalid(
            f"“{short(title)}” looks like a card's number and suit, which it would hide.",
            "Another title, or none.",
        )
    return proper_name(title, "title")


def _is_a_face(text: str, deck: Deck) -> bool:
    """Whether a text names cards of the box by number and suit; “Area 51” does not."""
    try:
        named_card(text, deck.colours)
    except CompanionError:
        return False
    return True


# Customised


def _customise(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    wording = wording_told(told, CARD_WORDS)
    status, in_box, by = status_told(told), told.get(COPY), told.get(BY)
    if told[PRIZE]:
        in_box = in_box or prize_box(shelf)
    box, meant = find_home(shelf, told[PLAIN], in_box, find_game_card)
    which = int(meant.cards[0].id.rpartition(".")[2]) if len(meant.cards) == 1 else None
    name = _title(told.get(TITLE), box.now)

    def writer(pen: Pen, winner: str, play: str | None) -> tuple[str, int]:
        who = signature(shelf, by) or winner
        return pen.customise(
            meant.face, which, wording, title=name, by=who, play=play, status=status
        )

    if told[PRIZE]:
        return take_prize(shelf, box, "card", wording, signature(shelf, by), writer)
    ids: list[str] = []
    changed = write(shelf, box.id, lambda pen: ids.append(writer(pen, "", None)[0]))
    return reply_about(shelf, changed, ids[-1])


CUSTOMISE = Verb(
    "customise",
    "write an effect on a game card",
    """
    Give a game card an effect.

    Of two identical cards, the one that has none yet.

    \b
    Examples:
      companion blank card customise 4-hexagon "The next player draws a card" --title Toll --by Ben
      companion blank card customise red-4 "Everybody sings" --title Choir --by Ana --inked
      companion blank card customise 2-circle.1 --title Toll --effect "swap hands" --prize
    """,
    (
        *(PLAIN, TEXT, TITLE, TARGET, EFFECT, BY, APPROVED, INKED),
        # Where no card is named yet, cards are what can be picked.
        PRIZE.but(when=lambda trial, told: PLAIN in told and prize_waits(trial, told)),
        COPY,
    ),
    run=_customise,
    means=has_boxes,
    of_house=True,
)


# As it came in the box

ORIGINS = ("printed", "illustrated", "plain")


def _origin(state: object, word: str) -> str:
    typed = word.strip().lower() or "?"
    kind = next((known for known in ORIGINS if known.startswith(typed)), "")
    if not kind:
        raise Invalid(
            f"“{short(word)}” is no way for a card to come.", "printed, illustrated, plain."
        )
    return kind


ORIGIN: Param[Any, str] = one("printed|illustrated|plain", a_choice(*ORIGINS), _origin)


def _found(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    card, kind, effect = told[CARD], told[ORIGIN], told.get(EFFECT)
    if effect and kind != "printed":
        raise Invalid(
            f"A card that came {kind} says nothing.",
            f"`companion blank card customise {card} --effect …` gives it an effect.",
        )
    words = wording_told(told, CARD_WORDS) if effect else None
    box, meant = find_home(shelf, card, told.get(COPY), find_game_card)
    ids: list[str] = []

    def plan(pen: Pen) -> None:
        chosen = _unknown_one(pen, meant, kind)
        ids.append(chosen.id)
        pen.found(chosen, kind, _title(told.get(TITLE), pen.deck), words)

    return reply_about(shelf, write(shelf, box.id, plan), ids[-1])


def _unknown_one(pen: Pen, meant: Meant, kind: str) -> Card:
    """Of identical cards, the first of which nobody told how it came; or the one that did so."""
    cards = [pen.deck.game_card(card.id) for card in meant.cards]
    unknown = [card for card in cards if not card.origin]
    same = [card for card in cards if card.origin == kind]
    if not unknown and not same and len(cards) > 1:
        names = [f"{card.id} ({card.origin})" for card in cards]
        raise Ambiguous(f"Both {meant.face} are known already.", names, "Name one: `.1` or `.2`.")
    return (unknown or same or cards)[0]


FOUND = Verb(
    "found",
    "how a game card came in the box",
    """
    Tell how a game card came in the box.

    \b
    Examples:
      companion blank card found 3-circle illustrated --title "The Fox"
      companion blank card found 6-shield printed --title Storm --effect "all players draw a card"
      companion blank card found 4-hexagon.2 plain
    """,
    (CARD, ORIGIN, TITLE, EFFECT, COPY),
    run=_found,
    means=never,
    of_play=False,
    of_house=True,
)


# Reworded


def _edit(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    words = (TEXT, TARGET, EFFECT)
    if not any(param in told for param in (*words, TITLE)):
        raise Invalid(
            "What stands on the card now?", "Its text, `--title`, `--target`, `--effect`."
        )
    box, found = find_home(shelf, told[EDITED], told.get(COPY), find_written)
    if not found.revisions:
        raise Refused(
            f"{found.id} says nothing yet.",
            f'`companion blank card customise {found.id} "…" --title …` gives it an effect.',
        )

    def plan(pen: Pen) -> None:
        now = current(pen, found)
        newest = now.now or now.revisions[-1]
        name, play = signature(shelf, told.get(BY)) or newest.by, play_of(shelf, now)
        typed = told.get(TITLE)
        title = (newest.title or now.picture) if typed is None else _title(typed, pen.deck)
        says = edited(now, told) if any(param in told for param in words) else newest.wording
        pen.revise(now, says, title=title, by=name, play=play, status=status_told(told))

    return reply_about(shelf, write(shelf, box.id, plan), found.id)


EDIT = Verb(
    "edit",
    "give it a new wording",
    """
    Change what a game card says.

    The older wordings stay to be read.

    \b
    Examples:
      companion blank card edit toll --effect "draws two cards" --by Ana
      companion blank card edit 4-hexagon.1 --title "The Toll"
    """,
    (EDITED, TEXT, TITLE, TARGET, EFFECT, BY, APPROVED, INKED, COPY),
    run=_edit,
    means=any_of(game_cards_in, in_the_deck),
    of_play=False,
    of_house=True,
)

LIST = Verb(
    "list",
    "all game cards that are known",
    """
    See the game cards of which something is known.

    \b
    Examples:
      companion blank card list
      companion blank card list --by ben --status inked
    """,
    (WORDS, WHOSE, TARGET, EFFECT, STATUS, RETIRED, COPY),
    run=lambda shelf, told: listing(shelf, boxes(shelf, told.get(COPY)), "game", told),
    means=has_boxes,
    of_play=False,
)

_FIRST = (CUSTOMISE, LIST, EDIT)
VERBS = (*all_verbs("card", "toll", find_written, game_cards_in, *_FIRST), FOUND)
