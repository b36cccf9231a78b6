"""The posts about a match or a challenge that are put into the outbox.

They are stored in the transaction of the change itself, and sent to Discord later.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play import history, messages
from data.play.challenges import ChallengeRow
from data.play.matches import EventKind, EventRow, MatchRow
from data.standing import club_cards
from rules.game import Seat
from rules.match import Match


@dataclass(frozen=True, slots=True)
class Post:
    """Something to post about a match.

    `kind` is the kind of post, `seat` the player it is for, if any, and `payload` its data.
    """

    kind: PostKind
    seat: Seat | None = None
    payload: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class TokenReference:
    """A reference to the token of a Discord interaction.

    The token can be used to post. It is held only by the `process` that answers the interaction.
    """

    interaction_id: int
    process: str


def hand_posts(match: Match) -> list[Post]:
    """Return the posts of both players' hands; none if the game hides nothing.

    Each hand also says whose turn it is.
    """
    return [Post(PostKind.HAND, seat) for seat in (0, 1)] if match.game.hidden else []


def guest_posts(row: MatchRow, posts: Sequence[Post]) -> list[Post]:
    """Return the additional posts for guests, the players from another server.

    They cannot see the match's place, so they get direct messages; none that would ping where the board
    is to ping no one.
    """
    if not any(post.kind.rule.may_use_token for post in posts):
        return []
    if any((post.payload or {}).get("pings") is False for post in posts):
        return []
    told = [post.seat for post in posts if post.kind is PostKind.HAND]
    return [Post(PostKind.HAND, seat.seat) for seat in row.seats if seat.guest and seat.seat not in told]


def move_posts(match: Match) -> list[Post]:
    """Return the posts to make after a move.

    These are the board and the hands, and the result if the match is over.
    """
    return end_posts(match) if match.outcome else [Post(PostKind.BOARD), *hand_posts(match)]


def end_posts(match: Match) -> list[Post]:
    """Return the posts to make when a match ends."""
    last = [Post(PostKind.RESULT), Post(PostKind.ARCHIVE)]
    return [Post(PostKind.BOARD), *hand_posts(match), *last]


def cancel_posts(match: Match) -> list[Post]:
    """Return the posts to make when a match is cancelled before its first move.

    The result is not announced in the channel.
    """
    return [Post(PostKind.BOARD), *hand_posts(match), Post(PostKind.ARCHIVE)]


def redraw_post(events: Sequence[EventRow]) -> Post:
    """Return the post that updates only the words and buttons of a board message.

    The position itself was posted after the last move.
    """
    changes = (EventKind.MOVE, EventKind.TAKEBACK)
    since = max((event.version for event in events if event.kind in changes), default=0)
    return Post(PostKind.BOARD, payload={"since": since})


async def put_post(
    tx: Transaction,
    match_id: int,
    version: int,
    post: Post,
    now: float,
    token: TokenReference | None = None,
    *,
    dedup: str | None = None,
    may_be_posted: bool = False,
) -> None:
    """Put a post about a match into the outbox.

    `dedup` is its unique name in the outbox, by default derived from its kind. `token` refers to the
    interaction token that it may be posted with, if any; only posts to the match's own place use it.
    `may_be_posted` says that Discord may have the message already.
    """
    payload = post.payload if post.payload is not None else {"since": version}
    if token and post.kind.rule.may_use_token:
        payload = payload | {"by": token.interaction_id}
    else:
        token = None
    await outbox.put(
        tx,
        post.kind,
        now,
        dedup=dedup,
        version=version,
        payload=payload,
        match_id=match_id,
        seat=post.seat,
        unclear=may_be_posted,
        reserved_for=token.process if token else None,
    )
    if post.kind.rule.redraws_server_card:
        await club_cards.request_update_for_match(tx, match_id, now)


async def put_posts(
    tx: Transaction, row: MatchRow, posts: Sequence[Post], now: float, token: TokenReference | None = None
) -> None:
    """Put posts about a match in its current state into the outbox.

    There are none for a private match, which has no channel to post to.
    """
    for post in () if row.is_private else (*posts, *guest_posts(row, posts)):
        await put_post(tx, row.id, row.version, post, now, token)


async def put_turn_message(tx: Transaction, row: MatchRow, match: Match, now: float) -> None:
    """Queue a direct message that it is a player's turn, if they want one.

    None is sent in games with hidden hands or to guests, because the messages that these players get
    anyway say so, nor for a private match, because nothing can link to it.
    """
    if match.turn is None or match.game.hidden or row.is_private or row.seats[match.turn].guest:
        return
    if row.seats[match.turn].dm_turn:
        await put_post(tx, row.id, row.version, Post(PostKind.TURN, match.turn), now)


async def put_redraw(tx: Transaction, row: MatchRow, now: float) -> None:
    """Queue an update of a board's words, such as a new deadline, without a ping.

    Nothing is queued if a board still waits to be posted, because that will show it; one that is being
    posted already may not. In a user install nothing is queued, because the board there cannot change
    before the next press.
    """
    await club_cards.request_update_for_match(tx, row.id, now)
    if not row.has_route or await outbox.has_waiting_board(tx, row.id):
        return
    dedup, payload = (
        f"b{row.id}q{now:.0f}",
        {"since": await history.position_version(tx, row.id), "quiet": True},
    )
    await outbox.put(
        tx, PostKind.BOARD, now, dedup=dedup, version=row.version, payload=payload, match_id=row.id
    )


async def put_board_strip(
    tx: Transaction, row: MatchRow, where: Mapping[str, Any], now: float, *, reserved_for: str | None = None
) -> None:
    """Queue the removal of the buttons from a board that a newer one replaces.

    `where` holds the old board's "channel", "message", "attachment", the time when it was "posted" and
    the "version" it shows. `reserved_for` names the process that holds a token to edit it, if any.
    """
    await outbox.put(
        tx,
        PostKind.STRIP,
        now,
        version=row.version,
        payload=where,
        match_id=row.id,
        reserved_for=reserved_for,
    )


async def put_offer_lapse(tx: Transaction, row: MatchRow, now: float) -> None:
    """Queue the removal of the buttons from an offer's message, if there is one.

    In a user install the message keeps them, and a press is answered with the outcome of the offer.
    """
    if row.offer_message_id is None:
        return
    await messages.set_offer_message(tx, row.id, channel_id=None, message_id=None, version=None)
    where = {"channel": row.offer_channel_id, "message": row.offer_message_id, "version": row.offer_version}
    await outbox.put(tx, PostKind.LAPSE, now, version=row.version, payload=where, match_id=row.id)


def first_post(row: ChallengeRow) -> Post:
    """Return the first post of a new match.

    It creates the thread with everything in it; in a user install it is the board.
    """
    if row.has_route:
        return Post(PostKind.PLACE, payload={"challenge": row.id})
    return Post(PostKind.BOARD, payload={"since": 0})


async def put_challenge_post(
    tx: Transaction,
    challenge_id: int,
    kind: PostKind,
    now: float,
    *,
    dedup: str | None = None,
    wait: float | None = None,
    may_be_posted: bool = False,
) -> None:
    """Put a post about a challenge into the outbox.

    Its content is read when it is posted. `may_be_posted` says that the answer to an interaction may show
    it first.
    """
    await outbox.put(tx, kind, now, dedup=dedup, challenge_id=challenge_id, wait=wait, unclear=may_be_posted)
    if kind.rule.redraws_server_card:
        await club_cards.request_update_for_challenge(tx, challenge_id, now)


async def put_card_update(
    tx: Transaction, challenge_id: int, now: float, *, interaction_id: int | None = None
) -> None:
    """Queue an update of a challenge's card.

    The card is the message that shows the challenge. With `interaction_id`, the answer to that
    interaction is about to show the update, so the queued post is only needed if the answer is lost.
    """
    if interaction_id is None:
        await put_challenge_post(tx, challenge_id, PostKind.CHALLENGE, now, wait=0.0)
    else:
        dedup = card_change_name(interaction_id)
        await put_challenge_post(tx, challenge_id, PostKind.CHALLENGE, now, dedup=dedup)


def new_card_name(challenge_id: int) -> str:
    """Return the unique name in the outbox of a new challenge's card."""
    return PostKind.CARD.rule.dedup.format(challenge=challenge_id)


def card_change_name(interaction_id: int) -> str:
    """Return the unique name in the outbox of a change to a challenge's card.

    `interaction_id` is the interaction that changed it.
    """
    return f"i{interaction_id}"


async def put_found_card_update(tx: Transaction, challenge_id: int, now: float) -> None:
    """Queue an update of a challenge's card that was found or posted late.

    The card must show the challenge as it is now.
    """
    dedup = f"found{challenge_id}"
    await put_challenge_post(tx, challenge_id, PostKind.CHALLENGE, now, dedup=dedup, wait=0.0)
