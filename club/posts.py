"""The words of the outbox: what is to be posted about a match or a challenge, put there with the change itself."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from data import outbox
from data.matches import EventKind, EventRow
from data.outbox import PostKind
from data.transaction import Transaction
from rules.game import Seat
from rules.match import Match


@dataclass(frozen=True, slots=True)
class Post:
    """Something to post: its kind, whose it is where it belongs to one seat, and what its kind has to know."""

    kind: PostKind
    seat: Seat | None = None
    payload: dict[str, Any] | None = None


def hands(match: Match) -> list[Post]:
    """Return both hands, where the game has any: each also says whose turn it is."""
    return [Post(PostKind.HAND, seat) for seat in (0, 1)] if match.game.hidden else []


def moved(match: Match) -> list[Post]:
    """Return what is posted after a move: the board and the hands, and the result if the match is over."""
    posts = [Post(PostKind.BOARD), *hands(match)]
    return [*posts, Post(PostKind.RESULT)] if match.outcome else posts


def ended(match: Match) -> list[Post]:
    """Return what is posted when a match ends without a move."""
    return [Post(PostKind.BOARD), *hands(match), Post(PostKind.RESULT)]


def redrawn(events: Sequence[EventRow]) -> Post:
    """Return a board that changes only its words and buttons: what is new on it came with the last move."""
    since = max((event.version for event in events if event.kind is EventKind.MOVE), default=0)
    return Post(PostKind.BOARD, payload={"since": since})


async def put_post(tx: Transaction, match_id: int, version: int, post: Post, now: float) -> None:
    """Put a post about a match into the outbox; its name is also the nonce, so Discord never takes it twice."""
    payload = post.payload if post.payload is not None else {"since": version}
    seat = "" if post.seat is None else f"s{post.seat}"
    await outbox.put(
        tx,
        dedup=f"{post.kind[0]}{match_id}{seat}v{version}",
        kind=post.kind,
        version=version,
        payload=json.dumps(payload),
        at=now,
        match_id=match_id,
        seat=post.seat,
    )


async def put_card(tx: Transaction, challenge_id: int, now: float) -> None:
    """Put into the outbox that the card of a challenge has to show what became of it."""
    await outbox.put(
        tx,
        dedup=f"c{challenge_id}",
        kind=PostKind.CHALLENGE,
        version=0,
        payload="{}",
        at=now,
        challenge_id=challenge_id,
    )
