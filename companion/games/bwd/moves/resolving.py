"""Resolving a die: what its active face does, where that is known, and what follows by the rules.

Numbers and the five core icons are carried out; any other icon is resolved by what the table says
that it did. An icon that changed nothing, one whose card does not work, and a one-shot erase
themselves.
"""

from collections.abc import Sequence

from companion.core.action import Action
from companion.core.play import HIGHEST_AMOUNT
from companion.errors import Invalid, Refused
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.moves.core_icons import Choice, core_effect
from companion.games.bwd.moves.phases import begin_turn_for, may_resolve, spoken
from companion.games.bwd.moves.refs import card_on, find_die, in_force, split_ref
from companion.games.bwd.moves.tagging import tag
from companion.games.bwd.moves.wards import warn_of_wards
from companion.games.bwd.state import RESOLVING, Die, Face, State


def resolve(action: Action[State], catalogue: Catalogue, text: str, choice: Choice) -> None:
    """Resolve the die that `text` names, by its active face."""
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
    _require_fitting(die, face, choice)
    reminded = len(action.warnings)
    begin_turn_for(action, catalogue, die)
    _require_phase(action, catalogue, die)
    # Said first, so that a die which may not resolve is refused before anything else.
    action.add("die.resolved", die=die.id, seat=die.owner, how=_how(choice), face=face.icon)
    if choice.fizzled:
        return  # The icon stays, and counts as resolved (A-BW-09).
    _carry_on(action, catalogue, die, face, choice)
    if any("(ward)" in warning for warning in action.warnings[reminded:]):
        action.warn(f"If a ward is used: `companion undo`, then resolve {die.id} with `--fizzle`.")


def _carry_on(
    action: Action[State], catalogue: Catalogue, die: Die, face: Face, choice: Choice
) -> None:
    if face.icon is None:
        _fill_the_blank(action, catalogue, die, choice)
    elif is_number(face.icon):
        _score_number(action, catalogue, die, int(face.icon), choice)
    elif not in_force(action.state, catalogue, face.card) and not _works_anyway(
        action, catalogue, face, choice
    ):
        _erase_active(action, die, _why_idle(action.state, catalogue, face))
    else:
        _carry_out(action, catalogue, die, face, choice)


def _require_fitting(die: Die, face: Face, choice: Choice) -> None:
    """Refuse to listen to what a blank face or a number cannot do. Raises Invalid."""
    if choice.fizzled and face.icon is None:
        raise Invalid(
            f"{die.id} shows a blank face, and tagging it is no effect that fizzles.",
            f"`companion bwd resolve {die.id} --tag CARD`",
        )
    if face.icon is None:
        unheard = bool(choice.erase or choice.reroll or choice.points)
        on = choice.on or die.id
        if unheard or split_ref(on)[0] != die.id:
            raise Invalid(
                f"{die.id} shows a blank face: resolving it tags that face and does no more.",
                f"`companion bwd resolve {die.id} --tag CARD`",
            )
    elif is_number(face.icon) and (choice.tag or choice.erase or choice.reroll):
        raise Invalid(
            f"{die.id} shows a number, which scores and does no more.",
            f"`companion bwd resolve {die.id}`; `--points` where something changes what it scores.",
        )


def _require_phase(action: Action[State], catalogue: Catalogue, die: Die) -> None:
    """An icon resolves in the phases that it has text for, a blank face in Main."""
    state = action.state
    if state.phase not in RESOLVING or state.turn != die.owner:
        return
    card = card_on(catalogue, die.top)
    late = card is not None and "first" in card.phases and state.phase != "first"
    action.referee.require(
        may_resolve(state, catalogue, die, state.phase),
        "A-BW-04" if card is None else "A-BW-06" if late else "A-BW-05",
        f"{spoken(die, catalogue)} has nothing to resolve in the {state.phase.title()} phase.",
        '`--house "caught up"` where the table finds that fair.'
        if late
        else "`companion next` goes on; `companion bwd card set` tells a card's phases.",
    )


def _works_anyway(action: Action[State], catalogue: Catalogue, face: Face, choice: Choice) -> bool:
    """A card that does not work erases its icons (BWD-142), unless a house rule says otherwise."""
    if not (choice.tag or choice.erase or choice.reroll or choice.points):
        return False
    title = catalogue.title(face.icon or "")
    action.referee.refuse(
        "BWD-142",
        f"{title} does not work now: its card is neutralized, covered or not in the tableau, "
        "so it only erases itself.",
        "Leave out what it did.",
    )
    return True


def _how(choice: Choice) -> str:
    if choice.nothing:
        return "it changed nothing"
    if choice.fizzled:
        return f"it fizzled{f': {choice.did}' if choice.did else ''}"
    return choice.did or ""


