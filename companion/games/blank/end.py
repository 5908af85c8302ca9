"""The end of a play: who wins, the prize, and which rules were in play."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from companion.core.action import Action
from companion.core.command import flag, player, verb
from companion.core.event import Event, Referee
from companion.core.fact import Fact
from companion.core.names import counted, folded, listed
from companion.core.param import Arguments, everybodys
from companion.core.play import FINISHED
from companion.core.shapes import AMOUNT, NAME, SEAT, TEXT, list_of, one_of
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.blank.cards import card_name, command_for, parse_wording
from companion.games.blank.hands import count_hand
from companion.games.blank.order import players_with_counts
from companion.games.blank.reference import Reference, at_table
from companion.games.blank.state import OpenRule, Prize, State

if TYPE_CHECKING:
    from companion.core.offer import Trial
    from companion.core.record import Mark

# Who has won


class PlayFinished(Fact[State], kind=FINISHED):
    """Somebody has won; `play` is the id of the play in the logs of the boxes."""

    winners: Annotated[Sequence[int], list_of(SEAT)]
    why: Annotated[str, TEXT]
    play: Annotated[str, NAME] = ""

    def check(self, state: State, referee: Referee, reference: Reference | None) -> None:
        """Refuse a winner with cards, with cards to draw, or who was not the first to have none."""
        # The boxes are read only if it matters which rules act.
        acted = state.newest_move.acts or state.past_moves
        colours = at_table(state, reference).colours if acted else {}
        for seat in self.winners:
            name, handle = state.name(seat), state.seats[seat].handle
            if seat in state.known_hands and state.hands[seat]:
                referee.refuse(
                    "BL-100",
                    f"{name} has {counted(state.hands[seat], 'card')} as entered; only an empty "
                    "hand wins.",
                    f"If the hand is empty: `companion blank win {handle} --empty`.",
                )
            _require_no_owed_draw(state, seat, referee, colours)
            _require_first(state, seat, self.winners, referee, colours)

    def apply(self, state: State) -> State:
        return replace(state, status="finished", winners=tuple(self.winners), play=self.play)


def _require_no_owed_draw(
    state: State, seat: int, referee: Referee, colours: Mapping[str, str]
) -> None:
    from companion.games.blank.draws import draw_command, owed_draw

    due = owed_draw(state, seat, colours)
    if due is None:
        return
    name, handle = state.name(seat), state.seats[seat].handle
    empty = (
        f"If the hand is empty anyway: `companion blank win {handle} --empty`. "
        if state.hands[seat] and seat != state.newest_move.acts[0].seat
        else ""
    )
    referee.refuse(
        "BL-101",
        f"{name} still has to draw ({due.in_words}); a win counts once all effects are done.",
        f"{draw_command(state, seat, due.cards)} enters it. {empty}If it does not "
        'count: `--house "…"`.',
    )


def _require_first(
    state: State, seat: int, winners: Sequence[int], referee: Referee, colours: Mapping[str, str]
) -> None:
    from companion.games.blank.draws import finished_before

    before = [other for other in finished_before(state, seat, colours) if other not in winners]
    if not before:
        return
    name, first = state.name(seat), state.seats[before[0]].handle
    ahead = before[0] in state.empty_before(seat)
    at_once = ahead and state.empty_together(before[0], seat)
    verb = "has" if len(before) == 1 else "have"
    referee.refuse(
        "A-BL-07" if at_once else "BL-4",
        f"{listed([state.name(other) for other in before])} {verb} no cards left either, "
        f"and {'comes' if len(before) == 1 else 'come'} before {name}: "
        + (
            "the player whose turn it was is first, then the others clockwise."
            if at_once
            else "the first to have none has won."
            if ahead
            else "the first to have none, and nothing to draw, has won."
        ),
        f"`companion blank win {first}`; if that hand is not empty, "
        f"`companion blank hand {first} 1`.",
    )


_BETWEEN_HANDS = (
    r"\b(?:swap|switch|exchange|trad|giv|tak|pass|receiv|get)(?:es|e|s)?\b.*\b(?:hands?|cards?)\b"
)


def effects_between_hands(state: State, seat: int, colours: Mapping[str, str]) -> list[str]:
    """The rules and effects, triggered by a player's last cards, that move cards between hands.

    Only the table knows whether that gives the player cards (BL-101). Empty if a hand was set
    since, or if another player played last.
    """
    from companion.games.blank.triggers import acting_texts

    move = state.newest_move
    if not move.acts or move.counted or move.acts[0].seat != seat:
        return []
    return [
        f"{name}: {text.rstrip('.')}"
        for name, text in acting_texts(move.acts[0], colours)
        if re.search(_BETWEEN_HANDS, folded(parse_wording(text).effect))
    ]


def _warn_of_others(action: Action[State], state: State, seat: int, others: Sequence[int]) -> None:
    """Warn of other empty hands, and say why each comes later."""
    ahead = [other for other in others if other in state.empty_before(seat)]
    behind = [other for other in others if other not in ahead]
    at_once = [other for other in behind if state.empty_together(seat, other)]
    later = [other for other in behind if other not in at_once]
    clockwise = "the player whose turn it was comes first, then the others clockwise (A-BL-07)."
    for some, why in (
        (ahead, "a hand counts once all effects are done (BL-101)."),
        (at_once, clockwise),
        (later, "the first to have none has won (BL-4)."),
    ):
        if some:
            verb = "has" if len(some) == 1 else "have"
            names = listed([state.name(other) for other in some])
            action.warn(f"{names} {verb} no cards left either: {why}")


def _likely_winners(trial: "Trial[State]") -> Iterator[int]:
    """Who has no cards left, then those whose hands are unknown, then those with the fewest."""
    state = trial.state
    empty = state.empty_seats()
    return iter(
        sorted(
            range(len(state.seats)),
            key=lambda seat: (seat not in empty, seat in state.known_hands, state.hands[seat]),
        )
    )


def _is_refused(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether the win of that player is refused by the entries so far."""
    return "player" in args and not trial.accepts(lambda action: win(action, args["player"]))


