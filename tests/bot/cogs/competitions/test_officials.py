"""A member who may manage a server may do what a competition's organiser does.

So every competition can be ended.
"""

import pytest

from club.competitions.lookup import Official
from club.competitions.seasons import ABSENT
from club.refusals import Refusal
from tests.bot.cogs.competitions.league_steps import four, later, section
from tests.bot.cogs.competitions.league_steps import season as season_card
from tests.bot.cogs.competitions.tournament_steps import start_tournament
from tests.bot.limits import pings
from tests.bot.officials import manager
from tests.bot.server import Server, buttons, reply_text, texts


@pytest.mark.ci
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
    other = manager(room)
    asked = await other.click(season_card(room), label="End the league")
    assert "The league is ended" in reply_text(await other.click(asked.response, label="End the league"))
    await room.env.settle()
    assert set(buttons(season_card(room))) == set()


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
