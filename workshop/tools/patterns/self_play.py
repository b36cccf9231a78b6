"""Games of a fast search against itself, from openings varied by chance.

The worths are fitted to them.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engines.checkers.evaluate import evaluators, untrained_evaluators
from engines.checkers.search import CheckersSearch
from rules.catalogue import GAMES
from rules.checkers.moves import WHITE
from rules.checkers.position import Position
from rules.match import secret_of
from rules.shuffle import Shuffle

NODES: Final = 150
"""How far each move of the games is thought about."""
NODES_AGAIN: Final = 400
"""Nodes for each move, if the players know the worths of an earlier training."""
OPENING: Final = (4, 10)
"""The fewest and the most random moves before the players take over."""
STRIDE: Final = 100
"""Games in a file."""
SLIPS: Final = 24
"""One of so many moves is random.

Games then leave the beaten path and have a winner.
"""
LONGEST: Final = 240
"""Plies after which a game is not followed any longer."""
CLEAR: Final = 450
"""Lead in hundredths of a man that ends a game after `PATIENCE` plies."""
PATIENCE: Final = 8

MOST: Final = 2_000
"""Limit of a kept worth in hundredths of a man: any more is as good as won."""

_RECORD = struct.Struct("<12s12s12sBbh")


@dataclass(frozen=True, slots=True)
class PatternSample:
    """A quiet position and its outcome, as White sees it.

    The pieces are bits of the geometry, with the side to move. `worth` is the search's finding, in
    hundredths of a man, `result` 1 for a win, 0 for a draw, -1 for a loss.
    """

    white: int
    black: int
    kings: int
    colour: int
    worth: int
    result: int


def samples(key: str, games: int, folder: Path, *, again: bool = False) -> list[PatternSample]:
    """Return the quiet positions of so many games.

    A hundred at a time are kept in a folder, to be resumed.
    """
    found: list[PatternSample] = []
    for first in range(0, games, STRIDE):
        path = folder / f"{key}-{'again-' if again else ''}{first}.samples"
        if not path.exists():
            numbers = range(first, first + STRIDE)
            _write(path, [each for number in numbers for each in game(key, number, again=again)])
        found += _load_samples(path)
    return found


def game(key: str, number: int, *, again: bool = False) -> list[PatternSample]:
    """Return the quiet positions of a game.

    All of it follows from its number, and from the worths if `again`. Then the players judge by the
    worths of an earlier training, otherwise by hand.
    """
    rules, chance = GAMES[key], Shuffle(secret_of(f"training {number}"))
    position: Position = rules.start(rules.read_options({}), chance)
    ruleset = position.generator.ruleset
    nodes, judges = (NODES_AGAIN, evaluators(ruleset)) if again else (NODES, untrained_evaluators(ruleset))
    opening = OPENING[0] + chance.below(OPENING[1] - OPENING[0] + 1)
    seen: list[tuple[int, int, int, int, int]] = []
    result, ahead = 0, 0
    for ply in range(LONGEST):
        outcome = position.outcome
        if outcome is not None:
            if outcome.winner is not None:
                result = 1 if (outcome.winner == position.seat(WHITE)) else -1
            break
        moves = position.legal
        if ply < opening or chance.below(SLIPS) == 0:
            position = position.play(moves[chance.below(len(moves))])
            continue
        if len(moves) == 1:
            position = position.play(moves[0])
            continue
        best = CheckersSearch(position, nodes, judges).rate(40, 0)[0]
        worth = best.worth if position.colour == WHITE else -best.worth
        leader = (worth >= CLEAR) - (worth <= -CLEAR)
        ahead = ahead + leader if leader * ahead > 0 else leader
        if abs(ahead) == PATIENCE:
            result = leader
            break
        if not moves[0].captured:
            board = position.board
            seen.append(
                (board.white, board.black, board.kings, position.colour, max(-MOST, min(MOST, worth)))
            )
        position = position.play(best.move)
    return [PatternSample(*each, result) for each in seen]


def _write(path: Path, found: list[PatternSample]) -> None:
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        for each in found:
            sides = (side.to_bytes(12, "little") for side in (each.white, each.black, each.kings))
            file.write(_RECORD.pack(*sides, each.colour, each.result, each.worth))
    part.replace(path)


def _load_samples(path: Path) -> list[PatternSample]:
    found = []
    for white, black, kings, colour, result, worth in _RECORD.iter_unpack(path.read_bytes()):
        found.append(PatternSample(_bits(white), _bits(black), _bits(kings), colour, worth, result))
    return found


def _bits(side: bytes) -> int:
    return int.from_bytes(side, "little")
