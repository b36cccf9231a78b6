"""How a game explains itself.

A summary, its rules page by page, its rulings, and pictures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from words import Phrase

PAGES: Final = ("summary", "cards", "first", "moves", "special", "ending", "notation", "rulings")
"""The pages of a help in reading order.

`cards` explains the effects of cards, `first` a first match.
"""

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of the help.

    A `position` as the protocol's `set` takes it, with `moves` played on it. Without a position it
    begins as a match with these `options` and this `secret` does. `seat` is the viewer's seat,
    `None` for the public view. If it is `marked`, the squares to which the pieces can move are
    highlighted. With `change`, only the part that the last move affects is shown, before it and
    after it.
    """

    caption: Phrase
    position: Mapping[str, Any] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    secret: bytes = bytes(32)
    seat: int | None = None
    marked: bool = False
    change: bool = False


@dataclass(frozen=True, slots=True)
class Help:
    """How to play a game, in our own words (Markdown, a few lines for each part).

    `cards` describes the common properties of all playing cards, above the figures of each.
    `elsewhere` names the rules that come from other sources than the rulebook. `figures` are grouped
    by page; a summary without one shows the board on which a match begins. `only` has the parts that
    hold under one value of an option only: the part's code → the option's name and that value.
    """

    summary: Phrase
    moves: tuple[Phrase, ...]
    special: tuple[Phrase, ...]
    ending: Phrase
    notation: Phrase
    credit: Phrase
    cards: Phrase | None = None
    rulings: tuple[Phrase, ...] = ()
    elsewhere: Phrase | None = None
    figures: Mapping[str, tuple[Figure, ...]] = field(default_factory=dict)
    only: Mapping[str, tuple[str, Any]] = field(default_factory=dict)

    @classmethod
    def from_subject(
        cls,
        subject: str,
        moves: Sequence[str],
        special: Sequence[str] = (),
        *,
        cards: bool = False,
        rulings: Sequence[str] = (),
        figures: Mapping[str, Sequence[Figure]] = _NOTHING,
        only: Mapping[str, tuple[str, Any]] = _NOTHING,
    ) -> "Help":
        """Return the help whose messages have the codes of a subject.

        They are `<subject>.help.summary`, `.rules.<name>`, `.ending` and so on. `moves` and `special`
        name rules, `only` names parts without the subject: `rules.single`, `figures.single`.
        """
        start = f"{subject}.help"
        return cls(
            summary=Phrase(f"{start}.summary"),
            moves=tuple(Phrase(f"{start}.rules.{name}") for name in moves),
            special=tuple(Phrase(f"{start}.rules.{name}") for name in special),
            ending=Phrase(f"{start}.ending"),
            notation=Phrase(f"{start}.notation"),
            credit=Phrase(f"{start}.credit"),
            cards=Phrase(f"{start}.cards") if cards else None,
            rulings=tuple(Phrase(f"{start}.rulings.{name}") for name in rulings),
            figures={page: tuple(shown) for page, shown in figures.items()},
            only={f"{start}.{name}": value for name, value in only.items()},
        )

    @property
    def rules(self) -> tuple[Phrase, ...]:
        """The parts about cards, moves and special rules, without pictures."""
        return (*([self.cards] if self.cards else []), *self.moves, *self.special)

    def select_parts(self, options: Mapping[str, Any]) -> "Help":
        """Return the part of the help that is true under these options.

        Parts that belong to another value of an option are left out.
        """

        def so(said: Phrase) -> bool:
            name, value = self.only.get(said.code, ("", None))
            return not name or options[name] == value

        return replace(
            self,
            moves=tuple(filter(so, self.moves)),
            special=tuple(filter(so, self.special)),
            rulings=tuple(filter(so, self.rulings)),
            figures={
                page: tuple(figure for figure in shown if so(figure.caption))
                for page, shown in self.figures.items()
            },
        )
