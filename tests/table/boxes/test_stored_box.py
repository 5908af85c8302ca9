"""Several boxes of one game: told apart, in use one at a time or mixed, each with its own log."""

import pytest

from companion.core.event import Draft, House, Referee
from companion.core.log import Log, Wording
from companion.errors import Ambiguous, Conflict, Corrupt, Illegal, NotFound, Refused, TooNew
from companion.games.blank.cards import make_wording
from companion.games.blank.deck import BoxChanged
from companion.games.blank.game import GAME
from companion.games.blank.pen import Pen
from companion.games.bwd import cards as bwd_cards
from companion.games.bwd.game import GAME as BWD
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.boxes.stored_box import (
    box_called,
    box_ids,
    boxes_of,
    change_box,
    create_box,
    in_use,
    new_id,
    open_box,
    redo_box_entry,
    show_box_log,
    undo_box_entry,
    use,
)
from tests.desks import Desks
from tests.golden.breaking import contents

SAY = Wording("companion blank box", "nothing stands", "the box itself", "`rule add`")


def medic(copy):
    """A card of a box of Blank White Dice gets a name."""
    facts = bwd_cards.description(copy.reference, "17", {"name": "Medic"})
    return [Draft("card.described", fact.to_json()) for fact in facts]


def make(desks, name, mark="", owner="Ana"):
    """A box as `companion blank box new` makes it; its id."""
    desk = desks()
    others = box_ids(desk, GAME)
    about = {"name": name, "mark": mark, "owner": owner}
    copy_id = create_box(desk, GAME, new_id(desk, GAME, name), about).ref.id
    if not others:
        use(desk, GAME, [copy_id])
    return copy_id


def tell(desks, copy_id, plan, house=None):
    """One entry in the log of a box: what `plan` does with a pen."""
    referee = Referee(house)

    def drafts(copy):
        pen = Pen(copy.reference, copy.log.events, referee)
        plan(pen)
        return pen.drafts

    return change_box(desks(), GAME, drafts, copy_id, referee)


def add_rule(desks, copy_id, text="Sing.", house=None, **details):
    return tell(desks, copy_id, lambda pen: pen.new_rule(make_wording(text=text), **details), house)


def change(desks, copy_id, card, how, *arguments, house=None):
    def plan(pen):
        getattr(pen, how)(pen.deck.game_card(card), *arguments)

    return tell(desks, copy_id, plan, house)


def rules(desks, copy_id):
    deck = open_box(desks(), GAME, copy_id).reference
    return {card.id: card.sentence for card in deck.rules if card.now}


def entries(desks, copy_id):
    """The log as people read it, what was taken back in brackets."""
    told = show_box_log(desks(), GAME, copy_id).document()["entries"]
    return [f"({e['text']})" if e["undone"] else e["text"] for e in told]


@pytest.fixture
def friday(desks):
    return make(desks, "Friday box", "★")


@pytest.fixture
def cellar(desks, friday):
    return make(desks, "Cellar", "C", "Ben")


# Made


def test_a_box_begins_with_what_is_told_of_it(desks, friday):
    copy = open_box(desks(), GAME, friday)
    (made,) = copy.log.events
    assert (made.kind, made.action) == ("copy.made", 1)
    assert made.data == {"game": "blank", "name": "Friday box", "mark": "★", "owner": "Ana"}
    assert copy.ref == LogRef("home", "copies", "blank-friday-box")
    assert (copy.name, copy.reference.mark) == ("Friday box", "★")


@pytest.mark.parametrize(
    ("name", "copy_id"),
    [
        ("Friday box", "blank-friday-box"),
        ("  C3!! / PO ", "blank-c3-po"),
        ("Käse & Brot", "blank-k-se-brot"),
        ("★", "blank-box"),
        ("箱", "blank-box"),
        ("-", "blank-box"),
        ("x" * 99, f"blank-{'x' * 40}"),
        (f"{'x' * 39} yy", f"blank-{'x' * 39}"),
        ("../../etc", "blank-etc"),
    ],
)
def test_the_id_of_a_box_is_made_of_its_name(desks, name, copy_id):
    assert new_id(desks(), GAME, name) == copy_id


