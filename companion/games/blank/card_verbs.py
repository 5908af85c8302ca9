"""The verbs of `companion blank rule` and `companion blank card`: write a card, and approve, ink,
change, retire, list it. Most of them are the same for rule cards and game cards.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.core.command import AnyVerb, flag, verb, word, words
from companion.core.names import folded, listed, proper_name, short
from companion.core.numbers import whole
from companion.core.offer import Trial
from companion.core.param import A_CARD, Arguments, Candidate, Param, a_choice
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Ambiguous, CompanionError, Invalid, NotFound, Refused
from companion.games.blank.boxes import (
    BlankBox,
    BlankShelf,
    By,
    Effect,
    EffectParts,
    InBox,
    RuleParts,
    Signing,
    Words,
    changed_wording,
    find_box,
    find_boxes,
    find_with_box,
    is_prize_due,
    never_offered,
    new_wording,
    prize_flag,
    quiet_option,
    read_signature,
    reload_card,
    reply_about,
    write_entry,
)
from companion.games.blank.cards import (
    NUMBERS,
    STATUSES,
    SUITS,
    Card,
    Face,
    Status,
    Wording,
    clean_text,
)
from companion.games.blank.deck import Deck, card_record
from companion.games.blank.in_play import (
    CardCondition,
    CardSource,
    game_cards_of,
    is_known,
    offer_cards,
    rules_of,
    says_something,
)
from companion.games.blank.pen import Pen
from companion.games.blank.prizes import (
    Writer,
    prize_box,
    prize_play,
    require_no_other_agreed,
    require_only_prize,
    take_prize,
)
from companion.games.blank.reference import at_table, has_boxes, has_card
from companion.games.blank.rule_swaps import open_written_rule, require_room
from companion.games.blank.search import (
    CardMatch,
    Filter,
    filter_cards,
    find_customised,
    find_game_card,
    find_rule,
    name_with_box,
    parse_card,
)


def card_param(noun: str, cards: CardSource, fits: CardCondition) -> Param:
    """The card that a verb is about."""
    return word(
        name=noun.upper(),
        sort=A_CARD,
        candidates=lambda trial, args: offer_cards(
            at_table(trial.state, trial.reference), cards, fits
        ),
    )


# Write a rule

Printed = Annotated[bool, flag("It came in the box.", after_dash=True)]
IsPrize = Annotated[bool, prize_flag()]
LiesOpen = Annotated[bool, flag("It lies open in this play.", after_dash=True)]


@verb("write a rule, or enter a printed one", when=has_boxes, of_house=True)
def add(
    shelf: BlankShelf,
    text: Words = (),
    *,
    parts: RuleParts,
    printed: Printed = False,
    prize: IsPrize = False,
    open: LiesOpen = False,
    signing: Signing,
) -> Reply:
    """Write a rule, or enter a printed one.

    Examples:
      companion blank rule add --trigger "a 6 is played" --effect "all sing"
      companion blank rule add "If you say no, then draw a card" --by Ben --inked
      companion blank rule add "If a 1 is played, then all swap hands" --printed
      companion blank rule add "If …, then …" --prize --approved
    """
    wording = new_wording(text, parts)
    return add_rule(shelf, wording, signing, prize=prize, printed=printed, lies_open=open)


def add_rule(
    shelf: BlankShelf,
    wording: Wording,
    signing: Signing,
    *,
    prize: bool,
    printed: bool = False,
    lies_open: bool = False,
) -> Reply:
    """Write a rule, maybe as the prize of a play."""
    _require_unsigned(printed, signing.by, prize, signing.approved, signing.inked)
    if prize and lies_open:
        raise Invalid("A prize comes into play with the next game.", "Leave out `--open`.")
    box = find_box(shelf, signing.in_box or (prize_box(shelf) if prize else None))
    signed = read_signature(shelf, signing.by)

    def write(pen: Pen, winner: str, play: str | None) -> tuple[str, int]:
        card = pen.new_rule(
            wording, by=signed or winner, printed=printed, play=play, status=signing.status
        )
        return card, pen.newest_revision(card)

    if prize:
        return take_prize(shelf, box, "rule", wording, signed, write)
    if lies_open:
        require_room(shelf, box.id)
    reply, box, card_id = _write_card(shelf, box, write)
    return open_written_rule(shelf, reply, box, card_id) if lies_open else reply


def _write_card(shelf: BlankShelf, box: BlankBox, write: Writer) -> tuple[Reply, BlankBox, str]:
    """Write a card that is no prize; the reply, the box afterwards, and the card's id."""
    ids: list[str] = []
    entry = write_entry(shelf, box.id, lambda pen: ids.append(write(pen, "", None)[0]))
    return reply_about(shelf, entry, ids[-1]), entry.box, ids[-1]


