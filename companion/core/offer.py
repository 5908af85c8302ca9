"""What may be typed next after an incomplete line in a play, and how.

A line is tried before it is offered: the rules themselves decide whether it is allowed.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from companion.core.action import Action, Rules
from companion.core.names import folded
from companion.core.play import PlayState
from companion.core.seats import PlayerSeat, find_seat
from companion.core.value import Generic, Value, replace, resolved
from companion.errors import CompanionError, StorageError

if TYPE_CHECKING:
    from random import Random


HOUSE = "--house"
ELSEWHERE = ("--play", "--group")
"""Options that direct a line to another play, about which nothing is known here."""
LONGEST_ABOUT = 60
_SIGNS = frozenset("'\"\\`“”")
"""Characters that have a special meaning in a line, anywhere in a word."""
_BEGINNINGS = ("--", "#")
"""Characters with which options and comments begin."""


class Offer(NamedTuple):
    """A word that may come next, typed exactly like this, and a few words about it.

    `word` has no blanks: names are handles, cards are keys. One that ends in `=` or `:` needs more
    directly after it.
    """

    word: str
    about: str = ""


class Line(Value):
    """The words after a verb: its arguments, its options with their values, flags with none.

    `wants` is the option whose value comes next; empty if an argument is next.
    """

    arguments: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = {}
    wants: str = ""

    def value(self, option: str) -> str | None:
        """The last value of an option; None if it is absent."""
        values = self.options.get(option)
        return None if values is None else values[-1]

    def also(self, word: str) -> "Line":
        """Return the line with one more word: the value of the option that waits for it, or an
        argument.
        """
        if self.wants:
            return self.having(self.wants, word)
        return replace(self, arguments=(*self.arguments, word))

    def having(self, option: str, value: str = "") -> "Line":
        """Return the line with this option and its value added."""
        values = (*self.options.get(option, ()), value)
        return replace(self, options={**self.options, option: values}, wants="")


def read(words: Sequence[str], valued: Collection[str]) -> Line:
    """Sort the words after a verb; the options in `valued` take the next word as their value."""
    arguments: list[str] = []
    options: dict[str, tuple[str, ...]] = {}
    wants = ""
    for word in words:
        name, equals, value = word.partition("=")
        if wants:
            options[wants] = (*options.get(wants, ()), word)
            wants = ""
        elif not word.startswith("--"):
            arguments.append(word)
        elif equals:
            options[name] = (*options.get(name, ()), value)
        elif word in valued:
            wants = word
        else:
            options.setdefault(word, ("",))
    return Line(tuple(arguments), options, wants)


def is_word(text: str) -> bool:
    """Whether a text is a single word when typed, and not an option."""
    signs = any(sign.isspace() or sign in _SIGNS for sign in text)
    return bool(text) and not signs and not text.startswith(_BEGINNINGS) and text.isprintable()


def about_line(*parts: str) -> str:
    """Join the known parts of the words about an offer on one short line."""
    text = " · ".join(" ".join(part.split()) for part in parts if part)
    return text if len(text) <= LONGEST_ABOUT else f"{text[: LONGEST_ABOUT - 1].rstrip()}…"


def person(seats: Sequence[PlayerSeat], seat: int) -> Iterator[str]:
    """Return how a player is typed: by the handle, or by the name if the handle is another's name.

    Empty if neither is a single word.
    """
    for word in (seats[seat].handle, folded(seats[seat].name)):
        if is_word(word) and not word.startswith("-") and find_seat(seats, word) == seat:
            yield word
            return


def people(state: PlayState, seats: Iterable[int], about: str = "") -> Iterator[tuple[str, str]]:
    """Return the players at these seats, as typed; with their names if these are longer."""
    for seat in seats:
        for word in person(state.seats, seat):
            name = state.name(seat)
            yield word, about_line(name if folded(name) != word else "", about)


def from_turn(state: PlayState, turn: int | None) -> tuple[int, ...]:
    """All seats clockwise, from the player whose turn it is, or else from the first player."""
    count = len(state.seats)
    begin = state.first if turn is None else turn
    return tuple((begin + step) % count for step in range(count))


S = TypeVar("S", bound=PlayState)

Plan = Callable[[Action[S]], None]
"""What a command does with an entry."""


class Stopped(Exception):
    """Raised when nobody waits for more lines to be tried."""


def _never() -> bool:
    return False


class Trial(Generic[S]):
    """A state on which lines are tried: the results of a plan are discarded.

    Before each line, `is_over` is asked whether anybody still waits for the result.
    """

    def __init__(
        self, game: Rules[S], state: S, reference: Any, is_over: Callable[[], bool] = _never
    ) -> None:
        self.game = game
        self.state = state
        self._reference = reference
        self._is_over = is_over
        self.house: str | None = None

    @property
    def reference(self) -> Any:
        """The data that the game looks things up in, loaded by now (`core.value`)."""
        return resolved(self._reference)

    def accepts(self, plan: "Plan[S]") -> bool:
        """Whether an entry made by this plan would be accepted. Raises as `problem`."""
        return self.problem(plan) is None

    def problem(self, plan: "Plan[S]") -> CompanionError | None:
        """Why an entry made by this plan would be refused. Raises StorageError or Stopped."""
        if self._is_over():
            raise Stopped
        try:
            Action(
                self.game,
                self.state,
                self._reference,
                self.house,
                chance=no_chance,
                is_trial=True,
            ).make(plan)
        except StorageError:
            raise
        except CompanionError as problem:
            return problem
        return None


def no_chance(entry: int = 0) -> "Random":
    """Return the generator for plans that draw or roll: in a trial, the result does not matter."""
    from random import Random  # a line that is only parsed needs none

    class NoChance(Random):
        def __init__(self) -> None:
            super().__init__(0)

    return NoChance()
