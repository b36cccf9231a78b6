"""Results of matches in a competition."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final, Generic, Literal, NamedTuple, TypeVar

WIN: Final = 2
DRAW: Final = 1
"""Points. A match gives two in all, whatever its end."""

Player = TypeVar("Player", bound=Hashable)
"""Any value that names a player: the bot's numbers, a program's texts."""


ResultForPlayer = Literal["won", "drawn", "lost"]


class Scoring(NamedTuple):
    """What the ends of a match are worth.

    A draw can be a plus draw: one player ends it ahead by three men or more, a king counting two. All
    points of a match add up to `win`. With `plus_draws_first`, plus draws break ties before all else.
    With `in_halves`, people read half of each number.
    """

    win: int = WIN
    ahead: int = DRAW
    draw: int = DRAW
    behind: int = DRAW
    plus_draws_first: bool = False
    in_halves: bool = False

    @property
    def knows_plus_draws(self) -> bool:
        """Whether plus draws differ from others."""
        return self.plus_draws_first or self.ahead != self.draw

    def points_text(self, points: int) -> str:
        """Return points as people read them.

        >>> SCORINGS["halves"].points_text(7), SCORINGS["delft"].points_text(7)
        ('3½', '7')
        """
        return half_points_text(points) if self.in_halves else str(points)


USUAL: Final = Scoring()
SCORINGS: Final[Mapping[str, Scoring]] = {
    "usual": USUAL,
    "halves": Scoring(in_halves=True),
    "delft": Scoring(win=4, ahead=3, draw=2, behind=1),
    "plus": Scoring(plus_draws_first=True),
}
"""By stored name: 2-1-0, 1-½-0, Delft's 4-3-2-1-0, 2-1-0 with plus draws."""


class PlayedResult(NamedTuple, Generic[Player]):
    """A finished match: who moved first and second, and who won.

    `winner` is `None` after a draw, and `ahead` is the player who ended a draw ahead, if it was a plus
    draw.
    """

    first: Player
    second: Player
    winner: Player | None
    ahead: Player | None = None

    def points(self, player: Player, scoring: Scoring = USUAL) -> int:
        """Return the points that one of its two players got."""
        if self.winner is not None:
            return scoring.win if self.winner == player else 0
        if self.ahead is None:
            return scoring.draw
        return scoring.ahead if self.ahead == player else scoring.behind

    def outcome_for(self, player: Player) -> ResultForPlayer:
        """Return what its end was for one of its two players."""
        return "drawn" if self.winner is None else "won" if self.winner == player else "lost"

    def opponent(self, player: Player) -> Player:
        """Return the opponent of one of its two players."""
        return self.second if self.first == player else self.first


def results_by_player(
    players: Sequence[Player], results: Iterable[PlayedResult[Player]]
) -> dict[Player, list[PlayedResult[Player]]]:
    """Return all players' matches, by player."""
    found: dict[Player, list[PlayedResult[Player]]] = {player: [] for player in players}
    for result in results:
        found[result.first].append(result)
        found[result.second].append(result)
    return found


def points_by_player(
    players: Sequence[Player], results: Iterable[PlayedResult[Player]], scoring: Scoring = USUAL
) -> dict[Player, int]:
    """Return all players' points, by player."""
    found = dict.fromkeys(players, 0)
    for result in results:
        for player in (result.first, result.second):
            found[player] += result.points(player, scoring)
    return found


def half_points_text(points: int) -> str:
    """Return a number of half points as people write it.

    >>> half_points_text(13), half_points_text(1), half_points_text(0), half_points_text(4)
    ('6½', '½', '0', '2')
    """
    whole, rest = divmod(points, 2)
    return ("½" if not whole else f"{whole}½") if rest else str(whole)
