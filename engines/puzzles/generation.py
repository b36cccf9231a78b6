"""Generates puzzles: plays matches with slips and picks at most one from each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from engines.checkers.evaluate import untrained_evaluators
from engines.checkers.search import CheckersSearch
from engines.choose import choose_move
from engines.observation import observe_positions
from engines.puzzles.finding import MOST, PROOF, PuzzleCandidate, PuzzleFilter, find_puzzle
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

OPENING_OPTIONS: Final = {"opening": "lot"}
"""The options of a match of checkers that begins in an opening of the tables."""
OPEN_HANDS_OPTION: Final = {"hands": "open"}
"""The option of One Zero One without which no one could think a position through."""
MINING_OPTIONS: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = MappingProxyType(
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
        "one-zero-one": tuple(
            {**OPEN_HANDS_OPTION, **({} if deck == "base" else {"deck": deck})} for deck in DECKS
        ),
    }
)
"""The options of a game's matches, in turns; the defaults if there are none."""


def mine_puzzles(game: AnyGame, count: int, existing: tuple[Puzzle, ...] = ()) -> Iterator[Puzzle]:
    """Yield puzzles until there are `count`, including the existing ones.

    `existing` are those of an earlier run; the same puzzles are always found in the same order. At most
    about a third of them have only one star, and at most about a third are plain: they give nothing up,
    or end with their first move.
    """
    kept = list(existing)
    number = kept[-1].match if kept else -1
    while len(kept) < count:
        number += 1
        asked = MINING_OPTIONS.get(game.key, ({},))
        given = asked[number % len(asked)]
        taken = mine_match(game, given, number, balancing_filter(kept))
        if taken is None:
            continue
        position, found = taken
        puzzle = add_traits(build_puzzle(game, given, position, found, number))
        if not any(_is_alike(puzzle, each) for each in kept):
            kept.append(puzzle)
            yield puzzle


def _is_alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles have the same idea on the same squares.

    They share the first move and reply, or the solver's moves.
    """
    return one.line[:2] == other.line[:2] or one.line[::2] == other.line[::2]


def balancing_filter(puzzles: Sequence[Puzzle]) -> PuzzleFilter:
    """Return a filter that keeps a set of puzzles from having too many easy ones."""
    easy, plain = (sum(each.stars == 1 for each in puzzles), sum(each.is_plain for each in puzzles))
    few, many = 3 * easy <= len(puzzles), 3 * plain <= len(puzzles)
    return lambda stars, is_plain: (stars > 1 or few) and (many or not is_plain)


def mine_match(
    game: AnyGame, given: Mapping[str, Any], number: int, room: PuzzleFilter
) -> tuple[Any, PuzzleCandidate] | None:
    """Return a position from one match and the puzzle found in it."""
    draws = Shuffle(secret_of(f"puzzles of {game.key} {number}"))
    options = game.read_options(given)
    if game.key in SOLVERS:
        return _mine_other_match(game, options, draws, room)
    return _mine_checkers_match(game, options, draws, room)


def _mine_checkers_match(
    game: AnyGame, options: Options, draws: Shuffle, room: PuzzleFilter
) -> tuple[Any, PuzzleCandidate] | None:
    """Play a match of checkers until it holds a puzzle.

    Both sides are short-sighted. It begins with a random opening, followed by some random moves.
    """
    position = game.start(game.read_options({**options, **OPENING_OPTIONS}), draws)
    judges = untrained_evaluators(
        position.generator.ruleset
    )  # what was learnt would make other matches as soon as more is learnt
    opening = draws.below(4)
    for ply in range(LAST):
        legal = game.moves(position)
        board = position.board
        if not legal or (board.white | board.black).bit_count() < FULL:
            break
        if ply >= opening:
            found = find_puzzle(game, strip_history(position), room)
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


def strip_history(position: Position) -> Position:
    """Return a position of checkers without the history of its match.

    A puzzle shows it like this.
    """
    return replace(
        position,
        quiet=0,
        tallies=(None,) * len(position.tallies),
        keys=position.keys[-1:],
        streaks=(None, None),
        last=None,
        begun=None,
    )


def _mine_other_match(
    game: AnyGame, options: Options, draws: Shuffle, room: PuzzleFilter
) -> tuple[Any, PuzzleCandidate] | None:
    """Play a match to its end and return its earliest puzzle.

    The puzzle's position can be searched to the end.
    """
    position = game.start(options, draws)
    positions: list[Any] = []
    level = LEVEL_AT_CARDS if game.hidden else LEVEL
    while (seat := game.turn(position)) is not None:
        positions.append(position)
        seed = draws.below(1 << 30)
        choice = choose_move(
            observe_positions(game, positions, seat), options, level if seed % 4 else 1, seed
        )
        position = game.play(position, choice.move)
    proof = SOLVERS[game.key].new_proof()
    for earlier in find_won_positions(game, positions, proof):
        found = find_puzzle(game, earlier, room, proof)
        if found is not None:
            return earlier, found
    return None


def find_won_positions(game: AnyGame, positions: Sequence[Any], proof: Proof) -> list[Any]:
    """Return the last positions of a match that are proven wins for their mover.

    The earliest comes first. Positions before one that cannot be searched to the end are left out.
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
    """Whether a position is too large for a person to think through."""
    if isinstance(position, Cards) and max(map(len, position.lines)) > WIDEST:
        return True
    return len(game.moves(position)) > MOST


def build_puzzle(
    game: AnyGame, options: Mapping[str, Any], position: Any, candidate: PuzzleCandidate, match_number: int
) -> Puzzle:
    """Return the puzzle of a candidate that was found in a position of a match.

    `options` are the match's options that differ from the defaults.
    """
    at, texts = dump_position(game, position), _texts(game, position, candidate)
    return Puzzle(game.key, options, at, texts, candidate.given, candidate.stars, match_number)


def dump_position(game: AnyGame, position: Any) -> Any:
    """Return a position in the form that a puzzle stores.

    That is FEN for checkers, else the game's JSON value of the position.
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
