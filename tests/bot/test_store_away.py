"""The host is told which database is away, full or hanging.

Members get a message without any name of the host's.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.host.health import HEARTBEAT, Health, find_problem, health_note_path, load_last_note, problem_in_note
from bot.host.process_time import seconds_since_boot
from bot.host.processes import OVERLAP_SECONDS, shard_conflict
from bot.host.status import status_report
from data import processes
from data.database.errors import StoreError
from data.database.store import Store
from data.processes import ProcessRow
from data.store_opening import open_store
from tests.bot.command import twotone
from tests.bot.server import Server, serve, texts

HOST = "db.example/club"
WORDS = "connection to server at db.example failed"


def fails(code: str, **facts: str) -> Callable[..., Any]:
    async def work(*_: Any, **__: Any) -> Any:
        raise StoreError(code, **facts)

    return work


@pytest.mark.ci
@pytest.mark.parametrize(
    ("code", "word"),
    [
        *(
            (code, "cannot read or store anything")
            for code in ("store.away", "store.full", "store.read_only")
        ),
        ("store.unknown", "do not know whether it counts"),
    ],
)
async def test_members_get_a_word_without_names_of_the_host(
    room: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, code: str, word: str
) -> None:
    place = await room.begin("binar", side="Even")
    with monkeypatch.context() as away:
        away.setattr(type(room.bot.club.store), "write", fails(code, path=HOST, fault=WORDS))
        told = texts((await room.ann.slash(place, "move", move="c3")).response)
    assert word in told
    assert "db.example" not in told
    assert HOST in caplog.text or any(HOST in str(vars(record)) for record in caplog.records)
    assert room.errors.records == []


async def test_nothing_is_completed_while_the_database_is_away_and_nothing_is_logged(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await room.begin("binar", side="Even")
    with monkeypatch.context() as away:
        away.setattr(type(room.bot.club.store), "read", fails("store.away", path=HOST, fault=WORDS))
        assert await room.ann.autocomplete(place, "move", "move", "") == []
    assert room.errors.records == []


@pytest.mark.parametrize("work", ["read", "write"])
async def test_the_bot_notes_that_the_database_is_away_until_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    async with serve(tmp_path / "twotone.db") as room:
        room.bot.heartbeat = HEARTBEAT
        with monkeypatch.context() as away:
            away.setattr(type(room.bot.club.store), work, fails("store.away", path=HOST, fault=WORDS))
            await room.bot.note_health()
            said = problem_in_note(load_last_note(room.bot.config.database))
            assert said is not None
            assert (said.code, said.facts["path"]) == ("store.away", HOST)
        await room.bot.note_health()
        said = problem_in_note(load_last_note(room.bot.config.database))
        assert said is None or said.code == "host.connecting"


def test_a_note_with_a_sentence_that_this_version_does_not_know_is_none(tmp_path: Path) -> None:
    file = health_note_path(tmp_path / "twotone.db")
    Health({"0": 1.0}, 0.0, store=("store.away", {"path": HOST, "fault": WORDS})).write(file)
    assert HOST in str(find_problem(tmp_path / "twotone.db"))
    file.write_text(file.read_text().replace("store.away", "store.nowhere"))
    assert load_last_note(tmp_path / "twotone.db") is None


def test_in_the_first_minutes_it_is_said_that_the_bot_has_just_been_started(tmp_path: Path) -> None:
    new = Health({"0": None, "1": 2.0}, 0.0, running=15.0)
    assert "started 15 seconds ago, and shard 0 is not connected to Discord yet (1 of 2)" in str(
        new.problem(0.0)
    )
    assert "shard 0 for minutes" in str(Health({"0": None}, 0.0, running=100.0).problem(30.0))


def test_a_late_note_on_a_full_disk_is_not_blamed_on_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "twotone.db"
    Health({"0": 60.0}, 0.0).write(health_note_path(path), lambda: seconds_since_boot() - 80)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    assert "shard 0 for minutes" in str(find_problem(path))
    monkeypatch.setattr(Path, "write_bytes", full)
    assert "Nothing can be written" in str(find_problem(path))


@pytest.mark.parametrize(
    ("code", "word"),
    [("store.full", "has ended. Free some space, then start it again"), ("store.away", "Check that")],
)
def test_what_ends_does_not_say_that_it_goes_on_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, word: str
) -> None:
    monkeypatch.setattr("bot.__main__.open_store", fails(code, path=HOST, fault=WORDS))
    monkeypatch.setattr("bot.host.logs.configure_logging", lambda *_: None)
    done = twotone(tmp_path, DISCORD_TOKEN="x")
    assert done.returncode == 1
    assert word in done.stderr
    assert "by itself" not in done.stderr


@pytest.mark.parametrize("command", [[], ["status"], ["healthcheck"]])
def test_a_folder_that_is_gone_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    here, folder = Path.cwd(), tmp_path / "gone"
    folder.mkdir()
    os.chdir(folder)
    folder.rmdir()
    try:
        with pytest.raises(SystemExit) as ended:
            main(command)
    finally:
        os.chdir(here)
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "The folder in which Twotone was started is gone. Start it in a folder that is there.\n"
    )


def row(name: str, shards: str, started: float, *, leaving: bool = False) -> ProcessRow:
    return ProcessRow(name, shards, "1.0", started, 2 * OVERLAP_SECONDS, leaving)


def test_two_processes_that_serve_the_same_shards_for_long_are_named() -> None:
    now = 2 * OVERLAP_SECONDS
    settled = row("a", "0-1/4", 0.0)
    for other, named in (
        (row("b", "1/4", 1.0), True),
        (row("b", "2-3/4", 1.0), False),
        (row("b", "1/4", now - OVERLAP_SECONDS), False),
        (row("b", "1/4", 1.0, leaving=True), False),
    ):
        said = shard_conflict([settled, other], now)
        assert (said is not None) is named
        if said:
            assert "same shards for more than ten minutes (0-1/4 and 1/4)" in str(said)


async def test_status_and_log_name_them(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path, now = tmp_path / "twotone.db", 2 * OVERLAP_SECONDS
    store: Store = await open_store(path, now=lambda: now)
    for each in (row("a", "0/1", 0.0), row("b", "0/1", 1.0)):
        await store.write(lambda tx, each=each: processes.register(tx, each))
    await store.close()
    assert len([line for line in map(str, status_report(path, now)) if "same shards" in line]) == 1
    async with serve(tmp_path / "served.db") as room:
        began = room.bot.club.now()
        twins = [ProcessRow(name, "0/1", "1.0", began - 2 * OVERLAP_SECONDS, began) for name in "ab"]
        for _ in range(3):
            room.bot.club.processes.host.on_beat(twins)
    assert len([each for each in caplog.records if each.message == "processes doubled"]) == 1
