"""The boxes that a play is played with, and the cards that are named in it."""

from collections.abc import Sequence

from companion.core.action import Action
from companion.core.names import folded, listed, short
from companion.errors import Ambiguous, CompanionError, NotFound, Refused
from companion.games.blank.deck.cards import Card
from companion.games.blank.deck.deck import Deck
from companion.games.blank.deck.search import Meant, find_game_card, find_rule
from companion.games.blank.game import GAME
from companion.games.blank.moves.rule_draw import InBox
from companion.games.blank.state import Box, Played, State
from companion.games.blank.suits import looks_like_card, named_card
from companion.table.copies import open_copy
from companion.table.desk import Desk


class BoxesInPlay:
    """The boxes of a play as they are now, read when a card is looked for.

    A box that cannot be read hinders nobody from playing: cards go by their face then.
    """

    def __init__(self, desk: Desk, boxes: Sequence[Box]) -> None:
        self.mixed = len(boxes) > 1
        self.decks: list[tuple[str, Deck]] = []
        self.problems: list[str] = []
        for box in boxes:
            try:
                self.decks.append((box.id, open_copy(desk, GAME, box.id).reference))
            except CompanionError as problem:
                self.problems.append(problem.message)

    @property
    def colours(self) -> dict[str, str]:
        """The colours of the suits, as far as the boxes agree."""
        colours: dict[str, str] = {}
        differing = set()
        for _, deck in self.decks:
            for suit, colour in deck.colours.items():
                if colours.setdefault(suit, colour) != colour:
                    differing.add(suit)
        return {suit: colour for suit, colour in colours.items() if suit not in differing}

    def card(self, action: Action[State], text: str) -> Played:
        """The game card that somebody means; what it may be besides is told.

        Raises NotFound or Invalid for a card that is in none of the boxes.
        """
        for problem in self.problems:
            action.warn(problem)
        if not self.decks:
            face = named_card(text, {}).face
            return Played(face.number, face.suit)
        decks, text = self._home(text)
        meant = self._meant(decks, text)
        cards = [(copy, card) for copy, found in meant for card in found.cards]
        there = [(copy, card) for copy, card in cards if card.retired is None]
        if not there:
            raise Refused(
                f"{cards[0][1].id} is retired: it is not in the deck any more.",
                f"`companion blank card return {cards[0][1].id}` if it is there after all.",
            )
        face = meant[0][1].face
        if len(there) == 1:
            return self._played(action, *there[0])
        for copy, card in there:
            if card.agreed is not None:
                mark = self._mark(copy)
                title = card.agreed.title
                name = f"“{title}” ({mark}{card.id})" if title else f"{mark}{card.id}"
                action.lines.append(f"If it is {name}: {card.agreed.wording.sentence}")
        homes = {copy for copy, _ in there}
        home = homes.pop() if len(homes) == 1 else None
        mark = "" if home is None else self._mark(home)
        return Played(face.number, face.suit, home, mark=mark)

    def _played(self, action: Action[State], copy: str, card: Card) -> Played:
        """The very card that was named, with the effect that was agreed to."""
        assert card.face is not None
        agreed = card.agreed
        if agreed is None and card.now is not None:
            action.warn(f"What stands on {card.id} is only proposed: it has no effect yet.")
        title = agreed.title if agreed is not None else card.picture
        effect = "" if agreed is None else agreed.wording.sentence
        return Played(*card.face, copy, card.id, title, effect, self._mark(copy))

    def _mark(self, copy: str) -> str:
        """The mark of a box, where there is more than one."""
        return next((deck.mark for known, deck in self.decks if known == copy and self.mixed), "")

    def _meant(self, decks: Sequence[tuple[str, Deck]], text: str) -> list[tuple[str, Meant]]:
        hits: list[tuple[str, Meant]] = []
        problem: CompanionError | None = None
        for copy, deck in decks:
            try:
                hits.append((copy, find_game_card(deck, text)))
            except (NotFound, Ambiguous) as missing:
                problem = problem or missing
        if not hits:
            assert problem is not None
            raise problem
        faces = list(dict.fromkeys(meant.face for _, meant in hits))
        if len(faces) > 1:
            names = [f"{meant.face} of {copy}" for copy, meant in hits]
            raise Ambiguous(
                f"“{short(text)}” is {listed([str(face) for face in faces], 'or')}, by the box.",
                names,
                "Name the suit by its symbol, or put the box's mark before it.",
            )
        return hits

    def rule(self, text: str) -> InBox:
        """The rule card that somebody means, in any of the boxes. Raises NotFound or Ambiguous."""
        decks, text = self._home(text)
        hits: list[InBox] = []
        problem: NotFound | None = None
        for copy, deck in decks:
            try:
                hits.append(InBox(copy, deck, find_rule(deck, text)))
            except NotFound as missing:
                problem = problem or missing
        if len(hits) > 1:
            names = [hit.deck.title for hit in hits]
            marked = f"{hits[0].deck.mark}{hits[0].card.number}"
            raise Ambiguous(
                f"Rule “{short(text)}” is in {listed(names)}.", names, f"With the mark: `{marked}`."
            )
        if not hits:
            assert problem is not None
            hint = problem.hint
            if folded(text).startswith("if "):
                hint = (
                    f'`companion blank rule add "{short(text)}" --printed --open` tells of it; '
                    "one that somebody wrote has `--by NAME --inked` in place of `--printed`."
                )
            raise NotFound(problem.message, hint)
        if hits[0].card.now is None or hits[0].card.out:
            raise Refused(
                f"Rule {hits[0].card.number} is out of the deck.",
                f"`companion blank rule return {hits[0].card.number}` puts it back.",
            )
        return hits[0]

    def _home(self, text: str) -> tuple[list[tuple[str, Deck]], str]:
        """The boxes in which a card is to be looked for, and its name without its home."""
        before, colon, after = text.partition(":")
        wanted = folded(before)
        if colon and wanted and after.strip():
            named = [
                (copy, deck)
                for copy, deck in self.decks
                if folded(deck.name).startswith(wanted)
                or copy.removeprefix("blank-").startswith(wanted)
                or folded(deck.mark) == wanted
            ]
            if named:
                return named, after
        by_length = sorted(self.decks, key=lambda entry: -len(entry[1].mark))
        for copy, deck in by_length:
            mark = folded(deck.mark)
            if mark and folded(text).startswith(mark) and (self.mixed or not mark.isalnum()):
                rest = text.strip()[len(deck.mark) :].strip()
                if rest and (looks_like_card(rest) or rest.removeprefix("r").isdigit()):
                    return [(copy, deck)], rest
        return self.decks, text
