"""`python -m tests.mutants`: see the package."""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.mutants.recording import record, recorded
from tests.mutants.sites import AREAS, Site, chosen_sites
from tests.mutants.trial import Trials, Tried


def main() -> None:
    """Change, try, and say what nobody noticed."""
    options = _parsed()
    sites = chosen_sites(options.count, options.seed, options.below)
    if options.again:
        listed = {(it["path"], it["number"]) for it in json.loads(options.again.read_text("utf-8"))}
        sites = [site for site in sites if (site.path, site.number) in listed]
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.record or Path(temporary)
        if not (folder / "durations.json").exists():
            record(folder, options.tests)
        recording = recorded(folder, sorted({site.path for site in sites}))

    # The program is changed when all of it is imported.
    sites = [it for it in sites if not recording.is_of_import(it.path, it.first, it.last)]

    def tests_of(site: Site) -> Sequence[str]:
        return recording.through(site.path, site.first, site.last)

    tried: list[Tried] = []
    begun = time.monotonic()

    def done(one: Tried) -> None:
        tried.append(one)
        print(
            f"{len(tried)}/{len(sites)} {time.monotonic() - begun:.0f} s "
            f"{one.site.path}:{one.site.first} {one.change!r}: {one.noticed_by or 'NOT NOTICED'}",
            file=sys.stderr,
            flush=True,
        )

    trials = Trials(sites, tests_of, recording.seconds, options.patience, os.cpu_count() or 1, done)
    wanted = sorted({test.partition("::")[0] for site in sites for test in tests_of(site)})
    pytest.main(["-n", "0", "-p", "no:cacheprovider", "-q", *wanted], plugins=[trials])
    _say(tried)
    if options.json:
        options.json.write_text(
            json.dumps(
                [one.site._asdict() | one._asdict() | {"site": None} for one in tried], indent=1
            ),
            "utf-8",
        )


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.mutants", description=__doc__)
    parser.add_argument("tests", nargs="*", help="the tests that should notice: all, if none")
    parser.add_argument("--count", type=int, default=600, help="how many places are changed")
    parser.add_argument("--seed", type=int, default=1, help="another seed chooses other places")
    parser.add_argument("--below", default="", help="only places in this folder or file")
    parser.add_argument("--patience", type=float, default=60, help="seconds of tests for a change")
    parser.add_argument("--record", type=Path, help="where to keep which test passes through what")
    parser.add_argument("--json", type=Path, help="write what came of every change into this file")
    parser.add_argument("--again", type=Path, help="only changes in this file, which --json wrote")
    return parser.parse_args()


def _say(tried: Sequence[Tried]) -> None:
    print(f"\n{'':12}{'changed':>8}{'noticed':>8}{'missed':>8}")
    for area in AREAS:
        here = [one for one in tried if one.site.area == area]
        missed = sum(not one.noticed_by for one in here)
        share = f"{missed / len(here):8.1%}" if here else ""
        print(f"{area:12}{len(here):8}{len(here) - missed:8}{missed:8}{share}")
    by = Counter(one.noticed_by.partition("::")[0].rpartition("/")[0] for one in tried)
    print(
        "\nNoticed first by", ", ".join(f"{folder} {n}" for folder, n in by.most_common() if folder)
    )
    print("\nNot noticed:")
    for one in sorted(tried):
        if not one.noticed_by:
            print(f"  {one.site.path}:{one.site.first}: {one.change}  ({one.tests} tests)")


if __name__ == "__main__":
    main()
