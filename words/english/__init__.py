"""Every message in English, the source of all languages: one file a subject, each of which is found by itself."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from words.message import Message

SUBJECTS: Final = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]


def _catalogue() -> dict[str, Message]:
    """Return the messages by code; raise `ValueError` where two have the same."""
    found: dict[str, Message] = {}
    for subject in SUBJECTS:
        for message in subject.MESSAGES:
            if message.code in found:
                raise ValueError(f"two messages have the code {message.code}")
            found[message.code] = message
    return found


MESSAGES: Final = _catalogue()
