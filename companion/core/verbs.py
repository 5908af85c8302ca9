"""All verbs of a game, and how a play of it begins; they are loaded when used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from companion.core.command import AnyVerb, Verb, flag, word, words
from companion.core.event import Referee
from companion.core.names import folded
from companion.core.param import A_PLAYER, Arguments, Param
from companion.core.play import PlayState
from companion.core.seats import PlayerSeat
from companion.core.value import Generic, resolved

if TYPE_CHECKING:
    from companion.core.box import Shelf

S = TypeVar("S", bound=PlayState)
Who = Callable[[Arguments[Any]], Sequence[str]]


class VerbGroup(Generic[S]):
    """Verbs after a first word: `companion bwd card show`. They are loaded when one of them is
    needed.

    `load` returns them, in the order for help. The word may have an `old_name`, which is still
    understood but shown nowhere.
    """

    def __init__(
        self,
        name: str,
        about: str,
        help: str,
        load: Callable[[], Sequence[AnyVerb]],
        old_name: str = "",
    ) -> None:
        self.name = name
        self.about = about
        self.help = help
        self._load = load
        self.old_name = old_name

    @cached_property
    def by_name(self) -> Mapping[str, AnyVerb]:
        """Its verbs. Raises ValueError for two with the same name."""
        return _by_name(self._load())


class LazyVerbs(Generic[S]):
    """Verbs that are loaded when one of them is needed: those of one game in a box of several.

    `load` returns them, in the order of `names`.
    """

    def __init__(self, names: Sequence[str], load: Callable[[], Sequence[AnyVerb]]) -> None:
        self.names = tuple(names)
        self._load = load

    @cached_property
    def by_name(self) -> Mapping[str, AnyVerb]:
        """The verbs. Raises ValueError if they differ from `names`, or two have the same name."""
        found = _by_name(self._load())
        if tuple(found) != self.names:
            _refuse(f"the verbs {', '.join(found)} were named {', '.join(self.names)}", "Mend one.")
        return found


class StartResult:
    """What a play begins with: the `options` to record, and the `boxes` in use from then on.

    `then` is called with the play's id once it is created: it returns lines and warnings for the
    answer.
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        boxes: Sequence[str] = (),
        then: Callable[[str], tuple[Sequence[str], Sequence[str]]] = lambda play: ((), ()),
    ) -> None:
        self.options = options
        self.boxes = boxes
        self.then = then


class StartRequest:
    """The request to begin a play: the players, the arguments of `start`, the house rule.

    `reference` is what the game looks things up in, `shelf` has the boxes and plays of the group.
    `as_json` says whether the answer is the whole table.
    """

    def __init__(
        self,
        names: Sequence[str],
        seats: tuple[PlayerSeat, ...],
        args: Arguments[Any],
        referee: Referee,
        reference: Any,
        shelf: Shelf[Any],
        as_json: bool = False,
    ) -> None:
        self.names = names
        self.seats = seats
        self.args = args
        self.referee = referee
        self._reference = reference
        self.shelf = shelf
        self.as_json = as_json

    @property
    def reference(self) -> Any:
        """The data that the game looks things up in, loaded by now (`core.value`)."""
        return resolved(self._reference)


class Start(Verb[Any, ..., Any]):
    """How a play begins: `companion start GAME PLAYER… --first NAME`, and the game's own options.

    Made by `start` from a function; its own parameters are read without a state. Every start takes
    `--new` and `--seats`.
    """

    def __init__(
        self, function: Callable[..., Any], first: str = "", who: Who | None = None
    ) -> None:
        super().__init__(function, name="start")
        self.first = first
        self.who = who or _players_named
        self.of_play = False
        self.own_places, begins = self.places, []
        if first:
            help = f"{first.removesuffix('.')}; `{RANDOM}` draws."
            begins = [word(name=FIRST, metavar="NAME", help=help)]
        self.places = (*self.own_places, PLAYERS)
        self.options = (*begins, *self.options, DRAWN_SEATS, NOBODY_KNOWN)
        self.params = (*self.places, *self.options)

    def begin(self, request: StartRequest) -> StartResult:
        """Return what a play begins with. Raises what the rules refuse."""
        begun = self.run(request, request.args)
        return begun if isinstance(begun, StartResult) else StartResult(begun)


def start(
    first: str = "", who: Who | None = None, of_house: bool = True
) -> Callable[[Callable[..., Mapping[str, Any] | StartResult]], Start]:
    """Declare how a play begins, by a function of a `StartRequest` and the arguments.

    It returns the options to record, or a `StartResult`, and refuses through the referee.
    Positional arguments come before the players. `first` is the help of `--first`, which exists
    only with it; `who` returns the players if options name people as well, and None for those of
    the last play; `of_house` says whether it takes `--house`.
    """

    def declare(function: Callable[..., Mapping[str, Any] | StartResult]) -> Start:
        made = Start(function, first, who)
        made.of_house = of_house
        return made

    return declare


PLAYERS = words(
    name="PLAYER...",
    sort=A_PLAYER,
    optional=True,
    help="Clockwise; if left out, the same as last time.",
)
"""The players of a new play; those of the current one if nobody is named."""


def _players_named(args: Arguments[Any]) -> Sequence[str]:
    named: Sequence[str] = args.get(PLAYERS, ())
    return named


FIRST = "--first"
"""The first player, for `start`."""
NEW = "--new"
"""An option of `start`: allow a name close to an existing player's."""
SEATS = "--seats"
"""For `start`: `random` draws the seats."""
RANDOM = "random"
"""The word that draws one, or an order."""
DRAWN_SEATS = word(name=SEATS, optional=True, metavar=RANDOM, help="Draw who sits where.")
NOBODY_KNOWN = flag("Allow a name close to an existing player's.", NEW)
_TAKEN = ("--json", "--group", "--play", "--house", "--help", "-h")
"""Options of every command."""


