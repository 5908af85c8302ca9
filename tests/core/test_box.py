"""Facts of a box, and an entry in its log in the making."""

import pytest

from companion.core.box import BoxAction, BoxChange, OpenBox
from companion.core.event import MADE, Draft, Referee
from companion.core.fact import facts
from companion.core.log import Log
from companion.errors import Illegal, Invalid, Refused
from tests.kinds import schemas_of
from tests.marbles import ColorNamed

KINDS = facts(ColorNamed)
RUBY = {"color": "red", "name": "Ruby"}


def action(house=None) -> BoxAction:
    log = Log().extended([Draft(MADE, {"game": "marbles", "name": "Marbles"})], "2026-11-23")
    return BoxAction(OpenBox("marbles", "Marbles", log, {}), Referee(house))


def test_a_fact_is_held_against_the_payload_of_its_kind():
    ColorNamed.require_sound(RUBY)
    ColorNamed.require_sound({**RUBY, "pretty": True})
    with pytest.raises(ValueError, match=r"makes no sense: .*color.*pink"):
        ColorNamed.require_sound({**RUBY, "color": "pink"})
    with pytest.raises(ValueError, match="name"):
        ColorNamed.require_sound({"color": "red"})


def test_a_game_may_say_in_its_own_words_what_is_wrong_with_one():
    class Named(ColorNamed, kind="color.named"):
        @classmethod
        def require_sound(cls, data):
            raise ValueError("names nothing")

    with pytest.raises(Invalid, match="it names nothing"):
        action().add(Named(color="red", name="Ruby"))


def test_what_nobody_could_read_again_is_not_kept():
    making = action()
    with pytest.raises(Invalid, match="cannot be kept of a box: it makes no sense"):
        making.add(ColorNamed(color="pink", name="Rose"))
    making.add(ColorNamed(color="red", name="Ruby"))
    assert making.drafts == [Draft("color.named", RUBY)]
    assert making.box == {}, "the box as it is: nothing is in it yet"


def test_a_house_rule_lets_pass_what_is_refused_of_a_box():
    with pytest.raises(Illegal):
        action().referee.refuse("MAR-9", "No.")
    lenient = action("ours")
    lenient.referee.refuse("MAR-9", "No.")
    assert lenient.referee.overruled == ["MAR-9"]


def test_what_stands_against_a_fact_is_asked_of_the_box_that_knows_it():
    ruby = ColorNamed(color="red", name="Ruby")
    ruby.check({"red": "Ruby"})
    with pytest.raises(Refused, match="called Ruby already"):
        ruby.check({"red": "Ruby", "blue": "Ruby"})


def test_the_newest_entry_that_stands_is_told():
    made = action()
    log = made.log.extended([Draft("color.named", RUBY)], "2026-11-23")
    log = log.extended([Draft("color.named", {"color": "blue", "name": "Sea"})], "2026-11-23")
    box = OpenBox("marbles", "Marbles", log, {"red": "Ruby", "blue": "Sea"})
    assert BoxChange(box, made, ()).did(KINDS) == ["blue is Sea"]


def test_the_format_of_a_box_is_made_of_its_kinds():
    schemas = schemas_of(KINDS)
    assert list(schemas) == [MADE, "color.named", "action.undone", "action.redone"]
    assert schemas["color.named"]["required"] == ["color", "name"]
    assert schemas["color.named"]["properties"]["pretty"]["type"] == "boolean"
