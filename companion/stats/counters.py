"""Counters as JSON: in lists, value by value, and many of them in a text that is passed over."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar


class Packed:
    """A counter that fits into a JSON list, value by value.

    No dataclass: making those would take longer than reading what a group has kept.
    """

    FRESH: ClassVar[dict[str, Any]]
    """The values of a counter that has counted nothing yet, by their names: those of its class."""

    def __init_subclass__(cls) -> None:
        cls.FRESH = {name: value for name, value in vars(cls).items() if not name.startswith("_")}

    def __init__(self, kept: Iterable[Any] | None = None) -> None:
        """A fresh counter, or one from a list of `packed`. Raises ValueError or TypeError."""
        values = self.FRESH.values() if kept is None else kept
        self.__dict__.update(zip(self.FRESH, values, strict=True))

    def packed(self) -> list[Any]:
        """The values in the order of their names."""
        return list(self.__dict__.values())


P = TypeVar("P", bound=Packed)


def packed(counters: Mapping[str, Packed]) -> dict[str, list[Any]]:
    """Counters as JSON has them."""
    return {key: counter.packed() for key, counter in counters.items()}


def unpacked(kind: type[P], kept: Mapping[str, Iterable[Any]]) -> dict[str, P]:
    """The counters from what `packed` returned. Raises ValueError, TypeError or AttributeError."""
    return {key: kind(values) for key, values in kept.items()}


def sealed(value: Any) -> str:
    """A JSON value as a short text without quotes: whoever does not look into it loses no time."""
    from base64 import b64encode
    from zlib import compress

    return b64encode(compress(json.dumps(value, separators=(",", ":")).encode(), 1)).decode()


def opened(text: str) -> Any:
    """The value that was sealed. Raises ValueError where it is none."""
    from base64 import b64decode
    from zlib import decompress, error

    try:
        return json.loads(decompress(b64decode(text)))
    except error as problem:
        raise ValueError(f"nothing sealed: {problem}") from None
