"""Names of time zones in a language: its cities and countries."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from words.telling import FOLDER

SUFFIX: Final = ".zones"
"""Of a file with a line `name=zone` for each city and country."""


@lru_cache(maxsize=4)
def load_zone_names(language: str) -> Mapping[str, str]:
    """Return the zone of each city and country, by its name in a language.

    There are none for a language that is not built.
    """
    path = FOLDER / f"{language}{SUFFIX}"
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: zone for name, _, zone in (line.partition("=") for line in lines)}
