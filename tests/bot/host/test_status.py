"""`twotone status` fits one screen.

It shows the bot, the matches, what waits, the last backup and the last look.
"""

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest

from bot.host.health import Health, health_note_path, last_backup_time, note_backup
from bot.host.process_time import seconds_since_boot
from bot.host.status import status_report
from data.database import meta, scrub
from data.database.errors import StoreError
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.store_opening import open_store
from tests.data.samples import START, new_challenge, new_match

NOW = START + 7200.0
SCREEN = 24


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """A database with several kinds of matches.

    It has two matches of Binar, one of another game, one suspended, one over, and a challenge.
    """
    path = tmp_path / "twotone.db"
    store = await open_store(path, now=lambda: START)
    await store.write(new_challenge)
    for _ in range(5):
        await store.write(new_match)
    await store.close()
    return path


def execute(path: Path, *statements: str) -> None:
    """Change a database by these statements."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def status_lines(path: Path, now: float = NOW) -> list[str]:
    """Return the lines of the status, having checked that they fit one screen."""
    lines = [str(line) for line in status_report(path, now)]
    assert len(lines) < SCREEN
    assert all("\n" not in line for line in lines)
    return lines


def line(path: Path, beginning: str, now: float = NOW) -> str:
    [found] = [each for each in status_lines(path, now) if each.startswith(beginning)]
    return found


def test_a_fresh_database_of_a_bot_that_has_never_run(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no database"):
        list(status_report(tmp_path / "twotone.db", NOW))


def test_matches_are_counted_by_game_and_by_how_they_stand(path: Path) -> None:
    execute(
        path,
        "UPDATE match SET game = 'russian' WHERE id = 3",
        "UPDATE match SET status = 'over', due_at = NULL WHERE id = 4",
        "UPDATE match SET status = 'suspended' WHERE id = 5",
    )
    assert line(path, "Matches:") == "Matches: 3 running, 1 over"
    assert line(path, "Running:") == "Running: Binar 2, Russian checkers 1"
    assert line(path, "Suspended:").startswith("Suspended: 1 match,")
    assert line(path, "Open challenges:") == "Open challenges: 1"
    execute(path, "UPDATE match SET set_aside = 'match.unreadable' WHERE id = 5")
    assert line(path, "Set aside:").startswith("Set aside: 1 match ")
    assert not [each for each in status_lines(path) if each.startswith("Suspended:")]


def test_what_was_played_in_a_week_is_told_by_how_it_began(path: Path) -> None:
    execute(path, "UPDATE match SET status = 'over', due_at = NULL, reason = 'ended.adjourned' WHERE id = 1")
    execute(path, "UPDATE match SET created_at = 0 WHERE id = 2")
    assert line(path, "Last seven days, alone:").endswith("4 begun, 0 finished, 1 abandoned")
    assert line(path, "Servers with a match begun:").startswith("Servers with a match begun: 1 in")
    assert line(path, "First matches").endswith("0 finished, 2 abandoned")


def test_a_game_that_this_version_does_not_know_is_called_by_its_key(path: Path) -> None:
    execute(path, "UPDATE match SET game = 'go'")
    assert line(path, "Running:") == "Running: go 5"


@pytest.mark.usefixtures("clock_stands")
def test_the_bot_is_as_it_has_noted(path: Path) -> None:
    assert "not running" in line(path, "Bot:")
    health = Health({"0": 5.0, "1": 41.0}, 3.0)
    health.write(health_note_path(path), lambda: seconds_since_boot() - 12)
    assert line(path, "Bot:") == "Bot: well, with 2 of 2 shards connected 12 seconds ago"
    health.write(health_note_path(path), lambda: seconds_since_boot() - 3600)
    assert "has not said how it is" in line(path, "Bot:")


def test_commands_that_discord_refuses_are_told_with_its_code(path: Path) -> None:
    Health({"0": 5.0}, 0.0, commands=50240).write(health_note_path(path))
    assert "slash commands (code 50240)" in line(path, "Discord has refused")
    Health({"0": 5.0}, 0.0).write(health_note_path(path))
    assert not any("refused" in str(said) for said in status_report(path, NOW))


async def test_what_waits_to_be_posted_is_told_with_how_long_it_has_been_due(path: Path) -> None:
    execute(path, "DELETE FROM outbox")
    assert line(path, "To be posted:") == "To be posted: nothing"
    store = await open_store(path)
    await store.write(lambda tx: outbox.put(tx, dedup="x", kind=PostKind.GREETING, at=NOW + 60))
    assert line(path, "To be posted:") == "To be posted: 1, none of them due"
    assert line(path, "To be posted:", NOW + 60 + 185).endswith("the oldest due since 3 minutes ago")
    await store.close()


def test_a_backup_is_remembered(path: Path) -> None:
    assert "none" in line(path, "Last backup:")
    note_backup(path)
    made = path.with_name("twotone.db.backed-up").stat().st_mtime
    assert line(path, "Last backup:", made + 3600) == "Last backup: 1 hour ago"
    assert line(path, "Last backup:", made + 2 * 86400) == "Last backup: 2 days ago"
    assert line(path, "Last backup:", made - 5) == "Last backup: 0 seconds ago"


def test_a_backup_made_as_root_does_not_keep_later_ones_from_being_noted(path: Path) -> None:
    noted, other = path.with_name("twotone.db.backed-up"), path.with_name("other")
    note_backup(path)
    other.hardlink_to(noted)
    os.utime(other, (0, 0))
    note_backup(path)
    assert other.stat().st_mtime == 0  # what is another user's was replaced, not written to
    assert last_backup_time(path) == noted.stat().st_mtime > 0


async def test_what_the_daily_look_has_found_is_told(path: Path) -> None:
    assert "not yet" in line(path, "Looked through:")
    store = await open_store(path)
    await store.write(lambda tx: scrub.record_round(tx, 0, START))
    assert line(path, "Looked through:") == "Looked through: 2 hours ago, no damage"
    await store.write(lambda tx: meta.put(tx, scrub.FOUND, "2"))
    assert "damage found" in line(path, "Looked through:")
    await store.close()


def test_its_size_has_what_is_not_yet_moved_into_the_file(path: Path) -> None:
    alone = path.stat().st_size
    path.with_name("twotone.db-wal").write_bytes(bytes(3_000_000))
    assert f"{(alone + 3_000_000) / 1e6:.1f} MB" in line(path, "Database:")
