"""Memory that the bot keeps for a server (Linux).

`python -m workshop.bench.bytes_a_server`.
"""

import asyncio
import gc
import json
import resource
from pathlib import Path
from typing import Any, Final

from bot.client import Twotone
from bot.host.config import Config
from playground.world.guild import guild_create_body
from playground.world.state import WorldState

COUNT: Final = 1000
CHANNELS: Final = 40
ROLES: Final = 25


def resident() -> int:
    """Return the bytes of memory that this process has now."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * resource.getpagesize()


def server(number: int) -> Any:
    """Return a server as Discord describes it, with names and ids of its own."""
    body = json.loads(json.dumps(guild_create_body(WorldState())))
    channel = next(each for each in body["channels"] if each["type"] == 0)
    role, own = body["roles"][1], 10**18 + (number << 22)
    body["id"] = str(own)
    body["channels"] = [
        channel | {"id": str(own + index + 1), "name": f"channel-{number}-{index}"}
        for index in range(CHANNELS)
    ]
    body["roles"] = [
        role | {"id": str(own + 100 * index), "name": f"role-{number}-{index}"} for index in range(ROLES)
    ]
    for member in body.get("members", ()):
        member["roles"] = []
    return json.loads(json.dumps(body))


async def main() -> None:
    """Print the bytes of a server."""
    bot = Twotone(Config(None, Path("unused.db"), "text", 20, None))
    before = resident()
    for number in range(COUNT):
        bot._connection._add_guild_from_data(server(number))
    gc.collect()
    told = f"{CHANNELS} channels and {ROLES} roles"
    print(f"{(resident() - before) / COUNT:.0f} bytes a server of {told}, {before} before the first")


if __name__ == "__main__":
    asyncio.run(main())
