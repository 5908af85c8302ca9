"""Liar's Boolean Dice: hidden dice, declarations that rise, challenges that cost a die."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.command import AnyVerb
from companion.core.event import Referee
from companion.core.legal import Step
from companion.core.lookup import Mention
from companion.core.names import listed, short
from companion.core.value import replace
from companion.errors import Refused
from companion.games.boolean.dice import possession
from companion.games.boolean.dice.possession import everybodys_dice, require_split_set
from companion.games.boolean.dice.the_ten import LEGEND, SET, dice_words
from companion.games.boolean.liar import challenges, declarations
from companion.games.boolean.liar.challenges import challenge_words, verdict
from companion.games.boolean.liar.declarations import draw_dice
from companion.games.boolean.liar.state import (
    EACH,
    LiarState,
    Open,
    Showdown,
    as_text,
    challenge_command,
    declare_command,
    example_number,
    is_over,
    lose_command,
    opening,
    outcome,
    settle_commands,
)
from companion.games.boolean.variant_game import (
    VariantGame,
    kinds_with,
    legal_steps,
    players_table,
)
from companion.games.boolean.variants import variant_of

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text

# Naming and recounting dice


class DiceNamed(possession.DiceNamed[LiarState], kind="dice.told", secret=("dice",)):
    """The known dice of a player."""

    def check(self, state: LiarState, referee: Referee) -> None:
        """Two players have dice of one half of a Split each, until a die goes to the other."""
        if len(state.seats) == 2 and not state.mixed:
            require_split_set(state, self.seat, self.dice, referee)
        super().check(state, referee)


class DiceRecounted(possession.DiceRecounted[LiarState], kind="dice.counted"):
    """How many dice a player has; if fewer than lay open, none lie open any more."""

    def check(self, state: LiarState, referee: Referee) -> None:
        if state.unsettled is not None:
            raise Refused("The last challenge is not decided yet.", settle_commands(state))
        super().check(state, referee)

    def apply(self, state: LiarState) -> LiarState:
        seat = self.seat
        was_in = state.held[seat].size > 0
        state = replace(super().apply(state), mixed=True)
        if state.hidden(seat) < 0:
            shown = (*state.shown[:seat], Open(), *state.shown[seat + 1 :])
            state = replace(state, shown=shown)
        if len(state.pile) > state.loose:
            state = replace(state, pile=())
        if state.turn is None or was_in == (state.held[seat].size > 0):
            return state
        return replace(state, turn=_find_turn(state))


def _find_turn(state: LiarState) -> int | None:
    """Whose turn it is once others are in or out: clockwise from the one before (BO-83, BO-85)."""
    if state.last is not None:
        return state.next_in(state.last.seat)
    turn, ended = state.turn, state.last_round
    if state.phase == "opening" and ended is None:
        turn = state.first
    elif state.phase == "opening" and ended is not None and ended.challenger is not None:
        return state.next_in(ended.challenger)
    return turn if turn is None or state.held[turn].size else state.next_in(turn)


# What can be done now


def _phase(state: LiarState) -> str:
    if state.phase == "opening" and state.round == 1:
        return "setup"
    if state.phase != "declaring" or state.lowest is None:
        return state.phase
    return "too high" if example_number(state) > state.whites[-1] else "declaring"


def _say_over(state: LiarState) -> str:
    if state.still_in:
        return "The game is over: `companion finish`."
    handle = state.seats[0].handle
    return f"Nobody has dice left. Who won? `companion finish --winner {handle}`."


def _say_setting_up(state: LiarState) -> str:
    """What to do before the first round; it is not entered."""
    if len(state.seats) == 2:
        return "Split the ten dice, and agree who takes which five: `companion boolean split`."
    over = SET * state.sets - EACH * len(state.seats)
    left = f"; the other {over} are the center pile" if over else ""
    return (
        f"Mix all {SET * state.sets} dice of {state.sets} sets; everybody takes {EACH} without "
        f"looking{left}."
    )


def _say_opening(state: LiarState) -> str:
    opens = state.still_in[0] if state.turn is None else state.turn
    who = "one player" if state.turn is None else state.name(opens)
    return f"All roll in secret, and {who} declares a number: {declare_command(state, opens)}."


def _say_losses_alone(state: LiarState) -> str:
    """Until a round was entered in full."""
    if state.last_round is not None and state.last_round.number is not None:
        return ""
    return f"Or enter only who loses a die, round by round: {lose_command(state)}."


def _say_declare(state: LiarState) -> str:
    name, number = state.name(state.turn or 0), example_number(state)
    if state.last is None:
        return (
            f"{name}'s turn, after a declaration that was not entered: `companion boolean declare "
            f"{number}`; or {challenge_command(state)}, and then who lost."
        )
    if number > state.whites[-1]:
        return f"{name}'s turn, and no higher number is possible."
    lowest = as_text(state.lowest or 0)
    return f"{name} declares {lowest} or more: `companion boolean declare {number}`."


def _say_challenge(state: LiarState) -> str:
    if state.last is None:
        return ""
    return (
        f"Or {state.name(state.turn or 0)} challenges: {challenge_command(state)}, with the number "
        "of White-up dice, or `--reveal` with everybody's dice."
    )


def _verbs(*names: str) -> tuple[Step[LiarState], ...]:
    return tuple(map(Step, names))


_CHALLENGE = (Step[LiarState]("challenge", _say_challenge), Step[LiarState]("challenge"))
_DICE = _verbs("count", "holds", "mine")
_OPENING = (
    Step("declare", _say_opening),
    Step("lose", _say_losses_alone),
    *_verbs("lose", "count", "holds", "mine"),
)

LEGAL = legal_steps(
    is_over,
    _phase,
    {
        "setup": (Step(say=_say_setting_up), *_OPENING, Step("split")),
        "opening": _OPENING,
        "declaring": (Step("declare", _say_declare), *_CHALLENGE, Step("lose"), *_DICE),
        "too high": (Step(say=_say_declare), *_CHALLENGE, *_verbs("declare", "lose"), *_DICE),
        "challenge": (Step("lose", settle_commands), *_verbs("holds", "mine")),
        "decided": (Step(say=_say_over), *_DICE),
    },
    at_end=_verbs("mine"),
)


# As JSON


def _report(state: LiarState) -> dict[str, Any]:
    """The game's part of `table --json`: this round, the end of the last one, the center pile."""
    ended = state.unsettled or state.last_round
    return {
        "phase": state.phase if state.status == "live" else "over",
        "declaration": None if state.last is None else state.last.number,
        "declarations": [
            {"name": state.name(one.seat), "number": one.number} for one in state.declared
        ],
        "challenge": None if ended is None else _showdown(state, ended),
        "center": {"dice": state.loose, "known": list(state.pile)},
        "sets": state.sets,
    }


