"""The host's side of the pages: their addresses, and faults in these.

Without pages, none of their code is loaded.
"""

import ast
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot.host.config import Webhook, read_config
from bot.host.pages import WebPages, check_webhook
from bot.host.settings import Bind, ConfigError
from web.hook import is_refused, read_key

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("https://twotone.example", "https://twotone.example"),
        ("https://Twotone.Example/", "https://twotone.example"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_the_address_for_everybody_is_a_site(tmp_path: Path, given: str, url: str) -> None:
    found = read_config({"PUBLIC_URL": given}, tmp_path)
    assert (found.public_url, found.web_bind) == (url, Bind("127.0.0.1", 8080))


@pytest.mark.parametrize(
    "given",
    [
        "twotone.example",
        "ftp://twotone.example",
        "https://",
        "https://twotone.example/bot",
        "https://twotone.example?x",
        "https://ada:secret@twotone.example",
        "https://twotone.example:0x50",
        "https://two tone.example",
        "https://" + "a" * 100 + ".example",
    ],
)
def test_what_is_no_site_is_refused_without_being_quoted(tmp_path: Path, given: str) -> None:
    with pytest.raises(ConfigError, match="PUBLIC_URL is no address of a site") as wrong:
        read_config({"PUBLIC_URL": given}, tmp_path)
    assert "secret" not in str(wrong.value)


def test_help_is_where_everybody_can_go(tmp_path: Path) -> None:
    for given in (
        "https://discord.gg/twotone",
        "https://twotone.example",
        "https://xn--bcher-kva.example/x?y=1",
    ):
        assert read_config({"SUPPORT_URL": given}, tmp_path).support_url == given
    assert read_config({}, tmp_path).support_url is None


@pytest.mark.parametrize(
    "given",
    [
        *(
            "discord.gg/twotone",
            "http://twotone.example",
            "mailto:ada@twotone.example",
            "https://",
            "https://..",
        ),
        *(
            "https://localhost/",
            "https://help/",
            "https://nas.local",
            "https://wiki.lan/x",
            "https://a.home.arpa",
        ),
        *(
            "https://127.0.0.1/",
            "https://192.168.1.7/",
            "https://8.8.8.8",
            "https://[::1]/",
            "https://[2001:db8::1]",
        ),
        *("https://ada:sesame@twotone.example", "https://twotone.example:x", "https://twotone.example/a b"),
        *("https://twotone.example/ä", "https://twotone.example/" + "a" * 80),
    ],
)
def test_an_address_for_help_that_is_private_or_odd_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(ConfigError, match="SUPPORT_URL is no address that everybody can open") as wrong:
        read_config({"SUPPORT_URL": given}, tmp_path)
    assert "sesame" not in str(wrong.value)


@pytest.mark.parametrize(
    ("given", "bind"),
    [
        ("0.0.0.0:80", Bind("0.0.0.0", 80)),
        ("[::1]:8080", Bind("::1", 8080)),
        ("off", None),
        ("OFF", None),
    ],
)
def test_where_they_are_served_is_said_as_an_address_and_a_port(
    tmp_path: Path, given: str, bind: Bind | None
) -> None:
    assert read_config({"PUBLIC_URL": "https://a.example", "WEB_BIND": given}, tmp_path).web_bind == bind


@pytest.mark.parametrize(
    "given", ["8080", "localhost:8080", "::1:8080", "127.0.0.1:0", "127.0.0.1:x", "[127.0.0.1]:1"]
)
def test_what_is_no_address_of_this_machine_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(ConfigError, match="WEB_BIND is an address of this machine"):
        read_config({"PUBLIC_URL": "https://a.example", "WEB_BIND": given}, tmp_path)


def test_the_lab_is_where_one_was_built_and_pages_are(tmp_path: Path) -> None:
    paged = {"PUBLIC_URL": "https://a.example"}
    assert read_config(paged, tmp_path).lab_url is None
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "index.html").write_text("<!DOCTYPE html>")
    assert read_config(paged, tmp_path).lab_url == "https://a.example/lab/"
    assert read_config({}, tmp_path).lab_url is None


def test_a_place_to_serve_needs_an_address_for_everybody(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="WEB_BIND is set without PUBLIC_URL"):
        read_config({"WEB_BIND": "127.0.0.1:8080"}, tmp_path)
    off = read_config({}, tmp_path)
    assert (off.public_url, off.web_bind) == (None, None)


LONG = "letters and digits 0123456789"


