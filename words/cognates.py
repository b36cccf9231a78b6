"""Words that a language shares with English.

A word that stands in a message's English and in its translation alike is either here, or was
forgotten (`words/faults.py` asks).
"""

from collections.abc import Mapping
from typing import Final

NAMES: Final = "base clipboard errors everything false jumps lidraughts null remarks true"
"""What people type, and names, in every language."""

COGNATES: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(f"{NAMES} {words}".split())
    for language, words in {
        "de": "fair",
        "nl": (
            "analyses best bots browser captain captains chat claim code computer even export "
            "extra feed half hand help hint hints host internet ladder later letters link links "
            "menu moderator moderators moment multiplayer nulls object open opening over ping "
            "plus race races rating ratings replay replays rest seed server servers spreadsheets "
            "stand team teams thread threads week"
        ),
        "pl": "link menu moderator plus program same",
        "ru": "",
        "fr": (
            "absence analyses animation bots centre chances checkers code conversation date "
            "direction directions distance export extra face figure handicap long menu message "
            "messages mini minute minutes moment notation note notes opposition options page "
            "pages permission permissions pile place placement places plus point points position positions "
            "possible public replay replays sacrifice score second solution sources table tables "
            "version vote votes"
        ),
        "it": (
            "browser chat come computer extra feed file internet link menu mini note ping replay "
            "server thread"
        ),
        "es": "bots chat control error extra feed final internet legal material provisional",
        "pt-BR": (
            "backups bots chance chances extra face feed final internet link links material menu "
            "post rating ratings replay replays"
        ),
    }.items()
}
