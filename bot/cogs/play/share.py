"""Sharing a picture of a finished match, if both players agree.

It is posted where the second player presses.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card, text_view
from bot.cards.play.share import share_question_card, shared_match_card
from bot.cogs.play.analysis import check_may_analyse, load_report
from bot.cogs.play.match import load_shareable_match
from club.club import Club
from club.play.match.access import SpectatorRefusal
from club.play.match.matches import Table
from club.refusals import Refusal
from data.database.persons import NOBODY
from rules.game import Seat
from words import Words

COG: Final = Cog()


@COG.action("share-end")
async def ask(club: Club, request: Request) -> None:
    """Ask the other player whether the match may be shared.

    Against the computer no question is needed, and the picture is posted at once.
    """
    table, seat = await _load_match_and_seat(club, request)
    if table.row.computer is not None:
        await request.share(await _shared_card(club, request, table))
        return
    await request.share(share_question_card(table, seat, request.say_publicly))


@COG.action("share-yes")
async def agree(club: Club, request: Request) -> None:
    """Replace the question by the picture, because the other player agrees."""
    table, seat = await _load_match_and_seat(club, request)
    if _asking_seat(request) == seat:
        raise Refusal("share.other", name=table.player(1 - seat).name)
    await request.reply.update(await _shared_card(club, request, table), public=True)


@COG.action("share-no")
async def decline(club: Club, request: Request) -> None:
    """Withdraw or decline the question; either player may do so."""
    await _load_match_and_seat(club, request)
    await request.reply.update(Card(text_view(request.say_publicly("answer.share.declined"))), public=True)


async def _load_match_and_seat(club: Club, request: Request) -> tuple[Table, Seat]:
    """Return the button's match and the caller's seat in it.

    Raise `Refusal` if they cannot share it here.
    """
    table = await load_shareable_match(club, request)
    seat = table.seat_of(request.user.id)
    if seat is None:
        raise SpectatorRefusal(table.row)
    if not table.is_over or table.match.outcome is None:
        raise Refusal("share.running")
    if table.player(1 - seat).user_id == NOBODY:
        raise Refusal("share.former")
    return table, seat


def _asking_seat(request: Request) -> Seat:
    """Return the seat of the player who asked, from the button of the question."""
    if request.custom_id.rest not in ("0", "1"):
        raise Refusal("share.gone")
    return int(request.custom_id.rest)


async def _shared_card(club: Club, request: Request, table: Table) -> Card:
    """Return the public card of a shared match."""
    changes = await club.standing.ratings.load_changes(table.row)
    return shared_match_card(table, changes, await _worst_move(club, request, table), request.say_publicly)


async def _worst_move(club: Club, request: Request, table: Table) -> Words | None:
    """Return the move that lost the most.

    Return `None` if no move lost anything, or if no analysis is possible now.
    """
    try:
        for user_id in table.row.user_ids:  # both see the picture
            await check_may_analyse(club, user_id, table)
        points = (await load_report(club, request, table)).turning_points
    except Refusal:
        return None
    worst = max(points, key=lambda point: point.chance_before - point.chance_after, default=None)
    return worst.played_line.moves[0] if worst else None
