"""Read conditions of rules and effects by a grammar of whole sentences, as far as possible.

    a 6 or a 3 is played · a player plays a card higher than the top card · you have one card left

A condition that is read to its end is decided by the known facts: it holds, it does not, or a fact
is unknown. Any other text is a “perhaps” (None), which refuses nothing. One of two clauses may
decide: “a 6 is played and somebody laughs” does not hold for a 5. The guide of the game lists the
words.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from companion.core.names import folded
from companion.games.blank.cards import SUITS
from companion.games.blank.state import Act, ActKind, PlayedCard

T = TypeVar("T")
Verdict = bool | None
"""Whether a condition holds; None if that is unknown."""
Test = Callable[[Act], Verdict]
CardTest = Callable[[Act, PlayedCard | None], Verdict]
"""Whether a card fits a description; the event has the cards that were there before."""


def _phrases(text: str) -> tuple[str, ...]:
    """Split phrases at commas, longer ones before their beginnings."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(","))


WHO = _phrases(
    "a player, any player, the player, each player, every player, a person, somebody, someone, "
    "anybody, anyone, whoever, you"
)
BE = _phrases("has been, have been, is, are, was, were, gets, get, lies, lie")
CARD_VERBS: Mapping[ActKind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "played": (
        _phrases("plays, play, puts down, put down, lays down, lay down, lays, places"),
        _phrases("played, put down, laid down, laid, placed"),
    ),
    "drawn": (_phrases("draws, draw, picks up, is drawing"), _phrases("drawn, picked up")),
    "discarded": (_phrases("discards, discard"), _phrases("discarded")),
}
"""What happens to a card, in the active and in the passive voice."""
TAKE, TAKEN = (
    _phrases("takes, take, gets, get, draws, draw, suffers, suffer"),
    _phrases("taken, drawn"),
)
"""Verbs for a Penalty."""
HAVE = _phrases(
    "has, have, holds, hold, is holding, is left with, are left with, is down to, are down to, "
    "gets down to, get down to"
)
ARTICLES = _phrases("any one of the, one of the, any, another, an, a, the, every, each, some")
NUMBER_WORDS = _phrases("one, two, three, four, five, six, seven, eight, nine, ten")
PLURALS = _phrases("ones, twos, threes, fours, fives, sixes")
HEADS = _phrases("number card, number cards, cards, card, numbers, number")
HIGHER = _phrases("higher, greater, larger, bigger, above, over, more")
LOWER = _phrases("lower, smaller, less, below, under, fewer")
BEFORE = _phrases(
    "the top card, the previous top card, the card on top, the topmost card, the card before it, "
    "the card before, the previous card, the one before it, the one before, the previous one, "
    "the last card played, the card under it, the card below it, the card that was there, "
    "the card it is played on, "
    "the card under this one, the card underneath, the one underneath, the one under it"
)
"""Phrases for the previous top card."""
IT = _phrases(
    "the card played, the card you play, the played card, the number played, the card, your card, "
    "this card, this number, this, a card, its number, it"
)
"""Phrases for the played card."""
FILLER = _phrases(
    "on top of the discard pile, onto the discard pile, on the discard pile, on the pile, "
    "onto the pile, as the top card, as the topmost card, on top, face up, by a player, "
    "by somebody, by someone, by anybody, by anyone, from the draw pile, from the pile, "
    "from the deck, down"
)
"""Words after these phrases that add nothing."""
AT_ONCE = _phrases("at the same time, at once, together, in one go")
OWN = _phrases("their, his, her, your, his or her, the")
IN_HAND = _phrases(
    "left in their hand, left in his hand, left in her hand, left in your hand, left, remaining, "
    "in their hand, in his hand, in her hand, in your hand, in the hand, in hand, in their hands"
)
NOT = _phrases("is not, isn't, was not, wasn't")
SAME = {"number": "number", "suit": "suit", "symbol": "suit", "colour": "suit", "color": "suit"}


def holds(condition: str, event: Act, colours: Mapping[str, str]) -> Verdict:
    """Return whether a condition holds for an event; None if it may, or if the text cannot be read.

    `colours` are those of the boxes, by suit.
    """
    text = folded(condition)
    test = parse_condition(text, colours)
    if test is not None:
        return test(event)
    found = re.fullmatch(_JOINED, text)
    if found is None:
        return None
    sides = [parse_condition(side.strip(" ,"), colours) for side in (found["one"], found["other"])]
    one, other = (None if side is None else side(event) for side in sides)
    if found["joint"] == "or":
        return some([one, other])
    return every([one, negate(other) if found["joint"] in UNLESS else other])


