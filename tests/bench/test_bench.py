"""The benchmark runs, and its JSON has the shape that scripts rely on. No time is asserted."""

import json

import pytest

from tests.bench.__main__ import as_text
from tests.bench.measure import measure
from tests.bench.rounds import Load, Sizes
from tests.bench.rows import ROWS

SMALL = Sizes(
    plays=3,
    many=6,
    listed=4,
    cards=200,
    imported=50,
    pages=150,
    questions=5,
    lines=5,
    network=Load(phones=3, lines=2, entries=20, idle=0.2, knocks=40),
    warm=False,
)
VERDICTS = {"within", "over"}


@pytest.fixture(scope="module")
def result() -> dict:
    return json.loads(json.dumps(measure(runs=1, sizes=SMALL)))


def test_it_says_in_which_surroundings_it_measured(result: dict) -> None:
    assert result["runs"] == 1
    assert result["plays"] == 3
    assert all(isinstance(result[name], str) for name in ("python", "typer", "rich"))


def test_every_command_is_held_against_a_yardstick(result: dict) -> None:
    assert [row["name"] for row in result["yardsticks"]] == ["empty", "empty+rich"]
    assert [row["name"] for row in result["commands"]] == [row.name for row in ROWS]
    for row in result["commands"]:
        assert set(row) == {
            *("name", "best_ms", "median_ms", "against", "ratio", "budget", "verdict")
        }
        assert row["against"] in ("empty", "empty+rich")
        assert row["verdict"] in VERDICTS


def test_a_long_history_is_held_against_a_short_one(result: dict) -> None:
    assert [row["name"] for row in result["history"]] == ["score", "table"]
    for row in result["history"]:
        assert set(row) == {"name", "one_ms", "many_ms", "ratio", "budget", "verdict"}
        assert row["verdict"] in VERDICTS


def test_boxes_are_measured_small_and_large(result: dict) -> None:
    assert [row["name"] for row in result["boxes"]] == [
        *("rule list, 100 cards", "rule list, 200 cards", "import of 200 lines")
    ]
    for row in result["boxes"]:
        assert set(row) == {"name", "best_ms", "median_ms", "against", "ratio"}
        assert row["against"] in ("empty+rich", "csv")


def test_looking_back_is_measured_in_two_sizes(result: dict) -> None:
    names = [row["name"] for row in result["years"]]
    assert [name for name in names if name.endswith(" 3 plays")] == [
        "plays, 3 plays",
        "plays --player ana --since 2026, 3 plays",
        "stats, 3 plays",
        "stats ana, 3 plays",
        "ratings, 3 plays",
        "chart wins, 3 plays",
        "plays, one later, 3 plays",
        "stats, one later, 3 plays",
        "ratings, one later, 3 plays",
        "plays --all, 3 plays",
    ]
    assert len([name for name in names if name.endswith(" 6 plays")]) == 10
    for row in result["years"]:
        plainly = row["name"].startswith("plays --all")
        assert row["against"] == (
            row["name"].replace("plays --all", "the same lines, written plainly")
            if plainly
            else "empty+rich"
        )
        assert row["budget"] == (1.3 if plainly else 2.0)
        assert row["verdict"] in VERDICTS


def test_the_first_look_back_is_measured_in_time_and_memory(result: dict) -> None:
    assert [(row["name"], row["unit"], row["budget"]) for row in result["first"]] == [
        ("plays, the first time, 3 plays", "s", 1.5),
        ("stats, the first time, 3 plays", "s", 1.5),
        ("stats, the first time, 3 plays, memory", "MB", 60),
        ("plays, the first time, 6 plays", "s", 1.5),
        ("stats, the first time, 6 plays", "s", None),
        ("stats, the first time, 6 plays, memory", "MB", 60),
        ("the first time, by so many plays more", "times", 2.3),
    ]
    assert all(row["measured"] >= 0 for row in result["first"] if row["unit"] != "MB")


def test_a_shelf_of_many_games_is_measured_in_two_sizes(result: dict) -> None:
    rows = {row["name"]: row for row in result["shelves"]}
    told = rows.pop("play add", None)  # where there is such a command
    assert told is None or (told["against"], told["budget"]) == ("empty", 1.4)
    assert list(rows) == [
        "plays, 3 plays of 300 games",
        "stats, 3 plays of 300 games",
        "stats ana, 3 plays of 300 games",
        "plays, 6 plays of 300 games",
        "stats, 6 plays of 300 games",
        "stats ana, 6 plays of 300 games",
    ]
    assert all((it["against"], it["budget"]) == ("empty+rich", 2.0) for it in rows.values())
    assert [(row["name"], row["unit"], row["budget"]) for row in result["first_shelf"]] == [
        ("stats, 3 plays of 300 games, the first time", "s", None),
        ("stats, 6 plays of 300 games, the first time", "s", None),
        ("300 games, by so many plays more", "times", 10.0),
        ("plays --all, 4 plays of 300 games", "s", 2.0),
    ]


