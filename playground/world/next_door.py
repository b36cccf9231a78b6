"""A second server that the bot is in, to test what two servers do together.

All members belong to both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.world.directory import FOUNDED, TEXT, Channel
from playground.world.user_installs import is_user_install

if TYPE_CHECKING:
    from playground.world.state import WorldState

# Fixed ids of 2026-01-01, so that a page or a test can name them.
NEXT_DOOR_ID, NEXT_DOOR_NAME = "1456000000000000003", "Next door"
PORCH_ID = "1456000000000000031"


def open_next_door(state: WorldState) -> None:
    """Add a second server with one channel, before the bot connects."""
    state.channels[PORCH_ID] = Channel(
        PORCH_ID, TEXT, FOUNDED, NEXT_DOOR_ID, "porch", f"The server “{NEXT_DOOR_NAME}”, which Twotone is in"
    )


def bot_server_ids(state: WorldState) -> list[str]:
    """Return the ids of the servers that the bot is in, including one with an outage."""
    found = [
        channel.guild_id or ""
        for channel in state.channels.values()
        if channel.guild_id not in (None, *state.thrown_out) and not is_user_install(channel)
    ]
    return list(dict.fromkeys(found))
