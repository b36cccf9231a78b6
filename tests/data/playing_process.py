"""A separate process that plays and reports each move once the store confirms it.

The tests kill it. `python -m tests.data.playing_process <database> <matches>` plays that many new matches at
once for ever. With `--dies-at <n>` it dies right before the n-th statement that its writer would
execute. `--synchronous <n>` is a mistake for a test to find.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from data.database.errors import StoreError
from data.database.store import Store
from data.sqlite.store import WRITER_PRAGMAS, SqliteStore
from tests.data.samples import move, new_match


async def main(path: Path, count: int, dies_at: int | None) -> None:
    store = await SqliteStore.open(path)
    try:
        ids = [(await store.write(new_match)).id for _ in range(count)]
        if dies_at is not None:
            await die_before(store, dies_at)
        await asyncio.gather(*(play(store, match_id) for match_id in ids))
    finally:
        await store.close()


async def play(store: Store, match_id: int) -> None:
    version = 0
    while True:
        event = await store.write(move(match_id, version))
        version = event.version
        print(match_id, version, flush=True)


async def die_before(store: SqliteStore, statement: int) -> None:
    left = statement

    def count(sql: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            os._exit(9)

    await store.writer.set_trace_callback(count)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("database", type=Path)
    parser.add_argument("matches", type=int)
    parser.add_argument("--dies-at", type=int)
    parser.add_argument("--synchronous", type=int)
    args = parser.parse_args()
    if args.synchronous is not None:
        WRITER_PRAGMAS["synchronous"] = args.synchronous
    try:
        asyncio.run(main(args.database, args.matches, args.dies_at))
    except StoreError as error:
        sys.exit(f"{error}")
