"""The rules that lie open: which ones a game begins with, the rule pile that others come from, what
comes in and goes, and what an entry has to leave. The verbs are in `rule_swaps`.

A game begins with the new rules, then as many as are drawn to make three. New are prizes that come
into the next game by themselves (BL-112, BL-113). A box notes in which play a rule was new. That
counts only while the play stands and has the rule: one that was abandoned, or where the rule was
taken back, brought nobody to know it.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from companion.core.event import Event, Referee
from companion.core.fact import Fact, Flag
from companion.core.names import counted, listed
from companion.core.shapes import NAME, list_of
from companion.core.value import replace
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


# The rule pile, and what is drawn from it


class BoxRule(NamedTuple):
    """A rule card of a box that is played with."""

    copy: str
    deck: Deck
    card: Card

    @property
    def place(self) -> tuple[str, str]:
        """Its box and its card."""
        return self.copy, self.card.id

    def label(self, mixed: bool) -> str:
        """Its name at the table: its number, in a mix after the mark of its box."""
        return f"{self.deck.mark if mixed else ''}{self.card.number}"


def rule_deck(boxes: Sequence[tuple[str, Deck]]) -> list[BoxRule]:
    """Every rule card that can turn up, of all boxes."""
    return [
        BoxRule(box_id, deck, card)
        for box_id, deck in boxes
        for card in deck.rules
        if card.is_in_deck
    ]


def draw_rules(
    boxes: Sequence[tuple[str, Deck]], new: Sequence[BoxRule], chance: "Random"
) -> list[BoxRule]:
    """All new rules, at most three, and others by chance (BL-12, BL-112, A-BL-11, A-BL-14)."""
    fresh = list(new[:OPEN_RULES])
    there = {rule.place for rule in fresh}
    others = [rule for rule in rule_deck(boxes) if rule.place not in there]
    chance.shuffle(others)
    return [*fresh, *others[: OPEN_RULES - len(fresh)]]


def count_unread(boxes: Sequence[tuple[str, Deck]]) -> int:
    """How many printed rules nobody has entered: those it cannot draw."""
    return sum(max(0, PRINTED_RULES - deck.counts.printed_read) for _, deck in boxes)


def next_rules(
    boxes: Sequence[tuple[str, Deck]], lying: Sequence[OpenRule], buried: Sequence[OpenRule]
) -> list[BoxRule]:
    """The rules that may come in next: the known ones that were not open yet, by chance.

    What went under the pile comes after all others, in its order (BL-71): while the pile has a
    printed rule that nobody has read, that is the next one, and the answer is empty.
    """
    seen = [rule.place for rule in (*lying, *buried)]
    known = {rule.place: rule for rule in rule_deck(boxes)}
    fresh = [rule for place, rule in known.items() if place not in seen]
    if fresh or count_unread(boxes):
        return fresh
    below = [known[place] for place in seen[len(lying) :] if place in known]
    return below[:1]


def require_approved(rule: BoxRule, referee: Referee) -> None:
    """Refuse a rule that its owner has not approved: it is not in the game. Raises Illegal."""
    number, owner = rule.card.number, rule.deck.owner or "the owner"
    referee.require(
        rule.card.in_force is not None,
        "BL-108",
        f"Rule {number} is only proposed, so it is not in the game: {owner} has not approved it.",
        f'`companion blank rule approve {number}`; or `--house "why"`.',
    )


def count_rule_pile(boxes: Sequence[tuple[str, Deck]], lying_open: int) -> int | None:
    """How many cards the rule pile has; None where there is no box."""
    if not boxes:
        return None
    return max(0, sum(deck.counts.rule_deck for _, deck in boxes) - lying_open)


def count_game_cards(boxes: Sequence[tuple[str, Deck]]) -> int:
    """How many game cards are played with: those of one box, known or not, less what is retired."""
    gone = sum(card.retired is not None for _, deck in boxes for card in deck.game_cards)
    return ALL_GAME_CARDS * max(1, len(boxes)) - gone


def rule_record(rule: BoxRule, mixed: bool, new: bool = False) -> RuleRecord:
    """A rule as the play's log keeps it: with what it says now, whatever becomes of the card.

    That is the newest wording that was agreed to; of a rule only proposed, what is proposed.
    """
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
    """A rule without a box: its words, numbered as they came. Raises Invalid for none."""
    if not (words := clean_text(text)):
        raise Invalid("A rule that lies open says something.", "Its words, in quotes.")
    return {"label": str(number), "text": words, "trigger": parse_wording(words).trigger}


# Rules that are new


def new_rules(shelf: "Shelf[Deck]", boxes: Sequence[tuple[str, Deck]]) -> list[BoxRule]:
    """Prizes that were in no game yet, the oldest first; of every box that is played with."""
    found = [
        BoxRule(box_id, deck, card)
        for box_id, deck in boxes
        for card in deck.prizes
        if card.introduced is None
        or (card.introduced == deck.newest_introduction and not _was_played(shelf, box_id, card))
    ]
    return sorted(found, key=lambda rule: rule.card.revisions[0].at)


def _was_played(shelf: "Shelf[Deck]", box_id: str, card: Card) -> bool:
    """Whether a rule was in the play that its box notes. Only ever asked of the newest one: what
    an earlier play did not bring was new again in the next.
    """
    assert card.introduced is not None
    play = shelf.past(card.introduced)
    if play is None:
        return True  # Lost or damaged: nobody can say otherwise.
    state: State = play.state
    there = [rule.place for rule in (*state.rules, *state.buried)]
    return state.status != "abandoned" and (box_id, card.id) in there


def note_new_rules(shelf: "Shelf[Deck]", rules: Iterable[RuleRecord], play: str) -> None:
    """Note in their boxes which of these rules are new in a play."""
    from companion.games.blank.deck import RulesIntroduced

    by_box: dict[str, list[str]] = {}
    for rule in rules:
        box_id, card = rule.get("copy"), rule.get("card")
        if rule.get("new") and box_id and card:
            by_box.setdefault(box_id, []).append(card)
    for box_id, cards in by_box.items():
        fact = RulesIntroduced(cards=cards, play=play)
        shelf.write(lambda box, fact=fact: box.add(fact), box_id)  # type: ignore[misc]


# A rule comes in


class RuleOpened(Fact[State], kind="rule.opened", counts=False):
    """A rule lies open. One that `corrects` did so from the start, and so did those that `stay`."""

    rule: RuleRecord
    corrects: Flag = False
    stays: Annotated[Sequence[str], list_of(NAME)] = ()

    @property
    def opened(self) -> OpenRule:
        """The rule."""
        return OpenRule.from_json(self.rule)

    def check(self, state: State, referee: Referee) -> None:
        rule = self.opened
        if any(other.label == rule.label for other in state.rules):
            raise Refused(f"Rule {rule.label} lies open already.", "`companion table` shows all.")
        there = f"{len(state.rules)} rules lie open already"
        way = "`companion blank swap-rule OUT IN` puts another in a rule's place"
        if self.corrects:
            there = f"With rule {rule.label}, {len(state.rules) + 1} rules would lie open"
            way = "Name the three that do"
        referee.require(
            len(state.rules) < OPEN_RULES,
            "BL-70",
            f"{there}, and three is what a game is played with.",
            f'{way}; where a card opens one more, `--house "the card says so"`.',
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
    """What a rule is called, and whether it is new."""
    return f"{rule.label} (new)" if rule.new else rule.label


def _with_corrected_rules(
    state: State, opened: OpenRule | None = None, gone: str = "", most: int = 0
) -> State:
    """Correct which rules were open during the past moves: `gone` was not, and `opened` was.

    That one took another's place: where `most` are open without it, it came in later.
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