def test_boxes_of_one_name_get_ids_of_their_own(desks):
    assert [make(desks, name) for name in ("★", "☆", "Box", "box")] == [
        "blank-box",
        "blank-box-2",
        "blank-box-3",
        "blank-box-4",
    ]


def test_an_id_is_not_given_twice_by_two_terminals(desks, friday):
    with pytest.raises(Conflict):
        create_box(desks(), GAME, friday, {"name": "Another"})
    assert open_box(desks(), GAME, friday).name == "Friday box"


def test_a_box_is_there_as_soon_as_its_log_is(desks):
    """Even where the terminal closes before the group notes that it is in use."""
    copy = create_box(desks(), GAME, "blank-friday", {"name": "Friday"})
    assert box_ids(desks(), GAME) == [copy.ref.id]
    assert in_use(desks(), GAME) == [copy.ref.id]
    assert new_id(desks(), GAME, "Friday") == "blank-friday-2"


def test_every_box_is_listed_in_the_same_order_each_time(desks):
    made = [make(desks, name) for name in ("Friday box", "Cellar", "Box 7", "Attic", "Box 3")]
    assert sorted(box_ids(desks(), GAME)) == sorted(made)
    assert [copy.ref.id for copy in boxes_of(desks(), GAME)] == box_ids(desks(), GAME)


def test_without_a_box_there_is_none(desks):
    assert box_ids(desks(), GAME) == boxes_of(desks(), GAME) == in_use(desks(), GAME) == []
    assert desks.store.groups() == [], "and looking for one makes nothing"


def test_a_game_of_which_everybody_has_one_box_keeps_its_own(desks, friday):
    change_box(desks(), BWD, medic)
    assert box_ids(desks(), GAME) == [friday]
    assert open_box(desks(), BWD).ref.id == "bwd"
    assert rules(desks, friday) == {}


def test_each_group_has_boxes_of_its_own(desks, friday):
    desks.store.create_group("Monday", {})
    assert box_ids(desks(group="monday"), GAME) == []
    with pytest.raises(NotFound):
        open_box(desks(group="monday"), GAME, friday)


@pytest.mark.rule("BL-123")
def test_what_is_told_of_one_box_is_not_told_of_the_other(desks, friday, cellar):
    add_rule(desks, friday, "Ana sings.")
    add_rule(desks, cellar, "Ben hums.")
    assert rules(desks, friday) == {"r15": "Ana sings."}
    assert rules(desks, cellar) == {"r15": "Ben hums."}


# In use


def test_the_first_box_is_in_use(desks, friday):
    assert in_use(desks(), GAME) == [friday]


def test_the_first_box_stays_in_use_whatever_the_next_one_is_called(companion):
    companion.must('blank box new "Friday box" --mark ★')
    companion.must("blank box new Cellar --mark C")
    told = companion.must("blank box list --json").json["copies"]
    assert {copy["name"]: copy["in_use"] for copy in told} == {"Friday box": True, "Cellar": False}


@pytest.mark.rule("BL-125")
def test_other_boxes_are_taken_into_use_one_or_several(desks, friday, cellar):
    use(desks(), GAME, [cellar])
    assert in_use(desks(), GAME) == [cellar]
    use(desks(), GAME, [cellar, friday])
    assert in_use(desks(), GAME) == [cellar, friday]
    assert desks.store.read_group("home")["boxes"] == {"blank": [cellar, friday]}


def test_boxes_in_use_are_each_games_own(desks, friday, cellar):
    use(desks(), GAME, [cellar])
    with desks().changing_group() as document:
        document["boxes"]["lwd"] = ["lwd-1"]
    use(desks(), GAME, [friday])
    assert desks.store.read_group("home")["boxes"] == {"blank": [friday], "lwd": ["lwd-1"]}


