"""Watchers of one match's live board, in a process of their own.

`python -m workshop.bench.live_watchers PORT COUNT` reads so many tokens, one a line, opens a stream with each,
and prints a line once all have the board. It ends with its input.
"""

import asyncio
import sys
from typing import Final

AT_ONCE: Final = 50
"""Streams that are opened at a time: fewer than a server's backlog."""


class Watcher(asyncio.Protocol):
    """A stream that is read and forgotten.

    `has_board` is set once it has sent the board.
    """

    def __init__(self, number: int, token: str) -> None:
        self._number = number
        self._token = token
        self.has_board = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        away = f"X-Forwarded-For: 10.0.{self._number >> 8}.{self._number & 255}"  # each watches at home
        asked = (
            f"GET /live/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self._token}\r\n{away}\r\n\r\n"
        )
        transport.write(asked.encode())

    def data_received(self, data: bytes) -> None:
        """Look for the board, once."""
        if not self.has_board.is_set():
            if data.startswith(b"HTTP/1.1") and not data.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(data[:200])
            if b"data: " in data:
                self.has_board.set()


async def _watch(port: int, tokens: list[str]) -> None:
    places = asyncio.Semaphore(AT_ONCE)
    loop = asyncio.get_running_loop()

    async def open_stream(number: int, token: str) -> None:
        async with places:
            _, watcher = await loop.create_connection(lambda: Watcher(number, token), "127.0.0.1", port)
            await watcher.has_board.wait()

    await asyncio.gather(*(open_stream(*each) for each in enumerate(tokens)))
    print("all watch", flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_watch(int(sys.argv[1]), [sys.stdin.readline().strip() for _ in range(int(sys.argv[2]))]))
