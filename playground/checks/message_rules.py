"""Discord's rules for messages, embeds, files and threads that a bot posts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from playground.checks.body_errors import BodyErrors, Path
from playground.checks.component_rules import ALT_TEXT, check_components, check_url, media_objects
from playground.world.directory import COMPONENTS_V2
from playground.world.errors import JSON, DiscordError
from playground.world.state import ATTACHMENT_LIMIT
from playground.world.uploads import Upload

MOST_EMBEDS, MOST_EMBED_TEXT, MOST_FILES = 10, 6000, 10
ARCHIVE_AFTER = (60, 1440, 4320, 10080)  # minutes without a message after which a thread is archived


def check_uploads(uploads: Collection[Upload]) -> None:
    """Raise 40005 for a file of more than 10 MiB.

    Discord checks this too before it reads the body.
    """
    if any(len(upload.data) > ATTACHMENT_LIMIT for upload in uploads):
        raise DiscordError(40005)


def check_message(
    body: JSON, uploads: Collection[Upload], kept_names: dict[str, str], flags: int, merged: JSON
) -> None:
    """Check a message that is sent or edited.

    `body` is the request. `kept_names` maps the ids of the attachments that the message already has to their
    file names. `flags` are the flags it will have. `merged` has the `content`, `embeds` and `components` it
    will show, both new ones and those that stay. Raises 50035 or 50006.
    """
    form = BodyErrors()
    form.check_text(("content",), body.get("content"), 2000)
    if not isinstance(body.get("nonce"), int):
        form.check_text(("nonce",), body.get("nonce"), 25)
    _check_mentions(form, body.get("allowed_mentions"))
    names = _attachment_names(form, body, uploads, kept_names)
    _check_embeds(form, body.get("embeds"), names)
    v2 = bool(flags & COMPONENTS_V2)
    check_components(form, merged["components"], v2, names)
    if v2 and (merged["content"] or merged["embeds"] or body.get("poll") or body.get("sticker_ids")):
        message = (
            "'content', 'embeds', 'stickers' and 'poll' cannot be used with MessageFlags.IS_COMPONENTS_V2"
        )
        form.add_error((), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)
    form.raise_errors()
    if v2:
        shown = {item["url"].removeprefix("attachment://") for item in media_objects(merged["components"])}
        hidden = [u.filename for u in uploads if u.filename not in shown]
        if hidden:
            message = f"Attachment {hidden[0]!r} is not shown by any component"
            form.add_error(("attachments",), "ATTACHMENT_NOT_EXPOSED_BY_COMPONENT", message)
            form.raise_errors()
    if not any((merged["content"], merged["embeds"], merged["components"], names, body.get("poll"))):
        raise DiscordError(50006)


def flags_of(body: JSON) -> int:
    """Return the flags that a request asks for.

    Raises 50035 if they are not a number.
    """
    form = BodyErrors()
    form.check_number(("flags",), body.get("flags"), 0, 2**31 - 1)
    form.raise_errors()
    return body.get("flags") or 0


def check_thread(body: JSON, is_change: bool = False) -> None:
    """Check a request that creates a thread or, if `is_change`, changes one."""
    form = BodyErrors()
    if not is_change or "name" in body:
        form.check_text(("name",), body.get("name"), 100, 1, required=True)
    if body.get("auto_archive_duration") is not None:
        form.check_choice(("auto_archive_duration",), body["auto_archive_duration"], ARCHIVE_AFTER)
    for switch in ("archived", "locked"):
        form.check_flag((switch,), body.get(switch))
    form.raise_errors()


def _check_mentions(form: BodyErrors, allowed: Any) -> None:
    path: Path = ("allowed_mentions",)
    allowed = form.check_object(path, allowed)
    parse = form.check_values((*path, "parse"), allowed.get("parse"), 3)
    for i, kind in enumerate(parse):
        form.check_choice((*path, "parse", i), kind, ("roles", "users", "everyone"))
    for kind in ("users", "roles"):
        form.check_values((*path, kind), allowed.get(kind), 100)
        if kind in parse and allowed.get(kind):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.add_error(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _attachment_names(
    form: BodyErrors, body: JSON, uploads: Collection[Upload], kept: dict[str, str]
) -> list[str]:
    path: Path = ("attachments",)
    if body.get("attachments") is None:
        names = [*kept.values(), *(upload.filename for upload in uploads)]
    else:
        by_index = {upload.index: upload for upload in uploads}
        names = []
        named: set[str] = set()
        for i, item in enumerate(form.check_objects(path, body["attachments"], MOST_FILES)):
            form.check_text((*path, i, "description"), item.get("description"), ALT_TEXT)
            form.check_text((*path, i, "filename"), item.get("filename"), 1024)
            key = str(item.get("id"))
            named.add(key)
            if key in by_index:
                names.append(by_index[key].filename)
            elif key in kept:
                names.append(kept[key])
            else:
                form.add_error((*path, i, "id"), "ATTACHMENT_NOT_FOUND", f"No file or attachment {key}")
        names.extend(upload.filename for upload in uploads if upload.index not in named)
    if len(names) > MOST_FILES:
        form.add_error(path, "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
    return names


def _check_embeds(form: BodyErrors, embeds: Any, names: Collection[str]) -> None:
    total = 0
    for i, embed in enumerate(form.check_objects(("embeds",), embeds, MOST_EMBEDS)):
        path: Path = ("embeds", i)
        texts = [
            form.check_text((*path, "title"), embed.get("title"), 256),
            form.check_text((*path, "description"), embed.get("description"), 4096),
            form.check_text(
                (*path, "footer", "text"),
                form.check_object((*path, "footer"), embed.get("footer")).get("text"),
                2048,
            ),
            form.check_text(
                (*path, "author", "name"),
                form.check_object((*path, "author"), embed.get("author")).get("name"),
                256,
            ),
        ]
        form.check_number((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
        for j, field in enumerate(form.check_objects((*path, "fields"), embed.get("fields"), 25)):
            where: Path = (*path, "fields", j)
            texts.append(form.check_text((*where, "name"), field.get("name"), 256, 1, required=True))
            texts.append(form.check_text((*where, "value"), field.get("value"), 1024, 1, required=True))
        for picture in ("image", "thumbnail"):
            if embed.get(picture):
                address = form.check_object((*path, picture), embed[picture]).get("url")
                check_url(form, (*path, picture, "url"), address, names)
        total += sum(len(text) for text in texts)
    if total > MOST_EMBED_TEXT:
        form.add_error(
            ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_EMBED_TEXT}"
        )
