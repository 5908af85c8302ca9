"""The page on which a line is put together: every option can be tapped or typed into a control."""

import re
from html import unescape

import pytest

from companion import games
from companion.core.command import AnyVerb
from companion.core.param import Param
from tests.web.room import Served, served

STARTS = {
    "bwd": ("start", "bwd", "Ana", "Ben", "--set", "V1"),
    "blank": ("start", "blank", "Ana", "Ben", "--rules", "none"),
    "dicebox": ("start", "dicebox", "Ana", "Ben"),
    "lwd": ("start", "lwd", "Ana", "Ben"),
    "sheet": ("start", "sheet", "Heat", "Ana", "Ben"),
    **{
        f"boolean {variant}": (
            *("start", "boolean", "Ana", *([] if variant == "sort" else ["Ben"])),
            *("--game", variant),
        )
        for variant in games.game("boolean").within
    },
}
PROGRAM = ("finish --winner ", "undo --last ", "log --last ", "start bwd Ana Ben --set ")
SHEET = tuple(
    f"start sheet Heat Ana Ben {option} "
    for option in ("--target", "--rounds", "--count", "--team", "--decimals")
)


def page(table: Served, line: str) -> str:
    answer = table.get("/play/{}/say".format(table.get("/api/table").json["play"]) + query(line))
    assert answer.status == 200, line
    return answer.text


def query(line: str) -> str:
    return "?line=" + line.replace("+", "%2B").replace(" ", "+").replace("#", "%23")


def has_control(html: str) -> bool:
    return 'name="more"' in html or 'class="choice"' in html.partition('id="options-title"')[0]


def valued(verb: AnyVerb) -> list[Param]:
    return [it for it in verb.options if not it.is_flag and it.sort.name != "file"]


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_every_option_of_every_verb_has_a_control(start) -> None:
    with served(*start) as table:
        verbs = table.prompt.desk().open().game.verbs()
        heads = [(verb.name, verb) for verb in verbs.by_name.values()]
        heads += [
            (f"{group.name} {verb.name}", verb)
            for group in verbs.groups.values()
            for verb in group.by_name.values()
        ]
        lines = [f"{head} {it.name} " for head, verb in heads for it in valued(verb)]
        wanting = [line for line in lines if not has_control(page(table, line))]
        assert not wanting


def test_every_option_of_the_program_that_phones_may_use_has_a_control() -> None:
    with served() as table:
        assert [line for line in (*PROGRAM, *SHEET) if not has_control(page(table, line))] == []


def test_what_is_typed_into_the_control_is_the_next_word() -> None:
    with served() as table:
        html = page(table, "start sheet Heat Ana --count ")
        assert 'name="more"' in html
        html = table.get(
            "/play/bwd-1/say?line=start+sheet+Heat+Ana+--count+&more=Fields,Big+family"
        ).text
        line = unescape(re.findall(r'id="line" name="line" value="([^"]*)"', html)[0])
        assert line == 'start sheet Heat Ana --count "Fields,Big family" '


@pytest.mark.parametrize(
    ("line", "stands"),
    [("tag ana.1 points ", True), ("tag ana.1 ", False), ("roll ana.1=3 ", False)],
)
def test_a_line_is_said_to_stand_only_where_enter_takes_it(line, stands) -> None:
    with served("start", "bwd", "Ana", "Ben", "--set", "V1") as table:
        html = page(table, line)
        assert ("Ready to enter" in html) is stands
        assert (table.say(line).status == 200) is stands
