"""The rules that lie open: those that come in, those that go, and what an entry has to leave."""

from collections.abc import Sequence
from typing import Annotated, NotRequired, TypedDict

from companion.core.changed import replace
from companion.core.event import Event
from companion.core.kind import Kind
from companion.core.names import counted, listed
from companion.core.referee import Referee
from companion.core.shapes import FLAG, NAME, list_of
from companion.errors import Refused
from companion.games.blank.state import (
    OPEN_RULES,
    RULE,
    Happening,
    Move,
    OpenRule,
    RuleTold,
    State,
)

# A rule comes in


class RuleOpened(TypedDict):
    """A rule lies open. One that `corrects` did so from the start, and so did those that `stay`."""

    rule: Annotated[RuleTold, RULE]
    corrects: NotRequired[Annotated[bool, FLAG]]
    stays: NotRequired[Annotated[list[str], list_of(NAME)]]


def named(rule: OpenRule) -> str:
    """A rule as it is told of: what it is called, and whether it is new."""
    return f"{rule.label} (new)" if rule.new else rule.label


def _check_opened(state: State, data: RuleOpened, referee: Referee) -> None:
    rule = OpenRule.from_json(data["rule"])
    if any(other.label == rule.label for other in state.rules):
        raise Refused(f"Rule {rule.label} lies open already.", "`companion table` shows all.")
    there = f"{len(state.rules)} rules lie open already"
    way = "`companion blank swap-rule OUT IN` puts another in a rule's place"
    if data.get("corrects"):
        there = f"With rule {rule.label}, {len(state.rules) + 1} rules would lie open"
        way = "Name the three that do"
    referee.require(
        len(state.rules) < OPEN_RULES,
        "BL-70",
        f"{there}, and three is what a game is played with.",
        f'{way}; where a card opens one more, `--house "the card says so"`.',
    )


def _apply_opened(state: State, data: RuleOpened) -> State:
    rule = OpenRule.from_json(data["rule"])
    pile = state.rule_pile
    rules = (*state.rules, rule)
    most = max(OPEN_RULES, len(rules))
    if data.get("corrects"):
        state = _lying_then(state, came=rule, most=most)
    return replace(
        state,
        rules=rules,
        buried=tuple(other for other in state.buried if other.label != rule.label),
        rule_pile=None if pile is None else max(0, pile - 1),
    )


def _lying_then(state: State, came: OpenRule | None = None, gone: str = "", most: int = 0) -> State:
    """The moves so far with other rules that lay open then: `gone` did not, and `came` did.

    That one is told in another's place: where `most` lie open without it, it came in later.
    """

    def corrected(act: Happening) -> Happening:
        rules = tuple(rule for rule in act.rules if rule.label != gone)
        if came is not None and len(rules) < most and all(r.label != came.label for r in rules):
            rules = (*rules, came)
        return act._replace(rules=rules)

    def told(move: Move) -> Move:
        return move._replace(acts=tuple(map(corrected, move.acts)))

    return replace(
        state,
        recent=tuple(map(told, state.recent)),
        passed=tuple(passed._replace(move=told(passed.move)) for passed in state.passed),
    )


def _tell_opened(before: State, data: RuleOpened, after: State) -> str:
    rule = OpenRule.from_json(data["rule"])
    return f"rule {named(rule)} comes into play: {rule.text}"


RULE_OPENED = Kind(
    "rule.opened", RuleOpened, _apply_opened, _tell_opened, _check_opened, counts=False
)


# A rule goes


class RuleDiscarded(TypedDict):
    """A rule, by its label, goes under the pile. One that `corrects` never lay open."""

    rule: Annotated[str, NAME]
    corrects: NotRequired[Annotated[bool, FLAG]]
    stays: NotRequired[Annotated[list[str], list_of(NAME)]]


def _check_discarded(state: State, data: RuleDiscarded, referee: Referee) -> None:
    if all(rule.label != data["rule"] for rule in state.rules):
        raise Refused(
            f"Rule {data['rule']} does not lie open.", "`companion table` shows which do."
        )


def _apply_discarded(state: State, data: RuleDiscarded) -> State:
    """A rule goes under the pile; one that never lay open is in the pile, and was so all along."""
    gone = next((rule for rule in state.rules if rule.label == data["rule"]), None)
    if gone is None:
        return state
    corrects = bool(data.get("corrects"))
    if corrects:
        state = _lying_then(state, gone=gone.label)
    return replace(
        state,
        rules=tuple(rule for rule in state.rules if rule is not gone),
        buried=state.buried if corrects else (*state.buried, gone),
        rule_pile=None if state.rule_pile is None else state.rule_pile + 1,
    )


def _tell_discarded(before: State, data: RuleDiscarded, after: State) -> str:
    if data.get("corrects"):
        return f"rule {data['rule']} did not lie open"
    return f"rule {data['rule']} goes to the bottom of the rule pile"


RULE_DISCARDED = Kind(
    "rule.discarded",
    RuleDiscarded,
    _apply_discarded,
    _tell_discarded,
    _check_discarded,
    counts=False,
)


# What an entry has to leave there


def require_laid_out(
    before: State, events: Sequence[Event], after: State, referee: Referee
) -> None:
    """Of the rules that a play begins with, none is taken away, and new ones are among them."""
    gone = [event for event in events if event.kind == RULE_DISCARDED.name]
    came = [event for event in events if event.kind == RULE_OPENED.name]
    if not gone and not came:
        return
    corrects = any(event.data.get("corrects") for event in (*gone, *came))
    if not before.setting_up and not corrects:
        if not gone and not before.buried:
            require_awaited(after, referee)  # Laid out at the start, and told later.
        return
    if corrects:
        told = {event.data["rule"]["label"] for event in came}
        told = told.union(*(event.data.get("stays", ()) for event in (*gone, *came)))
        left = [rule.label for rule in after.rules if rule.label not in told]
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
    require_awaited(after, referee)


def require_awaited(state: State, referee: Referee) -> None:
    """Refuse rules that leave no room for the prizes that are new (BL-113), three at most."""
    waiting = state.waiting
    lacking = min(len(waiting), OPEN_RULES - (len(state.awaited) - len(waiting)))
    if lacking > 0 and OPEN_RULES - len(state.rules) < lacking:
        names, one = listed([rule.label for rule in waiting]), len(waiting) == 1
        new = {(rule.copy, rule.card) for rule in state.awaited}
        there = [rule for rule in state.rules if rule.label]
        there.sort(key=lambda rule: (rule.copy, rule.card) not in new)
        three = [rule.label for rule in waiting[:lacking]]
        three = [*three, *(rule.label for rule in there)][:OPEN_RULES]
        referee.refuse(
            "BL-113",
            f"{'Rule' if one else 'Rules'} {names} {'is' if one else 'are'} new: a prize is one of "
            "the three rules of the next game.",
            f"`companion blank open {' '.join(three)} --instead`, or with others beside "
            f"{'it' if lacking == 1 else 'them'}. Where the table plays without, "
            '`--house "…"`.',
        )