class Verbs(Generic[S]):
    """All verbs of a game, with how a play of it begins, and the help about the whole.

    `meant` gives the verbs that other words mean. `require_typable` checks that they can be typed.
    """

    def __init__(
        self,
        help: str,
        start: Start,
        verbs: Collection[AnyVerb | VerbGroup[S] | LazyVerbs[S]],
        meant: Mapping[str, str] | None = None,
    ) -> None:
        self.help = help
        self.start = start
        self._declared = tuple(verbs)
        self._at_hand = [verb for verb in verbs if isinstance(verb, Verb)]
        self.groups: Mapping[str, VerbGroup[S]] = {
            group.name: group for group in verbs if isinstance(group, VerbGroup)
        }
        self.old_names = {it.old_name: it.name for it in self.groups.values() if it.old_name}
        self.meant = {**(meant or {}), **self.old_names}
        for verb in self._at_hand:
            if verb.name in self.groups:
                _refuse(f"`{verb.name}` is a verb and a group of them", "Call one something else.")

    def require_typable(self) -> None:
        """Refuse two verbs with the same name, or one that cannot be typed. Raises ValueError.

        It is called for the games of other packages, and by our tests: it takes a while.
        """
        _by_name(self._at_hand)
        grouped = (verb for group in self.groups.values() for verb in group.by_name.values())
        for verb in (self.start, *self.by_name.values(), *grouped):
            _require_typable(verb)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of verbs and groups, in the order for help."""
        each = (it.names if isinstance(it, LazyVerbs) else (it.name,) for it in self._declared)
        return tuple(name for names in each for name in names)

    def find(self, name: str) -> AnyVerb | VerbGroup[S]:
        """Return the verb or group of exactly that name; no other is loaded for it."""
        for it in self._declared:
            if isinstance(it, LazyVerbs):
                if name in it.names:
                    return it.by_name[name]
            elif it.name == name:
                return it
        raise KeyError(name)

    @cached_property
    def in_order(self) -> tuple[AnyVerb | VerbGroup[S], ...]:
        """All verbs and groups, in the order of `names`, loaded."""
        return tuple(map(self.find, self.names))

    @cached_property
    def by_name(self) -> Mapping[str, AnyVerb]:
        """All verbs outside groups, loaded."""
        return {it.name: it for it in self.in_order if isinstance(it, Verb)}

    @property
    def secret(self) -> tuple[str, ...]:
        """Verbs, and options of these and of `start`, whose values are secret."""
        verbs = self.by_name.values()
        named = [verb.name for verb in verbs if verb.secret or any(it.secret for it in verb.places)]
        hiding = (it for verb in (self.start, *verbs) for it in verb.options if it.secret)
        options = (name for it in hiding for name in it.names)
        return tuple(dict.fromkeys([*named, *options]))

    @property
    def private(self) -> tuple[str, ...]:
        """Verbs that show what only the player named first may see."""
        return tuple(verb.name for verb in self.by_name.values() if verb.private)


def _by_name(verbs: Sequence[AnyVerb]) -> Mapping[str, AnyVerb]:
    """Return verbs by name. Raises ValueError for a duplicate."""
    names = [verb.name for verb in verbs]
    for name in names:
        if names.count(name) > 1:
            _refuse(f"there are two verbs `{name}`", "Give one of them another name.")
    return dict(zip(names, verbs, strict=True))


def _require_typable(verb: AnyVerb) -> None:
    """Refuse a verb that cannot be typed. Raises ValueError, for its author."""
    if not verb.name or verb.name != folded(verb.name) or " " in verb.name or verb.name[0] == "-":
        _refuse(f"a verb “{verb.name}”", "Its name is one word in small letters, without a dash.")
    names = [name for it in verb.params for name in (*it.names, it.opposite) if name]
    for name in names:
        if name in _TAKEN:
            _refuse(
                f"`{verb.name}` has {name}, and so has every command", "Call it something else."
            )
        if names.count(name) > 1:
            _refuse(f"`{verb.name}` has {name} twice", "Call one of the two something else.")
    for option in verb.options:
        if not _is_option(option.name):
            _refuse(
                f"`{verb.name}` has {option.name}",
                "An option is small letters behind two dashes; one dash and a letter: its `alias`.",
            )
        for name in option.names[1:]:
            if not _is_alias(name):
                _refuse(
                    f"`{verb.name}` has {name} for {option.name}",
                    "An `alias` is a dash and a letter, or another option.",
                )
    for at, before in enumerate(verb.places):
        _require_apart(verb, before, verb.places[at + 1 :])


def _require_apart(verb: AnyVerb, before: Param, behind: Sequence[Any]) -> None:
    """Refuse a positional parameter that could not be told apart from what follows it."""
    if before.is_flag or before.sort.name == "file":
        what = "takes nothing" if before.is_flag else "is a file"
        _refuse(f"`{verb.name}` has {before.name} in its place, which {what}", "Make it an option.")
    if before.repeated and behind:
        last, too_late = before.name, behind[0].name
        _refuse(
            f"`{verb.name}` has {too_late} behind {last}, which takes all that follows",
            f"Put {last} last, or make an option of {too_late}.",
        )


def _is_option(name: str) -> bool:
    words = name.removeprefix("--").split("-")
    plain = all(word.isascii() and word.isalnum() and word == word.lower() for word in words)
    return name.startswith("--") and plain


def _is_alias(name: str) -> bool:
    a_letter = len(name) == 2 and name[0] == "-" and name[1].isascii() and name[1].isalpha()
    return a_letter or _is_option(name)


def _refuse(what: str, way: str) -> NoReturn:
    raise ValueError(f"{what}. {way}")
