"""What people typed is shown as it stands, never obeyed: by a terminal, by Rich, by nobody."""

import re

import pytest
from rich.cells import cell_len

# Markup of Rich, an escape that would turn everything red, a carriage return, an emoji by its
# code name, a right-to-left override, and what Typer's own help would interpret.
TRICKS = {
    "markup": ("[bold red]Ana[/bold red]", "[bold red]Ana[/bold red]"),
    "closing markup": ("Ana[/]", "Ana[/]"),
    "link": ("[link=http://x]Ana[/link]", "[link=http://x]Ana[/link]"),
    "backslash": ("\\[Ana]\\", "\\[Ana]\\"),
    "emoji code": ("Ana:smile:", "Ana:smile:"),
    "escape": ("A\x1b[31mna", "A\\x1b[31mna"),
    "one-byte escape": ("A\x9b31mna", "A\\x9b31mna"),
    "carriage return": ("Ana\rBen", "Ana\\rBen"),
    "line break": ("Ana\nBen", "Ana\\nBen"),
    "bell": ("Ana\x07", "Ana\\x07"),
    "override": ("Ana\u202e", "Ana\\u202e"),
    "format": ("Ana {0} %s", "Ana {0} %s"),
}


def tricky(test):
    """Logs of older companions hold all of that: now most of it is cleaned when it is typed."""
    test = pytest.mark.usefixtures("uncleaned")(test)
    return pytest.mark.parametrize(("typed", "shown"), TRICKS.values(), ids=list(TRICKS))(test)


def harmless(text: str) -> bool:
    """Whether a terminal would obey nothing in it but line breaks."""
    return all(sign == "\n" or sign.isprintable() or sign in "\u200c\u200d" for sign in text)


@tricky
def test_a_name_is_shown_as_it_stands_in_short_answers(companion, typed, shown):
    companion.must("start bwd", typed, "Zoë")
    for line in ("score zoë +1", "first", "pass"):
        out = companion.must(line).out
        assert shown in out
        assert harmless(out)


@tricky
def test_a_name_is_shown_as_it_stands_where_rich_draws(companion, monkeypatch, typed, shown):
    monkeypatch.setenv("COLUMNS", "200")
    companion.must("start bwd", typed, "Zoë")
    companion.must("bwd tag", "zoë.1", "points")
    for line in ("log", "player list", "plays"):
        out = companion.must(line).out
        assert shown in out
        assert harmless(out)
    table = companion.must("table").out
    assert harmless(table)
    assert shown[:15] in table  # long names are shortened there


@tricky
def test_a_note_is_shown_as_it_stands(companion, monkeypatch, typed, shown):
    monkeypatch.setenv("COLUMNS", "200")
    companion.must("start bwd Zoë Ben")
    for line in ("score zoë +1 --house", "log"):
        out = companion.must(line, *([typed] if line.endswith("--house") else [])).out
        assert shown in out
        assert harmless(out)


@tricky
def test_a_refusal_shows_what_was_typed_as_it_stands(companion, typed, shown):
    companion.must("start bwd Zoë Qi")
    for line in ("score", "table --play", "bwd tag", "bwd", "", "group use"):
        arguments = {"score": [typed, "+1"], "bwd tag": ["zoë.1", typed]}.get(line, [typed])
        ran = companion(line, *arguments)
        assert ran.code in (1, 2)
        assert harmless(ran.err)
        assert shown.casefold() in ran.err.casefold()


@tricky
def test_a_group_is_shown_as_it_stands(companion, monkeypatch, typed, shown):
    monkeypatch.setenv("COLUMNS", "200")
    companion.must("group new", typed)
    companion.must("start bwd Zoë Ben")
    for line in ("group list", "plays", "table", "log"):
        out = companion.must(line).out
        assert shown in out
        assert harmless(out)


# Long names, and any script


