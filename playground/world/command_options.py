"""Checks of the options of slash commands, and their form in an interaction.

Discord's client does the same before it sends an interaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.world.errors import JSON, ActRefusedError

SUBCOMMAND, SUBCOMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER = range(1, 7)
CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(7, 12)
CHAT_INPUT, USER_MENU = 1, 2
ENTRY_POINT = 4
"""The type of the command that Discord makes to open an app's Activity."""
MISSING: Final[Mapping[int, str]] = {
    USER: "nobody of this server",
    CHANNEL: "no channel that it takes",
    ROLE: "no role of this server",
    MENTIONABLE: "nobody and no role of this server",
    ATTACHMENT: "no file that you have attached",
}
"""What a value is, by the type of its option, if nothing here has its id."""
Named = Mapping[int, Mapping[str, Any]]
"""What options can name by its id, by their type."""


def find_command(commands: Mapping[str, JSON], path: str) -> tuple[JSON, list[JSON], list[JSON]]:
    """Find a slash command by its words ("privacy export").

    Return the command, the subcommands on the way, and the options of the last one. Raises
    `ActRefusedError`.
    """
    words = path.removeprefix("/").split()
    command = next(
        (c for c in commands.values() if words and c["name"] == words[0] and c.get("type", 1) == CHAT_INPUT),
        None,
    )
    if command is None:
        raise ActRefusedError(f"There is no command /{path}.")
    walked: list[JSON] = []
    options: list[JSON] = command.get("options", [])
    for word in words[1:]:
        step = next((o for o in options if o["name"] == word and o["type"] <= SUBCOMMAND_GROUP), None)
        if step is None:
            raise ActRefusedError(f"There is no command /{path}.")
        walked.append(step)
        options = step.get("options", [])
    if any(o["type"] <= SUBCOMMAND_GROUP for o in options):
        raise ActRefusedError(f"/{path} needs one of: {', '.join(o['name'] for o in options)}.")
    return command, walked, options


def write_options(
    subcommands: list[JSON],
    declared: list[JSON],
    values: Mapping[str, Any],
    named: Named,
    focused: str | None = None,
) -> list[JSON]:
    """Return an interaction's `options`: checked values, inside their subcommands.

    `declared` are the command's options, `values` the given values by name. With `focused` (autocompletion)
    nothing is required, and the focused value is sent as typed. Raises `ActRefusedError`.
    """
    by_name = {option["name"]: option for option in declared}
    for name in values:
        if name not in by_name:
            raise ActRefusedError(f"This command has no option “{name}”.")
    written: list[JSON] = []
    for name, option in by_name.items():
        if name == focused:
            written.append(
                {"name": name, "type": option["type"], "value": str(values.get(name, "")), "focused": True}
            )
        elif name in values and values[name] not in (None, ""):
            value = _value(option, values[name], named)
            written.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise ActRefusedError(f"The option “{name}” is required.")
    for step in reversed(subcommands):
        written = [{"name": step["name"], "type": step["type"], "options": written}]
    return written


def option_values(options: list[JSON], kind: int) -> Iterator[str]:
    """Yield the values of the options of one type, also those inside subcommands.

    The type is one of `MISSING`, whose values are ids.
    """
    for option in options:
        if option["type"] == kind:
            yield option["value"]
        yield from option_values(option.get("options", []), kind)


def _value(option: JSON, value: Any, named: Named) -> Any:
    name, kind = option["name"], option["type"]
    if kind in MISSING:
        found = named.get(kind, {}).get(str(value))
        types = option.get("channel_types")
        if found is None or (types and found.type not in types):
            raise ActRefusedError(f"“{name}” is {MISSING[kind]}.")
        return str(value)
    if kind in (INTEGER, NUMBER):
        value = _number(name, kind, value)
        low, high = option.get("min_value", value), option.get("max_value", value)
        if not low <= value <= high:
            raise ActRefusedError(f"“{name}” must be between {low} and {high}.")
    elif kind == BOOLEAN:
        value = value in (True, "true", "True")
    else:
        value = str(value)
        if not option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000):
            raise ActRefusedError(f"“{name}” has the wrong length.")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise ActRefusedError(f"“{name}” must be one of: {', '.join(choice['name'] for choice in choices)}.")
    return value


def _number(name: str, kind: int, value: Any) -> int | float:
    try:
        return int(value) if kind == INTEGER else float(value)
    except (TypeError, ValueError):
        raise ActRefusedError(f"“{name}” must be a number.") from None
