"""/simul, and the button that leads its giver from board to board."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.permissions import check_posting
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cogs.competitions.competitions import competition_terms, numbers
from bot.cogs.naming.game_options import ClockText, Minutes, NameText, OptionsText, game_options
from bot.cogs.play.picker import show_queue
from club.clocks.time_control import MINUTE
from club.club import Club
from club.competitions.kinds.simul import SimulKind
from club.competitions.simuls import SIDES
from club.members.people import Act

COG: Final = Cog()


@COG.command("command.simul")
@app_commands.guild_only()
@game_options("command.simul", "game", "clock", "minutes", "sides", options="command.play.options")
@app_commands.choices(
    sides=[app_commands.Choice(name=locale_text(f"choice.simul.{sides}"), value=sides) for sides in SIDES]
)
async def simul(
    club: Club,
    request: Request,
    game: NameText,
    clock: ClockText,
    minutes: Minutes = 30,
    sides: str = "turns",
    options: OptionsText | None = None,
) -> None:
    """Give a simul, whose cards come into this channel."""
    home = request.require_home("challenge.server")
    await check_posting(club, request)
    meant, chosen, control = await competition_terms(
        club, request, (game, options, clock), "tournament.clock.none"
    )
    club.challenges.admit(request.who.id)
    await club.tournaments.create(
        kind=SimulKind(),
        name=request.public("simul.name"),
        game=meant,
        options=chosen,
        control=control,
        starts_in=minutes * MINUTE,
        rounds=None,
        organiser=Act(request.who.id, request.id),
        place=(home, request.parent_id or request.place.channel_id),
        giver=request.who,
        sides=sides if sides in SIDES else None,
    )
    request.reply.mark_stored()
    await request.reply.say("card.simul.made")


@COG.action("simul-next")
async def next_board(club: Club, request: Request) -> None:
    """Show the giver the board that has waited longest for them."""
    await show_queue(club, request, await club.simuls.queue(numbers(request)[0], request.who.id))
