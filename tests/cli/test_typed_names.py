"""Every name that is accepted comes back as it was accepted: shown, edited, exported, imported."""

from unicodedata import category

from hypothesis import assume, example, given
from hypothesis import strategies as st

from companion.core.names import cleaned_lines, cleaned_name, folded, visible
from companion.testing.program import Desks, Outcome, typed_at
from companion.testing.store import TemporaryStore

# Letters, what looks like nothing or like a blank, accents, joiners, emoji; and all else.
_UNSEEN = "\t\n\r\x01\x1b\x85\u00a0\u00ad\u034f\u200b\u200c\u200d\u200e\u202e\u2028"
_UNSEEN += "\u2800\u3164\ufe0f\ufeff"
_SIGNS = st.sampled_from(f"aéAB 1’{_UNSEEN}\u0301\u20e3👩🚀🏽می李") | st.characters(
    exclude_categories=("Cs",), exclude_characters="=,-+−\"'"
)
_TEXTS = st.text(_SIGNS, min_size=1, max_size=8).filter(lambda text: not text.startswith("-"))


TEXTS = ("title", "place", "comment")


def run(desks: Desks, *words: str) -> Outcome:
    ran = typed_at(desks, words)
    assert ran.code == 0, (words, ran.refusal)
    return ran


def names_in(play: dict) -> list[str]:
    return [part["name"] for part in play["players"]]


@given(_TEXTS, _TEXTS, _TEXTS, _TEXTS, _TEXTS)
@example("Heat", "Ana", "Ana\u200b", "Home", "fine")
@example("\u200b", "Ana", "Ben", "Home", "fine")
@example("Heat", "A\tna", "B\u00aden", "\ufeff", "two\nlines")
def test_an_accepted_name_is_the_same_everywhere(tmp_path_factory, title, one, other, place, said):
    desks, folder = Desks(TemporaryStore()), tmp_path_factory.mktemp("names")
    people = [f"{one}=1", f"{other}=2"]
    about = ["--place", place, "--comment", said]
    added = typed_at(desks, ["play", "add", title, *people, *about, "--new"])
    names = [cleaned_name(one), cleaned_name(other)]
    if added.code:
        assert added.code == 2
        assert "damaged" not in added.refusal
        assert typed_at(desks, ["plays", "--json"]).document["plays"] == []
        return
    play = added.document
    assert names_in(play) == names
    assert folded(names[0]) != folded(names[1])
    signs = {sign for name in (*names, play["title"], play["place"]) for sign in name}
    assert {category(sign) for sign in signs if visible(sign) != sign} <= {"Cn", "Co"}
    assume(play["game"] == "")

    # Shown and edited.
    (listed,) = run(desks, "plays", "--json").document["plays"]
    assert names_in(listed) == names
    run(desks, "stats", "--json")
    run(desks, "play", "edit", "told-1", "--place", "elsewhere")
    run(desks, "play", "edit", "told-1", "--place", place, "--players", f"{people[0]},{people[1]}")
    assert {one["name"] for one in run(desks, "player", "list").document["players"]} == {*names}

    # Taken elsewhere, as plays and as a group.
    for kind in ("jsonl", "csv"):
        file, there = str(folder / f"plays.{kind}"), Desks(TemporaryStore())
        run(desks, "export", "-o", file)
        run(there, "import", file)
        (came,) = run(there, "plays").document["plays"]
        came = run(there, "play", "show", came["play"]).document
        assert [came[key] or "" for key in TEXTS] == [play[key] for key in TEXTS]
        assert names_in(came) == names
    file = str(folder / "group.jsonl")
    run(desks, "group", "export", "-o", file)
    run(desks, "group", "import", file, "--as", "copy")
    (came,) = run(desks, "plays", "--group", "copy").document["plays"]
    assert names_in(came) == names
    assert run(desks, "play", "show", "told-1").document["comment"] == (cleaned_lines(said) or None)
