"""Repeat one season, or play many.

Run `python -m tests.simulation.months SEED`, or `… FIRST LAST`.
"""

import sys

from tests.simulation.months.scenario import draw_options
from tests.simulation.months.verdict import play_season
from tests.simulation.world import Violation


def main() -> int:
    """Play the seasons that are asked for; return 1 if one of them breaks a promise."""
    first, last = int(sys.argv[1]), int(sys.argv[-1])
    failed = 0
    for seed in range(first, last + 1):
        try:
            said = str(play_season(draw_options(seed)))
        except Violation as found:
            failed, said = 1, f"broken: {found}"
        sys.stdout.write(f"{draw_options(seed)}\n{said}\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
