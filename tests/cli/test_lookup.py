"""`companion lookup`: words, icons, cards, rules, questions; and what is not there."""

import json
import sqlite3

import pytest

from tests.glossaries import GAMES, rules_of, words_of

SCREEN = 23
"""Lines of a screen of 24, without the next prompt."""


@pytest.fixture
def wide(monkeypatch):
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def found(companion, line: str, *arguments: str) -> list[str]:
    results = companion.must(f"lookup {line} --json", *arguments).json["results"]
    return [f"{result['game']}/{result['id']}" for result in results]


# Names


def test_a_rule_by_its_id(companion):
    (rule,) = companion.must("lookup bl-75 --json").json["results"]
    assert (rule["id"], rule["game"], rule["kind"]) == ("BL-75", "blank", "enforced")
    assert (rule["score"], rule["section"]) == (1.0, "Rule Cards")


@pytest.mark.parametrize(
    "typed", ["re roll", "reroll", "re-roll", "RE-ROLL", "re-rolls", "'Re roll'"]
)
def test_spellings_and_plurals_are_one(companion, typed):
    assert found(companion, typed)[0] == "bwd/re-roll"


@pytest.mark.parametrize("typed", ["take another turn", "take-another-turn", "'Take Another Turn'"])
def test_several_words_need_no_quotes(companion, typed):
    assert found(companion, typed) == ["bwd/take-another-turn"]


@pytest.mark.parametrize("typed", ["'3'", "-2", "−2", "+3"])
def test_icons_that_are_numbers_are_looked_up_as_they_are_drawn(companion, typed):
    assert "bwd/points" in found(companion, typed)


def test_a_word_is_told_with_what_to_do_what_people_miss_and_where_to_read_on(companion, wide):
    told = companion.must("lookup ward").out
    heading, _, text, *_ = told.splitlines()
    assert heading == "Ward  Blank White Dice · Keywords: Ward"
    assert text.startswith("An icon")
    for label in ("Do ", "Mind ", "Such as ", "See ", "Rules "):
        assert f"\n{label}" in told
    assert "Fizzle" in told
    assert "BWD-269" in told


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_is_found_by_each_of_its_names(companion, game):
    from companion.reference.question import Question
    from companion.reference.ranking import named
    from companion.table.lookup.corpus import Corpus
    from companion.testing.store import TemporaryStore
    from tests.desks import Desks

    corpus = Corpus(Desks(TemporaryStore())())
    for entry in (*words_of(game), *rules_of(game)):
        for name in entry.names:
            hits = named(corpus.indexes, Question(name, game))
            assert entry.full_id in [hit.item.full_id for hit in hits], name


# Several meanings


def test_a_word_of_several_games_is_told_under_each(companion, wide):
    told = companion.must("lookup mark").out
    assert "Mark  BLANK · " in told
    assert "Mark  Blank White Dice · " in told


@pytest.mark.parametrize("word", ["roll", "reveal", "split", "mark", "seed", "challenge"])
def test_the_game_on_the_table_comes_first(companion, word):
    meanings = {name.partition("/")[0] for name in found(companion, word)}
    for game in meanings & {"bwd", "blank"}:
        companion.must(f"start {game} Ana Ben")
        assert found(companion, word)[0].startswith(f"{game}/")


@pytest.mark.parametrize(
    ("word", "game"), [("roll", "boolean"), ("seed", "dicebox"), ("split", "lwd")]
)
def test_one_game_alone(companion, word, game):
    assert {name.partition("/")[0] for name in found(companion, f"{word} --game {game}")} == {game}


def test_a_game_is_named_by_the_beginning_of_its_title_too(companion):
    assert found(companion, "seed --game 'dice b'")[0] == "dicebox/seed"
    ran = companion("lookup ward --game chess")
    assert (ran.code, ran.out) == (1, "")
    assert "No game is named “chess”." in ran.err


# Cards


def test_a_card_that_the_rulebook_tells_of(companion):
    assert found(companion, "medkit") == ["bwd/medkit"]
    assert "fizzles" in companion.must("lookup medkit").out


def test_a_card_by_its_number_says_how_to_tell_of_it(companion):
    told = companion.must("lookup 23").out
    assert "It is unknown what this card says" in told
    assert "companion bwd card set 23" in " ".join(told.split())


def test_what_the_group_read_on_its_card_is_what_is_told(companion):
    companion.must("start bwd Ana Ben")
    companion.must("bwd card set 23 --name Hourglass --text 'Turn time around.' --one-shot")
    for typed in ("23", "hourglass", "'card 23'", "hour"):
        (card, *_) = companion.must(f"lookup {typed} --json").json["results"]
        assert (card["title"], card["text"]) == ("Hourglass", "Turn time around. One-shot.")
        assert "one-shot" in card["see"]
    companion.must("bwd card set medkit --number 17")
    assert found(companion, "17") == ["bwd/medkit"]


