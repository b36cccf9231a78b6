"""The goals of tasks, checked by the rules of their game alone.

A missed goal is explained in a sentence.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.board import BoardView
from rules.game import AnyGame, Seat
from words import Phrase


@dataclass(frozen=True, slots=True)
class GoalCase:
    """A move in a position, and the quantity (such as pieces) that it must gain."""

    game: AnyGame
    before: Any
    move: Any
    count: int

    @property
    def seat(self) -> Seat:
        """The seat that makes the move."""
        seat = self.game.turn(self.before)
        assert seat is not None  # a task is not over
        return seat

    @property
    def position_after(self) -> Any:
        """The position after the move."""
        return self.game.play(self.before, self.move)

    @property
    def own_symbol(self) -> str:
        """The symbol of the mover's men."""
        return self.cells(self.before)[self.game.steps(self.before, self.move)[0].square or ""].lower()

    def cells(self, position: Any) -> Mapping[str, str]:
        """Return the pieces on the board by square."""
        view = self.game.seen_by(position, None)
        assert isinstance(view, BoardView)  # goals about pieces are of games with a board
        return view.cells

    def count_men(self, position: Any, *, own: bool) -> int:
        """Return the number of pieces of the mover, or of the other player."""
        return sum((symbol.lower() == self.own_symbol) is own for symbol in self.cells(position).values())

    def replies(self) -> Iterator[tuple[str, Any]]:
        """Yield the opponent's possible replies and the positions after them.

        A reply is given as written. Yield nothing if the opponent cannot reply.
        """
        after = self.position_after
        if self.game.turn(after) != 1 - self.seat:
            return
        for reply in self.game.moves(after):
            yield self.game.write(after, reply), self.game.play(after, reply)

    def has_won(self, position: Any, seat: Seat) -> bool:
        """Whether a seat has won in a position."""
        outcome = self.game.outcome(position)
        return outcome is not None and outcome.winner == seat

    def point_gains(self) -> tuple[int, int]:
        """Return the points that the move brings the mover and the other player."""
        before, after = self._points(self.before), self._points(self.position_after)
        seat = self.seat
        return after[seat] - before[seat], after[1 - seat] - before[1 - seat]

    def _points(self, position: Any) -> tuple[int, int]:
        """Return both seats' points in a position, or the board's count instead."""
        view = self.game.seen_by(position, None)
        points = view.score if isinstance(view, BoardView) else self.game.score(position)
        assert points is not None  # goals about points are of games that count something
        return points


Miss = Phrase | None
"""Why a move does not reach its goal, `None` where it does."""


def _take(case: GoalCase) -> Miss:
    taken = case.count_men(case.before, own=False) - case.count_men(case.position_after, own=False)
    return None if taken >= case.count else Phrase("steps.miss.take", count=taken)


def _crown(case: GoalCase) -> Miss:
    def kings(position: Any) -> int:
        return list(case.cells(position).values()).count(case.own_symbol.upper())

    return None if kings(case.position_after) > kings(case.before) else Phrase("steps.miss.crown")


def _safe(case: GoalCase) -> Miss:
    left = case.count_men(case.position_after, own=True)
    worst = next((text for text, after in case.replies() if case.count_men(after, own=True) < left), None)
    return Phrase("steps.miss.safe", move=worst) if worst else None


def _shot(case: GoalCase) -> Miss:
    """Check a shot.

    Every reply must be a capture, after which at least `count` pieces can be captured.
    """
    left = case.count_men(case.position_after, own=True)
    if case.game.outcome(case.position_after):
        return Phrase("steps.miss.over")
    for text, position in case.replies():
        if case.count_men(position, own=True) == left:
            return Phrase("steps.miss.shot.free", move=text)
        others = case.count_men(position, own=False)
        taken = [
            others - case.count_men(case.game.play(position, move), own=False)
            for move in case.game.moves(position)
        ]
        if max(taken, default=0) < case.count:
            return Phrase("steps.miss.shot", move=text, count=max(taken, default=0))
    return None


def _win(case: GoalCase) -> Miss:
    if case.has_won(case.position_after, case.seat):
        return None
    if case.has_won(case.position_after, 1 - case.seat):
        return Phrase("steps.miss.lost")
    return Phrase("steps.miss.drawn" if case.game.outcome(case.position_after) else "steps.miss.win")


def _hold(case: GoalCase) -> Miss:
    if case.has_won(case.position_after, 1 - case.seat):
        return Phrase("steps.miss.lost")
    winning = next((text for text, after in case.replies() if case.has_won(after, 1 - case.seat)), None)
    return Phrase("steps.miss.hold", move=winning) if winning else None


def _fork(case: GoalCase) -> Miss:
    """Check that the next move wins after every reply, unless this move wins already."""
    for text, position in case.replies():
        if not any(
            case.has_won(case.game.play(position, move), case.seat) for move in case.game.moves(position)
        ):
            return Phrase("steps.miss.fork", move=text)
    return _win(case) if case.game.outcome(case.position_after) else None


def _score(case: GoalCase) -> Miss:
    own, _ = case.point_gains()
    return (
        None
        if own >= case.count
        else Phrase(f"steps.miss.score.{score_kind(case.game, case.position_after)}", count=max(own, 0))
    )


def _margin(case: GoalCase) -> Miss:
    own, other = case.point_gains()
    return None if own - other >= case.count else Phrase("steps.miss.margin", count=max(own - other, 0))


def _spoil(case: GoalCase) -> Miss:
    _, other = case.point_gains()
    kind = score_kind(case.game, case.position_after)
    return None if -other >= case.count else Phrase(f"steps.miss.spoil.{kind}", count=max(-other, 0))


def _jump(case: GoalCase) -> Miss:
    view = case.game.seen_by(case.position_after, None)
    jumps = len(view.trace.path) - 1 if isinstance(view, BoardView) and view.trace else 0
    return None if jumps >= case.count else Phrase("steps.miss.jump", count=jumps)


def _shift(case: GoalCase) -> Miss:
    view = case.game.seen_by(case.position_after, None)
    shifted = len(view.trace.shifted) if isinstance(view, BoardView) and view.trace else 0
    return None if shifted >= case.count else Phrase("steps.miss.shift", count=shifted)


def _again(case: GoalCase) -> Miss:
    return None if case.game.turn(case.position_after) == case.seat else Phrase("steps.miss.again")


def score_kind(game: AnyGame, position: Any) -> str:
    """Return the kind of points a game has, as the last part of a message code."""
    view = game.seen_by(position, None)
    return view.score_is if isinstance(view, BoardView) else "points"


GOALS: Final[Mapping[str, Callable[[GoalCase], Miss]]] = {
    "take": _take,
    "crown": _crown,
    "safe": _safe,
    "shot": _shot,
    "win": _win,
    "hold": _hold,
    "fork": _fork,
    "score": _score,
    "margin": _margin,
    "spoil": _spoil,
    "jump": _jump,
    "shift": _shift,
    "again": _again,
}
"""The checks of a move, by goal name.

`steps.goal.<name>` is the message that states the goal.
"""


def explain_miss(goal: str, count: int, game: AnyGame, position: Any, move: Any) -> Miss:
    """Return why a legal move misses a goal, in a sentence that names the move.

    `None` if it reaches the goal.
    """
    found = GOALS[goal](GoalCase(game, position, move, count))
    if found is None:
        return None
    return Phrase(found.code, **found.facts, tried=game.in_words(position, move))
