"""Marbles: a made-up game that has one of everything that a verb can be declared with.

It is played in tests alone: here, and installed as a package of somebody else's (`PACKAGE`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.blocks import Block, Paragraph
from companion.core.box import BoxAction, BoxKind, BoxKinds, PlayView, Shelf, box_kinds
from companion.core.event import Event, Referee
from companion.core.game import DataReader, Game
from companion.core.kind import Kind, kinds
from companion.core.legal import Legal, Step
from companion.core.log import Wording
from companion.core.names import chosen
from companion.core.offer import Trial
from companion.core.outcome import Outcome
from companion.core.param import (
    A_TEXT,
    Arguments,
    Candidate,
    Incomplete,
    Param,
    a_file,
    choice,
    flag,
    nobodys,
    number,
    one,
    player,
    several,
    text,
)
from companion.core.play import PlayState
from companion.core.reply import Picture, Reply
from companion.core.seats import Seat, is_somebody
from companion.core.shapes import (
    FLAG,
    NAME,
    SEAT,
    Context,
    Wrong,
    one_of,
    some_of,
    whole_from,
    with_schema,
)
from companion.core.value import replace
from companion.core.verb import Verb
from companion.core.verbs import Start, VerbGroup, Verbs
from companion.errors import Invalid, Refused
from tests.site import metadata

COLORS = ("red", "blue", "green")
COLOR = one_of(*COLORS)


class Bag(PlayState):
    """A table of Marbles: what is in the bag, what everybody holds, what somebody has hidden."""

    bag: tuple[str, ...] = ("red", "red", "red", "blue", "green")
    hands: tuple[tuple[str, ...], ...]
    hidden: tuple[int, ...]


# A box: what its marbles are called


class Named(TypedDict):
    """Marbles of a color are called something in this box, and are thought pretty, or plain."""

    color: Annotated[str, COLOR]
    name: Annotated[str, NAME]
    pretty: NotRequired[Annotated[bool, FLAG]]


Box = Mapping[str, str]
"""What marbles are called, by their colors."""


def require_another_name(box: Box, data: Named) -> None:
    if list(box.values()).count(data["name"]) > 1:
        raise Refused(f"Other marbles are called {data['name']} already.", "Another name.")


def describe_name(box: Box, data: Named) -> str:
    how = {True: ", and pretty", False: ", and plain", None: ""}[data.get("pretty")]
    return f"{data['color']} is {data['name']}{how}"


COLOR_NAMED = BoxKind("color.named", Named, describe=describe_name, check=require_another_name)
SAY = Wording("companion marbles box", "nothing is named", "the box itself", "Name some.")


def name_color(shelf: Shelf[Box], told: Arguments[Any]) -> Reply:
    def plan(action: BoxAction[Box]) -> None:
        fact = Named(color=told[WHICH], name=told[NAME_OF])
        if PRETTY in told:
            fact["pretty"] = told[PRETTY]
        after = {**action.box, told[WHICH]: told[NAME_OF]}
        if sorted(after.values()) != sorted(set(after.values())):
            action.referee.refuse("MAR-9", "Two colors of one name.", "Another name.")
        action.add(COLOR_NAMED, fact)

    written = shelf.write(plan)
    lines = [*written.did(GAME.box_kinds()), *written.house]
    return Reply(document=lambda: dict(written.box.now), lines=tuple(lines))


def show_names(shelf: Shelf[Box], told: Arguments[Any]) -> Reply:
    box = shelf.open()
    lines = [f"{color}: {name}" for color, name in box.now.items()]
    return Reply(document=lambda: dict(box.now), lines=(box.name, *lines))


WHICH: Param[Any, str] = choice("COLOR", COLORS, "color")
NAME_OF: Param[Any, str] = text("NAME")
PRETTY: Param[Any, bool] = flag("--pretty", "How they look.", against="--plain")
ENTRY: Param[Any, str] = text("[ENTRY]", optional=True)

BOX = VerbGroup[Any](
    "box",
    "what they are called",
    "Your box of marbles.\n\n\b\nExamples:\n  companion marbles box show",
    lambda: (
        Verb(
            name="name",
            about="call a color something",
            help="Name marbles.\n\n\b\nExamples:\n  companion marbles box name red Ruby",
            params=(WHICH, NAME_OF, PRETTY),
            run=name_color,
            of_play=False,
            of_house=True,
        ),
        Verb(
            name="show",
            about="all names",
            help="Show the names.\n\n\b\nExamples:\n  companion marbles box show",
            run=show_names,
            of_play=False,
        ),
        Verb(
            name="undo",
            about="take a name back",
            help="Take back.\n\n\b\nExamples:\n  companion marbles box undo",
            params=(ENTRY,),
            run=lambda shelf, told: shelf.undo(told.get(ENTRY), SAY),
            means=lambda trial: False,
            of_play=False,
        ),
    ),
)

# Kinds of entries


class Taken(TypedDict):
    """Marbles that somebody took out of the bag."""

    seat: Annotated[int, SEAT]
    colors: Annotated[list[str], some_of(COLOR)]
    again: NotRequired[Annotated[int, whole_from(2, 9)]]


class Given(TypedDict):
    """A marble that went from hand to hand."""

    seat: Annotated[int, SEAT]
    to: Annotated[int, SEAT]
    color: Annotated[str, COLOR]


class Hidden(TypedDict):
    """So many are behind somebody's back."""

    seat: Annotated[int, SEAT]
    count: Annotated[int, whole_from(0, 5)]


