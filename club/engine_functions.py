"""The functions by which the club asks the engines."""

from dataclasses import dataclass
from typing import Final

from club.learning.exercise_maker import Practise, practise_in_thread
from club.play.after.analysis import StudyLook, assess_in_thread
from club.play.course.thinking import Think, think_in_thread
from club.puzzles.mining import PuzzleSearch, search_in_thread


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFunctions:
    """The functions by which the club asks the engines; by default on threads.

    `think` chooses moves and `look` analyses positions, each for up to `max_questions` questions at a time.
    `seek` finds puzzles and `practise` finds exercises, one at a time.
    """

    think: Think = think_in_thread
    look: StudyLook = assess_in_thread
    seek: PuzzleSearch = search_in_thread
    practise: Practise = practise_in_thread
    max_questions: int = 1


ON_THREADS: Final = EngineFunctions()
"""Those of a club without worker processes."""
