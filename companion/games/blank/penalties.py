"""Penalties: a card for each fault, and the end of the player's own turn.

Typed as `penalty`, with the cards as `play … --penalty`, and if nothing fits as `draw`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from companion.core.action import Action
from companion.core.command import player, verb, words
from companion.core.event import Event, Referee
from companion.core.fact import Fact, Seat
from companion.core.names import chosen, counted, listed
from companion.core.param import A_PLAYER, Arguments, Candidate, Incomplete, nobodys
from companion.core.seats import find_seat, seat_called
from companion.core.shapes import AMOUNT, SEAT, maybe, one_of, some_of
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.blank.hands import require_in_hand, with_drawn
from companion.games.blank.order import add_act, change_newest_move, end_turn, from_turn
from companion.games.blank.reference import at_table
from companion.games.blank.state import CARD_RECORD, Act, PlayedCard, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

Fault = Literal[
    "out-of-turn", "false-accusation", "no-match", "missed-rule", "mixed-cards", "cannot-play"
]
FAULTS: dict[Fault, str] = {
    "out-of-turn": "played out of turn",
    "false-accusation": "accused somebody falsely",
    "no-match": "played a card that does not match",
    "missed-rule": "did not follow a rule or an effect",
    "mixed-cards": "played cards that do not go together",
    "cannot-play": "has no card that fits",
}
RULE_OF_CARD_FAULT: Mapping[Fault, str] = {
    "out-of-turn": "BL-84",
    "no-match": "BL-87",
    "mixed-cards": "BL-91",
}
"""The faults of cards that are played, and the rules against them."""
FAULTS_OF_ONE_PLAY: frozenset[Fault] = frozenset({"mixed-cards", "no-match"})
"""Two faults that cost one card together if the cards were played at once (A-BL-02)."""


def parse_fault(text: str) -> Fault:
    """Read a fault by its beginning. Raises Invalid or Ambiguous."""
    return chosen(text.strip().replace(" ", "-"), FAULTS, "cause of a Penalty")


def parse_players_and_faults(state: State, words: Sequence[str]) -> tuple[list[int], list[Fault]]:
    """Read who takes a Penalty for what: a word that names no player names a fault."""
    players: list[int] = []
    faults: list[Fault] = []
    for word in words:
        seat = seat_called(state.seats, word) if players else find_seat(state.seats, word)
        if seat is None:
            faults.append(parse_fault(word))
        else:
            players.append(seat)
    return players, faults


# Cards that do not fit


def find_misplay(
    top: PlayedCard | None, cards: Sequence[PlayedCard]
) -> tuple[Fault, str, str] | None:
    """What is wrong with cards played on the top one: the fault, its rule, and why.

    Several cards share their number or their suit (BL-54); that is all that can be checked on an
    unknown top card. Cards that break both rules cost one Penalty (A-BL-02).
    """
    numbers, suits = {card.number for card in cards}, {card.suit for card in cards}
    names = listed([str(card.face) for card in cards])
    if len(numbers) > 1 and len(suits) > 1:
        return "mixed-cards", "BL-91", f"{names} share neither number nor suit"
    if top is None:
        return None
    stray = [str(card.face) for card in cards if not card.face.matches(top.face)]
    if stray:
        verb = "matches" if len(stray) == 1 else "match"
        return "no-match", "BL-87", f"{listed(stray)} {verb} neither number nor suit of {top.face}"
    return None


def find_faults(state: State, seat: int, cards: Sequence[PlayedCard]) -> list[Fault]:
    """All faults of cards that a player plays now, each of which costs a card (BL-94)."""
    wrong = find_misplay(state.top, cards)
    late: list[Fault] = [] if seat == state.turn else ["out-of-turn"]
    return late if wrong is None else [*late, wrong[0]]


class PenaltyTaken(Fact[State], kind="penalty.taken", counts=False):
    """A player draws a card for each fault; `cards` were played wrongly and went back to the hand.

    `drawn` is recorded if fewer cards were left to draw.
    """

    seat: Seat
    for_: Annotated[Sequence[Fault], some_of(one_of(*FAULTS))]
    called_by: Annotated[int | None, maybe(SEAT)]
    cards: Annotated[Sequence[Mapping[str, Any]], some_of(CARD_RECORD)] = ()
    drawn: Annotated[int | None, AMOUNT] = None

    @property
    def played(self) -> list[PlayedCard]:
        return [PlayedCard.from_json(card) for card in self.cards]

    def check(self, state: State, referee: Referee) -> None:
        seat, faults = self.seat, len(self.for_)
        if state.draw_pile < faults and state.can_shuffle:
            referee.refuse(
                "BL-98",
                f"As entered, the draw pile has {counted(state.draw_pile, 'card')}.",
                "`companion blank reshuffle` makes a new one of the discards; then try again.",
            )
        name, handle = state.name(seat), state.seats[seat].handle
        drawn, left = faults if self.drawn is None else self.drawn, min(faults, state.draw_pile)
        referee.require(
            drawn == left,
            "A-BL-09",
            f"{name} drew {counted(drawn, 'card')} as a Penalty, and as entered there "
            f"{'was' if left == 1 else 'were'} {left or 'none'} to draw.",
            "`companion table` shows what is counted.",
        )
        if self.called_by == seat:
            raise Refused(
                f"{name} cannot point out {name}'s own mistake.",
                "`--by` names another player.",
            )
        if self.called_by is None and "missed-rule" in self.for_:
            referee.refuse(
                "BL-75",
                f"A rule that {name} did not follow costs nothing unless somebody points it out.",
                f"Who did? `companion blank penalty {handle} missed --by NAME`",
            )
        if "cannot-play" in self.for_ and seat != state.turn:
            referee.refuse(
                "BL-62",
                f"It is {state.name(state.turn)}'s turn: {name} need not play now.",
                f"To enter a draw by an effect: `companion blank draw {handle} 1`.",
            )
        if self.cards:
            self._require_wrong(state, referee)
        elif "out-of-turn" in self.for_:
            _require_out_of_turn(state, seat, referee)

    def _require_wrong(self, state: State, referee: Referee) -> None:
        """Refuse a Penalty for cards that have other faults, or none.

        Only the table knows whether cards match an unknown top card.
        """
        seat, cards = self.seat, self.played
        require_in_hand(state, seat, len(cards), referee)
        wrong = find_faults(state, seat, cards)
        entered = [fault for fault in self.for_ if fault in RULE_OF_CARD_FAULT]
        if state.top is None and "mixed-cards" not in wrong:
            entered = [fault for fault in entered if fault != "no-match"]
        if set(wrong) == set(entered):
            return
        name, names = state.name(seat), listed([str(card.face) for card in cards])
        missing = [fault for fault in wrong if fault not in entered]
        if not wrong:
            them = "it" if len(cards) == 1 else "them"
            what = f"Nothing is wrong with {names}: {name} may play {them}."
        else:
            only = "" if missing else "only "
            faults = listed([FAULTS[fault] for fault in wrong])
            what = f"Of {names}, {only}this is wrong: {name} {faults}."
        # Cite the rule of a fault in the sentence, or else of the one that was entered.
        cited = (missing or wrong or entered)[0]
        referee.refuse(
            RULE_OF_CARD_FAULT[cited], what, "Leave out `--penalty`, or enter the line again."
        )

    def apply(self, state: State) -> State:
        seat, count = self.seat, len(self.for_)
        drawn = count if self.drawn is None else self.drawn
        state = with_drawn(state, seat, min(drawn, state.draw_pile))
        penalties = list(state.penalties)
        penalties[seat] += count
        missed = list(self.for_).count("missed-rule")
        # A missed rule was part of the move before; any other Penalty is for something new.
        moment = state.moment if missed else state.moment + 1
        state = replace(state, penalties=tuple(penalties), moment=moment)
        if missed:
            state = change_newest_move(state, missed=state.newest_move.missed + (seat,) * missed)
        state = add_act(state, Act("penalty", seat=seat))
        return end_turn(state, seat) if seat == state.turn else state

    def describe(self, before: State, after: State) -> str:
        seat, by = self.seat, self.called_by
        why = listed([FAULTS[fault] for fault in self.for_])
        called = "" if by is None else f", pointed out by {after.name(by)}"
        drawn = after.hands[seat] - before.hands[seat]
        ends = "; the turn ends" if seat == before.turn else ""
        return (
            f"{after.name(seat)} {why}{called}: Penalty, draws {counted(drawn, 'card')}, "
            f"{after.hands[seat]} in hand{ends}"
        )


def _require_out_of_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse that a player played out of turn in their own turn.

    If a hand was set since the last card, turns may have gone by that were not entered.
    """
    name, other = state.name(seat), state.seats[state.next_seat(seat)].handle
    referee.require(
        seat != state.turn or bool(state.newest_move.counted),
        "BL-84",
        f"It is {name}'s turn: {name} cannot play out of turn now.",
        "If it is somebody else's turn, and turns were not entered: "
        f"`companion blank turn {other}`, then enter this again. "
        'Entered late, or by a rule card: `--house "…"`.',
    )


