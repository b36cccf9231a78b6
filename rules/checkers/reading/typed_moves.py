"""Moves typed in the forms that files have."""

import re
from typing import Final

from rules.checkers.moves import Board, Move
from rules.checkers.pdn.grammar import parse_games
from rules.checkers.pdn.lexer import Lexer
from rules.checkers.position import Position
from rules.checkers.reading.kinds import squares_by_name
from rules.checkers.reading.line_replay import Budget, LineReplay, OutOfBudgetError
from rules.checkers.reading.line_steps import line_steps

_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")


def find_typed_moves(position: Position, text: str) -> list[Move] | None:
    """Return the legal moves that a typed text means in a form that files have.

    `None` if it has no such form. For example `cd4`, `3228` or `1. c3-d4!`.
    """
    if _CONTROL.search(text):
        return None
    lexer = Lexer(text)
    game = next(parse_games(lexer))
    steps = line_steps(game, lexer.folded)
    if (
        game.tags
        or game.result is not None
        or game.fault
        or game.unread
        or not any(step.names for step in steps)
    ):
        return None
    if any(step.kind == "setup" for step in steps):
        return None
    gen = position.generator
    names = squares_by_name(gen)
    replay = LineReplay(
        gen,
        position.board,
        position.colour,
        position.first,
        names,
        Budget(1e6),
        _refuse_setup,
        position.streaks,
    )
    try:
        replay.run(steps)
    except OutOfBudgetError:
        return None
    if replay.fault and not replay.plies:
        return list(replay.fault.candidates)
    whole = len(replay.plies) == 1 and not replay.unread and not replay.fault
    return replay.plies if whole else None


def _refuse_setup(text: str) -> tuple[Board, int]:
    raise AssertionError(text)
