"""What becomes of a card once it is written: approved, declined, inked, retired, brought back.

The same verbs for rule cards and for game cards.
"""

from collections.abc import Callable, Sequence
from typing import Annotated

from companion.core.command import AnyVerb, verb, word
from companion.core.names import listed, short
from companion.core.numbers import whole
from companion.core.param import A_CARD, Param
from companion.core.reply import Reply
from companion.errors import Ambiguous, Invalid, NotFound
from companion.games.blank.boxes import (
    BlankBox,
    BlankShelf,
    BoxOption,
    By,
    find_boxes,
    find_with_box,
    never_offered,
    quiet_option,
    read_signature,
    reload_card,
    reply_about,
    write_entry,
)
from companion.games.blank.cards import Card, Status, clean_text
from companion.games.blank.deck import Deck, card_record
from companion.games.blank.in_play import (
    CardCondition,
    CardSource,
    is_known,
    offer_cards,
    says_something,
)
from companion.games.blank.pen import Pen
from companion.games.blank.prizes import prize_play, require_no_other_agreed, require_only_prize
from companion.games.blank.reference import at_table, has_card
from companion.games.blank.search import name_with_box

CardEdit = Callable[[Pen, Card], None]
"""What is written on a card."""


def is_proposed(deck: Deck, card: Card) -> bool:
    """Whether the owner has not said yet what becomes of it."""
    return card.status == "proposed" and not card.is_out


def _can_be_approved(deck: Deck, card: Card) -> bool:
    """What is proposed, unless another prize of the same win was agreed to (A-BL-13)."""
    play = card.now.play if card.now is not None and card.in_force is None else None
    others = deck.prizes_of(play) if play is not None else []
    return is_proposed(deck, card) and all(other.in_force is None for other, _ in others)


def _can_be_inked(deck: Deck, card: Card) -> bool:
    return card.status == "approved" and not card.is_out


def _can_be_restored(deck: Deck, card: Card) -> bool:
    return says_something(deck, card) and len(card.revisions) > 1


def card_param(noun: str, cards: CardSource, fits: CardCondition) -> Param:
    """The card that a verb is about, as it is typed."""
    return word(
        name=noun.upper(),
        sort=A_CARD,
        candidates=lambda trial, args: offer_cards(
            at_table(trial.state, trial.reference), cards, fits
        ),
    )


def _read_revision(state: object, text: str) -> int:
    number = whole(text.strip(), 1, 99_999)
    if number is None:
        raise Invalid(
            f"“{short(text)}” is no number of a revision.",
            "`companion blank rule show RULE` numbers them.",
        )
    return number


RevisionNumber = Annotated[int, word(_read_revision)]
Why = Annotated[str, quiet_option("TEXT", "Why.")]


