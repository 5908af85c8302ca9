"""The end: who has won, the prize as the play notes it, and finished games as boxes see them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from companion.core.action import Action
from companion.core.command import flag, player, verb
from companion.core.event import Event, Referee
from companion.core.fact import Fact
from companion.core.names import counted, folded, listed
from companion.core.param import Arguments, everybodys
from companion.core.play import FINISHED
from companion.core.shapes import AMOUNT, NAME, SEAT, TEXT, list_of, one_of
from companion.core.value import replace
from companion.errors import Refused
from companion.games.blank.cards import Card, parse_wording
from companion.games.blank.hands import count_hand
from companion.games.blank.order import players_with_counts
from companion.games.blank.reference import Reference, at_table
from companion.games.blank.state import BoxInPlay, OpenRule, Prize, State

if TYPE_CHECKING:
    from companion.core.offer import Trial
    from companion.core.record import Mark

# Who has won


class PlayFinished(Fact[State], kind=FINISHED):
    """Somebody has won; `play` is what the boxes know the play by, where there are some."""

    winners: Annotated[Sequence[int], list_of(SEAT)]
    why: Annotated[str, TEXT]
    play: Annotated[str, NAME] = ""

    def check(self, state: State, referee: Referee, reference: Reference | None) -> None:
        """Refuse a winner with cards, with cards still to draw, or behind another empty hand."""
        # The boxes are read only where it is asked which rules act.
        acted = state.newest_move.acts or state.past_moves
        colours = at_table(state, reference).colours if acted else {}
        for seat in self.winners:
            name, handle = state.name(seat), state.seats[seat].handle
            if seat in state.known_hands and state.hands[seat]:
                referee.refuse(
                    "BL-100",
                    f"{name} has {counted(state.hands[seat], 'card')} as entered, and wins "
                    "with none.",
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
        f"{name} has still to draw ({due.in_words}), and wins only when all effects are done.",
        f"{draw_command(state, seat, due.cards)} enters it. {empty}Where it does not "
        'count, `--house "…"`.',
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
            else "whoever is first to have none has won."
            if ahead
            else "whoever is first to have none, and nothing more to draw, has won."
        ),
        f"`companion blank win {first}`; if that hand is not empty, "
        f"`companion blank hand {first} 1`.",
    )


_BETWEEN_HANDS = (
    r"\b(?:swap|switch|exchange|trad|giv|tak|pass|receiv|get)(?:es|e|s)?\b.*\b(?:hands?|cards?)\b"
)


def effects_between_hands(state: State, seat: int, colours: Mapping[str, str]) -> list[str]:
    """The rules and effects set off by a player's last cards that move cards between hands.

    Whether the player has cards by them is for the table to say (BL-101). None where a hand was
    counted since, or where somebody else played last.
    """
    from companion.games.blank.conditions import holds
    from companion.games.blank.triggers import find_triggered

    move = state.newest_move
    if not move.acts or move.counted or move.acts[0].seat != seat:
        return []
    act = move.acts[0]
    rules = find_triggered(act, act.rules, colours).surely
    found = [(f"rule {rule.label}", rule.text) for rule in rules]
    if act.card is not None and act.card.effect:
        when = parse_wording(act.card.effect).trigger
        if not when or holds(when, act, colours):
            found.append((f"the effect of {act.card.name}", act.card.effect))
    return [
        f"{name}: {text.rstrip('.')}"
        for name, text in found
        if re.search(_BETWEEN_HANDS, folded(parse_wording(text).effect))
    ]


def _warn_of_others(action: Action[State], state: State, seat: int, others: Sequence[int]) -> None:
    """Tell of the other hands that are empty as well, and why each comes behind."""
    ahead = [other for other in others if other in state.empty_before(seat)]
    behind = [other for other in others if other not in ahead]
    at_once = [other for other in behind if state.empty_together(seat, other)]
    later = [other for other in behind if other not in at_once]
    clockwise = "the player whose turn it was comes first, then the others clockwise (A-BL-07)."
    for some, why in (
        (ahead, "a hand counts once all effects are done (BL-101)."),
        (at_once, clockwise),
        (later, "whoever is first to have none has won (BL-4)."),
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
    """Whether somebody has not won as far as entered: then the hand may be empty anyway."""
    return "player" in args and not trial.stands(lambda action: win(action, args["player"]))


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
    """Somebody has no cards left, and all effects are done.

    \b
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
                "As entered, nobody's hand is empty.",
                f"Name who has won: `companion blank win {state.seats[0].handle} --empty`.",
            )
        player = done[0]
    # Those before in the order are refused (A-BL-07): of those behind, the table is warned.
    others = [other for other in done if other != player]
    some = player in state.known_hands and state.hands[player] > 0  # As a house rule has it.
    owed = missed_draw(state, player, colours) if player in done else None
    moving = effects_between_hands(state, player, colours) if player in done else []
    action.add(
        PlayFinished(
            winners=[player],
            why="named by the table" if some else "no cards left",
            play=action.play if state.boxes else "",
        )
    )
    if moving:
        name, handle = state.name(player), state.seats[player].handle
        action.warn(
            f"Cards change hands first ({'; '.join(moving)}). If {name} has some then: "
            f"`companion undo`, and `companion blank hand {handle} N` (BL-101)."
        )
    if owed is not None:
        action.warn(
            f"{state.name(player)} had to draw before the next card was played, and that was "
            f"not entered ({owed.in_words}). Nobody pointed it out: it does not count (BL-75)."
        )
    _warn_of_others(action, state, player, others)


