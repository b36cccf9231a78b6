"""Analysis of a finished match: chances, accuracy, turning points.

The analysis does no searching itself: it yields the positions that it needs assessed and is sent
the assessments, so that the caller decides where the searching is done. Each move is judged by what
its player could know.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from engines.accuracy import SeatLosses, accuracy_scale
from engines.binar.score_table import SOLVED_KINDS
from engines.binar.states import kind_of
from engines.choose import PLAYERS
from engines.lessons import Variation, lesson_on_move
from engines.player import Assessment, TablebaseResult
from engines.review import TURNING_LOSS, WINNING_CHANCE, PositionQuery, Review, chance_for_seat
from rules.checkers.rulesets import AIM
from rules.game import Options, Outcome, Seat
from rules.match import Match
from words import Phrase

MIN_PLIES: Final = 6
"""A match of fewer tells nothing."""
MAX_TURNING_POINTS: Final = 3
"""Turning points at most."""
MAX_LOOK_BACKS: Final = 12
"""The most deeper looks, each farther back, for the move that lost a match."""


Thirds = tuple[int, int, int]
"""A number for the beginning, the middle and the end of a match."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost much of the chance to win.

    `ply` is the number of the move, counted from 1, and `seat` the seat that made it. `chance_before`
    and `chance_after` are the mover's chance before and after it, in thousandths. `played_line` begins
    with the move and continues as the search would; `better_line` is what the search would have played
    instead. `lesson` says what the move did wrong. `better_wins` says that the better move wins for
    sure, and `played_loses` that the move that was made loses for sure. `endings` are the results that
    the endgame tables give for the position before the move and for the one after it, each for its own
    player to move; `None` if the tables do not cover the position.
    """

    ply: int
    seat: Seat
    chance_before: int
    chance_after: int
    played_line: Variation
    better_line: Variation
    lesson: Phrase
    better_wins: bool
    played_loses: bool
    endings: tuple[TablebaseResult | None, TablebaseResult | None] = (None, None)


@dataclass(frozen=True, slots=True)
class AnalysisReport:
    """The result of an analysis.

    `chances` are seat 0's chances to win before the first move and after each move, in thousandths; a
    draw counts half. `seat_losses` are what each seat lost and had at stake, and `accuracy` follows
    from it, in hundredths; both are `None` for a seat that never had a choice. `turning_points` are in
    the order of the match. `losses_by_third` is what each seat's moves lost in each third of the match,
    in thousandths. `worst_moves` has the costliest move of each seat, `None` if no move cost much.
    `deciding_third` is the third, from 0, in which the winner's chance rose for good; it is `None` for
    a draw, with hidden cards, and if the search can only see how games end. `losing_stretch` has the
    plies, from 1, of the first and the last of the loser's moves among which the losing move lies; they
    are the same if that move is known.
    """

    chances: tuple[int, ...]
    seat_losses: tuple[SeatLosses | None, SeatLosses | None]
    accuracy: tuple[int | None, int | None]
    turning_points: tuple[TurningPoint, ...]
    losses_by_third: tuple[Thirds, Thirds] = ((0, 0, 0), (0, 0, 0))
    worst_moves: tuple[TurningPoint | None, TurningPoint | None] = (None, None)
    deciding_third: int | None = None
    losing_stretch: tuple[int, int] | None = None


AnalysisSteps = Generator[list[PositionQuery], list[Assessment], AnalysisReport]
"""Yields positions to look at, is sent the findings in order, returns the report."""


def assess_position(query: PositionQuery, options: Options, divisor: int = 1) -> Assessment:
    """Have the game's computer player assess a position.

    The usual effort for a report is divided by `divisor`.
    """
    return PLAYERS[query.observation.game.key].assess(
        query.observation, options, query.played_move, effort=query.effort / divisor
    )


def is_judged(options: Options) -> bool:
    """Whether moves of a match with these options are judged.

    What a worth says of the chances was measured for the usual aim of checkers alone.
    """
    return AIM not in options


def sees_only_ends(match: Match) -> bool:
    """Whether assessments of a match see only near ends.

    They take everything else to be even.
    """
    return match.game.key == "binar" and kind_of(match.origin) not in SOLVED_KINDS


def run_analysis(match: Match, divisor: int = 1) -> AnalysisReport:
    """Analyse a match in this process and return the report.

    The usual effort is divided by `divisor`.
    """
    work = analyse(match)
    asked = next(work)
    while True:
        try:
            asked = work.send([assess_position(each, match.options, divisor) for each in asked])
        except StopIteration as done:
            report: AnalysisReport = done.value
            return report


def analyse(match: Match) -> AnalysisSteps:
    """Analyse a match that has at least one move, as a generator.

    It yields positions to assess, is sent the assessments, and returns the report.
    """
    review = Review(match)
    yield from review.assess_all()
    for _ in range(MAX_LOOK_BACKS):
        if not (yield from review.recheck_falls(review.find_loser())):
            break
    review.set_stretch_from_curve(review.find_loser())
    turns, worst = (
        _turning_moves(review, review.find_loser()),
        [_worst_move(review, seat) for seat in (0, 1)],
    )
    points: dict[int | None, TurningPoint] = {}
    for i in sorted({i for i in (*turns, *worst) if i is not None}):
        points[i] = yield from _turning_point(review, i)
    both = review.sum_losses(0), review.sum_losses(1)
    scale = accuracy_scale(review.game.key, match.options)
    first, second = (None if played is None else scale.accuracy(played) for played in both)
    thirds = _sum_losses_by_third(review, 0), _sum_losses_by_third(review, 1)
    curve = review.chance_curve()
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
    """Build the turning point for the move at index `i`."""
    played, better = yield from review.search_lines(i)
    seat, (before, after) = review.seats[i], review.chances_around(i)
    won, lost = review.certainties_around(i)
    told = lesson_on_move(
        review.game, review.positions[i], seat, played, better, better_wins=won, played_loses=lost
    )
    return TurningPoint(i + 1, seat, before, after, played, better, told, won, lost, review.endings_around(i))


def _worst_move(review: Review, seat: Seat) -> int | None:
    """Return the index of a seat's costliest move, `None` if none cost much.

    The other seat's losses do not count, because they may depend on what this one could not see.
    """
    lost = {i: lost for i, lost in review.losses.items() if review.seats[i] == seat and lost >= TURNING_LOSS}
    return max(lost, key=lambda i: (lost[i], -i), default=None)


def _sum_losses_by_third(review: Review, seat: Seat) -> Thirds:
    """Return what a seat's moves lost in each third of a match."""
    found = [0, 0, 0]
    for i, lost in review.losses.items():
        if review.seats[i] == seat:
            found[3 * i // review.last] += lost
    return found[0], found[1], found[2]


def deciding_third(curve: Sequence[int], outcome: Outcome | None) -> int | None:
    """Return the third of a match in which it was decided, from 0.

    Return `None` if no seat won. It is the third of the last move before which the winner was not yet
    clearly ahead. `curve` has seat 0's chances. A match that was not decided on the board, but by a
    resignation or the clock, was decided at its end.

    >>> won = Outcome(0, "last_piece")
    >>> curves = ((500, 900, 900, 1000), (500, 900, 700, 1000), (500, 500, 500, 500))
    >>> [deciding_third(curve, won) for curve in curves]
    [0, 2, 2]
    """
    if outcome is None or outcome.winner is None:
        return None
    last = len(curve) - 1
    unclear = (i for i in range(last, -1, -1) if chance_for_seat(outcome.winner, curve[i]) < WINNING_CHANCE)
    return min(2, 3 * next(unclear, 0) // last)


def _turning_moves(review: Review, loser: Seat | None) -> list[int]:
    """Return the indices of the moves that turned a match, in match order.

    They include the move that lost the match, if a single move did. Otherwise they include one of the
    loser's moves, if any of these lost something.
    """
    losses = review.losses
    ranked = sorted(losses, key=lambda i: (-losses[i], i))
    worst = [i for i in ranked if losses[i] >= TURNING_LOSS][:MAX_TURNING_POINTS]
    wanted = (
        [review.losing_move_index]
        if review.losing_move_index in losses
        else [i for i in ranked if review.seats[i] == loser]
    )
    if wanted and not any(i in wanted for i in worst):
        worst = [*worst[: MAX_TURNING_POINTS - 1], *wanted[:1]]
    return sorted(worst)
