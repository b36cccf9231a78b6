"""Make the endgame tables: `python -m engines.checkers.endings [VARIANT …]`.

Without a variant, those of all variants are made.
"""

import lzma
import sys
from itertools import product

from engines.checkers.endings.fours import solve_fours
from engines.checkers.endings.position_numbers import FEW, places_of
from engines.checkers.endings.solve import EndingSolver
from engines.checkers.endings.tablebase import TABLES, file_of, moving, name_of
from rules.checkers.rulesets import OPTIONS, RULESETS, Ruleset, ruleset


def rulesets(key: str) -> dict[str, Ruleset]:
    """Return the rule sets of a variant that need their own table, by table name."""
    options = OPTIONS.get(key, {})
    rows = (
        moving(ruleset(key, **dict(zip(options, chosen, strict=True))))
        for chosen in product(*options.values())
    )
    return {name_of(row): row for row in rows}


def main(keys: list[str]) -> None:
    """Make the tables of the given variants."""
    TABLES.mkdir(exist_ok=True)
    for key in keys or RULESETS:
        for name, row in rulesets(key).items():
            values = EndingSolver(row).solve()
            keep(name, values)
            if places_of(row).most > FEW:
                keep(name, solve_fours(row, values), fours=True)


def keep(name: str, values: bytes, *, fours: bool = False) -> None:
    """Write a table and print its size."""
    path = file_of(name, fours=fours)
    path.write_bytes(lzma.compress(values, preset=9 | lzma.PRESET_EXTREME))
    print(
        f"{path.stem}: {path.stat().st_size} bytes, the farthest win in {max(values) - 1} plies", flush=True
    )


if __name__ == "__main__":
    main(sys.argv[1:])
