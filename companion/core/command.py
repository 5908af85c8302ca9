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

The type of a parameter says how a word is read, what may stand there now, and whether it is secret.
Keyword-only parameters are options (`--quiet`); a parameter with a default may be left out. Options
that several verbs have are declared once, as the fields of a NamedTuple: `*, signing: Signing`. A
function of an `Action` makes an entry, a function of a `PlayView` answers without one, a function
of a `Shelf` has to do with boxes, with several plays, or with the group.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, Generic, ParamSpec, TypeVar, get_args

from companion.core import param as declared
from companion.core.param import A_TEXT, Arguments, Incomplete, Param, Sort
from companion.core.param import player as player
from companion.core.verb import Verb
from companion.core.verbs import Start, StartResult
from companion.errors import Invalid

if TYPE_CHECKING:
    from companion.core.offer import Trial

P = ParamSpec("P")
A = TypeVar("A")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class Command(Verb[Any], Generic[A, P, R]):
    """A verb that can be called as the function that declares it."""

    function: Callable[Concatenate[A, P], R]

    def __call__(self, acted_on: A, *args: P.args, **options: P.kwargs) -> R:
        """Do it, with values in place of words."""
        return self.function(acted_on, *args, **options)

    def alone(self, when: Callable[[Any], bool] | None = None) -> Callable[[F], F]:
        """Have a function of a `PlayView` answer where nothing is typed behind the verb.

        `when` says whether there is anything to see.
        """

        def register(function: F) -> F:
            self.show = lambda seen, args: function(seen)
            self.when = when
            return function

        return register

    def by_keys(self, function: F) -> F:
        """Have a function make the plan of the entry where nothing is typed but options.

        It is for keys that are pressed while time goes by: the function gets a `PlayView`, what
        gives a terminal (or refuses with a sentence), and the options that were typed.
        """

        def live(seen: Any, args: Arguments[Any], open_terminal: Any) -> Any:
            typed = {it.key: args[it] for it in self.options if it in args}
            return function(seen, open_terminal, **typed)

        self.live = live
        return function


def verb(
    about: str,
    name: str = "",
    *,
    normalize: Callable[[Any, Sequence[str]], Sequence[str]] | None = None,
    too_many: Callable[[Any, Sequence[str]], Invalid] | None = None,
    when: Callable[[Any], bool] | None = None,
    means: "Callable[[Trial[Any]], bool] | None" = None,
    secret: bool = False,
    private: bool = False,
    after_end: bool = False,
    of_play: bool = True,
    of_group: bool = True,
    of_house: bool | None = None,
    whose: Callable[[Any], Collection[int]] | None = None,
) -> Callable[[Callable[Concatenate[A, P], R]], Command[A, P, R]]:
    """Declare a verb by a function; `name` is for one that is not named as the function is.

    `about` are a few words for menus. `normalize` puts the words of a line in order before they are
    told apart: `3 x 5` is `3x5`. `too_many` is the refusal of more words than the verb takes.
    `when` says of a verb that makes no entry in a play whether there is anything to see, or to do;
    `means` says the same of a function of a `Shelf` by what the game looks things up in, too.
    A verb that is `private` shows what only the player named first may see, behind one that is
    `secret` stands what nobody else may read. With `after_end` it corrects a finished play. One of
    a shelf says with `of_play`, `of_group` and `of_house` whether it takes `--play`, `--group` and
    `--house`. `whose` are the seats of those whose entry it is where no parameter names anybody, if
    that is not whoever's turn it is.
    """

    def declare(function: Callable[Concatenate[A, P], R]) -> Command[A, P, R]:
        signature = Signature(function)
        enters, runs = (word in str(signature.acts_on) for word in ("Action", "Shelf"))
        command: Command[A, P, R] = Command(
            name or signature.function.__name__,
            about,
            function.__doc__ or "",
            tuple(signature.params.values()),
            plan=signature.call if enters else None,
            run=signature.call if runs else None,
            show=None if enters or runs else signature.call,
            when=None if runs else when,
            means=means or ((lambda trial: when(trial.state)) if runs and when else None),
            normalize=normalize,
            too_many=too_many,
            secret=secret,
            private=private,
            after_end=after_end,
            of_play=of_play,
            of_group=of_group,
            of_house=of_house,
            whose=whose,
        )
        command.function = function
        return command

    return declare


