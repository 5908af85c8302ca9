"""The rules that lie open: how they come in, how they go, and which are new."""

from random import Random

import pytest

from companion.errors import Refused
from companion.games.blank.open_rules import InBox, drawn
from companion.testing.plays import refused
from tests.games.blank.box import box, deck, rule
from tests.games.blank.tables import Evening, table

PRINTED = [
    "If a 1 is played, then bow",
    "If a 2 is played, then clap",
    "If a 3 is played, then sing",
    "If a 4 is played, then hop",
    "If a 5 is played, then wink",
]


@pytest.fixture
def e(companion):
    """An evening with a box of which five printed rules were read."""
    e = Evening(companion)
    e.box()
    e.printed(*PRINTED)
    return e


def prize(e, text, play, *flags):
    """The rule that the winner of a play writes; the box approves it."""
    e("blank rule add", text, "--prize", "--approved", "--play", play, *flags)


# Three


@pytest.mark.rule("BL-12", "BL-70", "BL-16")
def test_a_game_begins_with_three_rules_that_are_drawn(e):
    e("start blank Ana Ben")
    after = e.table()
    ids = {rule["id"] for rule in after["rules_in_play"]}
    assert len(ids) == len(after["rules_in_play"]) == 3
    assert ids < {"1", "2", "3", "4", "5"}
    assert after["rule_pile"] == 14 - 3
    assert [rule["text"] for rule in after["rules_in_play"]] == [
        PRINTED[int(rule["id"]) - 1] for rule in after["rules_in_play"]
    ]


@pytest.mark.rule("BL-12")
@pytest.mark.parametrize("known", range(6))
@pytest.mark.parametrize("fresh", range(5))
def test_as_many_are_drawn_as_make_three_with_the_new_ones(known, fresh):
    """Never more than three, and never fewer as long as others are known."""
    log = box()
    for number in range(known + fresh):
        log = rule(log, f"If a {number} is played, then sing", status="approved")
    deck_ = deck(log)
    all_rules = [InBox("blank-1", deck_, card) for card in deck_.rules]
    found = drawn([("blank-1", deck_)], all_rules[:fresh], Random(1))
    assert len(found) == min(3, known + fresh)
    assert len({it.card.id for it in found}) == len(found)
    assert all_rules[:fresh][:3] == found[:fresh]


@pytest.mark.rule("BL-70")
@pytest.mark.parametrize(
    ("told", "step"),
    [
        (0, "Turn up 3 rule cards and tell them in one go"),
        (1, "Turn up 2 rule cards and tell them in one go"),
        (2, "Turn up one rule card and tell it"),
        (3, None),
    ],
)
def test_fewer_than_three_are_asked_for_until_the_game_begins(told, step):
    t = table("Ana Ben", rules=PRINTED[:told])
    assert t.todo.startswith(step or "Ana's turn")
    assert ("rule card" in t.todo) is (step is not None)
    t.next()  # What the table does not tell, it need not tell.
    assert "rule card" not in t.todo


@pytest.mark.rule("BL-70")
def test_before_the_first_card_no_rule_goes_without_another():
    t = table("Ana Ben", rules=PRINTED[:3])
    with refused("BL-70", "three rules are laid out: 2 rules would be left", "or `--draw`"):
        t.bury("2")
    t.swap("2", PRINTED[3])
    assert t.rules == "1 3 9 / 2"
    t.house = "we play with two"
    t.bury("9")
    assert (t.overruled, t.rules) == (["BL-70"], "1 3 / 2 9")


@pytest.mark.rule("BL-70", "A-BL-10")
def test_before_the_first_card_the_companion_draws_what_replaces_a_rule(e):
    e("start blank Ana Ben --rules 1,2,3")
    said = e("blank swap-rule 2").out
    assert "rule 2 goes to the bottom" in said
    assert e.open_rules() in ("1 3 4", "1 3 5")
    e("blank swap-rule 1", "--house", "we play with two")
    assert e.open_rules() in ("3 4", "3 5")


@pytest.mark.rule("BL-70")
def test_where_nobody_knows_another_the_one_that_comes_in_is_named(companion):
    e = Evening(companion)
    e("start blank Ana Ben --rules none")
    e("blank open", *PRINTED[:3])
    e.refuses("blank swap-rule 2", "2 rules would be left", "swap-rule OUT IN", rule="BL-70")
    e("blank swap-rule 2", PRINTED[3])
    assert e.open_rules() == "1 3 4"


