"""Two groups that each keep a book of one box for a while, and then take the other's."""

import json

import pytest

from companion.core.box import BoxRules
from companion.games.bwd.box import BOX_RULES


class Groups:
    """The groups `home` and `Other`, both of which have the Friday box."""

    def __init__(self, companion, types):
        self._companion, self._types = companion, types
        self.companion = companion
        texts = self.parts("home")
        companion.must("group new Other")
        types(*texts)
        companion.must("deck receive --yes")

    def parts(self, group):
        return self._companion.must(f"deck print friday --parts --json --group {group}").json[
            "parts"
        ]

    def tell(self, group, line):
        self._companion.must(f"blank {line} --group {group}")

    def take(self, into, of):
        """Take a group's deck into another one; what changed, line by line."""
        self._types(*self.parts(of))
        return self._companion.must(f"deck receive --yes --json --group {into}").json["changes"]

    def says(self, group, card):
        items = self._companion.must(f"deck show friday --json --group {group}").json["items"]
        return next(item["says"] for item in items if item["id"] == card)

    def cards(self, group):
        """What every card says and how far it has come, whatever its number."""
        items = self._companion.must(f"deck show friday --json --group {group}").json["items"]
        return sorted((item["says"], item["status"], item["out"]) for item in items if item["says"])

    def rule(self, group, number):
        return self._companion.must(f"blank rule show {number} --json --group {group}").json


@pytest.fixture
def groups(friday, types):
    friday.must("blank rule ink 15")
    return Groups(friday, types)


def test_only_what_they_changed_comes_over(groups):
    groups.tell("home", "rule edit 15 --effect dance --by Ben --approved")
    groups.tell("Other", 'rule add "If a 5 is played, then whistle" --by Dan --approved')
    changes = groups.take("home", "Other")
    assert changes == ["Rule 18: If a 5 is played, then whistle — by Dan, approved"]
    assert groups.says("home", "r15") == "If a 2 is played, then dance."  # ours, untouched


def test_what_is_told_is_what_is_otherwise_and_not_how_it_came_about(groups):
    for effect in ("dance", "hum", "jump"):
        groups.tell("Other", f"rule edit 15 --effect {effect} --by Dan --approved")
    groups.tell("Other", 'rule add "If a 5 is played, then whistle" --by Dan --approved')
    groups.tell("Other", "rule ink 18")
    groups.tell("Other", 'rule add "If a 6 is played, then bow" --by Dan')
    groups.tell("Other", "box undo")
    groups.tell("Other", "card customise 1-circle ring --title Bell --by Dan --approved")
    groups.tell("Other", "box set --owner Zoe")
    groups.tell("Other", "box set --owner Eve --suit circle=blue")
    assert groups.take("home", "Other") == [
        "The box: owner Eve, circle is blue",
        "Rule 15: If a 2 is played, then jump. — by Dan, approved "
        "(it was: If a 2 is played, then clap)",
        "Rule 18: If a 5 is played, then whistle — by Dan, inked",
        "1-circle.1 “Bell”: ring — by Dan, approved",
    ]


def test_a_proposal_and_a_card_out_of_the_box_are_changes(groups):
    groups.tell("Other", "rule edit 15 --effect dance --by Dan")
    groups.tell("Other", "rule retire 1 --why 'too loud'")
    assert groups.take("home", "Other") == [
        "Rule 1: out of the box: too loud",
        "Rule 15: Proposed in its place: If a 2 is played, then dance.",
    ]


def test_what_was_taken_back_again_leaves_every_card_as_it_is(groups):
    groups.tell("Other", "rule edit 15 --effect dance --by Dan --approved")
    groups.tell("Other", "box undo")
    groups._types(*groups.parts("Other"))
    told = groups.companion("deck receive --yes --group home").out
    assert "no card has changed" in told


def test_what_they_revised_comes_on_top_of_what_we_revised(groups):
    groups.tell("home", "rule edit 15 --effect dance --by Ben --approved")
    groups.tell("Other", "rule edit 15 --effect jump --by Dan --approved")
    groups.take("home", "Other")
    rule = groups.rule("home", 15)
    assert rule["says"] == "If a 2 is played, then jump."
    assert [one["says"] for one in rule["revisions"]] == [
        "If a 2 is played, then clap",
        "If a 2 is played, then dance.",
        "If a 2 is played, then jump.",
    ]


def test_what_they_agreed_on_comes_with_what_they_have_proposed_since(groups):
    groups.tell("home", "rule edit 16 --effect hum --by Ana")
    groups.tell("Other", "rule edit 15 --effect dance --by Dan --approved")
    groups.tell("Other", "rule edit 15 --effect jump --by Dan")
    groups.take("home", "Other")
    rule = groups.rule("home", 15)
    assert [(one["says"], one["status"]) for one in rule["revisions"]][1:] == [
        ("If a 2 is played, then dance.", "approved"),
        ("If a 2 is played, then jump.", "proposed"),
    ]


