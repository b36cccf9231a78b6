"""Others act while a member is forgotten, and so does the member.

The act that is stored first counts, and nothing is lost.
"""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from club.members.people import Act
from club.play.match.matches import MatchChange, Table
from club.refusals import Refusal, StaleBoard
from data.database import meta
from data.play.matches import EventKind
from data.sqlite.check import check
from rules.match import Match
from tests.club.people import ANN, BEN, act, interactions, make_challenge, start_match
from tests.club.privacy.whole_life import MARKS, ZOE, do_everything, everything, forget, open_club

WITHIN = 20.0
"""Seconds after which two who wait for one another have failed."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.mark.parametrize("first", [EventKind.MOVE, EventKind.RESIGN])
async def test_a_move_under_way_counts_before_the_end_or_not_at_all(
    path: Path, monkeypatch: pytest.MonkeyPatch, first: EventKind
) -> None:
    """A move under way counts before the end, or not at all.

    Both acts find the match as it began. Then the `first` of them is stored, and the other after it.
    """
    async with open_club(path) as club:
        table = await start_match(club, people=(ZOE, BEN))
        append, both, done = club.play.matches.store_change, asyncio.Barrier(2), asyncio.Event()

        async def in_turn(found: Table, match: Match, change: MatchChange, also: Any = None) -> Table:
            if not done.is_set():
                await both.wait()
                if change.kind is not first:
                    await done.wait()
            try:
                return await append(found, match, change, also)
            finally:
                done.set()

        def move() -> Awaitable[Table]:
            return club.play.matches.play(table.row.id, act(ZOE), "c3", version=0)

        monkeypatch.setattr(club.play.matches, "store_change", in_turn)
        async with asyncio.timeout(WITHIN):
            moved, left = await asyncio.gather(move(), forget(club), return_exceptions=True)
        row, events = await club.play.matches.load_with_events(table.row.id)
        kinds = [event.kind for event in events]
        assert left is None
        if first is EventKind.MOVE:
            assert kinds == [EventKind.MOVE, EventKind.RESIGN]
            assert isinstance(moved, Table)
        else:
            assert kinds == [EventKind.RESIGN]
            assert isinstance(moved, StaleBoard)
        assert row.row.winner == 1
        assert MARKS.cells(path) == set()
        with pytest.raises(Refusal):
            await move()
    check(path)


async def test_a_challenge_that_is_accepted_meanwhile_begins_or_does_not(path: Path) -> None:
    async with open_club(path) as club:
        for pause in range(6):
            row = await make_challenge(club, people=(ZOE, BEN))

            async def accept(challenge_id: int = row.id, pause: int = pause) -> Table:
                for _ in range(pause):
                    await club.store.read(lambda tx: meta.get(tx, "x"))
                return await club.play.challenges.accept(
                    challenge_id, taker=BEN, interaction_id=next(interactions)
                )

            got, _ = await asyncio.gather(accept(), forget(club), return_exceptions=True)
            if isinstance(got, Table):
                assert (await club.play.matches.load(got.row.id)).is_over
            assert await club.play.lists.list_running(BEN.id) == []
            assert MARKS.cells(path) == set()


@pytest.mark.ci
async def test_others_play_on_while_somebody_is_forgotten(path: Path) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        table = await start_match(club)
        before = await everything(club, "preference")
        await forget(club)
        await club.play.matches.play(table.row.id, act(ANN), "c3")
        assert [row for row in before if row["user_id"] != ZOE.id] == await everything(club, "preference")


async def test_a_move_that_comes_first_lets_the_match_be_given_up_after_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_club(path) as club:
        table = await start_match(club, people=(ZOE, BEN))
        find, moves = club.play.matches.load, iter((ZOE.id, BEN.id))

        async def overtaken(match_id: int) -> Table:
            found = await find(match_id)
            if who := next(moves, None):
                move = found.match.moves()[0]
                await club.play.matches.make_move(found, Act(who, next(interactions)), move)
            return found

        monkeypatch.setattr(club.play.matches, "load", overtaken)
        await forget(club)
        monkeypatch.undo()
        _, events = await club.play.matches.load_with_events(table.row.id)
        assert [event.kind for event in events] == [EventKind.MOVE, EventKind.MOVE, EventKind.RESIGN]
        assert MARKS.anywhere(path) == []
