"""/insight: all of the caller's finished matches together.

Only the caller sees them, until they share the card.
"""

from functools import partial
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card
from bot.cards.learning.insight import insight_card, shared_insight_card
from club.club import Club
from club.learning.insight import Insight, MatchHistory, insight_of
from club.refusals import Refusal
from rendering.themes import DEFAULT

COG: Final = Cog()


@COG.command("command.insight")
async def insight(club: Club, request: Request) -> None:
    """Show the caller an overview of their matches."""
    await request.reply.show(await _card(club, request))


@COG.action("look-all")
async def turn_on(club: Club, request: Request) -> None:
    """Have the caller's matches analysed from now on."""
    await club.learning.desk(request.who.id)
    request.reply.mark_stored()
    await request.reply.update(await _card(club, request))


@COG.action("share-all")
async def share(club: Club, request: Request) -> None:
    """Show everyone here the overview of the caller's matches."""
    found, _ = await _load_overview(club, request)
    if found is None:
        raise Refusal("overview.none")
    await request.share(shared_insight_card(found, request.who.name, request.public, theme=DEFAULT))


async def _card(club: Club, request: Request) -> Card:
    found, known = await _load_overview(club, request)
    theme = await club.preferences.theme(request.who.id)
    return insight_card(found, known, request.who.name, request.say, theme=theme)


async def _load_overview(club: Club, request: Request) -> tuple[Insight | None, MatchHistory]:
    """Load the caller's known matches and compute the overview of them."""
    known = await club.insights.load_history(request.who.id)
    found = await club.presses.beside(request.who.id, partial(insight_of, known.rows))
    return found, known
