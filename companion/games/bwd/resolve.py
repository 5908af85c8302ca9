"""The verb `resolve`: dice of one player, the players' choices, and the effects of icons.

Numbers score, core icons follow their cards; any other icon is resolved by its effects as entered,
with the same choices. Who may resolve which die, and when, is in `resolution`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.action import Action
from companion.core.command import flag, verb, word, words
from companion.core.names import folded, listed
from companion.core.numbers import signed_change
from companion.core.offer import from_turn, people
from companion.core.param import (
    A_CARD,
    A_DIE,
    A_FACE,
    A_TEXT,
    Arguments,
    Candidate,
    Incomplete,
    Param,
    Sort,
    nobodys,
)
from companion.core.seats import find_seat
from companion.core.value import Annotated
from companion.errors import Ambiguous, CompanionError, Illegal, Invalid, NotFound, Refused
from companion.games.bwd import erasure
from companion.games.bwd.catalogue import Card, Catalogue, is_number
from companion.games.bwd.consequence import follow
from companion.games.bwd.copies import choose_copied, face_copied
from companion.games.bwd.dice import TAKES_THE_COMMON_DIE
from companion.games.bwd.dots import FaceDashed, FaceDotted, mark_face
from companion.games.bwd.faces import BY_CHANCE, EMPTY, find_die, place_of, split_ref
from companion.games.bwd.names import (
    UNKNOWN,
    RolledFace,
    any_die,
    dice_from_turn,
    die_part,
    drawn_faces,
    possible_rolls,
    read_rolled_face,
    taggable_cards,
    ways_to_put,
)
from companion.games.bwd.points import (
    GAINS_BY_NUMBERS,
    LOSSES_BY_NUMBERS,
    PointsGained,
    PointsLost,
    PointsPaid,
)
from companion.games.bwd.resolution import DieResolved, is_due, require_resolvable_now, works
from companion.games.bwd.rolls import record_roll
from companion.games.bwd.rounds import BLANK_FACE, begin_turn_for, pending, resolve_command
from companion.games.bwd.state import COMMON, Die, Face, State
from companion.games.bwd.tag_rules import can_tag, taggable
from companion.games.bwd.tags import PUT, tag_card
from companion.games.bwd.wards import card_on, in_force, may_pick_loser, stoppers, warn_of_wards

if TYPE_CHECKING:
    from random import Random

    from companion.core.offer import Trial

# The players' choices


class Choice(NamedTuple):
    """The players' choices for a die: those of a core icon, or any icon's effect in words.

    `points` are (seat, change) pairs. `chance` rolls for players without their dice. `copies` names
    the die whose active face the icon copies. A `dot` or a `dash` is drawn on the face that is
    resolved. `acts`: the icon changes something besides points.
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
    def is_described(self) -> bool:
        """Whether the icon's effect was entered, in points, marks or words."""
        return bool(self.points or self.did or self.dot or self.dash)

    @property
    def effects(self) -> list[str]:
        """The effects that were entered (`resolution.EFFECTS`)."""
        made = {
            "tag": self.tag is not None,
            "erase": self.erase is not None,
            "reroll": self.reroll is not None,
            "points": bool(self.points),
            "did": bool(self.did or self.dot or self.dash or (self.acts and self.points)),
            "nothing": self.nothing,
            "fizzled": self.fizzled,
        }
        return [effect for effect, there in made.items() if there]

    @property
    def how(self) -> str:
        """How the die was resolved, in words."""
        if self.nothing:
            return "it changed nothing"
        if self.fizzled:
            return f"it fizzled{f': {self.did}' if self.did else ''}"
        return self.did or ""

    def settled(self) -> "Choice":
        """Return the same choice; if only ±0 points were entered, as one without any change."""
        if self.effects == ["points"] and not any(change for _, change in self.points):
            return self._replace(points=(), nothing=True)
        return self


