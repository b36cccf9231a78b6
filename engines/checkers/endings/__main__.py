"""Make the endgame tables: `python -m engines.checkers.endings [VARIANT …]`.

Without a variant, those of all variants are made.
"""

import lzma
import sys
from itertools import product

from engines.checkers.endings.fours import solve_four_pieces
from engines.checkers.endings.position_numbers import FEW, position_numbers
from engines.checkers.endings.solve import EndingSolver
from engines.checkers.endings.tablebase import TABLES, normalize_ruleset, table_name, table_path
from rules.checkers.rulesets import AIM, OPTIONS, RULESETS, Ruleset, ruleset


def table_rulesets(key: str) -> dict[str, Ruleset]:
    """Return the rule sets of a variant that need their own table, by table name."""
    options = {name: values for name, values in OPTIONS[key].items() if name != AIM}
    rows = (
        normalize_ruleset(ruleset(key, **dict(zip(options, chosen, strict=True))))
        for chosen in product(*options.values())
    )
    return {table_name(row): row for row in rows}


def main(keys: list[str]) -> None:
    """Make the tables of the given variants."""
    TABLES.mkdir(exist_ok=True)
    for key in keys or RULESETS:
        for name, row in table_rulesets(key).items():
            values = EndingSolver(row).solve()
            write_table(name, values)
            if position_numbers(row).most > FEW:
                write_table(name, solve_four_pieces(row, values), four_pieces=True)


def write_table(name: str, values: bytes, *, four_pieces: bool = False) -> None:
    """Write a table and print its size."""
    path = table_path(name, four_pieces=four_pieces)
    path.write_bytes(lzma.compress(values, preset=9 | lzma.PRESET_EXTREME))
    print(
        f"{path.stem}: {path.stat().st_size} bytes, the farthest win in {max(values) - 1} plies", flush=True
    )


if __name__ == "__main__":
    main(sys.argv[1:])