def test_the_table_on_phones_is_measured_with_few_and_many(result: dict) -> None:
    names = [row["name"] for row in result["network"]]
    assert names[0] == "to the event at 3 phones, p99"
    assert names[-1] == "an entry meanwhile, p99"
    for row in result["network"]:
        assert set(row) == {"name", "unit", "budget", "measured", "verdict"}
    assert "strangers turned away" in as_text(result)


def test_an_import_is_held_against_reading_its_file(result: dict) -> None:
    assert [row["name"] for row in result["elsewhere"]] == [
        *("json.loads", "import of 50 plays", "the same again")
    ]
    assert all(row["against"] == "json.loads" for row in result["elsewhere"][1:])
    assert "import of 50 plays" in as_text(result)
    (pages,) = result["xml"]
    assert (pages["name"], pages["unit"], pages["budget"]) == ("import of 150 plays as XML", "s", 3)
    assert pages["verdict"] in VERDICTS


def test_look_ups_among_many_cards_have_a_budget(result: dict) -> None:
    assert len(result["lore"]) == 10
    for row in result["lore"]:
        assert row["budget"] == 1.6
        assert row["verdict"] in VERDICTS
    assert [row["name"] for row in result["reading"]] == [
        *("the first of all", "after a card was written")
    ]


def test_a_box_on_paper_is_held_against_the_libraries_alone(result: dict) -> None:
    straight, *rows = result["paper"]
    assert straight["name"] == "codes and pages, straight"
    budgets = {row["name"]: (row["against"], row["budget"]) for row in rows}
    assert budgets["PDF of 110 cards"] == ("codes and pages, straight", 1.3)
    assert all(row["verdict"] in VERDICTS for row in rows if row["budget"] is not None)


def test_the_commands_of_other_games_have_a_budget(result: dict) -> None:
    assert {row["name"] for row in result["tables"]} >= {"dicebox place", "lwd guess", "lwd odds"}
    for row in result["tables"]:
        assert row["budget"] == {"lwd guess": 0.7, "lwd gu, completed": 1.4}.get(row["name"], 1.0)
        assert row["verdict"] in VERDICTS


def test_counts_of_a_puzzle_are_held_against_a_solver_where_there_is_one(result: dict) -> None:
    alone, *against = result["puzzles"]
    assert alone["name"] == "all 45 cubes, counted"
    assert (alone["against"], alone["budget"]) == ("empty", 1.4)
    assert len(against) == 2
    for row in against:
        if "skipped" in row:
            assert "pip install" in row["skipped"]
        else:
            assert row["agree"] is not False
            assert row["verdict"] in VERDICTS


def test_questions_are_counted(result: dict) -> None:
    assert [row["count"] for row in result["questions"]] == [5, 5]
    for row in result["questions"]:
        assert 0 <= row["first"] <= row["first_three"] <= 1


def test_folding_and_appending_are_timed(result: dict) -> None:
    rows = [row for row in result["inside"] if row not in result["inside"][5:8]]
    fold, undo, *appends, line, parts, moves, _, odds, _, eight, nine, ten = rows
    assert [row["name"] for row in (eight, nine, ten)] == [
        *(
            "cubes of 8 dice, 1 choices",
            "cubes of 9 dice, 9 choices",
            "cubes of 10 dice, 45 choices",
        )
    ]
    assert line["name"] == "`ana +1` in the shell, entry 300"
    assert line["budget_ms"] == 3.0
    assert line["verdict"] in VERDICTS
    assert moves["name"] == "the legal moves of 1,000 boards"
    assert odds["name"] == "odds of a 40-card table"
    assert parts["name"] == "a deck of 12 parts, put together"
    assert fold["name"] == "fold of 1,000 entries"
    assert undo["name"] == "undo of entry 2 of 1,000, over the fold"
    assert undo["best_ms"] > 0
    assert undo["verdict"] in ("within", "over")
    assert isinstance(fold["us_per_entry"], float)
    assert [row["name"] for row in appends] == [
        "append with fsync to 10 entries",
        "append with fsync to 1,000 entries",
    ]


def test_menus_and_the_keys_beside_them_are_timed(result: dict) -> None:
    rows = result["inside"][5:8]
    assert [(row["name"], row["budget_ms"]) for row in rows] == [
        ("menus of the prompt, 99 of 100", 50),
        ("menus of the prompt, the slowest", 100),
        ("a key until it is shown, 99 of 100", 20),
    ]
    for row in rows:
        assert 0 < row["median_ms"] <= row["best_ms"]
        assert row["verdict"] in VERDICTS


def test_the_text_names_every_row(result: dict) -> None:
    text = as_text(result)
    for part in (
        "yardsticks",
        "commands",
        "history",
        "years",
        "first",
        "shelves",
        "first_shelf",
        "boxes",
        "lore",
        "paper",
        "tables",
        "puzzles",
        "questions",
        "inside",
    ):
        assert all(row["name"] in text for row in result[part])
