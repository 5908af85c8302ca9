"""The guide on how a game is added tells the truth about the package that it walks through."""

import re

import pytest

from companion.reference.data import data_folder
from tests.site import PACKAGES

GUIDE = (data_folder() / "guides" / "add-a-game.md").read_text("utf-8")
PEBBLES = PACKAGES / "pebbles"
EXCERPT = re.compile(r"^```(?:python|toml)\n(.*?)^```$", flags=re.M | re.S)
NAMED = re.compile(r"`([\w./-]+\.(?:py|toml))`")
LEFT_OUT = "…\n"


def excerpts() -> list[tuple[str, str]]:
    """Every piece of code in the guide, with the file that the words before it name last."""
    return [
        (NAMED.findall(GUIDE[: found.start()])[-1], found[1]) for found in EXCERPT.finditer(GUIDE)
    ]


@pytest.mark.parametrize("number", range(len(excerpts())))
def test_what_is_shown_of_a_file_stands_in_it(number):
    file, shown = excerpts()[number]
    text, place = (PEBBLES / file).read_text("utf-8"), 0
    for part in shown.split(LEFT_OUT):
        found = text.find(part, place)
        assert found >= 0, f"{file} does not hold (any more, or in this order):\n{part}"
        place = found + len(part)


def test_every_file_of_the_package_is_told_of():
    files = [
        path
        for path in PEBBLES.rglob("*.*")
        if path.is_file() and path.suffix in (".py", ".toml", ".md")
    ]
    assert len(files) > 10
    assert [path.name for path in files if path.name not in GUIDE] == []


def test_every_member_that_is_named_is_there():
    from companion.core.game import Game

    more = GUIDE.partition("## What more there is")[2].partition("A game in the companion's")[0]
    named = set(re.findall(r"`([a-z_]+)`", more))
    assert len(named) > 12
    assert {name for name in named if not hasattr(Game, name)} == {"players"}
