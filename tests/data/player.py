"""A process of its own that plays, and tells each move once the store has confirmed it; the tests kill it.

`python -m tests.data.player <database> <matches> [<n>]` plays that many matches at once for ever, or, with n, dies
right before the n-th statement that its writer would execute.
"""

import asyncio
import os
import sys
from pathlib import Path

from data.store import Store, StoreError
from tests.data.samples import move, new_match


async def main(path: Path, count: int, dies_at: int | None) -> None:
    store = await Store.open(path)
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


async def die_before(store: Store, statement: int) -> None:
    left = statement

    def count(sql: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            os._exit(9)

    await store._writer.set_trace_callback(count)


if __name__ == "__main__":
    try:
        asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else None))
    except StoreError as error:
        sys.exit(f"{error}")
