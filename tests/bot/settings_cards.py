"""The cards of settings, and how a member chooses on them."""

from datetime import timedelta
from typing import Any

from data.members import preferences
from data.members.preferences import Preference
from tests.bot.server import Server, walk


def menu(message: Any, name: str) -> dict[str, Any]:
    """The menu of one setting."""
    return next(each for each in walk(message.components) if each.get("custom_id", "").endswith(f":{name}"))


def chosen_values(message: Any, name: str) -> list[str]:
    """The values that a menu shows as chosen."""
    return [option["value"] for option in menu(message, name)["options"] if option.get("default")]


async def choose(member: Any, card: Any, name: str, *values: Any) -> Any:
    """Choose in the menu of one setting; returns the card as it is then."""
    told = await member.select(card, list(values), custom_id=menu(card, name)["custom_id"])
    return told.response


async def own(room: Server, member: Any) -> Any:
    """The card of a member's own settings."""
    shown = await member.slash(room.channel, "settings me")
    assert shown.ephemeral
    return shown.response


async def of_server(room: Server, member: Any) -> Any:
    """The card of the server's settings."""
    shown = await member.slash(room.channel, "settings server")
    assert shown.ephemeral
    return shown.response


def told_directly(member: Any) -> list[Any]:
    """The direct messages that a member has from the bot."""
    return list(member.user.dm_channel.history())


async def rest(room: Server, member: Any) -> Any:
    """The second card of a member's settings."""
    pressed = await member.click(await own(room, member), label="Time zone, quiet hours, vacation")
    return pressed.response


async def vacation(room: Server, card: Any, *, ahead: int, days: int) -> Any:
    """Ann takes a vacation; returns the card as it is then."""
    form = await room.ann.click(card, label="Take a vacation")
    assert f"{room.env.now():%Y-%m-%d · %A}" in str(form.modal)
    first = (room.env.now() + timedelta(days=ahead)).date().isoformat()
    told = await room.ann.submit_modal(form, {"first": [first], "days": [str(days)]})
    return told.response


async def card_of(room: Server, member: Any) -> Any:
    """The card of the server's daily puzzle."""
    told = await member.click(await of_server(room, member), label="Daily puzzle")
    return told.response


async def setting(room: Server, mo: Any) -> Any:
    """The card on which the channel is chosen."""
    told = await mo.click(await of_server(room, mo), label="Club card, weekly digest")
    return told.response


async def wants_to_confirm(room: Server, member: Any) -> None:
    """That member is asked before a move counts."""
    wanted = Preference(member.id, confirm=True)
    await room.run(room.bot.club.store.write(lambda tx: preferences.put(tx, wanted)))
