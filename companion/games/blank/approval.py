"""What becomes of a card once it is written: approved, declined, inked, retired, brought back.

The same verbs for rule cards and for game cards; above them, what each of them writes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.names import folded, listed, short
from companion.core.numbers import whole
from companion.core.param import A_CARD, A_TEXT, Param, Told, one
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.games.blank.box_entries import (
    APPROVED,
    INKED,
    RETIRED,
    RETURNED,
    Approved,
    Inked,
    OfCard,
    Retired,
)
from companion.games.blank.boxes import (
    BY,
    COPY,
    BlankShelf,
    Home,
    as_typed,
    boxes,
    current,
    find_home,
    reply_about,
    signature,
    write,
)
from companion.games.blank.cards import Card, Status, called, status_of, text_of
from companion.games.blank.catalogue import (
    Cards,
    Fits,
    any_of,
    anything,
    candidates,
    in_the_deck,
    never,
    shown,
)
from companion.games.blank.deck import Deck
from companion.games.blank.pen import TABLE, Pen, require_in_deck, standing_on
from companion.games.blank.prizes import play_of, require_no_other_agreed, require_only_prize
from companion.games.blank.search import named_in


def approve(pen: Pen, card: Card, by: str | None) -> None:
    """The owner agrees to what a card says now. Raises Illegal for anybody else."""
    now = standing_on(card)
    owner = pen.deck.owner
    if status_of(card, now) in ("printed", "approved", "inked"):
        raise Refused(
            f"{called(card.id).capitalize()} is {status_of(card, now)} already.",
            "Each revision is approved once.",
        )
    if by is not None and owner and folded(by) != folded(owner):
        pen.referee.refuse(
            "BL-108" if card.is_rule else "BL-117",
            f"{pen.deck.name} is {owner}'s, and only {owner} approves cards for it.",
            "`companion blank copy set --owner NAME` if the box has changed hands.",
        )
    same = by is None or folded(by) == folded(owner)
    name = owner if owner and same else by or TABLE
    pen.add(APPROVED, Approved(card=card.id, revision=now.number, by=name))


def ink(pen: Pen, card: Card) -> None:
    """What a card says now is on the real card. Raises Illegal before it was approved."""
    now = standing_on(card)
    status = status_of(card, now)
    if status in ("printed", "inked"):
        raise Refused(f"{called(card.id).capitalize()} is {status} already.", "Ink stays.")
    noun = "rule" if card.is_rule else "card"
    typed = str(card.number) if card.is_rule else card.id
    pen.referee.require(
        status == "approved",
        "BL-108" if card.is_rule else "BL-117",
        f"{called(card.id).capitalize()} is only proposed: "
        f"{pen.deck.owner or 'the owner'} has not approved it.",
        f"`companion blank {noun} approve {typed}` first.",
    )
    _ink(pen, card, now.number, approved=status == "approved")


def retire(pen: Pen, card: Card, why: str) -> None:
    """Take a card out of the deck. Raises Refused where it is out."""
    if card.retired is not None:
        raise Refused(f"{called(card.id).capitalize()} is retired already.", "Nothing is entered.")
    pen.add(RETIRED, Retired(card=card.id, why=why))


def bring_back(pen: Pen, card: Card) -> None:
    """Put a retired card back. Raises Refused where it is not retired, Illegal without room."""
    if card.retired is None:
        raise Refused(f"{called(card.id).capitalize()} is in the deck.", "Nothing is entered.")
    if card.is_rule and card.origin == "plain" and not card.used:
        pen.require_plain()
    pen.add(RETURNED, OfCard(card=card.id))


def restore(pen: Pen, card: Card, number: int, play: str | None = None) -> None:
    """Let a card read as in an older revision again; it is the prize of a `play` as before.

    Raises NotFound or Refused.
    """
    require_in_deck(card)
    older = card.revision(number)
    if older is None:
        there = listed([str(revision.number) for revision in card.revisions], "or")
        raise NotFound(
            f"{called(card.id).capitalize()} has no revision {number}.", f"There is {there}."
        )
    if older is card.now:
        raise Refused(f"{called(card.id).capitalize()} reads so now.", "Nothing is entered.")
    pen.revise(card, older.wording, title=older.title, by=older.by, play=play, restores=number)
    if status_of(card, older) in ("approved", "inked"):
        # Ink stays on a card, and what was agreed to once needs no second word.
        revision = pen.revision(card.id)
        if older.approved:
            pen.add(APPROVED, Approved(card=card.id, revision=revision, by=older.approved))
        if older.inked:
            _ink(pen, card, revision, approved=bool(older.approved))


def _ink(pen: Pen, card: Card, revision: int, *, approved: bool) -> None:
    data: Inked = {"card": card.id, "revision": revision}
    if not approved:
        data["unapproved"] = True
    pen.add(INKED, data)


# The verbs

WHY = as_typed("--why", "TEXT", "Why.")


def _read_revision(state: object, text: str) -> int:
    number = whole(text.strip(), 1, 99_999)
    if number is None:
        raise Invalid(
            f"“{short(text)}” is no number of a revision.",
            "`companion blank rule show RULE` numbers them.",
        )
    return number


REVISION: Param[Any, int] = one("REVISION", A_TEXT, _read_revision)


def is_proposed(deck: Deck, card: Card) -> bool:
    """Whether the owner has not said yet what becomes of it."""
    return card.status == "proposed" and not card.out


def _to_approve(deck: Deck, card: Card) -> bool:
    """What is proposed, unless another prize of the same win was agreed to (A-BL-13)."""
    play = card.now.play if card.now is not None and card.agreed is None else None
    others = deck.prizes_of(play) if play is not None else []
    return is_proposed(deck, card) and all(other.agreed is None for other, _ in others)


def _to_ink(deck: Deck, card: Card) -> bool:
    return card.status == "approved" and not card.out


def _is_retired(deck: Deck, card: Card) -> bool:
    return card.retired is not None


def _reads_otherwise(deck: Deck, card: Card) -> bool:
    """Whether there is another wording to go back to."""
    return in_the_deck(deck, card) and len(card.revisions) > 1


def named(noun: str, cards: Cards, fits: Fits, *, optional: bool = False) -> Param[Any, str]:
    """The card that a verb is about, as it is typed."""
    return one(noun.upper(), A_CARD, optional=optional, candidates=candidates(cards, fits))


def lifecycle(
    noun: str, sample: str, find: Callable[[Deck, str], Card], cards: Cards
) -> dict[str, Verb[Any]]:
    """The verbs for cards called `noun` (`rule`, `card`), found by `find`; `sample` is for help.

    `cards` are those that menus offer.
    """

    def change(
        shelf: BlankShelf, name: str, in_box: str | None, how: Callable[[Pen, Card], None]
    ) -> Reply:
        box, found = find_home(shelf, name, in_box, find)
        changed = write(shelf, box.id, lambda pen: how(pen, current(pen, found)))
        return reply_about(shelf, changed, found.id)

    def change_waiting(
        shelf: BlankShelf, told: Told[Any], status: Status, how: Callable[[Pen, Card], None]
    ) -> Reply:
        """Change the card of that name, or the only one that has come so far."""
        name, in_box = told.get(proposed), told.get(COPY)
        if name is None:
            home, name = _only_one(boxes(shelf, in_box), noun, status)
            in_box = in_box or home
        return change(shelf, name, in_box, how)

    def run_approve(shelf: BlankShelf, told: Told[Any]) -> Reply:
        by = told.get(BY)
        who = None if by is None else signature(shelf, by)

        def approved(pen: Pen, card: Card) -> None:
            require_no_other_agreed(shelf, card)
            approve(pen, card, who)

        return change_waiting(shelf, told, "proposed", approved)

    def run_decline(shelf: BlankShelf, told: Told[Any]) -> Reply:
        why = told.get(WHY, "")
        return change_waiting(
            shelf, told, "proposed", lambda pen, card: pen.decline(card, text_of(why))
        )

    def run_retire(shelf: BlankShelf, told: Told[Any]) -> Reply:
        name, why = told[in_deck], told.get(WHY, "")
        return change(
            shelf, name, told.get(COPY), lambda pen, card: retire(pen, card, text_of(why))
        )

    def run_return(shelf: BlankShelf, told: Told[Any]) -> Reply:
        def back(pen: Pen, card: Card) -> None:
            require_only_prize(shelf, card)
            bring_back(pen, card)

        return change(shelf, told[gone], told.get(COPY), back)

    def run_restore(shelf: BlankShelf, told: Told[Any]) -> Reply:
        number = told[REVISION]

        def restored(pen: Pen, card: Card) -> None:
            restore(pen, card, number, play_of(shelf, card))

        return change(shelf, told[reworded], told.get(COPY), restored)

    def run_history(shelf: BlankShelf, told: Told[Any]) -> Reply:
        from companion.games.blank.histories import told_history

        return told_history(shelf, *find_home(shelf, told[known], told.get(COPY), find))

    def verb(
        name: str,
        about: str,
        summary: str,
        examples: Sequence[str],
        params: tuple[Param[Any, Any], ...],
        run: Callable[[BlankShelf, Told[Any]], Reply],
        fits: Fits | None = None,
        house: bool = False,
    ) -> Verb[Any]:
        lines = "\n".join(f"  companion blank {noun} {example}" for example in examples)
        return Verb(
            name,
            about,
            f"{summary}\n\n\b\nExamples:\n{lines}",
            (*params, COPY),
            run=run,
            means=never if fits is None else any_of(cards, fits),
            of_play=False,
            of_house=house,
        )

    known = named(noun, cards, anything)
    gone = named(noun, cards, _is_retired)
    reworded = named(noun, cards, _reads_otherwise)
    in_deck = named(noun, cards, in_the_deck)
    proposed = named(noun, cards, is_proposed, optional=True)
    approvable = named(noun, cards, _to_approve, optional=True)
    inkable = named(noun, cards, _to_ink, optional=True)
    made = (
        verb(
            "approve",
            "the owner agrees",
            f"The owner agrees to a {noun}: to the one that is proposed.",
            ("approve", f"approve {sample} --by Ana"),
            (approvable, BY),
            run_approve,
            _to_approve,
            house=True,
        ),
        verb(
            "ink",
            "it stands on the real card",
            f"A {noun} stands on the real card: the one approved.",
            ("ink", f"ink {sample}"),
            (inkable,),
            lambda shelf, told: change_waiting(shelf, told, "approved", ink),
            _to_ink,
            house=True,
        ),
        verb(
            "show",
            "read it, and all that it ever said",
            f"Read a {noun}, and all that it ever said.",
            (f"show {sample}",),
            (known,),
            lambda shelf, told: shown(*find_home(shelf, told[known], told.get(COPY), find)),
            anything,
        ),
        verb(
            "history",
            "where it is from, and who wins with it",
            f"See where a {noun} is from, and who wins with it.",
            (f"history {sample}",),
            (known,),
            run_history,
            anything,
        ),
        verb(
            "decline",
            "the owner says no",
            f"The owner says no to a {noun}: to the one that is proposed.",
            ("decline", f'decline {sample} --why "too long"'),
            (proposed, WHY),
            run_decline,
            is_proposed,
        ),
        verb(
            "retire",
            "take it out of the deck",
            f"Take a {noun} out of the deck.",
            (f'retire {sample} --why "the dog had it"',),
            (in_deck, WHY),
            run_retire,
            in_the_deck,
        ),
        verb(
            "return",
            "put it back into the deck",
            f"Put a retired {noun} back into the deck.",
            (f"return {sample}",),
            (gone,),
            run_return,
            house=True,
        ),
        verb(
            "restore",
            "let it read as it once did",
            f"Let a {noun} read as in an older revision.",
            (f"restore {sample} 1",),
            (reworded, REVISION),
            run_restore,
            house=True,
        ),
    )
    return {it.name: it for it in made}


def _only_one(found: Sequence[Home], noun: str, status: Status) -> tuple[str, str]:
    """Box and name of the only card that has come so far. Raises NotFound or Ambiguous."""
    there = [
        (box, str(card.number) if card.is_rule else card.id)
        for box in found
        for card in (box.now.rules if noun == "rule" else box.now.game_cards)
        if card.status == status and card.retired is None
    ]
    if not there:
        raise NotFound(
            f"No {noun} is {status} and waits for that.", f"`companion blank {noun} list` has all."
        )
    if len(there) > 1:
        mixed = len(found) > 1  # where each box has a rule 15
        names = [named_in(box.id, box.now, name) if mixed else name for box, name in there]
        raise Ambiguous(f"Several are {status}: {listed(names[:9])}.", names, "Name one of them.")
    box, name = there[0]
    return box.id, name


def in_order(
    write: Verb[Any], listing: Verb[Any], edit: Verb[Any], others: Mapping[str, Verb[Any]]
) -> tuple[Verb[Any], ...]:
    """The verbs for cards of one kind as menus have them: what is done most often first."""
    first, then = ("approve", "ink", "show"), ("history", "decline", "retire", "return", "restore")
    return (
        write,
        listing,
        *(others[name] for name in first),
        edit,
        *(others[name] for name in then),
    )
