"""The tags before the first round: four by each player on own dice, one on the common die."""

from companion.core.event import Referee
from companion.core.names import listed
from companion.errors import Illegal
from companion.games.bwd.deal import cards_left_to_add, how_to_fill, icon_cards
from companion.games.bwd.faces import dice_in_order
from companion.games.bwd.state import COMMON, TAGS_IN_SETUP, Die, State

# Tags before the first round

# Four tags each on own dice, then the common die: this is checked only if tags were entered. Dice
# entered by `write`, or kept from another play, need no tags, and without any tag the round may
# begin at any time.


def tags_left(state: State, seat: int) -> int:
    """How many tags a player still has (BWD-83): none on dice whose icons were not tagged."""
    own = [die for die in state.dice_of(seat) if die.id != COMMON]
    begun = state.tags[seat] > 0 or all(face.is_clean for die in own for face in die.faces)
    room = any(die.blanks() for die in own)
    return max(0, TAGS_IN_SETUP - state.tags[seat]) if begun and room else 0


def die_to_tag(state: State, seat: int) -> str:
    """A die of a player with a blank face, for an example; without any, the first die."""
    own = [die for die in state.dice_of(seat) if die.id != COMMON]
    roomy = [die.id for die in own if die.blanks()]
    return (roomy or [f"{state.seats[seat].handle}.1"])[0]


def seats_to_tag_common(state: State) -> list[int]:
    """Who still has to tag the common die, in turn order (BWD-97), while it has a blank face."""
    common = state.die(COMMON)
    begun = bool(state.common_tags) or all(face.is_clean for face in common.faces)
    if not begun or not common.blanks():
        return []
    return [seat for seat in state.order() if seat not in state.common_tags]


def missing_tags(state: State) -> list[tuple[int, int]]:
    """The players who still have tags on their own dice, and how many; empty without any tag."""
    if not any(state.tags):
        return []
    due = [(seat, tags_left(state, seat)) for seat in state.order()]
    return [(seat, count) for seat, count in due if count]


def require_tag_in_setup(
    state: State, die: Die, by: int | None, card: str, referee: Referee
) -> None:
    """Refuse a tag out of the order of setup: four each on own dice, then the common die.

    `card` is how the card is typed, for the hints.
    """
    if state.phase != "setup":
        return
    lacking = _cards_due(state)
    referee.require(
        not lacking,
        "BWD-69",
        f"{_lacks(lacking)}, and dice are tagged when it is full.",
        how_to_fill(state),
    )
    if die.id == COMMON:
        _require_common_die(state, by, card, referee)
    elif by is not None:
        _require_own_die(state, die, by, card, referee)


def may_tag_in_setup(state: State, die: Die) -> bool:
    """Whether setup lets anybody tag a die now; after it, all dice may be."""
    for by in range(len(state.seats)):
        try:
            require_tag_in_setup(state, die, by, "", Referee())
        except Illegal:
            continue
        return True
    return False


def _require_own_die(state: State, die: Die, by: int, card: str, referee: Referee) -> None:
    who = state.name(by)
    begins = "`companion bwd roll …` or `companion next` begins the round."
    referee.require(
        die.owner == by,
        "BWD-83",
        f"{die.id} is not {who}'s: in setup, players tag their own dice.",
        f"`companion bwd tag {die_to_tag(state, by)} {card}`",
    )
    referee.require(
        state.tags[by] < TAGS_IN_SETUP,
        "BWD-83",
        f"{who} has already tagged four times in setup.",
        f"{begins} `companion bwd write {die.id} …` enters what is really on it.",
    )
    referee.require(
        not state.common_tags,
        "BWD-97",
        f"The common die comes last and was already tagged, so {who}'s own dice come too late.",
        f"{_COMMON_BACK}; `companion bwd write {die.id} …` enters what is on a die whose tags "
        "were not entered.",
    )


def _require_common_die(state: State, by: int | None, card: str, referee: Referee) -> None:
    common, typed = state.die(COMMON), f"companion bwd tag {COMMON} {card}"
    begins = (
        "`companion bwd roll common=…` enters what it shows; `companion next` begins the round."
    )
    referee.require(
        bool(common.blanks()),
        "BWD-99",
        "The common die has no empty face left, so it cannot be tagged.",
        begins,
    )
    missing = missing_tags(state)
    referee.require(
        not missing,
        "BWD-97",
        f"The common die comes last. Tags to go: {_to_go(state, missing)}.",
        f"{_own_tags_command(state, missing)}.",
    )
    waiting = [seat for seat in state.order() if seat not in state.common_tags]
    if by is None or by in state.common_tags:
        who = "Everybody" if by is None else state.name(by)
        rest = f" {state.name(waiting[0])} is next: `{typed}`." if waiting else ""
        referee.refuse(
            "BWD-97",
            f"{who} has already tagged the common die, which each player does once.",
            begins if not rest else rest.strip(),
        )
    elif waiting[0] != by:
        referee.refuse(
            "BWD-97",
            f"The common die is tagged in turn order: {state.name(waiting[0])} is next.",
            f"`{typed} --by {state.seats[waiting[0]].handle}` first.",
        )


