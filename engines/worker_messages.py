"""Messages between the caller that asks for a move and the process that thinks.

Both are this program, so messages are pickled; games and the finders of their moves, of which each
process has its own, pass by their names.
"""

import pickle
import struct
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from engines.analysis import at_once, look
from engines.appraisal import Appraisal, appraise
from engines.choose import choose
from engines.exercises import Exercise, exercises_of
from engines.observation import Observation
from engines.player import Assessment, Choice
from engines.puzzles.match_hunt import puzzle_in
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
class MoveQuestion:
    """A request for a move.

    It has what the seat to move has seen, options, level, seed, and the part of the nodes.
    """

    what: Observation
    options: Options
    level: int
    seed: int
    part: int = 1


@dataclass(frozen=True, slots=True)
class Study:
    """A request to look at positions of one match, with a `part` of the usual effort."""

    asked: tuple[PositionQuery, ...]
    options: Options
    part: int = 1


@dataclass(frozen=True, slots=True)
class PuzzleHunt:
    """A request to search a finished match for a puzzle.

    Its positions are given from the first on, with every hand.
    """

    game: AnyGame
    options: Options
    positions: tuple[Any, ...]
    match: int


@dataclass(frozen=True, slots=True)
class Practice:
    """A request to review a finished match.

    It has the match, its number, and the seats to find exercises for; both seats' play is judged.
    """

    match: Match
    number: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PracticeResult:
    """The findings in a match: the exercises of the seats asked, and each seat's play."""

    exercises: tuple[Exercise, ...] = ()
    appraisals: tuple[Appraisal, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """The answer if the player raised `fault`, in place of a choice.

    Its text stays where it was raised, because it may name a card.
    """

    fault: str


Asking = MoveQuestion | Study | PuzzleHunt | Practice
"""What a process can be asked."""
WorkerAnswer = Choice | tuple[Assessment, ...] | Puzzle | PracticeResult | Failure | None
"""What it answers."""
WorkerMessage = Asking | WorkerAnswer


def answer_study(study: Study) -> tuple[Assessment, ...]:
    """Look at each of the positions of a study."""
    return tuple(look(asked, study.options, study.part) for asked in study.asked)


def answer_question(question: MoveQuestion) -> Choice:
    """Return the move choice of the player that the question is for."""
    return choose(question.what, question.options, question.level, question.seed, part=question.part)


def answer_hunt(hunt: PuzzleHunt) -> Puzzle | None:
    """Return the puzzle found in a match, if there is one."""
    return puzzle_in(hunt.game, hunt.options, hunt.positions, hunt.match)


def answer_practice(practice: Practice) -> PracticeResult:
    """Return the exercises of a match and how both have played."""
    report = at_once(practice.match)
    found = exercises_of(report, practice.match, practice.number, practice.seats)
    return PracticeResult(found, (appraise(report, 0), appraise(report, 1)))


def pack(value: WorkerMessage) -> bytes:
    """Return a message as bytes to send, with its length before it."""
    written = BytesIO()
    _Pickler(written).dump(value)
    return LENGTH.pack(written.tell()) + written.getvalue()


def unpack(message: bytes) -> Any:
    """Return the content of a message without its length.

    The message must come from a process of our own.
    """
    return pickle.loads(message)


class _Pickler(pickle.Pickler):
    """Pickles by name the values that every process has made for itself."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, Game):
            return _game, (value.key,)
        if isinstance(value, Generator):
            return generator, (value.ruleset,)
        return NotImplemented


def _game(key: str) -> AnyGame:
    return GAMES[key]
