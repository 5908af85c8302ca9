"""Ideas for a plain card: by chance, and the same chance gives the same ideas."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.blank.cards import Card, Revision, Wording, parsed, same_words, written
from companion.games.blank.ideas import Ideas
from companion.reference.data import reader

TABLE = reader("blank")("ideas")
ANY = Wording()


def phrases(name):
    return [phrase for entry in TABLE[name] for phrase in entry["phrases"]]


def own(*wordings, origin="plain"):
    """Cards of the group's own, from number 15."""
    return [
        Card(f"r{number}", origin, (Revision(1, wording, by="Ana"),))
        for number, wording in enumerate(wordings, 15)
    ]


def several(ideas, seed, count=3, asked=ANY, card=False):
    return ideas.several(ideas.effect if card else ideas.rule, Random(seed), asked, count)


PLAIN = Ideas(TABLE, [])
OWN = Wording("the cat walks in", "whoever laughed last", "meows twice")
ALL_RULES = [
    Wording(trigger, target, effect)
    for trigger, (targets, effects) in product(
        phrases("trigger"), product(TABLE["target"], TABLE["effect"])
    )
    if targets["of"] in effects["for"]
    for target, effect in product(targets["phrases"], effects["phrases"])
]


# The table


def test_every_target_has_an_effect_that_makes_sense_for_it():
    for target in TABLE["target"]:
        assert any(target["of"] in effect["for"] for effect in TABLE["effect"]), target["kind"]


def test_no_phrase_stands_in_the_table_twice_or_would_change_when_written():
    for name in ("trigger", "target", "effect"):
        assert len(set(phrases(name))) == len(phrases(name))
        assert [written(effect=phrase).effect for phrase in phrases(name)] == phrases(name)


@pytest.mark.rule("BL-127")
def test_every_combination_ends_as_a_sentence():
    assert len(ALL_RULES) > 10_000
    for idea in ALL_RULES:
        sentence = idea.sentence
        assert sentence == f"If {idea.trigger}, then {idea.target} {idea.effect}."


@pytest.mark.rule("BL-128")
def test_every_effect_for_a_game_card_ends_as_a_sentence():
    for idea in {idea._replace(trigger="") for idea in ALL_RULES}:
        target = idea.target[0].upper() + idea.target[1:]
        assert idea.sentence == f"{target} {idea.effect}."


def test_the_trigger_of_every_combination_can_be_searched_for():
    for idea in ALL_RULES[::7]:
        assert parsed(idea.sentence).trigger == idea.trigger


# By chance


@given(st.integers(0, 999_999_999))
def test_the_same_seed_gives_the_same_ideas(seed):
    assert several(PLAIN, seed) == several(PLAIN, seed)


def test_another_seed_gives_others():
    assert len({several(PLAIN, seed)[0] for seed in range(50)}) > 45


@given(st.integers(0, 999), st.integers(1, 20))
def test_there_are_as_many_as_were_asked_for_and_all_differ(seed, count):
    found = several(PLAIN, seed, count)
    assert len(found) == len({idea.sentence for idea in found}) == count


@given(st.integers(0, 9999))
def test_an_idea_is_made_of_the_table(seed):
    (idea,) = several(PLAIN, seed, 1)
    assert idea in ALL_RULES


@pytest.mark.rule("BL-128")
@given(st.integers(0, 9999))
def test_an_idea_for_a_game_card_has_no_trigger(seed):
    (idea,) = several(PLAIN, seed, 1, card=True)
    assert idea.trigger == ""
    assert idea.target in phrases("target")
    assert idea.effect in phrases("effect")


# Asked for

ASKED = {
    "trigger": "the postman rings",
    "target": "the postman",
    "effect": "takes a card home",
}


@pytest.mark.parametrize(
    "names", [("trigger",), ("target",), ("effect",), ("trigger", "effect"), tuple(ASKED)]
)
@given(seed=st.integers(0, 999))
def test_asked_parts_are_kept_word_for_word(names, seed):
    asked = Wording(**{name: ASKED[name] for name in names})
    (idea,) = several(Ideas(TABLE, own(OWN)), seed, 1, asked)
    assert {name: getattr(idea, name) for name in names} == {name: ASKED[name] for name in names}
    assert all(idea[:3])


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("trigger", "some time goes by"),
        ("trigger", "a 6 is played"),
        ("target", "everybody"),
        ("target", "the draw pile"),
        ("effect", "altering other cards"),
        ("effect", "sneez"),
    ],
)
@given(seed=st.integers(0, 999))
def test_asked_parts_are_narrowed_down_to_the_tables_phrases(name, kind, seed):
    wanted = [
        phrase
        for entry in TABLE[name]
        for phrase in entry["phrases"]
        if kind in entry["kind"] or kind in phrase
    ]
    (idea,) = several(PLAIN, seed, 1, Wording(**{name: kind}))
    assert getattr(idea, name) in (wanted or [kind])


@given(seed=st.integers(0, 999))
def test_an_effect_that_is_asked_for_gets_a_target_that_it_makes_sense_for(seed):
    (idea,) = several(PLAIN, seed, 1, Wording(effect="drawing"))
    players = [p for entry in TABLE["target"] if entry["of"] == "player" for p in entry["phrases"]]
    assert idea.target in players