def require_set_up(state: State, is_done: bool, referee: Referee) -> None:
    """Refuse a round before the tableau is full and all have tagged, if any card or tag was entered
    (BWD-69, BWD-83, BWD-97).
    """
    if state.phase != "setup" or is_done:
        return
    skip_hint = "If that was done but not entered: `companion next --skip`."
    lacking = _cards_due(state)
    referee.require(
        not lacking, "BWD-69", f"{_lacks(lacking)}.", f"{how_to_fill(state)}. {skip_hint}"
    )
    missing = missing_tags(state)
    referee.require(
        not missing,
        "BWD-83",
        f"Before the first round, everybody tags four times. To go: {_to_go(state, missing)}.",
        f"{_own_tags_command(state, missing)}. {skip_hint}",
    )
    due = seats_missing_common_tag(state)
    referee.require(
        not due,
        "BWD-97",
        "Before the first round, everybody tags the common die once. To go: "
        f"{listed([state.name(seat) for seat in due])}.",
        f"`companion bwd tag {COMMON} CARD`. {skip_hint}",
    )


def is_unfinished(state: State) -> bool:
    """Whether cards or tags of setup are still missing, by what was entered."""
    if state.phase != "setup":
        return False
    return bool(_cards_due(state) or missing_tags(state) or seats_missing_common_tag(state))


def require_common_tagged(state: State, is_done: bool, referee: Referee) -> None:
    """Refuse a roll of the common die before all have tagged it, if tags were entered (BWD-100)."""
    if state.phase != "setup" or is_done:
        return
    due, missing = seats_missing_common_tag(state), missing_tags(state)
    tag = _own_tags_command(state, missing) if missing else f"`companion bwd tag {COMMON} CARD`"
    referee.require(
        not due,
        "BWD-100",
        "The common die is rolled when all have tagged it. To go: "
        f"{listed([state.name(seat) for seat in due])}.",
        f"{tag}. If that was done but not entered: `companion bwd roll {COMMON}=… --skip`.",
    )


def seats_missing_common_tag(state: State) -> list[int]:
    """Who still has to tag the common die; empty if no tag was entered."""
    return seats_to_tag_common(state) if any(state.tags) or state.common_tags else []


def _lacks(cards: int) -> str:
    return f"The tableau still lacks {cards} card{'s' if cards > 1 else ''}"


def _cards_due(state: State) -> int:
    """How many cards the tableau lacks, if any was entered and some are left (A-BW-26)."""
    known = state.hands is not None or icon_cards(state) > 0
    return cards_left_to_add(state) if known and state.reserve() != () else 0


def _to_go(state: State, missing: list[tuple[int, int]]) -> str:
    return ", ".join(f"{state.name(seat)} {count}" for seat, count in missing)


_COMMON_BACK = "`companion log` numbers the tag of the common die, `companion undo N` takes it back"


def _own_tags_command(state: State, missing: list[tuple[int, int]]) -> str:
    """The command for a missing tag on an own die, which comes before the common die."""
    if state.common_tags:
        return _COMMON_BACK
    die = die_to_tag(state, missing[0][0]) if missing else "DIE"
    return f"`companion bwd tag {die} CARD`"


# Next steps


def say_tags(state: State) -> str:
    """Ask for the tags of setup, counted down (BWD-83, BWD-97), once anything about the dice was
    entered.
    """
    if not state.has_dice_entered:
        return ""
    tagging = _tagging(state)
    to_go = ", ".join(f"{state.name(seat)} {tags_left(state, seat)}" for seat in tagging)
    if tagging and not state.common_tags:
        die = die_to_tag(state, tagging[0])
        return f"Tags to go: {to_go}: `companion bwd tag {die} CARD`."
    if missing_tags(state):  # A house rule allowed tagging the common die before.
        begins = "`companion next --skip` begins the round without them"
        return f"Tags to go: {to_go}, and the common die is tagged already: {begins}."
    waiting = seats_missing_common_tag(state)
    if waiting:
        names = listed([state.name(seat) for seat in waiting])
        return f"The common die, one tag each: {names}: `companion bwd tag common CARD`."
    if state.die(COMMON).active is None and state.common_tags:
        return "Roll the common die: `companion bwd roll common=…`."
    return f"Everyone rolls: `companion bwd roll {words_to_roll(state)}`."


def say_unknown_dice(state: State) -> str:
    """Ask what is on the other dice, if only the common die was tagged."""
    tagging = _tagging(state)
    if not state.has_dice_entered or not tagging or not state.common_tags or missing_tags(state):
        return ""
    write = f"`companion bwd write {die_to_tag(state, tagging[0])} …`"
    return f"It is unknown what is on the other dice: {write}."


def _tagging(state: State) -> list[int]:
    return [seat for seat in range(len(state.seats)) if tags_left(state, seat)]


def words_to_roll(state: State) -> str:
    """What to type after `roll`, with the icons left out."""
    dice = [die for _, dice in dice_in_order(state) for die in dice if die.active is None]
    return " ".join(f"{die.id}=…" for die in dice)
