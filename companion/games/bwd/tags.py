"""What happens when a card is tagged: its icons go on faces of dice, and what finds no room."""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.offer import Trial, said
from companion.core.param import A_CARD, A_DIE, A_TEXT, Arguments, Candidate, one, player, several
from companion.core.shapes import FLAG, SEAT, Context, Wrong, list_of, maybe, tuple_of
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid
from companion.games.bwd import faces, names, tag_rules
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.faces import owner_of
from companion.games.bwd.rounds import tagger
from companion.games.bwd.setup import tagged_in_setup
from companion.games.bwd.state import COMMON, Die, Face, State, plus_one
from companion.games.bwd.wards import warn_of_wards

# A tag as it is kept


class CardTagged(TypedDict):
    """The icons of a card are drawn: each on its die and face, `undrawn` those without room.

    `die` is the one that was chosen, `by` who tags: `assumed`, where nobody said so. `needs` are
    the cards that a complex icon may go over; `trailing` says that its tagger has to be behind.
    `meant` and `over` say of each icon how its face was named, and what was on it.
    """

    card: Annotated[str, faces.CARD]
    die: Annotated[str, faces.DIE]
    by: NotRequired[Annotated[int | None, maybe(SEAT)]]
    placed: Annotated[list[Any], list_of(tuple_of(faces.DIE, faces.PLACE, faces.ICON))]
    undrawn: Annotated[list[str], list_of(faces.ICON)]
    needs: Annotated[list[str], list_of(faces.CARD)]
    trailing: NotRequired[Annotated[bool, FLAG]]
    assumed: NotRequired[Annotated[bool, FLAG]]
    meant: NotRequired[Annotated[list[str], list_of(faces.WAY)]]
    over: NotRequired[Annotated[list[str | None], list_of(maybe(faces.ICON))]]


def _meant_for_each(data: Any, context: Context) -> Wrong | None:
    for key in ("meant", "over"):
        if "meant" in data and len(data.get(key, ())) != len(data["placed"]):
            return key, data.get(key)
    return None


def _settle(state: State, data: CardTagged) -> CardTagged:
    """Named faces first: what goes anywhere leaves them free."""
    if "meant" not in data:
        return data
    meant, over = data["meant"], data["over"]
    placed: list[Any] = [None] * len(data["placed"])
    for n in sorted(range(len(placed)), key=lambda n: meant[n] == faces.BY_ANY):
        die_id, place, icon = data["placed"][n]
        die = state.die(die_id)
        taken = {other[1] for other in placed if other is not None and other[0] == die_id}
        if meant[n] == faces.BY_ANY:
            now = faces.blank_for(die, place, taken)
        else:
            now = faces.found(die, place, over[n], meant[n])
        placed[n] = [die_id, now, icon]
    return faces.changed(data, "placed", placed)


def _check(state: State, data: CardTagged, referee: Referee, cards: Catalogue) -> None:
    """An active card, blank faces (or the prerequisite), the nearest dice first."""
    tag_rules.active_card(state, data["card"], referee, cards)
    needs, chosen = set(data["needs"]), data["die"]
    typed = cards.typed(data["card"])
    by = data.get("by")
    tagged_in_setup(state, state.die(chosen), by, typed, referee)
    if data.get("assumed"):
        _who_tags(state, by, state.die(chosen), referee)
    if data.get("trailing") and by is not None:
        tag_rules.require_behind(state, by, cards.title(data["card"]), referee)
    for die_id, place, icon in data["placed"]:
        die = state.die(die_id)
        face = die.faces[place]
        if needs:
            tag_rules.require_prerequisite(
                state, needs, face, data["card"], die, by, referee, cards
            )
        else:
            referee.require(
                face.blank,
                "BWD-85",
                f"{die.id} has {cards.title(face.icon or '')} there: icons go on blank faces.",
                f"`companion bwd replace {die.typed(place)} …` writes over a face.",
            )
            tag_rules.require_nearest(state, state.die(chosen), die, referee)
        state = state.with_face(die_id, place, _drawn(face, icon, data["card"]))
    if data["undrawn"] and not needs:
        referee.require(
            not any(die.blanks() for die in state.dice),
            "BWD-264",
            "There is still a blank face in play, so every icon has to be drawn.",
            "Name it: `--put ICON=DIE`.",
        )


