"""What is on a card that has not been sent."""

import asyncio
from types import SimpleNamespace

import discord

from bot.cards.kit.kit import Card
from bot.cards.kit.pictures import draw_card
from tests.bot.limits import COMPONENTS_V2, faults


def card_text(card: Card) -> str:
    """All text of a card."""
    parts = (part.content for part in card.view.walk_children() if isinstance(part, discord.ui.TextDisplay))
    return "\n".join(parts)


def buttons(card: Card) -> dict[str, str]:
    """The custom_ids of a card's buttons, by label."""
    found = (part for part in card.view.walk_children() if isinstance(part, discord.ui.Button))
    return {str(part.label): str(part.custom_id) for part in found}


def menus(card: Card) -> dict[str, list[str]]:
    """The values that each menu offers, by the action that follows."""
    found = (part for part in card.view.walk_children() if isinstance(part, discord.ui.Select))
    return {part.custom_id.split(":")[2]: [option.value for option in part.options] for part in found}


def files(card: Card) -> list[discord.File]:
    """The files that are sent with a card, its pictures drawn."""
    return asyncio.run(draw_card(card))


def card_faults(card: Card) -> list[str]:
    """Return the faults for which Discord would refuse a card."""
    attached = [
        {"id": number, "filename": file.filename, "description": file.description}
        for number, file in enumerate(files(card))
    ]
    data = {
        "components": card.view.to_components(),
        "flags": COMPONENTS_V2,
        "attachments": attached,
        "allowed_mentions": {"parse": []},
    }
    return faults(SimpleNamespace(path="/interactions/1/callback", json={"type": 4, "data": data}))
