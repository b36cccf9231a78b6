"""The vocabulary of the outbox: posts about a match or a challenge.

They are put there in the transaction of the change itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from data.competitions import pairings, teams
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.outbox import PostKind
from data.play import challenges, history, matches, messages
from data.play.challenges import ChallengeRow
from data.play.matches import EventKind, EventRow, MatchRow
from data.standing import club_cards
from rules.catalogue import GAMES
from rules.game import Seat
from rules.match import Match

ANSWERED_WITHIN: Final = 5.0
"""Seconds after which no answer shows a card any more.

The outbox shows it then, because Discord accepts no answer after three seconds.
"""
TURN_AFTER: Final = 120.0
"""Seconds until a direct message tells a player that it is their turn.

Players who are present have moved by then.
"""
SEAT_AFTER: Final = 60.0
"""Seconds until members with a seek hear of a challenge.

Anyone who is present has taken it by then, if they want it.
"""
ARCHIVED_AFTER: Final = 3600.0
"""Seconds from the end of a match until its thread is archived.

This leaves time to talk about the match, and to press its buttons.
"""
THREADS_WITHIN: Final = 30.0
"""Seconds until the card of a section links to a new thread.

Threads that are made meanwhile change the card only once.
"""


@dataclass(frozen=True, slots=True)
class Post:
    """Something to post: its kind, seat and payload, and the delay in seconds.

    The seat is there only if the post has one.
    """

    kind: PostKind
    seat: Seat | None = None
    payload: dict[str, Any] | None = None
    wait: float = 0.0


@dataclass(frozen=True, slots=True)
class LentToken:
    """The token of an interaction, which may post what follows from it.

    Only the `process` that answers the interaction has the token.
    """

    interaction_id: int
    process: str


CLUB_CARD_EVERY: Final = 30.0
"""Seconds from one request to Discord for a server's card to the next."""
CLUB_CARD_LONGEST: Final = 3600.0
"""Seconds until it is looked at again, at most."""
CLUB_CARD_AFTER: Final = 5.0
"""Seconds from a change to the update of a server's card.

By then the thread or the board that the card links to is posted.
"""
FIRST_WAITS: Final[Mapping[PostKind, float]] = {
    PostKind.CARD: ANSWERED_WITHIN,
    PostKind.CHALLENGE: ANSWERED_WITHIN,
    PostKind.CLUB: CLUB_CARD_LONGEST,
    PostKind.SECTION: THREADS_WITHIN,
    PostKind.SEAT: SEAT_AFTER,
    PostKind.TURN: TURN_AFTER,
    PostKind.ARCHIVE: ARCHIVED_AFTER,
}
"""The kinds that wait before they are first posted, and for how many seconds.

They leave others their time, or wait for more to happen.
"""
BY_TOKEN: Final = (PostKind.BOARD, PostKind.OFFER)
"""Kinds posted in the match's own place.

A player's interaction there can post them.
"""
ON_CLUB_CARD: Final = (PostKind.PLACE, PostKind.BOARD)
"""Kinds posted when a match begins, goes on or ends.

The card of its server may have to show that too.
"""


def hands(match: Match) -> list[Post]:
    """Return both hands, where the game has any: each also says whose turn it is."""
    return [Post(PostKind.HAND, seat) for seat in (0, 1)] if match.game.hidden else []


def for_guests(row: MatchRow, posts: Sequence[Post]) -> list[Post]:
    """Return the additional posts for players from another server.

    They do not see the match's place.
    """
    if not any(post.kind in BY_TOKEN for post in posts):
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
    last = [Post(PostKind.RESULT), Post(PostKind.ARCHIVE, wait=ARCHIVED_AFTER)]
    return [Post(PostKind.BOARD), *hands(match), *last]


def cancel_posts(match: Match) -> list[Post]:
    """Return the posts when a match is called off before it has begun.

    There is no result for the channel.
    """
    return [Post(PostKind.BOARD), *hands(match), Post(PostKind.ARCHIVE, wait=ARCHIVED_AFTER)]


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
    unclear: bool = False,
) -> None:
    """Put a post about a match into the outbox, under a unique name.

    `lent` is the token that it may be posted by, if there is one; only posts to the match's own place
    use it. `unclear` says that Discord may have the post already.
    """
    payload = post.payload if post.payload is not None else {"since": version}
    if lent and post.kind in BY_TOKEN:
        payload = payload | {"by": lent.interaction_id}
    else:
        lent = None
    seat = "" if post.seat is None else f"s{post.seat}"
    await outbox.put(
        tx,
        f"{post.kind[0]}{match_id}{seat}v{version}",
        post.kind,
        now,
        version=version,
        payload=payload,
        match_id=match_id,
        seat=post.seat,
        not_before=now + post.wait,
        unclear=unclear,
        reserved_for=lent.process if lent else None,
    )
    if post.kind in ON_CLUB_CARD:
        await put_club_cards(tx, await club_cards.count_match_change(tx, match_id), now)


