"""`companion boolean puzzle` over the whole program: what is typed, drawn, and told as JSON."""

import xml.etree.ElementTree as ET

import pytest

from companion.games.boolean.dice.the_ten import by_id

SVG = "{http://www.w3.org/2000/svg}"
DRAWING = "1 2\n2 3l\n2 3r\n3l 4l\n3l 4r\n3r 4r\n4l 5l\n4r 5l\n4r 5r\n5l 6\n5r 6\n6 7\n"


@pytest.fixture
def puzzle(companion):
    return lambda words: companion.must(f"boolean puzzle {words}")


@pytest.fixture
def asked(puzzle):
    return lambda words: puzzle(f"{words} --json").json


@pytest.fixture
def circles(tmp_path):
    file = tmp_path / "circles.txt"
    file.write_text(DRAWING)
    return file


def texts(svg):
    return ["".join(element.itertext()) for element in svg.iter(f"{SVG}text")]


def test_a_puzzle_goes_by_the_beginning_of_its_name_or_its_number(asked):
    for meant, typed in (
        (
            "checkerboard-cube",
            ["checkerboard", "checkerboard cube", "CUBE", "1"],
        ),
        ("big-checkerboard", ["big", "big checkerboard", "2"]),
        ("mandala", ["m", "3"]),
    ):
        for words in typed:
            assert asked(f"{words} --count")["puzzle"] == meant


def test_all_puzzles_are_listed_with_a_hint_for_each(puzzle, asked):
    told = puzzle("").out
    for one in asked("")["puzzles"]:
        assert one["title"] in told
        assert f"companion boolean puzzle {one['id']} --hint" in told


def test_two_dice_are_removed_however_they_are_typed(asked):
    for dice in ("3b,0", "'0w 3w-band'", "0w --remove 3b"):
        told = asked(f"cube --remove {dice}")
        assert told["removed"] == ["0w", "3w-band"]
    assert (told["possible"], told["assignments"]) == (True, 7776)
    assert {each["die"] for each in told["solution"]} == by_id().keys() - {"0w", "3w-band"}


@pytest.mark.rule("BO-229", "BO-231")
def test_each_of_the_45_pairs_has_a_row(asked):
    told = asked("cube --all")
    assert told["possible"] is True
    assert len(told["pairs"]) == 45
    assert all(row["possible"] and row["assignments"] for row in told["pairs"])
    assert sum(row["assignments"] for row in told["pairs"]) == told["assignments"] == 347_712
    assert (told["patterns"], told["patterns_always"]) == (64, 36)
    some = next(row for row in told["pairs"] if row["removed"] == ["2w-adjacent", "3w-corner"])
    assert some["assignments"] == 2304


def test_without_dice_the_pair_with_the_most_solutions_is_removed(asked, puzzle):
    most = max(asked("cube --all")["pairs"], key=lambda row: row["assignments"])
    assert asked("cube")["removed"] == most["removed"]
    assert "the pair with the most solutions" in puzzle("cube").out


@pytest.mark.rule("BO-230")
def test_the_drawn_cube_can_be_built_as_it_is_told(asked):
    """Each place is named, and shows what a checkerboard shows there."""
    solution = asked("cube")["solution"]
    assert len({each["where"] for each in solution}) == 8
    begun = {}
    for each in solution:
        assert len(each["shows"]) == 3
        for face, colour in each["shows"].items():
            even = (each["layer"] + each["row"] + each["column"]) % 2 == 0
            begun.setdefault(face, set()).add((colour == "white") is even)
    assert all(len(colours) == 1 for colours in begun.values())
    assert len(begun) == 6


@pytest.mark.rule("BO-232", "A-BO-27")
def test_one_die_alone_can_be_left_out_of_the_big_one(asked, puzzle):
    told = asked("big --all")
    possible = {row["left_out"]: row["assignments"] for row in told["dice"] if row["possible"]}
    assert possible == {"3w-corner": 8576}
    assert len(told["dice"]) == 10
    assert told["possible_without"] == ["3w-corner"]
    assert told["assignments_sides_alike"] == 0
    assert "(A-BO-27)" in puzzle("big").out


def test_a_die_that_cannot_be_left_out(asked):
    told = asked("big --leave-out 0w")
    assert told["possible"] is False
    assert told["assignments"] == 0
    assert told["solution"] is None


def test_counts_alone_draw_nothing(asked, puzzle):
    told = asked("cube --count")
    assert told == {
        "puzzle": "checkerboard-cube",
        "removed": ["0w", "6w"],
        "possible": True,
        "assignments": 84_480,
    }
    assert "84,480 assignments" in puzzle("cube --count").out
    assert "45 of 45 pairs" in puzzle("cube --all --count").out
    assert "8,576" in puzzle("big --all --count").out


@pytest.mark.parametrize(("name", "steps"), [("cube", 8), ("big", 9), ("mandala", 10)])
def test_hints_lead_to_the_solution_step_by_step(asked, puzzle, name, steps):
    solution = {each["die"]: each for each in asked(name)["solution"]}
    hints = [asked(f"{name} --hint {step}") for step in range(1, steps + 1)]
    assert [hint["step"] for hint in hints] == list(range(1, steps + 1))
    assert {hint["die"] for hint in hints} == solution.keys()
    for hint in hints:
        assert hint["steps"] == steps
        assert hint["why"]
        assert solution[hint["die"]].items() <= hint.items()
    assert asked(f"{name} --hint")["die"] == hints[0]["die"]
    assert "That was the last die" in puzzle(f"{name} --hint {steps}").out
    told = puzzle(f"{name} --hint").out
    later = [die for die in solution if die != hints[0]["die"] and die in told]
    assert later == [], "a hint shows one die"


