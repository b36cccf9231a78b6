"""Addresses of pages on cards, and a match that ends by resigning."""

import re
from typing import Any

from tests.bot.server import texts, walk


def link_of(message: Any, label: str) -> str | None:
    """The address that a button or a word leads to, or `None` if there is none."""
    found = re.search(rf"\[{label}\]\((\S+?)\)", texts(message))
    pressed = (part["url"] for part in walk(message.components) if part.get("label") == label)
    return found[1] if found else next(pressed, None)
