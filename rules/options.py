"""One thing to agree on before a match."""

from dataclasses import dataclass

from words import Said


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
