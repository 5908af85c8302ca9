"""Verbs: a half-typed line stands, is refused, or is not complete; what nobody could type."""

import pytest

from companion.core.offer import Line, Trial
from companion.core.param import A_TEXT, Incomplete, flag, number, player, several, text
from companion.core.verb import Verb
from companion.core.verbs import LazyVerbs, Start, StartRequest, VerbGroup, Verbs
from companion.errors import CompanionError, Illegal, Invalid, NotFound
from companion.table.plays.menu import problem_of
from companion.testing import Playthrough
from tests.marbles import (
    COUNT,
    FIVE,
    GAME,
    PAIR,
    PLAYER,
    SHOUTED,
    START,
    TAKES,
    TIMES,
    UNDER,
    VERBS,
    WHAT,
    WHY,
)


class Table(Playthrough):
    """A table of Marbles, at which whole lines are typed."""

    def __init__(self) -> None:
        super().__init__(GAME, ["Ana", "Ben"])

    def line(self, typed: str):
        """The verb and the line that were typed: `give ana --to=ben`."""
        name, *words = typed.split()
        arguments = tuple(word for word in words if not word.startswith("--"))
        options = (word.partition("=") for word in words if word.startswith("--"))
        return VERBS.by_name[name], Line(arguments, {it[0]: (it[2],) for it in options})

    def told(self, typed: str):
        """What a line tells, parameter by parameter."""
        verb, line = self.line(typed)
        return verb.arguments(self.state, line)

    def problem(self, typed: str) -> CompanionError | None:
        """Why a line would not be taken."""
        verb, line = self.line(typed)
        return problem_of(Trial(GAME, self.state, None), verb, line)

    def say(self, typed: str) -> "Table":
        """Enter a line."""
        verb, line = self.line(typed)
        return self.act(verb.entry(line))


@pytest.fixture
def t() -> Table:
    return Table()


class TestAHalfTypedLine:
    @pytest.mark.parametrize(
        "line",
        [
            "take red",
            "take ana red",
            "take ben red blue red",
            "tuck ana 3",
            "bag",
            "peek",
            "peek b",
        ],
    )
    def test_it_stands(self, t, line):
        assert t.problem(line) is None

    @pytest.mark.parametrize(
        ("line", "kind", "why"),
        [
            ("take yellow", Invalid, "“yellow” is no color."),
            ("take green green", Illegal, "There is not that much green."),
            ("take zoe red", Invalid, "“zoe” is no color."),
            ("peek zoe", NotFound, "No player here is called “zoe”."),
            ("tuck ana 9", Invalid, "“9” is no number of marbles."),
            ("tuck ana 3 4", Invalid, "Unexpected “4”."),
            (f"tuck ana 3 {'x' * 99}", Invalid, f"“{'x' * 29}…”."),
            ("give ana red blue", Invalid, "“ana red blue” is more."),
            ("give ana", Illegal, "There is no red in that hand."),
            ("bag red", Invalid, "Unexpected “red”."),
        ],
    )
    def test_it_is_refused_and_told_why(self, t, line, kind, why):
        problem = t.problem(line)
        assert type(problem) is kind
        assert why in problem.message
        assert problem.hint

    @pytest.mark.parametrize(
        ("line", "lacks", "why"),
        [
            ("take", TAKES, "Which colors does Ana take?"),
            ("take ben", TAKES, "Which colors does Ben take?"),
            ("tuck ana", COUNT, "N is missing, a number from 0 to 5."),
            ("cover ana", UNDER, "--under is missing."),
            ("swap", PAIR, "MINE=OURS is missing."),
            ("swap red=", None, "“red=” wants a color behind it."),
        ],
    )
    def test_it_is_not_complete_and_says_what_it_lacks(self, t, line, lacks, why):
        problem = t.problem(line)
        assert type(problem) is Incomplete
        assert problem.param is lacks
        assert problem.message == why
        assert problem.hint

    def test_the_way_on_is_an_example_of_the_verb_unless_the_parameter_knows_better(self, t):
        assert t.problem("tuck ana").hint == "`companion marbles tuck ana 3`"
        assert t.problem("take").hint == "Such as `red blue`."
        assert t.problem("bag red").hint == "`companion marbles bag`"

    def test_words_that_are_missing_are_called_as_one_is(self, t):
        line = several("WORD...", A_TEXT)
        with pytest.raises(Incomplete, match=r"^WORD is missing\.$"):
            _ = enters("sing", line).arguments(t.state, Line())[line]

    def test_a_number_says_what_it_may_be(self, t):
        assert t.problem("tuck ana lots").hint == "A whole number: 0 to 5 are behind one."
        plain = number("N", 1, 3)
        with pytest.raises(Invalid, match="“0” is no number") as refusal:
            plain.read(t.state, ["0"])
        assert refusal.value.hint == "A whole number: from 1 to 3."

    def test_what_shows_something_is_refused_where_there_is_nothing(self, t):
        assert t.problem("bag") is None
        t.say("take red red red blue green")
        assert t.problem("bag") is not None

    def test_nothing_is_entered_once_a_play_is_over(self, t):
        t.add_fact("play.abandoned")
        assert "abandoned" in t.problem("take red").message
        assert t.problem("peek ana") is None


