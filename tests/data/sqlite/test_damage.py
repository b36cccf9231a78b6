"""Any damage to a file is reported in one sentence.

No other error ever leaves the store.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from data import processes
from data.database.errors import StoreError
from data.sqlite.backup import backup
from data.sqlite.check import check
from data.sqlite.restore import restore
from data.sqlite.store import SqliteStore
from tests.data.samples import move, new_challenge, new_match

PLACES = 40
DEEP_PLACES = 600
PART = 20
"""Damaged files of one test, so that the workers share them."""


async def sound(path: Path) -> bytes:
    """Make a database with something in every table, and return its content."""
    store = await SqliteStore.open(path)
    await store.write(new_challenge)
    for match in range(1, 16):
        await store.write(new_match)
        for version in range(6):
            await store.write(move(match, version, interaction_id=100 * match + version))
    await store.close()
    return path.read_bytes()


async def start(path: Path) -> None:
    """Do what the bot does first."""
    store = await SqliteStore.open(path)
    try:
        await store.write(lambda tx: processes.remove_gone(tx, tx.now, only_process="me"))
    finally:
        await store.close()


def flip_bytes(content: bytes, dice: random.Random) -> bytes:
    """Change one to eight bytes, or cut the file off.

    Bytes in the header are changed more often than its size deserves.
    """
    changed = bytearray(content)
    if dice.random() < 0.1:
        return bytes(changed[: dice.randrange(1, len(changed))])
    reach = dice.choice((100, 4096, len(changed), len(changed)))
    for _ in range(dice.randint(1, 8)):
        changed[dice.randrange(reach)] ^= 1 << dice.randrange(8)
    return bytes(changed)


@pytest.mark.ci
@pytest.mark.parametrize("first", range(0, PLACES, PART))
async def test_a_file_damaged_anywhere_is_told_in_one_sentence_by_every_command(
    path: Path, tmp_path: Path, first: int
) -> None:
    await check_damage(path, tmp_path, range(first, first + PART))


@pytest.mark.deep
@pytest.mark.parametrize("first", range(PLACES, DEEP_PLACES, PART))
async def test_a_file_damaged_anywhere_else_is_told_too(path: Path, tmp_path: Path, first: int) -> None:
    await check_damage(path, tmp_path, range(first, first + PART))


async def check_damage(path: Path, tmp_path: Path, seeds: range) -> None:
    """Damage a sound file in one way a seed, and do with it all that can be done."""
    content = await sound(path)
    told: list[str] = []
    for seed in seeds:
        damaged = tmp_path / f"{seed}" / "damaged.db"
        spoil(damaged, flip_bytes(content, random.Random(seed)))
        told += [
            sentence
            for sentence in (
                refusal(check, damaged),
                refusal(backup, damaged, damaged.with_name("copy.db")),
                refusal(restore, damaged, damaged.with_name("restored.db")),
                await refusal_of_start(damaged),
            )
            if sentence
        ]
    assert len(told) > len(seeds)  # most damage is noticed, most of it by more than one
    assert [sentence for sentence in told if len(sentence.splitlines()) != 1 or len(sentence) > 800] == []


def spoil(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)


def refusal(command: Callable[..., object], *paths: Path) -> str:
    """Return what the command refuses with; every other error fails the test."""
    try:
        command(*paths)
    except StoreError as error:
        return str(error)
    return ""


async def refusal_of_start(path: Path) -> str:
    try:
        await start(path)
    except StoreError as error:
        return str(error)
    return ""
