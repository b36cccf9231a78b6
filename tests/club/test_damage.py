"""A flipped byte anywhere in the database is reported in a sentence.

People and the host are told; no other error comes out.
"""

import random
from collections.abc import Awaitable
from pathlib import Path

import pytest

from club.play.course.unplayable_matches import resume_readable_matches
from club.running.scrub import PAUSE, Scrub
from data.database.errors import StoreError
from data.store_opening import open_store
from tests.club.conftest import NOW
from tests.club.damage import LATER, make_move
from tests.club.people import ANN, BEN, GUILD, make_first_moves, start_match
from tests.club.room import club_on
from tests.sets import leave_to_ci
from words import TwotoneError

pytestmark = pytest.mark.ci

PLACES = 200
PARTS = 4


async def _sound(path: Path) -> bytes:
    """Make a database of some matches, and return its content."""
    store = await open_store(path, now=lambda: NOW)
    club = club_on(store)
    for game, clock in (("binar", "1d"), ("yin-yang", ""), ("russian", "3d + 1h"), ("one-zero-one", "")):
        table = await start_match(club, game, clock=clock)
        await make_first_moves(club, table, 6)
    await store.close()
    return path.read_bytes()


@pytest.mark.parametrize(
    "part",
    leave_to_ci([0, 1, *(pytest.param(part, marks=pytest.mark.deep) for part in range(2, PARTS))], after=1),
)
async def test_a_flipped_byte_harms_at_most_what_it_is_in(
    tmp_path: Path, part: int, caplog: pytest.LogCaptureFixture
) -> None:
    content = await _sound(tmp_path / "sound.db")
    written = [place for place, byte in enumerate(content) if byte]
    noticed = 0
    for seed in range(part, PLACES, PARTS):
        dice = random.Random(seed)
        changed = bytearray(content)
        changed[dice.choice(written)] ^= 1 << dice.randrange(8)
        path = tmp_path / f"{seed}.db"
        path.write_bytes(changed)
        noticed += await _use_everything(path)
        path.unlink()
    assert noticed > PLACES / PARTS / 5
    for record in caplog.records:
        assert not record.exc_info or isinstance(record.exc_info[1], StoreError), record.exc_info


async def _use_everything(path: Path) -> int:
    """Start, list, load, play, wait, leave and check a whole database.

    Return how often a sentence was told instead of an answer.
    """
    try:
        store = await open_store(path, now=lambda: NOW)
    except TwotoneError:
        return 1
    time = [NOW]
    club, told = club_on(store, lambda: time[0]), 0
    try:
        told += await _count_refusal(resume_readable_matches(club.play.matches))
        for person in (ANN, BEN):
            told += await _count_refusal(club.play.lists.list_running(person.id))
        told += await _count_refusal(club.play.lists.list_on_server(GUILD))
        for number in range(1, 5):
            told += await _count_refusal(club.play.matches.load_with_events(number))
            for person in (ANN, BEN):
                told += await _count_refusal(make_move(club, number, person))
        time[0] += LATER
        for room in (
            club.play.challenges.expire_due,
            club.play.silences.redraw_due_boards,
            club.play.clocks.handle_due_clocks,
            club.puzzles.daily.queue_due_puzzles,
        ):
            told += await _count_refusal(room())
        for follow in (club.play.places.suspend_server, club.play.places.resume_server):
            told += await _count_refusal(follow(GUILD))
        await club.run_due_work()
        time[0] = NOW
        told += await _count_refusal(_round(club.scrub))
    finally:
        await store.close()
    return told


async def _round(rounds: Scrub) -> None:
    while await rounds.work() <= NOW + PAUSE:
        pass


async def _count_refusal(work: Awaitable[object]) -> int:
    """Return 1 if a sentence was told instead of an answer, otherwise 0.

    Any other error fails the test.
    """
    try:
        await work
    except TwotoneError as error:
        assert str(error)
        return 1
    return 0
