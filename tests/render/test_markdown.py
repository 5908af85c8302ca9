"""Guides on a terminal: nothing is wider than the screen, nothing that matters is lost."""

import re

import pytest
from rich.cells import cell_len

from companion.reference.guides import read_guide
from companion.render.markdown import drawn_markdown
from tests.docs.documents import DOCUMENTS, GUIDES

TEXT = """\
# A table

What to do: `companion bwd resolve ana.1`; *more* in [the guide](other.md).

![A picture](picture.svg)

<!-- verbs: bwd -->
| `companion bwd …` | |
|---|---|
| `tag DIE` | Draw the icons of a card on a die. |
| `call [PLAYER] white\\|black\\|roll` | Call a die's bottom, or a roll. |
<!-- end -->

## Commands

- one
- two

```
companion start bwd Ana Ben        a game begins
companion table
```

```text
as   it   stands
```
"""


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")


def test_a_guide_as_it_is_drawn():
    assert drawn_markdown(TEXT) == (
        """\
A table
━━━━━━━

What to do: `companion bwd resolve ana.1`; more in the guide.

`companion bwd …`
`tag DIE`                         Draw the icons of a card on a die.
`call [PLAYER] white|black|roll`  Call a die's bottom, or a roll.

Commands

 • one
 • two

  companion start bwd Ana Ben  a game begins
  companion table

  as   it   stands
"""
    )


def test_on_a_narrow_screen_what_is_said_of_a_command_stands_below_it(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    drawn = drawn_markdown(TEXT)
    assert "  companion start bwd Ana Ben\n      a game begins\n" in drawn
    assert "`tag DIE`         Draw the icons of a\n                  card on a die.\n" in drawn
    assert "`call [PLAYER] white|black|roll`\n                  Call a die's bottom," in drawn


def test_a_long_command_leaves_the_others_beside_what_is_said_of_them():
    long = f"companion lookup {'word ' * 9}end"
    drawn = drawn_markdown(f"```\ncompanion table   a table\n{long}   the words\n```\n")
    assert drawn == (f"  companion table  a table\n  {long}\n                   the words\n")


def test_lines_of_the_prompt_are_drawn_as_commands_are():
    prompt = TEXT.replace("```\ncompanion", "```prompt\ncompanion")
    assert "```prompt" in prompt
    assert drawn_markdown(prompt) == drawn_markdown(TEXT)


def test_text_that_begins_with_a_command_is_drawn_as_commands_are():
    commands = (
        "\ncompanion clock            a clock\ncompanion clock --each     one for each\n```\n"
    )
    assert drawn_markdown(f"```text{commands}") == drawn_markdown(f"```{commands}")


def test_what_is_said_of_a_command_is_dim_in_every_line(monkeypatch):
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    drawn = drawn_markdown(f"```\nnext  {'goes on to the next phase ' * 5}\n```\n")
    about = [line for line in drawn.splitlines() if "phase" in line]
    assert len(about) > 1
    assert all("\x1b[2m" in line and "\x1b[1;2m" not in line for line in about)


def test_a_command_that_is_longer_than_the_screen_goes_on_further_in(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    assert drawn_markdown(TEXT.replace("Ben   ", "Ben --set V1   ")).count(
        "  companion start bwd Ana\n    Ben --set V1\n      a game begins\n"
    )


def test_signs_that_a_terminal_obeys_are_spelled_out():
    assert drawn_markdown("# A\n\nred \x1b[31m and [bold]brackets[/bold]\n").endswith(
        "red \\x1b[31m and [bold]brackets[/bold]\n"
    )


@pytest.mark.parametrize("columns", [80, 30])
def test_no_line_is_wider_than_the_screen_and_nothing_of_markdown_is_left(columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    for name in ("README", *GUIDES):
        drawn = drawn_markdown(read_guide(name, DOCUMENTS[name]).text)
        assert [line for line in drawn.splitlines() if cell_len(line) > columns] == [], name
        for sign in ("**", "<!--", "```", "\n#"):
            assert sign not in drawn, (name, sign)
        assert not re.search(r"\]\((?:http|\.\.|#)", drawn), "a link, and no `Step[Pond]("
