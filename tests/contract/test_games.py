"""Our own games, held to what every game has to pass: `companion.testing.GameTests`."""

from pathlib import Path

import pytest

from companion import games
from companion.reference.data import data_folder
from companion.testing import GameTests
from tests.contract.players import players_of


class TestBlankWhiteDice(GameTests):
    players = players_of("bwd")


class TestBlank(GameTests):
    players = players_of("blank")


class TestDiceBox(GameTests):
    players = players_of("dicebox")


class TestALittleWhiteDie(GameTests):
    players = players_of("lwd")


class TestBooleanDice(GameTests):
    """Each of the six games in the box has a random player."""

    players = players_of("boolean")


class TestScoreSheet(GameTests):
    players = players_of("sheet")


# What else a game has, so that nobody has to remember a list

DATA = ("rules.toml", "glossary.toml", "components.toml", "guide.md")
TRANSCRIPTS = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("game_id", games.OWN)
def test_a_game_brings_all_that_belongs_to_one(game_id):
    tested = {kind.players[0].game.id for kind in GameTests.__subclasses__() if kind.players}
    folder = data_folder() / game_id
    of_a_box = () if games.game(game_id).boxed else ("components.toml",)
    missing = {
        **{
            f"data/{game_id}/{name}": (folder / name).is_file()
            for name in DATA
            if name not in of_a_box
        },
        f"data/formats/table-{game_id}.json": (
            data_folder() / "formats" / f"table-{game_id}.json"
        ).is_file(),
        f"a random player in tests/contract/players/{game_id}.py": bool(players_of(game_id)),
        "a class in tests/contract/test_games.py": game_id in tested,
        f"a transcript in tests/golden/{game_id}/": any((TRANSCRIPTS / game_id).glob("*.txt")),
        f"tests in tests/games/{game_id}/": any(
            (TRANSCRIPTS.parent / "games" / game_id).glob("test_*.py")
        ),
    }
    assert [what for what, there in missing.items() if not there] == []
