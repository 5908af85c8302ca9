"""What comes in: taken once, under the names that people have here, and taken back again."""

import json

import pytest

from companion.core.log import Log
from companion.core.record import Part, PlayRecord
from companion.errors import Ambiguous, Conflict, Corrupt, Invalid, NotFound, Refused
from companion.exchange import import_log, limits
from companion.exchange.parsed_plays import BG_STATS, OWN_SOURCE, ParsedPlays
from companion.store.base import LogRef
from companion.table.exchange import export, import_plan, imports, views
from companion.table.groups import players, titles
from companion.table.history.filters import Choice
from companion.table.history.finished_plays import History
from companion.table.logged.addition import PlayDetails
from companion.table.logged.correction import Edit, edit_play
from companion.table.logged.what_counts import delete_play
from companion.table.plays import enter, start
from tests.exchange.plays import uid

ANA, BEN = "11111111-1111-4111-8111-00000000000a", "11111111-1111-4111-8111-00000000000b"


def play(number: int = 1, names=("Ana", "Ben"), **more) -> PlayRecord:
    """A play of Catan that somebody told."""
    told = PlayRecord(
        uid=uid(number),
        play="",
        game="",
        title="Catan",
        called="Catan",
        started="2024-05-01T18:00:00Z",
        ended=f"2024-05-{number:02}T19:30:00Z",
        minutes=90,
        rounds=None,
        parts=tuple(Part(name, 10 - seat, not seat) for seat, name in enumerate(names)),
        source=BG_STATS,
    )
    return told._replace(**more)


def coming(*plays: PlayRecord, people=None, source=BG_STATS, ours=None) -> ParsedPlays:
    """A file of BG Stats with these plays."""
    names = dict.fromkeys(part.name for one in plays for part in one.parts)
    ids = {"Ana": ANA, "Ben": BEN} if people is None else people
    known = {name: ids.get(name, "") for name in names}
    return ParsedPlays(source, plays, known, {}, 0, ours or {})


def take(desks, told: ParsedPlays, maps=(), same=False, file="export.json"):
    """Import it, as the command does; the answer's document."""
    desk = desks()
    plan = import_plan.planned(desk, file, told, maps, same)
    views.require_answers(plan)
    reply = views.import_reply(desk, plan, done=True).settled(as_json=True)
    import_plan.carry_out(desk, plan)
    return reply.document()


def told(desks) -> list[PlayRecord]:
    return list(History(desks()).finished)


def names(desks) -> list[str]:
    return [one["name"] for one in players.list_players(desks()).document()["players"]]


def finished_play(desks, *who: str) -> PlayRecord:
    """A play that was followed here, to its end."""
    start.start(desks(), "bwd", list(who), None, {})
    for name in who:
        enter.score(desks(), [name, "+1"])
    enter.finish(desks(), [who[0]], abandon=False)
    return told(desks)[-1]


# New and known


def test_what_is_new_is_here_and_so_are_the_people(desks):
    document = take(desks, coming(play(1), play(2, ("Ana", "Cho"))))
    assert (document["new"], document["known"], document["import"]) == (2, 0, "import-1")
    assert [(one.play, one.title, one.winners) for one in told(desks)] == [
        ("import-1.1", "Catan", ("Ana",)),
        ("import-1.2", "Catan", ("Ana",)),
    ]
    assert names(desks) == ["Ana", "Ben", "Cho"]


def test_twice_the_same_adds_nothing(desks):
    take(desks, coming(play()))
    document = take(desks, coming(play()))
    assert (document["new"], document["known"], document["import"]) == (0, 1, None)
    assert len(told(desks)) == 1
    assert imports.list_imports(desks()).document()["imports"][0]["import"] == "import-1"


def test_what_is_called_otherwise_here_has_not_changed_there(desks):
    take(desks, coming(play()))
    titles.rename_title(desks(), "Catan", "The Settlers")
    assert take(desks, coming(play()))["updated"] == []
    (update,) = take(desks, coming(play(place="Attic")))["updated"]
    assert [it.partition(",")[0] for it in update["what"]] == ["Attic"]
    assert told(desks)[0].title == "The Settlers"