def _fill_the_blank(action: Action[State], catalogue: Catalogue, die: Die, choice: Choice) -> None:
    """A blank face has to be tagged, and what is tagged so does not resolve (BWD-116, BWD-117)."""
    if choice.tag is not None:
        card = catalogue.find(choice.tag, set(action.state.cards()))
        action.referee.require(
            not card.prerequisite,
            "BWD-245",
            f"{card.title} needs a face that carries its prerequisite, and this one is blank.",
            "Choose another card.",
        )
        tag(action, catalogue, f"{die.id}:active", choice.tag, choice.puts, by=die.owner)
        if action.state.die(die.id).top == die.top:
            action.referee.refuse(
                "BWD-116",
                f"The blank face on top of {die.id} is the one to tag.",
                f"`--put ICON={die.id}:active` says which icon goes there.",
            )
        return
    taggable = [
        card for card in action.state.active_cards() if not catalogue.card(card).prerequisite
    ]
    action.referee.require(
        not taggable,  # With no card left to tag, nothing happens (A-BW-18).
        "BWD-116",
        f"{die.id} shows a blank face: it has to be tagged.",
        f"`companion bwd resolve {die.id} --tag CARD`; active: "
        + ", ".join(catalogue.card(card).title for card in taggable[:14])
        + ".",
    )


def _score_number(
    action: Action[State], catalogue: Catalogue, die: Die, number: int, choice: Choice
) -> None:
    """A number scores whatever its card is (BWD-143); one that changes nothing goes (BWD-26)."""
    assert die.owner is not None
    before = action.state.scores
    if number == 0:
        action.referee.require(
            not choice.points,
            "BWD-145",
            "A 0 gains and loses nothing, whatever else is in force: it erases itself.",
            "Leave out `--points`.",
        )
        _apply_points(action, catalogue, choice.points)
        _erase_active(action, die, "a 0 changes nothing")
        return
    if choice.points:
        _apply_points(action, catalogue, choice.points)
    elif number > 0 and not choice.nothing:
        action.add("points.gained", seat=die.owner, points=min(number, HIGHEST_AMOUNT))
    elif number < 0 and not choice.nothing:
        warn_of_wards(action, catalogue, die.owner)
        if before[die.owner] > 0:
            action.add("points.lost", seat=die.owner, points=min(-number, HIGHEST_AMOUNT))
    if action.state.scores == before and not choice.did:
        _erase_active(action, die, "no effect")


def _carry_out(
    action: Action[State], catalogue: Catalogue, die: Die, face: Face, choice: Choice
) -> None:
    before = action.state
    if choice.nothing:
        _require_idle(action, catalogue, die, face)
        _erase_active(action, die, "no effect")
        return
    core_effect(action, catalogue, die, face, choice)
    _apply_points(action, catalogue, choice.points)
    if choice.points and not choice.did and _same_table(before, action.state):
        action.warn(
            f"Nothing has changed. Where that was all, the icon goes (BWD-26): "
            f"`companion bwd erase {die.id}:active`."
        )
    card = card_on(catalogue, face)
    idle = _same_table(before, action.state) and face.icon == "tag" and not choice.told
    one_shot = card is not None and card.one_shot
    if idle or one_shot:
        _erase_active(action, die, "one-shot" if one_shot else "no effect")


def _require_idle(action: Action[State], catalogue: Catalogue, die: Die, face: Face) -> None:
    """Rolling is never nothing: Re-roll and The Window stay (BWD-34)."""
    action.referee.require(
        face.icon not in ("re-roll", "the-window"),
        "BWD-34",
        f"{catalogue.title(face.icon or '')} on {die.id} rolls a die, and that is not nothing.",
        f"`companion bwd resolve {die.id} --reroll DIE=ICON`",
    )


def _apply_points(
    action: Action[State], catalogue: Catalogue, points: Sequence[tuple[int, int]]
) -> None:
    for seat, change in points:
        if change > 0:
            action.add("points.gained", seat=seat, points=change)
        elif change < 0:
            warn_of_wards(action, catalogue, seat)
            action.add("points.lost", seat=seat, points=-change)


def _why_idle(state: State, catalogue: Catalogue, face: Face) -> str:
    keys = catalogue.card(face.card or "").keys
    states = {state.card_state(key) for key in keys} - {None}
    return f"its card is {states.pop()}" if states else "its card is not in the tableau"


def _erase_active(action: Action[State], die: Die, why: str) -> None:
    """Wipe the icon that was resolved, wherever its die lies by now; a gone one stays gone."""
    place = die.active
    if place is None or action.state.die(die.id).faces[place].icon != die.faces[place].icon:
        return
    action.add("face.erased", die=die.id, face=place, by="itself", why=why)


def _same_table(before: State, after: State) -> bool:
    faces = [[die.faces for die in state.dice] for state in (before, after)]
    return before.scores == after.scores and faces[0] == faces[1]
