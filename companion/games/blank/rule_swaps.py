"""The verbs about open rules: open, swap and correct them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.box import OpenBox
from companion.core.command import flag, verb, word, words
from companion.core.event import Referee
from companion.core.names import counted, folded, listed
from companion.core.param import A_CARD, Arguments, Candidate
from companion.core.play import require_live
from companion.core.reply import Reply
from companion.core.value import Annotated, replace
from companion.errors import CompanionError, Invalid, Refused
from companion.games.blank.deck import Deck
from companion.games.blank.in_play import (
    CardsInPlay,
    find_open_rule,
    offer_cards,
    rules_of,
    says_something,
)
from companion.games.blank.open_rules import (
    BoxRule,
    RuleDiscarded,
    RuleOpened,
    count_unread,
    next_rules,
    note_new_rules,
    require_approved,
    rule_record,
    worded_rule_record,
)
from companion.games.blank.reference import at_table
from companion.games.blank.state import OPEN_RULES, OpenRule, RuleRecord, State

if TYPE_CHECKING:
    from companion.core.box import Shelf
    from companion.core.offer import Trial

# Open


def open_named(
    action: Action[State], boxes: CardsInPlay, text: str, stays: Sequence[str] | None = None
) -> None:
    """Open a rule by its name, or without a box by its words.

    With `stays` it was open from the start, as were those rules.
    """
    if not boxes.decks:
        known = (*action.before.rules, *action.state.rules, *action.state.buried)
        labels = {rule.label for rule in known}
        number = next(number for number in range(1, 999) if str(number) not in labels)
        _add(action, worded_rule_record(number, text), stays)
        return
    open_card(action, boxes, boxes.rule(text), stays)


def open_card(
    action: Action[State], boxes: CardsInPlay, rule: BoxRule, stays: Sequence[str] | None = None
) -> None:
    """Open a rule card of a box. Raises Illegal for one that is not approved."""
    require_approved(rule, action.referee)
    _add(action, rule_record(rule, boxes.mixed, _is_new(action, rule)), stays)


def _add(action: Action[State], rule: RuleRecord, stays: Sequence[str] | None) -> None:
    corrects = stays is not None
    action.add(RuleOpened(rule=rule, corrects=corrects, stays=list(stays or ()) or ()))


def _is_new(action: Action[State], rule: BoxRule) -> bool:
    """Whether a prize is new in this play, even if it went under the pile and comes in again."""
    state, place = action.state, rule.place
    known = [it for it in (*state.rules, *state.buried) if it.place == place]
    if any(it.new for it in known):
        return True
    if rule.card not in rule.deck.prizes:
        return False
    introduced = rule.card.introduced
    awaited = any(it.place == place for it in state.new_prizes)
    return introduced is None or awaited or (introduced == action.play and not known)


# Correct


def correct_open_rules(action: Action[State], boxes: CardsInPlay, texts: Sequence[str]) -> None:
    """Correct which rules have been open from the start: just those of these names."""
    found = {text: _find_open(action.state, boxes, text) for text in texts}
    stay = [rule.label for rule in found.values() if rule is not None]
    for rule in action.state.rules:
        if rule.label not in stay:
            action.add(RuleDiscarded(rule=rule.label, corrects=True, stays=stay or ()))
    for text in texts:
        if found[text] is None:
            open_named(action, boxes, text, stay)
    announce_triggered(action, boxes)


def _find_open(state: State, boxes: CardsInPlay, text: str) -> OpenRule | None:
    """Return the open rule of that name: a card of a box, or without one its number or all its
    words.
    """
    if boxes.decks:
        found = boxes.rule(text)
        return next((r for r in state.rules if r.label == found.label(boxes.mixed)), None)
    wanted = folded(text)
    return next((r for r in state.rules if wanted in (folded(r.label), folded(r.text))), None)


def announce_triggered(action: Action[State], boxes: CardsInPlay) -> None:
    """Announce the rules now found open that the last card triggers."""
    from companion.games.blank.triggers import find_triggered

    acts = action.state.newest_move.acts
    card = acts[0].card if acts else None
    if card is None:
        return
    there = {rule.label for rule in action.before.rules}
    added = [rule for rule in acts[0].rules if rule.label not in there]
    found = [f"rule {rule.label}" for rule in find_triggered(acts[0], added, boxes.colours).surely]
    if found:
        action.lines.append(f"{card.name}, played last, triggers {listed(found)}.")


# A rule that is added and opened


def require_room(shelf: "Shelf[Deck]", box_id: str) -> None:
    """Refuse to add a rule to a box if it could not be opened."""
    state: State = shelf.play().state
    require_live(state)
    names = [known.name for known in state.boxes]
    if box_id not in [known.id for known in state.boxes]:
        raise Refused(
            f"That box is not in this play. Its boxes: {listed(names) or 'none'}.",
            "Leave out `--open`, or start with that box: `companion start blank … --box BOX`.",
        )
    Referee(shelf.house).require(
        len(state.rules) < OPEN_RULES,
        "BL-70",
        f"{len(state.rules)} rules lie open already, so this one was not added either.",
        "Leave out `--open`, then `companion blank swap-rule OUT IN`; if a card opens one more, "
        '`--house "the card says so"`.',
    )


def open_written_rule(shelf: "Shelf[Deck]", written: Reply, box: OpenBox[Deck], card: str) -> Reply:
    """Open a rule of a box in the current play; the reply to both entries."""
    found = BoxRule(box.id, box.now, box.now.cards[card])
    actions: list[Action[State]] = []

    def plan(action: Action[State]) -> None:
        require_live(action.state)
        open_card(action, at_table(action.state, action.reference), found)
        actions.append(action)

    opened = shelf.enter(plan)
    note_new(shelf, actions[-1])
    return replace(
        opened,
        lines=(*written.lines[:1], *opened.lines),
        warnings=(*written.warnings, *opened.warnings),
    )


def note_new(shelf: "Shelf[Deck]", action: Action[State]) -> None:
    """Note in the boxes which of the opened rules are new."""
    opened = [draft.data["rule"] for draft in action.drafts if draft.kind == RuleOpened.kind]
    note_new_rules(shelf, opened, action.play)


# Parameters


def _rule_candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterable[Candidate] | None:
    """Rules of the boxes; without a box, any words while there is room."""
    boxes = at_table(trial.state, trial.reference)
    if not boxes.decks and "instead" not in args and len(trial.state.rules) < OPEN_RULES:
        return None
    return offer_cards(boxes, rules_of, says_something)


Rules = Annotated[Sequence[str], words(name="RULE...", sort=A_CARD, candidates=_rule_candidates)]
Instead = Annotated[
    bool,
    flag(
        "These have been open from the start, not those entered before.",
        about="these from the start, not those entered before",
        when=lambda trial, args: bool(trial.state.rules),
    ),
]


@verb("enter which rules lie open", name="open")
def open_rules(action: Action[State], rules: Rules, *, instead: Instead = False) -> None:
    """Enter which rules lie open, by number or words.

    With `--instead`, only these have been open from the start. `swap-rule` replaces a rule.

    Examples:
      companion blank open 15
      companion blank open 15 3 sing
      companion blank open 15 3 7 --instead      what you turned up yourselves
      companion blank open "If a 6 is played, then all sing"   without a box
    """
    action.afterwards(lambda shelf: note_new(shelf, action))
    boxes = at_table(action.state, action.reference)
    if instead:
        correct_open_rules(action, boxes, rules)
        return
    for text in rules:
        open_named(action, boxes, text)


def _open_rule_candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    from companion.core.offer import about_line

    for rule in trial.state.rules:
        yield rule.label, about_line(rule.text)


def _incoming_candidates(
    trial: "Trial[State]", args: Arguments[State]
) -> Iterable[Candidate] | None:
    """Other rules of the boxes; none if one is drawn. Without a box, any words."""
    boxes = at_table(trial.state, trial.reference)
    if "draw" in args:
        return ()
    if not boxes.decks:
        return None
    try:
        gone = find_open_rule(trial.state, boxes, args["out"])
    except CompanionError:
        return ()  # that rule does not lie open, or several do
    return [word for word in offer_cards(boxes, rules_of, says_something) if word[0] != gone.label]


RuleOut = Annotated[str, word(name="OUT", sort=A_CARD, candidates=_open_rule_candidates)]
RuleIn = Annotated[
    str | None, word(name="IN", sort=A_CARD, lifts_refusal=True, candidates=_incoming_candidates)
]
DrawsRule = Annotated[
    bool,
    flag(
        "Let the companion draw one.",
        about="let the companion draw one",
        when=lambda trial, args: "out" in args and "rule" not in args,
    ),
]


@verb("replace an open rule", name="swap-rule")
def swap_rule(
    action: Action[State], out: RuleOut, rule: RuleIn = None, *, draw: DrawsRule = False
) -> None:
    """Put an open rule under the pile, and maybe open another.

    Without another: before the first card, one is drawn; later, fewer lie open (A-BL-10).

    Examples:
      companion blank swap-rule 15
      companion blank swap-rule 15 3
      companion blank swap-rule 15 --draw
    """
    action.afterwards(lambda shelf: note_new(shelf, action))
    if rule is not None and draw:
        raise Invalid("A rule is named or drawn, not both.", "Leave out IN or `--draw`.")
    if rule is not None and folded(rule) == folded(out):
        raise Invalid("A rule cannot be swapped for itself.", "Name another one, or `--draw`.")
    boxes = at_table(action.state, action.reference)
    gone = find_open_rule(action.state, boxes, out)
    chosen = None
    if draw or (rule is None and _needs_replacement(action, boxes)):
        chosen = _draw_rule(action, boxes, gone)
    action.add(RuleDiscarded(rule=gone.label))
    if chosen is not None:
        open_card(action, boxes, chosen)
    elif rule is not None:
        open_named(action, boxes, rule)


def _needs_replacement(action: Action[State], boxes: CardsInPlay) -> bool:
    """Whether another rule comes in by itself, as three are open at the start (BL-70, A-BL-10).

    Not without a box, nor by a house rule.
    """
    state = action.state
    few = len(state.rules) <= OPEN_RULES
    return state.is_setup and few and bool(boxes.decks) and action.house is None


def _draw_rule(action: Action[State], boxes: CardsInPlay, gone: OpenRule) -> BoxRule:
    """Draw a rule from the pile, as far as it is known."""
    if not boxes.decks:
        raise Refused(
            "Without a box, the companion knows no rule to draw.",
            'Draw one, and enter it: `companion blank swap-rule OUT "If …, then …"`.',
        )
    following = next_rules(boxes.decks, action.state.rules, action.state.buried)
    if following:
        return action.chance.choice(following)
    if above := count_unread(boxes.decks):
        raise Refused(
            f"The pile has {counted(above, 'printed rule')} that nobody has entered: "
            "one of those comes first (BL-71).",
            'Turn it up: `companion blank rule add "If …, then …" --printed` enters it, then '
            f"`companion blank swap-rule {gone.label} IN` opens it.",
        )
    raise Refused(
        "No other rule of the box is known.",
        "`companion blank rule add … --printed` enters one.",
    )
