"""The open rules: which ones a game begins with, how they come and go, and the rule pile. The verbs
are in `rule_swaps`.

A game begins with three rules: those that are new, then others that are drawn. A prize is new in
the next game (BL-112, BL-113). A box notes the play in which a rule was new; this is ignored if the
play was abandoned, or the rule was undone there.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.event import Event, Referee
from companion.core.fact import Fact, Flag
from companion.core.names import listed
from companion.core.shapes import NAME, list_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.blank.cards import (
    ALL_GAME_CARDS,
    PRINTED_RULES,
    Card,
    clean_text,
    parse_wording,
)
from companion.games.blank.deck import Deck
from companion.games.blank.state import OPEN_RULES, Act, Move, OpenRule, RuleRecord, State

if TYPE_CHECKING:
    from random import Random

    from companion.core.box import Shelf


# The rule pile


class BoxRule(NamedTuple):
    """A rule card, with its box."""

    copy: str
    deck: Deck
    card: Card

    @property
    def place(self) -> tuple[str, str]:
        return self.copy, self.card.id

    def label(self, mixed: bool) -> str:
        """Its name at the table: its number, in a mix with the mark of its box."""
        return f"{self.deck.mark if mixed else ''}{self.card.number}"


def rule_deck(boxes: Sequence[tuple[str, Deck]]) -> list[BoxRule]:
    """Every rule card in the decks of all boxes."""
    return [
        BoxRule(box_id, deck, card)
        for box_id, deck in boxes
        for card in deck.rules
        if card.is_in_deck
    ]


def draw_rules(
    boxes: Sequence[tuple[str, Deck]], new: Sequence[BoxRule], chance: "Random"
) -> list[BoxRule]:
    """Up to three new rules, and others by chance (BL-12, BL-112, A-BL-11, A-BL-14)."""
    fresh = list(new[:OPEN_RULES])
    there = {rule.place for rule in fresh}
    others = [rule for rule in rule_deck(boxes) if rule.place not in there]
    chance.shuffle(others)
    return [*fresh, *others[: OPEN_RULES - len(fresh)]]


def count_unread(boxes: Sequence[tuple[str, Deck]]) -> int:
    """How many printed rules nobody has entered, so that they cannot be drawn."""
    return sum(max(0, PRINTED_RULES - deck.counts.printed_read) for _, deck in boxes)


def next_rules(
    boxes: Sequence[tuple[str, Deck]], lying: Sequence[OpenRule], buried: Sequence[OpenRule]
) -> list[BoxRule]:
    """The rules that may come in next: any known one that was not open yet.

    Rules under the pile come last, in their order (BL-71). Empty while the pile has a printed rule
    that nobody has entered, which comes before those.
    """
    seen = [rule.place for rule in (*lying, *buried)]
    known = {rule.place: rule for rule in rule_deck(boxes)}
    fresh = [rule for place, rule in known.items() if place not in seen]
    if fresh or count_unread(boxes):
        return fresh
    below = [known[place] for place in seen[len(lying) :] if place in known]
    return below[:1]


def require_approved(rule: BoxRule, referee: Referee) -> None:
    """Refuse a rule that the owner has not approved. Raises Illegal."""
    number, owner = rule.card.number, rule.deck.owner or "the owner"
    referee.require(
        rule.card.in_force is not None,
        "BL-108",
        f"Rule {number} is only proposed, so it is not in the game: {owner} has not approved it.",
        f'`companion blank rule approve {number}`; or `--house "why"`.',
    )


def count_rule_pile(boxes: Sequence[tuple[str, Deck]], lying_open: int) -> int | None:
    """How many cards the rule pile has; None without a box."""
    if not boxes:
        return None
    return max(0, sum(deck.counts.rule_deck for _, deck in boxes) - lying_open)


def count_game_cards(boxes: Sequence[tuple[str, Deck]]) -> int:
    """How many game cards are in play: all of the boxes, or of one, except retired ones."""
    gone = sum(card.retired is not None for _, deck in boxes for card in deck.game_cards)
    return ALL_GAME_CARDS * max(1, len(boxes)) - gone


def rule_record(rule: BoxRule, mixed: bool, new: bool = False) -> RuleRecord:
    """A rule as the log of a play keeps it, with its approved wording, or else the proposed one."""
    now = rule.card.in_force or rule.card.now
    assert now is not None
    record: dict[str, Any] = {
        "label": rule.label(mixed),
        "text": now.wording.sentence,
        "trigger": now.wording.parts.trigger,
        "copy": rule.copy,
        "card": rule.card.id,
        "revision": now.number,
    }
    if new:
        record["new"] = True
    return record


def worded_rule_record(number: int, text: str) -> RuleRecord:
    """A rule without a box, as the log keeps it. Raises Invalid without words."""
    if not (words := clean_text(text)):
        raise Invalid("An open rule needs words.", "Enter them in quotes.")
    return {"label": str(number), "text": words, "trigger": parse_wording(words).trigger}


# New rules


def new_rules(shelf: "Shelf[Deck]", boxes: Sequence[tuple[str, Deck]]) -> list[BoxRule]:
    """Prizes that were in no game yet, of all boxes, the oldest first."""
    found = [
        BoxRule(box_id, deck, card)
        for box_id, deck in boxes
        for card in deck.prizes
        if card.introduced is None
        or (card.introduced == deck.newest_introduction and not _was_played(shelf, box_id, card))
    ]
    return sorted(found, key=lambda rule: rule.card.revisions[0].at)


def _was_played(shelf: "Shelf[Deck]", box_id: str, card: Card) -> bool:
    """Whether a rule was really in the play in which its box says that it was new.

    Older plays need not be checked: a rule that was not in one was new again in the next.
    """
    assert card.introduced is not None
    play = shelf.past(card.introduced)
    if play is None:
        return True  # lost or damaged, so the box is right
    state: State = play.state
    there = [rule.place for rule in (*state.rules, *state.buried)]
    return state.status != "abandoned" and (box_id, card.id) in there


def note_new_rules(shelf: "Shelf[Deck]", rules: Iterable[RuleRecord], play: str) -> None:
    """Note in the boxes which of these rules are new in a play."""
    from companion.games.blank.deck import RulesIntroduced

    by_box: dict[str, list[str]] = {}
    for rule in rules:
        box_id, card = rule.get("copy"), rule.get("card")
        if rule.get("new") and box_id and card:
            by_box.setdefault(box_id, []).append(card)
    for box_id, cards in by_box.items():
        fact = RulesIntroduced(cards=cards, play=play)
        shelf.write(lambda box, fact=fact: box.add(fact), box_id)  # type: ignore[misc]


# Rules come and go


class RuleOpened(Fact[State], kind="rule.opened", counts=False):
    """A rule comes in. One that `corrects` was open from the start, as were those in `stays`."""

    rule: RuleRecord
    corrects: Flag = False
    stays: Annotated[Sequence[str], list_of(NAME)] = ()

    @property
    def opened(self) -> OpenRule:
        return OpenRule.from_json(self.rule)

    def check(self, state: State, referee: Referee) -> None:
        rule = self.opened
        if any(other.label == rule.label for other in state.rules):
            raise Refused(f"Rule {rule.label} lies open already.", "`companion table` shows all.")
        there = f"{len(state.rules)} rules lie open already"
        way = "`companion blank swap-rule OUT IN` replaces one"
        if self.corrects:
            there = f"With rule {rule.label}, {len(state.rules) + 1} rules would lie open"
            way = "Name the three open ones"
        referee.require(
            len(state.rules) < OPEN_RULES,
            "BL-70",
            f"{there}, and a game has three.",
            f'{way}; if a card opens one more, `--house "the card says so"`.',
        )

    def apply(self, state: State) -> State:
        rule, pile = self.opened, state.rule_pile
        rules = (*state.rules, rule)
        if self.corrects:
            state = _with_corrected_rules(state, opened=rule, most=max(OPEN_RULES, len(rules)))
        return replace(
            state,
            rules=rules,
            buried=tuple(other for other in state.buried if other.label != rule.label),
            rule_pile=None if pile is None else max(0, pile - 1),
        )

    def describe(self, before: State, after: State) -> str:
        rule = self.opened
        return f"rule {label_with_new(rule)} comes into play: {rule.text}"


def label_with_new(rule: OpenRule) -> str:
    """The name of a rule, and whether it is new."""
    return f"{rule.label} (new)" if rule.new else rule.label


def _with_corrected_rules(
    state: State, opened: OpenRule | None = None, gone: str = "", most: int = 0
) -> State:
    """Correct which rules were open during the past moves: `gone` was not, and `opened` was.

    While `most` rules were open without it, `opened` was not yet.
    """

    def corrected(act: Act) -> Act:
        rules = tuple(rule for rule in act.rules if rule.label != gone)
        if opened is not None and len(rules) < most and all(r.label != opened.label for r in rules):
            rules = (*rules, opened)
        return act._replace(rules=rules)

    def corrected_move(move: Move) -> Move:
        return move._replace(acts=tuple(map(corrected, move.acts)))

    return replace(
        state,
        recent_moves=tuple(map(corrected_move, state.recent_moves)),
        past_moves=tuple(
            passed._replace(move=corrected_move(passed.move)) for passed in state.past_moves
        ),
    )


class RuleDiscarded(Fact[State], kind="rule.discarded", counts=False):
    """A rule goes under the rule pile. One that `corrects` never lay open."""

    rule: Annotated[str, NAME]
    corrects: Flag = False
    stays: Annotated[Sequence[str], list_of(NAME)] = ()

    def check(self, state: State, referee: Referee) -> None:
        if all(rule.label != self.rule for rule in state.rules):
            raise Refused(
                f"Rule {self.rule} does not lie open.", "`companion table` shows which do."
            )

    def apply(self, state: State) -> State:
        gone = next((rule for rule in state.rules if rule.label == self.rule), None)
        if gone is None:
            return state
        if self.corrects:
            state = _with_corrected_rules(state, gone=gone.label)
        return replace(
            state,
            rules=tuple(rule for rule in state.rules if rule is not gone),
            buried=state.buried if self.corrects else (*state.buried, gone),
            rule_pile=None if state.rule_pile is None else state.rule_pile + 1,
        )

    def describe(self, before: State, after: State) -> str:
        if self.corrects:
            return f"rule {self.rule} did not lie open"
        return f"rule {self.rule} goes to the bottom of the rule pile"


# The three rules that an entry has to leave


def require_laid_out(
    before: State, events: Sequence[Event], after: State, referee: Referee
) -> None:
    """Refuse an entry in setup that leaves too few rules, or leaves out new ones."""
    gone = [event for event in events if event.kind == RuleDiscarded.kind]
    opened = [event for event in events if event.kind == RuleOpened.kind]
    if not gone and not opened:
        return
    corrects = any(event.data.get("corrects") for event in (*gone, *opened))
    if not before.is_setup and not corrects:
        if not gone and not before.buried:
            require_new_prizes(before, after, referee)  # open from the start, entered later
        return
    if corrects:
        expected = {event.data["rule"]["label"] for event in opened}
        expected = expected.union(*(event.data.get("stays", ()) for event in (*gone, *opened)))
        left = [rule.label for rule in after.rules if rule.label not in expected]
        referee.require(
            not left,
            "BL-70",
            f"{'Rule' if len(left) == 1 else 'Rules'} {listed(left)} would lie open, too.",
            f"`companion blank open {' '.join(rule.label for rule in after.rules)} --instead` "
            "names all that lie open.",
        )
    elif gone:
        referee.require(
            len(after.rules) >= min(len(before.rules), OPEN_RULES),
            "BL-70",
            "Three rules are laid out before the first card, and only "
            f"{len(after.rules) or 'none'} would be left.",
            "Name the one that replaces it, `companion blank swap-rule OUT IN`, or `--draw`.",
        )
    require_new_prizes(before, after, referee)


def require_new_prizes(before: State, state: State, referee: Referee) -> None:
    """Refuse open rules that leave no room for up to three new prizes (BL-113)."""
    waiting = state.missing_prizes
    lacking = min(len(waiting), OPEN_RULES - (len(state.new_prizes) - len(waiting)))
    if lacking > 0 and OPEN_RULES - len(state.rules) < lacking:
        names, one = listed([rule.label for rule in waiting]), len(waiting) == 1
        new = {rule.place for rule in state.new_prizes}
        there = sorted(state.rules, key=lambda rule: rule.place not in new)
        three = [rule.label for rule in waiting[:lacking]]
        three = [*three, *(rule.label for rule in there)][:OPEN_RULES]
        other = next((label for label in three[lacking:]), "OUT")
        was_swapped = {rule.label for rule in before.rules} >= set(three)
        referee.refuse(
            "BL-113",
            f"{'Rule' if one else 'Rules'} {names} {'is' if one else 'are'} new: a prize is one of "
            "the three rules of the next game.",
            (
                f"Another one: `companion blank swap-rule {other} IN`, or `--draw`. "
                if was_swapped
                else f"`companion blank open {' '.join(three)} --instead`, or with others next to "
                f"{'it' if lacking == 1 else 'them'}. "
            )
            + 'If you play without it: `--house "…"`.',
        )
