"""The root of all errors that Twotone raises for a person to read.

The tree:

    TwotoneError                words.errors      a code of the catalogue and the facts of the case
    ├── RulesError              rules.game        the rules refuse something
    │   ├── IllegalMove                           text that reads as no legal move
    │   ├── AmbiguousMove                         text that fits several moves
    │   ├── BadPosition                           a position that cannot be set up
    │   ├── BadOption                             an unknown option or value
    │   └── BadRecord                             a record that cannot be read
    ├── StoreError              data.database.errors       the database cannot be used
    ├── Refusal                 club.refusals     a request that is not carried out
    │   └── Stale                                 the board has moved on since
    └── ConfigError             bot.config        a wrong value of the host's configuration

Any other exception is a bug.
"""

from collections.abc import Mapping
from typing import Any

from words.telling import ENGLISH, Phrase, render_message


class TwotoneError(Exception):
    """Base class of the errors that are shown to a person.

    It has a `code` of the catalogue and its `facts`, the values of the placeholders; `str()` is the
    English sentence.
    """

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, Any] = facts

    @property
    def sentence(self) -> Phrase:
        """The sentence as a phrase, for use within another sentence."""
        return Phrase(self.code, **self.facts)

    def text(self, language: str) -> str:
        """Return the sentence in the given language."""
        return render_message(self.code, self.facts, language)

    def __str__(self) -> str:
        return self.text(ENGLISH)