# A rule goes


class RuleDiscarded(Fact[State], kind="rule.discarded", counts=False):
    """A rule, by its label, goes under the pile. One that `corrects` never lay open."""

    rule: Annotated[str, NAME]
    corrects: Flag = False
    stays: Annotated[Sequence[str], list_of(NAME)] = ()

    def check(self, state: State, referee: Referee) -> None:
        if all(rule.label != self.rule for rule in state.rules):
            raise Refused(
                f"Rule {self.rule} does not lie open.", "`companion table` shows which do."
            )

    def apply(self, state: State) -> State:
        """A rule that never lay open is in the pile, and was so all along."""
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


# What an entry has to leave there


def require_laid_out(
    before: State, events: Sequence[Event], after: State, referee: Referee
) -> None:
    """Of the rules that a play begins with, none is taken away, and new ones are among them."""
    gone = [event for event in events if event.kind == RuleDiscarded.kind]
    opened = [event for event in events if event.kind == RuleOpened.kind]
    if not gone and not opened:
        return
    corrects = any(event.data.get("corrects") for event in (*gone, *opened))
    if not before.is_setup and not corrects:
        if not gone and not before.buried:
            require_new_prizes(before, after, referee)  # Laid out at the start, and entered later.
        return
    if corrects:
        meant = {event.data["rule"]["label"] for event in opened}
        meant = meant.union(*(event.data.get("stays", ()) for event in (*gone, *opened)))
        left = [rule.label for rule in after.rules if rule.label not in meant]
        referee.require(
            not left,
            "BL-70",
            f"{'Rule' if len(left) == 1 else 'Rules'} {listed(left)} would lie open besides.",
            f"`companion blank open {' '.join(rule.label for rule in after.rules)} --instead` "
            "names all that lie open.",
        )
    elif gone:
        referee.require(
            len(after.rules) >= min(len(before.rules), OPEN_RULES),
            "BL-70",
            f"Before the first card, three rules are laid out: {counted(len(after.rules), 'rule')} "
            "would be left.",
            "Name the one that comes in for it, `companion blank swap-rule OUT IN`, or `--draw`.",
        )
    require_new_prizes(before, after, referee)


def require_new_prizes(before: State, state: State, referee: Referee) -> None:
    """Refuse rules that leave no room for the prizes that are new (BL-113), three at most."""
    waiting = state.missing_prizes
    lacking = min(len(waiting), OPEN_RULES - (len(state.new_prizes) - len(waiting)))
    if lacking > 0 and OPEN_RULES - len(state.rules) < lacking:
        names, one = listed([rule.label for rule in waiting]), len(waiting) == 1
        new = {rule.place for rule in state.new_prizes}
        there = [rule for rule in state.rules if rule.label]
        there.sort(key=lambda rule: rule.place not in new)
        three = [rule.label for rule in waiting[:lacking]]
        three = [*three, *(rule.label for rule in there)][:OPEN_RULES]
        other = next((label for label in three[lacking:]), "OUT")
        stands = {rule.label for rule in before.rules} >= set(three)  # Then one was swapped.
        referee.refuse(
            "BL-113",
            f"{'Rule' if one else 'Rules'} {names} {'is' if one else 'are'} new: a prize is one of "
            "the three rules of the next game.",
            (
                f"Another one: `companion blank swap-rule {other} IN`, or `--draw`. "
                if stands
                else f"`companion blank open {' '.join(three)} --instead`, or with others beside "
                f"{'it' if lacking == 1 else 'them'}. "
            )
            + 'Where the table plays without, `--house "…"`.',
        )
