"""Openings by the tables, agreed on or drawn, to begin a match from.

The tables are the federations' or our own. There is one file for each kind of checkers, read on
first use. `[table]` begins a table. Each line below it has the name of an opening, `lost` if
one side is considered lost, and the moves from the start or a position string. Tables called
`own` have positions only, because their moves would depend on the options.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules.checkers import fen, notation
from rules.checkers.moves import WHITE, Generator
from rules.checkers.opening import MatchOpening, Opening
from rules.checkers.position import Position, opening_position, set_up_position
from rules.checkers.rulesets import RULESETS

TABLES: Final = Path(__file__).parent
NEAR: Final = 3
"""Near names that a refusal tells."""
LONGEST: Final = 60
"""Characters of a name that are looked at: the longest there is has 15."""
LIKE: Final = 0.5
"""How like a name a text must be to mean it with a slip (`difflib`)."""


def table_names(key: str) -> Sequence[str]:
    """Return the names of a variant's tables."""
    return list(dict.fromkeys(found.table for found in openings_of(key).values()))


def drawable_openings(key: str) -> Sequence[Opening]:
    """Return the openings that a lot may draw: all except those considered lost."""
    return [found for found in openings_of(key).values() if not found.lost]


def find_by_name(key: str, text: str) -> Opening | None:
    """Return the opening that a text names in full, or `None`.

    The characters between its words do not matter.
    """
    return openings_of(key).get(_plain(text))


def suggest(key: str, typed: str, most: int) -> list[str]:
    """Return the names that a text may be completed to.

    Names that contain most of its words in full come first.

    >>> suggest("american", "3 001", 3), suggest("russian", "idf 1-I", 2)
    (['3-move 001'], ['IDF basic 1-I', 'IDF basic 1-II'])
    """
    words = _plain(typed).split()
    found = [
        (-sum(word in parts for word in words), number, opening.name)
        for number, (plain, opening) in enumerate(openings_of(key).items())
        if _begin(words, parts := plain.split())
    ]
    return [name for _, _, name in sorted(found)[:most]]


def similar_names(key: str, text: str) -> list[str]:
    """Return the names that a text may be completed to, otherwise the most similar.

    >>> similar_names("american", "3-mvoe 017")
    ['3-move 017', '3-move 174', '3-move 173']
    """
    like = get_close_matches(_plain(text), openings_of(key), NEAR, LIKE)
    return suggest(key, text, NEAR) or [openings_of(key)[plain].name for plain in like]


def set_up(generator: Generator, first: int, found: Opening, *, by_lot: bool) -> Position:
    """Return the position of an opening, before the first move of a match.

    `first` moves first from the start.
    """
    if found.moves:
        position = opening_position(generator, first)
        for text in found.moves:
            typed = notation.parse_move(generator, text)
            assert typed, f"no move in the tables: {text}"
            position = position.play(
                notation.require_single(position, text, notation.find_moves(position, typed))
            )
        board, colour = position.board, position.colour
    else:
        said = fen.parse(generator, found.told[0])
        board, colour = generator.build_board(said.pieces), said.colour or WHITE
    return set_up_position(generator, board, colour, colour, begun=MatchOpening(found, by_lot))


def find_by_moves(key: str, played: Sequence[str]) -> Opening | None:
    """Return the opening that exactly these moves from the start lead to, or `None`.

    The moves are given as written, and may be in a different order than in the table. Only checkers
    have tables.

    >>> found = find_by_moves("american", ["9-13", "21-17"])
    >>> found.name, find_by_moves("american", ["9-13"]), find_by_moves("binar", ["a1"])
    ('2-move 01', None, None)
    """
    return _by_moves(key).get(tuple(sorted(played))) if key in RULESETS else None


@lru_cache
def _by_moves(key: str) -> Mapping[tuple[str, ...], Opening]:
    """Return the openings defined by moves, keyed by those moves sorted by text."""
    found = [opening for opening in openings_of(key).values() if opening.moves]
    return {tuple(sorted(opening.moves)): opening for opening in reversed(found)}


def _begin(words: Sequence[str], parts: Sequence[str]) -> bool:
    return all(any(part.startswith(word) for part in parts) for word in words)


def _plain(text: str) -> str:
    found: list[str] = re.findall(r"\w+", text[:LONGEST].casefold())
    return " ".join(found)


@lru_cache
def openings_of(key: str) -> Mapping[str, Opening]:
    """Return a variant's openings by plain name, in the order of its tables."""
    return {
        _plain(found.name): found
        for found in _parse_tables((TABLES / f"{key}.txt").read_text(encoding="utf-8"))
    }


def _parse_tables(text: str) -> Iterator[Opening]:
    """Yield the openings of a file of tables."""
    table = ""
    for line in text.splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        elif not line.startswith("#"):
            short, *told = line.split()
            lost = told[0] == "lost"
            yield Opening(table, short, lost, tuple(told[lost:]))
