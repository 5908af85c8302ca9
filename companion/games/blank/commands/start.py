"""`companion start blank`."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer

from companion.arguments import Players
from companion.core.names import folded, listed
from companion.core.referee import Referee
from companion.core.reply import Reply
from companion.errors import CompanionError, Invalid, NotFound, StorageError
from companion.games.blank.commands.at_table import BoxesInPlay
from companion.games.blank.commands.newcomers import introduce, new_rules
from companion.games.blank.game import GAME
from companion.games.blank.mixing import require_marks
from companion.games.blank.rule_pile import (
    InBox,
    drawn,
    game_cards,
    label,
    open_record,
    pile,
    told_record,
    unread,
)
from companion.games.blank.state import MANY_PLAYERS, OPEN_RULES, Box
from companion.table import starting
from companion.table.boxes import in_use, named_copy
from companion.table.copies import open_copy
from companion.table.desk import Desk
from companion.table.options import takes

app = typer.Typer()

NO_RULES = "none"


@app.command("blank")
@takes(play=False, house=True)
def start(
    ctx: typer.Context,
    players: Players = None,
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

    Everything may be left out but the players of a first game; the same ones may play again. New
    rules come in by themselves, others are drawn.

    \b
    Examples:
      companion start blank Ana Ben Cho --first Cho
      companion start blank Ana Ben --copy friday --rules 15,3,7 --top 3-circle
      companion start blank Ana Ben --rules none      you draw, and tell later
    """
    desk: Desk = ctx.obj
    referee = Referee(desk.house)
    names = starting.people(desk, GAME.id, players, referee)
    boxes, warnings = _boxes(desk, copy, referee)
    at_table = BoxesInPlay(desk, boxes)
    new = new_rules(desk, at_table)
    told = _told_rules(at_table, rules, new, referee)
    if told:
        _require_new(at_table, told, new, referee)
    if told is None:
        chosen = drawn(at_table.decks, new, desk.chance(1))
        told = [open_record(rule, at_table.mixed, rule in chosen.new) for rule in chosen.rules]
    options: dict[str, Any] = {
        "boxes": [box._asdict() for box in boxes],
        "rules": told,
        "pile": pile(at_table.decks, len(told)),
        "cards": game_cards(at_table.decks),
    }
    if top is not None:
        options["top"] = at_table.card(top).card.record()
    if new and "BL-113" not in referee.overruled:
        options["awaited"] = [
            {"copy": it.copy, "card": it.card.id, "label": label(it, at_table.mixed)} for it in new
        ]
    ids = [box.id for box in boxes]
    reply = starting.start(desk, GAME.id, names, first, options, referee, in_use=ids)
    warnings += _warnings(names, at_table, told, rules)
    introduce(desk, told, reply.document()["play"])
    lines = _lines(at_table, told, rules)
    return reply._replace(lines=(*reply.lines, *lines), warnings=(*reply.warnings, *warnings))


def _boxes(desk: Desk, names: list[str] | None, referee: Referee) -> tuple[list[Box], list[str]]:
    """The boxes that are played with: those named, or those in use; and what is wrong with one.

    A box in use that cannot be read keeps nobody from playing.
    """
    ids = [named_copy(desk, GAME, name) for name in names or ()] or in_use(desk, GAME)
    decks, warnings = [], []
    for copy_id in dict.fromkeys(ids):
        try:
            decks.append((copy_id, open_copy(desk, GAME, copy_id).reference))
        except (NotFound, StorageError) as problem:
            if names:
                raise
            warnings.append(f"{problem.message} You play without it.")
    require_marks([deck for _, deck in decks], referee)
    return [Box(copy_id, deck.name, deck.mark) for copy_id, deck in decks], warnings


