"""Repeat one simulation, or run many.

Run `python -m tests.simulation SEED [--trace]`, or `… FIRST LAST`. `… --postgres` runs them on
PostgreSQL. `… --mistakes` says which evening shows each mistake now: a change of the code moves
it, and `seen_at` saves a search.
"""

import argparse
import sys

from tests.simulation.mistakes import MISTAKES, ON_POSTGRES, find_seed
from tests.simulation.scenario import draw_options
from tests.simulation.simulation import simulate


def main() -> int:
    """Run the seeds that are asked for; return 1 if one of them breaks a promise."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("seed", type=int, nargs="?", help="the seed, or the first of many")
    parser.add_argument("last", type=int, nargs="?", help="the last of many")
    parser.add_argument("--trace", action="store_true", help="print all that happens")
    parser.add_argument("--mistakes", action="store_true", help="print which evening shows each mistake now")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, in place of SQLite")
    given = parser.parse_args()
    if given.mistakes:
        for mistake in ON_POSTGRES if given.postgres else MISTAKES:
            seed = find_seed(mistake, postgres=given.postgres)
            print(f"seen_at={mistake.seen_at} → {seed}: {mistake.name}")
        return 0
    if given.seed is None:
        parser.error("which seed?")
    failed = 0
    for seed in range(given.seed, (given.seed if given.last is None else given.last) + 1):
        result = simulate(seed, postgres=given.postgres)
        if given.trace:
            print("\n".join(result.trace))
        if given.last is None:
            print(draw_options(seed), result.counts, sep="\n")
        if result.violation:
            failed += 1
            print(f"seed {seed}: {result.violation}")
        elif given.last is None:
            print(f"seed {seed}: every promise was kept")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