def drawn(data: Taken) -> Counter[str]:
    """How many of which color were taken, all in all."""
    return Counter(data["colors"] * data.get("again", 1))


def refuse_taken(state: Bag, data: Taken, referee: Referee) -> None:
    """Nobody takes what is not in the bag."""
    few = sorted(drawn(data) - Counter(state.bag))
    referee.require(
        not few, "MAR-1", f"There is not that much {', '.join(few)}.", "Take what is there."
    )


def take_out(state: Bag, data: Taken) -> Bag:
    """The table after marbles were taken, as far as there were any."""
    got = tuple((drawn(data) & Counter(state.bag)).elements())
    left = tuple((Counter(state.bag) - Counter(got)).elements())
    return replace(state, bag=left, hands=held(state, data["seat"], got))


def held(state: Bag, seat: int, more: tuple[str, ...] = (), less: str = "") -> tuple[Any, ...]:
    """What everybody holds after somebody got more, or gave one."""
    hand = [*state.hands[seat], *more]
    if less in hand:
        hand.remove(less)
    return (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])


def hand_over(state: Bag, data: Given) -> Bag:
    """The table after somebody gave one away."""
    given = replace(state, hands=held(state, data["seat"], less=data["color"]))
    return replace(given, hands=held(given, data["to"], (data["color"],)))


def hide(state: Bag, data: Hidden) -> Bag:
    """The table after somebody hid some."""
    hidden = [*state.hidden]
    hidden[data["seat"]] = data["count"]
    return replace(state, hidden=tuple(hidden))


def refuse_given(state: Bag, data: Given, referee: Referee) -> None:
    """Nobody gives what is not in the hand."""
    there = data["color"] in state.hands[data["seat"]]
    referee.require(there, "MAR-3", f"There is no {data['color']} in that hand.", "Give another.")


def to_another(data: Any, context: Context) -> Wrong | None:
    """Nobody gives anything to themselves."""
    return ("to", data["to"]) if data["to"] == data["seat"] else None


with_schema(to_another, lambda: {})

TAKEN = Kind(
    "marbles.taken",
    Taken,
    apply=take_out,
    describe=lambda before, data, after: (
        f"{before.name(data['seat'])} takes {', '.join(drawn(data).elements())}"
    ),
    check=refuse_taken,
)
GIVEN = Kind(
    "marble.given", Given, apply=hand_over, check=refuse_given, together=to_another, counts=False
)
HIDDEN = Kind("marbles.hidden", Hidden, apply=hide, describe=lambda before, data, after: "")


# Verbs


def a_color(state: Bag, word: str) -> str:
    """The color that a word begins."""
    return chosen(word, COLORS, "color")


def two_colors(state: Bag, word: str) -> tuple[str, str]:
    """`red=blue`, which is typed one half after the other."""
    first, equals, second = word.partition("=")
    if not (equals and second):
        whole = f"{a_color(state, first)}="
        raise Incomplete(f"“{whole}” wants a color behind it.", f"Such as `{whole}blue`.")
    return a_color(state, first), a_color(state, second)


def in_the_bag(trial: Trial[Bag], told: Arguments[Bag]) -> Iterable[Candidate]:
    """All colors with how many there are: the rules say which of them can be had."""
    left = Counter(trial.state.bag)
    return ((color, f"{left[color]} left") for color in COLORS)


