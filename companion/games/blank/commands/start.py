"""`companion start blank`."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion.core.action import Action
from companion.core.names import folded, listed
from companion.core.seats import seats_for
from companion.errors import Illegal
from companion.games.blank.commands.at_table import BoxesInPlay
from companion.games.blank.commands.newcomers import introduce, new_rules
from companion.games.blank.deck.marks import require_marks
from companion.games.blank.game import GAME
from companion.games.blank.moves.rule_draw import (
    Drawn,
    InBox,
    drawn,
    label,
    open_record,
    pile,
    told_record,
    unread,
)
from companion.games.blank.rules.record import opening
from companion.games.blank.state import MANY_PLAYERS, OPEN_RULES, Box
from companion.table import starting
from companion.table.boxes import in_use, named_copy, use
from companion.table.copies import open_copy
from companion.table.desk import Desk
from companion.table.options import takes
from companion.table.reply import Reply

app = typer.Typer()

NO_RULES = "none"


@app.command("blank")
@takes(play=False)
def start(
    ctx: typer.Context,
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="Clockwise.", show_default=False)
    ],
    first: Annotated[
        str | None, typer.Option(metavar="NAME", help="The youngest, who begins.")
    ] = None,
    copy: Annotated[
        list[str] | None,
        typer.Option(metavar="BOX", help="The box; again for each one mixed in."),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE", help="Rules that lie open: `15,3,7`; `none` draws none."),
    ] = None,
    top: Annotated[
        str | None, typer.Option(metavar="CARD", help="The card turned up, `3-circle`.")
    ] = None,
) -> Reply:
    """Begin BLANK.

    Everything but the players may be left out. New rules come in by themselves, others are drawn.

    \b
    Examples:
      companion start blank Ana Ben Cho --first Cho
      companion start blank Ana Ben --copy friday --rules 15,3,7 --top 3-circle
      companion start blank Ana Ben --rules none      you draw, and tell later
    """
    desk: Desk = ctx.obj
    GAME.seat_players(players)
    boxes = _boxes(desk, copy)
    at_table = BoxesInPlay(desk, boxes)
    new = new_rules(desk, at_table)
    told = _told_rules(at_table, rules, new)
    chosen = told if told is not None else _drawn(desk, at_table, new)
    records = chosen if isinstance(chosen, list) else _records(at_table, chosen)
    options: dict[str, Any] = {
        "boxes": [box._asdict() for box in boxes],
        "rules": records,
        "pile": pile(at_table.decks, len(records)),
    }
    if top is not None:
        state = opening(seats_for(players), 0, options)
        action = Action(GAME, state)
        options["top"] = at_table.card(action, top).record()
    reply = starting.start(desk, GAME.id, players, first, options)
    warnings = _warnings(players, at_table, new, records, rules)
    warnings += introduce(desk, records, desk.group_document()["current"])
    if boxes:
        use(desk, GAME, [box.id for box in boxes])
    return reply._replace(warnings=(*reply.warnings, *warnings))


def _boxes(desk: Desk, names: list[str] | None) -> list[Box]:
    """The boxes that are played with: those named, or those in use."""
    ids = [named_copy(desk, GAME, name) for name in names or ()] or in_use(desk, GAME)
    decks = [(copy_id, open_copy(desk, GAME, copy_id).reference) for copy_id in dict.fromkeys(ids)]
    require_marks([deck for _, deck in decks])
    return [Box(copy_id, deck.name, deck.mark) for copy_id, deck in decks]


def _told_rules(
    at_table: BoxesInPlay, rules: list[str] | None, new: list[InBox]
) -> list[dict[str, Any]] | None:
    """The rules that lie open, as told; None where they are to be drawn."""
    if rules is None:
        return None
    texts = [text for told in rules for text in _split(told)]
    if [folded(text) for text in texts] == [NO_RULES]:
        return []
    if not at_table.decks:
        records = [told_record(number, text) for number, text in enumerate(texts, 1)]
    else:
        found = [at_table.rule(text) for text in texts]
        fresh = {(rule.copy, rule.card.id) for rule in new}
        records = [
            open_record(rule, at_table.mixed, (rule.copy, rule.card.id) in fresh) for rule in found
        ]
    labels = [record["label"] for record in records]
    doubles = [name for name in labels if labels.count(name) > 1]
    if len(records) > OPEN_RULES or doubles:
        raise Illegal(
            "BL-70",
            f"Rule {doubles[0]} is named twice."
            if doubles
            else f"A game begins with three rules, not {len(records)}.",
            "`--rules 15,3,7`: three different ones, or fewer, and the rest with `blank open`.",
        )
    return records


def _split(told: str) -> list[str]:
    """Several numbers in one word, `15,3,7`; a sentence with commas stays whole."""
    parts = [part.strip() for part in told.split(",")]
    return [part for part in parts if part] if all(" " not in part for part in parts) else [told]


def _drawn(desk: Desk, at_table: BoxesInPlay, new: list[InBox]) -> Drawn:
    return drawn(at_table.decks, new, desk.chance(1))


def _records(at_table: BoxesInPlay, chosen: Drawn) -> list[dict[str, Any]]:
    return [open_record(rule, at_table.mixed, rule in chosen.new) for rule in chosen.rules]


def _warnings(
    players: Sequence[str],
    at_table: BoxesInPlay,
    new: list[InBox],
    records: list[dict[str, Any]],
    told: list[str] | None,
) -> list[str]:
    """What the table should not miss: many players, rules that nobody read, new ones left out."""
    warnings = []
    if len(players) > MANY_PLAYERS:
        warnings.append(f"With {len(players)} players few cards are left to draw (A-BL-01).")
    missing = unread(at_table.decks)
    if told is None and missing and at_table.decks:
        warnings.append(
            f"{missing} printed rules were never read to the companion, so it drew from the "
            "others. `--rules` tells what you drew yourselves."
        )
    there = {(record["copy"], record["card"]) for record in records if "card" in record}
    left = [rule for rule in new if (rule.copy, rule.card.id) not in there]
    if left and told is not None:
        names = listed([label(rule, at_table.mixed) for rule in left])
        warnings.append(f"Rule {names} is new, and was to come in now (BL-113).")
    for _, deck in at_table.decks:
        waiting = [card for card in deck.rules if card.status == "proposed" and _is_prize(card)]
        warnings += [
            f"Rule {card.number} was a prize and is not in: {deck.owner or 'the owner'} has not "
            f"approved it. `companion blank rule approve {card.number}`, then "
            f"`companion blank swap-rule OUT {card.number}`."
            for card in waiting
            if not card.in_deck and not card.out
        ]
    return warnings


def _is_prize(card: Any) -> bool:
    return any(revision.play for revision in card.revisions)
