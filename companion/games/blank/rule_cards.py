"""The verbs of `companion blank rule`: what is written on rule cards, read, taken in and out."""

from typing import Any

from companion.core.names import folded, short
from companion.core.param import A_TEXT, Arguments, flag, one, several
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import Invalid
from companion.games.blank.approval import all_verbs, named
from companion.games.blank.boxes import (
    APPROVED,
    BY,
    COPY,
    EFFECT,
    INKED,
    PRIZE,
    TARGET,
    TEXT,
    TRIGGER,
    BlankShelf,
    Home,
    as_typed,
    boxes,
    current,
    edited,
    find_home,
    never,
    one_box,
    reply_about,
    signature,
    status_told,
    wording_told,
    write,
)
from companion.games.blank.cards import STATUSES, Wording
from companion.games.blank.deck import card_record
from companion.games.blank.in_play import in_the_deck, rules_in
from companion.games.blank.pen import Pen
from companion.games.blank.prizes import play_of, prize_box, take_prize
from companion.games.blank.reference import any_of, has_boxes
from companion.games.blank.rule_swaps import open_one, require_room
from companion.games.blank.search import Filter, filtered, find_rule

PRINTED = flag("--printed", "One that came in the box.", quiet=True)
OPEN = flag("--open", "It lies open in this play.", quiet=True)
IN_PLAY = flag("--in-play", "Those that lie open.", quiet=True)
WORDS = several("WORD...", A_TEXT, optional=True, again=True)
WHOSE = as_typed("--by", "NAME", "Whose they are.")
STATUS = as_typed("--status", "STATUS", "printed, proposed, approved, inked.")
RETIRED = flag("--retired", "Those taken out, too.", quiet=True)
CHECK = flag("--check", "Only tell what would happen.", quiet=True)
CAME = flag("--printed", "They came in the box.", quiet=True)
FILE = one("FILE", A_TEXT)
INTO = one("FILE", A_TEXT, optional=True)
OUTPUT = one(
    "--output",
    A_TEXT,
    optional=True,
    short="-o",
    metavar="FILE",
    help="Where to; `.txt`: the words alone.",
    quiet=True,
)
EDITED = named("rule", rules_in, in_the_deck)


def _require_nobodys(printed: bool, *told: object) -> None:
    """See to it that nobody signs or approves what came in the box. Raises Invalid."""
    if printed and any(told):
        raise Invalid(
            "A printed rule is nobody's: it needs no name and no approval.", "`--printed`"
        )


