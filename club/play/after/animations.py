"""Animated replays of the moves of a match.

Replays are rendered on another thread.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from club.members.quotas import FairQueue, Limits
from club.play.after.phrases import match_caption
from club.play.match.matches import Table
from club.refusals import Refusal
from rendering.caption import Caption
from rendering.replay import Moment, Replay, ReplayLength, render_replay
from rules.board import BoardView
from rules.game import Seat, View
from rules.match import Match, move_numbers
from words import Localizer, localizer_for

MOVES: Final = 10
"""Number of last moves to show by default, in the numbering that players use."""
IN_LINE: Final = 20
"""Replays that may be in progress or waiting at a time.

Each takes a second or two, and all must be answered within a minute.
"""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The moves of a match from number `first` to number `last`.

    They are shown as the viewer at `seat` may see them; `None` is a spectator. Moves are numbered the way
    players number them, so that one number can cover several plies. `numbers` holds the move number of
    each ply.
    """

    table: Table
    seat: Seat | None
    first: int
    last: int
    numbers: Sequence[int]

    @property
    def total_moves(self) -> int:
        """The number of the last move played in the match so far."""
        return self.numbers[-1]

    def caption(self, say: Localizer) -> Caption:
        """Return the caption of its picture, with names once the match is over."""
        return match_caption(self.table, say) if self.table.is_over else Caption(self.table.game.title)

    @property
    def is_whole(self) -> bool:
        """Whether the excerpt covers all moves of the match."""
        return self.first == 1 and self.last == self.total_moves

    def build_moments(self) -> list[Moment]:
        """Build the frames: the position before the first move and after each move.

        This is slow for long games.
        """
        begins = self.numbers.index(self.first)
        ends = len(self.numbers) - self.numbers[::-1].index(self.last)
        return [
            Moment(earlier_view(self.table, self.seat, plies), plies, self.numbers[plies - 1] if plies else 0)
            for plies in range(begins, ends + 1)
        ]


@dataclass(frozen=True, slots=True)
class RecordReplay:
    """All moves of a match that was read from a record, as everyone may see it."""

    match: Match
    numbers: Sequence[int]

    @property
    def total_moves(self) -> int:
        """The number of the last move."""
        return self.numbers[-1]

    def caption(self, say: Localizer) -> Caption:
        """Return the caption of its picture."""
        return Caption(self.match.game.title)

    def build_moments(self) -> list[Moment]:
        """Build the frames: the position before the first move and after each move."""
        match, last = self.match, len(self.numbers)
        return [
            Moment(
                match.view(None) if plies == last else match.game.reveal(match.copy_at(plies).position, None),
                plies,
                self.numbers[plies - 1] if plies else 0,
            )
            for plies in range(last + 1)
        ]


def replay_record(match: Match) -> RecordReplay:
    """Return all moves of a record to be replayed; raise `Refusal` if there are none."""
    if not match.plies:
        raise Refusal("replay.nothing")
    return RecordReplay(match, move_numbers(match.plies))


def earlier_view(table: Table, seat: Seat | None, plies: int) -> View:
    """Return a viewer's view of a match after its first `plies` plies.

    Hidden information, such as cards, is revealed only if the match is over.
    """
    if table.is_over and plies == len(table.match.plies):
        return table.view(seat)
    game, position = table.game, table.match.copy_at(plies).position
    # Where something is hidden the replay is the same for everybody, also for those who could see more.
    seat = None if game.hidden else seat
    view = game.reveal(position, seat) if table.is_over else game.seen_by(position, seat)
    return view.with_facing(table.facing) if isinstance(view, BoardView) else view


def select_excerpt(table: Table, user_id: int, first: int | None = None, last: int | None = None) -> Excerpt:
    """Return the moves that a user wants to see replayed.

    Without `first` and `last` these are the last `MOVES` moves. With only one of the two, the excerpt
    starts at the first or ends at the last move of the match. Raise `Refusal` if there are no such moves.
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


class ReplayAnimator:
    """Renders replays, one at a time and on another thread.

    Players' moves never have to wait for a replay. Requests wait in the queue `line`.
    """

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.line = FairQueue(
            busy_code="replay.busy",
            too_many_code="limit.replays",
            per_minute=limits.replays_per_minute,
            max_waiting=IN_LINE,
            now=now,
        )

    async def animate(self, excerpt: Excerpt | RecordReplay, *, theme: str, language: str) -> Replay:
        """Render an excerpt as an animated replay.

        `theme` and `language` are those of the viewer. The caller must have admitted the user to `line`
        first.
        """
        async with self.line.wait_turn():
            return await asyncio.to_thread(_animate, excerpt, theme, language)


def _animate(shown: Excerpt | RecordReplay, theme: str, language: str) -> Replay:
    whole = ReplayLength(len(shown.numbers), shown.total_moves)
    caption = shown.caption(localizer_for(language))
    return render_replay(shown.build_moments(), whole, theme=theme, language=language, caption=caption)
