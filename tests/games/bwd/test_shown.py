"""Rules that scenes show by what they let happen, and not by a refusal: which comment says so."""

import pytest

from tests.games.scenes import FOLDER, scenes_in

SHOWN = {
    "Tagging: an icon goes on a blank face of the die.": pytest.mark.rule("BWD-29", "BWD-262"),
    "Icons that find no room go on other dice of whose die it is.": pytest.mark.rule(
        "BWD-30", "BWD-89"
    ),
    "Beyond them, on any die.": pytest.mark.rule("BWD-91"),
    "Where there is none left, it is not drawn.": pytest.mark.rule("BWD-31", "BWD-92", "BWD-265"),
    "Only active cards of the tableau are tagged.": pytest.mark.rule("BWD-171", "BWD-235"),
    "A complex icon replaces its prerequisite.": pytest.mark.rule("BWD-246", "BWD-247"),
    "Resolving: a blank face has to be tagged, and that is all.": pytest.mark.rule(
        "BWD-22", "BWD-23", "BWD-24", "BWD-118"
    ),
    "Each die resolves once in a phase, with what it shows, in any order.": pytest.mark.rule(
        "BWD-33", "BWD-134", "BWD-135", "BWD-193", "BWD-194", "BWD-256"
    ),
    "Numbers bring what they say, and nobody declines.": pytest.mark.rule(
        "BWD-146", "BWD-147", "BWD-197", "BWD-198"
    ),
    "With nothing to lose, −2 erases itself, and 0 does so always.": pytest.mark.rule(
        "BWD-27", "BWD-141", "BWD-144"
    ),
    "The number printed on a card is no points.": pytest.mark.rule("BWD-108"),
    "Tag and Erase are not declined while they can do something.": pytest.mark.rule(
        "BWD-128", "BWD-191"
    ),
    "Re-roll rolls any die and stays.": pytest.mark.rule("BWD-255"),
    "An icon of a card that does not work erases itself, and did nothing.": pytest.mark.rule(
        "BWD-232", "BWD-237"
    ),
    "Flexibility tags and erases, in one entry; Teleport moves an icon, and an opponent loses.": (
        pytest.mark.rule("BWD-126", "BWD-187")
    ),
    "Points: nobody goes below nothing.": pytest.mark.rule(
        "BWD-148", "BWD-149", "BWD-151", "BWD-152", "BWD-258", "BWD-259", "BWD-260", "BWD-261"
    ),
    "A round: everyone rolls, First, Main in turn order, Last, and the check for a winner.": (
        pytest.mark.rule("BWD-138")
    ),
    "13 points, and more than all others, win at the end of a round.": pytest.mark.rule(
        "BWD-165", "BWD-166"
    ),
    "A tie at the top plays on; one below does not matter.": pytest.mark.rule("BWD-167"),
    "Without dice, `next` ends a round.": pytest.mark.rule("BWD-12", "BWD-168", "BWD-169"),
    "To 20 points.": pytest.mark.rule("BWD-182"),
    "Another turn opens all dice as they lie.": pytest.mark.rule("BWD-35", "BWD-36", "BWD-267"),
    "Claimed and swapped: a die keeps its face, and resolves for whoever has it in turn.": (
        pytest.mark.rule("BWD-130", "BWD-136", "BWD-202")
    ),
    "A die received after one's turn is owed in Last only; one gained in one's turn, at once.": (
        pytest.mark.rule("BWD-131")
    ),
    "Erasing: any face of any die that is not blank.": pytest.mark.rule("BWD-222"),
    "Dots and dashes are no tags, and go with the icon.": pytest.mark.rule(
        "BWD-213", "BWD-215", "BWD-217", "BWD-219"
    ),
}


def test_scenes_show_these_rules():
    said = set[str]()
    for path in sorted((FOLDER / "bwd").glob("*.txt")):
        for scene in scenes_in(path):
            said.update(scene.heading)
            said.update(line.typed for line in scene.lines if line.typed.startswith("#"))
    assert not {f"# {comment}" for comment in SHOWN} - said
