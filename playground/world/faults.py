"""Faults of Discord on demand, for tests and for the page's panel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from playground.world.command_options import ENTRY_POINT
from playground.world.directory import PERMISSIONS, TEXT, Channel
from playground.world.errors import JSON, ActRefusedError
from playground.world.guild import bot_role, guild_create_body
from playground.world.state import BOT_ID, GUILD_ID, OLD_AFTER, WorldState


class Deviation(Enum):
    """Ways in which Discord may behave worse than its documentation suggests.

    Tests add them to `Faults.deviations`.
    """

    PRIVATE_AFTER_PRIVATE = auto()
    """A follow-up after an ephemeral answer is ephemeral too."""
    PRIVATE_AFTER_UPDATE = auto()
    """A follow-up after an update, deferred or not, is ephemeral."""
    PRIVATE_ON_PRIVATE = auto()
    """A follow-up to a press on an ephemeral message is ephemeral."""
    PUBLIC_FOLLOW_UPS = auto()
    """A follow-up is public, even if it is asked to be ephemeral."""
    NO_FOLLOW_UPS = auto()
    """Follow-ups are refused (50013), as for a member who may not send."""
    NO_EDITS_BY_TOKEN = auto()
    """A token does not reach the message that was pressed (10008)."""
    DROPPED_BY_TOKEN = auto()
    """An edit by token loses the attachments that it lists."""
    DROPPED_BY_CHANNEL = auto()
    """An edit by the channel's route loses the attachments that it lists."""
    NONCES_IGNORED = auto()
    """An enforced nonce posts anew."""
    FEWER_COMPONENTS = auto()
    """A message takes only 35 components."""
    LESS_TEXT = auto()
    """A message takes only 3,000 characters in its components."""
    FEWER_BUTTONS = auto()
    """A message takes only 20 buttons."""


@dataclass
class RequestFault:
    """A delay or an error for the next matching requests.

    It applies to the next `remaining` requests whose "METHOD /path" contains `route`.
    """

    remaining: int
    route: str = ""
    status: int | None = None
    delay: float = 0.0
    retry_after: float = 0.0
    after_accepting: bool = False


async def _no_bot() -> None:
    raise ActRefusedError("The bot is not run by the playground.")


