"""What can be done now: one table per game, by phase, the most urgent step first.

    LEGAL = Legal(phase_of, {"number": (Step("swap", say=…), Step("round")), …})

What the table should do next (`todo`), the order of the prompt's menu and the hints of an answer
are read from it. The checks decide what the rules allow: the menu tries each verb on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from companion.core.play import PlayState
from companion.core.value import Generic

S = TypeVar("S", bound=PlayState)


class Step(Generic[S]):
    """One thing that can be done in a phase.

    `verb` is the verb that does it; empty for what happens only on the table, or is done with a
    command that all games have. `say` is the sentence that asks for it, with the command, or
    several sentences; none for optional steps. `when` tests a state for what the rules allow but
    only some states of the phase offer.
    """

    def __init__(
        self,
        verb: str = "",
        say: Callable[[S], str | Iterable[str]] | str = "",
        when: Callable[[S], bool] | None = None,
    ) -> None:
        self.verb = verb
        self.say = say
        self.when = when


class Legal(Generic[S]):
    """The table of a game: which phase a state is in, and what can be done in each of them.

    `always` are steps for every phase, after all others. The menu tries each verb of the phase, and
    leaves out those that the rules refuse, and steps whose sentence is empty now; a verb that a
    phase need not offer is not listed there.
    """

    def __init__(
        self,
        phase: Callable[[S], str],
        steps: Mapping[str, tuple[Step[S], ...]],
        always: tuple[Step[S], ...] = (),
    ) -> None:
        self.phase = phase
        self.steps = steps
        self.always = always

    def now(self, state: S) -> Iterator[Step[S]]:
        """The steps that can be done, the most urgent first."""
        return self._those(state, lambda step: True)

    def _those(self, state: S, wanted: Callable[[Step[S]], bool]) -> Iterator[Step[S]]:
        for step in (*self.steps[self.phase(state)], *self.always):
            if wanted(step) and (step.when is None or step.when(state)):
                yield step

    def todo(self, state: S) -> list[str]:
        """What the table should do next, a sentence each."""
        # Steps without a sentence are not tested: that may take reading boxes.
        named = self._those(state, lambda step: bool(step.say))
        sayings = (step.say(state) if callable(step.say) else step.say for step in named)
        each = ((it,) if isinstance(it, str) else it for it in sayings)
        return [sentence for sentences in each for sentence in sentences if sentence]

    def verbs(self, state: S) -> tuple[str, ...]:
        """The verbs that are useful now, the most urgent first."""
        steps = (step for step in self.now(state) if step.verb)
        steps = (step for step in steps if not callable(step.say) or step.say(state))
        return tuple(dict.fromkeys(step.verb for step in steps))
