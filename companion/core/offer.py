"""A half-typed line in the middle of a play, what may be typed next, and how that is typed.

A line is tried before it is offered: whether it is allowed is asked of the rules themselves."""

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
"""Options that turn a line to another play, of which nothing is known here."""
LONGEST_ABOUT = 60
_SIGNS = frozenset("'\"\\`“”")
"""What a line takes for something other than itself, wherever in a word."""
_BEGINNINGS = ("--", "#")
"""What makes an option or a comment of a word."""


class Offer(NamedTuple):
    """A word that may come next, typed as it stands, and a few words on what it is.

    `word` holds no blanks: names are handles, cards are keys. One that ends in `=` or `:` wants
    more right behind it.
    """

    word: str
    about: str = ""


class Line(Value):
    """What stands behind a verb: its arguments, its options with their values, flags with none.

    `wants` is the option of which the value comes next; empty where it is an argument's turn.
    """

    arguments: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = {}
    wants: str = ""

    def value(self, option: str) -> str | None:
        """What an option was given last; None where it does not stand there."""
        values = self.options.get(option)
        return None if values is None else values[-1]

    def also(self, word: str) -> "Line":
        """The line with a word more: the value of the option that waits for it, or an argument."""
        if self.wants:
            return self.having(self.wants, word)
        return replace(self, arguments=(*self.arguments, word))

    def having(self, option: str, value: str = "") -> "Line":
        """The line with this option behind it, and its value."""
        values = (*self.options.get(option, ()), value)
        return replace(self, options={**self.options, option: values}, wants="")


def read(words: Sequence[str], valued: Collection[str]) -> Line:
    """The words behind a verb, sorted; those of `valued` take the word behind them as a value."""
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
    """Whether a text is one word as it stands, and not an option."""
    signs = any(sign.isspace() or sign in _SIGNS for sign in text)
    return bool(text) and not signs and not text.startswith(_BEGINNINGS) and text.isprintable()


def said(*parts: str) -> str:
    """What is shown about an offer: parts that are known, on one short line."""
    text = " · ".join(" ".join(part.split()) for part in parts if part)
    return text if len(text) <= LONGEST_ABOUT else f"{text[: LONGEST_ABOUT - 1].rstrip()}…"


def person(seats: Sequence[PlayerSeat], seat: int) -> Iterator[str]:
    """How somebody is typed: by the handle, or by the name where that is another's name.

    Nothing, where neither is a word.
    """
    for word in (seats[seat].handle, folded(seats[seat].name)):
        if is_word(word) and not word.startswith("-") and find_seat(seats, word) == seat:
            yield word
            return


def people(state: PlayState, seats: Iterable[int], about: str = "") -> Iterator[tuple[str, str]]:
    """Those who sit there, as they are typed; with their names, where these are longer."""
    for seat in seats:
        for word in person(state.seats, seat):
            name = state.name(seat)
            yield word, said(name if folded(name) != word else "", about)


def from_turn(state: PlayState, turn: int | None) -> tuple[int, ...]:
    """All seats clockwise, from whose turn it is, or else from the first player."""
    count = len(state.seats)
    begin = state.first if turn is None else turn
    return tuple((begin + step) % count for step in range(count))


# A line is tried before it is offered: whether it is allowed is asked of the rules themselves


S = TypeVar("S", bound=PlayState)

Plan = Callable[[Action[S]], None]
"""What a command does with an entry."""


class Stopped(Exception):
    """Nobody waits for more lines to be tried."""


def _never() -> bool:
    return False


class Trial(Generic[S]):
    """A state to try lines on: what a plan does there is thrown away.

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
        """What the game looks things up in, read by now (`core.value`)."""
        return resolved(self._reference)

    def stands(self, plan: "Plan[S]") -> bool:
        """Whether an entry made by this plan would be taken. Raises as `problem`."""
        return self.problem(plan) is None

    def problem(self, plan: "Plan[S]") -> CompanionError | None:
        """Why an entry made by this plan would not be taken. Raises StorageError or Stopped."""
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
    """What is handed to a plan that draws or rolls: how it falls does not matter to a trial."""
    from random import Random  # a line that is only taken apart needs none

    class NoChance(Random):
        def __init__(self) -> None:
            super().__init__(0)

    return NoChance()
