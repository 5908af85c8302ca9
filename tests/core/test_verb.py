"""Verbs: a half-typed line stands, is refused, or is not complete; what nobody could type."""

from typing import Annotated, Any

import pytest

from companion.core.action import Action
from companion.core.command import flag, number, player, text, verb, words
from companion.core.offer import Line, Trial
from companion.core.param import Incomplete
from companion.core.verbs import LazyVerbs, StartRequest, VerbGroup, Verbs, start
from companion.errors import CompanionError, Illegal, Invalid, NotFound
from companion.table.plays.menu import problem_of
from companion.testing import Playthrough
from tests.marbles import GAME, VERBS, begin, verb_of

Loud = Annotated[bool, flag("Louder.")]
Text = Annotated[str, text()]


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

    def args(self, typed: str):
        """What a line says, parameter by parameter."""
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
            ("peek zoe", NotFound, "No player here is named “zoe”."),
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
            ("take", "colors", "Which colors does Ana take?"),
            ("take ben", "colors", "Which colors does Ben take?"),
            ("tuck ana", "n", "N is missing, a number from 0 to 5."),
            ("cover ana", "under", "--under is missing."),
            ("swap", "pair", "MINE=OURS is missing."),
            ("swap red=", None, "“red=” wants a color behind it."),
        ],
    )
    def test_it_is_not_complete_and_says_what_it_lacks(self, t, line, lacks, why):
        problem = t.problem(line)
        assert type(problem) is Incomplete
        assert (problem.param and problem.param.key) == lacks
        assert problem.message == why
        assert problem.hint

    def test_the_way_on_is_an_example_of_the_verb_unless_the_parameter_knows_better(self, t):
        assert t.problem("tuck ana").hint == "`companion marbles tuck ana 3`"
        assert t.problem("take").hint == "Such as `red blue`."
        assert t.problem("bag red").hint == "`companion marbles bag`"

    def test_words_that_are_missing_are_called_as_one_is(self, t):
        line = words(name="WORD...")
        with pytest.raises(Incomplete, match=r"^WORD is missing\.$"):
            _ = verb_of("sing", line).arguments(t.state, Line())[line]

    def test_a_number_says_what_it_may_be(self, t):
        assert t.problem("tuck ana lots").hint == "A whole number: 0 to 5 are behind one."
        plain = number(1, 3)
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


def keys(params) -> tuple[str, ...]:
    return tuple(param.key for param in params)


class TestWhichWordIsWhat:
    def test_whoever_leads_may_be_left_out(self, t):
        assert "player" not in t.args("take red")
        assert t.args("take red").get("player") is None
        assert t.args("take red").get("player", 0) == 0
        args = t.args("take ben red")
        assert (args["player"], args["colors"]) == (1, ["red"])

    def test_words_that_are_repeated_are_read_together(self, t):
        args = t.args("take re b re")
        assert args["colors"] == ["red", "blue", "red"]
        assert args.words_of("colors") == ["re", "b", "re"]
        assert args.words_of("player") == ()

    def test_what_may_come_next_is_what_is_open(self, t):
        assert keys(t.args("take").open) == ("player", "colors")
        assert keys(t.args("take ben").open) == ("colors",)
        assert keys(t.args("take red").open) == ("colors",), "one more, of those that are repeated"
        assert keys(t.args("give ana").open) == ("color",)
        assert keys(t.args("give ana red").open) == ()

    def test_an_option_gathers_its_words_wherever_they_stand(self, t):
        args = t.args("take red x3 blue")
        assert (args["times"], args["colors"]) == (3, ["red", "blue"])
        assert args.words == ("red", "x3", "blue"), "as it was typed"
        assert t.args("take red --times=2")["times"] == 2
        both = t.args("take x3 red --times=2")
        assert both.words_of("colors") == ["x3", "red"], "the option is said, and extract no more"

    def test_a_flag_stands_there_or_not(self, t):
        assert t.args("take red --loud")["loud"] is True
        assert t.args("take red")["loud"] is False
        assert "loud" not in t.args("take red")

    def test_an_option_without_candidates_takes_any_text(self, t):
        assert t.args("take red --why=luck")["why"] == "luck"
        assert t.args("take red").get("why", "for nothing") == "for nothing"

    def test_words_are_arranged_before_they_are_told_apart(self, t):
        t.say("take red red")
        assert t.args("swap ana red = blue")["pair"] == ("red", "blue")
        assert t.args("swap r=b")["pair"] == ("red", "blue")
        assert t.args("swap ana red = blue").words == ["ana", "red=blue"]

    def test_each_is_read_only_when_it_is_asked_for(self, t):
        args = t.args("take ben yellow")
        assert args["player"] == 1
        with pytest.raises(Invalid, match="yellow"):
            args["colors"]

    def test_a_default_is_told_where_an_option_is_left_out(self, t):
        tone = text("--tone", default="soft")
        sing = verb_of("sing", tone)
        assert sing.arguments(t.state, Line())[tone] == "soft"
        assert sing.arguments(t.state, Line((), {"--tone": ("loud",)}))[tone] == "loud"

        @verb("some")
        def hum(action: Action[Any], *, to: Text = "all", times: Text = 2, by: Text = ""): ...

        assert [option.default for option in hum.options] == ["all", "2", ""]


