"""The main line of a record replayed under one kind of checkers, fast.

Only legality is looked at. Draws are not: over a board they are claimed, and people play on.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from rules.checkers.captures import MOST_CAPTURES, RouteList, TooMany
from rules.checkers.moves import WHITE, Board, Generator, Move
from rules.checkers.notation import passes_squares
from rules.checkers.pdn.grammar import Span
from rules.checkers.position import MANY_DIRECTIONS, Position, Streak, advance_streaks, set_up_position
from rules.checkers.reading.line_steps import LineStep
from rules.game import BadPosition
from rules.match import RECORD_PLIES

STEP_COST: Final = 8
ROUTE_COST: Final = 15
"""Microseconds on a slow machine, for a step and for a capture examined."""
FORKS: Final = 24
"""Moves with more than one meaning that one line may try."""
LONGEST_CAPTURE: Final = 12
"""Squares that a capture written with blanks or without signs may name."""
_CLOCK: Final = re.compile(r"\d{1,2}:[0-5]\d:[0-5]\d")
"""A time on a clock, unless it is a capture."""
_JOINED: Final = re.compile(r"(?P<letter>[a-l]?)(?P<digits>\d+)")


class OutOfBudgetError(Exception):
    """The work that a text may cost is used up."""


class Budget:
    """The work that reading a text may still cost, in microseconds of a slow machine."""

    def __init__(self, left: float) -> None:
        self.left = left

    def spend(self, cost: float) -> None:
        """Reduce the budget; raise `OutOfBudgetError` if it is used up."""
        self.left -= cost
        if self.left < 0:
            raise OutOfBudgetError


class LineFault(NamedTuple):
    """The step at which a line cannot go on, and why."""

    step: LineStep
    why: str
    set_up: Callable[[], Position]
    candidates: tuple[Move, ...] = ()
    refusal: BadPosition | None = None
    """Why a position in the line is none."""

    @property
    def position(self) -> Position:
        """The position at the step, without its history."""
        return self.set_up()


Setup = Callable[[str], tuple[Board, int]]
"""Returns the board and the colour of a position string; raises `RulesError`."""


@dataclass
class LineReplay:
    """A line on its way through a position's moves.

    `names` has the square of every written name. `plies` are the moves made, `after` the number of
    steps read at each, `clocks` the times among them, and `unread` the steps that are nothing known.
    """

    generator: Generator
    board: Board
    colour: int
    first: int
    names: Mapping[str, int]
    budget: Budget
    setup: Setup
    streaks: tuple[Streak | None, Streak | None] = (None, None)
    plies: list[Move] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    unread: list[Span] = field(default_factory=list)
    clocks: list[Span] = field(default_factory=list)
    number: int = 0
    fault: LineFault | None = None
    forks: int = FORKS

    def run(self, steps: Sequence[LineStep], index: int = 0) -> None:
        """Read the steps from `index` on, until the end or a fault."""
        names = self.names
        while index < len(steps) and not self.fault:
            self.budget.spend(STEP_COST)
            step = steps[index]
            try:
                if step.kind == "move" and len(step.names) == 2 and len(self.plies) < RECORD_PLIES:
                    # Nearly all steps are such moves.
                    start, end = names.get(step.names[0], -1), names.get(step.names[1], -1)
                    found = self._find_on(start, [end], step.captures) if start >= 0 <= end else []
                    if len(found) == 1:
                        index += 1
                        self._play(found[0], index)
                        continue
                index = self._read_step(steps, index)
            except TooMany:
                self._fail(step, "crowded")

    def _read_step(self, steps: Sequence[LineStep], index: int) -> int:
        """Read one step, or the several steps of a move; return the index after it."""
        step = steps[index]
        if step.kind in ("digits", "square"):
            return self._read_squares(steps, index)
        if step.kind not in ("move", "short"):
            self._read_other(steps, index)
            return index + 1
        if len(self.plies) >= RECORD_PLIES:
            self._fail(step, "long")
            return index
        found = self._read_move(step) if step.kind == "move" else self._find_short(step)
        if found:
            return self._take(steps, index + 1, found)
        if _CLOCK.fullmatch(step.text):
            self.clocks.append(step.span)
            return index + 1
        self._fail(step, "illegal")
        return index

    def _play(self, move: Move, index: int) -> None:
        if self.generator.ruleset.king_quiet_limit is not None:
            by_king = self.board.kings & self.generator.geometry.bits[move.start] != 0
            self.streaks = advance_streaks(
                self.streaks, self.colour, move, by_quiet_king=by_king and not move.captured
            )
        self.board = self.generator.play(self.board, move, self.colour)
        self.colour = 1 - self.colour
        self.plies.append(move)
        self.after.append(index)

    def _fail(
        self,
        step: LineStep,
        why: str,
        candidates: Iterable[Move] = (),
        refusal: BadPosition | None = None,
    ) -> None:
        # What a fault holds must not lead back to it, so that all is freed without the collector.
        gen, streaks = self.generator, self.streaks
        set_up = partial(set_up_position, gen, self.board, self.colour, self.first, streaks=streaks)
        self.fault = LineFault(step, why, set_up, tuple(candidates), refusal)

    def _fork(self, steps: Sequence[LineStep], index: int, moves: Sequence[Move]) -> None:
        """Take the only meaning of a move with which the rest of the line is legal."""
        step = steps[index - 1]
        tries: list[LineReplay] = []
        for move in moves[: self.forks]:
            self.forks -= 1
            other = self._copy()
            other._play(move, index)
            other.run(steps, index)
            self.forks = other.forks
            tries.append(other)
        # A way that meets another move of several meanings may be legal too.
        possible = [each for each in tries if each.may_be_legal(len(self.unread))]
        if len(tries) < len(moves) or len(possible) > 1:
            self._fail(step, "ambiguous", moves)
            return
        best = possible[0] if possible else max(tries, key=lambda each: len(each.plies))
        vars(self).update(vars(best))

    def may_be_legal(self, unread: int) -> bool:
        """Whether the line is or may be legal, with no more than so many unread parts."""
        if self.fault:
            return self.fault.why == "ambiguous"
        return len(self.unread) == unread

    def _copy(self) -> "LineReplay":
        other = copy(self)
        other.plies, other.after = self.plies[:], self.after[:]
        other.unread, other.clocks = self.unread[:], self.clocks[:]
        return other

    def _find(self, names: Sequence[str], captures: bool | None) -> list[Move]:
        """Return the legal moves that fit the squares, each once."""
        path = [self.names.get(name, -1) for name in names]
        return [] if -1 in path else self._find_on(path[0], path[1:], captures)

    def _find_on(self, start: int, path: list[int], captures: bool | None) -> list[Move]:
        ruleset = self.generator.ruleset
        barred = None if ruleset.king_quiet_limit is None else self._barred_king
        if self.board.kings or len(ruleset.man_captures) > MANY_DIRECTIONS:
            found = self._find_among_many(start, path[-1], barred)
        else:
            found = self.generator.moves_between(self.board, self.colour, start, path[-1], barred=barred)
        if len(found) > 1 and ruleset.optional_capture:
            if captures is None and len(path) == 1:
                return found
            found = [move for move in found if bool(move.captured) == (captures is not False)] or found
        if len(path) == 1:
            exact = [move for move in found if len(move.path) == 1] if len(found) > 1 else []
            return exact or found
        return self._pass_squares(found, tuple(path))

    def _find_among_many(self, start: int, end: int, barred: int | None) -> list[Move]:
        """Return the moves between two squares where there may be thousands of captures."""
        room = RouteList(min(MOST_CAPTURES, int(self.budget.left / ROUTE_COST) + 1))
        try:
            return self.generator.moves_between(self.board, self.colour, start, end, barred=barred, room=room)
        finally:
            self.budget.spend(ROUTE_COST * len(room))

    def _pass_squares(self, found: list[Move], path: tuple[int, ...]) -> list[Move]:
        """Return those of the moves that have a route over the squares."""
        if len(found) == 1 and found[0].path == path:
            return found
        keys = {move.key for move in found if move.captured}
        if not keys:
            return []
        room = min(MOST_CAPTURES, int(self.budget.left / ROUTE_COST) + 1)
        routes = self.generator.routes(self.board, self.colour, room)
        self.budget.spend(ROUTE_COST * len(routes))
        routes = [route for route in routes if route.key in keys]
        fitting = [route for route in routes if route.path == path] or [
            route for route in routes if passes_squares(route, path)
        ]
        return list({route.key: route for route in reversed(fitting)}.values())

    @property
    def _barred_king(self) -> int | None:
        limit, streak = self.generator.ruleset.king_quiet_limit, self.streaks[self.colour]
        if limit is None or streak is None or streak[1] < limit:
            return None
        own = self.board.white if self.colour == WHITE else self.board.black
        return streak[0] if own & ~self.board.kings else None

    def _find_short(self, step: LineStep) -> list[Move]:
        """Return the moves of a piece from a file to a square (`cd4`)."""
        letter, path = step.names[0], [self.names.get(name, -1) for name in step.names[1:]]
        if -1 in path:
            return []
        found: list[Move] = []
        for name, square in self.names.items():
            if name[0] == letter:
                found += self._find_on(square, path, step.captures)
        return list({move.key: move for move in found}.values())

    def _read_move(self, step: LineStep) -> list[Move]:
        """Return the moves that a written move means, also one that a number is glued to."""
        found = self._find(step.names, step.captures)
        if found:
            return found
        for names, number in self._split_numbers(step):
            if found := self._find(names, step.captures):
                self.number = number
                return found
        return []

    def _split_numbers(self, step: LineStep) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield the move without a number before it (`111-15`) or after it (`22-182.`)."""
        first, last = step.names[0], step.names[-1]
        for cut in range(1, len(first)):
            if first.isdecimal() and self._is_expected(int(first[:cut])):
                yield (first[cut:], *step.names[1:]), int(first[:cut])
        if len(step.names) > 2 and first.isdecimal() and self._is_expected(int(first)):
            yield step.names[1:], int(first)
        joined = _JOINED.fullmatch(last)
        if step.text.endswith(".") and joined:
            digits = joined["digits"]
            for cut in range(1, len(digits)):
                if int(digits[cut:]) in (self.number + 1, (len(self.plies) + 1) // 2 + 1):
                    yield (*step.names[:-1], joined["letter"] + digits[:cut]), int(digits[cut:])

    def _is_expected(self, number: int) -> bool:
        """Whether a number may be the number of the next move."""
        return number in (self.number, self.number + 1, len(self.plies) // 2 + 1) and number > 0

    def _read_squares(self, steps: Sequence[LineStep], index: int) -> int:
        """Read a move without a sign; return the index after it.

        A number is a move number only if it is expected and is not the start of a legal move.
        """
        step = steps[index]
        if len(self.plies) >= RECORD_PLIES:
            self._fail(step, "long")
            return index
        run = [step.names[0]]
        while index + len(run) < len(steps) and len(run) < LONGEST_CAPTURE:
            other = steps[index + len(run)]
            if other.kind not in ("digits", "square") or len(other.text) > 3:
                break
            run.append(other.names[0])
        for count in range(2, len(run) + 1):
            self.budget.spend(STEP_COST)
            if found := self._find(run[:count], None):
                return self._take(steps, index + count, found)
        glued = self._find_glued(step.text) if len(step.text) > 2 and step.kind == "digits" else []
        if glued:
            return self._take(steps, index + 1, glued)
        if step.number is not None and self._is_expected(step.number):
            self.number = step.number
        elif step.kind == "digits" and (glued := self._find_glued(step.text)):
            return self._take(steps, index + 1, glued)
        else:
            return self._leave_unread(steps, index)
        return index + 1

    def _leave_unread(self, steps: Sequence[LineStep], index: int) -> int:
        """Note a square that begins no move.

        Two of them, or more digits, are a move that is not legal.
        """
        step, before = steps[index], steps[index - 1] if index else None
        if step.kind == "digits" and len(step.text) > 2:
            self._fail(step, "illegal")
            return index
        if before and before.names and self.unread and self.unread[-1] == before.span:
            span = Span(self.unread.pop().offset, step.span.end)
            self._fail(
                LineStep("move", span, f"{before.text} {step.text}", before.names + step.names), "illegal"
            )
            return index
        self.unread.append(step.span)
        return index + 1

    def _take(self, steps: Sequence[LineStep], index: int, found: list[Move]) -> int:
        if len(found) == 1:
            self._play(found[0], index)
            return index
        self._fork(steps, index, found)
        return len(steps)

    def _find_glued(self, digits: str) -> list[Move]:
        """Return the moves that digits mean without any sign, such as `3228` or `811`."""
        found: dict[object, Move] = {}
        for names in _cuts(digits):
            self.budget.spend(STEP_COST)
            if len(names) > 1:
                found |= {move.key: move for move in self._find(names, None)}
        return list(found.values())

    def _read_other(self, steps: Sequence[LineStep], index: int) -> None:
        """Read a number, dots, a dash or a position."""
        step = steps[index]
        if step.kind == "number" or (step.kind == "listed" and self._is_listed(step)):
            self.number = step.number or 0
        elif step.kind == "setup":
            self._set_up(step)
        else:
            before = index > 0 and steps[index - 1].kind in ("number", "listed", "dots")
            after = index + 1 < len(steps) and steps[index + 1].kind in ("move", "short", "digits", "square")
            if not (after and (before or step.kind == "dots")):
                self.unread.append(step.span)

    def _is_listed(self, step: LineStep) -> bool:
        return step.number is not None and (step.number == 1 or self._is_expected(step.number))

    def _set_up(self, step: LineStep) -> None:
        """Begin with a position; later one is only confirmed."""
        try:
            board, colour = self.setup(step.text)
        except BadPosition as refusal:
            self._fail(step, "position", refusal=refusal.with_traceback(None))
            return
        if not self.plies:
            self.board, self.colour = board, colour
            self.streaks = (None, None)
        elif (board, colour) != (self.board, self.colour):
            self._fail(step, "setup")


def _cuts(digits: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to cut digits into squares.

    Long ones are only cut into squares of two digits.
    """
    if len(digits) > 8:
        if len(digits) % 2 == 0:
            yield tuple(digits[i : i + 2] for i in range(0, len(digits), 2))
        return
    if not digits:
        yield ()
        return
    for size in (1, 2):
        if (size <= len(digits) and digits[0] != "0") or size == 2 <= len(digits):
            for rest in _cuts(digits[size:]):
                yield (digits[:size], *rest)
