"""Immutable values with named fields, such as a state; and values that are loaded when used.

What a game looks things up in (`Game.reference`) may be lazy: most commands never look a card up.
The rules get the value itself, already read: an entry loads it before the log is locked.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NoReturn,
    TypeVar,
    dataclass_transform,
)

T = TypeVar("T")


if TYPE_CHECKING:
    from typing import Annotated as Annotated
    from typing import Generic as Generic
    from typing import Protocol as Protocol
else:

    class Annotated:
        """`typing.Annotated` for type checkers. At run time, only what it carries is read.

        Making a hundred of `typing`'s takes a fiftieth of the time of a short command.
        """

        def __class_getitem__(cls, of: tuple[Any, ...]) -> "Annotated":
            made = cls()
            made.__origin__, *carried = of
            made.__metadata__ = tuple(carried)
            return made

        def __or__(self, other: Any) -> "Annotated":
            return self

    class Generic:
        """`typing.Generic` for type checkers. At run time, `Fact[State]` is just `Fact`.

        What `typing` does for each class that extends one takes longer than everything else about
        it.
        """

        def __class_getitem__(cls, of: Any) -> type:
            return cls

    Protocol = Generic


class _AsDataclass:
    """What the standard library expects of a dataclass, made for a value on demand.

    So `dataclasses.fields` and `asdict` work with values, and a dataclass may extend one.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, value: Any, kind: Any) -> Any:
        from dataclasses import dataclass

        fields = {"__annotations__": dict.fromkeys(kind.fields, Any), **kind.defaults}
        alike: type[Any] = dataclass(frozen=True, kw_only=True)(type(kind.__name__, (), fields))
        return getattr(alike, self._name)


@dataclass_transform(frozen_default=True)
class Value:
    """An immutable value with named fields: the annotated ones in a class that extends it.

    It is like a frozen dataclass, but creating such a class takes nearly a millisecond at every
    start; a named tuple takes a tenth of that, this a hundredth. For values that exist in
    thousands, named tuples are used anyway: they are made faster.
    """

    fields: ClassVar[tuple[str, ...]] = ()
    defaults: ClassVar[Mapping[str, Any]] = {}
    __dataclass_fields__ = _AsDataclass()
    __dataclass_params__ = _AsDataclass()

    def __init_subclass__(cls) -> None:
        own: Mapping[str, Any] = cls.__annotations__
        named = [name for name in own if getattr(own[name], "__origin__", None) is not ClassVar]
        cls.fields = tuple(dict.fromkeys((*cls.fields, *named)))
        setattr(cls, "__match_args__", cls.fields)  # noqa: B010 (in a dataclass, it is constant)
        cls.defaults = {name: getattr(cls, name) for name in cls.fields if hasattr(cls, name)}

    def __init__(self, *given: Any, **named: Any) -> None:
        all_given = dict(zip(self.fields, given, strict=False)) | named
        values = {**self.defaults, **all_given}
        if values.keys() != set(self.fields) or len(all_given) < len(given) + len(named):
            wrong = ", ".join(sorted(values.keys() ^ set(self.fields)))
            raise TypeError(f"{type(self).__name__} lacks these fields, or has none so: {wrong}")
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise _frozen(name)

    def __delattr__(self, name: str) -> NoReturn:
        raise _frozen(name)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.fields))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__qualname__}({shown})"


def _frozen(name: str) -> AttributeError:
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(f"cannot assign to field {name!r}")


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value: Any, **changes: Any) -> Any:
        """Return the value with these fields changed. Raises TypeError for an unknown field."""
        kind = type(value)
        if kind.__init__ is not Value.__init__:
            from dataclasses import replace as standard

            return standard(value, **changes)
        fields = {**value.__dict__, **changes}
        if len(fields) != len(value.__dict__):
            raise TypeError(f"{kind.__name__} has no such fields: {', '.join(changes)}")
        changed = object.__new__(kind)
        object.__setattr__(changed, "__dict__", fields)
        return changed


class Lazy(Generic[T]):
    """A value that `read` gives when it is first used."""

    def __init__(self, read: Callable[[], T]) -> None:
        self._read = read

    @cached_property
    def value(self) -> T:
        """The value. Raises what reading raises."""
        return self._read()


def resolved(reference: Any) -> Any:
    """Return what a game looks things up in, loaded by now."""
    return reference.value if isinstance(reference, Lazy) else reference
