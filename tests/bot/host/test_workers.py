"""Worker processes: quick when warm, and killed when they hang.

They are gone when no one asks.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.host.workers import LAST, MINED_WITHIN, PROGRAM, Workers
from club.running.effort import SearchFailure, SearchTimeout
from engines.observation import observe
from engines.puzzles.puzzle import load_shipped_puzzles
from engines.review import PositionQuery
from engines.worker_messages import (
    MoveRequest,
    PracticeRequest,
    PuzzleRequest,
    StudyRequest,
    answer_move_request,
    answer_practice_request,
    answer_puzzle_request,
    answer_study_request,
    pack_message,
    unpack_message,
)
from rules.catalogue import GAMES
from rules.match import Match
from tests.club.learner import blunder_match
from tests.club.play.course.computer_matches import a_moment
from tests.pace import PATIENCE

READY = "import sys,time; sys.stdout.buffer.write(bytes(4)); sys.stdout.flush();"


def question(game: str, level: int = 1) -> MoveRequest:
    match = Match(GAMES[game], {}, bytes(32))
    assert match.turn is not None
    return MoveRequest(observe(match, match.turn), match.options, level, seed=5)


def study(game: str, part: int = 50) -> StudyRequest:
    """The first two positions of a match, to be studied.

    They take one `part` of the usual effort.
    """
    match = Match(GAMES[game], {}, bytes(32))
    asked = []
    for _ in range(2):
        assert match.turn is not None
        made = match.game.moves(match.position)[0]
        asked.append(PositionQuery(observe(match, match.turn), made if match.game.hidden else None))
        match.play(match.moves()[0])
    return StudyRequest(tuple(asked), match.options, part)


async def end_of(workers: Workers) -> int:
    """Return how the one process ended, though no one has stopped it."""
    (worker,) = workers.processes
    async with asyncio.timeout(PATIENCE):
        return await worker.wait()


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(max_processes=1)
    yield made
    await made.stop()


@pytest.mark.ci
async def test_the_answer_of_a_process_is_that_of_the_player_here(workers: Workers) -> None:
    asked = [question("binar"), question("russian", level=3)]
    assert [await workers.think(each) for each in asked] == [answer_move_request(each) for each in asked]
    assert len(workers.processes) == 1, "the process stays for the next question"
    with pytest.raises(SearchFailure):
        await workers.think(question("binar", level=99))
    assert await workers.think(asked[0]) == answer_move_request(asked[0]), (
        "a question that fails leaves it as it is"
    )


@pytest.mark.ci
async def test_a_process_looks_at_positions_as_it_would_be_done_here(workers: Workers) -> None:
    for game in ("russian", "one-zero-one"):
        asked = study(game)
        found = await workers.look(asked)
        assert found == answer_study_request(asked)
        assert len(found) == len(asked.queries)
    assert len(workers.processes) == 1, "the process stays for what comes next"
    with pytest.raises(SearchFailure):
        await workers.look(replace(asked, divisor=0))
    assert await workers.think(question("binar")) == answer_move_request(question("binar")), "it also thinks"


async def test_looking_that_takes_too_long_or_dies_is_told_of() -> None:
    for program, fault in (
        ("raise SystemExit(1)", SearchFailure),
        (f"{READY} time.sleep(600)", SearchTimeout),
    ):
        failing = Workers(max_processes=1, deadline=0.05, program=(sys.executable, "-c", program))
        with pytest.raises(fault):
            await failing.look(study("binar"))
        await failing.stop()


def test_every_game_passes_between_processes_as_it_is(key: str) -> None:
    asked = question(key, level=0)
    again = unpack_message(pack_message(asked)[4:])
    assert again == asked
    assert again.observation.game is asked.observation.game, "a game is one in each process"
    assert answer_move_request(again) == answer_move_request(asked)


async def test_a_hung_process_is_killed_in_time() -> None:
    hung = Workers(max_processes=1, deadline=0.05, program=(sys.executable, "-c", f"{READY} time.sleep(600)"))
    with pytest.raises(SearchTimeout):
        await hung.think(question("binar"))
    assert await end_of(hung) == -signal.SIGKILL
    await hung.stop()
    assert hung.idle == []


@pytest.mark.parametrize("program", ["raise SystemExit(1)", READY])
async def test_a_process_that_dies_is_told_of(program: str) -> None:
    dying = Workers(max_processes=1, program=(sys.executable, "-c", program))
    with pytest.raises(SearchFailure):
        await dying.think(question("binar"))
    await dying.stop()


async def test_a_program_that_cannot_be_started_is_told_of() -> None:
    with pytest.raises(SearchFailure):
        await Workers(max_processes=1, program=("/nowhere/at/all",)).think(question("binar"))


async def test_a_question_that_nobody_waits_for_any_more_ends_its_process() -> None:
    hung = Workers(max_processes=1, program=(sys.executable, "-c", f"{READY} time.sleep(600)"))
    asking = asyncio.create_task(hung.think(question("binar")))
    while not hung.processes:
        await asyncio.wait({asking}, timeout=0.01)
    asking.cancel()
    await asyncio.wait({asking})
    assert await end_of(hung) == -signal.SIGKILL
    await hung.stop()


@pytest.mark.ci
async def test_a_process_ends_with_whoever_asks(workers: Workers) -> None:
    await workers.think(question("binar"))
    (worker,) = workers.processes
    assert worker.stdin is not None
    worker.stdin.close()
    async with asyncio.timeout(PATIENCE):
        assert await worker.wait() == 0


async def test_processes_get_no_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TWOTONE_TOKEN", "secret")
    told = tmp_path / "told"
    watching = f"{READY} import os; open({str(told)!r}, 'w').write(str('TWOTONE_TOKEN' in os.environ))"
    watched = Workers(max_processes=1, program=(sys.executable, "-c", watching))
    with pytest.raises(SearchFailure):
        await watched.think(question("binar"))
    await watched.stop()
    assert told.read_text() == "False"


def hunt(game: str, **changed: Any) -> PuzzleRequest:
    """A match that begins with a puzzle, which is quickly proven, and ends there."""
    hardest = [puzzle for puzzle in load_shipped_puzzles(game) if puzzle.stars == 3]
    match = min(hardest, key=lambda puzzle: len(puzzle.match_after(0).moves())).match_after(0)
    return replace(PuzzleRequest(match.game, match.options, (match.origin,), 5), **changed)


@pytest.mark.ci
async def test_what_is_found_in_a_match_is_what_would_be_found_here() -> None:
    miners = Workers(max_processes=1)
    found = await miners.seek(hunt("yin-yang"))
    assert found == answer_puzzle_request(hunt("yin-yang"))
    assert found is not None
    assert found.match == 5
    with pytest.raises(SearchFailure):
        await miners.seek(hunt("yin-yang", positions=(None,)))


@pytest.mark.ci
async def test_exercises_of_a_match_are_what_would_be_found_here_one_match_at_a_time() -> None:
    miners = Workers(max_processes=1)
    practice = PracticeRequest(blunder_match(), 5, (0, 1))
    async with asyncio.TaskGroup() as group:
        both = [group.create_task(miners.practise(practice)) for _ in range(2)]
    assert [task.result() for task in both] == [answer_practice_request(practice)] * 2
    assert answer_practice_request(practice).exercises != ()
    assert miners.idle == []


def before_others(pid: int) -> bool:
    """Whether a process runs that is not behind all else."""
    try:
        return os.getpriority(os.PRIO_PROCESS, pid) < int(LAST)
    except ProcessLookupError:  # it has ended, which asyncio hears a moment later
        return False


async def test_a_match_is_looked_through_behind_all_else_and_the_process_ends_with_it() -> None:
    miners = Workers(max_processes=1, deadline=MINED_WITHIN, program=(*PROGRAM, LAST))
    looking = asyncio.create_task(miners.seek(hunt("yin-yang", positions=())))
    async with asyncio.timeout(60):
        while not miners.processes:
            await a_moment()
        (process,) = miners.processes
        while process.returncode is None and before_others(process.pid):
            await a_moment()
        assert await looking is None
    assert process.returncode is not None
    assert miners.idle == []


async def test_a_process_that_is_killed_is_not_killed_again() -> None:
    hung = Workers(max_processes=1, program=(sys.executable, "-c", f"{READY} time.sleep(600)"))
    worker = await hung._worker()
    with patch.object(type(worker), "kill", autospec=True, side_effect=type(worker).kill) as kill:
        hung._kill(worker)
        await hung.stop()
    assert kill.call_count == 1
    assert worker.returncode == -signal.SIGKILL
