"""What may be typed behind `mission` in Spy vs. Spy: missions that can be paid for, and results."""

from collections.abc import Callable, Iterator, Sequence

from companion.core.action import Action
from companion.core.names import counted
from companion.core.numbers import only_digits
from companion.core.offer import Line, Offer, people
from companion.core.seats import find_seat, is_somebody
from companion.core.trial import Trial
from companion.errors import CompanionError
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.spy import moves
from companion.games.boolean.spy.missions import MISSIONS, NAMES, named
from companion.games.boolean.spy.state import SpyState
from companion.games.boolean.spy.words import POSTS, RESULTS, TARGETS, Post, Result, Target
from companion.games.boolean.typed import Word, dice, nobody, numbers

TURNCOAT, DIE, YES = "--turncoat", "--die", "--yes"
AGENCY: Target = "agency"
_RESULTS = {
    "failed": "the agent has not got in",
    "loyal": "got in, and nobody is lost",
    "lost": "the enemy loses an agent",
}
_SpyTrial = Trial[SpyState]
_Mission = Callable[[_SpyTrial, Line], Iterator[Offer]]


def mission(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """The missions that can be carried out now, cheaper ones first; then what came of one."""
    state, words = trial.state, line.arguments
    if words and words[0] not in NAMES and _is_mover(state, words[0]):
        words = words[1:]
    if not words:
        for one in sorted(MISSIONS, key=lambda one: one.orders):
            if _is_possible(trial, one.name):
                yield Offer(one.name, f"{one.title}, {counted(one.orders, 'Order')}")
    elif words[0] in NAMES:
        yield from _FOLLOWS[words[0]](trial, line._replace(arguments=words[1:]))


def missions_are_due(trial: _SpyTrial) -> bool:
    """Whether a list of the missions can be seen."""
    return trial.state.now.step == "missions"


def shortened(name: str) -> _Mission:
    """What follows a mission that is typed without the verb in front of it."""
    return lambda trial, line: _FOLLOWS[name](trial, line)


def _is_mover(state: SpyState, word: str) -> bool:
    try:
        return find_seat(state.seats, word) == state.mover
    except CompanionError:
        return False


def _is_possible(trial: _SpyTrial, name: str) -> bool:
    if named(name).name == "rest":
        return _rests(trial, turncoat=False)
    return next(_FOLLOWS[name](trial, Line()), None) is not None


def _recruit(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """How many, and how many of them go into the field."""
    told = [int(word) for word in line.arguments if only_digits(word)]
    if len(told) != len(line.arguments) or len(told) > 1 or line.wants or line.options:
        return
    about = "go into the field" if told else "recruited"
    for word, what in numbers(0, told[0] if told else SET, about):
        recruits, field = (*told, int(word), 0)[:2]
        if _adds(trial, "recruits.taken", recruits=recruits, field=field):
            yield Offer(word, what)


def _target(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """Where it goes, if the Nudge made it friendly."""
    for word, about in () if line.arguments else (*_posts(), ("no", "it is not friendly")):
        if _adds(trial, "recruit.nudged", to=None if word == "no" else word):
            yield Offer(word, about)


def _infiltrate(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """Whom, the country or the agency, and how it came out."""
    state = trial.state
    enemy, told = _enemy(state, line.arguments)
    target: Target = AGENCY if AGENCY in told else "country"
    result = next((one for one in RESULTS if one in told), None)
    turncoat = TURNCOAT in line.options

    def stands(
        whom: int, what: Target, how: Result, die: str | None = None, by: bool = turncoat
    ) -> bool:
        return trial.stands(
            lambda action: moves.infiltrate(
                action, state.mover, whom, what, how, die=die, turncoat=by
            )
        )

    if any(word not in (AGENCY, *RESULTS) for word in told):
        return
    if line.wants == DIE and enemy is not None and result == "lost":
        for die, (word, about) in dice():
            if stands(enemy, target, result, die):
                yield Offer(word, about)
    if line.wants:
        return
    if not line.arguments:
        yield from _enemies(
            state, lambda whom: any(stands(whom, what, how) for what in TARGETS for how in RESULTS)
        )
    if enemy is None:
        return
    words: list[Word] = []
    if result is None:
        words = [(how, _RESULTS[how]) for how in RESULTS if stands(enemy, target, how)]
        if not told and any(stands(enemy, AGENCY, how) for how in RESULTS):
            words.append((AGENCY, "an agent at a desk, 2 Orders"))
    yield from (Offer(*word) for word in nobody(state.seats, words, line.arguments))
    hows = RESULTS if result is None else (result,)
    if not turncoat and any(stands(enemy, target, how, by=True) for how in hows):
        yield Offer(TURNCOAT, "it is the turncoat that goes")


def _scout(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """Whom, and whether it is an agent at a desk."""
    state = trial.state

    def stands(whom: int, what: Target) -> bool:
        return _adds(trial, "enemy.scouted", enemy=whom, target=what)

    enemy, told = _enemy(state, line.arguments)
    if not line.arguments:
        yield from _enemies(state, lambda whom: stands(whom, "country"))
    if enemy is not None and not told and stands(enemy, AGENCY):
        word = (AGENCY, "an agent at a desk, 2 Orders")
        yield from (Offer(*one) for one in nobody(state.seats, [word], line.arguments))


def _enemies(state: SpyState, fits: Callable[[int], bool]) -> Iterator[Offer]:
    for who, name in people(state, state.enemies(state.mover)):
        if fits(find_seat(state.seats, who)):
            yield Offer(who, name)


def _enemy(state: SpyState, words: Sequence[str]) -> tuple[int | None, Sequence[str]]:
    """Who is named in front, or the only enemy; and the words behind. None where nobody can say."""
    known = (AGENCY, "country", *RESULTS)
    if words and (is_somebody(state.seats, words[0]) or words[0] not in known):
        try:
            return find_seat(state.seats, words[0]), words[1:]
        except CompanionError:
            return None, words
    enemies = state.enemies(state.mover)
    return (enemies[0] if len(enemies) == 1 else None), words


def _rest(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """A line by itself, unless it was the turncoat's."""
    if TURNCOAT not in line.options and not line.arguments and _rests(trial, turncoat=True):
        yield Offer(TURNCOAT, "it is the turncoat that rests")


def _rests(trial: _SpyTrial, *, turncoat: bool) -> bool:
    return trial.stands(lambda action: moves.rest(action, action.state.mover, turncoat))


def _turncoat(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """Where it goes."""
    for post, about in () if line.arguments else _posts():
        if _adds(trial, "turncoat.recruited", to=post):
            yield Offer(post, about)


def _free(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """Whether both dice showed the same colour; which die was won, among those that are told."""

    def stands(word: str, die: str | None) -> bool:
        won = word == "yes"
        return _adds(trial, "free_agent.approached", won=won, colours=None, die=die)

    if line.wants == DIE and len(line.arguments) == 1:
        there = {agent.die for agent in trial.state.free}
        for die, (word, about) in dice():
            if die in there and stands(line.arguments[0], die):
                yield Offer(word, about)
    elif not line.arguments:
        for word, about in (("yes", "both showed the same colour"), ("no", "they did not")):
            if stands(word, None):
                yield Offer(word, about)


def _train(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """For the field, or for a desk."""
    turncoat, sure = TURNCOAT in line.options, YES in line.options

    def stands(post: Post, *, by: bool = turncoat) -> bool:
        return trial.stands(lambda action: moves.train(action, action.state.mover, post, by, sure))

    posts = [post for post in POSTS if not line.arguments or post == line.arguments[0]]
    if not line.arguments:
        yield from (Offer(post, dict(_posts())[post]) for post in posts if stands(post))
    if not turncoat and any(stands(post, by=True) for post in posts):
        yield Offer(TURNCOAT, "it is the turncoat that is trained")


def _posts() -> list[Word]:
    return [("desk", "to a desk"), ("field", "into the field")]


def _adds(trial: _SpyTrial, kind: str, **data: object) -> bool:
    def plan(action: Action[SpyState]) -> None:
        action.add(kind, seat=action.state.mover, **data)

    return trial.stands(plan)


_FOLLOWS: dict[str, _Mission] = {
    "recruit": _recruit,
    "target": _target,
    "infiltrate": _infiltrate,
    "scout": _scout,
    "rest": _rest,
    "turncoat": _turncoat,
    "free": _free,
    "train": _train,
}
