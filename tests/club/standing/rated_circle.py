"""A circle of people who play rated matches."""

from typing import Any

from club.club import Club
from club.members.people import Person
from club.play.match.matches import Table
from club.standing.counted_matches import count_ratings
from club.standing.ratings import load_rated_rows, recount_ratings
from data.database.transaction import Transaction
from data.standing import rated_rows, ratings
from data.standing.rated_rows import RatedRow
from data.standing.ratings import RatingRow
from tests.club.people import ANN, BEN, CLEO, GUILD, act, make_first_moves, start_match

DAN = Person(4, "Dan")

PEOPLE = (ANN, BEN, CLEO, DAN, Person(5, "Eva"), Person(6, "Fay"))

CIRCLE = ((ANN, BEN), (BEN, CLEO), (CLEO, ANN))
"""Three matches by which everybody has met two others."""


async def play_and_resign(
    club: Club,
    people: tuple[Person, Person],
    loser: Person,
    *,
    game: str = "binar",
    plies: int = 6,
    **given: Any,
) -> Table:
    """Play `plies` moves of a match, then let `loser` resign.

    `given` are other fields of the challenge.
    """
    table = await start_match(club, game, people=people, **given)
    await make_first_moves(club, table, plies)
    return await club.play.matches.resign(table.row.id, act(loser))


async def play_circle(club: Club) -> None:
    """Play the three matches; who moves second resigns each."""
    for pair in CIRCLE:
        await play_and_resign(club, pair, pair[1])


async def store_rated(
    tx: Transaction, match_id: int, people: tuple[Person, Person], *, at: float, winner: int = 0
) -> None:
    """Store a match of Binar as one that has ended rated."""
    (first, second), game = people, "binar"
    number, then = await rated_rows.claim_number(tx, GUILD, at)
    who = (first.id, first.name, second.id, second.name)
    await rated_rows.add(tx, RatedRow(GUILD, number, match_id, game, *who, winner, then, edge=0.0))


async def load_ratings(club: Club, guild_id: int = GUILD) -> dict[tuple[int, str], RatingRow]:
    """Load the stored ratings of a server by member and game."""
    rows = await club.store.read(
        lambda tx: tx.all("SELECT * FROM rating WHERE guild_id = ? ORDER BY game, user_id", guild_id)
    )
    return {(row["user_id"], row["game"]): RatingRow(**row) for row in rows}


async def counted_anew(club: Club, guild_id: int = GUILD) -> dict[tuple[int, str], RatingRow]:
    rows = await load_rated_rows(club.store, guild_id)
    return {(row.user_id, row.game): row for row in count_ratings(guild_id, rows).ratings}


async def recounted_in_place(club: Club) -> None:
    """Carry out every recount that is asked for."""
    while wanted := await club.store.read(ratings.find_pending_recount):
        await recount_ratings(club.store, wanted)
