"""Tagging a card: its icons go on faces of dice, and some may have no room."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import player, verb, word, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import listed
from companion.core.offer import about_line
from companion.core.param import A_CARD, A_DIE, A_TEXT, Arguments, Candidate, Param
from companion.core.shapes import FLAG, SEAT, Context, Wrong, list_of, maybe, tuple_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid
from companion.games.bwd import faces, names, tag_rules
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.rounds import default_tagger
from companion.games.bwd.setup import require_tag_in_setup
from companion.games.bwd.state import COMMON, Die, Face, State, plus_one
from companion.games.bwd.wards import warn_of_wards

if TYPE_CHECKING:
    from companion.core.offer import Trial

# The record of a tag


def _check_ways(data: Any, context: Context) -> Wrong | None:
    for key in ("meant", "over"):
        if "meant" in data and len(data.get(key, ())) != len(data["placed"]):
            return key, data.get(key)
    return None


_NOT_RECORDED = -1


class CardTagged(Fact[State], kind="card.tagged", counts=False, together=_check_ways):
    """The icons of a card are drawn: each on its die and face, `undrawn` those without room.

    `die` is the chosen one, `by` who tags: `assumed` if that was not entered. `needs` are the cards
    that a complex icon may go over; `trailing` says that its tagger has to be behind. `meant` and
    `over` are, for each icon, how its face was named, and what was on it.
    """

    card: Annotated[str, faces.CARD]
    die: Annotated[str, faces.DIE]
    by: Annotated[int | None, maybe(SEAT)] = _NOT_RECORDED
    placed: Annotated[Sequence[Any], list_of(tuple_of(faces.DIE, faces.PLACE, faces.ICON))]
    undrawn: Annotated[Sequence[str], list_of(faces.ICON)]
    needs: Annotated[Sequence[str], list_of(faces.CARD)]
    trailing: Annotated[bool, FLAG] = False
    assumed: Annotated[bool, FLAG] = False
    meant: Annotated[Sequence[str], list_of(faces.WAY)] = ()
    over: Annotated[Sequence[str | None], list_of(maybe(faces.ICON))] = ()

    @property
    def default_tagger(self) -> int | None:
        """The tagger; None if unknown, as in older logs."""
        return None if self.by == _NOT_RECORDED else self.by

    def interpret(self, state: State) -> "CardTagged":
        """Place icons with named faces first: the others leave those free."""
        if not self.meant:
            return self
        ways, over = self.meant, self.over
        placed: list[Any] = [None] * len(self.placed)
        for n in sorted(range(len(placed)), key=lambda n: ways[n] == faces.BY_ANY):
            die_id, place, icon = self.placed[n]
            die = state.die(die_id)
            taken = {other[1] for other in placed if other is not None and other[0] == die_id}
            if ways[n] == faces.BY_ANY:
                now = faces.find_blank(die, place, taken)
            else:
                now = faces.found(die, place, over[n], ways[n])
            placed[n] = [die_id, now, icon]
        return faces.with_field(self, "placed", placed)

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require an active card, blank faces (or the prerequisite), and the nearest dice first."""
        tag_rules.active_card(state, self.card, referee, cards)
        needs, by, chosen = set(self.needs), self.default_tagger, state.die(self.die)
        require_tag_in_setup(state, chosen, by, cards.typed(self.card), referee)
        if self.assumed:
            _require_due_to_tag(state, by, chosen, referee)
        if self.trailing and by is not None:
            tag_rules.require_behind(state, by, cards.title(self.card), referee)
        for die_id, place, icon in self.placed:
            die = state.die(die_id)
            face = die.faces[place]
            if needs:
                tag_rules.require_prerequisite(
                    state, needs, face, self.card, die, by, referee, cards
                )
            else:
                referee.require(
                    face.is_blank,
                    "BWD-85",
                    f"{die.id} has {cards.title(face.icon or '')} there: icons are drawn on "
                    "blank faces.",
                    f"`companion bwd replace {die.typed(place)} …` writes over a face.",
                )
                tag_rules.require_nearest(state, state.die(self.die), die, referee)
            state = state.with_face(die_id, place, _drawn(face, icon, self.card))
        if self.undrawn and not needs:
            referee.require(
                not any(die.blanks() for die in state.dice),
                "BWD-264",
                "A blank face is still in play, so every icon has to be drawn.",
                "Name it: `--put ICON=DIE`.",
            )

    def apply(self, state: State) -> State:
        for die_id, place, icon in self.placed:
            if not self.needs:
                state = state.with_icon_lost(die_id, place, icon)
            face = _drawn(state.die(die_id).faces[place], icon, self.card)
            state = state.with_face(die_id, place, face)
        by = self.default_tagger
        if state.phase == "setup" and by is not None:
            if self.die == COMMON:
                return replace(state, common_tags=state.common_tags | {by})
            return replace(state, tags=plus_one(state.tags, by))
        return state

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        where: dict[str, list[str]] = {}
        for die_id, place, icon in self.placed:
            active = before.die(die_id).active == place
            title = cards.title(icon) + (" (on top)" if active else "")
            where.setdefault(after.die(die_id).id, []).append(title)
        drawn = "; ".join(f"{die} gets {listed(icons)}" for die, icons in where.items())
        by = self.default_tagger
        who = "tagged" if by is None else f"{after.name(by)} tags"
        line = f"{who} {cards.card(self.card).title}: {drawn}"
        if self.undrawn:
            icons = listed([cards.title(icon) for icon in self.undrawn])
            line += f"; no room for {icons}, not drawn"
        return line


