"""`python -m tests.bench`: how long the program takes, against doing nothing at all.

Times are whole processes, best of several rounds; a ratio compares the best with the best. Appends
are as fast as the disk of the temporary folder (TMPDIR chooses another).
"""

import argparse
import json
from typing import Any

from tests.bench.measure import measure
from tests.bench.rounds import Sizes


def main() -> None:
    """Measure, and print a table or JSON. Ends well whatever the verdicts are."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--runs", type=_positive, default=15, help="rounds (15)")
    parser.add_argument(
        "--plays", type=_positive, default=Sizes().plays, help="a long history (10000)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--many", type=_positive, default=Sizes().many, help="a history of ages (100000)"
    )
    asked = parser.parse_args()
    result = measure(asked.runs, Sizes(asked.plays, asked.many))
    print(json.dumps(result, indent=2) if asked.json else as_text(result))


def as_text(result: dict[str, Any]) -> str:
    """The measurement as a person reads it."""
    lines = [
        f"Python {result['python']}, Typer {result['typer']}, Rich {result['rich']}; "
        f"best of {result['runs']} (median), in milliseconds",
        "",
    ]
    lines += [f"{row['name']:<28}{_times(row)}" for row in result["yardsticks"]]
    lines.append("")
    for row in result["commands"]:
        held = f"{row['ratio']:5.2f} × {row['against']:<11}≤ {row['budget']:<6}{row['verdict']}"
        lines.append(f"{row['name']:<28}{_times(row)}   {held}")
    lines += ["", f"with {result['plays']:,} finished plays, against 1"]
    for row in result["history"]:
        held = f"{row['ratio']:5.3f} × {row['one_ms']:<10.1f}≤ {row['budget']:<6}{row['verdict']}"
        lines.append(f"{row['name']:<24}{row['many_ms']:7.1f}{'':<12}{held}")
    lines += ["", "looking back over many plays"]
    lines += [f"{row['name']:<52}{_times(row)}{_held(row)}" for row in result["years"]]
    lines += [f"{row['name']:<52}{_measured(row)}" for row in result["first"]]
    lines += ["", "a shelf of many games"]
    lines += [f"{row['name']:<52}{_times(row)}{_held(row)}" for row in result["shelves"]]
    lines += [f"{row['name']:<52}{_measured(row)}" for row in result["first_shelf"]]
    lines += ["", "boxes of BLANK"]
    for row in result["boxes"]:
        lines.append(f"{row['name']:<24}{_times(row)}   {row['ratio']:5.2f} × {row['against']}")
    lines += ["", "look-ups in a group with many cards"]
    for row in result["lore"]:
        held = f"{row['ratio']:5.2f} × {row['against']:<11}≤ {row['budget']:<6}{row['verdict']}"
        lines.append(f"{row['name']:<40}{_times(row)}   {held}")
    lines += ["", "look-ups that have to read everything anew"]
    lines += [f"{row['name']:<40}{_times(row)}" for row in result["reading"]]
    lines += ["", "a full box of BLANK on paper, on the screen, and scanned"]
    lines += [f"{row['name']:<28}{_times(row)}{_held(row)}" for row in result["paper"]]
    lines += ["", "in the middle of a play of another game"]
    for row in result["tables"]:
        held = f"{row['ratio']:5.2f} × {row['against']:<11}≤ {row['budget']:<6}{row['verdict']}"
        lines.append(f"{row['name']:<28}{_times(row)}   {held}")
    lines += ["", "plays of BG Stats and of BoardGameGeek, imported"]
    lines += [f"{row['name']:<28}{_times(row)}{_held(row)}" for row in result["elsewhere"]]
    lines += [f"{row['name']:<52}{_measured(row)}" for row in result["xml"]]
    lines += ["", "the table on phones"]
    lines += [f"{row['name']:<40}{_measured(row)}" for row in result["network"]]
    lines += ["", "the Checkerboard Cube of Boolean Dice"]
    lines += [f"{row['name']:<58}{_puzzle(row)}" for row in result["puzzles"]]
    lines += ["", "questions: the right answer first, and among the first three"]
    for row in result["questions"]:
        shares = f"{row['first']:7.1%}{row['first_three']:8.1%}   {row['verdict']}"
        lines.append(f"{row['name']:<24}{row['count']:5}{shares}")
    lines += ["", "within one process"]
    for row in result["inside"]:
        each = f"   {row['us_per_entry']} µs per entry" if "us_per_entry" in row else ""
        if "budget_ms" in row:
            each = f"   ≤ {row['budget_ms']} ms   {row['verdict']}"
        lines.append(f"{row['name']:<34}{row['best_ms']:7.2f} ({row['median_ms']:.2f}){each}")
    return "\n".join(lines)


def _held(row: dict[str, Any]) -> str:
    """What a row is held against; no budget where there is none."""
    if "against" not in row:
        return ""
    within = f"≤ {row['budget']:<6}{row['verdict']}" if row["budget"] is not None else ""
    return f"   {row['ratio']:5.2f} × {row['against']:<26}{within}"


def _measured(row: dict[str, Any]) -> str:
    """What was found, in its unit, and the budget, if there is one."""
    if row["measured"] is None:
        return str(row["verdict"])
    held = f"   ≤ {row['budget']:<6}{row['verdict']}" if row["budget"] is not None else ""
    return f"{row['measured']:8.1f} {row['unit']:<12}{held}"


def _puzzle(row: dict[str, Any]) -> str:
    """A row about puzzles, with what a solver found of them."""
    if "skipped" in row:
        return str(row["skipped"])
    found = ""
    if "finished" in row:
        end = "" if row["finished"] else " so far"
        agree = {True: ", as ours", False: ", unlike ours", None: ""}[row["agree"]]
        found = f"   {row['assignments']:,}{end}{agree}"
    return (
        f"{_times(row)}   {row['ratio']:6.3f} × {row['against']:<18}≤ {row['budget']:<6}"
        f"{row['verdict']}{found}"
    )


def _times(row: dict[str, Any]) -> str:
    return f"{row['best_ms']:7.1f} {'(' + format(row['median_ms'], '.1f') + ')':<8}"


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


if __name__ == "__main__":
    main()
