"""The vocabulary of the outbox: posts about a match or a challenge.

They are put there in the transaction of the change itself.
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
    """Something to post about a match: its kind, its payload, and its seat, if any."""

    kind: PostKind
    seat: Seat | None = None
    payload: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class LentToken:
    """The token of an interaction, which may post what follows from it.

    Only the `process` that answers the interaction has the token.
    """

    interaction_id: int
    process: str


def hands(match: Match) -> list[Post]:
    """Return both hands, where the game has any: each also says whose turn it is."""
    return [Post(PostKind.HAND, seat) for seat in (0, 1)] if match.game.hidden else []


def for_guests(row: MatchRow, posts: Sequence[Post]) -> list[Post]:
    """Return the additional posts for players from another server.

    They do not see the match's place.
    """
    if not any(post.kind.rule.by_token for post in posts):
        return []
    told = [post.seat for post in posts if post.kind is PostKind.HAND]
    return [Post(PostKind.HAND, seat.seat) for seat in row.seats if seat.guest and seat.seat not in told]


def move_posts(match: Match) -> list[Post]:
    """Return the posts after a move.

    These are the board and the hands, and the result if the match is over.
    """
    return end_posts(match) if match.outcome else [Post(PostKind.BOARD), *hands(match)]


def end_posts(match: Match) -> list[Post]:
    """Return the posts when a match ends."""
    last = [Post(PostKind.RESULT), Post(PostKind.ARCHIVE)]
    return [Post(PostKind.BOARD), *hands(match), *last]


def cancel_posts(match: Match) -> list[Post]:
    """Return the posts when a match is called off before it has begun.

    There is no result for the channel.
    """
    return [Post(PostKind.BOARD), *hands(match), Post(PostKind.ARCHIVE)]


def redraw_post(events: Sequence[EventRow]) -> Post:
    """Return the post of a board that changes only its words and buttons.

    Anything new on the board came with the last move.
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
    lent: LentToken | None = None,
    *,
    dedup: str | None = None,
    unclear: bool = False,
) -> None:
    """Put a post about a match into the outbox, under a unique name.

    `lent` is the token that it may be posted by, if there is one; only posts to the match's own place
    use it. `unclear` says that Discord may have the post already.
    """
    payload = post.payload if post.payload is not None else {"since": version}
    if lent and post.kind.rule.by_token:
        payload = payload | {"by": lent.interaction_id}
    else:
        lent = None
    await outbox.put(
        tx,
        post.kind,
        now,
        dedup=dedup,
        version=version,
        payload=payload,
        match_id=match_id,
        seat=post.seat,
        unclear=unclear,
        reserved_for=lent.process if lent else None,
    )
    if post.kind.rule.redraws:
        await club_cards.redraw_for_match(tx, match_id, now)


async def put_posts(
    tx: Transaction, row: MatchRow, posts: Sequence[Post], now: float, lent: LentToken | None = None
) -> None:
    """Put posts about a match as it is now into the outbox.

    A private match has nowhere to post anything.
    """
    for post in () if row.private else (*posts, *for_guests(row, posts)):
        await put_post(tx, row.id, row.version, post, now, lent)


async def put_turn(tx: Transaction, row: MatchRow, match: Match, now: float) -> None:
    """Put into the outbox a direct message that it is a player's turn.

    It is only for a player who wants it. A hidden hand says so already, and so does the card of a
    guest. No message can link to a private match.
    """
    if match.turn is None or match.game.hidden or row.private or row.seats[match.turn].guest:
        return
    if row.seats[match.turn].dm_turn:
        await put_post(tx, row.id, row.version, Post(PostKind.TURN, match.turn), now)


async def put_redraw(tx: Transaction, row: MatchRow, now: float) -> None:
    """Put into the outbox a change of a board's words without a ping: a new deadline.

    A board that still waits to be posted shows it anyway; one that is being posted may not. In a user
    install nothing can show it before the next press.
    """
    await club_cards.redraw_for_match(tx, row.id, now)
    if not row.has_route or await outbox.board_waits(tx, row.id):
        return
    dedup, payload = f"b{row.id}q{now:.0f}", {"since": await history.last_move(tx, row.id), "quiet": True}
    await outbox.put(
        tx, PostKind.BOARD, now, dedup=dedup, version=row.version, payload=payload, match_id=row.id
    )


async def put_strip(
    tx: Transaction, row: MatchRow, where: Mapping[str, Any], now: float, *, reserved_for: str | None = None
) -> None:
    """Put into the outbox that a board has been succeeded by a newer one.

    `where` holds its "channel", "message", "attachment", the time when it was "posted" and the "version" it shows.
    `reserved_for` names the process that holds a token which edits it, if there is one.
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


async def put_lapse(tx: Transaction, row: MatchRow, now: float) -> None:
    """Put into the outbox that an offer's card, if it has buttons, must lose them.

    In a user install it keeps them: a press on one is answered with the outcome of the offer.
    """
    if row.offer_message_id is None:
        return
    await messages.set_offer_message(tx, row.id, channel_id=None, message_id=None, version=None)
    where = {"channel": row.offer_channel_id, "message": row.offer_message_id, "version": row.offer_version}
    await outbox.put(tx, PostKind.LAPSE, now, version=row.version, payload=where, match_id=row.id)


def first_post(row: ChallengeRow) -> Post:
    """Return the first post of a new match.

    It makes the thread and everything that goes there, or in a user install the board.
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
    unclear: bool = False,
) -> None:
    """Put a post about a challenge into the outbox.

    Its content is read when it is posted. `unclear` says that an answer may show it first.
    """
    await outbox.put(tx, kind, now, dedup=dedup, challenge_id=challenge_id, wait=wait, unclear=unclear)
    if kind.rule.redraws:
        await club_cards.redraw_for_challenge(tx, challenge_id, now)


async def put_card(
    tx: Transaction, challenge_id: int, now: float, *, interaction_id: int | None = None
) -> None:
    """Put into the outbox that the card of a challenge has to show what became of it.

    With `interaction_id`, its answer is about to show that: the row is only needed if that answer is lost.
    """
    if interaction_id is None:
        await put_challenge_post(tx, challenge_id, PostKind.CHALLENGE, now, wait=0.0)
    else:
        dedup = changed_card(interaction_id)
        await put_challenge_post(tx, challenge_id, PostKind.CHALLENGE, now, dedup=dedup)


def new_card(challenge_id: int) -> str:
    """Return the name in the outbox of the card of a new challenge."""
    return PostKind.CARD.rule.dedup.format(challenge=challenge_id)


def changed_card(interaction_id: int) -> str:
    """Return the outbox name of an interaction's change to a challenge's card."""
    return f"i{interaction_id}"


async def put_found_card(tx: Transaction, challenge_id: int, now: float) -> None:
    """Put into the outbox an update of a card that was found or posted late.

    The card must show the challenge as it is now.
    """
    dedup = f"found{challenge_id}"
    await put_challenge_post(tx, challenge_id, PostKind.CHALLENGE, now, dedup=dedup, wait=0.0)
