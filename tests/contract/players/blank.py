"""Plays BLANK at random: mostly cards that fit, now and then anything at all."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion import games
from companion.core.action import Action
from companion.core.event import MADE, Referee
from companion.core.play import PlayState
from companion.games.blank import deck as facts
from companion.games.blank.cards import NUMBERS, SUITS, Face, make_wording
from companion.games.blank.deck import Deck
from companion.games.blank.draws import draw_cards
from companion.games.blank.end import win
from companion.games.blank.hands import count_hand
from companion.games.blank.order import give_turn
from companion.games.blank.pen import Pen
from companion.games.blank.penalties import FAULTS, take_penalty
from companion.games.blank.play import play_cards, put_on_top, take_back
from companion.games.blank.state import PlayedCard, State
from companion.testing import Move, RandomPlayer, any_seat
from companion.testing.players import Facts

BOX = {"id": "blank-friday-box", "name": "Friday box", "mark": "★"}
RULES = (
    "If a 6 is played, then the next player draws a card",
    "If a red card is played, then everybody sings",
    "If a card is drawn, then clap your hands",
    "Nobody may say no",
    "If two cards are played at once, then the next player is skipped",
)


class Player(RandomPlayer):
    game = games.game("blank")
    by_example = True

    def copy(self, random: Random) -> list[tuple[str, dict[str, Any]]]:
        """What a box may be told, in an order in which it can be: some of it, by chance."""
        if random.random() < 0.3:
            return []
        pen = Pen(Deck(()), [], Referee("as we like"))
        first = pen.new_rule(make_wording(text=RULES[0]), printed=True)
        rule = pen.new_rule(
            make_wording("a 1 is played", "all players", "sing"), by="Ana", play="blank-1"
        )
        pen.raise_status(rule, 1, random.choice(("proposed", "approved", "inked")))
        card, _ = pen.customise(
            Face(4, "hexagon"), None, make_wording(text="Sing."), title="Song", by="Ben"
        )
        pen.enter_origin(Deck(()).game_card("3-circle.1"), "illustrated", "The Fox")
        pen.add(facts.CardDeclined(card=card, revision=1, why="too loud"))
        pen.add(facts.CardRetired(card=first, why=""))
        pen.add(facts.CardReturned(card=first))
        pen.add(facts.RulesIntroduced(cards=[rule], play="blank-2"))
        pen.add(facts.BoxChanged(mark="♥", suits={"hexagon": "red"}))
        made = (MADE, {"game": "blank", "name": "Friday box", "mark": "★", "owner": "Ana"})
        return [made, *((draft.kind, dict(draft.data)) for draft in pen.drafts)]

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        chosen: dict[str, Any] = {"boxes": [], "rules": [], "pile": None}
        if random.random() < 0.7:
            chosen["boxes"] = [BOX]
            chosen["rules"] = [_rule(number, random, True) for number in random.sample(range(5), 3)]
            chosen["pile"] = random.randint(0, 20)
        if chosen["boxes"] and random.random() < 0.2:
            rule = random.choice(chosen["rules"])
            chosen["awaited"] = [{key: rule[key] for key in ("copy", "card", "label")}]
        if random.random() < 0.6:
            chosen["top"] = {"number": 3, "suit": "circle"}
        return chosen

    def copy_of(self, options: Mapping[str, Any]) -> str:
        return BOX["id"] if options["boxes"] else "blank"

    def same(self, state: PlayState, told: Facts, again: Facts | None) -> bool:
        """Whose turn it is anyhow, and how many cards are in a hand anyhow, is no news: it stands
        in a log, and entered once more it is left out, or refused where it is all there is. Whether
        a card matches one that nobody knows, the table alone sees."""
        assert isinstance(state, State)
        news = [_seen(state, *fact) for fact in told if not _is_known(state, *fact)]
        return told == again or news == [_seen(state, *fact) for fact in again or []]

    def moves(self, state: State, reference: Any, random: Random) -> Move:
        if state.status == "finished":
            return random.choice((_prize, _prize, _end))(state, random)
        if state.empty_seats() and random.random() < 0.5:
            return lambda action, _: win(action, None)
        if random.random() < 0.3:
            return random.choice(ANYTHING)(state, random)
        return random.choice((_play, _play, _play, _draw))(state, random)


def _seen(state: State, kind: str, data: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    if kind != "penalty.taken" or state.top is not None:
        return kind, data
    return kind, {**data, "for": [fault for fault in data["for"] if fault != "no-match"]}


def _is_known(state: State, kind: str, data: Mapping[str, Any]) -> bool:
    """Whether a fact at the beginning of an entry says what is so by then."""
    if kind == "turn.given":
        return bool(data["seat"] == state.turn)
    seat = data.get("seat")
    told = kind == "hand.counted" and seat in state.known_hands
    return told and bool(data["count"] == state.hands[seat])


def _rule(number: int, random: Random, boxed: bool) -> dict[str, Any]:
    """A rule that lies open: where a box is played with, it is a card of that box."""
    text = RULES[number]
    told = {"label": str(number + 1), "text": text, "trigger": text.partition(",")[0][3:]}
    if boxed:
        told |= {"copy": BOX["id"], "card": f"r{number + 1}", "revision": 1}
    return told | {"new": random.random() < 0.2}


def _card(state: State, random: Random) -> PlayedCard:
    number, suit = random.choice(NUMBERS), random.choice(SUITS)
    if state.top is not None and random.random() < 0.8:
        kept = random.random() < 0.5
        number, suit = (state.top.number, suit) if kept else (number, state.top.suit)
    if random.random() < 0.2:
        return PlayedCard(number, suit, BOX["id"], f"{number}-{suit}.1", "Song", "Sing.")
    return PlayedCard(number, suit)


def _play(state: State, random: Random) -> Move:
    seat = state.turn if random.random() < 0.85 else any_seat(state, random)
    cards = [_card(state, random)]
    while random.random() < 0.4:
        same = PlayedCard(cards[0].number, random.choice(SUITS))
        cards.append(same if random.random() < 0.8 else _card(state, random))
    colours = {"hexagon": "red"} if random.random() < 0.5 else {}
    if random.random() < 0.1:
        return lambda action, _: take_back(action, seat, cards)
    if seat != state.turn and random.random() < 0.5:
        return lambda action, _: _by_turn(action, seat, cards, colours)
    return lambda action, _: play_cards(action, seat, cards, colours)


def _by_turn(
    action: Action[State], seat: int, cards: list[PlayedCard], colours: dict[str, str]
) -> None:
    """As `play … --turn`: others went untold."""
    if seat != action.state.turn:
        give_turn(action, seat)
    play_cards(action, seat, cards, colours)


def _draw(state: State, random: Random) -> Move:
    if random.random() < 0.5:
        return lambda action, _: take_penalty(action, state.turn, ["cannot-play"], None)
    seat, count = any_seat(state, random), random.randint(1, 3)
    return lambda action, _: draw_cards(action, seat, count, random.choice(("", "rule 3")))


def _penalty(state: State, random: Random) -> Move:
    faults = random.sample(sorted(FAULTS), random.randint(1, 2))
    seat, by = any_seat(state, random), random.choice((None, any_seat(state, random)))
    if random.random() < 0.3:
        several = random.sample(range(len(state.seats)), 2)
        return lambda action, _: _accused(action, several, by)
    return lambda action, _: take_penalty(action, seat, faults, by)


def _accused(action: Action[State], seats: list[int], by: int | None) -> None:
    for seat in seats:
        take_penalty(action, seat, ["missed-rule"], by)


def _cards_elsewhere(state: State, random: Random) -> Move:
    one, other = random.sample(range(len(state.seats)), 2)
    count = random.randint(1, 4)
    card = _card(state, random)
    record = {"number": card.number, "suit": card.suit}
    return random.choice(
        (
            lambda action, _: action.add("cards.discarded", seat=one, count=count),
            lambda action, _: action.add("cards.discarded", seat=one, count=1, top=record),
            lambda action, _: action.add("cards.given", **{"from": one, "to": other}, count=count),
            lambda action, _: count_hand(action, one, count - 1),
            lambda action, _: put_on_top(action, card),
            lambda action, _: action.add("pile.reshuffled"),
        )
    )


def _turn(state: State, random: Random) -> Move:
    seat = state.turn if random.random() < 0.3 else any_seat(state, random)
    return random.choice(
        (
            lambda action, reference: action.game.advance(action),
            lambda action, _: give_turn(action, seat),
            lambda action, _: action.add("turn.skipped", seat=seat),
            lambda action, _: action.add("direction.reversed"),
        )
    )


def _rules(state: State, random: Random) -> Move:
    boxed = bool(state.boxes)
    rule = _rule(random.randrange(5), random, boxed)
    if random.random() < 0.3:
        others = [_rule(number, random, boxed) for number in random.sample(range(5), 3)]
        return lambda action, _: _instead(action, others)
    if state.rules and random.random() < 0.5:
        label = random.choice(state.rules).label if random.random() < 0.8 else "99"
        return lambda action, _: action.add("rule.discarded", rule=label)
    return lambda action, _: action.add("rule.opened", rule=rule)


def _instead(action: Action[State], rules: list[dict[str, Any]]) -> None:
    """As `open … --instead`: these lay open from the start, and no others."""
    for gone in action.state.rules:
        action.add("rule.discarded", rule=gone.label, corrects=True)
    for rule in rules:
        action.add("rule.opened", rule=rule, corrects=True)


def _prize(state: State, random: Random) -> Move:
    what, card = random.choice((("rule", "r15"), ("card", "4-hexagon.1")))
    copy_id = random.choice((BOX["id"], BOX["id"], "blank-cellar"))
    return lambda action, _: action.add(
        "prize.taken",
        play="blank-1",
        what=what,
        copy=copy_id,
        card=card,
        revision=random.randint(1, 3),
    )


def _end(state: State, random: Random) -> Move:
    """Rarely: a play that ends takes no further entries but a prize."""
    chance, seat = random.random(), any_seat(state, random)
    if chance < 0.1:
        return lambda action, _: action.add("play.finished", winners=[seat], why="table")
    if chance < 0.15:
        return lambda action, _: action.add("play.abandoned")
    return _turn(state, random)


ANYTHING = (
    _play,
    _draw,
    _penalty,
    _penalty,
    _cards_elsewhere,
    _cards_elsewhere,
    _turn,
    _rules,
    _end,
)
