"""Exercises: turning points of a finished match, as positions to solve again.

Each has one clearly best move. If cards are hidden, an exercise contains only what its player had
been shown: the position is their view, its unseen cards are dealt anew for each solver, and the
best move is the best against all hands that the opponent may have held.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from engines.analysis import AnalysisReport, TurningPoint, assess_position, is_judged, run_analysis
from engines.chances import EVEN_CHANCE, FULL_CHANCE, curve_of
from engines.choose import PLAYERS
from engines.lessons import Variation, lesson_on_move
from engines.observation import HiddenGameObservation, Observation, observe, observe_positions
from engines.one_zero_one.player import LOOK_MOVES, OneZeroOnePlayer
from engines.puzzles.generation import dump_position, strip_history
from engines.puzzles.match_hunt import changed_options
from engines.puzzles.puzzle import Puzzle, parse_puzzle
from engines.review import WINNING_CHANCE, PositionQuery
from engines.squares.player import DeepPlayer
from rules.checkers.position import Position
from rules.game import AnyGame, Options, Seat
from rules.match import Match, move_numbers
from words import Phrase

CANDIDATE_EFFORT: Final = 10
"""Factor of a report's look spent on the position after each candidate best move."""
CLEAR_LEAD: Final = 120
"""Thousandths of the chance to win by which the best move leads every other.

That is about a man of checkers.
"""
CLEAR_LEAD_ON_SQUARES: Final = 250
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

    `move_number` is the number of the move as players count. `played_line` and `better_line` are the
    lines after the move that was made and after the better one, in notation. `better_wins` and
    `played_loses` mean the same as in a `TurningPoint`.
    """

    puzzle: Puzzle
    seat: Seat
    move_number: int
    played_line: tuple[str, ...]
    better_line: tuple[str, ...]
    better_wins: bool
    played_loses: bool

    @cached_property
    def lines(self) -> tuple[Variation, Variation]:
        """The lines after the move that was made and after the better one, replayed."""
        start = self.puzzle.match_after(0)
        return _replay_line(start, self.played_line), _replay_line(start, self.better_line)

    @cached_property
    def lesson(self) -> Phrase:
        """The lesson: what was wrong with the move that was made."""
        start = self.puzzle.match_after(0)
        played, better = self.lines
        return lesson_on_move(
            start.game,
            start.position,
            self.puzzle.solver,
            played,
            better,
            better_wins=self.better_wins,
            played_loses=self.played_loses,
        )

    def to_line(self) -> str:
        """Serialise the exercise to one line of text, without the key of its game."""
        rest = [
            self.seat,
            self.move_number,
            self.played_line,
            self.better_line,
            self.better_wins,
            self.played_loses,
        ]
        return json.dumps([self.puzzle.to_line(), *rest], separators=(",", ":"))


def parse_exercise(game: str, text: str) -> Exercise:
    """Parse an exercise of a game from a line of text."""
    puzzle, seat, number, played, better, won, lost = json.loads(text)
    return Exercise(parse_puzzle(game, puzzle), seat, number, tuple(played), tuple(better), won, lost)


def find_exercises(match: Match, match_number: int, seats: Collection[Seat]) -> tuple[Exercise, ...]:
    """Analyse a finished match and return its exercises for these seats."""
    if not is_judged(match.options):
        return ()
    return exercises_from_report(run_analysis(match), match, match_number, seats)


def exercises_from_report(
    report: AnalysisReport, match: Match, match_number: int, seats: Collection[Seat]
) -> tuple[Exercise, ...]:
    """Return the exercises in a match, selected by the report on it.

    In a game with hidden information they are the worst move of each seat, because the turning points
    depend on the hands of both. A match whose moves are not judged has none.
    """
    if not is_judged(match.options):
        return ()
    turns = report.worst_moves if match.game.hidden else report.turning_points
    points = [point for point in turns if point and point.seat in seats]
    made = (_exercise(match, point, match_number) for point in points)
    return tuple(each for each in made if each is not None)


def _exercise(match: Match, point: TurningPoint, number: int) -> Exercise | None:
    """Return a turning point as an exercise.

    Return `None` if no move, or another one, is clearly the best.
    """
    game, before = match.game, match.copy_at(point.ply - 1)
    position = strip_history(before.position) if isinstance(before.position, Position) else before.position
    best = point.better_line.notations[0]
    apart = CLEAR_LEAD_ON_SQUARES if isinstance(PLAYERS[game.key], DeepPlayer) else CLEAR_LEAD
    if game.hidden:
        what = observe(before, point.seat)
        move, at = (
            find_clearly_best_by_view(what, match.options, CANDIDATE_EFFORT, apart),
            game.show(what.current_view),
        )
        found = None if move is None else game.write(before.position, move)
    else:
        found = find_clearly_best(game, position, match.options, CANDIDATE_EFFORT, apart)
        at = dump_position(game, position)
    if found != best:
        return None
    puzzle = Puzzle(game.key, changed_options(game, match.options), at, (best,), 0, STARS, number)
    return Exercise(
        puzzle,
        point.seat,
        move_numbers(match.plies)[point.ply - 1],
        tuple(point.played_line.notations),
        tuple(point.better_line.notations),
        point.better_wins,
        point.played_loses,
    )


def find_clearly_best(game: AnyGame, position: Any, options: Options, effort: int, margin: int) -> str | None:
    """Return the notation of the move that is far better than every other.

    It must lead by `margin` thousandths of the chance to win. Return `None` if no move does, if another
    move wins too, or if the position is as good as lost. The positions after all moves are assessed
    with the usual effort, and those after promising moves again with `effort` times as much. Moves that
    seem twice as far behind at first are left out.
    """
    seat = game.turn(position)
    assert seat is not None  # it is open
    rough = [(_chance(game, position, move, seat, options, 1), move) for move in game.moves(position)]
    rough.sort(key=lambda each: -each[0])
    found: list[tuple[int, Any]] = []
    for chance, move in rough:
        if found and chance < found[0][0] - 2 * margin:
            break
        found.append((_chance(game, position, move, seat, options, effort), move))
        found.sort(key=lambda each: -each[0])
    (best, move), *others = found
    if (
        len(rough) < 2
        or best <= FULL_CHANCE - WINNING_CHANCE
        or any(best - each < margin or each >= WINNING_CHANCE for each, _ in others)
    ):
        return None
    return str(game.write(position, move))


def find_clearly_best_by_view(
    observation: Observation, options: Options, effort: int, margin: int
) -> Any | None:
    """Return the move that is far better than every other by the mover's view.

    It must lead by `margin` thousandths of the chance to win. Each move is judged against all hands
    that the opponent may hold, and `effort` times as many moves as usual are judged. Return `None` if
    no move leads so clearly, if another move wins too, if the position is as good as lost, or if the
    game's player does not judge by hands.
    """
    player = PLAYERS[observation.game.key]
    if not isinstance(player, OneZeroOnePlayer) or not isinstance(observation, HiddenGameObservation):
        return None
    chance = curve_of(observation.game.key, options.get("size")).chance
    found = [
        (chance(worth), move)
        for worth, move in player.rate_best_moves(observation, options, effort * LOOK_MOVES)
    ]
    if (
        len(found) < 2
        or found[0][0] <= FULL_CHANCE - WINNING_CHANCE
        or found[1][0] > min(found[0][0] - margin, WINNING_CHANCE - 1)
    ):
        return None
    return found[0][1]


def _chance(game: AnyGame, position: Any, move: Any, seat: Seat, options: Options, times: int) -> int:
    """Return a seat's winning chance after a move, in thousandths; a draw counts half."""
    after = game.play(position, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return EVEN_CHANCE if outcome.winner is None else FULL_CHANCE if outcome.winner == seat else 0
    turn = game.turn(after)
    assert turn is not None  # it is open
    found = assess_position(PositionQuery(observe_positions(game, [after], turn), effort=times), options)
    chance = curve_of(game.key, options.get("size")).chance(found.worth)
    return chance if turn == seat else FULL_CHANCE - chance


def _replay_line(start: Match, texts: Sequence[str]) -> Variation:
    """Replay a line from where it began."""
    match, line = start.copy(), Variation()
    for text in texts:
        ply = match.play(text)
        line.moves.append(ply.said)
        line.notations.append(ply.text)
        line.positions.append(ply.position)
    return line
