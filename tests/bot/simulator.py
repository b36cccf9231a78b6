"""Access to SimCord's internals, collected in one file.

It covers when SimCord is at rest, what it heard, and how it is talked to. SimCord 3.2.1 documents
none of this, so a newer one changes at most this file.
"""

import copy
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Final
from unittest.mock import patch

import discord
import simcord
from simcord import components, gateway, interactions, results
from simcord.backend import serializers
from simcord.http import router
from simcord.results import to_discord_message

SOON: Final = 0.2
"""Seconds by the clock that a test waits for what the bot does by itself.

For later events, the test lets time pass.
"""
BY_THE_CLOCK: Final = simcord.Env._schedule_timer
"""Set a timer that goes off by the clock too.

It takes the simulator's time along.
"""
LOOKS_EVERY: Final = 0.01
"""Seconds between two looks whether the bot is at rest."""


def only_soon(env: Any, record: Any, *rest: Any) -> None:
    """Set a timer by the clock only if it goes off soon.

    A later one would go off in the midst of a test on a busy machine. Nor is it waited for; by itself,
    SimCord waits for all of the time after which a bot is stuck.
    """
    if record.when - env._virtual_time <= SOON:
        BY_THE_CLOCK(env, record, *rest)


def copy_json(value: Any) -> Any:
    """Return a copy of a value sent as JSON.

    It takes a fifth of the time of Python's own copy, which knows more. Nobody changes what a command
    is called in other languages, which is most of what a bot sends at its start.
    """
    if type(value) is dict:
        return {
            key: inner if key.endswith("_localizations") else copy_json(inner) for key, inner in value.items()
        }
    if type(value) is list:
        return [copy_json(inner) for inner in value]
    return value if isinstance(value, str | int | float | None) else copy.deepcopy(value)


class Copies:
    """What the simulator has in place of the standard library's `copy`."""

    deepcopy = staticmethod(copy_json)


FED: Final = gateway.FakeGateway.feed


def named_first(self: Any, event: str, payload: Mapping[str, Any]) -> None:
    """Tell the bot of an event.

    A new session begins with the servers the bot is in, which the simulator leaves out.
    """
    if event == "READY":
        payload = {
            **payload,
            "guilds": [{"id": str(guild), "unavailable": True} for guild in self._backend.guilds],
        }
    FED(self, event, payload)


TOLD: Final = serializers.message_payload


def with_its_thread(backend: Any, message: Any, **rest: Any) -> Any:
    """Return a message as Discord has it; a new thread's notice names the thread."""
    payload = TOLD(backend, message, **rest)
    if payload["type"] == discord.MessageType.thread_created.value:
        payload["message_reference"] = {"type": 0, "channel_id": str(message.system_metadata.channel_id)}
    return payload


@contextmanager
def soon_at_rest() -> Iterator[None]:
    """Let the simulator look often, use the clock only for near timers, and copy fast.

    Its sessions begin, and its notices of threads read, as Discord's do.
    """
    settling = simcord.Env._settle_internal.__kwdefaults__
    assert settling and "idle" in settling
    with ExitStack() as patches:
        patches.enter_context(patch.object(simcord.Env, "_schedule_timer", only_soon))
        patches.enter_context(patch.dict(settling, idle=LOOKS_EVERY))
        patches.enter_context(patch.object(gateway.FakeGateway, "feed", named_first))
        patches.enter_context(patch.object(serializers, "message_payload", with_its_thread))
        for module in (results, components):
            patches.enter_context(patch.object(module, "deepcopy", copy_json))
        for module in (router, gateway):
            patches.enter_context(patch.object(module, "copy", Copies))
        yield


def as_the_bot(env: Any) -> AbstractContextManager[Any]:
    """What is begun within this is the bot's own work, which the simulator waits for."""
    scope: AbstractContextManager[Any] = env._bot_scope()
    return scope


def newest(env: Any, place: int, wanted: Callable[[Any], bool]) -> discord.Message | None:
    """Return the newest wanted message in a place that everyone sees.

    The others are not converted to discord.py messages.
    """
    for _, message in sorted(env.backend.messages.get(place, {}).items(), reverse=True):
        if message.visible_to(None) and wanted(message):
            return to_discord_message(env, message)
    return None


def forgive(env: Any) -> None:
    """Forget what the bot raised on purpose."""
    env._errors.clear()


@contextmanager
def interactions_changed(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Iterator[None]:
    """Let the bot get every interaction as `change` makes it of the simulator's."""
    made = interactions.base_payload

    def change_payload(*given: Any, **named: Any) -> Any:
        record, payload = made(*given, **named)
        return record, change(payload)

    with patch.object(interactions, "base_payload", change_payload):
        yield


@contextmanager
def requests_seen(look: Callable[[Any, str, str, Any], None]) -> Iterator[None]:
    """Let `look` at, change or refuse every request of the bot.

    It gets the backend, the method, the path, and the body.
    """
    dispatch = router.dispatch

    def looked_at(backend: Any, method: str, path: str, **rest: Any) -> Any:
        look(backend, method, path, rest.get("json"))
        return dispatch(backend, method, path, **rest)

    with patch.object(router, "dispatch", looked_at):
        yield
