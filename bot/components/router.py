"""Every press, choice and submitted form comes here and goes to the handler of its action."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import discord

from bot.commands.play import dared
from bot.components import board, challenge, guide, picker, try_it
from bot.custom_ids import CustomId, parse
from bot.refusals import Stale
from bot.reply import Reply

if TYPE_CHECKING:
    from bot.client import Twotone

Handler = Callable[["Twotone", Reply, CustomId, Mapping[str, str]], Awaitable[None]]
"""Gets the client, the reply, the custom_id, and what was filled in: a menu's choice under "choice", a form's
fields under their own names."""

HANDLERS: Mapping[str, Handler] = {
    **challenge.HANDLERS,
    **board.HANDLERS,
    **picker.HANDLERS,
    **guide.HANDLERS,
    **try_it.HANDLERS,
    "dare": dared,
}

OUTDATED = (
    "This button is of an older version of the bot and does nothing any more. /games lists your matches."
)


class Router:
    """Finds the handler of a custom_id; needs no memory of having sent it."""

    def __init__(self, client: "Twotone") -> None:
        self.client = client

    async def component(self, interaction: discord.Interaction[Any]) -> None:
        """A button pressed or a menu's option chosen."""
        data: Mapping[str, Any] = interaction.data or {}
        chosen = data.get("values") or ()
        filled = {"choice": str(chosen[0])} if chosen else {}
        await self._handle(interaction, str(data.get("custom_id", "")), filled)

    async def modal(self, interaction: discord.Interaction[Any]) -> None:
        """A form submitted, perhaps opened before the last start."""
        data: Mapping[str, Any] = interaction.data or {}
        await self._handle(
            interaction, str(data.get("custom_id", "")), dict(_fields(data.get("components", ())))
        )

    async def _handle(
        self, interaction: discord.Interaction[Any], custom_id: str, filled: Mapping[str, str]
    ) -> None:
        known = parse(custom_id)
        handler = HANDLERS.get(known.action) if known else None

        async def work(reply: Reply) -> None:
            if known is None or handler is None:
                await reply.say(OUTDATED)
            else:
                try:
                    await handler(self.client, reply, known, filled)
                except Stale as stale:
                    table = await self.client.tables.get(known.id)
                    await board.show_view(self.client, reply, table, str(stale))

        await Reply(interaction).attend(work)


def _fields(components: Any) -> list[tuple[str, str]]:
    """The fields of a submitted form, whatever they are wrapped in."""
    found = []
    for component in components:
        inner = component.get("component")
        found += _fields([inner] if inner else component.get("components", ()))
        if "custom_id" in component and ("value" in component or "values" in component):
            value = component.get("value") or next(iter(component.get("values") or ()), "")
            found.append((component["custom_id"], str(value)))
    return found
