"""The playground's languages, and how commands look in them.

These are Discord's own languages and a pseudo-language.
"""

from __future__ import annotations

from collections.abc import Iterable

from playground.world.errors import JSON, ActRefusedError

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
"""Languages that a member or the server can be set to: locale -> name.

Discord itself does not know the last one.
"""

# Source: Discord's documentation of application commands, "Locale fallbacks".
FALLBACKS = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}


def offered_languages(commands: Iterable[JSON]) -> list[JSON]:
    """Return the languages that the bot speaks, as `value` and `label`.

    These are the languages in which it describes its commands. The default and the pseudo-language are
    always included; no command is described in the latter.
    """
    there = {DEFAULT, PSEUDO}
    for command in commands:
        there |= (command.get("description_localizations") or {}).keys()
    return [{"value": locale, "label": name} for locale, name in LANGUAGES.items() if locale in there]


def check_language(locale: str) -> str:
    """Return `locale` if the playground knows it, else raise `ActRefusedError`."""
    if locale not in LANGUAGES:
        raise ActRefusedError(f"There is no language “{locale}”.")
    return locale


def localise(thing: JSON, locale: str) -> JSON:
    """Return a command, an option or a choice as Discord shows it in a language.

    Everything within it is localised too. Descriptions and the names of choices are replaced. Names of
    commands and options stay, because the page finds them by their names.
    """
    key = "name" if "value" in thing else "description"
    words: JSON = thing.get(f"{key}_localizations") or {}
    shown = words.get(locale) or words.get(FALLBACKS.get(locale, ""))
    parts = {
        part: [localise(one, locale) for one in thing[part]]
        for part in ("options", "choices")
        if thing.get(part)
    }
    return {**thing, **({key: shown} if shown else {}), **parts}
