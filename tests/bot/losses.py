"""What Discord may take away from a running match."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from bot.answers.permissions import NEEDED
from tests.bot.closed_places import channel_gone_unseen, forbid
from tests.bot.server import Server

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


async def server_gone(room: Server, thread: Any) -> Any:
    """The bot is removed from the server; both players are on another one."""
    other = room.env.create_guild("Elsewhere")
    channel = other.create_text_channel("games")
    room.ann, room.ben = other.add_member(room.ann.user), other.add_member(room.ben.user)
    await room.run(room.bot.club.play.places.suspend_server(room.guild.id))
    room.bot._connection._remove_guild(room.bot.get_guild(room.guild.id))  # pyrefly: ignore[bad-argument-type]  # it is there
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
