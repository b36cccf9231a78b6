"""Functions that find and fill in the components of messages and modals.

They allow what Discord's client lets a member do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from playground.world.directory import WorldPerson
from playground.world.errors import JSON, ActRefusedError

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(
    1, 9
)
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
LINK_STYLE, PREMIUM_STYLE = 5, 6

NO_FILES: Mapping[str, JSON] = MappingProxyType({})
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
PEOPLE_SELECTS = frozenset({USER_SELECT, MENTIONABLE_SELECT})


def walk_components(components: Sequence[JSON]) -> Iterator[JSON]:
    """Yield every component, parents before children, top to bottom."""
    for component in components:
        yield component
        yield from walk_components(component.get("components", ()))
        for single in ("accessory", "component"):
            if single in component:
                yield from walk_components([component[single]])


def assign_ids(components: Sequence[JSON]) -> None:
    """Give an `id` to every component without one, as Discord does for a new message.

    Ids of a menu's preselected values become text, whatever the bot wrote.
    """
    taken = {c["id"] for c in walk_components(components) if c.get("id")}
    fresh = 1
    for component in walk_components(components):
        if not component.get("id"):
            while fresh in taken:
                fresh += 1
            component["id"] = fresh
            taken.add(fresh)
        for chosen in component.get("default_values", ()):
            chosen["id"] = str(chosen["id"])


def find_component(components: Sequence[JSON], custom_id: str, types: frozenset[int]) -> JSON:
    """Return the component that a member uses.

    Raises `ActRefusedError` if it is not there or is disabled.
    """
    for component in walk_components(components):
        if component.get("custom_id") == custom_id and component["type"] in types:
            if component.get("disabled"):
                raise ActRefusedError("This control is disabled.")
            return component
    raise ActRefusedError("This control is no longer there.")


def check_selection(
    select: JSON, values: Sequence[str], people: Mapping[str, WorldPerson], channels: Collection[str] = ()
) -> None:
    """Raise `ActRefusedError` if a menu does not allow these values.

    The values must be among those offered, and neither too few nor too many. `channels` are the ids of the
    channels that exist.
    """
    low = select.get("min_values", 1)
    high = max(
        low, select.get("max_values", len(select["options"]) if select["type"] == CHECKBOX_GROUP else 1)
    )
    if not low <= len(values) <= high or len(set(values)) != len(values):
        raise ActRefusedError(f"Choose {low} to {high}." if low != high else f"Choose {low}.")
    if select["type"] in (STRING_SELECT, RADIO_GROUP, CHECKBOX_GROUP):
        offered = {option["value"] for option in select["options"]}
    else:
        offered = set(channels if select["type"] == CHANNEL_SELECT else people)
    if not offered.issuperset(values):
        raise ActRefusedError("This menu does not offer that.")


def fill_in_modal(
    components: Sequence[JSON],
    values: Mapping[str, Any],
    people: Mapping[str, WorldPerson],
    files: Mapping[str, JSON] = NO_FILES,
) -> list[JSON]:
    """Return the `components` of a modal's submission.

    `values` maps custom_id to text, list or bool; `files` are the member's attached ones by id. Raises
    `ActRefusedError` if a field does not take its value.
    """
    filled: list[JSON] = []
    for component in components:
        answer: JSON = {"type": component["type"], "id": component["id"]}
        if "component" in component:
            answer["component"] = fill_in_modal([component["component"]], values, people, files)[0]
        elif "components" in component:
            answer["components"] = fill_in_modal(component["components"], values, people, files)
        elif "custom_id" in component:
            given = values.get(component["custom_id"])
            told = (
                {"values": _chosen_files(component, given or (), files)}
                if component["type"] == FILE_UPLOAD
                else _answer(component, given, people)
            )
            answer |= {"custom_id": component["custom_id"], **told}
        filled.append(answer)
    return filled


def _chosen_files(upload: JSON, chosen: Sequence[str], files: Mapping[str, JSON]) -> list[str]:
    """Return the ids of the files in a field.

    Raises `ActRefusedError` if the field does not take them.
    """
    required = upload.get("required", True)
    low, high = upload.get("min_values", 1), upload.get("max_values", 1)
    if (required or chosen) and not max(low, 1) <= len(chosen) <= high:
        raise ActRefusedError("This field is required." if not chosen else f"Choose up to {high} files.")
    if not files.keys() >= set(chosen):
        raise ActRefusedError("This file is no longer there.")
    types = tuple(upload.get("file_types") or ())
    if types and not all(files[each]["filename"].lower().endswith(types) for each in chosen):
        raise ActRefusedError(f"This field takes {', '.join(types)} only.")
    return list(chosen)


def _answer(component: JSON, value: Any, people: Mapping[str, WorldPerson]) -> JSON:
    if component["type"] == TEXT_INPUT:
        text = str(component.get("value", "") if value is None else value)
        shortest = component.get("min_length") or (1 if component.get("required", True) else 0)
        if not (shortest <= len(text) <= component.get("max_length", 4000)) and (text or shortest):
            raise ActRefusedError(
                "This field is required." if not text else "This field has the wrong length."
            )
        return {"value": text}
    if component["type"] == CHECKBOX:
        return {"value": bool(component.get("default", False) if value is None else value)}
    if value is None:
        value = [option["value"] for option in component.get("options", ()) if option.get("default")]
    chosen = [str(v) for v in ([value] if isinstance(value, str) else value)]
    if component.get("required", True) or chosen:
        check_selection(component, chosen, people)
    if component["type"] == RADIO_GROUP:
        return {"value": chosen[0] if chosen else None}
    return {"values": chosen}
