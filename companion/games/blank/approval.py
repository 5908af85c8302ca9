"""What becomes of a card once it is written: approved, declined, inked, retired, brought back.

The same verbs for rule cards and for game cards; above them, what each of them writes.
"""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.names import folded, listed, short
from companion.core.numbers import whole
from companion.core.param import A_CARD, A_TEXT, Arguments, Param, one
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.games.blank.box_entries import Approved, Inked, Retired, Returned
from companion.games.blank.boxes import (
    BY,
    COPY,
    BlankShelf,
    Home,
    as_typed,
    boxes,
    current,
    find_home,
    never,
    reply_about,
    signature,
    write,
)
from companion.games.blank.cards import Card, Status, called, command, status_of, text_of
from companion.games.blank.deck import Deck, card_record
from companion.games.blank.in_play import Cards, Fits, anything, in_the_deck, offered
from companion.games.blank.pen import TABLE, Pen, require_in_deck, standing_on
from companion.games.blank.prizes import play_of, require_no_other_agreed, require_only_prize
from companion.games.blank.reference import any_of, at_table
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
    pen.add(Approved(card=card.id, revision=now.number, by=name))


def ink(pen: Pen, card: Card) -> None:
    """What a card says now is on the real card. Raises Illegal before it was approved."""
    now = standing_on(card)
    status = status_of(card, now)
    if status in ("printed", "inked"):
        raise Refused(f"{called(card.id).capitalize()} is {status} already.", "Ink stays.")
    pen.referee.require(
        status == "approved",
        "BL-108" if card.is_rule else "BL-117",
        f"{called(card.id).capitalize()} is only proposed: "
        f"{pen.deck.owner or 'the owner'} has not approved it.",
        f"{command('approve', card.id)} first.",
    )
    _ink(pen, card, now.number, approved=status == "approved")


def retire(pen: Pen, card: Card, why: str) -> None:
    """Take a card out of the deck. Raises Refused where it is out."""
    if card.retired is not None:
        raise Refused(f"{called(card.id).capitalize()} is retired already.", "Nothing is entered.")
    pen.add(Retired(card=card.id, why=why))


def bring_back(pen: Pen, card: Card) -> None:
    """Put a retired card back. Raises Refused where it is not retired, Illegal without room."""
    if card.retired is None:
        raise Refused(f"{called(card.id).capitalize()} is in the deck.", "Nothing is entered.")
    if card.is_rule and card.origin == "plain" and not card.used:
        pen.require_plain()
    pen.add(Returned(card=card.id))


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
            pen.add(Approved(card=card.id, revision=revision, by=older.approved))
        if older.inked:
            _ink(pen, card, revision, approved=bool(older.approved))


def _ink(pen: Pen, card: Card, revision: int, *, approved: bool) -> None:
    pen.add(Inked(card=card.id, revision=revision, unapproved=not approved))


# The verbs

Change = Callable[[Pen, Card], None]
"""What is written on a card."""
Run = Callable[[BlankShelf, Arguments[Any], Param[Any, str]], Reply]
"""What a verb does; handed the parameter that names the card."""
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


def shown(box: Home, card: Card) -> Reply:
    """A card with all its revisions."""
    from companion.games.blank.views import card_blocks

    return Reply(
        document=lambda: card_record(box.id, box.now, card, history=True),
        blocks=lambda: card_blocks(box.now, card),
    )


def named(noun: str, cards: Cards, fits: Fits, *, optional: bool = False) -> Param[Any, str]:
    """The card that a verb is about, as it is typed."""
    return one(
        noun.upper(),
        A_CARD,
        optional=optional,
        candidates=lambda trial, told: offered(at_table(trial.state, trial.reference), cards, fits),
    )


def _approving(shelf: BlankShelf, told: Arguments[Any]) -> Change:
    by = told.get(BY)
    who = None if by is None else signature(shelf, by)

    def approved(pen: Pen, card: Card) -> None:
        require_no_other_agreed(shelf, card)
        approve(pen, card, who)

    return approved


def _returning(shelf: BlankShelf, told: Arguments[Any]) -> Change:
    def back(pen: Pen, card: Card) -> None:
        require_only_prize(shelf, card)
        bring_back(pen, card)

    return back


def _restoring(shelf: BlankShelf, told: Arguments[Any]) -> Change:
    number = told[REVISION]
    return lambda pen, card: restore(pen, card, number, play_of(shelf, card))


