"""The command `twotone` as the host meets it: an exit status and one sentence.

The bot is a process of its own.
"""

import asyncio
import contextlib
import errno
import gc
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest

from bot.__main__ import _short_collections
from bot.host.health import Health, find_problem, health_note_path
from bot.host.process_time import seconds_since_boot
from data.database.transaction import Transaction
from data.play import clocks
from data.play.clocks import ClockRow
from data.store_opening import open_store
from playground.app import make_app, serve
from playground.bot_process import BotProcess
from playground.world.world import World
from rules.catalogue import GAMES
from rules.match import Match
from tests.bot.command import environment, twotone
from tests.data.samples import new_match
from tests.pace import PATIENCE
from tests.ports import reserve_port


async def new_database(folder: Path) -> Path:
    """A fresh database where the settings have it."""
    path = folder / "var" / "twotone.db"
    store = await open_store(path)
    await store.close()
    return path


def test_garbage_is_given_back_after_each_whole_collection_only(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    monkeypatch.setattr("bot.__main__.gc", SimpleNamespace(**vars(gc) | {"collect": int, "freeze": int}))
    with _short_collections(after_each=lambda: done.append(generation)):
        for generation in (0, 1, 2):
            gc.callbacks[-1]("stop", {"generation": generation})
    assert done == [2]


@pytest.mark.ci
def test_without_a_token_it_says_what_to_set_and_where_to_get_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env=environment({}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    [sentence] = done.stderr.splitlines()
    assert "DISCORD_TOKEN" in sentence
    assert "https://discord.com/developers/applications" in sentence


@pytest.mark.parametrize(
    ("environ", "words"),
    [({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"), ({"DISCORD_TOKEN_FILE": "nowhere"}, "DISCORD_TOKEN_FILE")],
)
def test_a_wrong_setting_is_one_sentence(tmp_path: Path, environ: dict[str, str], words: str) -> None:
    done = twotone(tmp_path, **environ)
    assert done.returncode == 2
    [sentence] = done.stderr.splitlines()
    assert words in sentence


def test_an_address_that_postgresql_does_not_take_is_a_wrong_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.host.logs.configure_logging", lambda form, level: None)
    before = [*gc.callbacks], gc.get_threshold()
    done = twotone(tmp_path, DISCORD_TOKEN="x.y.z", DATABASE_URL="postgresql://ada:secret@[")
    assert done.returncode == 2
    assert (gc.callbacks, gc.get_threshold()) == before
    [sentence] = done.stderr.splitlines()
    assert "DATABASE_URL, or the address given) is no address of PostgreSQL" in sentence
    assert "secret" not in sentence


@pytest.mark.parametrize("command", ["check", "recount", "status"])
def test_without_a_database_a_command_says_so_and_makes_none(tmp_path: Path, command: str) -> None:
    missing = twotone(tmp_path, command)
    assert missing.returncode == 1
    assert "There is no database" in missing.stderr
    assert list(tmp_path.iterdir()) == []


async def test_a_database_is_checked_copied_and_put_back(tmp_path: Path) -> None:
    path = await new_database(tmp_path)
    assert twotone(tmp_path, "check").stdout == "twotone.db is whole.\n"
    assert twotone(tmp_path, "backup", "copy.db").returncode == 0
    path.unlink()
    restored = twotone(tmp_path, "restore", "copy.db")
    assert (restored.returncode, restored.stderr) == (0, "")
    assert twotone(tmp_path, "check").returncode == 0
    path.write_bytes(b"junk" * 4096)
    damaged = twotone(tmp_path, "check")
    assert damaged.returncode == 1
    assert len(damaged.stderr.splitlines()) == 1


async def test_the_check_looks_at_clocks_too(tmp_path: Path) -> None:
    async def job(tx: Transaction) -> None:
        match = await new_match(tx)
        await clocks.create(tx, ClockRow(match.id, "1d", "", 0, None, None, 0))

    store = await open_store(await new_database(tmp_path))
    await store.write(job)
    await store.close()
    assert "the clocks of match 1 stand otherwise" in twotone(tmp_path, "check").stderr


async def test_status_is_told_also_while_nothing_runs_and_a_backup_is_remembered(tmp_path: Path) -> None:
    missing = twotone(tmp_path, "status")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "There is no database" in missing.stderr
    await new_database(tmp_path)
    told = twotone(tmp_path, "status")
    assert (told.returncode, told.stderr) == (0, "")
    assert "not running" in told.stdout
    assert "Last backup: none" in told.stdout
    assert twotone(tmp_path, "backup", "copy.db").returncode == 0
    assert "Last backup: none" not in twotone(tmp_path, "status").stdout
    assert twotone(tmp_path, "backup", "nowhere/copy.db").returncode == 1


def test_setup_without_a_token_says_what_to_set(tmp_path: Path) -> None:
    done = twotone(tmp_path, "setup")
    assert (done.returncode, done.stdout) == (2, "")
    [sentence] = done.stderr.splitlines()
    assert "DISCORD_TOKEN" in sentence


def test_help_has_a_line_for_every_command(tmp_path: Path) -> None:
    done = twotone(tmp_path, "--help")
    assert done.returncode == 0
    commands = done.stdout.partition("COMMAND\n")[2]
    names = ("run", "check", "backup", "restore", "healthcheck", "status", "setup", "verify", "probe")
    for name in (*names, "move-database"):
        assert re.search(rf"^    {name}\s+[a-z]\w+ ", commands, re.MULTILINE), name


@pytest.mark.usefixtures("clock_stands")
def test_its_health_is_one_sentence_where_something_is_wrong(tmp_path: Path) -> None:
    file = health_note_path(tmp_path / "var" / "twotone.db")
    file.parent.mkdir()

    def health_words(health: Health | None = None, ago: float = 0.0) -> str:
        if health:
            health.write(file, lambda: seconds_since_boot() - ago)
        done = twotone(tmp_path, "healthcheck")
        assert done.returncode == bool(done.stderr)
        assert done.stderr.count("\n") == done.returncode
        return done.stderr

    assert "not running" in health_words()
    well = Health({"0": 5.0, "1": 41.0}, 3.0)
    assert health_words(well) == ""
    whole = json.loads(file.read_text())
    changed: list[tuple[str, object]] = [
        *[("shards", shards) for shards in (1, {"0": "x"}, {"0": 10**400})],
        *[("at", at) for at in ("x", None, whole["at"] + 3600, float("nan"))],
        ("run", "another"),
    ]
    for junk in ("", "[]", "{}", *(json.dumps({**whole, name: value}) for name, value in changed)):
        file.write_text(junk)
        assert "not running" in health_words(), junk
    assert health_words(well, 60) == ""
    assert "has not said how it is for 3600 seconds" in health_words(well, 3600)
    assert "shard 1 for minutes (1 of 2" in health_words(well, 85)
    assert "shard 0 for minutes (1 of 1" in health_words(Health({"0": None}, 0.0))
    assert "due for 121 seconds" in health_words(Health({"0": 1.0}, 121.0))


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_webhook_that_will_be_refused_is_refused_at_once(tmp_path: Path, command: str) -> None:
    asyncio.run(new_database(tmp_path))
    given = {
        "DISCORD_TOKEN": "x",
        "PUBLIC_URL": "https://a.example",
        "WEBHOOK_URL": "https://127.0.0.1:9000/told",
        "WEBHOOK_SECRET": "x" * 24,
    }
    done = twotone(tmp_path, command, **given)
    assert done.returncode == 2
    assert "WEBHOOK_PRIVATE=yes" in done.stderr


async def test_a_clock_that_is_off_is_said_and_makes_nobody_start_the_bot_again(tmp_path: Path) -> None:
    """The bot goes by the database's clock.

    A supervisor that restarts it for its health would do so for ever.
    """
    path = await new_database(tmp_path)
    Health({"0": 1.0}, 0.0, -40.0).write(health_note_path(path))
    done = twotone(tmp_path, "healthcheck")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "clock is 40 seconds off" in done.stderr
    lines = twotone(tmp_path, "status").stdout.splitlines()
    [number] = [number for number, line in enumerate(lines) if line.startswith("Bot:")]
    assert "clock is 40 seconds off" in lines[number + 1]
    Health({"0": 1.0}, 0.0, 1.0).write(health_note_path(path))
    assert twotone(tmp_path, "healthcheck").stderr == ""
    assert "clock is" not in twotone(tmp_path, "status").stdout


@pytest.mark.usefixtures("clock_stands")
@pytest.mark.parametrize("jump", [-86_400, 86_400], ids=["forward", "back"])
async def test_its_health_is_told_by_no_clock_that_can_be_set(tmp_path: Path, jump: int) -> None:
    path = await new_database(tmp_path)
    for ago, words in ((200, "has not said how it is for 200 seconds"), (20, "")):
        Health({"0": 1.0}, 0.0).write(health_note_path(path), lambda ago=ago: seconds_since_boot() - ago)
        os.utime(health_note_path(path), (0, time.time() - ago + jump))
        assert words in twotone(tmp_path, "healthcheck").stderr
        assert twotone(tmp_path, "healthcheck").returncode == bool(words)
        assert (words or "shards connected 20 seconds ago") in twotone(tmp_path, "status").stdout


def test_a_note_that_cannot_be_written_is_no_sign_that_the_bot_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "twotone.db"
    assert "not running" in str(find_problem(path))
    Health({"0": 1.0}, 0.0).write(health_note_path(path), lambda: seconds_since_boot() - 200)
    assert "has not said how it is" in str(find_problem(path))
    assert [file.name for file in tmp_path.iterdir()] == [health_note_path(path).name]

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert "Nothing can be written" in str(find_problem(path))
    assert "No space left on device" in str(find_problem(path))
    Health({"0": None}, 0.0).write(health_note_path(path))
    assert "shard 0" in str(find_problem(path)), "what is known goes before what is not"
    Health({"0": 1.0}, 0.0).write(health_note_path(path))
    assert find_problem(path) is None


async def test_damage_that_the_running_bot_found_is_told_and_kills_nobody(tmp_path: Path) -> None:
    path = await new_database(tmp_path)
    Health({"0": 1.0}, 0.0).write(health_note_path(path))
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO meta VALUES ('damage', '2')")
    told = twotone(tmp_path, "healthcheck")
    assert told.returncode == 0
    assert "has found damage" in told.stderr


def test_the_deal_of_a_record_is_recomputed_from_its_seed(tmp_path: Path) -> None:
    match = Match(GAMES["one-zero-one"], {}, bytes(32))
    (tmp_path / "match.txt").write_text(match.save(), encoding="utf-8")
    done = twotone(tmp_path, "verify", "match.txt")
    assert done.returncode == 0
    assert match.commitment in done.stdout
    assert len(done.stdout.splitlines()) > 1
    (tmp_path / "junk.txt").write_text("Twotone: 1\nwhat\n")
    assert twotone(tmp_path, "verify", "junk.txt").returncode == 1
    assert "Errno" not in twotone(tmp_path, "verify", ".").stderr, "a folder"
    missing = twotone(tmp_path, "verify", "nowhere.txt")
    assert missing.returncode == 2
    assert len(missing.stderr.splitlines()) == 1


@pytest.mark.ci
@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    "command",
    [
        ("verify", "pipe"),
        ("restore", "pipe"),
        ("move-database", "pipe", "postgresql://ada@db/club"),
        ("check",),
        ("backup", "copy.db"),
        ("status",),
        ("run",),
    ],
)
def test_what_is_no_ordinary_file_is_told_at_once_and_never_waited_for(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    database = "var/other.db" if command[0] == "restore" else "pipe"
    process = subprocess.run(
        [sys.executable, "-m", "bot", *command],
        cwd=tmp_path,
        env=environment({"DATABASE_URL": f"sqlite:///{database}", "DISCORD_TOKEN": "x"}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert process.returncode in (1, 2)
    assert "Traceback" not in process.stderr
    assert "pipe" in process.stderr or "ordinary file" in process.stderr


@pytest.mark.parametrize("channel", ["games", "0", "-5", "9" * 20, "9" * 5000, "١٢"])
def test_a_probe_of_what_is_no_channel_is_refused_in_a_sentence(tmp_path: Path, channel: str) -> None:
    done = twotone(tmp_path, "probe", "--", channel, DISCORD_TOKEN="x")
    assert (done.returncode, done.stdout) == (2, "")
    [sentence] = done.stderr.splitlines()
    assert f"“{channel[:20]}" in sentence and "is not" in sentence


def test_a_probe_without_a_token_says_what_to_set(tmp_path: Path) -> None:
    done = twotone(tmp_path, "probe", "12")
    assert done.returncode == 2
    assert "DISCORD_TOKEN" in done.stderr


def test_an_unknown_command_is_refused_with_those_there_are(tmp_path: Path) -> None:
    done = twotone(tmp_path, "fly")
    assert done.returncode == 2
    assert "backup" in done.stderr


@pytest.fixture
async def discord_at(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a Discord of this machine's own."""
    world = World(time.time)
    runner = await serve(world, make_app(world, None))
    yield world.state.address
    await runner.cleanup()


async def wait_for_log(process: BotProcess, words: str) -> str:
    """Return the bot's log, once it holds those words."""
    async with asyncio.timeout(PATIENCE):
        while words not in (log := process.log.read_text() if process.log.exists() else ""):  # noqa: ASYNC110 - a file does not tell when it grows
            await asyncio.sleep(0.05)
    return log


@pytest.mark.ci
@pytest.mark.usefixtures("forked")
async def test_a_second_process_on_the_same_database_is_refused_in_a_sentence(
    tmp_path: Path, discord_at: str
) -> None:
    process = BotProcess(discord_at, tmp_path)
    await process.start()
    await wait_for_log(process, ": ready servers=")
    second = BotProcess(discord_at, tmp_path)
    second.log = tmp_path / "second.log"
    await second.start()
    assert second.process is not None
    assert await asyncio.wait_for(second.process.wait(), PATIENCE) == 1
    assert "Traceback" not in second.log.read_text()
    assert await process.stop() == 0


@pytest.mark.ci
async def test_ctrl_c_ends_it_cleanly(tmp_path: Path, discord_at: str) -> None:
    with reserve_port() as port:
        process = BotProcess(discord_at, tmp_path, settings={"METRICS_PORT": str(port)})
        await process.start()
        await wait_for_log(process, ": ready servers=")
    async with aiohttp.request("GET", f"http://127.0.0.1:{port}/metrics") as answer:
        assert "twotone_servers 1.0" in await answer.text()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGINT)
    assert process.process is not None
    assert await asyncio.wait_for(process.process.wait(), PATIENCE) == 0
    assert "Traceback" not in process.log.read_text()
    assert "not running" in twotone(tmp_path, "healthcheck", DATABASE_URL="sqlite:///twotone.db").stderr
    assert twotone(tmp_path, "check", DATABASE_URL="sqlite:///twotone.db").returncode == 0


@pytest.mark.ci
@pytest.mark.usefixtures("forked")
async def test_a_database_that_cannot_be_opened_is_one_sentence_before_discord_is_asked(
    tmp_path: Path,
) -> None:
    (tmp_path / "twotone.db").write_bytes(b"junk" * 4096)
    process = BotProcess("http://127.0.0.1:9", tmp_path)  # no server listens there
    await process.start()
    assert process.process is not None
    assert await asyncio.wait_for(process.process.wait(), PATIENCE) == 1
    log = process.log.read_text()
    assert "Traceback" not in log
    assert "twotone.db" in log
    assert (tmp_path / "twotone.db").read_bytes() == b"junk" * 4096