def points(told: PlayRecord, ana: int, ben: int) -> PlayRecord:
    """That play with other points, in which Ana has won."""
    return told._replace(parts=(Part("Ana", ana, True), Part("Ben", ben)))


CHANGES = {
    "game": ({"title": "Go", "called": "Go"}, "Go, before Catan"),
    "date": (
        {"started": "2024-04-30T22:00:00Z", "ended": "2024-04-30T23:30:00Z"},
        "2024-04-30 22:00, before 2024-05-01 18:00",
    ),
    "minutes": ({"minutes": None}, "unknown min, before 90"),
    "place": ({"place": "Attic"}, "Attic, before no place"),
    "comment": ({"comment": "Loud."}, "another comment"),
    "starter": ({"parts": (Part("Ana", 10, True, True), Part("Ben", 9))}, "Ana began"),
    "role": ({"parts": (Part("Ana", 10, True), Part("Ben", 9, role="Cook"))}, None),
    "players": ({"parts": (Part("Ana", 10, True), Part("Cho", 9))}, "Cho played"),
    "points": ({"parts": (Part("Ana", 12, True), Part("Ben", 9))}, "Ana 12, before 10"),
    "winner": ({"parts": (Part("Ana", 10), Part("Ben", 9, True))}, "Ana did not win"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_play_that_changed_there_is_updated_and_says_in_what(desks, what):
    changed, words = CHANGES[what]
    take(desks, coming(play()))
    (before,) = told(desks)
    document = take(desks, coming(play(**changed)))
    assert (document["new"], document["known"], document["import"]) == (0, 1, "import-2")
    ((update,),) = ([it["what"] for it in document["updated"]],)
    assert words is None or words in update
    (newest, _) = imports.list_imports(desks()).document()["imports"]
    assert (newest["plays"], newest["updated"]) == (0, 1)
    (after,) = told(desks)
    names = ("title", "started", "ended", "minutes", "place", "comment", "parts")
    wanted = play(**changed)
    assert [getattr(after, key) for key in names] == [getattr(wanted, key) for key in names]
    assert take(desks, coming(play(**changed)))["updated"] == []
    imports.take_back(desks(), "import-2")
    assert told(desks) == [before]
    imports.bring_back(desks(), "import-2")
    assert told(desks) == [after]


def test_what_is_known_stays_as_it_is_where_somebody_says_so(desks):
    take(desks, coming(points(play(), 10, 8)))
    desk = desks()
    plan = import_plan.planned(desk, "x.json", coming(points(play(), 12, 8)), keep=True)
    assert (plan.updates, [it.what for it in plan.otherwise]) == ([], [["Ana 12, here 10"]])


def test_what_was_put_right_here_is_not_overwritten_and_both_are_shown(desks):
    take(desks, coming(points(play(), 10, 8)))
    edit_play(desks(), "import-1.1", Edit(PlayDetails(place="Attic"), players="ana=11,ben=8"))
    document = take(desks, coming(points(play(place="Kitchen", comment="Loud."), 12, 8)))
    assert document["otherwise"] == [
        {
            "play": "import-1.1",
            "new": None,
            "what": ["Kitchen, here Attic", "Ana 12, here 11"],
        }
    ]
    assert [it["what"] for it in document["updated"]] == [["another comment"]]
    (after,) = told(desks)
    assert (after.place, after.comment, after.parts[0].score) == ("Attic", "Loud.", 11)


def test_a_play_that_is_gone_there_is_deleted_here_until_it_is_back(desks):
    take(desks, coming(play(1), play(2)))
    gone = coming(play(2))._replace(gone={uid(1): "ignored in BG Stats"})
    document = take(desks, gone)
    assert [(it["play"], it["what"]) for it in document["updated"]] == [
        ("import-1.1", ["ignored in BG Stats there"])
    ]
    assert [one.play for one in told(desks)] == ["import-1.2"]
    assert take(desks, gone)["updated"] == []
    assert take(desks, coming(play(1), play(2)))["updated"][0]["what"] == ["counts again"]
    assert len(told(desks)) == 2
    imports.take_back(desks(), "3")
    imports.take_back(desks(), "2")
    assert len(told(desks)) == 2


def test_a_play_that_was_deleted_here_stays_so(desks):
    take(desks, coming(play(1), play(2)))
    delete_play(desks(), "import-1.1")
    assert take(desks, coming(play(1, place="Attic"), play(2)))["updated"] == []
    assert [one.play for one in told(desks)] == ["import-1.2"]


def test_players_keep_their_names_of_today_where_a_play_is_updated(desks):
    take(desks, coming(play()))
    players.rename_player(desks(), "Ana", "Anabel")
    document = take(desks, coming(points(play(), 12, 8)))
    assert [it["what"] for it in document["updated"]] == [
        ["Anabel 12, before 10", "Ben 8, before 9"]
    ]
    assert told(desks)[0].parts == (Part("Anabel", 12, True), Part("Ben", 8))
    assert names(desks) == ["Anabel", "Ben"]


def test_what_was_corrected_in_a_sheet_is_named_beside_what_it_was(desks):
    first, second = (points(play(number, source=OWN_SOURCE), 10, 8) for number in (1, 2))
    take(desks, coming(first, second, source=OWN_SOURCE))
    fixed = points(first._replace(uid=uid(3)), 10, 9)
    assert take(desks, coming(fixed, second, source=OWN_SOURCE), same=True)["otherwise"] == [
        {"play": "import-1.1", "new": "import-2.1", "what": ["Ben 9, here 8"]}
    ]


def test_two_that_stand_in_one_sheet_are_two_however_alike_they_are(desks):
    first = points(play(1, source=OWN_SOURCE), 10, 8)
    take(desks, coming(first, source=OWN_SOURCE))
    beside = points(first._replace(uid=uid(3)), 10, 9)
    assert not take(desks, coming(first, beside, source=OWN_SOURCE), same=True)["otherwise"]


def test_what_is_new_in_a_longer_file_comes_on_top(desks):
    take(desks, coming(play(1)))
    document = take(desks, coming(play(1), play(2)))
    assert (document["new"], document["known"], document["import"]) == (1, 1, "import-2")
    assert len(told(desks)) == 2


def test_without_anything_new_nobody_new_comes(desks):
    take(desks, coming(play(1)))
    take(desks, coming(play(1, ("Ana", "Ben"))), file="again.json")
    assert names(desks) == ["Ana", "Ben"]


def test_who_is_anonymous_is_no_player_of_the_group(desks):
    strangers = ("Ana", "Anonymous player", "Anonymous player 2")
    take(desks, coming(play(1, strangers))._replace(people={"Ana": ANA}))
    assert names(desks) == ["Ana"]
    assert [part.name for part in told(desks)[0].parts] == [*strangers]


# Who is who


def test_a_name_that_somebody_here_has_is_asked_about(desks):
    finished_play(desks, "Ana", "Dan")
    with pytest.raises(Refused, match="Ana is in this file and in the group") as problem:
        take(desks, coming(play()), file="my export.json")
    assert "`companion import 'my export.json' --map \"Ana=Ana\"`" in problem.value.hint
    assert names(desks) == ["Ana", "Dan"]
    assert len(told(desks)) == 1


def test_several_names_are_named(desks):
    finished_play(desks, "ana", "ben")
    with pytest.raises(Refused, match=r"Ana and Ben are in this file and .* are they the same"):
        take(desks, coming(play()))


@pytest.mark.parametrize("how", [{"same": True}, {"maps": ["Ana=ana", "Ben=Ben"]}])
def test_the_same_person_keeps_the_name_of_here(desks, how):
    finished_play(desks, "ana", "Ben")
    take(desks, coming(play()), **how)
    assert names(desks) == ["ana", "Ben"]
    assert [part.name for part in told(desks)[0].parts] == ["ana", "Ben"]


def test_somebody_else_gets_another_name(desks):
    finished_play(desks, "Ana", "Dan")
    document = take(desks, coming(play()), maps=["ana=Ana from work"])
    assert names(desks) == ["Ana", "Dan", "Ana from work", "Ben"]
    assert [part.name for part in told(desks)[0].parts] == ["Ana from work", "Ben"]
    assert document["players"][0] == {"name": "Ana", "called": "Ana from work", "new": True}


def test_what_was_answered_is_not_asked_again_not_even_after_a_new_name(desks):
    finished_play(desks, "Ana", "Dan")
    take(desks, coming(play(1)), maps=["Ana=Ana B"])
    players.rename_player(desks(), "Ana B", "Anabel")
    take(desks, coming(play(1), play(2)))
    assert [part.name for one in told(desks)[:2] for part in one.parts] == [
        *("Anabel", "Ben", "Anabel", "Ben")
    ]
    assert names(desks) == ["Ana", "Dan", "Anabel", "Ben"]


def test_of_plays_that_are_known_nobody_is_asked(desks):
    take(desks, coming(play(1), people={}))
    assert take(desks, coming(play(1)))["known"] == 1
    finished_play(desks, "Ana", "Cho")
    with pytest.raises(Refused, match="Ana and Cho are in this file"):
        take(desks, coming(play(1), play(2, ("Ana", "Cho"))))


def test_a_former_name_is_asked_about_too(desks):
    finished_play(desks, "Ana", "Dan")
    players.rename_player(desks(), "Ana", "Anna")
    with pytest.raises(Refused, match="Ana is in this file") as problem:
        take(desks, coming(play()))
    assert '--map "Ana=Anna"' in problem.value.hint
    take(desks, coming(play()), maps=["Ana=Anna"])
    assert "Anna" in told(desks)[0].winners


def test_nobody_else_can_have_a_former_name(desks):
    finished_play(desks, "Ana", "Dan")
    players.rename_player(desks(), "Ana", "Anna")
    with pytest.raises(Ambiguous, match="Anna was called Ana before"):
        take(desks, coming(play()), maps=["Ana=Ana"])


def test_two_who_played_against_each_other_cannot_be_one(desks):
    with pytest.raises(Refused, match="Ana and Ben would both be Zoe here"):
        take(desks, coming(play()), maps=["Ana=Zoe", "Ben=Zoe"])
    assert names(desks) == []


def test_in_files_of_our_own_group_nobody_is_asked_about(desks):
    finished_play(desks, "Ana", "Ben")
    ours = [one._replace(source=OWN_SOURCE) for one in told(desks)]
    document = take(desks, coming(*ours, play(2), source=OWN_SOURCE))
    assert (document["new"], document["known"]) == (1, 1)
    assert names(desks) == ["Ana", "Ben"]


def test_in_files_of_another_group_it_is_asked(desks):
    finished_play(desks, "Ana", "Ben")
    with pytest.raises(Refused, match="Ana and Ben are in this file"):
        take(desks, coming(play(2), source=OWN_SOURCE))


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("Ana", Invalid, "two names"),
        ("Zoe=Ana", NotFound, "No player in the file is named “Zoe”"),
        ("Ana=", Invalid, "needs a name"),
    ],
)
def test_answers_that_make_no_sense_are_named(desks, text, kind, why):
    with pytest.raises(kind, match=why):
        take(desks, coming(play()), maps=[text])