@pytest.mark.parametrize("name", ["cube --remove 1w,5w", "big", "mandala"])
def test_a_hint_names_the_command_for_the_next(puzzle, name):
    told = " ".join(puzzle(f"{name} --hint 2").out.split())
    command = next(part for part in told.split("`") if part.startswith("companion"))
    assert command.endswith("--hint 3")
    assert "step 3 of" in puzzle(command.removeprefix("companion boolean puzzle ")).out


@pytest.mark.rule("BO-236", "A-BO-28")
def test_the_mandala_is_marked_as_a_reading(puzzle, asked):
    told = asked("mandala")
    assert told["reading"] == "A-BO-28"
    assert told["assignments"] == 1
    assert told["without_hint"] == 2
    assert len(told["links"]) == 12
    out = " ".join(puzzle("mandala").out.split())
    assert "our interpretation (A-BO-28)" in out
    assert "2 solutions keep all 12 links" in out


def test_a_drawing_from_a_file_is_solved(asked, puzzle, circles):
    told = asked(f"mandala --links {circles}")
    assert told["assignments"] == told["without_hint"] == 2
    assert told["exact"] is True
    circles.write_text(f"{DRAWING}2 = 5w\n")
    told = asked(f"mandala --links {circles}")
    assert told["assignments"] == 1
    assert {"circle": "4l", "die": "3w-corner"} in told["solution"]
    assert told["links_file"] == str(circles)
    out = " ".join(puzzle(f"mandala --links {circles}").out.split())
    assert "the only solution, as the rulebook promises (BO-239)" in out
    circles.write_text("1 2\n2 3\n4\n5\n6\n7\n8\n9\n10\n")
    out = " ".join(puzzle(f"mandala --links {circles}").out.split())
    assert "Of the 12 pairs of dice that differ by a single face, 2 are linked." in out


@pytest.mark.parametrize("more", ["1 7", "3l 3r"])
def test_a_drawing_that_no_dice_fit_has_no_solution(companion, asked, circles, more):
    circles.write_text(f"{DRAWING}{more}\n")
    ran = companion(f"boolean puzzle mandala --links {circles}")
    assert ran.code == 1
    assert "circles.txt has no solution by our interpretation" in ran.err
    assert "Traceback" not in ran.err
    told = asked(f"mandala --count --links {circles}")
    assert (told["possible"], told["assignments"]) == (False, 0)


@pytest.mark.rule("BO-235")
def test_eleven_circles_are_too_many(companion, circles):
    circles.write_text(f"{DRAWING}7 8\n")
    ran = companion(f"boolean puzzle mandala --links {circles}")
    assert ran.code == 2
    assert "circles.txt has 11 circles" in ran.err


def test_a_file_that_cannot_be_read_is_told(companion, tmp_path):
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9 b\n")
    for name, told in (
        ("nowhere.txt", "There is no file"),
        (".", "cannot be read"),
        ("latin.txt", "not in UTF-8: line 1"),
    ):
        ran = companion(f"boolean puzzle mandala --links {tmp_path / name}")
        assert ran.code in (1, 2)
        assert told in ran.err


# Pictures


@pytest.mark.parametrize(
    ("name", "squares", "boxes"), [("cube", 24, 8 + 16 + 8), ("big", 30, 9 + 12 + 9)]
)
def test_a_block_is_a_picture_with_the_names_of_its_dice(
    puzzle, asked, tmp_path, name, squares, boxes
):
    file = tmp_path / "block.svg"
    assert puzzle(f"{name} -o {file}").out == "The solution is in block.svg.\n"
    svg = ET.fromstring(file.read_bytes())
    assert len(list(svg.iter(f"{SVG}polygon"))) == squares
    assert len(list(svg.iter(f"{SVG}rect"))) == boxes + 1
    solution = asked(name)["solution"]
    shorts = [by_id()[each["die"]].short for each in solution for _ in each["shows"]]
    told = texts(svg)
    assert all(told.count(short) >= shorts.count(short) for short in shorts)
    polygons = list(svg.iter(f"{SVG}polygon"))
    whites = sum(colour == "white" for each in solution for colour in each["shows"].values())
    assert sum(polygon.get("fill") == "#ffffff" for polygon in polygons) == whites


def test_a_mandala_is_a_picture_with_its_links(puzzle, circles):
    ran = puzzle(f"mandala --links {circles} -o -")
    svg = ET.fromstring(ran.out)
    assert len(list(svg.iter(f"{SVG}circle"))) == 10
    assert len(list(svg.iter(f"{SVG}line"))) == 12
    assert {"4l", "3w-corner", "Mandala: circles.txt"} <= set(texts(svg))


def test_circles_are_written_into_the_picture_as_they_are(puzzle, circles):
    circles.write_text(DRAWING.replace("3l", "<&>"))
    svg = ET.fromstring(puzzle(f"mandala --links {circles} -o -").out)
    assert "<&>" in texts(svg)


def test_a_picture_is_written_for_programs_as_well(asked, tmp_path):
    file = tmp_path / "cube.svg"
    assert asked(f"cube -o {file}")["file"] == str(file)
    assert file.exists()


def test_no_play_and_no_group_come_of_it(puzzle, home):
    puzzle("cube --all")
    puzzle("mandala")
    assert not home.exists() or not list(home.rglob("*.json"))
