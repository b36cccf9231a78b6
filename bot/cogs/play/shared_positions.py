"""Try this position: a private match against the computer, from something shared."""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cogs.play.analysis import load_part_match
from bot.cogs.play.imports import load_card_record
from bot.cogs.play.picker import show_computer_match
from club.club import Club
from club.refusals import Refusal
from rules.match import Match

COG: Final = Cog()


@COG.action("try-turn")
async def try_turning_point(club: Club, request: Request) -> None:
    """Begin from the board of a shared turning point."""
    await _begin(club, request, await load_part_match(club, request))


@COG.action("try-record")
async def try_record_position(club: Club, request: Request) -> None:
    """Begin from the position that the card carries as a file."""
    await _begin(club, request, (await load_card_record(club, request)).match)


async def _begin(club: Club, request: Request, match: Match) -> None:
    """Begin a private match from a position, or continue the one of its game.

    The caller plays the side to move.
    """
    if match.game.hidden:
        raise Refusal("import.hidden", title=match.game.title)
    if match.turn is None:
        raise Refusal("import.over")
    club.members.servers.check_computer(request.home, "computer.off.try")
    await club.members.bars.check(request.home, request.user.id)
    start = await club.play.imports.dump_start_position(match, request.user.id)
    table, goes_on = await club.play.private.begin_from(match, start, request.user, interaction_id=request.id)
    request.reply.mark_stored()
    await show_computer_match(club, request, table, note=request.say("private.goes_on") if goes_on else None)
