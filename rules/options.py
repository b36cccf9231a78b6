"""An option to agree on before a match, and its free texts in a form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from words import Phrase

WRITTEN: Final = "-written"
"""The suffix of a form field in which the value of a free option is written.

It follows the option's name.
"""


@dataclass(frozen=True, slots=True)
class FormText:
    """A form field for the value of an option.

    `value` is the text to start from, `example` another one.
    """

    name: str
    label: Phrase
    value: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to agree on before play.

    `default` is one of `choices`, `help` explains what the option decides. A `free` option takes
    further texts, too many to list. A match stores an option only if it differs from its default;
    options that were added after the match began are absent too.

    >>> size = Option("size", (6, 8), 8, Phrase("zong_heng.option.size"))
    >>> str(size.label), str(size.describe(6)), str(size.help)
    ('size', '6×6 board', "The board's edge")
    """

    name: str
    choices: tuple[int | str, ...]
    default: int | str
    help: Phrase
    free: bool = False

    @property
    def label(self) -> Phrase:
        """The name for people to read: the message `option.<name>`."""
        return Phrase(f"option.{self.name}")

    def describe(self, value: object) -> Phrase:
        """Return a value in words, for agreement.

        The message is `agreed.<name>`, for a text value `agreed.<name>.<value>`. A further text of a
        free option has the message `.named`; a player-made value that is neither a number nor a text
        has `.own`.
        """
        if isinstance(value, int):
            return Phrase(f"agreed.{self.name}", size=value)
        if self.free and value not in self.choices:
            return Phrase(f"agreed.{self.name}.named", value=value)
        return Phrase(f"agreed.{self.name}.{value if isinstance(value, str) else 'own'}")

    def form_text(self, examples: Sequence[str]) -> FormText:
        """Return the form field for a further value of a free option.

        The first of the examples is its example.
        """
        return FormText(self.name + WRITTEN, Phrase(f"form.{self.name}"), example="".join(examples[:1]))


def read_fields(filled: Mapping[str, str]) -> dict[str, str]:
    """Return the options that the fields of a form name.

    A written value takes precedence over a chosen one.
    """
    chosen = {name: value for name, value in filled.items() if value and not name.endswith(WRITTEN)}
    written = {name.removesuffix(WRITTEN): filled[name] for name in filled if name.endswith(WRITTEN)}
    return chosen | {name: value for name, value in written.items() if value}
