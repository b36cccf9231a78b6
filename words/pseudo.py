"""The pseudo-language: altered English that reveals untranslated text.

Every message is in brackets, is a third longer, and has accents wherever Latin-1 has them. Its
numbers have the three plural forms of Russian, marked ¹, ² and ³. So text without accents has not
come from the catalogue. Names, moves and notation stay as they are.
"""

import re
from gettext import NullTranslations
from typing import Final

PSEUDO: Final = "en-XA"
"""The locale by which software commonly names its pseudo-language."""

ACCENTS: Final = str.maketrans("aeiouycnAEIOUYCN", "áéíóúýçñÁÉÍÓÚÝÇÑ")
UNCHANGED: Final = re.compile(
    r"\{[^}]*\}|`[^`]*`|</?[^>\s]+>|https?://\S+|/[a-z]+|\b\w+=\w*|\b[A-Z][A-Z0-9_]+(?:-[\w^<>]+)?\b|\\."
)
"""The parts of a text that are kept as they are.

Placeholders, code, mentions, addresses, commands, options as a user types them, cards and other
names in capitals.
"""
PREFIX: Final = re.compile(r"(?:#{1,3} |-# |- |\*\*|\n)*")
"""Markdown that only works at the beginning of a line."""
MARKS: Final = "¹²³"


def pseudo_translate(template: str, mark: str = "") -> str:
    """Translate a template into the pseudo-language.

    >>> pseudo_translate("{square} is already taken.")
    '[{square} ís álréádý tákéñ.~~~~~~]'
    """
    start = PREFIX.match(template)
    head = start[0] if start else ""
    body = template[len(head) :]
    tail = "**" if "**" in head and body.endswith("**") and body.count("**") % 2 else ""
    body = body.removesuffix(tail) if tail else body
    said: list[str] = []
    at = 0
    for kept in UNCHANGED.finditer(body):
        said += [body[at : kept.start()].translate(ACCENTS), kept[0]]
        at = kept.end()
    said.append(body[at:].translate(ACCENTS))
    letters = len(re.sub(r"\{[^}]*\}", "", body))
    return f"{head}[{''.join(said)}{mark}{'~' * -(-letters // 3)}]{tail}"


def russian_plural_form(number: int) -> int:
    """Return the index of the Russian plural form for a number.

    It is 0 for numbers such as 1 and 21, 1 for those such as 2 to 4, and 2 for the rest, by Unicode's
    plural rules for Russian.
    """
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


class PseudoTranslations(NullTranslations):
    """The pseudo-language as gettext translations."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, str] = {}

    def pgettext(self, context: str, message: str) -> str:
        """Return a message without plural forms."""
        if message not in self._known:
            self._known[message] = pseudo_translate(message)
        return self._known[message]

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the plural form of a message for the number `n`."""
        form = russian_plural_form(n)
        return pseudo_translate(msgid2 if form else msgid1, MARKS[form])
