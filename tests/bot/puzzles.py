"""The way to today's puzzle by the cards.

It is the same for a member who has seen none before as for everyone else.
"""

from typing import Any

from tests.bot.server import texts

FIRST = "An easy one to begin with"


async def todays(member: Any, *place: Any) -> Any:
    """Ask for today's puzzle in a place.

    The member has been through their first one.
    """
    shown = await member.slash(*place, "puzzle")
    if FIRST in texts(shown.response):
        ended = await member.click(shown.response, label="Solution")
        shown = await member.click(ended.response, label="Today's puzzle")
    return shown
