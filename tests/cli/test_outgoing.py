"""Files that leave: no name of one is taken that cannot be meant."""

import pytest


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("play show -o \'\'", "report.html"),
        ("export --as csv -o \'\'", "plays.csv"),
        ("export --as bgsplay -o \'\'", "plays.bgsplay"),
        ("group export -o \'\'", "friday.jsonl"),
        ("deck export friday -o \'\'", "friday.json"),
        ("deck print friday -o \'\'", "sheet.pdf"),
        ("chart wins -o \'\'", "wins.svg"),
    ],
)
def test_without_a_name_such_a_file_as_the_command_makes_is_named(companion, line, example):
    companion.must("blank copy new Friday")
    companion.must("start bwd Ana Ben")
    companion.must("finish --winner ana")
    ran = companion(line)
    assert ran.code == 2
    assert f"`-o {example}`" in ran.err