@pytest.mark.parametrize("width", ["50", "80"])
@pytest.mark.parametrize("name", ["x" * 200, "word " * 39 + "end", "李" * 200, "👩‍👩‍👧" * 40])
def test_a_name_of_any_length_keeps_every_line_within_the_width(
    companion, monkeypatch, name, width
):
    monkeypatch.setenv("COLUMNS", width)
    companion.must("start bwd", name, "Ben")
    companion.must("bwd tag ben.1 points")
    companion.must("bwd write common tag")
    for line in ("table", "log", "plays", "player list", "bwd dice"):
        for row in companion.must(line).out.splitlines():
            assert cell_len(row) <= int(width), line


@pytest.mark.parametrize("width", ["50", "80"])
def test_a_long_name_leaves_room_for_points_and_dice(companion, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", width)
    companion.must("start bwd", "x" * 200, "Ben")
    companion.must("score", "xxx", "=11")
    companion.must("bwd tag ben.1 points")
    table = companion.must("table").out
    assert re.search(r"xxx\S*…\s+11\s+marker", table)
    assert re.search(r"Ben\s+3\s", table)
    assert re.search(r"Ben\s+ben\.1 \(2 of", table), "no room beside: the dice stand below"


@pytest.mark.parametrize(
    "name", ["李明", "Дмитрий", "שלום", "محمد", "नमस्ते", "ประเทศ", "José", "👩‍👩‍👧"]
)
def test_a_name_of_any_script_is_shown_and_found(companion, name):
    companion.must("start bwd", name, "Ben")
    assert name in companion.must("table").out
    assert name in companion.must("score", name, "+2").out
    assert companion.must("table --json").json["players"][0] == {
        "name": name,
        "seat": 1,
        "score": 5,
    }


def test_a_name_too_long_to_be_one_is_refused(companion):
    ran = companion("start bwd", "x" * 201, "Ben")
    assert ran.code == 2
    assert "200" in ran.err


# Colour


EVERYTHING = ("table", "log", "plays", "lookup BWD-1", "bwd dice", "bwd card list", "score ana +1")
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38|48)[;m]")


@pytest.mark.parametrize("line", EVERYTHING)
def test_what_is_no_terminal_gets_no_escape_codes(companion, line):
    companion.must("start bwd Ana Ben")
    companion.must("bwd tag ana.1 points")
    assert "\x1b" not in companion.must(line).out
    assert "\x1b" not in companion.must(f"{line} --json").out


@pytest.fixture
def on_a_terminal(terminal):
    """What the program writes to a terminal: `on_a_terminal("table", 80, NO_COLOR="1")`."""

    def shown(line: str, columns: int = 80, **settings: str) -> str:
        screen = terminal(*line.split(), columns=columns, TERM="xterm-256color", **settings)
        screen.ends()
        return screen.everything

    return shown


def test_a_terminal_gets_colours_unless_they_are_not_wanted(companion, on_a_terminal):
    companion.must("start bwd Ana Ben")
    assert COLOUR.search(on_a_terminal("table"))
    plain = on_a_terminal("table", NO_COLOR="1")
    assert "Ana" in plain
    assert not COLOUR.search(plain)


def test_a_short_answer_is_plain_on_a_terminal_too_and_broken_between_words(
    companion, on_a_terminal
):
    companion.must("start bwd Ana Ben")
    shown = on_a_terminal("score ana +1", 40)
    assert "\x1b" not in shown
    assert len(shown.splitlines()) > 3
    assert all(len(row) <= 40 for row in shown.splitlines())


def test_a_command_in_a_short_answer_is_not_broken(companion, on_a_terminal):
    companion.must("start dicebox Ana Ben")
    shown = on_a_terminal("dicebox seed 3", 50).splitlines()
    assert any("`companion dicebox roll ana r4 y4 b4`" in row for row in shown), shown


def test_a_card_that_turns_out_to_cover_another_is_remarked_on(companion):
    companion.must("start bwd Ana Ben")
    companion.must("bwd add 17")
    run = companion("bwd card set 17 --overwrites erase")
    assert run.code == 0
    assert "is beside the card that it covers" in run.err
    companion.must("undo")
    assert "over Erase" in companion.must("bwd add 17").out
    assert companion("bwd card set 17 --overwrites erase").err == ""
