"""No player is ever stuck, whatever is taken from a match.

Some player always has a way on, and it is shown to them.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest

from bot.answers.permissions import NEEDED
from data.sqlite.check import check
from tests.bot.server import Server, buttons, reply_text, texts
from tests.bot.test_threads import forbid
from tests.sets import leave_to_ci

DAY: Final = 24 * 3600
Loss = Callable[[Server, Any], Awaitable[Any]]
"""A function that takes something from the match of a thread.

It returns a channel in which Ann and Ben can still write.
"""


async def opponent_gone(room: Server, thread: Any) -> Any:
    """Ben leaves the server."""
    room.env.backend.remove_member(room.guild.id, room.ben.id)
    return room.channel


async def opponent_silent(room: Server, thread: Any) -> Any:
    """Ben does not answer any more."""
    return room.channel


async def thread_gone(room: Server, thread: Any) -> Any:
    """The thread is deleted."""
    room.env.backend.delete_channel(thread.id)
    return room.channel


async def channel_gone(room: Server, thread: Any) -> Any:
    """The channel is deleted, and its threads with it."""
    elsewhere = room.guild.create_text_channel("elsewhere")
    for place in (thread, room.channel):
        room.env.backend.delete_channel(place.id)
    return elsewhere


async def channel_gone_unseen(room: Server, thread: Any) -> Any:
    """Delete the channel while no one tells the bot.

    It learns of that by what it posts.
    """
    for place in (thread, room.channel):
        for path in (f"/channels/{place.id}", f"/channels/{place.id}/*"):
            room.env.inject_error("*", path, status=404, code=10003, times=None)
    return room.guild.create_text_channel("elsewhere")


async def server_gone(room: Server, thread: Any) -> Any:
    """The bot is removed from the server; both players are on another one."""
    other = room.env.create_guild("Elsewhere")
    channel = other.create_text_channel("games")
    room.ann, room.ben = other.add_member(room.ann.user), other.add_member(room.ben.user)
    await room.run(room.bot.club.places.server_gone(room.guild.id))
    room.bot._connection._remove_guild(room.bot.get_guild(room.guild.id))  # type: ignore[arg-type]  # it is there
    return channel


def without(**permissions: bool) -> Loss:
    """The bot loses permissions in the channel and its threads."""

    async def forbid_there(room: Server, thread: Any) -> Any:
        elsewhere = room.guild.create_text_channel("elsewhere")
        forbid(room, **permissions)
        return elsewhere

    return forbid_there


THREADS: Final = ("send_messages_in_threads", "create_public_threads")
STAYS: Final = ["nudges", "claims"]
MOVES: Final = ["goes on", "nudges", "claims"]
LOSSES: Final[dict[str, tuple[Loss, list[str]]]] = {
    "the opponent left": (opponent_gone, ["claims"]),
    "the opponent is silent": (opponent_silent, STAYS),
    "the thread is gone": (thread_gone, STAYS),
    "the channel is gone": (channel_gone, MOVES),
    "the channel is gone and nobody said so": (channel_gone_unseen, MOVES),
    "the server is gone": (server_gone, MOVES),
    "no view_channel": (without(view_channel=True), MOVES),
    "no sending at all": (without(send_messages=True, send_messages_in_threads=True), MOVES),
    **{f"no {name}": (without(**{name: True}), STAYS) for name in (*NEEDED[1:], *THREADS)},
}
"""What is lost, and which ways on Ann is shown one after another."""


async def way_on(room: Server, elsewhere: Any) -> str:
    """Take the way on that `/games` shows Ann, and return which it was.

    Ways are taken until the match is over or it is played where both can see it.
    """
    listed = await room.ann.slash(elsewhere, "games")
    label = next(
        (name for name in buttons(listed.response) if name.startswith(("Go on", "Ben", "Nudge"))), ""
    )
    if not label:
        return "waits"
    pressed = await room.ann.click(listed.response, label=label)
    if label.startswith("Ben"):
        await room.ann.click(pressed.response, label="Claim the win")
        return "claims"
    return "goes on" if label.startswith("Go on") else "nudges"


@pytest.mark.parametrize(("lose", "ways"), leave_to_ci(LOSSES.values(), every=3), ids=LOSSES.keys())
async def test_whatever_is_taken_somebody_has_a_way_on_and_sees_it(
    room: Server, lose: Loss, ways: list[str]
) -> None:
    thread = await room.begin("binar", side="Even")
    elsewhere = await lose(room, thread)
    await room.env.settle()
    first = await room.ann.slash(elsewhere, "move", move="c3", match="1")
    did = []
    if "suspended" in reply_text(first):
        await room.ann.click((first.followups or [first.response])[-1], label="Go on here")
        did.append("goes on")
        await room.ann.slash(elsewhere, "move", move="c3")
    for _ in range(30):
        await room.env.advance_time(1.5 * DAY)
        if (await room.bot.club.matches.load(1)).over:
            break
        did.append(await way_on(room, elsewhere))
    after = await room.bot.club.matches.load(1)
    assert (after.over, after.row.winner) == (True, 0), did
    assert [way for way in did if way != "waits"] == ways
    check(room.bot.config.database)


@pytest.mark.parametrize(
    "name", leave_to_ci([name for name in LOSSES if name != "the opponent left"], every=4)
)
async def test_the_match_goes_on_where_both_see_it(room: Server, name: str) -> None:
    thread = await room.begin("binar", side="Even")
    elsewhere = await LOSSES[name][0](room, thread)
    await room.env.settle()
    await room.ann.slash(elsewhere, "move", move="c3", match="1")
    await room.env.advance_time(2 * DAY)
    await way_on(room, elsewhere)
    for member, move in ((room.ann, "c3"), (room.ben, "d4"), (room.ann, "e5")):
        await member.slash(elsewhere, "move", move=move, match="1")
    assert [ply.text for ply in (await room.match()).plies] == ["c3", "d4", "e5"]
    row = (await room.bot.club.matches.load(1)).row
    place = {each.id: each for each in (thread, room.channel, elsewhere)}[row.place_id]
    board = room.board(place)
    assert "Play" in buttons(board)
    assert f"<@{room.ben.id}> to move" in texts(board)