def test_chance_decides_which(e, monkeypatch):
    seen = set()
    for seed in range(12):
        monkeypatch.setenv("COMPANION_SEED", str(seed))
        e("start blank Ana Ben")
        seen |= set(e.open_rules().split())
    assert seen == {"1", "2", "3", "4", "5"}


def test_or_they_are_told(e):
    e("start blank Ana Ben --rules 4,2,5")
    assert e.open_rules() == "4 2 5"
    assert e.table()["rules_in_play"][0] == {
        "id": "4",
        "text": PRINTED[3],
        "copy": "blank-friday-box",
        "card": "r4",
        "revision": 1,
        "new": False,
    }


@pytest.mark.rule("BL-70")
def test_four_are_too_many_to_begin_with(e):
    e.refuses("start blank Ana Ben --rules 1,2,3,4", "three rules, not 4", rule="BL-70")
    e.refuses("start blank Ana Ben --rules 1,2,1", "Rule 1 is named twice", code=2)
    assert e.companion("table").code == 1


def test_none_are_drawn_where_the_table_draws(e):
    e("start blank Ana Ben --rules none")
    assert e.open_rules() == ""
    assert e.table()["rule_pile"] == 14
    assert "Turn up 3 rule cards" in e.table()["todo"][0]
    e("blank open 3 1 wink")
    assert (e.open_rules(), e.table()["rule_pile"]) == ("3 1 5", 11)
    assert not any("rule card" in step for step in e.table()["todo"])


@pytest.mark.rule("BL-70")
def test_a_fourth_is_refused_unless_a_card_says_so(e):
    e("start blank Ana Ben --rules 1,2,3")
    e.refuses("blank open 4", "3 rules lie open already", "--house", rule="BL-70")
    e("blank open 4", "--house", "the card says so")
    assert e.open_rules() == "1 2 3 4"


@pytest.mark.rule("BL-70")
def test_of_several_told_at_once_none_is_opened_if_one_is_too_many(e):
    e("start blank Ana Ben --rules 1,2")
    e.refuses("blank open 3 4", rule="BL-70")
    assert e.open_rules() == "1 2"


def test_a_rule_lies_open_once(e):
    e("start blank Ana Ben --rules 1,2")
    e.refuses("blank open 1", "Rule 1 lies open already")
    e.refuses("blank open 17", "There is no rule 17 in Friday box")
    e("blank rule retire 3")
    e.refuses("blank open 3", "Rule 3 is out of the deck")


def test_without_a_box_rules_are_told_in_words(companion):
    e = Evening(companion)
    e("start blank Ana Ben --rules none")
    e("blank open", "If a 6 is played, then sing", "Nobody may say no")
    assert (e.open_rules(), e.table()["rule_pile"]) == ("1 2", None)
    e("blank swap-rule sing", "If you laugh, draw a card")
    assert e.open_rules() == "2 3"  # Numbers are not used twice: 1 lies under the pile.
    e.refuses("blank swap-rule 2 --draw", "Without a box")
    for nothing in ('""', '" "'):
        e.refuses(f"blank open {nothing}", "A rule that lies open says something", code=2)
        e.refuses(f"blank swap-rule 2 {nothing}", "A rule that lies open says something", code=2)


def test_a_rule_with_commas_is_one_rule(companion):
    e = Evening(companion)
    e("start blank Ana Ben", "--rules", "If a 6, a 5, or a 4 is played, then sing")
    assert [rule["text"] for rule in e.table()["rules_in_play"]] == [
        "If a 6, a 5, or a 4 is played, then sing"
    ]


# Told too late, or told wrong


def test_what_the_table_turned_up_itself_takes_the_place_of_what_was_drawn(e):
    e("start blank Ana Ben --top 3-circle")
    e("blank play 3-square")
    said = e("blank open 4 bow wink --instead").out
    assert "did not lie open" in said
    assert set(e.open_rules().split()) == {"1", "4", "5"}
    assert e.table()["rule_pile"] == 11
    # None of them lies under the pile: what is drawn later may be any of the others.
    e("blank swap-rule hop --draw")
    assert e.open_rules().split()[-1] in ("2", "3")