def test_cards_of_a_box_of_blank(companion):
    companion.must("blank box new Friday --mark ★ --owner Ana")
    companion.must("blank rule add 'If a 1 is played, then all players yodel' --printed")
    companion.must("blank card customise 4-hexagon 'sing a song' --title Nightingale --by Ben")
    assert found(companion, "yodel")[0] == "blank/friday/r1"
    (card,) = companion.must("lookup nightingale --json").json["results"]
    assert card["text"] == "sing a song"
    assert "only proposed" in card["note"]
    companion.must("start blank Ana Ben")
    assert found(companion, "1")[0] == "blank/friday/r1"


def test_a_question_finds_what_the_group_told_of_its_card_and_not_the_rulebook(companion):
    companion.must("bwd card set medkit --ward 'Bananas for everybody.'")
    for asked in ("icon makes anybody lose points fizzles erase medkit", "medkit bananas"):
        results = companion.must("lookup --json", asked).json["results"]
        told = [result["text"] for result in results if result["id"] == "medkit"]
        assert told == ["Ward: Bananas for everybody."] or told == []
    assert found(companion, "'who gets bananas'")[0] == "bwd/medkit"


def test_own_cards_with_a_word_on_them_stand_beside_the_word(companion):
    companion.must("bwd card set 23 --name Hourglass --text 'You may fizzle an effect.'")
    for number in range(4):
        companion.must(f"ruling add 'Fizzle {number}' --on fizzle")
    assert found(companion, "fizzle")[0] == "bwd/fizzle"
    assert "bwd/#23" in found(companion, "fizzle")


def test_a_ruling_by_its_number_also_when_it_is_retired(companion):
    companion.must("ruling add 'So be it' --on ward")
    assert found(companion, "ruling 1") == ["bwd/ruling-1"]
    companion.must("ruling retire 1 --why 'found it'")
    (ruling,) = companion.must("lookup ruling 1 --json").json["results"]
    assert ruling["note"] == "It does not count any more: found it."
    ran = companion("lookup ruling 7")
    assert (ran.code, "There is no ruling 7." in ran.err) == (1, True)


def test_a_change_of_a_card_is_known_at_once(companion):
    companion.must("blank box new Friday")
    companion.must("blank rule add 'If a 1 is played, then yodel' --printed")
    assert found(companion, "yodel")[0] == "blank/friday/r1"
    companion.must("blank rule edit 1 --effect whistle")
    assert found(companion, "whistle")[0] == "blank/friday/r1"
    companion.must("blank box undo")
    assert "whistle" not in companion("lookup 'rule 1' --json").out


def test_other_groups_cards_stay_theirs(companion):
    companion.must("bwd card set 23 --name Hourglass --text 'Turn time around.'")
    companion.must("group new Others")
    assert "bwd/hourglass" not in found(companion, "hourglass")
    assert "It is unknown what" in companion.must("lookup 23").out
    assert (
        companion.must("lookup 23 --group home --json").json["results"][0]["title"] == "Hourglass"
    )


# Slips and questions


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("erace", "bwd/erase"),
        ("wrad", "bwd/ward"),
        ("prerequsite", "bwd/prerequisite"),
        ("neutralise", "bwd/neutralize"),
        ("penaltie", "blank/penalty"),
        ("infiltarte", "boolean/infiltrate-enemy-country"),
        ("medkti", "bwd/medkit"),
        ("overwrit", "bwd/overwrite"),
    ],
)
def test_a_slip_of_the_finger_gets_what_was_meant(companion, typed, meant):
    assert meant in found(companion, typed)[:3]


def test_a_question_is_answered_first_and_others_are_named(companion, wide):
    told = companion.must("lookup", "can I reroll a die I already resolved").out
    assert told.startswith("Re-roll  Blank White Dice")
    scores = [
        result["score"]
        for result in companion.must("lookup --json", "can I reroll a die").json["results"]
    ]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score < 1 for score in scores)


def test_all_shows_more(companion):
    few = found(companion, "'can I reroll a die'")
    many = found(companion, "'can I reroll a die' --all")
    assert len(many) > len(few) > 1
    assert many[: len(few)] == few
    assert found(companion, "ward --all")[0] == "bwd/ward"


# One screen


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_is_longer_than_a_screen(companion, wide, game):
    longest = sorted(words_of(game), key=lambda entry: -len(f"{entry.text}{entry.do}{entry.note}"))
    for entry in longest[:20]:
        told = companion.must("lookup", entry.title).out
        assert len(told.splitlines()) <= SCREEN, entry.full_id


def test_a_long_card_and_a_long_ruling_are_cut_on_a_screen_and_whole_with_all(companion, wide):
    companion.must("bwd card set 23 --name Saga", "--text", "word " * 390 + "end.")
    companion.must("ruling add", "must " * 190 + "end.", "--on", "saga")
    told = companion.must("lookup saga").out
    assert len(told.splitlines()) <= SCREEN
    assert " …" in told
    assert companion.must("lookup saga --all").out.count("end.") == 2


