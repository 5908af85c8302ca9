"""The menu: words with which a line stands, or can be completed so that it does."""

from itertools import count

import pytest

from companion.core.command import flag, player, word
from companion.core.command import words as several
from companion.core.legal import Legal, Step
from companion.core.offer import Line, Trial
from companion.core.param import Incomplete
from companion.core.verbs import Verbs
from companion.errors import Refused
from companion.table.plays.menu import means_something, offers, offers_behind, offers_of
from companion.testing import Playthrough
from tests.marbles import GAME, LEGAL, VERBS, MarblesTaken, begin, verb_of


@pytest.fixture
def t() -> Playthrough:
    """A table at which Ana holds two red ones; a red, a blue and a green one are left."""
    table = Playthrough(GAME, ["Ana", "Ben"])
    return table.act(lambda action: action.add(MarblesTaken(seat=0, colors=["red", "red"])))


def test_at_first_stand_the_verbs_that_mean_something_with_what_they_are_for(t):
    assert t.words() == "take give swap tuck cover peek bag box"
    assert t.offers()["take"] == "out of the bag"


def test_a_verb_that_there_is_not_is_not_offered(t):
    """A slip in a game's table; the tests that every game has to pass find it."""
    slipped = Legal(LEGAL.phase, {"full": (Step("tkae"), Step("take"))})
    offered = offers_of(Trial(GAME, t.state, None), VERBS, slipped, ())
    assert [offer.word for offer in offered] == ["take"]


def test_words_are_offered_with_a_few_words_on_each(t):
    assert t.offers("take ben") == {
        "red": "1 left",
        "blue": "1 left",
        "green": "1 left",
        "--loud": "wake Ana",
    }


def test_each_word_is_tried_on_the_rules(t):
    assert t.words("take ben red") == "blue green --loud", "there is no second red one"
    assert t.words("take red blue green") == "--loud"
    assert t.words("take green green") == "", "nothing behind what is refused"
    assert t.words("take yellow") == "", "nor behind what nobody understands"
    assert t.words("throw") == "", "nor behind a verb that there is not"


def test_a_house_rule_lets_pass_what_the_rules_refuse(t):
    assert t.words("take ben red --house luck") == "red blue green --times --loud"
    assert t.words("take green green --house=luck") == "red blue green --times --loud"
    assert t.words("take --house") == "", "why, is for the table to say"


def test_whoever_may_be_left_out_comes_last(t):
    assert t.words("take") == "red blue green --loud ana ben"
    assert t.words("swap") == "red= ana"


def test_a_word_that_wants_more_is_offered_with_its_beginning(t):
    assert t.offers("swap ana") == {"red=": "for another"}
    assert t.words("swap red=") == "", "the rest is right behind it, in the same word"
    assert t.words("swap red=blue") == ""


def test_nobody_is_offered_who_cannot_be_meant(t):
    assert t.words("give") == "ana --to"
    assert t.words("give ana red --to") == "ben", "nobody gives to themselves"
    assert t.words("give ana red --to ben") == ""


def test_options_are_offered_once_and_only_where_the_line_can_have_them():
    t = Playthrough(GAME, ["Ana", "Ben"])
    assert t.words("take ana red") == "red blue green --times --loud"
    assert t.words("take ana green") == "red blue --loud", "there are no two green ones"
    assert t.words("take ana red --times 2") == "--loud"
    assert t.words("take ana red --loud") == "red blue green --times"


def test_the_value_of_an_option_is_offered_behind_it():
    t = Playthrough(GAME, ["Ana", "Ben"])
    assert t.offers("take ana red --times") == {"2": "twice", "3": "three times"}
    assert t.words("take ana red blue --times") == "", "there is one blue marble"


def test_a_quiet_option_is_not_offered_and_what_takes_any_text_has_no_words(t):
    assert "--why" not in t.offers("take ana blue")
    assert t.words("take ana blue --why") == ""
    assert t.words("take ana blue --why luck") == "red green --loud"
    assert t.words("tuck ana") == "", "a number without candidates"


def test_nothing_is_offered_for_another_play(t):
    assert t.words("take --play marbles-7") == ""
    assert t.words("take --group cabin") == ""
    assert t.words("take --play") == ""


