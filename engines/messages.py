"""What passes between whoever asks for a move and the process that thinks about it.

Both are this program, so messages are pickled; games and the finders of their moves, of which each process has its own,
pass by their names.
"""

import pickle
import struct
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from engines.analysis import at_once, look
from engines.appraisal import Appraisal, appraised
from engines.choose import choose
from engines.exercises import Exercise, exercises_of
from engines.player import Assessment, Choice
from engines.puzzles.matches import puzzle_in
from engines.puzzles.puzzle import Puzzle
from engines.review import Asked
from engines.seen import Seen
from rules.catalogue import GAMES
from rules.checkers.moves import Generator, generator
from rules.game import AnyGame, Game, Options, Seat
from rules.match import Match

LENGTH: Final = struct.Struct(">I")
"""Each message is preceded by how many bytes it has."""
READY: Final = LENGTH.pack(0)
"""What the process that thinks sends first, once it has loaded what it needs."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a move is asked for: what the seat to move has seen, options, level, seed, and the part of the nodes."""

    what: Seen
    options: Options
    level: int
    seed: int
    part: int = 1


@dataclass(frozen=True, slots=True)
class Study:
    """Positions of one match that are to be looked at, with one `part` of the usual effort."""

    asked: tuple[Asked, ...]
    options: Options
    part: int = 1


@dataclass(frozen=True, slots=True)
class Hunt:
    """A finished match that is to be looked through for a puzzle: its positions from the first on, with every hand."""

    game: AnyGame
    options: Options
    positions: tuple[Any, ...]
    match: int


@dataclass(frozen=True, slots=True)
class Practice:
    """A finished match, by its number, that is to be looked through: how both played, and exercises of some seats."""

    match: Match
    number: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Practised:
    """What was found in a match: the exercises of the seats that were asked about, and how each seat has played."""

    exercises: tuple[Exercise, ...] = ()
    appraisals: tuple[Appraisal, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """In place of a choice: the player raised `fault`. Its text stays where it was raised, for it may name a card."""

    fault: str


Asking = Question | Study | Hunt | Practice
"""What a process can be asked."""
Answer = Choice | tuple[Assessment, ...] | Puzzle | Practised | Failure | None
"""What it answers."""
Message = Asking | Answer


def looked(study: Study) -> tuple[Assessment, ...]:
    """Return what there is to be seen in each of the positions."""
    return tuple(look(asked, study.options, study.part) for asked in study.asked)


def answered(question: Question) -> Choice:
    """Return the choice of the player that is asked."""
    return choose(question.what, question.options, question.level, question.seed, part=question.part)


def hunted(hunt: Hunt) -> Puzzle | None:
    """Return the puzzle of a match that has one."""
    return puzzle_in(hunt.game, hunt.options, hunt.positions, hunt.match)


def practised(practice: Practice) -> Practised:
    """Return what a match holds."""
    report = at_once(practice.match)
    found = exercises_of(report, practice.match, practice.number, practice.seats)
    return Practised(found, (appraised(report, 0), appraised(report, 1)))


def packed(value: Message) -> bytes:
    """Return a message as it passes, with its length before it."""
    written = BytesIO()
    _Pickler(written).dump(value)
    return LENGTH.pack(written.tell()) + written.getvalue()


def unpacked(message: bytes) -> Any:
    """Return what a message, without its length, says; it must come from a process of our own."""
    return pickle.loads(message)


class _Pickler(pickle.Pickler):
    """Writes the name of what every process has made for itself."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, Game):
            return _game, (value.key,)
        if isinstance(value, Generator):
            return generator, (value.ruleset,)
        return NotImplemented


def _game(key: str) -> AnyGame:
    return GAMES[key]
