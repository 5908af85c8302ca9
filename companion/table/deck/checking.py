"""Checking a box by the codes of its cards: begun at the desk, told as an answer."""

from typing import TYPE_CHECKING, Any

from companion.copies.boxcheck import BoxCheck
from companion.copies.cardcode import is_same_box
from companion.core.inventory import Component
from companion.core.reply import Reply
from companion.table.deck.choosing import naming
from companion.table.deck.contents import inventory, titles_by_code
from companion.table.deck.finding import named_box
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.core.blocks import Block


def begin_check(desk: Desk, text: str) -> BoxCheck:
    """The check of the box that somebody means. Raises NotFound or Ambiguous."""
    box = inventory(desk, named_box(desk, text))
    titles: dict[str, str] = {}

    def whose(code: str) -> str:
        # Every box is read only where a card turns up that is not of this one, and only once.
        titles.update(titles or titles_by_code(desk))
        return next((titles[known] for known in titles if is_same_box(known, code)), code)

    return BoxCheck(box, whose, naming(desk, box))


def checked(check: BoxCheck, every: bool = False) -> Reply:
    """What came out of a check; `every` card that is missing, however many."""

    def check_blocks() -> "list[Block]":
        from companion.table.deck.check_view import check_blocks

        return check_blocks(check, _by_hand(check), every)

    return Reply(document=lambda: _document(check), blocks=check_blocks)


def _document(check: BoxCheck) -> dict[str, Any]:
    box = check.box
    return {
        "copy": box.copy,
        "name": box.name,
        "complete": check.is_complete,
        "expected": len(check.wanted),
        "found": [item.id for item in check.found],
        "missing": [item.id for item in check.missing],
        "double": [{"card": item.id, "times": check.times(item)} for item in check.doubles],
        "foreign": [one.code._asdict() for one in check.foreign],
        "out_of_date": [
            {"card": old.item.id, "printed": old.printed, "revision": old.item.revision}
            for old in check.outdated
        ],
        "other_words": [{"card": one.item.id, "words": one.words} for one in check.reworded],
        "should_be_out": [item.id for item in check.should_be_out],
        "no_codes": list(check.no_codes),
        "by_hand": [
            {"item": item.id, "title": item.title, "count": item.many} for item in _by_hand(check)
        ],
    }


def _by_hand(check: BoxCheck) -> list[Component]:
    return [
        item
        for item in check.box.items
        if not item.out and not check.times(item) and not (item.coded and item.expected)
    ]