def _require_due_to_tag(state: State, by: int | None, die: Die, referee: Referee) -> None:
    """If the tagger was not entered, require that it is the one whose turn it is now."""
    due = default_tagger(state, die)
    who, entered = ("nobody" if seat is None else state.name(seat) for seat in (due, by))
    in_setup = "BWD-97" if die.id == COMMON else "BWD-83"
    referee.require(
        due == by,
        "BWD-110" if state.turn is not None else in_setup,
        f"{who} tags {die.id}, not {entered}.",
        f"`companion bwd tag {die.id} CARD --by NAME` names another player.",
    )


def _drawn(face: Face, icon: str, card: str) -> Face:
    """Return a face with a tagged icon: earlier dots and dashes stay (A-BW-31)."""
    return face._replace(icon=icon, card=card) if face.is_blank else Face(icon, card)


# Entering a tag


def tag_card(
    action: Action[State], ref: str, card_text: str, puts: Sequence[str] = (), by: int | None = None
) -> None:
    """Draw every icon of a card: on the die that `ref` names, and excess ones elsewhere.

    `puts` (`3=ana.1:active`) says where single icons go, against the default: blank faces in order,
    the active face only when it is named or the last one, then the controller's other dice, then
    any die in seat order. Icons without a blank face are not drawn, and are reported.
    """
    state, catalogue = action.state, action.reference
    die_text, face_text = faces.split_ref(ref)
    die = faces.find_die(state, die_text)
    card = catalogue.find(card_text, set(state.cards()))
    key = faces.key_in_play(state, card)
    assumed = by is None
    by = default_tagger(state, die) if by is None else by
    tag_rules.active_card(state, key, action.referee, catalogue)
    require_tag_in_setup(state, die, by, catalogue.typed(key), action.referee)
    trailing = by is not None and tag_rules.wants_to_trail(card.condition)
    if card.condition and not trailing:
        action.warn(f"{card.title} may be tagged on this condition: {card.condition}.")
    needs = tag_rules.needed(catalogue, card)
    labels = [key if label == card.key else label for label in card.labels]
    undrawn: list[str] = []
    wanted: Collection[str] = ()
    if card.prerequisite:
        placed = tag_rules.over_prerequisite(state, catalogue, die, face_text, needs, labels[0])
    else:
        chosen = _chosen(die, catalogue, ref)
        wants = tag_rules.faces_of(state, catalogue, labels, puts)
        placed, undrawn = tag_rules.placements(state, die, chosen, labels, wants)
        wanted = wants
        _ask_where_nobody_controls(state, die, placed, wanted)
        if not placed:
            action.referee.refuse(
                "BWD-85",
                f"{die.id} has no blank face, so {card.title} cannot be tagged on it.",
                tag_rules.where_there_is_room(state, die),
            )
    action.add(
        CardTagged(
            card=key,
            die=die.key,
            by=by,
            placed=[[put.die, put.place, put.icon] for put in placed],
            undrawn=undrawn,
            needs=needs,
            trailing=trailing,
            assumed=assumed,
            meant=[put.way for put in placed],
            over=[state.die(put.die).faces[put.place].icon for put in placed],
        )
    )
    if not card.prerequisite:
        _remind_of_top(action, die, face_text)
        _remind_of_choice(action, die, placed, wanted)
    for touched in dict.fromkeys(placement.die for placement in placed):
        warn_of_wards(action, action.state.die(touched))


