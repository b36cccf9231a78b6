"""Whether everyone who sees one channel may see another.

The answer is checked against discord.py, for all possible members.
"""

import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any

import discord
import pytest

from bot.answers.audience import Audience
from data.play.listing import ListedRow
from data.play.matches import MatchStatus
from data.play.places import Place

GUILD, OWNER, BOT, EVERYONE = 1, 2, 3, 1
MODS, PLAYERS, OURS = 11, 12, 13
ANN, BEN = 21, 22
HERE, THERE, THREAD, SECRET_THREAD = 31, 32, 41, 42
VIEW = discord.Permissions(view_channel=True).value
ADMIN = discord.Permissions(administrator=True).value

Doors = dict[int, bool]
"""What overwrites say of seeing a channel, by role or person."""
NOBODY: Doors = {EVERYONE: False}


def client() -> Any:
    """A connection of the library's that is none."""
    state = discord.Client(intents=discord.Intents.none())._connection
    user = {"id": str(BOT), "username": "Twotone", "discriminator": "0", "avatar": None}
    state.user = discord.ClientUser(state=state, data=user)  # pyrefly: ignore[bad-argument-type]
    return state


STATE = client()


def member(guild: discord.Guild, user_id: int, roles: tuple[int, ...] = ()) -> discord.Member:
    user = {"id": str(user_id), "username": "x", "discriminator": "0", "avatar": None}
    data: Any = {"user": user, "roles": [str(role) for role in roles], "joined_at": None, "flags": 0}
    return discord.Member(data=data, guild=guild, state=STATE)


def server(
    here: Doors, there: Doors, roles: Mapping[int, int] | None = None, *, everyone: int = VIEW, kind: int = 0
) -> discord.Guild:
    """A server with two channels, and a public and a private thread in the second.

    `roles` maps role ids to permissions.
    """
    roles = {MODS: 0, PLAYERS: 0} if roles is None else roles

    # fmt: off
    def channel(channel_id: int, doors: Doors, kind: int) -> dict[str, Any]:
        told = [
            {
                "id": str(who),
                "type": int(who >= ANN),
                "allow": str(VIEW if allowed else 0),
                "deny": str(0 if allowed else VIEW),
            }
            for who, allowed in doors.items()
        ]
        return {
            "id": str(channel_id), "type": kind, "name": "c", "position": 0, "permission_overwrites": told,
            "bitrate": 64_000, "user_limit": 0,
        }

    def thread(thread_id: int, kind: int) -> dict[str, Any]:
        times = {
            "archived": False,
            "auto_archive_duration": 60,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
        }
        return {
            "id": str(thread_id), "type": kind, "name": "t", "parent_id": str(THERE), "owner_id": str(BOT),
            "guild_id": str(GUILD), "message_count": 0, "member_count": 1, "thread_metadata": times,
        }

    def role(role_id: int, permissions: int, tags: Mapping[str, str] | None = None) -> dict[str, Any]:
        return {
            "id": str(role_id), "name": "r", "permissions": str(permissions), "position": int(role_id != EVERYONE),
            "colors": {"primary_color": 0}, "color": 0, "hoist": False, "managed": False, "mentionable": False,
            "flags": 0, **({"tags": tags} if tags else {}),
        }

    data: Any = {
        "id": str(GUILD), "name": "g", "owner_id": str(OWNER), "members": [],
        "roles": [
            role(EVERYONE, everyone), role(OURS, 0, {"bot_id": str(BOT)}),
            *(role(each, given) for each, given in roles.items()),
        ],
        "channels": [channel(HERE, here, 0), channel(THERE, there, kind)],
        "threads": [thread(THREAD, 11), thread(SECRET_THREAD, 12)],
    }
    # fmt: on
    guild = discord.Guild(data=data, state=STATE)
    guild._add_member(member(guild, BOT, (OURS,)))
    return guild


def may_see(guild: discord.Guild, place_id: int = THERE) -> bool:
    return Audience(guild, HERE).may_see(Place(GUILD, place_id))


