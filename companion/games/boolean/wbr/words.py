"""The words of White, Black, or Roll: what may be called, and what a wrong call costs."""

from typing import Literal

Call = Literal["white", "black", "roll"]
CALLS: tuple[Call, ...] = ("white", "black", "roll")

Cost = Literal["own", "called", "game"]
COSTS: tuple[Cost, ...] = ("own", "called", "game")
