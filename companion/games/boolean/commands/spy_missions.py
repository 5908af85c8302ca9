"""Verbs of Spy vs. Spy: `mission`, which lists the missions and tells each of them."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from companion.core.action import Action
from companion.core.names import chosen, folded
from companion.core.numbers import only_digits
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.games.boolean.commands.spy_attacks import (
    Attack,
    attack,
    colours_of,
    command,
    result_of,
)
from companion.games.boolean.commands.spy_words import (
    GAME,
    TURNCOAT,
    die_of,
    free_die_of,
    mission_and_mover,
)
from companion.games.boolean.commands.words import enter_in, number, require_variant
from companion.games.boolean.spy import moves
from companion.games.boolean.spy.check_missions import require_possible
from companion.games.boolean.spy.choices import has_only_turncoats, ways
from companion.games.boolean.spy.missions import named as mission_of
from companion.games.boolean.spy.record_missions import POST_OF
from companion.games.boolean.spy.state import SpyState
from companion.games.boolean.spy.words import POSTS, SIDES
from companion.table.desk import Desk
from companion.table.options import takes

if TYPE_CHECKING:
    from companion.core.blocks import Block

app = typer.Typer()


class Told(NamedTuple):
    """What was typed of a mission: the words behind its name, and the options."""

    words: list[str]
    field: str | None
    die: str | None
    turncoat: bool
    sure: bool


Teller = Callable[[Action[SpyState], int, Told], None]

EXAMPLES = {
    "recruit": "companion boolean mission recruit 3 --field 1",
    "target": "companion boolean mission target field",
    "infiltrate": "companion boolean mission infiltrate ben lost",
    "scout": "companion boolean mission scout ben",
    "rest": "companion boolean mission rest",
    "turncoat": "companion boolean mission turncoat field",
    "free": "companion boolean mission free yes",
    "train": "companion boolean mission train field",
}
_OPTIONS = {
    "--field": ("recruit",),
    "--die": ("infiltrate", "free"),
    "--turncoat": ("infiltrate", "rest", "train"),
    "--yes": ("train",),
}


@app.command("mission")
@takes(house=True)
def mission(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[PLAYER] MISSION...", show_default=False)
    ] = None,
    field: Annotated[
        str | None, typer.Option(metavar="N", help="Recruits who go into the field.")
    ] = None,
    turncoat: Annotated[
        bool, typer.Option("--turncoat", help="It is the turncoat that goes, rests, or is trained.")
    ] = False,
    die: Annotated[
        str | None, typer.Option(metavar="DIE", help="Which die was lost or won, or turncoat.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Train the last field agent for a desk.")
    ] = False,
) -> Reply:
    """Tell a mission; without words, see those that can be paid for.

    An infiltration has failed, or its victim is loyal or lost; the colours that the agent and the
    victim show will do, too.

    \b
    Examples:
      companion boolean mission
      companion boolean mission recruit 3 --field 1
      companion boolean mission target field             a Nudge; desk, or no
      companion boolean mission infiltrate ben lost      or loyal, or failed
      companion boolean mission infiltrate ben lost --turncoat
      companion boolean mission infiltrate ben agency white black
      companion boolean mission scout ben agency
      companion boolean mission rest
      companion boolean mission turncoat field
      companion boolean mission free yes --die 3w-band
      companion boolean mission train field
    """
    if not words:
        return _menu(ctx.obj)

    def plan(action: Action[SpyState]) -> None:
        tell(action, words, field=field, die=die, turncoat=turncoat, yes=yes)

    return enter_in(ctx, GAME, plan)


def tell(
    action: Action[SpyState],
    words: Sequence[str],
    *,
    field: str | None = None,
    die: str | None = None,
    turncoat: bool = False,
    yes: bool = False,
) -> None:
    """A mission as it was typed. Raises Invalid for what belongs to another one."""
    seat, name, told = mission_and_mover(action.state, words)
    if name in ("rest", "train") and told and folded(told[-1]) == TURNCOAT:
        told, turncoat = told[:-1], True
    given = {"--field": field, "--die": die, "--turncoat": turncoat, "--yes": yes}
    for option, value in given.items():
        if value and name not in _OPTIONS[option]:
            raise Invalid(f"`{option}` means nothing for {name}.", f"`{EXAMPLES[name]}`")
    _TELLERS[name](action, seat, Told(told, field, die, turncoat, yes))


def _menu(desk: Desk) -> Reply:
    """The missions of the turn at hand. Raises Refused before its Orders."""
    from companion.games.boolean.spy.telling.menu import menu, menu_report

    play = desk.open()
    require_variant(play.state, GAME)
    state: SpyState = play.state
    if state.status != "live" or state.now.step == "orders":
        name = state.name(state.mover)
        if state.status != "live":
            raise Refused(f"This play is {state.status}.", "`companion table` shows how it ended.")
        raise Refused(
            f"Missions take Orders, and {name}'s desk agents have not been rolled yet.",
            "`companion boolean orders 2`, or however many of them are friendly.",
        )
    found = ways(state)

    def document() -> dict[str, Any]:
        return {"play": play.ref.id, **menu_report(state, found)}

    def blocks() -> "list[Block]":
        return menu(state, found)

    return Reply(document=document, blocks=blocks)


def _only(words: list[str], least: int, most: int, question: str, name: str) -> None:
    """Refuse too few words, or too many. Raises Invalid."""
    if len(words) < least:
        raise Invalid(question, f"`{EXAMPLES[name]}`")
    if len(words) > most:
        raise Invalid(f"“{words[most]}” is a word too many.", f"`{EXAMPLES[name]}`")


def _recruit(action: Action[SpyState], seat: int, told: Told) -> None:
    example = f"`{EXAMPLES['recruit']}`"
    _only(told.words, 1, 1 if told.field else 2, "How many were recruited?", "recruit")
    recruits = number(told.words[0], "number of recruits", example)
    posted = told.field or (told.words[1] if len(told.words) > 1 else "0")
    if told.field is None and not only_digits(posted):
        field = recruits if chosen(posted, POSTS, "place for recruits") == "field" else 0
    else:
        field = number(posted, "number of field agents", example)
    action.add("recruits.taken", seat=seat, recruits=recruits, field=field)


def _target(action: Action[SpyState], seat: int, told: Told) -> None:
    _only(told.words, 1, 1, "Did it become friendly, and where does it go?", "target")
    found = chosen(told.words[0], ("yes", "no", *POSTS), "result of a Nudge")
    to = {"yes": "desk", "no": None}.get(found, found)
    action.add("recruit.nudged", seat=seat, to=to)


def _infiltrate(action: Action[SpyState], seat: int, told: Told) -> None:
    state = action.state
    found = attack(state, seat, told.words, "infiltrate")
    aim = {"seat": seat, "enemy": found.enemy, "target": found.target}
    require_possible(mission_of("infiltrate"), state, aim, action.referee)
    lost_it = found.turncoat and _turncoat_was_lost(state, seat, found, told)
    went = told.turncoat or (found.turncoat and not lost_it)
    turncoat = went or has_only_turncoats(state.agencies[seat], "field")
    result = result_of(state, seat, found, turncoat)
    if told.die is not None and result != "lost":
        lost = command(state, "infiltrate", found.enemy, found.target, "lost")
        raise Invalid("`--die` names the die that was lost.", f"`{lost}`")
    rolled, shown = colours_of(state, seat, found)
    moves.infiltrate(
        action,
        seat,
        found.enemy,
        found.target,
        result,
        rolled=rolled,
        shown=shown,
        die=die_of(state, found.enemy, TURNCOAT if lost_it else told.die),
        turncoat=went,
        by_rolls=bool(found.rolls),
    )


def _turncoat_was_lost(state: SpyState, seat: int, found: Attack, told: Told) -> bool:
    """Whether `lost turncoat` says that it was lost, and not that it went. Raises Invalid."""
    if found.result != "lost" or told.turncoat or told.die is not None:
        return False
    if not state.agencies[found.enemy].most_turncoats_at(POST_OF[found.target]):
        return False
    if not state.agencies[seat].most_turncoats_at("field"):
        return True
    lost = command(state, "infiltrate", found.enemy, found.target, "lost")
    raise Invalid(
        "Was it the turncoat that went, or the one that was lost?",
        f"`{lost} --turncoat` if it went, `{lost} --die turncoat` if it was lost.",
    )


def _scout(action: Action[SpyState], seat: int, told: Told) -> None:
    found = attack(action.state, seat, told.words, "scout")
    if found.result is not None or found.rolls or found.turncoat:
        scout = command(action.state, "scout", found.enemy, found.target)
        raise Invalid("A scout looks, and nothing is rolled.", f"`{scout}`")
    action.add("enemy.scouted", seat=seat, enemy=found.enemy, target=found.target)


def _rest(action: Action[SpyState], seat: int, told: Told) -> None:
    _only(told.words, 0, 0, "", "rest")
    moves.rest(action, seat, told.turncoat)


def _turncoat(action: Action[SpyState], seat: int, told: Told) -> None:
    _only(told.words, 0, 1, "", "turncoat")
    to = chosen(told.words[0], POSTS, "place for a recruit") if told.words else "field"
    action.add("turncoat.recruited", seat=seat, to=to)


def _free(action: Action[SpyState], seat: int, told: Told) -> None:
    _only(told.words, 1, 2, "Did the two dice show the same colour?", "free")
    colours = None
    if len(told.words) == 2:
        colours = [chosen(word, SIDES, "colour") for word in told.words]
        won = colours[0] == colours[1]
    else:
        won = chosen(told.words[0], ("yes", "no"), "answer") == "yes"
    example = f"companion boolean mission free {' '.join(colours or ['yes' if won else 'no'])}"
    die = free_die_of(action.state, told.die, example)
    action.add("free_agent.approached", seat=seat, won=won, colours=colours, die=die)


def _train(action: Action[SpyState], seat: int, told: Told) -> None:
    _only(told.words, 1, 1, "For the field, or for a desk?", "train")
    to = chosen(told.words[0], POSTS, "place for an agent")
    moves.train(action, seat, to, told.turncoat, told.sure)


_TELLERS: dict[str, Teller] = {
    "recruit": _recruit,
    "target": _target,
    "infiltrate": _infiltrate,
    "scout": _scout,
    "rest": _rest,
    "turncoat": _turncoat,
    "free": _free,
    "train": _train,
}
