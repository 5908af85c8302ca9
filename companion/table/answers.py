"""What a look-up answers: a document for programs, and for people what `screen` draws."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.lookup import Item
from companion.core.reply import Reply
from companion.reference.ranking import Answer
from companion.table.lore import Lore
from companion.table.rulings import about

if TYPE_CHECKING:
    from companion.core.blocks import Block


def explained(lore: Lore, answer: Answer, warnings: Sequence[str]) -> Reply:
    """The answer as a reply; what could not be read is told with it."""
    return Reply(
        document=lambda: {
            "query": answer.asked,
            "results": [result(lore, hit.entry, hit.score) for hit in answer.hits],
        },
        blocks=lambda: _drawn(lore, answer),
        warnings=(*warnings, *lore.warnings),
    )


def result(lore: Lore, entry: Item, score: float) -> dict[str, Any]:
    """One result of a look-up (contract)."""
    return {
        "id": entry.id,
        "title": entry.title,
        "game": entry.game,
        "kind": entry.kind,
        "text": entry.text,
        "section": entry.section,
        "score": round(score, 4),
        "do": entry.do or None,
        "note": entry.note or None,
        "example": entry.example or None,
        "rules": list(entry.rules),
        "see": list(entry.see),
        "rulings": [ruling.to_json() for ruling in about(lore.rulings, entry)],
    }


def _drawn(lore: Lore, answer: Answer) -> "list[Block]":
    from companion.table.screen import everything, one_screen

    return list(everything(lore, answer)) if answer.every else [one_screen(lore, answer)]