Winner = Annotated[
    int | None, player(candidates=players_with_counts(_likely_winners), whose=everybodys)
]
IsEmpty = Annotated[
    bool,
    flag(
        "The hand is empty, whatever was entered.",
        about="the hand is empty, whatever was entered",
        when=_is_refused,
        lifts_refusal=True,
    ),
]


@verb("somebody has no cards left", whose=everybodys)
def win(action: Action[State], player: Winner = None, *, empty: IsEmpty = False) -> None:
    """Win: no cards left, and all effects are done.

    Examples:
      companion blank win ana
      companion blank win ana --empty      not every card was entered
    """
    from companion.games.blank.draws import finishing_order, missed_draw

    if empty and player is not None and action.state.hands[player]:
        count_hand(action, player, 0)
    state = action.state
    colours = at_table(state, action.reference).colours if state.empty_hands else {}
    done = finishing_order(state, colours)
    if player is None:
        if not done:
            raise Refused(
                "As far as entered, no hand is empty.",
                f"Name the winner: `companion blank win {state.seats[0].handle} --empty`.",
            )
        player = done[0]
    # Players who come first are refused as others' wins (A-BL-07); of the later ones, warn.
    others = [other for other in done if other != player]
    has_cards = player in state.known_hands and state.hands[player] > 0  # by a house rule
    owed = missed_draw(state, player, colours) if player in done else None
    moving = effects_between_hands(state, player, colours) if player in done else []
    action.add(
        PlayFinished(
            winners=[player],
            why="named by the table" if has_cards else "no cards left",
            play=action.play if state.boxes else "",
        )
    )
    if moving:
        name, handle = state.name(player), state.seats[player].handle
        action.warn(
            f"Cards change hands first ({'; '.join(moving)}). If {name} has cards afterwards: "
            f"`companion undo`, and `companion blank hand {handle} N` (BL-101)."
        )
    if owed is not None:
        action.warn(
            f"{state.name(player)} had to draw before the next card was played, which was not "
            f"entered ({owed.in_words}). Nobody pointed it out, so it does not count (BL-75)."
        )
    _warn_of_others(action, state, player, others)


