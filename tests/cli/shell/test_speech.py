"""Commands in answers, as one types them in the shell."""

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
    assert page.told(3) == Stack((Paragraph(f"3 {heard}"),))


def test_a_code_that_is_to_be_scanned_stays():
    code = QrCode(("`companion undo`",), lambda text: ((True,),))
    assert SPEECH.blocks([code]) == [code]
