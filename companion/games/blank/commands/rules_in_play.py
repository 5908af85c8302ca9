"""Verbs about the rules that lie open: `open`, `swap-rule`."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import typer

from companion.core.action import Action
from companion.core.changed import replace
from companion.core.names import counted, folded, listed
from companion.core.play import require_live
from companion.core.referee import Referee
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.games.blank.commands.at_table import BoxesInPlay
from companion.games.blank.commands.newcomers import introduce, new_rules
from companion.games.blank.in_play import lying_open
from companion.games.blank.laid_out import Instead, correcting, put_right, tell_what_acts
from companion.games.blank.open_rules import require_awaited
from companion.games.blank.rule_pile import (
    InBox,
    next_up,
    open_record,
    told_record,
    unread,
)
from companion.games.blank.state import OPEN_RULES, OpenRule, State
from companion.table.copies import OpenCopy
from companion.table.desk import Desk, Plan
from companion.table.options import takes

app = typer.Typer()

_NOTHING: Mapping[str, Any] = {}
RuleText = Annotated[list[str], typer.Argument(metavar="RULE...", show_default=False)]


@app.command("open")
@takes(house=True)
def open_rules(
    ctx: typer.Context,
    rules: RuleText,
    instead: Annotated[
        bool, typer.Option("--instead", help="These lie open, and never did those told before.")
    ] = False,
) -> Reply:
    """Rules that lie open now, by number or words.

    With `--instead` they did so from the start: for a rule that went, there is `swap-rule`.

    \b
    Examples:
      companion blank open 15
      companion blank open 15 3 sing
      companion blank open 15 3 7 --instead      what you turned up yourselves
      companion blank open "If a 6 is played, then everybody sings"      without a box
    """
    desk: Desk = ctx.obj

    def plan(action: Action[State], reference: Any) -> None:
        at_table = BoxesInPlay(desk, action.state.boxes)
        right = put_right(action, at_table, rules) if instead else Instead(rules, [])
        for text in right.texts:
            _open(desk, action, at_table, text, correcting(right.stays) if instead else {})
        if instead:
            tell_what_acts(action, at_table)

    return _act(desk, plan)


def _act(desk: Desk, plan: Plan) -> Reply:
    """Make the entry; rules that are new in it are noted in their boxes."""
    opened: list[Mapping[str, Any]] = []

    def noting(action: Action[State], reference: Any) -> None:
        require_live(action.state)
        plan(action, reference)
        opened.extend(d.data["rule"] for d in action.drafts if d.kind == "rule.opened")

    ref = desk.play_ref()
    reply = desk.act(noting, ref)
    introduce(desk, opened, ref.id)
    return reply


def _open(
    desk: Desk,
    action: Action[State],
    at_table: BoxesInPlay,
    text: str,
    told: Mapping[str, Any] = _NOTHING,
) -> None:
    if not at_table.decks:
        known = (*action.before.rules, *action.state.rules, *action.state.buried)
        labels = {rule.label for rule in known}
        number = next(number for number in range(1, 999) if str(number) not in labels)
        action.add("rule.opened", rule=told_record(number, text), **told)
        return
    found = at_table.rule(text)
    if found.card.agreed is None:
        action.warn(
            f"Rule {found.card.number} is only proposed: {found.deck.owner or 'the owner'} has not "
            "approved it (BL-108)."
        )
    _add(desk, action, at_table, found, told)


def _add(
    desk: Desk,
    action: Action[State],
    at_table: BoxesInPlay,
    rule: InBox,
    told: Mapping[str, Any] = _NOTHING,
) -> None:
    known = (*action.state.rules, *action.state.buried)
    # New throughout the play that it came in with, even when it went under the pile between.
    new = any(
        before.new and (before.copy, before.card) == (rule.copy, rule.card.id) for before in known
    ) or (rule.copy, rule.card.id) in [
        (other.copy, other.card.id) for other in new_rules(desk, at_table)
    ]
    action.add("rule.opened", rule=open_record(rule, at_table.mixed, new), **told)


def require_room(desk: Desk, copy_id: str) -> None:
    """See to it that a rule of a box can be opened, before it is written into the box."""
    state: State = desk.open().state
    require_live(state)
    names = [known.name for known in state.boxes]
    if copy_id not in [known.id for known in state.boxes]:
        raise Refused(
            f"That box is not played with: {listed(names) or 'none'} is.",
            "Leave out `--open`, or begin with that box: `companion start blank … --copy BOX`.",
        )
    Referee(desk.house).require(
        len(state.rules) < OPEN_RULES,
        "BL-70",
        f"{len(state.rules)} rules lie open already, so it was not written down either.",
        "Leave out `--open`, and `companion blank swap-rule OUT IN`; where a card opens one more, "
        '`--house "the card says so"`.',
    )
    if state.setting_up or not state.buried:
        fresh = OpenRule("", "")
        require_awaited(replace(state, rules=(*state.rules, fresh)), Referee(desk.house))


def open_one(desk: Desk, told: Reply, box: OpenCopy, card: str) -> Reply:
    """Open a rule of a box in the play at hand; the answer to both entries."""
    found = InBox(box.ref.id, box.reference, box.reference.cards[card])

    def plan(action: Action[State], reference: Any) -> None:
        _add(desk, action, BoxesInPlay(desk, action.state.boxes), found)

    opened = _act(desk, plan)
    return opened._replace(
        lines=(*told.lines[:1], *opened.lines), warnings=(*told.warnings, *opened.warnings)
    )


@app.command("swap-rule")
@takes(house=True)
def swap_rule(
    ctx: typer.Context,
    out: Annotated[str, typer.Argument(metavar="OUT", show_default=False)],
    rule: Annotated[str | None, typer.Argument(metavar="[IN]", show_default=False)] = None,
    draw: Annotated[bool, typer.Option("--draw", help="Let the companion draw one.")] = False,
) -> Reply:
    """A rule goes under the pile; another may come in.

    Before the first card, one is drawn for it; after that, fewer lie open (A-BL-10).

    \b
    Examples:
      companion blank swap-rule 15
      companion blank swap-rule 15 3
      companion blank swap-rule 15 --draw
    """
    desk: Desk = ctx.obj

    def plan(action: Action[State], reference: Any) -> None:
        if rule is not None and draw:
            raise Invalid("One rule comes in: named, or drawn.", "Leave out IN or `--draw`.")
        if rule is not None and folded(rule) == folded(out):
            raise Invalid("A rule is not swapped for itself.", "Name another one, or `--draw`.")
        at_table = BoxesInPlay(desk, action.state.boxes)
        gone = lying_open(action.state, at_table, out)
        chosen = None
        if draw or (rule is None and _replaces(action, at_table)):
            chosen = _draw(action, at_table, desk.chance(action.entry), gone)
        action.add("rule.discarded", rule=gone.label)
        if chosen is not None:
            _add(desk, action, at_table, chosen)
        elif rule is not None:
            _open(desk, action, at_table, rule)

    return _act(desk, plan)


def _replaces(action: Action[State], at_table: BoxesInPlay) -> bool:
    """Whether another rule comes in by itself: three lie open at the start (BL-70, A-BL-10).

    Without a box, nobody knows which. What a house rule takes away stays away.
    """
    state = action.state
    few = len(state.rules) <= OPEN_RULES
    return state.setting_up and few and bool(at_table.decks) and action.house is None


def _draw(action: Action[State], at_table: BoxesInPlay, chance: Random, gone: OpenRule) -> InBox:
    """A rule from the pile, as far as it is known what may lie on top."""
    if not at_table.decks:
        raise Refused(
            "Without a box, the companion knows no rule to draw.",
            'Draw one, and tell it: `companion blank swap-rule OUT "If …, then …"`.',
        )
    following = next_up(at_table.decks, action.state.rules, action.state.buried)
    if following:
        return chance.choice(following)
    if above := unread(at_table.decks):
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