def _showdown(state: LiarState, ended: Showdown) -> dict[str, Any]:
    def name(seat: int | None) -> str | None:
        return None if seat is None else state.name(seat)

    return {
        "by": name(ended.challenger),
        "declarer": name(ended.declarer),
        "number": ended.number,
        "white_up": ended.whites,
        "loser": name(ended.loser),
        "to": name(ended.taker),
    }


def _player_report(state: LiarState, seat: int, reference: Any) -> dict[str, Any]:
    shown = state.shown[seat]
    return {
        "dice": state.held[seat].size,
        "open": {"white": shown.whites, "black": shown.blacks},
        "eliminated": not state.held[seat].size,
    }


# The table

_HIDDEN = "■"


def view(state: LiarState, reference: Any) -> "list[Block]":
    """Everybody's dice, open and hidden; this round's declarations, or how the last one ended; the
    center pile."""
    from companion.core.blocks import Column, Paragraph, Span

    def note(seat: int) -> Span | str:
        if seat in state.winners:
            return Span("won", "good")
        if not state.held[seat].size:
            return Span("eliminated", "muted")
        challenges = state.unsettled is not None and seat == state.unsettled.challenger
        return Span("challenges", "bad") if challenges else ""

    def cells(seat: int) -> "tuple[Text, ...]":
        mine = [one.number for one in state.declared if one.seat == seat]
        newest = state.last is not None and state.last.seat == seat
        return (
            Span(str(state.held[seat].size), "strong"),
            (draw_dice(state.shown[seat]), Span(_HIDDEN * state.hidden(seat), "icon")),
            Span(as_text(mine[-1]), "strong" if newest else "muted") if mine else "",
            note(seat),
        )

    columns = (
        Column("Dice", "right"),
        Column(read_aloud="Drawn"),
        Column("Declares", "right"),
        Column(read_aloud="Note"),
    )
    blocks: list[Block] = [players_table(state, state.turn, columns, cells)]
    if any(shown.dice for shown in state.shown):
        blocks.append(Paragraph(Span(f"{LEGEND[:-1]}; {_HIDDEN} hidden.", "muted")))
    if state.declared or state.skipped:
        blocks.append(Paragraph(_declarations(state)))
    if state.unsettled is not None:
        blocks.append(Paragraph(_end_words(state, state.unsettled)))
    elif state.last_round is not None and state.phase == "opening":
        ended = state.last_round
        known = ended.challenger is not None and ended.number is not None
        how = _end_words(state, ended) if known else f"{verdict(state, ended)}."
        blocks.append(Paragraph((Span("Last round: ", "muted"), how)))
    if state.loose:
        named = f" ({', '.join(state.pile)})" if state.pile else ""
        pile = Span(dice_words(state.loose), "strong")
        blocks.append(Paragraph(("Center pile: ", pile, named)))
    return blocks


