"""Which rated matches of a server count, and where everybody stands by them.

Two rules ask for all rows of a server: what is void does not count, and a match waits while one of its players is tied
to the others by the other one alone (`ties`). All other rules (a pair's fourth match in a week, one that ends before
its sixth ply) keep a match from having a row.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from club.standing.glicko import Rating
from club.standing.rating_arithmetic import Everybody, Families, PlayerStanding, RatedGame, add, after, before
from club.standing.ties import counting_pairs
from data.standing.rated_rows import RatedRow
from data.standing.ratings import RatingRow, RecountResult
from rules.catalogue import GAMES

FAMILIES: Final[Families] = {
    key: [other for other in GAMES if other != key and type(GAMES[other]) is type(game)]
    for key, game in GAMES.items()
}
"""The other games of the same class, by game.

They are so alike that a player who is good at one is good at the others.
"""


def game_of(row: RatedRow) -> RatedGame:
    """Return a rated match as the formula takes it."""
    winner = None if row.winner is None else row.user_ids[row.winner]
    return RatedGame(row.at, row.first_id, row.second_id, winner, row.game, row.edge)


def counting(rows: Iterable[RatedRow]) -> list[RatedRow]:
    """Return those rows of a server that count, in their order."""
    return _split(rows)[0]


class CountedResult(NamedTuple):
    """A player's rated match that counts.

    When it ended, their score (1, 0.5 or 0), and their rating after it.
    """

    game: str
    at: float
    score: float
    points: float


def counted_results(rows: Iterable[RatedRow], user_id: int) -> list[CountedResult]:
    """Return a player's rated matches that count, newest last.

    `rows` are all of the server's, in order.
    """
    standings: Everybody = {}
    found: list[CountedResult] = []
    for row in counting(rows):
        add(standings, game_of(row), FAMILIES)
        if user_id in row.user_ids:
            score = 0.5 if row.winner is None else float(row.user_ids[row.winner] == user_id)
            points = standings[user_id, row.game].rating.points
            found.append(CountedResult(row.game, row.at, score, points))
    return found


class RatingUpdate(NamedTuple):
    """A rating as a match found it, and as it left it."""

    before: Rating
    after: Rating


def rating_changes(rows: Iterable[RatedRow], match_id: int) -> tuple[RatingUpdate, RatingUpdate] | None:
    """Return what a match has changed of both ratings, the first mover's first.

    `None` if it does not count. `rows` are all of the server's, in order.
    """
    standings: Everybody = {}
    for row in counting(rows):
        game = game_of(row)
        if row.match_id == match_id:
            found = before(standings, game, FAMILIES)
            left = after(game, *found)
            first, second = (
                RatingUpdate(was.rating_at(game.at), became.rating)
                for was, became in zip(found, left, strict=True)
            )
            return first, second
        add(standings, game, FAMILIES)
    return None


def _split(rows: Iterable[RatedRow]) -> tuple[list[RatedRow], set[frozenset[int]]]:
    """Return the rows that count, and the pairs whose matches wait."""
    valid = [row for row in rows if row.void is None]
    pairs = counting_pairs(row.user_ids for row in valid)
    waiting = {frozenset(row.user_ids) for row in valid} - pairs
    return [row for row in valid if frozenset(row.user_ids) in pairs], waiting


def count_ratings(guild_id: int, rows: Iterable[RatedRow]) -> RecountResult:
    """Return the standings of all players of a server, and whose matches wait.

    `rows` are all of the server's, in order.
    """
    counted, waiting = _split(rows)
    standings: Everybody = {}
    names: dict[tuple[int, str], str] = {}
    met: dict[tuple[int, str], set[int]] = {}
    for row in counted:
        add(standings, game_of(row), FAMILIES)
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
    """Return a player's standing after a match as the row that is stored."""
    assert standing.at is not None  # after a match it is known when that was
    points, deviation = standing.rating
    return RatingRow(guild_id, game, user_id, name, points, deviation, standing.at, standing.games, opponents)


def standing_of(row: RatingRow) -> PlayerStanding:
    """Return a player's standing as the formula takes it."""
    return PlayerStanding(Rating(row.points, row.deviation), row.at, row.matches)