# The prize


class PrizeTaken(Fact[State], kind="prize.taken", counts=False, after_end=True):
    """The winner has written a rule, or on a game card: which one of which box (see `Prize`)."""

    what: Annotated[Literal["rule", "card"], one_of("rule", "card")]
    copy: Annotated[str, NAME]
    card: Annotated[str, NAME]
    revision: Annotated[int, AMOUNT]
    box: Annotated[str, TEXT] = ""
    text: Annotated[str, TEXT] = ""
    play: Annotated[str, NAME]

    @property
    def prize(self) -> Prize:
        """The prize as a state knows it."""
        return Prize(**{key: it for key, it in self.to_json().items() if key in Prize._fields})

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a prize that nobody has won, that is known, or of another box."""
        if state.status != "finished" or not state.winners:
            raise Refused(
                "Nobody has won this play yet, so there is no prize.", "`companion blank win NAME`"
            )
        known = state.prize
        if known is not None and known[1:4] == self.prize[1:4]:
            raise Refused("That is the prize already.", "`companion table` shows it.")
        if state.boxes and self.copy not in [box.id for box in state.boxes]:
            raise Refused(
                f"This play was not played with {self.copy}.",
                f"A prize goes into {listed([box.name for box in state.boxes], 'or')}.",
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


# Finished games


class FinishedGame(NamedTuple):
    """A finished play: `rules` are all that were in play at some time, in order, once each.

    `cards` are the game cards that were played and named by themselves, with their boxes.
    """

    id: str
    began: str
    ended: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    boxes: tuple[BoxInPlay, ...]
    rules: tuple[OpenRule, ...]
    prize: Prize | None
    cards: frozenset[tuple[str, str]] = frozenset()

    @property
    def against(self) -> str:
        """Whom the winners beat, as it stands behind their names."""
        others = listed([name for name in self.players if name not in self.winners])
        return f" against {others}" if others else ""

    def had(self, box_id: str, card: Card) -> bool:
        """Whether a rule of a box was in play, or a game card was played.

        A rule's number may have been another one's, which was undone: revisions show that.
        """
        if not card.is_rule:
            return (box_id, card.id) in self.cards
        return any(
            (rule.copy, rule.card) == (box_id, card.id)
            and (rule.revision is None or card.revision(rule.revision) is not None)
            for rule in self.rules
        )


def finished_game(play: str, state: State, standing: Sequence[Event]) -> FinishedGame:
    """The game of a play that is finished, from its state and the events that stand."""
    began, *rest = standing
    ended = next((event.at for event in rest if event.kind == "play.finished"), began.at)
    return FinishedGame(
        play,
        began.at,
        ended,
        tuple(seat.name for seat in state.seats),
        tuple(state.name(seat) for seat in state.winners),
        state.boxes,
        tuple(_rules_in_play(standing).values()),
        state.prize,
        frozenset(
            (card["copy"], card["card"])
            for event in rest
            if event.kind == "cards.played"
            for card in event.data["cards"]
            if card.get("card")
        ),
    )


def rule_marks(standing: Sequence[Event]) -> "Iterator[Mark]":
    """The rules that were in play, for what is remembered of a play: nobody's doing."""
    from companion.core.record import Mark

    for rule in _rules_in_play(standing).values():
        key = f"{rule.copy}/{rule.card}" if rule.copy and rule.card else rule.label
        yield Mark("rule", key, f"{rule.label}: {rule.text}" if rule.text else rule.label)


def _rules_in_play(standing: Sequence[Event]) -> dict[str, OpenRule]:
    """The rules that lay open while something happened, or at the end, by their labels.

    Those that were only drawn, and put right before anybody had a turn, were never in play; nor
    were those of which it was entered later that they never lay there.
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


class WinShare(NamedTuple):
    """How often somebody won: `won` of `played` games."""

    name: str
    won: int
    played: int


def win_shares(games: Iterable[FinishedGame]) -> list[WinShare]:
    """Everybody's wins in some games, the most wins first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in games:
        played.update(game.players)
        won.update(game.winners)
    found = [WinShare(name, won[name], played[name]) for name in played]
    return sorted(found, key=lambda share: (-share.won, share.played, share.name))
