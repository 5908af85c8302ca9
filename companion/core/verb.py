"""A verb of a game: what is typed behind it, what it enters or shows, how it helps.

Games declare one by a function (`core.command`). From it are made: the command (`cli.verbs`),
completion and the prompt's menu (`table.plays.menu`), help and the tables of verbs in the guides,
and what a form needs to know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.core.names import short
from companion.core.offer import Line
from companion.core.param import Arguments, Param
from companion.core.play import PlayState, require_live
from companion.errors import Invalid

if TYPE_CHECKING:
    from companion.core.action import Action
    from companion.core.box import PlayView, Shelf
    from companion.core.offer import Plan, Trial
    from companion.core.reply import Picture, Reply
    from companion.core.terminal import LiveTerminal

S = TypeVar("S", bound=PlayState)


class Verb(Generic[S]):
    """A verb of a game.

    `about` are a few words for menus, `help` is the whole text, the examples last. `plan` makes the
    entry, `show` answers without one; a verb that has both shows where nothing stands behind it.
    `when` says of a verb that shows whether there is anything to be seen.

    `normalize` puts the words of a line in order before they are told apart: `3 x 5` is `3x5`.
    `too_many` is what to say where there are more words than the verb takes. A verb that is
    `private` shows what only the player may see who is named first, behind one that is `secret`
    stands what nobody else may read.

    `run` is for a verb that has to do with boxes, or with several plays: it is handed the shelf of
    the game (`core.box`), enters and answers by itself, and its words are read without a state.
    It is offered where it `means` something. `of_play`, `of_house` and `of_group` say whether it
    takes `--play`, `--house`, `--group`.

    Without a word behind it, a verb with `live` is entered by keys that are pressed while time goes
    by, as on a chess clock: handed the play, and what gives a terminal, or refuses with that
    sentence where there is none, it makes the plan of the entry. One with `after_end` corrects a
    play, and so makes entries in a finished one, too.

    `whose` are the seats of those whose entry it is where no parameter names anybody (see `Param`);
    left out, it is the entry of whoever's turn it is.
    """

    def __init__(
        self,
        name: str,
        about: str,
        help: str,
        params: tuple[Param[Any, Any], ...] = (),
        plan: Callable[[Action[S], Arguments[S]], None] | None = None,
        show: Callable[[PlayView[S], Arguments[S]], Reply | Picture] | None = None,
        run: Callable[[Shelf[Any], Arguments[Any]], Reply | Picture] | None = None,
        when: Callable[[S], bool] | None = None,
        normalize: Callable[[S, Sequence[str]], Sequence[str]] | None = None,
        too_many: Callable[[S, Sequence[str]], Invalid] | None = None,
        secret: bool = False,
        private: bool = False,
        means: Callable[[Trial[S]], bool] | None = None,
        of_play: bool = True,
        of_house: bool | None = None,
        of_group: bool = True,
        live: Callable[[PlayView[S], Arguments[S], Callable[[str], LiveTerminal]], Plan[S]]
        | None = None,
        after_end: bool = False,
        whose: Callable[[S], Collection[int]] | None = None,
    ) -> None:
        self.name = name
        self.about = about
        self.help = help
        self.params = params
        self.places = tuple(param for param in params if not param.is_option)
        self.options = tuple(param for param in params if param.is_option)
        self.plan = plan
        self.show = show
        self.run = run
        self.when = when
        self.normalize = normalize
        self.too_many = too_many
        self.secret = secret
        self.private = private
        self.means = means
        self.of_play = of_play
        self.of_house = plan is not None if of_house is None else of_house
        self.of_group = of_group
        self.live = live
        self.after_end = after_end
        self.whose = whose

    @property
    def needs_whole_line(self) -> bool:
        """Whether its words have to be seen together to know which is what, or how many there are.

        Where only the last may be left out, or take all that follow, one after another is enough:
        words come in their order.
        """
        gather = any(it.extract for it in self.params)
        left_out = [it.optional for it in self.places]
        open_end = any(it.repeated for it in self.places) and any(left_out[:-1])
        return self.normalize is not None or gather or open_end or left_out != sorted(left_out)

    @property
    def example(self) -> str:
        """Its first example: `companion lwd guess ana 3x5`, as a hint."""
        _, _, examples = self.help.partition("Examples:")
        first = examples.strip().split("\n")[0].split("  ")[0]
        return f"`{first}`" if first else ""

    def require_time(self, state: PlayState) -> None:
        """Refuse an entry in a play that is over, unless this verb corrects it. Raises Refused."""
        if not (self.after_end and state.status == "finished"):
            require_live(state)

    def shows(self, line: Line) -> bool:
        """Whether a line of this verb only shows something."""
        if self.show is None or self.plan is None:
            return self.show is not None
        return not line.arguments and not any(param.name in line.options for param in self.params)

    def arguments(self, state: S, line: Line) -> Arguments[S]:
        """What a line says, parameter by parameter. Raises Invalid for words that are too many."""
        words = line.arguments if self.normalize is None else self.normalize(state, line.arguments)

        def too_many(typed: Sequence[str], rest: Sequence[str]) -> Invalid:
            if self.too_many is not None:
                return self.too_many(state, typed)
            return Invalid(f"Unexpected “{short(' '.join(rest))}”.", self.example)

        return Arguments(self.params, state, words, line.options, too_many, self.example)

    def entry(self, line: Line, args: Arguments[S] | None = None) -> Plan[S]:
        """The plan of the entry that a line makes. Raises Refused in a play that is over.

        `args` is what it says, where somebody has looked at it already.
        """
        make = self.plan
        if make is None:
            raise ValueError(f"{self.name} makes no entry")

        def plan(action: Action[S]) -> None:
            self.require_time(action.state)
            make(action, args or self.arguments(action.state, line))

        return plan
