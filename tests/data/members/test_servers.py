"""A server that was never changed is as its language is told."""

from functools import partial

from data.database.store import Store
from data.members import servers


async def test_a_language_is_stored_for_a_server_of_usual_settings(store: Store) -> None:
    assert await store.read(servers.get_locales) == {}
    await store.write(lambda tx: servers.set_locale(tx, 10, "fr"))
    await store.write(lambda tx: servers.set_locale(tx, 11, "de"))
    assert await store.read(servers.get_locales) == {10: "fr", 11: "de"}
    told, usual = [await store.read(partial(servers.get, guild_id=number)) for number in (10, 12)]
    assert (told.threads, told.channels) == (usual.threads, usual.channels)
    await store.write(lambda tx: servers.set_locale(tx, 10, "en-GB"))
    assert (await store.read(servers.get_locales))[10] == "en-GB"
