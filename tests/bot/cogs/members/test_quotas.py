"""The words of the limits, and an answer even for members who are too fast."""

from pathlib import Path

from club.members.quotas import Limits
from tests.bot.server import Server, press_play, serve, texts


async def test_the_same_challenge_again_is_answered_with_a_link_to_the_first(room: Server) -> None:
    asked = {"game": "binar", "opponent": room.ben}
    first = await room.ann.slash(room.channel, "play", **asked)
    cards = len(room.channel.history())
    again = await room.ann.slash(room.channel, "play", **asked)
    assert again.ephemeral
    assert f"/{room.channel.id}/{first.response.id} still waits" in texts(again.response)
    assert len(room.channel.history()) == cards
    await room.ben.click(first.response, label="Decline")
    assert not (await room.ann.slash(room.channel, "play", **asked)).ephemeral


async def test_a_press_too_many_is_answered_too(tmp_path: Path) -> None:
    async with serve(tmp_path / "twotone.db", limits=Limits(presses_at_once=4)) as room:
        place = await room.begin("binar", side="Even")
        for _ in range(3):
            assert "That was a lot" not in texts((await room.ann.slash(place, "games")).response)
        for refused in (
            await press_play(room.ann, room.board(place)),
            await room.ann.slash(place, "move", move="c3"),
        ):
            assert refused.ephemeral
            assert (
                texts(refused.response)
                == "That was a lot at once. Wait a few seconds, then go on; nothing is lost."
            )
        assert (await room.match()).plies == []
        assert "That was a lot" not in texts((await room.ben.slash(place, "games")).response)
