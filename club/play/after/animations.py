"""Replays: the moves of a match that a viewer sees again, as an animation.

The animation is made on another thread.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from club.members.quotas import FairQueue, Limits
from club.play.match.matches import Table
from club.refusals import Refusal
from rendering.replay import Moment, Replay, ReplayLength, replay
from rules.board import BoardView
from rules.game import Seat, View
from rules.match import move_numbers

MOVES: Final = 10
"""Number of last moves to show by default, in the numbering that players use."""
IN_LINE: Final = 20
"""Replays that may be in progress or waiting at a time.

Each takes a second or two, and all must be answered within a minute.
"""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The moves `first` to `last` of a match, as a viewer at `seat` sees them.

    Moves are numbered as players number them. `numbers` holds the number of each ply.
    """

    table: Table
    seat: Seat | None
    first: int
    last: int
    numbers: Sequence[int]

    @property
    def total(self) -> int:
        """Return the number of the match's last move so far."""
        return self.numbers[-1]

    @property
    def is_whole(self) -> bool:
        """Return whether no move is left out."""
        return self.first == 1 and self.last == self.total

    def moments(self) -> list[Moment]:
        """Return the position before the first move of the excerpt and after each move.

        This takes time for long games.
        """
        begins = self.numbers.index(self.first)
        ends = len(self.numbers) - self.numbers[::-1].index(self.last)
        return [
            Moment(earlier_view(self.table, self.seat, plies), plies, self.numbers[plies - 1] if plies else 0)
            for plies in range(begins, ends + 1)
        ]


def earlier_view(table: Table, seat: Seat | None, plies: int) -> View:
    """Return the view of a match after so many plies.

    Hidden information is revealed only once the whole match is over.
    """
    if table.over and plies == len(table.match.plies):
        return table.view(seat)
    game, position = table.game, table.match.copy_at(plies).position
    # Where something is hidden the replay is the same for everybody, also for those who could see more.
    seat = None if game.hidden else seat
    view = game.reveal(position, seat) if table.over else game.seen_by(position, seat)
    return view.with_facing(table.facing) if isinstance(view, BoardView) else view


def excerpt(table: Table, user_id: int, first: int | None = None, last: int | None = None) -> Excerpt:
    """Return the moves that a user wants to see.

    Without a number these are the last few moves; with one of them, all moves from or up to it. Raise
    `Refusal` if there are no such moves.
    """
    numbers = move_numbers(table.match.plies)
    if not numbers:
        raise Refusal("replay.nothing")
    total = numbers[-1]
    for number in (first, last):
        if number is not None and not 1 <= number <= total:
            raise Refusal("replay.no_move", number=number, count=total)
    if first is None:
        first = max(1, total - MOVES + 1) if last is None else 1
    last = total if last is None else last
    if first > last:
        raise Refusal("replay.order", from_number=first, to_number=last)
    return Excerpt(table, table.seat_of(user_id), first, last, numbers)


class Animations:
    """Maker of replays, one at a time and on another thread.

    No player's move has to wait for a replay.
    """

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.line = FairQueue(
            busy="replay.busy",
            too_many="limit.replays",
            per_minute=limits.replays_per_minute,
            waiting=IN_LINE,
            now=now,
        )

    async def animate(self, shown: Excerpt, *, theme: str, language: str) -> Replay:
        """Return the replay of an excerpt in a theme, with its words in a language.

        The caller must have been admitted by `line` before.
        """
        async with self.line.turn():
            return await asyncio.to_thread(_animate, shown, theme, language)


def _animate(shown: Excerpt, theme: str, language: str) -> Replay:
    whole = ReplayLength(len(shown.numbers), shown.total)
    return replay(shown.moments(), whole, theme=theme, language=language)