@pytest.mark.parametrize("boxes", [[], {"blank": "blank-friday-box"}, {"blank": [3]}, "blank"])
def test_boxes_in_use_that_are_not_listed_as_such_are_damage(desks, friday, boxes):
    with desks().changing_group() as document:
        document["boxes"] = boxes
    with pytest.raises(Corrupt):
        in_use(desks(), GAME)


# Named


@pytest.mark.parametrize(
    "text", ["Friday box", "friday", "FRI", "box", "blank-friday-box", "friday-box", "★", " ★ "]
)
def test_a_box_is_named_by_its_name_its_mark_or_its_id(desks, friday, cellar, text):
    assert box_called(desks(), GAME, text) == friday


@pytest.mark.rule("BL-36", "BL-123")
def test_a_mark_comes_before_the_beginning_of_a_name(desks, friday):
    make(desks, "Fox box", "☆")
    marked = make(desks, "Cellar", "F")
    assert box_called(desks(), GAME, "f") == marked


@pytest.mark.rule("BL-123")
def test_a_mark_that_two_boxes_have_names_none(desks, friday):
    make(desks, "Cellar", "★")
    with pytest.raises(NotFound):
        box_called(desks(), GAME, "★")


def test_a_beginning_that_two_boxes_have_is_ambiguous(desks, friday):
    make(desks, "Friend's")
    with pytest.raises(Ambiguous) as refusal:
        box_called(desks(), GAME, "fri")
    assert set(refusal.value.candidates) == {"Friday box", "Friend's"}


@pytest.mark.parametrize("text", ["Monday", "☆", "", " "])
def test_what_no_box_is_called_is_not_found(desks, friday, text):
    make(desks, "Nomark")
    with pytest.raises(NotFound, match="No box is named"):
        box_called(desks(), GAME, text)


def test_where_there_is_no_box_it_is_said_how_to_make_one(desks):
    with pytest.raises(NotFound) as refusal:
        box_called(desks(), GAME, "friday")
    assert refusal.value.hint == "There is none yet: `companion blank box new NAME`."


def test_what_a_box_is_called_now_comes_before_what_another_was_called_once(desks):
    first = make(desks, "Friday")
    tell(desks, first, lambda pen: pen.add(BoxChanged(name="Attic")))
    second = make(desks, "Friday")
    assert second != first
    assert box_called(desks(), GAME, "Attic") == first
    assert box_called(desks(), GAME, "Friday") == second


# Damaged


@pytest.fixture
def on_disk(tmp_path):
    return Desks(TinyStore(tmp_path / "home"))


@pytest.fixture
def damaged(on_disk, tmp_path):
    """Two boxes, the first of them with an entry that makes no sense."""
    friday, cellar = make(on_disk, "Friday box", "★"), make(on_disk, "Cellar", "C")
    add_rule(on_disk, friday)
    path = tmp_path / f"home/groups/home/copies/{friday}.json"
    text = path.read_text()
    assert '"card":"r15"' in text
    path.write_text(text.replace('"card":"r15"', '"card":"r0"'))
    return friday, cellar


def test_a_damaged_box_is_refused_with_its_entry(on_disk, damaged):
    with pytest.raises(Corrupt, match=r"entry 2 \(card\.written\) makes no sense: its card"):
        open_box(on_disk(), GAME, damaged[0])


def test_a_damaged_box_does_not_hide_the_others(on_disk, damaged):
    friday, cellar = damaged
    assert [copy.ref.id for copy in boxes_of(on_disk(), GAME)] == [cellar]
    assert box_called(on_disk(), GAME, "cellar") == cellar
    assert box_called(on_disk(), GAME, "friday") == friday, "so that it is told what is wrong"


def test_nothing_is_written_on_top_of_damage(on_disk, damaged, tmp_path):
    before = contents(tmp_path / "home")
    with pytest.raises(Corrupt):
        add_rule(on_disk, damaged[0])
    with pytest.raises(Corrupt):
        undo_box_entry(on_disk(), GAME, None, SAY, damaged[0])
    assert contents(tmp_path / "home") == before


