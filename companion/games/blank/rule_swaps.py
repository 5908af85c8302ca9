"""Rules that are laid out, swapped, and put right: the verbs about those that lie open."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from companion.core.action import Action
from companion.core.box import OpenBox
from companion.core.event import Referee
from companion.core.names import counted, folded, listed
from companion.core.param import A_CARD, Arguments, Candidate, flag, one, several
from companion.core.play import require_live
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import CompanionError, Invalid, Refused
from companion.games.blank.deck import Deck
from companion.games.blank.in_play import CardsInPlay, in_the_deck, lying_open, offered, rules_in
from companion.games.blank.open_rules import (
    RULE_DISCARDED,
    RULE_OPENED,
    InBox,
    RuleDiscarded,
    RuleOpened,
    introduce,
    label,
    next_up,
    open_record,
    require_approved,
    told_record,
    unread,
)
from companion.games.blank.reference import at_table
from companion.games.blank.state import OPEN_RULES, OpenRule, RuleTold, State

if TYPE_CHECKING:
    from companion.core.box import Shelf
    from companion.core.offer import Trial

# Opened


def open_named(
    action: Action[State], boxes: CardsInPlay, text: str, stays: Sequence[str] | None = None
) -> None:
    """A rule comes in that words name; without a box, that they tell.

    With `stays` it did so from the start, as did those rules.
    """
    if not boxes.decks:
        known = (*action.before.rules, *action.state.rules, *action.state.buried)
        labels = {rule.label for rule in known}
        number = next(number for number in range(1, 999) if str(number) not in labels)
        _add(action, told_record(number, text), stays)
        return
    open_card(action, boxes, boxes.rule(text), stays)


def open_card(
    action: Action[State], boxes: CardsInPlay, rule: InBox, stays: Sequence[str] | None = None
) -> None:
    """A rule card of a box comes in. Raises Illegal for one that its owner has not approved."""
    require_approved(rule, action.referee)
    _add(action, open_record(rule, boxes.mixed, _is_new(action, rule)), stays)


def _add(action: Action[State], rule: RuleTold, stays: Sequence[str] | None) -> None:
    told: dict[str, Any] = {} if stays is None else correcting(stays)
    action.add(RULE_OPENED, cast(RuleOpened, {"rule": rule, **told}))


def _is_new(action: Action[State], rule: InBox) -> bool:
    """Whether a prize comes into a game for the first time with this play.

    So it does throughout the play that it came in with, even when it went under the pile between.
    """
    state, place = action.state, (rule.copy, rule.card.id)
    known = [it for it in (*state.rules, *state.buried) if (it.copy, it.card) == place]
    if any(it.new for it in known):
        return True
    if rule.card not in rule.deck.prizes:
        return False
    introduced = rule.card.introduced
    awaited = any((it.copy, it.card) == place for it in state.awaited)
    return introduced is None or awaited or (introduced == action.play and not known)


# Rules that lie open otherwise than they were told


def put_right(action: Action[State], boxes: CardsInPlay, texts: Sequence[str]) -> None:
    """Take away the rules that these words do not name, and open those that they name besides.

    What is taken away never lay open, and what is named and lies open did so all the time.
    """
    meant = {text: _lies_open(action.state, boxes, text) for text in texts}
    stay = [rule.label for rule in meant.values() if rule is not None]
    for rule in action.state.rules:
        if rule.label not in stay:
            action.add(
                RULE_DISCARDED, cast(RuleDiscarded, {"rule": rule.label, **correcting(stay)})
            )
    for text in texts:
        if meant[text] is None:
            open_named(action, boxes, text, stay)
    tell_what_acts(action, boxes)


def correcting(stay: Sequence[str]) -> dict[str, Any]:
    """What a fact holds besides that puts right what was told; these rules `stay`."""
    return {"corrects": True, **({"stays": list(stay)} if stay else {})}


def _lies_open(state: State, boxes: CardsInPlay, text: str) -> OpenRule | None:
    """The open rule that is named: of a box by its card, else by its number or all its words."""
    if boxes.decks:
        found = boxes.rule(text)
        return next((r for r in state.rules if r.label == label(found, boxes.mixed)), None)
    said = folded(text)
    return next((r for r in state.rules if said in (folded(r.label), folded(r.text))), None)


def tell_what_acts(action: Action[State], boxes: CardsInPlay) -> None:
    """Tell which of the rules that lay open after all the last card triggers."""
    from companion.games.blank.triggers import triggered

    acts = action.state.recent[-1].acts
    card = acts[0].card if acts else None
    if card is None:
        return
    there = {rule.label for rule in action.before.rules}
    came = [rule for rule in acts[0].rules if rule.label not in there]
    found = [f"rule {rule.label}" for rule in triggered(acts[0], came, boxes.colours).surely]
    if found:
        action.lines.append(f"{card.called}, played last, triggers {listed(found)}.")


# For a rule that has just been written into a box


def require_room(shelf: "Shelf[Deck]", box_id: str) -> None:
    """See to it that a rule of a box can be opened, before it is written into the box."""
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


def open_one(shelf: "Shelf[Deck]", told: Reply, box: OpenBox[Deck], card: str) -> Reply:
    """Open a rule of a box in the play at hand; the answer to both entries."""
    found = InBox(box.id, box.now, box.now.cards[card])
    actions: list[Action[State]] = []

    def plan(action: Action[State]) -> None:
        require_live(action.state)
        open_card(action, at_table(action.state, action.reference), found)
        actions.append(action)

    opened = shelf.enter(plan)
    note_new(shelf, actions[-1])
    return opened._replace(
        lines=(*told.lines[:1], *opened.lines), warnings=(*told.warnings, *opened.warnings)
    )


def note_new(shelf: "Shelf[Deck]", action: Action[State]) -> None:
    """Note in their boxes which of the rules that came in are new."""
    opened = [draft.data["rule"] for draft in action.drafts if draft.kind == RULE_OPENED.name]
    introduce(shelf, opened, action.play)


# The verbs


def _plan_open(action: Action[State], told: Arguments[State]) -> None:
    action.afterwards(lambda shelf: note_new(shelf, action))
    boxes, texts = at_table(action.state, action.reference), told[_RULES]
    if told[_INSTEAD]:
        put_right(action, boxes, texts)
        return
    for text in texts:
        open_named(action, boxes, text)


def _known_rules(trial: "Trial[State]", told: Arguments[State]) -> Iterable[Candidate] | None:
    """Rules of the boxes; without a box, any words, as long as there is room."""
    boxes = at_table(trial.state, trial.reference)
    if not boxes.decks and _INSTEAD not in told and len(trial.state.rules) < OPEN_RULES:
        return None
    return offered(boxes, rules_in, in_the_deck)


_RULES = several("RULE...", A_CARD, candidates=_known_rules)
_INSTEAD = flag(
    "--instead",
    "These lie open, and never did those told before.",
    about="these, and never those that were told",
    when=lambda trial, told: bool(trial.state.rules),
)

OPEN = Verb[State](
    name="open",
    about="rules that lie open now",
    help="""Rules that lie open now, by number or words.

    With `--instead` they did so from the start: for a rule that went, there is `swap-rule`.

    \b
    Examples:
      companion blank open 15
      companion blank open 15 3 sing
      companion blank open 15 3 7 --instead      what you turned up yourselves
      companion blank open "If a 6 is played, then everybody sings"      without a box
    """,
    params=(_RULES, _INSTEAD),
    plan=_plan_open,
)


def _plan_swap(action: Action[State], told: Arguments[State]) -> None:
    action.afterwards(lambda shelf: note_new(shelf, action))
    out, rule, draw = told[_OUT], told.get(_IN), told[_DRAW]
    if rule is not None and draw:
        raise Invalid("One rule comes in: named, or drawn.", "Leave out IN or `--draw`.")
    if rule is not None and folded(rule) == folded(out):
        raise Invalid("A rule is not swapped for itself.", "Name another one, or `--draw`.")
    boxes = at_table(action.state, action.reference)
    gone = lying_open(action.state, boxes, out)
    chosen = None
    if draw or (rule is None and _replaces(action, boxes)):
        chosen = _drawn(action, boxes, gone)
    action.add(RULE_DISCARDED, RuleDiscarded(rule=gone.label))
    if chosen is not None:
        open_card(action, boxes, chosen)
    elif rule is not None:
        open_named(action, boxes, rule)


def _replaces(action: Action[State], boxes: CardsInPlay) -> bool:
    """Whether another rule comes in by itself: three lie open at the start (BL-70, A-BL-10).

    Without a box, nobody knows which. What a house rule takes away stays away.
    """
    state = action.state
    few = len(state.rules) <= OPEN_RULES
    return state.setting_up and few and bool(boxes.decks) and action.house is None


def _drawn(action: Action[State], boxes: CardsInPlay, gone: OpenRule) -> InBox:
    """A rule from the pile, as far as it is known what may lie on top."""
    if not boxes.decks:
        raise Refused(
            "Without a box, the companion knows no rule to draw.",
            'Draw one, and tell it: `companion blank swap-rule OUT "If …, then …"`.',
        )
    following = next_up(boxes.decks, action.state.rules, action.state.buried)
    if following:
        return action.chance.choice(following)
    if above := unread(boxes.decks):
        raise Refused(
            f"The pile has {counted(above, 'printed rule')} that nobody has read to the companion: "
            "one of those comes first (BL-71).",
            'Turn it up: `companion blank rule add "If …, then …" --printed` tells of it, then '
            f"`companion blank swap-rule {gone.label} IN` opens it.",
        )
    raise Refused(
        "No other rule is known that could come in.",
        "`companion blank rule add … --printed` tells of one.",
    )


def _lying(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    from companion.core.offer import said

    for rule in trial.state.rules:
        yield rule.label, said(rule.text)


def _coming(trial: "Trial[State]", told: Arguments[State]) -> Iterable[Candidate] | None:
    """Other rules of the boxes; none where one is drawn. Without a box, any words."""
    boxes = at_table(trial.state, trial.reference)
    if _DRAW in told:
        return ()
    if not boxes.decks:
        return None
    try:
        gone = lying_open(trial.state, boxes, told[_OUT])
    except CompanionError:
        return ()  # that rule does not lie open, or several do
    return [word for word in offered(boxes, rules_in, in_the_deck) if word[0] != gone.label]


_OUT = one("OUT", A_CARD, candidates=_lying)
_IN = one("IN", A_CARD, optional=True, mends=True, candidates=_coming)
_DRAW = flag(
    "--draw",
    "Let the companion draw one.",
    about="let the companion draw one",
    when=lambda trial, told: _OUT in told and _IN not in told,
)

SWAP_RULE = Verb[State](
    name="swap-rule",
    about="a rule goes, another comes",
    help="""A rule goes under the pile; another may come in.

    Before the first card, one is drawn for it; after that, fewer lie open (A-BL-10).

    \b
    Examples:
      companion blank swap-rule 15
      companion blank swap-rule 15 3
      companion blank swap-rule 15 --draw
    """,
    params=(_OUT, _IN, _DRAW),
    plan=_plan_swap,
)