def resolve_all(action: Action[State], names: Sequence[str], choice: Choice) -> None:
    """Resolve dice of one player one after the other, as one entry.

    The choice belongs to the one die of several that shows no number: numbers need no choice.
    """
    chooses = _that_chooses(action.state, names, choice) if len(names) > 1 else 0
    first = find_die(action.state, names[0])
    for place, name in enumerate(names):
        die = find_die(action.state, name)
        # Looked up again for each of them: The Window takes the common die.
        if place and die.owner is not None and die.owner != action.state.die(first.key).owner:
            raise Invalid(
                f"{die.id} is {action.state.name(die.owner)}'s: that is another turn.",
                "Enter one player's dice at a time.",
            )
        resolve_die(action, name, choice if place == chooses else Choice())


def _that_chooses(state: State, names: Sequence[str], choice: Choice) -> int | None:
    """Return the place of the die among several to which a choice belongs; None without a choice.

    Raises Invalid if it may belong to more than one.
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
            f"It is unclear whether the options are for {listed(ids, 'or')}.",
            f"Resolve one alone: `companion bwd resolve {ids[0]} …`.",
        )
    return choosing[0]


def resolve_die(action: Action[State], text: str, choice: Choice) -> None:
    """Resolve the die that `text` names, by its active face."""
    catalogue = action.reference
    die = find_die(action.state, text)
    if die.owner is None:
        raise Refused(
            "Nobody has the common die, so it cannot be resolved.", "`companion bwd claim NAME`"
        )
    face = die.top
    if face is None:
        raise Refused(
            f"It is unknown what {die.id} shows.", f"`companion bwd roll {die.id}=…` enters it."
        )
    choice = choice.settled()
    reminded = len(action.warnings)
    begin_turn_for(action, die)
    before = action.state
    # Recorded first, so that a die which may not resolve is refused before anything else.
    require_resolvable_now(before, before.die(die.key), die.owner, action.referee, catalogue)
    other = choose_copied(action, die, choice.copies)
    shown, face = face.icon, face if other is None or other.top is None else other.top
    require_fitting(before, catalogue, die, face, choice)
    choice = _mark_as_acting(action, die, face, choice)
    action.add(
        DieResolved(
            die=die.key,
            seat=die.owner,
            how=choice.how,
            face=shown,
            told_=choice.effects,
            stoppers=stoppers(before, catalogue) if choice.fizzled else None,
            copies=None if other is None else face_copied(other).to_json(),
        )
    )
    if choice.fizzled:
        return  # The icon stays, and counts as resolved (A-BW-09).
    carry_out(action, die, face, choice)
    erased = follow(action, erasure.ERASES_ITSELF)
    if choice.points and any(gone.why == erasure.NO_EFFECT for gone in erased):
        action.warn(
            "If it did more than that: `companion undo`, then resolve it with `--did` (A-BW-07)."
        )
    if any("(ward)" in warning for warning in action.warnings[reminded:]):
        action.warn(f"If a ward is used: `companion undo`, then resolve {die.id} with `--fizzle`.")


def _mark_as_acting(action: Action[State], die: Die, face: Face, choice: Choice) -> Choice:
    """The choice with a note that the icon acted, if it changes something whatever the scores are.

    Refuses `--nothing` for such an icon.
    """
    card = card_on(action.reference, face)
    if card is None or not card.never_idle:
        return choice
    if not in_force(action.state, action.reference, card.key):
        return choice
    if choice.nothing:
        action.referee.refuse(
            card.never_idle,
            f"{card.title} on {die.id} always changes something, even for a player without points.",
            f"`{resolve_command(die, choice.copies)}`, with `--points ±N` or `--did TEXT`.",
        )
        return choice
    return choice._replace(acts=True)


def carry_out(action: Action[State], die: Die, face: Face, choice: Choice) -> None:
    """Record the effects of a die with this face, active or copied."""
    catalogue = action.reference
    if face.icon is None:
        _fill_blank(action, die, choice)
        return
    for mark, drawn in ((FaceDotted, choice.dot), (FaceDashed, choice.dash)):
        if drawn:
            mark_face(action, f"{die.id}:active", mark, 1)
    if is_number(face.icon):
        _score_number(action, die, face, choice)
    elif works(action.state, catalogue, face, choice.effects) and not choice.nothing:
        _core_effect(action, die, face, choice)
        _apply_points(action, choice.points, die, card_on(catalogue, face))


def _fill_blank(action: Action[State], die: Die, choice: Choice) -> None:
    """Tag a blank face with a card that fits on one (A-BW-18)."""
    catalogue = action.reference
    if choice.tag is not None:
        card = catalogue.find(choice.tag, set(action.state.cards()))
        if card.prerequisite:
            wanted = listed([catalogue.title(need) for need in card.prerequisite], "or")
            action.referee.refuse(
                "BWD-245",
                f"{card.title} goes only on a face with {wanted}, and {die.id} shows a blank one.",
                f"Another card: {_blank_hint(action.state, catalogue, die)}.",
            )
        tag_card(action, f"{die.id}:active", choice.tag, choice.puts, by=die.owner)
    elif not taggable(action.state, catalogue):
        action.warn(
            f"No card is left to tag the blank face with: {die.id} is resolved, and nothing "
            "changes (A-BW-18)."
        )


def _blank_hint(state: State, catalogue: Catalogue, die: Die) -> str:
    tagged = " --tag CARD" if taggable(state, catalogue) else ""
    return f"`companion bwd resolve {die.id}{tagged}`"


def _names_another_face(state: State, catalogue: Catalogue, die: Die, on: str) -> bool:
    """Whether another face is named than the blank one on top."""
    die_text, face_text = split_ref(on)
    if find_die(state, die_text).id != die.id:
        return True
    plain = not face_text or folded(face_text) in EMPTY
    return not plain and place_of(die, catalogue, face_text) != die.active


def require_fitting(
    state: State, catalogue: Catalogue, die: Die, face: Face, choice: Choice
) -> None:
    """Refuse choices that a blank face or a number does not have. Raises Invalid."""
    if choice.fizzled and face.icon is None:
        raise Invalid(
            f"{die.id} shows a blank face, and a tag cannot fizzle.",
            _blank_hint(state, catalogue, die),
        )
    if face.icon is None:
        unheard = choice.erase or choice.reroll or choice.points or choice.dot or choice.dash
        if unheard or (choice.on and _names_another_face(state, catalogue, die, choice.on)):
            raise Invalid(
                f"{die.id} shows a blank face: resolving it only tags that face.",
                _blank_hint(state, catalogue, die),
            )
    elif is_number(face.icon) and (choice.tag or choice.erase or choice.reroll):
        raise Invalid(
            f"{die.id} shows a number, which only scores.",
            f"`{resolve_command(die, choice.copies)}`; `--points` with `--did` if something "
            "changes "
            "what it scores.",
        )


def _apply_points(
    action: Action[State], points: Sequence[tuple[int, int]], die: Die, card: Card | None = None
) -> None:
    """Apply everyone's points from an effect. Several losers are not targeted singly (BWD-175)."""
    losing = {seat for seat, change in points if change < 0 and seat != die.owner}
    singly = len(losing) == 1 and may_pick_loser(card)
    for seat, change in points:
        if change < 0 and card is not None and card.price and seat == die.owner:
            _pay(action, seat, -change, die, card)
        elif change > 0:
            action.add(PointsGained(seat=seat, points=change))
        elif change < 0:
            warn_of_wards(action, seat, singly=singly)
            action.add(PointsLost(seat=seat, points=-change))


