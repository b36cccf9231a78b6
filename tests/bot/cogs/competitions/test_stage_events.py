"""Discord's own events for a season and a tournament, where the bot may make them."""

from typing import Any

import discord

from bot.cards.kit.card_lines import message_link
from tests.bot.closed_places import overwrite
from tests.bot.cogs.competitions.league_steps import league, season
from tests.bot.officials import manager
from tests.bot.server import Server, texts


def events(room: Server) -> list[Any]:
    found = room.env.backend.get_guild(room.guild.id).scheduled_events.values()
    return sorted(found, key=lambda event: event.scheduled_start_time)


async def test_a_season_s_start_and_close_are_events_that_lead_to_its_card_and_go_with_it(
    room: Server,
) -> None:
    await league(room)
    await room.env.settle()
    assert [event.name for event in events(room)] == [
        "Autumn league: season 1 starts",
        "Autumn league: season 1 closes",
    ]
    link = message_link(room.guild.id, room.channel.id, season(room).id)
    assert all(event.entity_metadata["location"] == link for event in events(room))
    assert "Binar. Its card: " + link == events(room)[0].description
    mo = manager(room)
    asked = await mo.click(season(room), label="End the league")
    await mo.click(asked.response, label="End the league")
    await room.env.settle()
    assert events(room) == []


async def test_without_the_right_nothing_is_asked_and_nothing_is_said(room: Server) -> None:
    backend = room.env.backend
    [role_id] = backend.get_guild(room.guild.id).members[room.twotone.id].role_ids
    given = discord.Permissions(backend.get_role(room.guild.id, role_id).permissions)
    given.update(create_events=False)
    backend.edit_role(room.guild.id, role_id, {"permissions": given.value})
    backend.announce_role_updates(room.guild.id, [backend.get_role(room.guild.id, role_id)])
    await room.env.settle()
    await league(room)
    await room.env.settle()
    assert events(room) == []
    assert not [each for each in room.env.http_requests if "scheduled-events" in each.path]


async def test_no_event_tells_all_members_of_a_league_in_a_channel_that_only_some_may_see(
    room: Server,
) -> None:
    mo = manager(room)
    overwrite(room, room.channel, room.guild.default_role, view_channel=False)
    for member in (room.twotone, mo):
        overwrite(room, room.channel, member, view_channel=True)
    await mo.slash(room.channel, "league create", name="Autumn league", game="binar")
    await room.env.settle()
    assert "Autumn league" in texts(season(room))
    assert events(room) == []