def require_in_order(before: State, events: Sequence[Event], referee: Referee) -> None:
    """Refuse a Penalty after that of the player whose turn it is, as it would end another turn."""
    seats = [event.data["seat"] for event in events if event.kind == PenaltyTaken.kind]
    referee.require(
        before.turn not in seats[:-1],
        "BL-66",
        f"{before.name(before.turn)}'s Penalty ends the turn, and the next one would end another "
        "turn.",
        "Enter the Penalties one by one: `companion blank penalty NAME FAULT`.",
    )


def take_penalty(
    action: Action[State],
    seat: int,
    wrong: Sequence[Fault],
    called_by: int | None,
    cards: Sequence[PlayedCard] = (),
    colours: Mapping[str, str] = {},
) -> None:
    """Have a player draw a card for each fault, which ends their own turn (BL-66, BL-94, A-BL-04).

    `cards` are those that were played wrongly, if known. Cards that fit neither each other nor the
    top card cost one Penalty (A-BL-02).
    """
    from companion.games.blank.triggers import announce_rules, warn_of_missed

    state = action.state
    if set(wrong) >= FAULTS_OF_ONE_PLAY:
        wrong = [fault for fault in wrong if fault != "no-match"]
        action.warn(
            "Cards that neither go together nor match cost one Penalty (A-BL-02). Enter a Penalty "
            "for another play on a line of its own."
        )
    if state.draw_pile < len(wrong) and not state.can_shuffle:
        there = f"only {state.draw_pile}" if state.draw_pile else "nothing"
        missing = "that draw is skipped" if len(wrong) == 1 else "the rest is skipped"
        action.warn(f"There is {there} left to draw or to shuffle: {missing} (A-BL-09).")
    if "missed-rule" in wrong:
        warn_of_missed(action, seat, colours)
    drawn = min(len(wrong), state.draw_pile)
    action.add(
        PenaltyTaken(
            seat=seat,
            called_by=called_by,
            for_=list(wrong),
            cards=[card.record() for card in cards] or (),
            drawn=drawn if drawn < len(wrong) else None,
        )
    )
    announce_rules(action, Act("penalty"))
    if drawn:
        announce_rules(action, Act("drawn", at_once=drawn))


