"""The words of White, Black, or Roll: what may be called."""

from typing import Literal

Call = Literal["white", "black", "roll"]
CALLS: tuple[Call, ...] = ("white", "black", "roll")
