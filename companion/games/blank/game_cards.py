"""The verbs of `companion blank card`: what came printed on game cards, and what is written."""

from collections.abc import Iterator
from typing import Annotated, Any

from companion.core.command import verb, word
from companion.core.names import proper_name, short
from companion.core.offer import Trial
from companion.core.param import A_CARD, Arguments, Candidate, a_choice
from companion.core.reply import Reply
from companion.errors import Ambiguous, CompanionError, Invalid, Refused
from companion.games.blank.approval import card_param, verbs_for_cards
from companion.games.blank.boxes import (
    BlankShelf,
    BoxOption,
    By,
    Effect,
    IsApproved,
    IsInked,
    Target,
    Words,
    changed_wording,
    find_boxes,
    find_with_box,
    is_prize_due,
    never_offered,
    new_wording,
    prize_flag,
    quiet_option,
    read_signature,
    reload_card,
    reply_about,
    status_entered,
    write_entry,
)
from companion.games.blank.cards import NUMBERS, SUITS, Card, Face
from companion.games.blank.deck import Deck
from companion.games.blank.in_play import game_cards_of, says_something
from companion.games.blank.pen import Pen
from companion.games.blank.prizes import prize_box, prize_play, take_prize
from companion.games.blank.reference import at_table, has_boxes, has_card
from companion.games.blank.rule_cards import OfStatus, SearchWords, Whose, WithRetired, listing
from companion.games.blank.search import (
    CardMatch,
    Filter,
    find_customised,
    find_game_card,
    parse_card,
)

CARD_WORDS = '`"All players sing"`, or `--target …` `--effect …`.'
Title = Annotated[str | None, quiet_option("TEXT", "What the card is called.")]


def _plain(trial: Trial[Any], args: Arguments[Any]) -> Iterator[Candidate]:
    """The faces of which a card is left to write on; where boxes are mixed, it is named first."""
    decks = at_table(trial.state, trial.reference).decks
    if len(decks) != 1:
        return
    written = [card.face for card in decks[0][1].game_cards if card.now is not None or card.is_out]
    for face in (Face(number, suit) for number in NUMBERS for suit in SUITS):
        if face not in written:
            yield str(face), ""


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
        parse_card(text, deck.colours)
    except CompanionError:
        return False
    return True


# Customised

Plain = Annotated[str, word(name="CARD", sort=A_CARD, candidates=_plain)]
IsPrize = Annotated[
    bool,
    # Where no card is named yet, cards are what can be picked.
    prize_flag(when=lambda trial, args: "card" in args and is_prize_due(trial, args)),
]


@verb("write an effect on a game card", when=has_boxes, of_house=True)
def customise(
    shelf: BlankShelf,
    card: Plain,
    text: Words = (),
    *,
    title: Title = None,
    target: Target = None,
    effect: Effect = None,
    by: By = None,
    approved: IsApproved = False,
    inked: IsInked = False,
    prize: IsPrize = False,
    copy: BoxOption = None,
) -> Reply:
    """Give a game card an effect.

    Of two identical cards, the one that has none yet.

    \b
    Examples:
      companion blank card customise 4-hexagon "Draw a card" --title Toll --by Ben
      companion blank card customise red-4 "All sing" --title Choir --inked
      companion blank card customise 2-circle.1 "All swap" --title Toll --prize
    """
    wording = new_wording(text, None, target, effect, CARD_WORDS)
    status = status_entered(approved, inked)
    if prize:
        copy = copy or prize_box(shelf)
    box, meant = find_with_box(shelf, card, copy, find_game_card)
    which = int(meant.cards[0].id.rpartition(".")[2]) if len(meant.cards) == 1 else None
    name = _title(title, box.now)

    def writer(pen: Pen, winner: str, play: str | None) -> tuple[str, int]:
        who = read_signature(shelf, by) or winner
        return pen.customise(
            meant.face, which, wording, title=name, by=who, play=play, status=status
        )

    if prize:
        return take_prize(shelf, box, "card", wording, read_signature(shelf, by), writer)
    ids: list[str] = []
    changed = write_entry(shelf, box.id, lambda pen: ids.append(writer(pen, "", None)[0]))
    return reply_about(shelf, changed, ids[-1])


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


FoundCard = Annotated[str, word(sort=A_CARD)]
Origin = Annotated[str, word(_origin, "printed|illustrated|plain", a_choice(*ORIGINS))]


