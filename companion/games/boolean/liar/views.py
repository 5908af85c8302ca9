"""The table of Liar's Boolean Dice, drawn, and what of the rulebook matters now."""

from collections.abc import Iterator

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.core.lookup import Mention
from companion.core.names import listed
from companion.games.boolean.dice.the_ten import LEGEND, dice_words
from companion.games.boolean.liar.declarations import drawn
from companion.games.boolean.liar.losses import challenge_words, verdict
from companion.games.boolean.liar.state import LiarState, Showdown, written

HIDDEN = "■"


def view(state: LiarState) -> list[Block]:
    """Everybody's dice, open and hidden; this round's declarations or how the last one ended; the
    center pile."""
    columns = (
        Column(heard="Turn"),
        Column("Player", wraps=True),
        Column("Dice", "right"),
        Column(heard="Drawn"),
        Column("Declares", "right"),
        Column(heard="Note"),
    )
    rows = tuple(_row(state, seat) for seat in range(len(state.seats)))
    blocks: list[Block] = [Table(columns, rows)]
    if any(shown.dice for shown in state.shown):
        blocks.append(Paragraph(Span(f"{LEGEND[:-1]}; {HIDDEN} hidden.", "muted")))
    if state.declared or state.untold:
        blocks.append(Paragraph(_declarations(state)))
    if state.doubt is not None:
        doubt = state.doubt
        blocks.append(Paragraph(f"{challenge_words(state, doubt)}: {verdict(state, doubt)}."))
    elif state.past is not None and state.phase == "opening":
        blocks.append(Paragraph((Span("Last round: ", "muted"), _past(state, state.past))))
    if state.loose:
        named = f" ({', '.join(state.pile)})" if state.pile else ""
        pile = Span(dice_words(state.loose), "strong")
        blocks.append(Paragraph(("Center pile: ", pile, named)))
    return blocks


def _row(state: LiarState, seat: int) -> tuple[Text, ...]:
    here = state.status == "live" and seat == state.turn
    mine = [said.number for said in state.declared if said.seat == seat]
    newest = state.last is not None and state.last.seat == seat
    return (
        Span("▸" if here else " ", "active"),
        Span(state.name(seat), "name"),
        Span(str(state.held[seat].size), "strong"),
        (drawn(state.shown[seat]), Span(HIDDEN * state.hidden(seat), "icon")),
        Span(written(mine[-1]), "strong" if newest else "muted") if mine else "",
        _note(state, seat),
    )


def _note(state: LiarState, seat: int) -> Text:
    if seat in state.winners:
        return Span("won", "good")
    if not state.held[seat].size:
        return Span("eliminated", "muted")
    if state.doubt is not None and seat == state.doubt.challenger:
        return Span("challenges", "bad")
    return ""


def _declarations(state: LiarState) -> Text:
    parts: list[str | Span] = [Span("Declared: ", "muted")]
    for place, said in enumerate(state.declared):
        parts += [" → "] if place else []
        parts += [f"{state.name(said.seat)} ", Span(written(said.number), "active")]
    if state.untold:
        parts += [" → untold" if state.declared else "untold"]
    return tuple(parts)


def _past(state: LiarState, past: Showdown) -> str:
    if past.challenger is None or past.number is None:
        return f"{verdict(state, past)}."
    return f"{challenge_words(state, past)}: {verdict(state, past)}."


# As JSON


# In front of the players


def in_front(state: LiarState) -> Iterator[Mention]:
    """The step of the round at hand, what lies about, and the end."""
    if state.status == "live":
        steps = {"opening": _opening, "declaring": _declaring, "challenge": _settling}
        yield from steps[state.phase](state)
    if state.loose:
        yield Mention("center-pile", f"{dice_words(state.loose)} in it")
    out = [seat.name for seat, held in zip(state.seats, state.held, strict=True) if not held.size]
    yield Mention("liars-elimination", listed(out) if out else "how this game ends")


def _opening(state: LiarState) -> Iterator[Mention]:
    who = "whoever declares first" if state.turn is None else state.name(state.turn)
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
    above = "a higher number" if state.last is None else f"above {written(state.last.number)}"
    yield Mention("declaration", f"{name}'s turn, {above}")
    yield Mention("liars-challenge", f"or {name} challenges")
    yield Mention("display-and-re-roll", "with a declaration, if dice are hidden")
    yield Mention("equal-count", "the worst for a challenger")


def _settling(state: LiarState) -> Iterator[Mention]:
    yield Mention("liars-challenge", "who has lost")
    yield Mention("higher-or-lower-count", "a die for the center pile")
    yield Mention("equal-count", "a die for the declarer")