async def put_posts(
    tx: Transaction, row: MatchRow, posts: Sequence[Post], now: float, lent: LentToken | None = None
) -> None:
    """Put posts about a match as it is now into the outbox.

    A private match has nowhere to post anything.
    """
    for post in () if row.private else (*posts, *for_guests(row, posts)):
        await put_post(tx, row.id, row.version, post, now, lent)


def pairing_post(pairing_id: int) -> Post:
    """Return the first post of a match of a competition.

    It makes the match's line in the channel, its thread, and everything that goes there.
    """
    return Post(PostKind.PLACE, payload={"pairing": pairing_id})


async def put_all_again(tx: Transaction, match_id: int, now: float) -> None:
    """Put into the outbox everything that shows a match that goes on in its own place.

    Messages that are there already are found. A match without any board has no thread yet either.
    """
    row = await matches.get(tx, match_id)
    assert row is not None  # it goes on
    if row.board_version is None and (place := await _place_of(tx, match_id)) is not None:
        await put_post(tx, match_id, row.version, place, now, unclear=True)
        return
    again = [Post(PostKind.BOARD)]
    if row.game in GAMES and GAMES[row.game].hidden:  # of one that is not known, the board says so
        again += [Post(PostKind.HAND, seat) for seat in (0, 1)]
    for post in again:
        await put_post(tx, match_id, row.version, post, now, unclear=True)


async def _place_of(tx: Transaction, match_id: int) -> Post | None:
    """Return the post that makes the thread of a match, by what it was made from."""
    if (made := await challenges.of_match(tx, match_id)) is not None:
        return Post(PostKind.PLACE, payload={"challenge": made.id})
    paired = await pairings.of_match(tx, match_id)
    return pairing_post(paired.id) if paired else None


async def put_turn(tx: Transaction, row: MatchRow, match: Match, now: float) -> None:
    """Put into the outbox a direct message that it is a player's turn.

    It is only for a player who wants it. A hidden hand says so already, and so does the card of a
    guest. No message can link to a private match.
    """
    if match.turn is None or match.game.hidden or row.private or row.seats[match.turn].guest:
        return
    if row.seats[match.turn].dm_turn:
        await put_post(tx, row.id, row.version, Post(PostKind.TURN, match.turn, wait=TURN_AFTER), now)


async def put_board_elsewhere(tx: Transaction, match_id: int, now: float) -> None:
    """Put a match's board into the outbox for its new place.

    It is posted there whatever was posted before.
    """
    row = await matches.get(tx, match_id)
    assert row is not None  # its place has just been changed
    dedup, payload = f"b{match_id}v{row.version}x", {"since": row.version}
    await outbox.put(tx, dedup, PostKind.BOARD, now, version=row.version, payload=payload, match_id=match_id)
    await put_club_cards(tx, await club_cards.count_match_change(tx, match_id), now)


async def put_redraw(tx: Transaction, row: MatchRow, now: float) -> None:
    """Put into the outbox a change of a board's words without a ping: a new deadline.

    A board that still waits to be posted shows it anyway; one that is being posted may not. In a user
    install nothing can show it before the next press.
    """
    await put_club_cards(tx, await club_cards.count_match_change(tx, row.id), now)
    if not row.has_route or await outbox.board_waits(tx, row.id):
        return
    dedup, payload = f"b{row.id}q{now:.0f}", {"since": await history.last_move(tx, row.id), "quiet": True}
    await outbox.put(tx, dedup, PostKind.BOARD, now, version=row.version, payload=payload, match_id=row.id)


