"""Try it: a whole game of Binar 3×3 that only its player sees."""

from typing import Final

from bot.cards.kit import Card
from bot.cards.try_it import try_card
from bot.request import Handler, Request
from club.club import Club
from club.refusals import Refusal
from rules.game import RulesError
from words import Speaker


async def begin(club: Club, request: Request) -> None:
    """Show the empty board."""
    await request.reply.show(_card("", request.say))


async def go_on(club: Club, request: Request) -> None:
    """Show the board after one more move."""
    await request.reply.update(_card(request.custom_id.rest, request.say))


def _card(played: str, say: Speaker) -> Card:
    try:
        return try_card(played, say)
    except RulesError:
        raise Refusal("try.broken") from None


HANDLERS: Final[dict[str, Handler]] = {"try": begin, "try-on": go_on}
