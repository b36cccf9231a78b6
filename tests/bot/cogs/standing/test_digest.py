"""The weekly digest: where and when a server wants it.

Everyone there reads one message a week.
"""

from dataclasses import replace
from typing import Any

import pytest

from bot.cards.standing.digest import digest_card
from club.standing.club_card import ServerActivity
from club.standing.digest import Digest, UpcomingStage
from data.competitions.competitions import CompetitionRow, StageStatus
from data.database.columns import column_values
from data.puzzles.mining import NAMED
from tests.bot.closed_places import shut_channel
from tests.bot.limits import pings
from tests.bot.matches_over import give_up
from tests.bot.officials import manager
from tests.bot.server import Server, buttons, menus, texts
from tests.bot.settings_cards import choose, setting
from tests.data.samples import LEAGUE, STAGE
from words import ENGLISH, localizer_for


async def choose_channel(room: Server, mo: Any) -> tuple[Any, Any]:
    """Switch the digest on in a new channel as a moderator.

    Return the channel and the card of the setting.
    """
    lobby = room.guild.create_text_channel("lobby")
    return lobby, await choose(mo, await setting(room, mo), "digest_channel", lobby)


async def week_over(room: Server, lobby: Any) -> list[Any]:
    """The digests in a channel once the next one has come."""
    _, at = await room.run(room.bot.club.standing.digests.load_plan(room.guild.id))
    await room.env.advance_time(at - room.env.now().timestamp() + 5)
    await room.env.advance_time(60)
    return list(lobby.history())


async def play_and_resign(room: Server, moves: int = 8) -> Any:
    """Play a match of Ann and Ben that Ann resigns after some moves."""
    place = await room.begin("russian", side="White")
    for number in range(moves):
        move = (await room.match()).moves()[0]
        await (room.ben if number % 2 else room.ann).slash(place, "move", move=str(move))
    await give_up(room.ann, place)
    return place


async def test_a_moderator_chooses_its_channel_day_and_hour(room: Server) -> None:
    mo = manager(room)
    lobby, card = await choose_channel(room, mo)
    assert "The next one comes" in texts(card)
    day, hour = menus(card)[-2:]
    card = (await mo.select(card, ["2"], custom_id=day["custom_id"])).response
    card = (await mo.select(card, ["7"], custom_id=hour["custom_id"])).response
    server, at = await room.run(room.bot.club.standing.digests.load_plan(room.guild.id))
    assert (server.digest_channel, server.digest_day, server.digest_hour) == (lobby.id, 2, 7)
    assert at is not None
    shut = shut_channel(room)
    assert "Not saved" in texts(await choose(mo, card, "digest_channel", shut))
    off = await choose(mo, await setting(room, mo), "digest_channel")
    assert "The next one comes" not in texts(off)
    assert not any("digest_day" in select["custom_id"] for select in menus(off))


@pytest.mark.ci
async def test_the_week_is_on_one_message_that_pings_nobody(room: Server) -> None:
    mo = manager(room)
    lobby, _ = await choose_channel(room, mo)
    for member in (room.ann, room.ben):
        await room.run(room.bot.club.members.preferences.change(member.id, mined=NAMED))
    place = await play_and_resign(room)
    await room.cleo.slash(room.channel, "play", game="binar")
    [post] = await week_over(room, lobby)
    said = texts(post)
    assert "**Match of the week**, the closest by its analysis: [Russian checkers]" in said
    assert (
        f"**Ben** won against Ann · [Russian checkers](https://discord.com/channels/{room.guild.id}/{place.id}"
        in said
    )
    assert [file.filename for file in post.attachments] == ["replay.gif"]
    sent = [each for each in room.env.http_requests if each.path.endswith(f"/{lobby.id}/messages")]
    assert [pings(each) for each in sent if each.method == "POST"] == [[]]
    assert list(buttons(post)) == ["My matches", "Find an opponent", "Today's puzzle"]
    assert await week_over(room, lobby) == [post], "the next week had nothing"


@pytest.mark.parametrize(
    ("kind", "status", "told"),
    [
        ("league", StageStatus.OPEN, ": season 1 starts <t:3600:f>. Sign up on its card."),
        ("league", StageStatus.RUNNING, ": season 1 closes <t:7200:f>."),
        ("swiss", StageStatus.OPEN, " starts <t:3600:f>. Sign up on its card."),
        ("swiss", StageStatus.RUNNING, " is being played."),
    ],
)
def test_what_is_next_in_a_competition_is_told_as_its_kind_is(
    kind: str, status: StageStatus, told: str
) -> None:
    asked: dict[str, Any] = column_values(LEAGUE) | {"kind": kind}
    competition = CompetitionRow(**asked, id=1, created_at=0.0, due_at=None, paused_at=None, stopped=False)
    coming = UpcomingStage(competition, replace(STAGE, status=status, starts_at=3600.0, closes_at=7200.0))
    card = digest_card(
        Digest((), (), (), ServerActivity((), (), None, ()), [coming], None), None, 1, localizer_for(ENGLISH)
    )
    said = "\n".join(getattr(item, "content", "") for item in card.view.walk_children())
    assert f"[Autumn](https://discord.com/channels/{LEAGUE.guild_id}/{LEAGUE.channel_id}){told}" in said
    assert (card.pings, card.silent) == ((), True)