async def put_strip(
    tx: Transaction,
    match_id: int,
    version: int,
    where: Mapping[str, Any],
    now: float,
    *,
    reserved_for: str | None = None,
) -> None:
    """Put into the outbox that a board has been succeeded by a newer one.

    `where` holds its "channel", "message", "attachment", the time when it was "posted" and the "version" it shows.
    `reserved_for` names the process that holds a token which edits it, if there is one.
    """
    await outbox.put(
        tx,
        f"s{where['message']}",
        PostKind.STRIP,
        now,
        version=version,
        payload=where,
        match_id=match_id,
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
    dedup = f"l{row.offer_message_id}"
    await outbox.put(tx, dedup, PostKind.LAPSE, now, version=row.version, payload=where, match_id=row.id)


async def put_new_card(tx: Transaction, challenge_id: int, now: float) -> None:
    """Put a new challenge's card into the outbox, unless an answer shows it first."""
    dedup = new_card(challenge_id)
    await _put_of(tx, challenge_id, PostKind.CARD, dedup, now, wait=ANSWERED_WITHIN, unclear=True)


def first_post(row: ChallengeRow) -> Post:
    """Return the first post of a new match.

    It makes the thread and everything that goes there, or in a user install the board.
    """
    if row.has_route:
        return Post(PostKind.PLACE, payload={"challenge": row.id})
    return Post(PostKind.BOARD, payload={"since": 0})


def new_card(challenge_id: int) -> str:
    """Return the name in the outbox of the card of a new challenge."""
    return f"card{challenge_id}"


async def put_card(
    tx: Transaction, challenge_id: int, now: float, *, interaction_id: int | None = None
) -> None:
    """Put into the outbox that the card of a challenge has to show what became of it.

    With `interaction_id`, its answer is about to show that: the row is only needed if that answer is lost.
    """
    if interaction_id is None:
        dedup, wait = f"c{challenge_id}", 0.0
    else:
        dedup, wait = changed_card(interaction_id), ANSWERED_WITHIN
    await _put_of(tx, challenge_id, PostKind.CHALLENGE, dedup, now, wait=wait)


def changed_card(interaction_id: int) -> str:
    """Return the outbox name of an interaction's change to a challenge's card."""
    return f"i{interaction_id}"


async def put_found_card(tx: Transaction, challenge_id: int, now: float) -> None:
    """Put into the outbox an update of a card that was found or posted late.

    The card must show the challenge as it is now.
    """
    await _put_of(tx, challenge_id, PostKind.CHALLENGE, f"found{challenge_id}", now)


async def put_seat(tx: Transaction, challenge_id: int, user_id: int, now: float) -> None:
    """Put into the outbox a note to a member with a seek that a challenge waits.

    It is sent only if the challenge still waits by then.
    """
    await outbox.put(
        tx,
        f"o{challenge_id:x}u{user_id:x}",
        PostKind.SEAT,
        now,
        payload={"to": user_id},
        challenge_id=challenge_id,
        not_before=now + SEAT_AFTER,
    )


async def put_learn(tx: Transaction, user_id: int, day: int, now: float) -> None:
    """Put into the outbox a note to a member that exercises are due.

    `day` is the day in their own calendar.
    """
    await outbox.put(tx, f"e{user_id:x}d{day:x}", PostKind.LEARN, now, payload={"to": user_id, "at": now})


async def put_withdrawal(tx: Transaction, challenge_id: int, now: float) -> None:
    """Put into the outbox a note to a challenger that their card could not be posted."""
    await _put_of(tx, challenge_id, PostKind.WITHDRAWN, f"w{challenge_id}", now)


async def _put_of(
    tx: Transaction,
    challenge_id: int,
    kind: PostKind,
    dedup: str,
    now: float,
    *,
    wait: float = 0.0,
    unclear: bool = False,
) -> None:
    """Put a post about a challenge into the outbox, due in `wait` seconds.

    Its content is read when it is posted.
    """
    await outbox.put(tx, dedup, kind, now, challenge_id=challenge_id, not_before=now + wait, unclear=unclear)
    await put_club_cards(tx, await club_cards.count_challenge_change(tx, challenge_id), now)


async def put_club_cards(tx: Transaction, due: Sequence[club_cards.DueClubCard], now: float) -> None:
    """Put updates of server cards into the outbox, due when each may change again."""
    for card in due:
        await put_club_card(
            tx, card.guild_id, now, wait=max(CLUB_CARD_AFTER, card.acted_at + CLUB_CARD_EVERY - now)
        )


async def put_club_card(tx: Transaction, guild_id: int, now: float, *, wait: float) -> None:
    """Put an update of a server's card into the outbox, due in `wait` seconds.

    Nothing changes if one is there already.
    """
    at = now + min(wait, CLUB_CARD_LONGEST)  # a clock may have been wrong
    await outbox.put(tx, f"club{guild_id}", PostKind.CLUB, now, payload={"guild": guild_id}, not_before=at)


async def put_puzzle(tx: Transaction, post_id: int, now: float) -> None:
    """Put into the outbox that the daily puzzle of a server is posted."""
    await outbox.put(tx, f"z{post_id}", PostKind.PUZZLE, now, payload={"post": post_id})


async def put_solvers(tx: Transaction, post_id: int, now: float) -> None:
    """Put into the outbox an update of a daily puzzle's post with its first solvers."""
    await outbox.put(tx, f"zs{post_id}", PostKind.SOLVERS, now, payload={"post": post_id})


async def put_unposted(tx: Transaction, post_id: int, channel_id: int, user_id: int, now: float) -> None:
    """Put into the outbox a note that a channel accepts no daily puzzle.

    It goes to the person who chose the channel.
    """
    payload = {"channel": channel_id, "by": user_id}
    await outbox.put(tx, f"zu{post_id}", PostKind.UNPOSTED, now, payload=payload)


async def put_no_club_card(tx: Transaction, row_id: int, channel_id: int, user_id: int, now: float) -> None:
    """Put into the outbox a note that a channel accepts no server card.

    It goes to the person who chose the channel. The row `row_id` was to post or to change the card.
    """
    payload = {"channel": channel_id, "by": user_id, "card": True}
    await outbox.put(tx, f"cu{row_id}", PostKind.UNPOSTED, now, payload=payload)


async def put_adrift(tx: Transaction, competition_id: int, user_id: int, now: float) -> None:
    """Put into the outbox a note that a competition's channel was deleted.

    It goes to a person in the competition.
    """
    payload = {"competition": competition_id, "by": user_id}
    await outbox.put(tx, f"a{competition_id:x}u{user_id:x}", PostKind.UNPOSTED, now, payload=payload)


async def put_digest(tx: Transaction, guild_id: int, at: float, now: float) -> None:
    """Put into the outbox the digest of a server that was due at a time."""
    dedup = f"w{guild_id:x}h{int(at) // 3600:x}"
    await outbox.put(tx, dedup, PostKind.DIGEST, now, payload={"guild": guild_id, "at": at})


async def put_no_digest(tx: Transaction, row_id: int, channel_id: int, user_id: int, now: float) -> None:
    """Put into the outbox a note that a channel accepts no digest.

    It goes to the person who chose the channel.
    """
    payload = {"channel": channel_id, "by": user_id, "digest": True}
    await outbox.put(tx, f"du{row_id}", PostKind.UNPOSTED, now, payload=payload)


async def put_whereabouts(tx: Transaction, guild_id: int, places: Sequence[int], now: float) -> None:
    """Put into the outbox a check with Discord whether these places still exist.

    The places are of one server.
    """
    for place in places:
        payload = {"guild": guild_id, "place": place}
        await outbox.put(tx, f"at{place:x}", PostKind.WHEREABOUTS, now, payload=payload)


async def put_season(tx: Transaction, stage_id: int, now: float) -> None:
    """Put an update of a season's card into the outbox, also for the guests' server."""
    payload: dict[str, Any] = {"stage": stage_id}
    await outbox.put(tx, f"season{stage_id}", PostKind.SEASON, now, payload=payload)
    for team_id in await teams.away_of(tx, stage_id=stage_id):
        away = payload | {"team": team_id}
        await outbox.put(tx, f"season{stage_id}t{team_id}", PostKind.SEASON, now, payload=away)


async def put_events(tx: Transaction, stage_id: int, now: float) -> None:
    """Put into the outbox that the events which tell of a season have to follow it."""
    await outbox.put(tx, f"event{stage_id}", PostKind.EVENT, now, payload={"stage": stage_id})


async def put_section(tx: Transaction, section_id: int, now: float, *, wait: float = 0.0) -> None:
    """Put updates of a section's cards into the outbox.

    They are due in `wait` seconds or earlier. They include the guests' cards.
    """
    cards: dict[str, dict[str, Any]] = {f"section{section_id}": {"section": section_id}}
    for team_id in await teams.away_of(tx, section_id=section_id):
        cards[f"section{section_id}t{team_id}"] = {"section": section_id, "team": team_id}
    for dedup, payload in cards.items():
        await outbox.put(tx, dedup, PostKind.SECTION, now, payload=payload, not_before=now + wait)
        await outbox.hasten(tx, dedup, now + wait)
