"""Determines a puzzle's themes from its line, and estimates how hard it is.

A theme is a shot, a breakthrough, a race to the end. No one tags puzzles by hand, and the
definition of each theme can be read here. A puzzle may have several, or none.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from engines.puzzles.puzzle import Puzzle
from engines.puzzles.scales import SOLVERS
from rules.checkers.moves import WHITE
from rules.checkers.position import Position
from rules.game import Seat
from rules.match import Match

MAN: Final = 100
"""Hundredths of a man."""
SHOT: Final = 2
"""Pieces that one capture takes in a shot."""
LONG: Final = 3
"""Pieces that a long capture takes."""
HELD: Final = 2
"""By how much the move that shows most is ahead of one that holds back."""
FREE: Final = 3
"""Replies that give a player a choice, although all of them lose."""

EASIEST: Final = 1150
"""The first estimate of the easiest puzzles, on the scale of the ratings."""
HARDER: Final = MappingProxyType({"stars": 220, "moves": 60, "choices": 8})
"""Points for each further star, further solver move, and move to choose from."""
CROWDED: Final = 30
"""Moves to choose from beyond which more make it no harder."""
BY_THEME: Final = MappingProxyType({"shot": -60, "sacrifice": 60, "quiet": 80, "holding_back": 60})
"""What themes add: a shot is looked for first, a quiet move last."""


@dataclass(frozen=True, slots=True)
class SolutionStep:
    """A move of a checkers line and what it does.

    `by_solver` says whose move it is. `capture_count` and `king_capture_count` are how many pieces and
    how many kings it captures, and `crowns` says that it crowns a man.
    """

    by_solver: bool
    capture_count: int
    king_capture_count: int
    crowns: bool


@dataclass(frozen=True, slots=True)
class SolutionLine:
    """A puzzle, its match at the end of the line, and its steps in checkers.

    Themes are found from this alone.
    """

    puzzle: Puzzle
    match: Match
    steps: tuple[SolutionStep, ...]

    def solver_steps(self) -> list[SolutionStep]:
        """Return the solver's moves; the list is empty except in checkers."""
        return [step for step in self.steps if step.by_solver]

    def reply_steps(self) -> list[SolutionStep]:
        """Return the opponent's moves; the list is empty except in checkers."""
        return [step for step in self.steps if not step.by_solver]


def _shot(line: SolutionLine) -> bool:
    """Whether pieces are given up for a capture of several in one move."""
    return line.puzzle.given > 0 and any(step.capture_count >= SHOT for step in line.solver_steps())


def _exchange(line: SolutionLine) -> bool:
    """Whether one piece is exchanged for another before the winning move."""
    pairs = zip(line.steps, line.steps[1:], strict=False)
    trades = [
        reply.by_solver
        for reply, back in pairs
        if not reply.by_solver and reply.capture_count == back.capture_count == 1
    ]
    return len(trades) > 0 and len(line.steps) > 3


def _opposition(line: SolutionLine) -> bool:
    """Whether the opponent has to give way although no reply captures."""
    return bool(line.reply_steps()) and not any(step.capture_count for step in line.reply_steps())


def _blockade(line: SolutionLine) -> bool:
    """Whether the opponent ends with pieces but no move."""
    if not line.steps or line.match.outcome is None:
        return False
    board = line.match.position.board
    return bool(board.white) and bool(board.black)


def _holding_back(line: SolutionLine) -> bool:
    """Whether the first move gains far less at once than another move would."""
    game, start = line.puzzle.rules, line.match.origin
    leads = [_lead(line, game.play(start, move)) for move in game.moves(start)]
    return not line.steps and max(leads) - _lead(line, line.match.plies[0].position) >= HELD


def _comeback(line: SolutionLine) -> bool:
    """Whether the solver wins from a position in which they are visibly behind."""
    return not line.steps and _lead(line, line.match.origin) < 0


def _no_answer(line: SolutionLine) -> bool:
    """Whether the first move decides: there are several replies, and all lose."""
    if line.steps or len(line.puzzle.line) > 1:
        return False
    return len(line.match.moves()) >= FREE


def _lead(line: SolutionLine, position: Any) -> int:
    """Return how far the solver is visibly ahead, 0 if nothing is counted."""
    tally = line.puzzle.rules.tally(position)
    return tally[line.puzzle.solver] - tally[1 - line.puzzle.solver] if tally else 0


THEMES: Final[Mapping[str, Callable[[SolutionLine], bool]]] = MappingProxyType(
    {
        "shot": _shot,
        "long_capture": lambda line: any(step.capture_count >= LONG for step in line.solver_steps()),
        "sacrifice": lambda line: bool(line.steps) and line.puzzle.given >= 2 * MAN,
        "exchange": _exchange,
        "breakthrough": lambda line: any(step.crowns for step in line.solver_steps()),
        "king_hunt": lambda line: any(step.king_capture_count for step in line.solver_steps()),
        "lure": lambda line: any(step.crowns for step in line.reply_steps()),
        "quiet": lambda line: any(not step.capture_count for step in line.solver_steps()[1:]),
        "opposition": _opposition,
        "blockade": _blockade,
        "ending": lambda line: line.match.outcome is not None,
        "no_answer": _no_answer,
        "holding_back": _holding_back,
        "comeback": _comeback,
    }
)
"""Every theme by its code, in the order in which they are named."""


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the codes of a puzzle's themes."""
    match = puzzle.match_after(len(puzzle.line))
    line = SolutionLine(puzzle, match, () if puzzle.game in SOLVERS else _steps(puzzle, match))
    return tuple(code for code, has in THEMES.items() if has(line))


def estimate_difficulty(puzzle: Puzzle, themes: tuple[str, ...]) -> int:
    """Return a puzzle's estimated difficulty as a rating, before any attempt."""
    moves = len(puzzle.line) // 2
    choices = min(len(puzzle.match_after(0).moves()), CROWDED)
    found = HARDER["stars"] * (puzzle.stars - 1) + HARDER["moves"] * moves + HARDER["choices"] * choices
    return EASIEST + found + sum(BY_THEME.get(theme, 0) for theme in themes)


def add_traits(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its themes and its difficulty determined again."""
    themes = themes_of(puzzle)
    return replace(puzzle, themes=themes, points=estimate_difficulty(puzzle, themes))


def _steps(puzzle: Puzzle, match: Match) -> tuple[SolutionStep, ...]:
    """Return the effects of each move of a checkers line."""
    steps: list[SolutionStep] = []
    here = match.origin
    for ply in match.plies:
        move, own = puzzle.rules.read(here, ply.text), ply.seat == puzzle.solver
        kings = _kings(here, 1 - ply.seat) - _kings(ply.position, 1 - ply.seat)
        steps.append(SolutionStep(own, len(move.captured), kings, move.promotes))
        here = ply.position
    return tuple(steps)


def _kings(position: Position, seat: Seat) -> int:
    """Return the number of kings that a side has."""
    board = position.board
    own = board.white if position.seat(WHITE) == seat else board.black
    return (own & board.kings).bit_count()