def _require_unsigned(printed: bool, *signed: object) -> None:
    if printed and any(signed):
        raise Invalid(
            "A printed rule needs no name and no approval.", "Leave them out, or `--printed`."
        )


# Write an effect on a game card

HOW_TO_SAY_EFFECT = '`"All players sing"`, or `--target …` `--effect …`.'
Title = Annotated[str | None, quiet_option("TEXT", "The name of the card.")]


def _plain_faces(trial: Trial[Any], args: Arguments[Any]) -> Iterator[Candidate]:
    """The faces with a card left to write on; none in a mix, where the box is named first."""
    decks = at_table(trial.state, trial.reference).decks
    if len(decks) != 1:
        return
    taken = [card.face for card in decks[0][1].game_cards if card.now is not None or card.is_out]
    for face in (Face(number, suit) for number in NUMBERS for suit in SUITS):
        if face not in taken:
            yield str(face), ""


PlainCard = Annotated[str, word(name="CARD", sort=A_CARD, candidates=_plain_faces)]
IsCardPrize = Annotated[
    bool,
    # Cards are offered first, this option once one is named.
    prize_flag(when=lambda trial, args: "card" in args and is_prize_due(trial, args)),
]


@verb("write an effect on a game card", when=has_boxes, of_house=True)
def customise(
    shelf: BlankShelf,
    card: PlainCard,
    text: Words = (),
    *,
    title: Title = None,
    parts: EffectParts,
    prize: IsCardPrize = False,
    signing: Signing,
) -> Reply:
    """Write an effect on a game card.

    Of two identical cards, the one without an effect.

    Examples:
      companion blank card customise 4-hexagon "Draw a card" --title Toll --by Ben
      companion blank card customise red-4 "All sing" --title Choir --inked
      companion blank card customise 2-circle.1 "All swap" --title Toll --prize
    """
    wording = new_wording(text, parts, HOW_TO_SAY_EFFECT)
    in_box = signing.in_box or (prize_box(shelf) if prize else None)
    box, match = find_with_box(shelf, card, in_box, find_game_card)
    which = int(match.cards[0].id.rpartition(".")[2]) if len(match.cards) == 1 else None
    name = _read_title(title, box.now)
    signed = read_signature(shelf, signing.by)

    def write(pen: Pen, winner: str, play: str | None) -> tuple[str, int]:
        return pen.customise(
            match.face,
            which,
            wording,
            title=name,
            by=signed or winner,
            play=play,
            status=signing.status,
        )

    if prize:
        return take_prize(shelf, box, "card", wording, signed, write)
    reply, _, _ = _write_card(shelf, box, write)
    return reply


def _read_title(title: str | None, deck: Deck) -> str:
    """A title as typed, empty for none. Raises Invalid for one that reads as number and suit."""
    if title is None or not title.strip():
        return ""
    try:
        parse_card(title, deck.colours)
    except CompanionError:
        return proper_name(title, "title")  # “Area 51” is allowed: no suit has that name.
    raise Invalid(
        f"“{short(title)}” looks like a card's number and suit.", "Choose another title, or none."
    )


