"""Runs a line of a game's verb: one that makes an entry, only answers, or begins a play."""

from collections.abc import Callable, Mapping, Sequence
from shlex import join
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import AnyVerb
from companion.core.event import Referee
from companion.core.game import Game
from companion.core.offer import Line
from companion.core.param import A_PLAY
from companion.core.play import require_live
from companion.core.reply import Picture, Reply
from companion.core.seats import seats_for
from companion.core.value import replace
from companion.core.verbs import FIRST, NEW, SEATS, Start, StartRequest
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.table.boxes.shelf import Shelf


def run(desk: Desk, verb: AnyVerb, line: Line) -> Reply:
    """Run a line of a verb on the current play."""
    if verb.uses_shelf:
        args = verb.arguments(None, line)
        _require_svg(desk, verb, line)
        return _answered(verb.run(_shelf(desk), args))
    if verb.enter_by_keys is not None and not line.arguments:
        return _enter_by_keys(desk, verb, line)
    return _shown(desk, verb, line) if verb.shows(line) else _entered(desk, verb, line)


def begin(desk: Desk, game: Game[Any], start: Start, line: Line) -> Reply:
    """Begin a play; if no players are named, with those of the current one."""
    from companion.table.groups.players import require_known_or_new
    from companion.table.plays import start as starting

    referee = Referee(desk.house)
    args = start.arguments(None, line)
    typed = join([game.id, *(word for place in start.own_places for word in args.words_of(place))])
    people = starting.people(desk, game.id, start.who(args), referee, typed)
    beginning = starting.beginning(desk, people, line.value(FIRST), line.value(SEATS))
    names = beginning.names
    seats = seats_for(names, game.reserved_handles)
    require_known_or_new(desk, [seat.name for seat in seats], NEW in line.options)
    opening = StartRequest(
        names, seats, args, referee, desk.reference(game), _shelf(desk, game), desk.options.as_json
    )
    begun = start.begin(opening)
    first, drawn = beginning.first, beginning.drawn
    reply = starting.start(
        desk, game.id, names, first, begun.options, referee, in_use=begun.boxes, drawn=drawn
    )
    if drawn:
        drawn_lines = starting.drawn_lines(drawn, desk.open().state)
        reply = replace(reply, lines=(*reply.lines, *drawn_lines))
    if begun.then is None:
        return reply
    lines, warnings = begun.then(desk.play_ref().id)
    return replace(reply, lines=(*reply.lines, *lines), warnings=(*reply.warnings, *warnings))


def _shelf(desk: Desk, game: Game[Any] | None = None) -> "Shelf":
    """The group's boxes and plays of a game: the one whose verb was typed, or `game`."""
    from companion import games
    from companion.table.boxes.shelf import Shelf

    return Shelf(desk, games.game(str(desk.options.game)) if game is None else game)


def _enter_by_keys(desk: Desk, verb: AnyVerb, line: Line) -> Reply:
    assert verb.enter_by_keys is not None
    play = desk.open()
    play.game.require_verb(verb.name)
    args = verb.arguments(play.state, line)
    typed = {it.key: args[it] for it in verb.options if it in args}
    act = verb.enter_by_keys(play.view(), desk.live, **typed)

    def plan(action: Action[Any], reference: Any) -> None:
        require_live(action.state)
        act(action)

    return desk.act(plan)


def _entered(desk: Desk, verb: AnyVerb, line: Line) -> Reply:
    entry = verb.entry(line)
    after: list[Any] = []

    def plan(action: Action[Any], reference: Any) -> None:
        verb.require_time(action.state)
        action.game.require_verb(verb.name)
        entry(action)
        after.append(action)

    reply = desk.act(plan)
    for do in after[-1].followed_by:
        do(_shelf(desk))
    for lines, document in after[-1].answer:
        reply = _with(reply, lines(), document)
    return reply


def _with(reply: Reply, lines: Sequence[str], document: Callable[[], Mapping[str, Any]]) -> Reply:
    """Add lines after the first line of an answer, and keys to its document."""
    first, *others = reply.lines
    before = reply.document
    return replace(
        reply, lines=(first, *lines, *others), document=lambda: {**before(), **document()}
    )


def _shown(desk: Desk, verb: AnyVerb, line: Line) -> Reply:
    _require_svg(desk, verb, line)
    for param in verb.params:
        if param.sort is A_PLAY and param.name in line.options:
            desk.options.play = line.options[param.name][-1]
    play = desk.open()
    play.game.require_verb(verb.name)
    return _answered(verb.show(play.view(), verb.arguments(play.state, line)))


def _require_svg(desk: Desk, verb: AnyVerb, line: Line) -> None:
    """Refuse a file name that is not one of an SVG picture. Raises Invalid."""
    for param in verb.params:
        if param.sort.name == "file" and param.name in line.options:
            from companion.table.files import require_svg

            name = line.options[param.name][-1]
            require_svg(name, param.sort.example, as_json=desk.options.as_json)


def _answered(answer: Reply | Picture) -> Reply:
    """Make the answer; write it first if it is a picture."""
    if isinstance(answer, Picture):
        from companion.table.files import picture

        return picture(answer.output, answer.svg, answer.what, answer.document)
    return answer
