"""The boards of a team match: who plays on which board, and the results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from club.competitions.reckoning.results import Scoring
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
    """One board: the players of side 0 and side 1, and their points.

    The points are `None` while the board is open.
    """

    number: int
    players: tuple[EntrantRow, EntrantRow]
    pairing: PairingRow
    points: tuple[int, int] | None


def order_line_up(people: Sequence[EntrantRow], points: Mapping[int, float]) -> list[EntrantRow]:
    """Return a team's entrants in line-up order.

    Those whom the captain has placed come first, then the others by rating. `points` has the ratings by
    entrant id.
    """
    return sorted(people, key=lambda each: (each.place is None, each.place or 0, -points[each.id], each.id))


def members_of_side(people: Sequence[EntrantRow], side: int) -> list[EntrantRow]:
    """Return the entrants who play for a side, in the order of `people`."""
    return [each for each in people if each.side == side]


def board_players(people: Sequence[EntrantRow], points: Mapping[int, float], boards: int) -> list[EntrantRow]:
    """Return both players of board 1, then those of board 2, and so on.

    The list ends with the last board for which both teams have a player, and has `boards` boards at
    most.
    """
    first, second = (order_line_up(members_of_side(people, side), points) for side in (0, 1))
    pairs = list(zip(first, second, strict=False))[:boards]
    return [each for pair in pairs for each in pair]


def list_boards(
    people: Sequence[EntrantRow], meetings: Sequence[PairingRow], scoring: Scoring
) -> list[TeamBoard]:
    """Return the boards of a team match in order."""
    by_id = {each.id: each for each in people}
    found = []
    for meeting in sorted(meetings, key=lambda each: each.round):
        first, second = by_id[meeting.first_id], by_id[meeting.second_id]
        players = (first, second) if first.side == 0 else (second, first)
        found.append(TeamBoard(meeting.round + 1, players, meeting, _points(meeting, players, scoring)))
    return found


def _points(
    meeting: PairingRow, players: tuple[EntrantRow, EntrantRow], scoring: Scoring
) -> tuple[int, int] | None:
    """Return the points of both players of a board.

    Both have 0 if it counts nothing. Return `None` while the board is open.
    """
    if meeting.effective_result is None:
        return None
    if meeting.effective_result is PairingResult.NONE:
        return 0, 0
    result = counted_result(meeting)
    return result.points(players[0].id, scoring), result.points(players[1].id, scoring)


def team_score(boards: Sequence[TeamBoard]) -> tuple[int, int]:
    """Return the total points of both sides."""
    given = [board.points for board in boards if board.points is not None]
    return sum(points[0] for points in given), sum(points[1] for points in given)


def leading_side(boards: Sequence[TeamBoard], scoring: Scoring) -> int | None:
    """Return the side with more points, or `None` if they are level.

    If `scoring` says so, plus draws break a tie on points.
    """
    first, second = team_score(boards)
    if first == second and scoring.plus_draws_first:
        ahead = [counted_result(board.pairing).ahead for board in boards if board.points is not None]
        first, second = (sum(board.players[side].id in ahead for board in boards) for side in (0, 1))
    return None if first == second else int(first < second)