class TestWhatItDoes:
    def test_an_entry_is_made_by_its_plan(self, t):
        t.say("take ben red x2").say("take green --loud")
        assert t.state.hands == (("green",), ("red", "red"))
        assert t.said == ["Ana takes green"]
        assert t.warned == ["Everybody wakes."]

    def test_one_that_both_shows_and_enters_shows_where_nothing_stands_behind_it(self, t):
        @verb("some")
        def both(action: Action[Any], n: Annotated[int, number(1, 9)], *, loud: Loud = False): ...

        assert not both.shows(Line())
        both.alone()(lambda seen: "all")
        assert both.shows(Line())
        assert not both.shows(Line(("red",)))
        assert not both.shows(Line((), {"--loud": ("",)}))
        assert VERBS.by_name["bag"].shows(Line(("red",)))
        with pytest.raises(ValueError, match="bag makes no entry"):
            VERBS.by_name["bag"].entry(Line())

    def test_it_is_called_as_the_function_with_values(self, t):
        take = VERBS.by_name["take"]
        assert t.act(lambda action: take(action, 1, ["red"])).state.hands == ((), ("red",))

    def test_its_words_are_seen_together_where_only_it_knows_which_is_what(self):
        spread = [name for name, verb in VERBS.by_name.items() if verb.needs_whole_line]
        assert spread == ["take", "swap"]

    def test_a_play_begins_with_what_is_entered_behind_start(self):
        args = begin.arguments(None, Line(("Ana", "Ben"), {"--five": ("",)}))
        request = StartRequest(["Ana", "Ben"], (), args, None, None, None)
        assert begin.begin(request).options == {"five": True}
        assert not begin.arguments(None, Line())["five"]

    def test_what_only_one_player_may_know_is_told_of_the_whole(self):
        assert VERBS.secret == ("tuck", "--under", "-u")
        assert VERBS.private == ("peek",)


WORDS, COUNT = words(name="WORD..."), number(0, 5, "N")
IMPOSSIBLE = {
    "behind all": (
        verb_of("skip", WORDS, COUNT),
        "`skip` has N behind WORD..., which takes all that follows. Put WORD... last",
    ),
    "two behind all": (
        verb_of("skip", WORDS, COUNT, number(1, 2, "M")),
        "`skip` has N behind WORD",
    ),
    "option twice": (
        verb_of("skip", text("--why"), text("--why")),
        "`skip` has --why twice. Call one of the two something else.",
    ),
    "short twice": (
        verb_of("skip", text("--why", alias="-w"), text("--who", alias="-w")),
        "-w twi",
    ),
    "word twice": (verb_of("skip", COUNT, COUNT), "`skip` has N twice"),
    "json": (verb_of("skip", flag("", "--json")), "`skip` has --json, and so has every command"),
    "help": (verb_of("skip", flag("--hint", "", alias="-h")), "`skip` has -h, and so has every"),
    "one dash": (
        verb_of("skip", text("-why")),
        "`skip` has -why. An option is small letters behind",
    ),
    "blank": (
        verb_of("skip", text("--why not")),
        "`skip` has --why not. An option is small letters",
    ),
    "another dash": (
        verb_of("skip", text("--why_not")),
        "`skip` has --why_not. An option is small",
    ),
    "no dash": (
        verb_of("skip", text("--why", alias="w")),
        "`skip` has w for --why. An `alias` is a dash and a letter, or another option.",
    ),
    "flag in its place": (verb_of("skip", flag("", "loud")), "`skip` has loud in its place"),
    "two words": (verb_of("skip it"), "a verb “skip it”"),
    "capitals": (verb_of("Skip"), "a verb “Skip”"),
    "dash": (verb_of("-skip"), "a verb “-skip”"),
}


@pytest.mark.parametrize(("verb", "why"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_nobody_could_type_is_refused_with_what_to_do(verb, why):
    with pytest.raises(ValueError, match=r".\. \w.*\.$") as refusal:
        Verbs("", begin, [verb_of("sing"), verb]).require_typable()
    assert why in str(refusal.value)


def test_two_verbs_of_one_name_are_refused():
    with pytest.raises(ValueError, match=r"there are two verbs `sing`\. Give one of them"):
        Verbs("", begin, [verb_of("sing"), verb_of("skip"), verb_of("sing")]).require_typable()
    with pytest.raises(ValueError, match="`sing` is a verb and a group of them"):
        Verbs("", begin, [verb_of("sing"), VerbGroup("sing", "", "", lambda: [])])


def test_verbs_that_are_loaded_later_are_those_that_were_named():
    with pytest.raises(ValueError, match="the verbs sing were named skip"):
        _ = LazyVerbs(["skip"], lambda: [verb_of("sing")]).by_name


def test_other_words_for_a_verb_are_known():
    assert Verbs("", begin, [verb_of("sing")], {"chant": "sing"}).meant == {"chant": "sing"}


AText = Annotated[str, text()]


def test_a_play_that_nobody_could_begin_is_refused():
    @start("Who begins.")
    def drawn(request: StartRequest, *, first: AText): ...

    @start()
    def again(request: StartRequest, *, new: AText): ...

    @start()
    def own(request: StartRequest, *, first: AText): ...

    with pytest.raises(ValueError, match="`start` has --first twice"):
        Verbs("", drawn, []).require_typable()
    with pytest.raises(ValueError, match="--new twice"):
        Verbs("", again, []).require_typable()
    Verbs("", own, [])


def test_what_is_entered_in_secret_when_a_play_begins_is_kept_in_no_history():
    @start()
    def coded(request: StartRequest, *, code: Annotated[str, text(alias="-c", secret=True)]): ...

    assert Verbs("", coded, [verb_of("skip")]).secret == ("--code", "-c")


def test_optional_words_may_follow_each_other():
    Verbs(
        "", begin, [verb_of("skip", COUNT, player(optional=True), number(1, 2, "M", optional=True))]
    )
