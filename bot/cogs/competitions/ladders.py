"""/ladder create, and the buttons to challenge a member higher on the ladder."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.competitions.ladder import reached_card
from bot.cards.kit.kit import Card, sentence
from bot.cards.kit.names import plain
from bot.cogs.competitions.competitions import competition_place, competition_terms, numbers
from bot.cogs.naming.game_options import ClockText, NameText, OptionsText, game_options
from club.club import Club
from club.competitions.seasons import CONTROL
from club.members.people import Act

COG: Final = Cog(
    app_commands.Group(name="ladder", description=locale_text("command.ladder"), guild_only=True)
)


@COG.command("command.ladder.create")
@game_options("command.ladder.create", "name", "game", "options", "clock")
async def create(
    club: Club,
    request: Request,
    name: NameText,
    game: NameText,
    options: OptionsText | None = None,
    clock: ClockText | None = None,
) -> None:
    """Make a ladder whose card comes into this channel."""
    place, called = await competition_place(club, request, name, "ladder.managers")
    meant, chosen, control = await competition_terms(
        club, request, (game, options, clock or CONTROL), "ladder.clock", sitdown=False
    )
    await club.ladders.create(
        name=called,
        game=meant,
        options=chosen,
        control=control,
        organiser=Act(request.who.id, request.id),
        place=place,
    )
    request.reply.mark_stored()
    await request.reply.say("card.ladder.made")


@COG.action("climb")
async def ask(club: Club, request: Request) -> None:
    """Show the member which players they can challenge."""
    section_id = numbers(request)[0]
    reached = await club.ladders.list_targets(section_id, request.who.id)
    await request.reply.show(reached_card(section_id, reached, request.say))


@COG.action("climb-to")
async def challenge(club: Club, request: Request) -> None:
    """Challenge the member that the button names."""
    section_id, entrant_id = numbers(request, 2)
    reached = await club.ladders.challenge(section_id, entrant_id, request.who.id)
    request.reply.mark_stored()
    said = request.say("card.ladder.challenged", name=plain(reached.entrant.name), place=reached.place)
    await request.reply.update(Card(sentence(said)))
