"""Slash commands named in messages.

A message names a command by a placeholder, for instance `{slash_play}`, and the sender of the text
makes it clickable. The placeholder is first filled with a mention that has a dummy id, as long as
the longest id. The bot then puts in the id that Discord gave the command, or writes the command in
bold if it knows none.
"""

import re
from collections.abc import Mapping
from typing import Final

NO_ID: Final = "0" * 19
"""In the place of an id: texts are measured with it."""
COMMAND_NAMES: Final = (
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
SLASH_MENTIONS: Final[Mapping[str, str]] = {
    f"slash_{name.replace(' ', '_')}": f"</{name}:{NO_ID}>" for name in COMMAND_NAMES
}
"""By the name of the fact, the mention that stands for the command."""
MENTION: Final = re.compile(rf"</([a-z ]+):{NO_ID}>")


def link_commands(text: str, ids: Mapping[str, int]) -> str:
    """Make the slash commands in a text clickable, by filling in their ids.

    `ids` is keyed by the command's name in Discord.

    >>> text = f"Use {SLASH_MENTIONS['slash_settings_me']} or {SLASH_MENTIONS['slash_play']}."
    >>> link_commands(text, {"settings": 7})
    'Use </settings me:7> or **/play**.'
    """

    def mention(named: re.Match[str]) -> str:
        known = ids.get(named[1].partition(" ")[0])
        return f"**/{named[1]}**" if known is None else f"</{named[1]}:{known}>"

    return MENTION.sub(mention, text)
