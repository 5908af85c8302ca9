"""What every play of Boolean Dice has, whichever of the six games it is; and, in those where dice
are possessed, who has how many of them."""

from typing import Any, ClassVar, NamedTuple, TypeVar

from companion.core.action import Action
from companion.core.outcome import settle
from companion.core.play import PlayState
from companion.core.value import replace
from companion.games.boolean.dice.the_ten import SET, in_order


class State(PlayState):
    """A play of one of the six games, whose own state extends this one.

    `variant` is which of them. `turn` is the seat whose turn it is; None where all play at once,
    or the game is over.
    """

    variant: ClassVar[str]
    turn: int | None = None


def end(action: Action[Any]) -> None:
    """End the play where what was told says that it is over: see `VariantGame.ended`."""
    over = action.game.ended(action.state)
    settle(action, action.game.outcome(action.state), "dice", over=over)


# Who possesses how many dice, and which of them were told


class Holding(NamedTuple):
    """A player's dice: how many (`size`), and the names of those that were told: a secret.

    `hidden` says that some were told, of which whoever looks on may not read the names.
    """

    size: int
    known: tuple[str, ...] = ()
    hidden: bool = False

    @property
    def is_told(self) -> bool:
        """Whether any of them were told."""
        return self.hidden or bool(self.known)

    def took(self, die: str | None) -> "Holding":
        """After a die came; None for one that nobody named."""
        known = in_order([*self.known, die]) if die is not None else self.known
        return Holding(self.size + 1, known)

    def gave(self, die: str | None) -> "Holding":
        """After a die went. It may be any where nobody named it: then none is known any more."""
        known = list(self.known)
        if die in known:
            known.remove(die)
        elif die is None or len(known) >= self.size:
            known = []
        return Holding(max(0, self.size - 1), tuple(known))


class Possessing(State):
    """A play in which dice are possessed: `held` seat by seat, of so many `sets` of ten."""

    held: tuple[Holding, ...]
    sets: int = 1

    @property
    def loose(self) -> int:
        """How many dice nobody possesses."""
        return SET * self.sets - sum(holding.size for holding in self.held)

    @property
    def known_loose(self) -> tuple[str, ...]:
        """Which dice nobody possesses, as far as that is known; a game may tell."""
        return ()

    def holders(self, die: str) -> list[int]:
        """The seats of those who are known to possess a die."""
        return [seat for seat, holding in enumerate(self.held) if die in holding.known]


P = TypeVar("P", bound=Possessing)


def with_holding(state: P, seat: int, holding: Holding) -> P:
    """The state with another holding of one player."""
    changed: dict[str, Any] = {"held": (*state.held[:seat], holding, *state.held[seat + 1 :])}
    return replace(state, **changed)


def moved(state: P, giver: int | None, taker: int | None, die: str | None) -> P:
    """The state after a die went from one to the other; None is nobody.

    Of somebody who has one die alone, it goes without saying which.
    """
    if giver is not None and die is None and state.held[giver].size == 1:
        die = next(iter(state.held[giver].known), None)
    if giver is not None:
        state = with_holding(state, giver, state.held[giver].gave(die))
    if taker is not None:
        state = with_holding(state, taker, state.held[taker].took(die))
    return state


def forgotten(state: P) -> P:
    """The state as somebody knows it who may not see anybody's dice: which they are is unknown."""
    changed: dict[str, Any] = {
        "held": tuple(Holding(held.size, hidden=held.is_told) for held in state.held)
    }
    return replace(state, **changed)
