"""`--json`: one document on standard output, whatever the command; messages go elsewhere."""

import pytest

from companion.testing.documents import answer_mistakes

from .tree import Path, leaves, play_verbs

# One evening that uses every command: `test_file_formats.py` runs it. A new command needs a line,
# if it is no verb of a play: those answer with the table.
SCRIPT = """
group new Friday
group list
group new Attic
group use fri
group rename attic Cellar
player new Ana
player list
player use ana
player new Bob
player rename bob Ben
player new Bne
player merge bne Ben --yes
player split bne
player merge bne Ben --yes
player new Cho
player remove cho
start bwd Ana Ben --set 6-29 --target 20 --first ben
bwd deal
bwd add 17 --by ana --over erase --house "whatever was dealt"
bwd add 18 --by ana --house "whatever was dealt"
bwd add 19 20 --by ben --house "whatever was dealt"
bwd fill
bwd card set 17 --name Medkit --ward "erase it"
bwd card show 17
bwd card list
bwd card undo
bwd card redo
bwd card log
start bwd Ana Ben Cho
bwd tag ana.1 points
bwd tag ana.2 tag
bwd write ben.1 3 erase
bwd dot ben.1:3 2
bwd dash ben.1:3
bwd erase ben.1:erase
bwd replace ben.1:3 re-roll
bwd dice
bwd neutralize erase
bwd restore erase
bwd mark ana points:3
bwd unmark ana
bwd roll ana.1=3 ana.2=tag ben.1=blank ben.2=blank cho.1=blank cho.2=blank --skip
next
bwd resolve ana.1
bwd again ana
bwd steal ana ben 1
bwd pay ana 2
bwd claim ben
bwd swap ana.1 cho.2
score ana +3
score ben -2
first ben
first
first random
roll 2d6+1 4d6kh3 3dF d%
roll d20 --log
pass
table
undo
redo
log
lookup BWD-1
lookup --here
guide
guide bwd
ruling add "A covered ward does not ward" --on ward --agreed-by Ana
ruling list
ruling retire 1
ruling restore 1
finish --winner ben
plays
play show bwd-1
play add Heat ana=41 ben=38 --on yesterday --new
play edit told-1 --place Attic --winner ben --title Brass
play delete told-1
play restore told-1
play add "Skul King" ana=3 ben=1
play add "Skull King" ana=1 ben=2 --new
title rename "skul king" "Scull King"
title list
title merge scull skull --yes
title split "Scull King"
export -o plays.csv
import plays.csv
import --list
resume 1
blank box new Friday --mark ★ --owner Ana
blank box new Cellar --mark ♥
blank box set friday --suit hexagon=red
blank box list
blank box show
blank box use friday
blank rule add "If a 1 is played, then sing" --printed
blank rule add --trigger "a 2 is played" --target "all players" --effect sing --by Ana
blank rule edit 15 --effect dance
blank rule approve 15
blank rule ink 15
blank rule restore 15 1
blank rule retire 15 --why "too loud"
blank rule return 15
blank idea --seed 1
blank idea --seed 1 --propose 1 --by Ben
blank rule decline 16
blank rule show 15
blank rule list
blank rule export -o rules.csv
blank rule import rules.csv --check
blank card customise 4-hexagon sing --title Song --by Ben
blank card edit song --effect dance
blank card approve song
blank card ink song
blank card restore song 1
blank card retire song
blank card return song
blank card customise 1-circle ring --title Bell
blank card decline bell
blank card found 3-circle illustrated --title Fox
blank card show song
blank card list
blank mix friday cellar
blank unmix
deck mix friday cellar
blank unmix
deck list
deck show friday
deck history friday
deck print friday --card 15
deck print friday -o sheet.pdf
deck scan sheet.pdf
deck check friday sheet.pdf
deck labels friday --all -o label.png
deck labels friday --sheet L7163 --shift 0.5,-1 -o labels.svg
deck sheet list
deck sheet add Mine --like L7160 --left 7.5
deck sheet remove mine
deck export friday -o friday.json
deck import friday.json
deck receive friday.json
start blank Ana Ben Cho --rules 1 --top 3-circle
blank open 15
blank play ana 3-hexagon
blank swap-rule 15
blank draw
blank penalty ana --for missed-rule --called-by ben
blank top 5-shield
blank discard ana 1
blank give ana ben 1
blank hand ana 2
blank turn ana
blank reverse
blank skip
blank reshuffle
blank hand ana 0
blank win ana
blank rule add "If a 3 is played, then hop" --prize --approved
blank rule history 15
blank card history song
blank box story
blank box log
blank box undo
blank box redo
start dicebox Ana Ben Cho Dan
dicebox colors ana=red ben=blue cho=white dan=yellow
dicebox draft
dicebox draft red red blue
dicebox seed 3
dicebox roll ana r4 y2 b1 w1
dicebox turn ben --house "so"
dicebox place ben r4 d3
dicebox legal
dicebox board
dicebox board -o board.svg
dicebox tally
start sheet Heat Ana Ben --target 20
sheet row 3 4
sheet set --lowest
sheet leave ana
sheet join zoe
sheet win ben
start lwd Ana Ben Cho --wildcards --power
lwd round 3
lwd trigger ana 4 --extra
lwd guess ana 2x5
lwd challenge ben --there 1
lwd lose ana 2
lwd swap
lwd cards ben 5
lwd odds
boolean dice 3c
boolean which w b w
boolean split 7w 4w
boolean deduce bbbbb wbbwb
boolean puzzle mandala
start boolean Ana Ben
boolean call white right
boolean call roll
boolean illegal
boolean holds ben 3c
boolean mine ben
boolean clock ana 4:30 ben 5
boolean count ben 5
boolean count ana 5
boolean tie ana 3 ben 3
start boolean Ana Ben --game liar
boolean declare ana 3
boolean challenge ben
boolean lose ben
start boolean Ana Ben --game stack
boolean inverse ben --below wbw --seen bww
boolean stack
boolean fell ana
start boolean Ana Ben --game shut-the-box
boolean turn 3 2
boolean cross ana 0
boolean nudges ana 2
start boolean Ana
boolean sort 3c 2o 5
boolean sort
boolean sort
boolean sort
boolean sort
boolean bottoms 5 4
start boolean Ana Ben --game spy
boolean agency ana white 5 2
boolean agency ben black 4 2
boolean orders ana 2
boolean mission scout ben
boolean lost ben
boolean swap
boolean agents ben --desk 1
boolean out ben
group export -o friday.jsonl
group import friday.jsonl --as Copy
group import friday.jsonl --into fri
group sync . --group fri
group sync --group fri
stats
stats ana
stats ana ben
stats --game blank
play same 1 2
play apart 1 2
play same 1 2
play split 2
play keep
ratings
chart points bwd-2
chart wins --since 2025
chart ratings -o ratings.svg
chart growth friday
shell
formats
formats lwd odds
"""
LINES = [line for line in SCRIPT.splitlines() if line]