# Enter what came in the box

ORIGINS = ("printed", "illustrated", "plain")


def _read_origin(state: object, word: str) -> str:
    typed = word.strip().lower() or "?"
    kind = next((known for known in ORIGINS if known.startswith(typed)), "")
    if not kind:
        raise Invalid(
            f"“{short(word)}” does not say how a card came in the box.",
            "printed, illustrated, or plain.",
        )
    return kind


CardFound = Annotated[str, word(sort=A_CARD)]
CardOrigin = Annotated[str, word(_read_origin, "printed|illustrated|plain", a_choice(*ORIGINS))]


@verb("how a game card came in the box", when=never_offered, of_play=False, of_house=True)
def found(
    shelf: BlankShelf,
    card: CardFound,
    origin: CardOrigin,
    *,
    title: Title = None,
    effect: Effect = None,
    in_box: InBox = None,
) -> Reply:
    """Enter how a game card came in the box.

    Examples:
      companion blank card found 3-circle illustrated --title "The Fox"
      companion blank card found 6-shield printed --title Storm
      companion blank card found 4-hexagon.2 plain
    """
    if effect and origin != "printed":
        raise Invalid(
            f"A card that came {origin} says nothing.",
            f"`companion blank card customise {card} --effect …` gives it an effect.",
        )
    says = new_wording((), EffectParts(effect=effect), HOW_TO_SAY_EFFECT) if effect else None
    box, match = find_with_box(shelf, card, in_box, find_game_card)
    name = _read_title(title, box.now)
    ids: list[str] = []

    def plan(pen: Pen) -> None:
        chosen = _pick_unknown(pen, match, origin)
        ids.append(chosen.id)
        pen.enter_origin(chosen, origin, name, says)

    return reply_about(shelf, write_entry(shelf, box.id, plan), ids[-1])


def _pick_unknown(pen: Pen, match: CardMatch, origin: str) -> Card:
    """Of identical cards, the first of unknown origin; or else the one of that origin."""
    cards = [pen.deck.game_card(card.id) for card in match.cards]
    unknown = [card for card in cards if not card.origin]
    same = [card for card in cards if card.origin == origin]
    if not unknown and not same and len(cards) > 1:
        names = [f"{card.id} ({card.origin})" for card in cards]
        raise Ambiguous(f"Both {match.face} are known already.", names, "Name one: `.1` or `.2`.")
    return (unknown or same or cards)[0]


# Change the wording

RuleToEdit = Annotated[str, card_param("rule", rules_of, says_something)]
CardToEdit = Annotated[str, card_param("card", game_cards_of, says_something)]


@verb(
    "give it a new wording",
    name="edit",
    when=has_card(rules_of, says_something),
    of_play=False,
    of_house=True,
)
def edit_rule(
    shelf: BlankShelf,
    rule: RuleToEdit,
    text: Words = (),
    *,
    parts: RuleParts,
    signing: Signing,
) -> Reply:
    """Give a rule a new wording; the older ones are kept.

    Examples:
      companion blank rule edit 15 --effect "draws two cards" --by Ben
      companion blank rule edit 15 "If a 6 is played, then everybody sings"
    """
    if not text and parts == RuleParts():
        raise Invalid(
            "How does the rule read now?", "Its text, or `--trigger`, `--target`, `--effect`."
        )
    box, card = find_with_box(shelf, rule, signing.in_box, find_rule)
    return _revise(shelf, box, card, lambda now: changed_wording(now, text, parts), None, signing)


