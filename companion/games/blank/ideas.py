"""Ideas for a new card: trigger, target and effect by chance, from `data/blank/ideas.toml` and from
what the group has written.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.command import flag, verb, word
from companion.core.names import folded, short
from companion.core.numbers import whole
from companion.core.param import Arguments, a_number
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import CompanionError, Invalid
from companion.games.blank.boxes import (
    BlankShelf,
    By,
    InBox,
    RuleParts,
    Signing,
    find_boxes,
    prize_flag,
)
from companion.games.blank.cards import Card, Wording, has_same_words, is_too_long, make_wording

if TYPE_CHECKING:
    from random import Random

    from companion.core.blocks import Block

OWN_SHARE = 0.35
"""How often a part is taken from the group's own cards, if there are any."""
_TRIES = 40


class Ideas:
    """Makes ideas from the phrases of a table and the parts of a group's own cards."""

    def __init__(self, table: Mapping[str, Any], own: Sequence[Card]) -> None:
        self._table = table
        self._own = [
            card.now.wording.parts for card in own if card.now and card.origin != "printed"
        ]
        self._existing = [card.now.wording for card in own if card.now]

    def rule(self, chance: "Random", wanted: Wording) -> Wording:
        """An idea for a rule. `wanted` parts are kept, or narrow down what is chosen."""
        own = [parts.trigger for parts in self._own if parts.trigger]
        trigger = self._part(chance, "trigger", wanted.trigger, own)
        return make_wording(trigger, *self._then(chance, wanted))

    def effect(self, chance: "Random", wanted: Wording) -> Wording:
        """Make an idea for a game card: only target and effect (BL-128)."""
        return make_wording("", *self._then(chance, wanted))

    def several(
        self,
        make: "Callable[[Random, Wording], Wording]",
        chance: "Random",
        wanted: Wording,
        count: int,
    ) -> list[Wording]:
        """Up to `count` different ideas that no card says yet; those that fit on a card first."""
        found: list[Wording] = []
        long: list[Wording] = []
        for _ in range(count * _TRIES):
            idea = make(chance, wanted)
            if not any(has_same_words(idea, other) for other in (*found, *long, *self._existing)):
                (long if is_too_long(idea) else found).append(idea)
            if len(found) == count:
                break
        return [*found, *long][:count]

    def _then(self, chance: "Random", wanted: Wording) -> tuple[str, str]:
        """Choose a target, and an effect that suits it; parts of the group's own cards stay
        together.
        """
        own = [parts for parts in self._own if parts.target and parts.effect]
        if own and not wanted.target and not wanted.effect and chance.random() < OWN_SHARE:
            parts = chance.choice(own)
            return parts.target, parts.effect
        # The phrases are singular: what every player does, all players do.
        whom = re.sub(r"^all\b(.*)\bplayers$", r"every\1player", folded(wanted.target))
        targets = self._matching("target", whom if whom != folded(wanted.target) else wanted.target)
        effects = self._matching("effect", wanted.effect)
        if not targets and wanted.target:
            # An unknown target is assumed to be a player, as most are.
            targets = [({"of": "player"}, wanted.target)]
        if not effects and wanted.effect:
            # An unknown effect is for players, unless another target is wanted.
            players = [(entry, phrase) for entry, phrase in targets if entry["of"] == "player"]
            targets = players or targets
            effects = [({"for": sorted({entry["of"] for entry, _ in targets})}, wanted.effect)]
        useful = [
            (entry, phrase)
            for entry, phrase in targets
            if any(entry["of"] in kinds["for"] for kinds, _ in effects)
        ]
        entry, target = chance.choice(useful or targets)
        fitting = [effect for kinds, effect in effects if entry["of"] in kinds["for"]]
        return target, chance.choice(fitting or [effect for _, effect in effects])

    def _part(self, chance: "Random", name: str, wanted: str, own: Sequence[str]) -> str:
        phrases = [phrase for _, phrase in self._matching(name, wanted)]
        mine = [phrase for phrase in own if folded(wanted) in folded(phrase)]
        if mine and (not phrases or chance.random() < OWN_SHARE):
            return chance.choice(mine)
        return chance.choice(phrases) if phrases else wanted

    def _matching(self, name: str, wanted: str) -> list[tuple[Mapping[str, Any], str]]:
        """The phrases of the table that contain the `wanted` words, or whose kind does."""
        if not wanted:
            return [(entry, phrase) for entry in self._table[name] for phrase in entry["phrases"]]
        words = re.compile(rf"(?<!\w){re.escape(folded(wanted))}(?!\w)")
        return [
            (entry, phrase)
            for entry in self._table[name]
            for phrase in entry["phrases"]
            if words.search(folded(entry["kind"])) or words.search(folded(phrase))
        ]


