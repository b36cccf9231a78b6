"""Write the table of settings in `docs/hosting.md`, from `bot/host/settings.py`.

`python -m workshop.tools.settings_table`.
"""

import re
from pathlib import Path
from typing import Final

from bot.host.settings import OTHER_FILE, SETTINGS

MANUAL: Final = Path(__file__).parents[2] / "docs" / "hosting.md"
TABLE: Final = re.compile(r"(?<=\| setting \| default \| meaning \|\n\|---\|---\|---\|\n)(?:\|.*\n)+")


def with_table(manual: str) -> str:
    """Return the manual with the table that the rows make."""
    rows = [
        f"| `{row.name}` | {f'`{row.default}`' if row.default else ''} | {row.description} |\n"
        for row in (*SETTINGS.values(), OTHER_FILE)
    ]
    return TABLE.sub(lambda _: "".join(rows), manual)


if __name__ == "__main__":
    MANUAL.write_text(with_table(MANUAL.read_text(encoding="utf-8")), encoding="utf-8")
