"""The bounds of live boards and their headers; none without the setting."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from tests.club.people import CLEO, start_match
from tests.pace import PATIENCE
from tests.web.live.live_page import act_number, open_board, post, watch
from tests.web.site import ANN, BEN, Site, site
from web.live import live_pages
from web.live.live_pages import BODY
from web.live.live_streams import EACH
from web.strict import CONNECTIONS


async def test_without_the_setting_there_is_no_board_and_nothing_is_written(tmp_path: Path) -> None:
    async with site("sqlite", tmp_path) as met:
        assert (await met.get("/live")).status == 404
        for path in ("/live/open", "/live/ask", "/"):
            refused = await met.get(path, "POST", data=b"{}")
            assert refused.status in (404, 405)
        assert (await met.get("/")).headers["Content-Security-Policy"].count("script-src") == 0


async def test_the_page_alone_has_scripts_and_is_never_kept(met: Site) -> None:
    page = await met.get("/live")
    assert page.status == 200 and page.headers["Cache-Control"] == "no-store"
    policy = page.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert page.headers["Referrer-Policy"] == "no-referrer" and "Set-Cookie" not in page.headers
    name = page.text.partition('src="live/')[2].partition('"')[0]
    script = await met.get(f"/live/{name}")
    assert script.status == 200 and "immutable" in script.headers["Cache-Control"]
    assert script.headers["Content-Type"].startswith("text/javascript")
    assert (await met.get("/live/0123/live.js")).status == 404
    for path in ("/", "/privacy", "/live/none"):
        assert "script-src" not in (await met.get(path)).headers["Content-Security-Policy"]
    for path in ("/", "/privacy", "/live"):
        assert (await met.get(path, "POST", data=b"{}")).status == 405


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b'"x"',
        b"[" * 1000,
        b'{"do":"dance","act":"00000000","version":1}',
        b'{"do":"play","move":"a1","version":1}',
        b'{"do":"play","move":7,"version":1,"act":"00000000"}',
        b'{"do":"play","move":"a1","version":"1","act":"00000000"}',
        b'{"do":"choose","path":"a1","version":0,"act":"00000000"}',
        b'{"do":"choose","path":[1],"version":0,"act":"00000000"}',
        b'{"do":"look","number":"1"}',
        b'{"do":"offer","offer":"moon","act":"00000000"}',
        b'{"do":"look","number":99}',
        b'{"do":"seen","version":[]}',
        b'{"do":"play","move":"\\ud83d","version":0,"act":"00000000"}',
    ],
)
async def test_junk_is_refused_in_a_sentence_and_changes_nothing(met: Site, body: bytes) -> None:
    table = await start_match(met.club, "binary")
    ann = await open_board(met, table, ANN.id)
    answer = json.loads(await post(met, "ask", body, ann.headers))
    assert answer["ok"] is False and answer["error"]
    assert met.counted[-1][1] < 500
    assert (await met.club.play.matches.load_row(table.row.id)).version == 0


async def test_what_is_only_sent_to_is_said_to_take_that(met: Site) -> None:
    came = await met.get("/live/ask")
    assert (came.status, came.headers["Allow"]) == (405, "POST")


async def test_a_long_body_is_refused(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann = await open_board(met, table, ANN.id)
    long = json.dumps({"do": "show", "more": "x" * BODY}).encode()
    headers = ann.headers
    async with met.session.post(f"{met.at}/live/ask", data=long, headers=headers) as came:
        assert came.status == 413
    async with met.session.post(f"{met.at}/live/open", data=long) as came:
        assert came.status == 413


async def test_without_a_session_all_is_refused(met: Site) -> None:
    for header in ({}, {"Authorization": "Bearer " + "0" * 32}, {"Authorization": "Basic x"}):
        async with met.session.post(f"{met.at}/live/ask", data=b"{}", headers=header) as came:
            assert came.status == 401 and (await came.json())["ok"] is False
        async with met.session.get(f"{met.at}/live/events", headers=header) as came:
            assert came.status == 401


async def test_a_person_has_six_streams_and_they_take_no_room_from_pages(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann, ben = await open_board(met, table, ANN.id), await open_board(met, table, BEN.id)
    async with AsyncExitStack() as until:
        for _ in range(EACH):
            await (await until.enter_async_context(ann.events())).next()
        async with met.session.get(f"{met.at}/live/events", headers=ann.headers) as came:
            assert came.status == 429
        await (await until.enter_async_context(ben.events())).next()
        assert (await met.get("/")).status == 200
    assert CLEO.id not in await met.club.pages.live.list_onlookers(table.row.id)


async def test_a_stream_whose_connection_is_lost_leaves_its_place_at_once(
    met: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_pages, "QUIET", 3600.0)  # nothing is sent meanwhile
    table = await start_match(met.club, "binary")
    ann = await open_board(met, table, ANN.id)
    for _ in range(3 * EACH):  # as a phone does that loses its network again and again
        async with asyncio.timeout(PATIENCE):
            while (stream := await watch(ann)).came.status == 429:
                stream.came.close()
        await stream.next()
        stream.came.close()
    async with asyncio.timeout(PATIENCE):
        while ANN.id in await met.club.pages.live.list_onlookers(table.row.id):
            await ann.ask("show")


@pytest.mark.ci
async def test_many_watch_one_match(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann = await open_board(met, table, ANN.id)
    many = CONNECTIONS + 20
    boards = []
    for number in range(many):
        met.time[0] += 1.0  # an address opens some links at once, and then some a minute
        boards.append(await open_board(met, table, 1000 + number))
    async with AsyncExitStack() as until:
        unbounded = aiohttp.TCPConnector(limit=0)
        met.session = await until.enter_async_context(aiohttp.ClientSession(connector=unbounded))
        streams = [await until.enter_async_context(board.events()) for board in boards]
        for stream in streams:
            await stream.next()
        await ann.ask("play", move=table.match.moves()[0], version=0, act=act_number())
        states = await asyncio.gather(*(stream.next() for stream in streams))
    assert {state["version"] for state in states} == {1}
