"""Messages between the bot and the worker processes that search.

Both ends are this program, so messages are pickled. Games and their move generators, of which each
process has its own, are pickled by name.
"""

import pickle
import struct
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from engines.analysis import assess_position, is_judged, run_analysis
from engines.appraisal import Appraisal, appraise
from engines.beginner_guide import choose_guide_move
from engines.choose import choose_move
from engines.exercises import Exercise, exercises_from_report
from engines.observation import Observation
from engines.player import Assessment, MoveChoice
from engines.puzzles.match_hunt import find_match_puzzle
from engines.puzzles.puzzle import Puzzle
from engines.review import PositionQuery
from rules.catalogue import GAMES
from rules.checkers.moves import Generator, generator
from rules.game import AnyGame, Game, Options, Seat
from rules.match import Match

LENGTH: Final = struct.Struct(">I")
"""Each message is preceded by how many bytes it has."""
READY: Final = LENGTH.pack(0)
"""What the process that thinks sends first, once it has loaded what it needs."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A request for a move at a level, or of the guide without one.

    `observation` is what the seat to move has seen, and `divisor` divides the level's node limit.
    """

    observation: Observation
    options: Options
    level: int | None
    seed: int
    divisor: int = 1


@dataclass(frozen=True, slots=True)
class StudyRequest:
    """A request to assess positions of one match.

    `divisor` divides the usual effort.
    """

    queries: tuple[PositionQuery, ...]
    options: Options
    divisor: int = 1


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """A request to search a finished match for a puzzle.

    `positions` are all of its positions from the first on, with every hand open.
    """

    game: AnyGame
    options: Options
    positions: tuple[Any, ...]
    match_number: int


@dataclass(frozen=True, slots=True)
class PracticeRequest:
    """A request for the exercises and appraisals of a finished match.

    `seats` are those to find exercises for; the play of both seats is appraised.
    """

    match: Match
    match_number: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PracticeResult:
    """The exercises that were asked for, and an appraisal of each seat's play."""

    exercises: tuple[Exercise, ...] = ()
    appraisals: tuple[Appraisal, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkerFailure:
    """The answer if a request raised an exception of the type `error_name`.

    The exception's text is not passed on, because it may name a hidden card.
    """

    error_name: str


WorkerRequest = MoveRequest | StudyRequest | PuzzleRequest | PracticeRequest
"""What a process can be asked."""
WorkerAnswer = MoveChoice | tuple[Assessment, ...] | Puzzle | PracticeResult | WorkerFailure | None
"""What it answers."""
WorkerMessage = WorkerRequest | WorkerAnswer


def answer_study_request(request: StudyRequest) -> tuple[Assessment, ...]:
    """Assess each of the requested positions."""
    return tuple(assess_position(asked, request.options, request.divisor) for asked in request.queries)


def answer_move_request(request: MoveRequest) -> MoveChoice:
    """Return the move that the requested level or the guide chooses."""
    if request.level is None:
        return choose_guide_move(request.observation, request.seed)
    return choose_move(
        request.observation, request.options, request.level, request.seed, divisor=request.divisor
    )


def answer_puzzle_request(request: PuzzleRequest) -> Puzzle | None:
    """Return the puzzle found in a match, if there is one."""
    return find_match_puzzle(request.game, request.options, request.positions, request.match_number)


def answer_practice_request(request: PracticeRequest) -> PracticeResult:
    """Return the exercises of a match and the appraisals of both seats.

    There is neither if the moves of such a match are not judged.
    """
    if not is_judged(request.match.options):
        return PracticeResult()
    report = run_analysis(request.match)
    found = exercises_from_report(report, request.match, request.match_number, request.seats)
    return PracticeResult(found, (appraise(report, 0), appraise(report, 1)))


def pack_message(value: WorkerMessage) -> bytes:
    """Serialise a message to bytes, preceded by its length."""
    written = BytesIO()
    _Pickler(written).dump(value)
    return LENGTH.pack(written.tell()) + written.getvalue()


def unpack_message(message: bytes) -> Any:
    """Deserialise a message, given without its length.

    The message must come from a process of our own.
    """
    return pickle.loads(message)


class _Pickler(pickle.Pickler):
    """Pickles by name the values of which every process has its own."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, Game):
            return _game, (value.key,)
        if isinstance(value, Generator):
            return generator, (value.ruleset,)
        return NotImplemented


def _game(key: str) -> AnyGame:
    return GAMES[key]