def test_what_is_told_instead_stays_if_it_lies_there(e):
    e("start blank Ana Ben --rules 1,2,3")
    e("blank play 3-square")
    said = e("blank open 2 bow 5 --instead").out.splitlines()
    assert said[:2] == ["rule 3 did not lie open", f"rule 5 comes into play: {PRINTED[4]}"]
    assert e.open_rules() == "1 2 5"
    e.refuses("blank open 2 1 5 --instead", "Nothing has changed")
    e("undo")
    assert e.open_rules() == "1 2 3"


def test_without_a_box_it_is_told_by_its_number_or_all_its_words(companion):
    e = Evening(companion)
    e("start blank Ana Ben --rules none")
    e("blank open", *PRINTED[:3])
    e("blank open 2", PRINTED[0], "Nobody may say no", "--instead")
    assert e.open_rules() == "1 2 4"


def test_what_is_told_instead_is_corrected_as_often_as_need_be():
    t = table("Ana Ben", rules=PRINTED[:3], pile=11)
    t.play("ana", "3-square")
    t.open_instead(*PRINTED[1:4])
    assert t.said == [
        *(f"rule {number} did not lie open" for number in (1, 2, 3)),
        *(f"rule {n} comes into play: {text}" for n, text in enumerate(PRINTED[1:4], 7)),
    ]
    t.undo()
    assert (t.rules, t.state.rule_pile) == ("1 2 3", 11)
    t.open_instead(*PRINTED[2:5])
    assert (t.rules, t.state.rule_pile) == ("7 8 9", 11)


def test_a_rule_that_was_new_is_so_still_when_the_others_are_told_instead(e):
    prize(e, "If you laugh, then draw", e.won())
    e("start blank Ana Ben")
    e("blank open 15 4 5 --instead")
    assert e.open_rules() == "15* 4 5"


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (5, "9 printed rules were never read"),
        (14, "The companion drew these rules"),
    ],
)
def test_how_rules_are_named_in_one_go_is_told_at_the_start(e, known, words):
    e.printed(*(f"If you say {number}, then hum" for number in range(5, known)))
    ran = e("start blank Ana Ben")
    told = " ".join(f"{ran.out} {ran.err}".split())
    assert words in told
    assert "by numbers or first words" in told
    assert "`companion blank open 3 7 15 --instead`" in told
    ran = e("start blank Ana Ben --rules 1,2,3")
    assert "--instead" not in f"{ran.out} {ran.err}"
    assert "by number or first words: `companion blank open RULE RULE RULE`" in " ".join(
        e("start blank Ana Ben --rules none").out.split()
    )


@pytest.mark.parametrize(
    "typed",
    [
        ["2,hop,3"],
        ["If a 2,if a 4,3"],
        ["If a 2", "hop", "3"],
        ["If a 2 is played, then clap", "4", "3"],
    ],
)
def test_rules_are_named_by_numbers_or_first_words_in_one_go(e, typed):
    options = [word for text in typed for word in ("--rules", text)]
    e("start blank Ana Ben", *options)
    assert e.open_rules() == "2 4 3"


def test_the_new_rule_is_named_where_the_table_draws_the_others(e):
    prize(e, "If you laugh, then draw", e.won())
    e("start blank Ana Ben --rules none")
    assert e.table()["todo"][:2] == [
        "Rule 15 is new, and among the three (BL-113).",
        "Turn up 3 rule cards and tell them in one go, by number or first words: "
        "`companion blank open 15 RULE RULE`.",
    ]
    e("blank open 1 2")
    e.refuses(
        'blank rule add "If a 6 is played, then sit" --printed --open',
        "Rule 15 is new",
        rule="BL-113",
    )
    assert e.companion("blank rule show 6").code == 1


# Under the pile


@pytest.mark.rule("BL-71", "A-BL-10")
def test_a_rule_goes_under_the_pile_and_nothing_takes_its_place(e):
    e("start blank Ana Ben --rules 1,2,3")
    e("next")
    said = e("blank swap-rule 2").out
    assert "rule 2 goes to the bottom of the rule pile" in said.lower()
    assert (e.open_rules(), e.table()["rule_pile"]) == ("1 3", 12)


@pytest.mark.rule("BL-71")
def test_rules_that_went_under_the_pile_lie_there_in_order():
    t = table("Ana Ben", rules=PRINTED[:3], pile=11)
    t.next()
    t.bury("2")
    t.bury("1")
    assert (t.rules, t.state.rule_pile) == ("3 / 2 1", 13)
    t.open(PRINTED[1], 2)
    assert (t.rules, t.state.rule_pile) == ("3 2 / 1", 12)
    with pytest.raises(Refused, match="Rule 1 does not lie open"):
        t.bury("1")


