"""Discord's rules for what a bot sends: messages and embeds, threads, commands and completions."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from playground.component_rules import ALT_TEXT, check_components, check_url, media
from playground.directory import COMPONENTS_V2
from playground.errors import JSON, DiscordError
from playground.forms import Form, Path
from playground.options import CHAT_INPUT, INTEGER, NUMBER, SUBCOMMAND, SUBCOMMAND_GROUP, USER_MENU
from playground.state import ATTACHMENT_LIMIT
from playground.uploads import Upload

MOST_EMBEDS, MOST_EMBED_TEXT, MOST_FILES = 10, 6000, 10
ARCHIVE_AFTER = (60, 1440, 4320, 10080)  # minutes a thread may idle


def check_uploads(uploads: Collection[Upload]) -> None:
    """Refuse a file of more than 10 MiB with 40005, as Discord does before it reads the form."""
    if any(len(upload.data) > ATTACHMENT_LIMIT for upload in uploads):
        raise DiscordError(40005)


def check_message(
    body: JSON, uploads: Collection[Upload], kept: dict[str, str], flags: int, merged: JSON
) -> None:
    """Check a message that is sent or edited; raises 50035 or 50006.

    `body` is the request; `kept` the attachments already there (id -> file name); `flags` those the message will
    have; `merged` what it will show: `content`, `embeds`, `components`, `attachments` as requested or left as they are.
    """
    form = Form()
    form.text(("content",), body.get("content"), 2000)
    if not isinstance(body.get("nonce"), int):
        form.text(("nonce",), body.get("nonce"), 25)
    _check_mentions(form, body.get("allowed_mentions"))
    names = _attachment_names(form, body, uploads, kept)
    _check_embeds(form, body.get("embeds"), names)
    v2 = bool(flags & COMPONENTS_V2)
    check_components(form, merged["components"], v2, names)
    if v2 and (merged["content"] or merged["embeds"] or body.get("poll") or body.get("sticker_ids")):
        message = (
            "'content', 'embeds', 'stickers' and 'poll' cannot be used with MessageFlags.IS_COMPONENTS_V2"
        )
        form.wrong((), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)
    form.raise_errors()
    if v2:
        shown = {item["url"].removeprefix("attachment://") for item in media(merged["components"])}
        hidden = [u.filename for u in uploads if u.filename not in shown]
        if hidden:
            message = f"Attachment {hidden[0]!r} is not shown by any component"
            form.wrong(("attachments",), "ATTACHMENT_NOT_EXPOSED_BY_COMPONENT", message)
            form.raise_errors()
    if not any((merged["content"], merged["embeds"], merged["components"], names, body.get("poll"))):
        raise DiscordError(50006)


def flags_of(body: JSON) -> int:
    """The flags a request asks for; raises 50035 if they are no number."""
    form = Form()
    form.number(("flags",), body.get("flags"), 0, 2**31 - 1)
    form.raise_errors()
    return body.get("flags") or 0


def check_thread(body: JSON, partial: bool = False) -> None:
    """Check what creates or (`partial`) changes a thread."""
    form = Form()
    if not partial or "name" in body:
        form.text(("name",), body.get("name"), 100, 1, required=True)
    if body.get("auto_archive_duration") is not None:
        form.choice(("auto_archive_duration",), body["auto_archive_duration"], ARCHIVE_AFTER)
    for switch in ("archived", "locked"):
        form.flag((switch,), body.get(switch))
    form.raise_errors()


def check_completions(choices: Any, kind: int) -> list[JSON]:
    """Check completions of an option of type `kind`; returns them."""
    form = Form()
    path: Path = ("data", "choices")
    listed = form.listing(path, choices, 25)
    for i, choice in enumerate(listed):
        _check_choice(form, (*path, i), choice, kind)
    form.raise_errors()
    return listed


def check_commands(commands: Any) -> list[JSON]:
    """Check a bulk overwrite of commands; returns them."""
    form = Form()
    listed = form.listing((), commands, 130)
    for i, command in enumerate(listed):
        _check_command(form, (i,), command)
    names = [(c.get("type", CHAT_INPUT), c.get("name")) for c in listed]
    for i, name in enumerate(names):
        if name in names[:i]:
            form.wrong(
                (i, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
    for kind, most in ((CHAT_INPUT, 100), (USER_MENU, 15), (3, 15)):
        if sum(name[0] == kind for name in names) > most:
            form.wrong((), "APPLICATION_COMMANDS_MAX", f"At most {most} commands of type {kind}")
    form.raise_errors()
    return listed


def _check_mentions(form: Form, allowed: Any) -> None:
    path: Path = ("allowed_mentions",)
    allowed = form.part(path, allowed)
    parse = form.values((*path, "parse"), allowed.get("parse"), 3)
    for i, kind in enumerate(parse):
        form.choice((*path, "parse", i), kind, ("roles", "users", "everyone"))
    for kind in ("users", "roles"):
        form.values((*path, kind), allowed.get(kind), 100)
        if kind in parse and allowed.get(kind):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.wrong(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _attachment_names(form: Form, body: JSON, uploads: Collection[Upload], kept: dict[str, str]) -> list[str]:
    path: Path = ("attachments",)
    if body.get("attachments") is None:
        names = [*kept.values(), *(upload.filename for upload in uploads)]
    else:
        by_index = {upload.index: upload for upload in uploads}
        names = []
        named: set[str] = set()
        for i, item in enumerate(form.listing(path, body["attachments"], MOST_FILES)):
            form.text((*path, i, "description"), item.get("description"), ALT_TEXT)
            form.text((*path, i, "filename"), item.get("filename"), 1024)
            key = str(item.get("id"))
            named.add(key)
            if key in by_index:
                names.append(by_index[key].filename)
            elif key in kept:
                names.append(kept[key])
            else:
                form.wrong((*path, i, "id"), "ATTACHMENT_NOT_FOUND", f"No file or attachment {key}")
        names.extend(upload.filename for upload in uploads if upload.index not in named)
    if len(names) > MOST_FILES:
        form.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
    return names


def _check_embeds(form: Form, embeds: Any, names: Collection[str]) -> None:
    total = 0
    for i, embed in enumerate(form.listing(("embeds",), embeds, MOST_EMBEDS)):
        path: Path = ("embeds", i)
        texts = [
            form.text((*path, "title"), embed.get("title"), 256),
            form.text((*path, "description"), embed.get("description"), 4096),
            form.text(
                (*path, "footer", "text"), form.part((*path, "footer"), embed.get("footer")).get("text"), 2048
            ),
            form.text(
                (*path, "author", "name"), form.part((*path, "author"), embed.get("author")).get("name"), 256
            ),
        ]
        form.number((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
        for j, field in enumerate(form.listing((*path, "fields"), embed.get("fields"), 25)):
            where: Path = (*path, "fields", j)
            texts.append(form.text((*where, "name"), field.get("name"), 256, 1, required=True))
            texts.append(form.text((*where, "value"), field.get("value"), 1024, 1, required=True))
        for picture in ("image", "thumbnail"):
            if embed.get(picture):
                address = form.part((*path, picture), embed[picture]).get("url")
                check_url(form, (*path, picture, "url"), address, names)
        total += sum(len(text) for text in texts)
    if total > MOST_EMBED_TEXT:
        form.wrong(
            ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_EMBED_TEXT}"
        )


def _check_command(form: Form, path: Path, command: JSON) -> None:
    kind = command.get("type") or CHAT_INPUT
    form.choice((*path, "type"), kind, (1, 2, 3, 4))
    if kind != CHAT_INPUT:
        form.text((*path, "name"), command.get("name"), 32, 1, required=True)
        if command.get("description"):
            message = "Context menu commands cannot have description"
            form.wrong((*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", message)
        return
    _check_name(form, path, command)
    _check_options(form, (*path, "options"), command.get("options"))
    if not form.errors and _size(command) > 8000:
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size of 8000")


def _check_name(form: Form, path: Path, thing: JSON) -> None:
    name = form.text((*path, "name"), thing.get("name"), 32, 1, required=True)
    if name and (not re.fullmatch(r"[-_'\w]+", name) or name != name.lower()):
        form.wrong((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    form.text((*path, "description"), thing.get("description"), 100, 1, required=True)


def _check_options(form: Form, path: Path, options: Any) -> None:
    listed = form.listing(path, options, 25)
    optional_seen = False
    for i, option in enumerate(listed):
        here: Path = (*path, i)
        kind = option.get("type")
        form.choice((*here, "type"), kind, range(1, 12))
        _check_name(form, here, option)
        if option.get("name") in [o.get("name") for o in listed[:i]]:
            message = "Option names must be unique"
            form.wrong((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", message)
        if kind in (SUBCOMMAND, SUBCOMMAND_GROUP):
            _check_options(form, (*here, "options"), option.get("options"))
            continue
        for bound in ("min_value", "max_value"):
            _check_number(form, (*here, bound), option.get(bound, 0))
        for length in ("min_length", "max_length"):
            form.number((*here, length), option.get(length), 0, 6000)
        for switch in ("required", "autocomplete"):
            form.flag((*here, switch), option.get(switch))
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            form.wrong(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")
        choices = form.listing((*here, "choices"), option.get("choices"), 25)
        for j, choice in enumerate(choices):
            _check_choice(form, (*here, "choices", j), choice, kind)
        if choices and option.get("autocomplete"):
            message = "Autocomplete and choices are mutually exclusive"
            form.wrong((*here, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_NOT_ALLOWED", message)


def _check_choice(form: Form, path: Path, choice: JSON, kind: Any) -> None:
    form.text((*path, "name"), choice.get("name"), 100, 1, required=True)
    value = choice.get("value")
    if kind in (INTEGER, NUMBER):
        _check_number(form, (*path, "value"), value)
    else:
        form.text((*path, "value"), value, 100, required=True)


def _check_number(form: Form, path: Path, value: Any) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        form.wrong(path, "NUMBER_TYPE_COERCE", f"Value {value!r} is not a number.")


def _size(thing: JSON) -> int:
    own = sum(len(str(thing.get(key) or "")) for key in ("name", "description", "value"))
    return own + sum(_size(part) for key in ("options", "choices") for part in thing.get(key) or ())
