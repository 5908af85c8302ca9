"""A fact that a log records: a class with typed fields and methods for the rules.

    class DieLost(Fact[State], kind="die.lost"):
        \"\"\"The loser of a round gives up a die.\"\"\"

        seat: Seat
        cards: CardCount

        def check(self, state: State, referee: Referee) -> None: ...
        def apply(self, state: State) -> State: ...
        def describe(self, before: State, after: State) -> str: ...

Each field is annotated with the checker that recognizes a damaged file (`core.shapes`); the JSON
Schema of the log is made from the same checkers. A field with its default value is left out of the
log. A key of a log that is not a field is ignored: a newer companion may have added it. The field
of a key that is a keyword in Python has an underscore behind it: `from_`.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import ModuleType
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

from companion.core.event import Referee
from companion.core.play import PlayState
from companion.core.shapes import (
    AMOUNT,
    FLAG,
    SEAT,
    TEXT,
    TOGETHER,
    WHOLE,
    Checker,
    Shape,
    shape_of,
)
from companion.core.value import Annotated, Generic, Value, resolved

S = TypeVar("S", bound=PlayState)

Seat = Annotated[int, SEAT]
Whole = Annotated[int, WHOLE]
Amount = Annotated[int, AMOUNT]
Text = Annotated[str, TEXT]
Flag = Annotated[bool, FLAG]
NOT_RECORDED: Any = ...
"""The default of a field that older logs lack, if null means something else."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Recorded(Value):
    """Fields as the log of a play or of a box records them, under a `kind`: `noun.past_verb`.

    A class without a kind is a base class.
    """

    kind: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        own = cls.__annotations__
        for name in [name for name in own if name[-1] == "_"]:
            plain = name[:-1]
            if name in vars(cls):
                setattr(cls, plain, vars(cls)[name])
            setattr(cls, name, property(partial(_recorded, plain)))
            cls.__annotations__ = {(plain if it == name else it): own[it] for it in own}
            own = cls.__annotations__
        super().__init_subclass__()

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
        """Return the fact of an entry of a log, whose shape was checked before."""
        fact = object.__new__(cls)
        object.__setattr__(fact, "__dict__", data)
        return fact

    def to_json(self) -> dict[str, Any]:
        """Return the data of the entry: the fields, except those with their default."""
        return dict(self.__dict__)


def _recorded(name: str, fact: Recorded) -> Any:
    return getattr(fact, name)


class Fact(Generic[S], Recorded):
    """A fact of one game, or what the game adds to a fact that all games share.

    A subclass defines what it needs of these methods; the default is the treatment in all games,
    and for a fact of the game's own, to change and refuse nothing:

    - `check(state, referee)` refuses what the rules forbid, or what is impossible.
    - `apply(state)` is the state afterwards; it never refuses.
    - `describe(before, after)` returns the line of the log.
    - `interpret(state)` returns the fact as it is meant in a state, if it names something by its
      place and an earlier entry was undone or redone.

    A `check` or `describe` with one more parameter also gets what the game looks things up in
    (`Game.reference`).

    `counts` says whether points, rounds, the first player or the end depend on it: when thousands
    of plays are read, other kinds are skipped. `secret` names the fields that only the player
    concerned may read; if it depends, it is a function of the fact that returns them. With
    `after_end` it may also be entered in a finished play, which it corrects. `together` checks all
    fields at once for a damaged file, after each field by itself.
    """

    check: ClassVar[Any] = None
    apply: ClassVar[Any] = None
    describe: ClassVar[Any] = None
    interpret: ClassVar[Any] = None
    affects_result: ClassVar[bool] = True
    secret: ClassVar[Any] = ()
    after_end: ClassVar[bool] = False
    whole_checker: ClassVar[Any] = None

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
        cls.kind = kind
        if kind:
            cls.affects_result, cls.after_end = counts, after_end
            cls.secret = staticmethod(secret) if callable(secret) else secret
            cls.whole_checker = together

    @classmethod
    def shape(cls) -> Shape:
        """Return the shape of such an entry in an undamaged file (`core.shapes`)."""
        shape = shape_of(cls)
        return shape if cls.whole_checker is None else {**shape, TOGETHER: cls.whole_checker}

    def in_state(self, state: S) -> Self:
        """Return the fact as it is meant in a state."""
        return self if self.interpret is None else self.interpret(state)

    def require(self, state: S, referee: Referee, reference: Any) -> None:
        """Refuse the impossible. Raises Refused, or Illegal through the referee."""
        if self.check is not None:
            fact = self.in_state(state)
            fact.check(state, referee, *_looked_up(fact.check, reference))

    def log_line(self, before: S, after: S, reference: Any) -> str | None:
        """Return the line of the log; None if the fact is described as in all games."""
        if self.describe is None:
            return None
        # The number of secrets may be known, but not which they are.
        fact = self.in_state(before)._without(lambda several: [None] * len(several))
        line: str = fact.describe(before, after, *_looked_up(fact.describe, reference))
        return line

    def secrets(self) -> dict[str, Any]:
        """The contents that not everybody may read, by field."""
        names = self.secret(self) if callable(self.secret) else self.secret
        return {name: self.__dict__[name] for name in names if self.__dict__.get(name)}

    def redacted(self) -> Self:
        """Return the fact without what not everybody may read, as if it had not been entered."""
        return self._without(lambda several: [])

    def _without(self, of_several: Callable[[list[Any]], list[Any]]) -> Self:
        secrets = self.secrets() if self.secret else {}
        hidden = {
            name: of_several(it) if type(it) is list else None for name, it in secrets.items()
        }
        return self.from_json({**self.__dict__, **hidden}) if hidden else self


def _looked_up(method: Any, reference: Any) -> tuple[Any, ...]:
    """Return the additional argument of a `check` or `describe`: the reference, if it takes it."""
    return (resolved(reference),) if method.__func__.__code__.co_argcount == 4 else ()


Kinds = Mapping[str, type[Fact[Any]]]
"""The facts of a game by kind."""


def facts(*declared: type[Recorded] | ModuleType) -> Mapping[str, type[Any]]:
    """Collect the facts of a game, or of its boxes, by kind: these, and all that modules define.

    Raises ValueError for a kind that is declared twice.
    """
    found: dict[str, type[Recorded]] = {}
    for it in declared:
        for fact in (it,) if isinstance(it, type) else _defined_in(it):
            if fact.kind in found:
                raise ValueError(
                    f"the kind {fact.kind} is declared twice. Call one something else."
                )
            found[fact.kind] = fact
    return found


def _defined_in(module: ModuleType) -> list[type[Recorded]]:
    classes = [it for it in vars(module).values() if isinstance(it, type)]
    own = [it for it in classes if it.__module__ == module.__name__ and issubclass(it, Recorded)]
    return [it for it in own if it.kind]