def command_of(line: str) -> Path:
    return max((path for path in leaves() if tuple(line.split()[: len(path)]) == path), key=len)


def test_the_script_runs_every_command():
    # `serve` goes on until somebody ends it: see `tests/web/test_serve.py`. `clock` reads keys at a
    # terminal: see `tests/table/plays/test_clock.py`.
    typed = {command_of(line) for line in LINES} | {("serve",), ("clock",)}
    assert set(leaves()) - typed <= play_verbs()


LOOKS = (
    *("table", "log", "plays", "play show", "stats", "stats ana", "ratings", "chart wins"),
    *(
        "lookup --here",
        "ruling list",
        "player list",
        "title list",
        "group list",
        "deck list",
        "import --list",
    ),
)
"""Lines that look at any play."""
OWN_LOOKS = {
    "bwd Ana Ben": ("bwd dice",),
    "blank Ana Ben": (),
    "dicebox Ana Ben": ("dicebox tally", "dicebox legal", "dicebox board"),
    "lwd Ana Ben": (),
    "boolean Ana Ben --game liar": ("boolean dice",),
    "boolean Ana": ("boolean dice",),
}
"""Lines that look at a play of a game, by how it begins."""


@pytest.mark.parametrize("begun", OWN_LOOKS)
def test_of_what_nobody_has_told_yet_every_look_keeps_its_format(companion, begun):
    """Just begun, with the only entry taken back, and abandoned."""
    companion.must(f"start {begun}")
    for step in ("table", "next", "undo", "finish --abandon"):
        companion(step)
        for line in (*LOOKS, *OWN_LOOKS[begun]):
            document = companion.must(f"{line} --json").json
            assert answer_mistakes(document, line.split()) == [], (step, line)


