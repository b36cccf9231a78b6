"""The playground answers only under this machine's own names, for any request."""

import aiohttp
import pytest
from yarl import URL

from playground.app import LOOPBACK
from tests.playground.conftest import TOKEN, Server

TO_BOTS = {"Authorization": f"Bot playground-{TOKEN}"}
PATHS = (
    "/",
    "/static/page.js",
    "/attachments/1/2/board.png",
    "/api/v10/users/@me",
    "/api/v10/gateway",
    "/nowhere",
)


@pytest.mark.parametrize("path", [*PATHS, "/gateway", "/ws"])
@pytest.mark.parametrize(
    "host", ["elsewhere.example", "127.0.0.1.elsewhere.example:80", "localhost@elsewhere.example", "[::1", ""]
)
async def test_a_request_under_another_name_is_refused(server: Server, path: str, host: str) -> None:
    async with aiohttp.ClientSession() as session:
        headers = {**TO_BOTS, "Host": host}
        async with session.get(f"{server.address}{path}", headers=headers, allow_redirects=False) as answer:
            assert answer.status == 403


@pytest.mark.parametrize("path", ["/gateway/?v=10&encoding=json", "/ws?member=ada"])
async def test_a_socket_under_another_name_is_refused(server: Server, path: str) -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{server.address}{path}", headers={"Host": "elsewhere.example"})
        assert refused.value.status == 403


@pytest.mark.parametrize("name", LOOPBACK)
async def test_this_machine_has_three_names(server: Server, name: str) -> None:
    port = URL(server.address).port
    host = f"[{name}]:{port}" if ":" in name else f"{name}:{port}"
    async with aiohttp.ClientSession() as session:
        headers = {**TO_BOTS, "Host": host}
        async with session.get(f"{server.address}/api/v10/users/@me", headers=headers) as answer:
            assert answer.status == 200