def test_a_name_may_hold_the_sign_between_two_names(desks):
    take(desks, coming(play(1, ("A=B", "Ben"))), maps=["A=B=Abe"])
    assert names(desks) == ["Abe", "Ben"]


def test_a_name_for_somebody_else_is_one_that_nobody_has_here_or_in_the_file(desks):
    finished_play(desks, "Ana", "Ana 2")
    with pytest.raises(Refused) as problem:
        take(desks, coming(play(1, ("Ana", "Ana 3"))))
    assert '--map "Ana=Ana 4"' in problem.value.hint


def test_a_name_for_somebody_else_is_no_longer_than_names_may_be(desks):
    long = "N" * 200
    finished_play(desks, long, "Ben")
    desk = desks()
    plan = import_plan.planned(desk, "x.json", coming(play(1, (long, "Cho"))))
    take(desks, coming(play(1, (long, "Cho"))), maps=[f"{long}={plan.proposal(long)}"])
    assert [len(part.name) for part in told(desks)[0].parts] == [194, 3]


def test_nothing_is_written_that_could_not_be_read(desks):
    with pytest.raises(Invalid, match=r"A play of Catan on 2024-05-02 cannot be kept: .* no name"):
        take(desks, coming(play(1), play(2, ("N" * 201, "Ben"))))
    assert (told(desks), names(desks)) == ([], [])