@pytest.mark.parametrize(
    "made",
    [
        {"game": "bwd", "name": "Friday box"},
        {"game": "blank"},
        {"game": "blank", "name": 3},
        {"game": "blank", "name": "Friday box", "mark": 3},
        {"game": "blank", "name": "Friday box", "suits": {"star": "red"}},
    ],
)
def test_a_log_that_does_not_begin_as_a_box_is_damage(desks, friday, made):
    log = Log().extended([Draft("copy.made", made)], "2025-03-01T19:30:00Z")
    desks.store.create_log(LogRef("home", "copies", "blank-other"), log.events)
    with pytest.raises(Corrupt, match="does not begin as a box of BLANK"):
        open_box(desks(), GAME, "blank-other")


def test_a_fact_that_only_a_newer_companion_knows_is_not_written_on(desks, friday):
    with desks.store.change_log(LogRef("home", "copies", friday)) as held:
        log = Log(tuple(held.events)).extended([Draft("card.burnt", {})], "2025-03-01T19:30:00Z")
        held.append(log.events[-1:])
    with pytest.raises(TooNew, match=r"card\.burnt"):
        add_rule(desks, friday)


# One entry, or none


def test_what_is_refused_changes_nothing(desks, friday):
    add_rule(desks, friday)
    with pytest.raises(Illegal):
        change(desks, friday, "r15", "approve", "Ben")
    tell(desks, friday, lambda pen: None)
    assert len(entries(desks, friday)) == 2


@pytest.mark.rule("BL-108")
def test_a_house_rule_is_noted_with_what_it_overruled(desks, friday):
    add_rule(desks, friday)
    copy = change(desks, friday, "r15", "approve", "Ben", house="Ana is asleep")
    assert copy.log.events[-1].house == House("Ana is asleep", ("BL-108",))
    assert desks.store.read_log(copy.ref)[-1].house == House("Ana is asleep", ("BL-108",))
    entry = show_box_log(desks(), GAME, friday).document()["entries"][-1]
    assert entry["text"] == "rule 15 approved by Ben"
    assert (entry["house"], entry["overruled"]) == ("Ana is asleep", ["BL-108"])


def test_without_a_house_rule_none_is_noted(desks, friday):
    assert add_rule(desks, friday).log.events[-1].house is None
    entry = show_box_log(desks(), GAME, friday).document()["entries"][-1]
    assert (entry["house"], entry["overruled"]) == (None, [])


def test_a_house_rule_is_noted_in_the_very_first_entry_of_an_only_box_too(desks):
    referee = Referee("we agreed")

    def plan(copy):
        referee.refuse("BWD-85", "No.")
        return medic(copy)

    copy = change_box(desks(), BWD, plan, referee=referee)
    assert copy.log.events[-1].house == House("we agreed", ("BWD-85",))


# The log of a box: undo and redo


@pytest.fixture
def told(desks, friday, cellar):
    """Friday's box after three entries, 2 to 4; the other box has one of its own."""
    add_rule(desks, friday, by="Ben")
    change(desks, friday, "r15", "approve", None)
    add_rule(desks, friday, "Hum.", by="Cho")
    add_rule(desks, cellar, "Dance.")
    return friday


def test_the_log_of_a_box_names_every_entry(desks, told):
    document = show_box_log(desks(), GAME, told).document()
    assert (document["copy"], document["name"], document["group"]) == (told, "Friday box", "home")
    assert entries(desks, told) == [
        "the box: “Friday box”, mark ★, owner Ana",
        "rule 15, by Ben: Sing.",
        "rule 15 approved by Ana",
        "rule 16, by Cho: Hum.",
    ]


def test_of_an_entry_with_many_facts_a_few_are_told(desks, told):
    def plan(pen):
        for number in range(5):
            pen.new_rule(make_wording(text=f"Bow {number}."))

    tell(desks, told, plan)
    (line,) = undo_box_entry(desks(), GAME, None, SAY, told).lines
    assert line == (
        "Entry 5 taken back: rule 17: Bow 0.; rule 18: Bow 1.; rule 19: Bow 2.; and 2 more"
    )