def _pay(action: Action[State], seat: int, points: int, die: Die, card: Card) -> None:
    """Pay a price, which is not a loss, and is paid whole or not at all."""
    again = f"companion bwd resolve {die.id}"
    pays = (
        f"`{again} --points -{card.price}`, or " if action.state.scores[seat] >= card.price else ""
    )
    action.referee.require(
        points == card.price,
        "BWD-154",
        f"{card.title} costs {card.price}, not {points}: a price is paid whole or not at all.",
        f"{pays}`{again}` without `--points` if nothing is paid.",
    )
    action.add(PointsPaid(seat=seat, points=points))


def _score_number(action: Action[State], die: Die, face: Face, choice: Choice) -> None:
    """Score a number, whatever its card is (BWD-143), unless something changes what it scores."""
    assert die.owner is not None
    if choice.points:
        _apply_points(action, choice.points, die)
        return
    if (face.icon or "").startswith("-") and not choice.nothing:
        warn_of_wards(action, die.owner)
    follow(action, GAINS_BY_NUMBERS)
    follow(action, LOSSES_BY_NUMBERS)


def _core_effect(action: Action[State], die: Die, face: Face, choice: Choice) -> None:
    """Carry out the effects of the core cards; other icons may use the same choices."""
    catalogue = action.reference
    core = catalogue.card(face.card).core if face.card else False
    if core:
        _require_its_own(catalogue, die, face, choice)
    if choice.tag is not None:
        tag_card(action, choice.on or die.id, choice.tag, choice.puts, by=die.owner)
    if choice.erase is not None:
        erasure.erase(action, choice.erase)
    if core and face.icon == "the-window":
        _window(action, die, choice)
    elif choice.reroll is not None:
        _reroll(action, choice.reroll, choice.chance)
    elif core and not choice.is_described:
        _require_choice(action, die, face, choice)


