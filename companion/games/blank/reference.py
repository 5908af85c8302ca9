"""What a play looks up: data files, its boxes as they are now, and the prize in them."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from companion.core.game import BoxReader, DataReader
from companion.core.lookup import Item, Mention
from companion.core.names import capital, listed
from companion.errors import Ambiguous, CompanionError
from companion.games.blank.cards import Card, Revision
from companion.games.blank.deck import Deck
from companion.games.blank.in_play import (
    CardCondition,
    CardsInPlay,
    CardSource,
    find_open_rule,
    offer_cards,
)
from companion.games.blank.search import find_game_card, find_in_boxes
from companion.games.blank.state import Act, OpenRule, Prize, State

if TYPE_CHECKING:
    from companion.core.offer import Trial


class PrizeStatus(NamedTuple):
    """The card of a prize and its box; no card if it was taken out of the box again.

    It no longer `stands` after it was declined, or retired before its approval.
    """

    deck: Deck
    card: Card | None
    stands: bool


class RemainingPrize(NamedTuple):
    """A prize that is still in its box after the win was undone."""

    copy: str
    deck: Deck
    card: Card
    revision: Revision

    @property
    def name(self) -> str:
        """The card and its box, at the beginning of a sentence."""
        return capital(f"{self.card.name} of {self.deck.name}")

    @property
    def way_out(self) -> str:
        """The commands that take it out of its box: undo all entries about it."""
        entries = {
            event.action
            for event in self.deck.standing
            if event.action >= self.revision.entry
            and self.card.id in (event.data.get("card"), *event.data.get("cards", ()))
        }
        box = self.copy.removeprefix("blank-")
        lines = [f"`companion blank box undo {n} --box {box}`" for n in sorted(entries)[::-1]]
        return ", then ".join(lines)


class Reference:
    """Data files and boxes, read when they are used."""

    def __init__(self, read: DataReader, box: BoxReader) -> None:
        self.read = read
        self._box = box
        self._decks: dict[str, Deck] = {}
        self.seen: tuple[State, CardsInPlay] | None = None
        """The last answer of `at_table`, with its state."""

    def deck(self, box_id: str) -> Deck:
        """The box of that id, empty if there is none."""
        if box_id not in self._decks:
            self._decks[box_id] = Deck(self._box(box_id))
        return self._decks[box_id]

    def decks_of(self, state: State) -> tuple[list[tuple[str, Deck]], list[str]]:
        """The boxes of a play with their ids, and what is wrong with those that cannot be read."""
        decks: list[tuple[str, Deck]] = []
        problems: list[str] = []
        for box in state.boxes:
            try:
                deck = self.deck(box.id)
                if deck.name:
                    decks.append((box.id, deck))
                else:
                    problems.append(f"The box “{box.name}” is gone.")
            except CompanionError as problem:
                problems.append(problem.message)
        return decks, problems

    def prize(self, state: State) -> PrizeStatus | None:
        """Return the state of the prize in the boxes; None if it is unknown.

        After an undo in a box, it may be an earlier prize again.
        """
        noted = state.prize
        if noted is None:
            return None
        try:
            home = self.deck(noted.copy)
            if not home.name:
                return None
            others = (self.deck(box.id) for box in state.boxes if box.id != noted.copy)
            for deck in (home, *others):
                for card, _ in deck.prizes_of(noted.play):
                    return PrizeStatus(deck, card, True)
            then = home.cards.get(noted.card)
            written = None if then is None else then.revision(noted.revision)
            there = written is not None and written.play == noted.play
            return PrizeStatus(home, then if there else None, False)
        except CompanionError:
            return None

    def remaining_prize(self, noted: Prize) -> RemainingPrize | None:
        """A prize that was noted, if its box still has it."""
        for left in self._prizes_in(noted.copy, noted.play):
            if (left.card.id, left.revision.number) == (noted.card, noted.revision):
                return left
        return None

    def unnoted_prize(self, state: State) -> RemainingPrize | None:
        """An approved prize in a box that the play does not know, as its entry there was undone."""
        if state.prize is not None or not state.play:
            return None
        found = (left for box in state.boxes for left in self._prizes_in(box.id, state.play))
        return next((left for left in found if left.card.in_force is not None), None)

    def _prizes_in(self, box_id: str, play: str) -> list[RemainingPrize]:
        """The prizes of a play in a box; empty if the box cannot be read."""
        try:
            deck = self.deck(box_id)
            return [RemainingPrize(box_id, deck, *found) for found in deck.prizes_of(play)]
        except CompanionError:
            return []

    def is_prize_due(self, state: State) -> bool:
        """Whether the winner can still take a prize: none was taken, or it was declined."""
        if not state.is_won:
            return False
        if state.prize is None:
            return self.unnoted_prize(state) is None
        found = self.prize(state)
        return found is not None and not found.stands


def at_table(state: State, reference: Reference | None) -> CardsInPlay:
    """The present boxes of a play. A play goes on without a box that cannot be read."""
    if reference is None:
        return CardsInPlay((), mixed=False)
    if reference.seen is None or reference.seen[0] is not state:  # asked for each word of a menu
        decks, problems = reference.decks_of(state)
        there = CardsInPlay(decks, len(state.boxes) > 1, state.pile_keys, problems)
        reference.seen = (state, there)
    return reference.seen[1]


# Fix on the table after an undo: players move the open rules. A box has a log of its own, so a
# prize stays in it.


def has_boxes(trial: "Trial[State]") -> bool:
    """Whether the play has a box that can be read."""
    return bool(at_table(trial.state, trial.reference).decks)


def has_card(cards: CardSource, fits: CardCondition) -> Callable[["Trial[State]"], bool]:
    """Return whether a card fits, as a test for the menu."""
    return lambda trial: any(
        True for _ in offer_cards(at_table(trial.state, trial.reference), cards, fits)
    )


def table_fixes(was: State, now: State, reference: Reference | None) -> list[str]:
    """The rules to open or to put back into the pile, and a prize that is still in its box."""
    return [*_rule_fixes(was, now), *_prize_fix(was, now, reference)]


def _prize_fix(was: State, now: State, reference: Reference | None) -> list[str]:
    if was.prize is None or reference is None:
        return []
    if now.prize is not None and now.prize.card == was.prize.card:
        return []
    left = reference.remaining_prize(was.prize)
    return [] if left is None else [f"{left.name} stays there: {left.way_out} takes it out."]


def _rule_fixes(was: State, now: State) -> list[str]:
    before, after = ([rule.label for rule in state.rules] for state in (was, now))
    again = [label for label in after if label not in before]
    gone = [label for label in before if label not in after]
    steps = [f"{_labels(again, 'lies', 'lie')} open again"] if again else []
    steps += [f"{_labels(gone, 'goes', 'go')} back into the rule pile"] if gone else []
    return [f"On the table: {', and '.join(steps)}."] if steps else []


def _labels(labels: list[str], one: str, several: str) -> str:
    name = "rule" if len(labels) == 1 else "rules"
    return f"{name} {listed(labels)} {one if len(labels) == 1 else several}"


# Look-ups


def lookup_items(box: Deck) -> Iterator[Item]:
    """Every card of a box with words on it, as it is played now."""
    for card in (*box.rules, *box.game_cards):
        entry = _item(box, card)
        if entry is not None:
            yield entry


def _item(deck: Deck, card: Card) -> Item | None:
    shown = card.in_force or card.now
    if shown is None:
        return None
    return Item(
        id=card.id,
        game="blank",
        title=shown.title or capital(card.name),
        kind="card",
        text=shown.wording.sentence,
        section=_section(deck, card),
        note=_note(card, shown),
        aliases=_aliases(card),
        see=("rule-card", "trigger") if card.is_rule else ("game-card", "effect"),
        asks=(shown.wording.sentence,),
    )


def _section(deck: Deck, card: Card) -> str:
    signed = f"by {card.author}" if card.author else ""
    itself = capital(card.name) if card.title else ""
    return ", ".join(part for part in (deck.title, itself, signed) if part)


def _note(card: Card, shown: Revision) -> str:
    """Return why it is not in play, or what is proposed instead."""
    if card.retired is not None:
        return f"It is out of the deck{f': {card.retired}' if card.retired else ''}."
    if card.in_force is None:
        return "It is only proposed: the owner has not approved it yet."
    if card.now is not None and card.now.number != shown.number:
        return f"Proposed in its place: {card.now.wording.sentence}"
    return ""


def _aliases(card: Card) -> tuple[str, ...]:
    if card.is_rule:
        number = str(card.number)
        return (number, f"rule {number}", f"rule card {number}")
    return (
        card.name,
        str(card.face),
        f"{card.face.suit} {card.face.number}" if card.face else "",
    )


# In play now


def in_play(state: State, reference: Reference) -> Iterator[Mention]:
    """Return what matters now: the end, the top card's effect, the open rules, whose turn it is."""
    from companion.games.blank.triggers import find_triggered

    live = state.status == "live"
    if not live:
        yield Mention("prize", "the game is won" if state.winners else "the game is over")
    for seat in state.empty_seats() if live else ():
        yield Mention("last-card", f"{state.name(seat)} has no cards left")
    yield from _on_top(state, reference)
    acting: tuple[list[OpenRule], list[OpenRule]] = ([], [])
    if live and state.top is not None:
        colours = at_table(state, reference).colours
        acting = find_triggered(Act("played", state.top), state.rules, colours)
    surely, perhaps = acting
    for rule in sorted(
        state.rules, key=lambda rule: 0 if rule in surely else 1 if rule in perhaps else 2
    ):
        why = "fits the top card" if rule in surely else "perhaps fits the top card"
        if rule not in surely and rule not in perhaps:
            why = "lies open"
        yield Mention(_item_id(rule.copy, rule.card), why, f"Rule {rule.label}", rule.text)
    if live:
        yield Mention("turn", f"{state.name(state.turn)}'s")
        top = state.top
        yield Mention("match", "what fits" if top is None else f"a {top.number} or a {top.suit}")
        yield Mention("penalty", "when something goes wrong")
    if state.direction != 1:
        yield Mention("direction", "the other way round")
    if any(rule.new for rule in state.rules):
        yield Mention("new-rule-joins", "a rule is new in this game")
    if len(state.boxes) > 1:
        yield Mention("mixing-boxes", "two boxes are mixed")


