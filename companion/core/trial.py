"""A line is tried before it is offered: whether it is allowed is asked of the rules themselves."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.core.action import Action, Rules
from companion.core.later import known
from companion.core.play import PlayState
from companion.errors import CompanionError, StorageError

if TYPE_CHECKING:
    from random import Random

S = TypeVar("S", bound=PlayState)

Plan = Callable[[Action[S]], None]
"""What a command does with an entry."""


class Trial(Generic[S]):
    """A state to try lines on: what a plan does there is thrown away."""

    def __init__(self, game: Rules[S], state: S, reference: Any) -> None:
        self.game = game
        self.state = state
        self._reference = reference
        self.house: str | None = None

    @property
    def reference(self) -> Any:
        """What the game looks things up in, read by now (`core.later`)."""
        return known(self._reference)

    def stands(self, plan: Plan[S]) -> bool:
        """Whether an entry made by this plan would be taken. Raises StorageError alone."""
        return self.problem(plan) is None

    def problem(self, plan: Plan[S]) -> CompanionError | None:
        """Why an entry made by this plan would not be taken. Raises StorageError alone."""
        try:
            Action(self.game, self.state, self._reference, self.house, chance=no_chance).make(plan)
        except StorageError:
            raise
        except CompanionError as problem:
            return problem
        return None


def no_chance(entry: int = 0) -> "Random":
    """What is handed to a plan that draws or rolls: how it falls does not matter to a trial."""
    from random import Random  # a line that is only taken apart needs none

    class NoChance(Random):
        def __init__(self) -> None:
            super().__init__(0)

    return NoChance()