@verb(
    "give it a new wording",
    name="edit",
    when=has_card(game_cards_of, says_something),
    of_play=False,
    of_house=True,
)
def edit_card(
    shelf: BlankShelf,
    card: CardToEdit,
    text: Words = (),
    *,
    title: Title = None,
    parts: EffectParts,
    signing: Signing,
) -> Reply:
    """Give a game card a new wording; the older ones are kept.

    Examples:
      companion blank card edit toll --effect "draws two cards" --by Ana
      companion blank card edit 4-hexagon.1 --title "The Toll"
    """
    has_words = bool(text) or parts != EffectParts()
    if not has_words and title is None:
        raise Invalid("What does the card say now?", "Its text, `--title`, `--target`, `--effect`.")
    box, found = find_with_box(shelf, card, signing.in_box, find_customised)
    if not found.revisions:
        raise Refused(
            f"{found.id} says nothing yet.",
            f'`companion blank card customise {found.id} "…" --title …` gives it an effect.',
        )
    heading = None if title is None else _read_title(title, box.now)

    def reword(now: Card) -> Wording:
        if has_words or now.newest is None:
            return changed_wording(now, text, parts, HOW_TO_SAY_EFFECT)
        return now.newest.wording

    return _revise(shelf, box, found, reword, heading, signing)


def _revise(
    shelf: BlankShelf,
    box: BlankBox,
    card: Card,
    reword: Callable[[Card], Wording],
    title: str | None,
    signing: Signing,
) -> Reply:
    """Write a new revision of a card; without a new `title` or signature, with those it has."""
    signed = read_signature(shelf, signing.by)

    def plan(pen: Pen) -> None:
        now = reload_card(pen, card)
        old = now.newest or now.revisions[-1]
        pen.revise(
            now,
            reword(now),
            title=(old.title or now.picture) if title is None else title,
            by=signed or old.by,
            play=prize_play(shelf, now),
            status=signing.status,
        )

    return reply_about(shelf, write_entry(shelf, box.id, plan), card.id)


# List

SearchWords = Annotated[Sequence[str], words(name="WORD...", duplicates=True)]
Author = Annotated[str | None, quiet_option("NAME", "Only those that this player signed.")]
OfStatus = Annotated[str | None, quiet_option("STATUS", "printed, proposed, approved, inked.")]
WithRetired = Annotated[bool, flag("Those out of the deck, too.", after_dash=True)]
InPlay = Annotated[bool, flag("Only those that lie open.", after_dash=True)]


@verb("all rules of your boxes", name="list", when=has_boxes)
def list_rules(
    shelf: BlankShelf,
    words: SearchWords = (),
    *,
    by: Author = None,
    parts: RuleParts,
    status: OfStatus = None,
    in_play: InPlay = False,
    retired: WithRetired = False,
    in_box: InBox = None,
) -> Reply:
    """List the rules of your boxes.

    Examples:
      companion blank rule list
      companion blank rule list draw two --by ana
      companion blank rule list --trigger played --in-play
    """
    wanted = _filter(words, parts, by, status)
    return _list_cards(shelf, in_box, "rule", wanted, retired, in_play)


@verb("all game cards that are known", name="list", when=has_boxes, of_play=False)
def list_game_cards(
    shelf: BlankShelf,
    words: SearchWords = (),
    *,
    by: Author = None,
    parts: EffectParts,
    status: OfStatus = None,
    retired: WithRetired = False,
    in_box: InBox = None,
) -> Reply:
    """List the game cards about which something is known.

    Examples:
      companion blank card list
      companion blank card list --by ben --status inked
    """
    return _list_cards(shelf, in_box, "card", _filter(words, parts, by, status), retired)


def _filter(
    words: Sequence[str], parts: RuleParts | EffectParts, by: str | None, status: str | None
) -> Filter:
    typed = {name: part or "" for name, part in parts._asdict().items()}
    return Filter(tuple(words), by or "", status=status or "", **typed)


