"""Setting up: which set, who adds how many cards, when the tableau is full; dealing and filling."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.core.action import Action
from companion.core.names import find, listed
from companion.core.seats import Seat
from companion.errors import Invalid, NotFound, Refused
from companion.games.bwd.catalogue import Card, Catalogue, numbered_key
from companion.games.bwd.moves.keeping import spare_dice
from companion.games.bwd.moves.refs import key_in_play
from companion.games.bwd.rules import stacks
from companion.games.bwd.rules.check_cards import holder, missing, owed, waiting
from companion.games.bwd.state import (
    COMMON,
    CORE,
    DEFAULT_TARGET,
    SIX_BLANKS,
    STARTING_POINTS,
    Die,
    Face,
    Setup,
    State,
)


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> State:
    """The table before the first entry: three points each, two dice each, the core cards.

    `options`: `target`, and where told `set` (the fields of Setup), `dice` (faces by die id) and
    `spare` (the dice that stay in the box).
    """
    kept = options.get("dice") or {}
    owners = [(f"{seat.handle}.{n}", place) for place, seat in enumerate(seats) for n in (1, 2)]
    dice = [Die(die_id, place, place, _faces(kept.get(die_id))) for die_id, place in owners]
    dice.append(Die(COMMON, None, None, _faces(kept.get(COMMON))))
    chosen = options.get("set")
    setup = None if chosen is None else _setup(chosen)
    basic = setup.cards if setup is not None else ()
    return State(
        seats=seats,
        lead=first,
        scores=(STARTING_POINTS,) * len(seats),
        first=first,
        target=options.get("target", DEFAULT_TARGET),
        dice=tuple(dice),
        stacks=tuple((card,) for card in (*CORE, *basic)),
        told=bool(basic),
        setup=setup,
        added=(0,) * len(seats),
        tags=(0,) * len(seats),
        discs=(None,) * len(seats),
        spare=spare_dice(options.get("spare", ())),
    )


def _setup(chosen: Mapping[str, Any]) -> Setup:
    known = {name: chosen[name] for name in Setup._fields if name in chosen}
    return Setup(**{**known, "cards": tuple(chosen["cards"])})


def setup_option(catalogue: Catalogue, name: str, players: int) -> dict[str, Any]:
    """The `set` option of `start`, from a set's name. Raises NotFound with the names there are."""
    chosen = find(name, catalogue.sets, lambda entry: (entry["id"],), "set")
    first, last = chosen.get("range", (0, 0))
    adds = chosen.get("adds_two_players" if players == 2 else "adds", 0)
    return {
        "id": chosen["id"],
        "dealt": chosen.get("dealt", 0),
        "adds": adds,
        "active": chosen.get("active", 0),
        "first": first,
        "last": last,
        "cards": list(chosen.get("cards", ())),
    }


def deal(action: Action[State], catalogue: Catalogue, chance: Random) -> None:
    """Deal the set's cards evenly at random; the outcome is recorded (BWD-61)."""
    setup = _dealt_setup(action.state)
    out = set(action.state.cards())  # A house may begin with cards of its own.
    deck = [key_in_play(action.state, catalogue.card(numbered_key(n))) for n in _range(setup)]
    deck = [card for card in deck if card not in out]
    if len(deck) < setup.dealt:
        raise Refused(
            f"Only {len(deck)} cards of the set are left to deal, and {setup.dealt} are needed.",
            "`companion undo` takes back what was added.",
        )
    drawn = chance.sample(deck, setup.dealt)
    each = setup.dealt // len(action.state.seats)
    players = range(len(action.state.seats))
    action.add("cards.dealt", hands=[drawn[n * each : (n + 1) * each] for n in players])


def add(
    action: Action[State],
    catalogue: Catalogue,
    cards: Sequence[str],
    by: int | None,
    over: str | None,
) -> None:
    """Put cards into the tableau, each on top of what it overwrites (BWD-234, BWD-238).

    `over` tells what a card overwrites that the catalogue does not know. A card that lies beside
    what it overwrites goes on top of it: maybe nobody had read it when it came in.
    """
    if over is not None and len(cards) != 1:
        raise Invalid("`--over` is about one card.", "Add the overwriting card on its own.")
    for text in cards:
        card = catalogue.find(text)
        key = key_in_play(action.state, card)
        whose = by if by is not None else holder(action.state, key)
        _add_one(action, catalogue, card, key, whose, over)