UNLESS = _phrases("unless, except when, except if")
WHILE = _phrases("and, but, while, whilst, when")
_JOINED = (
    r"(?P<one>.+?\b(?:is|are|has|have|plays?|lays?|draws?)\b.*?)[ ,]+"
    rf"(?P<joint>or|{'|'.join((*UNLESS, *WHILE))})\b(?P<other>.+)"
)
"""Two clauses of which the first has a verb; the first conjunction after one."""


def is_readable(condition: str, colours: Mapping[str, str]) -> bool:
    """Whether the grammar reads all of a condition."""
    return parse_condition(folded(condition), colours) is not None


_STEMS: Mapping[ActKind, str] = {
    "played": r"\b(?:play(?:s|ed|ing)?|put|puts|lays?|laid|lands?|place[sd]?|slam\w*|follow\w*"
    r"|cards?|numbers?|suits?|colou?rs?|symbols?|on top|pile)\b",
    "drawn": r"\b(?:draw(?:s|n|ing)?|drew|picks? up)\b(?! pile)",
    "penalty": r"\bpenalt(?:y|ies)\b",
    "discarded": r"\bdiscard(?:s|ed|ing)?\b(?! pile)",
}
_OF_HANDS = r"\bcards? (?:left|remaining|in (?:\w+ )?hand)\b"


def may_be_about(condition: str, event: Act) -> bool:
    """Whether words may be about such an event: “somebody laughs” is not about a card."""
    return bool(re.search(rf"{_STEMS[event.what]}|{_OF_HANDS}", folded(condition)))


def parse_condition(text: str, colours: Mapping[str, str]) -> Test | None:
    """Return the test for a condition in small letters; None if the grammar does not read all of
    it.
    """
    return _Reader(text, colours).condition()


# Three-valued logic


def every(verdicts: Iterable[Verdict]) -> Verdict:
    """True if all are, False if any is."""
    found = list(verdicts)
    return False if False in found else None if None in found else True


def some(verdicts: Iterable[Verdict]) -> Verdict:
    """True if any is, False if all are."""
    found = list(verdicts)
    return True if True in found else None if None in found else False


def negate(verdict: Verdict) -> Verdict:
    """The opposite; unknown stays unknown."""
    return None if verdict is None else not verdict


# Hands

OfHand = Callable[[int | None], Verdict]
Hands = Callable[[Act, OfHand], Verdict]
"""A test of one hand, or of several; an uncounted hand is None."""


def _the_player(event: Act, test: OfHand) -> Verdict:
    return test(event.hand)


def _neighbour(step: Callable[[Act], int]) -> Hands:
    def of(event: Act, test: OfHand) -> Verdict:
        there = len(event.hands)
        return test(event.hands[(event.seat + step(event)) % there]) if there > 1 else None

    return of


def _all_hands(event: Act, test: OfHand) -> Verdict:
    return every(map(test, event.hands)) if event.hands else None


def _any_hand(event: Act, test: OfHand) -> Verdict:
    """Certain only for the player's own hand: another player's was the same before, and may have
    acted then.
    """
    if _the_player(event, test):
        return True
    return False if event.hands and some(map(test, event.hands)) is False else None


HANDS: Mapping[Hands, tuple[str, ...]] = {
    _neighbour(lambda event: event.direction): _phrases("the next player, the player after you"),
    _neighbour(lambda event: -event.direction): _phrases("the previous player"),
    _neighbour(lambda event: 1): _phrases(
        "the player on your left, the player to your left, the player on the left"
    ),
    _neighbour(lambda event: -1): _phrases(
        "the player on your right, the player to your right, the player on the right"
    ),
    _the_player: _phrases("you, the player, they, this player, that player"),
    _all_hands: _phrases("everyone, everybody, all players, each player, every player"),
    _any_hand: WHO,
}

_MOST = 999


class _Things(NamedTuple):
    """Cards as words describe them, and how `many` at once (None: not given).

    `numbers` and `suits` are the parts of the description about these.
    """

    fits: CardTest
    many: Callable[[int], bool] | None = None
    numbers: tuple[CardTest, ...] = ()
    suits: tuple[CardTest, ...] = ()