@given(seed=st.integers(0, 999))
def test_a_target_that_is_asked_for_gets_an_effect_that_makes_sense_for_it(seed):
    (idea,) = several(PLAIN, seed, 1, Wording(target="the draw pile"))
    piles = [p for entry in TABLE["effect"] if "pile" in entry["for"] for p in entry["phrases"]]
    assert idea.effect in piles


# What stands on cards


TINY = {
    "trigger": [{"kind": "t", "phrases": ["it rains", "it snows"]}],
    "target": [{"kind": "t", "of": "player", "phrases": ["you"]}],
    "effect": [{"kind": "e", "for": ["player"], "phrases": ["sing", "hum"]}],
}


@given(st.integers(0, 99))
def test_never_one_that_is_on_a_card_however_it_is_written(seed):
    there = own(
        Wording("it rains", "you", "sing"),
        Wording(text="IF IT SNOWS THEN YOU HUM!"),
        origin="printed",
    )
    found = several(Ideas(TINY, there), seed, 4)
    assert sorted(idea.sentence for idea in found) == [
        "If it rains, then you hum.",
        "If it snows, then you sing.",
    ], "fewer where there are no more"


def test_where_all_are_on_cards_there_are_none():
    there = own(
        *(
            Wording(trigger, "you", effect)
            for trigger in ("it rains", "it snows")
            for effect in ("sing", "hum")
        ),
        origin="printed",
    )
    assert several(Ideas(TINY, there), 1) == []


def found_in(ideas, many=300, **how):
    return [several(ideas, seed, 1, **how)[0] for seed in range(many)]


def test_the_groups_own_rules_contribute_their_parts():
    found = found_in(Ideas(TABLE, own(OWN)))
    triggers = sum(idea.trigger == OWN.trigger for idea in found)
    effects = sum(idea.effect == OWN.effect for idea in found)
    assert 60 < triggers < 150, "about a third"
    assert 60 < effects < 150
    assert not any(same_words(idea, OWN) for idea in found), "but never the rule itself"


def test_a_target_and_effect_of_the_groups_own_stay_together():
    for idea in found_in(Ideas(TABLE, own(OWN))):
        assert (idea.target == OWN.target) == (idea.effect == OWN.effect)


def test_parts_are_found_in_rules_that_were_written_freely():
    free = own(Wording(text="If the cat walks in, then everybody meows."))
    found = found_in(Ideas(TABLE, free))
    assert any(idea.trigger == "the cat walks in" for idea in found)
    assert any(idea.target == "everybody" and idea.effect == "meows" for idea in found)


def test_printed_rules_and_declined_ones_contribute_nothing():
    (declined,) = own(OWN)
    declined = declined._replace(revisions=(declined.revisions[0]._replace(declined=""),))
    for cards in (own(OWN, origin="printed"), [declined]):
        assert all(idea in ALL_RULES for idea in found_in(Ideas(TABLE, cards), 60))


def test_a_trigger_of_the_groups_own_is_kept_where_it_is_asked_for():
    ideas = Ideas(TABLE, own(OWN))
    asked = Wording(trigger="cat walks")
    assert {idea.trigger for idea in found_in(ideas, 20, asked=asked)} == {OWN.trigger}


# At the terminal


def test_an_idea_becomes_a_proposal_in_one_step(companion):
    companion.must('blank copy new "Friday box" --mark ★ --owner Ana')
    shown = companion.must("blank idea --seed 417 --json").json
    assert [idea["number"] for idea in shown["ideas"]] == [1, 2, 3]
    again = f"blank idea --seed {shown['seed']}"
    card = companion.must(f"{again} --propose 2 --by Ben --json").json["card"]
    assert card["says"] == shown["ideas"][1]["says"]
    assert (card["id"], card["by"], card["status"]) == ("r15", "Ben", "proposed")
    assert companion.must(f"{again} --json").json["ideas"] == shown["ideas"], "the third, too"
    others = companion.must("blank idea --seed 417 --json").json["ideas"]
    assert card["says"] not in [idea["says"] for idea in others]


def test_before_anything_was_told_ideas_are_named_by_their_seed(companion):
    out = companion.must("blank idea").out
    assert "--seed" in out.partition("Propose one:")[2].partition("--propose 2")[0]
    assert "No ideas were shown yet" in companion("blank idea --propose 2").err


def test_only_ideas_that_were_shown_are_proposed_by_their_number(companion):
    companion.must('blank copy new "Friday box"')
    companion.must("blank idea --card")
    assert "were for a game card" in companion("blank idea --propose 2 --by Ben").err
    companion.must('blank idea --trigger "a 6 is played"')
    ran = companion('blank idea --target "all players" --propose 2 --by Ben')
    assert "made of other parts" in ran.err
    assert companion('blank idea --trigger "a 6 is played" --propose 2 --by Ben').code == 0
    assert companion.must("blank rule list --json").json["cards"][0]["id"] == "r15"


def test_an_effect_of_ones_own_goes_with_a_target_that_is_no_player():
    (idea,) = several(PLAIN, 1, 1, Wording(target="the draw pile", effect="glows"))
    assert (idea.target, idea.effect) == ("the draw pile", "glows")


def test_ideas_need_no_box(companion):
    assert len(companion.must("blank idea --count 5 --json").json["ideas"]) == 5
