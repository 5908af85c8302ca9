"""What the six games in the box have in common: ten dice, no points, and an end by the dice."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from companion.core.event import Event, Referee
from companion.core.fact import Fact, Kinds, facts
from companion.core.game import Game
from companion.core.legal import Legal, Step
from companion.core.lookup import Item
from companion.core.names import capital, folded, listed
from companion.core.outcome import require_same_winners
from companion.core.play import FINISHED
from companion.core.shapes import one_of
from companion.core.value import Annotated
from companion.errors import NotFound, Refused
from companion.games.boolean.variants import (
    HELP,
    SYNONYMS,
    VARIANTS,
    PlayStarted,
    State,
    Variant,
    begin,
)

if TYPE_CHECKING:
    from companion.core.blocks import Column, Table, Text
    from companion.core.command import AnyVerb
    from companion.core.verbs import Verbs

S = TypeVar("S", bound=State)


class PlayFinished(Fact[State], kind=FINISHED):
    """`by` is `dice` if the entered dice ended the play, rather than the table."""

    by: Annotated[str | None, one_of("dice")] = None


def kinds_with(*declared: type[Fact[Any]] | ModuleType) -> Kinds:
    """The facts of one of the six games, with those that all of them share."""
    return facts(PlayStarted, PlayFinished, *declared)


def legal_steps(
    is_over: Callable[[S], bool],
    phase: Callable[[S], str],
    steps: Mapping[str, tuple[Step[S], ...]],
    at_end: tuple[Step[S], ...] = (),
) -> Legal[S]:
    """Return what can be done in which phase of one of the six.

    `steps` are those of each `phase` of a live play. Once the dice have ended it, it can only be
    finished, apart from the steps `at_end`.
    """

    def phase_of(state: S) -> str:
        if state.status != "live":
            return "over"
        return "decided" if is_over(state) else phase(state)

    finish = Step[S](say="The game is over: `companion finish`.")
    ends = {"decided": (finish, *at_end), "over": at_end}
    return Legal(phase_of, {**ends, **steps}, always=(Step("dice"),))


def players_table(
    state: S,
    turn: int | None,
    columns: "tuple[Column, ...]",
    cells: "Callable[[int], tuple[Text, ...]]",
) -> "Table":
    """A row for each player: a mark for whose turn it is, the name, and the `cells` of the seat."""
    from companion.core.blocks import Column, Span, Table

    def row(seat: int) -> "tuple[Text, ...]":
        mark = "▸" if state.status == "live" and seat == turn else " "
        return (Span(mark, "active"), Span(state.name(seat), "name"), *cells(seat))

    columns = (Column(read_aloud="Turn"), Column("Player", wraps=True), *columns)
    return Table(columns, tuple(map(row, range(len(state.seats)))))


_TITLE = "Boolean Dice"


class BooleanGame(Game[S]):
    """What the box and its games have in common: ten dice, and no points."""

    id = "boolean"
    title = _TITLE
    within: ClassVar[Mapping[str, str]] = {
        one.name: one.title if _TITLE in one.title else f"{_TITLE}: {one.title}" for one in VARIANTS
    }
    fewest_players = 1
    most_players = 12
    seats_rule = "A-BO-31"
    keeps_points = False
    keeps_marker = False
    keeps_rounds = False
    without_marker = "`companion table` shows whose turn it is."
    charted = "dice"

    def called(self, state: S) -> str:
        """The box and the game, `Boolean Dice: The Stack`; of Liar's, just its title."""
        return self.within[state.variant]

    def named_in_box(self, box: Any, text: str) -> Sequence[str]:
        """The die with that name, as `boolean dice` takes it: `3c`. Raises Ambiguous."""
        from companion.games.boolean.dice.the_ten import find_die

        try:
            return (find_die(text).id,)
        except NotFound:
            return ()

    def lookup_items(self, box: Any) -> Iterable[Item]:
        """The ten dice, under their names here and on labels."""
        from companion.games.boolean.dice.the_ten import the_ten

        for die in the_ten():
            yield Item(
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


class VariantGame(BooleanGame[S]):
    """One of the six games, which defines what is abstract here and in `Game`."""

    variant: ClassVar[Variant]
    ends_by: ClassVar[str]
    """The rule by which the dice end it."""

    @abstractmethod
    def own_verbs(self) -> "Sequence[AnyVerb]":
        """The verbs of this game alone, in the order of `Variant.verbs`."""

    def ended(self, state: S) -> bool:
        """Whether the dice that were entered end the game."""
        return bool(self.outcome(state).winners)

    @abstractmethod
    def report(self, state: S) -> dict[str, Any]:
        """What the game adds to `table --json`."""

    def now(self, state: S) -> str:
        """Return the phase of a live play; the status of any other."""
        return self.where(state) if state.status == "live" else state.status

    def public_state(self, state: S) -> S:
        return state.public_state

    def verbs(self) -> "Verbs[S]":
        """Its own verbs, and those of the box that make sense in a play of it."""
        from companion.core.verbs import Verbs
        from companion.games.boolean.dice.possession import VERBS as HOLDING
        from companion.games.boolean.dice.verbs import VERBS as OF_THE_SET
        from companion.games.boolean.puzzles.verbs import VERBS as OF_PUZZLES

        of_dice = [verb for verb in HOLDING if verb.name in self.variant.of_dice]
        return Verbs(HELP, begin, (*OF_THE_SET, *of_dice, *self.own_verbs(), *OF_PUZZLES), SYNONYMS)

    def has_verb(self, verb: str) -> bool:
        return self.variant.has_verb(verb)

    def require_verb(self, verb: str) -> None:
        """Refuse a verb of another of the six games. Raises Refused."""
        if self.has_verb(verb):
            return
        theirs = [one for one in VARIANTS if one.has_verb(verb)]
        raise Refused(
            f"`{verb}` belongs to {listed([one.title for one in theirs], 'or')}, and this is a "
            f"play of {self.variant.title}.",
            f"`companion table` shows what comes next here; `{theirs[0].command}` starts the "
            "other.",
        )

    def check(self, state: S, event: Event, referee: Referee, reference: Any) -> None:
        super().check(state, event, referee, reference)
        if event.kind == FINISHED:
            look = "`companion table` shows how things stand."
            if event.data.get("by") == "dice":
                require_same_winners(state, event.data["winners"], self.outcome(state), look)

    def check_entry(
        self, states: Sequence[S], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse an entry that would end the game before later entries."""
        before, after = states[0], states[-1]
        if after.status == "live" and self.ended(after) and not self.ended(before):
            referee.refuse(
                self.ends_by,
                f"That would end the game: {self.outcome(after).why}.",
                "`companion log` shows the entries after it.",
            )
        super().check_entry(states, events, referee, reference)

    def describe(self, before: S, event: Event, after: S, reference: Any) -> str:
        """Return the event in words that give away nobody's secret dice."""
        return super().describe(before.public_state, event, after.public_state, reference)

    def to_json(self, state: S, reference: Any) -> dict[str, Any]:
        """Return which game it is, whose turn it is, and what that game adds."""
        turn = state.turn if state.status == "live" else None
        return {
            "variant": state.variant,
            "turn": None if turn is None else state.name(turn),
            **self.report(state),
        }

    def named_here(self, state: S, reference: Any, text: str) -> Iterable[str]:
        """The dice with that name, or whose names begin with it: all ten are on the table."""
        from companion.games.boolean.dice.the_ten import the_ten

        named = [die for die in the_ten() if folded(text) in (die.id, die.short)]
        begun = [die for die in the_ten() if die.id.startswith(folded(text))]
        return [die.id for die in named or begun]

    def start_again(self, state: S) -> list[str]:
        return ["--game", state.variant, *self.options_again(state)]

    def options_again(self, state: S) -> list[str]:
        """Return the options of `start` with which the next play begins like this one."""
        return []