def test_another_takes_its_place_if_it_is_told(e):
    e("start blank Ana Ben --rules 1,2,3")
    e("blank swap-rule 2 5")
    assert (e.open_rules(), e.table()["rule_pile"]) == ("1 3 5", 11)
    e("blank swap-rule bow 4")
    assert e.open_rules() == "3 5 4"
    e.refuses("blank swap-rule 1", "No open rule answers to “1”", "3, 5, 4")
    e.refuses("blank swap-rule played", "Several open rules answer")
    e.refuses("blank swap-rule 3 4", "Rule 4 lies open already")
    assert e.open_rules() == "3 5 4"


@pytest.mark.parametrize("typed", ["6", "r6", "rule 6", "9", "friday:2"])
def test_a_number_is_never_looked_for_in_the_words_of_a_rule(e, typed):
    e("blank rule add", "If a 6 is played on a 9, then sing", "--printed")
    e("start blank Ana Ben --rules 6,1,3")
    e("next")
    e("blank swap-rule 6")
    e("blank open 2")
    e("blank swap-rule 2")
    e.refuses(f"blank swap-rule '{typed}'", "No open rule answers")
    assert e.open_rules() == "1 3"


def test_an_open_rule_is_named_with_its_box_as_any_card_is(e):
    e("start blank Ana Ben --rules 1,2,3")
    e("next")
    e("blank swap-rule friday:2")
    e("blank swap-rule ★1")
    e.refuses("blank swap-rule sunday:3", "No box here is called “sunday”")
    assert e.open_rules() == "3"


def test_of_two_open_rules_of_one_number_the_box_is_told(e):
    e("blank copy new Cellar --mark #")
    e.printed("If you win, then bow", copy="cellar")
    e("blank mix friday cellar")
    e("start blank Ana Ben", "--rules", "★1,#1,★2")
    e("next")
    e.refuses("blank swap-rule 1", "Several open rules answer", "★1, #1")
    e("blank swap-rule cellar:1")
    assert e.open_rules() == "★1 ★2"


@pytest.mark.rule("BL-71")
def test_the_companion_draws_what_went_under_the_pile_last_of_all(e):
    """Every printed rule is known: the two that are left come first, then those below, in order."""
    all_but_five = range(6, 15)
    for number in all_but_five:
        e.printed(f"If a {number} is said aloud, then all players clap {number} times")
    for number in all_but_five:
        e(f"blank rule retire {number}")
    e("start blank Ana Ben --rules 1,2,3")
    e("blank swap-rule 2 --draw")
    first = e.open_rules().split()[-1]
    e("blank swap-rule 3 --draw")
    second = e.open_rules().split()[-1]
    assert {first, second} == {"4", "5"}
    e("blank swap-rule 1 --draw")
    assert e.open_rules() == f"{first} {second} 2"
    e(f"blank swap-rule {second} --draw")
    assert e.open_rules() == f"{first} 2 3"
    e("blank swap-rule 2 --draw")
    assert e.open_rules() == f"{first} 3 1"


@pytest.mark.rule("BL-71")
def test_what_went_under_the_pile_lies_below_printed_rules_that_nobody_has_read(e):
    e("start blank Ana Ben --rules 1,2,3")
    e("next")
    e("blank swap-rule 2 --draw")
    e("blank swap-rule 3 --draw")
    opened = e.open_rules()
    why = "has 9 printed rules that nobody has read"
    e.refuses("blank swap-rule 1 --draw", why, "`companion blank swap-rule 1 IN`", rule="BL-71")
    e("blank rule add 'If a 7 is played, then everybody whistles' --printed")
    e("blank swap-rule 1 6")
    assert e.open_rules() == f"{opened.removeprefix('1 ')} 6"


def test_what_is_drawn_is_not_the_rule_that_goes(e):
    e("blank rule retire 4")
    e("blank rule retire 5")
    e("start blank Ana Ben --rules 1,2,3")
    e.refuses("blank swap-rule 2 --draw", "nobody has read", rule="BL-71")
    assert e.open_rules() == "1 2 3"
    e.refuses("blank swap-rule 2 3 --draw", "named, or drawn", code=2)


def test_a_swap_is_one_entry_and_is_taken_back_as_one(e):
    e("start blank Ana Ben --rules 1,2,3")
    e("blank swap-rule 2 5")
    e("undo")
    assert (e.open_rules(), e.table()["rule_pile"]) == ("1 2 3", 11)


