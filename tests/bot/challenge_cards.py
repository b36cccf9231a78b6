"""The cards and forms of challenges."""

from typing import Any

from tests.bot.server import Server

SINGLE = "single lines (the first full one decides)"


def card(room: Server) -> Any:
    """The newest challenge card of the channel, as it looks now."""
    return room.channel.history()[0]


def fields(form: Any) -> dict[str, dict[str, Any]]:
    """The fields of a form by their names."""
    assert form.modal is not None
    return {part["component"]["custom_id"]: part["component"] for part in form.modal["components"]}


def chosen_values(field: dict[str, Any]) -> list[str]:
    """The values chosen in a menu or a group of choices."""
    return [option["value"] for option in field["options"] if option.get("default")]


async def challenge_card(room: Server, **options: Any) -> Any:
    """Challenge Ben as Ann, and return the card."""
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben, **options)
    return shown.response
