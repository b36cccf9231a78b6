"""A server's card at Discord: one message, at most one request in half a minute.

No request is made while nothing happens.
"""

from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from bot.cards.play.games import IN_LIST
from bot.cards.standing.club_card import club_card
from bot.codes import Code, NoAnswer
from bot.custom_ids import CustomId
from bot.delivery.club_cards import ANEW_AFTER, content_hash
from data.members.servers import NO_RATINGS
from data.outbox.post_kinds import PostKind
from data.standing import club_cards, ratings
from data.standing import rated_rows as rated_matches
from data.standing.ratings import RatingRow
from tests.bot.memory_wire import Post, posting
from tests.club.people import ANN, BEN, GUILD, act, interactions
from tests.club.people import make_challenge as asked_of
from tests.fake_wire import refusal
from words import ENGLISH, localizer_for

CHANNEL = 77
DM = 100_000 + ANN.id
MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    """A server that has just chosen a channel for its card."""
    async with posting(tmp_path / "twotone.db") as opened:
        await opened.club.standing.cards.choose_channel(GUILD, CHANNEL, moderator_id=ANN.id)
        yield opened


def there(post: Post, channel: int = CHANNEL) -> list[int]:
    """The messages of a channel."""
    return [sent.message_id for sent in post.wire.messages.values() if sent.channel_id == channel]


def card_requests(post: Post) -> list[str]:
    """The kinds of requests about the card."""
    return [kind for kind, place in post.wire.asked if place == CHANNEL]


async def moves_next(post: Post, match_id: int = 1) -> str:
    """How the card says whose turn it is in a match."""
    table = await post.club.play.matches.load(match_id)
    assert table.turn is not None
    return f"**{table.player(table.turn).name}** · [Binar](https://discord.com/channels/"


async def test_it_is_posted_once_pinned_and_then_edited(post: Post) -> None:
    await post.run(MINUTE)
    assert card_requests(post) == ["post", "pin"]
    [card] = there(post)
    assert post.wire.server.messages[card].pinned
    assert "No match is going" in post.wire.words[CHANNEL]
    match = await post.match()
    await post.run(MINUTE)
    assert card_requests(post) == ["post", "pin", "edit"]
    assert await moves_next(post) in post.wire.words[CHANNEL]
    await post.move(match.row.id)
    await post.run(MINUTE)
    assert await moves_next(post) in post.wire.words[CHANNEL]
    assert there(post) == [card]


@pytest.mark.ci
async def test_under_load_it_takes_one_request_in_half_a_minute_and_none_in_an_idle_hour(post: Post) -> None:
    matches = [await post.match() for _ in range(3)]
    await post.run(MINUTE)
    for turn in range(100):
        await post.move(matches[turn % 3].row.id)
        await post.run(3.0)
        if (await post.club.play.matches.load(matches[turn % 3].row.id)).is_over:
            matches[turn % 3] = await post.match()
    at = [when for when, place in post.wire.asked_at if place == CHANNEL]
    assert len(at) > 7
    assert min(later - earlier for earlier, later in pairwise(at)) >= club_cards.EVERY
    await post.run(MINUTE)
    before = card_requests(post)
    await post.run(HOUR)
    assert card_requests(post) == before
    assert await post.waiting_of(PostKind.CLUB) == 0


async def test_what_changes_nothing_on_it_costs_no_request(post: Post) -> None:
    await post.run(MINUTE)
    before = card_requests(post)
    await post.club.members.servers.change(GUILD, moderator_id=ANN.id, open_limit=3)
    await post.run(HOUR)
    assert card_requests(post) == before


async def test_an_open_seat_is_taken_from_it(post: Post) -> None:
    row = await asked_of(post.club, people=(ANN, None))
    await post.run(2 * MINUTE)
    assert "Open seats" in post.wire.words[CHANNEL]
    [card] = [sent for sent in post.wire.messages.values() if sent.channel_id == CHANNEL]
    assert str(CustomId("accept", row.id, rest=IN_LIST, is_challenge=True)) in card.marks
    await post.club.play.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))
    await post.run(MINUTE)
    assert "Open seats" not in post.wire.words[CHANNEL]


async def test_who_scrolled_it_away_gets_a_new_one_once_a_day(post: Post) -> None:
    match = await post.match()
    await post.run(MINUTE)
    [old] = there(post)
    post.wire.busy = True
    await post.move(match.row.id)
    await post.run(HOUR)
    await post.move(match.row.id)
    await post.run(MINUTE)
    assert "near" not in card_requests(post)  # it could not be posted anew before the day is over
    await post.run(DAY)
    before = len(card_requests(post))
    await post.move(match.row.id)
    await post.run(5 * MINUTE)
    assert card_requests(post)[before:] == ["near", "delete", "post", "pin"]
    [new] = there(post)
    assert new != old
    for _ in range(10):
        if (await post.club.play.matches.load(match.row.id)).is_over:
            break
        await post.move(match.row.id)
        await post.run(HOUR)
    assert there(post) == [new]