def _on_top(state: State, reference: Reference) -> Iterator[Mention]:
    """The effect of the top card, or of all cards that it may be."""
    top = state.top
    if top is None:
        return
    if top.card is not None or top.effect:
        if top.effect:
            title = top.title or str(top.face)
            yield Mention(_item_id(top.copy, top.card), "on top", title, top.effect)
        return
    for box in state.boxes:
        if top.copy not in (None, box.id):
            continue
        for card in reference.deck(box.id).game_cards:
            if card.face == top.face and card.is_in_deck and card.in_force is not None:
                text = card.in_force.wording.sentence
                yield Mention(_item_id(box.id, card.id), "perhaps on top", card.title, text)


def named_here(state: State, reference: Reference, text: str) -> Iterator[str]:
    """The open rule of that label, and the game cards of that face or title; all of them if it is
    ambiguous.
    """
    boxes = [(box.id, reference.deck(box.id)) for box in state.boxes]
    if not boxes:
        return
    with suppress(CompanionError):
        rule = find_open_rule(state, CardsInPlay(boxes, len(boxes) > 1), text)
        yield _item_id(rule.copy, rule.card)
    try:
        for box_id, _, match in find_in_boxes(text, boxes, find_game_card):
            yield from (_item_id(box_id, card.id) for card in match.cards)
    except Ambiguous as problem:
        for box_id, deck in boxes:
            titled = (card for card in deck.game_cards if card.title in problem.candidates)
            yield from (_item_id(box_id, card.id) for card in titled)
    except CompanionError:
        pass


def _item_id(box_id: str | None, card: str | None) -> str:
    if box_id is None or card is None:
        return ""
    return f"{box_id.partition('-')[2]}/{card}"