def _who_tags(state: State, by: int | None, die: Die, referee: Referee) -> None:
    """Where nobody said who tags, it is whoever it is now."""
    due = tagger(state, die)
    who, told = ("nobody" if seat is None else state.name(seat) for seat in (due, by))
    in_setup = "BWD-97" if die.id == COMMON else "BWD-83"
    referee.require(
        due == by,
        "BWD-110" if state.turn is not None else in_setup,
        f"It is {who} who tags {die.id}, and not {told}.",
        f"`companion bwd tag {die.id} CARD --by NAME` says who does.",
    )


def _drawn(face: Face, icon: str, card: str) -> Face:
    """A face with an icon tagged on it: dots and dashes that stood there alone stay (A-BW-31)."""
    return face._replace(icon=icon, card=card) if face.blank else Face(icon, card)


def _apply(state: State, data: CardTagged) -> State:
    for die_id, place, icon in data["placed"]:
        if not data["needs"]:
            state = state.overdrawing(die_id, place, icon)
        face = _drawn(state.die(die_id).faces[place], icon, data["card"])
        state = state.with_face(die_id, place, face)
    by = data.get("by")
    if state.phase == "setup" and by is not None:
        if data["die"] == COMMON:
            return replace(state, common_tags=state.common_tags | {by})
        return replace(state, tags=plus_one(state.tags, by))
    return state


def _tell(before: State, data: CardTagged, after: State, catalogue: Catalogue) -> str:
    where: dict[str, list[str]] = {}
    for die_id, place, icon in data["placed"]:
        active = before.die(die_id).active == place
        title = catalogue.title(icon) + (" (on top)" if active else "")
        where.setdefault(after.die(die_id).id, []).append(title)
    drawn = "; ".join(f"{die} gets {listed(icons)}" for die, icons in where.items())
    title = catalogue.card(data["card"]).title
    by = data.get("by")
    line = f"{'tagged' if by is None else f'{after.name(by)} tags'} {title}: {drawn}"
    if data["undrawn"]:
        icons = listed([catalogue.title(icon) for icon in data["undrawn"]])
        line += f"; no room for {icons}, not drawn"
    return line


CARD_TAGGED = Kind(
    "card.tagged",
    CardTagged,
    apply=_apply,
    tell_with=_tell,
    check_with=_check,
    settle=_settle,
    together=_meant_for_each,
    counts=False,
)

# A tag as it is told


def tag(
    action: Action[State], ref: str, card_text: str, puts: Sequence[str] = (), by: int | None = None
) -> None:
    """Draw every icon of a card: on the die that `ref` names, and what is too much elsewhere.

    `puts` (`3=ana.1:active`) says where single icons go, against the default: blank faces in order,
    the active face only when it is named or the last one, then the controller's other dice, then
    any die in seat order. What finds no blank face is not drawn, and that is said.
    """
    state, catalogue = action.state, action.reference
    die_text, face_text = faces.split_ref(ref)
    die = faces.find_die(state, die_text)
    card = catalogue.find(card_text, set(state.cards()))
    key = faces.key_in_play(state, card)
    assumed = by is None
    by = tagger(state, die) if by is None else by
    tag_rules.active_card(state, key, action.referee, catalogue)
    tagged_in_setup(state, die, by, catalogue.typed(key), action.referee)
    trailing = by is not None and tag_rules.wants_to_trail(card.condition)
    if card.condition and not trailing:
        action.warn(f"{card.title} may be tagged on this condition: {card.condition}.")
    fact: CardTagged = {
        "card": key,
        "die": die.key,
        "by": by,
        "placed": [],
        "undrawn": [],
        "needs": tag_rules.needed(catalogue, card),
        "meant": [],
        "over": [],
    }
    if assumed:
        fact["assumed"] = True
    if trailing:
        fact["trailing"] = True
    labels = [key if label == card.key else label for label in card.labels]
    if card.prerequisite:
        placed = tag_rules.over_prerequisite(
            state, catalogue, die, face_text, fact["needs"], labels[0]
        )
        _record(action, fact, placed)
    else:
        chosen = _chosen(die, catalogue, ref)
        wanted = tag_rules.faces_told(state, catalogue, labels, puts)
        placed, undrawn = tag_rules.placements(state, die, chosen, labels, wanted)
        _ask_where_nobody_controls(state, die, placed, wanted)
        if not placed:
            action.referee.refuse(
                "BWD-85",
                f"{die.id} has no blank face, so {card.title} cannot be tagged on it.",
                tag_rules.where_there_is_room(state, die),
            )
        fact["undrawn"] = undrawn
        _record(action, fact, placed)
        _remind_of_top(action, die, face_text)
        _remind_of_choice(action, die, placed, wanted)
    for touched in dict.fromkeys(placement.die for placement in placed):
        warn_of_wards(action, action.state.die(touched))


