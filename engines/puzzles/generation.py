"""Generates puzzles: plays matches with slips and picks at most one from each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from engines.checkers.evaluate import by_hand
from engines.checkers.search import CheckersSearch
from engines.choose import choose
from engines.observation import seen_in
from engines.puzzles.finding import MOST, PROOF, PuzzleCandidate, Room, find
from engines.puzzles.proofs import Proof
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.puzzle_themes import add_traits
from engines.puzzles.scales import SOLVERS
from rules.checkers import fen
from rules.checkers.position import Position
from rules.game import AnyGame, Options
from rules.match import secret_of
from rules.one_zero_one.decks import DECKS
from rules.one_zero_one.turn import Position as Cards
from rules.shuffle import Shuffle

SLIPS: Final = 5
"""Of how many moves in a hundred of a match of checkers anything is played."""
NEAR: Final = 12
"""Hundredths of a man within which its other moves are as good as the best."""
LAST: Final = 70
"""Plies after which a match of checkers holds little but kings."""
FULL: Final = 8
"""Pieces on the board below which it is an ending."""
BACK: Final = 12
"""Plies from its end within which a match of another game can be seen to the end."""
WIDEST: Final = 14
"""Cells of a line of One Zero One, two rows of a picture.

No one takes in a longer one.
"""
LEVEL: Final = 2
"""The computer's level in matches of those games."""
LEVEL_AT_CARDS: Final = 4
"""The computer's level in One Zero One.

Weak levels go by the points at once, and leave half of the lines empty.
"""

OPENED: Final = {"opening": "lot"}
"""The options of a match of checkers that begins in an opening of the tables."""
OPEN: Final = {"hands": "open"}
"""The option of One Zero One without which no one could think a position through."""
ASKED: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = MappingProxyType(
    {
        "binar": (
            {"lines": "single"},
            {"size": 4, "digits": "choose"},
            {},
            {"digits": "choose", "lines": "single"},
        ),
        "binary": ({"size": 6},),
        "zong-heng": ({"size": 6}, {"size": 6, "layout": "diagonals"}),
        "malaysian": ({"first": "black"},),
        "one-zero-one": tuple({**OPEN, **({} if deck == "base" else {"deck": deck})} for deck in DECKS),
    }
)
"""The options of a game's matches, in turns; the defaults if there are none."""


def mine_puzzles(game: AnyGame, count: int, after: tuple[Puzzle, ...] = ()) -> Iterator[Puzzle]:
    """Yield puzzles until there are `count`, including those of an earlier run.

    The first so many are always the same. About a third at most has one star, and about a third at most
    is plain.
    """
    kept = list(after)
    number = kept[-1].match if kept else -1
    while len(kept) < count:
        number += 1
        asked = ASKED.get(game.key, ({},))
        given = asked[number % len(asked)]
        taken = _from_match(game, given, number, room_in(kept))
        if taken is None:
            continue
        position, found = taken
        puzzle = add_traits(puzzle_of(game, given, position, found, number))
        if not any(_alike(puzzle, each) for each in kept):
            kept.append(puzzle)
            yield puzzle


