"""Where each enters for oneself (`serve --entries own`): whose entry a line is, in every game.

What somebody else types is refused before anything else is looked at, and no page leads to it.
"""

import re
from contextlib import contextmanager
from html import unescape
from urllib.parse import unquote_plus

import pytest

from companion.cli.phones import OPEN
from companion.store.base import LogRef
from companion.testing.plays import recorded
from companion.testing.store import TemporaryStore
from companion.web.entries import Rights
from companion.web.gate import Rates
from tests.contract.players import PLAYERS
from tests.marbles import PACKAGE
from tests.site import installed
from tests.web.room import Served, served

OWN = Rights(own=True)
NOT_YOURS = "At this table each enters for oneself"
THAT_PHONE = "are entered on that player's phone"
BWD = ("start", "bwd", "Ana", "Ben", "--set", "V1")
TAKEN = (*BWD, "then", "bwd claim ana")
MAIN = (*BWD, "then", "bwd write ana.1 3", "next", "next")
BLANK = ("start", "blank", "Ana", "Ben")
DICEBOX = ("start", "dicebox", "Ana", "Ben")
LWD = ("start", "lwd", "Ana", "Ben")
SHEET = ("start", "sheet", "Whist", "Ana", "Ben", "Cho")
TEAMS = (*SHEET, "Dan", "--team", "reds=ana,ben", "--team", "blues=cho,dan")
WBR = ("start", "boolean", "Ana", "Ben", "--first", "ana")
LIAR = (*WBR, "--game", "liar")
BOX = (*WBR, "--game", "shut-the-box")
STACK = (*WBR, "--game", "stack")
SPY = (*WBR, "--game", "spy")
MARBLES = ("start", "marbles", "Ana", "Ben")
FORMED = ("agency ana white 5 2", "agency ben black 4 2", "orders 3")
WHOSE = {
    BWD: {
        "Ana": ("score ana +2", "tag ana.1 re-roll", "write ana.1 tag", "steal ana ben 1"),
        "Ben": ("ben +1", "erase ben.1:tag", "pay ben 1", "mark ben score", "roll ben.1=tag"),
        "": (
            *("score ana +1 ben -1", "swap ana.1 ben.1", "roll --virtual", "deal", "fill"),
            *("next --skip", "next --house x"),
            *("add 45 --by ben --house x", "tag ben.1 3 --house x"),
            *("finish", "finish --winner ben", "play edit bwd-1 --comment x", "play delete bwd-1"),
            *("start lwd Ana Ben", "resume bwd-1", "ruling add x --on tag", "player new Zoe"),
            "bwd card set 45 --name Nine",
        ),
        "Ana Ben": ("next",),
    },
    TAKEN: {"Ana": ("claim ana", "tag common 3"), "": ("claim ben", "claim ben common")},
    MAIN: {
        "Ana": ("add 45 --by ana", "next"),
        "": ("add 45 --by ben", "resolve ana.1 --points ben=1", "tag ana.1 3 --put 3=ben.1:1=1"),
    },
    BLANK: {
        "Ana": (
            *("play 3-circle", "draw", "draw ana 2 --house x", "give ana ben"),
            "penalty ana missed-rule",
        ),
        "Ben": ("draw ben", "hand ben 3", "penalty ben missed-rule --by ana", "skip ben"),
        "": (
            *("win", "win ana", "win ben --empty", "penalty ana ben --for missed-rule"),
            *("skip ben --house x", "play ben 3-circle --house x", "draw ben --house x"),
        ),
    },
    DICEBOX: {
        "Ana": ("place red:3 c3", "place ana red:3 c3", "roll ana r4", "turn ben"),
        "Ben": ("place ben red:3 c3", "roll ben r1"),
        "": ("colors ana=red ben=blue", "roll --virtual", "tally red=1 blue=2", "draft"),
    },
    LWD: {
        "Ana": ("guess 3x5", "guess ana 3x5", "lose ana 2", "cards ana 3"),
        "Ben": (
            *("guess ben 3x5", "challenge ben", "lose ben 2", "swap ben"),
            "trigger ben --extra --to ana",
        ),
        "": ("lose 2", "guess ben 3x5 --house x"),
    },
    SHEET: {
        "Ana": ("row ana=3", "score ana +3", "leave ana"),
        "Ben": ("row 1 ben=3", "row ben 3"),
        "": ("row ana=3 ben=4", "row 3 4 5", "win ana", "set --target 5", "join Zoe"),
    },
    TEAMS: {
        "Ana": ("leave ana", "first ben", "pass"),
        "Ben": ("leave ben",),
        "Ana Ben": ("row reds=3", "row ana=3", "score ana +1", "score reds +3"),
        "": ("row blues=3",),
    },
    WBR: {
        "Ana": ("call ana white wrong", "holds ana 5w", "call ana white right --die 5w"),
        "Ben": (
            "call white right",
            "call white right --die 5w",
            "illegal",
            "holds ben 5w",
            "count ben 3",
        ),
        "": ("count ana 3 ben 4", "tie ana 3 ben 2", "clock ana 0:01 ben 0:01"),
    },
    LIAR: {
        "Ana": ("declare 3", "declare ana 3", "lose ana", "lose ana --to ben", "holds ana 5w"),
        "Ben": ("declare ben 3", "lose ben", "lose ben --die 5w", "challenge ben"),
    },
    BOX: {
        "Ana": ("turn ana 3", "cross ana 3", "nudges ana 2"),
        "Ben": ("turn ben 3", "turn ben 3 --leave ben", "cross ben 3"),
        "": ("turn 3 2", "cross ana 3 ben 2", "turn ana 3 --leave ben"),
    },
    STACK: {
        "Ana": ("stack white", "fell ana"),
        "Ben": ("stack ben white", "fell ben"),
        "": ("challenge ben bluff --house x",),
    },
    SPY: {
        "Ana": ("agency ana white 5 2", "out ana", "mission ana rest"),
        "Ben": ("agency ben black 4 2", "lost ben", "mission ben rest"),
    },
    MARBLES: {
        "Ana": ("take ana red", "give ana red --to ben", "tuck ana 3", "cover ana --under hat"),
        "Ben": ("take ben red", "swap ben red=blue", "tuck ben 3"),
        "": ("box name red Ruby", "finish"),
    },
}
"""Lines of every game, by those on whose phones they may be entered."""
BEFORE = {
    DICEBOX: ("colors ana=red,yellow ben=blue,white", "roll --virtual", "seed 3"),
    LIAR: ("declare 3",),
    SPY: FORMED,
    SHEET: ("row 5 5 5",),
}
"""What is entered first where there would be little to tap."""