def test_undo_and_redo_are_of_the_box_that_is_named(desks, told, cellar):
    reply = undo_box_entry(desks(), GAME, None, SAY, told)
    assert reply.lines == ("Entry 4 taken back: rule 16, by Cho: Hum.",)
    assert reply.document()["entry"] == 5
    assert rules(desks, told) == {"r15": "Sing."}
    assert rules(desks, cellar) == {"r15": "Dance."}
    assert entries(desks, told)[-1] == "(rule 16, by Cho: Hum.)"
    assert redo_box_entry(desks(), GAME, None, SAY, told).lines == (
        "Entry 4 back again: rule 16, by Cho: Hum.",
    )
    assert rules(desks, told) == {"r15": "Sing.", "r16": "Hum."}


def test_one_old_entry_is_taken_back_alone(desks, told):
    undo_box_entry(desks(), GAME, "3", SAY, told)
    card = open_box(desks(), GAME, told).reference.cards["r15"]
    assert card.status == "proposed"
    assert rules(desks, told) == {"r15": "Sing.", "r16": "Hum."}


def test_an_entry_that_a_later_one_needs_is_not_taken_back_and_that_one_is_named(desks, told):
    with pytest.raises(Refused) as refusal:
        undo_box_entry(desks(), GAME, "2", SAY, told)
    assert refusal.value.message == (
        "Entry 2 cannot be taken back: entry 3 would no longer be valid. "
        "Revision 1 of rule 15 would not exist."
    )
    assert refusal.value.hint == "`companion blank box log` shows what was entered since."
    assert not any(text.startswith("(") for text in entries(desks, told))


def test_a_rule_whose_card_was_written_on_since_is_not_brought_back(desks, told):
    undo_box_entry(desks(), GAME, None, SAY, told)
    add_rule(desks, told, "Whistle.", by="Dan")
    with pytest.raises(Refused) as refusal:
        redo_box_entry(desks(), GAME, "4", SAY, told)
    assert refusal.value.message.startswith("Entry 4 cannot be brought back:")
    assert "Rule 16 is another rule now." in refusal.value.message
    assert rules(desks, told) == {"r15": "Sing.", "r16": "Whistle."}


@pytest.mark.rule("BL-108")
def test_an_approval_that_ink_rests_on_is_not_taken_back(desks, told):
    change(desks, told, "r15", "ink")
    with pytest.raises(Refused) as refusal:
        undo_box_entry(desks(), GAME, "3", SAY, told)
    assert "entry 5 would no longer be valid" in refusal.value.message
    assert "nobody had approved it" in refusal.value.message
    assert open_box(desks(), GAME, told).reference.cards["r15"].status == "inked"


@pytest.mark.rule("BL-27")
def test_what_a_house_rule_wrote_beyond_the_box_hinders_no_undo(desks, friday):
    def fill(pen):
        for number in range(26):
            pen.new_rule(make_wording(text=f"Sing {number}."))

    tell(desks, friday, fill, house="we bought paper")
    change(desks, friday, "r20", "approve", None)
    undo_box_entry(desks(), GAME, None, SAY, friday)
    assert open_box(desks(), GAME, friday).reference.counts.plain_left == -2


@pytest.mark.rule("BL-27")
def test_a_rule_is_not_brought_back_onto_a_25th_plain_card(desks, friday):
    def fill(pen):
        for number in range(24):
            pen.new_rule(make_wording(text=f"Sing {number}."))

    tell(desks, friday, fill)
    change(desks, friday, "r20", "decline", "")
    add_rule(desks, friday, "Hum.")
    with pytest.raises(Refused):
        undo_box_entry(desks(), GAME, "3", SAY, friday)
    assert open_box(desks(), GAME, friday).reference.counts.plain_left == 0


def test_the_box_itself_cannot_be_taken_back(desks, friday):
    with pytest.raises(Refused, match="Entry 1 is the box itself"):
        undo_box_entry(desks(), GAME, "1", SAY, friday)
    with pytest.raises(Refused, match="nothing to undo: nothing stands"):
        undo_box_entry(desks(), GAME, None, SAY, friday)