def pairs(trial: Trial[Bag], told: Arguments[Bag]) -> Iterable[Candidate]:
    """What can be swapped for what."""
    mine = told.get(PLAYER, trial.state.first)
    return ((f"{color}=", "for another") for color, _ in groupby(trial.state.hands[mine]))


def joined_pairs(state: Bag, words: Sequence[str]) -> Sequence[str]:
    """`red = blue` is `red=blue`."""
    return " ".join(words).replace(" = ", "=").split()


def times(state: Bag, words: Sequence[str], stands: bool) -> Sequence[str]:
    """The `x2` of a line, unless `--times` has said it."""
    return [] if stands else [word for word in words if word[:1] == "x" and word[1:].isdecimal()]


def too_much(state: Bag, words: Sequence[str]) -> Invalid:
    """What to say where `give` is told more than it takes."""
    return Invalid(f"One marble is given at a time, and “{' '.join(words)}” is more.", "Type two.")


def no_color(state: Bag, told: Arguments[Bag]) -> tuple[str, str]:
    """What to say where `take` is not told what."""
    name = state.name(told.get(PLAYER, state.first))
    return f"Which colors does {name} take?", "Such as `red blue`."


PLAYER = player(optional=True, takes=lambda state, words: is_somebody(state.seats, words[0]))
TAKES = several(
    "COLOR...",
    A_TEXT,
    lambda state, words: [a_color(state, word) for word in words],
    again=True,
    candidates=in_the_bag,
    missing=no_color,
)
TIMES = one(
    "--times",
    A_TEXT,
    lambda state, word: int(word.lstrip("x")),
    metavar="N",
    help="As often as that.",
    candidates=lambda trial, told: [("2", "twice"), ("3", "three times")],
    extract=times,
)
WHY = text("--why", metavar="TEXT", help="What for.", quiet=True)
SHOUTED = flag("--loud", "Say so.", about=lambda state: f"wake {state.name(0)}")

GIVER = player(lambda trial: [seat for seat, hand in enumerate(trial.state.hands) if hand])
GETTER = player(name="--to", metavar="PLAYER", help="Who gets it, if not the next.", whose=nobodys)
WHAT = choice("COLOR", COLORS, "color", optional=True)

PAIR = one("MINE=OURS", A_TEXT, two_colors, candidates=pairs)

SOMEBODY = player()
COUNT = number("N", 0, 5, what="number of marbles", example="0 to 5 are behind one")
UNDER = text("--under", metavar="CUP", help="What it lies under.", short="-u", secret=True)
WHOSE = player(optional=True)


def take(action: Action[Bag], told: Arguments[Bag]) -> None:
    """Marbles out of the bag."""
    data: Taken = {"seat": told.get(PLAYER, action.state.first), "colors": told[TAKES]}
    if TIMES in told:
        data["again"] = told[TIMES]
    action.add(TAKEN, data)
    if told[SHOUTED]:
        action.warn("Everybody wakes.")
    action.show(
        lambda: [f"{len(action.state.bag)} are left"], lambda: {"left": len(action.state.bag)}
    )


def give(action: Action[Bag], told: Arguments[Bag]) -> None:
    """One marble, red if nothing is said."""
    seat = told[GIVER]
    to = told.get(GETTER, action.state.left_of(seat))
    if to == seat:
        raise Invalid("Nobody gives to themselves.", "Name another.")
    action.add(GIVEN, {"seat": seat, "to": to, "color": told.get(WHAT, "red")})


def swap(action: Action[Bag], told: Arguments[Bag]) -> None:
    """One of ours for one out of the bag."""
    mine, other = told[PAIR]
    seat = told.get(PLAYER, action.state.first)
    action.add(TAKEN, {"seat": seat, "colors": [other]})
    action.add(GIVEN, {"seat": seat, "to": action.state.left_of(seat), "color": mine})


def show_hidden(seen: PlayView[Bag], told: Arguments[Bag]) -> Reply:
    """How many somebody has hidden."""
    seat = told.get(WHOSE, seen.state.first)
    count = seen.state.hidden[seat]
    return Reply(lambda: {"hidden": count}, (f"{seen.state.name(seat)} hides {count}.",))


def show_bag(seen: PlayView[Bag], told: Arguments[Bag]) -> Reply | Picture:
    """What is left."""
    if DRAWN in told:
        return Picture(told[DRAWN], "<svg/>", "The bag", lambda: {})
    return Reply(lambda: {"bag": list(seen.state.bag)}, (" ".join(seen.state.bag),))


