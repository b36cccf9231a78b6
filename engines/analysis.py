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
from engines.choose import PLAYERS
from engines.lessons import Line, lesson
from engines.player import Assessment
from engines.review import MUCH, Asked, Review
from rules.game import Options, Seat
from rules.match import Match
from words import Said

PLIES: Final = 6
"""A match of fewer tells nothing."""
POINTS: Final = 3
"""Turning points at most."""
ROUNDS: Final = 12
"""How often at most one looks deeper, and farther back, for what a match was lost by."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost much: the number of its ply from 1, who made it, and their chance before it and after it.

    `played` begins with that move and goes on as the search would, `better` is what the search would have played;
    `lesson` says what the move did wrong. The better move wins for sure if it `won`, and after the one that was made
    the game is lost for sure if it `lost`.
    """

    ply: int
    seat: Seat
    before: int
    after: int
    played: Line
    better: Line
    lesson: Said
    won: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What a match was like: seat 0's `chances` before the first move and after each, in thousandths, draws half.

    `played` is what each seat lost and had at stake, and `accuracy` what follows from it, in hundredths; `None` for one
    that never had a choice. `points` are in the order of the match.
    """

    chances: tuple[int, ...]
    played: tuple[Played | None, Played | None]
    accuracy: tuple[int | None, int | None]
    points: tuple[TurningPoint, ...]


Analysis = Generator[list[Asked], list[Assessment], Report]
"""Yields what is to be looked at, is sent what was found in the same order, and returns the report."""


def look(asked: Asked, options: Options, part: int = 1) -> Assessment:
    """Return what the player of the game finds with one `part` of its usual effort."""
    return PLAYERS[asked.what.game.key].look(asked.what, options, asked.made, effort=asked.times / part)


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
    review = Review(match)
    yield from review.first_look()
    for _ in range(ROUNDS):
        if not (yield from review.look_back(review.loser())):
            break
    points = []
    for i in _turns(review.losses, review.seats, review.loser()):
        played, better = yield from review.lines(i)
        seat, (before, after) = review.seats[i], review.before_and_after(i)
        won, lost = review.sure_before_and_after(i)
        told = lesson(review.game, review.positions[i], seat, played, better, won=won, lost=lost)
        points.append(TurningPoint(i + 1, seat, before, after, played, better, told, won, lost))
    both = review.played(0), review.played(1)
    scale = scale_of(review.game.key, match.options)
    first, second = (None if played is None else scale.accuracy(played) for played in both)
    return Report(tuple(review.curve()), both, (first, second), tuple(points))


def _turns(losses: Mapping[int, int], seats: Sequence[Seat], loser: Seat | None) -> list[int]:
    """Return the places of the moves that turned a match, in its order; one is the loser's if they lost anything."""
    ranked = sorted(losses, key=lambda i: (-losses[i], i))
    worst = [i for i in ranked if losses[i] >= MUCH][:POINTS]
    if not any(seats[i] == loser for i in worst):
        worst = [*worst[: POINTS - 1], *[i for i in ranked if seats[i] == loser][:1]]
    return sorted(worst)
