"""What a player told in secret shows nowhere, through everything that the program shows.

A fact says which of its fields are secret, a parameter whether it is (`core.fact`,
`core.param`). Every random play in which there are any is shown twice: as it was told, and with
other dice in the secret places. Whoever looks on sees no difference, wherever they look.
"""

import shlex
from collections.abc import Collection, Sequence
from typing import Any

import pytest

from companion import games
from companion.core.event import Event
from companion.core.log import Log
from companion.games.boolean.dice.the_ten import by_id
from companion.table.plays.menu import offers
from companion.table.plays.replay import current_state
from companion.testing.plays import Recorded, recorded
from companion.testing.program import Desks, typed_at
from companion.testing.store import TemporaryStore
from companion.web.entries import EVERYBODY, Rights
from companion.web.gate import Rates
from companion.web.keys import Role
from tests.contract.players import PLAYERS
from tests.faults.commands import READING
from tests.web.room import Served

THE_TEN = tuple(by_id())
OTHERS = dict(zip(THE_TEN, reversed(THE_TEN), strict=True))
"""Another die for each: what is white all over for what is black all over, and so on."""
SHOWN = {
    "table": "table",
    "log": "log",
    "plays": "plays --all",
    "play show": "play show boolean-1",
    "stats": "stats",
    "ratings": "ratings",
    "chart points": "chart points",
    "chart wins": "chart wins",
    "chart ratings": "chart ratings",
    "lookup": "lookup --here",
    "player list": "player list",
    "title list": "title list",
    "group list": "group list",
    "boolean nudges": "boolean nudges",
}
"""Commands that show something of a play or its people, as they are typed."""
OF_NO_PLAY = {
    *("guide", "formats", "ruling list", "boolean which", "boolean puzzle", "chart growth"),
}
THE_WHOLE_GROUP = {"group export"}
"""It takes everything along for whoever keeps the group, as its files have it."""
WIDTHS = (80, 50)
WHOEVER_ENTERS = pytest.mark.parametrize(
    "rights", [Rights(own=True, keeps_past=True), EVERYBODY], ids=["own", "all"]
)


def secrets_of(play: Recorded, event: Event) -> dict[str, Any]:
    fact = play.game.fact_of(event)
    return {} if fact is None else fact.secrets()


def otherwise(play: Recorded, log: Log, own: Collection[str] = ()) -> Log:
    """The log with other dice wherever one is told in secret; but for one's `own`."""
    others = {die: die if die in own else OTHERS[die] for die in THE_TEN}
    events = []
    for event in log.events:
        told = {
            key: [others[die] for die in dice] if isinstance(dice, list) else others[dice]
            for key, dice in secrets_of(play, event).items()
        }
        events.append(event._replace(data={**event.data, **told}))
    return Log(tuple(events))


def secret_dice(play: Recorded, log: Log) -> set[str]:
    """The dice that are named in secret, and nowhere else."""
    hidden: set[str] = set()
    known: set[str] = set()
    for event in log.events:
        secret = secrets_of(play, event)
        for key, value in event.data.items():
            dice = value if isinstance(value, list) else [value]
            (hidden if key in secret else known).update(die for die in dice if die in THE_TEN)
    return hidden - known


SECRETIVE = ("boolean_box", "boolean_liar", "boolean_stack", "boolean_wbr")
"""Random players in whose games there are secrets."""


@pytest.fixture(params=SECRETIVE)
def play(request) -> Recorded:
    """The first play of each of them in which something was entered in secret."""
    made = (recorded(PLAYERS[request.param], seed) for seed in range(24))
    return next(play for play in made if secret_dice(play, play.log))


def desks_with(play: Recorded, log: Log) -> Desks:
    """A group in which that play is at hand."""
    desks = Desks(TemporaryStore())
    desks.store.create_group("home", {"current": play.ref.id, "live": [play.ref.id]})
    desks.store.create_log(play.ref, log.events)
    return desks


def outputs(play: Recorded, log: Log) -> dict[str, Any]:
    """All that commands show of the play: at two widths, and as JSON; and how they refuse."""
    found: dict[str, Any] = {}
    for line in SHOWN.values():
        told = typed_at(desks_with(play, log), shlex.split(line))
        if told.reply is None:
            found[line] = told.refusal
            continue
        for width in WIDTHS:
            found[f"{line} on {width} columns"] = told.screen(width)
        found[f"{line} --json"] = told.document
    return found


