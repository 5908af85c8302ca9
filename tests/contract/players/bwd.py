"""Plays Blank White Dice at random: mostly what fits the phase, now and then anything at all."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from companion import games
from companion.core.action import Action
from companion.core.seats import seats_for
from companion.errors import CompanionError
from companion.games.bwd import (
    additions,
    deal,
    dice,
    discs,
    dots,
    erasure,
    resolve,
    rolls,
    tableau,
    tags,
    turns,
)
from companion.games.bwd import cards as box_cards
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.dots import FaceDashed, FaceDotted
from companion.games.bwd.faces import find_die, key_in_play
from companion.games.bwd.resolve import Choice
from companion.games.bwd.start import setup_option
from companion.games.bwd.state import COMMON, RESOLVING, Die, State
from companion.reference.data import reader
from companion.testing import Facts, Move, RandomPlayer, any_seat

FACE = {"icon": (str, None), "dots": int, "dashes": int}

# What a group may have read on its cards: every field that changes how a card works.
TOLD = (
    ("17", {"name": "Medkit"}),
    ("8", {"name": "Sprinter", "phases": ["first"]}),
    ("9", {"name": "Sweeper", "phases": ["last"], "one_shot": True}),
    ("31", {"name": "Twins", "icons": ["left", "right", "+1"]}),
    ("32", {"name": "Shield", "ward": "Nothing happens to it.", "phases": ["first", "last"]}),
    ("33", {"name": "Beacon", "always": "All others pay 1 more."}),
    ("34", {"name": "Lid", "overwrites": "tag"}),
    ("35", {"name": "Master", "prerequisite": ["erase"]}),
    ("36", {"name": "Mirror", "copies": True}),
    ("37", {"name": "Envy", "condition": "another player has more points"}),
    ("38", {"text": "Gain 1 point.", "ward": ""}),
    ("camouflage", {"number": "40"}),
)
FACES = ("blank", "active", "#1", "#4", "#6", "tag", "erase", "3", "-2", "inv", "points", "5")
CARDS = (
    *("tag", "erase", "re-roll", "points", "the-window", "investment", "parasite", "cocoon"),
    *(
        "6",
        "17",
        "34",
        "35",
        "36",
        "37",
        "38",
        "40",
        "54",
        "medkit",
        "zoom",
        "opportunity",
        "window-of",
        "999",
    ),
)
MIRROR = "#36"
SETS = (None, None, "V1", "V2", "6-29", "30-54", "all")


class Player(RandomPlayer):
    game = games.game("bwd")
    plays = 24
    by_example = True

    def copy(self, random: Random) -> list[tuple[str, dict[str, Any]]]:
        if random.random() < 0.4:
            return []
        plain = Catalogue(reader("bwd")("cards"))
        return [
            ("card.described", fact.to_json())
            for card, told in TOLD
            for fact in box_cards.description(plain, card, told)
        ]

    def options(self, cards: Catalogue, names: list[str], random: Random) -> dict[str, Any]:
        chosen: dict[str, Any] = {"target": random.choice((5, 13, 20, 40))}
        name = random.choice(SETS)
        if name is not None:
            chosen["set"] = setup_option(cards, name, len(names))
        if random.random() < 0.3:
            face = {"icon": "tag", "card": "tag", "dots": 1, "dashes": 0}
            three = {"icon": "3", "card": "points", "dots": 0, "dashes": 2}
            mirror = {"icon": MIRROR, "card": MIRROR, "dots": 0, "dashes": 0}
            faces = [mirror, None, three, None, mirror, face]
            handle = seats_for(names, (COMMON,))[0].handle
            chosen["dice"] = {f"{handle}.1": faces, COMMON: [None] * 5 + [three]}
        return chosen

    def may_lack(self, words: Sequence[str]) -> bool:
        """All but what is told of a card is offered to its end, unless it is a long line."""
        return words[:2] == ["card", "set"] or len(words) > 8

    def same(self, state: State, told: Facts, again: Facts | None) -> bool:
        """Which of several faces that look alike, nobody has to say; neither, who had a card, nor
        what chance brought: other cards are dealt and drawn where others are left."""
        return again is not None and _gists(told) == _gists(again)

    def moves(self, state: State, cards: Catalogue, random: Random) -> Move:
        if random.random() < 0.25:
            return random.choice(ANYTHING)(state, cards, random)
        if state.phase in ("setup", "open"):
            return random.choice(SETTING_UP)(state, cards, random)
        if state.phase == "roll":
            return random.choice((_roll, _roll, _next, _score))(state, cards, random)
        if state.phase in RESOLVING:
            if random.random() < 0.06:
                return _again(state, cards, random)
            return random.choice((_resolve, _resolve, _resolve, _next))(state, cards, random)
        return _next(state, cards, random)


def _gists(facts: Facts) -> list[tuple[str, Mapping[str, Any]]]:
    return [_gist(fact) for fact in facts if not fact[1].get("drawn")]


def _gist(fact: tuple[str, Mapping[str, Any]]) -> tuple[str, Mapping[str, Any]]:
    kind, data = fact
    if kind == "card.tagged":
        placed = sorted((die, icon) for die, _, icon in data["placed"])
        return kind, {**data, "placed": placed, "meant": [], "over": []}
    aside = {"stoppers"} if kind == "die.resolved" else {"by", "together", "meant", "replacement"}
    if kind in ("round.ended", "play.finished"):  # In other words; who has won is looked at.
        aside = {"why"}
    if kind == "dice.rolled":  # Nobody says what comes up by chance, nor on which dice.
        by_chance = {die for die, way in data["meant"].items() if way == "chance"}
        shows = {die: icon for die, icon in data["shows"].items() if die not in by_chance}
        return kind, {"shows": shows, "untold": data.get("untold")}
    if kind == "cards.dealt":
        return kind, {"hands": [*map(len, data["hands"])]}
    if kind == "disc.placed" and "icon" in data:
        return kind, {**data, "on": data["on"].partition("#")[0]}
    if kind.startswith("face."):  # What is on it, and not where it is kept.
        aside |= {"face"}
    return kind, {key: told for key, told in data.items() if key not in aside}


# Whom, which, where


def _die(state: State, random: Random) -> Die:
    return random.choice(state.dice)


def _face(state: State, random: Random) -> str:
    return f"{_die(state, random).id}{random.choice(('', ':'))}{random.choice(FACES)}"


def _drawn(state: State, random: Random) -> str:
    """A face that has something on it, if there is one."""
    drawn = [
        f"{die.id}#{place + 1}"
        for die in state.dice
        for place, face in enumerate(die.faces)
        if not face.is_clean
    ]
    return random.choice(drawn) if drawn else _face(state, random)


def _card(state: State, random: Random) -> str:
    return random.choice(CARDS if random.random() < 0.2 else state.active_cards() or CARDS)


# What a table does


def _tag(state: State, cards: Catalogue, random: Random) -> Move:
    ref, card = _die(state, random).id, _card(state, random)
    if random.random() < 0.3:
        ref += f":{random.choice(FACES)}"
    puts = [f"-2={_face(state, random)}"] if card == "points" and random.random() < 0.4 else []
    by = random.choice((None, any_seat(state, random)))
    return lambda action, cards: tags.tag_card(action, ref, card, puts, by)


def _roll(state: State, cards: Catalogue, random: Random) -> Move:
    if random.random() < 0.5:
        return _saying(
            random.random() < 0.5, lambda action, cards: rolls.roll_dice(action, [], random)
        )
    told = [f"{die.id}={random.choice(('#1', '#2', '#5', 'blank'))}" for die in state.dice]
    if random.random() < 0.3:
        told = random.sample(told, 2)
    untold = random.random() < 0.5
    return _saying(untold, lambda action, cards: rolls.roll_dice(action, told, None))


def _resolve(state: State, cards: Catalogue, random: Random) -> Move:
    mine = [] if state.turn is None else state.dice_of(state.turn)
    open_ = [die for die in mine if not state.has_resolved(state.turn or 0, die)]
    if mine and not open_ and random.random() < 0.8:
        return _next(state, cards, random)
    unknown = [die for die in open_ if die.top is None]
    if unknown and random.random() < 0.7:
        told = [f"{die.id}={random.choice(('#1', '#2', 'blank'))}" for die in unknown]
        return lambda action, cards: rolls.roll_dice(action, told, None)
    die = random.choice([die for die in open_ if die.top] or open_ or mine or state.dice)
    choice = _fitting(die, state, random) if random.random() < 0.8 else _anything(state, random)
    others = [other.id for other in open_ if other != die and random.random() < 0.2]
    names = [die.id, *others]
    return lambda action, cards: resolve.resolve_all(action, names, choice)


def _fitting(die: Die, state: State, random: Random) -> Choice:
    """Mostly what an icon does, or what may be said of any."""
    icon = None if die.top is None else die.top.icon
    if icon is None:
        return Choice(tag=_card(state, random))
    if random.random() < 0.3:
        seat, change = any_seat(state, random), random.randint(-4, 5)
        return random.choice(
            (
                Choice(did="what the card says"),
                Choice(nothing=True),
                Choice(points=[(seat, change)]),
                Choice(points=[(seat, change)], did="and more"),
                Choice(fizzled=True),
                Choice(dot=True, dash=random.random() < 0.3),
            )
        )
    if icon == "tag":
        return Choice(tag=_card(state, random), on=_die(state, random).id)
    if icon == "erase":
        return Choice(erase=_drawn(state, random))
    if icon == MIRROR:
        other = random.choice([other for other in state.dice if other.top] or state.dice)
        same = other if other.top is None or other.id == die.id else other._replace(key=die.key)
        does = Choice() if other.id == die.id else _fitting(same, state, random)
        return does._replace(copies=other.id)
    if icon in ("re-roll", "the-window"):
        rolled = COMMON if icon == "the-window" else _die(state, random).id
        return Choice(reroll=rolled, chance=random.choice((None, random)))
    return Choice()


def _anything(state: State, random: Random) -> Choice:
    return Choice(
        tag=_card(state, random) if random.random() < 0.6 else None,
        on=random.choice((None, None, _die(state, random).id)),
        erase=_drawn(state, random) if random.random() < 0.4 else None,
        reroll=random.choice((None, None, _die(state, random).id, "common=blank", "common")),
        points=[(any_seat(state, random), random.randint(-4, 5))] if random.random() < 0.3 else (),
        did=random.choice((None, None, None, "what the card says")),
        chance=random.choice((None, random)),
        copies=_die(state, random).id if random.random() < 0.1 else None,
    )


def _add(state: State, cards: Catalogue, random: Random) -> Move:
    card = random.choice(state.reserve() or CARDS) if random.random() < 0.8 else "41"
    by = random.choice((None, None, any_seat(state, random)))
    over = random.choice((None, None, None, "tag", "re-roll", "investment"))
    if over is not None and random.random() < 0.3:  # One that lies there is laid on another.
        card = random.choice(sorted(state.cards()))
    if by is None:  # Named, as without the deal nobody would know.
        with suppress(CompanionError):
            by = deal.holder(state, key_in_play(state, cards.find(card)))
    return lambda action, cards: additions.add_cards(action, [card], by, over)


def _deal(state: State, cards: Catalogue, random: Random) -> Move:
    return lambda action, cards: deal.deal_cards(action, random)


def _fill(state: State, cards: Catalogue, random: Random) -> Move:
    return lambda action, cards: additions.fill_up(action, random)


def _next(state: State, cards: Catalogue, random: Random) -> Move:
    untold = random.random() < 0.5
    return _saying(untold, lambda action, cards: action.game.advance(action))


def _saying(untold: bool, plan: Move) -> Move:
    """A plan that says `--skip` as well, or not."""

    def told(action: Action[State], cards: Catalogue) -> None:
        action.skip = untold
        plan(action, cards)

    return told


def _score(state: State, cards: Catalogue, random: Random) -> Move:
    seat, points = any_seat(state, random), random.randint(0, 4)
    kind = random.choice(("points.gained", "points.lost", "points.set"))
    return lambda action, cards: action.add(kind, seat=seat, points=points)


def _marker(state: State, cards: Catalogue, random: Random) -> Move:
    if random.random() < 0.5:
        return lambda action, cards: action.add("marker.passed")
    seat = any_seat(state, random)
    return lambda action, cards: action.add("marker.given", seat=seat)


def _erase(state: State, cards: Catalogue, random: Random) -> Move:
    ref = random.choice((_face, _drawn))(state, random)
    return lambda action, cards: erasure.erase(action, ref)


def _replace(state: State, cards: Catalogue, random: Random) -> Move:
    ref, icon = _face(state, random), random.choice(("3", "-2", "4", _card(state, random)))
    return lambda action, cards: erasure.replace(action, ref, icon)


def _dots_and_dashes(state: State, cards: Catalogue, random: Random) -> Move:
    ref, count = random.choice((_face, _drawn))(state, random), random.randint(0, 4)
    kind = random.choice((FaceDotted, FaceDashed))
    return lambda action, cards: dots.mark_face(action, ref, kind, count)


def _write(state: State, cards: Catalogue, random: Random) -> Move:
    icons = [
        random.choice(
            ("blank", "36", "36", "tag", "3", "-2", "investment", "17", "erase", "window")
        )
    ]
    icons *= random.randint(1, 7)
    die = _die(state, random).id
    return lambda action, cards: dice.write(action, die, icons)


def _claim(state: State, cards: Catalogue, random: Random) -> Move:
    seat, die = any_seat(state, random), random.choice((COMMON, _die(state, random).id))
    return lambda action, cards: dice.claim(action, seat, find_die(action.state, die))


def _swap(state: State, cards: Catalogue, random: Random) -> Move:
    one, other = _die(state, random).id, _die(state, random).id
    return lambda action, cards: dice.swap(action, one, other)


def _steal(state: State, cards: Catalogue, random: Random) -> Move:
    fact = {"from": any_seat(state, random), "to": any_seat(state, random), "points": 2}
    return lambda action, cards: action.add("points.stolen", **fact)


def _pay(state: State, cards: Catalogue, random: Random) -> Move:
    seat, points = any_seat(state, random), random.randint(1, 4)
    return lambda action, cards: action.add("points.paid", seat=seat, points=points)


def _again(state: State, cards: Catalogue, random: Random) -> Move:
    seat = any_seat(state, random) if random.random() < 0.5 else state.turn or 0
    own = state.dice_of(seat)
    granting = [die for die in own if die.top is not None and die.top.icon not in (None, *FACES)]
    by = random.choice((None, _die(state, random), *own, *granting, *granting))
    untold = random.random() < 0.5
    return lambda action, cards: turns.again(action, seat, by=by, skip=untold)


def _turn_card(state: State, cards: Catalogue, random: Random) -> Move:
    card = _card(state, random)
    if state.neutralized and random.random() < 0.6:
        card = random.choice(sorted(state.neutralized))
        return lambda action, cards: tableau.restore(action, card)
    return lambda action, cards: tableau.neutralize(action, card)


def _mark(state: State, cards: Catalogue, random: Random) -> Move:
    seat = any_seat(state, random)
    if any(state.discs) and random.random() < 0.5:
        return lambda action, cards: action.add("disc.lifted", seat=seat)
    on = random.choice(("score", "points:3", _card(state, random), _face(state, random)))
    return lambda action, cards: discs.mark(action, seat, on)


def _end(state: State, cards: Catalogue, random: Random) -> Move:
    """Rarely: a play that ends takes no further entries."""
    if random.random() < 0.05:
        return lambda action, cards: action.add("play.finished", winners=[0], why="table")
    if random.random() < 0.05:
        return lambda action, cards: action.add("play.abandoned")
    return _next(state, cards, random)


SETTING_UP = (_tag, _tag, _tag, _add, _add, _deal, _fill, _roll, _score, _next)
ANYTHING = (
    *(_tag, _roll, _resolve, _add, _deal, _fill, _next, _score, _marker, _erase, _replace),
    *(
        _dots_and_dashes,
        _write,
        _claim,
        _swap,
        _steal,
        _pay,
        _again,
        _turn_card,
        _mark,
        _mark,
        _end,
    ),
)