def test_taking_twice_changes_nothing_more(groups):
    groups.tell("home", "rule edit 16 --effect jump --by Cho")
    groups.tell("Other", "rule edit 15 --effect dance --by Ben --inked")
    groups.tell("Other", 'rule add "If a 5 is played, then whistle" --by Dan --inked')
    groups.tell("Other", "rule edit 1 --effect hum --by Dan")
    groups.tell("Other", "card customise 1-circle ring --title Bell --by Dan --approved")
    assert groups.take("home", "Other")
    assert groups.take("home", "Other") == []


def test_both_ways_end_with_the_same_cards(groups):
    groups.tell("home", 'rule add "If a 6 is played, then bow" --by Ana --inked')
    groups.tell("home", "card customise 2-circle ding --title Gong --by Ana --approved")
    groups.tell("Other", 'rule add "If a 5 is played, then whistle" --by Dan --approved')
    groups.tell("Other", "rule edit 15 --effect dance --by Ben --approved")
    groups.take("home", "Other")
    groups.take("Other", "home")
    assert groups.cards("home") == groups.cards("Other")
    assert groups.take("home", "Other") == groups.take("Other", "home") == []


def test_two_rules_of_one_number_are_two_rules(groups):
    groups.tell("home", 'rule add "If a 6 is played, then bow" --by Ana --inked')
    groups.tell("Other", 'rule add "If a 5 is played, then whistle" --by Dan --approved')
    groups.take("home", "Other")
    assert groups.says("home", "r18") == "If a 6 is played, then bow"
    assert groups.says("home", "r19") == "If a 5 is played, then whistle"


def test_a_rule_that_gets_another_number_is_told(groups):
    groups.tell("home", 'rule add "If a 6 is played, then bow" --by Ana --inked')
    groups.tell("Other", 'rule add "If a 5 is played, then whistle" --by Dan --approved')
    groups._types(*groups.parts("Other"))
    told = groups.companion("deck receive --group home").out
    assert "Their rule 18 is rule 19 here" in told


def test_who_approved_a_card_is_told_as_it_was(groups):
    groups.tell("home", "rule edit 16 --effect jump --by Cho")
    groups.tell("Other", "box set --owner Zoe")
    groups.tell("Other", 'rule add "If a 5 is played, then whistle" --by Dan --approved')
    changes = groups.take("home", "Other")
    (revision,) = groups.rule("home", 18)["revisions"]
    assert revision["approved_by"] == "Zoe"
    assert any("owner Zoe" in change for change in changes)


def test_there_are_no_more_cards_than_there_are(groups):
    groups.tell("home", "rule edit 16 --effect jump --by Cho")
    for number in range(21):
        groups.tell("Other", f'rule add "If bell {number} rings, then sing" --by Dan --inked')
    for number in range(3):
        groups.tell("home", f'rule add "If horn {number} blows, then sing" --by Ana --inked')
    before = groups.cards("home")
    groups._types(*groups.parts("Other"))
    ran = groups.companion("deck receive --yes --group home")
    assert ran.code == 1
    assert "BL-2" in ran.err
    assert groups.cards("home") == before


def test_what_they_declined_is_declined(groups):
    groups.tell("home", "rule edit 15 --effect dance --by Ben")
    groups.tell("Other", "rule decline 16 --why silly")
    groups.take("home", "Other")
    assert groups.rule("home", 16)["revisions"][0]["status"] == "declined"


def test_a_rule_that_they_wrote_and_declined_does_not_come_over(groups):
    groups.tell("home", "rule edit 15 --effect dance --by Ben")
    groups.tell("Other", 'rule add "If a 5 is played, then whistle" --by Dan')
    groups.tell("Other", "rule decline 18 --why silly")
    assert groups.take("home", "Other") == []


def test_what_they_took_back_is_told_and_stays_here(groups):
    groups.tell("home", "rule edit 16 --effect jump --by Cho")
    groups.tell("Other", "box undo 2")
    groups._types(*groups.parts("Other"))
    told = groups.companion("deck receive --yes --group home").out
    assert "Entry 2 was taken back there: `companion blank box undo 2` does it here." in told
    assert groups.says("home", "r1") == "If a 1 is played, then sing"


def test_a_card_that_they_took_out_is_taken_out_once(groups):
    groups.tell("home", "rule edit 16 --effect jump --by Cho")
    groups.tell("Other", "rule retire 15 --why worn")
    groups.take("home", "Other")
    assert groups.rule("home", 15)["retired"] == "worn"
    groups.tell("home", "rule return 15")
    assert groups.take("home", "Other") == []
    assert groups.rule("home", 15)["retired"] is None


