"""Moves complete at once, however many there are.

No one else waits for the list.
"""

import asyncio
import threading
from dataclasses import replace
from time import thread_time

import pytest

from club.club import Club
from club.play.after.completions import MoveCompleter
from club.play.match.matches import Table
from rules.match import Match
from tests.club.people import start_match
from tests.pace import slowness
from tests.uncollected import no_garbage_collection

MANY = [f"{file}{rank}:{other}" for file in "abcdefgh" for rank in range(50) for other in range(50)]


class Busy(Match):
    """A match with given legal moves; it notes the threads on which they are listed."""

    listing: list[str]
    threads: list[int]

    def moves(self) -> list[str]:
        """The moves given."""
        self.threads.append(threading.get_ident())
        return self.listing


async def busy(club: Club, listing: list[str]) -> tuple[Table, Busy]:
    """A match with these legal moves."""
    table = await start_match(club)
    match = Busy(table.game, {}, bytes(32))
    match.listing, match.threads = listing, []
    return replace(table, match=match), match


async def test_what_begins_so_comes_before_what_holds_it_and_nothing_comes_twice(club: Club) -> None:
    table, _ = await busy(club, ["a1 b2", "b2", "B 2 c3", "c3 b2", "d4"])

    async def of(typed: str, limit: int = 9, length: int = 9) -> list[str]:
        return await club.play.completions.complete(table, typed, user_id=1, limit=limit, max_length=length)

    assert await of("b2") == ["b2", "B 2 c3", "a1 b2", "c3 b2"]
    assert await of(" B 2") == ["b2", "B 2 c3", "a1 b2", "c3 b2"]
    assert await of("b2", limit=3) == ["b2", "B 2 c3", "a1 b2"]
    assert await of("b2", limit=1) == ["b2"]
    assert await of("b2", length=5) == ["b2", "a1 b2", "c3 b2"]
    assert await of("") == ["a1 b2", "b2", "B 2 c3", "c3 b2", "d4"]
    assert await of("zz") == []


async def test_what_is_written_in_another_way_is_read(club: Club) -> None:
    table = await start_match(club)
    assert await club.play.completions.complete(table, "D3:0", user_id=1, limit=9, max_length=9) == ["d3"]
    assert await club.play.completions.complete(table, "D3:0", user_id=1, limit=9, max_length=1) == []


async def test_moves_are_listed_once_for_a_position_on_another_thread(club: Club) -> None:
    table, match = await busy(club, ["a1"])
    ask = [
        club.play.completions.complete(table, typed, user_id=1, limit=9, max_length=9)
        for typed in ("", "a", "1")
    ]
    assert await asyncio.gather(*ask) == [["a1"]] * 3
    assert await club.play.completions.complete(table, "a", user_id=1, limit=9, max_length=9) == ["a1"]
    [thread] = match.threads
    assert thread != threading.get_ident()
    later = replace(table, row=replace(table.row, version=1))
    await club.play.completions.complete(later, "a", user_id=1, limit=9, max_length=9)
    assert len(match.threads) == 2


async def test_a_list_that_failed_is_made_again(club: Club) -> None:
    table, match = await busy(club, ["a1"])
    threads, match.threads = match.threads, None  # pyrefly: ignore[bad-assignment]  # so that listing fails
    with pytest.raises(AttributeError):
        await club.play.completions.complete(table, "a", user_id=1, limit=9, max_length=9)
    match.threads = threads
    assert await club.play.completions.complete(table, "a", user_id=1, limit=9, max_length=9) == ["a1"]


async def test_only_so_many_moves_are_kept(club: Club) -> None:
    kept = MoveCompleter(club.play.crowded_positions)
    kept.kept.most = 10
    table, match = await busy(club, ["a1", "a2", "a3", "a4"])
    tables = [replace(table, row=replace(table.row, id=number)) for number in range(3)]
    for each in (*tables[:2], tables[0], tables[2], tables[0], tables[1]):
        await kept.complete(each, "a", user_id=1, limit=9, max_length=9)
        assert kept.kept.total <= 10
    assert len(match.threads) == 4  # the one least recently asked for was listed again
    match.listing = ["b1"] * 50
    long = replace(table, row=replace(table.row, id=9))
    for _ in range(2):
        await kept.complete(long, "b", user_id=1, limit=9, max_length=9)
    assert kept.kept.total == 51
    assert len(match.threads) == 5


async def test_of_a_match_only_the_newest_position_is_kept(club: Club) -> None:
    kept = MoveCompleter(club.play.crowded_positions)
    table, match = await busy(club, ["a1", "a2", "a3", "a4"])
    versions = [replace(table, row=replace(table.row, version=version)) for version in range(9)]
    for each in versions:
        assert await kept.complete(each, "a2", user_id=1, limit=9, max_length=9) == ["a2"]
    assert kept.kept.total == 5
    # A member who still types into an older position is answered, and takes nothing from the others.
    assert await kept.complete(versions[2], "a3", user_id=1, limit=9, max_length=9) == ["a3"]
    listed = len(match.threads)
    assert await kept.complete(versions[-1], "a4", user_id=1, limit=9, max_length=9) == ["a4"]
    assert (kept.kept.total, len(match.threads)) == (5, listed)


@pytest.mark.ci
async def test_a_keystroke_among_twenty_thousand_moves_leaves_the_loop_to_others(club: Club) -> None:
    table, _ = await busy(club, MANY)
    assert len(MANY) == 20_000
    await club.play.completions.complete(table, "", user_id=1, limit=25, max_length=100)
    taken = []
    for typed in ("", "h49:49", "9:1", ":", "a") * 3:
        with no_garbage_collection():
            began = thread_time()
            await club.play.completions.complete(table, typed, user_id=1, limit=25, max_length=100)
            taken.append(thread_time() - began)
    assert max(taken) < 0.02 * slowness()