def test_what_shows_something_takes_what_it_can_understand(t):
    assert t.words("peek") == "ana ben"
    assert t.words("peek ana") == ""
    assert t.words("bag") == "--picture"


def test_a_word_is_not_offered_again_unless_it_may_be(t):
    assert "red" not in t.words("give ana red")
    twice = Playthrough(GAME, ["Ana", "Ben"])
    assert twice.words("take red red") == "red blue green --loud"


def test_a_verb_means_something_where_it_can_be_completed(t):
    def means(table: Playthrough, name: str) -> bool:
        return means_something(Trial(GAME, table.state, None), VERBS.by_name[name])

    empty = Playthrough(GAME, ["Ana", "Ben"])
    assert means(t, "give")
    assert not means(empty, "give"), "nobody holds one"
    assert means(empty, "tuck"), "what is missing, the table says"
    assert means(empty, "bag")
    empty.act(lambda action: action.add(MarblesTaken(seat=0, colors=[*empty.state.bag])))
    assert not means(empty, "bag"), "there is nothing to be seen"
    assert means(empty, "peek")


WORDS = several(name="WORD...", duplicates=True, candidates=lambda *_: [("la", "")])
WHO, OF = player(optional=True), player(name="OF")


def test_whoever_may_be_left_out_in_front_of_another_is_offered_once(t):
    """`peek ben` looks at Ben's, `peek ben ana` is Ben's look at Ana's; none is at one's own."""

    def peek(action, told):
        if told.get(WHO, 0) == told[OF]:
            raise Refused("That is one's own.")

    # `ana` alone would be her own, and stands with a word behind it.
    verb = verb_of("peek", WHO, OF, plan=peek)
    trial = Trial(GAME, t.state, None)
    assert {offer.word for offer in offers_behind(trial, verb, Line())} == {"ben", "ana"}
    assert [offer.word for offer in offers_behind(trial, verb, Line(("ben",)))] == ["ana"]
    assert [offer.word for offer in offers_behind(trial, verb, Line(("ben", "ana")))] == []


def test_a_verb_that_always_lacks_a_word_more_is_given_up(t):
    def sing(action, told):
        raise Incomplete("And another one?", param=WORDS)

    verb = verb_of("sing", WORDS, plan=sing)
    assert not means_something(Trial(GAME, t.state, None), verb)


def test_an_option_that_may_repeat_is_offered_again_while_there_is_more_to_tell(t):
    song = several(name="--song", optional=True, candidates=_songs)
    verb = verb_of("sing", song)

    def words(*songs: str) -> list[str]:
        line = Line((), {"--song": songs})
        return [offer.word for offer in offers_behind(Trial(GAME, t.state, None), verb, line)]

    assert words("hum") == ["--song"]
    assert words("hum", "roar") == []


def test_an_option_that_is_told_and_lacks_still_is_given_up(t):
    """Nothing that there is to be sung is enough: neither one song nor all of them."""

    def words(*names: str, repeated: bool) -> list[str]:
        songs = word if not repeated else several
        song = songs(
            lambda state, told: told,
            "--song",
            optional=True,
            candidates=lambda *_: [(name, "") for name in names],
        )
        loud = flag("Louder.", "--loud")

        def sing(action, told):
            if told[loud] and told.get(song) != "roar":
                raise Incomplete("What?", param=song)

        verb = verb_of("sing", song, loud, plan=sing)
        return [offer.word for offer in offers_behind(Trial(GAME, t.state, None), verb, Line())]

    assert words("hum", "roar", repeated=False) == ["--song", "--loud"]
    assert words("hum", repeated=False) == ["--song"]
    assert words("hum", "roar", repeated=True) == ["--song"]


def test_a_line_that_an_option_can_mend_is_offered_with_that_to_come(t):
    """Ana never sings alone, and Ben never does."""
    choir = flag("All do.", "--choir", lifts_refusal=True)
    pair = player(name="--with", optional=True, lifts_refusal=True)
    loud = flag("Louder.", "--loud")

    def sing(action, told):
        if told[OF] == 0 and told.get(pair, 0) == 0:
            raise Refused("Ana sings with somebody.")
        if told[OF] == 1 and not told[choir]:
            raise Refused("Ben sings in a choir.")

    def words(verb, *line: str) -> list[str]:
        return [offer.word for offer in offers_behind(Trial(GAME, t.state, None), verb, Line(line))]

    verb = verb_of("sing", OF, choir, pair, loud, plan=sing)
    assert words(verb) == ["ana", "ben", "--choir", "--with", "--loud"]
    assert words(verb, "ana") == ["--choir", "--with", "--loud"]
    assert words(verb, "ben") == ["--choir", "--with", "--loud"]
    lonely = verb_of("sing", OF, choir, loud, plan=sing)
    assert words(lonely) == ["ben", "--choir", "--loud"], "nothing here lets Ana sing"
    assert words(lonely, "ana") == []


