"""The table of a competition: points, ranks and tie-breaks.

The Sonneborn-Berger score weighs each point by the points of the opponent it was taken from.
Solkoff's number is the sum of the opponents' points; FIDE's handbook C.07, which defines both,
calls it Buchholz.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from club.competitions.reckoning.results import USUAL, PlayedResult, Player, Scoring, results_by_player


@dataclass(frozen=True, slots=True)
class StandingsRow(Generic[Player]):
    """One line of a table.

    Ties are broken by `sonneborn_berger`, then by `wins`; in a Swiss by `solkoff` first. `plus_draws` are
    the draws that the player ended ahead.
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
    plus_draws: int = 0


def build_table(
    players: Sequence[Player],
    results: Iterable[PlayedResult[Player]],
    withdrawn: Collection[Player] = (),
    *,
    byes: Collection[Player] = (),
    solkoff: bool = False,
    games: int = 1,
    scoring: Scoring = USUAL,
) -> list[StandingsRow[Player]]:
    """Return the rows of a table in order of rank.

    Equal players share a rank and keep the order of `players`. `byes` are players who had a bye, which
    gives as many points as a win and counts for nothing else. With `solkoff`, that number breaks ties
    first, as in a Swiss; before it come plus draws, if `scoring` says so.

    Two players may have met several times; each match counts. A player who withdrew with results in
    less than half of N − 1 matches, with N players in all, is placed last, and none of their matches
    count for anyone. If all players meet in `games` games, the limit is half of all these.
    """
    every = results_by_player(players, results)
    gone = uncounted_players(every, withdrawn, games)
    counted: dict[Player, list[PlayedResult[Player]]] = {
        player: [] if player in gone else [match for match in matches if match.opponent(player) not in gone]
        for player, matches in every.items()
    }
    total = {
        player: sum(match.points(player, scoring) for match in counted[player])
        + (scoring.win if player in byes else 0)
        for player in players
    }
    rows = [_row(player, counted[player], total, scoring) for player in players]

    def order(row: StandingsRow[Player]) -> tuple[bool, int, int, int, int, int]:
        plus, first = row.plus_draws if scoring.plus_draws_first else 0, row.solkoff if solkoff else 0
        return row.player in gone, -row.points, -plus, -first, -row.sonneborn_berger, -row.wins

    rows.sort(key=order)  # stable
    ranked: list[StandingsRow[Player]] = []
    for place, row in enumerate(rows, 1):
        shared = place > 1 and order(row) == order(rows[place - 2])
        ranked.append(replace(row, rank=ranked[-1].rank if shared else place))
    return ranked


def uncounted_players(
    results: Mapping[Player, Sequence[PlayedResult[Player]]], withdrawn: Collection[Player], games: int = 1
) -> set[Player]:
    """Return the withdrawn players with too few results for any to count.

    `results` has the results of each player's matches.
    """
    return {player for player in withdrawn if 2 * len(results[player]) < games * (len(results) - 1)}


def _row(
    player: Player, matches: Sequence[PlayedResult[Player]], total: dict[Player, int], scoring: Scoring
) -> StandingsRow[Player]:
    """Return a player's line of the table, with the rank still at 0."""
    won = [match.points(player, scoring) for match in matches]
    ends = Counter(match.outcome_for(player) for match in matches)
    met = [total[match.opponent(player)] for match in matches]
    return StandingsRow(
        player=player,
        rank=0,
        points=total[player],
        played=len(matches),
        wins=ends["won"],
        draws=ends["drawn"],
        losses=ends["lost"],
        sonneborn_berger=sum(own * theirs for own, theirs in zip(won, met, strict=True)),
        solkoff=sum(met),
        plus_draws=sum(match.ahead == player for match in matches if match.winner is None),
    )
