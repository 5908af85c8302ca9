"""Several dice in one line: resolved one after the other, or told of in order; marks in passing."""

import pytest

from companion.errors import Illegal, Invalid, NotFound, Refused
from companion.games.bwd import rolls
from companion.games.bwd.effects import Choice, resolve_all
from tests.games.bwd.tables import Table, table


def resolve(t: Table, names: str, **choice: object) -> Table:
    """Resolve these dice as one entry."""
    told = Choice(**choice)  # type: ignore[arg-type]
    return t.act(lambda action: resolve_all(action, names.split(), told))


def roll(t: Table, words: str, own: int | None = None) -> Table:
    """Tell what came up, as the words of one line; `own` is the seat of a phone."""
    return t.act(lambda action: rolls.roll(action, words.split(), None, own))


def up(t: Table) -> str:
    """What every die has on top: `ana.1 3, ana.2 tag, …`."""
    return ", ".join(f"{die.id} {die.top.icon or 'blank'}" for die in t.state.dice if die.top)


def two(**more: str) -> Table:
    """Ana and Ben with two dice each, as everybody is about to roll."""
    faces = {"ana.1": "3 -2 tag", "ana.2": "3 -2 investment", "ben.1": "-2 erase", "ben.2": "erase"}
    t = table("Ana Ben", set="V1", **{**faces, **more})
    t.next(untold=True)
    return t


# Resolving


def test_two_dice_are_resolved_as_typed_and_are_one_entry():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "[-2]", "ben.1": "[3]"})
    resolve(t, "a2 a1")
    assert t.scores == "Ana 4, Ben 3"
    t.undo()
    assert t.scores == "Ana 3, Ben 3"
    resolve(t, "a1 a2")
    assert (t.scores, t.pending) == ("Ana 4, Ben 3", "")


def test_the_order_matters_at_the_bottom():
    t = table("Ana Ben", set="V1", points="ana=0", **{"ana.1": "[3]", "ana.2": "[-2]"})
    resolve(t, "a2 a1")
    assert t.scores == "Ana 3, Ben 3"
    assert t.faces("ana.2") == "[blank]", "at 0 points, a −2 has no effect and erases itself"


@pytest.mark.parametrize("second", ["b1", "a1", "common", "c1"])
def test_if_one_cannot_be_resolved_none_is(second):
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "[-2]", "ben.1": "[3]"})
    t.roll("ben.2=blank")
    before = t.state
    with pytest.raises((Illegal, Refused, Invalid, NotFound)):
        resolve(t, f"a1 {second}")
    assert t.state == before


def test_a_choice_is_about_the_one_die_that_shows_no_number():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "3 tag", "ben.1": "[3]"})
    t.roll("ana.2=blank")
    resolve(t, "a1 a2", tag="multitag")
    assert t.scores == "Ana 6, Ben 3"
    assert t.faces("ana.2") == "3 tag [multitag]"


@pytest.mark.rule("BWD-116")
def test_a_blank_face_still_has_to_be_tagged():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "3 tag", "ben.1": "[3]"})
    t.roll("ana.2=blank")
    with pytest.raises(Illegal, match=r"ana\.2 shows a blank face"):
        resolve(t, "a1 a2")
    assert t.scores == "Ana 3, Ben 3"


@pytest.mark.parametrize("tops", ["[3] [-2]", "[investment] [multitag]"])
def test_a_choice_that_may_be_about_several_is_not_guessed(tops):
    one, other = tops.split()
    t = table("Ana Ben", set="V1", **{"ana.1": one, "ana.2": other, "ben.1": "[3]"})
    with pytest.raises(Invalid, match=r"may be about ana\.1 or ana\.2"):
        resolve(t, "a1 a2", did="looked")


def test_the_window_takes_the_common_die_that_is_resolved_next():
    t = table(
        "Ana Ben",
        set="V1",
        **{"ana.1": "[the-window]", "ana.2": "[3]", "ben.1": "[3]", "common": "3 -2"},
    )
    resolve(t, "a1 common", reroll="common=3")
    assert t.scores == "Ana 6, Ben 3"


# Rolling


