"""What a log, and whoever reads one, knows of a fact: name, shape, and what is done with it.

Games write classes (`core.fact`), each of which declares one of these. The shape is made of the
checkers of its fields (`core.shapes`), by which a damaged file is found out; from the same checkers
the format of the log is made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Generic, TypeVar, get_origin

from companion.core.event import Referee
from companion.core.play import PlayState
from companion.core.shapes import TOGETHER, Checker, Shape
from companion.core.value import resolved

S = TypeVar("S", bound=PlayState)
P = TypeVar("P", bound=Mapping[str, Any])


class Kind(Generic[S, P]):
    """A kind of entry of one game, or what the game asks of a kind that all games share.

    `name` is `noun.past_verb`. `apply` is the state after such an entry, and never refuses;
    `describe` is the line of the log, of the state before, the payload and the state after; `check`
    refuses what the rules do (through the referee), or what cannot be. Each of the three is left
    out of a shared kind, as far as all games do the same with it; without `apply`, an entry of the
    game's own is noted and changes nothing. `together` looks at the whole of a payload whose keys
    are sound. `counts` says whether points, rounds, who is first or the end depend on it: where
    thousands of plays are read, other kinds are passed over. An entry of a kind with `after_end`
    may be made in a finished play as well: it corrects how that ended.

    A kind that looks something up has `check_with` and `describe_with` in place of the other two:
    they are handed what the game looks things up in (`Game.reference`), too. `settle` is for a
    payload that names something by its place: what it means in this state, where something before
    it was taken back or brought back. `secret` are the keys of a payload that only the player may
    read whom it is about, or who entered it: they are left out of what `describe` is handed, and of
    all that others read about a refusal.
    """

    def __init__(
        self,
        name: str,
        payload: type[P],
        apply: Callable[[S, P], S] | None = None,
        describe: Callable[[S, P, S], str] | None = None,
        check: Callable[[S, P, Referee], None] | None = None,
        together: Checker | None = None,
        counts: bool = True,
        check_with: Callable[[S, P, Referee, Any], None] | None = None,
        describe_with: Callable[[S, P, S, Any], str] | None = None,
        settle: Callable[[S, P], P] | None = None,
        secret: Collection[str] | Callable[[P], Collection[str]] = (),
        after_end: bool = False,
    ) -> None:
        self.name = name
        self.payload = payload
        self.apply = apply
        self.describe = describe
        self.check = check
        self.together = together
        self.counts = counts
        self.check_with = check_with
        self.describe_with = describe_with
        self.settle = settle
        self.secret = secret
        self.after_end = after_end

    def but(self, **changes: Any) -> Kind[Any, P]:
        """The same kind with some fields otherwise. Raises TypeError for others."""
        return Kind(**{**vars(self), **changes})

    def secrets(self, payload: P) -> dict[str, Any]:
        """What a payload holds that not everybody may read, by its keys."""
        keys = self.secret(payload) if callable(self.secret) else self.secret
        return {key: payload[key] for key in keys if payload.get(key)}

    def redacted(self, payload: P) -> P:
        """The payload as it would be, had nobody entered what not everybody may read."""
        return self._without(payload, lambda dice: [])

    def _without(self, payload: P, of_several: Callable[[list[Any]], list[Any]]) -> P:
        secrets = self.secrets(payload)
        hidden = {key: of_several(it) if type(it) is list else None for key, it in secrets.items()}
        return {**payload, **hidden} if hidden else payload  # type: ignore[return-value]

    def require(self, state: S, payload: P, referee: Referee, reference: Any) -> None:
        """Refuse what cannot be. Raises Refused, or Illegal through the referee."""
        if self.check is None and self.check_with is None:
            return
        if self.settle is not None:
            payload = self.settle(state, payload)
        if self.check is not None:
            self.check(state, payload, referee)
        if self.check_with is not None:
            self.check_with(state, payload, referee, resolved(reference))

    def line(self, before: S, payload: P, after: S, reference: Any) -> str | None:
        """The line of the log; None where the kind does not say it otherwise than all games do."""
        if self.describe is None and self.describe_with is None:
            return None
        if self.settle is not None:
            payload = self.settle(before, payload)
        if self.secret:  # how many there are may be known, and which they are may not
            payload = self._without(payload, lambda several: [None] * len(several))
        if self.describe is not None:
            return self.describe(before, payload, after)
        assert self.describe_with is not None
        return self.describe_with(before, payload, after, resolved(reference))

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


def shape_of(payload: type[Any]) -> Shape:
    """The keys of a TypedDict or a named tuple with the checkers that they carry: of a payload, or
    within one."""
    required: frozenset[str] | None = getattr(payload, "__required_keys__", None)
    if hasattr(payload, "_field_defaults"):
        required = payload.__annotations__.keys() - payload._field_defaults.keys()
    if required is None:
        raise ValueError(
            f"the payload {payload.__name__} says of no key what it is. Make it a TypedDict."
        )
    return {
        key if key in required else f"{key}?": _checker(payload, key, type_)
        for key, type_ in payload.__annotations__.items()
    }


def _checker(payload: type, key: str, type_: Any) -> Checker:
    """The checker that a key of a payload carries: `Annotated[int, SEAT]`."""
    while not hasattr(type_, "__metadata__") and get_origin(type_) is not None:
        type_ = type_.__args__[0]  # NotRequired[Annotated[…]]
    carried: tuple[Any, ...] = getattr(type_, "__metadata__", ())
    if not carried or not callable(carried[0]):
        raise ValueError(
            f"{payload.__name__}.{key} does not say how it is checked. It is annotated so: "
            "`Annotated[int, SEAT]`, without `from __future__ import annotations`."
        )
    checker: Checker = carried[0]
    return checker
