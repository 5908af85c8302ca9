"""Rules that are drawn by chance. How they come in and go, and which are new: `rules.txt`."""

from random import Random

import pytest

from companion.games.blank.open_rules import BoxRule, draw_rules
from tests.games.blank.box import box, deck, rule
from tests.games.blank.tables import Evening

PRINTED = [f"If a {number} is played, then bow {number} times" for number in range(1, 6)]


@pytest.fixture
def e(companion):
    """An evening with a box of which five printed rules were read."""
    e = Evening(companion)
    e.box()
    e.printed(*PRINTED)
    return e


@pytest.mark.rule("BL-12", "BL-16", "A-BL-11")
def test_as_many_are_drawn_as_make_three_with_the_new_ones():
    """Never more than three, and never fewer as long as others are known."""
    for known in range(6):
        for fresh in range(5):
            log = box()
            for number in range(known + fresh):
                log = rule(log, f"If a {number} is played, then sing", status="approved")
            deck_ = deck(log)
            all_rules = [BoxRule("blank-1", deck_, card) for card in deck_.rules]
            found = draw_rules([("blank-1", deck_)], all_rules[:fresh], Random(1))
            assert len(found) == min(3, known + fresh)
            assert len({it.card.id for it in found}) == len(found)
            assert all_rules[:fresh][:3] == found[:fresh]


@pytest.mark.rule("BL-108", "BL-112", "BL-113")
def test_chance_decides_which_but_draws_none_that_is_only_proposed_and_the_prize_once(
    e, monkeypatch
):
    e('blank rule add "If you laugh, then draw" --by Ben')
    e("blank rule add", "If you nap, then draw", "--prize", "--approved", "--play", e.won())
    opened = []
    for seed in range(8):
        monkeypatch.setenv("COMPANION_SEED", str(seed))
        e("start blank Ana Ben")
        opened.append(e.open_rules().split())
        assert e.rule("16")["introduced"] == "blank-2"
        e("blank win ana")
    assert opened[0][0] == "16*"
    assert not any(name.endswith("*") for names in opened[1:] for name in names)
    assert {name for names in opened for name in names} == {*"12345", "16", "16*"}


@pytest.mark.rule("BL-71")
def test_the_companion_draws_what_went_under_the_pile_last_of_all(e):
    """Every printed rule is known: the two that are left come first, then those below, in order."""
    for number in range(6, 15):
        e.printed(f"If a {number} is said aloud, then all players clap {number} times")
    started = e("start blank Ana Ben")
    assert "The companion drew these rules" in f"{started.out} {started.err}"
    for number in range(6, 15):
        e(f"blank rule retire {number}")
    e("start blank Ana Ben --rules 1,2,3")
    e("blank swap-rule 2 --draw")
    first = e.open_rules().split()[-1]
    e("blank swap-rule 3 --draw")
    second = e.open_rules().split()[-1]
    assert {first, second} == {"4", "5"}
    for out, left in (
        ("1", f"{first} {second} 2"),
        (second, f"{first} 2 3"),
        ("2", f"{first} 3 1"),
    ):
        e(f"blank swap-rule {out} --draw")
        assert e.open_rules() == left


@pytest.mark.rule("BL-113")
def test_open_rules_as_json_name_their_card(e):
    e("start blank Ana Ben --rules 4,2,5")
    assert e.table()["rules_in_play"][0] == {
        "id": "4",
        "text": PRINTED[3],
        "copy": "blank-friday-box",
        "card": "r4",
        "revision": 1,
        "new": False,
    }
