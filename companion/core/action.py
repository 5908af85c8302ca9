"""One command's entries in the making: every fact is checked and applied as it is added."""

from typing import Any, Generic, TypeVar

from companion.core.event import Draft, Event
from companion.core.game import Game
from companion.core.play import PlayState
from companion.core.referee import Referee
from companion.core.shapes import Context, misfit

S = TypeVar("S", bound=PlayState)


class Action(Generic[S]):
    """Collects the drafts of entry number `entry` over a running `state`; it began at `before`.

    `warnings` are sentences for the table that go with the answer and are not recorded. `untold`
    says that what is still open was done all the same, and nobody told it.
    """

    def __init__(
        self,
        game: Game[S],
        state: S,
        reference: Any = None,
        house: str | None = None,
        entry: int = 0,
    ) -> None:
        self.game = game
        self.entry = entry
        self.reference = reference
        self.before = state
        self.state = state
        self.referee = Referee(house)
        self.drafts: list[Draft] = []
        self._begins = [0]
        self.lines: list[str] = []
        self.warnings: list[str] = []
        self.untold = False

    def add(self, kind: str, **data: Any) -> None:
        """Record one more fact. Raises Illegal or Refused; nothing of the action is kept then.

        Raises ValueError for one that nobody could read again: a mistake in the program.
        """
        draft = Draft(kind, data)
        event = Event(0, 0, kind, data, "")
        what = misfit(event, self.game.all_shapes, Context.at(self.state.seats))
        if what is not None:
            raise ValueError(f"{kind}: {what}")
        self.game.check(self.state, event, self.referee, self.reference)
        after = self.game.record(self.state, event)
        line = self.game.describe(self.state, event, after, self.reference)
        if line:
            self.lines.append(line)
        self.drafts.append(draft)
        self.state = after

    def begin_entry(self) -> None:
        """What is added from here on is an entry of its own: undo takes back that alone.

        For what goes before the thing itself, such as the turn that a command begins by the way.
        """
        if len(self.drafts) > self._begins[-1]:
            self._begins.append(len(self.drafts))

    @property
    def entries(self) -> list[list[Draft]]:
        """The drafts, entry by entry."""
        ends = [*self._begins[1:], len(self.drafts)]
        return [self.drafts[a:b] for a, b in zip(self._begins, ends, strict=True) if b > a]

    def warn(self, sentence: str) -> None:
        """Tell the table something that it should not miss; said once."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)
