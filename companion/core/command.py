"""A verb of a game, declared by a function: signature and docstring are parameters and help.

    Loser = Annotated[int | None, player(candidates=…)]

    @verb("the loser gives up a die")
    def lose(
        action: Action[State], player: Loser = None, cards: Size = None, *, quiet: Quiet = False
    ) -> None:
        \"\"\"The loser of a round gives up a die: so many cards.

        Examples:
          companion lwd lose ana 2
        \"\"\"
        action.add(DieLost(seat=player, cards=cards))

The type of a parameter says how a word is read, which words are possible now, and whether it is
secret. Keyword-only parameters are options (`--quiet`); a parameter with a default may be left out.
Options that several verbs have are declared once, as the fields of a NamedTuple: `*, signing:
Signing`. A function of an `Action` makes an entry, a function of a `PlayView` answers without one,
a function of a `Shelf` concerns boxes, several plays, or the group. The declaration serves the
command (`cli.verbs`), completion and the prompt's menu (`table.plays.menu`), help and the tables of
verbs in the guides, and forms.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from companion.core.names import chosen, short
from companion.core.numbers import number_of
from companion.core.offer import Line
from companion.core.param import (
    A_FLAG,
    A_PLAYER,
    A_TEXT,
    OPPOSITE,
    Arguments,
    Candidate,
    Incomplete,
    Param,
    Sort,
    a_choice,
    a_number,
)
from companion.core.play import PlayState, require_live
from companion.core.seats import find_seat
from companion.core.value import Annotated, Generic
from companion.errors import Invalid

if TYPE_CHECKING:
    from companion.core.offer import Plan, Trial

P = ParamSpec("P")
A = TypeVar("A")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class Verb(Generic[A, P, R]):
    """A verb as declared by a function: its word, its parameters, and what it does.

    It can be called like the function. `about` are a few words for menus, `help` is the whole text,
    the examples last. The other attributes are set by decorators: see `verb`.
    """

    rearrange: Callable[[Any, Sequence[str]], Sequence[str]] | None = None
    too_many: Callable[[Any, Sequence[str]], Invalid] | None = None
    when: "Callable[[Trial[Any]], bool] | None" = None
    secret = False
    private = False
    after_end = False
    whose: Callable[[Any], Collection[int]] | None = None
    of_play = True
    of_group = True
    of_house = False
    show_alone: Callable[[Any], Any] | None = None
    enter_by_keys: Callable[..., Any] | None = None

    def __init__(
        self, function: Callable[Concatenate[A, P], R], about: str = "", name: str = ""
    ) -> None:
        self.function = function
        self.name = name or function.__name__
        self.about = about
        self.help = function.__doc__ or ""
        acts_on = str(function.__annotations__[function.__code__.co_varnames[0]])
        self.is_entry = "Action" in acts_on
        self.uses_shelf = "Shelf" in acts_on

    @cached_property
    def _signature(self) -> "_Signature":
        """The parameters of the function, read when first needed: most commands run one verb."""
        return _Signature(self.name, self.function)

    @cached_property
    def places(self) -> tuple[Param, ...]:
        """The positional parameters, in order."""
        return self._signature.places

    @cached_property
    def options(self) -> tuple[Param, ...]:
        """The options."""
        return self._signature.options

    @cached_property
    def params(self) -> tuple[Param, ...]:
        """All parameters."""
        return (*self.places, *self.options)

    def __call__(self, acted_on: A, *args: P.args, **options: P.kwargs) -> R:
        """Call the function with values in place of words."""
        return self.function(acted_on, *args, **options)

    def run(self, acted_on: Any, args: Arguments[Any]) -> R:
        """Call the function with what was typed, and defaults for what was left out."""
        try:
            return self.function(acted_on, **self._values(args))  # type: ignore[call-arg]
        except Incomplete as problem:
            if isinstance(problem.param, str):
                problem.param = args.param(problem.param)
            raise

    def _values(self, args: Arguments[Any]) -> dict[str, Any]:
        values, signature = {}, self._signature
        for param in (*signature.places, *signature.options):
            if param.default_from is not None and param not in args:
                values[param.key] = param.default_from(args.state)
            elif param in args or param.key not in signature.defaults:
                values[param.key] = args[param]  # raises Incomplete, which names what is missing
        for key, group in signature.groups.items():
            fields = {each: values.pop(each) for each in group._fields if each in values}
            values[key] = group(**fields)
        return values

    def alone(self, when: "Callable[[Trial[Any]], bool] | None" = None) -> Callable[[F], F]:
        """Use a function of a `PlayView` to answer if nothing is typed after the verb.

        `when` says whether there is anything to show.
        """

        def register(function: F) -> F:
            self.show_alone = function
            self.when = when
            return function

        return register

    def by_keys(self, function: F) -> F:
        """Use a function to make the plan of the entry if only options are typed.

        It is for keys that are pressed as time goes by: the function gets a `PlayView`, what gives
        a terminal (or refuses with a sentence), and the options that were typed.
        """
        self.enter_by_keys = function
        return function

    @property
    def needs_whole_line(self) -> bool:
        """Whether all its words are needed to know which is what, or how many there are.

        If only the last may be left out, or take all that follow, the words can be read one after
        another.
        """
        picks = any(it.own_words for it in self.params)
        left_out = [it.optional for it in self.places]
        open_end = any(it.repeated for it in self.places) and any(left_out[:-1])
        return self.rearrange is not None or picks or open_end or left_out != sorted(left_out)

    @property
    def example(self) -> str:
        """Its first example: `companion lwd guess ana 3x5`, as a hint."""
        _, _, examples = self.help.partition("Examples:")
        first = examples.strip().split("\n")[0].split("  ")[0]
        return f"`{first}`" if first else ""

    def require_time(self, state: PlayState) -> None:
        """Refuse an entry in a finished play, unless this verb corrects it. Raises Refused."""
        if not (self.after_end and state.status == "finished"):
            require_live(state)

    def shows(self, line: Line) -> bool:
        """Whether a line of this verb only shows something."""
        if not self.is_entry or self.show_alone is None:
            return not (self.is_entry or self.uses_shelf)
        return not line.arguments and not any(param.name in line.options for param in self.params)

    def show(self, seen: Any, args: Arguments[Any]) -> Any:
        """Return the answer of a line that only shows something."""
        return self.show_alone(seen) if self.show_alone is not None else self.run(seen, args)

    def arguments(self, state: Any, line: Line) -> Arguments[Any]:
        """Return what a line says, parameter by parameter. Raises Invalid for too many words."""
        words = line.arguments if self.rearrange is None else self.rearrange(state, line.arguments)

        def too_many(typed: Sequence[str], rest: Sequence[str]) -> Invalid:
            if self.too_many is not None:
                return self.too_many(state, typed)
            return Invalid(f"Unexpected “{short(' '.join(rest))}”.", self.example)

        return Arguments(self.params, state, words, line.options, too_many, self.example)

    def entry(self, line: Line, args: Arguments[Any] | None = None) -> "Plan[Any]":
        """Return the plan of the entry that a line makes. Raises Refused in a finished play.

        `args` are the line's arguments, if they were read already.
        """
        if not self.is_entry:
            raise ValueError(f"{self.name} makes no entry")

        def plan(action: Any) -> None:
            self.require_time(action.state)
            self.run(action, args or self.arguments(action.state, line))

        return plan


AnyVerb = Verb[Any, ..., Any]


class _Signature:
    """The parameters of a function: its `places` and its `options`.

    `types` and `defaults` are by name; `groups` are the parameters that stand for several options,
    each with its named tuple. Read without `inspect`, which takes longer to import than most
    commands take to run.
    """

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        code, types = function.__code__, function.__annotations__
        places = code.co_varnames[1 : code.co_argcount]
        keywords = code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
        positional = function.__defaults__ or ()
        self._name = name
        self.defaults: dict[str, Any] = {
            **dict(zip(reversed(places), reversed(positional), strict=False)),
            **(function.__kwdefaults__ or {}),
        }
        self.groups = {each: types[each] for each in keywords if hasattr(types[each], "_fields")}
        options: dict[str, Any] = {}
        for each in keywords:
            group = self.groups.get(each)
            options |= {each: types[each]} if group is None else group.__annotations__
            self.defaults |= {} if group is None else group._field_defaults
        self.types = {**{each: types[each] for each in places}, **options}
        self.places = tuple(self._param(each, types[each], is_option=False) for each in places)
        self.options = tuple(
            self._param(key, type_, is_option=True) for key, type_ in options.items()
        )

    def _param(self, key: str, type_: Any, *, is_option: bool) -> Param:
        param = getattr(type_, "__metadata__", (None,))[-1]
        if not isinstance(param, Param):
            raise ValueError(
                f"{self._name}: the type of `{key}` does not say how it is read. "
                "Annotate it like `Annotated[int, number(1, 6)]`."
            )
        shown = param.name or (f"--{key.replace('_', '-')}" if is_option else key.upper())
        optional = param.optional or key in self.defaults or param.default_from is not None
        changes: dict[str, Any] = {"key": key, "name": shown, "optional": optional}
        default = self.defaults.get(key)
        if is_option and type(default) in (int, str) and default != "":
            changes["default"] = str(default)
        return param.but(**changes)


def verb(
    about: str,
    name: str = "",
    *,
    rearrange: Callable[[Any, Sequence[str]], Sequence[str]] | None = None,
    too_many: Callable[[Any, Sequence[str]], Invalid] | None = None,
    when: "Callable[[Trial[Any]], bool] | None" = None,
    secret: bool = False,
    private: bool = False,
    after_end: bool = False,
    whose: Callable[[Any], Collection[int]] | None = None,
    **common: bool,
) -> Callable[[Callable[Concatenate[A, P], R]], Verb[A, P, R]]:
    """Declare a verb by a function; `name` is its word if the function has another name.

    `about` are a few words for menus. `rearrange` puts the words of a line in order before they are
    given to parameters: `3 x 5` becomes `3x5`. `too_many` is the refusal of more words than the
    verb takes. `when` says, for a verb that makes no entry, whether there is anything to see or to
    do. A `private` verb shows what only the player named first may see; the words of a `secret` one
    may be read by nobody else. With `after_end` it corrects a finished play. `whose` gives the
    seats of those whose entry it is if no parameter names anybody; by default, the player whose
    turn it is. `common` are the options of all commands, for a function of a `Shelf`: `of_play`,
    `of_group` and `of_house` say whether it takes `--play`, `--group` and `--house`.
    """

    def declare(function: Callable[Concatenate[A, P], R]) -> Verb[A, P, R]:
        made = Verb(function, about, name)
        made.rearrange, made.too_many, made.when, made.whose = rearrange, too_many, when, whose
        made.secret, made.private, made.after_end = secret, private, after_end
        made.of_play = common.pop("of_play", True)
        made.of_group = common.pop("of_group", True)
        made.of_house = common.pop("of_house", made.is_entry)
        if common:
            raise TypeError(f"{made.name}: there are no such options: {', '.join(common)}")
        return made

    return declare


# Parameters are named like the parameters of the function; `more` are fields of `Param`


def word(
    read: Callable[[Any, str], Any] = lambda state, word: word,
    name: str = "",
    sort: Sort = A_TEXT,
    **more: Any,
) -> Param:
    """One word; `read` converts it in a given state."""
    return Param(name, sort, lambda state, words: read(state, words[-1]), **more)


def words(
    read: Callable[[Any, Sequence[str]], Any] = lambda state, words: list(words),
    name: str = "",
    sort: Sort = A_TEXT,
    **more: Any,
) -> Param:
    """All following words, or an option that may be repeated."""
    return Param(name, sort, read, **{"repeated": True, **more})


def number(
    least: int,
    most: int,
    name: str = "",
    *,
    what: str = "number",
    example: Callable[[Any], str] | str = "",
    **more: Any,
) -> Param:
    """A whole number; the refusal of anything else says `what` it should be, with an `example`."""

    def read(state: Any, word: str) -> int:
        shown = example(state) if callable(example) else example
        return number_of(word, what, shown or f"from {least} to {most}", least, most)

    return word(read, name, a_number(least, most), **more)


def choice(options: Sequence[str], what: str, name: str = "", **more: Any) -> Param:
    """One of some words, or the beginning of one; `what` names them."""
    more.setdefault("candidates", lambda trial, args: ((word, "") for word in options))
    return word(lambda state, word: chosen(word, options, what), name, a_choice(*options), **more)


def text(name: str = "", **more: Any) -> Param:
    """Free text, without outer blanks."""
    return word(lambda state, word: word.strip(), name, **more)


def flag(help: str, name: str = "", **more: Any) -> Param:
    """An option without a value: it is present or not; or its `opposite` is."""
    return Param(
        name,
        A_FLAG,
        lambda state, words: words[-1] != OPPOSITE,
        **{**more, "help": help, "optional": True},
    )


def player(
    offered: "Callable[[Trial[Any]], Iterable[int]] | None" = None,
    about: str = "",
    /,
    name: str = "PLAYER",
    **more: Any,
) -> Param:
    """A player, by the seat: one of the `offered` seats' players, or anybody."""

    def candidates(trial: "Trial[Any]", args: Arguments[Any]) -> Iterable[Candidate]:
        from companion.core.offer import people

        seats = range(len(trial.state.seats)) if offered is None else offered(trial)
        return people(trial.state, seats, about)

    more.setdefault("candidates", candidates)
    return word(lambda state, word: find_seat(state.seats, word), name, A_PLAYER, **more)


Player = Annotated[int, player()]
"""A player, by the seat."""