def test_with_two_boxes_rules_are_named_by_their_mark(e):
    e("blank copy new Cellar --mark #")
    e.printed("If you win, then bow", copy="cellar")
    e("blank mix friday cellar")
    e("start blank Ana Ben", "--rules", "★1,#1,★2")
    assert e.open_rules() == "★1 #1 ★2"
    assert e.table()["rule_pile"] == 28 - 3
    assert [rule["copy"] for rule in e.table()["rules_in_play"]] == [
        "blank-friday-box",
        "blank-cellar",
        "blank-friday-box",
    ]
    e("blank swap-rule #1 ★3")
    assert e.open_rules() == "★1 ★2 ★3"
    e.refuses("blank swap-rule ★1 1", "Friday box ★", "Cellar #")


@pytest.mark.rule("BL-123", "BL-125")
def test_boxes_of_one_mark_are_not_played_with_together(e):
    e("blank copy new Cellar --mark #")
    e("blank copy new Attic --mark ★")
    e("blank copy new Shed")
    for other, words in (("attic", "have the same mark"), ("shed", "Shed has no mark")):
        e.refuses(f"start blank Ana Ben --copy friday --copy {other}", words, rule="BL-123")
    e("start blank Ana Ben --copy friday --copy cellar")
    assert e.table()["copies"] == ["blank-friday-box", "blank-cellar"]


def test_a_rule_keeps_the_words_that_it_had_in_the_play(e):
    e("start blank Ana Ben --rules 1")
    e('blank rule edit 1 "If a 1 is played, then dance"')
    assert e.table()["rules_in_play"][0]["text"] == PRINTED[0]
    e("start blank Ana Ben --rules 1")
    assert e.table()["rules_in_play"][0]["text"] == "If a 1 is played, then dance"
    assert e.table()["rules_in_play"][0]["revision"] == 2


def test_a_rule_can_be_told_to_the_box_and_opened_in_one_step(e):
    e("start blank Ana Ben --rules 1,2")
    e('blank rule add "If a 6 is played, then sit" --printed --open')
    assert (e.open_rules(), e.table()["rule_pile"]) == ("1 2 6", 11)
    assert e.rule("6")["says"] == "If a 6 is played, then sit"


@pytest.mark.rule("BL-70")
@pytest.mark.parametrize(
    ("before", "why"),
    [
        ("start blank Ana Ben --rules 1,2,3", "3 rules lie open already"),
        ("blank win ana --empty", "finished"),
    ],
)
def test_what_cannot_lie_open_is_not_written_down_either(e, before, why):
    e("start blank Ana Ben --rules 1,2")
    e(before)
    ran = e.companion('blank rule add "If a 6 is played, then sit" --printed --open')
    assert ran.code == 1
    assert why in ran.err
    assert e.companion("blank rule show 6").code == 1


# New ones


@pytest.mark.rule("BL-112", "BL-113", "A-BL-11")
def test_the_new_rule_comes_in_with_two_drawn_ones(e):
    won = e.won()
    prize(e, "If you laugh, then draw", won)
    e("start blank Ana Ben")
    rules = e.open_rules().split()
    assert rules[0] == "15*"
    assert len(rules) == 3
    assert set(rules[1:]) < {"1", "2", "3", "4", "5"}
    assert e.rule("15")["introduced"] == e.table()["play"]


@pytest.mark.rule("BL-113")
def test_it_is_new_once(e, monkeypatch):
    prize(e, "If you laugh, then draw", e.won())
    e("start blank Ana Ben")
    e("blank win ana")
    new = []
    for seed in range(6):
        monkeypatch.setenv("COMPANION_SEED", str(seed))
        e("start blank Ana Ben")
        new += [rule for rule in e.open_rules().split() if rule.endswith("*")]
        e("blank win ana")
    assert new == []


@pytest.mark.rule("BL-108", "BL-113")
def test_a_new_rule_that_the_owner_has_not_approved_waits(e):
    e("blank rule add", "If you laugh, then draw", "--prize", "--play", e.won())
    began = e("start blank Ana Ben")
    assert "Rule 15 was a prize and is not in: Ana has not approved it" in began.err
    assert "15" not in e.open_rules().split()
    assert "`companion blank swap-rule OUT 15`" in began.err
    assert "`companion blank open 15`" in e("start blank Ana Ben --rules none").err
    e("blank rule approve 15")
    e("blank win ana")
    e("start blank Ana Ben")
    assert e.open_rules().split()[0] == "15*"


