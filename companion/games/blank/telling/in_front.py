"""What is in play on the table: rules that the top card triggers, its effect, the other rules."""

from collections.abc import Iterator

from companion.core.entry import Mention
from companion.games.blank.moves.triggers import Happening, triggered
from companion.games.blank.reference import Reference
from companion.games.blank.state import OpenRule, State


def in_front(state: State, reference: Reference) -> Iterator[Mention]:
    """The top card's effect, the open rules, those first that it triggers, then what else holds."""
    if state.status != "live":
        yield Mention("prize", "the game is won" if state.winners else "the game is over")
    top = state.top
    if top is not None and top.effect:
        home = _entry(top.copy, top.card)
        yield Mention(home, "on top", top.title or str(top.face), top.effect)
    surely, perhaps = _acting(state, reference)
    for rule in sorted(
        state.rules, key=lambda rule: 0 if rule in surely else 1 if rule in perhaps else 2
    ):
        why = "the top card triggers it" if rule in surely else "perhaps triggered by the top card"
        if rule not in surely and rule not in perhaps:
            why = "lies open"
        yield Mention(_entry(rule.copy, rule.card), why, f"Rule {rule.label}", rule.text)
    if state.status == "live":
        yield Mention("turn", f"{state.name(state.turn)}'s")
        yield Mention("match", "what may be played" if top is None else f"on {top.face}")
        yield Mention("penalty", "when something goes wrong")
    if state.direction != 1:
        yield Mention("direction", "the other way round")
    if any(rule.new for rule in state.rules):
        yield Mention("new-rule-joins", "a rule is new in this game")
    if len(state.boxes) > 1:
        yield Mention("mixing-boxes", "two boxes are mixed")


def _acting(state: State, reference: Reference) -> tuple[list[OpenRule], list[OpenRule]]:
    """The open rules that playing the top card triggers, for sure and perhaps."""
    if state.top is None:
        return [], []
    colours: dict[str, str] = {}
    for box in state.boxes:
        colours |= reference.deck(box.id).colours
    return triggered(Happening("played", state.top), state.rules, colours)


def _entry(copy: str | None, card: str | None) -> str:
    """The id of a card's entry: the box's own id, and the card's."""
    if copy is None or card is None:
        return ""
    return f"{copy.partition('-')[2]}/{card}"