# A play of ours that comes back


def returned(ours: PlayRecord, **more) -> PlayRecord:
    """The play as BG Stats tells it: with an id of its own, its end to the minute."""
    ended = f"{ours.ended[:17]}00Z"
    return ours._replace(**{"uid": uid(99), "ended": ended, "source": BG_STATS, **more})


def test_a_play_of_ours_that_went_there_is_known_when_it_comes_back(desks):
    ours = finished_play(desks, "Ana", "Ben")
    document = take(desks, coming(returned(ours)), same=True)
    assert (document["new"], document["known"], document["alike"]) == (0, 1, 1)


def test_its_own_id_says_so_even_at_another_time(desks):
    ours = finished_play(desks, "Ana", "Ben")
    back = returned(ours, ended="2024-05-01T19:30:00Z")
    document = take(desks, coming(back, ours={back.uid: ours.uid}), same=True)
    assert (document["new"], document["known"], document["alike"]) == (0, 1, 0)


@pytest.mark.parametrize(
    "change",
    [
        {"started": "2025-03-01T21:30:00Z", "ended": "2025-03-01T23:30:00Z"},
        {"game": "", "title": "Catan"},
        {"parts": (Part("Ana", 4), Part("Cho", 4))},
        {"parts": (Part("Ana", 4), Part("Ben", 5))},
    ],
)
def test_what_differs_in_game_time_people_or_points_is_another_play(desks, change):
    ours = finished_play(desks, "Ana", "Ben")
    assert take(desks, coming(returned(ours, **change)), same=True)["new"] == 1


