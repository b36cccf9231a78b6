"""The table of a competition: points, and who stands first among equals.

The numbers of Sonneborn and Berger: a point counts for more the more its loser has. Solkoff's: whose opponents have
more. FIDE's handbook C.07 has both, the second as Buchholz's.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from club.competitions.reckoning.results import DRAW, WIN, PlayedResult, Player, by_player


@dataclass(frozen=True, slots=True)
class StandingsRow(Generic[Player]):
    """One line of a table.

    Ties are broken by `sonneborn_berger`, then by `wins`; in a Swiss by `solkoff` first.
    """

    player: Player
    rank: int
    points: int
    played: int
    wins: int
    draws: int
    losses: int
    sonneborn_berger: int
    solkoff: int


def table(
    players: Sequence[Player],
    results: Iterable[PlayedResult[Player]],
    withdrawn: Collection[Player] = (),
    *,
    byes: Collection[Player] = (),
    solkoff: bool = False,
    games: int = 1,
) -> list[StandingsRow[Player]]:
    """Return the rows of a table in order.

    Equals share a rank and stand in the order of `players`. `byes` are players who had one, which gives
    as much as a win and counts for nothing else. With `solkoff` its number breaks ties first, as in a
    Swiss.

    Two players may have met several times; each time counts. A player who withdrew with results in less
    than half of N − 1 matches, with N players in all, stands last, and no match of theirs counts for
    anyone. If all meet each other in `games` games, the limit is half of all these.
    """
    every = by_player(players, results)
    gone = uncounted_players(every, withdrawn, games)
    counted = {
        player: [] if player in gone else [match for match in matches if match.opponent(player) not in gone]
        for player, matches in every.items()
    }
    total = {
        player: sum(match.points(player) for match in counted[player]) + (WIN if player in byes else 0)
        for player in players
    }
    rows = [_row(player, counted[player], total) for player in players]

    def order(row: StandingsRow[Player]) -> tuple[bool, int, int, int, int]:
        first = -row.solkoff if solkoff else 0
        return row.player in gone, -row.points, first, -row.sonneborn_berger, -row.wins

    rows.sort(key=order)  # stable
    ranked: list[StandingsRow[Player]] = []
    for place, row in enumerate(rows, 1):
        shared = place > 1 and order(row) == order(rows[place - 2])
        ranked.append(replace(row, rank=ranked[-1].rank if shared else place))
    return ranked


def uncounted_players(
    every: Mapping[Player, Sequence[PlayedResult[Player]]], withdrawn: Collection[Player], games: int = 1
) -> set[Player]:
    """Return the withdrawn players with too few results for any to count.

    `every` has the results of each player's matches.
    """
    return {player for player in withdrawn if 2 * len(every[player]) < games * (len(every) - 1)}


def _row(
    player: Player, matches: Sequence[PlayedResult[Player]], total: dict[Player, int]
) -> StandingsRow[Player]:
    """Return the line of a player before it is known which place it has."""
    won = [match.points(player) for match in matches]
    met = [total[match.opponent(player)] for match in matches]
    return StandingsRow(
        player=player,
        rank=0,
        points=total[player],
        played=len(matches),
        wins=won.count(WIN),
        draws=won.count(DRAW),
        losses=won.count(0),
        sonneborn_berger=sum(own * theirs for own, theirs in zip(won, met, strict=True)),
        solkoff=sum(met),
    )