def _require_its_own(catalogue: Catalogue, die: Die, face: Face, choice: Choice) -> None:
    """Refuse choices of another core icon: each has one effect. Raises Invalid."""
    made = {
        "tag": bool(choice.tag or choice.on or choice.puts),
        "erase": bool(choice.erase),
        "re-roll": bool(choice.reroll or choice.chance),
    }
    own = "re-roll" if face.icon == "the-window" else face.icon
    if any(done for icon, done in made.items() if icon != own):
        raise Invalid(
            f"{die.id} shows {catalogue.title(face.icon or '')}, which does something else.",
            f"`companion bwd roll {die.id}=…` if it shows another icon.",
        )


def _require_choice(action: Action[State], die: Die, face: Face, choice: Choice) -> None:
    """Require a core icon's choice, or the dice would not match the table."""
    catalogue = action.reference
    if face.icon == "tag" and choice.tag is None:
        if not can_tag(action.state, catalogue):
            return  # Every face is full: it changes nothing and erases itself (BWD-28).
        wanted = "`--tag CARD --on DIE`"
    elif face.icon == "erase" and choice.erase is None:
        wanted = "`--erase DIE:FACE`"
    elif face.icon == "re-roll":  # Rolling always counts as an effect (BWD-34).
        wanted = "`--reroll DIE=ICON`, or `--reroll DIE --virtual`"
    else:
        return
    raise Incomplete(
        f"{die.id} shows {catalogue.title(face.icon)}: what did it do?",
        f"`{resolve_command(die, choice.copies)}` with {wanted}, or `--did “…”`.",
        face.icon.replace("-", ""),  # the option for this
    )


def _window(action: Action[State], die: Die, choice: Choice) -> None:
    """Roll the common die for The Window, then take it with the face that it shows (A-BW-11)."""
    assert die.owner is not None
    rolled = choice.reroll or ""
    if rolled or choice.chance is not None:
        _reroll(action, _common_named(action.state, rolled), choice.chance)
    else:
        warn_of_wards(action, action.state.die(COMMON))
        record_roll(action, {COMMON: UNKNOWN})
    follow(action, TAKES_THE_COMMON_DIE)


def _common_named(state: State, rolled: str) -> str:
    """`common=tag` of `tag`, `common=tag` or nothing at all. Raises Invalid for another die."""
    name, equals, face = rolled.partition("=")
    if not equals and folded(rolled) not in ("", COMMON):
        return f"{COMMON}={rolled}"
    if equals and find_die(state, name).id != COMMON:
        raise Invalid(f"The Window rolls the common die, not {name}.", "`--reroll common=ICON`")
    return f"{COMMON}={face}" if equals else COMMON


def _reroll(action: Action[State], text: str, chance: "Random | None") -> None:
    name, equals, face = text.partition("=")
    die = find_die(action.state, name)
    warn_of_wards(action, die)
    shown = UNKNOWN
    if equals and face:
        shown = read_rolled_face(die, action.reference, face)
    elif chance is not None:
        shown = RolledFace(chance.randrange(6), BY_CHANCE)
    record_roll(action, {die.key: shown})
    if shown.place is None:
        action.warn(f"What does {die.id} show now? `companion bwd roll {die.id}=…` enters it.")


