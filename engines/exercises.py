"""Exercises: turning points of a finished match, as positions to solve again.

Each has one clearly best move. If cards are hidden, an exercise is made only of what its player had
been shown: the position is their view, whose unseen cards are dealt anew for each solver, and the
best move is the best against all hands that the other may have held.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from engines.analysis import AnalysisReport, TurningPoint, at_once, look
from engines.chances import EVEN, WHOLE, curve_of
from engines.choose import PLAYERS
from engines.lessons import Variation, lesson
from engines.observation import Observation, Views, observe, seen_in
from engines.one_zero_one.player import LOOKED, OneZeroOnePlayer
from engines.puzzles.generation import alone, write_position
from engines.puzzles.match_hunt import options_of
from engines.puzzles.puzzle import Puzzle, read_puzzle
from engines.review import WON, PositionQuery
from engines.squares.player import DeepPlayer
from rules.checkers.position import Position
from rules.game import AnyGame, Options, Seat
from rules.match import Match, move_numbers
from words import Phrase

DEEPER: Final = 10
"""Factor of a report's look spent on the position after each candidate best move."""
CLEAR: Final = 120
"""Thousandths of the chance to win by which the best move leads every other.

That is about a man of checkers.
"""
CLEAR_ON_SQUARES: Final = 250
"""Thousandths of the chance to win by which the best move leads, on square boards.

It applies to the open games, whose looks change their minds by more as they go deeper.
"""
STARS: Final = 1
"""Stars of an exercise: none, because no one knows how hard its position is.

The position is one in which a player went wrong.
"""


@dataclass(frozen=True)
class Exercise:
    """A turning point as a puzzle of one move, for the player of `seat`.

    The move was number `number` as players count. `played` and `better` are the lines after the move
    that was made and after the better one, as written; `won` and `lost` are as in a `TurningPoint`.
    """

    puzzle: Puzzle
    seat: Seat
    number: int
    played: tuple[str, ...]
    better: tuple[str, ...]
    won: bool
    lost: bool

    @cached_property
    def lines(self) -> tuple[Variation, Variation]:
        """The lines after the move that was made and after the better one, replayed."""
        start = self.puzzle.after(0)
        return _replay_line(start, self.played), _replay_line(start, self.better)

    @cached_property
    def lesson(self) -> Phrase:
        """The lesson: what was wrong with the move that was made."""
        start = self.puzzle.after(0)
        played, better = self.lines
        return lesson(
            start.game, start.position, self.puzzle.solver, played, better, won=self.won, lost=self.lost
        )

    def write(self) -> str:
        """Return the exercise as one line of text, to be read with the key of its game."""
        rest = [self.seat, self.number, self.played, self.better, self.won, self.lost]
        return json.dumps([self.puzzle.write(), *rest], separators=(",", ":"))


def read_exercise(game: str, text: str) -> Exercise:
    """Parse an exercise from a line of text."""
    puzzle, seat, number, played, better, won, lost = json.loads(text)
    return Exercise(read_puzzle(game, puzzle), seat, number, tuple(played), tuple(better), won, lost)


def exercises_in(match: Match, number: int, seats: Collection[Seat]) -> tuple[Exercise, ...]:
    """Return a finished match's exercises for these seats; `number` is the match's."""
    return exercises_of(at_once(match), match, number, seats)


def exercises_of(
    report: AnalysisReport, match: Match, number: int, seats: Collection[Seat]
) -> tuple[Exercise, ...]:
    """Return the exercises in a match, selected by its report.

    In a game with hidden information this is the worst move of each seat, because the turning points
    depend on the hands of both.
    """
    turns = report.worst if match.game.hidden else report.points
    points = [point for point in turns if point and point.seat in seats]
    made = (_exercise(match, point, number) for point in points)
    return tuple(each for each in made if each is not None)