def fill(action: Action[State], catalogue: Catalogue, chance: Random) -> None:
    """Draw from the reserve until the tableau is full: replacements first (BWD-71, BWD-69)."""
    state = action.state
    _dealt_setup(state)
    if state.hands is None:
        raise Refused(
            "I do not know the reserve: the table dealt the cards itself.",
            "Draw one from the stack and tell me: `companion bwd add NUMBER`.",
        )
    adding = waiting(state)
    if adding:
        names = listed([state.name(seat) for seat in adding])
        raise Refused(
            f"{names} still {'has' if len(adding) == 1 else 'have'} cards to add.",
            "`companion bwd add NUMBER`; the reserve is what is left then.",
        )
    if not missing(state) and not state.replacements:
        raise Refused(
            f"The tableau is full: {len(state.active_cards())} active cards.",
            "Next are the tags: `companion bwd tag ana.1 CARD`.",
        )
    while action.state.replacements or missing(action.state):
        reserve = action.state.reserve() or ()
        if not reserve:
            gone = "The reserve has run out: play with what is there (A-BW-26)."
            if not action.drafts:
                raise Refused(gone, "Next are the tags: `companion bwd tag ana.1 CARD`.")
            action.warn(gone)
            return
        key = chance.choice(sorted(reserve))
        _add_one(action, catalogue, catalogue.card(key), key, None, None, drawn=True)


def _add_one(
    action: Action[State],
    catalogue: Catalogue,
    card: Card,
    key: str,
    by: int | None,
    over: str | None,
    *,
    drawn: bool = False,
) -> None:
    """A card that comes in; one that lies in the tableau goes over what it names, if it does."""
    state = action.state
    named = over or card.overwrites
    covered = None if not named else _in_tableau(state, catalogue, named)
    there = covered is not None and covered in state.cards()
    if over is not None and not there:
        raise NotFound(
            f"{catalogue.card(covered or '').title} is not in the tableau, so nothing covers it.",
            "Add the card without `--over`.",
        )
    if key in state.cards() and covered is not None and there and not card.core:
        whose = stacks.whose_turn(state, key)
        over = stacks.below(state, covered, whose)
        action.add("card.laid", card=key, over=over, overwrites=covered)
        return
    together = by is not None and state.phase == "setup" and _deals(state)
    more: dict[str, Any] = {"together": True} if together else {}
    more |= {"drawn": True} if drawn else {}
    more |= {} if covered is None else {"overwrites": covered}
    whose = by if together else None
    full = _is_full(state)
    action.add(
        "card.added",
        card=key,
        number=card.number,
        over=stacks.below(state, covered, whose) if covered is not None and there else None,
        by=by,
        replacement=drawn or (by is None and _is_replacement(state)),
        **more,
    )
    if full and not drawn:
        active = len(action.state.active_cards())
        action.warn(f"The tableau was full: {active} cards are active now.")


def _in_tableau(state: State, catalogue: Catalogue, text: str) -> str:
    """The id of the card that is named as overwritten."""
    return key_in_play(state, catalogue.find(text, set(state.cards())))


def _is_full(state: State) -> bool:
    """Whether setup needs no further card."""
    if state.phase != "setup" or state.setup is None or not state.setup.active:
        return False
    return not owed(state)


def _is_replacement(state: State) -> bool:
    """In a game where everybody adds cards, one that nobody added came from the reserve."""
    return state.phase == "setup" and state.replacements > 0


def _deals(state: State) -> bool:
    return state.setup is not None and state.setup.dealt > 0


def _dealt_setup(state: State) -> Setup:
    if state.setup is None or not state.setup.dealt:
        raise Refused(
            "Nothing is dealt in this game: no set of icon cards was chosen, or a basic one.",
            "`companion start bwd … --set 6-29`, `--set 30-54` or `--set all`.",
        )
    return state.setup


def _range(setup: Setup) -> range:
    return range(setup.first, setup.last + 1)


def _faces(kept: Sequence[dict[str, Any] | None] | None) -> tuple[Face, ...]:
    if kept is None:
        return SIX_BLANKS
    return tuple(Face.from_json(face) for face in kept)
