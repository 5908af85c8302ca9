"""What the table does with a line of a game's verb: an entry, an answer without one, a new play."""

from collections.abc import Sequence
from typing import Any

from companion.core.action import Action
from companion.core.game import Game
from companion.core.offer import Line
from companion.core.param import A_PLAY, Param
from companion.core.referee import Referee
from companion.core.reply import Picture, Reply
from companion.core.seats import seats_for
from companion.core.verb import FIRST, PLAYERS, Opening, Seen, Start, Verb
from companion.table.desk import Desk


def run(desk: Desk, verb: Verb[Any], line: Line) -> Reply:
    """Run a line of a verb on the play at hand."""
    return _shown(desk, verb, line) if verb.shows(line) else _entered(desk, verb, line)


def begin(desk: Desk, game: Game[Any], start: Start, line: Line) -> Reply:
    """Begin a play; without players, with those of the play at hand."""
    from companion.table import starting

    referee = Referee(desk.house)
    told = start.verb.told(None, line)
    names = starting.people(desk, game.id, told.get(PLAYERS, ()), referee)
    seats = seats_for(names, game.reserved_handles)
    options = start.options(Opening(names, seats, told, referee, desk.reference(game)))
    return starting.start(desk, game.id, names, line.value(FIRST), options, referee)


def _entered(desk: Desk, verb: Verb[Any], line: Line) -> Reply:
    entry = verb.entry(line)
    after: list[Any] = []

    def plan(action: Action[Any], reference: Any) -> None:
        entry(action)
        after.append(action.state)

    reply = desk.act(plan)
    if verb.adds is None:
        return reply
    added, document = verb.adds(after[-1]), reply.document
    first, *others = reply.lines
    return reply._replace(
        lines=(first, *added.lines, *others), document=lambda: {**document(), **added.document()}
    )


def _shown(desk: Desk, verb: Verb[Any], line: Line) -> Reply:
    assert verb.show is not None
    for param in verb.params:
        if param.sort.name == "file" and param.name in line.options:
            _require_svg(desk, param, line.options[param.name])
        if param.sort is A_PLAY and param.name in line.options:
            desk.asked.play = line.options[param.name][-1]
    play = desk.open()
    seen = Seen(play.game, play.state, play.reference, play.log, play.ref.id, play.ref.group)
    answer = verb.show(seen, verb.told(play.state, line))
    if isinstance(answer, Picture):
        from companion.table.pictures import picture

        return picture(*answer)
    return answer


def _require_svg(desk: Desk, param: Param[Any, Any], names: Sequence[str]) -> None:
    from companion.table.pictures import require_svg

    require_svg(names[-1], param.sort.example, as_json=desk.asked.as_json)
