"""`guide` and `formats`: guides, and JSON Schemas."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion import games
from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.names import find, folded
from companion.core.reply import Reply
from companion.errors import NotFound
from companion.reference.formats import Formats
from companion.reference.guides import Guide, guide_of, own_guides, read_guide


def list_guides() -> Reply:
    """List all guides. Raises Unusable if one cannot be read."""
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
    """Show a guide, found by name, title or prefix. Raises NotFound, Ambiguous or Unusable."""
    found = [read_guide(name, path) for name, path in guide_places()]
    hint = "`companion guide` lists them."
    guide: Guide = find(text, found, lambda one: (one.name, one.title), "guide", hint)
    return Reply(
        lambda: {"guide": guide.name, "title": guide.title, "text": guide.text},
        markdown=guide.text,
    )


def guide_names() -> list[str]:
    """The names of all guides, without reading any."""
    return [name for name, _ in guide_places()]


def guide_places() -> Iterator[tuple[str, Path]]:
    """All guides: of built-in games, of other packages' games, and about everything else."""
    places = [(game, guide_of(game)) for game in games.OWN]
    places += [
        (game.id, guide_of(game.id, str(game.data)))
        for game in games.registered()
        if game.data is not None
    ]
    yield from ((name, path) for name, path in places if path is not None)
    yield from own_guides()


_SHOWN = 2
"""How many commands are named in the list."""
_HINT = "`companion formats` lists them."
Commands = Callable[[], Sequence[str]]
"""Lists all commands of the program; slow."""


def known_formats() -> Formats:
    """All formats, including those of other packages' games. Raises Unusable."""
    brought = [game.data for game in games.registered() if game.data is not None]
    return Formats(games.game_ids(), brought)


def list_formats(commands: Commands) -> Reply:
    """List all formats, with the commands or files that use them."""
    known = known_formats()
    by: dict[str, list[str]] = {name: [] for name in known.names}
    for command in commands():
        for name in known.answers(command):
            by[name].append(command)
    titles = {name: str(known.schema(name)["title"]) for name in known.names}
    records = [
        {
            "name": name,
            "title": titles[name],
            "commands": by[name],
            "place": known.places.get(name),
        }
        for name in known.names
    ]
    return Reply(document=lambda: {"formats": records}, blocks=lambda: _blocks(records))


def show_format(text: str, commands: Commands) -> Reply:
    """Show the format of that name, or of what that command prints, as a self-contained schema.

    Raises NotFound with the nearest names, or Ambiguous.
    """
    known = known_formats()
    wanted = " ".join(folded(text).removeprefix("companion ").split())
    answers = _formats_of(known, wanted, commands)
    schema = known.any_of(answers, f"what `{wanted}` prints")
    return Reply(document=lambda: schema)


def _formats_of(known: Formats, wanted: str, commands: Commands) -> tuple[str, ...]:
    """The names of the formats of a format's name or a command."""
    if wanted in known.names:
        return (wanted,)
    all_commands = commands()
    if any(f"{command} ".startswith(f"{wanted} ") for command in all_commands):
        answers = known.answers(wanted)
        if answers:
            return answers
    try:
        return (_find(wanted, known.names),)
    except NotFound:
        found = _find(wanted, [*known.names, *all_commands])
    return (found,) if found in known.names else known.answers(found)


def _find(wanted: str, names: Sequence[str]) -> str:
    return find(wanted, names, lambda name: (name,), "format or command", _HINT)


def _blocks(records: Sequence[dict[str, Any]]) -> list[Block]:
    printed = [one for one in records if one["commands"]]
    placed = [one for one in records if one["place"] is not None]
    parts = [one for one in records if not one["commands"] and one["place"] is None]
    columns = (Column("Format"), Column("Of", wraps=True))
    return [
        Heading("Formats", "JSON Schemas"),
        Table(columns, tuple(_row(one, _by(one["commands"])) for one in printed), "With --json"),
        Table(columns, tuple(_row(one, one["place"]) for one in placed), "In files and codes"),
        Paragraph((Span("Parts of these: ", "muted"), ", ".join(one["name"] for one in parts))),
        Steps(
            (
                "`companion formats table > table.schema.json`: one of them, in a file.",
                "`companion formats bwd dice`: the format of what a command prints.",
            )
        ),
    ]


def _row(one: dict[str, Any], where: str) -> tuple[Text, ...]:
    return Span(one["name"], "name"), (one["title"], Span(f" ({where})", "muted"))


def _by(commands: Sequence[str]) -> str:
    """The commands, the first of them by name."""
    if len(commands) <= _SHOWN + 1:
        return ", ".join(commands)
    return f"{', '.join(commands[:_SHOWN])} and {len(commands) - _SHOWN} more"
