"""The verbs of Dice Box: what is typed behind each, what may be, and what it enters or shows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.box import PlayView
from companion.core.names import listed
from companion.core.offer import Trial, from_turn
from companion.core.param import (
    A_DIE,
    A_TEXT,
    Arguments,
    Incomplete,
    Param,
    a_choice,
    a_file,
    a_number,
    flag,
    one,
    player,
    several,
)
from companion.core.reply import Picture, Reply
from companion.core.verb import Verb
from companion.core.verbs import Start, StartRequest, Verbs
from companion.errors import Invalid
from companion.games.dicebox import placement, points, rolls, setup, turns
from companion.games.dicebox.board import NUMBERS
from companion.games.dicebox.state import COLORS, Die, State, joined, number_of

if TYPE_CHECKING:
    from companion.core.blocks import Block

WHO_ROLLS = "Rolled by you, or by the companion?"


def _in_turn(trial: Trial[State]) -> Sequence[int]:
    """Everybody, from whose turn it is."""
    return from_turn(trial.state, trial.state.turn)


VIRTUAL = flag("--virtual", "Let the companion roll.", about="the companion rolls")


# Before the first turn


def _draft(action: Action[State], told: Arguments[State]) -> None:
    if PICKS in told:
        setup.draft(action, told[PICKS])
    else:
        setup.begin_draft(action, action.chance)


def _seed(action: Action[State], told: Arguments[State]) -> None:
    if SEED in told and told[VIRTUAL]:
        raise Invalid(WHO_ROLLS, f"`companion dicebox seed {told.typed(SEED)[0]}`")
    turns.seed(action, action.chance.randint(1, 6) if told[VIRTUAL] else told[SEED])


WHOSE_COLORS: Param[State, Sequence[list[str]]] = several(
    "PLAYER=COLOR...",
    A_TEXT,
    lambda state, words: setup.colors_by_seat(state.seats, words),
    candidates=setup.colors_of_all,
)
PICKS = several(
    "COLOR...",
    a_choice(*COLORS),
    optional=True,
    metavar="[[PLAYER] COLOR...]",
    again=True,
    candidates=setup.picks,
)
SEED: Param[State, int] = one(
    "N",
    a_number(NUMBERS[0], NUMBERS[-1]),
    lambda state, word: number_of(word),
    optional=True,
    candidates=lambda trial, told: ((str(number), "") for number in NUMBERS),
    missing=lambda state, told: (
        "What does the Seed show?",
        "`companion dicebox seed 3`, or `--virtual`.",
    ),
)


# Turns


def _named(told: Arguments[State]) -> dict[int, list[Die]]:
    """Who was named to have rolled, and which dice; nobody, where nothing was told."""
    return told.get(ROLLED) or {}


def _roll(action: Action[State], told: Arguments[State]) -> None:
    state, named = action.state, _named(told)
    if told[VIRTUAL] and told[STUCK]:
        raise Invalid("`--stuck` is about dice that you rolled.", "Leave out one of them.")
    if told[VIRTUAL]:
        if any(named.values()):
            raise Invalid(WHO_ROLLS, "Leave out the dice.")
        rolls.roll_virtual(action, list(named), action.chance)
        return
    named = named or {state.turn: []}
    for seat, dice in named.items():
        if not dice and seat == [*named][-1]:
            raise Incomplete(*rolls.which_dice(state, seat), ROLLED)
        rolls.roll(action, seat, dice, stuck=told[STUCK])


ROLLED: Param[State, dict[int, list[Die]]] = several(
    "DIE...",
    A_DIE,
    rolls.dice_of,
    optional=True,
    metavar="[PLAYER] DIE...",
    again=True,
    candidates=lambda trial, told: rolls.candidates(trial, _named(told), virtual=told[VIRTUAL]),
)
ALL_VIRTUAL = VIRTUAL.but(when=lambda trial, told: rolls.may_be_virtual(trial, _named(told)))
STUCK = flag(
    "--stuck",
    "Nothing fitted, so that was the turn.",
    about="nothing had fitted: that was the turn",
    when=lambda trial, told: rolls.may_have_been_the_turn(trial.state, _named(told)),
)
PLAYER = player(_in_turn)


# What there is to be seen


def _board(seen: PlayView[State], told: Arguments[State]) -> Reply | Picture:
    state, output = seen.state, told.get(OUTPUT)
    where = seen.game.where(state)
    if state.status != "live":
        names = [state.name(seat) for seat in state.winners]
        verb = "have" if len(names) > 1 else "has"
        where = f"{listed(names)} {verb} won" if names else state.status

    def document() -> dict[str, Any]:
        report = seen.game.to_json(state, seen.reference)
        keys = ("grid", "tally", "open", "dead")
        return {"play": seen.play, "file": output, **{key: report[key] for key in keys}}

    def blocks() -> "list[Block]":
        from companion.games.dicebox.views import board_view

        return [seen.heading("Board", where), *board_view(state)]

    if output is None:
        return Reply(document=document, blocks=blocks)
    from companion.games.dicebox.views import board_svg

    return Picture(output, board_svg(state, f"{seen.game.title}: {where}"), "The board", document)


WHO_LOOKS = player(_in_turn, optional=True)
OUTPUT = one(
    "--output",
    a_file("board.svg"),
    short="-o",
    metavar="FILE",
    help="A picture: board.svg, or - .",
    quiet=True,
)
COUNTED: Param[State, dict[str, int]] = several(
    "COLOR=POINTS...",
    A_TEXT,
    lambda state, words: points.points_by_color(words),
    optional=True,
    candidates=points.colors_to_count,
)


# How a play begins


def _options(opening: StartRequest) -> dict[str, Any]:
    if COLORS_AT_FIRST not in opening.told:
        return {}
    colors = setup.colors_by_seat(opening.seats, opening.told[COLORS_AT_FIRST])
    setup.require_colors(opening.seats, colors, opening.referee)
    return {"colors": colors}


COLORS_AT_FIRST = several(
    "--colors",
    A_TEXT,
    metavar="PLAYER=COLOR...",
    help="Whose colour is which: red, yellow, blue, white.",
    # What stands behind `--colors` are colours, however many words they are.
    gathers=lambda state, words, there: [word for word in words if there and "=" in word],
)

VERBS: Verbs[State] = Verbs(
    """Dice Box: dice on a grid, and whose colour counts.

    What lies where, what may go where, and who wins.

    \b
    Examples:
      companion dicebox seed 3
      companion dicebox place ana red:4 d3
      companion dicebox legal
    """,
    Start(
        help="""Begin Dice Box.

        Two to four players; with two, each may have two colours. What is not told may be told
        later.

        \b
        Examples:
          companion start dicebox Ana Ben
          companion start dicebox Ana Ben --colors ana=red,yellow ben=blue,white
          companion start dicebox Ana Ben --first ben --colors ana=red ben=blue
        """,
        first="Who rolls the Seed and begins.",
        params=(COLORS_AT_FIRST,),
        options=_options,
    ),
    (
        Verb(
            name="colors",
            about="whose colour is which",
            help="""Whose colour is which.

            \b
            Examples:
              companion dicebox colors ana=red ben=blue
              companion dicebox colors ana=red,yellow ben=blue,white
            """,
            params=(WHOSE_COLORS,),
            plan=lambda action, told: setup.assign(action, told[WHOSE_COLORS]),
        ),
        Verb(
            name="draft",
            about="who picks which die",
            help="""With four players: who picks which die.

            Once in order and back again. Without words, lots are drawn for who begins.

            \b
            Examples:
              companion dicebox draft                   who begins?
              companion dicebox draft cho red           Cho begins, with a red die
              companion dicebox draft blue white red    the next picks, one by one
            """,
            params=(PICKS,),
            plan=_draft,
        ),
        Verb(
            name="seed",
            about="what the Seed shows",
            help="""The Seed, as it was rolled: it lies in the middle.

            \b
            Examples:
              companion dicebox seed 3
              companion dicebox seed --virtual
            """,
            params=(SEED, VIRTUAL.but(about="the companion rolls it")),
            plan=_seed,
        ),
        Verb(
            name="roll",
            about="what a player rolled",
            help="""What a player rolled, all dice at once.

            Before the first turn, or in the turn of somebody who can place nothing.

            \b
            Examples:
              companion dicebox roll ana red:4 red:2 blue:6 blue:1 white:3
              companion dicebox roll ana r4 r2 b6 ben r1 w3 w3
              companion dicebox roll --virtual                for all who have not rolled
              companion dicebox roll ana --virtual
              companion dicebox roll ana r1 b6 --stuck        nothing had fitted
            """,
            params=(ROLLED, ALL_VIRTUAL, STUCK),
            plan=_roll,
            arrange=lambda state, words: joined(words),
        ),
        Verb(
            name="place",
            about="a die on the board",
            help="""Put a die on the board.

            Columns are a to e from the left, rows 1 to 5 from above.

            \b
            Examples:
              companion dicebox place ana red:4 d3
              companion dicebox place r4 d3                   whoever has the turn
            """,
            params=(placement.PLAYER, placement.DIE, placement.SQUARE),
            plan=placement.place_told,
            arrange=placement.in_order,
            surplus=placement.too_many,
        ),
        Verb(
            name="turn",
            about="puts right whose turn it is",
            help="""Put right whose turn it is.

            \b
            Examples:
              companion dicebox turn ben
            """,
            params=(PLAYER,),
            plan=lambda action, told: turns.give_turn(action, told[PLAYER]),
        ),
        Verb(
            name="legal",
            about="where each die may go",
            help="""Where each die may go, and which squares are dead for good.

            \b
            Examples:
              companion dicebox legal
              companion dicebox legal ben
            """,
            params=(WHO_LOOKS,),
            show=lambda seen, told: placement.shown(seen, told.get(WHO_LOOKS, seen.state.turn)),
        ),
        Verb(
            name="board",
            about="the board alone",
            help="""See the board alone, or make a picture of it.

            \b
            Examples:
              companion dicebox board
              companion dicebox board -o board.svg
            """,
            params=(OUTPUT,),
            show=_board,
        ),
        Verb(
            name="tally",
            about="the points of every colour",
            help="""See the points of every colour, or tell them.

            They are told where nothing else was: at the end of a game.

            \b
            Examples:
              companion dicebox tally
              companion dicebox tally red=31 yellow=22 blue=28 white=17
            """,
            params=(COUNTED,),
            plan=lambda action, told: points.count(action, told[COUNTED]),
            show=lambda seen, told: points.shown(seen),
        ),
    ),
)
