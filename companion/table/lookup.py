"""Rules and words as people look them up: by the id that a refusal cites, or by their name."""

from typing import Any

from companion import games
from companion.core.blocks import Block, Heading, Paragraph, Span, Steps
from companion.core.names import listed, nearest, short
from companion.errors import NotFound
from companion.reference.glossary import Entry, all_entries, entries_called
from companion.reference.rules import Rule, rule
from companion.table.reply import Reply

KINDS = {
    "enforced": "the companion sees to it",
    "tracked": "the companion keeps track of it",
    "told": "for the table to see to",
    "position": "our reading, where the rulebook is silent",
}


def look_up(words: str) -> Reply:
    """One rule, or what a word means in each game that has it. Raises NotFound."""
    # Rule ids hold digits and words do not: one of the two files is enough for most questions.
    entries = [] if any(map(str.isdigit, words)) else entries_called(words, games.data_folders())
    if entries:
        return Reply(
            document=lambda: {"query": words, "results": [_entry(entry) for entry in entries]},
            blocks=lambda: [block for entry in entries for block in _entry_blocks(entry)],
        )
    try:
        found = rule(words, games.data_folders())
    except NotFound:
        near = nearest(
            words, [name for entry in all_entries(games.data_folders()) for name in entry.names]
        )
        if not near:
            raise
        raise NotFound(
            f"There is no rule and no word “{short(words)}”.",
            f"Did you mean {listed(near, 'or')}?",
        ) from None
    kind = KINDS.get(found.kind, found.kind)
    return Reply(
        document=lambda: {"query": words, "results": [_rule(found)]},
        blocks=lambda: [
            Heading(found.id, f"{found.game} · {found.section} · {kind}"),
            Paragraph(found.text),
        ],
    )


def _entry_blocks(entry: Entry) -> list[Block]:
    blocks: list[Block] = [
        Heading(entry.title, f"{entry.game} · {entry.section}"),
        Paragraph(entry.text),
    ]
    blocks += [Paragraph((Span("Mind: ", "warning"), entry.note))] if entry.note else []
    blocks += [Paragraph((Span("Such as: ", "muted"), entry.example))] if entry.example else []
    more = [f"See also {listed(entry.see)}."] if entry.see else []
    more += [f"By {listed(entry.rules)}."] if entry.rules else []
    return [*blocks, Steps((" ".join(more),))] if more else blocks


def _entry(entry: Entry) -> dict[str, Any]:
    """A word as one result of a look-up (contract)."""
    return {
        "id": entry.id,
        "title": entry.title,
        "game": entry.game,
        "kind": entry.kind,
        "text": entry.text,
        "section": entry.section,
        "score": 1.0,
        "note": entry.note or None,
        "example": entry.example or None,
        "rules": list(entry.rules),
        "see": list(entry.see),
    }


def _rule(found: Rule) -> dict[str, Any]:
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
