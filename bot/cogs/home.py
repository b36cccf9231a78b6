"""The home card: /help, and the games that its buttons offer."""

from contextlib import suppress
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.home import choose_card, home_card, kinds_picture
from bot.cards.kit.pictures import Drawing, board_picture
from bot.cards.kit.ways import PURPOSES, TWOTONE, AvailableActions
from club.club import Club
from club.members.preferences import theme_of
from club.play.match.match_lists import ListedMatch
from club.refusals import Refusal
from data.database.errors import Unreadable

COG: Final = Cog()


@COG.command("command.help")
async def show_home(club: Club, request: Request) -> None:
    """Show the home card: what the bot is, the caller's waiting matches, what to do."""
    waiting = await club.lists.waiting_for(request.who.id)
    card = home_card(
        request.say,
        await ways_of(club, request),
        waiting,
        await first_board(club, request, waiting),
        user_id=request.who.id,
    )
    await request.reply.show(card)


@COG.action("games")
async def choose(club: Club, request: Request) -> None:
    """Show the games of a family for the button's purpose.

    A press on another family replaces the card.
    """
    purpose, turns, family = request.custom_id.rest.partition(",")
    if purpose not in PURPOSES:
        raise Refusal("game.gone")
    if purpose == TWOTONE:
        club.servers.check_computer(request.home)
    theme = await club.preferences.theme(request.who.id)
    card = choose_card(purpose, request.fields.get("choice", family), request.say, theme=theme)
    await (request.reply.update(card) if turns else request.reply.show(card))


async def ways_of(club: Club, request: Request) -> AvailableActions:
    """Return the next steps to offer here.

    In direct messages with the bot there is no one else to read a challenge.
    """
    return AvailableActions(
        computer=club.servers.has_computer(request.home),
        challenges=not request.place.private,
        due=await club.learning.due(request.who.id),
    )


async def first_board(club: Club, request: Request, waiting: list[ListedMatch]) -> Drawing | None:
    """Return the board of the caller's first waiting match, as they see it.

    Return `None` if the match cannot be read. If no match waits, return a picture of the games on
    offer.
    """
    preference = await club.preferences.get(request.who.id)
    if not waiting:
        return kinds_picture(request.say, theme_of(preference))
    for match in waiting[:1]:
        # One that cannot be read goes into quarantine by this, and its button says so.
        with suppress(Refusal, Unreadable):
            table = (await club.matches.load(match.row.id)).with_facing(preference)
            view = table.view(table.seat_of(request.who.id))
            return board_picture(view, request.say, theme_of(preference))
    return None
