"""A log that SQLite passes over in silence is named: what it held may be missing."""

import logging
import shutil
from pathlib import Path

import pytest

from data.database import meta
from data.sqlite.file_names import LOG_HEAD, is_garbled_log
from data.store_opening import open_store


async def left_behind(path: Path) -> bytes:
    """Make a database with the log of a process that was killed; return the log."""
    store = await open_store(path)
    await store.write(lambda tx: meta.put(tx, "colour", "blue"))
    for suffix in ("", "-wal"):
        shutil.copy(f"{path}{suffix}", f"{path}.kept{suffix}")
    await store.close()
    for suffix in ("", "-wal"):
        shutil.move(f"{path}.kept{suffix}", f"{path}{suffix}")
    return Path(f"{path}-wal").read_bytes()


async def open_with_log(
    path: Path, log: bytes, caplog: pytest.LogCaptureFixture
) -> tuple[list[str], str | None]:
    """Open the database with this log and return the warnings and the stored colour."""
    Path(f"{path}-wal").write_bytes(log)
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        store = await open_store(path)
    found = await store.read(lambda tx: meta.get(tx, "colour"))
    await store.close()
    return [vars(each)["sentence"] for each in caplog.records if each.message == "log garbled"], found


async def test_a_log_that_was_left_behind_is_read_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "twotone.db"
    log = await left_behind(path)
    assert await open_with_log(path, log, caplog) == ([], "blue")
    assert await open_with_log(path, b"", caplog) == ([], "blue")


@pytest.mark.parametrize("kind", ["zeros", "garbage", "cut", "sum", "magic"])
async def test_zeros_and_garbage_are_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    path = tmp_path / "twotone.db"
    log = await left_behind(path)
    garbled = {
        "zeros": bytes(len(log)),
        "garbage": b"\xa5" * len(log),
        "cut": log[: LOG_HEAD - 1],
        "sum": log[:16] + bytes([log[16] ^ 1]) + log[17:],
        "magic": bytes([log[0] ^ 1]) + log[1:],
    }[kind]
    [sentence], found = await open_with_log(path, garbled, caplog)
    assert found is None
    assert f"{path.name}-wal beside" in sentence
    assert "taken for empty" in sentence


def test_no_log_is_none_that_is_garbled(tmp_path: Path) -> None:
    assert not is_garbled_log(tmp_path / "twotone.db-wal")