def _list_cards(
    shelf: BlankShelf,
    in_box: str | None,
    noun: str,
    wanted: Filter,
    retired: bool,
    in_play: bool = False,
) -> Reply:
    from companion.games.blank.views import game_cards_blocks, rules_blocks

    boxes = find_boxes(shelf, in_box)
    if wanted.status and folded(wanted.status) not in ("printed", *STATUSES):
        raise Invalid(
            f"“{short(wanted.status)}” is not a status.", f"printed, {', '.join(STATUSES)}."
        )
    draw = rules_blocks if noun == "rule" else game_cards_blocks
    open_now = {rule.place for rule in shelf.play().state.rules} if in_play else set()
    found = [
        (box, card)
        for box in boxes
        for card in filter_cards(_cards_in(box.now, noun), wanted, retired)
        if not in_play or (box.id, card.id) in open_now
    ]
    return Reply(
        document=lambda: {
            "copies": [box.id for box in boxes],
            "plain_left": {box.id: box.now.counts.plain_left for box in boxes},
            "cards": [card_record(box.id, box.now, card) for box, card in found],
        },
        blocks=lambda: draw(
            [box.now for box in boxes],
            [(box.now, card) for box, card in found],
            all_of_them=not any(wanted) and not in_play,
        ),
    )


def _cards_in(deck: Deck, noun: str) -> Sequence[Card]:
    return deck.rules if noun == "rule" else deck.game_cards


# From a file, and into one

FromFile = Annotated[str, word(name="FILE")]
OnlyCheck = Annotated[bool, flag("Only show what would happen.", after_dash=True)]
AllPrinted = Annotated[bool, flag("They came in the box.", after_dash=True)]
IntoFile = Annotated[str | None, word(name="FILE")]
Output = Annotated[
    str | None,
    word(alias="-o", metavar="FILE", help="Where to; `.txt`: the words alone.", after_dash=True),
]


@verb("import rules from a file", name="import", when=never_offered, of_play=False, of_house=True)
def import_rules(
    shelf: BlankShelf,
    file: FromFile,
    *,
    check: OnlyCheck = False,
    printed: AllPrinted = False,
    signing: Signing,
) -> Reply:
    """Import rules from a file: CSV, or one rule per line.

    All of them, or none if a line is wrong. `-` reads standard input.

    Examples:
      companion blank rule import rules.csv --check
      companion blank rule import printed.txt --printed   one printed rule a line
      companion blank rule import our-rules.txt --by Ana --inked
    """
    from companion.games.blank.rule_files import Defaults, import_file

    _require_unsigned(printed, signing.by, signing.approved, signing.inked)
    box = find_box(shelf, signing.in_box)
    defaults = Defaults(read_signature(shelf, signing.by), signing.status, printed)
    return import_file(shelf, box.id, file, check, defaults)


@verb("export all rules of a box", name="export", when=never_offered, of_play=False)
def export_rules(
    shelf: BlankShelf, file: IntoFile = None, *, output: Output = None, in_box: InBox = None
) -> Reply:
    """Export all rules of a box as CSV, which `import` reads.

    Examples:
      companion blank rule export
      companion blank rule export rules.csv
      companion blank rule export -o rules.txt      the words alone, a rule a line
    """
    from companion.games.blank.rule_files import export_file

    if file is not None and output is not None:
        raise Invalid("Two files are named to write to.", "Name one: FILE, or `-o FILE`.")
    return export_file(shelf, find_box(shelf, in_box), output if file is None else file)


# The same for rule cards and game cards


class _CardKind(NamedTuple):
    """Rule cards, or game cards: how they are found, and which of them menus offer."""

    noun: str
    sample: str
    find: Callable[[Deck, str], Card]
    cards: CardSource


def _is_proposed(deck: Deck, card: Card) -> bool:
    return card.status == "proposed" and not card.is_out


def _can_be_approved(deck: Deck, card: Card) -> bool:
    """Whether it is proposed, and no other prize of the same win was approved (A-BL-13)."""
    play = card.pending_prize
    others = deck.prizes_of(play) if play is not None else []
    return _is_proposed(deck, card) and all(other.in_force is None for other, _ in others)