def test_a_card_that_we_took_out_comes_back_with_what_they_revised(groups):
    groups.tell("home", "rule retire 15 --why worn")
    groups.tell("Other", "rule edit 15 --effect dance --by Ben --approved")
    groups.take("home", "Other")
    assert groups.rule("home", 15)["retired"] is None
    assert groups.says("home", "r15") == "If a 2 is played, then dance."


def test_a_revision_number_that_was_undone_here_is_not_given_again(groups):
    groups.tell("home", 'rule add "If a 6 is played, then bow" --by Ana')
    groups.tell("home", "box undo")
    groups.tell("Other", 'rule add "If a 5 is played, then whistle" --by Dan --approved')
    groups.take("home", "Other")
    assert groups.rule("home", 18)["revision"] == 2


def test_the_colours_that_they_told_come_over(groups):
    groups.tell("home", "rule edit 16 --effect jump --by Cho")
    groups.tell("Other", "box set --suit hexagon=red")
    groups.take("home", "Other")
    suits = groups.companion("blank box show --json --group home").json["suits"]
    assert suits["hexagon"] == "red"


def test_what_was_told_meanwhile_is_in_nobodys_way_and_not_overwritten(groups, monkeypatch):
    """Another terminal tells something between what is planned and what is done."""
    from companion.cli.commands.deck import scanning

    groups.tell("Other", "rule edit 15 --effect dance --by Ben --approved")
    carry_out = scanning.carry_out

    def late(desk, plan):
        groups.companion.must("blank rule edit 16 --effect jump --by Cho --group home")
        carry_out(desk, plan)

    monkeypatch.setattr(scanning, "carry_out", late)
    groups._types(*groups.parts("Other"))
    ran = groups.companion("deck receive --yes --group home")
    assert ran.code == 3
    assert "just now" in ran.err
    assert groups.says("home", "r15") == "If a 2 is played, then clap"


# Logs that no companion would have made


def exported(companion, tmp_path, change):
    """The Friday box as a file, changed by hand."""
    document = json.loads(companion.must("deck export friday --json").out)
    change(document["events"])
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(document))
    return str(file)


def event(events, kind, **data):
    last = events[-1]
    return {
        **last,
        "seq": last["seq"] + 1,
        "action": last["action"] + 1,
        "kind": kind,
        "data": data,
    }


def test_a_box_in_which_a_time_is_none_is_not_taken(friday, tmp_path):
    """`chart growth` would draw it, and could not."""
    friday.must("group new Empty")
    friday.must("group use home")
    for at in ("common", "", "2026=11", "2026-11-22T11:5::21Z"):

        def change(events, at=at):
            events.append({**event(events, "card.inked", card="r15", revision=1), "at": at})

        file = exported(friday, tmp_path, change)
        for group in ("home", "Empty"):
            ran = friday(f"deck import --group {group}", file)
            assert (ran.code, "is not as it should be" in ran.err) == (2, True)


def test_what_a_newer_companion_told_is_named(friday, tmp_path):
    file = exported(friday, tmp_path, lambda events: events.append(event(events, "card.sung")))
    ran = friday("deck import", file)
    assert ran.code == 3
    assert "(card.sung) is of a kind that only a newer companion knows" in ran.err


ODD_FACTS = [
    ("card.inked", {"card": "r99", "revision": 7}),
    ("card.approved", {"card": "r15", "revision": 4, "by": "Ana"}),
    ("action.undone", {"action": 1}),
    ("action.undone", {"action": 999}),
    ("action.undone", {"action": -5}),
    ("card.written", {"card": "r015", "revision": 1, "text": "x"}),
    ("card.written", {"card": "r20", "revision": 1_000_000, "text": "x", "origin": "plain"}),
    ("card.found", {"card": "r16", "origin": "printed", "title": "T"}),
    ("copy.changed", {"suits": {"hexagon": "red", "circle": "red"}}),
    ("copy.changed", {"owner": "\udcff"}),
    ("action.redone", {"action": 2}),
    ("copy.made", {"game": "blank", "name": "Twice"}),
    ("card.written", {"card": "r15", "revision": 0, "text": "x"}),
]


def test_a_log_that_makes_no_sense_is_not_taken(friday, tmp_path):
    before = friday("deck show friday --json").json
    friday.must("group new Empty")
    friday.must("group use home")
    for kind, data in ODD_FACTS:
        file = exported(
            friday,
            tmp_path,
            lambda events, kind=kind, data=data: events.append(event(events, kind, **data)),
        )
        for group in ("home", "Empty"):
            ran = friday(f"deck import --group {group}", file)
            assert ran.code == 2, ran.err
            assert "makes no sense" in ran.err or "not a box that a companion exported" in ran.err
    assert friday("deck show friday --json --group home").json == before
    assert friday("deck show friday --group Empty").code == 1


