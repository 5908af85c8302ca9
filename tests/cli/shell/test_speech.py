"""Commands in answers and in help, as one types them in the shell."""

import pytest

from companion.cli.shell.speech import Speech
from companion.core.blocks import Fit, Page, Paragraph, QrCode, Side, Span, Stack, Steps
from companion.core.reply import Reply

SPEECH = Speech("bwd", ("tag", "pass"))


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("`companion undo` takes it back.", "`undo` takes it back."),
        ("`companion bwd tag ana.1 points`", "`tag ana.1 points`"),
        ("`companion lwd lose ben`", "`lwd lose ben`"),
        ("`companion bwd -h` lists them.", "`bwd -h` lists them."),
        ("`companion -h` lists them.", "`companion -h` lists them."),
        ("the companion rolls", "the companion rolls"),
        (
            "`companion pass` is another thing than `companion bwd pass`",
            "`companion pass` is another thing than `pass`",
        ),
        ("`companion score ana +3`, `companion next` after", "`score ana +3`, `next` after"),
    ],
)
def test_commands_lose_what_need_not_be_typed(said, heard):
    assert SPEECH.line(said) == heard


def test_help_has_its_examples_without_what_need_not_be_typed():
    text = "Usage: companion bwd tag [OPTIONS]\n\n  Examples:\n    companion bwd tag ana.1 points\n"
    assert SPEECH.help(text) == "Usage: tag [OPTIONS]\n\n  Examples:\n    tag ana.1 points\n"
    assert SPEECH.help("  the companion rolls") == "  the companion rolls"
    assert SPEECH.help("    companion pass") == "    companion pass", "the game has a verb of it"


def test_without_a_game_at_hand_verbs_keep_its_name():
    assert Speech().line("`companion bwd tag x`") == "`bwd tag x`"


def test_all_of_an_answer_is_said_so():
    said, heard = "`companion undo`", "`undo`"
    reply = Reply(
        document=lambda: {"hint": said},
        lines=(said,),
        warnings=(said,),
        blocks=lambda: [
            Steps((said, (Span(said, "muted"), said))),
            Fit((Stack((Paragraph(said),)), Side((Paragraph(said),)))),
            Page(lambda lines: Stack((Paragraph(f"{lines} {said}"),)), (3, 2)),
        ],
    )
    spoken = SPEECH.reply(reply)
    assert (spoken.lines, spoken.warnings) == ((heard,), (heard,))
    assert spoken.document() == {"hint": said}, "data for programs stays as it is"
    steps, fit, page = spoken.blocks()
    assert steps == Steps((heard, (Span(heard, "muted"), heard)))
    assert fit == Fit((Stack((Paragraph(heard),)), Side((Paragraph(heard),))))
    assert page.lengths == (3, 2)
    assert page.at_length(3) == Stack((Paragraph(f"3 {heard}"),))


def test_a_code_that_is_to_be_scanned_stays():
    code = QrCode(("`companion undo`",), lambda text: ((True,),))
    assert SPEECH.blocks([code]) == [code]


def test_verbs_of_the_moment_come_first_and_those_of_other_games_of_the_box_not_at_all(
    piped, companion
):
    companion.must("start boolean Ana Ben")
    (line,) = piped("h", "--json").json["lines"]
    verbs = line["answer"]["verbs"]
    assert verbs[0] == "call"
    assert verbs.index("call") < verbs.index("tie")
    assert {"holds", "which", "puzzle"} <= set(verbs)
    assert not {"declare", "stack", "turn", "sort", "mission"} & set(verbs)


def test_it_says_what_is_not_kept(piped, playing):
    assert "are not kept for ↑" in piped("h").out


def test_verbs_that_mean_nothing_now_stand_apart(piped, companion):
    companion.must("start boolean Ana Ben")
    lines = piped("h").out.splitlines()
    now = next(line for line in lines if line.strip().startswith("boolean "))
    besides = next(line for line in lines if line.strip().startswith("besides "))
    assert "call" in now.split()
    assert "tie" in besides.split()


@pytest.mark.parametrize(
    ("line", "usage", "example"),
    [
        ("h roll", "Usage: roll [OPTIONS]", "\n    roll ana.1=investment"),
        ("h score", "Usage: score [OPTIONS]", "\n    score ana +3"),
        ("h lwd guess", "Usage: lwd guess [OPTIONS]", "\n    lwd guess ana 3x5"),
        ("h companion deck", "Usage: deck [OPTIONS] COMMAND", "\n    deck "),
    ],
)
def test_help_shows_what_is_typed_here(piped, playing, line, usage, example):
    ran = piped(line)
    assert ran.code == 0
    assert ran.out.startswith(usage)
    assert example in ran.out
    assert "\n    companion " not in ran.out


def test_help_is_an_answer_in_json_too(piped, playing):
    (line,) = piped("h roll", "--json").json["lines"]
    assert line["answer"]["help"].startswith("Usage: roll")