def menus(play: Recorded, log: Log) -> dict[str, list[tuple[str, str]]]:
    """What may come next, behind everything that may come first, and who may come second."""
    state = current_state(play.game, log)
    verbs, names = play.game.verbs(), [seat.handle for seat in state.seats]
    lines = [()]
    for verb in verbs.by_name.values():
        options = [option.name for option in verb.options if not option.is_flag]
        lines += [(verb.name, *more) for more in ((), *((it,) for it in (*names, *options)))]
        lines += [(verb.name, name, option) for name in names for option in options]
    return {
        " ".join(line): [tuple(it) for it in offers(play.game, state, play.reference, line)]
        for line in lines
    }


PAGES = (
    *("/play/boolean-1", "/play/boolean-1/live", "/play/boolean-1/log", "/play/boolean-1/here"),
    *("/play/boolean-1/report", "/plays", "/board", "/api/table", "/api/lookup?q=die"),
    *("/api/offers?line=", "/api/offers?line=holds%20", "/api/offers?line=mine%20"),
)


def pages(
    play: Recorded, log: Log, role: Role, seat: str = "", rights: Rights = EVERYBODY
) -> dict[str, Any]:
    """What a phone gets that watches, or takes part; and sits there, where a seat is named."""
    found: dict[str, Any] = {}
    with Served(desks_with(play, log).store, rights) as table:
        phone = table.phone(seat, role)
        for path in PAGES:
            answer = table.get(path, phone=phone)
            found[path] = (answer.status, answer.text.replace(phone.token, ""))
    return found


def own_dice(play: Recorded, log: Log, seat: int) -> Collection[str]:
    """The dice of which somebody knows that they are the player's own."""
    held = getattr(current_state(play.game, log), "held", None)
    return () if held is None else held[seat].known


