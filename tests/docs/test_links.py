"""What README, guides and notes point to is there: files, headings, pictures, commands."""

import re
from pathlib import Path

import pytest

from tests.cli.tree import commands
from tests.docs.documents import DOCUMENTS, GUIDES, ROOT, prose

LINK = re.compile(r"!?\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
COMMAND = re.compile(r"`companion(?P<words>(?: [^`]+)?)`")
COMMANDS = commands()


def links(path: Path) -> list[tuple[str, str]]:
    """What the links and pictures of a document are called, and where they lead."""
    return [(found["text"], found["target"]) for found in LINK.finditer(prose(path))]


def anchors(path: Path) -> set[str]:
    """The headings of a document, as links name them."""
    found = re.findall(r"^#+ +(.+)$", prose(path), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-") for name in found}


def dead(path: Path, text: str, target: str) -> str:
    """Why a link leads nowhere; empty for one that is well, or that leads to another host."""
    if re.match(r"[a-z]+:", target):
        return ""
    name, _, anchor = target.partition("#")
    there = (path.parent / name).resolve() if name else path
    if not there.exists():
        return f"{target}: no such file"
    if not there.is_relative_to(ROOT):
        return f"{target}: elsewhere"
    if anchor and anchor not in anchors(there):
        return f"{target}: no such heading"
    named = re.fullmatch(r"`companion guide (\S+)`", text)
    if named and GUIDES.get(named[1]) != there:
        return f"{text} leads to {target}"
    return ""


def unknown(words: str) -> str:
    """The first word of a command that names none; empty where all is well."""
    path: tuple[str, ...] = ()
    for word in words.split():
        if not hasattr(COMMANDS[path], "list_commands") or not re.fullmatch(r"[a-z-]+", word):
            return ""
        if word.startswith("-"):
            return ""
        if (*path, word) not in COMMANDS:
            return word
        path = (*path, word)
    return ""


def guide_named(words: str) -> str:
    """The guide that a command shows; empty for other commands, and for a word in capitals."""
    found = re.match(r" guide ([a-z-]+)$", words)
    return found[1] if found else ""


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_link_is_dead(name):
    path = DOCUMENTS[name]
    found = [dead(path, text, target) for text, target in links(path)]
    assert [fault for fault in found if fault] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_in_a_sentence_is_there(name):
    named = [" ".join(found["words"].split()) for found in COMMAND.finditer(prose(DOCUMENTS[name]))]
    assert [words for words in named if unknown(words)] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_guide_that_is_named_is_there(name):
    named = [guide_named(found["words"]) for found in COMMAND.finditer(prose(DOCUMENTS[name]))]
    there = {*GUIDES, *(path.name for path in (ROOT / "tests" / "packages").glob("*"))}
    assert [guide for guide in named if guide and guide not in there] == []


def test_every_guide_is_linked_from_the_readme():
    linked = {(ROOT / target).resolve() for _, target in links(DOCUMENTS["README"])}
    assert [name for name, path in GUIDES.items() if path not in linked] == []


def test_every_picture_is_shown():
    shown = {target for _, target in links(DOCUMENTS["README"])}
    made = {path.relative_to(ROOT).as_posix() for path in (ROOT / ".pictures").iterdir()}
    assert made - shown == set()


# The checker catches what it is there for


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("a file", "nowhere.md"),
        ("a picture", ".pictures/nothing.svg"),
        ("a heading", "#nothing-is-called-so"),
        ("a heading elsewhere", "data/bwd/guide.md#nothing-is-called-so"),
        ("outside", "../.."),
        ("`companion guide lwd`", "data/bwd/guide.md"),
    ],
)
def test_a_dead_link_is_found(text, target):
    assert dead(DOCUMENTS["README"], text, target)


@pytest.mark.parametrize("target", ["data/bwd/guide.md#a-round", "#", "https://example.org/x"])
def test_a_link_that_is_well_is_none(target):
    assert not dead(DOCUMENTS["README"], "text", target)


@pytest.mark.parametrize("words", ["tabel", "bwd tga ana.1", "deck sheet ad mine"])
def test_a_command_that_is_none_is_found(words):
    assert unknown(words)


@pytest.mark.parametrize("words", ["", "table", "bwd tag ana.1 points", "GAME", "guide bwd"])
def test_a_command_that_is_one_is_none(words):
    assert not unknown(words)


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / ".pictures").glob("*.svg")))
def test_blanks_at_the_beginning_of_a_line_count_in_every_reader_of_a_picture(name):
    """Browsers keep them anyway; librsvg, which viewers and printers use, only where it is said."""
    content = (ROOT / ".pictures" / name).read_text("utf-8")
    assert content.count("<text ") == content.count('<text xml:space="preserve" ') > 0
