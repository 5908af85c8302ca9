"""The verbs of `companion blank rule`: what is written on rule cards, read, taken in and out."""

from collections.abc import Sequence
from typing import Annotated

from companion.core.command import flag, verb, word, words
from companion.core.names import folded, short
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.blank.approval import card_param, verbs_for_cards
from companion.games.blank.boxes import (
    BlankBox,
    BlankShelf,
    BoxOption,
    By,
    Effect,
    IsApproved,
    IsInked,
    Target,
    Trigger,
    Words,
    changed_wording,
    find_box,
    find_boxes,
    find_with_box,
    never_offered,
    new_wording,
    prize_flag,
    quiet_option,
    read_signature,
    reload_card,
    reply_about,
    status_entered,
    write_entry,
)
from companion.games.blank.cards import STATUSES, Wording
from companion.games.blank.deck import card_record
from companion.games.blank.in_play import rules_of, says_something
from companion.games.blank.pen import Pen
from companion.games.blank.prizes import prize_box, prize_play, take_prize
from companion.games.blank.reference import has_boxes, has_card
from companion.games.blank.rule_swaps import open_written_rule, require_room
from companion.games.blank.search import Filter, filter_cards, find_rule

# Written

Printed = Annotated[bool, flag("One that came in the box.", after_dash=True)]
IsPrize = Annotated[bool, prize_flag()]
LiesOpen = Annotated[bool, flag("It lies open in this play.", after_dash=True)]


@verb("write a rule, or enter a printed one", when=has_boxes, of_house=True)
def add(
    shelf: BlankShelf,
    text: Words = (),
    *,
    trigger: Trigger = None,
    target: Target = None,
    effect: Effect = None,
    by: By = None,
    printed: Printed = False,
    approved: IsApproved = False,
    inked: IsInked = False,
    prize: IsPrize = False,
    open: LiesOpen = False,
    copy: BoxOption = None,
) -> Reply:
    """Write a rule, or enter one that is printed.

    \b
    Examples:
      companion blank rule add --trigger "a 6 is played" --effect "all sing"
      companion blank rule add "If you say no, then draw a card" --by Ben --inked
      companion blank rule add "If a 1 is played, then all swap hands" --printed
      companion blank rule add "If …, then …" --prize --approved
    """
    wording = new_wording(text, trigger, target, effect)
    return add_rule(shelf, wording, by, copy, prize, printed, approved, inked, open)


def add_rule(
    shelf: BlankShelf,
    wording: Wording,
    by: str | None,
    in_box: str | None,
    prize: bool,
    printed: bool = False,
    approved: bool = False,
    inked: bool = False,
    lies_open: bool = False,
) -> Reply:
    """Write a rule, as the prize of a play or as none."""
    _require_nobodys(printed, by, prize, approved, inked)
    status = status_entered(approved, inked)
    if prize and lies_open:
        raise Invalid("A prize comes in with the next game.", "Leave out `--open`.")

    def writer(pen: Pen, winner: str, play: str | None) -> tuple[str, int]:
        who = read_signature(shelf, by) or winner
        card = pen.new_rule(wording, by=who, printed=printed, play=play, status=status)
        return card, pen.revision(card)

    if prize:
        who = read_signature(shelf, by)
        box = find_box(shelf, in_box or prize_box(shelf))
        return take_prize(shelf, box, "rule", wording, who, writer)
    box = find_box(shelf, in_box)
    if lies_open:
        require_room(shelf, box.id)
    ids: list[str] = []
    changed = write_entry(shelf, box.id, lambda pen: ids.append(writer(pen, "", None)[0]))
    reply = reply_about(shelf, changed, ids[-1])
    return open_written_rule(shelf, reply, changed.box, ids[-1]) if lies_open else reply


def _require_nobodys(printed: bool, *signed: object) -> None:
    """Refuse a name or an approval of what came in the box. Raises Invalid."""
    if printed and any(signed):
        raise Invalid(
            "A printed rule is nobody's: it needs no name and no approval.", "`--printed`"
        )


Edited = Annotated[str, card_param("rule", rules_of, says_something)]


@verb(
    "give it a new wording", when=has_card(rules_of, says_something), of_play=False, of_house=True
)
def edit(
    shelf: BlankShelf,
    rule: Edited,
    text: Words = (),
    *,
    trigger: Trigger = None,
    target: Target = None,
    effect: Effect = None,
    by: By = None,
    approved: IsApproved = False,
    inked: IsInked = False,
    copy: BoxOption = None,
) -> Reply:
    """Give a rule a new wording; the older ones stay to be read.

    \b
    Examples:
      companion blank rule edit 15 --effect "draws two cards" --by Ben
      companion blank rule edit 15 "If a 6 is played, then everybody sings"
    """
    if not text and all(part is None for part in (trigger, target, effect)):
        raise Invalid(
            "How does the rule read now?", "Its text, or `--trigger`, `--target`, `--effect`."
        )
    box, found = find_with_box(shelf, rule, copy, find_rule)
    status = status_entered(approved, inked)

    def plan(pen: Pen) -> None:
        card = reload_card(pen, found)
        wording = changed_wording(card, text, trigger, target, effect)
        newest = card.now or card.revisions[-1]
        name, play = read_signature(shelf, by) or newest.by, prize_play(shelf, card)
        pen.revise(card, wording, by=name, play=play, status=status)

    return reply_about(shelf, write_entry(shelf, box.id, plan), found.id)