async def test_where_edits_are_limited_it_is_posted_anew_when_the_day_is_over(post: Post) -> None:
    match = await post.match()
    await post.run(MINUTE)
    [old] = there(post)
    post.wire.fault = lambda kind, place: (
        refusal(429, Code.OLD_EDITS) if kind == "edit" and place == CHANNEL else None
    )
    await post.move(match.row.id)
    await post.run(HOUR)
    assert there(post) == [old]
    await post.run(ANEW_AFTER)
    assert len(there(post)) == 1
    assert there(post) != [old]
    assert await moves_next(post) in post.wire.words[CHANNEL]


async def test_in_another_channel_it_is_at_once_and_in_none_it_is_gone(post: Post) -> None:
    await post.run(MINUTE)
    await post.club.standing.cards.choose_channel(GUILD, 78, moderator_id=ANN.id)
    await post.run(2 * MINUTE)
    assert (there(post), len(there(post, 78))) == ([], 1)
    await post.club.standing.cards.choose_channel(GUILD, None, moderator_id=ANN.id)
    await post.run(2 * MINUTE)
    assert there(post, 78) == []
    asked_so_far = len(post.wire.asked)
    await post.match()
    await post.run(HOUR)
    assert not [place for _, place in post.wire.asked[asked_so_far:] if place in (CHANNEL, 78)]
    await post.club.standing.cards.choose_channel(GUILD, CHANNEL, moderator_id=ANN.id)
    await post.run(MINUTE)
    assert len(there(post)) == 1


@pytest.mark.parametrize("code", [Code.UNKNOWN_CHANNEL, Code.MISSING_ACCESS, Code.MISSING_PERMISSION])
@pytest.mark.parametrize("posted", [True, False])
async def test_where_the_channel_is_gone_or_shut_it_stops_and_whoever_chose_it_is_told_once(
    post: Post, code: Code, posted: bool
) -> None:
    if posted:
        await post.run(MINUTE)
    status = 404 if code is Code.UNKNOWN_CHANNEL else 403
    post.wire.fault = lambda _, place: refusal(status, code) if place == CHANNEL else None
    await post.match()
    await post.run(HOUR)
    assert len(there(post, DM)) == 1
    assert "card of that server" in post.wire.words[DM]
    server, card = await post.club.standing.cards.load_card(GUILD)
    assert (server.card_channel, server.card_by, card) == (None, None, None)
    before = len(card_requests(post))
    await post.match()
    await post.run(HOUR)
    assert len(card_requests(post)) == before


@pytest.mark.ci
@pytest.mark.parametrize("taken", [True, False])
@pytest.mark.parametrize("kind", ["post", "pin", "edit", "delete"])
async def test_after_a_crash_between_any_two_steps_it_is_there_once(
    post: Post, kind: str, taken: bool
) -> None:
    def failing(request: str, place: int) -> Exception | None:
        return NoAnswer("reset") if request == kind and place == CHANNEL else None

    match = await post.match()
    if kind in ("edit", "delete"):
        await post.run(MINUTE)
    post.wire.accepts, post.wire.fault = taken, failing
    await post.move(match.row.id)
    if kind == "delete":
        await post.club.standing.cards.choose_channel(GUILD, 78, moderator_id=ANN.id)
    await post.run(10.0 if kind == "post" else 45.0)
    assert kind in card_requests(post)
    await post.kill()
    post.wire.accepts, post.wire.fault = False, lambda *_: None
    await post.start(chance=2)
    await post.run(3 * MINUTE)
    assert (len(there(post)), len(there(post, 78))) == ((0, 1) if kind == "delete" else (1, 0))
    assert await moves_next(post) in post.wire.words[78 if kind == "delete" else CHANNEL]
    assert await post.waiting_of(PostKind.CLUB) == 0


async def test_a_process_that_does_not_know_the_server_leaves_it_to_others(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post.wire, "place_filter", lambda *_: None)
    await post.run(20.0)
    assert card_requests(post) == []
    monkeypatch.undo()
    await post.run(20.0)
    assert card_requests(post) == ["post"]


