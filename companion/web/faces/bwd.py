"""Blank White Dice on a phone: unfolded dice, to be tagged, rolled and resolved by taps.

If the prompt offers `roll` first, or the next step is a roll, a tap on a face enters that it was
rolled; otherwise, a tap on a blank face begins a tag.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.names import listed
from companion.core.offer import Offer
from companion.web.page import Seen

_ROLL = "`companion bwd roll "
TAPS = {
    "tag": "tap a blank face",
    "roll": "tap what came up",
    "resolve": "tap the face on top",
}
"""What to tap for a verb, on the dice."""
_ALONE = ("deal", "fill")
"""Verbs that are complete lines."""
_DRAWN = ("dice",)
"""Verbs that show what the page shows already."""
_FLAGS = ("--dot", "--dash", "--nothing", "--fizzle", "--virtual")
"""Options without a value."""
_CHOOSING = ("--tag", "--erase", "--reroll")
"""Options that are offered first if something has to be chosen before a die is resolved."""
_LONGEST = 5


class Side(NamedTuple):
    """A face of a die: what is on it, in a few characters and in words.

    `rolled` is the word that enters this face as rolled, `line` what a tap begins otherwise; `seat`
    is the seat of the player whose disc is on it; `fresh` if it was drawn with the newest entry.
    """

    mark: str
    title: str
    signs: str
    blank: bool
    top: bool
    looked_up: str
    rolled: str = ""
    line: str = ""
    whole: bool = False
    seat: int | None = None
    fresh: bool = False


class Die(NamedTuple):
    """An unfolded die.

    `ways` resolve it, the main one first; `draws` is what to draw on it after the newest entry.
    """

    id: str
    sides: Sequence[Side]
    resolved: bool
    shows: str
    due: bool
    ways: "Sequence[Way]"
    rolls: str
    state: str
    draws: str = ""
    draws_many: bool = False


class Way(NamedTuple):
    """A line for a tap: a `whole` line is entered, another one is begun."""

    line: str
    text: str
    whole: bool


class Holder(NamedTuple):
    """A player's dice; `seat` is None for dice that belong to nobody."""

    name: str
    seat: int | None
    mine: bool
    turn: bool
    dice: Sequence[Die]


class Card(NamedTuple):
    """A card of the tableau, with the discs on it and the lines that change it."""

    mark: str
    title: str
    state: str
    under: str
    discs: Sequence[tuple[str, str]]
    ways: Sequence[Way]


def face(seen: Seen, document: dict[str, Any]) -> str:
    """Everybody's dice, the tableau, and what can be done now."""
    verbs = _verbs(seen)
    table = _Table(seen, document, verbs[0].word if verbs else "")
    return seen.draw(
        "faces/bwd.html",
        document=document,
        holders=table.holders(),
        rolling=table.rolling,
        virtual=table.virtual,
        verbs=[
            Way(it.word if it.word in _ALONE else f"{it.word} ", it.about, it.word in _ALONE)
            for it in verbs
            if it.word not in _DRAWN
        ],
        cards=_cards(seen, document, {it.word for it in verbs}),
        score_discs=[who for who, disc in document["discs"].items() if disc["on"] == "score"],
    )


def _verbs(seen: Seen) -> list[Offer]:
    """The verbs that can be used now, in the order of the prompt."""
    handles = [seat.handle for seat in seen.play.state.seats] if seen.play is not None else []
    found = []
    for offer in seen.offers(""):
        if offer.word in handles or not offer.about or len(offer.word) == 1:
            break
        found.append(offer)
    return found


