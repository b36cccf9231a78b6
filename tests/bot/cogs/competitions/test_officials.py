"""A member who may manage a server may do what a competition's organiser does.

So every competition can be ended.
"""

import pytest

from club.competitions.lookup import Official
from club.competitions.seasons import ABSENT
from club.refusals import Refusal
from tests.bot.cogs.competitions.ladder_steps import card as ladder_card
from tests.bot.cogs.competitions.ladder_steps import challenge, filled_ladder, resign
from tests.bot.cogs.competitions.league_steps import four, later, league, section
from tests.bot.cogs.competitions.league_steps import season as season_card
from tests.bot.cogs.competitions.tournament_steps import first_card, here, start_tournament, table, tournament
from tests.bot.competing import people
from tests.bot.limits import pings
from tests.bot.server import Server, buttons, menus, reply_text, texts
from tests.bot.settings_cards import manager


@pytest.mark.ci
async def test_a_manager_starts_a_tournament_takes_back_a_round_and_ends_it(room: Server) -> None:
    await tournament(room)
    members = people(room, 4)
    for member in members:
        await member.click(first_card(room), label="Join")
    other = await manager(room)
    assert "Only whoever has made this, or may manage" in reply_text(
        await members[0].click(first_card(room), label="Start now")
    )
    assert "It starts." in reply_text(await other.click(first_card(room), label="Start now"))
    await here(room, members)
    asked = await other.click(table(room), label="Take back the round")
    assert "is taken back" in reply_text(await other.click(asked.response, label="Take back the round"))
    await room.env.settle()
    assert f"<@{other.id}> has taken back round 1" in texts(table(room))
    asked = await other.click(first_card(room), label="End the tournament")
    assert "The tournament ends" in reply_text(await other.click(asked.response, label="End the tournament"))


async def test_a_manager_rules_on_a_ladder_under_their_own_name(room: Server) -> None:
    _, members, _ = await filled_ladder(room)
    await challenge(room, members[3], "3 · Cleo")
    await resign(room, members[3].id)
    other = await manager(room)
    assert "Only whoever" in reply_text(await room.ann.click(ladder_card(room), label="Rule on a result"))
    shown = await other.click(ladder_card(room), label="Rule on a result")
    [pick] = menus(shown.response)
    asked = await other.select(shown.response, [pick["options"][0]["value"]])
    form = await other.click(asked.response, label="A draw")
    assert "Noted" in reply_text(await other.submit_modal(form, {"why": "So"}))
    await room.env.settle()
    assert f"<@{other.id}> has ruled on" in texts(ladder_card(room))


async def test_a_league_whose_organiser_was_forgotten_runs_on_and_a_manager_ends_it(room: Server) -> None:
    mo, _, _ = await four(room)
    await room.run(room.bot.club.privacy.deletion.begin_deletion(mo.id))
    await room.run(room.bot.club.privacy.deletion.work())
    room.env.http_requests.clear()
    await later(room, ABSENT + 3600)
    shown = texts(section(room))
    assert "has not begun to play. Whoever is not in this season can take that place" in shown
    assert "former" not in shown
    assert not [user for request in room.env.http_requests for user in pings(request) if user in (0, mo.id)]
    other = await manager(room)
    asked = await other.click(season_card(room), label="End the league")
    assert "The league is ended" in reply_text(await other.click(asked.response, label="End the league"))
    await room.env.settle()
    assert set(buttons(season_card(room))) == set()


async def test_a_season_that_a_manager_calls_off_says_so_of_nobody(room: Server) -> None:
    await league(room)
    other = await manager(room)
    asked = await other.click(season_card(room), label="End the league")
    await other.click(asked.response, label="End the league")
    await room.env.settle()
    assert "This season is called off: the league was ended." in texts(season_card(room))


async def test_to_manage_another_server_gives_no_right_here(room: Server) -> None:
    _, members, card = await start_tournament(room, 4)
    assert "Round 1" in texts(card)
    elsewhere = Official(members[0].id, room.guild.id + 1)
    for trying in (
        room.bot.club.competitions.all.stop(1, official=elsewhere),
        room.bot.club.competitions.tournaments.take_back_round(1, official=elsewhere),
        room.bot.club.competitions.all.load_as_organiser(1, official=elsewhere),
    ):
        with pytest.raises(Refusal, match="Only whoever"):
            await room.run(trying)
    await room.run(
        room.bot.club.competitions.all.load_as_organiser(1, official=Official(members[0].id, room.guild.id))
    )