async def test_what_not_everybody_there_may_see_is_not_on_it(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = await post.match()
    monkeypatch.setattr(
        post.wire, "place_filter", lambda *_: lambda place: place.place_id != hidden.row.place_id
    )
    seat = await asked_of(post.club, people=(ANN, None), channel_id=13)
    monkeypatch.setattr(
        post.wire, "place_filter", lambda *_: lambda place: place.place_id not in (hidden.row.place_id, 13)
    )
    await post.run(2 * MINUTE)
    assert "No match is going" in post.wire.words[CHANNEL]
    assert "Open seats" not in post.wire.words[CHANNEL]
    monkeypatch.undo()
    await post.club.play.challenges.cancel(seat.id, act(ANN))
    await post.club.standing.cards.redraw(GUILD)
    await post.run(MINUTE)
    assert await moves_next(post) in post.wire.words[CHANNEL]


async def add_rating(post: Post, user_id: int, name: str, points: float) -> None:
    """Give a member a place in the table of Binar."""
    row = RatingRow(GUILD, "binar", user_id, name, points, 60.0, post.now(), 20, 9)
    await post.club.store.write(lambda tx: ratings.put(tx, row))


async def test_the_best_are_on_it_but_for_who_is_shown_to_nobody_and_none_without_ratings(post: Post) -> None:
    await post.club.store.write(lambda tx: rated_matches.claim_number(tx, GUILD, post.now()))
    for number, name in enumerate(("Ann", "Ben", "Cleo", "Dan")):
        await add_rating(post, 500 + number, name, 1700.0 - number)
    await post.run(MINUTE)
    assert "**The best in Binar**\n1. **Ann** 1700\u00a0±\u00a060\n2. **Ben**" in post.wire.words[CHANNEL]
    assert "Dan" not in post.wire.words[CHANNEL]
    await post.club.members.preferences.change(500, profile_shown=False)
    await post.run(MINUTE)
    assert "1. **Ben** 1699" in post.wire.words[CHANNEL]
    assert "Ann" not in post.wire.words[CHANNEL]
    await post.club.privacy.deletion.begin_deletion(501)
    await post.club.privacy.deletion.work()
    await post.run(MINUTE)
    assert "1. **Cleo** 1698" in post.wire.words[CHANNEL]
    await post.club.members.servers.change(GUILD, moderator_id=ANN.id, ratings=NO_RATINGS)
    await post.run(MINUTE)
    assert "The best" not in post.wire.words[CHANNEL]


async def test_today_s_puzzle_is_on_it_where_everybody_may_see_its_post(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = int(post.now() // HOUR + 1) % 24
    await post.club.puzzles.daily.change_settings(
        GUILD, moderator_id=ANN.id, puzzle_channel=70, puzzle_hour=hour
    )
    await post.run(HOUR)
    await post.club.puzzles.daily.queue_due_puzzles()
    await post.run(MINUTE)
    [puzzle] = there(post, 70)
    assert f"https://discord.com/channels/{GUILD}/70/{puzzle}" in post.wire.words[CHANNEL]
    monkeypatch.setattr(post.wire, "place_filter", lambda *_: lambda place: place.place_id != 70)
    await post.club.standing.cards.redraw(GUILD)
    await post.run(MINUTE)
    assert "puzzle" not in post.wire.words[CHANNEL]


@pytest.mark.ci
@pytest.mark.parametrize("way", ["deleted", "hidden"])
async def test_a_last_result_names_nobody_who_is_gone_or_hidden(post: Post, way: str) -> None:
    match = await post.match("russian")
    await post.move(match.row.id)
    await post.club.play.matches.resign(match.row.id, act(ANN))
    await post.run(HOUR)
    assert "**Ben** won against Ann" in post.wire.words[CHANNEL]
    if way == "deleted":
        await post.club.privacy.deletion.begin_deletion(ANN.id)
        await post.club.privacy.deletion.work()
    else:
        await post.club.members.preferences.change(ANN.id, profile_shown=False)
    await post.run(MINUTE)
    assert "Ann" not in post.wire.words[CHANNEL]
    assert "won against" not in post.wire.words[CHANNEL]


async def test_the_board_of_a_place_that_not_everybody_may_see_is_not_on_it(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, hidden = await post.match("russian"), await post.match("russian")
    shows = lambda place: place.place_id != hidden.row.place_id  # noqa: E731 - as the wire has it
    for match in (seen, hidden):
        await post.run(HOUR)
        await post.move(match.row.id)
    everything = await post.club.standing.cards.load_activity(GUILD, lambda place: True)
    visible = await post.club.standing.cards.load_activity(GUILD, shows)
    assert everything.board and everything.board.row.id == hidden.row.id
    assert visible.board and visible.board.row.id == seen.row.id
    await post.club.play.matches.resign(hidden.row.id, act(ANN))
    assert (await post.club.standing.cards.load_activity(GUILD, lambda place: True)).last_result
    assert (await post.club.standing.cards.load_activity(GUILD, shows)).last_result is None


async def test_a_match_that_cannot_be_read_is_passed_over_for_the_next_board(post: Post) -> None:
    first, second = await post.match("russian"), await post.match("russian")
    await post.run(HOUR)
    await post.move(second.row.id)
    spoiled = "UPDATE match SET record = 'junk' WHERE id = ?"
    await post.club.store.write(lambda tx: tx.run(spoiled, second.row.id))
    await post.kill()
    await post.start(chance=2)
    activity = await post.club.standing.cards.load_activity(GUILD, lambda place: True)
    assert activity.board and activity.board.row.id == first.row.id


async def test_a_new_board_is_another_card_though_all_words_stay(post: Post) -> None:
    match = await post.match("russian")
    activity = await post.club.standing.cards.load_activity(GUILD, lambda place: True)
    card = club_card(activity, 1, localizer_for(ENGLISH))
    assert content_hash(card, match) == content_hash(card, match)
    assert content_hash(card, match) != content_hash(card, await post.move(match.row.id))
