"""Every kind of post: what it is made of, and how it comes about."""

import asyncio

import pytest

import club.play.match.posts
from club.play.course.offers import OfferKind
from club.play.course.places import put_place_checks
from club.play.match.replay_cache import ReplayCache
from club.refusals import Refusal
from data.outbox.post_kinds import PostKind
from tests.bot.memory_wire import Post
from tests.club.leagues import create_league, empty_section
from tests.club.learner import finish_match, store_exercise
from tests.club.people import ANN, BEN, CLEO, GUILD, act, make_challenge


def is_delivering(kind: PostKind) -> bool:
    """Return whether it is a post of this kind that is under way here."""
    task = asyncio.current_task()
    return task is not None and task.get_name().startswith(f"deliver {kind} ")


async def make_move(post: Post) -> None:
    """Make a move in the first match."""
    await post.move(1)


async def offer_draw(post: Post) -> None:
    """Offer a draw as Ann."""
    await post.club.play.offers.offer(1, act(ANN), OfferKind.DRAW)


async def accept_draw(post: Post) -> None:
    """Accept the offer of a draw as Ben."""
    await post.club.play.offers.accept(1, act(BEN), OfferKind.DRAW)


async def remind(post: Post) -> None:
    """Queue a reminder: the time of the player to move runs low."""
    reminder = club.play.match.posts.Post(PostKind.REMINDER, 0)
    await post.club.store.write(lambda tx: club.play.match.posts.put_post(tx, 1, 0, reminder, post.now()))


