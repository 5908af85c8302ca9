"""Checks of what people and programs see of every play, and of what they can type."""

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from companion.cli.run import DONE, REFUSED
from companion.core.event import Draft
from companion.core.log import Log
from companion.core.offer import Plan, Trial
from companion.core.param import A_DIE, A_FACE, A_PLAYER, Param
from companion.core.play import PlayState
from companion.errors import CompanionError
from companion.reference.data import reader
from companion.table.plays.menu import offers
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import current_state, entries
from companion.table.plays.views import table_blocks
from companion.testing.offered_lines import OfferedLines
from companion.testing.players import RandomPlayer
from companion.testing.plays import AT, PLAYS, Recorded
from companion.testing.program import Outcome, desks_with, drawn, too_wide, typed_at
from companion.testing.subject import Subject

LINES = 8
"""How many lines of offered words are typed into each play."""
WIDTHS = (80, 50)
NEW_NAMES = ("Yara", "Wim", "Zed Q", "Vito")
FORMER = r"\b(ana|ben|cho|cho-ling|jos[eé])\b"
"""Former names and handles (`NAMES`), which must not appear after a rename."""
_OF_SOMEBODY = (A_PLAYER, A_DIE, A_FACE)
"""Kinds of parameters that belong to a player by themselves, if read as usual."""
MOST_TRIED = 1_000
"""Most lines that are tried to find out whether a verb can be used."""


class TableChecks(Subject):
    """The part of `GameTests` about what is shown and typed."""

    def check_table(self, play: Recorded) -> None:
        """Check what is shown at every step of the play, and type what is offered at some."""
        drawings: dict[tuple[Any, ...], list[str]] = {}
        self._check_lines_of_log(play)
        for entry, state in enumerate(play.states):
            self._check_document(play, entry)
            self._check_single_lines(play, state)
        for entry in range(play.seed % 4, len(play.states), 4):
            self._check_drawing(play, entry, drawings)
        for entry in range(play.seed % 5, len(play.states), 5):
            self._check_lookup(play, play.states[entry])
            self._check_next_steps(play, entry)
            self._check_what_is_legal_now(play, play.states[entry])
            self._check_whose_entries(play, play.states[entry])
        for entry in range(play.seed % 7, len(play.states), 7):
            self._check_renamed(play, entry)

    def _check_lines_of_log(self, play: Recorded) -> None:
        """Each entry has lines, as `companion log` shows them."""
        whole = entries(play.game, play.log, play.reference)
        assert [entry.number for entry in whole] == list(range(1, len(play.states) + 1))
        assert all(entry.lines and not entry.undone for entry in whole)
        assert all(line == line.strip() and line for entry in whole for line in entry.lines)

    def _check_document(self, play: Recorded, entry: int) -> None:
        """The document of `table --json` is valid."""
        document, state = play.open_at(entry).document(), play.states[entry]
        assert json.loads(json.dumps(document, allow_nan=False)) == document
        # Only every third is validated, which takes longest.
        if entry % 3 == play.seed % 3 or state is play.states[-1]:
            assert not self.document_mistakes(document)
        assert document["status"] in ("live", "finished", "abandoned")
        assert document["todo"] or document["status"] != "live"
        assert [who["name"] for who in document["players"]] == [seat.name for seat in state.seats]
        assert [who["seat"] for who in document["players"]] == [*range(1, len(state.seats) + 1)]

    def _check_single_lines(self, play: Recorded, state: PlayState) -> None:
        """The status line, the heading and each next step are single lines."""
        for line in (play.game.status_line(state), play.game.where(state)):
            assert len(line.splitlines()) == 1
            assert line == line.strip()
        for step in play.game.todo(state, play.reference):
            assert len(step.splitlines()) == 1

    def _check_drawing(
        self, play: Recorded, entry: int, drawings: dict[tuple[Any, ...], list[str]]
    ) -> None:
        """The table fits a usual and a narrow terminal; blocks in `drawings` are known to fit."""
        state = play.states[entry]
        for width in WIDTHS:
            lines: list[str] = []
            for block in table_blocks(play.open_at(entry)):
                key = (width, type(block), block)
                if key not in drawings:
                    drawings[key] = drawn([block], width)
                    assert not too_wide(drawings[key], width)
                lines += drawings[key]
            text = "\n".join(lines)
            assert play.game.called(state) in text
            for seat in state.seats:
                assert seat.name in text

    def _check_lookup(self, play: Recorded, state: PlayState) -> None:
        """All that `lookup --here` mentions has an item, as the rest would be left out."""
        box = play.game.box_rules.made(reader(play.game.id, play.game.data), lambda: play.facts)
        known = self.words | {item.id for item in play.game.lookup_items(box)}
        for mention in play.game.in_play(state, play.reference):
            assert mention.text or mention.id in known, mention
            assert len(mention.why.splitlines()) <= 1, mention

    def _check_next_steps(self, play: Recorded, entry: int) -> None:
        """Each command in a next step can be typed as it is shown."""
        for command in commands_in(play.open_at(entry), play.player.by_example):
            desks = desks_with(play.ref, play.logs[entry])
            _require_fine(play, command, typed_at(desks, command))

    def _check_renamed(self, play: Recorded, entry: int) -> None:
        """After renames, only the new names are shown, offered and answered."""
        game, former, was = play.game, re.compile(FORMER, re.IGNORECASE), play.states[entry]
        if any(
            former.search(str(event.data.get("by", "")))
            for event in (*play.facts, *play.log.events)
        ):
            return  # authors of cards keep the name in the box
        log = _renamed(play.logs[entry], len(was.seats))
        now = play.open(log, current_state(game, log))
        assert [seat.key for seat in now.state.seats] == [seat.handle for seat in was.seats]
        lines = [game.status_line(now.state), *game.todo(now.state, play.reference)]
        lines += drawn(table_blocks(now), 80)
        lines += [offer.word for offer in offers(game, now.state, play.reference, [])]
        assert [line for line in lines if former.search(line)] == []
        for command in commands_in(now, play.player.by_example):
            answer = typed_at(desks_with(play.ref, log), command)
            _require_fine(play, command, answer)
            assert not former.search(answer.refusal), answer.refusal

    def _check_what_is_legal_now(self, play: Recorded, state: PlayState) -> None:
        """Only existing verbs are listed as legal; the menu tries which of them are possible."""
        verbs, legal = play.game.verbs(), play.game.legal(play.reference)
        verbs.require_typable()
        if legal is not None:
            known = {*verbs.by_name, *verbs.groups}
            assert set(legal.verbs(state)) <= known, f"{legal.phase(state)} lists what is no verb"

    def _check_whose_entries(self, play: Recorded, state: PlayState) -> None:
        """A parameter that reads a player's name in its own way says whose entry it is.

        If players enter only for themselves, nothing else keeps others from naming that player.
        """
        verbs = play.game.verbs()
        inner = (verb for group in verbs.groups.values() for verb in group.by_name.values())
        for verb in (*verbs.by_name.values(), *inner):
            if not verb.is_entry or verb.whose is not None:
                continue
            for param in verb.params:
                if not (param.whose or param.secret or param.sort in _OF_SOMEBODY):
                    names = [seat for seat in range(len(state.seats)) if _names(param, state, seat)]
                    assert not names, f"{verb.name} {param.name} does not say whose entry it is"

    def check_offers(self, player: RandomPlayer, made: Sequence[Recorded]) -> None:
        """Type lines of offered words at random moments of the plays."""
        walked = []
        for number, play in enumerate(made):
            # In one play, everybody is renamed: offers then have the new names.
            renamed = [_renamed(log, len(play.states[0].seats)) for log in play.logs]
            walk = OfferedLines(play._replace(logs=renamed) if number == 1 else play)
            walked += [walk.line() for _ in range(LINES)]
        lacking = [line for line in walked if line.code != DONE]
        assert [line for line in lacking if not player.may_lack(line.words)] == []
        # Most are complete; otherwise the test would only show that they are incomplete.
        assert len(made) < PLAYS or len(lacking) <= len(walked) / 2, lacking


