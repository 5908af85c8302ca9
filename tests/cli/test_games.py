"""How a person names a game: by its id or title, in any case, as far as it takes to tell."""

from shlex import quote

import pytest

from companion import games


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        *((name, "bwd") for name in ("bwd", "Bwd", "BWD", "bw", "'Blank White Dice'", "'blank w'")),
        *((name, "blank") for name in ("blank", "BLANK")),
        *((name, "dicebox") for name in ("dicebox", "'Dice Box'", "box")),
        *((name, "lwd") for name in ("lwd", "'A Little White Die'", "little")),
        *((name, "boolean") for name in ("boolean", "'Boolean Dice'", "boo")),
    ],
)
def test_a_play_begins_with_any_beginning_of_the_game_s_name(companion, typed, game):
    assert companion.must(f"start {typed} Ana Ben --json").json["game"] == game


def test_a_word_that_two_titles_have_is_asked_for_more_of(companion):
    assert companion("start white Ana Ben").err.startswith("“white” could be bwd or lwd.")


def test_a_beginning_that_several_games_have_is_asked_for_more_of(companion):
    ran = companion("start b Ana Ben")
    assert ran.code == 1
    assert ran.err.startswith("“b” could be bwd, blank or boolean.")


def test_options_may_stand_before_the_game(companion):
    assert companion.must("start --first ben BWD Ana Ben --json").json["first_player"] == "Ben"


def test_verbs_are_found_under_the_game_in_any_case(companion):
    companion.must("start bwd Ana Ben")
    assert companion.must("BWD tag ana.1 tag --json").json["entry"] == 2


@pytest.mark.parametrize("typed", ["chess", "²", "Die Siedler"])
def test_a_game_that_is_none_of_ours_is_scored_on_a_sheet(companion, typed):
    assert companion.must(f'start "{typed}" Ana Ben --json').json["title"] == typed


@pytest.mark.parametrize("typed", ["wbd", "dicbox", "blnak", "bolean", "Blank Wite Dice"])
def test_what_is_nearly_one_of_ours_is_asked_about(companion, typed):
    ran = companion(f'start "{typed}" Ana Ben')
    assert ran.code == 1
    assert ran.err.startswith(f"No game is named “{typed}”.")
    assert f"companion start sheet {quote(typed)}" in ran.err


def test_the_slip_of_a_finger_gets_the_nearest(companion):
    assert "Did you mean bwd?" in companion("start bdw Ana Ben").err


def test_our_own_games_are_begun_without_a_look_at_other_packages(companion, monkeypatch):
    def look():
        raise AssertionError("reading other packages' metadata takes a while")

    companion.must("lookup BWD-1")  # notes what other packages there are
    monkeypatch.setattr(games, "_registered", look)
    companion.must("start bwd Ana Ben")
    companion.must("bwd tag ana.1 tag")
    companion.must("table")
    companion.must("lookup BWD-1")


def test_dice_that_are_neither_blank_nor_kept_are_not_understood(companion):
    ran = companion("start bwd Ana Ben --dice foo")
    assert ran.code == 2
    assert "--dice kept" in ran.err


@pytest.mark.parametrize(
    ("typed", "game", "called"),
    [
        ("blank white dice Ana Ben", "bwd", "Blank White Dice"),
        ("Blank Ana Ben", "blank", "BLANK"),
        ("dice box Ana Ben", "dicebox", "Dice Box"),
        ("a little white die Ana Ben", "lwd", "A Little White Die"),
        ("liar Ana Ben", "boolean", "Boolean Dice"),
        ("shut the box Ana Ben", "boolean", "Boolean Dice"),
    ],
)
def test_titles_of_several_words_need_no_quotes(companion, typed, game, called):
    started = companion.must(f"start {typed} --json").json
    assert (started["game"], started["title"]) == (game, called)


def test_titles_are_told_as_the_games_tell_them():
    assert {own: games.game(own).title for own in games.OWN} == games.TITLES
    within = {own: dict(games.game(own).within) for own in games.OWN}
    assert {own: inside for own, inside in within.items() if inside} == games.WITHIN


def test_the_title_of_a_sheet_is_no_beginning_of_ours(companion):
    assert companion.must("start Score Ana Ben --json").json["title"] == "Score"


def test_words_of_a_title_are_asked_about_where_others_are_known(companion):
    companion.must("start Heat Ana Ben")
    ran = companion("start ticket to ride")
    assert ran.code == 2
    assert 'companion start sheet "ticket to ride"' in ran.err
