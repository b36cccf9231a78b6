"""Discord's rules for components.

Covers the five rows of a plain message, Components V2, and modals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from playground.checks.body_errors import BodyErrors, Path
from playground.world.components import (
    BUTTON,
    CHANNEL_SELECT,
    CHECKBOX,
    CHECKBOX_GROUP,
    CONTAINER,
    FILE,
    FILE_UPLOAD,
    LABEL,
    LINK_STYLE,
    MEDIA_GALLERY,
    PREMIUM_STYLE,
    RADIO_GROUP,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
    THUMBNAIL,
    walk_components,
)
from playground.world.errors import JSON

PLAIN_TOP = (ROW,)
IN_ROW = (BUTTON, *sorted(SELECTS))
IN_CONTAINER = (ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR)
V2_TOP = (*IN_CONTAINER, CONTAINER)
MODAL_TOP = (ROW, TEXT_DISPLAY, LABEL)
IN_LABEL = (TEXT_INPUT, *sorted(SELECTS), FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)

MOST_IN_GROUP = MOST_FILES = 10
MOST_ROWS, MOST_IN_ROW, MOST_COMPONENTS, MOST_TEXT = 5, 5, 40, 4000
ALT_TEXT = 1024

Checks = dict[int, Callable[[BodyErrors, Path, JSON, Collection[str]], None]]


def check_components(form: BodyErrors, components: Any, v2: bool, attachments: Collection[str]) -> None:
    """Check a message's components.

    `attachments` are the file names that `attachment://` may refer to.
    """
    path: Path = ("components",)
    top = form.check_objects(path, components, MOST_COMPONENTS if v2 else MOST_ROWS)
    _children(form, path, top, V2_TOP if v2 else PLAIN_TOP, attachments)
    if form.errors:
        return
    everything = list(walk_components(top))
    if len(everything) > MOST_COMPONENTS:
        form.add_error(
            path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The maximum number of components is 40"
        )
    text = sum(len(c["content"]) for c in everything if c["type"] == TEXT_DISPLAY)
    if text > MOST_TEXT:
        message = f"The total displayable text of components must be {MOST_TEXT} or fewer"
        form.add_error(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    _check_unique(form, path, everything)


def check_modal(form: BodyErrors, body: JSON) -> None:
    """Check the body that opens a modal."""
    form.check_text(("title",), body.get("title"), 45, 1, required=True)
    form.check_text(("custom_id",), body.get("custom_id"), 100, 1, required=True)
    top = form.check_objects(("components",), body.get("components"), 5, 1)
    _children(form, ("components",), top, MODAL_TOP, (), _MODAL_CHECKS)
    if not form.errors:
        _check_unique(form, ("components",), list(walk_components(top)))


def media_objects(components: Sequence[JSON]) -> list[JSON]:
    """Return every media object (with its `url`) that components show, in order."""
    found: list[JSON] = []
    for component in walk_components(components):
        if component["type"] == MEDIA_GALLERY:
            found.extend(item["media"] for item in component["items"])
        elif component["type"] == THUMBNAIL:
            found.append(component["media"])
        elif component["type"] == FILE:
            found.append(component["file"])
    return found


def check_url(
    form: BodyErrors, path: Path, url: Any, attachments: Collection[str], only_attachment: bool = False
) -> None:
    """Check the address of a picture or file.

    It must be http(s), or attachment:// with the name of a file of the message.
    """
    address = form.check_text(path, url, 2048, 1, required=True)
    if address.startswith("attachment://"):
        if address.removeprefix("attachment://") not in attachments:
            form.add_error(
                path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"No attachment for {address!r}"
            )
    elif only_attachment or (address and not address.startswith(("http://", "https://"))):
        form.add_error(
            path, "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'attachment')."
        )


def _children(
    form: BodyErrors,
    path: Path,
    components: list[JSON],
    allowed: Collection[int],
    attachments: Collection[str],
    checks: Checks | None = None,
) -> None:
    for i, component in enumerate(components):
        here = (*path, i)
        form.check_number((*here, "id"), component.get("id"), 0, 2**31 - 1)
        kind = component.get("type")
        form.check_choice((*here, "type"), kind, allowed)
        if isinstance(kind, int) and kind in allowed:
            (checks or _CHECKS)[kind](form, here, component, attachments)


def _row(form: BodyErrors, path: Path, row: JSON, attachments: Collection[str]) -> None:
    inside = (*path, "components")
    items = form.check_objects(inside, row.get("components"), MOST_IN_ROW, 1)
    _children(form, inside, items, IN_ROW, attachments)
    if len(items) > 1 and any(item.get("type") != BUTTON for item in items):
        form.add_error(
            path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
        )


def _modal_row(form: BodyErrors, path: Path, row: JSON, attachments: Collection[str]) -> None:
    inside = (*path, "components")
    _children(
        form, inside, form.check_objects(inside, row.get("components"), 1, 1), (TEXT_INPUT,), attachments
    )


def _button(form: BodyErrors, path: Path, button: JSON, _: Collection[str]) -> None:
    style = button.get("style")
    form.check_choice((*path, "style"), style, range(1, 7))
    form.check_text((*path, "label"), button.get("label"), 80)
    if style == LINK_STYLE:
        check_url(form, (*path, "url"), button.get("url"), ())
        if button.get("custom_id"):
            message = "A custom id and url cannot both be specified"
            form.add_error((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
    elif style != PREMIUM_STYLE:
        _custom_id(form, path, button)
    if style != PREMIUM_STYLE and not button.get("label") and not button.get("emoji"):
        form.add_error(path, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")


def _select(form: BodyErrors, path: Path, select: JSON, _: Collection[str]) -> None:
    _custom_id(form, path, select)
    form.check_text((*path, "placeholder"), select.get("placeholder"), 150)
    form.check_number((*path, "min_values"), select.get("min_values"), 0, 25)
    form.check_number((*path, "max_values"), select.get("max_values"), 1, 25)
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if isinstance(low, int) and isinstance(high, int) and low > high:
        form.add_error(
            (*path, "min_values"), "COMPONENT_MIN_VALUES_EXCEEDED", "min_values is more than max_values"
        )
    if select["type"] == STRING_SELECT:
        options = _options(form, path, select, 25, 1)
        if isinstance(high, int) and high > len(options):
            form.add_error(
                (*path, "max_values"), "COMPONENT_MAX_VALUES_EXCEEDED", "max_values is more than the options"
            )
        if isinstance(high, int) and sum(bool(option.get("default")) for option in options) > high:
            form.add_error((*path, "options"), "COMPONENT_DEFAULTS_EXCEEDED", "More defaults than max_values")


def _options(form: BodyErrors, path: Path, menu: JSON, most: int, least: int) -> list[JSON]:
    inside = (*path, "options")
    options = form.check_objects(inside, menu.get("options"), most, least)
    seen: set[Any] = set()
    for i, option in enumerate(options):
        form.check_text((*inside, i, "label"), option.get("label"), 100, 1, required=True)
        value = form.check_text((*inside, i, "value"), option.get("value"), 100, 1, required=True)
        form.check_text((*inside, i, "description"), option.get("description"), 100)
        if value and value in seen:
            message = "The specified option value is already used"
            form.add_error((*inside, i, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        seen.add(value)
    return options


def _section(form: BodyErrors, path: Path, section: JSON, attachments: Collection[str]) -> None:
    texts = form.check_objects((*path, "components"), section.get("components"), 3, 1)
    _children(form, (*path, "components"), texts, (TEXT_DISPLAY,), attachments)
    accessory = section.get("accessory")
    if not isinstance(accessory, dict):
        form.add_error((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
        return
    kind = accessory.get("type")
    form.check_choice((*path, "accessory", "type"), kind, (BUTTON, THUMBNAIL))
    if kind is not None and kind in (BUTTON, THUMBNAIL):
        _CHECKS[kind](form, (*path, "accessory"), accessory, attachments)


def _text_display(form: BodyErrors, path: Path, display: JSON, _: Collection[str]) -> None:
    form.check_text((*path, "content"), display.get("content"), MOST_TEXT, 1, required=True)


def _thumbnail(form: BodyErrors, path: Path, item: JSON, attachments: Collection[str]) -> None:
    _media(form, (*path, "media"), item.get("media"), attachments)
    form.check_text((*path, "description"), item.get("description"), ALT_TEXT)


def _gallery(form: BodyErrors, path: Path, gallery: JSON, attachments: Collection[str]) -> None:
    for i, item in enumerate(form.check_objects((*path, "items"), gallery.get("items"), 10, 1)):
        _thumbnail(form, (*path, "items", i), item, attachments)


def _file(form: BodyErrors, path: Path, file: JSON, attachments: Collection[str]) -> None:
    _media(form, (*path, "file"), file.get("file"), attachments, only_attachment=True)


def _media(
    form: BodyErrors, path: Path, item: Any, attachments: Collection[str], only_attachment: bool = False
) -> None:
    url = item.get("url") if isinstance(item, dict) else None
    check_url(form, (*path, "url"), url, attachments, only_attachment)


def _separator(form: BodyErrors, path: Path, separator: JSON, _: Collection[str]) -> None:
    form.check_choice((*path, "spacing"), separator.get("spacing", 1), (1, 2))


def _container(form: BodyErrors, path: Path, container: JSON, attachments: Collection[str]) -> None:
    form.check_number((*path, "accent_color"), container.get("accent_color"), 0, 0xFFFFFF)
    items = form.check_objects((*path, "components"), container.get("components"), MOST_COMPONENTS, 1)
    _children(form, (*path, "components"), items, IN_CONTAINER, attachments)


def _label(form: BodyErrors, path: Path, label: JSON, attachments: Collection[str]) -> None:
    form.check_text((*path, "label"), label.get("label"), 45, 1, required=True)
    form.check_text((*path, "description"), label.get("description"), 100)
    inner = label.get("component")
    kind = inner.get("type") if isinstance(inner, dict) else None
    form.check_choice((*path, "component", "type"), kind, IN_LABEL)
    if isinstance(inner, dict) and kind in IN_LABEL:
        _CHECKS[inner["type"]](form, (*path, "component"), inner, attachments)


def _text_input(form: BodyErrors, path: Path, field: JSON, _: Collection[str]) -> None:
    _custom_id(form, path, field)
    form.check_choice((*path, "style"), field.get("style"), (1, 2))
    form.check_text((*path, "label"), field.get("label"), 45, required="component" not in path)
    form.check_text((*path, "placeholder"), field.get("placeholder"), 100)
    form.check_text((*path, "value"), field.get("value"), 4000)
    form.check_number((*path, "min_length"), field.get("min_length"), 0, 4000)
    form.check_number((*path, "max_length"), field.get("max_length"), 1, 4000)


def _upload(form: BodyErrors, path: Path, field: JSON, _: Collection[str]) -> None:
    _custom_id(form, path, field)
    form.check_flag((*path, "required"), field.get("required"))
    form.check_number((*path, "min_values"), field.get("min_values"), 0, MOST_FILES)
    form.check_number((*path, "max_values"), field.get("max_values"), 1, MOST_FILES)
    for number, each in enumerate(form.check_values((*path, "file_types"), field.get("file_types"), 25)):
        form.check_text((*path, "file_types", number), each, 100, 1)


def _radio(form: BodyErrors, path: Path, group: JSON, _: Collection[str]) -> None:
    _custom_id(form, path, group)
    form.check_flag((*path, "required"), group.get("required"))
    options = _options(form, path, group, MOST_IN_GROUP, 2)
    if sum(bool(option.get("default")) for option in options) > 1:
        form.add_error(
            (*path, "options"), "COMPONENT_DEFAULTS_EXCEEDED", "Only one option may be the default"
        )


def _checkboxes(form: BodyErrors, path: Path, group: JSON, _: Collection[str]) -> None:
    _custom_id(form, path, group)
    form.check_flag((*path, "required"), group.get("required"))
    form.check_number((*path, "min_values"), group.get("min_values"), 0, MOST_IN_GROUP)
    form.check_number((*path, "max_values"), group.get("max_values"), 1, MOST_IN_GROUP)
    _options(form, path, group, MOST_IN_GROUP, 1)


def _checkbox(form: BodyErrors, path: Path, box: JSON, _: Collection[str]) -> None:
    _custom_id(form, path, box)
    form.check_flag((*path, "default"), box.get("default"))


def _custom_id(form: BodyErrors, path: Path, component: JSON) -> None:
    form.check_text((*path, "custom_id"), component.get("custom_id"), 100, 1, required=True)


def _check_unique(form: BodyErrors, path: Path, everything: list[JSON]) -> None:
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        seen: set[Any] = set()
        for component in everything:
            value = component.get(key)
            if value and value in seen:
                form.add_error(path, code, f"Component {key} {value!r} cannot be duplicated")
            seen.add(value)


_CHECKS: Checks = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS - {CHANNEL_SELECT}, _select),
    CHANNEL_SELECT: _select,
    TEXT_INPUT: _text_input,
    SECTION: _section,
    TEXT_DISPLAY: _text_display,
    THUMBNAIL: _thumbnail,
    MEDIA_GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
    LABEL: _label,
    FILE_UPLOAD: _upload,
    RADIO_GROUP: _radio,
    CHECKBOX_GROUP: _checkboxes,
    CHECKBOX: _checkbox,
}
# The older form of a modal, without labels: each row holds one text input and nothing else.
_MODAL_CHECKS: Checks = {**_CHECKS, ROW: _modal_row}
