"""All verbs of BLANK, what can be done in which phase, and the sentences for next steps."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.command import AnyVerb
from companion.core.legal import Legal, Step
from companion.core.names import counted, folded, listed
from companion.core.verbs import VerbGroup, Verbs
from companion.games.blank import (
    boxes,
    draws,
    end,
    hands,
    ideas,
    order,
    penalties,
    play,
    rule_swaps,
)
from companion.games.blank.cards import SUITS
from companion.games.blank.draws import draw_command, finishing_order, owed_draw, seats_that_drew
from companion.games.blank.end import effects_between_hands
from companion.games.blank.reference import Reference, at_table
from companion.games.blank.start import begin
from companion.games.blank.state import OPEN_RULES, State

# Next steps


def _say_empty(state: State, reference: Reference) -> str:
    """Somebody has no cards left, and wins or still has to draw."""
    colours = at_table(state, reference).colours
    first = finishing_order(state, colours)[0]
    name, handle = state.name(first), state.seats[first].handle
    due = owed_draw(state, first, colours)
    if due is not None:
        return (
            f"{name} has no cards left, and still has to draw ({due.in_words}): "
            f"{draw_command(state, first, due.cards)}."
        )
    moving = effects_between_hands(state, first, colours)
    if moving:
        return (
            f"{name} has no cards left, and cards still change hands ({'; '.join(moving)}): "
            f"`companion blank hand {handle} N` if {name} has some then, "
            f"`companion blank win {handle}` if not."
        )
    return f"{name} has no cards left. Once all effects are done: `companion blank win {handle}`."


def _half_drawn(state: State, reference: Reference) -> Iterator[str]:
    """Return who has drawn some but not all cards that a rule or an effect requires."""
    seats = seats_that_drew(state)
    colours = at_table(state, reference).colours if seats else {}
    for seat in seats:
        owed = owed_draw(state, seat, colours)
        if owed is not None:
            yield (
                f"{state.name(seat)} still has to draw {counted(owed.cards, 'card')} "
                f"({owed.in_words}): {draw_command(state, seat, owed.cards)}."
            )


def _lacks_rules(state: State) -> bool:
    return state.is_setup and len(state.rules) < OPEN_RULES


def _say_new(state: State) -> str:
    new = [rule.label for rule in state.missing_prizes][: OPEN_RULES - len(state.rules)]
    if not new or not _lacks_rules(state):
        return ""
    verb = "Rule {} is" if len(new) == 1 else "Rules {} are"
    return f"{verb.format(listed(new))} new, and part of the three (BL-113)."


def _say_open(state: State) -> str:
    if not _lacks_rules(state):
        return ""
    lacking = OPEN_RULES - len(state.rules)
    one = lacking == 1
    noun = "one rule card and enter it" if one else f"{lacking} rule cards and enter them in one go"
    by = ", by number or first words" if state.boxes else ""
    new = [rule.label for rule in state.missing_prizes][:lacking]
    words = "RULE" if state.boxes else '"If …, then …"' if one else '"If …"'
    others = [words] * (lacking - len(new))
    return f"Turn up {noun}{by}: `companion blank open {' '.join([*new, *others])}`."


def _say_top(state: State) -> str:
    covered = "Which game card lies on top? `companion blank top 3-circle`."
    return covered if state.top is None else ""


def _say_reshuffle(state: State) -> str:
    return "The draw pile is empty: `companion blank reshuffle`." if state.needs_reshuffle else ""


def _say_turn(state: State) -> str:
    name, handle = state.name(state.turn), state.seats[state.turn].handle
    draw = "; no match: `companion blank draw`"
    play = f"`companion blank play {handle}"
    if state.top is None:
        return f"{name}'s turn: {play} 4-hexagon`{draw}."
    top, fits = state.top, f"a {state.top.number} or a {state.top.suit}"
    if not state.has_entries:
        other = next(suit for suit in SUITS if suit != top.suit)
        return f"{name}'s turn: {fits}, such as {play} {top.number}-{other}`{draw}."
    # After everybody has played, they know how to draw.
    return f"{name}'s turn: {fits}{'' if len(state.known_hands) == len(state.seats) else draw}."


def _say_how(state: State) -> str:
    """Say how little has to be entered."""
    if state.has_entries:
        return ""
    handle, other = state.seats[state.turn].handle, state.seats[state.next_seat(state.turn)].handle
    return (
        f"To enter only the winner: `companion blank win {handle}`. For a missed rule: "
        f"`companion blank penalty {other} missed --by {handle}`."
    )


def _say_prize(state: State) -> list[str]:
    winner = state.name(state.winners[0])
    if not state.boxes:
        return [
            f'{winner} may write on a card: `companion blank rule add "If …, then …" --prize`. '
            'It is kept in a box; no box yet? `companion blank box new "Our box"`.'
        ]
    into = " --box BOX" if len(state.boxes) > 1 else ""
    return [
        f"{winner}'s prize, a new rule: "
        f'`companion blank rule add "If …, then …" --prize{into}`; out of ideas? '
        "`companion blank idea`.",
        "Or an effect on a game card: "
        f'`companion blank card customise 4-hexagon "…" --title … --prize{into}`.',
    ]


def _say_left(state: State, reference: Reference) -> str:
    """A prize that a box has already: to be noted by the winner who wrote it, or taken out."""
    left = reference.unnoted_prize(state)
    if left is None:
        return ""
    winner, sentence = state.name(state.winners[0]), left.revision.wording.sentence
    if folded(left.revision.by) == folded(winner):
        card = left.card
        verb = "rule add" if card.is_rule else f"card customise {card.id}"
        return f'{left.name} is {winner}\'s prize: `companion blank {verb} "{sentence}" --prize`.'
    return (
        f"{left.name} is the prize of this play already, {left.revision.by}'s: {left.way_out} "
        f"takes it out; then {winner} may write."
    )


# The table


def _verbs(*names: str) -> tuple[Step[State], ...]:
    return tuple(Step(name) for name in names)


_ABOUT_BOXES = ("rule", "card", "idea", "box")
_IN_PLAY = _verbs(
    *("play", "draw", "penalty", "turn", "skip", "reverse", "hand", "win", "discard", "give"),
    *("top", "open", "swap-rule", "reshuffle", *_ABOUT_BOXES),
)


def legal(reference: Reference) -> Legal[State]:
    """What can be done in which phase, by the boxes that `reference` has."""

    def phase(state: State) -> str:
        if state.status != "live":
            return "prize" if reference.is_prize_due(state) else "over"
        if not state.empty_hands:
            return "turns"
        unknown = (("covered", state.top is None), ("out", state.needs_reshuffle))
        return ", ".join(["empty", *(what for what, is_so in unknown if is_so)])

    win = Step[State]("win", lambda state: _say_empty(state, reference))
    return Legal(
        phase,
        {
            "empty": (win, *_IN_PLAY),
            "empty, covered": (win, *_verbs("top"), *_IN_PLAY),
            "empty, out": (win, *_verbs("reshuffle"), *_IN_PLAY),
            "empty, covered, out": (win, *_verbs("top", "reshuffle"), *_IN_PLAY),
            "turns": (
                Step(say=lambda state: _half_drawn(state, reference)),
                Step(say=_say_new),
                Step("open", _say_open),
                Step("top", _say_top),
                Step("reshuffle", _say_reshuffle),
                Step(say=_say_turn),
                Step(say=_say_how),
                *_IN_PLAY,
            ),
            "prize": (Step(say=_say_prize), *_verbs(*_ABOUT_BOXES)),
            "over": (
                Step(say=lambda state: _say_left(state, reference)),
                *_verbs("box", *_ABOUT_BOXES),
            ),
        },
    )


def _box_verbs() -> Sequence[AnyVerb]:
    from companion.games.blank.box_verbs import VERBS

    return VERBS


def _rule_verbs() -> Sequence[AnyVerb]:
    from companion.games.blank.card_verbs import RULE_VERBS

    return RULE_VERBS


def _card_verbs() -> Sequence[AnyVerb]:
    from companion.games.blank.card_verbs import CARD_VERBS

    return CARD_VERBS


BOX: VerbGroup[Any] = VerbGroup(
    "box",
    "your boxes",
    """
    Your boxes of BLANK.

    Examples:
      companion blank box new "Friday box" --mark ★ --owner Ana
      companion blank box show
      companion blank box story
    """,
    _box_verbs,
    old_name="copy",
)
RULE: VerbGroup[Any] = VerbGroup(
    "rule",
    "the rule cards of your boxes",
    """
    The rule cards of your boxes.

    Examples:
      companion blank rule add "If a 6 is played, then all players sing" --by Ana
      companion blank rule list sing
      companion blank rule show 15
    """,
    _rule_verbs,
)
CARD: VerbGroup[Any] = VerbGroup(
    "card",
    "the game cards of your boxes",
    """
    The game cards of your boxes.

    Examples:
      companion blank card customise 4-hexagon --title Toll --effect draw --by Ben
      companion blank card list
      companion blank card found 3-circle illustrated --title "The Fox"
    """,
    _card_verbs,
)

VERBS = Verbs[State](
    """BLANK: the cards of your boxes, and a game with them.

    Who plays what, which rules lie open, what was written on which card.

    Examples:
      companion blank play ana 4-hexagon
      companion blank win ana
      companion blank rule add "If a 6 is played, then everybody sings" --prize
    """,
    begin,
    (
        *(play.play, play.top, draws.draw, hands.discard, hands.give, hands.count_hand),
        *(draws.reshuffle, penalties.penalty, order.give_turn, order.skip, order.reverse),
        *(end.win, rule_swaps.open_rules, rule_swaps.swap_rule, BOX, RULE, CARD, ideas.idea),
        *(boxes.mix, boxes.unmix),
    ),
)
