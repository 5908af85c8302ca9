"""The parameters of a verb, each declared once, and the arguments of a line.

Games declare one by the annotated type of a parameter of the verb's function (`core.command`). It
says how it is typed and read, what kind of thing it is, and which words are possible now.
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
"""A word that may be typed, and a few words about it."""


class Incomplete(Invalid):
    """Raised for input that is right as far as it goes, but incomplete.

    `param` is the missing parameter, or its name in the function of the verb; None if a word itself
    is incomplete: `red=`.
    """

    def __init__(self, message: str, hint: str = "", param: Param | str | None = None):
        super().__init__(message, hint)
        self.param: Any = param


class Sort(Value):
    """What kind of value a parameter has, for prompts, menus and forms.

    A number is from `least` to `most`, a choice is one of `words`, a file has a name like
    `example`.
    """

    name: str
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    example: str = ""

    @property
    def in_words(self) -> str:
        """Return the possible values in words, if that can be said: `a number from 1 to 6`."""
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
"""An option that names another play to look at, instead of the current one."""
OPPOSITE = "no"
"""The value that means the `opposite` of a flag."""


def a_number(least: int, most: int) -> Sort:
    """A whole number from `least` to `most`."""
    return Sort("number", least, most)


def a_choice(*words: str) -> Sort:
    """One of these words."""
    return Sort("choice", words=words)


def a_file(example: str) -> Sort:
    """The name of a picture to make: an SVG, or `-` for standard output."""
    return Sort("file", example=example)


class Param:
    """A parameter of a verb: positional, or an option.

    `name` is its name in help: `PLAYER`, `DIE...`; for an option the option itself, `--there`.
    `read` converts its words; it raises Invalid, NotFound or Ambiguous, or Incomplete for an
    incomplete word. Games make one by `word`, `number`, `player` and the others in `core.command`,
    and give the fields below by name.
    """

    # How it is typed

    key: str = ""
    """Its name in the function of the verb."""
    optional: bool = False
    repeated: bool = False
    """It takes all following words; an option may be repeated."""
    duplicates: bool = False
    """Whether the same word may be given twice."""
    default: str = ""
    """What is read if it is left out; shown in help."""
    default_from: Callable[[Any], Any] | None = None
    """The value if it is left out, from the state: whose turn it is."""
    alias: str = ""
    """A short form of the option, which help shows, too: `-o`."""
    old_name: str = ""
    """The former name of the option: still understood, but shown nowhere.

    To rename an option, rename the parameter of the function and write `old_name="--won"`.
    """
    opposite: str = ""
    """The option that negates a flag: `--plain`."""
    belongs_here: Callable[[Any, Sequence[str]], bool] | None = None
    """Whether it takes the first of the remaining words, if it may be left out in front of others;
    otherwise the number of words decides.
    """
    own_words: Callable[[Any, Sequence[str], bool], Sequence[str]] | None = None
    """Extracts the words of a line that belong to an option, wherever they are; the last argument
    says whether the option is given.
    """

    # Help

    metavar: str = ""
    """What it is called in a usage line; for an option, what its value is called."""
    help: str = ""
    about: Callable[[Any], str] | str = ""
    """A few words about an option for the menu, if these differ from its `help`."""
    explain_missing: Callable[[Any, Arguments[Any]], tuple[str, str]] | None = None
    """What is missing without it, and how to continue."""
    hidden: bool = False
    """An option that help does not show."""

    # Candidates

    candidates: Callable[[Trial[Any], Arguments[Any]], Iterable[Candidate] | None] | None = None
    """The words that are possible now, the most likely first; each is tried on the rules before it
    is offered. None if anything may be typed, always or now.
    """
    alike: Callable[[str], str] = str
    """The key of a candidate when it is tried: of those with the same key, only one is tried."""
    when: Callable[[Trial[Any], Arguments[Any]], bool] | None = None
    """The lines for which an option is offered at all."""
    after_dash: bool = False
    """An option that is offered only after a dash is typed."""
    lifts_refusal: bool = False
    """With it, a line may be allowed that the rules refuse without it; then it is offered first."""

    # Who may enter and read it

    secret: bool = False
    """Not everybody may read it."""
    whose: Callable[[Any, Any], Collection[int] | None] | None = None
    """The seats of the players whose entry it is, by the state and the value: if everyone enters
    for themselves, only they may. By default, a player is that player, and a die is its owner's
    (`Game.owner_of`); if it names a target, use `nobodys`.
    """

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
        """Return the parameter with some fields changed. Raises TypeError for unknown ones."""
        return Param(**{**self.__dict__, **changes})

    @property
    def is_option(self) -> bool:
        """Whether it is an option, or the value of one."""
        return self.name.startswith("-")

    @property
    def is_flag(self) -> bool:
        """Whether it is an option without a value."""
        return self.sort is A_FLAG

    @property
    def names(self) -> tuple[str, ...]:
        """All names by which an option is understood, its own first."""
        return tuple(name for name in (self.name, self.alias, self.old_name) if name)

    @property
    def shown(self) -> str:
        """What it is called in a usage line."""
        return self.metavar or (f"[{self.name}]" if self.optional else self.name)


def nobodys(state: Any, value: Any) -> None:
    """For `whose`: naming somebody here does not make it their entry."""


def everybodys(state: Any, value: Any = None) -> range:
    """For `whose`: it concerns everybody at the table."""
    return range(len(state.seats))


class Arguments(Generic[S]):
    """The arguments of a verb, parameter by parameter; each is read when it is used.

    `words` is the whole line in order, without options; `too_many` returns the refusal of more
    words than the parameters take, `example` is a hint for what is missing. Raises what `too_many`
    returns.
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
        """Return the words without those that options extract."""
        for param in self.params:
            if param.own_words is not None:
                mine = param.own_words(self.state, words, param.name in self._of)
                if mine:
                    self._of.setdefault(param.name, []).extend(mine)
                    words = words[::-1]  # of two alike, the first is the player
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
            else:  # There may be as few words as there are required parameters.
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
        """The parameter without which the line is incomplete; None if there is none."""
        last = self.open[-1] if self.open else None
        return None if last is None or last.optional or last in self else last

    @property
    def is_secret(self) -> bool:
        """Whether something is entered that not everybody may read."""
        return any(param.secret and param.name in self._of for param in self.params)

    def whose(self, owner_of: Callable[[S, str], Collection[int] | None]) -> Collection[int] | None:
        """Return the seats of those whose entry it is; empty if it concerns nobody's things.

        None if it names nothing that could be somebody's. Secrets are not read for it. `owner_of`
        says whose a die is (`Game.owner_of`). Raises what reading raises.
        """
        found = [
            seats for param in self.params if (seats := self._seats(param, owner_of)) is not None
        ]
        return None if not found else {seat for seats in found for seat in seats}

    def _seats(
        self, param: Param, owner_of: Callable[[S, str], Collection[int] | None]
    ) -> Collection[int] | None:
        """Return the seats that one parameter names."""
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
        # A parameter that is read as something else, without `whose`, may mean anybody.
        return everybodys(self.state)

    def param(self, param: Param | str) -> Param:
        """Return a parameter by itself, or by its name in the function of the verb: `there`."""
        if not isinstance(param, str):
            return param
        return next(it for it in self.params if it.key == param)

    def __contains__(self, param: Param | str) -> bool:
        return self.param(param).name in self._of

    def __getitem__(self, param: Param | str) -> Any:
        """Return the value of a parameter, or its `default`; False for a flag without either.

        Raises what its `read` raises, or Incomplete if nothing was typed.
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
        """Return the value of a parameter, or `default` if it was left out, in place of its own."""
        return self[param] if param in self else default  # noqa: SIM401

    def words_of(self, param: Param | str) -> Sequence[str]:
        """Return the words of a parameter as typed; empty if it was left out."""
        return self._of.get(self.param(param).name, ())

    def require(self, *params: Param) -> None:
        """Raise Incomplete for the first of these that was left out, before reading any."""
        for param in params:
            if param.name not in self._of:
                _ = self[param]
