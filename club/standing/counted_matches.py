"""Which rated matches of a server count, and the ratings they lead to.

Two rules need all matches of a server: a voided match does not count, and a match waits while one
of its two players is connected to all others only through the other one (see `ties`). Matches
excluded by other rules (the fourth match of a pair in a week, a match that ends before its sixth
ply) are not stored as rated at all.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from club.standing.glicko import Rating
from club.standing.rating_arithmetic import (
    Everybody,
    Families,
    PlayerStanding,
    RatedGame,
    add_game,
    standings_after,
    standings_before,
)
from club.standing.ties import counted_pairs
from data.standing.rated_rows import RatedRow
from data.standing.ratings import RatingRow, RecountResult
from rules.named_games import list_rated_games

FAMILIES: Final[Families] = {
    one.key: [
        other.key
        for other in list_rated_games()
        if other != one and type(other.game) is type(one.game) and other.options == one.options
    ]
    for one in list_rated_games()
}
"""The other games of the same class with the same aim, by their keys in ratings.

They are so alike that a player who is good at one is good at the others.
"""


def game_of(row: RatedRow) -> RatedGame:
    """Return a rated match as a game for the rating formula."""
    winner = None if row.winner is None else row.user_ids[row.winner]
    return RatedGame(row.at, row.first_id, row.second_id, winner, row.game, row.edge)


def counted_rows(rows: Iterable[RatedRow]) -> list[RatedRow]:
    """Return the rated matches of a server that count, in order."""
    return _split(rows)[0]


class CountedResult(NamedTuple):
    """A player's rated match that counts.

    It has the time when the match ended, the player's score (1, 0.5 or 0), and their rating points
    after it.
    """

    game: str
    at: float
    score: float
    points: float


def counted_results(rows: Iterable[RatedRow], user_id: int) -> list[CountedResult]:
    """Return a player's rated matches that count, newest last.

    `rows` are all rated matches of the server, in order.
    """
    standings: Everybody = {}
    found: list[CountedResult] = []
    for row in counted_rows(rows):
        add_game(standings, game_of(row), FAMILIES)
        if user_id in row.user_ids:
            score = 0.5 if row.winner is None else float(row.user_ids[row.winner] == user_id)
            points = standings[user_id, row.game].rating.points
            found.append(CountedResult(row.game, row.at, score, points))
    return found


class RatingUpdate(NamedTuple):
    """A player's rating before and after a match."""

    before: Rating
    after: Rating


def rating_changes(rows: Iterable[RatedRow], match_id: int) -> tuple[RatingUpdate, RatingUpdate] | None:
    """Return how a match changed both ratings, the first mover's first.

    Return `None` if it does not count. `rows` are all rated matches of the server, in order.
    """
    standings: Everybody = {}
    for row in counted_rows(rows):
        game = game_of(row)
        if row.match_id == match_id:
            found = standings_before(standings, game, FAMILIES)
            left = standings_after(game, *found)
            first, second = (
                RatingUpdate(was.rating_at(game.at), became.rating)
                for was, became in zip(found, left, strict=True)
            )
            return first, second
        add_game(standings, game, FAMILIES)
    return None


def _split(rows: Iterable[RatedRow]) -> tuple[list[RatedRow], set[frozenset[int]]]:
    """Return the matches that count, and the pairs whose matches wait."""
    valid = [row for row in rows if row.void is None]
    pairs = counted_pairs(row.user_ids for row in valid)
    waiting = {frozenset(row.user_ids) for row in valid} - pairs
    return [row for row in valid if frozenset(row.user_ids) in pairs], waiting


def count_ratings(guild_id: int, rows: Iterable[RatedRow]) -> RecountResult:
    """Return the ratings of all players of a server, and whose matches wait.

    `rows` are all rated matches of the server, in order.
    """
    counted, waiting = _split(rows)
    standings: Everybody = {}
    names: dict[tuple[int, str], str] = {}
    met: dict[tuple[int, str], set[int]] = {}
    for row in counted:
        add_game(standings, game_of(row), FAMILIES)
        first, second = (row.first_id, row.game), (row.second_id, row.game)
        names[first], names[second] = row.first_name, row.second_name
        met.setdefault(first, set()).add(row.second_id)
        met.setdefault(second, set()).add(row.first_id)
    ratings = [
        rating_row(guild_id, game, user_id, names[user_id, game], standing, len(met[user_id, game]))
        for (user_id, game), standing in standings.items()
    ]
    return RecountResult(ratings, [(min(pair), max(pair)) for pair in waiting])


def rating_row(
    guild_id: int, game: str, user_id: int, name: str, standing: PlayerStanding, opponents: int
) -> RatingRow:
    """Return the row to store for a player's standing after a match."""
    assert standing.at is not None  # after a match it is known when that was
    points, deviation = standing.rating
    return RatingRow(guild_id, game, user_id, name, points, deviation, standing.at, standing.games, opponents)


def standing_of(row: RatingRow) -> PlayerStanding:
    """Return a stored rating as a standing for the rating formula."""
    return PlayerStanding(Rating(row.points, row.deviation), row.at, row.matches)
