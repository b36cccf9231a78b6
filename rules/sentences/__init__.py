"""Every sentence the rules can say, English, by code: one file a subject, one catalogue.

A sentence is a `str.format` template over the facts that its code comes with.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from rules.sentences import (
    binar,
    binary,
    checkers,
    common,
    incorrect_checkers,
    one_zero_one,
    yin_yang,
    zong_heng,
)

SENTENCES: dict[str, str] = {
    **common.SENTENCES,
    **binar.SENTENCES,
    **binary.SENTENCES,
    **checkers.SENTENCES,
    **incorrect_checkers.SENTENCES,
    **one_zero_one.SENTENCES,
    **yin_yang.SENTENCES,
    **zong_heng.SENTENCES,
}


def tell(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence of a code, its facts filled in; an unknown code is a programming error (KeyError)."""
    return SENTENCES[code].format(**facts)


def clip(value: object) -> str:
    """A person's text, or a JSON value as JSON, as a sentence may quote it: one line, at most 40 characters."""
    line = re.sub(r"\s+", " ", value if isinstance(value, str) else json.dumps(value)).strip()
    return line if len(line) <= 40 else line[:39] + "…"
