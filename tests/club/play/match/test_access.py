"""What a person may do in a place, by where they ask from."""

from club.play.match.access import Asker, Rights
from data.play.places import NOWHERE, PRIVATE, Place, PlacedRow
from tests.club.people import ANN, CHANNEL, GUILD

ALL = Rights(may_see=True, may_write=True, may_manage=True)
THERE = Rights(may_see=True, may_write=True)


async def all_rights(place: PlacedRow) -> Rights:
    """Return the rights of a moderator."""
    return ALL


async def rights(place: Place, guild_id: int | None, channel_id: int = CHANNEL) -> Rights:
    """Return Ann's rights in a place when she asks from this channel."""
    return await Asker(ANN.id, guild_id, channel_id, all_rights).find_rights(place)


async def test_the_server_that_one_asks_from_says_what_one_may_there() -> None:
    assert await rights(Place(GUILD, CHANNEL + 1), GUILD) == ALL
    assert await rights(Place(GUILD + 1, CHANNEL + 1), GUILD) == Rights()
    assert await rights(Place(GUILD, CHANNEL + 1), None) == Rights()
    assert await rights(PRIVATE, None) == Rights()


async def test_in_a_user_install_one_must_be_there_and_manages_nothing() -> None:
    for place, guild_id in ((Place(GUILD, CHANNEL, "en"), GUILD), (Place(NOWHERE, CHANNEL, "en"), None)):
        assert await rights(place, guild_id) == THERE
        assert await rights(place, guild_id, CHANNEL + 1) == Rights()
