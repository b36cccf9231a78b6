"""How a game is played, as it explains itself: a summary, its rules, its rulings, and pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from words import Said


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of the help: `position` as the protocol's `set` takes it, with `move` played on it."""

    caption: Said
    position: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    move: str | None = None


@dataclass(frozen=True, slots=True)
class Help:
    """How to play, in our own words (Markdown, a few lines each part)."""

    summary: Said
    rules: tuple[Said, ...]
    ending: Said
    notation: Said
    credit: Said
    rulings: tuple[Said, ...] = ()
    figures: tuple[Figure, ...] = ()

    @classmethod
    def of(
        cls,
        subject: str,
        rules: Sequence[str],
        *,
        rulings: Sequence[str] = (),
        figures: Sequence[Figure] = (),
    ) -> "Help":
        """Return the help whose messages are `<subject>.help.summary`, `.rules.<name>`, `.ending` and so on."""
        return cls(
            summary=Said(f"{subject}.help.summary"),
            rules=tuple(Said(f"{subject}.help.rules.{name}") for name in rules),
            ending=Said(f"{subject}.help.ending"),
            notation=Said(f"{subject}.help.notation"),
            credit=Said(f"{subject}.help.credit"),
            rulings=tuple(Said(f"{subject}.help.rulings.{name}") for name in rulings),
            figures=tuple(figures),
        )
