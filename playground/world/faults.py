"""Faults on demand: what goes wrong at Discord now and then, for tests and for the page's panel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from playground.world.directory import PERMISSIONS, Channel
from playground.world.errors import JSON, ActRefusedError
from playground.world.guild import bot_role
from playground.world.state import GUILD_ID, OLD_AFTER, State


@dataclass
class Trouble:
    """What befalls the next `left` answers whose "METHOD /path" contains `route`: a delay, an error."""

    left: int
    route: str = ""
    status: int | None = None
    delay: float = 0.0
    retry_after: float = 0.0
    after_accepting: bool = False


async def _no_bot() -> None:
    raise ActRefusedError("The bot is not run by the playground.")


class Faults:
    """The switches. `drop` and `restart` are set by the gateway and by whoever runs the bot."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.closed_dms: set[str] = set()
        self.rate_limits = False
        self.troubles: list[Trouble] = []
        self.drop: Callable[[int, bool], Awaitable[None]] | None = None
        self.restart: Callable[[], Awaitable[None]] = _no_bot

    def summary(self) -> JSON:
        """The state of the switches, as the page's panel shows it."""
        revoked = [name for name, bit in PERMISSIONS.items() if not self._state.bot_permissions & bit]
        return {
            "closed_dms": sorted(self.closed_dms),
            "rate_limits": self.rate_limits,
            "delayed": sum(t.left for t in self.troubles if t.status is None),
            "failing": sum(t.left for t in self.troubles if t.status is not None),
            "permissions": list(PERMISSIONS),
            "revoked": revoked,
        }

    def close_dms(self, member_id: str, closed: bool = True) -> None:
        """The member takes no DMs any more (50007), or takes them again."""
        (self.closed_dms.add if closed else self.closed_dms.discard)(member_id)
        self._tell()

    def limit_rates(self, limited: bool = True) -> None:
        """Enforce Discord's rate limits, or only write their headers."""
        self.rate_limits = limited
        self._tell()

    def delay_next(self, count: int, seconds: float, route: str = "") -> None:
        """Answer the next `count` requests `seconds` late."""
        self._trouble(Trouble(count, route, delay=seconds))

    def fail_next(
        self,
        count: int,
        status: int = 500,
        route: str = "",
        retry_after: float = 0.0,
        after_accepting: bool = False,
    ) -> None:
        """Answer the next `count` requests with a 5xx or 429; `after_accepting` does what was asked first."""
        if status != 429 and not 500 <= status <= 599:
            raise ActRefusedError("An answer can fail with 429 or 500 to 599.")
        self._trouble(Trouble(count, route, status, 0.0, retry_after, after_accepting))

    def take(self, request: str) -> Trouble | None:
        """The trouble of this request ("POST /channels/…"), used up by one."""
        for trouble in self.troubles:
            if trouble.route in request:
                trouble.left -= 1
                if trouble.left <= 0:
                    self.troubles.remove(trouble)
                self._tell()
                return trouble
        return None

    def age(self, message_id: str, seconds: float = OLD_AFTER + 1) -> None:
        """Make a message older: beyond an hour its edits are refused with 30046."""
        message = self._state.message(message_id)
        if message is None:
            raise ActRefusedError("This message is no longer there.")
        message.sent -= seconds

    def delete_message(self, message_id: str) -> None:
        """A moderator deletes a message (10008 from now on)."""
        message = self._state.message(message_id)
        if message is None:
            raise ActRefusedError("This message is no longer there.")
        self._state.delete(message)

    def delete_channel(self, channel_id: str) -> None:
        """A moderator deletes a thread or a channel with its threads (10003 from now on)."""
        self._state.delete_channel(self._channel(channel_id))

    def archive(self, thread_id: str, locked: bool = False) -> None:
        """A thread is archived by idling, or by a moderator who also locks it (50083 for what is not a message)."""
        thread = self._channel(thread_id)
        if not thread.is_thread:
            raise ActRefusedError("Only a thread can be archived.")
        thread.archived, thread.locked, thread.archived_at = True, locked, self._state.clock()
        self._state.update_thread(thread)

    def revoke(self, permission: str, revoked: bool = True) -> None:
        """Take a permission (Discord's name, as SEND_MESSAGES) from the bot, or give it back."""
        bit = PERMISSIONS.get(permission)
        if bit is None:
            raise ActRefusedError(f"There is no permission {permission}.")
        state = self._state
        state.bot_permissions = state.bot_permissions & ~bit if revoked else state.bot_permissions | bit
        state.on_dispatch("GUILD_ROLE_UPDATE", {"guild_id": GUILD_ID, "role": bot_role(state)}, None)
        self._tell()

    async def drop_gateway(self, code: int = 4000, resumable: bool = True) -> None:
        """Close the bot's gateway connections; not `resumable` answers its RESUME with INVALID_SESSION."""
        if self.drop is not None:
            await self.drop(code, resumable)

    async def restart_bot(self) -> None:
        """Stop the bot's process and start it again."""
        await self.restart()

    def _channel(self, channel_id: str) -> Channel:
        channel = self._state.channels.get(channel_id)
        if channel is None:
            raise ActRefusedError("This channel is not there.")
        return channel

    def _trouble(self, trouble: Trouble) -> None:
        if not 1 <= trouble.left <= 1000 or trouble.delay < 0:
            raise ActRefusedError("Between 1 and 1000 answers can be troubled, by no less than 0 seconds.")
        self.troubles.append(trouble)
        self._tell()

    def _tell(self) -> None:
        self._state.tell_all({"type": "faults", "faults": self.summary()})
