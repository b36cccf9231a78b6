"""A league, and the addresses of its pages."""

from data.competitions import competitions
from data.competitions.competitions import CompetitionRow
from tests.club.leagues import start_season
from tests.web.site import BASE, Site


async def league(met: Site) -> CompetitionRow:
    """A season of four that has begun."""
    stage = await start_season(met.club)
    return await met.club.store.read(lambda tx: competitions.get(tx, stage.competition_id))


async def make_path(met: Site, row: CompetitionRow) -> str:
    """Make a competition's page and return its path."""
    url = await met.club.pages.single.make_competition_page(row, met.is_open)
    assert url is not None and url.startswith(f"{BASE}/c/")
    return url.removeprefix(BASE)
