"""Every command that writes, where it is typed, and the homes in which it is.

A command stands here with the lines that come before it; `READING` and `ENTRIES` name all others:
what only reads, and what makes one entry; but for verbs of plays, each of which makes one.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tests.bench.homes import SETUP

HOME = (
    "start lwd Ana Ben Cho",
    "finish --winner cho",
    "start dicebox Ana Ben",
    "dicebox colors ana=red ben=blue",
    'blank box new "Friday box" --mark ★ --owner Ana',
    'blank rule add "If a 1 is played, then sing" --printed',
    'blank rule add "If a shield is played, then clap" --by Ben --inked',
    'blank card customise 4-hexagon "draw two" --title Fox --by Cho --approved',
    "deck labels friday -o labels.html",
    'ruling add "A covered ward is none" --on ward --agreed-by Ana,Ben --game bwd',
    "import {files}/sheet.csv --same",
    *SETUP,
    "score ana +2",
    "finish --winner ana",
    'group new "Friday table"',
    "start bwd Ana Dan",
    "score dan +4",
    "finish",
    "start bwd Ana Dan",
    "score ana +1",
    "group use home",
    "start bwd Ana Ben",
    "score ana +3",
    "score ben +1",
)
"""Two groups with finished and live plays of several games, a box, a ruling, an import."""

ELSEWHERE = (
    "group use Friday",
    "score ana +2",
    "finish",
    "start lwd Ana Eve",
    "finish --winner eve",
    "group export Friday -o {files}/friday.jsonl",
    "export --as jsonl -o {files}/plays.jsonl",
    "group use home",
    'blank rule add "If a 6 is played, then bow" --by Ana --approved',
    "deck export friday -o {files}/friday-box.json",
    'blank box new "Cellar" --mark ♥ --owner Ben',
    'blank rule add "If a 2 is played, then hum" --printed --box cellar',
    "deck export cellar -o {files}/cellar.json",
    "blank rule export {files}/rules.csv --box cellar",
)
"""What happened on another device since, and what is brought from there."""

SHEET = """\
title,date,player,score
Catan,2024-05-01,Ana,10
Catan,2024-05-01,Ben,8
Azul,2024-05-02,Ana,50
Azul,2024-05-02,Cho,61
"""
MORE = """\
title,date,player,score
Catan,2024-06-01,Ana,9
Catan,2024-06-01,Ben,10
Azul,2024-06-02,Fay,50
Azul,2024-06-02,Gus,61
"""


class Attacked(NamedTuple):
    """A command that writes, and what comes before it; `lines` are what a shell reads."""

    name: str
    line: str
    before: Sequence[str] = ()
    lines: Sequence[str] = ()
    empty: bool = False
    """Whether it is typed where nothing ever was."""


_BLANK = ("start blank Ana Ben Cho",)
_WON = (*_BLANK, "blank win ana --empty")
_DECIDED = "import {files}/sheet.csv --same --wins most"
"""Updates the plays of an earlier import."""
_CELLAR = ("deck import {files}/cellar.json",)
_ZOE = ("start bwd Ana Zoe", "score zoe +1")
_HEAT = ("play add Heat ana=41 ben=38",)
_TWICE = ("start bwd Ana Ben", "score ana +9", "finish") * 2
_PARTED = (
    "group use Friday",
    "score ana +5",
    "group import {files}/friday.jsonl --into Friday --same",
)
_PRIZE = ('blank rule add "If a 3 is played, then hum" --prize', "blank rule approve 16")

ATTACKED = (
    Attacked("score", "score ana +3"),
    Attacked("first", "first ben"),
    Attacked("pass", "pass"),
    Attacked("start-drawn", "start bwd Ana Ben Dee --seats random --first random"),
    Attacked("roll-log", "roll 2d6 --log"),
    Attacked("next", "next"),
    Attacked("undo", "undo"),
    Attacked("redo", "redo", ("undo",)),
    Attacked("finish", "finish"),
    Attacked("finish-winner", "finish --winner ben"),
    Attacked("finish-abandon", "finish --abandon"),
    Attacked("finish-dice", "finish --winner ana", ("start bwd Ana Ben --dice kept",)),
    Attacked("undo-end", "undo", ("finish",)),
    Attacked("redo-end", "redo", ("finish", "undo")),
    Attacked("start", "start bwd Ana Ben Dee"),
    Attacked("start-again", "start bwd", ("start bwd Ana Ben",)),
    Attacked("start-kept", "start bwd Ana Ben --dice kept"),
    Attacked("start-blank", "start blank Ana Ben Cho"),
    Attacked("start-blank-prize", "start blank Ana Ben Cho", (*_WON, *_PRIZE)),
    Attacked("start-dicebox", "start dicebox Ana Ben"),
    Attacked("start-lwd", "start lwd Ana Ben Cho"),
    Attacked("start-boolean", "start boolean liar Ana Ben"),
    Attacked("start-sheet", "start sheet Heat Ana Ben --target 20 --lowest"),
    Attacked("sheet-row", "sheet row 12 21", ("start sheet Heat Ana Ben --target 20",)),
    Attacked("sheet-set", "sheet set --lowest", ("start sheet Heat Ana Ben",)),
    Attacked("finish-together", "finish --lost", ("start sheet Pandemic Ana Ben --coop",)),
    Attacked("start-first", "start bwd Ana Ben", empty=True),
    Attacked("start-in-group", "start bwd Ana Zoe --group Friday"),
    Attacked("resume", "resume dicebox"),
    Attacked("resume-finished", "resume lwd", ("player rename Cho Chloe",)),
    Attacked("play-add", "play add Heat ana=41 zoe=38 --on 2024-11-03"),
    Attacked("play-add-first", "play add Heat ana=41 ben=38", empty=True),
    Attacked("play-edit", 'play edit lwd-1 --place "Ben\'s" --minutes 30'),
    Attacked("play-edit-seats", "play edit lwd-1 --players Ana,Ben,Zoe"),
    Attacked("play-edit-told", "play edit import-1.1 --players ana=9,ben=8"),
    Attacked("play-delete", "play delete lwd-1"),
    Attacked("play-delete-told", "play delete told-1", ("play add Heat ana=41 ben=38",)),
    Attacked("play-restore", "play restore lwd-1", ("play delete lwd-1",)),
    Attacked("play-same", "play same bwd-5 bwd-6", _TWICE),
    Attacked("play-apart", "play apart bwd-5 bwd-6", _TWICE),
    Attacked("play-split", "play split bwd-6", (*_TWICE, "play same bwd-5 bwd-6")),
    Attacked("play-keep", "play keep bwd-2", _PARTED),
    Attacked("player-new", "player new Zoe"),
    Attacked("player-new-first", "player new Zoe", empty=True),
    Attacked("player-use", "player use ben"),
    Attacked("player-rename", "player rename Ana Anna"),
    Attacked("player-merge", "player merge Fay Cho --yes", ("player new Fay",)),
    Attacked("player-merge-played", "player merge Zoe Cho --yes", _ZOE),
    Attacked("player-split", "player split Zoe", (*_ZOE, "player merge Zoe Cho --yes")),
    Attacked("player-remove", "player remove Fay", ("player new Fay", "player use fay")),
    Attacked("title-rename", 'title rename heat "Heat: Pedal"', _HEAT),
    Attacked("title-merge", "title merge heat brass --yes", (*_HEAT, "play add Brass ana=1 ben=2")),
    Attacked("title-split", "title split heat", (*_HEAT, "title rename heat Brass")),
    Attacked("start-new-name", "start bwd Ana Bne --new"),
    Attacked("group-new", "group new Attic"),
    Attacked("group-new-first", "group new Attic", empty=True),
    Attacked("group-use", "group use Friday"),
    Attacked("group-rename", "group rename home Sunday"),
    Attacked("group-rename-other", 'group rename Friday "Saturday table"'),
    Attacked("group-import", "group import {files}/friday.jsonl", empty=True),
    Attacked("group-import-as", "group import {files}/friday.jsonl --as Other --same"),
    Attacked("group-import-into", "group import {files}/friday.jsonl --into Friday --same"),
    Attacked("group-import-home", "group import {files}/friday.jsonl --into home --same"),
    Attacked("import-csv", "import {files}/more.csv --same"),
    Attacked("import-csv-first", "import {files}/more.csv --same", empty=True),
    Attacked("import-jsonl", "import {files}/plays.jsonl --same"),
    Attacked("import-bgstats", "import {files}/bgstats.json --same"),
    Attacked("import-update", _DECIDED),
    Attacked("import-update-back", "import --undo 2", (_DECIDED,)),
    Attacked("import-take-back", "import --undo 1"),
    Attacked("import-bring-back", "import --redo 1", ("import --undo 1",)),
    Attacked("export-bgstats", "export -o all.bgsplay"),
    Attacked("ruling-add", 'ruling add "Blanks in Last, too" --on "blank face" --game bwd'),
    Attacked("ruling-add-first", 'ruling add "Once" --on ward --game bwd', empty=True),
    Attacked("ruling-retire", "ruling retire 1 --why no"),
    Attacked("ruling-restore", "ruling restore 1", ("ruling retire 1",)),
    Attacked("deck-take-new", "deck receive {files}/cellar.json --yes"),
    Attacked("deck-take-old", "deck receive {files}/friday-box.json --yes"),
    Attacked("deck-take-first", "deck receive {files}/cellar.json --yes", empty=True),
    Attacked("deck-import-new", "deck import {files}/cellar.json"),
    Attacked("deck-import-old", "deck import {files}/friday-box.json"),
    Attacked(
        "deck-labels",
        "deck labels friday --only changed -o labels.html",
        ("blank rule edit 15 --effect dance --by Ben", "blank rule approve 15"),
    ),
    Attacked("deck-labels-first", "deck labels bwd -o labels.html"),
    Attacked("deck-sheet-add", "deck sheet add Mine --like L7160 --left 7.5"),
    Attacked(
        "deck-sheet-remove",
        "deck sheet remove mine",
        ("deck sheet add Mine --like L7160 --left 7.5",),
    ),
    Attacked("deck-mix", "deck mix friday cellar", _CELLAR),
    Attacked("blank-copy-new", "blank box new Garage --mark ▲"),
    Attacked("blank-copy-new-first", "blank box new Garage --mark ▲", empty=True),
    Attacked("blank-copy-set", "blank box set friday --owner Ben"),
    Attacked("blank-copy-use", "blank box use cellar", _CELLAR),
    Attacked("blank-copy-undo", "blank box undo"),
    Attacked("blank-copy-redo", "blank box redo", ("blank box undo",)),
    Attacked("blank-mix", "blank mix friday cellar", _CELLAR),
    Attacked("blank-unmix", "blank unmix", (*_CELLAR, "blank mix friday cellar")),
    Attacked("blank-idea", "blank idea --seed 417"),
    Attacked("blank-idea-propose", "blank idea --seed 417 --propose 1"),
    Attacked("blank-rule-add", 'blank rule add "If a 3 is played, then whistle" --printed'),
    Attacked(
        "blank-rule-open", 'blank rule add "If a 3 is played, then hum" --printed --open', _BLANK
    ),
    Attacked("blank-open", "blank open 1 --instead", _BLANK),
    Attacked("blank-rule-import", "blank rule import {files}/rules.csv"),
    Attacked("blank-rule-prize", 'blank rule add "If a 3 is played, then whistle" --prize', _WON),
    Attacked(
        "blank-card-prize", 'blank card customise 2-circle "draw one" --title Owl --prize', _WON
    ),
    Attacked("blank-idea-prize", "blank idea --seed 417 --propose 1 --prize", _WON),
    Attacked(
        "blank-prize-again",
        'blank rule add "If a 4 is played, then hop" --prize --box cellar',
        (
            *_CELLAR,
            "blank mix friday cellar",
            *_WON,
            'blank rule add "If a 3 is played, then hum" --prize --box friday',
        ),
    ),
    Attacked("blank-win", "blank win ana --empty", _BLANK),
    Attacked("bwd-card-set-first", "bwd card set 17 --name Medkit"),
    Attacked("bwd-card-set", "bwd card set 18 --name Mop", ("bwd card set 17 --name Medkit",)),
    Attacked("bwd-card-undo", "bwd card undo", ("bwd card set 17 --name Medkit",)),
    Attacked("bwd-card-redo", "bwd card redo", ("bwd card set 17 --name Medkit", "bwd card undo")),
    Attacked("bwd-tag", "bwd tag ana.1 points"),
    Attacked("shell", "shell", lines=("score ana +2", "finish", "player new Zoe")),
)

READING = frozenset(
    (
        *("table", "log", "plays", "play show", "stats", "ratings", "lookup", "guide", "formats"),
        *("chart points", "chart wins", "chart ratings", "chart growth"),
        *("ruling list", "player list", "title list", "group list", "group export"),
        *("deck list", "deck show", "deck history", "deck print", "deck check", "deck scan"),
        *("deck export", "deck sheet list"),
        *("bwd card show", "bwd card list", "bwd card log"),
        *("blank hand", "blank box show", "blank box list", "blank box log", "blank box story"),
        *("blank rule show", "blank rule history", "blank rule list", "blank rule export"),
        *("blank card show", "blank card history", "blank card list"),
        *("dicebox legal", "dicebox board", "dicebox tally", "lwd cards", "lwd odds"),
        *("boolean which", "boolean nudges", "boolean puzzle"),
    )
)
"""What changes nothing."""

ENTRIES = {
    "sheet": "join",
    "blank rule": "edit approve decline ink retire return restore",
    "blank card": "found edit approve decline ink retire return restore",
    "boolean": "dice split deduce",
}
"""Verbs of the shelf that make one entry in a box or in the play, as `blank box set` and `score`
do, or none at all. Verbs that make an entry in a play, all of them do so."""

UNENDING = frozenset(("serve", "clock"))
"""What runs for as long as nobody ends it: what runs the others; and what reads keys at a terminal,
and then makes an entry as `score` does."""

OF_A_FOLDER = frozenset(("group sync",))
"""What writes outside the home, too: killed in `tests/table/groups/test_sync_killed.py`."""