def verbs_for_cards(
    noun: str,
    sample: str,
    find: Callable[[Deck, str], Card],
    cards: CardSource,
    add: AnyVerb,
    listing: AnyVerb,
    edit: AnyVerb,
) -> tuple[AnyVerb, ...]:
    """The verbs for cards called `noun` (`rule`, `card`), found by `find`; `sample` is for help.

    `cards` are those that menus offer. As menus have them: what is done most often first.
    """

    def changed(
        shelf: BlankShelf,
        name: str | None,
        in_box: str | None,
        plan: CardEdit,
        waiting: Status = "proposed",
    ) -> Reply:
        """Change the card of that name; or, left out, the only one that has come so far."""
        if name is None:
            home, name = _find_only(find_boxes(shelf, in_box), noun, waiting)
            in_box = in_box or home
        box, found = find_with_box(shelf, name, in_box, find)
        after = write_entry(shelf, box.id, lambda pen: plan(pen, reload_card(pen, found)))
        return reply_about(shelf, after, found.id)

    @verb("the owner agrees", when=has_card(cards, _can_be_approved), of_play=False, of_house=True)
    def approve(
        shelf: BlankShelf,
        card: Annotated[str | None, card_param(noun, cards, _can_be_approved)] = None,
        *,
        by: By = None,
        copy: BoxOption = None,
    ) -> Reply:
        """The owner agrees to a {noun}: to the one that is proposed.

        \b
        Examples:
          companion blank {noun} approve
          companion blank {noun} approve {sample} --by Ana
        """
        who = None if by is None else read_signature(shelf, by)

        def approved(pen: Pen, card: Card) -> None:
            require_no_other_agreed(shelf, card)
            pen.approve(card, who)

        return changed(shelf, card, copy, approved)

    @verb(
        "it stands on the real card",
        when=has_card(cards, _can_be_inked),
        of_play=False,
        of_house=True,
    )
    def ink(
        shelf: BlankShelf,
        card: Annotated[str | None, card_param(noun, cards, _can_be_inked)] = None,
        *,
        copy: BoxOption = None,
    ) -> Reply:
        """A {noun} stands on the real card: the one approved.

        \b
        Examples:
          companion blank {noun} ink
          companion blank {noun} ink {sample}
        """
        return changed(shelf, card, copy, Pen.ink, "approved")

    @verb("read it, and all that it ever said", when=has_card(cards, is_known), of_play=False)
    def show(
        shelf: BlankShelf,
        card: Annotated[str, card_param(noun, cards, is_known)],
        *,
        copy: BoxOption = None,
    ) -> Reply:
        """Read a {noun}, and all that it ever said.

        \b
        Examples:
          companion blank {noun} show {sample}
        """
        from companion.games.blank.views import card_blocks

        box, found = find_with_box(shelf, card, copy, find)
        return Reply(
            document=lambda: card_record(box.id, box.now, found, history=True),
            blocks=lambda: card_blocks(box.now, found),
        )

    @verb("where it is from, and who wins with it", when=has_card(cards, is_known), of_play=False)
    def history(
        shelf: BlankShelf,
        card: Annotated[str, card_param(noun, cards, is_known)],
        *,
        copy: BoxOption = None,
    ) -> Reply:
        """See where a {noun} is from, and who wins with it.

        \b
        Examples:
          companion blank {noun} history {sample}
        """
        from companion.games.blank.histories import show_history

        return show_history(shelf, *find_with_box(shelf, card, copy, find))

    @verb("the owner says no", when=has_card(cards, is_proposed), of_play=False)
    def decline(
        shelf: BlankShelf,
        card: Annotated[str | None, card_param(noun, cards, is_proposed)] = None,
        *,
        why: Why = "",
        copy: BoxOption = None,
    ) -> Reply:
        """The owner says no to a {noun}: to the one that is proposed.

        \b
        Examples:
          companion blank {noun} decline
          companion blank {noun} decline {sample} --why "too long"
        """
        return changed(shelf, card, copy, lambda pen, it: pen.decline(it, clean_text(why)))

    @verb("take it out of the deck", when=has_card(cards, says_something), of_play=False)
    def retire(
        shelf: BlankShelf,
        card: Annotated[str, card_param(noun, cards, says_something)],
        *,
        why: Why = "",
        copy: BoxOption = None,
    ) -> Reply:
        """Take a {noun} out of the deck.

        \b
        Examples:
          companion blank {noun} retire {sample} --why "the dog had it"
        """
        return changed(shelf, card, copy, lambda pen, it: pen.retire(it, clean_text(why)))

    @verb(
        "put it back into the deck",
        name="return",
        when=never_offered,
        of_play=False,
        of_house=True,
    )
    def bring_back(
        shelf: BlankShelf,
        card: Annotated[str, card_param(noun, cards, lambda deck, card: card.retired is not None)],
        *,
        copy: BoxOption = None,
    ) -> Reply:
        """Put a retired {noun} back into the deck.

        \b
        Examples:
          companion blank {noun} return {sample}
        """

        def back(pen: Pen, card: Card) -> None:
            require_only_prize(shelf, card)
            pen.bring_back(card)

        return changed(shelf, card, copy, back)

    @verb("let it read as it once did", when=never_offered, of_play=False, of_house=True)
    def restore(
        shelf: BlankShelf,
        card: Annotated[str, card_param(noun, cards, _can_be_restored)],
        revision: RevisionNumber,
        *,
        copy: BoxOption = None,
    ) -> Reply:
        """Let a {noun} read as in an older revision.

        \b
        Examples:
          companion blank {noun} restore {sample} 1
        """
        return changed(
            shelf, card, copy, lambda pen, it: pen.restore(it, revision, prize_play(shelf, it))
        )

    for of_both in (approve, ink, show, history, decline, retire, bring_back, restore):
        of_both.help = of_both.help.format(noun=noun, sample=sample)
    first = (add, listing, approve, ink, show, edit, history)
    return (*first, decline, retire, bring_back, restore)


def _find_only(found: Sequence[BlankBox], noun: str, status: Status) -> tuple[str, str]:
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
        names = [name_with_box(box.id, box.now, name) if mixed else name for box, name in there]
        raise Ambiguous(f"Several are {status}: {listed(names[:9])}.", names, "Name one of them.")
    box, name = there[0]
    return box.id, name
