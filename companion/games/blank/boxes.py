"""What verbs about boxes share: find a box and a card in it, write an entry, mix and sort boxes."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from companion.core.box import BoxAction, BoxChange, OpenBox, Shelf
from companion.core.command import flag, verb, word, words
from companion.core.event import Referee
from companion.core.names import capital, counted, find, folded, listed, proper_name, short
from companion.core.param import Arguments, Param
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Ambiguous, Illegal, Invalid, NotFound, Refused
from companion.games.blank.cards import (
    ALL_GAME_CARDS,
    Card,
    Status,
    Wording,
    clean_text,
    make_wording,
)
from companion.games.blank.deck import KINDS, Deck, box_record, card_record, sorting_record
from companion.games.blank.search import find_one_in_boxes, split_box, split_mark

if TYPE_CHECKING:
    from companion.core.offer import Trial
    from companion.games.blank.pen import Pen
    from companion.games.blank.state import State

T = TypeVar("T")
BlankBox = OpenBox[Deck]
"""A box as read, with its log; `now` is its contents."""
BlankShelf = Shelf[Deck]
"""The boxes of the group, and its plays."""


def quiet_option(metavar: str, help: str, name: str = "", old_name: str = "") -> Param:
    """An option that takes any words; menus offer it once a dash is typed."""
    return word(name=name, metavar=metavar, help=help, after_dash=True, old_name=old_name)


InBox = Annotated[
    str | None, quiet_option("BOX", "The box, if not the one in use.", "--box", old_name="--copy")
]
By = Annotated[str | None, quiet_option("NAME", "Who signs it.")]
BoxName = Annotated[str | None, word(name="BOX")]


def never_offered(trial: "Trial[State]") -> bool:
    """Keep a verb out of menus: nobody needs it in the middle of a play."""
    return False


# Find a box and a card


def short_id(box_id: str) -> str:
    """How a box is typed: its id without `blank-`."""
    return box_id.removeprefix("blank-")


def find_boxes(shelf: BlankShelf, name: str | None) -> list[BlankBox]:
    """The box of that name, or those in use. Raises NotFound if there is none."""
    if name is not None:
        return [shelf.open(shelf.find(name))]
    used = shelf.in_use()
    if not used:
        raise NotFound(
            "This group has no box of BLANK yet.",
            'Make one: `companion blank box new "Friday box" --mark ★ --owner Ana`.',
        )
    try:
        return [shelf.open(box_id) for box_id in used]
    except NotFound as problem:
        raise NotFound(
            f"A box that is in use is gone: {problem.message}",
            "`companion blank box use BOX` chooses another; `box list` shows all.",
        ) from None


def find_box(shelf: BlankShelf, name: str | None, in_box: str | None = None) -> BlankBox:
    """Find one box: by its `name` as an argument or `in_box` as an option.

    Raises Ambiguous if several are mixed, Invalid if two are named.
    """
    if name is not None and in_box is not None and folded(name) != folded(in_box):
        raise Invalid(
            f"Two boxes are named: “{short(name)}” and “{short(in_box)}”.",
            "Leave one of them out.",
        )
    found = find_boxes(shelf, in_box if name is None else name)
    if len(found) > 1:
        names = [box.name for box in found]
        raise Ambiguous(
            f"{listed(names)} are mixed; which one do you mean?",
            names,
            f"`--box {short_id(found[0].id)}` names one.",
        )
    return found[0]


def find_with_box(
    shelf: BlankShelf, text: str, name: str | None, find_card: Callable[[Deck, str], T]
) -> tuple[BlankBox, T]:
    """Find the one card of that name, and its box, which is one of those in use.

    With a box before the card's name (`★15`, `friday:15`), any box is searched. Raises what
    `find_card` raises if no box has the card, Ambiguous if several do.
    """
    found = find_boxes(shelf, name)
    if (name is None and not text.strip()[:1].isalnum()) or ":" in text:
        ids = [box.id for box in found]
        found += [other for other in shelf.boxes() if other.id not in ids]
        pairs = [(box.id, box.now) for box in found]
        homes_named, _ = split_box(text, pairs)
        if len(homes_named) == len(found):  # There is no such card, unless a mark precedes words.
            marked, _ = split_mark(text, pairs) or ((), "")
            homes = {*ids, *(box_id for box_id, _ in marked)}
            found = [box for box in found if box.id in homes]
    pairs = [(box.id, box.now) for box in found]
    box_id, _, card = find_one_in_boxes(text, pairs, find_card)
    return next(box for box in found if box.id == box_id), card


def read_signature(shelf: BlankShelf, name: str | None) -> str:
    """A signature: a player of the group by the beginning of the name, or any name; or empty.

    Raises Invalid for what is not a name, Ambiguous for a beginning that several have.
    """
    if name is None or not name.strip():
        return ""
    proper = proper_name(name, "player")
    known = shelf.players
    begun = [player for player in known if folded(player).startswith(folded(proper))]
    return find(proper, known, lambda player: (player,), "player") if begun else proper


# The words on a card as typed

Words = Annotated[Sequence[str], words(duplicates=True)]
Trigger = Annotated[str | None, quiet_option("TEXT", "When it applies: If …")]
Target = Annotated[str | None, quiet_option("TEXT", "Whom or what it acts on.")]
Effect = Annotated[str | None, quiet_option("TEXT", "What happens.")]
IsApproved = Annotated[bool, flag("The owner agrees.", after_dash=True)]
IsInked = Annotated[bool, flag("It is on the real card, approved.", after_dash=True)]
RULE_WORDS = '`"If …, then …"`, or `--trigger …` `--target …` `--effect …`.'


def is_prize_due(trial: "Trial[Any]", args: Arguments[Any]) -> bool:
    """Whether a winner still has to choose a prize."""
    return bool(trial.reference.is_prize_due(trial.state))


def prize_flag(**more: Any) -> Param:
    """The option that makes a card the prize of a win."""
    about = "the prize of the play just won"
    return flag("The prize of the play just won.", **{"about": about, "when": is_prize_due, **more})


class RuleParts(NamedTuple):
    """The options for the parts of a rule."""

    trigger: Trigger = None
    target: Target = None
    effect: Effect = None


class EffectParts(NamedTuple):
    """The options for the parts of an effect on a game card (BL-128)."""

    target: Target = None
    effect: Effect = None


class Signing(NamedTuple):
    """The options of every verb that writes on a card."""

    by: By = None
    approved: IsApproved = False
    inked: IsInked = False
    in_box: InBox = None

    @property
    def status(self) -> Status:
        return "inked" if self.inked else "approved" if self.approved else "proposed"


def new_wording(
    text: Sequence[str], parts: RuleParts | EffectParts, how: str = RULE_WORDS
) -> Wording:
    """The words of a new card: a text, or its parts. Raises Invalid, with `how` to enter them."""
    typed = {name: part or "" for name, part in parts._asdict().items()}
    wording = make_wording(**typed, text=" ".join(text))
    if wording.text and any(wording[:3]):
        raise Invalid("That is both a text and its parts. Enter one or the other.", how)
    if not (wording.text or wording.effect):
        raise Invalid("What does the card say?", how)
    return _require_readable(wording)


def changed_wording(
    card: Card, text: Sequence[str], parts: RuleParts | EffectParts, how: str = RULE_WORDS
) -> Wording:
    """The words of a card with some of its parts changed, or a new text."""
    if text:
        return new_wording(text, parts, how)
    now = card.newest.wording.parts if card.newest is not None else Wording()
    typed = {name: part for name, part in parts._asdict().items() if part is not None}
    trigger, target, effect, _ = now._replace(**typed)
    return _require_readable(make_wording(trigger, target, effect))


def _require_readable(wording: Wording) -> Wording:
    for part in wording:
        clean_text(part)
    return wording


# Change a box


class BoxEntry(NamedTuple):
    """A box after an entry, and the pen that made it."""

    written: BoxChange[Deck]
    pen: "Pen"

    @property
    def box(self) -> BlankBox:
        return self.written.box

    @property
    def did(self) -> list[str]:
        """The newest entry in words: this one, or an earlier one that made it unnecessary."""
        return self.written.did(KINDS)


def write_entry(shelf: BlankShelf, box_id: str, plan: "Callable[[Pen], None]") -> BoxEntry:
    """Make one entry in the log of a box: what `plan` writes, all of it or nothing."""
    from companion.games.blank.pen import Pen

    pens: list[Pen] = []

    def entry(action: BoxAction[Deck]) -> None:
        pens.append(Pen(action.box, action.log.events, action.referee))
        plan(pens[-1])
        action.drafts.extend(pens[-1].drafts)

    return BoxEntry(shelf.write(entry, box_id), pens[-1])


def reload_card(pen: "Pen", card: Card) -> Card:
    """The card as it is now: another terminal may have changed it."""
    return pen.deck.cards.get(card.id, card)


def reply_about(shelf: BlankShelf, changed: BoxEntry, card_id: str | None = None) -> Reply:
    """The answer to a change of a box, or of one of its cards."""
    box, deck, did = changed.box, changed.box.now, changed.did
    left = deck.counts.plain_left
    card = deck.cards.get(card_id or "")
    lines = [*map(capital, did), *changed.written.house]
    if card is not None and card.is_rule:
        lines.append(f"{deck.title}: {counted(left, 'plain rule card')} left")
    if card is not None:
        lines += _next_step(card, box_option(shelf, box.id))
    return Reply(
        document=lambda: {
            "copy": box.id,
            "entry": box.log.next_action - 1,
            "did": did,
            "plain_left": left,
            "card": None if card is None else card_record(box.id, deck, card),
        },
        lines=tuple(lines),
        warnings=tuple(changed.pen.warnings),
    )


def box_option(shelf: BlankShelf, box_id: str) -> str:
    """The option that names a box in a command; empty for the one in use."""
    return "" if shelf.in_use() == [box_id] else f" --box {short_id(box_id)}"


def _next_step(card: Card, home: str) -> list[str]:
    newest = card.revisions[-1] if card.revisions else None
    if newest is not None and newest.declined is not None and newest.play is not None:
        return [
            f"→ {newest.by or 'The winner'} may reword it or take the other prize: "
            "`companion blank rule add … --prize`, `companion blank card customise … --prize`."
        ]
    typed = f"rule {{}} {card.number}" if card.is_rule else f"card {{}} {card.id}"
    if card.status == "proposed" and not card.is_out:
        return [f"→ The owner agrees? `companion blank {typed.format('approve')}{home}`"]
    if card.status == "approved" and not card.is_out:
        return [f"→ Written on the card? `companion blank {typed.format('ink')}{home}`"]
    return []


# Marks


def require_marks(decks: Sequence[Deck], referee: Referee) -> None:
    """Refuse boxes that could not be sorted again (BL-123, BL-125). Raises Illegal.

    One mark may not begin another: `♥11` would be rule 11 of `♥`, or rule 1 of `♥1`.
    """
    seen: list[Deck] = []
    for deck in decks if len(decks) > 1 else ():
        other = next(
            (other for other in seen if deck.mark and _marks_clash(deck.mark, other.mark)), None
        )
        if not deck.mark:
            referee.refuse(
                "BL-123",
                f"{deck.name} has no mark, so its cards could not be sorted out again.",
                f"Put a sign on each card, and enter it: `companion blank box set "
                f'"{deck.name}" --mark ★`.',
            )
        if other is not None:
            marks = f"marks alike, {other.mark} and {deck.mark}"
            if folded(deck.mark) == folded(other.mark):
                marks = f"the same mark, {deck.mark}"
            referee.refuse(
                "BL-123",
                f"{other.name} and {deck.name} have {marks}: nobody could sort the cards again.",
                f'Change one of them: `companion blank box set "{deck.name}" --mark ♥`.',
            )
        seen.append(deck)


def require_other_mark(mark: str, mixed_with: Sequence[Deck]) -> None:
    """Refuse a mark that clashes with that of a box mixed in. Raises Illegal."""
    for other in mixed_with:
        if not mark or _marks_clash(mark, other.mark):
            raise Illegal(
                "BL-123",
                f"{other.name} is mixed in and has the mark {other.mark}: nobody could sort the "
                "cards again.",
                "`companion blank unmix` first, or another mark.",
            )


def _marks_clash(one: str, other: str) -> bool:
    shorter, longer = sorted((folded(one), folded(other)), key=len)
    return bool(shorter) and longer.startswith(shorter)


# Mixed, and sorted again


Mixed = Annotated[Sequence[str], words(name="BOX...", metavar="BOX BOX...")]


@verb("play with several boxes at once", of_play=False)
def mix(shelf: BlankShelf, names: Mixed) -> Reply:
    """Play with several boxes at once.

    Examples:
      companion blank mix friday cellar
      companion deck mix friday cellar       the same
    """
    ids = list(dict.fromkeys(shelf.find(name) for name in names))
    if len(ids) < 2:
        raise Invalid("One box alone cannot be mixed.", "`companion blank mix friday cellar`")
    found = [(box_id, find_box(shelf, box_id).now) for box_id in ids]
    require_marks([deck for _, deck in found], Referee())
    titles = listed([deck.title for _, deck in found])
    if shelf.in_use() == ids:
        raise Refused(f"{titles} are mixed already.", "`companion blank unmix` sorts them again.")
    shelf.use(ids)
    rules = sum(deck.counts.rule_deck for _, deck in found)
    return Reply(
        document=lambda: {
            "copies": [{**box_record(box_id, deck), "in_use": True} for box_id, deck in found]
        },
        lines=(
            f"{titles} are mixed: {ALL_GAME_CARDS * len(found)} game cards, {rules} rules to draw "
            "from.",
            "→ `companion start blank …` plays with all of them; `companion blank unmix` sorts "
            "them into their boxes again.",
        ),
    )


@verb("sort the cards back into their boxes", of_play=False)
def unmix(shelf: BlankShelf) -> Reply:
    """See which card goes into which box, and stop mixing them.

    Examples:
      companion blank unmix
    """
    from companion.games.blank.views import sorting_blocks

    used = shelf.in_use()
    if len(used) < 2:
        raise Refused("No boxes are mixed.", "`companion blank mix friday cellar` mixes two.")
    piles = [(box.id, box.now) for box in find_boxes(shelf, None)]
    records = [sorting_record(box_id, deck) for box_id, deck in piles]
    shelf.use(used[:1])
    return Reply(
        document=lambda: {"copies": records},
        blocks=lambda: sorting_blocks([deck for _, deck in piles]),
    )
