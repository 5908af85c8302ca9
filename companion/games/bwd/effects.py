"""Dice that resolve, and what an icon does then: numbers score, core icons do as their cards say.

Other icons may use the same choices: whatever the table says they tagged, erased or rolled.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.action import Action
from companion.core.names import folded, listed
from companion.core.param import Incomplete
from companion.errors import Invalid, Refused
from companion.games.bwd.catalogue import Card, Catalogue, is_number
from companion.games.bwd.dice import DIE_CLAIMED
from companion.games.bwd.dots import FACE_DASHED, FACE_DOTTED, mark_face
from companion.games.bwd.erasure import FACE_ERASED, NO_EFFECT, erase
from companion.games.bwd.faces import BY_CHANCE, EMPTY, find_die, key_in_play, place_of, split_ref
from companion.games.bwd.names import NOT_TOLD, CameUp, came_up
from companion.games.bwd.points import (
    POINTS_GAINED,
    POINTS_LOST,
    POINTS_PAID,
    PointsPaid,
    PointsScored,
)
from companion.games.bwd.resolution import DieResolved, choose_copied, face_copied, works
from companion.games.bwd.resolve_rules import DIE_RESOLVED, may_come_now
from companion.games.bwd.rolls import record_roll
from companion.games.bwd.rounds import begin_turn_for, resolving
from companion.games.bwd.state import COMMON, Die, Face, State
from companion.games.bwd.tag_rules import active_card, can_tag, taggable
from companion.games.bwd.tags import tag
from companion.games.bwd.wards import card_on, in_force, may_pick_loser, stoppers, warn_of_wards

if TYPE_CHECKING:
    from random import Random


class Undecided(Incomplete):
    """A core icon leaves a choice, and nobody told it; `icon` is which."""

    def __init__(self, icon: str, message: str, hint: str) -> None:
        super().__init__(message, hint)
        self.icon = icon


class Choice(NamedTuple):
    """What the table did with a die: the choices of a core icon, or any icon's effect in words.

    `points` are (seat, change) pairs. `chance` rolls for a table without its dice at hand.
    `copies` names the die whose active face the icon works as. A `dot` or a `dash` is drawn on the
    face that is resolved. `acts`: points are not all that the icon changes.
    """

    tag: str | None = None
    on: str | None = None
    puts: Sequence[str] = ()
    erase: str | None = None
    reroll: str | None = None
    points: Sequence[tuple[int, int]] = ()
    did: str | None = None
    nothing: bool = False
    fizzled: bool = False
    chance: "Random | None" = None
    copies: str | None = None
    dot: bool = False
    dash: bool = False
    acts: bool = False

    @property
    def told(self) -> bool:
        """Whether the table said what the icon did, in points, marks or words."""
        return bool(self.points or self.did or self.dot or self.dash)

    @property
    def words(self) -> list[str]:
        """Which of all that was told, as an entry keeps it (`resolution.TOLD`)."""
        told = {
            "tag": self.tag is not None,
            "erase": self.erase is not None,
            "reroll": self.reroll is not None,
            "points": bool(self.points),
            "did": bool(self.did or self.dot or self.dash or (self.acts and self.points)),
            "nothing": self.nothing,
            "fizzled": self.fizzled,
        }
        return [word for word, said in told.items() if said]

    @property
    def how(self) -> str:
        """How the die was resolved, in words."""
        if self.nothing:
            return "it changed nothing"
        if self.fizzled:
            return f"it fizzled{f': {self.did}' if self.did else ''}"
        return self.did or ""

    def settled(self) -> "Choice":
        """The same; where ±0 points are all that is told, that nothing was changed."""
        if self.words == ["points"] and not any(change for _, change in self.points):
            return self._replace(points=(), nothing=True)
        return self


def resolve_all(action: Action[State], names: Sequence[str], choice: Choice) -> None:
    """Resolve dice of one player's one after the other, as one entry.

    What was chosen is about the one die of several that shows no number: numbers need no choice.
    """
    chooses = _that_chooses(action.state, names, choice) if len(names) > 1 else 0
    first = find_die(action.state, names[0])
    for place, name in enumerate(names):
        die = find_die(action.state, name)
        # Asked anew at each of them: The Window takes the common die.
        if place and die.owner is not None and die.owner != action.state.die(first.key).owner:
            raise Invalid(
                f"{die.id} is {action.state.name(die.owner)}'s: that is another turn.",
                "One player's dice at a time.",
            )
        resolve(action, name, choice if place == chooses else Choice())


def _that_chooses(state: State, names: Sequence[str], choice: Choice) -> int | None:
    """Which of several dice a choice is about, by its place; None where nothing was chosen.

    Raises Invalid where it may be about more than one.
    """
    if choice == Choice():
        return None
    dice = [find_die(state, name) for name in names]
    choosing = [
        place
        for place, die in enumerate(dice)
        if die.top is not None and not is_number(die.top.icon or "")
    ]
    if len(choosing) != 1:
        ids = [die.id for die in dice]
        raise Invalid(
            f"What was told besides may be about {listed(ids, 'or')}.",
            f"Resolve one by itself: `companion bwd resolve {ids[0]} …`.",
        )
    return choosing[0]


def resolve(action: Action[State], text: str, choice: Choice) -> None:
    """Resolve the die that `text` names, by its active face."""
    catalogue = action.reference
    die = find_die(action.state, text)
    if die.owner is None:
        raise Refused(
            "Nobody has the common die, so nobody resolves it.", "`companion bwd claim NAME`"
        )
    face = die.top
    if face is None:
        raise Refused(
            f"I do not know what {die.id} shows.", f"`companion bwd roll {die.id}=…` tells it."
        )
    choice = choice.settled()
    reminded = len(action.warnings)
    begin_turn_for(action, die)
    before = action.state
    # Said first, so that a die which may not resolve is refused before anything else.
    may_come_now(before, before.die(die.key), die.owner, action.referee, catalogue)
    other = choose_copied(action, die, choice.copies)
    shown, face = face.icon, face if other is None or other.top is None else other.top
    require_fitting(before, catalogue, die, face, choice)
    choice = _never_idle(action, die, face, choice)
    fact: DieResolved = {
        "die": die.key,
        "seat": die.owner,
        "how": choice.how,
        "face": shown,
        "told": choice.words,
    }
    if other is not None:
        fact["copies"] = face_copied(other)
    if choice.fizzled:
        fact["stoppers"] = stoppers(before, catalogue)
    action.add(DIE_RESOLVED, fact)
    if choice.fizzled:
        return  # The icon stays, and counts as resolved (A-BW-09).
    carry_out(action, die, face, choice)
    erased = action.follow(FACE_ERASED)
    if choice.points and any(gone["why"] == NO_EFFECT for gone in erased):
        action.warn(
            "Where it did more than that: `companion undo`, and resolve it with `--did` (A-BW-07)."
        )
    if any("(ward)" in warning for warning in action.warnings[reminded:]):
        action.warn(f"If a ward is used: `companion undo`, then resolve {die.id} with `--fizzle`.")


def _never_idle(action: Action[State], die: Die, face: Face, choice: Choice) -> Choice:
    """The same; of an icon that changes something whatever the scores are, that it did.

    Refuses that such an icon changed nothing.
    """
    card = card_on(action.reference, face)
    if card is None or not card.never_idle:
        return choice
    if not in_force(action.state, action.reference, card.key):
        return choice
    if choice.nothing:
        action.referee.refuse(
            card.never_idle,
            f"{card.title} on {die.id} always changes something, also for a player without points.",
            f"`{resolving(die, choice.copies)}`, with `--points ±N` or `--did TEXT`.",
        )
        return choice
    return choice._replace(acts=True)


def carry_out(action: Action[State], die: Die, face: Face, choice: Choice) -> None:
    """Enter what a die does that shows this face, or works as it."""
    catalogue = action.reference
    if face.icon is None:
        _fill_blank(action, die, choice)
        return
    for kind, drawn in ((FACE_DOTTED, choice.dot), (FACE_DASHED, choice.dash)):
        if drawn:
            mark_face(action, f"{die.id}:active", kind, 1)
    if is_number(face.icon):
        _score_number(action, die, face, choice)
    elif works(action.state, catalogue, face, choice.words) and not choice.nothing:
        _core_effect(action, die, face, choice)
        _apply_points(action, choice.points, die, card_on(catalogue, face))


def _fill_blank(action: Action[State], die: Die, choice: Choice) -> None:
    """A blank face is tagged with a card that goes on one (A-BW-18)."""
    catalogue = action.reference
    if choice.tag is not None:
        card = catalogue.find(choice.tag, set(action.state.cards()))
        if card.prerequisite:
            key = key_in_play(action.state, card)
            active_card(action.state, key, action.referee, catalogue)
            wanted = listed([catalogue.title(need) for need in card.prerequisite], "or")
            action.referee.refuse(
                "BWD-245",
                f"{card.title} goes only on a face with {wanted}, and {die.id} shows a blank one.",
                f"Another card: {_blank_hint(action.state, catalogue, die)}.",
            )
        tag(action, f"{die.id}:active", choice.tag, choice.puts, by=die.owner)
    elif not taggable(action.state, catalogue):
        action.warn(
            f"No card is left that a blank face could be tagged with: {die.id} is resolved, and "
            "nothing was done (A-BW-18)."
        )


def _blank_hint(state: State, catalogue: Catalogue, die: Die) -> str:
    tagged = " --tag CARD" if taggable(state, catalogue) else ""
    return f"`companion bwd resolve {die.id}{tagged}`"


def _elsewhere(state: State, catalogue: Catalogue, die: Die, on: str) -> bool:
    """Whether another face is named than the blank one on top."""
    die_text, face_text = split_ref(on)
    if find_die(state, die_text).id != die.id:
        return True
    plain = not face_text or folded(face_text) in EMPTY
    return not plain and place_of(die, catalogue, face_text) != die.active


def require_fitting(
    state: State, catalogue: Catalogue, die: Die, face: Face, choice: Choice
) -> None:
    """Refuse to listen to what a blank face or a number cannot do. Raises Invalid."""
    if choice.fizzled and face.icon is None:
        raise Invalid(
            f"{die.id} shows a blank face, and tagging it is no effect that fizzles.",
            _blank_hint(state, catalogue, die),
        )
    if face.icon is None:
        unheard = choice.erase or choice.reroll or choice.points or choice.dot or choice.dash
        if unheard or (choice.on and _elsewhere(state, catalogue, die, choice.on)):
            raise Invalid(
                f"{die.id} shows a blank face: resolving it tags that face and does no more.",
                _blank_hint(state, catalogue, die),
            )
    elif is_number(face.icon) and (choice.tag or choice.erase or choice.reroll):
        raise Invalid(
            f"{die.id} shows a number, which scores and does no more.",
            f"`{resolving(die, choice.copies)}`; `--points` with `--did` where something changes "
            "what it scores.",
        )


def _apply_points(
    action: Action[State], points: Sequence[tuple[int, int]], die: Die, card: Card | None = None
) -> None:
    """What all players score by an effect. Several who lose are not targeted singly (BWD-175)."""
    losing = {seat for seat, change in points if change < 0 and seat != die.owner}
    singly = len(losing) == 1 and may_pick_loser(card)
    for seat, change in points:
        if change < 0 and card is not None and card.price and seat == die.owner:
            _pay(action, seat, -change, die, card)
        elif change > 0:
            action.add(POINTS_GAINED, PointsScored(seat=seat, points=change))
        elif change < 0:
            warn_of_wards(action, seat, singly=singly)
            action.add(POINTS_LOST, PointsScored(seat=seat, points=-change))


def _pay(action: Action[State], seat: int, points: int, die: Die, card: Card) -> None:
    """A price is no loss, and paid whole or not at all."""
    again = f"companion bwd resolve {die.id}"
    pays = (
        f"`{again} --points -{card.price}`, or " if action.state.scores[seat] >= card.price else ""
    )
    action.referee.require(
        points == card.price,
        "BWD-154",
        f"{card.title} costs {card.price}, not {points}: a price is paid whole or not at all.",
        f"{pays}`{again}` without `--points` where nothing is paid.",
    )
    action.add(POINTS_PAID, PointsPaid(seat=seat, points=points))


def _score_number(action: Action[State], die: Die, face: Face, choice: Choice) -> None:
    """A number scores whatever its card is (BWD-143), unless something changes what it scores."""
    assert die.owner is not None
    if choice.points:
        _apply_points(action, choice.points, die)
        return
    if (face.icon or "").startswith("-") and not choice.nothing:
        warn_of_wards(action, die.owner)
    action.follow(POINTS_GAINED)
    action.follow(POINTS_LOST)


def _core_effect(action: Action[State], die: Die, face: Face, choice: Choice) -> None:
    """What the icons of the core cards do; other icons may use the same choices."""
    catalogue = action.reference
    core = catalogue.card(face.card).core if face.card else False
    if core:
        _require_its_own(catalogue, die, face, choice)
    if choice.tag is not None:
        tag(action, choice.on or die.id, choice.tag, choice.puts, by=die.owner)
    if choice.erase is not None:
        erase(action, choice.erase)
    if core and face.icon == "the-window":
        _window(action, die, choice)
    elif choice.reroll is not None:
        _reroll(action, choice.reroll, choice.chance)
    elif core and not choice.told:
        _require_choice(action, die, face, choice)


def _require_its_own(catalogue: Catalogue, die: Die, face: Face, choice: Choice) -> None:
    """A core icon does one thing. Raises Invalid for the choices of another one."""
    made = {
        "tag": bool(choice.tag or choice.on or choice.puts),
        "erase": bool(choice.erase),
        "re-roll": bool(choice.reroll or choice.chance),
    }
    own = "re-roll" if face.icon == "the-window" else face.icon
    if any(done for icon, done in made.items() if icon != own):
        raise Invalid(
            f"{die.id} shows {catalogue.title(face.icon or '')}, and that does something else.",
            f"`companion bwd roll {die.id}=…` if it shows another icon.",
        )


def _require_choice(action: Action[State], die: Die, face: Face, choice: Choice) -> None:
    """A core icon needs to know what it did, or the dice would not be what the table sees."""
    catalogue = action.reference
    if face.icon == "tag" and choice.tag is None:
        if not can_tag(action.state, catalogue):
            return  # Every face is full: it changes nothing and erases itself (BWD-28).
        wanted = "`--tag CARD --on DIE`"
    elif face.icon == "erase" and choice.erase is None:
        wanted = "`--erase DIE:FACE`"
    elif face.icon == "re-roll":  # Rolling is never nothing (BWD-34).
        wanted = "`--reroll DIE=ICON`, or `--reroll DIE --virtual`"
    else:
        return
    raise Undecided(
        face.icon or "",
        f"{die.id} shows {catalogue.title(face.icon or '')}: what was done with it?",
        f"`{resolving(die, choice.copies)}` with {wanted}, or `--did “…”`.",
    )


def _window(action: Action[State], die: Die, choice: Choice) -> None:
    """The Window: the common die is rolled, then taken with the face it shows (A-BW-11)."""
    assert die.owner is not None
    rolled = choice.reroll or ""
    common = action.state.die(COMMON)
    if common.owner is not None:
        warn_of_wards(action, common)
    if rolled or choice.chance is not None:
        _reroll(action, _common_named(action.state, rolled), choice.chance)
    else:
        record_roll(action, {COMMON: NOT_TOLD})
    action.follow(DIE_CLAIMED)


def _common_named(state: State, rolled: str) -> str:
    """`common=tag` of `tag`, `common=tag` or nothing at all. Raises Invalid for another die."""
    name, equals, face = rolled.partition("=")
    if not equals and folded(rolled) not in ("", COMMON):
        return f"{COMMON}={rolled}"
    if equals and find_die(state, name).id != COMMON:
        raise Invalid(f"The Window rolls the common die, not {name}.", "`--reroll common=ICON`")
    return f"{COMMON}={face}" if equals else COMMON


def _reroll(action: Action[State], told: str, chance: "Random | None") -> None:
    name, equals, face = told.partition("=")
    die = find_die(action.state, name)
    warn_of_wards(action, die)
    shown = NOT_TOLD
    if equals and face:
        shown = came_up(die, action.reference, face)
    elif chance is not None:
        shown = CameUp(chance.randrange(6), BY_CHANCE)
    record_roll(action, {die.key: shown})
    if shown.place is None:
        action.warn(f"What does {die.id} show now? `companion bwd roll {die.id}=…` tells it.")
