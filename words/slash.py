"""Slash commands named in texts.

A message names a command as a fact, and the sender of the text makes it clickable. `{slash_play}`
is told as a mention without an id, as long as the longest one. The bot puts in the id that Discord
gave the command, or writes the command in bold if it knows none.
"""

import re
from collections.abc import Mapping
from typing import Final

NO_ID: Final = "0" * 19
"""In the place of an id: texts are measured with it."""
NAMES: Final = (
    "admin end",
    "analyse",
    "board",
    "claim",
    "draw",
    "games",
    "hand",
    "help",
    "import",
    "league move",
    "learn",
    "move",
    "openings",
    "play",
    "privacy export",
    "profile",
    "puzzle",
    "rematch",
    "replay",
    "resign",
    "rules",
    "settings me",
    "settings server",
    "verify",
)
SLASH: Final[Mapping[str, str]] = {f"slash_{name.replace(' ', '_')}": f"</{name}:{NO_ID}>" for name in NAMES}
"""By the name of the fact, the mention that stands for the command."""
MENTION: Final = re.compile(rf"</([a-z ]+):{NO_ID}>")


def clickable(text: str, ids: Mapping[str, int]) -> str:
    """Return a text with the ids of its commands.

    `ids` is keyed by the command's name in Discord.

    >>> clickable(f"Use {SLASH['slash_settings_me']} or {SLASH['slash_play']}.", {"settings": 7})
    'Use </settings me:7> or **/play**.'
    """

    def mention(named: re.Match[str]) -> str:
        known = ids.get(named[1].partition(" ")[0])
        return f"**/{named[1]}**" if known is None else f"</{named[1]}:{known}>"

    return MENTION.sub(mention, text)