def test_where_no_option_helps_each_is_tried_alone(t):
    """Not each with all others: nobody waits for a hundred million lines."""
    tries = 0
    words = [(str(number), "") for number in range(10)]
    options = [
        word(name=f"--{name}", optional=True, lifts_refusal=True, candidates=lambda *_: words)
        for name in ("alto", "bass", "choir", "descant")
    ]

    def sing(action, told):
        nonlocal tries
        tries += 1
        raise Refused("Nobody sings at night.")

    verb = verb_of("sing", *options, plan=sing)
    assert list(offers_behind(Trial(GAME, t.state, None), verb, Line())) == []
    assert tries < 100


def test_what_was_found_is_offered_once_nobody_waits_for_more(t):
    asked = count(1)
    found = offers(GAME, t.state, None, ["take", "ben"], lambda: next(asked) > 2)
    assert [offer.word for offer in found] == ["red", "blue"]


def test_what_mends_a_refused_line_comes_before_more_words_of_it(t):
    """A choir may always grow; what it lacks is sung first."""
    songs = several(name="SONG...", candidates=_songs)
    loud = flag("Louder.", "--loud", lifts_refusal=True)

    def sing(action, told):
        if "roar" in told[songs] and not told[loud]:
            raise Refused("Nobody roars softly.")

    def words(*line: str) -> list[str]:
        return [offer.word for offer in offers_behind(Trial(GAME, t.state, None), verb, Line(line))]

    verb = verb_of("sing", songs, loud, plan=sing)
    assert words("hum") == ["roar", "--loud"]
    assert words("roar") == ["--loud", "hum"]


def _songs(trial, told):
    return [("hum", ""), ("roar", "")]


def test_a_word_that_may_be_left_out_mends_a_line_too(t):
    """Where nobody knows which words there are, any may."""

    def with_songs(*words: str) -> bool:
        song = word(
            name="SONG",
            optional=True,
            lifts_refusal=True,
            candidates=lambda trial, told: [(word, "") for word in words] or None,
        )

        def sing(action, told):
            if told.get(song) != "hum":
                raise Refused("Ana hums.")

        verb = verb_of("sing", OF, song, plan=sing)
        return any(offers_behind(Trial(GAME, t.state, None), verb, Line()))

    assert with_songs("hum")
    assert not with_songs("roar")
    assert with_songs()


def test_of_words_that_stand_or_fall_together_one_is_tried(t):
    tried = []
    song = word(
        name="SONG",
        candidates=lambda trial, told: [(word, "") for word in ("hum=1", "hum=2", "roar=1")],
        alike=lambda word: word.partition("=")[0],
    )

    def sing(action, told):
        tried.append(told[song])
        if told[song].startswith("roar"):
            raise Refused("Nobody roars.")

    verb = verb_of("sing", song, plan=sing)
    offered = offers_behind(Trial(GAME, t.state, None), verb, Line())
    assert [offer.word for offer in offered] == ["hum=1", "hum=2"]
    assert tried == ["hum=1", "roar=1"]


def test_an_option_may_be_called_otherwise(t):
    def sing(action, told):
        if OTHER not in told:
            raise Incomplete("With whom?", param=OTHER)

    verb = verb_of("sing", OTHER, plan=sing)
    table = Legal(lambda state: "", {"": (Step("sing"),)})
    verbs = Verbs("", begin, (verb,))

    def words(*line: str) -> list[str]:
        return [it.word for it in offers_of(Trial(GAME, t.state, None), verbs, table, line)]

    assert words("sing") == ["--with"]
    assert words("sing", "--together-with") == ["ana", "ben"]
    assert words("sing", "--together-with", "ana") == words("sing", "--together-with=ana") == []


OTHER = player(name="--with", alias="--together-with", optional=True)
