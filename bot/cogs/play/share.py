"""Share, on a final card: post a picture of the match if both players agree.

It is posted where the second player presses.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card, sentence
from bot.cards.play.share import share_question_card, shared_match_card
from bot.cogs.play.analysis import check_help, report_on
from bot.cogs.play.match import match_to_share
from club.club import Club
from club.play.match.access import Watching
from club.play.match.matches import Table
from club.refusals import Refusal
from data.database.persons import NOBODY
from rules.game import Seat
from words import Words

COG: Final = Cog()


@COG.action("share-end")
async def ask(club: Club, request: Request) -> None:
    """Ask the other player whether the match is shared; the computer agrees."""
    table, seat = await _shareable(club, request)
    if table.row.computer is not None:
        await request.share(await _shared_card(club, request, table))
        return
    await request.share(share_question_card(table, seat, request.public))


@COG.action("share-yes")
async def agree(club: Club, request: Request) -> None:
    """Put the picture in the place of the question, as the player wants who was asked."""
    table, seat = await _shareable(club, request)
    if _asking(request) == seat:
        raise Refusal("share.other", name=table.player(1 - seat).name)
    await request.reply.update(await _shared_card(club, request, table), public=True)


@COG.action("share-no")
async def decline(club: Club, request: Request) -> None:
    """Take the question away, as either player wants."""
    await _shareable(club, request)
    await request.reply.update(Card(sentence(request.public("answer.share.declined"))), public=True)


async def _shareable(club: Club, request: Request) -> tuple[Table, Seat]:
    """Return the button's match and the player's seat.

    Raise `Refusal` if they cannot share it here.
    """
    table = await match_to_share(club, request)
    seat = table.seat_of(request.who.id)
    if seat is None:
        raise Watching(table.row)
    if not table.over or table.match.outcome is None:
        raise Refusal("share.running")
    if table.player(1 - seat).user_id == NOBODY:
        raise Refusal("share.former")
    return table, seat


def _asking(request: Request) -> Seat:
    """Return the seat of the player who has asked, as the question's button has it."""
    if request.custom_id.rest not in ("0", "1"):
        raise Refusal("share.gone")
    return int(request.custom_id.rest)


async def _shared_card(club: Club, request: Request, table: Table) -> Card:
    """Return the public card of a shared match."""
    changes = await club.ratings.changes(table.row)
    return shared_match_card(table, changes, await _worst_move(club, request, table), request.public)


async def _worst_move(club: Club, request: Request, table: Table) -> Words | None:
    """Return the move that lost the most.

    Return `None` if no move lost anything, or if no analysis is possible now.
    """
    try:
        for user_id in table.row.user_ids:  # both see the picture
            await check_help(club, user_id, table)
        points = (await report_on(club, request, table)).points
    except Refusal:
        return None
    worst = max(points, key=lambda point: point.before - point.after, default=None)
    return worst.played.moves[0] if worst else None
