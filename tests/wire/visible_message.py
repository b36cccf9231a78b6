"""The visible parts of a message: words, buttons, menus, alt texts.

Nothing here looks behind the message.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from playground.world.components import BUTTON, SELECTS, walk_components
from playground.world.directory import ChannelMessage
from playground.world.errors import JSON

EPHEMERAL, LOADING = 1 << 6, 1 << 7


def words(body: Mapping[str, Any]) -> str:
    """All that a message says."""
    said: Iterator[str] = (c["content"] for c in walk_components(body["components"]) if "content" in c)
    parts: list[str] = [body["content"], *said]
    return "\n".join(filter(None, parts))


def buttons(body: Mapping[str, Any]) -> dict[str, str]:
    """The buttons that can be pressed: label → custom_id."""
    return {
        c["label"]: c["custom_id"]
        for c in walk_components(body["components"])
        if c["type"] == BUTTON and "custom_id" in c and not c.get("disabled")
    }


def first(bodies: Iterable[JSON]) -> JSON | None:
    """The first of some messages, if there is one."""
    return next(iter(bodies), None)


def menus(body: Mapping[str, Any]) -> dict[str, list[str]]:
    """The menus: custom_id → the values on offer."""
    return {
        c["custom_id"]: [option["value"] for option in c["options"]]
        for c in walk_components(body["components"])
        if c["type"] in SELECTS
    }


def alt_texts(body: Mapping[str, Any]) -> list[str]:
    """What a message's pictures say in words."""
    return [item["description"] for c in walk_components(body["components"]) for item in c.get("items", ())]


def version(body: Mapping[str, Any]) -> int:
    """The version of the match that a board's buttons are of; -1 if it has none."""
    return max((int(custom_id.split(":")[3]) for custom_id in buttons(body).values()), default=-1)


def match_number(board: Mapping[str, Any]) -> str:
    """The match whose board it is."""
    return next(iter(buttons(board).values())).split(":")[1]


def find_challenge(cards: Iterable[JSON], known: Collection[str]) -> tuple[str, str] | None:
    """Return the challenge among cards that is not `known` yet, and its Accept.

    `None` if the bot has only deferred its answer so far.
    """
    presses = ((card["id"], custom_id) for card in cards for custom_id in buttons(card).values())
    return next((press for press in presses if press[0] not in known and ":accept:" in press[1]), None)


def is_board(body: JSON) -> bool:
    """Whether it is a board for everybody: a picture with buttons below it."""
    return not body["flags"] & EPHEMERAL and bool(body["attachments"]) and version(body) >= 0


def loading(message: ChannelMessage) -> bool:
    """Whether the bot has promised the message and it is still to come."""
    return bool(message.body["flags"] & LOADING)