def _alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles have the same idea on the same squares.

    They share the first move and reply, or the solver's moves.
    """
    return one.line[:2] == other.line[:2] or one.line[::2] == other.line[::2]


def room_in(kept: Sequence[Puzzle]) -> Room:
    """Return a test for the kinds of puzzle that the set still has room for."""
    easy, plain = (sum(each.stars == 1 for each in kept), sum(each.plain for each in kept))
    few, many = 3 * easy <= len(kept), 3 * plain <= len(kept)
    return lambda stars, is_plain: (stars > 1 or few) and (many or not is_plain)


def _from_match(
    game: AnyGame, given: Mapping[str, Any], number: int, room: Room
) -> tuple[Any, PuzzleCandidate] | None:
    """Return a position from one match and the puzzle found in it."""
    draws = Shuffle(secret_of(f"puzzles of {game.key} {number}"))
    options = game.read_options(given)
    if game.key in SOLVERS:
        return _looked_back(game, options, draws, room)
    return _looked_on(game, options, draws, room)


def _looked_on(
    game: AnyGame, options: Options, draws: Shuffle, room: Room
) -> tuple[Any, PuzzleCandidate] | None:
    """Play a match of checkers between short-sighted sides until it holds a puzzle.

    It begins with an opening drawn by lot, followed by some random moves.
    """
    position = game.start(game.read_options({**options, **OPENED}), draws)
    judges = by_hand(
        position.generator.ruleset
    )  # what was learnt would make other matches as soon as more is learnt
    opening = draws.below(4)
    for ply in range(LAST):
        legal = game.moves(position)
        board = position.board
        if not legal or (board.white | board.black).bit_count() < FULL:
            break
        if ply >= opening:
            found = find(game, alone(position), room)
            if found is not None:
                return position, found
        if ply < opening or draws.below(100) < SLIPS:
            move = legal[draws.below(len(legal))]
        else:
            rated = CheckersSearch(position, 2_000, judges).rate(1, NEAR)
            near = [each.move for each in rated if each.worth >= rated[0].worth - NEAR]
            move = near[draws.below(len(near))]
        position = game.play(position, move)
    return None


def alone(position: Position) -> Position:
    """Return a position as a puzzle shows it, without the moves that led to it."""
    return replace(
        position,
        quiet=0,
        tallies=(None,) * len(position.tallies),
        keys=position.keys[-1:],
        streaks=(None, None),
        last=None,
        begun=None,
    )


def _looked_back(
    game: AnyGame, options: Options, draws: Shuffle, room: Room
) -> tuple[Any, PuzzleCandidate] | None:
    """Play a match to its end; return its earliest puzzle that can be seen to the end."""
    position = game.start(options, draws)
    positions: list[Any] = []
    level = LEVEL_AT_CARDS if game.hidden else LEVEL
    while (seat := game.turn(position)) is not None:
        positions.append(position)
        seed = draws.below(1 << 30)
        choice = choose(seen_in(game, positions, seat), options, level if seed % 4 else 1, seed)
        position = game.play(position, choice.move)
    proof = SOLVERS[game.key].proof()
    for earlier in seen_through(game, positions, proof):
        found = find(game, earlier, room, proof)
        if found is not None:
            return earlier, found
    return None


def seen_through(game: AnyGame, positions: Sequence[Any], proof: Proof) -> list[Any]:
    """Return the last positions that are won for their mover and seen to the end.

    They are in order, the earliest first. They are won for their mover.
    """
    won = []
    for earlier in positions[: -BACK - 1 : -1]:
        seat = game.turn(earlier)
        assert seat is not None  # it went on
        if _is_crowded(game, earlier):
            break
        wins = proof.is_win(earlier, seat, PROOF)
        if wins is None:
            break  # those before it are harder to see to the end
        if wins:
            won.append(earlier)
    return won[::-1]


def _is_crowded(game: AnyGame, position: Any) -> bool:
    """Whether a position holds more than a player can think through."""
    if isinstance(position, Cards) and max(map(len, position.lines)) > WIDEST:
        return True
    return len(game.moves(position)) > MOST


def puzzle_of(
    game: AnyGame, given: Mapping[str, Any], position: Any, found: PuzzleCandidate, number: int
) -> Puzzle:
    """Return a find as a puzzle of the match of this number.

    `given` are the match's options that differ from the defaults.
    """
    at, texts = write_position(game, position), _texts(game, position, found)
    return Puzzle(game.key, given, at, texts, found.given, found.stars, number)


def write_position(game: AnyGame, position: Any) -> Any:
    """Return a position as a puzzle keeps it.

    That is FEN for checkers, else the dump without what only matters to its match.
    """
    if game.key in SOLVERS:
        return game.dump(position)
    return fen.write(position.generator, position.board, position.colour)


def _texts(game: AnyGame, position: Any, found: PuzzleCandidate) -> tuple[str, ...]:
    texts = []
    for move in found.line:
        texts.append(game.write(position, move))
        position = game.play(position, move)
    return tuple(texts)
