"""A member's rights in a place: from the cache, or from Discord if it may ask."""

from typing import Any
from unittest.mock import AsyncMock, MagicMock, Mock

import discord
import pytest

from bot.answers.rights import (
    asker_of,
    can_member_see,
    can_member_see_elsewhere,
    is_visible_to_everyone,
    load_rights,
)
from club.play.match.access import Rights
from data.play.places import Place
from tests.bot.cards.made_tables import match_of, table_with
from tests.fake_wire import refusal

CHANNEL, THREAD = 20, 30
ALL = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True)
READS = discord.Permissions(view_channel=True)
MANAGES = discord.Permissions(view_channel=True, manage_messages=True, manage_threads=True)
BLIND = discord.Permissions(send_messages=True, manage_messages=True)
IN_CHANNEL, IN_THREAD = Place(10, CHANNEL), table_with(match_of()).row


def channel(given: discord.Permissions) -> Any:
    made = MagicMock(spec=discord.TextChannel, id=CHANNEL)
    made.permissions_for = Mock(return_value=given)
    return made


def thread(given: discord.Permissions, *, private: bool, inside: bool = True) -> Any:
    made = MagicMock(spec=discord.Thread)
    made.parent = channel(given)  # as a keyword it would be the mock's own
    made.is_private = lambda: private
    made.fetch_member = AsyncMock(side_effect=None if inside else refusal(404))
    return made


def server(cached: dict[int, Any], fetched: Any = None) -> Any:
    """A server whose cache has these places; Discord has what is `fetched`."""
    made = MagicMock(spec=discord.Guild)
    made.get_channel_or_thread = cached.get
    made.get_channel = cached.get
    made.fetch_channel = AsyncMock(side_effect=[fetched])
    return made


def member(everywhere: discord.Permissions = READS) -> Any:
    return MagicMock(spec=discord.Member, id=101, guild_permissions=everywhere)


NOTHING = Rights()
SEES, WRITES, RULES = Rights(True), Rights(True, True), Rights(True, False, True)


@pytest.mark.parametrize(
    ("given", "rights"), [(ALL, WRITES), (READS, SEES), (MANAGES, RULES), (BLIND, NOTHING)]
)
async def test_who_sees_a_channel_may_write_or_rule_there(given: discord.Permissions, rights: Rights) -> None:
    assert await load_rights(server({CHANNEL: channel(given)}), IN_CHANNEL, member()) == rights


@pytest.mark.parametrize(
    ("given", "private", "inside", "asked", "rights"),
    [
        (ALL, False, False, True, WRITES),
        (ALL, True, True, True, WRITES),
        (ALL, True, False, True, NOTHING),
        (ALL, True, True, False, NOTHING),
        (MANAGES, True, False, False, RULES),
    ],
)
async def test_a_private_thread_is_for_its_members_and_who_manages_threads(
    given: discord.Permissions, private: bool, inside: bool, asked: bool, rights: Rights
) -> None:
    guild = server({THREAD: thread(given, private=private, inside=inside)})
    assert await load_rights(guild, IN_THREAD, member(), may_fetch=lambda: asked) == rights


async def test_a_role_is_in_no_private_thread() -> None:
    role = MagicMock(spec=discord.Role)
    guild = server({THREAD: thread(ALL, private=True)})
    assert await load_rights(guild, IN_THREAD, role, may_fetch=lambda: True) == NOTHING


async def test_in_an_unknown_thread_one_writes_as_in_threads_of_its_channel() -> None:
    only_threads = discord.Permissions(view_channel=True, send_messages_in_threads=True)
    found = [
        await load_rights(server({CHANNEL: channel(given)}), IN_THREAD, member())
        for given in (only_threads, discord.Permissions(view_channel=True, send_messages=True))
    ]
    assert found == [WRITES, SEES]