class TestWhichWordIsWhat:
    def test_whoever_leads_may_be_left_out(self, t):
        assert PLAYER not in t.told("take red")
        assert t.told("take red").get(PLAYER) is None
        assert t.told("take red").get(PLAYER, 0) == 0
        told = t.told("take ben red")
        assert (told[PLAYER], told[TAKES]) == (1, ["red"])

    def test_words_that_are_repeated_are_read_together(self, t):
        told = t.told("take re b re")
        assert told[TAKES] == ["red", "blue", "red"]
        assert told.typed(TAKES) == ["re", "b", "re"]
        assert told.typed(PLAYER) == ()

    def test_what_may_come_next_is_what_is_open(self, t):
        assert t.told("take").open == (PLAYER, TAKES)
        assert t.told("take ben").open == (TAKES,)
        assert t.told("take red").open == (TAKES,), "one more, of those that are repeated"
        assert t.told("give ana").open == (WHAT,)
        assert t.told("give ana red").open == ()

    def test_an_option_gathers_its_words_wherever_they_stand(self, t):
        told = t.told("take red x3 blue")
        assert (told[TIMES], told[TAKES]) == (3, ["red", "blue"])
        assert told.words == ("red", "x3", "blue"), "as it was typed"
        assert t.told("take red --times=2")[TIMES] == 2
        both = t.told("take x3 red --times=2")
        assert both.typed(TAKES) == ["x3", "red"], "the option is said, and extract no more"

    def test_a_flag_stands_there_or_not(self, t):
        assert t.told("take red --loud")[SHOUTED] is True
        assert t.told("take red")[SHOUTED] is False
        assert SHOUTED not in t.told("take red")

    def test_an_option_without_candidates_takes_any_text(self, t):
        assert t.told("take red --why=luck")[WHY] == "luck"
        assert t.told("take red").get(WHY, "for nothing") == "for nothing"

    def test_words_are_arranged_before_they_are_told_apart(self, t):
        t.say("take red red")
        assert t.told("swap ana red = blue")[PAIR] == ("red", "blue")
        assert t.told("swap r=b")[PAIR] == ("red", "blue")
        assert t.told("swap ana red = blue").words == ["ana", "red=blue"]

    def test_each_is_read_only_when_it_is_asked_for(self, t):
        told = t.told("take ben yellow")
        assert told[PLAYER] == 1
        with pytest.raises(Invalid, match="yellow"):
            told[TAKES]

    def test_a_default_is_told_where_an_option_is_left_out(self, t):
        tone = text("--tone", default="soft")
        sing = Verb("sing", "", "", (tone,), plan=lambda action, told: None)
        assert sing.arguments(t.state, Line())[tone] == "soft"
        assert sing.arguments(t.state, Line((), {"--tone": ("loud",)}))[tone] == "loud"


class TestWhatItDoes:
    def test_an_entry_is_made_by_its_plan(self, t):
        t.say("take ben red x2").say("take green --loud")
        assert t.state.hands == (("green",), ("red", "red"))
        assert t.said == ["Ana takes green"]
        assert t.warned == ["Everybody wakes."]

    def test_one_that_both_shows_and_enters_shows_where_nothing_stands_behind_it(self, t):
        take, show = VERBS.by_name["take"], VERBS.by_name["bag"].show
        both = Verb("take", "some", take.help, take.params, take.plan, show)
        assert both.shows(Line())
        assert not both.shows(Line(("red",)))
        assert not both.shows(Line((), {"--loud": ("",)}))
        assert VERBS.by_name["bag"].shows(Line(("red",)))
        assert not VERBS.by_name["take"].shows(Line())
        with pytest.raises(ValueError, match="bag makes no entry"):
            VERBS.by_name["bag"].entry(Line())

    def test_its_words_are_seen_together_where_only_it_knows_which_is_what(self):
        spread = [name for name, verb in VERBS.by_name.items() if verb.needs_whole_line]
        assert spread == ["take", "swap"]

    def test_a_play_begins_with_what_is_told_behind_start(self):
        told = START.verb.arguments(None, Line(("Ana", "Ben"), {"--five": ("",)}))
        assert START.options(StartRequest(["Ana", "Ben"], (), told, None, None, None)) == {
            "five": True
        }
        assert not START.verb.arguments(None, Line())[FIVE]

    def test_what_only_one_player_may_know_is_told_of_the_whole(self):
        assert VERBS.secret == ("tuck", "--under", "-u")
        assert VERBS.private == ("peek",)


