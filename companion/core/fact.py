"""A fact that a log records: a class with typed fields, and what the rules do with it.

    class DieLost(Fact[State], kind="die.lost"):
        \"\"\"The loser of a round gives up a die.\"\"\"

        seat: Seat
        cards: CardCount

        def check(self, state: State, referee: Referee) -> None: ...
        def apply(self, state: State) -> State: ...
        def describe(self, before: State, after: State) -> str: ...

Each field is annotated with the checker that finds out a damaged file (`core.shapes`); the JSON
Schema of the log is made from the same ones. A field with a default is left out of the log where it
has that value. A key of a log that is no field is ignored: a newer companion may have added it.
A key that no name in Python can be has an underscore behind it as a field: `from_`.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import ModuleType
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar, dataclass_transform

from companion.core.kind import Kind, Kinds, kinds
from companion.core.play import PlayState
from companion.core.shapes import AMOUNT, FLAG, SEAT, TEXT, WHOLE, Checker
from companion.core.value import Value

S = TypeVar("S", bound=PlayState)

Seat = Annotated[int, SEAT]
Whole = Annotated[int, WHOLE]
Amount = Annotated[int, AMOUNT]
Text = Annotated[str, TEXT]
Flag = Annotated[bool, FLAG]
NOT_RECORDED: Any = ...
"""The default of a field that older logs do not hold, where null means something else."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Recorded(Value):
    """Fields as the log of a play or of a box records them."""

    __required_keys__: ClassVar[frozenset[str]]
    """As a TypedDict has it, for `core.kind.shape_of`."""

    def __init_subclass__(cls) -> None:
        inherited = [vars(base).get("__annotations__", {}) for base in cls.__mro__[1:]]
        fields = {name: types[name] for types in inherited for name in types if name in cls.fields}
        own = cls.__annotations__
        for name in own:
            if name.endswith("_") and not name.startswith("_"):
                plain = name.rstrip("_")
                if name in vars(cls):
                    setattr(cls, plain, vars(cls)[name])
                setattr(cls, name, property(partial(_recorded, plain)))
        cls.__annotations__ = {**fields, **{name.rstrip("_"): own[name] for name in own}}
        super().__init_subclass__()
        cls.__required_keys__ = frozenset(cls.fields).difference(cls.defaults)

    def __init__(self, **given: Any) -> None:
        given = {name.rstrip("_"): value for name, value in given.items()}
        wrong = given.keys() - set(self.fields) or (set(self.fields) - given.keys()).difference(
            self.defaults
        )
        if wrong:
            names = ", ".join(sorted(wrong))
            raise TypeError(f"{type(self).__name__} lacks these fields, or has no such: {names}")
        recorded = {
            name: given[name]
            for name in self.fields
            if name in given and not (name in self.defaults and given[name] == self.defaults[name])
        }
        object.__setattr__(self, "__dict__", recorded)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The fact that an entry of a log holds; it has been held against its shape before."""
        fact = object.__new__(cls)
        object.__setattr__(fact, "__dict__", data)
        return fact

    def to_json(self) -> dict[str, Any]:
        """What an entry of a log holds: the fields, but for those that have their default."""
        return dict(self.__dict__)


def _recorded(name: str, fact: Recorded) -> Any:
    return getattr(fact, name)


class Fact(Generic[S], Recorded):
    """A fact of one game, or what the game adds to a fact that all games share.

    A subclass defines what it needs of these methods; without one, the fact is handled as in all
    games, and a fact of the game's own changes nothing and refuses nothing:

    - `check(state, referee)` refuses what the rules forbid, or what is impossible.
    - `apply(state)` is the state afterwards; it never refuses.
    - `describe(before, after)` is the line of the log.
    - `settle(state)` is the fact as it is meant in a state, for one that names something by its
      place, after something earlier was undone or redone.

    A `check` or `describe` that takes one argument more is handed what the game looks things up in
    (`Game.reference`), too.

    `kind` is `noun.past_verb`; a class without one holds what several facts have in common.
    `counts` says whether points, rounds, the first player or the end depend on it: where thousands
    of plays are read, other kinds are skipped. `secret` names the fields that only the player whom
    it concerns may read; or it is a function of the fact that does, where it depends. With
    `after_end` it may also be entered in a finished play, which it corrects. `together` finds out a
    damaged file by all fields at once, when each of them is sound.
    """

    declared: ClassVar[Kind[Any, Any]]
    """The same as a log knows it."""

    def __init_subclass__(
        cls,
        kind: str = "",
        counts: bool = True,
        secret: Collection[str] | Callable[[Any], Collection[str]] = (),
        after_end: bool = False,
        together: Checker | None = None,
    ) -> None:
        super().__init_subclass__()
        for name in cls.fields:
            if hasattr(Fact, name):
                raise ValueError(f"{cls.__name__}.{name} cannot be a field: facts have a {name}.")
        if not kind:  # what several facts have in common
            return
        cls.declared = Kind(
            kind,
            cls,
            apply=_apply(cls),
            settle=_settle(cls),
            counts=counts,
            secret=(lambda data: secret(cls.from_json(data))) if callable(secret) else secret,
            after_end=after_end,
            together=together,
            **_check(cls),
            **_describe(cls),
        )


def _check(cls: type[Any]) -> dict[str, Any]:
    """`check` as `Kind` takes it: of a state, what a log holds, the referee, and a reference."""
    method = getattr(cls, "check", None)
    if method is None:
        return {}
    if _takes(method, 3):
        return {"check_with": lambda state, data, *more: method(cls.from_json(data), state, *more)}
    return {"check": lambda state, data, referee: method(cls.from_json(data), state, referee)}


def _takes(method: Callable[..., Any], arguments: int) -> bool:
    """Whether a method takes so many arguments besides `self`."""
    return method.__code__.co_argcount == arguments + 1


def _apply(cls: type[Any]) -> Callable[..., Any] | None:
    method = getattr(cls, "apply", None)
    if method is None:
        return None
    new, put = object.__new__, object.__setattr__

    def apply(state: Any, data: Any) -> Any:
        fact = new(cls)  # as `from_json`: done thousands of times where plays are counted
        put(fact, "__dict__", data)
        return method(fact, state)

    return apply


def _describe(cls: type[Any]) -> dict[str, Any]:
    method = getattr(cls, "describe", None)
    if method is None:
        return {}
    if _takes(method, 3):
        return {
            "describe_with": lambda before, data, *more: method(cls.from_json(data), before, *more)
        }
    return {"describe": lambda before, data, after: method(cls.from_json(data), before, after)}


def _settle(cls: type[Any]) -> Callable[..., Any] | None:
    method = getattr(cls, "settle", None)
    if method is None:
        return None

    def settle(state: Any, data: Any) -> Any:
        fact = cls.from_json(data)
        settled = method(fact, state)
        return data if settled is fact else settled.to_json()

    return settle


def facts(*declared: type[Fact[Any]] | ModuleType) -> Kinds:
    """The facts of a game by their kinds: these, and all that these modules define.

    Raises ValueError for a kind that is declared twice.
    """
    found: list[Kind[Any, Any]] = []
    for it in declared:
        if isinstance(it, type):
            found.append(it.declared)
            continue
        for value in vars(it).values():
            is_fact = isinstance(value, type) and "declared" in vars(value)
            if is_fact and value.__module__ == it.__name__:
                found.append(value.declared)
    return kinds(found)
