"""Requests about the server's scheduled events.

The bot makes only events that are held outside of Discord.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from playground.api.calls import ApiResponse, Call, require_permission
from playground.api.identity import check_guild
from playground.checks.body_errors import BodyErrors
from playground.world.directory import iso_timestamp
from playground.world.errors import JSON, DiscordError
from playground.world.state import BOT_ID, GUILD_ID

EXTERNAL, GUILD_ONLY = 3, 2
SCHEDULED, ACTIVE, COMPLETED = 1, 2, 3
MOST = 100  # events of a server that are not over


async def get_events(call: Call) -> ApiResponse:
    """Return the events that are not over."""
    check_guild(call)
    return 200, [_body(call, event) for event in _open(call)]


async def create_event(call: Call) -> ApiResponse:
    """Create an event.

    Raises 30038 if there are already a hundred.
    """
    check_guild(call)
    require_permission(call, "CREATE_EVENTS")
    given = call.json_body()
    _check(call, given, given)
    if len(_open(call)) >= MOST:
        raise DiscordError(30038)
    state = call.world.state
    event = {"id": state.new_id(), "creator_id": BOT_ID, **_event_fields(given)}
    state.events[event["id"]] = event
    return 200, _body(call, event)


async def patch_event(call: Call) -> ApiResponse:
    """Change an event.

    Raises 180000 if it is over.
    """
    event, given = _the_event(call), call.json_body()
    if _status(call, event) == COMPLETED:
        raise DiscordError(180000)
    _check(call, given, {**event, **given})
    event.update(_event_fields(given))
    return 200, _body(call, event)


async def delete_event(call: Call) -> ApiResponse:
    """Delete an event."""
    del call.world.state.events[_the_event(call)["id"]]
    return 204, None


def _the_event(call: Call) -> JSON:
    """Return the event named by the path, which the bot must have made.

    Raises 10070 or 50013.
    """
    check_guild(call)
    event: JSON | None = call.world.state.events.get(call.path["event_id"])
    if event is None:
        raise DiscordError(10070)
    require_permission(call, "CREATE_EVENTS")
    return event


def _check(call: Call, given: JSON, merged: JSON) -> None:
    """Raise 50035 for an event that Discord refuses.

    `merged` is the event as it will be, `given` the part of it that is new.
    """
    form = BodyErrors()
    form.check_text(("name",), merged.get("name"), 100, 1, required=True)
    form.check_text(("description",), given.get("description"), 1000)
    form.check_choice(("privacy_level",), given.get("privacy_level", GUILD_ONLY), (GUILD_ONLY,))
    form.check_choice(("entity_type",), merged.get("entity_type"), (EXTERNAL,))
    location = form.check_object(("entity_metadata",), merged.get("entity_metadata")).get("location")
    form.check_text(("entity_metadata", "location"), location, 100, 1, required=True)
    start = _moment(form, "scheduled_start_time", merged)
    end = _moment(form, "scheduled_end_time", merged)
    if "scheduled_start_time" in given and start is not None and start <= call.world.state.now():
        message = "Cannot schedule event in the past."
        form.add_error(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", message)
    if start is not None and end is not None and end <= start:
        message = "Cannot end event before its start."
        form.add_error(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", message)
    form.raise_errors()


def _moment(form: BodyErrors, name: str, event: JSON) -> float | None:
    """Return a moment in seconds since 1970.

    If it is missing or invalid, add an error to `form` and return `None`.
    """
    text = form.check_text((name,), event.get(name), 40, 1, required=True)
    try:
        return datetime.fromisoformat(text).timestamp() if text else None
    except ValueError:
        form.add_error((name,), "DATE_TIME_TYPE_PARSE", f"Could not parse {text}. Should be ISO8601.")
        return None


def _event_fields(given: JSON) -> JSON:
    """Return the fields of a request that an event stores."""
    names = (
        *("name", "description", "entity_type", "entity_metadata"),
        *("scheduled_start_time", "scheduled_end_time"),
    )
    return {name: given[name] for name in names if name in given}


def _open(call: Call) -> list[JSON]:
    return [each for each in call.world.state.events.values() if _status(call, each) != COMPLETED]


def _status(call: Call, event: JSON) -> int:
    """Return the status of an event; one held elsewhere begins and ends by itself."""
    now = call.world.state.now()
    if _time(event["scheduled_end_time"]) <= now:
        return COMPLETED
    return ACTIVE if _time(event["scheduled_start_time"]) <= now else SCHEDULED


def _time(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def _body(call: Call, event: JSON) -> dict[str, Any]:
    """Return Discord's object of an event."""
    return {
        **event,
        "guild_id": GUILD_ID,
        "channel_id": None,
        "description": event.get("description"),
        "image": None,
        "scheduled_start_time": iso_timestamp(_time(event["scheduled_start_time"])),
        "scheduled_end_time": iso_timestamp(_time(event["scheduled_end_time"])),
        "privacy_level": GUILD_ONLY,
        "status": _status(call, event),
        "entity_id": None,
        "recurrence_rule": None,
        "guild_scheduled_event_exceptions": [],
    }