def test_one_play_here_stands_for_one_play_there(desks):
    ours = finished_play(desks, "Ana", "Ben")
    twins = coming(returned(ours), returned(ours, uid=uid(98)))
    document = take(desks, twins, same=True)
    assert (document["new"], document["known"]) == (1, 1)


def test_of_several_plays_each_comes_back_once_whatever_the_order(desks):
    plays = [finished_play(desks, "Ana", "Ben") for _ in range(3)]
    twins = [returned(ours, uid=uid(99 - n)) for n, ours in enumerate(reversed(plays))]
    document = take(desks, coming(*twins, returned(plays[0], uid=uid(50))), same=True)
    assert (document["new"], document["alike"]) == (1, 3)


# Taken back


def test_an_import_is_taken_back_and_brought_back(desks):
    take(desks, coming(play(1), play(2)))
    assert imports.take_back(desks(), "1").document() == {
        "import": "import-1",
        "plays": 2,
        "taken_back": True,
    }
    assert told(desks) == []
    assert imports.list_imports(desks()).document()["imports"][0]["taken_back"] is True
    imports.bring_back(desks(), "import-1")
    assert len(told(desks)) == 2


def test_what_was_taken_back_can_come_in_again_but_not_twice(desks):
    take(desks, coming(play(1)))
    imports.take_back(desks(), "import-1")
    assert take(desks, coming(play(1)))["import"] == "import-2"
    with pytest.raises(Refused, match="1 play of import-1 was imported again since"):
        imports.bring_back(desks(), "import-1")
    imports.take_back(desks(), "import-2")
    imports.bring_back(desks(), "import-1")
    assert len(told(desks)) == 1


def test_what_stands_is_not_brought_back_and_what_is_gone_not_taken(desks):
    take(desks, coming(play(1)))
    with pytest.raises(Refused, match="import-1 was not taken back"):
        imports.bring_back(desks(), "1")
    imports.take_back(desks(), "1")
    with pytest.raises(Refused, match="is taken back already"):
        imports.take_back(desks(), "1")
    with pytest.raises(NotFound, match="No import is named “7”"):
        imports.take_back(desks(), "7")


