"""Two teams on boards: who plays on which board, and what the boards give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from club.competitions.round_pairing import counted_result
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow

FEWEST: Final = 2
MOST: Final = 20
"""Boards of a team match."""
TEAM: Final = 24
"""Members of a team: some wait in case others leave before it starts."""


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """One board: the players of side 0 and side 1, and their results.

    The results are `None` while the board is open.
    """

    number: int
    players: tuple[EntrantRow, EntrantRow]
    pairing: PairingRow
    points: tuple[int, int] | None


def in_order(people: Sequence[EntrantRow], points: Mapping[int, float]) -> list[EntrantRow]:
    """Return entrants in line-up order: as the captain put them, then by rating.

    `points` are the ratings by entrant.
    """
    return sorted(people, key=lambda each: (each.place is None, each.place or 0, -points[each.id], each.id))


def of_side(people: Sequence[EntrantRow], side: int) -> list[EntrantRow]:
    """Return who plays for a side, in the order of `people`."""
    return [each for each in people if each.side == side]


def lined_up(people: Sequence[EntrantRow], points: Mapping[int, float], boards: int) -> list[EntrantRow]:
    """Return both players of board 1, then those of board 2, and so on.

    The list ends with the last board for which both teams have a player.
    """
    first, second = (in_order(of_side(people, side), points) for side in (0, 1))
    pairs = list(zip(first, second, strict=False))[:boards]
    return [each for pair in pairs for each in pair]


def boards_of(people: Sequence[EntrantRow], meetings: Sequence[PairingRow]) -> list[TeamBoard]:
    """Return the boards of a team match in their order."""
    by_id = {each.id: each for each in people}
    found = []
    for meeting in sorted(meetings, key=lambda each: each.round):
        first, second = by_id[meeting.first_id], by_id[meeting.second_id]
        players = (first, second) if first.side == 0 else (second, first)
        found.append(TeamBoard(meeting.round + 1, players, meeting, _points(meeting, players)))
    return found


def _points(meeting: PairingRow, players: tuple[EntrantRow, EntrantRow]) -> tuple[int, int] | None:
    """Return what a board gave both; nothing where it counts nothing."""
    if meeting.counts is None:
        return None
    if meeting.counts is PairingResult.NONE:
        return 0, 0
    result = counted_result(meeting)
    return result.points(players[0].id), result.points(players[1].id)


def score(boards: Sequence[TeamBoard]) -> tuple[int, int]:
    """Return the board points of both sides."""
    given = [board.points for board in boards if board.points is not None]
    return sum(points[0] for points in given), sum(points[1] for points in given)