@contextmanager
def at_table(start, site, monkeypatch):
    """A table at which each enters for oneself: its phones, by the names of those who sit there."""
    package = PACKAGE if start is MARBLES else {}
    begun, then = start, ()
    if "then" in start:
        begun, then = start[: start.index("then")], start[start.index("then") + 1 :]
    with installed(site, monkeypatch, package), served(*begun, rights=OWN) as table:
        for line in then:
            table.typed(*line.split())
        yield table, {name: table.phone(name) for name in ("Ana", "Ben", "")}


def kept(store):
    """All that is kept of the group."""
    refs = [
        LogRef("home", kind, log)
        for kind in ("plays", "copies")
        for log in store.log_ids("home", kind)
    ]
    return dict(store.read_group("home")), {ref: store.read_log(ref) for ref in refs}


def is_not_theirs(answer):
    return answer.status == 422 and (NOT_YOURS in answer.problem or THAT_PHONE in answer.problem)


@pytest.mark.parametrize("start", WHOSE, ids=" ".join)
def test_a_line_is_entered_on_the_phone_of_those_whose_it_is(start, tmp_path, monkeypatch):
    for whose, lines in WHOSE[start].items():
        for line in lines:
            with at_table(start, tmp_path, monkeypatch) as (table, phones):
                before = kept(table.store)
                for name in sorted(phones, key=lambda name: name in whose.split()):
                    refused = is_not_theirs(table.say(line, phones[name]))
                    assert refused != (name in whose.split()), f"{name or 'nobody'}: {line}"
                    assert not refused or kept(table.store) == before


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_a_phone_without_a_seat_changes_nothing(player, monkeypatch):
    """Whatever the prompt offers, in the middle of a play."""
    monkeypatch.setattr(Rates, "allow", lambda *who: True)
    play = recorded(player, 0)
    store = TemporaryStore()
    store.create_group("home", {"current": play.ref.id, "live": [play.ref.id]})
    store.create_log(play.ref, play.logs[len(play.logs) // 2].events)
    with Served(store, OWN) as table:
        before, phone = kept(store), table.phone()
        words = [offer.word for offer in table.prompt.offers("", None)[1]]
        for word in dict.fromkeys([*words, *OPEN]):
            _, behind = table.prompt.offers(f"{word} ", None)
            for line in (word, *(f"{word} {offer.word}" for offer in behind[:5])):
                table.say(line, phone)
                assert kept(store) == before, line


def led_to(html):
    """The lines to which a page leads: on buttons, put together of what is chosen, or begun."""
    lines = re.findall(r'name="line"[^>]* value="([^"]*)"', html)
    lines += re.findall(r'data-line="([^"]*)"', html)
    begun = re.findall(r'href="[^"]*/say\?line=([^"]*)"', html)
    lines = [unescape(line) for line in lines] + [unquote_plus(unescape(line)) for line in begun]
    return [line for it in lines if (line := re.sub("[{}]", "", it).strip())]


@pytest.mark.parametrize("start", WHOSE, ids=" ".join)
def test_no_page_leads_to_what_somebody_else_enters(start, tmp_path, monkeypatch):
    monkeypatch.setattr(Rates, "allow", lambda *who: True)
    with at_table(start, tmp_path, monkeypatch) as (table, phones):
        for line in BEFORE.get(start, ()):
            table.typed(*(["boolean"] if "boolean" in start else [start[1]]), *line.split())
        play = table.prompt.desk().open().ref

        def entries():
            return len(table.store.read_log(play))

        for name, phone in phones.items():
            pages = [f"/play/{play.id}{more}" for more in ("", "/live", "/log", "/say", "/report")]
            pages += ["/board", "/more", "/plays", "/rulings"]
            lines = [line for page in pages for line in led_to(table.get(page, phone=phone).text)]
            assert lines or not name
            alike = {tuple(line.split()[:2]): line for line in lines}
            for line in alike.values():
                before = entries()
                answer = table.say(line, phone)
                assert not is_not_theirs(answer), f"{name or 'nobody'} is led to: {line}"
                if entries() > before and table.say("undo", phone).status != 200:
                    table.typed("undo")


def test_what_the_keyboard_took_back_is_entered_again_there():
    with served(rights=OWN) as table:
        ben = table.phone("Ben")
        table.say("ben +1", ben)
        table.typed("undo")
        assert is_not_theirs(table.say("redo", ben))
        table.typed("redo")
        for line in ("undo", "redo"):
            assert table.say(line, ben).status == 200, line


def test_a_page_is_a_command_of_the_program_whatever_the_verbs_of_the_game():
    with served(*BLANK, rights=OWN) as table:
        page = table.get("/play/blank-1/report", phone=table.phone("Ben")).text
        assert "As it stands" in page
        assert "is called" not in page


def test_a_refusal_asks_only_those_for_a_house_rule_who_may_name_one():
    with served(*BLANK, rights=OWN) as table:
        table.typed("blank", "top", "3-circle")
        for name, line in (("Ana", "play 4-shield"), ("Ben", "play ben 3-shield")):
            answer = table.say(line, table.phone(name), html=True).json
            assert answer["error"]["rule"]
            assert ('name="house"' in answer["html"]) == (name == "Ana")


def test_no_page_takes_anything_back_where_only_the_keyboard_does():
    with served(rights=Rights(keeps_past=True)) as table:
        table.typed("score", "ana", "+1")
        for path in ("/play/bwd-1", "/play/bwd-1/log", "/play/bwd-1/say"):
            lines = led_to(table.get(path, phone=table.phone()).text)
            assert not [line for line in lines if line.split()[0] in ("undo", "redo")]


@pytest.mark.parametrize(
    "line",
    [
        *("boolean -- mine ana", "companion boolean -- mine ana", "boolean -- holds ana 2o"),
        *("boolean -- puzzle mandala --links /etc/hostname", "play -- delete boolean-1"),
        *("chart -- wins -o wins.svg", "-- boolean mine ana", "boolean --json mine ana"),
    ],
)
@pytest.mark.parametrize("rights", [Rights(), OWN])
def test_nothing_in_front_of_a_command_leads_past_who_may_enter_it(line, rights):
    with served(*LIAR, rights=rights) as table:
        ana, ben = table.phone("Ana"), table.phone("Ben")
        assert table.say("holds ana 1w 3w-c", ana).status == 200
        before = table.room.prompt.desk().open().log.events
        for phone in (ben, table.phone()):
            answer = table.say(line, phone, html=True)
            assert answer.status in (403, 422), answer.text
            assert "3w-corner" not in answer.text
        assert table.room.prompt.desk().open().log.events == before


def test_a_seat_goes_by_the_play_at_hand_whatever_older_one_is_looked_at():
    with served("start", "bwd", "Ana", "Ben") as table:
        table.typed("player", "rename", "Ana", "Anna")
        table.typed("start", "bwd", "Ana", "Ben", "--new")
        ana = table.phone("Ana")
        table.get("/play/bwd-1", phone=table.phone("Ben"))
        assert table.say("ana +1", ana, play="bwd-1").status in (200, 403, 404, 422)
        assert ana.name == "Ana"


@pytest.mark.parametrize("rights", [Rights(keeps_past=True), OWN], ids=["past", "own"])
def test_a_play_that_is_over_is_corrected_at_the_keyboard(rights):
    with served(*SHEET, rights=rights) as table:
        ben = table.phone("Ben")
        table.typed("sheet", "row", "ana=3", "cho=1")
        assert table.say("row 1 ben=2", ben).status == 200
        table.typed("finish")
        for line in ("row 1 ben=99 --play sheet-1", "win ben --play sheet-1"):
            assert table.say(line, ben).status in (403, 422)
        table.typed(*SHEET)
        for line in ("row 1 ben=99 --play sheet-1", "undo 3 --play sheet-1"):
            assert table.say(line, ben).status in (403, 422)
            assert table.say(line, ben, play="sheet-1").status in (403, 422)
        assert table.room.prompt.desk("sheet-1").open().state.winners == (0,)
