"""A kind of entry, declared once: what it holds, who refuses it, what it changes, how it reads.

    class GuessMade(TypedDict):
        seat: Annotated[int, SEAT]
        count: Annotated[int, AMOUNT]

    GUESS_MADE = Kind("guess.made", GuessMade, apply=…, tell=…, check=…)

The payload is a TypedDict: a plain dict at run time, of which the type checker knows every key.
Each key carries the checker by which a damaged file is found out (`core.shapes`); from the same
checkers the format of the log is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar, get_origin

from companion.core.play import PlayState
from companion.core.referee import Referee
from companion.core.shapes import TOGETHER, Checker, Shape

S = TypeVar("S", bound=PlayState)
P = TypeVar("P", bound=Mapping[str, Any])


class Kind(Generic[S, P]):
    """A kind of entry of one game, or what the game asks of a kind that all games share.

    `name` is `noun.past_verb`. `apply` is the state after such an entry, and never refuses; `tell`
    is the line of the log, of the state before, the payload and the state after; `check` refuses
    what the rules do (through the referee), or what cannot be. Each of the three is left out of a
    shared kind, as far as all games do the same with it; without `apply`, an entry of the game's
    own is noted and changes nothing. `together` looks at the whole of a
    payload whose keys are sound. `counts` says whether points, rounds, who is first or the end
    depend on it: where thousands of plays are read, other kinds are passed over.
    """

    def __init__(
        self,
        name: str,
        payload: type[P],
        apply: Callable[[S, P], S] | None = None,
        tell: Callable[[S, P, S], str] | None = None,
        check: Callable[[S, P, Referee], None] | None = None,
        together: Checker | None = None,
        counts: bool = True,
    ) -> None:
        self.name = name
        self.payload = payload
        self.apply = apply
        self.tell = tell
        self.check = check
        self.together = together
        self.counts = counts

    @property
    def shape(self) -> Shape:
        """What such an entry looks like in a file that is not damaged (`core.shapes`)."""
        shape = shape_of(self.payload)
        return shape if self.together is None else {**shape, TOGETHER: self.together}


Kinds = Mapping[str, Kind[Any, Any]]
"""The kinds of a game by their names."""


def kinds(*declared: Iterable[Kind[Any, Any]]) -> Kinds:
    """The kinds of a game, from the modules that hold them.

    Raises ValueError for a double.
    """
    found: dict[str, Kind[Any, Any]] = {}
    for kind in (kind for some in declared for kind in some):
        if kind.name in found:
            raise ValueError(f"the kind {kind.name} is declared twice. Call one something else.")
        found[kind.name] = kind
    return found


def shape_of(payload: type[Mapping[str, Any]]) -> Shape:
    """The keys of a TypedDict with the checkers that they carry: of a payload, or within one."""
    required: frozenset[str] | None = getattr(payload, "__required_keys__", None)
    if required is None:
        raise ValueError(
            f"the payload {payload.__name__} says of no key what it is. Make it a TypedDict."
        )
    return {
        key if key in required else f"{key}?": _checker(payload, key, told)
        for key, told in payload.__annotations__.items()
    }


def _checker(payload: type, key: str, told: Any) -> Checker:
    """The checker that a key of a payload carries: `Annotated[int, SEAT]`."""
    while not hasattr(told, "__metadata__") and get_origin(told) is not None:
        told = told.__args__[0]  # NotRequired[Annotated[…]]
    carried: tuple[Any, ...] = getattr(told, "__metadata__", ())
    if not carried or not callable(carried[0]):
        raise ValueError(
            f"{payload.__name__}.{key} does not say how it is checked. It is annotated so: "
            "`Annotated[int, SEAT]`, without `from __future__ import annotations`."
        )
    checker: Checker = carried[0]
    return checker
