"""Guides of the games and of all else that there is to read about."""

from collections.abc import Iterator
from pathlib import Path

from companion import games
from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.names import find
from companion.core.reply import Reply
from companion.reference.guides import Guide, guide_of, own_guides, read_guide


def list_guides() -> Reply:
    """All guides, a line each. Raises Unusable where one cannot be read."""
    found = [read_guide(name, path) for name, path in guide_places()]

    def blocks() -> list[Block]:
        rows: list[tuple[Text, ...]] = [
            (Span(guide.name, "name"), (Span(guide.title, "strong"), f" — {guide.about}"))
            for guide in found
        ]
        return [
            Heading("Guides", "companion guide NAME"),
            Table((Column(), Column(wraps=True)), tuple(rows)),
            Paragraph(Span("Words and rules are looked up with `companion lookup`.", "muted")),
        ]

    return Reply(
        lambda: {
            "guides": [
                {"guide": guide.name, "title": guide.title, "about": guide.about} for guide in found
            ]
        },
        blocks=blocks,
    )


def show_guide(text: str) -> Reply:
    """The guide that somebody means, by its name or title or the beginning of either.

    Raises NotFound, Ambiguous, or Unusable.
    """
    found = [read_guide(name, path) for name, path in guide_places()]
    hint = "`companion guide` lists them."
    guide: Guide = find(text, found, lambda one: (one.name, one.title), "guide", hint)
    return Reply(
        lambda: {"guide": guide.name, "title": guide.title, "text": guide.text},
        markdown=guide.text,
    )


def guide_names() -> list[str]:
    """The names of all guides, none of which is read for it."""
    return [name for name, _ in guide_places()]


def guide_places() -> Iterator[tuple[str, Path]]:
    """The guides there are: of our games, of those of other packages, and about all else."""
    told = [(game, guide_of(game)) for game in games.OWN]
    told += [
        (game.id, guide_of(game.id, str(game.data)))
        for game in games.registered()
        if game.data is not None
    ]
    yield from ((name, path) for name, path in told if path is not None)
    yield from own_guides()