def _chosen(die: Die, catalogue: Catalogue, ref: str) -> tag_rules.Named | None:
    """The face that is named for the first icon, if one is."""
    face_text = faces.split_ref(ref)[1]
    if not face_text:
        return None
    place = faces.place_of(die, catalogue, face_text)
    return tag_rules.Named(die.key, place, tag_rules.way_to_draw(ref))


def _remind_of_top(action: Action[State], die: Die, face_text: str) -> None:
    """A blank face on top was passed over: the table may have meant that one."""
    now = action.state.die(die.key)
    open_yet = die.owner is None or not action.state.has_resolved(die.owner, die)
    if not face_text and open_yet and now.top is not None and now.top.blank:
        action.warn(f"{die.id} has a blank face on top still; `{die.id}:active` draws there.")


def _record(action: Action[State], fact: CardTagged, placed: Sequence[tag_rules.Placement]) -> None:
    fact["placed"] = [[put.die, put.place, put.icon] for put in placed]
    fact["meant"] = [put.way for put in placed]
    fact["over"] = [action.state.die(put.die).faces[put.place].icon for put in placed]
    action.add(CARD_TAGGED, fact)


def _ask_where_nobody_controls(
    state: State, die: Die, placed: Sequence[tag_rules.Placement], wanted: Collection[str]
) -> None:
    """What does not fit on a die that nobody has goes where its tagger likes (A-BW-02)."""
    if die.owner is not None:
        return
    for die_id, _, label, _ in placed:
        room = tag_rules.room_beside(state, die)
        if die_id != die.key and label not in wanted and len(room) > 1:
            raise Invalid(
                f"Nobody has {die.id}, so whoever tags chooses a face for the {label} (A-BW-02).",
                f"`--put {label}={room[0]}`; there is room on {', '.join(room)}.",
            )


def _remind_of_choice(
    action: Action[State], die: Die, placed: Sequence[tag_rules.Placement], wanted: Collection[str]
) -> None:
    """An icon that went to somebody else's die might have gone to another one."""
    room = tag_rules.room_beside(action.before, die)
    for die_id, _, label, _ in placed:
        strange = die.owner is not None and action.state.die(die_id).owner != die.owner
        if strange and label not in wanted and len(room) > 1:
            gets = action.state.die(die_id).id
            action.warn(f"The {label} went to {gets}; `--put {label}=DIE` chooses another die.")


# The verb


def _dice(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    state, catalogue = trial.state, trial.reference
    for die in names.dice_from_turn(state):
        yield die.id, names.about_die(die, state, catalogue)
        if die.top is not None and die.top.blank:
            yield f"{die.id}:active", said("on the blank face on top")


def _puts(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    return names.ways_to_put(trial, told.typed(_CARDS), told.typed(PUT))


_DIE = one("DIE", A_DIE, candidates=_dice)
_CARDS = several("CARD...", A_CARD, candidates=names.taggable_cards)
PUT = several(
    "--put",
    A_TEXT,
    whose=lambda state, words: [
        seat for word in words for seat in owner_of(state, word.rpartition("=")[2]) or ()
    ],
    optional=True,
    metavar="ICON=DIE[:FACE]",
    help="Where one icon goes; may repeat.",
    about="where one icon goes",
    candidates=_puts,
)
_BY = player(
    names.seats_from_turn,
    name="--by",
    optional=True,
    metavar="PLAYER",
    help="Who tags.",
    about="who tags",
    when=lambda trial, told: _CARDS in told,
)


def _plan(action: Action[State], told: Arguments[State]) -> None:
    cards: Catalogue = action.reference
    named, puts = cards.whole_names(told[_CARDS]), told.get(PUT, ())
    if puts and len(named) > 1:
        raise Invalid("`--put` is about one card's icons.", "Tag that card on its own.")
    for card in named:
        tag(action, told[_DIE], card, puts, told.get(_BY))


TAG = Verb[State](
    name="tag",
    about="draw the icons of a card on a die",
    help="""Draw the icons of a card on a die.

    What finds no room there goes on the next dice.

    \b
    Examples:
      companion bwd tag ana.1 investment
      companion bwd tag ana.1 points tag           two tags
      companion bwd tag ana.1 points               3 and -2, on two faces
      companion bwd tag ana.1:active points        the 3 goes on top
      companion bwd tag ana.1 points --put -2=ana.1:active
      companion bwd tag common tag --by ben
    """,
    params=(_DIE, _CARDS, PUT, _BY),
    plan=_plan,
)