def _exercise(match: Match, point: TurningPoint, number: int) -> Exercise | None:
    """Return a turning point as an exercise.

    Return `None` if no move, or another one, is clearly the best.
    """
    game, before = match.game, match.copy_at(point.ply - 1)
    position = alone(before.position) if isinstance(before.position, Position) else before.position
    best = point.better.written[0]
    apart = CLEAR_ON_SQUARES if isinstance(PLAYERS[game.key], DeepPlayer) else CLEAR
    if game.hidden:
        what = observe(before, point.seat)
        move, at = clearly_best_unseen(what, match.options, DEEPER, apart), game.show(what.last)
        found = None if move is None else game.write(before.position, move)
    else:
        found = clearly_best(game, position, match.options, DEEPER, apart)
        at = write_position(game, position)
    if found != best:
        return None
    puzzle = Puzzle(game.key, options_of(game, match.options), at, (best,), 0, STARS, number)
    return Exercise(
        puzzle,
        point.seat,
        move_numbers(match.plies)[point.ply - 1],
        tuple(point.played.written),
        tuple(point.better.written),
        point.won,
        point.lost,
    )


def clearly_best(game: AnyGame, position: Any, options: Options, times: int, apart: int) -> str | None:
    """Return the move, as written, that is far better than every other.

    It is better by `apart` thousandths. Return `None` if there is none, if another move wins too, or if
    the position is as good as lost. The positions after all moves are looked at, and those after the
    ones that may be best with `times` times the effort. Moves that seem twice as far behind at the
    first look are left out.
    """
    seat = game.turn(position)
    assert seat is not None  # it is open
    rough = [(_chance(game, position, move, seat, options, 1), move) for move in game.moves(position)]
    rough.sort(key=lambda each: -each[0])
    found: list[tuple[int, Any]] = []
    for chance, move in rough:
        if found and chance < found[0][0] - 2 * apart:
            break
        found.append((_chance(game, position, move, seat, options, times), move))
        found.sort(key=lambda each: -each[0])
    (best, move), *others = found
    if len(rough) < 2 or best <= WHOLE - WON or any(best - each < apart or each >= WON for each, _ in others):
        return None
    return str(game.write(position, move))


def clearly_best_unseen(what: Observation, options: Options, times: int, apart: int) -> Any | None:
    """Return the move that is far better than every other by the mover's view.

    It is better by `apart` thousandths. Each is judged by all hands that the other may hold, and
    `times` times the moves of a report's look are weighed. Return `None` if there is no such move, if
    another wins too, if the position is as good as lost, or if the game's player does not judge by
    hands.
    """
    player = PLAYERS[what.game.key]
    if not isinstance(player, OneZeroOnePlayer) or not isinstance(what, Views):
        return None
    chance = curve_of(what.game.key, options.get("size")).chance
    found = [(chance(worth), move) for worth, move in player.weigh(what, options, times * LOOKED)]
    if len(found) < 2 or found[0][0] <= WHOLE - WON or found[1][0] > min(found[0][0] - apart, WON - 1):
        return None
    return found[0][1]


def _chance(game: AnyGame, position: Any, move: Any, seat: Seat, options: Options, times: int) -> int:
    """Return a seat's winning chance after a move, in thousandths; a draw counts half."""
    after = game.play(position, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return EVEN if outcome.winner is None else WHOLE if outcome.winner == seat else 0
    turn = game.turn(after)
    assert turn is not None  # it is open
    found = look(PositionQuery(seen_in(game, [after], turn), times=times), options)
    chance = curve_of(game.key, options.get("size")).chance(found.worth)
    return chance if turn == seat else WHOLE - chance


def _replay_line(start: Match, texts: Sequence[str]) -> Variation:
    """Replay a line from where it began."""
    match, line = start.copy(), Variation()
    for text in texts:
        ply = match.play(text)
        line.moves.append(ply.said)
        line.written.append(ply.text)
        line.positions.append(ply.position)
    return line