def test_a_name_that_is_none_is_refused(friday, tmp_path):
    file = exported(friday, tmp_path, lambda events: None)
    friday.must("group new Other")
    for name, said in (("", "needs a name"), ("x" * 201, "at most 200"), ("\udcff", "not text")):
        ran = friday("deck import", file, "--name", name)
        assert (ran.code, said in ran.err) == (2, True)
    assert friday("deck show friday").code == 1


def test_boxes_that_are_all_alike_have_no_names(companion, tmp_path):
    companion.must("bwd card set 17 --name Medkit")
    companion.must("deck export bwd -o", str(tmp_path / "bwd.json"))
    companion.must("group new Other")
    ran = companion("deck import --name Mine", str(tmp_path / "bwd.json"))
    assert ran.code == 1
    assert "all alike" in ran.err


def test_what_somebody_joined_to_a_name_keeps_it(companion, types):
    companion.must("bwd card set 17 --name Heal --text Rest")
    theirs = companion("deck print bwd --parts --json").json["parts"]
    companion.must("group new Other")
    companion.must("bwd card set investment --number 17")
    types(*theirs)
    companion.must("deck receive --yes")
    card = companion("bwd card show 17 --json").json
    assert (card["name"], card["text"]) == ("Investment", "Rest")
    types(*theirs)
    assert companion("deck receive --yes --json").json["changes"] == []


def test_boxes_of_a_game_that_does_not_say_how_are_not_joined(companion, types, monkeypatch):
    companion.must("bwd card set 17 --name Heal")
    theirs = companion("deck print bwd --parts --json").json["parts"]
    companion.must("group new Other")
    companion.must("bwd card set 18 --name Trader")
    monkeypatch.setattr(type(BOX_RULES), "overlay", BoxRules.overlay)
    types(*theirs)
    ran = companion("deck receive --yes")
    assert ran.code == 1
    assert "box of Blank White Dice that went different ways cannot be joined" in ran.err


# The companion's own files


def test_the_companions_own_files_are_not_written_over(friday, home):
    for name in ("groups/home/copies/blank-friday-box.json", "groups/x.pdf", "settings.json"):
        for line in ("deck export friday", "deck print friday --as pdf"):
            ran = friday(f"{line} -o", str(home / name))
            assert (ran.code, "keeps its own files" in ran.err) == (2, True)
    assert friday("deck show friday").code == 0


@pytest.mark.long
def test_one_photograph_that_cannot_be_read_does_not_end_a_check(friday, tmp_path):
    friday.must("deck print friday --card r1 -o", str(tmp_path / "one.png"))
    (tmp_path / "none.png").write_bytes(b"")
    ran = friday("deck check friday --json", str(tmp_path / "none.png"), str(tmp_path / "one.png"))
    assert ran.json["found"] == ["r1"]
    assert "cannot be read as a picture" in ran.err
    assert friday("deck check friday", str(tmp_path / "none.png")).code == 2


def test_parts_for_a_script_are_as_large_as_they_may_be_whatever_the_window(friday, monkeypatch):
    told = set()
    for width in ("40", "80", "200"):
        monkeypatch.setenv("COLUMNS", width)
        told.add(tuple(friday("deck print friday --parts --json").json["parts"]))
    assert len(told) == 1


def test_a_box_that_cannot_be_read_now_is_not_taken_for_another_one(friday, home, tmp_path):
    friday.must("deck export friday -o", str(tmp_path / "friday.json"))
    file = home / "groups" / "home" / "copies" / "blank-friday-box.json"
    file.write_text(file.read_text("utf-8").replace("card.written", "card.burnt"), "utf-8")
    ran = friday("deck receive --yes", str(tmp_path / "friday.json"))
    assert ran.code == 3
    assert len(list(file.parent.glob("*.json"))) == 1


def test_a_link_is_followed_and_a_file_stays_as_private_as_it_was(friday, tmp_path):
    real, link = tmp_path / "real.html", tmp_path / "link.html"
    real.write_text("")
    real.chmod(0o600)
    link.symlink_to(real)
    friday.must("deck print friday -o", str(link))
    assert link.is_symlink()
    assert "Friday box" in real.read_text("utf-8")
    assert real.stat().st_mode & 0o777 == 0o600


def test_a_file_needs_a_name(friday):
    for line in ("deck export friday -o", "deck print friday -o"):
        ran = friday(line, "")
        assert ran.code == 2
        assert "has no name" in ran.err


def test_an_export_holds_nothing_that_a_terminal_obeys(friday):
    friday.must("blank box new", "A\x9b31mB\u202eC")
    out = friday("deck export blank-a-31mb-c").out or friday("deck export A").out
    assert "\x9b" not in out
    assert "\u202e" not in out
