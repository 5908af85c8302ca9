"""What is typed behind a verb: parameters, each declared once, and what a line says of them.

Games declare one by the annotated type of a parameter of the verb's function (`core.command`). It
says how it is typed and read, what kind of thing it is, and what may stand there now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from companion.core.play import PlayState
from companion.core.value import Generic, Value
from companion.errors import Invalid

if TYPE_CHECKING:
    from companion.core.offer import Trial

S = TypeVar("S", bound=PlayState)

Candidate = tuple[str, str]
"""A word that may be typed, and a few words on what it is."""


class Incomplete(Invalid):
    """What was typed is sound as far as it goes, and something is still missing.

    `param` is what is missing, or its name in the function of the verb; None where a word itself is
    not complete yet: `red=`.
    """

    def __init__(self, message: str, hint: str = "", param: Param | str | None = None):
        super().__init__(message, hint)
        self.param: Any = param


class Sort(Value):
    """What kind of thing a parameter is: of that a prompt, a menu or a form is made.

    A number goes from `least` to `most`, a choice is one of `words`, a file has a name like
    `example`.
    """

    name: str
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    example: str = ""

    @property
    def in_words(self) -> str:
        """What may stand there, where that can be said: `a number from 1 to 6`."""
        if self.name == "number":
            return f"a number from {self.least} to {self.most}"
        return f"one of {', '.join(self.words)}" if self.words else ""


A_PLAYER = Sort("player")
A_CARD = Sort("card")
A_DIE = Sort("die")
A_FACE = Sort("face")
A_SQUARE = Sort("square")
A_TEXT = Sort("text")
A_FLAG = Sort("flag")
A_PLAY = Sort("play")
"""Another play, to be looked at in place of the one at hand: behind an option."""
OPPOSITE = "no"
"""How a line has it that the `opposite` of a flag stands there."""


def a_number(least: int, most: int) -> Sort:
    """A whole number from `least` to `most`."""
    return Sort("number", least, most)


def a_choice(*words: str) -> Sort:
    """One of these words."""
    return Sort("choice", words=words)


def a_file(example: str) -> Sort:
    """The name of a picture that is made: an SVG, or `-` for standard output."""
    return Sort("file", example=example)


class Param:
    """Something that is typed behind a verb: in its place, or behind an option.

    `name` is what help calls it: `PLAYER`, `DIE...`; of an option the option itself, `--there`.
    `read` makes of its words what they mean; it raises Invalid, NotFound or Ambiguous, or
    Incomplete for a word that lacks something. Games make one by `word`, `number`, `player` and
    the others in `core.command`, and give the fields below by name.
    """

    # How it is typed

    key: str = ""
    """Its name in the function of the verb."""
    optional: bool = False
    repeated: bool = False
    """It takes all words that follow; an option may be given several times."""
    duplicates: bool = False
    """Among several words, one may stand there twice."""
    default: str = ""
    """What is read where it is left out, and shown in help."""
    default_from: Callable[[Any], Any] | None = None
    """The value where it is left out, from the state: whose turn it is."""
    alias: str = ""
    """Another word for the option, which help shows, too: `-o`."""
    old_name: str = ""
    """What the option was called once: it is still understood, and shown nowhere. To rename an
    option, rename the parameter of the function and say `old_name="--untold"`."""
    opposite: str = ""
    """The option that says that a flag is not so: `--plain`."""
    belongs_here: Callable[[Any, Sequence[str]], bool] | None = None
    """Whether the first of the words that are left is meant for it, where it may be left out in
    front of others; without it, how many words there are decides."""
    own_words: Callable[[Any, Sequence[str], bool], Sequence[str]] | None = None
    """The words of a line that belong to an option, wherever they stand; the last argument says
    whether the option stands there."""

    # What is said of it

    metavar: str = ""
    """What stands for it in a usage line; of an option, for its value."""
    help: str = ""
    about: Callable[[Any], str] | str = ""
    """A few words on an option for the menu, where these are not its `help`."""
    explain_missing: Callable[[Any, Arguments[Any]], tuple[str, str]] | None = None
    """What lacks without it, and the way on."""
    hidden: bool = False
    """An option that stands in no help."""

    # What may stand there now

    candidates: Callable[[Trial[Any], Arguments[Any]], Iterable[Candidate] | None] | None = None
    """The words that may stand there now, the most likely first; each is tried on the rules before
    it is offered. None where anything may be typed, always or now."""
    alike: Callable[[str], str] = str
    """What stands for a candidate when it is tried: of those of which it says the same, one is."""
    when: Callable[[Trial[Any], Arguments[Any]], bool] | None = None
    """Behind which lines an option is offered at all."""
    after_dash: bool = False
    """An option that is offered only once a dash is typed."""
    lifts_refusal: bool = False
    """With it, a line may stand that the rules refuse without it: it is offered first, then."""

    # Who may enter and read it

    secret: bool = False
    """Not everybody may read it."""
    whose: Callable[[Any, Any], Collection[int] | None] | None = None
    """The seats of those whose entry it is, of the state and of what was read: where each enters
    for oneself, only they do. Left out, players are who they are, and a die is its owner's
    (`Game.owner_of`); of one that names somebody to whom something is done, it is `nobodys`."""

    def __init__(
        self, name: str, sort: Sort, read: Callable[[Any, Sequence[str]], Any], **more: Any
    ) -> None:
        for field in more:
            if field not in Param.__annotations__:
                raise TypeError(f"{name} has a field `{field}`, and parameters have none.")
        self.name = name
        self.sort = sort
        self.read = read
        self.__dict__.update(more)

    def but(self, **changes: Any) -> Param:
        """The parameter with some fields changed. Raises TypeError for others."""
        return Param(**{**self.__dict__, **changes})

    @property
    def is_option(self) -> bool:
        """Whether it stands behind an option, or is one."""
        return self.name.startswith("-")

    @property
    def is_flag(self) -> bool:
        """Whether it is an option that takes nothing."""
        return self.sort is A_FLAG

    @property
    def names(self) -> tuple[str, ...]:
        """All names of an option by which it is understood, its own first."""
        return tuple(name for name in (self.name, self.alias, self.old_name) if name)

    @property
    def shown(self) -> str:
        """What stands for it in a usage line."""
        return self.metavar or (f"[{self.name}]" if self.optional else self.name)


def nobodys(state: Any, value: Any) -> None:
    """What is named there does not make it anybody's entry."""


