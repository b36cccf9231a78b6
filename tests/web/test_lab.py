"""The lab beside the pages, if it was built.

Its files, its own policy, and nothing outside of its folder.
"""

from pathlib import Path

import pytest

from tests.web.site import Site
from web.guard import AT_ONCE, FILES_AT_ONCE


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """A folder as `make lab` makes it."""
    folder = tmp_path / "lab"
    (folder / "pyodide").mkdir(parents=True)
    (folder / "index.html").write_text("<!DOCTYPE html><title>lab</title>")
    (folder / "worker.js").write_text("start()")
    (folder / "pyodide" / "pyodide.mjs").write_text("export const x = 1;")
    (folder / "bundle.bin").write_bytes(b"\x1f\x8b")
    (folder / "pyodide" / "pyodide.asm.wasm").write_bytes(b"\0asm")
    (folder / ".secret").write_text("hidden")
    (tmp_path / "outside.txt").write_text("outside")
    return folder


@pytest.mark.usefixtures("lab")
async def test_the_lab_is_served_with_a_policy_of_its_own(met: Site) -> None:
    page = await met.get("/lab/")
    assert page.status == 200 and "<title>lab" in page.text
    policy = page.headers["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy and "unsafe-inline" not in policy
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    kinds = {
        "worker.js": "javascript",
        "pyodide/pyodide.mjs": "javascript",
        "pyodide/pyodide.asm.wasm": "wasm",
    }
    for name, kind in kinds.items():
        assert (await met.get(f"/lab/{name}")).headers["Content-Type"].split("/")[1].startswith(kind)
    bundle = await met.get("/lab/bundle.bin")
    assert bundle.body == b"\x1f\x8b" and "Content-Encoding" not in bundle.headers
    assert (await met.get("/lab", allow_redirects=False)).headers["Location"] == "/lab/"
    assert 'href="/lab/"' in (await met.get("/")).text
    assert ("lab_file", 200) in met.counted


@pytest.mark.usefixtures("lab")
@pytest.mark.parametrize(
    "path",
    [
        "/lab/.secret",
        "/lab/../outside.txt",
        "/lab/%2e%2e/outside.txt",
        "/lab/..%2foutside.txt",
        "/lab/pyodide",
        "/lab/no.js",
    ],
)
async def test_nothing_else_of_the_host_is_served(met: Site, path: str) -> None:
    answer = await met.get(path)
    assert answer.status == 404 and "There is no such page here" in answer.text


@pytest.mark.ci
@pytest.mark.usefixtures("lab")
async def test_first_visits_to_the_lab_have_a_share_of_their_own(met: Site) -> None:
    async def ask(path: str) -> int:
        async with met.session.get(f"{met.at}{path}", headers={"X-Forwarded-For": "203.0.113.5"}) as came:
            return came.status

    visit = 50
    assert {await ask("/lab/worker.js") for _ in range(5 * visit)} == {200}
    assert await ask("/") == 200, "and the pages have theirs still"
    assert {await ask("/") for _ in range(AT_ONCE - 1)} == {200}
    assert await ask("/") == await ask("/laboratory") == 429
    assert {await ask("/lab/worker.js") for _ in range(FILES_AT_ONCE - 5 * visit)} == {200}
    assert await ask("/lab/worker.js") == 429


async def test_without_a_lab_there_is_none(met: Site) -> None:
    for path in ("/lab", "/lab/", "/lab/worker.js"):
        assert (await met.get(path)).status == 404
    assert "/lab/" not in (await met.get("/")).text