def _add(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    return add(shelf, wording_told(told), told)


def add(shelf: BlankShelf, wording: Wording, told: Arguments[Any]) -> Reply:
    """Write a rule, as the prize of a play or as none; `told` is all else that was typed."""
    by, in_box = told.get(BY), told.get(COPY)
    printed, prize, open_it = told[PRINTED], told[PRIZE], told[OPEN]
    _require_nobodys(printed, by, prize, told[APPROVED], told[INKED])
    status = status_told(told)
    if prize and open_it:
        raise Invalid("A prize comes in with the next game.", "Leave out `--open`.")

    def writer(pen: Pen, winner: str, play: str | None) -> tuple[str, int]:
        who = signature(shelf, by) or winner
        card = pen.new_rule(wording, by=who, printed=printed, play=play, status=status)
        return card, pen.revision(card)

    if prize:
        who = signature(shelf, by)
        box = one_box(shelf, in_box or prize_box(shelf))
        return take_prize(shelf, box, "rule", wording, who, writer)
    box = one_box(shelf, in_box)
    if open_it:
        require_room(shelf, box.id)
    ids: list[str] = []
    changed = write(shelf, box.id, lambda pen: ids.append(writer(pen, "", None)[0]))
    reply = reply_about(shelf, changed, ids[-1])
    if open_it:
        return open_one(shelf, reply, changed.box, ids[-1])
    return reply


ADD = Verb(
    "add",
    "write a rule, or tell of a printed one",
    """
    Write a rule, or tell of one that is printed.

    \b
    Examples:
      companion blank rule add --trigger "a 6 is played" --target "all players" --effect sing
      companion blank rule add "If you say no, then draw a card" --by Ben --inked
      companion blank rule add "If a 1 is played, then all players swap hands" --printed
      companion blank rule add "If …, then …" --prize --approved
    """,
    (TEXT, TRIGGER, TARGET, EFFECT, BY, PRINTED, APPROVED, INKED, PRIZE, OPEN, COPY),
    run=_add,
    means=has_boxes,
    of_house=True,
)


def _edit(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    if not any(param in told for param in (TEXT, TRIGGER, TARGET, EFFECT)):
        raise Invalid(
            "How does the rule read now?", "Its text, or `--trigger`, `--target`, `--effect`."
        )
    box, found = find_home(shelf, told[EDITED], told.get(COPY), find_rule)
    status = status_told(told)

    def plan(pen: Pen) -> None:
        card = current(pen, found)
        wording = edited(card, told)
        newest = card.now or card.revisions[-1]
        name, play = signature(shelf, told.get(BY)) or newest.by, play_of(shelf, card)
        pen.revise(card, wording, by=name, play=play, status=status)

    return reply_about(shelf, write(shelf, box.id, plan), found.id)


EDIT = Verb(
    "edit",
    "give it a new wording",
    """
    Give a rule a new wording; the older ones stay to be read.

    \b
    Examples:
      companion blank rule edit 15 --effect "draws two cards" --by Ben
      companion blank rule edit 15 "If a 6 is played, then everybody sings"
    """,
    (EDITED, TEXT, TRIGGER, TARGET, EFFECT, BY, APPROVED, INKED, COPY),
    run=_edit,
    means=any_of(rules_in, in_the_deck),
    of_play=False,
    of_house=True,
)


def listing(
    shelf: BlankShelf, homes: list[Home], kind: str, told: Arguments[Any], in_play: bool = False
) -> Reply:
    """A list of the cards of some boxes: `rule` or `game` cards."""
    from companion.games.blank.views import game_cards_blocks, rules_blocks

    words = told.get(WORDS)
    options = (WHOSE, TRIGGER, TARGET, EFFECT, STATUS)
    wanted = Filter(tuple(words or ()), *(told.get(option, "") for option in options))
    if wanted.status and folded(wanted.status) not in ("printed", *STATUSES):
        raise Invalid(f"“{short(wanted.status)}” is no status.", f"printed, {', '.join(STATUSES)}.")
    drawn = rules_blocks if kind == "rule" else game_cards_blocks
    lying = shelf.play().state.rules if in_play else ()
    open_now = {(rule.copy, rule.card) for rule in lying}
    found = [
        (home, card)
        for home in homes
        for card in filtered(
            home.now.rules if kind == "rule" else home.now.game_cards, wanted, told[RETIRED]
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


LIST = Verb(
    "list",
    "all rules of your boxes",
    """
    See the rules of your boxes.

    \b
    Examples:
      companion blank rule list
      companion blank rule list draw two --by ana
      companion blank rule list --trigger played --in-play
    """,
    (WORDS, WHOSE, TRIGGER, TARGET, EFFECT, STATUS, IN_PLAY, RETIRED, COPY),
    run=lambda shelf, told: listing(
        shelf, boxes(shelf, told.get(COPY)), "rule", told, told[IN_PLAY]
    ),
    means=has_boxes,
)


def _import(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    from companion.games.blank.rule_files import Said, import_file

    by = told.get(BY)
    _require_nobodys(told[CAME], by, told[APPROVED], told[INKED])
    box = one_box(shelf, told.get(COPY))
    said = Said(signature(shelf, by), status_told(told), told[CAME])
    return import_file(shelf, box.id, told[FILE], told[CHECK], said)


IMPORT = Verb(
    "import",
    "take in rules from a file",
    """
    Take in rules from a file: CSV, or one rule a line.

    All of them, or none where a line is wrong. `-` reads standard input.

    \b
    Examples:
      companion blank rule import rules.csv --check
      companion blank rule import printed.txt --printed      one printed rule a line
      companion blank rule import our-rules.txt --by Ana --inked
    """,
    (FILE, CHECK, BY, CAME, APPROVED, INKED, COPY),
    run=_import,
    means=never,
    of_play=False,
    of_house=True,
)


def _export(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    from companion.games.blank.rule_files import export_file

    if INTO in told and OUTPUT in told:
        raise Invalid("Two files are named to write to.", "One of them: FILE, or `-o FILE`.")
    box = one_box(shelf, told.get(COPY))
    return export_file(shelf, box, told.get(INTO, told.get(OUTPUT)))


EXPORT = Verb(
    "export",
    "write all rules of a box",
    """
    Write all rules of a box as CSV, to be read by `import`.

    \b
    Examples:
      companion blank rule export
      companion blank rule export rules.csv
      companion blank rule export -o rules.txt      the words alone, a rule a line
    """,
    (INTO, OUTPUT, COPY),
    run=_export,
    means=never,
    of_play=False,
)

VERBS = (*all_verbs("rule", "15", find_rule, rules_in, ADD, LIST, EDIT), IMPORT, EXPORT)
