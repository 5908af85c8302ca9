"""`ruling add`, `list`, `retire`, `restore`."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.lookup import Item
from companion.core.names import cleaned_name, find, listed, proper_name, require_text, short
from companion.core.reply import Reply
from companion.core.value import replace
from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.reference.question import Question
from companion.reference.ranking import named, search
from companion.store.base import Document
from companion.table.desk import Desk
from companion.table.groups.document import player_names
from companion.table.groups.rulings import RULINGS, Ruling, numbered, rulings_in
from companion.table.lookup.answers import find_game
from companion.table.lookup.corpus import Corpus, with_corpus

if TYPE_CHECKING:
    from companion.core.blocks import Block, Span

LONGEST_RULING = 1000
MOST_NAMES = 50


def agree(
    desk: Desk, text: str, on: Sequence[str], agreed_by: Sequence[str], game: str | None = None
) -> Reply:
    """Add a ruling; `on` are words or rules as for `lookup`.

    Raises Invalid, NotFound or Ambiguous for what cannot be looked up, and Refused for a ruling
    that exists already.
    """
    words = _text(text)
    about = with_corpus(desk, lambda corpus: _about(corpus, on, game))
    if not about.items:
        raise Invalid("What is the ruling about?", "`--on ward`, or the rule's id: `--on BWD-38`.")
    on_what = tuple(dict.fromkeys(item.full_id for item in about.items))
    play = _play(desk)
    desk.ensure_group()
    with desk.changing_group() as document:
        for known in rulings_in(document):
            if (known.text, known.on, known.retired) == (words, on_what, None):
                raise Refused(
                    f"Ruling {known.number} says so already.", "`companion ruling list` shows it."
                )
        ruling = Ruling(
            number=max((known.number for known in rulings_in(document)), default=0) + 1,
            text=words,
            on=on_what,
            agreed_by=tuple(_names(document, agreed_by)),
            play=play,
            at=desk.now(),
        )
        document[RULINGS] = [*document.get(RULINGS, []), ruling.to_json()]
    return _reply(ruling, f"Ruling {ruling.number} on {about.titles}: {words}", about.warnings)


class _About(NamedTuple):
    """The items that a ruling is about, their titles in words, and warnings."""

    items: list[Item]
    titles: str
    warnings: list[str]


def _about(corpus: Corpus, on: Sequence[str], game: str | None) -> _About:
    only = find_game(corpus, game)
    items = [_item(corpus, name, only) for name in on]
    titles = [f"{item.title} ({corpus.titles.get(item.game, item.game)})" for item in items]
    return _About(items, listed(titles), corpus.warnings)


def retire(desk: Desk, number: str, why: str) -> Reply:
    """Retire a ruling: it no longer counts, but can still be read.

    Raises NotFound, Refused if it is retired already, Invalid for a reason that is not valid text.
    """
    ruling = _change(desk, number, retired=True, why=why)
    return _reply(ruling, f"Ruling {ruling.number} is retired: {ruling.text}")


def restore(desk: Desk, number: str) -> Reply:
    """Let a retired ruling count again. Raises NotFound, or Refused if it counts already."""
    ruling = _change(desk, number, retired=False, why="")
    return _reply(ruling, f"Ruling {ruling.number} counts again: {ruling.text}")


def numbers(desk: Desk) -> list[str]:
    """The numbers of all rulings."""
    return [str(ruling.number) for ruling in rulings_in(desk.group_document())]


def list_rulings(desk: Desk, every: bool) -> Reply:
    """List the rulings that count; with `every`, also retired ones."""
    rulings = rulings_in(desk.group_document())
    shown = [ruling for ruling in rulings if every or not ruling.retired]
    return Reply(
        document=lambda: {"rulings": [ruling.to_json() for ruling in shown]},
        blocks=lambda: _list(shown, len(rulings) - len(shown)),
    )


def _reason(why: str) -> str:
    return _text(why) if cleaned_name(why) else ""


def _text(text: str) -> str:
    words = cleaned_name(text)
    if not words:
        raise Invalid(
            "The ruling is empty.",
            'Say what you agreed on: `companion ruling add "…" --on ward`.',
        )
    require_text(words, "The ruling")
    if len(words) > LONGEST_RULING:
        raise Invalid(
            f"A ruling has at most {LONGEST_RULING} characters; this one has {len(words)}.",
            "Shorten it.",
        )
    return words


def _item(corpus: Corpus, name: str, game: str | None) -> Item:
    """Find what a ruling is about. Raises NotFound with near names, Ambiguous with the games."""
    question = Question(name, game, corpus.game_at_hand, corpus.called)
    found = [hit.item for hit in named(corpus.indexes, question)]
    at_hand = [item for item in found if item.game == corpus.game_at_hand]
    games = {item.game: item for item in reversed(at_hand or found)}
    if len(games) > 1:
        titles = [corpus.titles.get(one, one) for one in games]
        raise Ambiguous(
            f"“{short(name)}” is a word of {listed(titles)}.",
            titles,
            f"Say which: `--game {next(iter(games))}`.",
        )
    if not games:
        near = (
            [hit.item.title for hit in search(corpus.indexes, question, 3)] if name.strip() else []
        )
        raise NotFound(
            f"Nothing is named “{short(name)}”.",
            f"Did you mean {listed(near, 'or')}?" if near else "`companion lookup` finds words.",
        )
    return next(iter(games.values()))


def _play(desk: Desk) -> str | None:
    """The play in which it was agreed: the one named, or the live one."""
    if desk.options.play is not None:
        return desk.find_play(desk.options.play)
    document = desk.group_document()
    current = document.get("current")
    return current if current in document.get("live", []) else None


def _names(document: Document, typed: Sequence[str]) -> list[str]:
    """The names of players as the group writes them, and of others as typed."""
    players = player_names(document)
    names = []
    for word in (part for text in typed for part in text.split(",")):
        name = proper_name(word, "player")
        with suppress(NotFound):
            name = find(name, players, lambda known: (known,), "player")
        names.append(name)
    if len(names) > MOST_NAMES:
        raise Invalid(f"{len(names)} people are too many.", f"Name at most {MOST_NAMES}.")
    return list(dict.fromkeys(names))


def _change(desk: Desk, number: str, *, retired: bool, why: str) -> Ruling:
    why = _reason(why)
    with desk.changing_group() as document:
        found = numbered(rulings_in(document), number)
        if bool(found.retired) is retired:
            already = "is retired" if retired else "counts"
            other = "restore" if retired else "retire"
            raise Refused(
                f"Ruling {found.number} {already} already.",
                f"`companion ruling {other} {found.number}` changes that.",
            )
        changed = replace(found, retired=desk.now() if retired else None, why=why)
        document[RULINGS] = [
            {**record, "retired": changed.retired, "why": changed.why}
            if record["number"] == found.number
            else record
            for record in document[RULINGS]
        ]
    return changed


def _reply(ruling: Ruling, line: str, warnings: Sequence[str] = ()) -> Reply:
    def document() -> dict[str, Any]:
        return ruling.to_json()

    by = (f"({ruling.by})",) if ruling.agreed_by else ()
    return Reply(document, lines=(line, *by), warnings=tuple(warnings))


def _row(ruling: Ruling) -> "tuple[str | Span, ...]":
    """A ruling with its words and rules, who agreed, and whether it still counts."""
    from companion.core.blocks import Span

    about = listed([full_id.partition("/")[2] for full_id in ruling.on])
    gone = f" retired{f': {ruling.why}' if ruling.why else ''}" if ruling.retired else ""
    return ruling.text, Span(f" (on {about}; {ruling.by})", "muted"), Span(gone, "bad")


def _list(rulings: Sequence[Ruling], left_out: int) -> "list[Block]":
    from companion.core.blocks import Column, Heading, Paragraph, Span, Table

    blocks: list[Block] = [Heading("Rulings")]
    if rulings:
        rows = tuple((str(ruling.number), _row(ruling)) for ruling in rulings)
        blocks.append(Table((Column(align="right"), Column(wraps=True)), rows))
    else:
        blocks.append(Paragraph('None yet: `companion ruling add "…" --on ward`.'))
    if left_out:
        blocks.append(Paragraph(Span(f"{left_out} retired: `--all` shows them.", "muted")))
    return blocks