@pytest.mark.parametrize(
    ("place", "fetched", "asked", "manages"),
    [
        (IN_THREAD, None, True, True),
        (IN_CHANNEL, refusal(404), True, True),
        (IN_CHANNEL, refusal(403), True, False),
        (IN_CHANNEL, refusal(404), False, False),
    ],
)
async def test_what_is_gone_is_ruled_by_who_rules_everywhere(
    place: Any, fetched: Any, asked: bool, manages: bool
) -> None:
    for who in (member(MANAGES), MagicMock(spec=discord.Role, permissions=MANAGES)):
        known = await load_rights(server({}, fetched), place, who, may_fetch=lambda: asked)
        assert known == Rights(may_manage=manages)
    assert await load_rights(server({}, fetched), place, member(), may_fetch=lambda: asked) == NOTHING


async def test_permissions_of_a_channel_are_asked_for_once() -> None:
    here = channel(ALL)
    known: dict[int, discord.Permissions] = {}
    for _ in range(2):
        await load_rights(server({CHANNEL: here}), IN_CHANNEL, member(), permission_cache=known)
    assert (here.permissions_for.call_count, known) == (1, {CHANNEL: ALL})


async def test_everybody_sees_what_the_usual_role_sees_on_a_server_that_is_there() -> None:
    guild = server({CHANNEL: channel(READS)})
    client = MagicMock(spec=discord.Client)
    for found, unavailable, seen in ((guild, False, True), (guild, True, False), (None, False, False)):
        client.get_guild = Mock(return_value=found)
        guild.unavailable = unavailable
        assert await is_visible_to_everyone(client, IN_CHANNEL) is seen


@pytest.mark.parametrize(
    ("who", "given", "seen"),
    [(member(), READS, True), (member(), BLIND, False), (refusal(404), READS, False)],
)
async def test_who_is_on_a_server_may_see_a_place(who: Any, given: discord.Permissions, seen: bool) -> None:
    guild = server({CHANNEL: channel(given)})
    guild.fetch_member = AsyncMock(side_effect=[who])
    assert await can_member_see(guild, IN_CHANNEL, 101) is seen


async def test_of_another_process_s_server_all_is_fetched() -> None:
    async def sees(*found: Any) -> bool:
        client = MagicMock(spec=discord.Client)
        guild = server({})
        guild.fetch_member = AsyncMock(return_value=member())
        guild.fetch_channel = AsyncMock(side_effect=found)
        client.fetch_guild = AsyncMock(return_value=guild)
        return await can_member_see_elsewhere(client, IN_THREAD, 101)

    assert [
        await sees(channel(READS)),
        await sees(channel(BLIND)),
        await sees(thread(READS, private=False), channel(READS)),
        await sees(thread(READS, private=True), channel(READS)),
        await sees(refusal(404)),
    ] == [True, False, True, False, False]


@pytest.mark.parametrize(
    ("there", "elsewhere", "fetching", "rights"),
    [
        (True, READS, True, WRITES),
        (False, READS, True, SEES),
        (False, None, True, SEES),
        (False, None, False, NOTHING),
    ],
)
async def test_who_asks_brings_their_rights_in_this_place_along(
    there: bool, elsewhere: discord.Permissions | None, fetching: bool, rights: Rights
) -> None:
    guild = server({} if elsewhere is None else {CHANNEL: channel(elsewhere)}, channel(READS))
    guild.default_role = MagicMock(spec=discord.Role)
    presses = MagicMock()
    asking = MagicMock(guild=guild, guild_id=10, channel_id=CHANNEL if there else 99, user=member())
    asking.permissions, asking.channel, asking.client.club.members.presses = ALL, channel(ALL), presses
    asker = asker_of(asking, may_fetch=fetching)
    assert await asker.server_rights(IN_CHANNEL) == rights
    assert presses.try_take.call_count == int(not there and elsewhere is None and fetching)
    assert (await asker.member_rights(IN_CHANNEL)).may_see == (elsewhere is not None)


async def test_outside_servers_and_as_no_member_one_has_no_rights_elsewhere() -> None:
    for guild, who in ((None, member()), (server({CHANNEL: channel(ALL)}), MagicMock(spec=discord.User))):
        asker = asker_of(MagicMock(guild=guild, channel_id=99, user=who))
        assert await asker.server_rights(IN_CHANNEL) == NOTHING
    assert await asker_of(MagicMock(guild=None)).member_rights(IN_CHANNEL) == NOTHING
