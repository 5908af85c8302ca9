"""The names of groups become names of folders that are distinct, safe and readable."""

import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.store.base import by_number, folder_of, group_key, is_id

# Any text at all, bytes that are no text included; and what is most likely to go wrong.
names = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=200),
    st.text("ab-./\\ :~*é\u0301🎲\0", max_size=60),
)


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Home", "home"),
        ("café", "café"),
        ("cafe\u0301", "café"),
        ("日曜会", "日曜会"),
        ("शुक्रवार", "शुक्रवार"),
        ("mon-2", "mon-2"),
    ],
)
def test_a_name_that_can_be_a_folder_is_one(name, folder):
    assert folder_of(name) == folder


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Ana & Ben", "ana-ben"),
        ("..", "group"),
        ("", "group"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows", "c-windows"),
        ("❤️", "group"),
        ("NUL", "nul"),
        ("com¹", "com¹"),
        ("home-0123abcd", "home-0123abcd"),
        ("x" * 200, "x" * 40),
    ],
)
def test_other_names_get_a_checksum(name, slug):
    folder = folder_of(name)
    assert folder[:-8] == f"{slug}-"
    assert int(folder[-8:], 16) >= 0


def test_a_name_cannot_pretend_to_be_the_folder_of_another():
    assert folder_of(folder_of("Ana & Ben")) != folder_of("Ana & Ben")


@given(names)
def test_a_folder_never_leads_out_of_its_parent_and_exists_on_every_system(name):
    folder = folder_of(name)
    assert os.path.basename(os.path.normpath(f"/home/groups/{folder}")) == folder
    assert folder not in ("", ".", "..")
    assert not set(folder) & set('/\\:*?"<>|. \0\n')
    assert not folder.startswith("-")
    assert len(folder.encode()) < 250
    assert folder == unicodedata.normalize("NFC", folder) == folder.casefold()


@given(names, names)
def test_two_groups_share_a_folder_only_when_their_names_mean_the_same(one, other):
    assert (folder_of(one) == folder_of(other)) == (group_key(one) == group_key(other))


@given(names)
def test_case_and_the_encoding_of_accents_make_no_difference(name):
    key = group_key(name)
    assert group_key(key) == key
    assert group_key(name.casefold()) == key
    for form in ("NFC", "NFD"):
        assert group_key(unicodedata.normalize(form, name)) == key


@given(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9-]{0,99}", fullmatch=True))
def test_ids_are_letters_digits_and_dashes(text):
    assert is_id(text)
    assert not is_id(f"{text}\n")
    assert not is_id(f"{text}/")


def test_ids_sort_by_their_last_number_then_by_name():
    ids = ["lwd-10", "bwd-10", "bwd-9", "box", "2-bwd-1"]
    assert sorted(ids, key=by_number) == ["box", "2-bwd-1", "bwd-9", "bwd-10", "lwd-10"]