async def daily(post: Post, *, solved: bool) -> None:
    """A daily puzzle is due within the hour, and perhaps solved once it is posted."""
    hour = int(post.now() // 3600 + 1) % 24
    await post.club.puzzles.daily.change_settings(
        GUILD, moderator_id=ANN.id, puzzle_channel=1, puzzle_hour=hour
    )
    await post.run(3600)
    await post.club.puzzles.daily.queue_due_puzzles()
    if solved:
        await post.run()
        puzzle = (await post.club.puzzles.daily.load_today(GUILD)).puzzle
        await post.club.puzzles.daily.record_result(GUILD, puzzle, user_id=BEN.id, tries=1)


async def week_over(post: Post) -> None:
    """A match has ended within the week of which the digest is due now."""
    await post.match()
    await post.move(1)
    await post.club.play.matches.resign(1, act(ANN))
    await post.club.standing.digests.change_settings(GUILD, moderator_id=ANN.id, digest_channel=1)
    _, at = await post.club.standing.digests.load_plan(GUILD)
    await post.run((at or 0.0) - post.now())


async def learner(post: Post) -> None:
    """An exercise of Ann is due, who is to be told within the hour."""
    await post.club.members.preferences.change(ANN.id, learning=True)
    await store_exercise(post.club, await finish_match(post.club))
    await post.run(60.0)
    await post.club.learning.reminders.set_hour(ANN.id, int(post.now() // 3600 + 1) % 24)


async def spoil_match(post: Post) -> None:
    """Damage the record of the match, so that the next read finds it set aside."""
    await post.club.store.write(lambda tx: tx.run("UPDATE match SET record = ''"))
    post.club.play.matches.replays = ReplayCache()
    with pytest.raises(Refusal):
        await post.club.play.matches.load(1)


REQUESTS: dict[PostKind, tuple[str, ...]] = {
    PostKind.PLACE: ("thread",),
    PostKind.BOARD: ("post", "look"),
    PostKind.OFFER: ("post", "look"),
    PostKind.NOTICE: ("post", "look"),
    PostKind.RESULT: ("post", "look"),
    PostKind.HAND: ("post", "look"),
    PostKind.STRIP: ("edit",),
    PostKind.LAPSE: ("edit",),
    PostKind.CARD: ("post", "look"),
    PostKind.CHALLENGE: ("edit",),
    PostKind.WITHDRAWN: ("post",),
    PostKind.MOVED: ("post",),
    PostKind.ARCHIVE: ("archive",),
    PostKind.UNPLAYABLE: ("post", "look"),
    PostKind.TURN: ("post",),
    PostKind.REMINDER: ("post", "look"),
    PostKind.GREETING: ("post",),
    PostKind.PUZZLE: ("post", "look"),
    PostKind.SOLVERS: ("edit",),
    PostKind.UNPOSTED: ("post",),
    PostKind.CLUB: ("post",),
    PostKind.DIGEST: ("post", "look"),
    **dict.fromkeys((PostKind.SEASON, PostKind.SECTION), ("post", "look")),
    **dict.fromkeys((PostKind.SEAT, PostKind.LEARN), ("post", "look")),
    PostKind.EVENT: ("event", "events"),
    PostKind.WHEREABOUTS: ("look up",),
}
"""The requests that each kind of post is made of."""
ASKED = (PostKind.CARD, PostKind.WITHDRAWN)
"""Posts made while no player has answered a challenge."""
OF_SERVERS = tuple(
    map(
        PostKind,
        ("puzzle", "solvers", "unposted", "club", "digest", "season", "section", "event", "whereabouts"),
    )
)
"""Posts about a server as a whole.

They concern its daily puzzle, its own card, its digest, a league or its channels.
"""
DIRECT = tuple(map(PostKind, ("hand", "withdrawn", "turn", "reminder", "unposted", "seat", "learn")))
"""What goes to direct messages."""
ELSEWHERE = 99
"""A channel that a match is moved to."""


async def bring_about(post: Post, kind: PostKind) -> None:
    """Come to where the next thing that is posted, among others, is of this kind."""
    nothing = (*ASKED, PostKind.PLACE, PostKind.CHALLENGE, PostKind.HAND, PostKind.NOTICE)
    if kind is PostKind.DIGEST:
        await week_over(post)
    if kind in (*nothing, PostKind.GREETING, *OF_SERVERS):
        return
    if kind is PostKind.LEARN:
        await learner(post)
        return
    if kind is PostKind.SEAT:
        await post.club.play.seek_alerts.change_settings(BEN.id, GUILD, games=("binar",))
        return
    for person in (ANN, BEN):
        await post.club.members.preferences.change(person.id, dm_turn=kind is PostKind.TURN)
    await post.match()
    if kind in (PostKind.LAPSE, PostKind.RESULT, PostKind.ARCHIVE):
        await offer_draw(post)
        await post.run()


async def do_it(post: Post, kind: PostKind) -> None:
    match kind:
        case PostKind.CARD | PostKind.WITHDRAWN:
            await make_challenge(post.club)
            await post.run()
        case PostKind.SEAT:
            await make_challenge(post.club, people=(ANN, None))
            await post.run(PostKind.SEAT.rule.wait)
        case PostKind.LEARN:
            await post.run(3600)
            await post.club.learning.reminders.queue_due_reminders()
        case PostKind.PLACE | PostKind.CHALLENGE:
            await post.match()
        case PostKind.HAND | PostKind.NOTICE:
            await post.match("one-zero-one")
        case PostKind.OFFER:
            await offer_draw(post)
        case PostKind.LAPSE | PostKind.RESULT | PostKind.ARCHIVE:
            await accept_draw(post)
        case PostKind.UNPLAYABLE:
            await spoil_match(post)
        case PostKind.GREETING:
            await post.club.members.servers.queue_greeting(GUILD, 1)
        case PostKind.PUZZLE | PostKind.SOLVERS | PostKind.UNPOSTED:
            await daily(post, solved=kind is PostKind.SOLVERS)
        case PostKind.CLUB:
            await post.club.standing.cards.choose_channel(GUILD, 1, moderator_id=ANN.id)
        case PostKind.DIGEST:
            await post.club.standing.digests.queue_due_digests()
        case PostKind.SEASON | PostKind.SECTION | PostKind.EVENT:
            await (empty_section if kind is PostKind.SECTION else create_league)(post.club)
        case PostKind.REMINDER:
            await remind(post)
        case PostKind.WHEREABOUTS:
            place = [ELSEWHERE + 1]
            await post.club.store.write(lambda tx: put_place_checks(tx, GUILD, place, post.now()))
        case PostKind.MOVED:
            await post.club.play.mover.move(1, act(CLEO), channel_id=ELSEWHERE)
        case _:
            await make_move(post)
