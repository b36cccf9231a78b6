"""The two kinds of component that this bot sends; both carry their whole state in the custom_id."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.custom_ids import LIMIT, PATTERN, CustomId
from rules.game import Step

if TYPE_CHECKING:
    from bot.client import Twotone

LABEL_LIMIT = 80
OPTION_LIMIT = 100


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=PATTERN):
    """A button."""

    @classmethod
    def of(
        cls,
        custom_id: CustomId,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    ) -> Self:
        """A button that means `custom_id`."""
        return cls(discord.ui.Button(label=label[:LABEL_LIMIT], style=style, custom_id=_fitting(custom_id)))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed; it may be of long before the last start."""
        assert isinstance(item, discord.ui.Button | discord.ui.Select)
        return cls(item)  # type: ignore[arg-type]  # one template serves both kinds

    async def callback(self, interaction: discord.Interaction["Twotone"]) -> None:  # type: ignore[override]  # our client's only
        """Hand the press to the router, which answers whatever happens."""
        await interaction.client.router.component(interaction)


def menu(custom_id: CustomId, placeholder: str, steps: Sequence[Step]) -> Press:
    """A select menu of up to 25 choices."""
    options = [discord.SelectOption(label=step.label[:OPTION_LIMIT], value=step.value) for step in steps]
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=_fitting(custom_id), placeholder=placeholder[:150], options=options
    )
    return Press(select)  # type: ignore[arg-type]  # see from_custom_id


def row(*items: Press | discord.ui.Button[Any]) -> discord.ui.ActionRow[Any]:
    """Up to five buttons, or one menu, side by side."""
    return discord.ui.ActionRow(*items)


def link(label: str, url: str) -> discord.ui.Button[Any]:
    """A button that leads somewhere."""
    return discord.ui.Button(label=label, url=url)


def _fitting(custom_id: CustomId) -> str:
    text = str(custom_id)
    if len(text) > LIMIT:
        raise ValueError(f"custom_id of {len(text)} characters for the action {custom_id.action}")
    return text
