"""One thing to agree on before a match, and what of it people write as free text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from words import Said

WRITTEN: Final = "-written"
"""After the name of a free option, the field of a form in which its value is written."""


@dataclass(frozen=True, slots=True)
class FormText:
    """A field of a form in which an option is written; `value` is the text to start from, `example` another."""

    name: str
    label: Said
    value: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to agree on before play; `default` is one of `choices`, `help` says what it decides.
    One that is `free` takes further texts, too many to list; where it has its default, a match's options lack it.

    >>> size = Option("size", (6, 8), 8, Said("zong_heng.option.size"))
    >>> str(size.label), str(size.said(6)), str(size.help)
    ('size', '6×6 board', "The board's edge")
    """

    name: str
    choices: tuple[int | str, ...]
    default: int | str
    help: Said
    free: bool = False

    @property
    def label(self) -> Said:
        """Return the name for people to read: the message `option.<name>`."""
        return Said(f"option.{self.name}")

    def said(self, value: object) -> Said:
        """Return a value in words, as people agree on it: the message `agreed.<name>`, of a text `.<value>`.

        A further text of a free option is `.named`; what is neither a number nor a text somebody has made: `.own`.
        """
        if isinstance(value, int):
            return Said(f"agreed.{self.name}", size=value)
        if self.free and value not in self.choices:
            return Said(f"agreed.{self.name}.named", value=value)
        return Said(f"agreed.{self.name}.{value if isinstance(value, str) else 'own'}")

    def written(self, examples: Sequence[str]) -> FormText:
        """Return the field in which a further value of a free option is written, such as the first of the examples."""
        return FormText(self.name + WRITTEN, Said(f"form.{self.name}"), example="".join(examples[:1]))


def read_filled(filled: Mapping[str, str]) -> dict[str, str]:
    """Return the options that the fields of a form name: what is written goes before what is chosen."""
    chosen = {name: value for name, value in filled.items() if value and not name.endswith(WRITTEN)}
    written = {name.removesuffix(WRITTEN): filled[name] for name in filled if name.endswith(WRITTEN)}
    return chosen | {name: value for name, value in written.items() if value}
