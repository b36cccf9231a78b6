"""Simulated places where the bot is no member.

They are a server to which only Ann has brought it, and a group DM. The simulator knows neither.
So the bot forgets its server, each interaction says what Discord's would, no request to a channel
is taken, and no more than five follow-ups of one interaction are.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from simcord.backend import serializers
from simcord.backend.errors import BackendError

from bot.answers.tokens import FOLLOW_UPS
from tests.bot import simulator
from tests.bot.server import Server

EPHEMERAL: Final = 1 << 6
MESSAGE: Final = (4, 5)
GROUP: Final = 3
IN_DIRECT_MESSAGES: Final = (1 << 15) | (1 << 14) | (1 << 17)
"""Permissions of an app in direct messages of others.

It may attach files, embed links and mention everyone.
"""
KINDS: Final = ("server", "group")
USER_INSTALL: Final = 1
CONTEXTS: Final = {"server": 0, "group": 2}


class Place:
    """The channel in which people press.

    `hidden` are those who are always answered in private.
    """

    def __init__(self, room: Server, kind: str) -> None:
        self.room = room
        self.kind = kind
        self.hidden: set[int] = set()
        self.follow_ups: Counter[str] = Counter()
        self.refused: list[str] = []

    def forget(self) -> None:
        """The bot is no member of the server, and does not hear of it."""
        if guild := self.room.bot.get_guild(self.room.guild.id):
            self.room.bot._connection._remove_guild(guild)

    async def restart(self) -> None:
        """Another process of the bot takes over."""
        await self.room.restart()
        self.forget()

    def change_payload(self, payload: dict[str, Any]) -> dict[str, Any]:
        """Change an interaction as Discord does for a bot that a person alone has brought."""
        payload["authorizing_integration_owners"] = {"1": str(self.room.ann.id)}
        if self.kind != "group" or "guild_id" not in payload:
            return payload
        people = [self.room.ann, self.room.ben, self.room.cleo]
        backend = self.room.env.backend
        users = [serializers.user_payload(backend.get_user(each.id)) for each in people]
        payload |= {
            "context": 2,
            "user": payload["member"]["user"],
            "app_permissions": str(IN_DIRECT_MESSAGES),
            "channel": {
                "id": payload["channel_id"],
                "type": GROUP,
                "name": None,
                "icon": None,
                "owner_id": str(self.room.ann.id),
                "recipients": users,
            },
        }
        if "resolved" in payload["data"]:
            resolved = {key: value for key, value in payload["data"]["resolved"].items() if key != "members"}
            payload["data"] = {**payload["data"], "resolved": resolved}
        for key in ("guild_id", "guild_locale", "member"):
            del payload[key]
        return payload

    def check_request(self, backend: Any, method: str, path: str, body: Any) -> str | None:
        """Change a request as Discord takes it.

        Return why it does not, or `None` if it does.
        """
        parts = path.strip("/").split("/")
        if parts[0] in ("channels", "guilds") or parts[:2] == ["users", "@me"]:
            return "50001"
        if parts[0] == "interactions":
            asked = backend.interactions[int(parts[1])]
            if asked.user_id in self.hidden and body["type"] in MESSAGE:
                body.setdefault("data", {})["flags"] = (body.get("data") or {}).get("flags", 0) | EPHEMERAL
        elif parts[0] == "webhooks" and method == "POST":
            self.follow_ups[parts[2]] += 1
            if self.follow_ups[parts[2]] > FOLLOW_UPS:
                return "40094"
            if backend.interaction_by_token(parts[2]).user_id in self.hidden:
                body["flags"] = body.get("flags", 0) | EPHEMERAL
        return None


@contextmanager
def by_user_install(room: Server, kind: str = "group") -> Iterator[Place]:
    """Let everything from now on happen where the bot is no member.

    No request may be made that is impossible there.
    """
    place = Place(room, kind)
    place.forget()

    def check_request(backend: Any, method: str, path: str, body: Any) -> None:
        if why := place.check_request(backend, method, path, body):
            place.refused.append(f"{method} {path}: {why}")
            raise BackendError(403, int(why), "Missing Access")

    with simulator.interactions_changed(place.change_payload), simulator.requests_seen(check_request):
        yield place
    assert place.refused == []


def is_offered(room: Server, kind: str, name: str) -> bool:
    """Whether Discord offers a command there to a person with a user install."""
    command = room.bot.tree.get_command(name.partition(" ")[0])
    assert command is not None
    payload = command.to_dict(room.bot.tree)
    return USER_INSTALL in payload["integration_types"] and CONTEXTS[kind] in payload["contexts"]