class Faults:
    """Switches that simulate faults of Discord.

    The gateway sets `drop_connections`, and the code that runs the bot sets `restart`.
    """

    def __init__(self, state: WorldState) -> None:
        self._state = state
        self.closed_dms: set[str] = set()
        self.rate_limits = False
        self.troubles: list[RequestFault] = []
        self.deviations: set[Deviation] = set()
        self.drop_connections: Callable[[int, bool], Awaitable[None]] | None = None
        self.restart: Callable[[], Awaitable[None]] = _no_bot

    def summary(self) -> JSON:
        """Return the state of the switches, as the page's panel shows it."""
        revoked = [name for name, bit in PERMISSIONS.items() if not self._state.bot_permissions & bit]
        return {
            "closed_dms": sorted(self.closed_dms),
            "hidden": sorted(self._state.hidden),
            "rate_limits": self.rate_limits,
            "delayed": sum(t.remaining for t in self.troubles if t.status is None),
            "failing": sum(t.remaining for t in self.troubles if t.status is not None),
            "permissions": list(PERMISSIONS),
            "revoked": revoked,
        }

    def close_dms(self, member_id: str, closed: bool = True) -> None:
        """Close a member's DMs, or open them again.

        Messages to closed DMs are refused (50007).
        """
        (self.closed_dms.add if closed else self.closed_dms.discard)(member_id)
        self._notify()

    def hide_answers(self, member_id: str, hidden: bool = True) -> None:
        """Take "Use External Apps" from a member on the server without the bot.

        Then only that member sees the bot's answers to them.
        """
        (self._state.hidden.add if hidden else self._state.hidden.discard)(member_id)
        self._notify()

    def limit_rates(self, limited: bool = True) -> None:
        """Enforce Discord's rate limits, or only send their headers.

        The limits are those of each route and of the whole bot.
        """
        self.rate_limits = limited
        self._notify()

    def delay_next(self, count: int, seconds: float, route: str = "") -> None:
        """Delay the answers to the next `count` requests by `seconds`."""
        self._trouble(RequestFault(count, route, delay=seconds))

    def fail_next(
        self,
        count: int,
        status: int = 500,
        route: str = "",
        retry_after: float = 0.0,
        after_accepting: bool = False,
    ) -> None:
        """Answer the next `count` requests with 5xx or 429.

        With `after_accepting`, carry out each request first.
        """
        if status != 429 and not 500 <= status <= 599:
            raise ActRefusedError("An answer can fail with 429 or 500 to 599.")
        self._trouble(RequestFault(count, route, status, 0.0, retry_after, after_accepting))

    def take_fault(self, request: str) -> RequestFault | None:
        """Return the planned fault for this request, and count it as used.

        Return `None` if there is none. A request is given as "POST /channels/…".
        """
        for trouble in self.troubles:
            if trouble.route in request:
                trouble.remaining -= 1
                if trouble.remaining <= 0:
                    self.troubles.remove(trouble)
                self._notify()
                return trouble
        return None

    def age_message(self, message_id: str, seconds: float = OLD_AFTER + 1) -> None:
        """Make a message older.

        Edits of a message older than an hour are refused with 30046.
        """
        message = self._state.find_message(message_id)
        if message is None:
            raise ActRefusedError("This message is no longer there.")
        message.sent_at -= seconds

    def delete_message(self, message_id: str) -> None:
        """Delete a message as a moderator does.

        Requests for it get 10008 from now on.
        """
        message = self._state.find_message(message_id)
        if message is None:
            raise ActRefusedError("This message is no longer there.")
        self._state.delete_message(message)

    def delete_channel(self, channel_id: str) -> None:
        """Delete a thread, or a channel with its threads, as a moderator does.

        Requests for it get 10003 from now on.
        """
        self._state.delete_channel(self._channel(channel_id))

    def archive(self, thread_id: str, locked: bool = False) -> None:
        """Archive a thread, as happens over time or, with `locked`, by a moderator.

        From then on only messages are accepted; other requests get 50083.
        """
        thread = self._channel(thread_id)
        if not thread.is_thread:
            raise ActRefusedError("Only a thread can be archived.")
        thread.archived, thread.locked, thread.archived_at = True, locked, self._state.now()
        self._state.update_thread(thread)

    def remove_bot(self, guild_id: str = GUILD_ID) -> None:
        """Remove the bot from a server, as its managers can.

        Requests get 50001 from now on.
        """
        self._state.thrown_out.add(guild_id)
        self._tell_server("GUILD_DELETE", {"id": guild_id})

    def add_bot_again(self, guild_id: str = GUILD_ID) -> None:
        """Add the bot again to a server that had removed it."""
        self._state.thrown_out.discard(guild_id)
        known = {
            name: value
            for name, value in guild_create_body(self._state, guild_id).items()
            if name != "unavailable"
        }
        self._tell_server("GUILD_CREATE", known)

    def begin_outage(self, guild_id: str = GUILD_ID) -> None:
        """Start an outage of a server: sessions list it but get no events from it."""
        self._state.unavailable.add(guild_id)
        self._tell_server("GUILD_DELETE", {"id": guild_id, "unavailable": True})

    def end_outage(self, guild_id: str = GUILD_ID) -> None:
        """End the outage of a server."""
        self._state.unavailable.discard(guild_id)
        self._tell_server("GUILD_CREATE", guild_create_body(self._state, guild_id))

    def revoke(self, permission: str, revoked: bool = True) -> None:
        """Take a permission from the bot, or give it back.

        `permission` is Discord's name, such as SEND_MESSAGES.
        """
        bit = PERMISSIONS.get(permission)
        if bit is None:
            raise ActRefusedError(f"There is no permission {permission}.")
        state = self._state
        state.bot_permissions = state.bot_permissions & ~bit if revoked else state.bot_permissions | bit
        state.on_dispatch("GUILD_ROLE_UPDATE", {"guild_id": GUILD_ID, "role": bot_role(state)}, None)
        self._notify()

    def switch_on_activities(self) -> None:
        """Switch Activities on in the portal: Discord makes the command that opens one.

        From then on, an overwrite of all commands without it is refused (50240).
        """
        made: dict[str, Any] = {
            "id": self._state.new_id(),
            "application_id": BOT_ID,
            "version": self._state.new_id(),
            "default_member_permissions": None,
            "type": ENTRY_POINT,
            "name": "launch",
            "name_localizations": {"de": "starten"},
            "description": "Launch an Activity",
            "description_localizations": None,
            "contexts": [0, 1, 2],
            "integration_types": [0, 1],
            "nsfw": False,
            "handler": 2,
        }
        self._state.commands[made["id"]] = made

    async def drop_gateway(self, code: int = 4000, resumable: bool = True) -> None:
        """Close the bot's gateway connections.

        Unless `resumable`, its RESUME is answered with INVALID_SESSION.
        """
        if self.drop_connections is not None:
            await self.drop_connections(code, resumable)

    async def restart_bot(self) -> None:
        """Stop the bot's process and start it again."""
        await self.restart()

    def _tell_server(self, event: str, body: JSON) -> None:
        whose = Channel(body["id"], TEXT, self._state.now(), body["id"])
        self._state.on_dispatch(event, body, whose)

    def _channel(self, channel_id: str) -> Channel:
        channel = self._state.channels.get(channel_id)
        if channel is None:
            raise ActRefusedError("This channel is not there.")
        return channel

    def _trouble(self, trouble: RequestFault) -> None:
        if not 1 <= trouble.remaining <= 1000 or trouble.delay < 0:
            raise ActRefusedError("Between 1 and 1000 answers can be troubled, by no less than 0 seconds.")
        self.troubles.append(trouble)
        self._notify()

    def _notify(self) -> None:
        self._state.notify_all({"type": "faults", "faults": self.summary()})
