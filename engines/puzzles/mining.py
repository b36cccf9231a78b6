"""Plays matches with slips in them, and picks one puzzle from each that has one."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from engines.checkers.search import Search
from engines.choose import choose
from engines.puzzles.finding import PROOF, Found, find
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.scales import SOLVERS
from engines.seen import Open
from rules.checkers import fen
from rules.game import AnyGame, Options
from rules.match import secret_of
from rules.shuffle import Shuffle

SLIPS: Final = 5
"""Of how many moves in a hundred of a match of checkers anything is played."""
NEAR: Final = 12
"""Hundredths of a man within which its other moves are as good as the best."""
LAST: Final = 70
"""Plies after which a match of checkers holds little but kings."""
FULL: Final = 8
"""Pieces on the board below which it is an ending."""
BACK: Final = 14
"""Plies from its end within which a match of another game can be seen to the end."""
LEVEL: Final = 2
"""The computer's level in matches of those games."""

ASKED: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = MappingProxyType(
    {
        "binar": (
            {"lines": "single"}, {"size": 4, "digits": "choose"}, {}, {"digits": "choose", "lines": "single"},
        ),
        "binary": ({"size": 6},),
        "zong-heng": ({"size": 6}, {"size": 6, "layout": "diagonals"}),
        "malaysian": ({"first": "black"},),
    }
)  # fmt: skip
"""The options of the matches of a game, in turns; where there are none, the defaults."""


def mined(game: AnyGame, count: int, after: tuple[Puzzle, ...] = ()) -> Iterator[Puzzle]:
    """Yield puzzles until there are `count`, those included that an earlier run has found.

    The first so many are always the same. Of checkers at most about a third has one star, and at most about half gives
    nothing up.
    """
    kept = list(after)
    number = kept[-1].match if kept else -1
    while len(kept) < count:
        number += 1
        asked = ASKED.get(game.key, ({},))
        given = asked[number % len(asked)]
        taken = _from_match(game, given, number)
        if taken is None:
            continue
        position, found = taken
        easy = sum(each.stars == 1 for each in kept)
        plain = sum(not each.given for each in kept)
        if game.key not in SOLVERS and (
            (found.stars == 1 and 3 * easy > len(kept)) or (not found.given and 2 * plain > len(kept))
        ):
            continue
        puzzle = Puzzle(
            game.key, given, _written(game, position), _texts(game, position, found), found.given,
            found.stars, number,
        )  # fmt: skip
        if puzzle.at not in [each.at for each in kept]:
            kept.append(puzzle)
            yield puzzle


def _from_match(game: AnyGame, given: Mapping[str, Any], number: int) -> tuple[Any, Found] | None:
    """Return a position of one match, with the puzzle that it holds."""
    draws = Shuffle(secret_of(f"puzzles of {game.key} {number}"))
    options = game.read_options(given)
    if game.key in SOLVERS:
        return _looked_back(game, options, draws)
    return _looked_on(game, options, draws)


def _looked_on(game: AnyGame, options: Options, draws: Shuffle) -> tuple[Any, Found] | None:
    """Play a match of checkers whose sides see little, until it holds a puzzle."""
    position = game.start(options, draws)
    opening = 6 + draws.below(8)
    for ply in range(LAST):
        legal = game.moves(position)
        board = position.board
        if not legal or (board.white | board.black).bit_count() < FULL:
            break
        if ply >= opening:
            found = find(game, position)
            if found is not None:
                return position, found
        if ply < opening or draws.below(100) < SLIPS:
            move = legal[draws.below(len(legal))]
        else:
            rated = Search(position, 2_000).rate(1, NEAR)
            near = [each.move for each in rated if each.worth >= rated[0].worth - NEAR]
            move = near[draws.below(len(near))]
        position = game.play(position, move)
    return None


def _looked_back(game: AnyGame, options: Options, draws: Shuffle) -> tuple[Any, Found] | None:
    """Play a match to its end and look at it backwards; return the earliest puzzle that can be seen through."""
    position = game.start(options, draws)
    positions: list[Any] = []
    while (seat := game.turn(position)) is not None:
        positions.append(position)
        seed = draws.below(1 << 30)
        choice = choose(Open(game, seat, position), options, LEVEL if seed % 4 else 1, seed)
        position = game.play(position, choice.move)
    best = None
    for earlier in positions[: -BACK - 1 : -1]:
        if SOLVERS[game.key].solve(earlier, PROOF) is None:
            break  # those before it are harder to see to the end
        found = find(game, earlier)
        if found is not None:
            best = earlier, found
    return best


def _written(game: AnyGame, position: Any) -> Any:
    """Return a position as a puzzle keeps it: FEN for checkers, else without what only matters to its match."""
    if game.key in SOLVERS:
        return game.dump(position)
    return fen.write(position.generator, position.board, position.colour)


def _texts(game: AnyGame, position: Any, found: Found) -> tuple[str, ...]:
    texts = []
    for move in found.line:
        texts.append(game.write(position, move))
        position = game.play(position, move)
    return tuple(texts)
