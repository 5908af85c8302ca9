"""What all attacks came to: counted, and told as they come where something went wrong."""

from collections import Counter

from tests.faults.attacks import CTRL_C, DISK, FAIL, KILL, Report
from tests.faults.crowd import Crowded
from tests.faults.judge import BROKEN, GIVEN_UP, HALF, KEPT, LOST, THERE, Verdict

COLUMNS = {
    "runs": 7,
    "acknowledged": 14,
    "kept": 7,
    "refused": 9,
    "absent": 8,
    "killed": 8,
    "half": 6,
    "broken": 8,
    "given up": 10,
}
"""And how wide they are. Half is also what is there though it was refused, and what is lost."""
_TOLD = {KILL: "kills", CTRL_C: "Ctrl-C", FAIL: "failing calls", DISK: "a full disk"}


class Tally:
    """Counts by kind of attack."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._counts: dict[str, Counter[str]] = {}
        self._missed = 0
        self._left: Counter[str] = Counter()
        self._lines: list[str] = []
        self._runs = self._wrong = 0

    @property
    def code(self) -> int:
        """The exit code of it all."""
        return 1 if self._wrong else 0

    def take(self, report: Report) -> None:
        """Count it, and tell it at once where it is wrong."""
        self._runs += 1
        if self._runs % 1000 == 0:
            print(f"{self._runs:,} attacks, {self._wrong} went wrong", flush=True)
        kind = _TOLD[CTRL_C if report.attack.how == CTRL_C else report.attack.kind]
        hit = report.ended.hit
        self._count(
            kind,
            report.verdict,
            report.answered,
            refused=report.ended.code > 0 and not report.answered,
        )
        self._left.update(report.left)
        self._missed += hit is None and report.attack.plan is not None
        if not report.verdict.is_right:
            where = f" [{hit.kind} {hit.path}]" if hit else ""
            self._tell(f"{report.verdict.is_}: {report.verdict.why}{where}", str(report.attack))

    def take_crowd(self, found: Crowded) -> None:
        """The same of several at once."""
        counts = self._counts.setdefault(f"eight at once: {found.called}", Counter())
        counts.update(found.counts)
        self._lines += found.times
        for what in found.wrong:
            self._tell(what, f"crowd:{found.kind}")

    def told(self) -> str:
        """The table."""
        width = max((len(kind) for kind in self._counts), default=0)
        lines = ["", f"{'':<{width}}" + "".join(f"{name:>{COLUMNS[name]}}" for name in COLUMNS)]
        for kind, counts in self._counts.items():
            told = "".join(f"{counts[name]:>{COLUMNS[name]},}" for name in COLUMNS)
            lines.append(f"{kind:<{width}}{told}")
        lines += ["", *self._lines]
        if self._missed:
            lines.append(f"{self._missed} ended before the call came that was to be attacked.")
        if self._left:
            left = ", ".join(f"{many} × {name}" for name, many in self._left.most_common(8))
            lines.append(f"left lying about: {left}")
        verdict = f"{self._wrong} went wrong" if self._wrong else "all well"
        return "\n".join([*lines, f"seed {self._seed}: {verdict}"])

    def _count(self, kind: str, verdict: Verdict, answered: bool, refused: bool) -> None:
        counts = self._counts.setdefault(kind, Counter())
        counts["runs"] += 1
        counts["acknowledged"] += answered
        counts["refused"] += refused
        counts["kept"] += answered and verdict.is_ == KEPT
        counts["absent"] += refused and verdict.is_right
        counts["killed"] += not answered and not refused
        counts["half"] += verdict.is_ in (HALF, LOST, THERE)
        counts["broken"] += verdict.is_ == BROKEN
        counts["given up"] += verdict.is_ == GIVEN_UP

    def _tell(self, what: str, again: str) -> None:
        self._wrong += 1
        print(f"{what}\n    --seed {self._seed} --only {again}", flush=True)
