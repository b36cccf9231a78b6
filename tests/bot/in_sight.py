"""How many buttons are in sight on a card: five, and the others are behind More."""

import json
from collections.abc import Iterator
from typing import Any, Final

CHOOSING: Final = {"pick", "page", "do", "choose", "level", "puzzle", "try-on"}
"""The actions of pickers, whose buttons choose a move or a level."""
UNFOLDED: Final = ({"record", "howto"}, {"accept", "howto"})
"""Actions by which a card is known that More has unfolded."""
LISTS: Final = ("me", "server", "games")
"""Cards with more: settings, one's matches."""


def parts_of(body: Any) -> Iterator[dict[str, Any]]:
    """Every component in what was sent."""
    if isinstance(body, dict):
        yield body
    for part in body.values() if isinstance(body, dict) else body if isinstance(body, list) else ():
        yield from parts_of(part)


def in_sight(body: Any) -> list[str]:
    """The actions of the buttons in sight on a card, choices of a picker apart."""
    found = [part.get("custom_id", "::link").split(":")[2] for part in parts_of(body) if is_button(part)]
    return [action for action in found if action not in CHOOSING]


def is_button(part: Any) -> bool:
    """Whether it is a button that can be pressed, or a link."""
    return part.get("type") == 2 and not part.get("disabled")


def shown_cards(told: list[tuple[Any, ...]]) -> Iterator[list[str]]:
    """The buttons of each card that people were shown."""
    for _, _, where, text in told:
        if where not in ("logs", "the rest"):
            yield in_sight(json.loads(text)[2])


def shows_all(card: list[str]) -> bool:
    """Whether it is a list, or More has unfolded on it."""
    return any(action in card for action in LISTS) or any(known <= set(card) for known in UNFOLDED)
