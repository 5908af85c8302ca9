"""Boolean Dice as the companion sees a game: each question goes to the one of the six at hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.ending import require_same_end
from companion.core.entry import Entry, Mention
from companion.core.event import Event
from companion.core.game import Game, Outcome
from companion.core.names import capital, folded
from companion.core.play import FINISHED, check_play, describe_play, record_play
from companion.core.referee import Referee
from companion.core.seats import Seat
from companion.errors import NotFound
from companion.games.boolean.shapes import SHAPES
from companion.games.boolean.six import (
    VARIANTS,
    checking,
    describing,
    guiding,
    judging,
    mentioning,
    moving,
    recording,
    reporting,
    viewing,
)
from companion.games.boolean.state import State

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.offer import Offer


class BooleanDice(Game[State]):
    """Ten dice, six games; `variant` in the options of a play says which of them it is."""

    id = "boolean"
    title = "Boolean Dice"
    fewest_players = 1
    most_players = 12
    seats_rule = "A-BO-31"
    keeps_points = False
    keeps_marker = False
    keeps_rounds = False
    without_marker = "`companion table` shows whose turn it is."
    shapes = SHAPES
    followed = "dice"
    commands = "companion.games.boolean.commands"

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> State:
        """The state before the first entry of the game that `options` names."""
        return recording(options["variant"]).opening(seats, first, options)

    def check(self, state: State, event: Event, referee: Referee, reference: Any) -> None:
        """Refuse what the rules forbid. Raises Illegal through the referee, or Refused."""
        check_play(state, event)
        checker = checking(state.variant).CHECKERS.get(event.kind)
        if event.kind == FINISHED:
            look = "`companion table` shows how things stand."
            require_same_end(state, event.data, "dice", self.outcome(state), look)
        elif checker is not None:
            checker(state, event.data, referee)

    def check_entry(
        self,
        states: Sequence[State],
        events: Sequence[Event],
        referee: Referee,
        reference: Any,
    ) -> None:
        """Refuse an entry that would end the game, and does not; and what a game asks besides."""
        before, after = states[0], states[-1]
        part = judging(before.variant)
        if after.status == "live" and part.ended(after) and not part.ended(before):
            referee.refuse(
                part.ENDS,
                f"The game would be over with that: {part.outcome(after).why}.",
                "`companion log` shows what came after it.",
            )
        looker = getattr(checking(before.variant), "check_entry", None)
        if looker is not None:
            looker(before, events, after, referee)

    def by_hand(self, was: State, now: State, reference: Any) -> list[str]:
        """Sets that were switched by what was told, and are not, or the other way round."""
        looker = getattr(describing(was.variant), "by_hand", None)
        return [] if looker is None else list(looker(was, now))

    def record(self, state: State, event: Event) -> State:
        """The state after an event. Raises TooNew for a kind that nobody knows."""
        recorder = recording(state.variant).RECORDERS.get(event.kind)
        return record_play(state, event, None) if recorder is None else recorder(state, event.data)

    def describe(self, before: State, event: Event, after: State, reference: Any) -> str:
        """The event in words; which dice somebody has is not told, for that is a secret."""
        teller = describing(before.variant).TELLERS.get(event.kind)
        if teller is None:
            return describe_play(before, event, after, marker=False)
        return teller(before, event.data, after)

    def begun_by(self, opened: State) -> int | None:
        """Who began; in Shut the Box both do."""
        return None if opened.variant == "shut-the-box" else super().begun_by(opened)

    def called(self, state: State) -> str:
        """The box and the game: `Boolean Dice: The Stack`; once is enough for Liar's."""
        return self.within()[state.variant]

    def within(self) -> Mapping[str, str]:
        """The six games, each called as in headings."""
        return {
            one.name: one.title if self.title in one.title else f"{self.title}: {one.title}"
            for one in VARIANTS
        }

    def begins(self, state: State) -> str:
        """See `Describing`."""
        return describing(state.variant).begins(state)

    def advance(self, action: Action[State], reference: Any) -> None:
        """See `Moving`."""
        moving(action.state.variant).advance(action)

    def outcome(self, state: State) -> Outcome:
        """See `Judging`."""
        return judging(state.variant).outcome(state)

    def todo(self, state: State, reference: Any) -> list[str]:
        """See `Guiding`."""
        return guiding(state.variant).todo(state) if state.status == "live" else []

    def view(self, state: State, reference: Any) -> "list[Block]":
        """See `Viewing`."""
        return viewing(state.variant).view(state)

    def where(self, state: State) -> str:
        """See `Guiding`."""
        return guiding(state.variant).where(state)

    def status_line(self, state: State) -> str:
        """See `Guiding`."""
        return guiding(state.variant).status_line(state)

    def to_json(self, state: State, reference: Any) -> dict[str, Any]:
        """Which game it is, whose turn, and what that game adds."""
        turn = state.turn if state.status == "live" else None
        return {
            "variant": state.variant,
            "turn": None if turn is None else state.name(turn),
            **reporting(state.variant).report(state),
        }

    def player_json(self, state: State, seat: int, reference: Any) -> dict[str, Any]:
        """See `Reporting`."""
        return reporting(state.variant).player_report(state, seat)

    def named_in_box(self, box: Any, text: str) -> Sequence[str]:
        """The die of that name, as `boolean dice` takes it: `3w-corner`, `3c`. Raises Ambiguous."""
        from companion.games.boolean.dice.names import find_die

        try:
            return (find_die(text).id,)
        except NotFound:
            return ()

    def lore(self, box: Any) -> Iterable[Entry]:
        """The ten dice, by what they are called here and on their labels."""
        from companion.games.boolean.dice.names import the_ten

        for die in the_ten():
            yield Entry(
                id=die.id,
                game=self.id,
                title=capital(die.title),
                kind="component",
                text=f"One of the ten dice, {die.id}: {die.title}.",
                do=f"`companion boolean dice {die.short}` draws it unfolded.",
                section="The Set",
                aliases=(die.short,) if len(die.short) > 1 else (),
                see=("ten-different-dice",),
            )

    def named_here(self, state: State, reference: Any, text: str) -> Iterable[str]:
        """The dice of that name, or whose names begin so: all ten are on the table."""
        from companion.games.boolean.dice.names import the_ten

        named = [die for die in the_ten() if folded(text) in (die.id, die.short)]
        begun = [die for die in the_ten() if die.id.startswith(folded(text))]
        return [die.id for die in named or begun]

    def in_front(self, state: State, reference: Any) -> Iterable[Mention]:
        """See `Mentioning`."""
        return mentioning(state.variant).in_front(state)

    def offers(self, state: State, reference: Any, words: Sequence[str]) -> "Iterable[Offer]":
        """See `Offering`."""
        from companion.games.boolean.offers import offers

        return offers(self, state, words)

    def has_verb(self, state: State, verb: str) -> bool:
        """Whether a verb is of the game at hand, of the six."""
        from companion.games.boolean.offers import has_verb

        return has_verb(state, verb)

    def start_again(self, state: State) -> list[str]:
        """Which of the six, and its own options."""
        return ["--game", state.variant, *reporting(state.variant).options_again(state)]


GAME = BooleanDice()
