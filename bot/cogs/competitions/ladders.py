"""/ladder create, and the buttons to challenge players higher on the ladder."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.competitions.ladder import reachable_places_card
from bot.cards.kit.kit import Card, text_view
from bot.cards.kit.names import safe_name
from bot.cogs.competitions.competitions import (
    check_competition_place,
    parse_competition_terms,
    require_numbers,
)
from bot.cogs.naming.game_options import ClockText, NameText, OptionsText, describe_game_options
from club.club import Club
from club.competitions.seasons import CONTROL
from club.members.people import Act

COG: Final = Cog(
    app_commands.Group(name="ladder", description=locale_text("command.ladder"), guild_only=True)
)


@COG.command("command.ladder.create")
@describe_game_options("command.ladder.create", "name", "game", "options", "clock")
async def create(
    club: Club,
    request: Request,
    name: NameText,
    game: NameText,
    options: OptionsText | None = None,
    clock: ClockText | None = None,
) -> None:
    """Create a ladder whose card is posted in this channel."""
    place, called = await check_competition_place(club, request, name, "ladder.managers")
    meant, chosen, control = await parse_competition_terms(
        club, request, (game, options, clock or CONTROL), "ladder.clock", allow_live=False
    )
    await club.competitions.ladders.create(
        name=called,
        game=meant,
        options=chosen,
        control=control,
        organiser=Act(request.user.id, request.id),
        place=place,
    )
    request.reply.mark_stored()
    await request.reply.say("card.ladder.made")


@COG.action("climb")
async def show_targets(club: Club, request: Request) -> None:
    """Show the member the players whom they can challenge on the ladder."""
    section_id = require_numbers(request)[0]
    reached = await club.competitions.ladders.list_targets(section_id, request.user.id)
    await request.reply.show(reachable_places_card(section_id, reached, request.say))


@COG.action("climb-to")
async def challenge(club: Club, request: Request) -> None:
    """Challenge the ladder player named by the button."""
    section_id, entrant_id = require_numbers(request, 2)
    reached = await club.competitions.ladders.challenge(section_id, entrant_id, request.user.id)
    request.reply.mark_stored()
    said = request.say("card.ladder.challenged", name=safe_name(reached.entrant.name), place=reached.place)
    await request.reply.update(Card(text_view(said)))