def test_a_damaged_import_is_named(desks):
    take(desks, coming(play(1)))
    desk = desks()
    made = Log().extended([import_log.import_made("x", "y", 0)], desk.now()).events[0]
    broken = made._replace(kind="play.started")
    desk.store.create_log(LogRef(desk.group, "imports", "import-2"), [broken])
    with pytest.raises(Corrupt, match=r"does not begin with import\.made"):
        imports.take_back(desks(), "import-2")


def test_two_terminals_that_import_at_once_do_not_mix(desks):
    take(desks, coming(play(1)))
    slow = import_plan.planned(desks(), "slow.json", coming(play(2)))
    take(desks, coming(play(2)))
    with pytest.raises(Conflict, match="Another terminal"):
        import_plan.carry_out(desks(), slow)
    assert len(told(desks)) == 2


# Out and in


def test_what_one_group_sends_another_takes_under_its_own_names(desks, tmp_path):
    scored = finished_play(desks, "Ana", "Ben")
    take(desks, coming(play(2)), same=True)
    plays = export.plays_named(desks(), (), Choice())
    for kind in ("csv", "jsonl"):
        file = tmp_path / f"plays.{kind}"
        file.write_text(export.exported(desks(), kind, plays).text, "utf-8", newline="")
        players.new_group(desks(), f"Other {kind}")
        take(desks, imports.read(str(file), desks().now()))
        there = told(desks)
        assert [one.uid for one in there] == [one.uid for one in plays]
        assert [one.parts for one in there] == [one.parts for one in plays]
        assert {one.source for one in there} == {OWN_SOURCE, BG_STATS}
        players.use_group(desks(), "home")
    assert scored in told(desks)


def test_what_bg_stats_told_does_not_go_back_there(desks):
    take(desks, coming(play(1)))
    with pytest.raises(NotFound, match="BG Stats has these plays already"):
        export.exported(desks(), "bgsplay", told(desks))
    finished_play(desks, "Ana", "Ben")
    made = export.exported(desks(), "bgsplay", told(desks))
    assert (len(made.plays), made.left_out) == (1, 1)
    assert len(json.loads(made.text)["plays"]) == 1


def there(desks, *plays: PlayRecord) -> dict[str, str]:
    """Everybody's id in a file for BG Stats, by name."""
    made = export.exported(desks(), "bgsplay", plays or told(desks))
    return {one["name"]: one["uuid"] for one in json.loads(made.text)["players"]}


def test_players_keep_their_ids_there_whatever_they_are_called(desks):
    finished_play(desks, "Ana", "Ben")
    before = there(desks)
    assert there(desks) == before
    players.rename_player(desks(), "Ana", "Anna")
    players.rename_group(desks(), "home", "Friday")
    assert there(desks) == {"Anna": before["Ana"], "Ben": before["Ben"]}
    finished_play(desks, "Ana", "Ben")  # another one of that name
    after = there(desks)
    assert after["Anna"] == before["Ana"]
    assert after["Ana"] not in before.values()
    data = export.link(desks(), None).texts[0]
    assert before["Ben"][:8].lower() in data
    assert after["Ana"][:8].lower() in data


def test_a_link_gives_the_ids_that_a_file_has_then(desks):
    ours = finished_play(desks, "Ana", "Ben")
    data = export.link(desks(), None).texts[0]
    assert all(id_[:8].lower() in data for id_ in there(desks, ours).values())


def test_groups_that_share_a_name_one_after_the_other_share_no_ids(desks):
    finished_play(desks, "Ana", "Ben")
    before = there(desks)
    players.rename_group(desks(), "home", "Old")
    players.new_group(desks(), "home")
    finished_play(desks, "Ana", "Ben")
    assert not set(there(desks).values()) & set(before.values())


def test_whoever_came_from_there_has_the_id_of_there(desks):
    take(desks, coming(play(1)))
    finished_play(desks, "Ana", "Ben", "Cho")
    ids = there(desks)
    assert (ids["Ana"], ids["Ben"]) == (ANA.upper(), BEN.upper())
    assert ids["Cho"] not in (ids["Ana"], ids["Ben"])


