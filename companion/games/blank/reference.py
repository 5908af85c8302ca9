"""What a play of BLANK looks things up in: the data files, and the boxes as they are now."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.core.game import BoxReader, DataReader
from companion.core.names import capital, listed
from companion.errors import CompanionError
from companion.games.blank.cards import Card, Revision, called
from companion.games.blank.deck import Deck, agreed_colours
from companion.games.blank.state import Prize, State


class Standing(NamedTuple):
    """The card of a prize and its box; no card where it was taken out of the box again.

    It `stands` unless it was declined, or retired before anybody agreed to it.
    """

    deck: Deck
    card: Card | None
    stands: bool


class Left(NamedTuple):
    """A prize that stays in its box, whatever became of the win."""

    copy: str
    deck: Deck
    card: Card
    revision: Revision

    @property
    def called(self) -> str:
        """The card and its box, as one says it."""
        return capital(f"{called(self.card.id)} of {self.deck.name}")

    @property
    def way_out(self) -> str:
        """What takes it out of its box: the entries about it, from the newest to the first."""
        entries = {
            event.action
            for event in self.deck.standing
            if event.action >= self.revision.entry
            and self.card.id in (event.data.get("card"), *event.data.get("cards", ()))
        }
        box = self.copy.removeprefix("blank-")
        lines = [f"`companion blank copy undo {n} --copy {box}`" for n in sorted(entries)[::-1]]
        return ", then ".join(lines)


class Reference:
    """Data files and boxes, read when they are used."""

    def __init__(self, read: DataReader, box: BoxReader) -> None:
        self.read = read
        self._box = box
        self._decks: dict[str, Deck] = {}
        self.seen: tuple[State, Any] | None = None
        """The boxes of the play that was looked at last (`in_play.at_table`)."""

    def deck(self, box_id: str) -> Deck:
        """The box of that id; one of which nothing is known where there is none."""
        if box_id not in self._decks:
            self._decks[box_id] = Deck(self._box(box_id))
        return self._decks[box_id]

    def decks_of(self, state: State) -> tuple[list[tuple[str, Deck]], list[str]]:
        """The boxes of a play that can be read, by their ids; and what is wrong with the others."""
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

    def prize(self, state: State) -> "Standing | None":
        """What became of the prize that was noted last, in the boxes; None where they cannot tell.

        Taken back in a box, it may have given way to the one before.
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
                    return Standing(deck, card, True)
            then = home.cards.get(noted.card)
            written = None if then is None else then.revision(noted.revision)
            there = written is not None and written.play == noted.play
            return Standing(home, then if there else None, False)
        except CompanionError:
            return None

    def stays(self, noted: Prize) -> "Left | None":
        """What was noted as a prize, where its box has it still."""
        try:
            deck = self.deck(noted.copy)
            for card, revision in deck.prizes_of(noted.play) if deck.name else ():
                if (card.id, revision.number) == (noted.card, noted.revision):
                    return Left(noted.copy, deck, card, revision)
        except CompanionError:
            pass
        return None

    def prize_left(self, state: State) -> "Left | None":
        """A prize that the play does not know of and that a box has, agreed to: what was noted of
        it was taken back, maybe with the win.
        """
        if state.prize is not None or not state.play:
            return None
        for box in state.boxes:
            try:
                deck = self.deck(box.id)
                for card, revision in deck.prizes_of(state.play):
                    if card.agreed is not None:
                        return Left(box.id, deck, card, revision)
            except CompanionError:
                continue
        return None

    def prize_waits(self, state: State) -> bool:
        """Whether the winner may still take a prize: none was taken, or what was is declined."""
        if state.status != "finished" or not state.winners:
            return False
        if state.prize is None:
            return self.prize_left(state) is None
        found = self.prize(state)
        return found is not None and not found.stands


def colours_of(state: State, reference: Reference | None) -> Mapping[str, str]:
    """The colours of the suits in the boxes of a play, as far as these can be read and agree."""
    if reference is None:
        return {}
    return agreed_colours(deck for _, deck in reference.decks_of(state)[0])


# By hand
#
# Hands and piles are counted, and the answer shows them; which rules lie open, everybody has to
# see. What stands in a box is taken out of that by itself: it has a log of its own.


def by_hand(was: State, now: State, reference: Reference | None) -> list[str]:
    """The rules that lie open again, those that go back into the pile, and a prize that stays."""
    return [*_rules_by_hand(was, now), *_prize_by_hand(was, now, reference)]


def _prize_by_hand(was: State, now: State, reference: Reference | None) -> list[str]:
    if was.prize is None or reference is None:
        return []
    if now.prize is not None and now.prize.card == was.prize.card:
        return []
    left = reference.stays(was.prize)
    return [] if left is None else [f"{left.called} stays there: {left.way_out} takes it out."]


def _rules_by_hand(was: State, now: State) -> list[str]:
    before, after = ([rule.label for rule in state.rules] for state in (was, now))
    again = [label for label in after if label not in before]
    gone = [label for label in before if label not in after]
    steps = [f"{_labels(again, 'lies', 'lie')} open again"] if again else []
    steps += [f"{_labels(gone, 'goes', 'go')} back into the rule pile"] if gone else []
    return [f"On the table: {', and '.join(steps)}."] if steps else []


def _labels(labels: list[str], one: str, several: str) -> str:
    name = "rule" if len(labels) == 1 else "rules"
    return f"{name} {listed(labels)} {one if len(labels) == 1 else several}"