@pytest.mark.rule("BL-108")
def test_what_is_only_proposed_is_never_drawn(e, monkeypatch):
    e('blank rule add "If you laugh, then draw" --by Ben')
    for seed in range(8):
        monkeypatch.setenv("COMPANION_SEED", str(seed))
        e("start blank Ana Ben")
        assert "15" not in e.open_rules().split()
    assert e.table()["rule_pile"] == 11


@pytest.mark.rule("BL-113")
def test_a_rule_that_was_no_prize_is_not_new(e):
    e('blank rule add "If you laugh, then draw" --by Ben --inked')
    e("start blank Ana Ben")
    assert "*" not in e.open_rules()


@pytest.mark.rule("BL-113")
@pytest.mark.parametrize("rules", ["1,2,3", "1,2", "2"])
def test_nobody_leaves_the_new_rule_out(e, rules):
    prize(e, "If you laugh, then draw", e.won())
    line = f"start blank Ana Ben --rules {rules}"
    e.refuses(line, "Rule 15 is new: a prize is one of", "`--rules 15,", rule="BL-113")
    e(line, "--house", "we keep it for Sunday")
    assert e.open_rules() == rules.replace(",", " ")
    assert e("log --json").json["entries"][0]["overruled"] == ["BL-113"]
    e("start blank Ana Ben")
    assert e.open_rules().startswith("15* ")


@pytest.mark.rule("BL-113")
def test_a_house_rule_that_leaves_it_out_holds_for_the_rules_that_are_told_later(e):
    prize(e, "If you laugh, then draw", e.won())
    e("start blank Ana Ben --rules 1,2 --house", "we keep it for Sunday")
    e("blank open 3")
    e("blank open 4 2 5 --instead")
    assert set(e.open_rules().split()) == {"2", "4", "5"}


@pytest.mark.rule("BL-113", "A-BL-14")
def test_of_more_than_three_that_are_new_any_three_will_do(e):
    for number in range(4):
        e("blank rule add", f"If you laugh {number}, then draw", "--prize", "--play", e.won())
        e(f"blank rule approve {15 + number}")
    e.refuses("start blank Ana Ben --rules 15,16,1", "Rules 17 and 18 are new", rule="BL-113")
    e("start blank Ana Ben --rules 16,18,17")
    assert e.open_rules() == "16* 18* 17*"


@pytest.mark.rule("BL-113")
@pytest.mark.parametrize(
    ("begins", "line"),
    [
        ("--rules none", "blank open 1 2 3"),
        ("", "blank open 1 2 3 --instead"),
        ("--rules 15,1,2", "blank swap-rule 15 3"),
        ("--rules 15,1,2", "blank swap-rule 15 --draw"),
    ],
)
def test_the_new_rule_is_one_of_the_three_however_they_are_told(e, begins, line):
    prize(e, "If you laugh, then draw", e.won())
    e(f"start blank Ana Ben {begins}")
    e.refuses(line, "Rule 15 is new: a prize is one of", rule="BL-113")
    e("blank open 2 15 3 --instead")
    assert set(e.open_rules().split()) == {"2", "15*", "3"}


@pytest.mark.rule("BL-113")
def test_as_long_as_there_is_room_the_new_rule_may_come_later(e):
    prize(e, "If you laugh, then draw", e.won())
    e("start blank Ana Ben --rules none")
    e("blank open 1 2")
    e.refuses("blank open 3", "Rule 15 is new", rule="BL-113")
    e("blank open 15")
    assert e.open_rules() == "1 2 15*"
    e("next")
    e("blank swap-rule 15 3")  # Later, it goes like any other.
    assert e.open_rules() == "1 2 3"


@pytest.mark.rule("BL-113")
def test_a_new_rule_that_is_told_is_new_too(e):
    prize(e, "If you laugh, then draw", e.won())
    assert "BL-113" not in e("start blank Ana Ben --rules 1,15,2").err
    assert e.open_rules() == "1 15* 2"
    e("blank win ana")
    e("start blank Ana Ben --rules 15,2,3")
    assert e.open_rules() == "15 2 3"