def test_narrow_terminals_cut_no_word(companion, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    told = companion.must("lookup ward").out
    assert max(map(len, told.splitlines())) <= 50
    assert "Fizzle" in told


# Nothing there


@pytest.mark.parametrize("typed", ["", "   ", "\x00", "\t\n", "\x1b"])
def test_nothing_to_look_up(companion, typed):
    ran = companion("lookup", typed)
    assert (ran.code, ran.out) == (2, "")
    assert "nothing to look up" in ran.err
    assert companion("lookup").code == 2


@pytest.mark.parametrize(
    "typed", ["zzzzqqq", "ありがとう", "спасибо", "♥♥", "🎲", "²", "a\x1b[31mb\x07"]
)
def test_what_nothing_answers_to(companion, typed):
    ran = companion("lookup", typed)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("Nothing found for “")
    assert "\x1b" not in ran.err


def test_a_rule_that_is_not_there_gets_the_nearest(companion):
    ran = companion("lookup BWD-9999")
    assert (ran.code, ran.out) == (1, "")
    assert "There is no rule “BWD-9999”." in ran.err
    assert "Did you mean BWD-" in ran.err


@pytest.mark.parametrize("typed", ["pay-2", "die-6", "top-10"])
def test_words_that_look_like_a_rules_id_are_words(companion, typed):
    assert "no rule" not in companion("lookup", typed).err


def test_blanks_before_a_word_do_not_matter(companion):
    assert found(companion, "", " " * 600 + "ward") == ["bwd/ward"]


@pytest.mark.parametrize(
    "typed", ["ward " * 2000, "x" * 10_000, "can I re-roll it? " * 600, '"' * 500]
)
def test_ten_thousand_characters_are_no_trouble(companion, typed):
    ran = companion("lookup", typed)
    assert ran.code in (0, 1)
    assert "itself made a mistake" not in ran.err
    if ran.code == 0:
        assert "Only the first 500 characters" in ran.err


def test_names_in_other_scripts_are_found(companion):
    companion.must("bwd card set 23 --name 砂時計 --text 'Time.'")
    companion.must("bwd card set 24 --name Éclair --text 'Sweet.'")
    companion.must("bwd card set 25 --name Мороз --text 'Cold.'")
    assert found(companion, "砂時計") == ["bwd/#23"]
    assert found(companion, "eclair") == ["bwd/#24"]
    assert found(companion, "мороз") == ["bwd/#25"]


@pytest.mark.parametrize("words", ["{}", "BWD-{}", "card {}"])
@pytest.mark.parametrize("number", ["²", "٣", "9" * 5000, "3.0", "-0", "", "1e9", "0x17"])
def test_numbers_that_are_none_are_words(companion, words, number):
    ran = companion("lookup", words.format(number))
    assert ran.code in (0, 1, 2)
    assert "itself made a mistake" not in ran.err


# Without anything, and with what is broken


def test_it_needs_no_group_and_makes_none(companion, tmp_path):
    companion.must("lookup ward")
    assert companion.must("group list --json").json["groups"] == []


def test_a_damaged_group_is_told_and_the_answer_given(companion, home):
    companion.must("start bwd Ana Ben")
    (home / "groups" / "home" / "group.json").write_text("{broken", "utf-8")
    ran = companion.must("lookup ward")
    assert "Ward" in ran.out
    assert "group.json" in ran.err
    assert companion("lookup ward --group home").code == 3


def test_a_damaged_box_is_told_and_the_answer_given(companion, home):
    companion.must("blank box new Friday")
    companion.must("lookup ward")
    (home / "groups" / "home" / "copies" / "blank-friday.json").write_text("{broken", "utf-8")
    ran = companion.must("lookup ward")
    assert "Ward" in ran.out
    assert "blank-friday.json" in ran.err


@pytest.mark.parametrize("harm", ["not a database at all", "", "SQLite format 3\x00 and no more"])
def test_a_damaged_cache_is_made_anew(companion, home, harm):
    companion.must("lookup ward")
    cache = home / "cache" / "lookup.db"
    cache.write_text(harm, "utf-8")
    assert companion.must("lookup ward").err == ""
    with sqlite3.connect(cache) as db:
        assert db.execute("SELECT count(*) FROM item").fetchone()[0] > 900


def test_a_cache_with_a_hole_in_it_is_made_anew(companion, home):
    companion.must("lookup ward")
    cache = home / "cache" / "lookup.db"
    content = bytearray(cache.read_bytes())
    content[8192 : len(content) // 2] = bytes(len(content) // 2 - 8192)
    cache.write_bytes(content)
    assert companion.must("lookup 'can I reroll a die'").err == ""


def test_where_no_cache_can_be_kept_answers_come_all_the_same(companion, home):
    home.mkdir(parents=True, exist_ok=True)
    (home / "cache").write_text("in the way", "utf-8")
    assert companion.must("lookup ward").err == ""


def test_json_has_what_scripts_rely_on(companion):
    document = companion.must("lookup ward --json").json
    assert list(document) == ["query", "results"]
    assert document["query"] == "ward"
    wanted = ["id", "title", "game", "kind", "text", "section", "score"]
    assert list(document["results"][0])[: len(wanted)] == wanted
    assert json.loads(json.dumps(document)) == document