@verb("how a game card came in the box", when=never_offered, of_play=False, of_house=True)
def found(
    shelf: BlankShelf,
    card: FoundCard,
    origin: Origin,
    *,
    title: Title = None,
    effect: Effect = None,
    copy: BoxOption = None,
) -> Reply:
    """Enter how a game card came in the box.

    \b
    Examples:
      companion blank card found 3-circle illustrated --title "The Fox"
      companion blank card found 6-shield printed --title Storm
      companion blank card found 4-hexagon.2 plain
    """
    if effect and origin != "printed":
        raise Invalid(
            f"A card that came {origin} says nothing.",
            f"`companion blank card customise {card} --effect …` gives it an effect.",
        )
    says = new_wording((), None, None, effect, CARD_WORDS) if effect else None
    box, meant = find_with_box(shelf, card, copy, find_game_card)
    ids: list[str] = []

    def plan(pen: Pen) -> None:
        chosen = _unknown_one(pen, meant, origin)
        ids.append(chosen.id)
        pen.found(chosen, origin, _title(title, pen.deck), says)

    return reply_about(shelf, write_entry(shelf, box.id, plan), ids[-1])


def _unknown_one(pen: Pen, meant: CardMatch, kind: str) -> Card:
    """Of identical cards, the first of which nobody entered how it came; or the one that did so."""
    cards = [pen.deck.game_card(card.id) for card in meant.cards]
    unknown = [card for card in cards if not card.origin]
    same = [card for card in cards if card.origin == kind]
    if not unknown and not same and len(cards) > 1:
        names = [f"{card.id} ({card.origin})" for card in cards]
        raise Ambiguous(f"Both {meant.face} are known already.", names, "Name one: `.1` or `.2`.")
    return (unknown or same or cards)[0]


# Reworded

Edited = Annotated[str, card_param("card", game_cards_of, says_something)]


@verb(
    "give it a new wording",
    when=has_card(game_cards_of, says_something),
    of_play=False,
    of_house=True,
)
def edit(
    shelf: BlankShelf,
    card: Edited,
    text: Words = (),
    *,
    title: Title = None,
    target: Target = None,
    effect: Effect = None,
    by: By = None,
    approved: IsApproved = False,
    inked: IsInked = False,
    copy: BoxOption = None,
) -> Reply:
    """Change what a game card says.

    The older wordings stay to be read.

    \b
    Examples:
      companion blank card edit toll --effect "draws two cards" --by Ana
      companion blank card edit 4-hexagon.1 --title "The Toll"
    """
    changes_words = bool(text) or target is not None or effect is not None
    if not changes_words and title is None:
        raise Invalid(
            "What stands on the card now?", "Its text, `--title`, `--target`, `--effect`."
        )
    box, found = find_with_box(shelf, card, copy, find_customised)
    if not found.revisions:
        raise Refused(
            f"{found.id} says nothing yet.",
            f'`companion blank card customise {found.id} "…" --title …` gives it an effect.',
        )

    def plan(pen: Pen) -> None:
        now = reload_card(pen, found)
        newest = now.now or now.revisions[-1]
        name, play = read_signature(shelf, by) or newest.by, prize_play(shelf, now)
        heading = (newest.title or now.picture) if title is None else _title(title, pen.deck)
        says = changed_wording(now, text, None, target, effect) if changes_words else newest.wording
        status = status_entered(approved, inked)
        pen.revise(now, says, title=heading, by=name, play=play, status=status)

    return reply_about(shelf, write_entry(shelf, box.id, plan), found.id)


@verb("all game cards that are known", name="list", when=has_boxes, of_play=False)
def list_cards(
    shelf: BlankShelf,
    words: SearchWords = (),
    *,
    by: Whose = None,
    target: Target = None,
    effect: Effect = None,
    status: OfStatus = None,
    retired: WithRetired = False,
    copy: BoxOption = None,
) -> Reply:
    """See the game cards of which something is known.

    \b
    Examples:
      companion blank card list
      companion blank card list --by ben --status inked
    """
    typed = (by, None, target, effect, status)
    wanted = Filter(tuple(words), *(text or "" for text in typed))
    return listing(shelf, find_boxes(shelf, copy), "game", wanted, retired)


_FOR_CARDS = verbs_for_cards(
    "card", "toll", find_customised, game_cards_of, customise, list_cards, edit
)
VERBS = (*_FOR_CARDS, found)