def _end_words(state: LiarState, ended: Showdown) -> str:
    return f"{challenge_words(state, ended)}: {verdict(state, ended)}."


def _declarations(state: LiarState) -> "Text":
    from companion.core.blocks import Span

    parts: list[str | Span] = [Span("Declared: ", "muted")]
    for place, (seat, number) in enumerate(state.declared):
        parts += [" → "] if place else []
        parts += [f"{state.name(seat)} ", Span(as_text(number), "active")]
    if state.skipped:
        parts += [" → not entered" if state.declared else "not entered"]
    return tuple(parts)


# Look-ups


def in_play(state: LiarState, reference: Any) -> Iterator[Mention]:
    """The current step, the center pile, and how the game ends."""
    if state.status == "live":
        steps = {"opening": _opening, "declaring": _declaring, "challenge": _settling}
        yield from steps[state.phase](state)
    if state.loose:
        yield Mention("center-pile", f"{dice_words(state.loose)} in it")
    out = [seat.name for seat, held in zip(state.seats, state.held, strict=True) if not held.size]
    yield Mention("liars-elimination", listed(out) if out else "how this game ends")


def _opening(state: LiarState) -> Iterator[Mention]:
    who = "one player" if state.turn is None else state.name(state.turn)
    yield Mention("liars-round", f"{who} opens")
    if state.round == 1:
        for_two = len(state.seats) == 2
        yield Mention("liars-for-two" if for_two else "liars-setup", "before the first round")
        if for_two:
            yield Mention("split", "which five are whose")
    yield Mention("secret-roll", "all dice, hidden")
    yield Mention("declaration", "the first one, any number")


def _declaring(state: LiarState) -> Iterator[Mention]:
    name = state.name(state.turn or 0)
    above = "a higher number" if state.last is None else f"above {as_text(state.last.number)}"
    yield Mention("declaration", f"{name}'s turn, {above}")
    yield Mention("liars-challenge", f"or {name} challenges")
    yield Mention("display-and-re-roll", "with a declaration, if dice are hidden")
    yield Mention("equal-count", "the worst for a challenger")


def _settling(state: LiarState) -> Iterator[Mention]:
    yield Mention("liars-challenge", "who lost")
    yield Mention("higher-or-lower-count", "a die for the center pile")
    yield Mention("equal-count", "a die for the declarer")


class LiarsBooleanDice(VariantGame[LiarState]):
    """The last player with dice wins; which dice they are is a secret of each."""

    variant = variant_of("liar")
    ends_by = "BO-104"
    kinds = kinds_with(declarations, challenges, DiceNamed, DiceRecounted)
    steps = LEGAL
    opening = staticmethod(opening)
    outcome = staticmethod(outcome)
    in_play = staticmethod(in_play)
    advance = staticmethod(declarations.advance)
    view = staticmethod(view)
    report = staticmethod(_report)
    player_json = staticmethod(_player_report)

    def own_verbs(self) -> Sequence[AnyVerb]:
        return declarations.declare, challenges.lose, challenges.challenge

    def begins(self, state: LiarState) -> str:
        return f"{state.name(state.first)} opens"

    def where(self, state: LiarState) -> str:
        if state.phase == "challenge":
            return f"round {state.round} · a challenge"
        if state.turn is None:
            return f"round {state.round}"
        name = short(state.name(state.turn))
        if state.phase == "opening":
            return f"round {state.round} · {name} opens"
        return f"round {state.round} · {name}'s turn"

    def status_line(self, state: LiarState) -> str:
        dice = everybodys_dice(state)
        if state.status != "live":
            return f"{dice} — {state.status}"
        last = f" · at {as_text(state.last.number)}" if state.last is not None else ""
        return f"{dice} — {self.where(state)}{last}"


GAME = LiarsBooleanDice()
