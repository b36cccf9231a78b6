"""The home card, shown by /help, and the lists of games that it opens."""

from contextlib import suppress
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.home import game_choice_card, home_card
from bot.cards.kit.board_sheets import families_picture
from bot.cards.kit.pictures import Drawing, board_picture
from bot.cards.kit.ways import PURPOSES, TWOTONE, AvailableActions
from club.club import Club
from club.members.preferences import board_theme
from club.play.match.match_lists import ListedMatch
from club.refusals import Refusal
from data.database.errors import Unreadable

COG: Final = Cog()


@COG.command("command.help")
async def show_home(club: Club, request: Request) -> None:
    """Show the home card with the caller's waiting matches and next steps."""
    waiting = await club.play.lists.list_waiting(request.user.id)
    card = home_card(
        request.say,
        await load_available_actions(club, request),
        waiting,
        await load_home_picture(club, request, waiting),
        user_id=request.user.id,
        support_url=club.pages.support_url,
    )
    await request.reply.show(card)


@COG.action("games")
async def show_family(club: Club, request: Request) -> None:
    """Show the games of one family, to play or to learn as the button says.

    If another family is chosen on the card, it is replaced.
    """
    purpose, turns, family = request.custom_id.rest.partition(",")
    if purpose not in PURPOSES:
        raise Refusal("game.gone")
    if purpose == TWOTONE:
        club.members.servers.check_computer(request.home)
    theme = await club.members.preferences.load_theme(request.user.id)
    card = game_choice_card(purpose, request.fields.get("choice", family), request.say, theme=theme)
    await (request.reply.update(card) if turns else request.reply.show(card))


async def load_available_actions(club: Club, request: Request) -> AvailableActions:
    """Return the next steps to offer in this place.

    No challenge is offered in direct messages with the bot, because no one else reads them.
    """
    return AvailableActions(
        computer=club.members.servers.has_computer(request.home),
        challenges=not request.place.is_private,
        due_exercises=await club.learning.exercises.count_due(request.user.id),
    )


async def load_home_picture(club: Club, request: Request, matches: list[ListedMatch]) -> Drawing | None:
    """Return the board of the first of `matches`, as the caller sees it.

    Return `None` if that match cannot be read. If there is no match, return a picture of the games on
    offer.
    """
    preference = await club.members.preferences.get(request.user.id)
    if not matches:
        return families_picture(request.say, board_theme(preference))
    for match in matches[:1]:
        # One that cannot be read goes into quarantine by this, and its button says so.
        with suppress(Refusal, Unreadable):
            table = (await club.play.matches.load(match.row.id)).with_facing(preference)
            view = table.view(table.seat_of(request.user.id))
            return board_picture(view, request.say, board_theme(preference))
    return None