class _Reader:
    """Reads words from the left; without a match, the position stays unchanged."""

    def __init__(self, text: str, colours: Mapping[str, str]) -> None:
        self._words = re.findall(r"[^\W_]+(?:'\w+)?|,", text.replace("’", "'"))
        self._place = 0
        self._colours = {folded(colour): suit for suit, colour in colours.items()}

    # Words

    def _accept(self, *phrases: str) -> str:
        """Read the first of these phrases that comes next and return it; empty if none does."""
        for phrase in phrases:
            words = phrase.split()
            if self._words[self._place : self._place + len(words)] == words:
                self._place += len(words)
                return phrase
        return ""

    def _next(self) -> str:
        return self._words[self._place] if self._place < len(self._words) else ""

    def _first(self, *ways: Callable[[], T | None]) -> T | None:
        """Return the result of the first of these methods that succeeds; if none does, the position
        is unchanged.
        """
        place = self._place
        for way in ways:
            found = way()
            if found is not None:
                return found
            self._place = place
        return None

    # Sentences

    def condition(self) -> Test | None:
        """Read clauses joined by “or”, or by “and”; None if anything is left over."""
        clauses, joined = [], ""
        while (clause := self._clause()) is not None:
            clauses.append(clause)
            if self._place == len(self._words):
                tests, together = tuple(clauses), every if joined == "and" else some
                return lambda event: together(test(event) for test in tests)
            word = self._accept("or", "and")
            if not word or joined not in ("", word):
                return None
            joined = word
        return None

    def _clause(self) -> Test | None:
        return self._first(
            self._hand,
            self._penalty,
            self._somebody_does,
            self._is_done,
            self._on_top,
            self._card_is,
        )

    def _somebody_does(self) -> Test | None:
        """`a player plays a 6`; `somebody draws`."""
        self._accept(*WHO)
        for what, (does, _) in CARD_VERBS.items():
            if self._accept(*does):
                things = self._things() or _Things(lambda event, card: True)
                return self._event(what, things)
        return None

    def _is_done(self) -> Test | None:
        """`a 6 or a 3 is played`."""
        things = self._things()
        if things is None or not self._accept(*BE):
            return None
        for what, (_, done) in CARD_VERBS.items():
            if self._accept(*done):
                return self._event(what, things)
        return None

    def _on_top(self) -> Test | None:
        """`the top card is a 6`; `a circle lies on top`."""
        if self._accept("the top card", "the topmost card", "the card on top"):
            self._accept("of the discard pile", "of the pile")
            things = self._said_of_it() if self._accept("is", "has been") else None
        else:
            things = self._things()
            on_top = self._accept(*BE) and self._accept("on top of the discard pile", "on top")
            things = things if on_top else None
        return None if things is None else self._event("played", things)

    def _card_is(self) -> Test | None:
        """`the card played is a 6`; `the card under it is odd`."""
        before = self._accept(*BEFORE)
        if not before and not self._accept(*IT):
            return None
        things = self._said_of_it() if self._accept("is", "was", "has") else None
        if things is None or before.startswith("the top") or before == "the card on top":
            return None  # “the top card was a 6”: before or after the card was played?
        if before:
            fits = things.fits
            return lambda event: event.what == "played" and fits(event, event.before)
        return self._event("played", things)

    def _said_of_it(self) -> _Things | None:
        """`a 6`, `odd`, `not red`, `one more than the card before`."""
        negated = bool(self._accept("not"))
        test = self._first(self._same, self._between, self._compared)
        if test is None:
            things = self._things() or self._first(lambda: self._thing(further=True))
        else:
            things = _Things(test)
        if things is None or not negated:
            return things
        fits = things.fits
        return _Things(lambda event, card: negate(fits(event, card)))

    def _penalty(self) -> Test | None:
        """`somebody takes a Penalty`; `a Penalty is taken`."""
        named = _phrases("a penalty card, a penalty, the penalty, penalties")
        if self._accept(*named):
            read = bool(self._accept(*BE) and self._accept(*TAKEN))
        else:
            self._accept(*WHO)
            read = bool(self._accept(*TAKE) and self._accept(*named))
        return (lambda event: event.what == "penalty") if read else None

    def _hand(self) -> Test | None:
        """`somebody has one card left`; `the next player has more cards than you`."""
        whose = self._first(self._whose) or _the_player
        if not self._accept(*HAVE):
            return None
        if self._accept(*(f"{own} last card" for own in OWN)):
            return _hand_of(lambda count: count == 1, whose)
        more = self._accept("more cards than", "fewer cards than", "less cards than")
        if more:
            other = self._first(self._whose)
            return None if other is None else _compared_hands(whose, other, more=more[0] == "m")
        self._accept("only", "just", "exactly")
        count = self._count(none=True)
        if count is None or not self._accept("cards", "card"):
            return None
        self._accept(*IN_HAND)
        return _hand_of(count, whose)

    def _whose(self) -> Hands | None:
        """Read whose hands: the player's, a neighbour's, everybody's, or anybody's."""
        for hands, phrases in HANDS.items():
            if self._accept(*phrases):
                return hands
        return None

    def _event(self, what: ActKind, things: _Things) -> Test:
        """Return the test that such cards are played or drawn, with what follows in the text."""
        tests: list[Test] = []
        while (tail := self._first(self._onto, self._as_last, self._in_a_row)) is not None:
            tests.append(tail)
        while self._accept(*FILLER, *AT_ONCE):
            pass
        in_a_row = AGAIN in tests
        behind = [it for it in tests if it is not AGAIN]

        def decide(event: Act) -> Verdict:
            if event.what != what:
                return False
            verdicts = [things.fits(event, event.card), *(it(event) for it in behind)]
            if in_a_row:
                verdicts.append(things.fits(event, event.before))
                if things.many is not None and not things.many(2):
                    return None  # the card below these two is unknown
            elif things.many is not None:
                verdicts.append(things.many(event.at_once))
            return every(verdicts)

        return decide

    def _onto(self) -> Test | None:
        """Read `… on a 6`, `… on another card`: the previous card."""
        while self._accept(*FILLER, *AT_ONCE):
            pass
        if not self._accept("on top of", "onto", "over", "on"):
            return None
        things = self._things()
        if things is None or things.many is not None:
            return None
        fits = things.fits
        return lambda event: fits(event, event.before)

    def _as_last(self) -> Test | None:
        if self._accept(*(f"{word} {own} last card" for word in ("as", "with") for own in OWN)):
            return _hand_of(lambda count: count == 0)
        return None

    def _in_a_row(self) -> Test | None:
        """`two 6s are played in a row`."""
        if self._accept("in a row", "twice in a row", "one after the other", "running"):
            return AGAIN
        return None

    # Cards

    def _things(self) -> _Things | None:
        """Read one description of cards, or several joined by “or”."""
        first = self._thing()
        if first is None:
            return None
        parts, place = [first], self._place
        while first.many is None and self._accept(", or", ",", "or"):
            part = self._thing(further=True)
            if part is None or part.many is not None:
                self._place = place
                break
            parts.append(part)
            place = self._place
        return first if len(parts) == 1 else _Things(_one_of(parts))

    def _thing(self, further: bool = False) -> _Things | None:
        return self._first(self._last_card, self._anything_but, lambda: self._described(further))

    def _last_card(self) -> _Things | None:
        """Read `their last card`, `their last card but one`: by the cards left in the hand."""
        if not self._accept(*OWN):
            return None
        last = self._accept("last card but one", "second to last card", "last card")
        if not last:
            return None
        self._accept("of their hand", "in their hand", "of the hand", "in hand")
        left = int(last != "last card")
        test = _hand_of(lambda count: count == left)
        return _Things(lambda event, card: test(event))

    def _anything_but(self) -> _Things | None:
        """Read `anything but a 6`, `any card except a circle`."""
        if not self._accept("anything", "any card", "a card", "cards"):
            return None
        if not self._accept("but not", "but", "except for", "except", "other than"):
            return None
        things = self._things()
        if things is None or things.many is not None:
            return None
        fits = things.fits
        return _Things(lambda event, card: negate(fits(event, card)))

    def _described(self, further: bool) -> _Things | None:
        """Read `a red 6`, `two cards`, `a card higher than the top card`."""
        if self._accept("this card", "it"):
            return _Things(lambda event, card: True)
        same = self._first(self._same)
        if same is not None:
            return _Things(same)
        many = self._first(self._how_many)
        article = "" if many is not None else self._accept(*ARTICLES)
        numbers: list[CardTest] = []
        suits: list[CardTest] = []
        others: list[CardTest] = []
        if not article and (test := self._first(self._limit)) is not None:
            article = "a"
            numbers.append(test)
        while True:
            # In “a red one” it means a card.
            if (test := self._number((article or further) and not suits)) is not None:
                numbers.append(test)
            elif (test := self._first(self._suit)) is not None:
                suits.append(test)
            else:
                break
        head = self._accept(*HEADS, *(("one", "ones") if suits and not numbers else ()))
        named = many is not None or article or further or head or self._is_plural()
        if not (numbers or suits or head) or not named:
            return None
        if (test := self._first(self._of_suit)) is not None:
            suits.append(test)
        while (test := self._first(self._behind)) is not None:
            others.append(test)
        tests = (*numbers, *suits, *others)
        if article == "another" and tests:  # another 6: certain if there was one before
            tests = (*tests, _another(tests))
        return _Things(_all_said(tests, many), many, tuple(numbers), tuple(suits))

    def _is_plural(self) -> bool:
        return self._place > 0 and self._words[self._place - 1].endswith("s")

    def _how_many(self) -> Callable[[int], bool] | None:
        """Read `two`, `more than one`, `at least 2`, for cards that are played at once.

        Before a word that is not a plural, it is a number on a card: `a 6`, `a 2 card`.
        """
        place = self._place
        self._accept("exactly", "only", "just")
        count = self._count(none=False)
        some_of_it = self._words[place : self._place] == ["at", "least", "one"]
        behind = self._words[self._place : self._place + 3]
        plural = any(word.endswith("s") and word not in BE for word in behind)
        one_card = behind[:1] == ["card"] and self._words[self._place - 1] == "one"
        return count if plural or one_card or some_of_it else None

    def _count(self, *, none: bool) -> Callable[[int], bool] | None:
        """Read a count: `two`, `2 or more`, `fewer than 3`, `several`; `no`, if `none`."""
        if none and self._accept("no more", "no"):
            return lambda count: count == 0
        if self._accept("several", "many", "multiple", "more than one"):
            return lambda count: count > 1
        limit = self._accept("more than", "fewer than", "less than", "at least", "at most", "up to")
        number = self._cardinal()
        if number is None:
            return None
        limit = limit or self._accept("or more", "or fewer", "or less")
        low, high = {
            "more than": (number + 1, _MOST),
            "fewer than": (0, number - 1),
            "less than": (0, number - 1),
            "at least": (number, _MOST),
            "or more": (number, _MOST),
            "": (number, number),
        }.get(limit, (0, number))
        return lambda count: low <= count <= high

    def _cardinal(self) -> int | None:
        word = self._next()
        number = int(word) if word.isdecimal() and len(word) < 3 else None
        if word in NUMBER_WORDS:
            number = NUMBER_WORDS.index(word) + 1
        if number is not None:
            self._place += 1
        return number

    def _card_number(self, spelled: str | bool) -> int | None:
        """Read a number on a card: `6`, `6s`, `sixes`; `six` after an article, if `spelled`."""
        word = self._next()
        digit = word.removesuffix("s")
        if len(digit) == 1 and digit in "123456":
            self._place += 1
            return int(digit)
        names = (*PLURALS, *(NUMBER_WORDS[:6] if spelled else ()))
        if word not in names or (word == "ones" and not spelled):
            return None
        self._place += 1
        return (PLURALS if word in PLURALS else NUMBER_WORDS).index(word) + 1

    def _number(self, article: str | bool) -> CardTest | None:
        """Read a number, or even or odd, before the noun that it describes."""
        number = self._card_number(article)
        if number is not None:
            wanted = number
            if self._accept(*(f"or {word}" for word in HIGHER)):
                return _number_is(lambda found: found >= wanted)
            if self._accept(*(f"or {word}" for word in LOWER)):
                return _number_is(lambda found: found <= wanted)
            return _number_is(lambda found: found == wanted)
        if self._accept("even numbered", "even"):
            return _number_is(lambda found: found % 2 == 0)
        if self._accept("odd numbered", "odd"):
            return _number_is(lambda found: found % 2 == 1)
        return None

    def _of_suit(self) -> CardTest | None:
        return self._suit() if self._accept("of") else None

    def _suit(self) -> CardTest | None:
        word = self._next()
        named = (suit for suit in SUITS if word in (suit, f"{suit}s"))
        suit: str | None = next(named, None) or self._colours.get(word)
        if suit is None:
            return None
        self._place += 1
        return lambda event, card: None if card is None else card.suit == suit

    def _behind(self) -> CardTest | None:
        """Read a description after the noun: `higher than 4`, `of circles`, `that is not a 6`."""
        if self._accept(*(f"{which} {not_}" for which in ("that", "which") for not_ in NOT)):
            thing = self._thing(further=True)
            if thing is None or thing.many is not None:
                return None
            fits = thing.fits
            return lambda event, card: negate(fits(event, card))
        self._accept("but", "and")
        self._accept("that is", "which is", "that's", "with", "showing", "numbered")
        self._accept("a number", "a value", "numbers")
        return self._first(
            self._same, self._between, self._compared, lambda: self._number(article="with")
        )

    def _between(self) -> CardTest | None:
        if word := self._accept("between", "from"):
            self._accept("a", "an")
            low = self._card_number("between")
            joined = self._accept("and", "to")
            self._accept("a", "an")
            high = self._card_number("between")
            if low is not None and high is not None and joined:
                inside, ends = range(low, high + 1), (low, high) if word == "between" else ()
                # Only the table knows whether “between 2 and 5” includes 2.
                return _number_is(lambda found: None if found in ends else found in inside)
        return None

    def _compared(self) -> CardTest | None:
        """Read `higher than 4`, `one lower than the top card`, `at least a 4`."""
        limit = self._first(self._limit)
        if limit is not None:
            return limit
        apart = self._first(self._step) or 0
        more = bool(self._accept(*HIGHER))
        if not more and not self._accept(*LOWER):
            return None
        self._accept("than")
        if self._accept(*BEFORE):

            def test(event: Act, card: PlayedCard | None) -> Verdict:
                if card is None or event.before is None:
                    return None
                above = card.number - event.before.number
                found = above if more else -above
                return found == apart if apart else found > 0

            return test
        self._accept("a", "an")
        number = self._card_number("than")
        if number is None or apart:
            return None
        allowed = range(number + 1, 7) if more else range(1, number)
        return _number_is(lambda found: found in allowed)

    def _limit(self) -> CardTest | None:
        """Read `at least a 4`."""
        phrase = self._accept("at least", "at most")
        self._accept("a", "an")
        number = self._card_number("a") if phrase else None
        if number is None:
            return None
        allowed = range(number, 7) if phrase == "at least" else range(1, number + 1)
        return _number_is(lambda found: found in allowed)

    def _step(self) -> int | None:
        self._accept("exactly")
        return self._cardinal()

    def _same(self) -> CardTest | None:
        """Read `the same number as the card before`, `matching the colour of the top card`."""
        if not self._accept(
            "the same", "a card of the same", "a card with the same", "of the same", "matching the"
        ):
            return None
        what = SAME.get(self._next(), "")
        self._place += bool(what)
        if not what or not (self._accept("as", "of") and self._accept(*BEFORE)):
            return None

        def test(event: Act, card: PlayedCard | None) -> Verdict:
            if card is None or event.before is None:
                return None
            return bool(getattr(card, what) == getattr(event.before, what))

        return test