# The verb

DEFAULT_COUNT = 3
MOST_IDEAS = 20
HIGHEST_SEED = 999_999_999


def _parse_number(text: str, what: str, least: int, most: int) -> int:
    number = whole(text.strip(), least, most)
    if number is None:
        raise Invalid(f"“{short(text)}” is not {what}.", f"A whole number from {least} to {most}.")
    return number


def _no_options(trial: Any, args: Arguments[Any]) -> bool:
    return not any(param in args for param in args.params)


ForCard = Annotated[
    bool, flag("For a game card: no trigger.", about="for a game card", when=_no_options)
]
IdeaCount = Annotated[
    int,
    word(
        lambda state, word: _parse_number(word, "a number of ideas", 1, MOST_IDEAS),
        sort=a_number(1, MOST_IDEAS),
        metavar="N",
        help="How many.",
        after_dash=True,
    ),
]
Seed = Annotated[
    str | None,
    word(
        sort=a_number(0, HIGHEST_SEED),
        metavar="N",
        help="The same number gives the same ideas.",
        after_dash=True,
    ),
]
Propose = Annotated[
    str | None,
    word(
        sort=a_number(1, MOST_IDEAS),
        metavar="N",
        help="Propose the idea of that number as a rule.",
        after_dash=True,
    ),
]
IsPrize = Annotated[bool, prize_flag(after_dash=True)]


@verb("ideas for a card", of_house=True)
def idea(
    shelf: BlankShelf,
    *,
    parts: RuleParts,
    card: ForCard = False,
    count: IdeaCount = DEFAULT_COUNT,
    seed: Seed = None,
    propose: Propose = None,
    by: By = None,
    prize: IsPrize = False,
    in_box: InBox = None,
) -> Reply:
    """See ideas for a new card.

    They are made from the rulebook's table and from your own cards.

    Examples:
      companion blank idea
      companion blank idea --trigger "a 6 is played" --count 5
      companion blank idea --card --target "all players"
      companion blank idea --propose 2 --prize      the second of those just shown
      companion blank idea --seed 417 --propose 2 --by Ana
    """
    wanted = make_wording(*(part or "" for part in parts))
    if card and (wanted.trigger or propose is not None):
        raise Invalid(
            "An idea for a game card has no trigger, and cannot be proposed as a rule.",
            "`companion blank card customise CARD --target … --effect …` writes it.",
        )
    if seed is None and propose is not None:
        seed, wanted, count = _last_shown(shelf, wanted)
    begin, _, many = ("" if seed is None else seed).partition(".")
    chance = shelf.chance(0)
    known = chance.randrange(1000) if seed is None else _parse_seed(begin)
    chance.seed(known)  # the same number gives the same ideas, drawn or entered
    own, revisions = _own_cards(shelf, in_box, _parse_seed(many) if many else None)
    ideas = Ideas(shelf.data("ideas"), own)
    found = ideas.several(ideas.effect if card else ideas.rule, chance, wanted, count)
    if propose is not None:
        from companion.games.blank.card_verbs import add_rule

        chosen = found[_parse_number(propose, "the number of an idea", 1, len(found)) - 1]
        return add_rule(shelf, chosen, Signing(by, in_box=in_box), prize=prize)
    shown = f"{known}.{revisions}"
    # Remembered, so that `--propose 2` means the second of these; without a group, nothing is
    # stored, as looking at ideas does not create one.
    kept = {"seed": shown, "count": count, "card": card, **wanted._asdict()}
    again = "" if shelf.remember("idea", kept) else f"--seed {shown} "
    signed = "--prize" if _is_prize_due(shelf) else "--by NAME"
    return _ideas_reply(found, shown, f"{again}--propose 2 {signed}", card)


