"""Matches of a competition are counted as such in the numbers of a week."""

from club.club import Club
from data import figures
from tests.club.leagues import start_season


async def test_matches_of_a_league_come_by_its_door(club: Club) -> None:
    await start_season(club)
    week = await club.store.read(lambda tx: figures.collect_week(tx, club.now() + 1))
    assert week.doors.keys() == {"league"}
    assert week.doors["league"].begun > 0
