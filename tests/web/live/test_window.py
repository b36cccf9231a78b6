"""The live board in Discord's own window: who one is comes from Discord alone."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.club.people import CLEO, start_match
from tests.web.live.live_page import LivePage, act_number, post
from tests.web.site import ANN, BEN, Site, site
from web.live.window import FRAMED_BY

START = b"export { DiscordSDK } from './Discord.mjs';"


@pytest.fixture
async def met(database: str, tmp_path: Path) -> AsyncIterator[Site]:
    """The pages of a club whose boards open in Discord's window."""
    folder = tmp_path / "activity"
    (folder / "lib").mkdir(parents=True)
    (folder / "index.mjs").write_bytes(START)
    (folder / "lib" / "uuid.mjs").write_bytes(b"export default 1;")
    (folder / "LICENSE.md").write_text("A licence.")
    async with site(database, tmp_path, live=True, activity=folder) as made:
        yield made


async def enter(met: Site, user_id: int) -> dict[str, Any]:
    """Open the window as a user whom Discord names."""
    code = act_number()
    met.seen["codes"][code] = user_id
    answer: dict[str, Any] = json.loads(await post(met, "enter", json.dumps({"code": code}).encode()))
    return answer


@pytest.mark.both_databases
async def test_the_window_opens_the_match_whose_button_was_pressed_last(met: Site) -> None:
    first, second = await start_match(met.club, "binary"), await start_match(met.club, "binar")
    for table in (second, first, second):
        await met.club.pages.live.make_link(table, ANN.id)
        met.time[0] += 1
    came = await enter(met, ANN.id)
    assert (came["ok"], came["title"], came["seat"]) == (True, "Binar", 0)
    board = LivePage(met, came["session"], came)
    answer = await board.choose(came["choices"][0]["path"][0])
    assert answer["ok"] and answer["version"] == came["version"] + 1


async def test_without_a_press_it_opens_the_match_that_waits_or_says_that_none_does(met: Site) -> None:
    answer = await enter(met, ANN.id)
    assert not answer["ok"] and "No match waits" in answer["error"]
    table = await start_match(met.club, "binary")
    came = await enter(met, ANN.id)
    assert (came["ok"], came["version"]) == (True, table.row.version)
    answer = await enter(met, BEN.id)
    assert not answer["ok"], "it is Ann's turn"


async def test_nobody_enters_with_a_code_that_discord_does_not_know_or_twice(met: Site) -> None:
    table = await start_match(met.club, "binary")
    await met.club.pages.live.make_link(table, ANN.id)
    for code in ("", "unknown", "x" * 200):
        answer = json.loads(await post(met, "enter", json.dumps({"code": code}).encode()))
        assert answer == {"ok": False, "error": answer["error"]} and "closed" in answer["error"]
    met.seen["codes"]["once"] = ANN.id
    [first, second] = [json.loads(await post(met, "enter", b'{"code": "once"}')) for _ in range(2)]
    assert (first["ok"], second["ok"]) == (True, False)


async def test_a_stranger_watches_by_their_own_press_and_only_what_they_may_see(met: Site) -> None:
    table = await start_match(met.club, "binary")
    await met.club.pages.live.make_link(table, CLEO.id)
    came = await enter(met, CLEO.id)
    assert (came["ok"], came["seat"], came["choices"]) == (True, None, [])
    await met.club.pages.live.make_link(table, CLEO.id)
    met.seen["strangers"].add(CLEO.id)
    met.time[0] += 61
    assert not (await enter(met, CLEO.id))["ok"]


async def test_the_page_may_be_framed_by_discord_alone_and_only_in_the_window(met: Site) -> None:
    async with met.session.get(f"{met.at}/?frame_id=1") as framed:
        page = await framed.text()
    assert f"frame-ancestors {FRAMED_BY}" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers and framed.headers["Cache-Control"] == "no-store"
    for path in ("/", "/live"):
        async with met.session.get(f"{met.at}{path}") as alone:
            assert "frame-ancestors 'none'" in alone.headers["Content-Security-Policy"]
            assert alone.headers["X-Frame-Options"] == "DENY"
    assert 'data-app="1"' in page
    [address] = [part.partition('"')[0] for part in page.split('data-sdk="')[1:]]
    async with met.session.get(f"{met.at}/{address}") as sdk:
        assert await sdk.read() == START and sdk.content_type == "text/javascript"
        assert "immutable" in sdk.headers["Cache-Control"]
    folder = address.rpartition("/")[0]
    for name, status in (("lib/uuid.mjs", 200), ("LICENSE.md", 404), ("../window.py", 404), ("x.mjs", 404)):
        async with met.session.get(f"{met.at}/{folder}/{name}") as came:
            assert came.status == status, name


@pytest.mark.ci
async def test_many_windows_open_at_once_behind_discords_proxy(met: Site) -> None:
    """Discord's SDK is some seventy files, and one address asks for everybody's."""
    async with met.session.get(f"{met.at}/?frame_id=1") as framed:
        [address] = [part.partition('"')[0] for part in (await framed.text()).split('data-sdk="')[1:]]
    for _ in range(2 * 70):
        async with met.session.get(f"{met.at}/{address}") as came:
            assert came.status == 200
