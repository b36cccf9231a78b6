"""The pages that belong to no match, and the promises of every answer.

No scripts, no cookies, no frames, and one sentence.
"""

import asyncio
import contextlib
import json
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from club.running.turns import FairScheduler, QueueFull
from tests.pace import PATIENCE
from tests.web.site import Site
from web import matches
from web.documents import LARGEST as LARGEST_DOCUMENT
from web.documents import load_document
from web.guard import AT_ONCE, IN_ALL_AT_ONCE, Guard
from web.html_pages import render_page, script_json
from web.pictures import PictureCache, TaggedFile, tag_file
from web.strict import CONNECTIONS
from words import localizer_for

LARGEST = 60_000
"""Bytes that a page may have."""


@pytest.mark.parametrize("path", ["/", "/privacy", "/terms", "/m/none"])
async def test_a_page_is_small_and_needs_nothing_from_elsewhere(met: Site, path: str) -> None:
    page = await met.get(path)
    assert page.status == (404 if path == "/m/none" else 200)
    assert len(page.body) < LARGEST
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'; img-src 'self'")
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["Server"] == "Twotone"
    assert "Set-Cookie" not in page.headers
    assert re.findall(r"(?:src|<link[^>]*href)=\"(?!/)([^\"]+)", page.text) == []
    assert "<script" not in page.text and "style=" not in page.text
    assert page.text.count("<h1>") == 1 and page.text.count("<main") == 1
    assert '<a href="https://discord.gg/twotone">Get help</a></nav>' in page.text


async def test_the_style_is_kept_for_good_and_says_both_schemes(met: Site) -> None:
    style = await met.get("/style.css")
    assert style.status == 200 and "immutable" in style.headers["Cache-Control"]
    assert "prefers-color-scheme:light" in style.text


async def test_the_start_page_names_every_game_and_how_the_bot_is_added(met: Site) -> None:
    page = (await met.get("/")).text
    assert "One Zero One" in page and "Frisian" in page and "client_id=1" in page
    assert '<meta name="robots"' not in page


def test_without_an_address_no_page_speaks_of_help(met: Site) -> None:
    page = render_page(
        "said.html", localizer_for("en"), replace(met.host, support_url=None), title="x", text="y"
    )
    assert page.text is not None
    assert page.text.count("<a ") == 5 and "Get help" not in page.text


async def test_the_hosts_own_policy_stands_in_place_of_the_template(met: Site, tmp_path: Path) -> None:
    assert "What is kept" in (await met.get("/privacy")).text
    (tmp_path / "privacy.md").write_text(
        "# Ours\n\n<script>alert(1)</script> **by me**, see [terms](terms.md)\n"
    )
    page = (await met.get("/privacy")).text
    assert "<h1>Ours</h1>" in page and "<strong>by me</strong>" in page
    assert "&lt;script&gt;" in page and '<a href="/terms">terms</a>' in page
    assert "What is kept" not in page
    (tmp_path / "terms.md").write_bytes("# Für uns\n\nBe kind.\n".encode("cp1252"))
    terms = await met.get("/terms")
    assert terms.status == 200 and "Be kind." in terms.text
    (tmp_path / "privacy.md").write_text("# Ours\n\n" + "x" * LARGEST_DOCUMENT)
    page = await met.get("/privacy")
    assert page.status == 500 and "What is kept" not in page.text, "nothing that this host never said"


