"""Discord's limits on what a bot sends.

They include limits that the simulator does not enforce.
"""

from collections.abc import Iterator
from typing import Any

ROW, BUTTON, SELECT, FIELD, PEOPLE, CHANNELS, TEXT, GALLERY, FILE, CONTAINER, LABEL = (
    1,
    2,
    3,
    4,
    5,
    8,
    10,
    12,
    13,
    17,
    18,
)
LINK = 5
COMPONENTS_V2 = 1 << 15
FILES_AT_MOST = 10
MENTIONED_AT_MOST = 100
OF_LEAGUES = ("v1:0:season-in:", "v1:0:season-out:", "v1:0:rule:", "v1:0:team-board:", "v1:0:contest:")
REPLY, UPDATE, CHOICES, MODAL = 4, 7, 8, 9


def faults(request: Any) -> list[str]:
    """Return the faults for which Discord would refuse one request of the bot.

    Users disturbed without need count as faults too.
    """
    body = request.json
    if not isinstance(body, dict):
        return []
    path = request.path
    if path.endswith("/callback"):
        data = body.get("data") or {}
        if body["type"] == CHOICES:
            return list(_choices(data))
        if body["type"] == MODAL:
            return list(_modal(data))
        return list(_message(data, may_ping=True)) if body["type"] in (REPLY, UPDATE) else []
    if "/messages" in path and not path.endswith("/threads"):
        return list(_message(body, may_ping=True))
    if path.startswith("/webhooks/"):
        return list(_message(body, may_ping=True))
    if path.endswith("/threads") and not 1 <= len(body["name"]) <= 100:
        return [f"thread name of {len(body['name'])} characters"]
    return []


def pings(request: Any) -> list[int]:
    """The users whom a request mentions aloud."""
    body = request.json if isinstance(request.json, dict) else {}
    data = body.get("data") if request.path.endswith("/callback") else body
    aloud = (data or {}).get("allowed_mentions") or {}
    return [int(user) for user in aloud.get("users", ())]


def every(components: Any) -> Iterator[dict[str, Any]]:
    """All components, opened up."""
    for component in components:
        yield component
        yield from every(component.get("components", ()))
        yield from every([component["component"]] if "component" in component else ())
        yield from every([component["accessory"]] if "accessory" in component else ())


def _message(data: dict[str, Any], *, may_ping: bool) -> Iterator[str]:
    aloud = data.get("allowed_mentions")
    most = MENTIONED_AT_MOST if _is_of_league(data) else int(may_ping)
    if aloud is None or aloud.get("parse") or aloud.get("roles") or len(aloud.get("users", ())) > most:
        yield f"pings more than one player: {aloud}"
    if "components" not in data:
        return
    if not data.get("flags", 0) & COMPONENTS_V2:
        yield "components without the flag of their second version"
    parts = list(every(data["components"]))
    if not 1 <= len(parts) <= 40:
        yield f"{len(parts)} components"
    written = sum(len(part["content"]) for part in parts if part["type"] == TEXT)
    if written > 4000:
        yield f"{written} characters of text"
    names = [part["custom_id"] for part in parts if part.get("custom_id")]
    if len(names) != len(set(names)):
        yield f"custom_ids are repeated: {names}"
    shown = {item["media"]["url"] for part in parts if part["type"] == GALLERY for item in part["items"]}
    shown |= {part["file"]["url"] for part in parts if part["type"] == FILE}
    attached = {
        f"attachment://{file['filename']}" for file in data.get("attachments", ()) if "filename" in file
    }
    if shown != attached and not (shown and "attachments" not in data):
        yield f"shown {shown}, attached {attached}"
    for file in data.get("attachments", ()):
        if int(file["id"]) >= FILES_AT_MOST:  # kept from before, with the alt text that it has
            continue
        if not 1 <= len(file.get("description") or "") <= 1024:
            yield f"alt text of {len(file.get('description') or '')} characters"
    for part in parts:
        yield from _component(part)


def _is_of_league(data: dict[str, Any]) -> bool:
    """Whether this is the card of a season or a section.

    One message mentions all whom it concerns, once.
    """
    parts = every(data.get("components", ()))
    return any(str(part.get("custom_id")).startswith(OF_LEAGUES) for part in parts)


def _component(part: dict[str, Any]) -> Iterator[str]:
    kind = part["type"]
    if part.get("custom_id") is not None and not 1 <= len(part["custom_id"]) <= 100:
        yield f"custom_id {part['custom_id']}"
    if kind == TEXT and not 1 <= len(part["content"]) <= 4000:
        yield f"text of {len(part['content'])} characters"
    if kind == CONTAINER and not part["components"]:
        yield "an empty frame"
    if kind == BUTTON:
        if not (part.get("label") or part.get("emoji")) or len(part.get("label") or "") > 80:
            yield f"button label {part.get('label')!r}"
        if part["style"] == LINK and len(part["url"]) > 512:
            yield "a link too long"
    if kind == ROW:
        kinds = [inner["type"] for inner in part["components"]]
        if not (
            kinds in ([SELECT], [PEOPLE], [CHANNELS])
            or (kinds and set(kinds) == {BUTTON} and len(kinds) <= 5)
        ):
            yield f"a row of {kinds}"
    if kind == SELECT:
        yield from _select(part)
    if kind == GALLERY:
        if not 1 <= len(part["items"]) <= 10:
            yield f"{len(part['items'])} pictures"
        for item in part["items"]:
            if not 1 <= len(item.get("description") or "") <= 1024:
                yield f"alt text of {len(item.get('description') or '')} characters"


def _select(part: dict[str, Any]) -> Iterator[str]:
    options = part["options"]
    if not 1 <= len(options) <= 25:
        yield f"a menu of {len(options)}"
    if len({option["value"] for option in options}) != len(options):
        yield f"a menu with a value twice: {options}"
    if len(part.get("placeholder") or "") > 150:
        yield "a placeholder too long"
    for option in options:
        if not (1 <= len(option["label"]) <= 100 and 1 <= len(option["value"]) <= 100):
            yield f"menu option {option}"


def _modal(data: dict[str, Any]) -> Iterator[str]:
    if not 1 <= len(data["title"]) <= 45 or not 1 <= len(data["custom_id"]) <= 100:
        yield f"form {data['title']!r}"
    if not 1 <= len(data["components"]) <= 5:
        yield f"a form of {len(data['components'])} fields"
    for part in every(data["components"]):
        if part["type"] == LABEL:
            if not 1 <= len(part["label"]) <= 45 or len(part.get("description") or "") > 100:
                yield f"form label {part['label']!r}"
        elif part["type"] == SELECT:
            yield from _select(part)
        elif part["type"] == FIELD and (
            len(part.get("placeholder") or "") > 100
            or len(part.get("value") or "") > part.get("max_length", 4000)
        ):
            yield f"form field {part['custom_id']}"


def _choices(data: dict[str, Any]) -> Iterator[str]:
    choices = data["choices"]
    if len(choices) > 25:
        yield f"{len(choices)} completions"
    for choice in choices:
        if not (1 <= len(choice["name"]) <= 100 and 1 <= len(str(choice["value"])) <= 100):
            yield f"completion {choice}"
