"""Play, fit, and keep the worths of patterns.

`python -m workshop.tools.patterns VARIANT [GAMES [FOLDER [again]]]`. With `again` the games are
played by the kept worths, and the result replaces them.
"""

import sys
from pathlib import Path
from typing import Final

from engines.checkers.patterns import WEIGHTS, write_worths
from workshop.tools.patterns.fit import Fit
from workshop.tools.patterns.self_play import samples

GAMES: Final = 1_000
ASIDE: Final = 10
"""One of so many positions is kept out of the fit to test its predictions.

They are the last ones, of other games.
"""


def main(key: str, games: str = str(GAMES), folder: str = "var/training", again: str = "") -> None:
    """Train a variant.

    The kept result follows from the number of games alone, and, if `again`, from the worths kept
    before.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    found = samples(key, int(games), place, again=again == "again")
    cut = len(found) - len(found) // ASIDE
    fit = Fit(key, found[:cut])
    fit.run()
    by_hand, trained = fit.losses(found[cut:])
    write_worths(WEIGHTS / f"{key}.gz", fit.round_worths())
    print(
        f"{key}: {games} games, {len(found)} positions, {fit.scale} hundredths of a man make e to one; "
        f"results of positions set aside foretold with a loss of {by_hand:.4f} by hand, {trained:.4f} trained"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
