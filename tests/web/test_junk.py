"""Requests for no page at all, byte by byte as no client would send them.

Each gets one sentence, and nothing is left behind.
"""

import asyncio
import gc
import logging
import random
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from tests.pace import PATIENCE
from tests.web.site import Site

SHAPES: Final = (
    "/m/{}",
    "/m/{}/9999",
    "/m/{}/1.png",
    "/{}",
    "/m/{}/record.json",
    "/api/v1/{}",
    "/%2e%2e/{}",
    "/s/{}/feed.atom",
    "/p/{}",
    "/c/{}/0.png",
    "/lab/{}",
    "/m/%ff%fe{}",
    "/%zz%{}",
    "//{}",
    "/m/AAAAAAAAAAAAAAAAAAAAAA/{}",
    "*",
    "http://other.example/{}",
    "/?{}",
    "/privacy?{}",
    "/u/{}%00",
    "/\\{}",
)
METHODS: Final = (
    *(["GET"] * 8),
    "HEAD",
    "POST",
    "OPTIONS",
    "PROPFIND",
    "DELETE",
    "TRACE",
    "get",
    "G\u0001T",
    "",
)
LETTERS: Final = "abcXYZ019-_/.%?&=;:'\"<>\u00e4"


def request(chance: random.Random, number: int) -> bytes:
    """One request, whole or broken; the other side closes, or is told to."""
    said = "".join(chance.choice(LETTERS) for _ in range(chance.choice((1, 22, 22, 120, 900, 3000, 6000))))
    if number % 3:
        said = quote(said.replace("?", "").replace("%", ""))[: chance.choice((22, 150, 3000))]
    lines = [
        f"{chance.choice(METHODS)} {chance.choice(SHAPES).format(said)} HTTP/1.1",
        "Host: x",
        "Connection: close",
    ]
    extra = [
        "Range: bytes=0-",
        f"Range: bytes={number}-1,5-,-{number}",
        "If-None-Match: *",
        f"If-None-Match: {said[:80]}",
        f"Accept-Language: {said[:200]}",
        f"Cookie: a={said}",
        "X-Forwarded-For: x, y",
        "Expect: 100-continue",
        "Upgrade: websocket",
        "Content-Length: -1",
        "Content-Length: 5",
        "Transfer-Encoding: chunked",
        "Host: y",
        f"{said[:60]}: {said[:60]}",
        "Accept-Encoding: gzip, br, \x00",
        "Content-Type: multipart/form-data",
        "If-Range: x",
    ]
    lines += chance.sample(extra, chance.randrange(4))
    body = said * chance.randrange(2) if number % 7 == 0 else ""
    return "\r\n".join([*lines, "", body]).encode("utf-8", "surrogatepass")


async def send_bytes(met: Site, sent: bytes) -> bytes:
    """Send bytes and return everything received until the connection is closed."""
    met.time[0] += 60.0
    reader, writer = await asyncio.open_connection("127.0.0.1", int(met.at.rpartition(":")[2]))
    try:
        writer.write(sent)
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        return b""
    finally:
        writer.close()


def memory() -> float:
    """Megabytes of this process that are in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


@pytest.mark.parametrize("expected", ["100-continue", "100-Continue, x", "the moon", ""])
async def test_what_a_request_expects_is_nothing_to_the_guard(met: Site, expected: str) -> None:
    """The guard ignores the expectation of a request.

    The library would answer with 417, or ask for a body, before the guard has counted the request.
    """
    came = await send_bytes(
        met, f"GET /terms HTTP/1.1\r\nHost: x\r\nExpect: {expected}\r\nConnection: close\r\n\r\n".encode()
    )
    assert came.startswith(b"HTTP/1.1 200 ")
    assert b"X-Content-Type-Options: nosniff" in came
    assert met.counted[-1] == ("terms", 200)
    lost = await send_bytes(
        met, f"POST /nowhere HTTP/1.1\r\nHost: x\r\nExpect: {expected}\r\nConnection: close\r\n\r\n".encode()
    )
    assert lost.startswith(b"HTTP/1.1 405 ") and b"Server: Twotone" in lost
    assert met.counted[-1] == ("refused", 405)


@pytest.mark.ci
@pytest.mark.parametrize("most", [500, pytest.param(10_000, marks=pytest.mark.deep)])
@pytest.mark.timeout(1200)
async def test_junk_gets_one_sentence_each_and_leaves_nothing_behind(
    met: Site, most: int, caplog: pytest.LogCaptureFixture
) -> None:
    await met.make_page(await met.play_random("binar"))
    caplog.set_level(logging.WARNING)
    chance, statuses, early = random.Random(31), dict[int, int](), 0.0
    for number in range(most):
        came = await send_bytes(met, sent := request(chance, number))
        status = int(came.split(b" ", 2)[1]) if came.startswith(b"HTTP/") else 0
        statuses[status] = statuses.get(status, 0) + 1
        assert status < 500, (sent, came)
        _, _, body = came.partition(b"\r\n\r\n")
        assert b"Traceback" not in came and len(body) < (60_000 if status < 300 else 5_000), sent
        assert status < 400 or b"X-Content-Type-Options: nosniff" in came, sent
        assert status != 206, "no part of a page is served by itself"
        if number == most // 5:
            early = memory()
    grown = memory() - early
    assert {200, 400, 404, 405} <= set(statuses)
    assert not [kind for kind, status in met.counted if status >= 500]
    assert {kind for kind, _ in met.counted} <= {"refused", "start", "privacy", "terms", "lab", "lab_file"}
    assert grown < 4.0 or most < 10_000
    assert caplog.records == [], "what strangers send is no error of ours"
    assert (await met.get("/terms")).status == 200
