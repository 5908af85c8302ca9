"""`python -m tests.bench.cpsat 0w 6w`: counts one pair's Checkerboard Cubes with OR-Tools.

CP-SAT goes through all solutions; nothing of the program takes part. It prints how many it found,
and whether it came to the end, as JSON.
"""

import argparse
import json
from itertools import product

from tests.games.boolean.slowly import CUBE, SIDES, describe, dice


def main() -> None:
    """Model the cube without two dice, and count."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cpsat", description=__doc__)
    parser.add_argument("removed", nargs=2, metavar="DIE")
    parser.add_argument("--seconds", type=float, default=20)
    asked = parser.parse_args()
    print(json.dumps(counted(set(asked.removed), asked.seconds)))


def counted(removed: set[str], seconds: float) -> dict[str, object]:
    """How many solutions CP-SAT finds, and whether these are all."""
    from ortools.sat.python import cp_model

    kept = [die for die in dice() if describe(die) not in removed]
    model = cp_model.CpModel()
    begun = [model.new_bool_var(f"side {number}") for number in range(len(SIDES))]
    lying = [model.new_int_var(0, len(kept) - 1, f"die at {place}") for place in CUBE.places]
    model.add_all_different(lying)
    for place, die in zip(CUBE.places, lying, strict=True):
        outside = CUBE.outside[place]
        fitting = [
            (*look, number)
            for look in product((False, True), repeat=len(outside))
            for number, one in enumerate(kept)
            if look in CUBE.looks[place, one]
        ]
        model.add_allowed_assignments([*(begun[number] for number in outside), die], fitting)

    class Counter(cp_model.CpSolverSolutionCallback):
        """Counts every solution."""

        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model, counter)
    return {"assignments": counter.found, "finished": status == cp_model.OPTIMAL}


if __name__ == "__main__":
    main()