@pytest.mark.parametrize(
    ("words", "shows"),
    [
        ("3 tag -2 erase", "ana.1 tag, ana.2 3, ben.1 -2, ben.2 erase"),
        ("tag 3 erase -2", "ana.1 tag, ana.2 3, ben.1 -2, ben.2 erase"),
        ("3 −2 blank blank", "ana.1 3, ana.2 -2, ben.1 blank, ben.2 blank"),
        ("3 3", "ana.1 3, ana.2 3"),
        ("ben -2 erase", "ben.1 -2, ben.2 erase"),
        ("ben -2 erase ana 3 3", "ana.1 3, ana.2 3, ben.1 -2, ben.2 erase"),
        ("ana.1=3 inv", "ana.1 3, ana.2 investment"),
        ("#1 #2", "ana.1 3, ana.2 -2"),
    ],
)
def test_faces_alone_are_those_of_dice_in_order(words, shows):
    assert up(roll(two(), words)) == shows


def test_where_the_order_cannot_be_as_typed_it_is_the_only_other_one():
    """Nobody sees at a table which of two dice is the first."""
    assert up(roll(two(), "inv tag")) == "ana.1 tag, ana.2 investment"


def test_a_face_that_no_die_has_is_told():
    t = two()
    with pytest.raises(NotFound, match=r"ana\.2 has no “erase” on it"):
        roll(t, "tag erase")
    assert up(t) == ""


@pytest.mark.parametrize("words", ["3", "3 tag -2", "ben -2", "3 tag ben -2", "ana 3 ben erase -2"])
def test_a_face_is_told_for_each_of_a_players_dice(words):
    with pytest.raises(Invalid, match="tell a face for each"):
        roll(two(), words)


def test_no_more_faces_than_dice():
    with pytest.raises(Invalid, match="a face more than there are dice"):
        roll(two(), "3 3 erase erase 3")


def test_while_everybody_rolls_the_next_line_is_the_next_players():
    t = roll(two(), "3 -2")
    roll(t, "-2 erase")
    assert up(t) == "ana.1 3, ana.2 -2, ben.1 -2, ben.2 erase"
    roll(t, "ana 3 3")
    assert up(t) == "ana.1 3, ana.2 3, ben.1 -2, ben.2 erase"


def test_the_common_die_is_one_of_its_holders():
    t = two(common="3 tag")
    t.claim("ana")
    assert up(roll(t, "tag 3 blank -2 erase")) == (
        "ana.1 tag, ana.2 3, ben.1 -2, ben.2 erase, common blank"
    )


def test_on_a_phone_they_are_ones_own():
    assert up(roll(two(), "-2 erase", own=1)) == "ben.1 -2, ben.2 erase"


def test_in_a_turn_they_are_those_of_whoever_has_it():
    t = roll(two(), "3 3 -2 erase")
    resolve(t, "a1 a2")
    t.next()
    assert up(roll(t, "erase blank")).endswith("ben.1 erase, ben.2 blank")


# Dots and dashes


def test_a_mark_is_drawn_in_passing_on_the_face_that_resolves():
    t = table("Ana Ben", set="V1", **{"ana.1": "[investment]", "ana.2": "[multitag]"})
    resolve(t, "a1", dot=True, points=((0, 1),))
    assert (t.faces("ana.1"), t.scores) == ("[investment•]", "Ana 4, Ben 3")
    resolve(t, "a2", dash=True)
    assert t.faces("ana.2") == "[multitag–]"
    t.undo()
    assert t.faces("ana.2") == "[multitag]"


@pytest.mark.rule("BWD-28")
def test_an_icon_that_drew_a_mark_had_an_effect_and_stays():
    t = table("Ana Ben", set="V1", **{"ana.1": "[investment]", "ana.2": "[multitag]"})
    resolve(t, "a1", points=((0, 0),))
    assert t.faces("ana.1") == "[blank]"
    resolve(t, "a2", dot=True, points=((0, 0),))
    assert t.faces("ana.2") == "[multitag•]"


