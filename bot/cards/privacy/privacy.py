"""A person's view of their stored data: the deletion question, and the files."""

from typing import Final

import discord

from bot.cards.kit.kit import ASKED, DANGER, OFFERED, Card, CardFile, Press, framed_view, row, text
from bot.custom_ids import CustomId
from club.privacy.forgetting import StoredData
from data.database.persons import FORMER
from words import Speaker

FILE: Final = "twotone.json"


def forget_card(held: StoredData, say: Speaker) -> Card:
    """Return the question whether to delete all of a person's data.

    It says what happens then.
    """
    words = say(
        "card.privacy.delete",
        running=held.running,
        waiting=held.waiting,
        challenges=held.challenges,
        finished=held.over,
        former=FORMER,
    )
    forget = Press.of(CustomId("forget", 0), say("button.forget"), DANGER)
    stay = Press.of(CustomId("forget-no", 0), say("button.stay"))
    return Card(framed_view(ASKED, text(words, say("card.privacy.stays")), row(forget, stay)))


def own_data_card(data: bytes, number: int, count: int, say: Speaker) -> Card:
    """Return one of the files with all stored data about a person."""
    words = (
        say("card.privacy.export") if number == 1 else say("card.privacy.part", number=number, count=count)
    )
    shown: discord.ui.File[discord.ui.LayoutView] = discord.ui.File(f"attachment://{FILE}")
    return Card(framed_view(OFFERED, text(words), shown), [CardFile(data, FILE, words)])
