"""What is read only when somebody asks for it: most commands never look a card up.

What a game looks things up in (`Game.reference`) may be such a thing. Its rules are handed the
value itself, and never read: who enters something has read it before the log is held.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Later(Generic[T]):
    """A value that `read` gives, when it is asked for, and once."""

    def __init__(self, read: Callable[[], T]) -> None:
        self._read = read

    @cached_property
    def value(self) -> T:
        """What was read. Raises what reading raises."""
        return self._read()


def known(reference: Any) -> Any:
    """What a game looks things up in, read by now."""
    return reference.value if isinstance(reference, Later) else reference