def _can_be_inked(deck: Deck, card: Card) -> bool:
    return card.status == "approved" and not card.is_out


def _is_retired(deck: Deck, card: Card) -> bool:
    return card.retired is not None


def _can_be_restored(deck: Deck, card: Card) -> bool:
    return says_something(deck, card) and len(card.revisions) > 1


def _read_revision(state: object, text: str) -> int:
    number = whole(text.strip(), 1, 99_999)
    if number is None:
        raise Invalid(
            f"“{short(text)}” is not the number of a revision.",
            "`companion blank rule show RULE` numbers them.",
        )
    return number


RevisionNumber = Annotated[int, word(_read_revision)]
Why = Annotated[str, quiet_option("TEXT", "Why.")]


def _verbs_for(
    kind: _CardKind, write: AnyVerb, list_all: AnyVerb, edit: AnyVerb
) -> tuple[AnyVerb, ...]:
    """All verbs for cards of a kind, in the order of menus: what is done most often first."""
    noun, _, find, cards = kind

    def card_that(fits: CardCondition) -> Param:
        return card_param(noun, cards, fits)

    def change_card(
        shelf: BlankShelf,
        name: str | None,
        in_box: str | None,
        plan: Callable[[Pen, Card], None],
        status: Status = "proposed",
    ) -> Reply:
        """Change the card of that name; without a name, the only one of that status."""
        if name is None:
            home, name = _find_only(find_boxes(shelf, in_box), noun, status)
            in_box = in_box or home
        box, card = find_with_box(shelf, name, in_box, find)
        entry = write_entry(shelf, box.id, lambda pen: plan(pen, reload_card(pen, card)))
        return reply_about(shelf, entry, card.id)

    @verb("the owner agrees", when=has_card(cards, _can_be_approved), of_play=False, of_house=True)
    def approve(
        shelf: BlankShelf,
        card: Annotated[str | None, card_that(_can_be_approved)] = None,
        *,
        by: By = None,
        in_box: InBox = None,
    ) -> Reply:
        """Approve a {noun}, as the owner of the box.

        Without a name: the one that is proposed.

        Examples:
          companion blank {noun} approve
          companion blank {noun} approve {sample} --by Ana
        """
        owner = None if by is None else read_signature(shelf, by)

        def plan(pen: Pen, card: Card) -> None:
            require_no_other_agreed(shelf, card)
            pen.approve(card, owner)

        return change_card(shelf, card, in_box, plan)

    @verb(
        "it is on the real card",
        when=has_card(cards, _can_be_inked),
        of_play=False,
        of_house=True,
    )
    def ink(
        shelf: BlankShelf,
        card: Annotated[str | None, card_that(_can_be_inked)] = None,
        *,
        in_box: InBox = None,
    ) -> Reply:
        """Ink a {noun}: it is on the real card now.

        Without a name: the one that is approved.

        Examples:
          companion blank {noun} ink
          companion blank {noun} ink {sample}
        """
        return change_card(shelf, card, in_box, Pen.ink, "approved")

    @verb("read it, with all revisions", when=has_card(cards, is_known), of_play=False)
    def show(
        shelf: BlankShelf, card: Annotated[str, card_that(is_known)], *, in_box: InBox = None
    ) -> Reply:
        """Read a {noun}, with all its revisions.

        Examples:
          companion blank {noun} show {sample}
        """
        from companion.games.blank.views import card_blocks

        box, found = find_with_box(shelf, card, in_box, find)
        return Reply(
            document=lambda: card_record(box.id, box.now, found, history=True),
            blocks=lambda: card_blocks(box.now, found),
        )

    @verb("where it is from, and who wins with it", when=has_card(cards, is_known), of_play=False)
    def history(
        shelf: BlankShelf, card: Annotated[str, card_that(is_known)], *, in_box: InBox = None
    ) -> Reply:
        """See where a {noun} comes from, and who wins with it.

        Examples:
          companion blank {noun} history {sample}
        """
        from companion.games.blank.histories import show_history

        return show_history(shelf, *find_with_box(shelf, card, in_box, find))

    @verb("the owner says no", when=has_card(cards, _is_proposed), of_play=False)
    def decline(
        shelf: BlankShelf,
        card: Annotated[str | None, card_that(_is_proposed)] = None,
        *,
        why: Why = "",
        in_box: InBox = None,
    ) -> Reply:
        """Decline a {noun}, as the owner of the box.

        Without a name: the one that is proposed.

        Examples:
          companion blank {noun} decline
          companion blank {noun} decline {sample} --why "too long"
        """
        return change_card(shelf, card, in_box, lambda pen, it: pen.decline(it, clean_text(why)))

    @verb("take it out of the deck", when=has_card(cards, says_something), of_play=False)
    def retire(
        shelf: BlankShelf,
        card: Annotated[str, card_that(says_something)],
        *,
        why: Why = "",
        in_box: InBox = None,
    ) -> Reply:
        """Take a {noun} out of the deck.

        Examples:
          companion blank {noun} retire {sample} --why "the dog had it"
        """
        return change_card(shelf, card, in_box, lambda pen, it: pen.retire(it, clean_text(why)))

    @verb(
        "put it back into the deck",
        name="return",
        when=never_offered,
        of_play=False,
        of_house=True,
    )
    def bring_back(
        shelf: BlankShelf, card: Annotated[str, card_that(_is_retired)], *, in_box: InBox = None
    ) -> Reply:
        """Put a retired {noun} back into the deck.

        Examples:
          companion blank {noun} return {sample}
        """

        def plan(pen: Pen, card: Card) -> None:
            require_only_prize(shelf, card)
            pen.bring_back(card)

        return change_card(shelf, card, in_box, plan)

    @verb("go back to an older revision", when=never_offered, of_play=False, of_house=True)
    def restore(
        shelf: BlankShelf,
        card: Annotated[str, card_that(_can_be_restored)],
        revision: RevisionNumber,
        *,
        in_box: InBox = None,
    ) -> Reply:
        """Give a {noun} the wording of an older revision.

        Examples:
          companion blank {noun} restore {sample} 1
        """

        def plan(pen: Pen, card: Card) -> None:
            pen.restore(card, revision, prize_play(shelf, card))

        return change_card(shelf, card, in_box, plan)

    for each in (approve, ink, show, history, decline, retire, bring_back, restore):
        each.help = each.help.format(noun=noun, sample=kind.sample)
    first = (write, list_all, approve, ink, show, edit, history)
    return (*first, decline, retire, bring_back, restore)


def _find_only(boxes: Sequence[BlankBox], noun: str, status: Status) -> tuple[str, str]:
    """Box and name of the only card of that status. Raises NotFound or Ambiguous."""
    there = [
        (box, str(card.number) if card.is_rule else card.id)
        for box in boxes
        for card in _cards_in(box.now, noun)
        if card.status == status and card.retired is None
    ]
    if not there:
        raise NotFound(f"No {noun} is {status} now.", f"`companion blank {noun} list` shows all.")
    if len(there) > 1:
        mixed = len(boxes) > 1  # where each box has a rule 15
        names = [name_with_box(box.id, box.now, name) if mixed else name for box, name in there]
        raise Ambiguous(f"Several are {status}: {listed(names[:9])}.", names, "Name one of them.")
    box, name = there[0]
    return box.id, name


RULES = _CardKind("rule", "15", find_rule, rules_of)
GAME_CARDS = _CardKind("card", "toll", find_customised, game_cards_of)
RULE_VERBS = (*_verbs_for(RULES, add, list_rules, edit_rule), import_rules, export_rules)
CARD_VERBS = (*_verbs_for(GAME_CARDS, customise, list_game_cards, edit_card), found)
