"""A server's daily puzzle: moderators set it up on one card.

It is solved in private from its post, and its solvers are named.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.cards.puzzles.daily import daily_puzzle_card
from club.puzzles.daily import DailyPuzzle
from club.puzzles.solving import PuzzleView
from data.members.servers import ServerRow
from data.puzzles.daily import PuzzlePost, SolveCounts
from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles
from tests.bot.closed_places import shut_channel
from tests.bot.officials import manager
from tests.bot.puzzle_moves import next_puzzle, press_move, puzzle_of, wrong_move
from tests.bot.puzzles import todays
from tests.bot.server import Server, buttons, select, texts, walk
from tests.bot.settings_cards import card_of, choose, chosen_values, menu
from tests.sets import leave_to_ci
from words import ENGLISH, localizer_for

DAY = 24 * 3600.0


async def solve(
    room: Server, member: Any, post: Any, told: str = "Solved", *, missed: bool = False
) -> Puzzle:
    """Solve the puzzle of a post by its buttons.

    It may be solved on a second board, after a miss on the first.
    """
    shown = await member.click(post, label="Solve")
    assert shown.ephemeral
    puzzle = puzzle_of(shown.response)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "ann", member)  # whose fingers `press_move` moves
        if missed:
            await press_move(room, shown, puzzle, 0, wrong_move(puzzle))
            shown = await member.click(post, label="Solve")
        for plies in range(0, len(puzzle.line), 2):
            shown = await press_move(room, shown, puzzle, plies, puzzle.line[plies])
            if "Solved" in texts(shown.response):
                break  # the rest went by itself
    assert told in texts(shown.response)
    return puzzle


@pytest.mark.ci
async def test_a_puzzle_comes_every_day_is_solved_in_private_and_names_who_was_first(room: Server) -> None:
    mo = manager(room)
    card = await card_of(room, mo)
    assert "None is posted" in texts(card)
    card = await choose(mo, card, "puzzle_channel", room.channel)
    assert "The next one comes" in texts(card)
    assert room.channel.history() == []
    [post] = await next_puzzle(room)
    assert "Nobody has solved it yet" in texts(post)
    assert list(buttons(post)) == ["Solve", "How to play"]
    [picture] = [part for part in walk(post.components) if part["type"] == 12]
    assert len(picture["items"][0]["description"]) > 30
    puzzle = await solve(room, room.ben, post, missed=True)
    assert puzzle.line[0] not in texts(post)
    await solve(room, room.cleo, post)
    [post] = room.channel.history()
    ben, cleo = f"<@{room.ben.id}> (2 tries)", f"<@{room.cleo.id}> (1 try)"
    assert f"1. {ben} · day 1 of a streak\n2. {cleo} · day 1 of a streak" in texts(post)
    again = await todays(room.ann, room.channel)
    assert puzzle_of(again.response) == puzzle
    told = await room.ann.click(again.response, label="Solution")
    assert "The solution" in texts(told.response)
    await room.restart()
    posts = await next_puzzle(room)
    assert len(posts) == 2
    assert f"The puzzle before this one was solved by {cleo}, {ben}." in texts(posts[-1])
    numbers = [int(texts(post).partition("no. ")[2].partition(" (")[0]) for post in posts]
    assert numbers[1] == numbers[0] + 1
    await solve(
        room,
        room.cleo,
        posts[-1],
        told="Puzzles solved so far: 2 · 2 days in a row. One a day keeps your streak.",
    )
    posts = room.channel.history()
    assert f"1. {cleo} · 2 days in a row" in texts(posts[-1])
    assert "in a row" not in texts(posts[0])
    posts = await next_puzzle(room)
    await solve(room, room.cleo, posts[-1], told="3 · 3 days in a row. One a day keeps your streak.")
    posts = room.channel.history()
    assert f"1. {cleo} · 3 days in a row" in texts(posts[-1])
    assert str(room.ann.id) not in "".join(map(texts, posts))


def test_the_post_of_a_puzzle_of_cards_tells_both_hands() -> None:
    say, post = localizer_for(ENGLISH), PuzzlePost(1, 2, 3, 4, "", 0.0, None)
    for puzzle, told in (
        (load_shipped_puzzles("one-zero-one")[0], True),
        (load_shipped_puzzles("russian")[0], False),
    ):
        card = daily_puzzle_card(DailyPuzzle(post, PuzzleView(puzzle, number=5), [], SolveCounts()), say)
        written = [each.get("content", "") for each in walk([card.view.children[0].to_component_dict()])]
        assert any("-# Hands: 0 (" in each or "-# Hands: 1 (" in each for each in written) == told


async def test_who_takes_a_hint_is_told_once_that_the_post_does_not_name_them(room: Server) -> None:
    mo = manager(room)
    await choose(mo, await card_of(room, mo), "puzzle_channel", room.channel)
    [post] = await next_puzzle(room)
    opened = await room.ben.click(post, label="Solve")
    looked = await room.ben.click(opened.response, label="Hint")
    assert "its post does not name you" in texts(looked.response)
    given = await room.ben.click(looked.response, label="Show the move")
    assert "its post does not name you" not in texts(given.response)
    await solve(room, room.ben, post)
    [post] = room.channel.history()
    assert "Nobody has solved it yet" in texts(post)
    await solve(room, room.cleo, post)
    [post] = room.channel.history()
    assert f"1. <@{room.cleo.id}>" in texts(post)
    assert str(room.ben.id) not in texts(post)


async def test_the_hour_is_that_of_the_server_s_zone(room: Server) -> None:
    mo = manager(room)
    card = await choose(mo, await card_of(room, mo), "puzzle_channel", room.channel)
    card = await choose(mo, card, "puzzle_hour", "18")
    form = await mo.click(card, label="Change the time zone")
    refused = await mo.submit_modal(form, {"zone": "*nowhere*"})
    assert "I know no time zone “\\*nowhere\\*”" in texts(refused.response)
    form = await mo.click(card, label="Change the time zone")
    told = await mo.submit_modal(form, {"zone": "Tokyo"})
    assert "Asia/Tokyo" in texts(told.response)
    assert chosen_values(told.response, "puzzle_hour") == ["18"]
    plan = await room.bot.club.puzzles.daily.load_plan(room.guild.id)
    assert plan.next_at is not None
    comes = datetime.fromtimestamp(plan.next_at, UTC)
    assert (comes.hour, comes.minute) == (9, 0)
    assert timedelta(0) < comes - room.env.now() <= timedelta(days=1)
    back = await mo.click(told.response, label="All other settings")
    assert menu(back.response, "running_limit")
    card = await card_of(room, mo)
    assert menu(card, "puzzle_channel")["min_values"] == 0
    card = await choose(mo, card, "puzzle_channel")
    assert "None is posted" in texts(card)
    await room.env.advance_time(2 * DAY)
    assert room.channel.history() == []


async def test_a_channel_where_the_bot_lacks_a_permission_is_not_saved(room: Server) -> None:
    mo = manager(room)
    shut = shut_channel(room)
    card = await choose(mo, await card_of(room, mo), "puzzle_channel", shut)
    assert f"Not saved:** in <#{shut.id}> I lack Attach Files." in texts(card)
    assert (await room.bot.club.members.servers.get(room.guild.id)).puzzle_channel is None


@pytest.mark.parametrize(
    ("name", "value"),
    leave_to_ci(
        [("puzzle_hour", "24"), ("puzzle_hour", "-1"), ("puzzle_hour", "²"), ("zone", "Berlin")], after=2
    ),
)
async def test_what_the_card_never_offered_is_stored_nowhere(room: Server, name: str, value: str) -> None:
    mo = manager(room)
    custom_id = f"v1:0:server-daily:0:{name}"
    planted = room.plant(room.channel, [select(custom_id, [value])])
    told = await mo.select(planted, [value], custom_id=custom_id)
    assert "not offered any more" in texts(told.response)
    assert await room.bot.club.members.servers.get(room.guild.id) == ServerRow(room.guild.id)
