"""News of a server or a member reaches all other processes.

Whether there can be others depends on the database.
"""

from club.club import Club
from club.members.preferences import Preferences
from club.members.servers import Servers
from data.members import servers

SERVER = 1 << 60


async def test_the_language_of_a_server_is_known_to_processes_that_discord_does_not_tell_it(
    club: Club,
) -> None:
    several = not club.store.is_exclusive
    other = Servers(club.store, now=club.now, wake=lambda: None)
    await club.members.servers.note_locale(SERVER, "de")
    await club.members.servers.note_locale(SERVER, "nl")
    assert club.members.servers.locale_of(SERVER) == ("nl" if several else None)
    await other.open()
    assert other.locale_of(SERVER) == ("nl" if several else None)
    assert await club.store.read(servers.get_locales) == ({SERVER: "nl"} if several else {})
    await club.members.servers.change(SERVER, moderator_id=7, language="ru")
    await other.open()
    assert (other.language_of(SERVER), other.locale_of(SERVER)) == ("ru", "nl" if several else None)


async def test_a_language_that_somebody_chose_elsewhere_is_spoken_after_another_look(club: Club) -> None:
    other = Preferences(club.store, wake=lambda: None)
    assert await other.note_user(1, "de") == "de"
    await club.members.preferences.change(1, own_language="ru")
    assert await other.note_user(1, "de") == "de"
    other.clear_cache()
    assert await other.note_user(1, "de") == "ru"
