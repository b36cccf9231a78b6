"""/simul, and the button that takes the exhibitor to their next board.

In a simul (simultaneous exhibition) the exhibitor plays everyone else at once.
"""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.permissions import check_posting
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cogs.competitions.competitions import parse_competition_terms, require_numbers
from bot.cogs.naming.game_options import ClockText, Minutes, NameText, OptionsText, describe_game_options
from bot.cogs.play.picker import show_next_in_queue
from club.clocks.time_control import MINUTE
from club.club import Club
from club.competitions.kinds.simul import SimulKind
from club.competitions.simuls import SIDES
from club.members.people import Act

COG: Final = Cog()


@COG.command("command.simul")
@app_commands.guild_only()
@describe_game_options("command.simul", "game", "clock", "minutes", "sides", options="command.play.options")
@app_commands.choices(
    sides=[app_commands.Choice(name=locale_text(f"choice.simul.{sides}"), value=sides) for sides in SIDES]
)
async def create_simul(
    club: Club,
    request: Request,
    game: NameText,
    clock: ClockText,
    minutes: Minutes = 30,
    sides: str = "turns",
    options: OptionsText | None = None,
) -> None:
    """Create a simultaneous exhibition given by the caller.

    The exhibitor plays everyone who joins, all at once. The cards are posted in this channel.
    """
    home = request.require_home("challenge.server")
    await check_posting(club, request)
    meant, chosen, control = await parse_competition_terms(
        club, request, (game, options, clock), "tournament.clock.none"
    )
    club.play.challenges.count_request(request.user.id)
    await club.competitions.tournaments.create(
        kind=SimulKind(),
        name=request.say_publicly("simul.name"),
        game=meant,
        options=chosen,
        control=control,
        starts_in=minutes * MINUTE,
        rounds=None,
        organiser=Act(request.user.id, request.id),
        place=(home, request.parent_id or request.place.channel_id),
        exhibitor=request.user,
        sides=sides if sides in SIDES else None,
    )
    request.reply.mark_stored()
    await request.reply.say("card.simul.made")


@COG.action("simul-next")
async def show_next_board(club: Club, request: Request) -> None:
    """Show a simul's exhibitor the board that has waited longest.

    It is the board on which the exhibitor's move has been awaited longest.
    """
    await show_next_in_queue(
        club,
        request,
        await club.competitions.simuls.load_section_queue(require_numbers(request)[0], request.user.id),
    )
