"""The box as a game of the companion: its verbs, and which of its six games is played."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import AnyVerb
from companion.core.game import Game
from companion.core.outcome import Outcome
from companion.core.seats import PlayerSeat
from companion.core.shapes import POINTLESS, Shapes, merged
from companion.core.verbs import LazyVerbs, Verbs
from companion.games.boolean.variant_game import BooleanGame, VariantGame
from companion.games.boolean.variants import (
    HELP,
    HOLDING,
    NAMES,
    OF_PUZZLES,
    OF_THE_SET,
    OF_TWO_GAMES,
    SYNONYMS,
    VARIANTS,
    State,
    Variant,
    begin,
)

if TYPE_CHECKING:
    from companion.core.blocks import Block

_MODULES = {
    "white-black-roll": "companion.games.boolean.wbr.game",
    "liar": "companion.games.boolean.liar.game",
    "stack": "companion.games.boolean.stack.game",
    "shut-the-box": "companion.games.boolean.shut_the_box.game",
    "sort": "companion.games.boolean.sort.game",
    "spy": "companion.games.boolean.spy.game",
}
"""Each of the six games is loaded when it is played, or when one of its verbs is typed."""


def game_of(variant: str) -> VariantGame[Any]:
    """The game with this name. Raises KeyError."""
    game: VariantGame[Any] = import_module(_MODULES[variant]).GAME
    return game


# The verbs of all of them


def _verbs(module: str) -> Callable[[], Sequence[AnyVerb]]:
    """The verbs of a module, which is loaded when one of them is needed."""

    def load() -> Sequence[AnyVerb]:
        found: Sequence[AnyVerb] = import_module(f"companion.games.boolean.{module}").VERBS
        return found

    return load


def _own(variant: Variant) -> LazyVerbs[Any]:
    names = [name for name in variant.verbs if name not in OF_TWO_GAMES]
    return LazyVerbs(
        names, lambda: [it for it in game_of(variant.name).own_verbs() if it.name in names]
    )


def _in_order() -> Iterator[LazyVerbs[Any]]:
    """The verbs of each game; after those of Liar's, the one that it shares with The Stack."""
    for variant in VARIANTS:
        yield _own(variant)
        if variant.name == "liar":
            yield LazyVerbs(OF_TWO_GAMES, _verbs("challenge"))


VERBS = Verbs[Any](
    HELP,
    begin,
    (
        LazyVerbs[Any](OF_THE_SET, _verbs("dice.verbs")),
        LazyVerbs[Any](HOLDING, _verbs("dice.possession")),
        *_in_order(),
        LazyVerbs[Any](OF_PUZZLES, _verbs("puzzles.verbs")),
    ),
    SYNONYMS,
)


class BooleanDice(BooleanGame[State]):
    """Ten dice, six games; `variant` in the options of a play names the one that is played."""

    def playing(self, options: Mapping[str, Any]) -> Game[Any]:
        """The game that `start` recorded."""
        named = options.get("variant")
        return game_of(named) if isinstance(named, str) and named in NAMES else self

    @cached_property
    def all_shapes(self) -> Shapes:
        """The shapes of the entries of all six games."""
        from companion.games.boolean.dice.possession import DiceNamed, DiceRecounted

        found: dict[str, Any] = {fact.kind: fact.shape() for fact in (DiceNamed, DiceRecounted)}
        for game in map(game_of, NAMES):
            found |= {kind: fact.shape() for kind, fact in game.kinds.items()}
        return merged({**POINTLESS, **found})

    def verbs(self) -> Verbs[State]:
        return VERBS

    # The current game answers questions about a play.

    def opening(
        self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]
    ) -> State:
        state: State = game_of(options["variant"]).opening(seats, first, options)
        return state

    def advance(self, action: Action[State]) -> None:
        game_of(action.state.variant).advance(action)

    def outcome(self, state: State) -> Outcome:
        return game_of(state.variant).outcome(state)

    def view(self, state: State, reference: Any) -> "list[Block]":
        return game_of(state.variant).view(state, reference)


GAME = BooleanDice()
