"""Replays are made one at a time and show only what everyone may see.

The queue for them has a limit.
"""

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from club.club import Club
from club.members.quotas import Limits
from club.play.after import animations
from club.play.after.animations import IN_LINE, MOVES, Excerpt, ReplayAnimator, select_excerpt
from club.play.match.matches import Table
from club.refusals import Refusal
from data.play.matches import MatchStatus
from rendering.replay import Replay
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.match import Match
from tests.club.people import start_match
from tests.rules.playouts import random_match
from words import localizer_for

SHOWN = Replay(b"GIF", "words")


async def table(club: Club, match: Match, *, over: bool = False) -> Table:
    """A table with this match on it."""
    made = await start_match(club)
    row = replace(made.row, status=MatchStatus.OVER) if over else made.row
    return Table(row, match)


async def test_replays_are_made_one_at_a_time_and_the_line_has_an_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way, most, go_on = 0, 0, threading.Event()

    def animate(shown: Excerpt, theme: str, language: str) -> Replay:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        go_on.wait()
        under_way -= 1
        return SHOWN

    monkeypatch.setattr(animations, "_animate", animate)
    made = ReplayAnimator(Limits(replays_per_minute=10**6), lambda: 0.0)
    shown = select_excerpt(await table(club, random_match(GAMES["binar"], {}, seed=1, limit=3)), 1)
    asked = []
    for _ in range(IN_LINE):
        made.line.admit(1)
        asked.append(asyncio.create_task(made.animate(shown, theme="wood", language="en")))
        await asyncio.wait(asked, timeout=0)
    with pytest.raises(Refusal, match="Many replays"):
        made.line.admit(2)
    go_on.set()
    assert await asyncio.gather(*asked) == [SHOWN] * IN_LINE
    assert most == 1
    made.line.admit(2)


async def test_a_replay_that_fails_leaves_its_place_in_the_line(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(shown: Excerpt, theme: str, language: str) -> Replay:
        raise ArithmeticError

    monkeypatch.setattr(animations, "_animate", fails)
    made = ReplayAnimator(Limits(), lambda: 0.0)
    made.line.waiting = 1
    shown = select_excerpt(await table(club, random_match(GAMES["binar"], {}, seed=1, limit=3)), 1)
    for _ in range(2):
        made.line.admit(1)
        with pytest.raises(ArithmeticError):
            await made.animate(shown, theme="wood", language="en")


@pytest.mark.ci
@pytest.mark.parametrize("plies", [1, 2, 19, 20, 21, 22, 41])
async def test_the_last_moves_are_as_many_as_there_are_and_no_more(club: Club, plies: int) -> None:
    match = random_match(GAMES["incorrect-checkers"], {}, seed=3, limit=plies)
    shown = select_excerpt(await table(club, match), 1)
    assert shown.last == shown.total_moves == (plies + 1) // 2
    assert shown.first == max(1, shown.last - MOVES + 1)
    moments = shown.build_moments()
    # Of the first move that is shown there is also what came before it.
    assert [moment.plies for moment in moments] == list(range(2 * (shown.first - 1), plies + 1))
    assert [moment.move_number for moment in moments] == [
        (ply + 1) // 2 for ply in range(2 * (shown.first - 1), plies + 1)
    ]
    assert shown.is_whole is (shown.first == 1)


async def test_only_the_last_position_of_a_match_that_is_over_says_how_it_ended(club: Club) -> None:
    match = random_match(GAMES["russian"], {}, seed=3, limit=6)
    match.resign(0)
    for over in (False, True):
        seen = [
            moment.view for moment in select_excerpt(await table(club, match, over=over), 1).build_moments()
        ]
        assert [view.outcome is not None for view in seen] == [False] * 6 + [over]
        assert all(view.turn is not None for view in seen[:-1])


async def test_hidden_cards_are_seen_by_nobody_before_the_end_and_by_all_after_it(club: Club) -> None:
    match = random_match(GAMES["one-zero-one"], {}, seed=3, limit=6)
    for over in (False, True):
        there = await table(club, match, over=over)
        for user in (there.row.seats[0].user_id, there.row.seats[1].user_id, 99):
            for moment in select_excerpt(there, user).build_moments():
                assert [hand is not None for hand in moment.view.hands] == [over, over]  # pyrefly: ignore[missing-attribute]  # a ProgramView
                assert moment.view.viewer is None


async def test_a_board_is_turned_as_its_player_sees_it(club: Club) -> None:
    there = await table(club, random_match(GAMES["russian"], {}, seed=3, limit=4))
    for user, turned in (
        (there.row.seats[0].user_id, False),
        (there.row.seats[1].user_id, True),
        (99, False),
    ):
        for moment in select_excerpt(there, user).build_moments():
            assert isinstance(moment.view, BoardView) and moment.view.is_turned is turned
    fixed = replace(there, facing="fixed")
    for moment in select_excerpt(fixed, there.row.seats[1].user_id).build_moments():
        assert isinstance(moment.view, BoardView) and not moment.view.is_turned


async def test_people_are_named_once_a_match_is_over_and_a_team_is_not_its_captain(club: Club) -> None:
    say, match = localizer_for("en"), random_match(GAMES["binar"], {}, seed=1, limit=3)
    running, over = await table(club, match), await table(club, match, over=True)
    assert select_excerpt(running, 1).caption(say).names == (None, None)
    first, second = over.row.seats
    cases: list[tuple[dict[str, Any], str | None]] = [
        ({}, str(first.name)),
        ({"name": "井上", "handle": "neko"}, "@neko"),
        ({"name": "井上", "handle": "neko", "team": True}, "井上"),
        ({"pictured": False}, None),
    ]
    for changed, name in cases:
        row = replace(over.row, seats=(replace(first, **changed), second))
        shown = select_excerpt(Table(row, match), 1)
        assert shown.caption(say).names == (name, str(second.name))