# Listed

SearchWords = Annotated[Sequence[str], words(name="WORD...", duplicates=True)]
Whose = Annotated[str | None, quiet_option("NAME", "Whose they are.")]
OfStatus = Annotated[str | None, quiet_option("STATUS", "printed, proposed, approved, inked.")]
WithRetired = Annotated[bool, flag("Those taken out, too.", after_dash=True)]
InPlay = Annotated[bool, flag("Those that lie open.", after_dash=True)]


def listing(
    shelf: BlankShelf,
    homes: list[BlankBox],
    kind: str,
    wanted: Filter,
    retired: bool,
    in_play: bool = False,
) -> Reply:
    """A list of the cards of some boxes: `rule` or `game` cards."""
    from companion.games.blank.views import game_cards_blocks, rules_blocks

    if wanted.status and folded(wanted.status) not in ("printed", *STATUSES):
        raise Invalid(f"“{short(wanted.status)}” is no status.", f"printed, {', '.join(STATUSES)}.")
    drawn = rules_blocks if kind == "rule" else game_cards_blocks
    lying = shelf.play().state.rules if in_play else ()
    open_now = {(rule.copy, rule.card) for rule in lying}
    found = [
        (home, card)
        for home in homes
        for card in filter_cards(
            home.now.rules if kind == "rule" else home.now.game_cards, wanted, retired
        )
        if not in_play or (home.id, card.id) in open_now
    ]
    return Reply(
        document=lambda: {
            "copies": [home.id for home in homes],
            "plain_left": {home.id: home.now.counts.plain_left for home in homes},
            "cards": [card_record(home.id, home.now, card) for home, card in found],
        },
        blocks=lambda: drawn(
            [home.now for home in homes],
            [(home.now, card) for home, card in found],
            all_of_them=not any(wanted) and not in_play,
        ),
    )


@verb("all rules of your boxes", name="list", when=has_boxes)
def list_rules(
    shelf: BlankShelf,
    words: SearchWords = (),
    *,
    by: Whose = None,
    trigger: Trigger = None,
    target: Target = None,
    effect: Effect = None,
    status: OfStatus = None,
    in_play: InPlay = False,
    retired: WithRetired = False,
    copy: BoxOption = None,
) -> Reply:
    """See the rules of your boxes.

    \b
    Examples:
      companion blank rule list
      companion blank rule list draw two --by ana
      companion blank rule list --trigger played --in-play
    """
    typed = (by, trigger, target, effect, status)
    wanted = Filter(tuple(words), *(text or "" for text in typed))
    return listing(shelf, find_boxes(shelf, copy), "rule", wanted, retired, in_play)


# From a file, and into one

FromFile = Annotated[str, word(name="FILE")]
OnlyCheck = Annotated[bool, flag("Only show what would happen.", after_dash=True)]
AllPrinted = Annotated[bool, flag("They came in the box.", after_dash=True)]
IntoFile = Annotated[str | None, word(name="FILE")]
Output = Annotated[
    str | None,
    word(alias="-o", metavar="FILE", help="Where to; `.txt`: the words alone.", after_dash=True),
]


@verb("take in rules from a file", name="import", when=never_offered, of_play=False, of_house=True)
def import_rules(
    shelf: BlankShelf,
    file: FromFile,
    *,
    check: OnlyCheck = False,
    by: By = None,
    printed: AllPrinted = False,
    approved: IsApproved = False,
    inked: IsInked = False,
    copy: BoxOption = None,
) -> Reply:
    """Take in rules from a file: CSV, or one rule a line.

    All of them, or none where a line is wrong. `-` reads standard input.

    \b
    Examples:
      companion blank rule import rules.csv --check
      companion blank rule import printed.txt --printed   one printed rule a line
      companion blank rule import our-rules.txt --by Ana --inked
    """
    from companion.games.blank.rule_files import Defaults, import_file

    _require_nobodys(printed, by, approved, inked)
    box = find_box(shelf, copy)
    of_all = Defaults(read_signature(shelf, by), status_entered(approved, inked), printed)
    return import_file(shelf, box.id, file, check, of_all)


@verb("write all rules of a box", name="export", when=never_offered, of_play=False)
def export_rules(
    shelf: BlankShelf, file: IntoFile = None, *, output: Output = None, copy: BoxOption = None
) -> Reply:
    """Write all rules of a box as CSV, to be read by `import`.

    \b
    Examples:
      companion blank rule export
      companion blank rule export rules.csv
      companion blank rule export -o rules.txt      the words alone, a rule a line
    """
    from companion.games.blank.rule_files import export_file

    if file is not None and output is not None:
        raise Invalid("Two files are named to write to.", "One of them: FILE, or `-o FILE`.")
    return export_file(shelf, find_box(shelf, copy), output if file is None else file)


_FOR_RULES = verbs_for_cards("rule", "15", find_rule, rules_of, add, list_rules, edit)
VERBS = (*_FOR_RULES, import_rules, export_rules)
