"""How a play begins: its boxes, the open rules, the card turned up."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NotRequired, TypedDict

from companion.core.command import word, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import folded, listed
from companion.core.param import A_CARD
from companion.core.play import STARTED
from companion.core.seats import PlayerSeat
from companion.core.shapes import AMOUNT, Checker, list_of, maybe, object_of, shape_of
from companion.core.value import Annotated
from companion.core.verbs import StartRequest, StartResult, start
from companion.errors import CompanionError, Invalid, NotFound, StorageError
from companion.games.blank.deck import Deck
from companion.games.blank.hands import pile_keys
from companion.games.blank.in_play import CardsInPlay
from companion.games.blank.open_rules import (
    BoxRule,
    count_game_cards,
    count_rule_pile,
    count_unread,
    draw_rules,
    new_rules,
    note_new_rules,
    require_approved,
    rule_record,
    worded_rule_record,
)
from companion.games.blank.state import (
    CARD_RECORD,
    CARDS_OF_A_BOX,
    HAND,
    MANY_PLAYERS,
    OPEN_RULES,
    BoxInPlay,
    NewPrize,
    OpenRule,
    PlayedCard,
    RuleRecord,
    State,
)

NO_RULES = "none"


def _records(kind: type[Any]) -> Checker:
    return list_of(object_of(shape_of(kind)))


Record = Mapping[str, Any]


class StartOptions(TypedDict):
    """What `start` recorded: boxes, open rules, how many cards the rule `pile` has, and all others.

    `top` is the card turned up; `awaited` are the new prizes, which have to be among the rules.
    """

    boxes: NotRequired[Annotated[Sequence[Record], _records(BoxInPlay)]]
    rules: NotRequired[Annotated[Sequence[Record], _records(OpenRule)]]
    pile: NotRequired[Annotated[int | None, maybe(AMOUNT)]]
    cards: NotRequired[Annotated[int, AMOUNT]]
    top: NotRequired[Annotated[Record | None, maybe(CARD_RECORD)]]
    awaited: NotRequired[Annotated[Sequence[Record], _records(NewPrize)]]


class PlayStarted(Fact[State], kind=STARTED):
    """A play begins."""

    options: Annotated[StartOptions, object_of(shape_of(StartOptions))]


def opening(seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> State:
    """Deal seven cards to each and turn one up (BL-19, BL-22)."""
    boxes = tuple(BoxInPlay(**box) for box in options.get("boxes", ()))
    all_cards = options.get("cards", CARDS_OF_A_BOX * max(1, len(boxes)))
    card = options.get("top")
    top = None if card is None else PlayedCard.from_json(card)
    return State(
        seats=seats,
        scores=(),
        first=first,
        turn=first,
        boxes=boxes,
        rules=tuple(OpenRule.from_json(rule) for rule in options.get("rules", ())),
        rule_pile=options.get("pile"),
        hands=(HAND,) * len(seats),
        cards=all_cards,
        draw_pile=max(0, all_cards - HAND * len(seats) - 1),
        top=top,
        pile_keys=() if top is None else pile_keys(top),
        penalties=(0,) * len(seats),
        new_prizes=tuple(NewPrize(**rule) for rule in options.get("awaited", ())),
    )


# What `start` records


BoxesOption = Annotated[
    Sequence[str],
    words(
        name="--box",
        metavar="BOX",
        help="The box; again for each one mixed in.",
        old_name="--copy",
    ),
]
RulesAtFirst = Annotated[
    Sequence[str] | None,
    words(sort=A_CARD, metavar="RULE", help="Rules that lie open: `15,3,7`; `none` draws none."),
]
TurnedUp = Annotated[
    str | None, word(sort=A_CARD, metavar="CARD", help="The card turned up, `3-circle`.")
]


@start(first="The youngest, who begins.")
def begin(
    request: StartRequest,
    *,
    copy: BoxesOption = (),
    rules: RulesAtFirst = None,
    top: TurnedUp = None,
) -> StartResult:
    """Begin BLANK.

    Without names, the same players play again. Without `--rules`, new rules are open, and others
    are drawn.

    Examples:
      companion start blank Ana Ben Cho --first Cho
      companion start blank Ana Ben --box friday --rules 15,3,7 --top 3-circle
      companion start blank Ana Ben --rules none      you draw, and enter later
    """
    referee, shelf = request.referee, request.shelf
    boxes, decks, warnings = _open_boxes(request, copy)
    table = CardsInPlay(decks, len(boxes) > 1)
    new = new_rules(shelf, decks)
    if rules is None:
        chosen = draw_rules(decks, new, shelf.chance(1))
        lying_open = [rule_record(rule, table.mixed, rule in new) for rule in chosen]
    else:
        lying_open = _parse_rules(table, rules, new, referee)
        if lying_open:
            _require_new_prizes(table, lying_open, new, referee)
    options: StartOptions = {
        "boxes": [box._asdict() for box in boxes],
        "rules": lying_open,
        "pile": count_rule_pile(decks, _count_from_pile(decks, lying_open)),
        "cards": count_game_cards(decks),
    }
    if top is not None:
        options["top"] = table.card(top).card.record()
    if new and "BL-113" not in referee.overruled:
        options["awaited"] = [
            NewPrize(it.copy, it.card.id, it.label(table.mixed))._asdict() for it in new
        ]
    warnings += _warnings(request.names, decks, lying_open, drew=rules is None)
    lines = []
    if rules is None and lying_open and not count_unread(decks):
        lines.append(
            "The companion drew these rules. You turned up others? `companion blank open 3 7 15 "
            "--instead` names all three, by numbers or first words."
        )

    def then(play: str) -> tuple[Sequence[str], Sequence[str]]:
        note_new_rules(shelf, lying_open, play)
        return lines, warnings

    return StartResult(options, [box.id for box in boxes], then)


def _open_boxes(
    request: StartRequest, named: Sequence[str]
) -> tuple[list[BoxInPlay], list[tuple[str, Deck]], list[str]]:
    """The boxes in play, named or in use, with their decks and warnings about unreadable ones."""
    from companion.games.blank.boxes import require_marks

    shelf = request.shelf
    ids = [shelf.find(name) for name in named] or shelf.in_use()
    decks, warnings = [], []
    for box_id in dict.fromkeys(ids):
        try:
            decks.append((box_id, shelf.open(box_id).now))
        except (NotFound, StorageError) as problem:
            if named:
                raise
            warnings.append(f"{problem.message} You play without it.")
    require_marks([deck for _, deck in decks], request.referee)
    return [BoxInPlay(box_id, deck.name, deck.mark) for box_id, deck in decks], decks, warnings


def _parse_rules(
    table: CardsInPlay, typed: Sequence[str], new: Sequence[BoxRule], referee: Referee
) -> list[RuleRecord]:
    texts = [text for words in typed for text in _split_numbers(words)]
    if [folded(text) for text in texts] == [NO_RULES]:
        return []
    if not table.decks:
        records = [worded_rule_record(number, text) for number, text in enumerate(texts, 1)]
    else:
        found = [rule for text in texts for rule in _find_rules(table, text)]
        for rule in found:
            require_approved(rule, referee)
        fresh = {rule.place for rule in new}
        records = [rule_record(rule, table.mixed, rule.place in fresh) for rule in found]
    labels = [record["label"] for record in records]
    doubles = [name for name in labels if labels.count(name) > 1]
    if doubles:
        raise Invalid(
            f"Rule {doubles[0]} is named twice.", "Name different ones: `--rules 15,3,7`."
        )
    referee.require(
        len(records) <= OPEN_RULES,
        "BL-70",
        f"A game begins with three rules, not {len(records)}.",
        "`--rules 15,3,7`, or fewer, and the rest with `companion blank open RULE…`.",
    )
    return records


def _count_from_pile(decks: Sequence[tuple[str, Deck]], records: Sequence[RuleRecord]) -> int:
    """How many of these rules came from the pile: not those that are only proposed."""
    waiting = {
        (box_id, card.id) for box_id, deck in decks for card in deck.rules if card.in_force is None
    }
    return sum((it.get("copy"), it.get("card")) not in waiting for it in records)


def _require_new_prizes(
    table: CardsInPlay, records: Sequence[RuleRecord], new: Sequence[BoxRule], referee: Referee
) -> None:
    """Refuse rules without the new prizes, or three of them (A-BL-14)."""
    there = {(record["copy"], record["card"]) for record in records if "card" in record}
    left = [rule for rule in new if rule.place not in there]
    if len(new) - len(left) >= min(OPEN_RULES, len(new)):
        return
    labels = [rule.label(table.mixed) for rule in left]
    named = [rule.label(table.mixed) for rule in new if rule not in left]
    others = [record["label"] for record in records if record["label"] not in named]
    three = ",".join([*named, *labels, *others][:OPEN_RULES])
    one = len(left) == 1
    referee.refuse(
        "BL-113",
        f"{'Rule' if one else 'Rules'} {listed(labels)} {'is' if one else 'are'} new: a prize is "
        "one of the three rules of the next game.",
        f"`--rules {three}`; without `--rules` {'it comes' if one else 'they come'} in by "
        f"{'itself' if one else 'themselves'}. "
        'If you play without it: `--house "…"`.',
    )


def _find_rules(table: CardsInPlay, text: str) -> list[BoxRule]:
    """The rule of these words, or if there is none, the rules between the commas."""
    try:
        return [table.rule(text)]
    except CompanionError:
        parts = [part.strip() for part in text.split(",") if part.strip()]
        with suppress(CompanionError):
            return [table.rule(part) for part in parts if len(parts) > 1] or [table.rule("")]
        raise


def _split_numbers(text: str) -> list[str]:
    """Split numbers, `15,3,7`, but not a sentence with commas."""
    parts = [part.strip() for part in text.split(",")]
    return [part for part in parts if part] if all(" " not in part for part in parts) else [text]


# Warnings


def _warnings(
    players: Sequence[str],
    decks: Sequence[tuple[str, Deck]],
    records: Sequence[RuleRecord],
    drew: bool,
) -> list[str]:
    warnings = []
    if len(players) > MANY_PLAYERS:
        warnings.append(f"With {len(players)} players few cards are left to draw (A-BL-01).")
    missing = count_unread(decks)
    if drew and missing and records:
        warnings.append(
            f"{missing} printed rules were never entered, so the companion drew from the "
            "others. To enter what you turned up yourselves, by numbers or first words, in one go: "
            "`companion blank open 3 7 15 --instead`."
        )
    there = {(record["copy"], record["card"]) for record in records if "card" in record}
    for box_id, deck in decks:
        opened = {card for home, card in there if home == box_id}
        owner = deck.owner or "the owner"
        for card in deck.rules:
            if card.in_force is not None or card.is_out:
                continue
            if card.id not in opened and any(
                rev.play for rev in card.revisions if rev.declined is None
            ):
                full = len(records) >= OPEN_RULES
                verb = "swap-rule OUT" if full else "open"
                warnings.append(
                    f"Rule {card.number} is a prize, but not in play: {owner} has not approved it. "
                    f"`companion blank rule approve {card.number}`, then "
                    f"`companion blank {verb} {card.number}`."
                )
    return warnings
