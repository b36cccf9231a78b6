"""Positions in the addresses of other sites."""

import re
from typing import Final
from urllib.parse import unquote

_POSITION: Final = re.compile(r"[WBwb?]:[WBwb](?:[,:]|[KkGgPpWwBbHF+.0-9a-l-])*")
_KIND: Final = re.compile(r"(?:/(?:analysis|editor|training|variant)/|[?&]variant=)(?P<kind>[a-zA-Z]{3,})")


def read_address(address: str) -> dict[str, str]:
    """Return the tags that an address stands for, none if it holds no position.

    lidraughts writes a position into the address of its analysis board and its editor, after the
    name of the kind. A game or a study stands on the site alone.

    >>> read_address("https://lidraughts.org/analysis/frisian/W:W31,32:B1,K2:H0:F1")
    {'FEN': 'W:W31,32:B1,K2:H0:F1', 'Variant': 'frisian'}
    >>> read_address("https://lidraughts.org/study/iqUEoU3B")
    {}
    """
    plain = unquote(address).replace("_", " ").replace(" ", "")
    found = _POSITION.search(plain)
    if not found:
        return {}
    tags = {"FEN": found[0]}
    if kind := _KIND.search(plain):
        tags["Variant"] = kind["kind"]
    elif "lidraughts.org" in plain:
        tags["Variant"] = "standard"
    return tags
