"""Segments that only those can read who know the passphrase."""

import sys
from pathlib import Path

import pytest

from companion.exchange.groups import sealed
from tests.table.groups.test_sync import Computers


@pytest.fixture
def computers(companion, tmp_path, monkeypatch) -> Computers:
    pytest.importorskip("cryptography")
    (tmp_path / "words").write_text("seven warm stones\n")
    (tmp_path / "others").write_text("eight cold stones\n")
    made = Computers(companion, tmp_path, monkeypatch)
    made("anas", "start bwd Ana Ben")
    made("anas", "score ana +3")
    made("anas", f"group sync {made.share} --passphrase-file {tmp_path / 'words'}")
    return made


def test_nothing_in_the_folder_can_be_read_without_the_passphrase(computers, tmp_path):
    computers("anas", "score ana +1")
    computers("anas", "group sync")
    assert len(computers.files()) == 2
    for path in computers.files():
        assert sealed.is_sealed(path.read_bytes())
        assert b'"Ana"' not in path.read_bytes()
    computers("bens", f"group sync {computers.share} --new --passphrase-file {tmp_path / 'words'}")
    computers("bens", "score ben +2")
    assert computers("bens", "group sync").startswith("Sent: 1 play.")
    assert "bwd-1 goes on: 1 entry more." in computers("anas", "group sync")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--passphrase-file {}/others", "The passphrase does not open the files in the folder."),
        ("", "The files in the folder are encrypted."),
        ("--passphrase-file {}/empty", "holds no passphrase."),
        ("--passphrase-file {}/nowhere", "nowhere"),
    ],
)
def test_a_wrong_passphrase_is_refused_in_a_sentence(computers, tmp_path, options, says):
    (tmp_path / "empty").write_text("\n")
    line = f"group sync {computers.share} --new {options.format(tmp_path)}"
    assert says in computers.run("bens", line, fails=True).err
    assert not (tmp_path / "bens" / "groups").exists()


def test_an_encrypted_file_that_is_there_in_part_waits(computers, tmp_path):
    computers("bens", f"group sync {computers.share} --new --passphrase-file {tmp_path / 'words'}")
    computers("anas", "score ana +1")
    computers("anas", "group sync")
    newest: Path = computers.files()[-1]
    whole = newest.read_bytes()
    newest.write_bytes(whole[:-5])
    assert "cut off or damaged" in computers.run("bens", "group sync").err
    newest.write_bytes(whole)
    assert "1 entry more" in computers("bens", "group sync")


def test_without_the_library_it_is_said_how_to_get_it(computers, tmp_path, monkeypatch):
    sealed._cipher.cache_clear()
    monkeypatch.setitem(sys.modules, "cryptography.fernet", None)
    computers("anas", "score ana +1")
    ran = computers.run("anas", "group sync", fails=True)
    assert "pip install cryptography" in ran.err