def test_an_entry_answers_with_the_table_the_number_of_the_entry_and_what_it_did(companion):
    companion.must("start bwd Ana Ben")
    document = companion("score ana +3 --json").json
    assert document["entry"] == 2
    assert len(document["did"]) == 1
    table = companion("table --json").json
    assert {key: document[key] for key in table} == table


def test_the_keys_of_the_table_are_those_that_scripts_rely_on(companion):
    companion.must("start bwd Ana Ben --first ben --target 20")
    companion.must("bwd tag ana.1 points")
    table = companion("table --json").json
    assert list(table)[:14] == [
        *("play", "group", "game", "title", "status", "round", "phase", "first_player"),
        *("turn", "players", "leaders", "winners", "todo", "entries"),
    ]
    assert table["players"] == [
        {"name": "Ana", "seat": 1, "score": 3},
        {"name": "Ben", "seat": 2, "score": 3},
    ]
    assert (table["target"], table["first_player"], table["entries"]) == (20, "Ben", 2)
    assert [die["id"] for die in table["dice"]] == ["ana.1", "ana.2", "ben.1", "ben.2", "common"]
    assert [face and face["icon"] for face in table["dice"][0]["faces"]] == [
        *("3", "-2", None, None, None, None)
    ]
    assert {"card": "Tag", "number": None, "state": "active", "under": None}.items() <= table[
        "tableau"
    ][0].items()


@pytest.mark.parametrize("line", ["bwd pay ana 9 --json", "--json", "table --json --play 9"])
def test_a_refusal_prints_no_document(companion, line):
    companion.must("start bwd Ana Ben")
    ran = companion(line)
    assert ran.code in (1, 2)
    assert ran.out == ""
    assert ran.err


def test_warnings_stay_out_of_the_document(companion):
    companion.must("start bwd Ana Ben")
    companion.must("bwd card set 17 --condition noon")
    ran = companion("bwd tag ana.1 17 --json")
    assert ran.err.startswith("! ")
    assert ran.json["entry"] == 2


def test_names_of_any_script_come_out_as_they_went_in(companion):
    companion.must("start bwd", "Ana", "李明", "Дмитрий", "👩‍👩‍👧")
    ran = companion("table --json")
    assert [who["name"] for who in ran.json["players"]] == ["Ana", "李明", "Дмитрий", "👩‍👩‍👧"]
    assert "李明" in ran.out


@pytest.mark.parametrize(
    "line",
    [
        "start --json bwd Ana Ben",
        "start bwd --json Ana Ben",
        "start bwd Ana Ben --json",
        "start --group home --json bwd Ana Ben",
        "start --target 13 bwd Ana Ben --json",
    ],
)
def test_options_may_stand_before_the_game_or_after_it(companion, line):
    companion.must("group new home")
    document = companion(line).json
    assert (document["game"], document["group"]) == ("bwd", "home")


def test_json_may_come_first_or_last_among_the_options(companion):
    for path in leaves():
        assert companion(" ".join([*path, "--json", "-h"])).code == 0, path