# Parameters


def _dice(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """The dice to be resolved in this turn first; after a die, others of the same player."""
    state = trial.state
    left = [] if state.turn is None else pending(state, trial.reference, state.turn)
    dice = [*left, *(die for die in dice_from_turn(state) if die not in left)]
    before = [find_die(state, name) for name in args.words_of("dice")]
    if any(param in args for param in args.params if param.is_option):
        return
    for die in dice:
        mine = die.top is not None and (not before or die.owner == before[0].owner)
        # Trying what is impossible now would take time in vain.
        tried = before or trial.house is not None or is_due(state, trial.reference, die)
        if mine and die not in before and tried:
            yield die.id, _shows(trial, die)


def _shows(trial: "Trial[State]", die: Die) -> str:
    assert die.top is not None
    title = "a blank face" if die.top.icon is None else trial.reference.title(die.top.icon)
    whose = "" if die.owner in (None, die.seat) else f" · {trial.state.name(die.owner)}'s"
    return f"shows {title}{whose}"


def _first(trial: "Trial[State]", args: Arguments[State]) -> Die | None:
    names = args.words_of("dice")
    return find_die(trial.state, names[0]) if names else None


def _shows_blank(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether one of the dice shows a blank face, which is tagged."""
    tops = (find_die(trial.state, name).top for name in args.words_of("dice"))
    return any(top is not None and top.is_blank for top in tops)


def _copied(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """The dice that show an icon, if the die's own icon is known to copy."""
    first = _first(trial, args)
    card = None if first is None else card_on(trial.reference, first.top)
    if card is not None and card.copies:
        for die in dice_from_turn(trial.state):
            if die.top is not None and die.top.icon is not None:
                yield die.id, _shows(trial, die)


def _others(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """The dice to be tagged besides the one that resolves; a blank face is tagged itself."""
    first = _first(trial, args)
    return (it for it in any_die(trial, args) if first is None or it[0] != first.id)


def _puts(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    return ways_to_put(trial, [args["tag"]] if "tag" in args else [], args.words_of("put"))


def _erased(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Others' faces first, which players mostly wipe."""
    first, dice = _first(trial, args), dice_from_turn(trial.state)
    others = [die for die in dice if first is None or die.owner != first.owner]
    return drawn_faces(trial, [*others, *(die for die in dice if die not in others)])


def _rerolled(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    dice = dice_from_turn(trial.state)
    for die in dice:
        for face, about in possible_rolls(die, trial.reference):
            yield f"{die.id}={face}", about
    yield from ((die.id, "what it shows is entered later") for die in dice)


_CHANGES = ("+1", "+2", "+3", "-1", "-2")
_OTHERS_CHANGES = ("-1", "-2", "+1")


def _points(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    state, first = trial.state, _first(trial, args)
    owner = None if first is None else first.owner
    yield from ((change, "") for change in _CHANGES)
    for who, _ in people(state, (seat for seat in from_turn(state, owner) if seat != owner)):
        yield from ((f"{who}={change}", "") for change in _OTHERS_CHANGES)


def _may_mark(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether an icon may draw on its face: numbers and core icons do not."""
    cards = trial.reference
    tops = (find_die(trial.state, name).top for name in args.words_of("dice"))
    return any((card := card_on(cards, top)) is not None and not card.core for top in tops)


def _rolls(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether a die is rolled whose result was not entered."""
    if "nothing" in args or "fizzle" in args:
        return False
    first, reroll = _first(trial, args), args.words_of("reroll")
    if not reroll:
        return first is not None and first.top is not None and first.top.icon == "the-window"
    return "=" not in reroll[-1]


def _may_have_acted(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether an icon may have had an effect, as far as the line shows."""
    idle = "nothing" in args or "fizzle" in args
    return "dice" in args and not idle and not _shows_blank(trial, args)


def _works(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether a die may have had an effect that can be entered, and it is clear which one.

    A card that is neutralized, covered or not in the tableau has no effect; a number scores anyway.
    """
    state, cards = trial.state, trial.reference
    faces = [state.acting_face(find_die(state, name)) for name in args.words_of("dice")]
    acting = [face for face in faces if face is not None and not is_number(face.icon or "")]
    clear = len(faces) == 1 or len(acting) == 1
    works = all(in_force(state, cards, face.card) for face in acting)
    return clear and works and _may_have_acted(trial, args)


def _does(*icons: str) -> "Callable[[Trial[State], Arguments[State]], bool]":
    """Whether one of the dice may have the effect of these core icons: numbers and other core icons
    do not; any other icon may.
    """

    def when(trial: "Trial[State]", args: Arguments[State]) -> bool:
        tops = (find_die(trial.state, name).top for name in args.words_of("dice"))
        idle = "nothing" in args or "fizzle" in args
        return not idle and any(does(top, trial.reference) for top in tops if top is not None)

    def does(face: Face, cards: Catalogue) -> bool:
        card = card_on(cards, face)
        if face.icon is None or is_number(face.icon) or (card is not None and card.core):
            return (face.icon or BLANK_FACE) in icons
        return True

    return when


def _of_the_card(state: State, typed: Sequence[str], is_in_force: bool) -> Sequence[str]:
    """Return the words after `--tag junk food` that belong to the card: they name no die.

    If all of them do, the first one names a die.
    """
    found = [word for word in typed if is_in_force and not _may_be_die(state, word)]
    return found[1:] if len(found) == len(typed) else found


def _may_be_die(state: State, word: str) -> bool:
    if any(sign == "." or sign.isdigit() for sign in word):
        return True
    try:
        find_die(state, word)
    except CompanionError as problem:
        return isinstance(problem, Ambiguous)
    return True


def _option(sort: Sort, metavar: str, help: str, about: str, **more: Any) -> Param:
    """An option with a value, kept as typed."""
    return word(sort=sort, metavar=metavar, help=help, about=lambda state: about, **more)


ResolvedDice = Annotated[Sequence[str], words(name="DIE...", sort=A_DIE, candidates=_dice)]
CopiedDie = Annotated[
    str | None,
    _option(
        *(A_DIE, "DIE", "Copy the active face of this die."),
        "the die that it copies",
        candidates=_copied,
        whose=nobodys,
    ),
]
TaggedCard = Annotated[
    str | None,
    Param(
        "",
        A_CARD,
        lambda state, words: " ".join(words),
        metavar="CARD",
        help="Tag this card.",
        about="tag this card",
        own_words=_of_the_card,
        candidates=taggable_cards,
        when=_does(BLANK_FACE, "tag"),
        lifts_refusal=True,
    ),
]
TaggedDie = Annotated[
    str | None,
    _option(
        *(A_DIE, "DIE[:FACE]", "On which die `--tag` draws.", "on which die the tag draws"),
        candidates=_others,
        whose=nobodys,
        when=lambda trial, args: "tag" in args and not _shows_blank(trial, args),
        lifts_refusal=True,
    ),
]
Puts = Annotated[Sequence[str], PUT.but(candidates=_puts, whose=nobodys)]
ErasedFace = Annotated[
    str | None,
    _option(
        *(A_FACE, "DIE:FACE", "Erase this face.", "erase this face"),
        candidates=_erased,
        whose=nobodys,
        when=_does("erase"),
    ),
]
RerolledDie = Annotated[
    str | None,
    _option(
        *(A_DIE, "DIE[=ICON]", "Re-roll this die.", "re-roll this die"),
        candidates=_rerolled,
        whose=nobodys,
        alike=die_part,
        when=_does("re-roll", "the-window"),
    ),
]
Virtual = Annotated[
    bool, flag("Let the companion roll.", about="let the companion roll", when=_rolls)
]
Points = Annotated[
    Sequence[str],
    words(
        sort=A_TEXT,
        metavar="[PLAYER=]±N",
        whose=lambda state, words: [
            find_seat(state.seats, word.rpartition("=")[0]) for word in words if "=" in word
        ],
        help="Points that it changed; may repeat.",
        about="points that it changed",
        candidates=_points,
        when=_may_have_acted,
    ),
]
Dot = Annotated[
    bool,
    flag("It draws a dot on its face.", about="it draws a dot on its face", when=_may_mark),
]
Dash = Annotated[
    bool,
    flag("It draws a dash on its face.", about="it draws a dash on its face", when=_may_mark),
]
InWords = Annotated[
    str | None,
    _option(A_TEXT, "TEXT", "What it did, in words.", "what it did, in words", when=_works),
]
Nothing = Annotated[
    bool,
    flag(
        "It changed nothing, so it erases itself.", about="it changed nothing", when=_may_have_acted
    ),
]
Fizzle = Annotated[
    bool,
    flag(
        "It fizzled: nothing happens, and it stays.",
        about="it fizzled, and stays",
        when=_may_have_acted,
    ),
]


# The verb


@verb("resolve a die by what it shows")
def resolve(
    action: Action[State],
    dice: ResolvedDice,
    *,
    copies: CopiedDie = None,
    tag: TaggedCard = None,
    on: TaggedDie = None,
    put: Puts = (),
    erase: ErasedFace = None,
    reroll: RerolledDie = None,
    virtual: Virtual = False,
    points: Points = (),
    dot: Dot = False,
    dash: Dash = False,
    did: InWords = None,
    nothing: Nothing = False,
    fizzle: Fizzle = False,
) -> None:
    """Resolve dice by what they show.

    Several dice of one player are one entry: all of them, or none.

    Examples:
      companion bwd resolve ana.1
      companion bwd resolve ana.1 ana.2
      companion bwd resolve ana.1 --tag investment
      companion bwd resolve ana.1 --tag points --on ben.2
      companion bwd resolve ana.1 --erase ben.1:investment
      companion bwd resolve ana.1 --reroll ben.1=blank
      companion bwd resolve ana.1 --points +2 --points ben=-1
      companion bwd resolve ana.1 --dot --points +1
      companion bwd resolve ana.1 --did "looked at a card"
      companion bwd resolve ana.1 --nothing
      companion bwd resolve ana.1 --copies ben.2 --erase ben.1:3
    """
    try:
        owners = [find_die(action.state, name).owner for name in dice]
        choice = Choice(
            tag=tag,
            on=on,
            puts=put,
            erase=erase,
            reroll=reroll,
            points=tuple(_change(action.state, change, owners[0]) for change in points),
            did=did,
            nothing=nothing,
            fizzled=fizzle,
            copies=copies,
            dot=dot,
            dash=dash,
        )
        _refuse_contradiction(choice)
        if virtual:
            choice = choice._replace(chance=action.chance)
        resolve_all(action, dice, choice)
        action.begin_entry()  # Here, so that refusals of the whole are explained, too.
    except NotFound as problem:
        card = [name for name in dice if not _may_be_die(action.state, name)]
        with suppress(CompanionError):
            action.reference.find(" ".join(card))
            problem.hint = f"To tag a card: `companion bwd resolve DIE --tag {' '.join(card)}`."
        raise
    except (Illegal, Refused, Invalid) as problem:
        if len(dice) > 1:
            problem.hint = f"None of these dice was entered. {problem.hint}"
        raise


def _refuse_contradiction(choice: Choice) -> None:
    """Refuse `--nothing` or `--fizzle` together with an effect. Raises Invalid."""
    facts = (choice.tag, choice.erase, choice.reroll, choice.points, choice.dot, choice.dash)
    effect = any(facts)
    for option, is_given, contradicted in (
        ("--nothing", choice.nothing, effect or choice.fizzled or bool(choice.did)),
        ("--fizzle", choice.fizzled, effect or choice.copies is not None),
    ):
        if is_given and contradicted:
            raise Invalid(
                f"`{option}` says that nothing happened, and the rest says what happened.",
                "Leave out one of them.",
            )


def _change(state: State, text: str, owner: int | None) -> tuple[int, int]:
    name, equals, number = text.rpartition("=")
    seat = find_seat(state.seats, name) if equals else owner
    if seat is None:
        raise Invalid(f"Whose points are “{text}”?", "`--points ana=+2`")
    return seat, signed_change(number)