@pytest.mark.rule("BL-113")
def test_a_new_rule_that_is_opened_later_was_new_in_that_game(e):
    """The table draws its own rules and tells them by and by."""
    prize(e, "If you laugh, then draw", e.won())
    e("start blank Ana Ben --rules none")
    e("blank open 15 1 2")
    assert e.open_rules() == "15* 1 2"
    e("blank win ana")
    e("start blank Ana Ben --rules 15,1,2")
    assert e.open_rules() == "15 1 2"


@pytest.mark.rule("A-BL-14")
def test_the_new_rule_waits_for_its_box(e):
    prize(e, "If you laugh, then draw", e.won())
    e("blank copy new Cellar --mark #")
    e.printed(*PRINTED[:3], copy="cellar")
    e("start blank Ana Ben --copy cellar")
    assert "*" not in e.open_rules()
    e("blank win ana")
    e("start blank Ana Ben --copy friday")
    assert e.open_rules().startswith("15* ")


@pytest.mark.rule("A-BL-14", "A-BL-11")
def test_all_that_wait_come_in_at_most_three(e):
    for number in range(4):
        e("blank rule add", f"If you laugh {number}, then draw", "--prize", "--play", e.won())
    for number in range(15, 19):
        e(f"blank rule approve {number}")
    e("start blank Ana Ben")
    assert e.open_rules() == "15* 16* 17*"
    e("blank win ana")
    e("start blank Ana Ben")
    assert e.open_rules().split()[0] == "18*"
    assert e.open_rules().count("*") == 1


@pytest.mark.rule("A-BL-14", "BL-125")
def test_in_a_mix_the_new_rules_of_all_boxes_come_in(e):
    prize(e, "If you laugh, then draw", e.won())
    e("blank copy new Cellar --mark #")
    e("blank copy use cellar")
    prize(e, "If you weep, then draw", e.won())
    e("blank mix friday cellar")
    e("start blank Ana Ben")
    assert e.open_rules().split()[:2] == ["★15*", "#15*"]
    play = e.table()["play"]
    assert [e.rule("15", copy)["introduced"] for copy in ("friday", "cellar")] == [play, play]


@pytest.mark.rule("BL-113")
def test_a_new_rule_that_went_under_the_pile_is_still_new_when_it_comes_back(e):
    prize(e, "If you laugh, then draw", e.won())
    e("start blank Ana Ben --rules 15,1,2")
    e("next")
    e("blank swap-rule 15 3")
    e("blank swap-rule 3 15")
    assert e.open_rules() == "1 2 15*"


@pytest.mark.rule("BL-113")
def test_a_game_that_was_abandoned_does_not_count(e):
    prize(e, "If you laugh, then draw", e.won())
    for _ in range(2):
        e("start blank Ana Ben")
        assert e.open_rules().startswith("15* ")
        e("finish --abandon")
    e("start blank Ana Ben")
    assert e.open_rules().startswith("15* ")
    e("blank win ana")
    e("start blank Ana Ben --rules 15,1")
    assert e.open_rules() == "15 1"


@pytest.mark.rule("BL-113")
def test_a_game_after_an_abandoned_one_counts_though_its_rules_were_told(e):
    prize(e, "If you laugh, then draw", e.won())
    e("start blank Ana Ben")
    e("finish --abandon")
    e("start blank Ana Ben --rules 1,15,2")
    e("blank win ana")
    e("start blank Ana Ben")
    assert "*" not in e.open_rules()


@pytest.mark.rule("BL-113")
def test_an_abandoned_game_is_the_last_one_that_was_played_not_of_the_highest_number(e):
    """Rule 15 is approved late: it is new after rule 16, in a game that is abandoned."""
    e("blank rule add", "If you laugh, then draw", "--prize", "--play", e.won())
    prize(e, "If you weep, then draw", e.won())
    e("start blank Ana Ben")
    assert e.open_rules().startswith("16* ")
    e("blank win ana")
    e("blank rule approve 15")
    e("start blank Ana Ben")
    assert e.open_rules().startswith("15* ")
    e("finish --abandon")
    e("start blank Ana Ben")
    assert e.open_rules().startswith("15* ")


def test_rules_that_nobody_read_cannot_be_drawn(e):
    assert "9 printed rules were never read to the companion" in e("start blank Ana Ben").err
    assert "never read" not in e("start blank Ana Ben --rules 1,2,3").err
    t = table("Ana Ben", rules=PRINTED[:3])
    with refused("BL-70"):
        t.open(PRINTED[3])
