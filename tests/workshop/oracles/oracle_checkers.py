"""Two other engines judge the same scattered positions.

`make oracles` runs this, `make test` never does. `py-draughts` and `pydraughts` are on PyPI and
both call themselves `draughts`, so each lives in an environment of its own under `var/oracles` and
answers over a pipe. Because of their known faults (py-draughts 1.10.1, pydraughts 0.6.7) an answer
may differ from ours in one named way:

- py-draughts, american: it lets a player decline a capture, so it is not asked.
- pydraughts, frisian: it adds up values as floating-point numbers and compares the sums, so that
  captures of equal value taken in another order are lost: its moves are some of ours.
- pydraughts, turkish: a king's quiet move passes over its own side's pieces: ours are some of its
  moves.
"""

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from rules.checkers.moves import BLACK, WHITE, Board, Generator, Piece, generator
from rules.checkers.rulesets import ruleset

ORACLES = Path("var") / "oracles"
FEDERATION = {"rules": "federation"}

ANSWER = """
import json, sys
print(json.dumps([moves(variant, fen) for variant, fen in json.load(sys.stdin)]))
"""

PYDRAUGHTS = """
from draughts import Board

def moves(variant, fen):
    return [
        [move.steps_move[0], move.steps_move[-1], sorted(move.captures)]
        for move in Board(variant, fen).legal_moves()
    ]
"""

PY_DRAUGHTS = """
import draughts

BOARDS = {
    "standard": draughts.StandardBoard,
    "russian": draughts.RussianBoard,
    "brazilian": draughts.BrazilianBoard,
    "frisian": draughts.FrisianBoard,
}

def moves(variant, fen):
    return [
        [move.square_list[0] + 1, move.square_list[-1] + 1, sorted(n + 1 for n in move.captured_list)]
        for move in BOARDS[variant].from_fen(fen).legal_moves
    ]
"""

SCRIPTS = {"pydraughts": PYDRAUGHTS, "py-draughts": PY_DRAUGHTS}

POSITIONS = {"pydraughts": 60, "py-draughts": 1000}
"""How many each is asked; pydraughts takes a tenth of a second for one."""

# pydraughts reads and numbers these from a1, row by row upward, and reads letters in their FEN.
FROM_A1 = {("pydraughts", "russian"), ("pydraughts", "brazilian"), ("pydraughts", "turkish")}

Taken = tuple[int, int, tuple[int, ...]]
"""Start, end and captured squares by the other engine's numbers."""


@pytest.mark.parametrize(
    ("engine", "key", "variant", "options"),
    [
        ("py-draughts", "international", "standard", {}),
        ("py-draughts", "russian", "russian", {}),
        ("py-draughts", "brazilian", "brazilian", {}),
        ("py-draughts", "frisian", "frisian", FEDERATION),
        ("pydraughts", "american", "english", {}),
        ("pydraughts", "international", "standard", {}),
        ("pydraughts", "russian", "russian", {}),
        ("pydraughts", "brazilian", "brazilian", {}),
        ("pydraughts", "italian", "italian", {}),
        ("pydraughts", "frisian", "frisian", FEDERATION),
        ("pydraughts", "turkish", "turkish", FEDERATION),
    ],
)
def test_agrees_with_the_oracle(engine: str, key: str, variant: str, options: dict[str, str]) -> None:
    game, random = generator(ruleset(key, **options)), Random(f"{engine} {key}")
    asked = [(scatter_pieces(game, random), random.choice((WHITE, BLACK))) for _ in range(POSITIONS[engine])]
    letters = (engine, key) in FROM_A1
    fens = [fen(game, board, colour, letters=letters) for board, colour in asked]
    for (board, colour), text, theirs in zip(asked, fens, answers(engine, variant, fens), strict=True):
        ours = number_moves(game, board, colour, from_a1=letters)
        assert is_allowed(engine, key, ours, theirs), (text, ours ^ theirs)


def is_allowed(engine: str, key: str, ours: set[Taken], theirs: set[Taken]) -> bool:
    """Whether the two move sets agree, apart from the other engine's known faults."""
    match engine, key:
        case "pydraughts", "frisian":
            return theirs <= ours and bool(theirs) == bool(ours)
        case "pydraughts", "turkish" if not any(captured for _, _, captured in ours):
            return ours <= theirs and not any(captured for _, _, captured in theirs)
        case _:
            return ours == theirs


def answers(engine: str, variant: str, fens: list[str]) -> list[set[Taken]]:
    """The other engine's legal moves of each position."""
    python = ORACLES / engine / "bin" / "python"
    asked = json.dumps([(variant, text) for text in fens])
    done = subprocess.run(
        [str(python), "-c", SCRIPTS[engine] + ANSWER], input=asked, check=True, capture_output=True, text=True
    )
    return [
        {(start, end, tuple(captured)) for start, end, captured in moves} for moves in json.loads(done.stdout)
    ]


def number_moves(game: Generator, board: Board, colour: int, *, from_a1: bool) -> set[Taken]:
    """Return our legal moves with squares in the other engine's numbers."""
    number = {square: square + 1 for square in range(len(game.squares))}
    if from_a1:
        upward = sorted(number, key=lambda square: (int(game.squares[square][1:]), game.squares[square]))
        number = {square: place for place, square in enumerate(upward, 1)}
    return {
        (number[move.start], number[move.end], tuple(sorted(number[square] for square in move.captured)))
        for move in game.moves(board, colour)
    }