def _again(event: Act) -> Verdict:
    """Return the test for “in a row”: the previous card has to fit the same words."""
    return True


AGAIN: Test = _again


def _hand_of(wanted: Callable[[int], bool], whose: Hands = _the_player) -> Test:
    return lambda event: whose(event, lambda count: None if count is None else wanted(count))


def _compared_hands(one: Hands, other: Hands, *, more: bool) -> Test:
    def beats(mine: int | None, theirs: int | None) -> Verdict:
        if mine is None or theirs is None:
            return None
        return mine > theirs if more else mine < theirs

    return lambda event: one(event, lambda mine: other(event, lambda theirs: beats(mine, theirs)))


def _number_is(wanted: Callable[[int], Verdict]) -> CardTest:
    return lambda event, card: None if card is None else wanted(card.number)


def _another(tests: Sequence[CardTest]) -> CardTest:
    """Return the test for another card of that kind: certain if the previous card was one, too."""
    return lambda event, card: every(test(event, event.before) for test in tests) or None


def _all_said(tests: Sequence[CardTest], many: Callable[[int], bool] | None) -> CardTest:
    """Combine the tests of a card; of several at once, only the one on top is known."""

    def fits(event: Act, card: PlayedCard | None) -> Verdict:
        found = every(test(event, card) for test in tests)
        return None if found and many is not None and tests and event.at_once > 1 else found

    return fits


def _one_of(parts: Sequence[_Things]) -> CardTest:
    """Combine alternatives, each by itself; `a red or blue 3` is decided if both readings agree."""
    kinds = {(bool(part.numbers), bool(part.suits)) for part in parts}
    clear = len(kinds) == 1 or kinds == {(True, False), (False, True)}

    def fits(event: Act, card: PlayedCard | None) -> Verdict:
        apart = some(part.fits(event, card) for part in parts)
        if clear:
            return apart
        together = every(
            some(every(test(event, card) for test in tests) for tests in each if tests)
            for each in ([part.numbers for part in parts], [part.suits for part in parts])
            if any(each)
        )
        return apart if apart == together else None

    return fits