def test_a_webhook_has_an_address_a_secret_and_pages(tmp_path: Path) -> None:
    given = {
        "PUBLIC_URL": "https://a.example",
        "WEBHOOK_URL": "https://b.example/x?y=1",
        "WEBHOOK_SECRET": LONG,
    }
    assert read_config(given, tmp_path).webhook == Webhook("https://b.example/x?y=1", LONG)
    assert read_config({**given, "WEBHOOK_URL": "HTTPS://b.example/x"}, tmp_path).webhook
    assert LONG not in repr(read_config(given, tmp_path)) and LONG not in repr(
        read_config(given, tmp_path).webhook
    )
    assert read_config({}, tmp_path).webhook is None
    for missing in given:
        with pytest.raises(ConfigError, match="go together"):
            read_config({name: value for name, value in given.items() if name != missing}, tmp_path)


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://b.example/x",
            "b.example",
            "https://",
            "https://ada:sesame@b.example",
            "https://b.example:x/",
        ),
        *("ftp://b.example", "https://b.example/a b", "https://b.example/ä"),
    ],
)
def test_what_is_no_address_to_send_to_is_refused_without_being_quoted(tmp_path: Path, url: str) -> None:
    given = {"PUBLIC_URL": "https://a.example", "WEBHOOK_URL": url, "WEBHOOK_SECRET": LONG}
    with pytest.raises(ConfigError, match="WEBHOOK_URL is no address to send to") as wrong:
        read_config(given, tmp_path)
    assert "sesame" not in str(wrong.value)


@pytest.mark.parametrize("url", ["http://b.example/x", "https://localhost:9000/x", "https://10.0.0.1/x"])
def test_an_address_of_this_machine_or_a_private_network_must_be_allowed(tmp_path: Path, url: str) -> None:
    given = {"PUBLIC_URL": "https://a.example", "WEBHOOK_URL": url, "WEBHOOK_SECRET": LONG}
    with pytest.raises(ConfigError) as wrong:
        check_webhook(read_config(given, tmp_path).webhook)
    assert wrong.value.code == ("config.webhook" if url.startswith("http:") else "config.webhook.private")
    allowed = read_config({**given, "WEBHOOK_PRIVATE": "Yes"}, tmp_path).webhook
    assert allowed == Webhook(url, LONG, may_be_private=True)
    check_webhook(allowed)


def test_no_webhook_and_one_that_everybody_reaches_are_well() -> None:
    for well in (None, Webhook("https://1.1.1.1/x", LONG), Webhook("https://nowhere.invalid/x", LONG)):
        check_webhook(well)


@pytest.mark.parametrize(
    ("secret", "key"),
    [
        ("whsec_AAAAAAAA", bytes(6)),
        ("abcdefghijklmnopqrstuvwx", b"abcdefghijklmnopqrstuvwx"),
        ("whsec_AAAA!AAAA", b"whsec_AAAA!AAAA"),
        ("whsec_AAAAA", b"whsec_AAAAA"),
    ],
)
def test_a_secret_is_base64_only_behind_its_mark_and_as_a_whole(secret: str, key: bytes) -> None:
    assert read_key(secret) == key


def test_a_name_is_refused_only_if_none_of_its_addresses_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[object, ...]] = [(0, 0, 0, "", ("10.0.0.1", 443)), (0, 0, 0, "", ("1.1.1.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    assert not is_refused("both.example", 443)
    found.pop()
    assert is_refused("private.example", 443)


def test_a_short_secret_is_refused(tmp_path: Path) -> None:
    given = {
        "PUBLIC_URL": "https://a.example",
        "WEBHOOK_URL": "https://b.example",
        "WEBHOOK_SECRET": "x" * 23,
    }
    with pytest.raises(ConfigError, match="at least 24 characters"):
        read_config(given, tmp_path)


def pages() -> WebPages:
    return WebPages("https://a.example", lambda: 0.0, ROOT, None)


async def test_an_address_that_is_taken_ends_the_start_in_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=f"cannot be served at 127.0.0.1:{port} .*in use"):
            async with pages().open(Bind("127.0.0.1", port)):
                pass


async def test_an_address_of_a_network_that_is_not_there_is_told_in_words() -> None:
    with pytest.raises(ConfigError, match="cannot be served at") as wrong:
        async with pages().open(Bind("fe80::1%nowhere", 8080)):
            pass
    assert "Unknown error" not in str(wrong.value)


async def test_without_the_extra_the_start_ends_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "web"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(ConfigError, match="Install twotone\\[web\\]"):
        async with pages().open(Bind("127.0.0.1", 0)):
            pass


@pytest.mark.ci
def test_without_an_address_nothing_of_them_is_loaded() -> None:
    """The page server is not loaded either.

    Only the loopback pages need it, where the host wants metrics.
    """
    code = "import sys"
    for loaded, strangers in (
        ("bot.__main__, bot.client, bot.host.running", ("web", "jinja2", "markupsafe", "aiohttp.web")),
        ("bot.host.loopback", ("web", "jinja2", "markupsafe")),
    ):
        code += (
            f"; import {loaded}; print([name for name in sys.modules for each in {strangers}"
            " if name == each or name.startswith(each + '.') or name.startswith(each + '_') and '.' in each])"
        )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "[]"]


@pytest.mark.ci
def test_only_one_file_of_the_bot_names_them_and_only_when_they_are_served() -> None:
    naming = set()
    for path in (ROOT / "bot").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "web":
                naming.add((path.relative_to(ROOT).as_posix(), node.col_offset > 0))
    assert naming == {("bot/host/pages.py", True)}