def fen(game: Generator, board: Board, colour: int, *, letters: bool) -> str:
    """The position as draughts FEN, squares by number or by name."""

    def side(wanted: int) -> str:
        return ",".join(
            ("K" if piece.king else "") + (game.squares[square] if letters else str(square + 1))
            for square, piece in game.pieces(board).items()
            if piece.colour == wanted
        )

    return f"{'WB'[colour]}:W{side(WHITE)}:B{side(BLACK)}"


def scatter_pieces(game: Generator, random: Random) -> Board:
    """Return a board with pieces of both colours anywhere.

    There are at most as many as at the start, and no man stands on its promotion rank.
    """
    size = game.ruleset.size
    most = len(game.pieces(game.start()))
    while True:
        pieces = {}
        for square in random.sample(range(len(game.squares)), random.randint(2, most)):
            colour, rank = random.choice((WHITE, BLACK)), int(game.squares[square][1:])
            king = random.random() < 0.3 or rank == (size if colour == WHITE else 1)
            pieces[square] = Piece(colour, king)
        if {piece.colour for piece in pieces.values()} == {WHITE, BLACK}:
            return game.build_board(pieces)


LEAVES = {
    "pydraughts": """
import json, sys
from draughts import Board

def leaves(board, depth, aim):
    if depth == 0:
        return 1
    if aim == "crown" and any(piece.king for piece in board._game.board.searcher.uncaptured_pieces):
        return 0
    found = 0
    for move in board.legal_moves():
        board.push(move)
        found += leaves(board, depth - 1, aim)
        board.pop()
    return found

print(json.dumps([leaves(Board(variant, fen), depth, aim) for variant, fen, depth, aim in json.load(sys.stdin)]))
""",
    "py-draughts": """
import json, sys
import draughts
from draughts.boards import antidraughts, breakthrough, frisian, frysk, russian, standard

BOARDS = {
    "standard": standard.Board, "antidraughts": antidraughts.Board, "breakthrough": breakthrough.Board,
    "russian": russian.Board, "frisian": frisian.Board, "frysk": frysk.Board,
}

def leaves(board, depth, aim):
    if depth == 0:
        return 1
    if aim == "crown" and (board.white_kings or board.black_kings):
        return 0
    found, seen = 0, set()
    for move in board.legal_moves:
        key = move.square_list[0], move.square_list[-1], tuple(sorted(move.captured_list))
        if key not in seen:
            seen.add(key)
            board.push(move)
            found += leaves(board, depth - 1, aim)
            board.pop()
    return found

asked = json.load(sys.stdin)
print(json.dumps([leaves(BOARDS[variant].from_fen(fen), depth, aim) for variant, fen, depth, aim in asked]))
""",
}
"""Programs that count leaves as we do; positions come on standard input."""

AIMED = [
    ("py-draughts", "international", {"aim": "lose"}, "antidraughts"),
    ("py-draughts", "international", {"aim": "crown"}, "breakthrough"),
    ("py-draughts", "international", {}, "standard"),
    ("py-draughts", "russian", {"aim": "lose"}, "russian"),
    ("py-draughts", "russian", {"aim": "crown"}, "russian"),
    ("py-draughts", "frisian", {**FEDERATION, "aim": "lose"}, "frisian"),
    ("py-draughts", "frisian", {**FEDERATION, "aim": "crown"}, "frisian"),
    ("py-draughts", "frisian", {**FEDERATION, "men": "5"}, "frysk"),
    ("pydraughts", "american", {"aim": "lose"}, "english"),
    ("pydraughts", "american", {"aim": "crown"}, "english"),
    ("pydraughts", "international", {"aim": "lose"}, "antidraughts"),
    ("pydraughts", "international", {"aim": "crown"}, "breakthrough"),
]
"""Engine, kind, options, and the engine's variant.

Where an engine has no variant of that aim it counts by its usual one and stops at the first king.
"""
POSITIONS_OF_MEN = {"py-draughts": 40, "pydraughts": 4}
DEPTH = {"py-draughts": 4, "pydraughts": 2}


@pytest.mark.parametrize(("engine", "key", "options", "variant"), AIMED)
def test_leaves_of_other_aims_are_as_many_as_the_oracle_s(
    engine: str, key: str, options: dict[str, str], variant: str
) -> None:
    """From positions of men alone, of which many are crowned within a few plies."""
    game, random = generator(ruleset(key, **options)), Random(f"{engine} {key} {options}")
    asked = [
        (scatter_men(game, random), random.choice((WHITE, BLACK))) for _ in range(POSITIONS_OF_MEN[engine])
    ]
    depth, aim = DEPTH[engine], options.get("aim", "capture")
    given = [
        (variant, fen(game, board, colour, letters=(engine, key) in FROM_A1), depth, aim)
        for board, colour in asked
    ]
    done = subprocess.run(
        [str(ORACLES / engine / "bin" / "python"), "-c", LEAVES[engine]],
        input=json.dumps(given),
        check=True,
        capture_output=True,
        text=True,
    )
    assert [game.perft(board, colour, depth) for board, colour in asked] == json.loads(done.stdout)


def scatter_men(game: Generator, random: Random) -> Board:
    """Return a board with men of both colours anywhere, none on its crowning rank."""
    size = game.ruleset.size
    most = min(12, len(game.pieces(game.start())))
    while True:
        pieces = {}
        for square in random.sample(range(len(game.squares)), random.randint(4, most)):
            colour, rank = random.choice((WHITE, BLACK)), int(game.squares[square][1:])
            if rank != (size if colour == WHITE else 1):
                pieces[square] = Piece(colour, king=False)
        if {piece.colour for piece in pieces.values()} == {WHITE, BLACK}:
            return game.build_board(pieces)
