"""Head to head: a member's score against another, in the other's /profile.

Only the member sees it.
"""

from typing import Any

import pytest

from bot.cards.kit.card_lines import place_link
from club.members.people import Act
from tests.bot.rated_matches import end_match, stands
from tests.bot.server import Server, reply_text, texts


async def profile(member: Any, room: Server, whose: Any) -> str:
    return texts((await member.slash(room.channel, "profile", member=whose)).response)


async def test_each_reads_it_from_their_own_side_with_a_way_to_the_last_match(room: Server) -> None:
    await end_match(room, 1)
    await end_match(room, 2)
    last = (await room.bot.club.play.matches.load(2)).row
    link = f"the last was [match 2]({place_link(last)})"
    assert f"**You and Ben**: 2 won, 0 drawn, 0 lost; {link}" in await profile(room.ann, room, room.ben)
    assert f"**You and Ann**: 0 won, 0 drawn, 2 lost; {link}" in await profile(room.ben, room, room.ann)
    for member, whose in ((room.cleo, room.ann), (room.ann, room.cleo), (room.ann, room.ann)):
        assert "You and" not in await profile(member, room, whose)


@pytest.mark.ci
async def test_draws_count_and_what_ended_without_a_result_or_goes_on_does_not(room: Server) -> None:
    club, by = room.bot.club, 8000
    for number in range(1, 4):
        await room.begin("binar", side="Even")
        table = await club.play.matches.load(number)
        mover = table.player(0).user_id
        await room.run(club.play.matches.play(number, Act(mover, by + number), table.match.moves()[0]))
    await room.run(club.play.moderation.end_match(1, Act(room.cleo.id, by + 10)))
    asked = await room.ann.slash(await place_of(room, 2), "draw")
    assert asked.ephemeral
    await room.ben.slash(await place_of(room, 2), "draw")
    words = await profile(room.ann, room, room.ben)
    assert "**You and Ben**: 0 won, 1 drawn, 0 lost; the last was [match 2]" in words


async def place_of(room: Server, number: int) -> Any:
    row = (await room.bot.club.play.matches.load(number)).row
    return next(thread for thread in room.channel.threads if thread.id == row.place_id)


async def test_what_one_has_played_with_somebody_is_ones_own_where_they_hide_their_profile(
    room: Server,
) -> None:
    await stands(room, room.ben.id)
    await end_match(room)
    await room.run(room.bot.club.members.preferences.change(room.ben.id, profile_shown=False))
    words = reply_text(await room.ann.slash(room.channel, "profile", member=room.ben))
    assert words.startswith("Ben keeps their profile to themselves.\n**You and Ben**: 1 won")
    assert "1700" not in words
    assert reply_text(await room.cleo.slash(room.channel, "profile", member=room.ben)) == (
        "Ben keeps their profile to themselves."
    )
