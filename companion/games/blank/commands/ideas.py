"""`companion blank idea`: when the pen hovers."""

from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.core.names import short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.errors import CompanionError, Invalid
from companion.games.blank.cards import Card
from companion.games.blank.commands.boxes import By, CopyName, boxes
from companion.games.blank.commands.catalogue import Effect, Target, Trigger
from companion.games.blank.game import GAME
from companion.games.blank.ideas import Ideas
from companion.games.blank.wording import Wording, written
from companion.table.boxes import in_use
from companion.table.desk import Desk
from companion.table.options import takes

if TYPE_CHECKING:
    from companion.core.blocks import Block

app = typer.Typer()

DEFAULT_COUNT = 3
MOST = 20
HIGHEST_SEED = 999_999_999


@app.command("idea")
@takes(house=True)
def idea(
    ctx: typer.Context,
    trigger: Trigger = None,
    target: Target = None,
    effect: Effect = None,
    for_card: Annotated[bool, typer.Option("--card", help="For a game card: no trigger.")] = False,
    count: Annotated[str, typer.Option(metavar="N", help="How many.")] = str(DEFAULT_COUNT),
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same number gives the same ideas.")
    ] = None,
    propose: Annotated[
        str | None, typer.Option(metavar="N", help="Propose that one of them as a rule.")
    ] = None,
    by: By = None,
    prize: Annotated[bool, typer.Option("--prize", help="The prize of the play just won.")] = False,
    copy: CopyName = None,
) -> Reply:
    """See ideas for a new card.

    They are put together of the rulebook's table and of what stands on your own cards.

    \b
    Examples:
      companion blank idea
      companion blank idea --trigger "a 6 is played" --count 5
      companion blank idea --card --target "all players"
      companion blank idea --propose 2 --prize      the second of those just shown
      companion blank idea --seed 417 --propose 2 --by Ana
    """
    desk: Desk = ctx.obj
    asked = written(trigger or "", target or "", effect or "")
    number = _number(count, "number of ideas", 1, MOST)
    if for_card and (asked.trigger or propose is not None):
        raise Invalid(
            "A game card has no trigger but being played, and ideas are proposed as rules.",
            "`companion blank card customise CARD --target … --effect …` writes it.",
        )
    if seed is None and propose is not None:
        seed, asked, number = _last_shown(desk, asked)
    told, _, many = ("" if seed is None else seed).partition(".")
    known = desk.chance(0).randrange(1000) if seed is None else _seed(told)
    own, much = _own_cards(desk, copy, _seed(many) if many else None)
    ideas = Ideas(desk.reference(GAME).read("ideas"), own)
    make = ideas.effect if for_card else ideas.rule
    found = ideas.several(make, Random(known), asked, number)
    if propose is not None:
        from companion.games.blank.commands.rule_cards import add

        chosen = found[_number(propose, "number of an idea", 1, len(found)) - 1]
        trigger, target, effect, _ = chosen
        return add(ctx, None, trigger, target, effect, by=by, prize=prize, copy=copy)
    shown = f"{known}.{much}"
    again = "" if _remember(desk, shown, asked, number, for_card) else f"--seed {shown} "
    signed = "--prize" if _prize_waits(desk) else "--by NAME"
    return _shown(found, shown, f"{again}--propose 2 {signed}", for_card)


def _prize_waits(desk: Desk) -> bool:
    """Whether the play at hand was won, and its prize not taken yet."""
    try:
        play = desk.open()
    except CompanionError:
        return False
    return bool(play.reference.prize_waits(play.state))


def _remember(desk: Desk, seed: str, asked: Wording, count: int, for_card: bool) -> bool:
    """Keep which ideas were shown last, so that `--propose 2` alone means the second of them.

    Not where nobody has played or told anything yet: looking at ideas makes no group.
    """
    if not desk.group_document():
        return False
    with desk.changing_group() as document:
        document["idea"] = {"seed": seed, "count": count, "card": for_card, **asked._asdict()}
    return True


def _last_shown(desk: Desk, asked: Wording) -> tuple[str, Wording, int]:
    """Seed, parts and number of the ideas shown last. Raises Invalid where it was not these."""
    kept: Any = desk.group_document().get("idea")
    try:
        told = Wording(*(kept[part] for part in Wording._fields))
        seed, number = kept["seed"], kept["count"]
        known = all(isinstance(text, str) for text in (seed, *told)) and type(number) is int
    except (TypeError, KeyError):
        known = False
    if not known:
        raise Invalid("No ideas were shown yet.", "`companion blank idea` shows some.")
    if kept.get("card"):
        raise Invalid(
            "The ideas shown last were for a game card, not for a rule.",
            "`companion blank idea` shows some for rules.",
        )
    if not asked.empty and asked != told:
        raise Invalid(
            "The ideas shown last were made of other parts.",
            "Leave out the parts, or name the ideas: `--seed N`.",
        )
    return seed, told, number


def _seed(text: str) -> int:
    return _number(text, "seed", 0, HIGHEST_SEED)


def _own_cards(desk: Desk, copy: str | None, much: int | None) -> tuple[list[Card], int]:
    """The rules of the boxes in use, as they were when so `much` was written on them; and how much.

    What was written since ideas were shown is no part of them, or the same seed would give others.
    None where no box is told: the table will do.
    """
    if copy is None and not in_use(desk, GAME):
        return [], 0
    cards = [(box.ref.id, card) for box in boxes(desk, copy) for card in box.reference.rules]
    known = sorted(
        (revision.at, home, revision.entry, card.id)
        for home, card in cards
        for revision in card.revisions
    )[:much]
    there = set(known)
    own = [
        card._replace(
            revisions=tuple(
                revision
                for revision in card.revisions
                if (revision.at, home, revision.entry, card.id) in there
            )
        )
        for home, card in cards
    ]
    return [card for card in own if card.now], len(known)


def _number(text: str, what: str, least: int, most: int) -> int:
    number = whole(text.strip(), least, most)
    if number is None:
        raise Invalid(f"“{short(text)}” is no {what}.", f"A whole number from {least} to {most}.")
    return number


def _shown(found: list[Wording], seed: str, options: str, for_card: bool) -> Reply:

    def idea_blocks() -> "list[Block]":
        from companion.games.blank.ideas import _blocks as idea_blocks

        step = (
            "Write one: `companion blank card customise CARD --target … --effect …`."
            if for_card
            else f"Propose one: `companion blank idea {options}`; the same ideas again: "
            f"`--seed {seed}`."
        )
        return idea_blocks([idea.sentence for idea in found], seed, step)

    return Reply(
        document=lambda: {
            "seed": seed,
            "ideas": [
                {
                    "number": place,
                    "trigger": idea.trigger or None,
                    "target": idea.target,
                    "effect": idea.effect,
                    "says": idea.sentence,
                }
                for place, idea in enumerate(found, 1)
            ],
        },
        blocks=idea_blocks,
    )
