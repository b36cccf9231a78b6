"""Each command ends in one sentence and an exit status.

This holds whatever a file, a folder or a row is.
"""

import gzip
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, redirect_stdout, suppress
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.host.status import status_report
from data.database.errors import StoreError
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.sqlite import file_names
from data.sqlite.export_all import lock_out_bots
from data.store_opening import open_store
from tests.bot.command import ROOT, environment, twotone
from tests.data.samples import START, new_match
from tests.fresh import fresh

FIXTURES = ROOT / "tests" / "data" / "fixtures"
NOBODY = 65534
ADDRESS = "postgresql://nobody@127.0.0.1:9/nowhere"
COMMANDS = (("check",), ("status",), ("healthcheck",), ("backup", "copy.db"))
"""What is done with the database itself."""


@contextmanager
def nobody() -> Iterator[None]:
    """Do what is within without root's leave to read everything."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    """A folder that may not be entered."""
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0)
    tmp_path.chmod(0o777)
    yield folder
    folder.chmod(0o700)


@pytest.fixture
def open_to_all(tmp_path: Path) -> Iterator[None]:
    """Let everybody into the folders above the test's own, which are pytest's."""
    above = [
        folder for folder in tmp_path.parents if folder.stat().st_uid == os.geteuid() and folder != Path("/")
    ]
    modes = [folder.stat().st_mode for folder in above]
    for folder, mode in zip(above, modes, strict=True):
        folder.chmod(mode | 0o755)
    yield
    for folder, mode in zip(above, modes, strict=True):
        folder.chmod(mode)


@contextmanager
def looked_at(path: Path) -> Iterator[object]:
    """What `status` says, looked at as others are."""
    yield list(status_report(path, START))


def refusal_of(folder: Path, *arguments: str, **environ: str) -> str:
    """The one sentence with which a failing command ends."""
    done = twotone(folder, *arguments, **environ)
    assert (done.returncode, done.stdout) == (1, "")
    [sentence] = done.stderr.splitlines()
    return sentence


@pytest.mark.usefixtures("open_to_all")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_database_in_a_folder_that_may_not_be_entered(
    tmp_path: Path, locked: Path, command: tuple[str, ...]
) -> None:
    database = locked / "twotone.db"
    with nobody():
        sentence = refusal_of(tmp_path, *command, DATABASE_URL=f"sqlite:///{database}")
    assert re.search("may not be opened|could not be written", sentence)
    assert "Permission denied" in sentence


@pytest.mark.usefixtures("open_to_all")
@pytest.mark.parametrize("command", [("restore",), ("move-database",)], ids=" ".join)
def test_a_source_in_a_folder_that_may_not_be_entered(
    tmp_path: Path, locked: Path, command: tuple[str, ...]
) -> None:
    source = locked / "copy.db"
    address = [ADDRESS] * (command == ("move-database",))
    assert "There is no database at" in refusal_of(
        tmp_path, *command, "nowhere", *address
    )  # and all is imported
    with nobody():
        sentence = refusal_of(tmp_path, *command, str(source), *address)
    assert f"{source} may not be opened (Permission denied)" in sentence
    assert not (tmp_path / "var").exists()


@pytest.mark.ci
@pytest.mark.usefixtures("open_to_all")
def test_an_older_database_that_cannot_be_copied_is_not_called_whole(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir()
    database = folder / "twotone.db"
    database.write_bytes(gzip.decompress((FIXTURES / "schema_4.db.gz").read_bytes()))
    assert "twotone.db is whole. An older Twotone made it" in twotone(tmp_path, "check").stdout
    tmp_path.chmod(0o755)
    folder.chmod(0o555)
    with nobody():
        sentence = refusal_of(tmp_path, "check")
    folder.chmod(0o700)
    assert re.search(
        "has schema 4, made by an older Twotone.* could not be written: Permission denied", sentence
    )
    assert [file.name for file in folder.iterdir()] == ["twotone.db"]


@pytest.mark.ci
@pytest.mark.usefixtures("forked")
def test_what_a_migration_finds_is_in_the_sentence_of_the_check_alone(tmp_path: Path) -> None:
    database = tmp_path / "var" / "twotone.db"
    database.parent.mkdir()
    database.write_bytes(gzip.decompress((FIXTURES / "schema_4.db.gz").read_bytes()))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE event SET text = 'what' WHERE match_id = 2 AND version = 3")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "check"],
        cwd=tmp_path,
        env=environment({}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{database} is damaged (match 2 is changed at event 3). Restore another backup.\n"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_database_with_a_name_that_no_system_takes(tmp_path: Path, command: tuple[str, ...]) -> None:
    assert "File name too long" in refusal_of(tmp_path, *command, DATABASE_URL=f"sqlite:///{'x' * 300}")


def test_a_source_or_a_target_with_a_name_that_no_system_takes(tmp_path: Path) -> None:
    for command in (("restore", "x" * 300), ("move-database", "x" * 300, ADDRESS)):
        assert "cannot be opened (File name too long)" in refusal_of(tmp_path, *command)
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("length", [246, 249, 252, 255])
def test_a_database_whose_other_files_have_names_that_no_system_takes(tmp_path: Path, length: int) -> None:
    name = "x" * length
    fresh(tmp_path / "twotone.db").rename(tmp_path / name)
    environ = {"DATABASE_URL": f"sqlite:///{name}"}
    for command in (*COMMANDS, ("restore", name), ("restore", "nowhere"), ("move-database", name, ADDRESS)):
        done = twotone(tmp_path, *command, **environ)
        assert done.returncode in (0, 1)
        assert len(done.stderr.splitlines()) == done.returncode


@pytest.mark.parametrize(("length", "look"), [(248, lock_out_bots), (253, looked_at)])
def test_the_database_is_named_where_a_file_beside_it_cannot_be(
    tmp_path: Path, length: int, look: Callable[[Path], AbstractContextManager[object]]
) -> None:
    path = fresh(tmp_path / "twotone.db").rename(tmp_path / ("x" * length))
    with pytest.raises(StoreError, match=f"/{path.name}.* cannot be opened .File name too long"), look(path):
        pass


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
def test_what_the_system_refuses_otherwise_is_a_sentence_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh(tmp_path / "var" / "twotone.db")
    monkeypatch.chdir(tmp_path)
    full = Path("/dev/full").open("w", buffering=1)  # noqa: SIM115 - it cannot be closed in order either
    with suppress(OSError), full, pytest.raises(SystemExit) as ended, redirect_stdout(full):
        main(["check"])
    assert ended.value.code == 1
    assert re.fullmatch("This machine does not allow that: .*No space left.*\n", capsys.readouterr().err)


@pytest.mark.ci
def test_a_name_that_is_no_text_is_shown_so_that_it_can_be_read(tmp_path: Path) -> None:
    fresh(tmp_path / "var" / "twotone.db")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "backup", os.fsdecode(b"c\xf6py.db")],
        cwd=tmp_path,
        env=environment({"LC_ALL": "C.UTF-8"}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Backup written to c\\udcf6py.db.\n"


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    fresh(tmp_path / "var" / "twotone.db")
    name = os.fsdecode(b"c\xf6py.db")
    assert twotone(tmp_path, "backup", name).returncode == 0
    assert twotone(tmp_path, "restore", name).returncode == 0
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    for command in (("backup", f"{name}/copy.db"), ("restore", f"{name}/copy.db")):
        done = twotone(tmp_path, *command)
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1


DAMAGE = {
    "no game": "UPDATE match SET game = NULL",
    "a game that is no text": "UPDATE match SET game = x'41' WHERE id = 1",
    "a time before all times": "UPDATE outbox SET not_before = -9e999",
    "a look that never was": "INSERT INTO meta VALUES ('round', 'never')",
    "a look after all times": "INSERT INTO meta VALUES ('round', 'inf')",
    "damage uncounted": "INSERT INTO meta VALUES ('damage', 'some')",
    "a process without shards": f"INSERT INTO process VALUES ('a', x'00', '1', 0, {START}, 0, 1)",
    "a process of no version": f"INSERT INTO process VALUES ('a', '0/1', NULL, 0, {START}, 0, 1)",
}


@pytest.mark.ci
@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE.keys())
async def test_the_status_of_a_database_with_a_damaged_value_is_a_sentence(
    tmp_path: Path, statement: str
) -> None:
    path = tmp_path / "twotone.db"
    store = await open_store(path, now=lambda: START)
    for _ in range(2):
        await store.write(new_match)
    await store.write(lambda tx: outbox.put(tx, dedup="x", kind=PostKind.GREETING, at=START))
    await store.close()
    assert list(status_report(path, START))
    smuggle(path, statement)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is damaged") as refusal:
        list(status_report(path, START))
    assert len(str(refusal.value).splitlines()) == 1
    assert path.read_bytes() == before
    assert (
        not file_names.append_suffix(path, "-wal").exists()
        or not file_names.append_suffix(path, "-wal").stat().st_size
    )


def smuggle(path: Path, statement: str) -> None:
    """Store what the tables do not allow, as damage does."""
    loosened = "replace(replace(sql, 'NOT NULL', ''), 'STRICT', '')"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        tables = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(f"UPDATE sqlite_master SET sql = {loosened} WHERE type = 'table'")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement)
        connection.execute("PRAGMA writable_schema = ON")
        for name, sql in tables:
            connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))
