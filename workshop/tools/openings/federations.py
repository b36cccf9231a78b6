"""Write the federations' tables as they are shipped.

`python -m workshop.tools.openings.federations FILE [FOLDER]`. FILE is JSON: kind → table →
openings, each with its `name`, its position (`fen`), its `moves` if any lead to it, and `lost` if
it is held to be.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from rules.catalogue import GAMES
from rules.checkers import fen
from rules.checkers.openings import TABLES
from rules.checkers.position import Position
from rules.shuffle import Shuffle

SAID: Final[Mapping[str, str]] = MappingProxyType(
    {
        "american": "The ballots of American checkers: two and three moves from the start. Lost ones are never drawn.",
        "brazilian": "The FMJD-64 table of Brazilian checkers: moves from the start, or a position.",
        "russian": (
            "The FMJD-64 table of Russian checkers and the basic table of the IDF: moves from the start, or a position."
        ),
    }
)
"""What the first line of each file says."""


def lines(key: str, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    """Yield the lines of a kind's file."""
    yield f"# {SAID[key]}"
    for table, found in tables.items():
        yield f"[{table}]"
        for opening in found:
            lost = ["lost"] if opening.get("lost") else []
            yield " ".join([opening["name"], *lost, *_moves_or_fen(key, opening)])


def _moves_or_fen(key: str, opening: Mapping[str, Any]) -> Sequence[str]:
    """Return the moves of an opening, or its position if no moves lead to it.

    The moves decide, and a position beside them must be theirs.
    """
    moves: Sequence[str] = opening.get("moves", ())
    if not moves:
        return [opening["fen"]]
    reached = _position_after(key, moves)
    said = fen.parse(reached.generator, opening["fen"])
    if (reached.generator.build_board(said.pieces), said.colour) != (reached.board, reached.colour):
        raise ValueError(f"{opening['name']} of {key}: {opening['fen']} is not where its moves lead")
    return moves


def _position_after(key: str, moves: Sequence[str]) -> Position:
    """Return the position after moves from the start."""
    game = GAMES[key]
    position: Position = game.start(game.read_options({}), Shuffle(bytes(32)))
    for text in moves:
        position = game.play(position, game.read(position, text))
    return position


def main(file: str, folder: str = str(TABLES)) -> None:
    """Write a file for each kind."""
    for key, tables in json.loads(Path(file).read_text(encoding="utf-8")).items():
        Path(folder, f"{key}.txt").write_text("\n".join(lines(key, tables)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