def test_a_blank_face_gets_no_mark_by_being_resolved():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]"})
    t.roll("ana.2=blank")
    with pytest.raises(Invalid, match="tags that face and does no more"):
        resolve(t, "a2", tag="multitag", dot=True)


@pytest.mark.parametrize("name", ["", "a2"])
def test_after_that_dash_alone_means_that_face(name):
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "tag [investment] 3"})
    resolve(t, "a1 a2")
    t.dash(name)
    assert t.faces("ana.2") == "tag [investment–] 3"


def test_it_means_the_face_that_resolved_also_where_another_has_come_up():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "tag [investment] 3"})
    resolve(t, "a2")
    t.roll("ana.2=tag")
    t.dot("", 2)
    assert t.faces("ana.2") == "[tag] investment•• 3"


def test_where_nothing_was_resolved_or_it_is_gone_a_face_has_to_be_named():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3] tag", "ana.2": "[0]"})
    with pytest.raises(Invalid, match="No icon was resolved just now"):
        t.dash("")
    with pytest.raises(Invalid, match=r"Which face of ana\.1"):
        t.dash("a1")
    resolve(t, "a2")
    with pytest.raises(Refused, match="has erased itself"):
        t.dash("")
    resolve(t, "a1")
    t.next(untold=True)
    with pytest.raises(Invalid, match="No icon was resolved just now"):
        t.dash("")


# As they are typed


@pytest.fixture
def rolling(companion):
    companion.must("start bwd Ana Ben --set V1")
    for die, icons in (("a1", "3 tag"), ("a2", "tag 3"), ("b1", "-2"), ("b2", "erase")):
        companion.must(f"bwd write {die} {icons}")
    companion.must("next --untold")
    return companion


def shown(companion) -> list[str]:
    dice_ = companion.must("table --json").json["dice"]
    faces = [die["faces"][die["active"]] if die["active"] is not None else None for die in dice_]
    return [face["icon"] if face else "" for face in faces]


def test_a_minus_two_is_a_face_and_no_option(rolling):
    rolling.must("bwd roll 3 tag -2 erase")
    assert shown(rolling) == ["3", "tag", "-2", "erase", ""]


def test_of_several_dice_the_answer_says_that_none_was_entered(rolling):
    rolling.must("bwd roll 3 tag -2 erase")
    ran = rolling("bwd resolve a1 a2")
    assert (ran.code, "Nothing was entered of these dice." in ran.err) == (2, True)
    assert rolling.must("table --json").json["players"][0]["score"] == 3
    rolling.must("bwd resolve a1 a2 --tag multi --on a1")
    assert rolling.must("table --json").json["players"][0]["score"] == 6


def test_a_number_alone_is_how_many_marks(rolling):
    rolling.must("bwd roll 3 tag -2 erase")
    rolling.must("bwd resolve a1")
    rolling.must("bwd dash 2")
    assert rolling.must("bwd dice --json").json["dice"][0]["faces"][0]["dashes"] == 2


def test_a_name_of_several_words_is_what_one_die_shows(companion):
    companion.must("start bwd Ana Ben --set V1")
    companion.must("bwd write ana.1 junk food 3 wheels in wheels")
    companion.must("bwd write ben.1 split strategy tag")
    companion.must("next --untold")
    dice = companion.must("bwd roll a1=junk food blank split strategy blank --json").json["dice"]
    shown = [die["faces"][die["active"]] for die in dice[:4]]
    assert [face and face["icon"] for face in shown] == ["junk-food", None, "split-strategy", None]


def test_a_name_of_several_words_is_what_one_tags(companion):
    companion.must("start bwd Ana Ben --set V1")
    companion.must("bwd roll blank blank --untold")
    companion.must("next --untold")
    for line, why in {
        "bwd resolve ana --tag junk food": "“ana” could be ana.1 or ana.2",
        "bwd resolve banana --tag junk": "No die is called “banana”",
        "bwd resolve a1 --tag junk banana": "No card is called “junk banana”",
    }.items():
        assert why in companion(line).err
    companion.must("bwd resolve a1 --tag junk food")
    faces = companion.must("bwd dice --json").json["dice"][0]["faces"]
    assert faces[0]["icon"] == "junk-food"
