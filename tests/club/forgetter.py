"""A separate process that goes on forgetting members who have asked for it.

Run it as `python -m tests.club.forgetter <path>`. It ends by itself once nothing is left to do.
"""

import asyncio
import sys
from pathlib import Path

from tests.club.privacy.whole_life import open_club


async def main(path: Path) -> None:
    async with open_club(path) as club:
        await club.privacy.deletion.open()
        while await club.privacy.deletion.work() is not None:
            pass


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
