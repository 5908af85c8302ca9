"""What is offered while a line is typed."""

import pytest

from companion.cli.run import make_desk
from companion.cli.shell.completion import completion
from companion.cli.shell.session import Session
from tests.marbles import PACKAGE
from tests.site import installed


@pytest.fixture
def offered(playing):
    """The words that are offered for a line."""

    def complete(line: str) -> list[str]:
        return [offer.word for offer in completion(Session(make_desk()), line).offers]

    return complete


def test_at_the_beginning_stand_verbs_players_and_commands(offered):
    words = offered("")
    assert {"ana", "ben", "tag", "table", "u", "q", "deck", "bwd"} <= set(words)
    assert len(words) == len(set(words))
    assert words.index("ana") < words.index("start")
    assert "shell" not in words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("an", ["ana"]),
        ("AN", ["ana"]),
        ("loo", ["lookup"]),
        ("score ", ["ana", "ben"]),
        ("score ana +3 ", ["ana", "ben"]),
        ("ana +3 b", ["ben"]),
        ("ana ", []),
        ("?war", ["?ward", "?warding"]),
        ("? war", ["ward", "warding"]),
        ("lookup take an", ["another turn"]),
        ("ruling re", ["retire", "restore"]),
        ("companion ruling re", ["retire", "restore"]),
        ("score ana +3 --h", ["--house"]),
        ("score ana +3 --house x --h", []),
        ("tag ana.1 points --p", ["--put", "--play"]),
        ("tag ana.1 points --put -", ["-2=ana.1"]),
        ("mark ana points:", ["points:3", "points:-2"]),
        ("undo --g", ["--group"]),
        ("first ", ["ben", "random"]),
        ("start bwd Ana Cho --first ", ["Ana", "Cho", "random"]),
        ("start bwd Ana Cho --seats ", ["random"]),
        ("resume --g", ["--group"]),
        ("lookup ward --game b", ["blank", "boolean", "bwd"]),
        ("zzzz ", []),
        ("'open", []),
        ("# tag", []),
        ("tag nonsense more and ", []),
    ],
)
def test_a_line_goes_on(offered, line, words):
    assert sorted(offered(line)) == sorted(words)


def test_of_what_can_be_looked_up_cards_on_the_table_stand_first(companion):
    companion.must("start bwd Ana Ben --set V1")
    words = [offer.word for offer in completion(Session(make_desk()), "? sp").offers]
    assert words[0] == "split strategy"
    assert "split" in words


def test_the_game_offers_what_is_legal_now(offered):
    assert {"ana.1", "common"} <= set(offered("tag "))
    assert "investment" in offered("tag ana.1 inv")


def test_verbs_that_a_game_declares_say_what_they_are_for(tmp_path, monkeypatch, companion):
    """Also those that mean nothing now: they stand behind, and need not be loaded for it."""
    with installed(tmp_path / "site", monkeypatch, PACKAGE):
        companion.must("start marbles Ana Ben")
        session = Session(make_desk())
        offers = completion(session, "").offers
        told = {offer.word: offer.about for offer in offers}
        assert told["take"] == "out of the bag"
        assert told["give"] == "to somebody"
        words = list(told)
        assert words.index("take") < words.index("ana") < words.index("give")
        assert completion(session, "marbles gi").offers == [("give", "to somebody")]
        assert [offer.word for offer in completion(session, "take --play 1 ana g").offers] == [
            "green"
        ]
        assert completion(session, "take -1 ").offers == [], "what is refused goes on with nothing"


def test_it_replaces_the_word_that_is_being_typed(playing):
    session = Session(make_desk())
    assert completion(session, "tag ana").start == 4
    assert completion(session, 'tag "ana').start == 4


def test_undo_and_redo_offer_entries_with_what_they_say(playing):
    playing.must("score ana +3")
    playing.must("score ben +1")
    session = Session(make_desk())
    assert [tuple(offer) for offer in completion(session, "u ").offers] == [
        ("3", "Ben +1: 3 → 4"),
        ("2", "Ana +3: 3 → 6"),
    ]
    assert [offer.word for offer in completion(session, "u 2 ").offers] == ["--onwards"]
    assert completion(session, "redo ").offers == []
    playing.must("undo")
    assert [offer.word for offer in completion(session, "redo ").offers] == ["3"]


def test_resume_offers_plays_the_live_ones_first(offered, playing):
    playing.must("score ana +1")
    playing.must("start lwd Ana Ben")
    playing.must("finish --winner ana")
    assert offered("resume ") == ["bwd-1", "lwd-2"]


def test_without_a_play_commands_are_offered(companion):
    session = Session(make_desk())
    words = [offer.word for offer in completion(session, "").offers]
    assert "start" in words
    assert "tag" not in words
    assert [it.word for it in completion(session, "start b").offers] == ["bwd", "blank", "boolean"]
    assert completion(session, "undo ").offers == []
    assert completion(session, "resume ").offers == []


def test_titles_are_offered_as_they_are_typed(companion):
    companion.must('start "Skul King" Ana Ben')
    companion.must('title rename skul "Skull King"')
    session = Session(make_desk())
    typed = {
        "start sku": "Skull King",
        "title rename sku": '"Skull King"',
        'title split "sk': '"Skul King"',
    }
    for line, word in typed.items():
        assert [it.word for it in completion(session, line).offers] == [word]


def test_a_home_that_cannot_be_read_offers_less_and_fails_nobody(playing, home):
    (home / "groups" / "home" / "group.json").write_text("{")
    session = Session(make_desk())
    assert [offer.word for offer in completion(session, "tab").offers] == ["table"]
    assert completion(session, "resume ").offers == []
