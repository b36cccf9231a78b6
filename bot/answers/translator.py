"""Descriptions and choices of the commands, in every language that the bot speaks."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from words import ENGLISH, choose, tell


def locale_text(code: str) -> locale_str:
    """Return a catalogue message as discord.py takes it.

    It holds the English text, and the code for the translator.
    """
    return locale_str(tell(code, {}), code=code)


class Translator(app_commands.Translator):
    """Tells discord.py what the commands say in one of Discord's locales."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in a locale, or `None` for English, Discord's own fallback."""
        language = choose(locale.value)
        code = string.extras.get("code")
        return None if code is None or language == ENGLISH else tell(code, {}, language)


async def translate_commands(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None
) -> list[dict[str, Any]]:
    """Return the payload of a tree's commands in all languages.

    It holds thousands of texts and takes 20 ms.
    """
    translator = tree.translator
    assert translator is not None  # set before the commands are registered
    return [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands(guild=guild)
    ]
