"""A server with one rated match."""

from data.standing import ratings
from data.standing.ratings import RatingRow
from tests.club.people import ANN, GUILD
from tests.web.site import Site


async def stands(met: Site) -> None:
    """Ann has played a rated match."""
    row = RatingRow(GUILD, "binar", ANN.id, "Ann", 1612.0, 180.0, met.time[0], 1, 1)
    await met.club.store.write(lambda tx: ratings.put(tx, row))
