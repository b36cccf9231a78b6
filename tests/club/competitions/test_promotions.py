"""What the tables of a league promise about rising and going down."""

from club.members.people import Person
from tests.club.leagues import start_season
from tests.club.room import Room


async def test_of_nine_the_tables_promise_as_many_to_rise_as_to_go_down(room: Room) -> None:
    await start_season(room.club, *(Person(number, f"P{number}") for number in range(101, 110)))
    upper, lower = [await room.club.competitions.all.load_crosstable(number) for number in (1, 2)]
    assert (len(upper.lines), len(lower.lines)) == (4, 5)
    assert (upper.relegated_count, lower.promoted_count) == (1, 1)
