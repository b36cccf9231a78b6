"""Translations of the names, descriptions and choices of the commands."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from words import ENGLISH, language_for_locale, render_message


def locale_text(code: str) -> locale_str:
    """Return a catalogue message as discord.py's translatable string.

    It holds the English text, and the message code for the translator.
    """
    return locale_str(render_message(code, {}), code=code)


class Translator(app_commands.Translator):
    """Translates the texts of commands for discord.py."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a text in a locale, or `None` if the English text applies.

        Discord falls back to English by itself.
        """
        language = language_for_locale(locale.value)
        code = string.extras.get("code")
        return None if code is None or language == ENGLISH else render_message(code, {}, language)


async def translate_commands(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None
) -> list[dict[str, Any]]:
    """Return the payload of a tree's commands in all languages.

    It holds thousands of texts and takes about 20 ms.
    """
    translator = tree.translator
    assert translator is not None  # set before the commands are registered
    return [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands(guild=guild)
    ]
