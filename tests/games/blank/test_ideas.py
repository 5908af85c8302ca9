"""Ideas for a plain card: by chance, and the same chance gives the same ideas."""

from itertools import product
from random import Random

import pytest

from companion.games.blank.cards import Card, Revision, Wording, has_same_words, parse_wording
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


def found_in(ideas, many=300, **how):
    return [several(ideas, seed, 1, **how)[0] for seed in range(many)]


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


@pytest.mark.rule("BL-127", "BL-128")
def test_every_combination_ends_as_a_sentence():
    assert len(ALL_RULES) > 10_000
    for idea in ALL_RULES[::7]:
        sentence = idea.sentence
        assert sentence == f"If {idea.trigger}, then {idea.target} {idea.effect}."
        assert parse_wording(sentence).trigger == idea.trigger, "it can be searched for"
    for idea in {idea._replace(trigger="") for idea in ALL_RULES}:
        target = idea.target[0].upper() + idea.target[1:]
        assert idea.sentence == f"{target} {idea.effect}."


# By chance


@pytest.mark.rule("BL-128")
def test_ideas_are_made_of_the_table_and_the_same_seed_gives_the_same():
    possible = set(ALL_RULES)
    for seed in range(30):
        count = seed % 20 + 1
        found = several(PLAIN, seed, count)
        assert found == several(PLAIN, seed, count)
        assert len(found) == len({idea.sentence for idea in found}) == count
        assert possible.issuperset(found)
        (effect,) = several(PLAIN, seed, 1, card=True)
        assert effect.trigger == ""
        assert effect.target in phrases("target")
        assert effect.effect in phrases("effect")
    assert len({several(PLAIN, seed)[0] for seed in range(50)}) > 45


# Asked for

ASKED = {
    "trigger": "the postman rings",
    "target": "the postman",
    "effect": "takes a card home",
}


def test_parts_that_are_asked_for_are_kept_or_narrowed_down_to_phrases_of_the_table():
    for names in (("trigger",), ("target",), ("effect",), ("trigger", "effect"), tuple(ASKED)):
        asked = Wording(**{name: ASKED[name] for name in names})
        for idea in found_in(Ideas(TABLE, own(OWN)), 10, asked=asked):
            assert all(getattr(idea, name) == ASKED[name] for name in names)
            assert all(idea[:3])
    for name, kind in (
        ("trigger", "some time goes by"),
        ("trigger", "a 6 is played"),
        ("target", "everybody"),
        ("target", "the draw pile"),
        ("effect", "altering other cards"),
        ("effect", "sneez"),
    ):
        wanted = [
            phrase
            for entry in TABLE[name]
            for phrase in entry["phrases"]
            if kind in entry["kind"] or kind in phrase
        ]
        for idea in found_in(PLAIN, 20, asked=Wording(**{name: kind})):
            assert getattr(idea, name) in (wanted or [kind])


def test_targets_and_effects_make_sense_for_each_other():
    players = [p for entry in TABLE["target"] if entry["of"] == "player" for p in entry["phrases"]]
    piles = [p for entry in TABLE["effect"] if "pile" in entry["for"] for p in entry["phrases"]]
    for idea in found_in(PLAIN, 30, asked=Wording(effect="drawing")):
        assert idea.target in players
    for idea in found_in(PLAIN, 30, asked=Wording(target="the draw pile")):
        assert idea.effect in piles
    # An effect of one's own goes with any target.
    (idea,) = several(PLAIN, 1, 1, Wording(target="the draw pile", effect="glows"))
    assert (idea.target, idea.effect) == ("the draw pile", "glows")


# What stands on cards

TINY = {
    "trigger": [{"kind": "t", "phrases": ["it rains", "it snows"]}],
    "target": [{"kind": "t", "of": "player", "phrases": ["you"]}],
    "effect": [{"kind": "e", "for": ["player"], "phrases": ["sing", "hum"]}],
}


def test_never_one_that_is_on_a_card_however_it_is_written():
    there = own(
        Wording("it rains", "you", "sing"),
        Wording(text="IF IT SNOWS THEN YOU HUM!"),
        origin="printed",
    )
    for seed in range(5):
        found = several(Ideas(TINY, there), seed, 4)
        assert sorted(idea.sentence for idea in found) == [
            "If it rains, then you hum.",
            "If it snows, then you sing.",
        ], "fewer where there are no more"
    all_four = product(("it rains", "it snows"), ("sing", "hum"))
    there = own(*(Wording(it, "you", effect) for it, effect in all_four), origin="printed")
    assert several(Ideas(TINY, there), 1) == []


def test_the_groups_own_rules_contribute_their_parts():
    found = found_in(Ideas(TABLE, own(OWN)))
    assert 60 < sum(idea.trigger == OWN.trigger for idea in found) < 150, "about a third"
    assert 60 < sum(idea.effect == OWN.effect for idea in found) < 150
    for idea in found:
        assert not has_same_words(idea, OWN), "but never the rule itself"
        assert (idea.target == OWN.target) == (idea.effect == OWN.effect)
    free = own(Wording(text="If the cat walks in, then everybody meows."))
    found = found_in(Ideas(TABLE, free), 100)
    assert any(idea.trigger == "the cat walks in" for idea in found)
    assert any(idea.target == "everybody" and idea.effect == "meows" for idea in found)
    asked = Wording(trigger="cat walks")
    found = found_in(Ideas(TABLE, own(OWN)), 20, asked=asked)
    assert {idea.trigger for idea in found} == {OWN.trigger}


def test_printed_rules_and_declined_ones_contribute_nothing():
    (declined,) = own(OWN)
    declined = declined._replace(revisions=(declined.revisions[0]._replace(declined=""),))
    for cards in (own(OWN, origin="printed"), [declined]):
        assert set(ALL_RULES).issuperset(found_in(Ideas(TABLE, cards), 60))


def test_before_anything_was_entered_ideas_are_named_by_their_seed_and_need_no_box(companion):
    out = companion.must("blank idea").out
    assert "--seed" in out.partition("Propose one:")[2].partition("--propose 2")[0]
    assert len(companion.must("blank idea --count 5 --json").json["ideas"]) == 5