# The prize


def require_won(state: State) -> None:
    """Refuse a prize before somebody has won. Raises Refused."""
    if not state.is_won:
        raise Refused(
            "Nobody has won this play yet, so there is no prize.",
            "`companion blank win NAME` first; a card that is no prize is added without `--prize`.",
        )


class PrizeTaken(Fact[State], kind="prize.taken", counts=False, after_end=True):
    """The winner has written a rule, or an effect on a game card (see `Prize`)."""

    what: Annotated[Literal["rule", "card"], one_of("rule", "card")]
    copy: Annotated[str, NAME]
    card: Annotated[str, NAME]
    revision: Annotated[int, AMOUNT]
    box: Annotated[str, TEXT] = ""
    text: Annotated[str, TEXT] = ""
    play: Annotated[str, NAME]

    @property
    def prize(self) -> Prize:
        return Prize(**{key: it for key, it in self.to_json().items() if key in Prize._fields})

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a prize that nobody has won, that is known, or of another box."""
        require_won(state)
        if state.boxes and self.copy not in [box.id for box in state.boxes]:
            raise Refused(
                f"This play was not played with {self.box or self.copy}.",
                f"Its prize goes into {listed([box.name for box in state.boxes], 'or')}: `--box`.",
            )
        known = state.prize
        if known is not None and known[1:4] == self.prize[1:4]:
            raise Refused(
                f"That is the prize already: {card_name(self.card)} of {self.box or self.copy}.",
                f"{command_for('show', self.card)} shows how far it has come.",
            )

    def apply(self, state: State) -> State:
        return replace(state, prize=self.prize)

    def describe(self, before: State, after: State) -> str:
        is_rule = self.what == "rule"
        what = f"rule {self.card[1:]}" if is_rule else self.card
        who, verb = (
            listed([after.name(seat) for seat in after.winners]),
            "writes" if is_rule else "customises",
        )
        text = f": {self.text}" if self.text else ""
        return f"{who} {verb} {what} of {self.box or self.copy} as the prize{text}"


# The rules of a finished game


def rule_marks(standing: Sequence[Event]) -> "Iterator[Mark]":
    """The rules that were in play, for the index of plays."""
    from companion.core.record import Mark

    for rule in rules_in_play(standing).values():
        key = f"{rule.copy}/{rule.card}" if rule.copy and rule.card else rule.label
        yield Mark("rule", key, f"{rule.label}: {rule.text}" if rule.text else rule.label)


def rules_in_play(standing: Sequence[Event]) -> dict[str, OpenRule]:
    """The rules that lay open while something happened, by their labels.

    A rule that was replaced before the first turn was never in play, nor was one that was corrected
    later.
    """
    began, *rest = standing
    lying: dict[str, OpenRule] = {}
    for record in began.data["options"].get("rules", ()):
        lying[record["label"]] = OpenRule.from_json(record)
    found: dict[str, OpenRule] = {}
    for event in rest:
        if event.kind == "rule.opened":
            rule = OpenRule.from_json(event.data["rule"])
            lying[rule.label] = rule
        elif event.kind == "rule.discarded":
            lying.pop(event.data["rule"], None)
            if event.data.get("corrects"):
                found.pop(event.data["rule"], None)
        elif event.kind in _KINDS_IN_PLAY:
            found.update((label, rule) for label, rule in lying.items() if label not in found)
    return found


_KINDS_IN_PLAY = ("cards.played", "cards.drawn", "penalty.taken", "turn.passed", "play.finished")