def test_a_box_that_is_not_there_has_no_log(desks, friday):
    for how in (undo_box_entry, redo_box_entry):
        with pytest.raises(NotFound):
            how(desks(), GAME, None, SAY, "blank-monday")
    with pytest.raises(NotFound):
        show_box_log(desks(), GAME, "blank-monday")


# Mixed, and sorted again


@pytest.fixture
def two(companion):
    companion.must('blank box new "Friday box" --mark ★ --owner Ana')
    companion.must('blank rule add "Everybody sings." --by Ana --inked')
    companion.must('blank card customise 4-hexagon "Draw." --title Toll --inked')
    companion.must("blank box new Cellar --mark C --owner Ben")
    companion.must('blank rule add "Everybody hums." --by Ben --inked --box cellar')
    companion.must('blank rule add "Everybody dances." --by Ben --box cellar')
    companion.must("blank box use friday")
    return companion


@pytest.mark.rule("BL-125")
def test_boxes_with_different_marks_are_mixed_and_sorted_again(two):
    ran = two.must("blank mix friday cellar")
    assert ran.out.startswith(
        "Friday box ★ and Cellar C are mixed: 144 game cards, 30 rules to draw from.\n"
    )
    piles = two.must("blank unmix --json").json["copies"]
    assert [(pile["name"], pile["mark"]) for pile in piles] == [
        ("Friday box", "★"),
        ("Cellar", "C"),
    ]
    assert [[card["id"] for card in pile["cards"]] for pile in piles] == [
        ["r15", "4-hexagon.1"],
        ["r15"],
    ], "what is only proposed stands on no card yet"
    assert {pile["game_cards"] for pile in piles} == {72}
    assert two("blank unmix").code == 1
    assert two.must("blank box show --json").json["name"] == "Friday box", "in use again"


@pytest.mark.rule("BL-36", "BL-44")
def test_sorting_tells_the_mark_by_which_cards_are_known(two):
    two.must("blank mix friday cellar")
    out = two.must("blank unmix").out
    assert "every card with the mark ★" in out
    assert "every card with the mark C" in out


@pytest.mark.rule("BL-123", "BL-125", "BL-36", "BL-44")
@pytest.mark.parametrize("mark", ["★", ""])
def test_boxes_with_one_mark_or_none_are_not_mixed(two, mark):
    two.must(f'blank box set cellar --mark "{mark}"')
    ran = two("blank mix friday cellar")
    assert ran.code == 1
    assert "(BL-123)" in ran.err
    assert two("blank unmix").code == 1, "they are not mixed"


@pytest.mark.rule("BL-123")
def test_a_mark_that_another_box_has_is_warned_of_when_it_is_told(two):
    ran = two.must("blank box new Attic --mark ★")
    assert "Friday box has the mark ★ too: they cannot be mixed (BL-123)." in ran.err


def test_a_box_is_not_mixed_with_itself(two):
    assert two("blank mix friday ★ friday-box").code == 2


def test_two_boxes_do_not_get_one_name_not_even_later(two):
    assert two('blank box new "friday BOX"').code == 1
    assert two("blank box set cellar --name 'Friday Box'").code == 1


def test_an_entry_is_made_anew_where_somebody_was_quicker_and_notes_what_it_overruled_then(
    tmp_path,
):
    here = Desks(TinyStore(tmp_path / "home", patience=0.05))
    there = Desks(TinyStore(tmp_path / "home", patience=0.05))
    friday, seen = make(here, "Friday"), []

    def plan(pen):
        seen.append(list(pen.deck.cards))
        if len(seen) == 1:
            pen.referee.refuse("BL-27", "None is left.", "")
            add_rule(there, friday, "Dance.")
        pen.new_rule(make_wording(text="Sing."))

    copy = tell(here, friday, plan, house="more cards")
    assert seen == [[], ["r15"]], "nobody waited while the first was made"
    assert list(copy.reference.cards) == ["r15", "r16"]
    assert copy.log.events[-1].house == House("more cards", ())
