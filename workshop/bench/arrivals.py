"""Arrivals that the two members of a load test see.

Boards by thread, and pickers by member and thread.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playground.world.components import BUTTON, walk_components
from playground.world.directory import EPHEMERAL, LOADING
from playground.world.errors import JSON
from playground.world.world import World

BoardArrival = tuple[float, JSON]
"""When a board arrived (seconds), and the message."""


UNDOING = ("Type a move", "Back", "Open the board")
"""How buttons of a picker begin that choose nothing."""


class ArrivalQueues:
    """Queues of what arrived and was not looked at yet."""

    def __init__(self) -> None:
        self._boards: dict[str, asyncio.Queue[BoardArrival]] = {}
        self._private: dict[tuple[str, str], asyncio.Queue[JSON]] = {}

    def boards(self, place: str) -> "asyncio.Queue[BoardArrival]":
        """Return the boards of a channel as they arrive."""
        return self._boards.setdefault(place, asyncio.Queue())

    def private(self, member: str, place: str) -> "asyncio.Queue[JSON]":
        """Return what one member alone sees in a channel, new or changed."""
        return self._private.setdefault((member, place), asyncio.Queue())

    def note(self, member: str, event: JSON, *, first: bool) -> None:
        """Take an event of a member's; what everybody sees counts once, for the `first`."""
        if event["type"] not in ("message_create", "message_update"):
            return
        message = event["message"]
        if message["flags"] & EPHEMERAL:
            if not message["flags"] & LOADING:
                self.private(member, message["channel_id"]).put_nowait(message)
        elif first and event["type"] == "message_create" and message["attachments"]:
            self.boards(message["channel_id"]).put_nowait((time.perf_counter(), message))


@asynccontextmanager
async def watching(world: World) -> AsyncIterator[ArrivalQueues]:
    """Watch for the first two members, while the context lasts."""
    seen = ArrivalQueues()
    members = list(world.state.members)[:2]

    async def watch(member: str) -> None:
        async with world.watch(member) as events:
            while True:
                seen.note(member, await events.get(), first=member == members[0])

    tasks = [asyncio.create_task(watch(member)) for member in members]
    await asyncio.sleep(0)
    try:
        yield seen
    finally:
        for task in tasks:
            task.cancel()


def presses(message: JSON) -> dict[str, str]:
    """Return the buttons of a message that can be pressed: custom_id → label."""
    return {
        c["custom_id"]: c["label"]
        for c in walk_components(message["components"])
        if c["type"] == BUTTON and "custom_id" in c and not c.get("disabled")
    }


def goes_on(picker: JSON, chance: random.Random) -> str | None:
    """Return the custom_id of a picker's button that goes on.

    `None` if the move is made.
    """
    ways = [custom_id for custom_id, label in presses(picker).items() if not label.startswith(UNDOING)]
    return chance.choice(ways) if ways else None
