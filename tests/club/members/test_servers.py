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
    several = not club.store.alone
    other = Servers(club.store, now=club.now, wake=lambda: None)
    await club.servers.saw(SERVER, "de")
    await club.servers.saw(SERVER, "nl")
    assert club.servers.locale_of(SERVER) == ("nl" if several else None)
    await other.open()
    assert other.locale_of(SERVER) == ("nl" if several else None)
    assert await club.store.read(servers.locales) == ({SERVER: "nl"} if several else {})
    await club.servers.change(SERVER, by=7, language="ru")
    await other.open()
    assert (other.language_of(SERVER), other.locale_of(SERVER)) == ("ru", "nl" if several else None)


async def test_a_language_that_somebody_chose_elsewhere_is_spoken_after_another_look(club: Club) -> None:
    other = Preferences(club.store, wake=lambda: None)
    assert await other.saw(1, "de") == "de"
    await club.preferences.change(1, own_language="ru")
    assert await other.saw(1, "de") == "de"
    other.look_again()
    assert await other.saw(1, "de") == "ru"
