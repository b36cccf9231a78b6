"""What a match of a competition gives."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

WIN: Final = 2
DRAW: Final = 1
"""Points. A match gives two in all, whatever its end."""

Player = TypeVar("Player", bound=Hashable)
"""Any value that names a player: the bot's numbers, a program's texts."""


class PlayedResult(NamedTuple, Generic[Player]):
    """One match that is over: who moved first and second, and which of them won."""

    first: Player
    second: Player
    winner: Player | None

    def points(self, player: Player) -> int:
        """Return what the match gave to one of its two players."""
        return DRAW if self.winner is None else WIN if self.winner == player else 0

    def opponent(self, player: Player) -> Player:
        """Return whom one of its two players met."""
        return self.second if self.first == player else self.first


def by_player(
    players: Sequence[Player], results: Iterable[PlayedResult[Player]]
) -> dict[Player, list[PlayedResult[Player]]]:
    """Return everybody's matches."""
    found: dict[Player, list[PlayedResult[Player]]] = {player: [] for player in players}
    for result in results:
        found[result.first].append(result)
        found[result.second].append(result)
    return found


def points(players: Sequence[Player], results: Iterable[PlayedResult[Player]]) -> dict[Player, int]:
    """Return everybody's points."""
    found = dict.fromkeys(players, 0)
    for result in results:
        for player in (result.first, result.second):
            found[player] += result.points(player)
    return found
