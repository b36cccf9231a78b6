"""Discord's rules for the commands a bot registers and the completions it offers."""

from __future__ import annotations

import re
from typing import Any

from playground.checks.body_errors import BodyErrors, Path
from playground.world.command_options import (
    CHAT_INPUT,
    ENTRY_POINT,
    INTEGER,
    NUMBER,
    SUBCOMMAND,
    SUBCOMMAND_GROUP,
    USER_MENU,
)
from playground.world.errors import JSON
from playground.world.languages import LOCALES


def check_completions(choices: Any, kind: int) -> list[JSON]:
    """Return the completions of an option of type `kind`.

    Raises 50035 if Discord would refuse them.
    """
    form = BodyErrors()
    path: Path = ("data", "choices")
    listed = form.check_objects(path, choices, 25)
    for i, choice in enumerate(listed):
        _check_choice(form, (*path, i), choice, kind)
    form.raise_errors()
    return listed


def check_commands(commands: Any) -> list[JSON]:
    """Return the commands of a bulk overwrite.

    Raises 50035 if Discord would refuse them.
    """
    form = BodyErrors()
    listed = form.check_objects((), commands, 130)
    for i, command in enumerate(listed):
        _check_command(form, (i,), command)
    names = [(c.get("type", CHAT_INPUT), c.get("name")) for c in listed]
    for i, name in enumerate(names):
        if name in names[:i]:
            form.add_error(
                (i, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
    for kind, most in ((CHAT_INPUT, 100), (USER_MENU, 15), (3, 15), (ENTRY_POINT, 1)):
        if sum(name[0] == kind for name in names) > most:
            form.add_error((), "APPLICATION_COMMANDS_MAX", f"At most {most} commands of type {kind}")
    form.raise_errors()
    return listed


def _check_command(form: BodyErrors, path: Path, command: JSON) -> None:
    kind = command.get("type") or CHAT_INPUT
    form.check_choice((*path, "type"), kind, (1, 2, 3, 4))
    if kind == ENTRY_POINT:
        _check_words(form, path, command, "name", 32)
        form.check_text((*path, "description"), command.get("description"), 100)
        form.check_choice((*path, "handler"), command.get("handler", 1), (1, 2))
        return
    if kind != CHAT_INPUT:
        _check_words(form, path, command, "name", 32)
        if command.get("description"):
            message = "Context menu commands cannot have description"
            form.add_error((*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", message)
        return
    _check_name(form, path, command)
    _check_options(form, (*path, "options"), command.get("options"))
    if not form.errors and _size(command) > 8000:
        form.add_error(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size of 8000")


def _check_name(form: BodyErrors, path: Path, thing: JSON) -> None:
    for where, name in _check_words(form, path, thing, "name", 32).items():
        if name and (not re.fullmatch(r"[-_'\w]+", name) or name != name.lower()):
            form.add_error(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    _check_words(form, path, thing, "description", 100)


def _check_words(form: BodyErrors, path: Path, thing: JSON, key: str, most: int) -> dict[Path, str]:
    """Check a text and its localizations, and return them by path."""
    default: Path = (*path, key)
    words = {default: form.check_text(default, thing.get(key), most, 1, required=True)}
    localizations: Path = (*path, f"{key}_localizations")
    for locale, text in form.check_object(localizations, thing.get(f"{key}_localizations")).items():
        where: Path = (*localizations, locale)
        if locale not in LOCALES:
            form.add_error(where, "ENUM_TYPE_COERCE", f"Value {locale!r} is not a valid enum value.")
        words[where] = form.check_text(where, text, most, 1, required=True)
    return words


def _check_options(form: BodyErrors, path: Path, options: Any) -> None:
    listed = form.check_objects(path, options, 25)
    optional_seen = False
    for i, option in enumerate(listed):
        here: Path = (*path, i)
        kind = option.get("type")
        form.check_choice((*here, "type"), kind, range(1, 12))
        _check_name(form, here, option)
        if option.get("name") in [o.get("name") for o in listed[:i]]:
            message = "Option names must be unique"
            form.add_error((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", message)
        if kind in (SUBCOMMAND, SUBCOMMAND_GROUP):
            _check_options(form, (*here, "options"), option.get("options"))
            continue
        for bound in ("min_value", "max_value"):
            _check_number(form, (*here, bound), option.get(bound, 0))
        for length, least in (("min_length", 0), ("max_length", 1)):
            form.check_number((*here, length), option.get(length), least, 6000)
        for switch in ("required", "autocomplete"):
            form.check_flag((*here, switch), option.get(switch))
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            form.add_error(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")
        choices = form.check_objects((*here, "choices"), option.get("choices"), 25)
        for j, choice in enumerate(choices):
            _check_choice(form, (*here, "choices", j), choice, kind)
        if choices and option.get("autocomplete"):
            message = "Autocomplete and choices are mutually exclusive"
            form.add_error((*here, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_NOT_ALLOWED", message)


def _check_choice(form: BodyErrors, path: Path, choice: JSON, kind: Any) -> None:
    _check_words(form, path, choice, "name", 100)
    value = choice.get("value")
    if kind in (INTEGER, NUMBER):
        _check_number(form, (*path, "value"), value)
    else:
        form.check_text((*path, "value"), value, 100, required=True)


def _check_number(form: BodyErrors, path: Path, value: Any) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        form.add_error(path, "NUMBER_TYPE_COERCE", f"Value {value!r} is not a number.")


def _size(thing: JSON) -> int:
    # Of a text and its localizations only the longest counts (documentation, "Application commands").
    own = sum(
        max(
            len(str(text or ""))
            for text in (thing.get(key), *(thing.get(f"{key}_localizations") or {}).values())
        )
        for key in ("name", "description", "value")
    )
    return own + sum(_size(part) for key in ("options", "choices") for part in thing.get(key) or ())
