"""Sharing a picture of a finished match, and a challenge from it.

The player who shares chooses the place. It is posted once the other one presses.
"""

import json
from dataclasses import replace
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.sharing import (
    SHARERS,
    ask_where,
    at_channel_above,
    confirm,
    has_channel_above,
    post,
    post_above,
)
from bot.cards.kit.kit import Card, text_view
from bot.cards.kit.share_buttons import Where, read_where
from bot.cards.play.challenge import challenge_games_card
from bot.cards.play.share import kept_match_card, share_question_card, shared_match_card
from bot.cogs.play.analysis import check_may_analyse, load_report
from bot.cogs.play.challenges import load_member, post_challenge
from bot.cogs.play.match import load_shareable_match
from club.club import Club
from club.play.match.access import SpectatorRefusal
from club.play.match.matches import Table
from club.play.seek.proposals import Proposal
from club.refusals import Refusal
from club.standing.ratings import MatchRatingChanges
from data.database.persons import NOBODY
from rules.catalogue import GAMES
from rules.game import Options, Seat
from words import Words

COG: Final = Cog()


@COG.action("share-end")
async def ask(club: Club, request: Request) -> None:
    """Ask the player where to share their match.

    Its own thread is no such place, because the final card is there.
    """
    table, _ = await _load_match_and_seat(club, request)
    places = [Where.UP] if has_channel_above(request) else []
    if table.row.thread_id is None or table.row.thread_id != request.channel_id:
        places.append(Where.HERE)
    await ask_where(request, [*places, Where.KEEP])


async def _share(club: Club, request: Request, where: Where) -> None:
    """Share the match in a place, once the other player has agreed.

    The computer agrees at once, and a player keeps the picture without being asked.
    """
    there = at_channel_above(request) if where is Where.UP else request
    table, seat = await _load_match_and_seat(club, there)
    if where is Where.KEEP:
        await request.reply.update(
            kept_match_card(table, *await _load_changes(club, request, table), request.say)
        )
    elif table.row.computer is not None:
        await post(request, where, lambda at: _shared_card(club, at, table, seat))
    else:
        await there.check_writing()
        name = table.player(1 - seat).name
        await request.reply.acknowledge()
        await request.share(share_question_card(table, seat, where, request.say_publicly))
        await request.reply.update(Card(text_view(request.say("answer.share.asked", name=name))))


SHARERS["share-end"] = _share


@COG.action("share-to")
async def share_there(club: Club, request: Request) -> None:
    """Share in the place that the caller has chosen."""
    chosen = read_where(request.custom_id)
    if chosen is None or chosen[1].action not in SHARERS:
        raise Refusal("share.gone")
    where, shared = chosen
    await SHARERS[shared.action](club, replace(request, custom_id=shared), where)


@COG.action("share-yes")
async def agree(club: Club, request: Request) -> None:
    """Share the match, because the other player agrees.

    The picture replaces the question, or is posted in the channel above.
    """
    table, seat = await _load_match_and_seat(club, request)
    asking_seat, where = _read_question(request)
    there = at_channel_above(request) if where is Where.UP else request
    await _load_match_and_seat(club, there)  # it may be shown in that place
    if asking_seat == seat:
        raise Refusal("share.other", name=table.player(1 - seat).name)
    card = await _shared_card(club, there, table, asking_seat)
    if there is request:
        await request.reply.update(card, public=True)
        return
    await request.reply.acknowledge()
    await post_above(there, card)
    await confirm(request, where, public=True)


@COG.action("share-no")
async def decline(club: Club, request: Request) -> None:
    """Withdraw or decline the question; either player may do so."""
    await _load_match_and_seat(club, request)
    await request.reply.update(Card(text_view(request.say_publicly("answer.share.declined"))), public=True)


@COG.action("rival")
async def challenge_rival(club: Club, request: Request) -> None:
    """Challenge the member whom something shared names.

    It is to the game of the shared match with its options, or to a game that is still to be chosen.
    """
    key, _, match_id = request.custom_id.rest.partition(",")
    opponent = await load_member(club, request, request.custom_id.id)
    if key not in GAMES:
        await request.reply.show(challenge_games_card(opponent.id, opponent.name, request.say))
        return
    options = await _load_options(club, request, key, int(match_id)) if match_id.isdecimal() else {}
    await post_challenge(club, request, Proposal(game=GAMES[key], options=options, opponent=opponent))


async def _load_options(club: Club, request: Request, key: str, match_id: int) -> Options:
    """Return the options of a shared match, the usual ones if it may not be seen."""
    try:
        table = await club.play.resolver.load_named(request.asker, match_id)
    except Refusal:
        return {}
    return dict(json.loads(table.row.options)) if table.game.key == key else {}


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


def _read_question(request: Request) -> tuple[Seat, Where]:
    """Return the seat of the player who asked, and where they share.

    Questions of older versions name no place: the picture replaced them.
    """
    seat, _, where = request.custom_id.rest.partition(",")
    if seat not in ("0", "1"):
        raise Refusal("share.gone")
    return int(seat), Where.UP if where == Where.UP else Where.HERE


async def _shared_card(club: Club, request: Request, table: Table, sharing_seat: Seat) -> Card:
    """Return the public card of a shared match."""
    changes, worst = await _load_changes(club, request, table)
    return shared_match_card(table, sharing_seat, changes, worst, request.say_publicly)


async def _load_changes(
    club: Club, request: Request, table: Table
) -> tuple[MatchRatingChanges, Words | None]:
    """Return the rating changes of a match, and the move that lost the most."""
    return await club.standing.ratings.load_changes(table.row), await _worst_move(club, request, table)


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