def start(
    first: str = "",
    who: Callable[[Arguments[Any]], Sequence[str]] | None = None,
    of_house: bool = True,
) -> Callable[[Callable[..., Mapping[str, Any] | StartResult]], Start]:
    """Declare how a play begins, by a function of a `StartRequest` and of what is typed.

    It gives what is recorded, or a `StartResult`. What is no option is typed in front of the
    players. `first` is the help of `--first`; `who` says who plays, where options name people;
    `of_house` whether it takes `--house`.
    """

    def declare(function: Callable[..., Mapping[str, Any] | StartResult]) -> Start:
        signature = Signature(function)
        params = signature.params.values()
        return Start(
            function.__doc__ or "",
            tuple(param for param in params if param.is_option),
            lambda request: signature.call(request, request.args),
            first,
            of_house,
            places=tuple(param for param in params if not param.is_option),
            who=who,
        )

    return declare


class Signature:
    """What a function declares: the type of what it acts on, and what is typed behind the verb.

    Read without `inspect`, which takes longer to import than most commands take to run.
    """

    def __init__(self, function: Any) -> None:
        code, types = function.__code__, function.__annotations__
        first, *places = code.co_varnames[: code.co_argcount]
        options = code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
        positional = function.__defaults__ or ()
        self.function = function
        self.acts_on = types[first]
        self.defaults: dict[str, Any] = {
            **dict(zip(reversed(places), reversed(positional), strict=False)),
            **(function.__kwdefaults__ or {}),
        }
        self.groups = {name: types[name] for name in options if hasattr(types[name], "_fields")}
        self.params: dict[str, Param[Any, Any]] = {}
        for name in (*places, *options):
            group = self.groups.get(name)
            declared = {name: types[name]} if group is None else group.__annotations__
            self.defaults.update({} if group is None else group._field_defaults)
            for each, type_ in declared.items():
                self.params[each] = self._param(each, type_, name in options)

    def _param(self, name: str, type_: Any, is_option: bool) -> Param[Any, Any]:
        *_, param = get_args(type_)
        if not isinstance(param, Param):
            raise ValueError(
                f"{self.function.__name__}: the type of `{name}` does not say how it is read. "
                "Annotate it like `Annotated[int, number(1, 6)]`."
            )
        optional = param.optional or name in self.defaults or param.otherwise is not None
        shown = param.name or (f"--{name.replace('_', '-')}" if is_option else name.upper())
        fields: dict[str, Any] = {"key": name, "name": shown, "optional": optional}
        default = self.defaults.get(name)
        if is_option and type(default) in (int, str) and default != "":
            fields["default"] = str(default)
        return param.but(**fields)

    def call(self, acted_on: Any, args: Arguments[Any]) -> Any:
        """Call the function with what was typed; what was left out has its default."""
        try:
            return self.function(acted_on, **self._values(args))
        except Incomplete as problem:
            if isinstance(problem.param, str):
                problem.param = self.params[problem.param]
            raise

    def _values(self, args: Arguments[Any]) -> dict[str, Any]:
        values = {}
        for name, param in self.params.items():
            if param in args:
                values[name] = args[param]
            elif param.otherwise is not None:
                values[name] = param.otherwise(args.state)
            elif name not in self.defaults:
                values[name] = args[param]  # raises Incomplete, with what is missing
        for name, group in self.groups.items():
            fields = {each: values.pop(each) for each in group._fields if each in values}
            values[name] = group(**fields)
        return values


# Parameters, which are called as those of the function are


def word(
    read: Callable[[Any, str], Any] | None = None,
    name: str = "",
    sort: Sort = A_TEXT,
    **more: Any,
) -> Param[Any, Any]:
    """One word; `read` says what it means, in a state."""
    return declared.one(name, sort, *([] if read is None else [read]), **more)


def words(
    read: Callable[[Any, Sequence[str]], Any] | None = None,
    name: str = "",
    sort: Sort = A_TEXT,
    **more: Any,
) -> Param[Any, Any]:
    """All words that follow, or an option that may be given several times."""
    return declared.several(name, sort, *([] if read is None else [read]), **more)


def number(least: int, most: int, name: str = "", **more: Any) -> Param[Any, int]:
    """A whole number."""
    return declared.number(name, least, most, **more)


def choice(options: Sequence[str], what: str, name: str = "", **more: Any) -> Param[Any, Any]:
    """One of some words, or the beginning of one; `what` it is."""
    return declared.choice(name, options, what, **more)


def flag(help: str, name: str = "", **more: Any) -> Param[Any, bool]:
    """An option that takes nothing."""
    return declared.flag(name, help, **more)


def text(name: str = "", **more: Any) -> Param[Any, str]:
    """Free text."""
    return declared.text(name, **more)


Player = Annotated[int, player()]
"""Somebody at the table, by the seat."""
