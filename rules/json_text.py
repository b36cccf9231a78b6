"""Parsing of JSON from untrusted sources."""

import json
from typing import Any, Final

NESTING: Final = 16
"""Maximum nesting of objects and lists.

The deepest that occurs, a card on the table of a position in a record, has five levels. Deeper
values could be read but not be written again.
"""


class TooDeepError(ValueError):
    """The objects and lists of a JSON text are nested too deeply."""


def parse_json(text: str) -> Any:
    """Return the value of a JSON text; raise `ValueError`.

    >>> parse_json('{"a": [1]}')
    {'a': [1]}
    >>> parse_json("[" * 18 + "]" * 18)
    Traceback (most recent call last):
    rules.json_text.TooDeepError
    """
    try:
        value = json.loads(text)
    except RecursionError:
        raise TooDeepError from None
    level = [value]
    for _ in range(NESTING + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return value
    raise TooDeepError
