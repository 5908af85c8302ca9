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
    BlankShelf,
    By,
    Home,
    InCopy,
    as_typed,
    boxes,
    current,
    find_home,
    never,
    reply_about,
    signature,
    write,
)
from companion.games.blank.cards import Card, Status, text_of
from companion.games.blank.deck import Deck, card_record
from companion.games.blank.in_play import Cards, Fits, anything, in_the_deck, offered
from companion.games.blank.pen import Pen
from companion.games.blank.prizes import play_of, require_no_other_agreed, require_only_prize
from companion.games.blank.reference import any_of, at_table
from companion.games.blank.search import named_in

Change = Callable[[Pen, Card], None]
"""What is written on a card."""


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


def _to_restore(deck: Deck, card: Card) -> bool:
    return in_the_deck(deck, card) and len(card.revisions) > 1


def named(noun: str, cards: Cards, fits: Fits) -> Param:
    """The card that a verb is about, as it is typed."""
    return word(
        name=noun.upper(),
        sort=A_CARD,
        candidates=lambda trial, args: offered(at_table(trial.state, trial.reference), cards, fits),
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
Why = Annotated[str, as_typed("TEXT", "Why.")]


def all_verbs(
    noun: str,
    sample: str,
    find: Callable[[Deck, str], Card],
    cards: Cards,
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
        plan: Change,
        waiting: Status = "proposed",
    ) -> Reply:
        """Change the card of that name; or, left out, the only one that has come so far."""
        if name is None:
            home, name = _only_one(boxes(shelf, in_box), noun, waiting)
            in_box = in_box or home
        box, found = find_home(shelf, name, in_box, find)
        after = write(shelf, box.id, lambda pen: plan(pen, current(pen, found)))
        return reply_about(shelf, after, found.id)

    @verb("the owner agrees", when=any_of(cards, _to_approve), of_play=False, of_house=True)
    def approve(
        shelf: BlankShelf,
        card: Annotated[str | None, named(noun, cards, _to_approve)] = None,
        *,
        by: By = None,
        copy: InCopy = None,
    ) -> Reply:
        """The owner agrees to a {noun}: to the one that is proposed.

        \b
        Examples:
          companion blank {noun} approve
          companion blank {noun} approve {sample} --by Ana
        """
        who = None if by is None else signature(shelf, by)

        def approved(pen: Pen, card: Card) -> None:
            require_no_other_agreed(shelf, card)
            pen.approve(card, who)

        return changed(shelf, card, copy, approved)

    @verb("it stands on the real card", when=any_of(cards, _to_ink), of_play=False, of_house=True)
    def ink(
        shelf: BlankShelf,
        card: Annotated[str | None, named(noun, cards, _to_ink)] = None,
        *,
        copy: InCopy = None,
    ) -> Reply:
        """A {noun} stands on the real card: the one approved.

        \b
        Examples:
          companion blank {noun} ink
          companion blank {noun} ink {sample}
        """
        return changed(shelf, card, copy, Pen.ink, "approved")

    @verb("read it, and all that it ever said", when=any_of(cards, anything), of_play=False)
    def show(
        shelf: BlankShelf,
        card: Annotated[str, named(noun, cards, anything)],
        *,
        copy: InCopy = None,
    ) -> Reply:
        """Read a {noun}, and all that it ever said.

        \b
        Examples:
          companion blank {noun} show {sample}
        """
        from companion.games.blank.views import card_blocks

        box, found = find_home(shelf, card, copy, find)
        return Reply(
            document=lambda: card_record(box.id, box.now, found, history=True),
            blocks=lambda: card_blocks(box.now, found),
        )

    @verb("where it is from, and who wins with it", when=any_of(cards, anything), of_play=False)
    def history(
        shelf: BlankShelf,
        card: Annotated[str, named(noun, cards, anything)],
        *,
        copy: InCopy = None,
    ) -> Reply:
        """See where a {noun} is from, and who wins with it.

        \b
        Examples:
          companion blank {noun} history {sample}
        """
        from companion.games.blank.histories import history_of

        return history_of(shelf, *find_home(shelf, card, copy, find))

    @verb("the owner says no", when=any_of(cards, is_proposed), of_play=False)
    def decline(
        shelf: BlankShelf,
        card: Annotated[str | None, named(noun, cards, is_proposed)] = None,
        *,
        why: Why = "",
        copy: InCopy = None,
    ) -> Reply:
        """The owner says no to a {noun}: to the one that is proposed.

        \b
        Examples:
          companion blank {noun} decline
          companion blank {noun} decline {sample} --why "too long"
        """
        return changed(shelf, card, copy, lambda pen, it: pen.decline(it, text_of(why)))

    @verb("take it out of the deck", when=any_of(cards, in_the_deck), of_play=False)
    def retire(
        shelf: BlankShelf,
        card: Annotated[str, named(noun, cards, in_the_deck)],
        *,
        why: Why = "",
        copy: InCopy = None,
    ) -> Reply:
        """Take a {noun} out of the deck.

        \b
        Examples:
          companion blank {noun} retire {sample} --why "the dog had it"
        """
        return changed(shelf, card, copy, lambda pen, it: pen.retire(it, text_of(why)))

    @verb("put it back into the deck", name="return", when=never, of_play=False, of_house=True)
    def bring_back(
        shelf: BlankShelf,
        card: Annotated[str, named(noun, cards, lambda deck, card: card.retired is not None)],
        *,
        copy: InCopy = None,
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

    @verb("let it read as it once did", when=never, of_play=False, of_house=True)
    def restore(
        shelf: BlankShelf,
        card: Annotated[str, named(noun, cards, _to_restore)],
        revision: RevisionNumber,
        *,
        copy: InCopy = None,
    ) -> Reply:
        """Let a {noun} read as in an older revision.

        \b
        Examples:
          companion blank {noun} restore {sample} 1
        """
        return changed(
            shelf, card, copy, lambda pen, it: pen.restore(it, revision, play_of(shelf, it))
        )

    for of_both in (approve, ink, show, history, decline, retire, bring_back, restore):
        of_both.help = of_both.help.format(noun=noun, sample=sample)
    first = (add, listing, approve, ink, show, edit, history)
    return (*first, decline, retire, bring_back, restore)


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