class _Table:
    """The dice as they are drawn."""

    def __init__(self, seen: Seen, document: dict[str, Any], first: str) -> None:
        self._seen = seen
        self._document = document
        self._titles = {card["key"]: card["card"] for card in document["tableau"]}
        rolls = first == "roll" or any(_ROLL in step for step in document["todo"][:1])
        offers = seen.offers("roll ") if rolls else ()
        self.virtual = any(offer.word == "--virtual" for offer in offers)
        self._rolls: dict[str, set[str]] = {}
        for offer in offers:
            die, equals, icon = offer.word.partition("=")
            if equals and (document["phase"] != "setup" or f"{die}=" in document["todo"][0]):
                self._rolls.setdefault(die, set()).add(icon)
        self.rolling = bool(self._rolls)
        self._tags = {offer.word for offer in seen.offers("tag ")}
        self._due = {offer.word for offer in seen.offers("resolve ")}
        self._fresh = _drawn_last(seen)

    def holders(self) -> list[Holder]:
        """Everybody with dice.

        The player at this phone comes first if there is something to draw, then those who are due;
        dice that belong to nobody come last.
        """
        names = [who["name"] for who in self._document["players"]]
        found = []
        for seat, name in [*enumerate(names), (None, None)]:
            dice = [self._die(die) for die in self._document["dice"] if die["owner"] == name]
            if dice:
                mine = name is not None and name == self._seen.phone.name
                turn = name is not None and name == self._document["turn"]
                found.append(Holder(name or "", seat, mine, turn, dice))
        return sorted(
            found,
            key=lambda holder: (
                not (holder.mine and any(die.draws for die in holder.dice)),
                not self._is_due(holder),
                not holder.mine,
            ),
        )

    def _is_due(self, holder: Holder) -> bool:
        """Whether one of these dice has to be rolled, resolved or tagged."""
        if self.rolling:
            return any(die.rolls and not die.shows for die in holder.dice)
        due = [die for die in holder.dice if die.due]
        if due or self._due:
            return bool(due)
        first = next((die for die in holder.dice if die.id in self._tags), None)
        return first is not None

    def _die(self, die: dict[str, Any]) -> Die:
        faces, active, id = die["faces"], die["active"], die["id"]
        due = id in self._due and not self.rolling
        ways = self._ways(id, _icon(faces[active]) is None) if due else []
        sides = [self._side(die, place, ways) for place in range(len(faces))]
        return Die(
            id=id,
            sides=sides,
            resolved=die["resolved"],
            shows="" if active is None else sides[active].title,
            due=due,
            ways=ways,
            rolls=id if id in self._rolls else "",
            state=f"{id} {self._document['round']} {self._document['phase']} {active} {faces}",
            draws=listed([side.title for side in sides if side.fresh]),
            draws_many=sum(side.fresh for side in sides) > 1,
        )

    def _side(self, die: dict[str, Any], place: int, ways: Sequence[Way]) -> Side:
        face, id, top = die["faces"][place], die["id"], place == die["active"]
        icon = _icon(face)
        title = "blank" if icon is None else self._title(icon)
        way = ways[0] if top and ways else Way(self._tag(id, place, top), "", False)
        return Side(
            mark="" if icon is None else _short(title),
            title=title,
            signs="" if face is None else "•" * face["dots"] + "–" * face["dashes"],
            blank=icon is None,
            top=top,
            looked_up="" if icon is None else self._titles.get(face["card"], title),
            rolled=self._rolled(die, place),
            line=way.line if icon is None or (top and ways) else "",
            whole=way.whole,
            seat=self._disc(id, place),
            fresh=(id, place) in self._fresh,
        )

    def _title(self, icon: str) -> str:
        if icon[:1] == "-" and icon[1:].isdecimal():
            return f"−{icon[1:]}"
        return str(self._titles.get(icon, icon))

    def _tag(self, die: str, place: int, top: bool) -> str:
        if top:
            return f"tag {die}:active " if f"{die}:active" in self._tags else ""
        return f"tag {die}#{place + 1} " if die in self._tags else ""

    def _rolled(self, die: dict[str, Any], place: int) -> str:
        """The word that enters this face as rolled; faces that look alike have the same."""
        words, face = self._rolls.get(die["id"], set()), die["faces"][place]
        icon = _icon(face)
        if icon is None:
            return f"{die['id']}=blank" if "blank" in words else ""
        for word in (icon, f"#{die['faces'].index(face) + 1}"):
            if word in words:
                return f"{die['id']}={word}"
        return ""

    def _disc(self, die: str, place: int) -> int | None:
        for seat, who in enumerate(self._document["players"]):
            disc = self._document["discs"].get(who["name"])
            if disc and disc["on"] == "face" and (disc["die"], disc["face"]) == (die, place + 1):
                return seat
        return None

    def _ways(self, die: str, blank: bool) -> list[Way]:
        """How a die may be resolved, the likeliest way first."""
        options = [it for it in self._seen.offers(f"resolve {die} ") if it.word.startswith("--")]
        found = [
            Way(f"resolve {die} {it.word}" + ("" if it.word in _FLAGS else " "), it.about, whole)
            for it in options
            for whole in (it.word in _FLAGS,)
        ]
        chosen = bool(options) and options[0].word in _CHOOSING
        plain = [] if blank else [Way(f"resolve {die}", "resolve it", True)]
        return [*found, *plain] if chosen else [*plain, *found]


def _drawn_last(seen: Seen) -> set[tuple[str, int]]:
    """The dice and faces on which the newest entry draws icons."""
    assert seen.play is not None
    state, standing = seen.play.state, seen.play.log.standing()
    return {
        (state.die(key).id, place)
        for event in standing
        if event.action == standing[-1].action and event.kind == "card.tagged"
        for key, place, _ in event.data["placed"]
    }


def _icon(face: dict[str, Any] | None) -> str | None:
    return None if face is None else face["icon"]


def _short(title: str) -> str:
    """A title as written on a die: whole if it is short, else its initials."""
    if len(title) <= _LONGEST:
        return title
    words = title.replace("-", " ").split()
    return "".join(word[0] for word in words).upper() if len(words) > 1 else title[:3]


def _cards(seen: Seen, document: dict[str, Any], verbs: set[str]) -> list[Card]:
    """The tableau, each card with the lines that the prompt offers for it."""
    changes: dict[str, set[str]] = {
        verb: {offer.word for offer in seen.offers(f"{verb} ")}
        for verb in ("neutralize", "restore")
        if verb in verbs
    }
    return [_card(card, document, changes) for card in document["tableau"]]


def _card(card: dict[str, Any], document: dict[str, Any], changes: dict[str, set[str]]) -> Card:
    title = card["card"]
    typed = (card["key"], title.casefold().replace(" ", "-"), str(card["number"]))
    ways = [
        Way(f"{verb} {word}", verb.capitalize(), True)
        for verb, words in changes.items()
        for word in [word for word in typed if word in words][:1]
    ]
    discs = [
        (who, disc["icon"] or "")
        for who, disc in document["discs"].items()
        if disc["on"] == "card" and disc["card"] == title
    ]
    return Card(_short(title), title, card["state"], card["under"] or "", discs, ways)
