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
    words += _competitions_line("card.privacy.delete.leaves", stored_data, say)
    stay = ActionButton.create(CustomId("forget-no", 0), say("button.stay"))
    return Card(framed_view(ASKED, text(words, say("card.privacy.stays")), row(forget, stay)))


def _competitions_line(code: str, stored_data: StoredData, say: Localizer) -> str:
    """Return a line with a person's competitions, empty without any."""
    named = [say.text(safe_name(name)) for name in stored_data.competitions]
    return f"\n{say(code, names=join_with_commas(named, say.language))}" if named else ""


def own_data_card(data: bytes, number: int, count: int, stored_data: StoredData, say: Localizer) -> Card:
    """Return one of the files with all data about a person; the first lists it.

    It is file `number` of `count`.
    """
    words = say("card.privacy.part", number=number, count=count)
    if number == 1:
        words = say(
            "card.privacy.export",
            running=stored_data.running + stored_data.waiting,
            challenges=stored_data.challenges,
            finished=stored_data.over,
        )
        words += _competitions_line("card.privacy.export.in", stored_data, say)
        words += f"\n{say('card.privacy.export.how')}"
    shown: discord.ui.File[discord.ui.LayoutView] = discord.ui.File(f"attachment://{FILE}")
    return Card(framed_view(OFFERED, text(words), shown), [CardFile(data, FILE, words)])