def _is_prize_due(shelf: BlankShelf) -> bool:
    """Whether the current play is won, and its prize is not taken yet."""
    try:
        play = shelf.play()
    except CompanionError:
        return False
    return bool(play.reference.is_prize_due(play.state))


def _last_shown(shelf: BlankShelf, wanted: Wording) -> tuple[str, Wording, int]:
    """Seed, parts and number of the ideas shown last. Raises Invalid if those were others."""
    kept: Any = shelf.remembered("idea")
    try:
        parts = Wording(*(kept[part] for part in Wording._fields))
        seed, number = kept["seed"], kept["count"]
        known = all(isinstance(text, str) for text in (seed, *parts)) and type(number) is int
    except (TypeError, KeyError):
        known = False
    if not known:
        raise Invalid("No ideas were shown yet.", "`companion blank idea` shows some.")
    if kept.get("card"):
        raise Invalid(
            "The ideas shown last were for a game card, not for a rule.",
            "`companion blank idea` shows some for rules.",
        )
    if not wanted.is_empty and wanted != parts:
        raise Invalid(
            "The ideas shown last were made of other parts.",
            "Leave out the parts, or name the ideas: `--seed N`.",
        )
    return seed, parts, number


def _parse_seed(text: str) -> int:
    return _parse_number(text, "a seed", 0, HIGHEST_SEED)


def _own_cards(shelf: BlankShelf, in_box: str | None, count: int | None) -> tuple[list[Card], int]:
    """Return the rules of the boxes in use after the first `count` revisions, or now; and the
    number of revisions.

    A later revision would make other ideas of the same seed.
    """
    if in_box is None and not shelf.in_use():
        return [], 0
    cards = [(box.id, card) for box in find_boxes(shelf, in_box) for card in box.now.rules]
    known = sorted(
        (revision.at, home, revision.entry, card.id)
        for home, card in cards
        for revision in card.revisions
    )[:count]
    there = set(known)
    own = [
        card._replace(
            revisions=tuple(
                revision
                for revision in card.revisions
                if (revision.at, home, revision.entry, card.id) in there
            )
        )
        for home, card in cards
    ]
    return [card for card in own if card.now], len(known)


def _ideas_reply(found: list[Wording], seed: str, options: str, for_card: bool) -> Reply:
    step = (
        "Write one: `companion blank card customise CARD --target … --effect …`."
        if for_card
        else f"Propose one: `companion blank idea {options}`; the same ideas again: "
        f"`--seed {seed}`."
    )
    return Reply(
        document=lambda: {
            "seed": seed,
            "ideas": [
                {
                    "number": place,
                    "trigger": idea.trigger or None,
                    "target": idea.target,
                    "effect": idea.effect,
                    "says": idea.sentence,
                }
                for place, idea in enumerate(found, 1)
            ],
        },
        blocks=lambda: _blocks([idea.sentence for idea in found], seed, step),
    )


def _blocks(ideas: Sequence[str], seed: str, step: str) -> "list[Block]":
    """Ideas, numbered, and how to write one on a card."""
    from companion.core.blocks import Column, Heading, Span, Steps, Table

    rows = tuple((Span(str(place), "name"), idea) for place, idea in enumerate(ideas, 1))
    table = Table((Column("", "right"), Column("", wraps=True)), rows)
    return [Heading("Ideas", f"seed {seed}"), table, Steps((step,))]