# Parameters

_COMMON_FAULTS: tuple[Fault, ...] = ("missed-rule", "no-match")
"""The most frequent faults; a player who cannot play enters `draw`."""


def _others_first(trial: "Trial[State]") -> Sequence[int]:
    """The previous player first, who is more often at fault than the one whose turn it is."""
    return [*from_turn(trial)[1:], trial.state.turn]


def _player_or_fault_candidates(
    trial: "Trial[State]", args: Arguments[State]
) -> Iterator[Candidate]:
    from companion.core.offer import people

    players, named = _parsed_words(args)
    if players:
        yield from _fault_candidates(trial, args)
    if not named and "for_" not in args:
        seats = _others_first(trial)
        yield from people(trial.state, [seat for seat in seats if seat not in players])


def _fault_candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """The faults that are not named yet and can be added."""
    _, named = _parsed_words(args)
    there = {*named, *args.get("for_", ())}
    for word, about in ((name, FAULTS[name]) for name in dict.fromkeys([*_COMMON_FAULTS, *FAULTS])):
        one_play = {*there, word} >= FAULTS_OF_ONE_PLAY
        if word not in there and not one_play and seat_called(trial.state.seats, word) is None:
            yield word, about


def _parsed_words(args: Arguments[State]) -> tuple[Sequence[int], Sequence[Fault]]:
    players, named = args.get("who", ((), ()))
    return players, named


WhoAndWhat = Annotated[
    tuple[list[int], list[Fault]],
    words(
        parse_players_and_faults,
        "PLAYER... [FAULT...]",
        A_PLAYER,
        candidates=_player_or_fault_candidates,
        whose=lambda state, read: read[0],
    ),
]
For = Annotated[
    Sequence[Fault],
    words(
        lambda state, words: [parse_fault(word) for word in words],
        name="--for",
        after_dash=True,
        metavar="FAULT",
        help=f"{', '.join(FAULTS)}; may repeat.",
        candidates=_fault_candidates,
    ),
]
CalledBy = Annotated[
    int | None,
    player(
        _others_first,
        name="--by",
        old_name="--called-by",
        lifts_refusal=True,
        metavar="NAME",
        help="Who pointed it out.",
        whose=nobodys,
        about="who pointed it out",
        when=lambda trial, args: "for_" in args or bool(_parsed_words(args)[1]),
    ),
]


@verb("take a Penalty: a card for each fault")
def penalty(action: Action[State], who: WhoAndWhat, *, for_: For = (), by: CalledBy = None) -> None:
    """Take a Penalty: a card for each fault, and the end of the turn.

    Examples:
      companion blank penalty ben missed --by ana
      companion blank penalty ben --for out-of-turn
      companion blank penalty ben cho missed --by ana
      companion blank penalty ana no-match missed --by ben
    """
    state, (players, named) = action.state, who
    faults = [*named, *for_]
    if not faults:
        raise Incomplete("A Penalty for what?", f"{listed(list(FAULTS), 'or')}.", "who")
    colours: Mapping[str, str] = {}
    if "missed-rule" in faults:
        colours = at_table(state, action.reference).colours
    # The player whose turn it is comes last, as that Penalty ends the turn.
    for seat in sorted(dict.fromkeys(players), key=lambda seat: seat == state.turn):
        take_penalty(action, seat, faults, by, colours=colours)
