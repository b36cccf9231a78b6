"""Only the two learn that Ann has blocked Ben.

To everybody else two worlds are the same.
"""

from pathlib import Path

import pytest

from data.outbox.post_kinds import PostKind
from tests.bot.server import serve
from tests.leaks.evening import NEVER, SECRET, acquaint, differences
from tests.leaks.wire import Streams, listening


async def run_world(database: Path, *, is_blocked: bool) -> Streams:
    """Play an evening of Ann, Ben and Cleo in which Ann has blocked Ben or has not."""
    with pytest.MonkeyPatch.context() as patch, listening(patch) as wire:
        async with serve(database, secret=lambda: SECRET, patience=NEVER) as room:
            acquaint(wire, room)
            club = room.bot.club
            if is_blocked:
                await room.run(club.members.blocks.block(room.ann.id, room.ben.id))
            for who in (room.ben, room.cleo):
                await room.run(club.play.seek_alerts.change_settings(who.id, room.guild.id, games=("binar",)))
            shown = await room.ann.slash(room.channel, "play", game="binar")
            await room.env.advance_time(PostKind.SEAT.rule.wait + 5)
            if is_blocked:
                await room.ben.click(shown.response, label="Accept")
                await room.ben.slash(room.channel, "profile", member=room.ann.user)
                await room.ben.slash(room.channel, "play", game="binary", opponent=room.ann)
            await room.cleo.slash(room.channel, "profile", member=room.ann.user)
            await room.cleo.slash(room.channel, "standings")
            await room.cleo.slash(room.channel, "privacy export")
            await room.cleo.click(shown.response, label="Accept")
            return wire.streams()


@pytest.mark.ci
async def test_to_everybody_else_two_worlds_that_differ_in_a_block_are_the_same(tmp_path: Path) -> None:
    one = await run_world(tmp_path / "one.db", is_blocked=False)
    other = await run_world(tmp_path / "other.db", is_blocked=True)
    assert any("Told to 2 members" in text for text in other["everyone", "channel"])
    assert len(one["Ben", "DM of Ben"]) == 1
    assert ("Ben", "DM of Ben") not in other
    assert differences(one, other, ("Cleo",)) == []
    taken = [text for text in other["Ben", "answers to Ben"] if "its seat is taken" in text]
    assert len(taken) == 1
