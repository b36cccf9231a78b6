"""/insight: an overview of all of the caller's finished matches.

Only the caller sees it, until they share the card.
"""

from functools import partial
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.sharing import shareable
from bot.cards.kit.kit import Card
from bot.cards.learning.insight import insight_card, shared_insight_card
from club.club import Club
from club.learning.insight import Insight, MatchHistory, build_insight
from club.refusals import Refusal
from rendering.themes import DEFAULT_THEME

COG: Final = Cog()


@COG.command("command.insight")
async def show_insight(club: Club, request: Request) -> None:
    """Show the caller an overview of their finished matches."""
    await request.reply.show(await _card(club, request))


@COG.action("look-all")
async def enable_analysis(club: Club, request: Request) -> None:
    """Analyse the caller's finished matches from now on."""
    await club.learning.exercises.enrol_and_load(request.user.id)
    request.reply.mark_stored()
    await request.reply.update(await _card(club, request))


@shareable(COG, "share-all")
async def build_shared_insight(club: Club, request: Request) -> Card:
    """Build the overview of the caller's matches for everyone in a place."""
    found, _ = await _load_overview(club, request)
    if found is None:
        raise Refusal("overview.none")
    return shared_insight_card(found, request.user, request.say_publicly, theme=DEFAULT_THEME)


async def _card(club: Club, request: Request) -> Card:
    found, known = await _load_overview(club, request)
    theme = await club.members.preferences.load_theme(request.user.id)
    return insight_card(found, known, request.user, request.say, theme=theme)


async def _load_overview(club: Club, request: Request) -> tuple[Insight | None, MatchHistory]:
    """Load the caller's match history and compute the overview of it."""
    known = await club.learning.insights.load_history(request.user.id)
    found = await club.members.presses.run_on_thread(request.user.id, partial(build_insight, known.rows))
    return found, known