def enters(name: str = "skip", *params, **more):
    return Verb(name, "", "", params, plan=lambda action, told: None, **more)


WORDS = several("WORD...", A_TEXT)
IMPOSSIBLE = {
    "neither": (Verb("skip", "", ""), "`skip` neither enters nor shows anything. It needs a `plan"),
    "behind all": (
        enters("skip", WORDS, COUNT),
        "`skip` has N behind WORD..., which takes all that follows. Put WORD... last",
    ),
    "two behind all": (enters("skip", WORDS, COUNT, number("M", 1, 2)), "`skip` has N behind WORD"),
    "option twice": (
        enters("skip", text("--why"), text("--why")),
        "`skip` has --why twice. Call one of the two something else.",
    ),
    "short twice": (enters("skip", text("--why", short="-w"), text("--who", short="-w")), "-w twi"),
    "word twice": (enters("skip", COUNT, COUNT), "`skip` has N twice"),
    "json": (enters("skip", flag("--json", "")), "`skip` has --json, and so has every command"),
    "help": (enters("skip", flag("--hint", "", short="-h")), "`skip` has -h, and so has every"),
    "one dash": (
        enters("skip", text("-why")),
        "`skip` has -why. An option is small letters behind",
    ),
    "blank": (
        enters("skip", text("--why not")),
        "`skip` has --why not. An option is small letters",
    ),
    "another dash": (enters("skip", text("--why_not")), "`skip` has --why_not. An option is small"),
    "no dash": (
        enters("skip", text("--why", short="w")),
        "`skip` has w for --why. A `short` is a dash and a letter, or another option.",
    ),
    "flag in its place": (enters("skip", flag("loud", "")), "`skip` has loud in its place"),
    "no name": (enters(""), "a verb “”. Its name is one word in small letters"),
    "two words": (enters("skip it"), "a verb “skip it”"),
    "capitals": (enters("Skip"), "a verb “Skip”"),
    "dash": (enters("--skip"), "a verb “--skip”"),
}


@pytest.mark.parametrize(("verb", "why"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_nobody_could_type_is_refused_with_what_to_do(verb, why):
    with pytest.raises(ValueError, match=r".\. \w.*\.$") as refusal:
        Verbs("", START, [enters("sing"), verb])
    assert why in str(refusal.value)


def test_two_verbs_of_one_name_are_refused():
    with pytest.raises(ValueError, match=r"there are two verbs `sing`\. Call one of them"):
        Verbs("", START, [enters("sing"), enters("skip"), enters("sing")])
    with pytest.raises(ValueError, match="`sing` is a verb and a group of them"):
        Verbs("", START, [enters("sing"), VerbGroup("sing", "", "", lambda: [])])


def test_verbs_that_are_loaded_later_are_those_that_were_named():
    with pytest.raises(ValueError, match="the verbs sing were named skip"):
        _ = LazyVerbs(["skip"], lambda: [enters("sing")]).by_name


def test_other_words_for_a_verb_are_known():
    assert Verbs("", START, [enters("sing")], {"chant": "sing"}).meant == {"chant": "sing"}


def test_a_play_that_nobody_could_begin_is_refused():
    with pytest.raises(ValueError, match="`start` has N behind PLAYER"):
        Verbs("", Start("", (COUNT,)), [])
    with pytest.raises(ValueError, match="`start` has --first twice"):
        Verbs("", Start("", (text("--first"),), first="Who begins."), [])
    with pytest.raises(ValueError, match="--new twice"):
        Verbs("", Start("", (text("--new"),)), [])
    Verbs("", Start("", (text("--first"),)), [])


def test_what_is_told_in_secret_when_a_play_begins_is_kept_in_no_history():
    verbs = Verbs("", Start("", (text("--code", short="-c", secret=True),)), [enters("skip")])
    assert verbs.secret == ("--code", "-c")


def test_optional_words_may_follow_each_other():
    Verbs(
        "", START, [enters("skip", COUNT, player(optional=True), number("M", 1, 2, optional=True))]
    )
