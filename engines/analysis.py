"""What a finished match was like: the chance to win after each move, how well both played, and where it turned.

Pure: an analysis yields the positions that it wants to be looked at and is sent what was found, so that whoever runs it
decides where the looking is done. Each move is judged by what its player could know.
"""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.binar.states import kind_of
from engines.binar.table import KINDS
from engines.bounds import SURE
from engines.chances import EVEN, WHOLE, curve_of
from engines.choose import PLAYERS
from engines.lessons import Line, lesson
from engines.player import Assessment
from engines.seen import Seen, seen
from rules.game import AnyGame, Options, Outcome, Seat
from rules.match import Match
from words import Said

PLIES: Final = 6
"""A match of fewer tells nothing."""
POINTS: Final = 3
"""Turning points at most."""
TURNS: Final = 60
"""The loss of chance, in thousandths, from which on a move can be a turning point."""
NOTICED: Final = 20
"""A smaller loss is within what looks differ by, and counts as none."""
CHECKED: Final = 12
"""Moves at most whose loss is checked by a look at what the better move leads to; the others have lost less."""
HALVES: Final = 150
"""The loss of chance that halves what a move is worth for accuracy."""
LINE: Final = 5
"""Moves of a line at most."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A position to be looked at: what the seat to move has seen, and the move that it made if that is to be judged."""

    what: Seen
    made: Any = None


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

    `accuracy` is in hundredths by seat, `None` for one that never had a choice. `points` are in the order of the match.
    """

    chances: tuple[int, ...]
    accuracy: tuple[int | None, int | None]
    points: tuple[TurningPoint, ...]


Analysis = Generator[list[Asked], list[Assessment], Report]
"""Yields what is to be looked at, is sent what was found in the same order, and returns the report."""


def look(asked: Asked, options: Options, part: int = 1) -> Assessment:
    """Return what the player of the game finds with one `part` of its usual effort."""
    return PLAYERS[asked.what.game.key].look(asked.what, options, asked.made, part=part)


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
    course = _Course(match)
    asked = {i: course.asked(i) for i in course.open}
    looks = dict(zip(asked, (yield list(asked.values())), strict=True))
    chances = course.chances(looks)
    losses = course.losses(looks, chances)
    doubted = sorted(losses, key=lambda i: (-losses[i], i))[:CHECKED]
    if not course.game.hidden:
        checked = yield from course.checked(doubted, looks)
        for i in losses:
            mover = course.seats[i]
            best = WHOLE if looks[i].worth >= SURE else checked.get(i, 0)
            losses[i] = max(0, best - _of(mover, chances[i + 1]))
    losses = {i: lost for i, lost in losses.items() if lost >= NOTICED}
    worst = sorted(losses, key=lambda i: (-losses[i], i))[:POINTS]
    points = []
    for i in sorted(i for i in worst if losses[i] >= TURNS):
        played, better = yield from course.lines(i, looks[i])
        after = _of(course.seats[i], chances[i + 1])
        if course.game.hidden:
            after = _of(course.seats[i], chances[i]) - losses[i]
        before = min(WHOLE, after + losses[i])
        told = lesson(course.game, course.positions[i], course.seats[i], before, after, played, better)
        points.append(TurningPoint(i + 1, course.seats[i], before, after, played, better, told))
    return Report(tuple(chances), (course.accuracy(0, losses), course.accuracy(1, losses)), tuple(points))


class _Course:
    """The positions of a match, and what is known of each without a look."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game: AnyGame = match.game
        self.options = match.options
        self.positions = [match.origin, *(ply.position for ply in match.plies)]
        self.seats = [ply.seat for ply in match.plies]
        self.chance = curve_of(self.game.key, self.options.get("size")).chance
        self.outcomes = [self.game.outcome(position) for position in self.positions]
        self.forced = [len(self.game.moves(position)) == 1 for position in self.positions[:-1]]
        last = len(self.seats)
        self.open = [
            i for i in range(last + 1) if self.outcomes[i] is None and (i == last or not self.forced[i])
        ]
        """The positions to look at: an only move leads to what the position after it is worth."""

    def asked(self, i: int) -> Asked:
        """Return what to look at after so many plies."""
        then = self.match.at(i)
        assert then.turn is not None  # it is open
        made = None
        if self.game.hidden and i < len(self.seats):
            made = self.game.read(self.positions[i], self.match.plies[i].spelled)
        return Asked(seen(then, then.turn), made)

    def chances(self, looks: dict[int, Assessment]) -> list[int]:
        """Return seat 0's chance after each number of plies."""
        found = [EVEN] * len(self.positions)
        for i in reversed(range(len(self.positions))):
            outcome = self.outcomes[i]
            if outcome is not None:
                found[i] = _decided(outcome, 0)
            elif i in looks:
                turn = self.game.turn(self.positions[i])
                found[i] = _of(turn or 0, self.chance(looks[i].worth))
            else:
                found[i] = found[i + 1]
        return found

    def losses(self, looks: dict[int, Assessment], chances: Sequence[int]) -> dict[int, int]:
        """Return by how much moves lowered the chance of whoever made them, those that noticeably did."""
        found = {}
        for i, mover in enumerate(self.seats):
            if i not in looks or self.game.play(self.positions[i], looks[i].move) == self.positions[i + 1]:
                continue
            lost = _of(mover, chances[i]) - _of(mover, chances[i + 1])
            if self.game.hidden:
                made = looks[i].made
                lost = 0 if made is None else _of(mover, chances[i]) - self.chance(made)
            if lost >= NOTICED:
                found[i] = lost
        return found

    def checked(
        self, plies: Sequence[int], looks: dict[int, Assessment]
    ) -> Generator[list[Asked], list[Assessment], dict[int, int]]:
        """Return the mover's chance after the better moves, by looks as deep as those at what was played."""
        after = {i: self.game.play(self.positions[i], looks[i].move) for i in plies}
        found = {}
        for i, position in after.items():
            outcome = self.game.outcome(position)
            if outcome is not None:
                found[i] = _decided(outcome, self.seats[i])
        open_ = [i for i in plies if i not in found]
        for i, look_ in zip(open_, (yield [self._at(after[i]) for i in open_]), strict=True):
            turn = self.game.turn(after[i])
            worth = self.chance(look_.worth)
            found[i] = worth if turn == self.seats[i] else WHOLE - worth
        return found

    def lines(self, i: int, found: Assessment) -> Generator[list[Asked], list[Assessment], tuple[Line, Line]]:
        """Return what followed from the move that was played, and from the better one, by the search's own moves."""
        start = self.positions[i]
        played = Line([self.match.plies[i].said], [self.positions[i + 1]])
        better = Line([self.game.in_words(start, found.move)], [self.game.play(start, found.move)])
        if self.game.hidden:
            return played, better
        while going := [line for line in (played, better) if self._goes_on(line)]:
            looks = yield [self._at(line.positions[-1]) for line in going]
            for line, next_ in zip(going, looks, strict=True):
                line.moves.append(self.game.in_words(line.positions[-1], next_.move))
                line.positions.append(self.game.play(line.positions[-1], next_.move))
        return played, better

    def _goes_on(self, line: Line) -> bool:
        """Return whether a line is to go on: it shows what is answered, and ends where nobody has to capture."""
        position = line.positions[-1]
        if len(line.moves) >= LINE or self.game.outcome(position) is not None:
            return False
        return (
            len(line.moves) < (3 if self.game.tallied == "pieces" else 2)
            or self.game.duty(position) is not None
        )

    def _at(self, position: Any) -> Asked:
        """Return a position of an open game that did not come up."""
        then = self.match.at(0)
        then.origin = position
        assert then.turn is not None  # it is open
        return Asked(seen(then, then.turn))

    def accuracy(self, seat: Seat, losses: dict[int, int]) -> int | None:
        """Return how well a seat played where it had a choice, in hundredths."""
        chosen = [i for i, mover in enumerate(self.seats) if mover == seat and not self.forced[i]]
        return _mean([100 * 0.5 ** (losses.get(i, 0) / HALVES) for i in chosen])


def _mean(values: Iterable[float]) -> int | None:
    known = list(values)
    return round(sum(known) / len(known)) if known else None


def _of(seat: Seat, chance_of_first: int) -> int:
    """Return the chance of a seat, from that of seat 0; or the other way round."""
    return chance_of_first if seat == 0 else WHOLE - chance_of_first


def _decided(outcome: Outcome, seat: Seat) -> int:
    """Return what an end is worth to a seat."""
    return EVEN if outcome.winner is None else WHOLE if outcome.winner == seat else 0
