"""What a finished match was like: the chance to win after each move, how well both played, and where it turned.

Pure: an analysis yields the positions that it wants to be looked at and is sent what was found, so that whoever runs it
decides where the looking is done. Each move is judged by what its player could know.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engines.accuracy import Played, scale_of
from engines.binar.states import kind_of
from engines.binar.table import KINDS
from engines.chances import WHOLE
from engines.choose import PLAYERS
from engines.course import DEEPER, Asked, Course, Line, of_seat
from engines.lessons import lesson
from engines.player import Look
from rules.game import Options, Seat
from rules.match import Match
from words import Said

PLIES: Final = 6
"""A match of fewer tells nothing."""
POINTS: Final = 3
"""Turning points at most."""
TURNS: Final = 60
"""The loss of chance, in thousandths, from which on a move can be a turning point."""
ROUNDS: Final = 3
"""Rounds at most in which one looks deeper where looks contradict each other."""
DEEPEST: Final = (DEEPER, DEEPER, 3 * DEEPER)
"""The effort of each round more, for a loser of whom no loss is known."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost much: the number of its ply from 1, who made it, and their chance before it and after it.

    `played` begins with that move and goes on as the search would, `better` is what the search would have played;
    `lesson` says what the move did wrong.
    """

    ply: int
    seat: Seat
    before: int
    after: int
    played: Line
    better: Line
    lesson: Said


@dataclass(frozen=True, slots=True)
class Report:
    """What a match was like: seat 0's `chances` before the first move and after each, in thousandths, draws half.

    `accuracy` is in hundredths by seat, and `played` what it follows from; `None` for one that never had a choice.
    `points` are in the order of the match.
    """

    chances: tuple[int, ...]
    played: tuple[Played | None, Played | None]
    accuracy: tuple[int | None, int | None]
    points: tuple[TurningPoint, ...]


Analysis = Generator[list[Asked], list[Look], Report]
"""Yields what is to be looked at, is sent what was found in the same order, and returns the report."""


def look(asked: Asked, options: Options, part: int = 1) -> Look:
    """Return what the player of the game finds with one `part` of its usual effort."""
    return PLAYERS[asked.what.game.key].look(asked.what, options, asked.made, part=part, times=asked.times)


def sees_only_ends(match: Match) -> bool:
    """Return whether looks at a match see who wins only near the end, and take all else for even."""
    return match.game.key == "binar" and kind_of(match.origin) not in KINDS


def at_once(match: Match, part: int = 1) -> Report:
    """Return the report on a match, all looked at here with one `part` of the usual effort."""
    work = analyse(match)
    asked = next(work)
    while True:
        try:
            asked = work.send([look(each, match.options, part) for each in asked])
        except StopIteration as done:
            report: Report = done.value
            return report


def analyse(match: Match) -> Analysis:
    """Analyse a match with at least one move."""
    course = Course(match)
    yield from course.look(course.open)
    losses = yield from course.losses()
    for _ in range(ROUNDS):
        if not (doubtful := course.doubtful(losses)):
            break
        yield from course.look(doubtful, DEEPER)
        losses = yield from course.losses()
    loser = course.loser()
    for times in DEEPEST:
        if loser is None or any(course.seats[i] == loser for i in losses):
            break
        yield from course.look(course.falls(loser, times), times)
        losses = yield from course.losses()
    chances = course.curve(losses)
    points = []
    for i in _worst(losses, course.seats, loser):
        played, better = yield from course.lines(i)
        seat = course.seats[i]
        after = of_seat(seat, chances[i] if course.game.hidden else chances[i + 1])
        after = after - losses[i] if course.game.hidden else after
        before = min(WHOLE, after + losses[i])
        told = lesson(course.game, course.positions[i], seat, before, after, played, better)
        points.append(TurningPoint(i + 1, seat, before, after, played, better, told))
    both = course.played(0, losses), course.played(1, losses)
    scale = scale_of(course.game.key, course.options)
    first, second = (None if played is None else scale.accuracy(played) for played in both)
    return Report(tuple(chances), both, (first, second), tuple(points))


def _worst(losses: Mapping[int, int], seats: Sequence[Seat], loser: Seat | None) -> list[int]:
    """Return the plies of the moves that turned a match, in its order; one of them is the loser's if they lost it."""
    ranked = sorted(losses, key=lambda i: (-losses[i], i))
    worst = [i for i in ranked if losses[i] >= TURNS][:POINTS]
    if loser is not None and not any(seats[i] == loser for i in worst):
        worst = [*worst[: POINTS - 1], *[i for i in ranked if seats[i] == loser][:1]]
    return sorted(worst)