def test_a_document_has_its_lists_tables_and_links_and_nothing_live(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text(
        "1. one\n2. two\n   more\n\n- a\n  - b\n\n| h | i |\n|---|---|\n| `c` | d |\n\n"
        "[bad](javascript:alert) [good](https://a.example/?b=1&c=2) [us](mailto:us@a.example)\n"
    )
    made = load_document("x.md", tmp_path)
    assert "<ol><li>one</li><li>two more</li></ol>" in made
    assert "<ul><li>a<ul><li>b</li></ul></li></ul>" in made
    assert '<th scope="col">h</th>' in made and "<td><code>c</code></td><td>d</td>" in made
    assert '<a href="mailto:us@a.example">us</a>' in made
    assert "javascript" not in made and 'href="https://a.example/?b=1&amp;c=2"' in made
    with pytest.raises(FileNotFoundError):
        load_document("none.md", tmp_path)


async def test_who_has_a_page_already_gets_no_second_copy(met: Site) -> None:
    page = await met.get("/terms")
    again = await met.get("/terms", headers={"If-None-Match": page.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    other = await met.get("/terms", headers={"If-None-Match": '"other"'})
    assert other.status == 200


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("de;q=0.5, fr", "fr"),
        ("de ; q=0.5, fr; q=0.9", "fr"),
        ("FR-ca;Q=0.2, de-AT;q=0.3", "de"),
        ("fr; q=0, it;q=0.1", "it"),
        ("pt", "pt-BR"),
        ("pt-PT, en;q=0.5", "pt-BR"),
        ("zh-TW, de;q=x", "en"),
    ],
)
async def test_a_page_is_in_the_language_that_its_reader_likes_best(
    met: Site, asked: str, language: str
) -> None:
    page = await met.get("/", headers={"Accept-Language": asked})
    assert f'<html lang="{language}">' in page.text


@pytest.mark.parametrize(
    ("method", "path", "given", "status", "words"),
    [
        ("POST", "/", {}, 405, "can only be read"),
        ("DELETE", "/m/x", {}, 405, "can only be read"),
        ("GET", "/", {"data": b"x" * 100_000}, 413, "take nothing that is sent"),
        ("GET", "/wp-login.php", {}, 404, "no such page"),
        ("GET", "/" + "a" * 300, {}, 404, "no such page"),
        ("GET", "/m/AAAAAAAAAAAAAAAAAAAAAA", {}, 404, "no such page"),
        ("GET", "/m/AAAAAAAAAAAAAAAAAAAAAA/999", {}, 404, "no such page"),
        ("GET", "/m/AAAAAAAAAAAAAAAAAAAAAA/record.exe", {}, 404, "no such page"),
    ],
)
async def test_what_is_no_request_for_a_page_gets_one_sentence(
    met: Site, method: str, path: str, given: dict[str, object], status: int, words: str
) -> None:
    page = await met.get(path, method, **given)
    assert page.status == status
    assert words in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert met.counted[-1] == ("refused", status)
    assert page.headers.get("Allow") == ("GET, HEAD" if status == 405 else None)


async def test_one_address_asks_only_so_often_and_others_go_on(met: Site) -> None:
    async def ask(sender: str) -> int:
        async with met.session.get(f"{met.at}/robots.txt", headers={"X-Forwarded-For": sender}) as came:
            return came.status

    assert {await ask("203.0.113.5") for _ in range(AT_ONCE)} == {200}
    assert await ask("203.0.113.5") == 429
    assert await ask("1.2.3.4, 203.0.113.5") == 429, "what the sender says of itself does not count"
    assert await ask("203.0.113.6") == 200
    assert await ask("203.0.113.5:4711") == 429, "some proxies add the port"
    assert {await ask(f"203.0.113.7:{port}") for port in range(1, AT_ONCE + 1)} == {200}
    assert await ask("203.0.113.8:1") == 200, "another address has its own share"
    assert await ask("[2001:db8::1]:4711") == await ask("[2001:db8::2]") == 200
    assert {await ask(f"2001:db8::{last:x}") for last in range(3, AT_ONCE + 1)} == {200}
    assert await ask("2001:db8::ffff") == 429, "a household has one share"
    assert await ask("2001:db8:0:1::1") == 200
    met.time[0] += 60
    assert await ask("203.0.113.5") == 200


async def test_before_the_bot_is_there_pages_say_so(met: Site) -> None:
    met.seen["serving"] = False
    page = await met.get("/m/AAAAAAAAAAAAAAAAAAAAAA")
    assert (page.status, "not ready yet" in page.text) == (503, True)
    assert (await met.get("/terms")).status == 200


async def test_what_goes_wrong_by_our_mistake_is_logged_and_says_nothing_of_itself(
    met: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def raise_error(*_: object) -> None:
        """Raise an error with a secret in it."""
        raise KeyError("secret")

    monkeypatch.setattr(met.club.pages.single, "load_match_page", raise_error)
    page = await met.get("/m/AAAAAAAAAAAAAAAAAAAAAA")
    assert page.status == 500 and "secret" not in page.text
    assert [record.message for record in caplog.records if record.name == "web.guard"] == ["page failed"]


async def test_pictures_are_kept_up_to_so_many_bytes_and_drawn_once() -> None:
    pictures, drawn = PictureCache(max_bytes=25), []

    def draw(number: int) -> bytes:
        drawn.append(number)
        return b"0123456789"

    async def get(number: int) -> TaggedFile:
        return await pictures.get((number,), lambda: draw(number))

    for number in (1, 2, 1, 3, 1, 2):
        assert await get(number) == tag_file(b"0123456789")
    assert drawn == [1, 2, 3, 2], "the one longest unused goes"
    assert pictures.size == 20
    await asyncio.gather(*(get(4) for _ in range(5)))
    assert drawn == [1, 2, 3, 2, 4], "who asks meanwhile waits for it"
    assert pictures.locks == {}


@pytest.mark.ci
async def test_a_picture_is_tagged_when_it_is_drawn_and_not_each_time_it_is_asked_for(
    met: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await met.make_page(await met.play_random("binar"))
    for sub in ("/replay.gif", "/end.png", "/record.json"):
        drawn = await met.get(path + sub)
        with monkeypatch.context() as patch:
            patch.setattr("web.pictures.etag_of", None)
            patch.setattr("web.guard.etag_of", None)
            again = await met.get(path + sub)
            assert (again.status, again.headers["ETag"], again.body) == (
                200,
                drawn.headers["ETag"],
                drawn.body,
            )
            kept = await met.get(path + sub, headers={"If-None-Match": drawn.headers["ETag"]})
            assert (kept.status, kept.body) == (304, b"")


async def test_what_cannot_even_wait_is_told_so(met: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object, **__: object) -> None:
        raise QueueFull

    monkeypatch.setattr(FairScheduler, "serve", full)
    busy = await met.get("/")
    assert (busy.status, "much to do" in busy.text) == (503, True)
    assert met.counted[-1] == ("refused", 503)


@pytest.mark.ci
@pytest.mark.parametrize("path", ["", "/1", "/end.png", "/replay.gif", "/record.json"])
async def test_pages_are_written_beside_the_loop(
    met: Site, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    page, threads = await met.make_page(await met.play_random("binar")), set[int]()
    names = ("render_page", "draw", "draw_end", "render_replay", "export_files")
    for name in names:
        made = getattr(matches, name)
        monkeypatch.setattr(matches, name, partial(note_thread, threads, made))
    assert (await met.get(page + path)).status == 200
    assert threads and threading.get_ident() not in threads


def note_thread(threads: set[int], make: Callable[..., object], *given: object, **named: object) -> object:
    """Note the present thread and call the function."""
    threads.add(threading.get_ident())
    return make(*given, **named)


async def test_so_many_connections_are_open_and_the_silent_make_room(
    met: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(met.at.rpartition(":")[2])
    silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(CONNECTIONS)]
    monkeypatch.setattr("web.strict.SILENT", 60.0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(ConnectionError):
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    writer.close()
    monkeypatch.setattr("web.strict.SILENT", 0.0)
    for _ in range(CONNECTIONS + 5):
        assert b"200 OK" in await once(port)
    with contextlib.suppress(ConnectionError):
        assert await asyncio.wait_for(silent[0][0].read(), PATIENCE) == b""
    for _, each in silent:
        each.close()


async def once(port: int) -> bytes:
    """What a connection of its own brings."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /robots.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    came = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return came


@pytest.mark.ci
async def test_all_addresses_together_have_a_pace_too(met: Site) -> None:
    async def ask(number: int) -> tuple[int, str]:
        sender = f"198.51.{number // 200}.{number % 200}"
        async with met.session.get(f"{met.at}/robots.txt", headers={"X-Forwarded-For": sender}) as came:
            return came.status, await came.text()

    assert {(await ask(number))[0] for number in range(IN_ALL_AT_ONCE)} == {200}
    status, said = await ask(IN_ALL_AT_ONCE)
    assert status == 503 and "much to do" in said
    met.time[0] += 60
    assert (await ask(0))[0] == 200


def test_json_within_a_page_ends_no_script() -> None:
    told = script_json({"a": "</script><!-- &"})
    assert not set("<>&") & set(told)
    assert json.loads(told) == {"a": "</script><!-- &"}


@pytest.mark.ci
def test_the_guard_forgets_who_came_long_ago() -> None:
    async def refuse(*_: object) -> None: ...

    guard = Guard(lambda: 1.0, refuse, lambda kind, status: None)  # pyrefly: ignore[bad-argument-type]
    for number in range(30_000):
        guard.pages[0].try_take(number)
    assert len(guard.pages[0]) <= 10_000