def _chosen(die: Die, catalogue: Catalogue, ref: str) -> tag_rules.Named | None:
    """Return the face that is named for the first icon, if any."""
    face_text = faces.split_ref(ref)[1]
    if not face_text:
        return None
    place = faces.place_of(die, catalogue, face_text)
    return tag_rules.Named(die.key, place, tag_rules.way_to_draw(ref))


def _remind_of_top(action: Action[State], die: Die, face_text: str) -> None:
    """Remind that a blank face on top was passed over: it may have been meant."""
    now = action.state.die(die.key)
    open_yet = die.owner is None or not action.state.has_resolved(die.owner, die)
    if not face_text and open_yet and now.top is not None and now.top.is_blank:
        action.warn(f"{die.id} still has a blank face on top: `{die.id}:active` draws there.")


def _ask_where_nobody_controls(
    state: State, die: Die, placed: Sequence[tag_rules.Placement], wanted: Collection[str]
) -> None:
    """Ask where icons go that do not fit on an uncontrolled die: the tagger chooses (A-BW-02)."""
    if die.owner is not None:
        return
    room = tag_rules.room_beside(state, die)
    for it in placed:
        if it.die != die.key and it.icon not in wanted and len(room) > 1:
            raise Invalid(
                f"Nobody has {die.id}, so the player who tags chooses a face for the {it.icon} "
                "(A-BW-02).",
                f"`--put {it.icon}={room[0]}`; there is room on {', '.join(room)}.",
            )


def _remind_of_choice(
    action: Action[State], die: Die, placed: Sequence[tag_rules.Placement], wanted: Collection[str]
) -> None:
    """Remind that an icon on somebody else's die could have gone to another one."""
    room = tag_rules.room_beside(action.before, die)
    for it in placed:
        gets = action.state.die(it.die)
        strange = die.owner is not None and gets.owner != die.owner
        if strange and it.icon not in wanted and len(room) > 1:
            action.warn(
                f"The {it.icon} went to {gets.id}; `--put {it.icon}=DIE` chooses another die."
            )


# The verb


def _dice(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    state, catalogue = trial.state, trial.reference
    if trial.house is None and not tag_rules.may_tag(state, catalogue):
        return  # Trying every card on every die would take time in vain.
    for die in names.dice_from_turn(state):
        yield die.id, names.about_die(die, state, catalogue)
        if die.top is not None and die.top.is_blank:
            yield f"{die.id}:active", about_line("on the blank face on top")


def _puts(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    return names.ways_to_put(trial, args.words_of("cards"), args.words_of("put"))


PUT: Param = words(
    sort=A_TEXT,
    whose=lambda state, words: [
        seat for word in words for seat in faces.owner_of(state, word.partition("=")[2]) or ()
    ],
    metavar="ICON=DIE[:FACE]",
    help="Where one icon goes; may repeat.",
    about="where one icon goes",
    candidates=_puts,
)
TaggedDie = Annotated[str, word(name="DIE", sort=A_DIE, candidates=_dice)]
TaggedCards = Annotated[
    Sequence[str], words(name="CARD...", sort=A_CARD, candidates=names.taggable_cards)
]
Puts = Annotated[Sequence[str], PUT]
Tagger = Annotated[
    int | None,
    player(
        names.seats_from_turn,
        name="",
        metavar="PLAYER",
        help="Who tags.",
        about="who tags",
        when=lambda trial, args: "cards" in args,
    ),
]


@verb("draw the icons of a card on a die")
def tag(
    action: Action[State],
    die: TaggedDie,
    cards: TaggedCards,
    *,
    put: Puts = (),
    by: Tagger = None,
) -> None:
    """Draw the icons of a card on a die.

    Icons that do not fit go on the next dice.

    Examples:
      companion bwd tag ana.1 investment
      companion bwd tag ana.1 points tag           two tags
      companion bwd tag ana.1 points               3 and -2, on two faces
      companion bwd tag ana.1:active points        the 3 goes on top
      companion bwd tag ana.1 points --put -2=ana.1:active
      companion bwd tag common tag --by ben
    """
    catalogue: Catalogue = action.reference
    named = catalogue.whole_names(cards)
    if put and len(named) > 1:
        raise Invalid("`--put` goes with one card.", "Tag that card alone.")
    for card in named:
        tag_card(action, die, card, put, by)