def all_verbs(
    noun: str,
    sample: str,
    find: Callable[[Deck, str], Card],
    cards: Cards,
    add: Verb[Any],
    listing: Verb[Any],
    edit: Verb[Any],
) -> tuple[Verb[Any], ...]:
    """The verbs for cards called `noun` (`rule`, `card`), found by `find`; `sample` is for help.

    `cards` are those that menus offer. As menus have them: what is done most often first.
    """

    def verb(
        name: str,
        about: str,
        summary: str,
        examples: Sequence[str],
        fits: Fits,
        run: Run,
        *more: Param[Any, Any],
        optional: bool = False,
        in_menus: bool = True,
        house: bool = False,
    ) -> Verb[Any]:
        card = named(noun, cards, fits, optional=optional)
        lines = "\n".join(f"  companion blank {noun} {example}" for example in examples)
        return Verb(
            name,
            about,
            f"{summary}\n\n\b\nExamples:\n{lines}",
            (card, *more, COPY),
            run=lambda shelf, told: run(shelf, told, card),
            means=any_of(cards, fits) if in_menus else never,
            of_play=False,
            of_house=house,
        )

    def changed(
        how: Callable[[BlankShelf, Arguments[Any]], Change], waiting: Status | None = None
    ) -> Run:
        """What changes the card of that name; or, left out, the only one that has come so far."""

        def run(shelf: BlankShelf, told: Arguments[Any], card: Param[Any, str]) -> Reply:
            plan, in_box = how(shelf, told), told.get(COPY)
            if waiting is not None and card not in told:
                home, name = _only_one(boxes(shelf, in_box), noun, waiting)
                in_box = in_box or home
            else:
                name = told[card]
            box, found = find_home(shelf, name, in_box, find)
            after = write(shelf, box.id, lambda pen: plan(pen, current(pen, found)))
            return reply_about(shelf, after, found.id)

        return run

    def history(shelf: BlankShelf, told: Arguments[Any], card: Param[Any, str]) -> Reply:
        from companion.games.blank.histories import told_history

        return told_history(shelf, *find_home(shelf, told[card], told.get(COPY), find))

    return (
        add,
        listing,
        verb(
            "approve",
            "the owner agrees",
            f"The owner agrees to a {noun}: to the one that is proposed.",
            ("approve", f"approve {sample} --by Ana"),
            _to_approve,
            changed(_approving, "proposed"),
            BY,
            optional=True,
            house=True,
        ),
        verb(
            "ink",
            "it stands on the real card",
            f"A {noun} stands on the real card: the one approved.",
            ("ink", f"ink {sample}"),
            _to_ink,
            changed(lambda shelf, told: ink, "approved"),
            optional=True,
            house=True,
        ),
        verb(
            "show",
            "read it, and all that it ever said",
            f"Read a {noun}, and all that it ever said.",
            (f"show {sample}",),
            anything,
            lambda shelf, told, card: shown(*find_home(shelf, told[card], told.get(COPY), find)),
        ),
        edit,
        verb(
            "history",
            "where it is from, and who wins with it",
            f"See where a {noun} is from, and who wins with it.",
            (f"history {sample}",),
            anything,
            history,
        ),
        verb(
            "decline",
            "the owner says no",
            f"The owner says no to a {noun}: to the one that is proposed.",
            ("decline", f'decline {sample} --why "too long"'),
            is_proposed,
            changed(
                lambda shelf, told: lambda pen, card: pen.decline(card, text_of(told.get(WHY, ""))),
                "proposed",
            ),
            WHY,
            optional=True,
        ),
        verb(
            "retire",
            "take it out of the deck",
            f"Take a {noun} out of the deck.",
            (f'retire {sample} --why "the dog had it"',),
            in_the_deck,
            changed(
                lambda shelf, told: lambda pen, card: retire(pen, card, text_of(told.get(WHY, "")))
            ),
            WHY,
        ),
        verb(
            "return",
            "put it back into the deck",
            f"Put a retired {noun} back into the deck.",
            (f"return {sample}",),
            lambda deck, card: card.retired is not None,
            changed(_returning),
            in_menus=False,
            house=True,
        ),
        verb(
            "restore",
            "let it read as it once did",
            f"Let a {noun} read as in an older revision.",
            (f"restore {sample} 1",),
            lambda deck, card: in_the_deck(deck, card) and len(card.revisions) > 1,
            changed(_restoring),
            REVISION,
            in_menus=False,
            house=True,
        ),
    )


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
