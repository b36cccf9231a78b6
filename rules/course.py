"""How a match went, move by move.

The picture of its end shows this besides the last position.
"""

from dataclasses import dataclass

from rules.game import Seat
from rules.match import Match, move_numbers
from words import Words


@dataclass(frozen=True, slots=True)
class Course:
    """The `moves` of a match as people read them, and the lead of seat 0 throughout.

    `leads` begins before the first move, so it has one number more than there are moves. It is empty
    if the game counts nothing. `tallied` is the quantity counted, as the last part of the codes of
    `words`. `number` is the number that players give the last move; a move and the reply to it share
    one.
    """

    moves: tuple[Words, ...]
    leads: tuple[int, ...]
    tallied: str
    number: int

    def lead_start(self, seat: Seat) -> int | None:
        """Return the number of the move, from 1, that gave a seat its lasting lead.

        It is 0 if the seat was ahead from the start, and `None` if it is not ahead at the end.

        >>> course = Course(("c3", "d4", "e5"), (0, 1, 0, 2), "points", 2)
        >>> course.lead_start(0), course.lead_start(1)
        (3, None)
        """
        sign = 1 if seat == 0 else -1
        behind = [number for number, lead in enumerate(self.leads) if lead * sign <= 0]
        if not self.leads or behind[-1:] == [len(self.leads) - 1]:
            return None
        return behind[-1] + 1 if behind else 0


def course_of(match: Match) -> Course:
    """Return the course of a match.

    Each position is counted anew, which takes some microseconds each.
    """
    game = match.game
    tallies = [game.tally(position) for position in (match.origin, *(ply.position for ply in match.plies))]
    leads = tuple(tally[0] - tally[1] for tally in tallies if tally)
    number = move_numbers(match.plies)[-1] if match.plies else 0
    return Course(tuple(ply.said for ply in match.plies), leads, game.tallied, number)
