"""Rules that are laid out, swapped, and put right: the verbs about those that lie open."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.box import OpenBox
from companion.core.command import flag, verb, word, words
from companion.core.event import Referee
from companion.core.names import counted, folded, listed
from companion.core.param import A_CARD, Arguments, Candidate
from companion.core.play import require_live
from companion.core.reply import Reply
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

# Opened


def open_named(
    action: Action[State], boxes: CardsInPlay, text: str, stays: Sequence[str] | None = None
) -> None:
    """A rule comes in that words name; without a box, that they are.

    With `stays` it did so from the start, as did those rules.
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
    """A rule card of a box comes in. Raises Illegal for one that its owner has not approved."""
    require_approved(rule, action.referee)
    _add(action, rule_record(rule, boxes.mixed, _is_new(action, rule)), stays)


def _add(action: Action[State], rule: RuleRecord, stays: Sequence[str] | None) -> None:
    corrects = stays is not None
    action.add(RuleOpened(rule=rule, corrects=corrects, stays=list(stays or ()) or ()))


def _is_new(action: Action[State], rule: BoxRule) -> bool:
    """Whether a prize comes into a game for the first time with this play.

    So it does throughout the play that it came in with, even when it went under the pile between.
    """
    state, place = action.state, rule.place
    known = [it for it in (*state.rules, *state.buried) if it.place == place]
    if any(it.new for it in known):
        return True
    if rule.card not in rule.deck.prizes:
        return False
    introduced = rule.card.introduced
    awaited = any(it.place == place for it in state.new_prizes)
    return introduced is None or awaited or (introduced == action.play and not known)


# Rules that lie open otherwise than was entered


def correct_open_rules(action: Action[State], boxes: CardsInPlay, texts: Sequence[str]) -> None:
    """Take away the rules that these words do not name, and open those that they name besides.

    What is taken away never lay open, and what is named and lies open did so all the time.
    """
    meant = {text: _find_open(action.state, boxes, text) for text in texts}
    stay = [rule.label for rule in meant.values() if rule is not None]
    for rule in action.state.rules:
        if rule.label not in stay:
            action.add(RuleDiscarded(rule=rule.label, corrects=True, stays=stay or ()))
    for text in texts:
        if meant[text] is None:
            open_named(action, boxes, text, stay)
    announce_triggered(action, boxes)


def _find_open(state: State, boxes: CardsInPlay, text: str) -> OpenRule | None:
    """The open rule that is named: of a box by its card, else by its number or all its words."""
    if boxes.decks:
        found = boxes.rule(text)
        return next((r for r in state.rules if r.label == found.label(boxes.mixed)), None)
    said = folded(text)
    return next((r for r in state.rules if said in (folded(r.label), folded(r.text))), None)


def announce_triggered(action: Action[State], boxes: CardsInPlay) -> None:
    """Say which of the rules that lay open after all the last card triggers."""
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


# For a rule that has just been written into a box


def require_room(shelf: "Shelf[Deck]", box_id: str) -> None:
    """Refuse a rule of a box that could not be opened, before it is written into the box."""
    state: State = shelf.play().state
    require_live(state)
    names = [known.name for known in state.boxes]
    if box_id not in [known.id for known in state.boxes]:
        raise Refused(
            f"That box is not played with: {listed(names) or 'none'} is.",
            "Leave out `--open`, or begin with that box: `companion start blank … --copy BOX`.",
        )
    Referee(shelf.house).require(
        len(state.rules) < OPEN_RULES,
        "BL-70",
        f"{len(state.rules)} rules lie open already, so it was not written down either.",
        "Leave out `--open`, and `companion blank swap-rule OUT IN`; where a card opens one more, "
        '`--house "the card says so"`.',
    )


def open_written_rule(shelf: "Shelf[Deck]", written: Reply, box: OpenBox[Deck], card: str) -> Reply:
    """Open a rule of a box in the play at hand; the answer to both entries."""
    found = BoxRule(box.id, box.now, box.now.cards[card])
    actions: list[Action[State]] = []

    def plan(action: Action[State]) -> None:
        require_live(action.state)
        open_card(action, at_table(action.state, action.reference), found)
        actions.append(action)

    opened = shelf.enter(plan)
    note_new(shelf, actions[-1])
    return opened._replace(
        lines=(*written.lines[:1], *opened.lines),
        warnings=(*written.warnings, *opened.warnings),
    )


def note_new(shelf: "Shelf[Deck]", action: Action[State]) -> None:
    """Note in their boxes which of the rules that came in are new."""
    opened = [draft.data["rule"] for draft in action.drafts if draft.kind == RuleOpened.kind]
    note_new_rules(shelf, opened, action.play)


# What is typed


def _rule_candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterable[Candidate] | None:
    """Rules of the boxes; without a box, any words, as long as there is room."""
    boxes = at_table(trial.state, trial.reference)
    if not boxes.decks and "instead" not in args and len(trial.state.rules) < OPEN_RULES:
        return None
    return offer_cards(boxes, rules_of, says_something)


Rules = Annotated[Sequence[str], words(name="RULE...", sort=A_CARD, candidates=_rule_candidates)]
Instead = Annotated[
    bool,
    flag(
        "These lie open, and those entered before never did.",
        about="these, and never those entered before",
        when=lambda trial, args: bool(trial.state.rules),
    ),
]


@verb("rules that lie open now", name="open")
def open_rules(action: Action[State], rules: Rules, *, instead: Instead = False) -> None:
    """Rules that lie open now, by number or words.

    With `--instead` they did so from the start: for a rule that went, there is `swap-rule`.

    \b
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
    from companion.core.offer import said

    for rule in trial.state.rules:
        yield rule.label, said(rule.text)


def _incoming_candidates(
    trial: "Trial[State]", args: Arguments[State]
) -> Iterable[Candidate] | None:
    """Other rules of the boxes; none where one is drawn. Without a box, any words."""
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


@verb("a rule goes, another comes", name="swap-rule")
def swap_rule(
    action: Action[State], out: RuleOut, rule: RuleIn = None, *, draw: DrawsRule = False
) -> None:
    """A rule goes under the pile; another may come in.

    Before the first card, one is drawn for it; after that, fewer lie open (A-BL-10).

    \b
    Examples:
      companion blank swap-rule 15
      companion blank swap-rule 15 3
      companion blank swap-rule 15 --draw
    """
    action.afterwards(lambda shelf: note_new(shelf, action))
    if rule is not None and draw:
        raise Invalid("One rule comes in: named, or drawn.", "Leave out IN or `--draw`.")
    if rule is not None and folded(rule) == folded(out):
        raise Invalid("A rule is not swapped for itself.", "Name another one, or `--draw`.")
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
    """Whether another rule comes in by itself: three lie open at the start (BL-70, A-BL-10).

    Without a box, nobody knows which. What a house rule takes away stays away.
    """
    state = action.state
    few = len(state.rules) <= OPEN_RULES
    return state.is_setup and few and bool(boxes.decks) and action.house is None


def _draw_rule(action: Action[State], boxes: CardsInPlay, gone: OpenRule) -> BoxRule:
    """A rule from the pile, as far as it is known what may lie on top."""
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
        "No other rule is known that could come in.",
        "`companion blank rule add … --printed` enters one.",
    )
