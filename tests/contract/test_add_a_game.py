"""The guide on how a game is added tells the truth about the package that it walks through, and its
recipes lead where they say: they are followed here to the letter, on copies of that package."""

import re
from importlib import import_module

import pytest

from companion.cli.run import make_desk
from companion.cli.shell.completion import completion
from companion.cli.shell.session import Session
from companion.reference.data import data_folder
from tests.docs.verbs import with_tables
from tests.site import PACKAGES, copied, installed, own_tests

GUIDE = (data_folder() / "guides" / "add-a-game.md").read_text("utf-8")
PEBBLES = PACKAGES / "pebbles"
EXCERPT = re.compile(r"^```(?:python|toml)\n(.*?)^```$", flags=re.M | re.S)
NAMED = re.compile(r"`([\w./-]+\.(?:py|toml))`")
LEFT_OUT = "…\n"
RECIPES = ("Add a verb", "Add a fact")
CHANGE = re.compile(r"^```diff\n(.*?)^```$", flags=re.M | re.S)


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
    assert len(files) == 10
    assert [path.name for path in files if path.name not in GUIDE] == []


def test_every_member_that_is_named_is_there():
    from companion.core.box import BoxRules
    from companion.core.command import Verb
    from companion.core.fact import Fact
    from companion.core.game import Game
    from companion.core.param import Param

    more = GUIDE.partition("## What else there is")[2].partition("A game in the companion's")[0]
    named = set(re.findall(r"`([a-z_]+)`", more))
    assert len(named) > 12
    of_any = {*dir(Game), *dir(BoxRules), *dir(Fact), *dir(Verb), *dir(Param)}
    assert named - of_any == set()
    several = GUIDE.partition("## A box with several games")[2].partition("## ")[0]
    members = set(re.findall(r"`([a-z_]+)(?:\([a-z]*\))?`", several)) - {"start"}
    assert {name for name in members if not hasattr(Game, name)} == set()
    assert {"playing", "verbs", "require_verb"} <= members
    for module in re.findall(r"`(companion\.core\.[a-z.]+)[`.]", more):
        import_module(module.rstrip("."))


def changes(recipe: str) -> list[tuple[str, list[str], list[str]]]:
    """What a recipe has one write: the file, the lines that stand there, and those that shall."""
    told = GUIDE.partition(f"## {recipe}\n")[2].partition("\n## ")[0]
    found = []
    for change in CHANGE.finditer(told):
        lines = change[1].splitlines()
        before = [line[1:] for line in lines if not line.startswith("+")]
        after = [line[1:] for line in lines if not line.startswith("-")]
        found.append((NAMED.findall(told[: change.start()])[-1], before, after))
    return found


def changed(text: str, before: list[str], after: list[str]) -> str:
    """The text of a file with these lines in place of those, which stand there once."""
    lines = text.splitlines()
    at = [at for at in range(len(lines)) if lines[at : at + len(before)] == before]
    assert len(at) == 1, f"stands there {len(at)} times:\n" + "\n".join(before)
    lines[at[0] : at[0] + len(before)] = after
    return "\n".join(lines) + "\n"


def followed(*recipes: str) -> dict[str, str]:
    """The files of Pebbles after somebody has followed these recipes."""
    files = copied("pebbles")
    for recipe in recipes:
        for file, before, after in changes(recipe):
            files[file] = changed(files[file], before, after)
    return files


class TestRecipes:
    """A verb that is added in one place is wherever verbs are; a kind of entry, in the log."""

    @pytest.fixture
    def grown(self, tmp_path, monkeypatch, companion):
        """The program beside Pebbles with what the recipes add, and a play of it."""
        with installed(tmp_path / "site", monkeypatch, followed(*RECIPES)):
            companion.must("start pebbles Ana Ben --pebbles 5")
            yield companion

    def test_help_has_the_verb(self, grown):
        assert re.search(r"pair +Take two pebbles", grown.must("pebbles -h").out)
        told = grown.must("pebbles pair -h").out
        assert "companion pebbles pair ana" in told
        assert "--house" in told

    def test_the_table_of_verbs_has_it(self, grown):
        table = with_tables("<!-- verbs: pebbles -->\n<!-- end -->")
        assert "| `pair PLAYER` | Take two pebbles out of the pond. |" in table
        assert "| `paint PLAYER COLOR` | Paint a pebble. |" in table

    def test_a_shell_completes_it(self, grown, complete):
        assert complete("companion pebbles pa") == ["pair", "paint"]
        assert complete("companion pebbles pair ") == ["ana", "ben"]
        grown.must("pebbles pair ben")
        assert complete("companion pebbles paint ") == ["ben"]
        assert complete("companion pebbles paint ben ") == ["red", "blue", "green"]

    def test_the_menu_of_the_prompt_has_it_while_it_can_be_done(self, grown):
        def offers(line: str) -> dict[str, str]:
            return dict(completion(Session(make_desk()), line).offers)

        assert offers("")["pair"] == "two at once"
        assert list(offers("pair ")) == ["ana", "ben"]
        assert list(offers("")).index("ana") < list(offers("")).index("paint"), "not now"
        grown.must("pebbles pair ana")
        assert list(offers(""))[:5] == ["take", "pair", "drop", "spill", "paint"]
        grown.must("pebbles pair ana")
        assert list(offers(""))[:4] == ["take", "drop", "spill", "paint"], "there is one left"

    def test_it_is_entered_checked_told_and_taken_back(self, grown):
        assert grown.must("pebbles pair ana --json").json["pond"] == 3
        assert grown.must("pebbles pair ben --json").json["pond"] == 1
        assert "PEB-3" in grown("pebbles pair ben").err
        assert grown.must("undo --json").json["pond"] == 3

    def test_the_log_tells_the_kind_of_entry(self, grown, home):
        refusal = grown("pebbles paint ana red").err
        assert "Ana has no pebbles." in refusal
        assert "PEB-4" in refusal
        grown.must("pebbles pair ana")
        assert "Ana paints one green" in grown.must("pebbles paint ana gr").out
        assert grown("pebbles paint ana pink").code == 2
        told = [entry["text"] for entry in grown.must("log --json").json["entries"]]
        assert told[-1] == "Ana paints one green"
        (log,) = home.glob("groups/*/plays/pebbles-1.json")
        assert '"pebble.painted"' in log.read_text("utf-8")

    @pytest.mark.long
    def test_its_own_tests_pass(self, tmp_path):
        ran = own_tests(tmp_path, followed(*RECIPES))
        assert ran.returncode == 0, ran.stdout + ran.stderr

    @pytest.mark.long
    def test_a_game_of_ones_own_begins_as_a_copy(self, tmp_path, monkeypatch, companion):
        def called(text: str) -> str:
            text = text.replace("pebbles", "sticks").replace("Pebbles", "Sticks")
            return text.replace("PEB-", "STI-")

        files = {called(file): called(text) for file, text in copied("pebbles").items()}
        ran = own_tests(tmp_path / "far", files)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        with installed(tmp_path / "site", monkeypatch, files):
            companion.must("start sticks Ana Ben --sticks 3")
            companion.must("sticks take ana 2")
            assert "STI-3" in companion("sticks take ben 3").err
            assert "Sticks" in companion.must("guide sticks").out
