"""A pooler that hands out transactions, as PgBouncer does.

State that is kept in a session belongs to another client at the next transaction.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

SOCKET: Final = ".s.PGSQL.5432"
LONG: Final = 4
TERMINATE, QUERY, SYNC, READY, IDLE = b"X", b"Q", b"S", b"Z", b"I"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def message(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The kind of the next message, and the message as a whole."""
    head = await reader.readexactly(1 + LONG)
    return head[:1], head + await reader.readexactly(int.from_bytes(head[1:]) - LONG)


class Pooler:
    """Passes transactions on to a few sessions.

    Each goes to the session that has been idle longest.
    """

    def __init__(self, folder: str, hello: bytes) -> None:
        self._folder = folder
        self._hello = hello
        self._free: asyncio.Queue[Streams] = asyncio.Queue()
        self._told = b""
        self.handed_out = 0

    async def begin(self, sessions: int) -> None:
        """Open the sessions."""
        for _ in range(sessions):
            await self._open()

    async def _open(self) -> None:
        reader, writer = await asyncio.open_unix_connection(f"{self._folder}/{SOCKET}")
        writer.write(self._hello)
        told = b""
        kind = b""
        while kind != READY:
            kind, whole = await message(reader)
            told += whole
        self._told = self._told or told
        self._free.put_nowait((reader, writer))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until it leaves."""
        server: Streams | None = None
        try:
            await reader.readexactly(int.from_bytes(await reader.readexactly(LONG)) - LONG)
            writer.write(self._told)
            while (asked := await message(reader))[0] != TERMINATE:
                if server is None:
                    server = await self._free.get()
                    self.handed_out += 1
                server[1].write(asked[1])
                if asked[0] in (QUERY, SYNC) and await self._relay_answer(server[0], writer) == IDLE:
                    self._free.put_nowait(server)
                    server = None
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            if server is not None:  # in the middle of a transaction, which ends with its session
                server[1].close()
                await self._open()

    async def _relay_answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        """Pass on a session's answer and return its transaction status."""
        while True:
            kind, whole = await message(reader)
            writer.write(whole)
            if kind == READY:
                return whole[-1:]

    def close(self) -> None:
        """Close the sessions."""
        while not self._free.empty():
            self._free.get_nowait()[1].close()


@asynccontextmanager
async def open_pooler(url: str, folder: Path, sessions: int = 3) -> AsyncIterator[tuple[str, Pooler]]:
    """Open a pooler with `sessions` sessions.

    Yield the address of the database by way of the pooler, and the pooler.
    """
    parts = urlsplit(url)
    given = f"user\0{parts.username}\0database\0{parts.path[1:]}\0client_encoding\0UTF8\0\0".encode()
    hello = (2 * LONG + len(given)).to_bytes(LONG) + (3 << 16).to_bytes(LONG) + given
    pooler = Pooler(parse_qs(parts.query)["host"][0], hello)
    await pooler.begin(sessions)
    server = await asyncio.start_unix_server(pooler.serve, folder / SOCKET)
    try:
        yield f"postgresql://{parts.username}@{parts.path}?host={folder}", pooler
    finally:
        server.close()
        pooler.close()
