"""What may follow the verbs about the rules that lie open: `open` and `swap-rule`."""

from collections.abc import Iterator

from companion.core.action import Action
from companion.core.offer import Offer
from companion.core.offering import Line, Plan, said
from companion.games.blank.in_play import CardsInPlay, lying_open
from companion.games.blank.laid_out import correcting, put_right
from companion.games.blank.offers.names import BlankTrial, all_rules, at_table, rule_words
from companion.games.blank.rule_pile import next_up, open_record
from companion.games.blank.state import OPEN_RULES, State

INSTEAD, DRAW = "--instead", "--draw"


def open_(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Rules of the boxes that do not lie open yet, as many as there is room for."""
    boxes, state = at_table(trial), trial.state

    def plan(told: Line) -> Plan[State]:
        return lambda action: _open(boxes, action, told)

    yield from trial.fitting(line, rule_words(boxes, all_rules(boxes)), plan)
    if state.rules and INSTEAD not in line.options and any(open_(trial, line.having(INSTEAD))):
        yield Offer(INSTEAD, "these, and never those that were told")


def _open(boxes: CardsInPlay, action: Action[State], line: Line) -> None:
    words, told = list(line.arguments), {}
    if INSTEAD in line.options:
        words, stays = put_right(action, boxes, words)
        told = correcting(stays)
    for word in words:
        action.add("rule.opened", rule=open_record(boxes.rule(word), boxes.mixed), **told)


def may_open(trial: BlankTrial) -> bool:
    """Whether a rule may be told in words: without a box, and where there is room."""
    return not at_table(trial).decks and len(trial.state.rules) < OPEN_RULES


def swap_rule(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """The rule that goes, and the one that comes in."""
    boxes, state = at_table(trial), trial.state

    def plan(told: Line) -> Plan[State]:
        return lambda action: _swap(boxes, action, told)

    if not line.arguments:
        words = [(rule.label, said(rule.text)) for rule in state.rules]
        # Before the first card another one has to come in, which a line without a box may tell.
        some = words if state.setting_up else trial.fitting(line, words, plan)
        yield from (Offer(*word) for word in some)
    elif len(line.arguments) == 1 and DRAW not in line.options:
        gone = lying_open(state, boxes, line.arguments[0])
        left = [word for word in rule_words(boxes, all_rules(boxes)) if word[0] != gone.label]
        yield from trial.fitting(line, left, plan)
        drawn = next_up(boxes.decks, state.rules, state.buried)
        if drawn and all(
            trial.stands(plan(line.also(word))) for word, _ in rule_words(boxes, drawn)
        ):
            yield Offer(DRAW, "let the companion draw one")


def _swap(boxes: CardsInPlay, action: Action[State], line: Line) -> None:
    gone = lying_open(action.state, boxes, line.arguments[0])
    action.add("rule.discarded", rule=gone.label)
    for word in line.arguments[1:]:
        action.add("rule.opened", rule=open_record(boxes.rule(word), boxes.mixed))
