"""Analysis of a finished match: chances after each move, accuracy, turning points.

Pure: an analysis yields the positions that it wants looked at and is sent the findings, so that the
caller decides where the looking is done. Each move is judged by what its player could know.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from engines.accuracy import SeatLosses, scale_of
from engines.binar.score_table import KINDS
from engines.binar.states import kind_of
from engines.choose import PLAYERS
from engines.lessons import Variation, lesson
from engines.player import Assessment, Ending
from engines.review import MUCH, WON, PositionQuery, Review, of_seat
from rules.game import Options, Outcome, Seat
from rules.match import Match
from words import Phrase

PLIES: Final = 6
"""A match of fewer tells nothing."""
POINTS: Final = 3
"""Turning points at most."""
ROUNDS: Final = 12
"""The most deeper looks, each farther back, for the move that lost a match."""


Thirds = tuple[int, int, int]
"""A number for the beginning, the middle and the end of a match."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost much.

    It has the number of its ply from 1, the seat that made it, and the mover's chance before it and
    after it. `played` begins with that move and goes on as the search would, `better` is what the
    search would have played; `lesson` says what the move did wrong. The better move wins for sure if it
    `won`, and after the move that was made the game is lost for sure if it `lost`. `endings` are what
    tables say of the positions before the move, with its player to move, and after it, with the other;
    `None` if they know neither.
    """

    ply: int
    seat: Seat
    before: int
    after: int
    played: Variation
    better: Variation
    lesson: Phrase
    won: bool
    lost: bool
    endings: tuple[Ending | None, Ending | None] = (None, None)


@dataclass(frozen=True, slots=True)
class AnalysisReport:
    """The result of an analysis.

    `chances` are seat 0's before the first move and after each, in thousandths, draws half. `played` is
    what each seat lost and had at stake, and `accuracy` follows from it, in hundredths; `None` for one
    that never had a choice. `points` are in the order of the match. `lost` is what each seat's moves
    lost in each third of the match, in thousandths, and `worst` each seat's own move that lost most,
    `None` if none lost much. `deciding_third` is the third, from 0, in which the winner's chance rose for
    good; it is `None` for a draw, with hidden cards and if looks see only ends. `stretch` is the plies,
    from 1, of the first and the last of the loser's moves among which is the one that lost; they are
    the same if that is known.
    """

    chances: tuple[int, ...]
    played: tuple[SeatLosses | None, SeatLosses | None]
    accuracy: tuple[int | None, int | None]
    points: tuple[TurningPoint, ...]
    lost: tuple[Thirds, Thirds] = ((0, 0, 0), (0, 0, 0))
    worst: tuple[TurningPoint | None, TurningPoint | None] = (None, None)
    decided: int | None = None
    stretch: tuple[int, int] | None = None


AnalysisSteps = Generator[list[PositionQuery], list[Assessment], AnalysisReport]
"""Yields positions to look at, is sent the findings in order, returns the report."""


def look(asked: PositionQuery, options: Options, part: int = 1) -> Assessment:
    """Have the game's player assess a position with one `part` of its usual effort."""
    return PLAYERS[asked.what.game.key].look(asked.what, options, asked.made, effort=asked.times / part)


def sees_only_ends(match: Match) -> bool:
    """Whether looks at a match see only near ends and take all else for even."""
    return match.game.key == "binar" and kind_of(match.origin) not in KINDS


def at_once(match: Match, part: int = 1) -> AnalysisReport:
    """Return the report on a match, all looked at here.

    It spends one `part` of the usual effort.
    """
    work = analyse(match)
    asked = next(work)
    while True:
        try:
            asked = work.send([look(each, match.options, part) for each in asked])
        except StopIteration as done:
            report: AnalysisReport = done.value
            return report


def analyse(match: Match) -> AnalysisSteps:
    """Analyse a match that has at least one move."""
    review = Review(match)
    yield from review.first_look()
    for _ in range(ROUNDS):
        if not (yield from review.look_back(review.loser())):
            break
    review.settle(review.loser())
    turns, worst = (
        _turns(review, review.loser()),
        [_worst(review, seat) for seat in (0, 1)],
    )
    points: dict[int | None, TurningPoint] = {}
    for i in sorted({i for i in (*turns, *worst) if i is not None}):
        points[i] = yield from _turning_point(review, i)
    both = review.sum_losses(0), review.sum_losses(1)
    scale = scale_of(review.game.key, match.options)
    first, second = (None if played is None else scale.accuracy(played) for played in both)
    thirds = _by_third(review, 0), _by_third(review, 1)
    curve = review.curve()
    return AnalysisReport(
        tuple(curve),
        both,
        (first, second),
        tuple(points[i] for i in turns),
        thirds,
        (points.get(worst[0]), points.get(worst[1])),
        None if match.game.hidden or sees_only_ends(match) else deciding_third(curve, match.outcome),
        review.stretch and (review.stretch[0] + 1, review.stretch[1] + 1),
    )


def _turning_point(review: Review, i: int) -> Generator[list[PositionQuery], list[Assessment], TurningPoint]:
    """Build the turning point of the move at place `i`: what it did wrong."""
    played, better = yield from review.lines(i)
    seat, (before, after) = review.seats[i], review.before_and_after(i)
    won, lost = review.sure_before_and_after(i)
    told = lesson(review.game, review.positions[i], seat, played, better, won=won, lost=lost)
    return TurningPoint(i + 1, seat, before, after, played, better, told, won, lost, review.endings(i))


def _worst(review: Review, seat: Seat) -> int | None:
    """Return the place of a seat's move that lost most, `None` if none lost much.

    The other seat's losses do not count: they may depend on what this one could not see.
    """
    lost = {i: lost for i, lost in review.losses.items() if review.seats[i] == seat and lost >= MUCH}
    return max(lost, key=lambda i: (lost[i], -i), default=None)


def _by_third(review: Review, seat: Seat) -> Thirds:
    """Return the losses of a seat's moves in each third of a match."""
    found = [0, 0, 0]
    for i, lost in review.losses.items():
        if review.seats[i] == seat:
            found[3 * i // review.last] += lost
    return found[0], found[1], found[2]


def deciding_third(curve: Sequence[int], outcome: Outcome | None) -> int | None:
    """Return the third of a match in which it was decided, from 0.

    Return `None` if no seat won. It is that of the last move before which its winner was not clearly
    ahead by the chances of seat 0. A match that was not decided on the board, but by a resignation or
    the clock, was decided at its end.

    >>> won = Outcome(0, "last_piece")
    >>> curves = ((500, 900, 900, 1000), (500, 900, 700, 1000), (500, 500, 500, 500))
    >>> [deciding_third(curve, won) for curve in curves]
    [0, 2, 2]
    """
    if outcome is None or outcome.winner is None:
        return None
    last = len(curve) - 1
    unclear = (i for i in range(last, -1, -1) if of_seat(outcome.winner, curve[i]) < WON)
    return min(2, 3 * next(unclear, 0) // last)


def _turns(review: Review, loser: Seat | None) -> list[int]:
    """Return the places of the moves that turned a match, in match order.

    They include the move that lost the match, if a single move did. Otherwise they include one of the
    loser's moves, if any of these lost something.
    """
    losses = review.losses
    ranked = sorted(losses, key=lambda i: (-losses[i], i))
    worst = [i for i in ranked if losses[i] >= MUCH][:POINTS]
    wanted = [review.lost_by] if review.lost_by in losses else [i for i in ranked if review.seats[i] == loser]
    if wanted and not any(i in wanted for i in worst):
        worst = [*worst[: POINTS - 1], *wanted[:1]]
    return sorted(worst)
