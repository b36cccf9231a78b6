"""The table of estimated level strengths, a row for each game.

`python -m workshop.bench.levels`.
"""

from engines.estimates import LEVEL_STEPS, level_ratings
from rules.catalogue import GAMES


def table() -> list[str]:
    """Return the rows of the table, a game each.

    >>> table()[0]
    '| Binar | 1250 | 1350 | 1500 | 1650 | 1800 | 2100 |'
    """
    most = max(len(level_ratings(key)) for key in LEVEL_STEPS)
    rows = [(str(GAMES[key].title), *map(str, level_ratings(key))) for key in LEVEL_STEPS]
    return [f"| {' | '.join(each)} |{' |' * (most + 1 - len(each))}" for each in rows]


if __name__ == "__main__":
    print("\n".join(table()))