def _require_fine(play: Recorded, command: Sequence[str], answer: Outcome) -> None:
    fine = (DONE, REFUSED) if play.player.by_example else (DONE,)
    assert answer.code in fine, f"{shlex.join(command)}: {answer.refusal}"


class _Counted(Trial[Any]):
    """Counts how often a line is tried, as a menu that tries too many is too slow."""

    tried = 0

    def problem(self, plan: "Plan[Any]") -> CompanionError | None:
        self.tried += 1
        assert self.tried <= MOST_TRIED, "a verb of which too many lines are tried"
        return super().problem(plan)


def _names(param: Param, state: PlayState, seat: int) -> bool:
    """Whether a parameter reads a player's name as that player."""
    try:
        read = param.read(state, [state.seats[seat].handle])
    except CompanionError:
        return False
    seats = [*read] if isinstance(read, (dict, list, tuple, set)) else [read]
    return any(type(it) is int and it == seat for it in seats)


def _renamed(log: Log, seats: int) -> Log:
    """The log with all players renamed at its end."""
    return log.extended(
        [
            Draft("seat.renamed", {"seat": seat, "name": name})
            for seat, name in enumerate(NEW_NAMES[:seats])
        ],
        AT,
    )


def commands_in(play: OpenPlay, by_example: bool = False) -> Iterator[list[str]]:
    """The commands in the next steps, each as words, with placeholders filled in.

    Fails if nothing offered fits a placeholder; with `by_example`, leaves the command out.
    """
    for step in play.game.todo(play.state, play.reference):
        for command in re.findall(r"`companion ([^`]+)`", step):
            words = _filled_in(play, shlex.split(command))
            if words:
                yield words
            else:
                assert by_example, f"`companion {command}` cannot be typed as it stands"


def _filled_in(play: OpenPlay, command: Sequence[str]) -> list[str]:
    """Replace each `…`, `ana.1=…` or `CARD` by the first offered word; empty if none fits."""
    words: list[str] = []
    for word in command:
        start, is_open, _ = word.partition("…")
        if is_open or re.fullmatch(r"[A-Z]{2,}(:[A-Z]+)?", word):
            found = offers(play.game, play.state, play.reference, words[1:]) if words else ()
            fitting = (it.word for it in found if it.word.startswith(start if is_open else ""))
            word = next((it for it in fitting if not it.endswith(("=", ":"))), "")
            if not word:
                return []
        words.append(word)
    return words
