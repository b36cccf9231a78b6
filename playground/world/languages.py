"""The languages of the playground: Discord's own locales, and the project's pseudo-language."""

from __future__ import annotations

from playground.world.errors import ActRefusedError

DEFAULT = "en-US"
PSEUDO = "en-XA"

# Source: Discord's documentation, "Locales", and its OpenAPI document. Each has the name its speakers use.
LOCALES = {
    "id": "Bahasa Indonesia",
    "da": "Dansk",
    "de": "Deutsch",
    "en-GB": "English, UK",
    "en-US": "English, US",
    "es-ES": "Español",
    "es-419": "Español, LATAM",
    "fr": "Français",
    "hr": "Hrvatski",
    "it": "Italiano",
    "lt": "Lietuviškai",
    "hu": "Magyar",
    "nl": "Nederlands",
    "no": "Norsk",
    "pl": "Polski",
    "pt-BR": "Português do Brasil",
    "ro": "Română",
    "fi": "Suomi",
    "sv-SE": "Svenska",
    "vi": "Tiếng Việt",
    "tr": "Türkçe",
    "cs": "Čeština",
    "el": "Ελληνικά",
    "bg": "Български",
    "ru": "Русский",
    "uk": "Українська",
    "he": "עברית",
    "ar": "العربية",
    "hi": "हिन्दी",
    "th": "ไทย",
    "zh-CN": "简体中文",
    "zh-TW": "繁體中文",
    "ja": "日本語",
    "ko": "한국어",
}

LANGUAGES = {**LOCALES, PSEUDO: f"Pseudo ({PSEUDO})"}
"""What a member or the server can be set to: locale -> name. Discord itself does not know the last one."""


def check_language(locale: str) -> str:
    """Return `locale` if the playground knows it, else raise `ActRefusedError`."""
    if locale not in LANGUAGES:
        raise ActRefusedError(f"There is no language “{locale}”.")
    return locale
