"""Every message in English, the source of all languages.

There is one file for each subject, and all files are found automatically.
"""

from importlib import import_module
from pkgutil import walk_packages
from typing import Final

from words.message import Message

_NAMES: Final = [found.name for found in walk_packages(__path__, f"{__name__}.") if not found.ispkg]
SUBJECTS: Final = [import_module(name) for name in sorted(_NAMES, key=lambda name: name.rpartition(".")[2])]


def catalogue() -> dict[str, Message]:
    """Return the messages by code; raise `ValueError` if two share a code."""
    found: dict[str, Message] = {}
    for subject in SUBJECTS:
        for message in subject.MESSAGES:
            if message.code in found:
                raise ValueError(f"two messages have the code {message.code}")
            found[message.code] = message
    return found


MESSAGES: Final = catalogue()
