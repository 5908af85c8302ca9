"""Plays of BLANK, Dice Box, A Little White Die, Boolean Dice: commands, moves of boards, odds."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.games.dicebox import board
from companion.games.lwd.chances import KnownRound, compute_odds
from companion.games.lwd.decks import Deck
from tests.bench.homes import Home, in_home, run_lines
from tests.bench.inside import timed
from tests.bench.rows import BUDGET, EMPTY, EMPTY_RICH, ENTRY_BUDGET, Row
from tests.games.dicebox.boards import grown, legal_slowly

BOARDS, CARDS = 1_000, 40
MOVES = f"the legal moves of {BOARDS:,} boards"
MOVES_SLOWLY = "the same, square by square"
ODDS = f"odds of a {CARDS}-card table"
ODDS_DEALT = "the same, 1,000 times dealt"


class Table(NamedTuple):
    """A game, how its play comes to where it is measured, and the commands.

    `within` tells which it is, in a box of several.
    """

    game: str
    lines: Sequence[str]
    rows: Sequence[Row]
    within: str = ""


def _row(name: str, words: str, against: str, budget: float = 1.0) -> Row:
    return Row(name, tuple(words.split()), against, budget)


TABLES = (
    Table(
        "dicebox",
        (
            "start dicebox Ana Ben --colors ana=red,yellow ben=blue,white",
            "dicebox seed 3",
            "dicebox roll ana r4 r2 r1 y6 y5 y2 b4 b2 b1 w6 w3 w3",
            "dicebox roll ben r5 r3 r3 y4 y3 y1 b5 b3 b2 w6 w5 w1",
            "dicebox place r4 d3",
            "dicebox place r5 e3",
            "dicebox place y2 c2",
            "dicebox place y1 b2",
        ),
        (
            _row("dicebox place", "dicebox place b4 c4", EMPTY),
            _row("dicebox legal", "dicebox legal", EMPTY_RICH),
            _row("dicebox legal --json", "dicebox legal --json", EMPTY),
            _row("table of Dice Box", "table", EMPTY_RICH),
        ),
    ),
    Table(
        "blank",
        (
            "blank box new Friday --mark F --owner Ana",
            "blank box new Cellar --mark C --owner Ben",
            "start blank Ana Ben Cho --box friday --box cellar --top 3-circle",
            "blank play ana 3-hexagon",
        ),
        (
            _row("blank play", "blank play ben 4-hexagon", EMPTY),
            _row("table of BLANK", "table", EMPTY_RICH),
        ),
    ),
    Table(
        "lwd",
        (
            "start lwd Ana Ben Cho Dan --cards 9 --wildcards --min-dice 2",
            "lwd round 3",
            "lwd guess ana 2x3",
            "lwd guess ben 3x5",
        ),
        (
            _row("lwd guess", "lwd guess 4x5", EMPTY, ENTRY_BUDGET),
            Row("lwd gu, completed", (), EMPTY, BUDGET, completes="companion lwd gu"),
            _row("lwd odds", "lwd odds 4x5 --spoil", EMPTY_RICH),
            _row("table of A Little White Die", "table", EMPTY_RICH),
        ),
    ),
    Table(
        "boolean",
        (
            "start boolean Ana Ben Cho --game liar",
            "boolean holds ana 3c 2o 5 6 1",
            "boolean declare ana 3",
            "boolean declare ben 5",
        ),
        (
            _row("boolean declare", "boolean declare 6 --show 2w1b", EMPTY),
            _row("boolean which", "boolean which w b w", EMPTY_RICH),
            _row("table of Liar's Boolean Dice", "table", EMPTY_RICH),
        ),
    ),
    Table(
        "boolean",
        ("start boolean Ana Ben --game shut-the-box", "boolean turn 3 2"),
        (_row("boolean turn", "boolean turn 4 3", EMPTY),),
        "shut-the-box",
    ),
    Table(
        "boolean",
        (
            "start boolean Ana Ben --game spy",
            "boolean agency ana black 3 2",
            "boolean agency ben black 3 2",
            "boolean orders 1",
        ),
        (
            _row("boolean mission", "boolean mission scout", EMPTY),
            _row("table of Spy vs. Spy", "table", EMPTY_RICH),
        ),
        "spy",
    ),
)


def make_table(path: Path, table: Table) -> Home:
    """A home with that play in the middle of it."""
    with in_home(path):
        run_lines([line.split() for line in table.lines])
    live = path / "groups" / "home" / "plays" / f"{table.game}-1.json"
    return Home(path, live, live.read_bytes())


def time_moves(runs: int) -> dict[str, list[float]]:
    """Seconds for every number on every square of many boards, from empty ones to full ones."""
    boards = [grown(number, number % 24) for number in range(BOARDS)]
    return {
        MOVES: timed(lambda: [board.places(grid, board.NUMBERS) for grid in boards], runs),
        MOVES_SLOWLY: timed(lambda: [_slowly(grid) for grid in boards], runs),
    }


def _slowly(grid: Sequence[int | None]) -> list[tuple[int, int]]:
    """Every square with every number, held against its neighbours one by one."""
    return [
        (square, number)
        for square in range(len(board.SQUARES))
        for number in board.NUMBERS
        if legal_slowly(grid, square, number)
    ]


def time_odds(runs: int) -> dict[str, list[float]]:
    """Seconds for the odds of all guesses on a number: four players, ten cards each, wildcards."""
    deck = Deck.dealt(12, random=False, wildcard=True).after_giving_up(2).after_swapping()
    players = CARDS // deck.size
    known = KnownRound((deck,) * players, (4,) * players)
    return {
        ODDS: timed(lambda: compute_odds(known, 5), runs),
        ODDS_DEALT: timed(lambda: [_dealt(Random(seed), 4, 4) for seed in range(1_000)], runs),
    }


def _dealt(random: Random, players: int, dice: int) -> int:
    """One round of such a table, dealt and shuffled: how many dice show a five."""
    showing = 0
    for _ in range(players):
        cards = [*"123456", *(str(random.randint(1, 6)) for _ in range(6))]
        cards[random.randrange(12)] = "w"
        random.shuffle(cards)
        cards = cards[2:]
        cards[random.choice([at for at, card in enumerate(cards) if card != "w"])] = "w"
        showing += sum(card in "5w" for card in random.sample(cards, dice))
    return showing