def _told_rules(
    at_table: BoxesInPlay, rules: list[str] | None, new: list[InBox], referee: Referee
) -> list[Any] | None:
    """The rules that lie open, as told; None where they are to be drawn."""
    if rules is None:
        return None
    texts = [text for told in rules for text in _split(told)]
    if [folded(text) for text in texts] == [NO_RULES]:
        return []
    if not at_table.decks:
        records = [told_record(number, text) for number, text in enumerate(texts, 1)]
    else:
        found = [rule for told in texts for rule in _named(at_table, told)]
        fresh = {(rule.copy, rule.card.id) for rule in new}
        records = [
            open_record(rule, at_table.mixed, (rule.copy, rule.card.id) in fresh) for rule in found
        ]
    labels = [record["label"] for record in records]
    doubles = [name for name in labels if labels.count(name) > 1]
    if doubles:
        raise Invalid(f"Rule {doubles[0]} is named twice.", "`--rules 15,3,7`: different ones.")
    referee.require(
        len(records) <= OPEN_RULES,
        "BL-70",
        f"A game begins with three rules, not {len(records)}.",
        "`--rules 15,3,7`, or fewer, and the rest with `companion blank open RULE…`.",
    )
    return records


def _require_new(
    at_table: BoxesInPlay, records: list[Any], new: list[InBox], referee: Referee
) -> None:
    """See to it that prizes which are new are among the rules: all, or three of them (A-BL-14)."""
    there = [(record["copy"], record["card"]) for record in records if "card" in record]
    left = [rule for rule in new if (rule.copy, rule.card.id) not in there]
    if len(new) - len(left) >= min(OPEN_RULES, len(new)):
        return
    labels = [label(rule, at_table.mixed) for rule in left]
    others = [record["label"] for record in records][: OPEN_RULES - 1]
    those = f"Rule {labels[0]} is" if len(left) == 1 else f"Rules {listed(labels)} are"
    referee.refuse(
        "BL-113",
        f"{those} new: a prize is one of the three rules of the next game.",
        f"`--rules {','.join([*labels, *others][:OPEN_RULES])}`; without `--rules` it comes in by "
        'itself. Where the table plays without, `--house "…"`.',
    )


def _named(at_table: BoxesInPlay, told: str) -> list[InBox]:
    """The rule of these words; or several, where they are no rule's and have commas between."""
    try:
        return [at_table.rule(told)]
    except CompanionError:
        parts = [part.strip() for part in told.split(",") if part.strip()]
        with suppress(CompanionError):
            return [at_table.rule(part) for part in parts if len(parts) > 1] or [at_table.rule("")]
        raise


def _split(told: str) -> list[str]:
    """Several numbers in one word, `15,3,7`; a sentence with commas stays whole."""
    parts = [part.strip() for part in told.split(",")]
    return [part for part in parts if part] if all(" " not in part for part in parts) else [told]


def _lines(at_table: BoxesInPlay, records: list[Any], told: list[str] | None) -> list[str]:
    """How the rules are named that the table turned up itself, where the companion drew."""
    if told is not None or not records or unread(at_table.decks):
        return []
    return [
        "The companion drew these rules. You turned up others? `companion blank open 3 7 15 "
        "--instead` names all three, by numbers or first words."
    ]


def _warnings(
    players: Sequence[str],
    at_table: BoxesInPlay,
    records: list[Any],
    told: list[str] | None,
) -> list[str]:
    """What the table should not miss: many players, rules that nobody read or approved."""
    warnings = []
    if len(players) > MANY_PLAYERS:
        warnings.append(f"With {len(players)} players few cards are left to draw (A-BL-01).")
    missing = unread(at_table.decks)
    if told is None and missing and records:
        warnings.append(
            f"{missing} printed rules were never read to the companion, so it drew from the "
            "others. What you turned up yourselves, by numbers or first words, in one go: "
            "`companion blank open 3 7 15 --instead`."
        )
    there = {(record["copy"], record["card"]) for record in records if "card" in record}
    for copy, deck in at_table.decks:
        opened = {card for home, card in there if home == copy}
        owner = deck.owner or "the owner"
        for card in deck.rules:
            if card.agreed is not None or card.out:
                continue
            if card.id in opened:
                warnings.append(
                    f"Rule {card.number} is only proposed: {owner} has not approved it (BL-108)."
                )
            elif any(rev.play for rev in card.revisions if rev.declined is None):
                full = len(records) >= OPEN_RULES
                verb = "swap-rule OUT" if full else "open"
                warnings.append(
                    f"Rule {card.number} was a prize and is not in: {owner} has not approved it. "
                    f"`companion blank rule approve {card.number}`, then "
                    f"`companion blank {verb} {card.number}`."
                )
    return warnings
