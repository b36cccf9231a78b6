"""The contents of a record, and the games of a file before one is opened."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from rules.game import BadRecord, Seat
from rules.match import Before, Match

NAME_LIMIT: Final = 80
"""Maximum length of a player's name in a record, in characters.

A card shows two of them among much else.
"""


@dataclass(frozen=True, slots=True)
class Record:
    """A match that was read.

    `names` are those of its players by seat, if the record has both. `goes_on` says that the text
    has more games after this one, which is the first.
    """

    match: Match
    names: tuple[str, str] | None = None
    goes_on: bool = False


class RecordKind(NamedTuple):
    """A game and its options, under which a record can be replayed."""

    game: str
    options: Mapping[str, Any]


class UnreadPart(NamedTuple):
    """A part of a record that is no move, number, remark or result, with its place."""

    line: int
    column: int
    text: str


RemarkSort = Literal["comment", "variation", "glyph", "clock"]


class RecordRemark(NamedTuple):
    """Words of a record: a comment, a variation, a glyph or a clock.

    `ply` is the number of plies before it.
    """

    ply: int
    kind: RemarkSort
    text: str


BoardTurn = Literal["same", "rotated", "mirrored", "flipped"]
"""How another board lies: as ours, or files and ranks, files, or ranks turned."""


@dataclass(frozen=True, slots=True)
class ReadGame:
    """One game of a file, replayed under every kind that it can be.

    `number` counts from 1, and the game begins at `line` and `column`. `kinds` are all under which
    the whole main line is legal, likeliest first; if the record `names_kind`, that one alone. `plies`
    were read under the first, and `error` says why the rest was not. `result` is the record's word
    and `winner` its meaning: a seat under the first kind, "draw", or `None` if it does not say; so is
    `how`. `unread` has all that is none of these. `turned` says how the squares were read if not as
    the kind names them; then `colours_swapped` if its White is our Black.
    """

    number: int
    line: int
    column: int
    tags: Mapping[str, str]
    kinds: tuple[RecordKind, ...]
    names_kind: bool
    plies: int
    result: str | None
    winner: Seat | Literal["draw"] | None
    how: str | None
    unread: tuple[UnreadPart, ...]
    error: BadRecord | None
    remarks: tuple[RecordRemark, ...] = ()
    players: tuple[str | None, str | None] = (None, None)
    """The names by seat under the first kind."""
    turned: BoardTurn = "same"
    colours_swapped: bool = False
    opener: Callable[[RecordKind, Before], Match] | None = field(default=None, compare=False, repr=False)

    def open(self, kind: RecordKind | None = None, before: Before = lambda ply: None) -> Match:
        """Return the match under a kind, by default the likeliest; raise `RulesError`.

        `before` is called before every move. A game that was not read whole is refused with its
        `error`.
        """
        if self.error:
            raise self.error
        chosen = kind or (self.kinds[0] if self.kinds else None)
        assert chosen and self.opener, "a game without an error has a kind"
        return self.opener(chosen, before)


def clip_name(text: str) -> str:
    """Return a player's name from a record, truncated if very long."""
    return text if len(text) <= NAME_LIMIT else text[: NAME_LIMIT - 1] + "…"