def moments(play: Recorded) -> Sequence[Log]:
    """How the play stood in the middle, and in the end."""
    return play.logs[len(play.logs) // 2], play.logs[-1]


def test_every_game_with_secrets_is_looked_at():
    secretive = {
        name
        for name, player in PLAYERS.items()
        if any(fact.secret for fact in recorded(player, 0).game.kinds.values())
    }
    assert secretive == set(SECRETIVE)


def test_other_dice_make_another_play(play):
    """Else nothing would be shown below."""
    assert otherwise(play, play.log).events != play.log.events


def test_every_command_that_shows_something_of_a_play_is_looked_at():
    """A new one has to be named here."""
    boxes = ("deck", *(game for game in games.OWN if game != "boolean"))
    reading = {line for line in READING if line.split()[0] not in boxes}
    assert reading == {*SHOWN, *OF_NO_PLAY, *THE_WHOLE_GROUP}


def test_commands_show_the_same_whichever_dice_were_told(play):
    for log in moments(play):
        shown, other = outputs(play, log), outputs(play, otherwise(play, log))
        assert {line: text for line, text in shown.items() if other[line] != text} == {}


def test_menus_offer_the_same_whichever_dice_were_told(play):
    for log in moments(play):
        assert menus(play, log) == menus(play, otherwise(play, log))


@WHOEVER_ENTERS
def test_phones_show_the_same_whichever_dice_were_told(play, rights):
    """But for the own dice of the player who holds the phone, and has a seat."""
    log, last = play.logs[len(play.logs) // 2], len(play.states[0].seats) - 1
    own = own_dice(play, log, last)
    told, changed = otherwise(play, log), otherwise(play, log, own)
    seen = [(log, told, "watch", ""), (log, told, "play", "")]
    if own_dice(play, changed, last) == own:
        seen.append((log, changed, "play", play.states[0].seats[last].name))
    for one, another, role, seat in seen:
        shown = pages(play, one, role, seat, rights)
        other = pages(play, another, role, seat, rights)
        assert {path: text for path, text in shown.items() if other[path] != text} == {}
        assert {status for status, _ in shown.values()} == {200}


def lines(play: Recorded, log: Log, private: bool = False, offered: bool = True) -> list[str]:
    """Every verb but `private` ones, by itself and of everybody; behind that, what is `offered`,
    and dice in the places of its secrets."""
    state = current_state(play.game, log)
    told = sorted(secret_dice(play, log))[:1]
    dice = [*told, *(OTHERS[die] for die in told)]
    found: list[list[str]] = []
    for verb in play.game.verbs().by_name.values():
        secret = [[param.name] * param.is_option for param in verb.params if param.secret]
        if verb.private and not private:
            continue
        for who in ([], *([seat.handle] for seat in state.seats)):
            begun = [verb.name, *who]
            behind = offers(play.game, state, play.reference, begun) if offered else ()
            found += [begun, *([*begun, it.word] for it in behind)]
            found += [[*begun, *option, die] for option in secret for die in dice]
    return [shlex.join([play.game.id, *line]) for line in found]


def answers(play: Recorded, log: Log, lines: Sequence[str]) -> dict[str, str]:
    """What each of these lines is answered."""
    found = {}
    for line in lines:
        told = typed_at(desks_with(play, log), shlex.split(line))
        found[line] = told.refusal if told.reply is None else told.screen(80)
    return found


def test_every_line_is_answered_the_same_whichever_dice_were_told(play):
    """Nobody learns the dice of others by asking, whatever is refused or entered."""
    for log in moments(play):
        typed = lines(play, log)
        told, other = answers(play, log, typed), answers(play, otherwise(play, log), typed)
        assert {line: (it, other[line]) for line, it in told.items() if it != other[line]} == {}


def test_no_secret_is_told_where_something_is_taken_back(play):
    """Whatever is taken back or brought back, by whomever, and however that is refused."""
    log, hidden = play.log, secret_dice(play, play.log)
    for entry in range(2, log.next_action):
        for line in (f"undo {entry}", f"undo {entry} --onwards"):
            told = typed_at(desks_with(play, log), line.split())
            text = told.refusal if told.reply is None else told.screen(80)
            assert {die for die in hidden if die in text.split()} == set(), f"{line}: {text}"


def test_what_is_shown_to_one_player_alone_no_other_phone_sees(play):
    """Each verb that is `private`, of everybody, from the phone of somebody else."""
    private = [verb.name for verb in play.game.verbs().by_name.values() if verb.private]
    assert private
    with Served(desks_with(play, play.log).store) as table:
        *others, last = play.states[0].seats
        phone = table.phone(last.name)
        for verb in private:
            for seat in others:
                answer = table.say(f"{verb} {seat.handle}", phone)
                assert answer.status == 422, f"{verb} {seat.handle}"
                assert "does not show what others" in answer.problem


def answers_on_phone(
    play: Recorded, log: Log, lines: Sequence[str], seat: int | None, rights: Rights
) -> dict[str, bytes]:
    """What a phone of that seat, or of none, is answered; each line at the same table as before."""
    found: dict[str, bytes] = {}
    waiting = list(lines)
    while waiting:
        with Served(desks_with(play, log).store, rights) as table:
            phone = table.phone("" if seat is None else play.states[0].seats[seat].name)
            while waiting:
                line = waiting.pop(0)
                answer = table.say(line, phone, html=True)
                found[line] = answer.body
                if answer.status == 200:
                    break
    return found


def differently_answered(play: Recorded, log: Log, rights: Rights, offered: bool) -> dict[str, Any]:
    """The lines to which the phone of a seat, or of none, is answered otherwise with other dice
    wherever these are not the seat's own."""
    typed, found = lines(play, log, private=True, offered=offered), {}
    for seat in (None, *range(len(play.states[0].seats))):
        own = () if seat is None else own_dice(play, log, seat)
        changed = otherwise(play, log, own)
        if seat is not None and own_dice(play, changed, seat) != own:
            continue
        one = answers_on_phone(play, log, typed, seat, rights)
        other = answers_on_phone(play, changed, typed, seat, rights)
        found |= {f"{seat}: {line}": it for line, it in one.items() if it != other[line]}
    return found


@WHOEVER_ENTERS
def test_phones_are_answered_the_same_whichever_dice_were_told(play, rights, monkeypatch):
    """Every verb, on the phones of all seats and of none."""
    monkeypatch.setattr(Rates, "allow", lambda *who: True)
    assert differently_answered(play, moments(play)[0], rights, offered=False) == {}


@pytest.mark.long
@WHOEVER_ENTERS
@pytest.mark.parametrize("player", SECRETIVE)
def test_phones_are_answered_the_same_in_other_plays(player, rights, monkeypatch, request):
    monkeypatch.setattr(Rates, "allow", lambda *who: True)
    play = recorded(PLAYERS[player], request.config.option.seed)
    for log in moments(play):
        assert differently_answered(play, log, rights, offered=True) == {}
