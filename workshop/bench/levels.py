"""The table of level strengths in docs/opponents.md.

`python -m workshop.bench.levels`.
"""

from engines.estimates import STEPS, estimates
from rules.catalogue import GAMES


def table() -> list[str]:
    """Return the rows of the table, a game each."""
    most = max(len(estimates(key)) for key in STEPS)
    rows = [(str(GAMES[key].title), *map(str, estimates(key))) for key in STEPS]
    return [f"| {' | '.join(each)} |{' |' * (most + 1 - len(each))}" for each in rows]


if __name__ == "__main__":
    print("\n".join(table()))
