"""Alt texts of the pictures on a card."""

from typing import Any

from tests.bot.server import walk


def alts(message: Any) -> list[str]:
    """The alt texts of a card's pictures."""
    return [
        item["description"]
        for part in walk(message.components)
        if part.get("type") == 12
        for item in part["items"]
    ]