def test_no_two_have_one_id_even_where_somebody_mended_the_file(desks):
    finished_play(desks, "Ana", "Ben")
    desk = desks()
    with desk.changing_group() as document:
        ana, ben = document["players"]
        ana["id"], ben["id"] = BEN, BEN
        ana["known_as"] = [{"source": BG_STATS, "id": "no UUID \x1b"}]
    ids = there(desks)
    assert ids["Ana"] == BEN.upper()
    assert ids["Ben"] != ids["Ana"]


def highest_wins(desks) -> dict[str, bool]:
    made = export.exported(desks(), "bgsplay", told(desks))
    return {one["name"]: one["highestWins"] for one in json.loads(made.text)["games"]}


def test_whether_the_most_points_win_is_the_groups_word_and_never_one_plays(desks):
    low = (Part("Ana", 3, True), Part("Ben", 9))
    high = (Part("Ana", 9, True), Part("Ben", 3))
    golf = {"title": "Golf", "called": "Golf", "source": OWN_SOURCE}
    dice = {"game": "bwd", "title": "Blank White Dice", "called": "Blank White Dice"}
    plays = [
        *(play(n, parts=low, **golf) for n in (1, 2)),
        play(3, parts=high, **golf),
        *(play(n, parts=high, source=OWN_SOURCE) for n in (4, 5)),
        play(6, parts=low, source=OWN_SOURCE),
        *(play(n, parts=low, **dice, source=OWN_SOURCE) for n in (7, 8)),
    ]
    take(desks, coming(*plays, source=OWN_SOURCE))
    assert highest_wins(desks) == {"Golf": False, "Catan": True, "Blank White Dice": True}


def test_what_goes_out_does_nothing_on_a_screen(desks, uncleaned, monkeypatch):
    finished_play(desks, "\x1b[31mAna", "B\u202een")
    monkeypatch.undo()
    for kind in export.KINDS:
        text = export.exported(desks(), kind, told(desks)).text
        assert not any(sign in text for sign in ("\x1b", "\\u001b", "\u202e"))
        assert "[31mAna" in text


def test_the_days_of_a_sheet_are_those_of_the_place(desks, tmp_path, lives_in):
    lives_in("Pacific/Auckland")
    file = tmp_path / "plays.csv"
    file.write_text("title,date,player\nCatan,2024-01-05,Ana\nGo,2024-07-01 20:00,Ana\n")
    take(desks, imports.read(str(file), desks().now()))
    assert [one.ended for one in told(desks)] == ["2024-01-04T23:00:00Z", "2024-07-01T08:00:00Z"]
    history = History(desks())
    chosen = Choice(since="2024-01-05", until="2024-01-05").of(history.finished, history).plays
    assert [one.title for one in chosen] == ["Catan"]
    out = tmp_path / "all.csv"
    out.write_text(export.exported(desks(), "csv", told(desks)).text, newline="")
    assert take(desks, imports.read(str(out), desks().now()))["known"] == 2


@pytest.mark.parametrize(
    ("text", "what"), [("[" + "0," * 50 + "0]", "values"), ("title,date,player\n" * 51, "lines")]
)
def test_a_file_with_too_much_in_it_is_refused_before_it_is_read(tmp_path, monkeypatch, text, what):
    monkeypatch.setattr(limits, f"MOST_{what.upper()}", 50)
    file = tmp_path / "huge"
    file.write_text(text)
    with pytest.raises(Invalid, match=f"huge has more than 50 {what}, the most that can be read"):
        imports.read(str(file), "2025-01-01T00:00:00Z")


def test_the_newest_finished_play_is_the_one_for_the_phone(desks):
    with pytest.raises(NotFound, match="No play was finished here"):
        export.link(desks(), None)
    first = finished_play(desks, "Ana", "Ben")
    second = finished_play(desks, "Ana", "Ben")
    assert export.link(desks(), None).play == second
    assert export.link(desks(), "1").play == first


def test_only_finished_plays_go_out(desks):
    finished_play(desks, "Ana", "Ben")
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    assert len(export.plays_named(desks(), (), Choice())) == 1
    with pytest.raises(NotFound, match="bwd-2 is live: only finished plays can be exported"):
        export.plays_named(desks(), ["2"], Choice())
