# ruff: noqa: D102
"""Those of the six that do not declare their verbs and kinds yet, for as long as there are any."""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from companion.core.action import Action
from companion.core.entry import Mention
from companion.core.event import Event
from companion.core.game import Outcome
from companion.core.offer import Line, Offer
from companion.core.play import record_play
from companion.core.referee import Referee
from companion.core.seats import Seat
from companion.core.shapes import Shape
from companion.core.trial import Trial
from companion.games.boolean.dice.verbs import VERBS as OF_THE_SET
from companion.games.boolean.later import LATER
from companion.games.boolean.menu import Verb, offered
from companion.games.boolean.possession.entries import DICE_COUNTED, DICE_TOLD
from companion.games.boolean.possession.state import Possessing, forgotten
from companion.games.boolean.start import PLAY_STARTED
from companion.games.boolean.state import State
from companion.games.boolean.typed import dice
from companion.games.boolean.variant_game import PLAY_FINISHED, VariantGame
from companion.games.boolean.variants import variant_of


class Unconverted(VariantGame[Any]):
    """One of the six, told by modules of the same names."""

    def __init__(self, name: str) -> None:
        self.variant = variant_of(name)  # type: ignore[misc]
        self.ends_by = self._part("outcome").ENDS  # type: ignore[misc]
        own: dict[str, Shape] = dict(self._part("shapes").SHAPES)
        self.kinds = {PLAY_STARTED.name: PLAY_STARTED, PLAY_FINISHED.name: PLAY_FINISHED}  # type: ignore[misc]
        self.shapes = own  # type: ignore[misc]
        if "dice.told" in self._part("record").RECORDERS:
            self.shapes = {  # type: ignore[misc]
                DICE_TOLD.name: DICE_TOLD.shape,
                DICE_COUNTED.name: DICE_COUNTED.shape,
                **own,
            }

    def _part(self, module: str) -> Any:
        return import_module(f"companion.games.boolean.{self.variant.name}.{module}")

    def own_verbs(self) -> Sequence[Any]:
        return ()

    def known_to_all(self, state: Any) -> Any:
        return forgotten(state) if isinstance(state, Possessing) else state

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> State:
        state: State = self._part("record").opening(seats, first, options)
        return state

    def check(self, state: Any, event: Event, referee: Referee, reference: Any) -> None:
        super().check(state, event, referee, reference)
        checker = self._part("check").CHECKERS.get(event.kind)
        if checker is not None:
            checker(state, event.data, referee)

    def check_entry(
        self, states: Sequence[Any], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        super().check_entry(states, events, referee, reference)
        looker = getattr(self._part("check"), "check_entry", None)
        if looker is not None:
            looker(states[0], events, states[-1], referee)

    def by_hand(self, was: Any, now: Any, reference: Any) -> list[str]:
        looker = getattr(self._part("telling.describe"), "by_hand", None)
        return [] if looker is None else list(looker(was, now))

    def record(self, state: Any, event: Event) -> Any:
        recorder = self._part("record").RECORDERS.get(event.kind)
        return record_play(state, event, None) if recorder is None else recorder(state, event.data)

    def describe(self, before: Any, event: Event, after: Any, reference: Any) -> str:
        teller = self._part("telling.describe").TELLERS.get(event.kind)
        if teller is None:
            return super().describe(before, event, after, reference)
        return str(teller(before, event.data, after))

    def begins(self, state: Any) -> str:
        return str(self._part("telling.describe").begins(state))

    def advance(self, action: Action[Any], reference: Any) -> None:
        self._part("moves").advance(action)

    def outcome(self, state: Any) -> Outcome:
        outcome: Outcome = self._part("outcome").outcome(state)
        return outcome

    def ended(self, state: Any) -> bool:
        return bool(self._part("outcome").ended(state))

    def todo(self, state: Any, reference: Any) -> list[str]:
        told: list[str] = self._part("telling.todo").todo(state) if state.status == "live" else []
        return told

    def view(self, state: Any, reference: Any) -> Any:
        return self._part("telling.view").view(state)

    def where(self, state: Any) -> str:
        return str(self._part("telling.todo").where(state))

    def status_line(self, state: Any) -> str:
        return str(self._part("telling.todo").status_line(state))

    def report(self, state: Any) -> dict[str, Any]:
        told: dict[str, Any] = self._part("telling.report").report(state)
        return told

    def player_json(self, state: Any, seat: int, reference: Any) -> dict[str, Any]:
        told: dict[str, Any] = self._part("telling.report").player_report(state, seat)
        return told

    def options_again(self, state: Any) -> list[str]:
        told: list[str] = self._part("telling.report").options_again(state)
        return told

    def in_front(self, state: Any, reference: Any) -> Iterable[Mention]:
        told: Iterable[Mention] = self._part("telling.in_front").in_front(state)
        return told

    def offers(self, state: Any, reference: Any, words: Sequence[str]) -> Iterable[Offer] | None:
        if words and words[0] in self.verbs().names and words[0] not in LATER:
            return super().offers(state, reference, words)
        known: Any = forgotten(state) if isinstance(state, Possessing) else state
        part = self._part("offers")
        order = [*(part.order(known) if state.status == "live" else ()), "dice"]
        return offered(Trial(self, known, None), self._verbs(state), order, words)

    def _verbs(self, state: Any) -> dict[str, Verb[Any]]:
        def anything(trial: Any, line: Line) -> Iterable[Offer]:
            return ()

        def always(trial: Any) -> bool:
            return True

        found: dict[str, Verb[Any]] = dict(self._part("offers").VERBS)
        for one in OF_THE_SET:
            if one.name in ("dice", "split"):
                found[one.name] = Verb(one.about, _dice, alone=always)
        if isinstance(state, Possessing):
            from companion.games.boolean.possession.verbs import COUNT, HOLDS, MINE

            for of_dice in (HOLDS, MINE, COUNT):
                if of_dice.name in self.verbs().names:
                    found[of_dice.name] = Verb(of_dice.about, anything, alone=always)
        return found


def _dice(trial: Any, line: Line) -> Iterable[Offer]:
    return (Offer(word, about) for _, (word, about) in dice())
