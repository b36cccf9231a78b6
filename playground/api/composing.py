"""Functions that turn a bot's request into the message that Discord stores.

Files are stored, addresses resolved, and ids assigned.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping
from typing import Any

from playground.checks.component_rules import media_objects
from playground.checks.message_rules import check_message, check_uploads, flags_of
from playground.world import components as kinds
from playground.world.directory import COMPONENTS_V2, EPHEMERAL, SILENT, Channel, ChannelMessage
from playground.world.errors import JSON
from playground.world.state import WorldState
from playground.world.uploads import Upload

# What Discord adds to a component if the bot left it out.
DEFAULTS: dict[int, JSON] = {
    kinds.CONTAINER: {"accent_color": None, "spoiler": False},
    kinds.FILE: {"spoiler": False},
    kinds.THUMBNAIL: {"description": None, "spoiler": False},
    kinds.SEPARATOR: {"divider": True, "spacing": 1},
    **{kind: {"min_values": 1, "max_values": 1, "disabled": False} for kind in kinds.SELECTS},
}


def compose_message(
    state: WorldState,
    channel: Channel,
    body: JSON,
    uploads: Collection[Upload],
    parse: tuple[str, ...],
    ephemeral: bool,
) -> JSON:
    """Return the fields of a new message.

    Mentions of the kinds in `parse` ping unless `allowed_mentions` says otherwise. Raises 40005, 50006
    or 50035.
    """
    check_uploads(uploads)
    flags = flags_of(body) & (COMPONENTS_V2 | SILENT | (1 << 2)) | (EPHEMERAL if ephemeral else 0)
    empty: JSON = {"content": "", "embeds": [], "components": []}
    merged: JSON = {key: body.get(key) or without for key, without in empty.items()}
    check_message(body, uploads, {}, flags, merged)
    attachments = _attachments(state, channel, body, uploads, [], ephemeral)
    return {
        "flags": flags,
        **_compose_fields(state, body, merged, attachments, parse),
        "attachments": attachments,
    }


def compose_edit(
    state: WorldState,
    message: ChannelMessage,
    body: JSON,
    uploads: Collection[Upload],
    parse: tuple[str, ...],
) -> JSON:
    """Return the fields that an edit changes.

    Fields that `body` does not name stay. `attachments`, if present, lists all attachments that are kept.
    Raises 40005, 50006 or 50035.
    """
    check_uploads(uploads)
    old = message.body
    flags = (old["flags"] | flags_of(body)) & (old["flags"] | COMPONENTS_V2)
    merged: JSON = {
        key: (body[key] or type(old[key])()) if key in body else old[key]
        for key in ("content", "embeds", "components")
    }
    kept = {attachment["id"]: attachment["filename"] for attachment in old["attachments"]}
    check_message(body, uploads, kept, flags, merged)
    channel = state.channels[message.channel_id]
    attachments = _attachments(
        state, channel, body, uploads, old["attachments"], message.only_for is not None
    )
    return {
        "flags": flags,
        **_compose_fields(state, body, merged, attachments, parse),
        "attachments": attachments,
    }


def _compose_fields(
    state: WorldState, body: JSON, merged: JSON, attachments: list[JSON], parse: tuple[str, ...]
) -> JSON:
    """Return content, embeds, components and mentions as Discord stores them."""
    by_name = {attachment["filename"]: attachment for attachment in attachments}
    components = copy.deepcopy(merged["components"])
    for component in kinds.walk_components(components):
        for key, value in DEFAULTS.get(component["type"], {}).items():
            component.setdefault(key, value)
        for item in component.get("items", ()):
            item.setdefault("description", None)
            item.setdefault("spoiler", False)
        if component["type"] == kinds.FILE:
            named = by_name.get(component["file"]["url"].removeprefix("attachment://"))
            if named is not None:
                component |= {"name": named["filename"], "size": named["size"]}
    for item in media_objects(components):
        item |= _resolve_media(item["url"], by_name, state)
    kinds.assign_ids(components)
    embeds = copy.deepcopy(merged["embeds"])
    for embed in embeds:
        embed["type"] = "rich"
        for picture in ("image", "thumbnail"):
            if embed.get(picture):
                found = _resolve_media(embed[picture]["url"], by_name, state)
                embed[picture] = {
                    k: v for k, v in found.items() if v is not None and k not in ("id", "attachment_id")
                }
    text = "\n".join(
        [
            merged["content"],
            *(c["content"] for c in kinds.walk_components(components) if c["type"] == kinds.TEXT_DISPLAY),
        ]
    )
    pinged = filter_pings(state.mentioned_ids(text), body.get("allowed_mentions"), parse)
    return {
        "content": merged["content"],
        "embeds": embeds,
        "components": components,
        "mentions": [person.user() for i in pinged if (person := state.find_person(i)) is not None],
    }


def _resolve_media(url: str, by_name: Mapping[str, JSON], state: WorldState) -> JSON:
    """Return Discord's media object for an address.

    The address may be an `attachment://` one.
    """
    attachment = by_name.get(url.removeprefix("attachment://")) if url.startswith("attachment://") else None
    if attachment is None:
        nothing: JSON = {}
        known = next((a for a in by_name.values() if a["url"] == url), nothing)
    else:
        known = attachment
    shown = known.get("url", url)
    item: JSON = {
        "id": state.new_id(),
        "url": shown,
        "proxy_url": shown,
        "width": known.get("width"),
        "height": known.get("height"),
        "content_type": known.get("content_type"),
    }
    if known:
        item["attachment_id"] = known["id"]
    return item


def _attachments(
    state: WorldState,
    channel: Channel,
    body: JSON,
    uploads: Collection[Upload],
    old: list[JSON],
    ephemeral: bool,
) -> list[JSON]:
    listed: list[JSON] | None = body.get("attachments")
    described = {str(item["id"]): item for item in listed or ()}
    kept = list(old)
    if listed is not None:
        kept = [{**a, **_description(described[a["id"]])} for a in old if a["id"] in described]
    new = [
        state.store_file(channel.id, upload, described.get(upload.index, {}).get("description"), ephemeral)
        for upload in uploads
    ]
    return kept + new


def _description(item: JSON) -> JSON:
    return {"description": item["description"]} if item.get("description") is not None else {}


def filter_pings(mentioned: list[str], allowed: Any, parse: tuple[str, ...]) -> list[str]:
    """Return the ids of the mentioned people who are pinged.

    `allowed` is the request's `allowed_mentions`; `parse` holds the default kinds.
    """
    if allowed is not None:
        if "users" not in (allowed.get("parse") or ()):
            named = {str(person_id) for person_id in allowed.get("users") or ()}
            return [person_id for person_id in mentioned if person_id in named]
        return mentioned
    return mentioned if "users" in parse else []
