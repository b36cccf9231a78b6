"""The bot on PostgreSQL, in Discord as the simulator has it."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from club.play.course.computer import ComputerTurnFollower
from data.outbox import leases
from data.store_opening import open_store
from tests import postgres
from tests.bot.command import twotone
from tests.bot.computer_matches import PAUSE, answer, restarted_while_it_thinks
from tests.bot.computer_matches import begin_computer as computer_met
from tests.bot.server import Server, serve
from tests.bot.walks import (
    alone,
    by_buttons,
)
from tests.club.people import start_match
from tests.club.privacy.whole_life import open_club

ADDRESS = "postgresql://ada:secret@db.example/club"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Ann, Ben and Cleo on a server with the bot, whose store is on PostgreSQL."""
    async with serve(tmp_path / "notes", postgres=postgres.fresh()) as met:
        yield met


@pytest.mark.ci
async def test_every_button_works_after_a_restart(room: Server) -> None:
    place = await room.begin("binar", restart=True)
    moves = await by_buttons(room, place, seed=3, limit=3, restart=True)
    match = await room.match()
    assert match.position == alone(match, moves).position


@pytest.mark.ci
async def test_a_restart_while_the_computer_thinks_loses_no_move_and_makes_none_twice(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ComputerTurnFollower, "pause", PAUSE)
    await restarted_while_it_thinks(room)


@pytest.mark.ci
async def test_a_move_of_the_computer_s_that_a_dead_process_was_at_is_made_after_the_start(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ComputerTurnFollower, "pause", PAUSE)
    place = await computer_met(room)
    await room.ann.slash(place, "move", move="b2")
    now = room.env.now().timestamp()
    taken = await room.bot.club.store.write(
        lambda tx: leases.claim(tx, "thinking", now + PAUSE, 1, owner="dead", lease=1e6)
    )
    assert len(taken) == 1
    await room.restart()
    await answer(room)
    assert len((await room.match()).plies) == 2


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["backup", "copy.db"], "pg_dump and pg_restore"),
        (["restore", "copy.db"], "pg_dump and pg_restore"),
    ],
)
def test_what_looks_after_a_file_says_what_to_use_instead(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", ADDRESS)
    with pytest.raises(SystemExit) as ended:
        main(command)
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert told in said
    assert "secret" not in said
    assert list(tmp_path.iterdir()) == []


def test_a_club_is_moved_checked_and_told_of(tmp_path: Path) -> None:
    address = postgres.fresh()
    asyncio.run(store_match(tmp_path / "club.db"))
    wrong = twotone(tmp_path, "move-database", "club.db", "mysql://host/club")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "no address of PostgreSQL" in wrong.stderr
    moved = twotone(tmp_path, "move-database", "club.db", address)
    assert (moved.returncode, moved.stderr) == (0, "")
    assert moved.stdout.startswith("club.db is carried over to ")
    again = twotone(tmp_path, "move-database", "club.db", address)
    assert (again.returncode, again.stdout) == (1, "")
    assert "is not empty" in again.stderr
    checked = twotone(tmp_path, "check", DATABASE_URL=address)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout.endswith(" is whole.\n")
    told = twotone(tmp_path, "status", DATABASE_URL=address)
    assert (told.returncode, told.stderr) == (0, "")
    assert "Matches: 1 running, 0 over" in told.stdout
    assert "Last backup: PostgreSQL's own" in told.stdout
    asyncio.run(break_record(address))
    damaged = twotone(tmp_path, "check", DATABASE_URL=address)
    assert (damaged.returncode, damaged.stdout) == (1, "")
    assert "the record of match 1 cannot be replayed" in damaged.stderr


async def store_match(path: Path) -> None:
    """Make a database with a match, as the bot leaves it."""
    async with open_club(path) as club:
        await start_match(club)


async def break_record(address: str) -> None:
    """Damage every match's record in the database."""
    store = await open_store(address)
    await store.write(lambda tx: tx.run("UPDATE match SET record = 'what'"))
    await store.close()


def test_without_the_driver_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", ADDRESS)
    monkeypatch.setenv("DISCORD_TOKEN", "x.y.z")
    monkeypatch.setitem(sys.modules, "data.postgres.store", None)
    monkeypatch.setattr("bot.host.logs.configure_logging", lambda form, level: None)
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert 'pip install "psycopg[binary]"' in capsys.readouterr().err
