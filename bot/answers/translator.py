"""Descriptions and choices of the commands, in every language that people can be spoken to in."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from words import ENGLISH, choose, tell


def worded(code: str) -> locale_str:
    """Return a message of the catalogue as discord.py takes it: the English, with the code for the translator."""
    return locale_str(tell(code, {}), code=code)


class Translator(app_commands.Translator):
    """Tells discord.py what the commands say in one of Discord's locales."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the words in a locale; `None` where they are English, which Discord falls back on by itself."""
        language = choose(locale.value)
        code = string.extras.get("code")
        return None if code is None or language == ENGLISH else tell(code, {}, language)


async def translated(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None
) -> list[dict[str, Any]]:
    """Return the commands of a tree as Discord is sent them, in all languages: thousands of texts, 20 ms."""
    translator = tree.translator
    assert translator is not None  # set before the commands are registered
    return [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands(guild=guild)
    ]
