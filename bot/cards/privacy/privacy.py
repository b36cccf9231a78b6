"""A person's stored data: the question before deletion, and the export."""

from typing import Final

import discord

from bot.cards.kit.kit import ASKED, DANGER, OFFERED, ActionButton, Card, CardFile, framed_view, row, text
from bot.cards.kit.names import safe_name
from bot.custom_ids import CustomId
from club.privacy.forgetting import StoredData
from data.database.persons import FORMER
from words import Localizer, join_with_commas

FILE: Final = "twotone.json"


def deletion_question_card(stored_data: StoredData, say: Localizer) -> Card:
    """Return the question whether to delete all of a person's data.

    It says what happens to the person's matches and challenges.
    """
    words = say(
        "card.privacy.delete",
        running=stored_data.running,
        waiting=stored_data.waiting,
        challenges=stored_data.challenges,
        finished=stored_data.over,
        former=FORMER,
    )
    forget = ActionButton.create(CustomId("forget", 0), say("button.forget"), DANGER)
    if names := stored_data.competitions:
        named = join_with_commas([safe_name(name) for name in names], say.language)
        words += f"\n{say('card.privacy.delete.leaves', names=named)}"
    stay = ActionButton.create(CustomId("forget-no", 0), say("button.stay"))
    return Card(framed_view(ASKED, text(words, say("card.privacy.stays")), row(forget, stay)))


def own_data_card(data: bytes, number: int, count: int, say: Localizer) -> Card:
    """Return one of the files with all data stored about a person.

    It is file `number` of `count`.
    """
    words = (
        say("card.privacy.export") if number == 1 else say("card.privacy.part", number=number, count=count)
    )
    shown: discord.ui.File[discord.ui.LayoutView] = discord.ui.File(f"attachment://{FILE}")
    return Card(framed_view(OFFERED, text(words), shown), [CardFile(data, FILE, words)])
