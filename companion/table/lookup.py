"""Rules as people look them up: by the id that a refusal cites."""

from typing import Any

from companion import games
from companion.core.blocks import Heading, Paragraph
from companion.reference.rules import Rule, rule
from companion.table.reply import Reply

KINDS = {
    "enforced": "the companion sees to it",
    "tracked": "the companion keeps track of it",
    "told": "for the table to see to",
    "position": "our reading, where the rulebook is silent",
}


def show_rule(rule_id: str) -> Reply:
    """One rule, in our own words, with its section. Raises NotFound."""
    found = rule(rule_id, games.data_folders())
    kind = KINDS.get(found.kind, found.kind)
    return Reply(
        document=lambda: {"query": rule_id, "results": [_result(found)]},
        blocks=lambda: [
            Heading(found.id, f"{found.game} · {found.section} · {kind}"),
            Paragraph(found.text),
        ],
    )


def _result(found: Rule) -> dict[str, Any]:
    """A rule as one result of a look-up (contract)."""
    return {
        "id": found.id,
        "title": f"{found.id}, {found.section}",
        "game": found.game,
        "kind": found.kind,
        "text": found.text,
        "section": found.section,
        "score": 1.0,
    }
