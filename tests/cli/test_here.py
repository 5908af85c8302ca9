"""`companion lookup --here`: all that is in play, what matters most now first."""

import pytest

SCREEN = 23


def here(companion, options: str = "") -> list[tuple[str, str]]:
    """What is explained, each with why, in order."""
    results = companion.must(f"lookup --here --json {options}").json["results"]
    scores = [result["score"] for result in results]
    assert scores == sorted(scores, reverse=True)
    return [(result["id"], result["why"]) for result in results]


@pytest.fixture
def bwd(companion):
    companion.must("start bwd Ana Ben --set V1")
    companion.must("bwd card set junk-food --text 'Gain 5.'")
    companion.must("bwd card set multitag --ward 'Erase it; then the effect fizzles.'")
    companion.must("bwd card set investment --always 'Gain 1 when a card is neutralized.'")
    return companion


def test_in_setup_the_cards_that_can_be_tagged_come_first(bwd):
    first, second, *_ = here(bwd)
    assert first == ("tagging-in-setup", "now")
    assert second == ("tag", "in the tableau")
    ids = [one for one, _ in here(bwd)]
    assert {"points", "the-window", "junk-food", "ward", "always"} <= set(ids)
    assert len(ids) == len(set(ids))


def test_in_main_the_dice_of_whose_turn_it_is_come_first(bwd):
    bwd.must("bwd tag ana.1 points junk")
    bwd.must("bwd tag ben.1 multitag investment")
    bwd.must("bwd roll ana.1=junk ana.2=blank ben.1=multitag ben.2=blank --skip")
    assert here(bwd)[0] == ("everyone-rolls", "now")
    bwd.must("next")
    assert here(bwd)[:4] == [
        ("main", "now"),
        ("junk-food", "ana.1 to resolve"),
        ("blank-face", "ana.2 to resolve and ben.2 still to come"),
        ("multitag", "ben.1 still to come and ward on ben.1"),
    ]
    assert ("investment", "always on ben.1") in here(bwd)
    bwd.must("bwd resolve ana.1 --points 5")
    assert ("junk-food", "on ana.1") in here(bwd)
    bwd.must("bwd resolve ana.2 --tag points")
    bwd.must("next")
    assert here(bwd)[1:3] == [
        ("multitag", "ben.1 to resolve and ward on ben.1"),
        ("blank-face", "ben.2 to resolve"),
    ]


def test_what_lies_on_cards_and_dice_is_explained_as_well(bwd):
    bwd.must("bwd tag ana.1 points")
    bwd.must("bwd dot ana.1:3")
    bwd.must("bwd dash ana.1:-2")
    bwd.must("bwd neutralize erase")
    bwd.must("bwd mark ana multitag")
    bwd.must("bwd claim ben")
    shown = dict(here(bwd))
    assert shown["neutralize"] == "a card is face-down"
    assert shown["erase"] == "face-down"
    assert "It cannot be tagged while it is face-down" in bwd.must("lookup --here --all").out
    assert {"dot", "dash", "mark"} <= set(shown)
    bwd.must("bwd tag common tag --house 'early'")
    assert dict(here(bwd))["common-die"] == "Ben's"


def test_a_ruling_is_told_before_all_else(bwd):
    bwd.must("ruling add 'Blanks may stay blank' --on 'blank face'")
    bwd.must("bwd tag ana.1 points")
    bwd.must("bwd roll ana.1=blank ana.2=blank ben.1=blank ben.2=blank --skip")
    bwd.must("next")
    assert "Ruling 1 (" in " ".join(bwd.must("lookup --here").out.split())


def test_many_rulings_leave_room_for_all_else(bwd):
    for number in range(12):
        bwd.must("ruling add", f"{number}: {'blanks may stay blank ' * 4}", "--on", "blank face")
    bwd.must("bwd tag ana.1 points")
    bwd.must("bwd roll ana.1=blank ana.2=blank ben.1=blank ben.2=blank --skip")
    bwd.must("next")
    told = bwd.must("lookup --here").out
    assert "10 more rulings on it" in told
    assert len(told.splitlines()) in range(18, SCREEN + 1)


def test_score_only_play_has_little_in_front_of_it(companion):
    companion.must("start bwd Ana Ben")
    core = ("tag", "erase", "re-roll", "points", "the-window")
    assert here(companion) == [
        ("tagging-in-setup", "now"),
        *((card, "in the tableau") for card in core),
    ]


def test_blank_tells_the_effect_on_top_and_the_rules_that_it_triggers(companion):
    companion.must("blank box new Friday --mark ★ --owner Ana")
    companion.must("blank rule add 'If a 4 is played, then sing' --printed")
    companion.must("blank rule add 'If a 1 is played, then dance' --printed")
    companion.must("blank rule add 'If somebody sneezes, then bow' --printed")
    companion.must("blank card customise 4-hexagon 'All players swap hands' --title Swap --by Ben")
    companion.must("blank card approve swap")
    companion.must("start blank Ana Ben --rules 1,2,3 --top 4-circle")
    companion.must("blank play ana swap")
    found = here(companion)
    assert found[0][1] == "on top"
    assert found[1] == ("friday/r1", "fits the top card")
    assert [one for one, why in found if why == "lies open"] == ["friday/r2", "friday/r3"]
    assert ("turn", "Ben's") in found
    told = companion.must("lookup --here").out
    assert "swap hands" in told
    assert len(told.splitlines()) <= SCREEN


def test_rules_of_no_box_are_explained_as_the_play_has_them(companion):
    companion.must("start blank Ana Ben")
    companion.must("blank open 'If a 3 is played, then whistle'")
    results = companion.must("lookup --here --json").json["results"]
    assert "whistle" in results[0]["text"]


def test_it_fits_one_screen_and_all_of_it_is_there_on_demand(bwd):
    bwd.must("bwd tag ana.1 points junk tag erase")
    bwd.must("bwd tag ben.1 multitag investment")
    bwd.must("bwd roll ana.1=junk ana.2=blank ben.1=multitag ben.2=blank --skip")
    for _ in range(4):
        told = bwd.must("lookup --here").out
        assert len(told.splitlines()) <= SCREEN
        assert "more: `companion lookup --here --all`" in told
        everything = bwd.must("lookup --here --all").out
        assert "more: `companion" not in everything
        assert len(everything.splitlines()) > len(told.splitlines())
        bwd.must("next --skip")


def test_a_play_that_is_over_is_explained_too(bwd):
    bwd.must("finish --winner ana")
    assert here(bwd)
    bwd.must("start blank Ana Ben")
    bwd.must("blank win ana --empty")
    assert here(bwd)[0] == ("prize", "the game is won")


def test_another_play_by_its_number(bwd):
    bwd.must("start blank Ana Ben")
    assert here(bwd, "--play 1")[0][0] == "tagging-in-setup"
    assert here(bwd)[0][0] == "turn"


def test_without_a_play_it_says_so(companion):
    ran = companion("lookup --here")
    assert (ran.code, ran.out) == (1, "")
    assert "Nothing is being played" in ran.err
