"""Pictures: one board, one program display, one hand, the first of all.

The cost in memory of all themes is measured too.
"""

import resource
import subprocess
import sys
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from statistics import median
from time import process_time

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH
from rendering.board.painter import paint_board
from rendering.describe import describe
from rendering.picture import draw, draw_end, draw_hand
from rendering.png import encode_png
from rendering.themes import DEFAULT_THEME, THEMES
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.course import course_of
from rules.game import View
from rules.match import Match
from rules.one_zero_one.view import ProgramView
from workshop.bench.checkers import ORACLES
from workshop.bench.row import BenchFigure, cpu_ms

FIRST = "from workshop.bench import picture; picture.print_first()"
CHESS = """
import chess, chess.svg, sys, time
from cairosvg import svg2png
pieces, edge = map(int, sys.argv[1:])
board = chess.Board()
for square in list(board.piece_map())[pieces:]:
    board.remove_piece_at(square)
took = []
for _ in range(8):
    began = time.process_time()
    svg2png(chess.svg.board(board, size=edge).encode())
    took.append((time.process_time() - began) * 1000)
print(sorted(took[1:])[3])
"""
MEMORY = "from workshop.bench import picture; picture.print_memory()"


def rows() -> Iterator[BenchFigure]:
    """CPU milliseconds composed and encoded.

    The baseline is zlib's level 1 on the same pixels alone.
    """
    board = mid_game("russian", None, 24)
    assert isinstance(board, BoardView)
    palette = THEMES[DEFAULT_THEME].board
    png = encode_png(paint_board(board, DEFAULT_THEME), palette)
    alone = deflate_ms(png)
    yield BenchFigure(
        "picture.board",
        cpu_ms(lambda: (encode_png(paint_board(board, DEFAULT_THEME), palette), describe(board)), inner=5),
        "ms",
        alone,
    )
    yield BenchFigure("picture.board.spliced", _move_by_move(), "ms", alone)
    yield BenchFigure("picture.board.bytes", len(draw(board).png), "bytes")
    full = cpu_ms(lambda: encode_png(paint_board(board, DEFAULT_THEME), palette), inner=5)
    yield BenchFigure("picture.board.svg", full, "ms", _chess(len(board.cells)))
    ended = Match(GAMES["russian"], {}, bytes(32))
    while ended.turn is not None:
        moves = ended.game.moves(ended.position)
        ended.make_move(moves[len(ended.plies) * 7 % len(moves)])
    last = ended.view(None)
    yield BenchFigure("picture.end", cpu_ms(lambda: draw_end(last, course_of(ended)), inner=5), "ms", alone)
    shown = mid_game("one-zero-one", None, 15)
    png = draw(shown).png
    yield BenchFigure("picture.program", cpu_ms(lambda: draw(shown), inner=5), "ms", deflate_ms(png))
    yield BenchFigure("picture.program.bytes", len(png), "bytes")
    own = mid_game("one-zero-one", 0, 10)
    assert isinstance(own, ProgramView)
    yield BenchFigure(
        "picture.hand", cpu_ms(lambda: draw_hand(own), inner=5), "ms", deflate_ms(draw_hand(own).png)
    )
    yield BenchFigure("picture.first", _elsewhere(FIRST), "ms")
    yield BenchFigure("picture.themes.rss", _elsewhere(MEMORY), "MB")


def _chess(pieces: int) -> float | None:
    """CPU milliseconds of the common way: python-chess and cairosvg.

    The position has `pieces` pieces and the picture is as large as ours. Both packages live in an
    environment of their own (`make oracles`); `None` if they are not installed.
    """
    python = ORACLES / "chess" / "bin" / "python"
    if not python.exists():
        return None
    done = subprocess.run(
        [python, "-c", CHESS, str(pieces), str(PICTURE_WIDTH)], check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def _move_by_move() -> float:
    """Median CPU milliseconds of the next picture of a game.

    Its former pictures were drawn before.
    """
    samples: list[float] = []
    for seed in range(8):
        match = Match(GAMES["russian"], {}, bytes(32))
        for ply in range(40):
            moves = match.game.moves(match.position)
            match.make_move(moves[ply * (seed + 3) % len(moves)])
            view = match.game.seen_by(match.position, None)
            assert isinstance(view, BoardView)
            # A running bot has had every sprite before.
            paint_board(view, DEFAULT_THEME)
            began = process_time()
            draw(view)
            samples.append((process_time() - began) * 1000)
            if match.turn is None:
                break
    return median(samples)


def mid_game(key: str, seat: int | None, plies: int) -> View:
    """A position some plies into a game, the same in every run."""
    match = Match(GAMES[key], {}, bytes(32))
    for ply in range(plies):
        moves = match.game.moves(match.position)
        if not moves:
            break
        match.play(match.game.write(match.position, moves[ply * 7 % len(moves)]))
    view: View = match.game.seen_by(match.position, seat)
    return view


def print_first() -> None:
    """In a fresh process, print the CPU milliseconds of its first picture.

    Its sprites and palette are made for it.
    """
    view = mid_game("russian", None, 24)
    print(cpu_ms_once(view))


def cpu_ms_once(view: View) -> float:
    """CPU milliseconds of one picture, without a warm-up."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    draw(view)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def print_memory() -> None:
    """Print, in a fresh process, the megabytes of drawing every game in every theme."""
    views = [mid_game(key, None, 12) for key in GAMES]
    before = _resident()
    for theme in THEMES:
        for view in views:
            draw(view, theme=theme)
    print(_resident() - before)


def _resident() -> float:
    """Megabytes of this process in memory now.

    Its peak would count the memory of the process that started it.
    """
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1024**2


def _elsewhere(script: str) -> float:
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return float(done.stdout)


def deflate_ms(png: bytes) -> float:
    """CPU milliseconds of zlib's level 1 on a picture's raw pixels."""
    image = Image.open(BytesIO(png))
    row = image.width
    raw = image.tobytes()
    lines = b"".join(b"\0" + raw[at : at + row] for at in range(0, len(raw), row))
    return cpu_ms(lambda: zlib.compress(lines, 1), inner=5)
