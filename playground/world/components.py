"""Finds and fills in components, as Discord's client lets a member do.

The components are those of messages and modals.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
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

SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
PEOPLE_SELECTS = frozenset({USER_SELECT, MENTIONABLE_SELECT})


def walk(components: Sequence[JSON]) -> Iterator[JSON]:
    """Yield every component, parents before children, top to bottom."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for single in ("accessory", "component"):
            if single in component:
                yield from walk([component[single]])


def number(components: Sequence[JSON]) -> None:
    """Give an `id` to every component without one, as Discord does for a new message.

    Ids of a menu's preselected values become text, whatever the bot wrote.
    """
    taken = {c["id"] for c in walk(components) if c.get("id")}
    fresh = 1
    for component in walk(components):
        if not component.get("id"):
            while fresh in taken:
                fresh += 1
            component["id"] = fresh
            taken.add(fresh)
        for chosen in component.get("default_values", ()):
            chosen["id"] = str(chosen["id"])


def find(components: Sequence[JSON], custom_id: str, types: frozenset[int]) -> JSON:
    """Return the component that a member uses.

    Raises `ActRefusedError` if it is not there or is disabled.
    """
    for component in walk(components):
        if component.get("custom_id") == custom_id and component["type"] in types:
            if component.get("disabled"):
                raise ActRefusedError("This control is disabled.")
            return component
    raise ActRefusedError("This control is no longer there.")


def check_choice(
    select: JSON, values: Sequence[str], people: Mapping[str, WorldPerson], channels: Collection[str] = ()
) -> None:
    """Raise `ActRefusedError` if the menu does not offer these values, or not as many.

    `channels` are ids.
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


def fill_in(
    components: Sequence[JSON], values: Mapping[str, Any], people: Mapping[str, WorldPerson]
) -> list[JSON]:
    """Return the `components` of a modal's submission.

    `values` maps custom_id to text, list or bool. Raises `ActRefusedError` if a field does not take its
    value.
    """
    filled: list[JSON] = []
    for component in components:
        answer: JSON = {"type": component["type"], "id": component["id"]}
        if "component" in component:
            answer["component"] = fill_in([component["component"]], values, people)[0]
        elif "components" in component:
            answer["components"] = fill_in(component["components"], values, people)
        elif "custom_id" in component:
            answer |= {"custom_id": component["custom_id"], **_answer(component, values, people)}
        filled.append(answer)
    return filled


def _answer(component: JSON, values: Mapping[str, Any], people: Mapping[str, WorldPerson]) -> JSON:
    value = values.get(component["custom_id"])
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
        check_choice(component, chosen, people)
    if component["type"] == RADIO_GROUP:
        return {"value": chosen[0] if chosen else None}
    return {"values": chosen}
