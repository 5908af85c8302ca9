"""What the table should do next: a sentence for each, with the command that tells it."""

from collections.abc import Iterator

from companion.core.names import counted, folded, listed
from companion.games.blank.due import drawing, first_done, how_to_draw, still_draws
from companion.games.blank.reference import Left, Reference, colours_of
from companion.games.blank.state import OPEN_RULES, State


def todo(state: State, reference: Reference) -> list[str]:
    """The next steps, the most urgent first; after a win, the prize that is to be had."""
    if state.status == "finished":
        left = reference.prize_left(state)
        if left is not None:
            return [_left(state, left)]
        return _prize(state) if reference.prize_waits(state) else []
    if state.status != "live":
        return []
    if state.emptied:
        colours = colours_of(state, reference)
        first = first_done(state, colours)[0]
        name, handle = state.name(first), state.seats[first].handle
        due = still_draws(state, first, colours)
        if due is not None:
            return [
                f"{name} has no cards left, and has still to draw ({due.told}): "
                f"{how_to_draw(state, first, due.cards)}."
            ]
        return [
            f"{name} has no cards left. Once all effects are done: `companion blank win {handle}`."
        ]
    return [*_half_drawn(state, reference), *_setup(state), *_turn(state)]


def _half_drawn(state: State, reference: Reference) -> Iterator[str]:
    """Cards of which some were drawn, and not all that a rule or an effect says."""
    seats = drawing(state)
    colours = colours_of(state, reference) if seats else {}
    for seat in seats:
        owed = still_draws(state, seat, colours)
        if owed is None:
            continue
        yield (
            f"{state.name(seat)} has still to draw {counted(owed.cards, 'card')} ({owed.told}): "
            f"{how_to_draw(state, seat, owed.cards)}."
        )


def _setup(state: State) -> list[str]:
    steps = []
    lacking = OPEN_RULES - len(state.rules)
    if lacking > 0 and state.setting_up:
        one = lacking == 1
        noun = (
            "one rule card and tell it" if one else f"{lacking} rule cards and tell them in one go"
        )
        by = ", by number or first words" if state.boxes else ""
        new = [rule.label for rule in state.waiting][:lacking]
        words = "RULE" if state.boxes else '"If …, then …"' if one else '"If …"'
        others = [words] * (lacking - len(new))
        if new:
            verb = "Rule {} is" if len(new) == 1 else "Rules {} are"
            steps.append(f"{verb.format(listed(new))} new, and among the three (BL-113).")
        steps.append(f"Turn up {noun}{by}: `companion blank open {' '.join([*new, *others])}`.")
    if state.top is None:
        steps.append("Which game card lies on top? `companion blank top 3-circle`.")
    return steps


def _turn(state: State) -> list[str]:
    handle = state.seats[state.turn].handle
    other = state.seats[state.after(state.turn)].handle
    name = state.name(state.turn)
    if state.begun and state.top is not None:
        fits = f"a {state.top.number} or a {state.top.suit}"
        # By the time everybody has played, everybody knows.
        draw = "" if len(state.told) == len(state.seats) else "; no match: `companion blank draw`"
        steps = [f"{name}'s turn: {fits}{draw}."]
    else:
        steps = [
            f"{name}'s turn: `companion blank play {handle} 4-hexagon`; "
            "no match: `companion blank draw`."
        ]
    if state.draw_pile == 0 and state.may_shuffle:
        steps.insert(0, "The draw pile is out: `companion blank reshuffle`.")
    if not state.begun:
        steps.append(
            f"Just who wins: `companion blank win {handle}`. A rule that was missed: "
            f"`companion blank penalty {other} missed --by {handle}`."
        )
    return steps


def _left(state: State, left: Left) -> str:
    """A prize that is there already: noted here by the one who wrote it, or to be taken out."""
    winner, said = state.name(state.winners[0]), left.revision.wording.sentence
    if folded(left.revision.by) == folded(winner):
        card = left.card
        verb = "rule add" if card.is_rule else f"card customise {card.id}"
        return f'{left.called} is {winner}\'s prize: `companion blank {verb} "{said}" --prize`.'
    return (
        f"{left.called} is the prize of this play already, {left.revision.by}'s: {left.way_out} "
        f"takes it out; then {winner} may write."
    )


def _prize(state: State) -> list[str]:
    winner = state.name(state.winners[0])
    if not state.boxes:
        return [
            f'{winner} may write on a card: `companion blank rule add "If …, then …" --prize`. '
            'The companion keeps it with its box; none yet? `companion blank copy new "Our box"`.'
        ]
    into = " --copy BOX" if len(state.boxes) > 1 else ""
    return [
        f"{winner}'s prize, a new rule: "
        f'`companion blank rule add "If …, then …" --prize{into}`; out of ideas? '
        "`companion blank idea`.",
        "An effect on a game card instead: "
        f'`companion blank card customise 4-hexagon "…" --title … --prize{into}`.',
    ]