DRAWN = one("--picture", a_file("bag.svg"), optional=True)
FIVE = flag("--five", "Five marbles alone.")
START = Start("Begin Marbles.", (FIVE,), lambda opening: {"five": opening.args[FIVE]})
VERBS = Verbs(
    "Marbles: take, give, swap, hide.",
    START,
    (
        Verb(
            name="take",
            about="out of the bag",
            help="Take marbles.\n\n\b\nExamples:\n  companion marbles take ana red blue   two",
            params=(PLAYER, TAKES, TIMES, WHY, SHOUTED),
            plan=take,
        ),
        Verb(
            name="give",
            about="to somebody",
            help="Give a marble.\n\n\b\nExamples:\n  companion marbles give ana red --to ben",
            params=(GIVER, WHAT, GETTER),
            plan=give,
            too_many=too_much,
        ),
        Verb(
            name="swap",
            about="with the bag",
            help="Swap a marble.\n\n\b\nExamples:\n  companion marbles swap red=blue",
            params=(PLAYER, PAIR),
            plan=swap,
            normalize=joined_pairs,
        ),
        Verb(
            name="tuck",
            about="behind the back",
            help="Hide marbles.\n\n\b\nExamples:\n  companion marbles tuck ana 3",
            params=(SOMEBODY, COUNT),
            plan=lambda action, told: action.add(
                HIDDEN, {"seat": told[SOMEBODY], "count": told[COUNT]}
            ),
            secret=True,
        ),
        Verb(
            name="cover",
            about="what is hidden",
            help="Cover them.\n\n\b\nExamples:\n  companion marbles cover ana --under hat",
            params=(GIVER, UNDER),
            plan=lambda action, told: action.add(
                HIDDEN, {"seat": told[GIVER], "count": len(told[UNDER])}
            ),
        ),
        Verb(
            name="peek",
            about="at what one hides",
            help="Show what is hidden.\n\n\b\nExamples:\n  companion marbles peek ana",
            params=(WHOSE,),
            show=show_hidden,
            private=True,
        ),
        Verb(
            name="bag",
            about="what is left",
            help="Show the bag.\n\n\b\nExamples:\n  companion marbles bag",
            params=(DRAWN,),
            show=show_bag,
            when=lambda state: bool(state.bag),
        ),
        BOX,
    ),
    meant={"grab": "take"},
)


class Marbles(Game[Bag]):
    """Take them, give them, hide them."""

    id = "marbles"
    title = "Marbles"
    fewest_players, most_players = 2, 4
    seats_rule = "MAR-2"
    keeps_points = False
    kinds = kinds((TAKEN, GIVEN), (HIDDEN,))

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> Bag:
        none = tuple(() for _ in seats)
        return Bag(seats=seats, scores=(), first=first, hands=none, hidden=(0,) * len(seats))

    def advance(self, action: Action[Bag]) -> None:
        action.add("round.ended", why="so it goes")

    def outcome(self, state: Bag) -> Outcome:
        return Outcome((), "nobody counts")

    def verbs(self) -> Verbs[Bag]:
        return VERBS

    def legal(self, reference: Any) -> Legal[Bag]:
        return LEGAL

    def box(self, read: DataReader, facts: Callable[[], Sequence[Event]]) -> Box:
        named = (event.data for event in facts() if event.kind == COLOR_NAMED.name)
        return {data["color"]: data["name"] for data in named}

    def box_kinds(self) -> BoxKinds:
        return box_kinds(COLOR_NAMED)

    def view(self, state: Bag, reference: Any) -> list[Block]:
        return [Paragraph(f"In the bag: {', '.join(state.bag) or 'nothing'}.")]


def has_some(state: Bag) -> bool:
    """Whether somebody holds a marble."""
    return any(state.hands)


LEGAL = Legal[Bag](
    lambda state: "full" if state.bag else "empty",
    {
        "full": (
            Step("take", say=lambda state: f"{state.name(state.first)} takes some."),
            Step("give", when=has_some, say=lambda state: ""),
            Step("swap", when=has_some),
            Step("tuck"),
            Step("cover", when=has_some),
            Step("take"),
            Step("peek"),
            Step("bag"),
            Step("box"),
        ),
        "empty": (Step(say=lambda state: "That is all: `companion finish`."), Step("give")),
    },
    besides={"peek": "it is for those who hid some"},
)
GAME = Marbles()

PACKAGE = {
    **metadata("marbles", marbles="marbles.game:GAME"),
    "marbles/game.py": Path(__file__).read_text("utf-8"),
}
"""The same as a package that is installed."""