@pytest.mark.parametrize(
    ("here", "there", "shown"),
    [
        pytest.param({}, {}, True, id="both open to all"),
        pytest.param({}, NOBODY, False, id="the match's place shut"),
        pytest.param(NOBODY, {}, True, id="the card's channel shut"),
        pytest.param(NOBODY, NOBODY, True, id="both shut"),
        pytest.param(NOBODY | {MODS: True}, NOBODY | {MODS: True}, True, id="both for one role"),
        pytest.param(NOBODY | {PLAYERS: True}, NOBODY | {MODS: True}, False, id="for two roles"),
        pytest.param(
            NOBODY | {PLAYERS: True}, NOBODY | {MODS: True, PLAYERS: True}, True, id="one role more there"
        ),
        pytest.param({}, {MODS: False}, False, id="one role shut out there"),
        pytest.param({MODS: False}, {MODS: False}, True, id="one role shut out of both"),
        pytest.param(NOBODY | {ANN: True}, NOBODY | {ANN: True}, True, id="both for one person"),
        pytest.param(
            NOBODY | {ANN: True, BEN: True}, NOBODY | {ANN: True}, False, id="for one of two people"
        ),
        pytest.param(NOBODY | {ANN: True}, NOBODY | {MODS: True}, False, id="a person without the role"),
        pytest.param({}, {ANN: False}, False, id="one person shut out there"),
        pytest.param({ANN: False}, {ANN: False}, True, id="one person shut out of both"),
        pytest.param(NOBODY | {BOT: True}, NOBODY, True, id="the bot itself is nobody"),
        pytest.param(NOBODY | {OURS: True}, NOBODY, True, id="nor is its role"),
        pytest.param(NOBODY | {OWNER: True}, NOBODY, True, id="who owns the server sees all"),
    ],
)
def test_a_match_is_shown_where_everybody_may_see_its_place(here: Doors, there: Doors, shown: bool) -> None:
    assert may_see(server(here, there)) == shown


def test_a_thread_counts_as_its_channel_and_a_private_one_as_nobody_s() -> None:
    shut, opened = server({}, NOBODY), server({}, {})
    assert [may_see(opened, place) for place in (THREAD, SECRET_THREAD)] == [True, False]
    assert [may_see(shut, place) for place in (THREAD, SECRET_THREAD)] == [False, False]
    assert not may_see(server(NOBODY, NOBODY), SECRET_THREAD)


def in_thread(thread_id: int) -> ListedRow:
    return ListedRow(
        id=1, game="binar", options="{}", secret=b"", status=MatchStatus.RUNNING, version=0, turn=0, plies=0,
        guild_id=GUILD, channel_id=THERE, thread_id=thread_id, board_channel_id=None, board_message_id=None,
        board_version=None, turn_at=0.0, nudged_at=None, absent_at=None, abroad=None, user_ids=(1, 2),
        names=("A", "B"),
    )  # fmt: skip


def test_what_is_not_known_is_shown_nowhere() -> None:
    guild = server({}, {})
    assert not may_see(guild, 99)
    assert not Audience(guild, HERE).may_see(Place(2, THERE))
    assert not Audience(guild, HERE).may_see(Place(GUILD, THERE, "en"))
    assert not Audience(guild, 99).may_see(Place(GUILD, THERE))
    assert not may_see(server({}, {}, kind=2))  # who sees a voice channel is not who may enter it
    assert Audience(guild, HERE).may_see(Place(GUILD, HERE))
    # A thread of the bot's own that is not at hand is public; one in a channel that is gone is nowhere.
    assert Audience(guild, HERE).may_see(in_thread(77))
    assert not Audience(guild, HERE).may_see(in_thread(SECRET_THREAD))


def everybody_sees(guild: discord.Guild, roles: Mapping[int, int]) -> bool:
    """Ask the library of every member that the server may have."""
    here, there = guild.get_channel(HERE), guild.get_channel(THERE)
    assert here is not None
    assert there is not None
    return all(
        there.permissions_for(each).view_channel
        for each in _members(guild, roles)
        if here.permissions_for(each).view_channel
    )


def _members(guild: discord.Guild, roles: Mapping[int, int]) -> Iterator[discord.Member]:
    for count in range(len(roles) + 1):
        for held in itertools.combinations(roles, count):
            yield from (member(guild, user_id, held) for user_id in (ANN, BEN, 29))


@pytest.mark.ci
def test_it_says_what_the_library_says_of_all_members_that_there_may_be() -> None:
    chance = random.Random(5)
    seen = [0, 0]
    for _ in range(400):
        given = (0, 0, 0, VIEW, ADMIN)
        roles = {role: chance.choice(given) for role in (MODS, PLAYERS, 14)}
        doors: list[Doors] = [
            {
                who: chance.random() < 0.5
                for who in (EVERYONE, *roles, ANN, BEN)
                if chance.random() < (0.8 if who == EVERYONE else 0.3)
            }
            for _ in range(2)
        ]
        guild = server(doors[0], doors[1], roles, everyone=chance.choice((0, VIEW)))
        expected = everybody_sees(guild, roles)
        assert may_see(guild) == expected, (doors, roles)
        seen[expected] += 1
    assert min(seen) > 50
