"""Files that leave: no name of one is taken that cannot be meant."""

import pytest


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("play show -o ''", "report.html"),
        ("export --as csv -o ''", "plays.csv"),
        ("export --as bgsplay -o ''", "plays.bgsplay"),
        ("export --qr -o ''", "code.png"),
        ("group export -o ''", "friday.jsonl"),
        ("deck export friday -o ''", "friday.json"),
        ("deck print friday -o ''", "sheet.pdf"),
        ("deck labels friday -o ''", "labels.pdf"),
        ("chart wins -o ''", "chart.svg"),
    ],
)
def test_without_a_name_such_a_file_as_the_command_makes_is_named(companion, line, example):
    companion.must("blank box new Friday")
    companion.must("start bwd Ana Ben")
    companion.must("finish --winner ana")
    ran = companion(line)
    assert ran.code == 2
    assert f"`-o {example}`" in ran.err


@pytest.mark.parametrize(
    "line",
    [
        "export --qr -o code.gif",
        "export --qr -o ''",
        "export --as bgsplay -o ''",
    ],
)
def test_an_export_that_is_refused_notes_nothing_in_the_group(companion, home, line):
    """BG Stats' ids of people are kept once they have gone out, and not before."""
    companion.must("start bwd Ana Ben")
    companion.must("finish --winner ana")
    group = home / "groups" / "home" / "group.json"
    before = group.read_bytes()
    assert companion(line).code == 2
    assert group.read_bytes() == before
    companion.must("export --qr")
    assert group.read_bytes() != before