def everybodys(state: Any, value: Any = None) -> range:
    """It concerns all at the table."""
    return range(len(state.seats))


class Arguments(Generic[S]):
    """What was typed behind a verb, parameter by parameter; each is read when it is asked for.

    `words` is the whole line in order, as far as it is no option; `too_many` says what is wrong
    where there are more than the parameters take, `example` is a hint for what is missing. Raises
    what `too_many` gives.
    """

    def __init__(
        self,
        params: Sequence[Param],
        state: S,
        words: Sequence[str],
        options: Mapping[str, Sequence[str]],
        too_many: Callable[[Sequence[str], Sequence[str]], Invalid],
        example: str = "",
    ) -> None:
        self.params = params
        self.state = state
        self.words = words
        self.example = example
        self._of: dict[str, list[str]] = {name: list(values) for name, values in options.items()}
        rest = self._gathered(list(self.words))
        self.open: tuple[Param, ...] = ()
        """The parameters of which one may be typed next, without an option."""
        self.moves: Param | None = None
        """The parameter that a word more would be read as, in place of the last one, which would
        be what was left out in front: `peek ben` looks at Ben's card, `peek ben ana` at Ana's."""
        self._place(rest, too_many)

    def _gathered(self, words: list[str]) -> list[str]:
        """The words without those that belong to an option that extract them."""
        for param in self.params:
            if param.own_words is not None:
                mine = param.own_words(self.state, words, param.name in self._of)
                if mine:
                    self._of.setdefault(param.name, []).extend(mine)
                    words = words[::-1]  # of two that are alike, the first is who is named
                    for word in mine:
                        words.remove(word)
                    words = words[::-1]
        return words

    def _place(
        self, words: list[str], too_many: Callable[[Sequence[str], Sequence[str]], Invalid]
    ) -> None:
        rest, waiting = list(words), [param for param in self.params if not param.is_option]
        left_out = None
        while rest and waiting:
            param = waiting[0]
            if param.belongs_here is not None:
                mine = param.belongs_here(self.state, rest)
            else:  # The words may be as few as those that cannot do without one.
                mine = not param.optional or len(rest) > sum(not it.optional for it in waiting[1:])
                left_out = left_out if mine else param
            if not mine:
                waiting.pop(0)
            elif param.repeated:
                self._of[param.name], rest = rest, []
            else:
                self._of[param.name] = [rest.pop(0)]
                waiting.pop(0)
                self.moves = None if left_out is None else param
        if rest:
            raise too_many(words, rest)
        needed = next((at for at, param in enumerate(waiting) if not param.optional), None)
        self.open = tuple(waiting if needed is None else waiting[: needed + 1])
        if self.moves is not None and not self.open:
            self.open = (self.moves,)

    @property
    def lacking(self) -> Param | None:
        """The parameter without which the words say nothing yet; None where there is none."""
        last = self.open[-1] if self.open else None
        return None if last is None or last.optional or last in self else last

    @property
    def is_secret(self) -> bool:
        """Whether something is entered that not everybody may read."""
        return any(param.secret and param.name in self._of for param in self.params)

    def whose(self, owner_of: Callable[[S, str], Collection[int] | None]) -> Collection[int] | None:
        """The seats of those whose entry it is; empty where it is about something of nobody's, None
        where nothing is named that could be somebody's.

        No secret is read for it. `owner_of` says whose a die is (`Game.owner_of`). Raises what
        reading raises.
        """
        found = [
            seats for param in self.params if (seats := self._seats(param, owner_of)) is not None
        ]
        return None if not found else {seat for seats in found for seat in seats}

    def _seats(
        self, param: Param, owner_of: Callable[[S, str], Collection[int] | None]
    ) -> Collection[int] | None:
        """Of one parameter."""
        is_typed = param.name in self._of
        if param.secret or not (is_typed or param.default_from):
            return None
        of_a_die = param.sort in (A_DIE, A_FACE)
        if param.whose is None and of_a_die:
            owners = [owner_of(self.state, word) for word in self._of.get(param.name, ())]
            named = [seats for seats in owners if seats is not None]
            return {seat for seats in named for seat in seats} if named else None
        if param.whose is None and param.sort is not A_PLAYER:
            return None
        value = (
            param.default_from(self.state) if param.default_from and not is_typed else self[param]
        )
        if param.whose is not None:
            return param.whose(self.state, value)
        if type(value) is int:
            return (value,)
        if isinstance(value, (dict, list, tuple)) and all(type(seat) is int for seat in value):
            return [*value]
        # Of what is read as something else, and says nothing more, anybody may be meant.
        return everybodys(self.state)

    def param(self, param: Param | str) -> Param:
        """A parameter, or the one of that name in the function of the verb: `there`."""
        if not isinstance(param, str):
            return param
        return next(it for it in self.params if it.key == param)

    def __contains__(self, param: Param | str) -> bool:
        return self.param(param).name in self._of

    def __getitem__(self, param: Param | str) -> Any:
        """What was typed for a parameter, or its `default`; of a flag without either, False.

        Raises what its `read` raises, or Incomplete where nothing was typed.
        """
        param = self.param(param)
        words = self._of.get(param.name)
        if words is not None:
            return param.read(self.state, words)
        if param.default:
            return param.read(self.state, [param.default])
        if param.is_flag:
            return False
        if param.explain_missing is None:
            what = f", {param.sort.in_words}" if param.sort.in_words else ""
            message = f"{param.name.removesuffix('...')} is missing{what}."
            hint = self.example
        else:
            message, hint = param.explain_missing(self.state, self)
        raise Incomplete(message, hint, param)

    def get(self, param: Param | str, default: Any = None) -> Any:
        """What was typed for a parameter, or `default` if it was left out, whatever its own is."""
        return self[param] if param in self else default  # noqa: SIM401

    def words_of(self, param: Param | str) -> Sequence[str]:
        """The words of a parameter as they were typed; none where it was left out."""
        return self._of.get(self.param(param).name, ())

    def require(self, *params: Param) -> None:
        """Raise Incomplete for the first of these that was left out, before any is read."""
        for param in params:
            if param.name not in self._of:
                _ = self[param]
