"""Measure the time from address to first move, in Chromium with a cold cache.

The CPU seconds of all of Chromium say more than wall seconds if other work runs on the machine.
Chromium's own CPU throttling leaves web workers alone, so a group of processes gets a quarter of
all cores instead, which needs root. Every measurement has a Chromium of its own with an empty
cache.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from tests.playground.browser import PHONE, chromium
from tests.workshop.lab.site import build_site, serve_folder

PATIENCE_MS = 180_000
GROUPS: Final = Path("/sys/fs/cgroup")
PERIOD: Final = 100_000
"""Microseconds in which a group of processes gets its part."""


@contextmanager
def slow_down(times: int) -> Iterator[Callable[[], None]]:
    """Yield a function that puts Chromium and its children in a slow group.

    The group has 1/`times` of all cores.
    """
    first = (GROUPS / "cpu").is_dir()
    group = (GROUPS / "cpu" if first else GROUPS) / f"twotone-lab-{os.getpid()}"
    group.mkdir()
    try:
        part = PERIOD * (os.cpu_count() or 1) // times
        if first:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(part))
        else:
            (group / "cpu.max").write_text(f"{part} {PERIOD}")

        def put() -> None:
            for pid in below():
                if "chrom" in Path(f"/proc/{pid}/cmdline").read_text():
                    (group / "cgroup.procs").write_text(str(pid))

        yield put
    finally:
        group.rmdir()


def below() -> dict[int, int]:
    """This process's descendants, each with the CPU ticks that it has used."""
    stats = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        stats[int(path.parent.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    found = {os.getpid()}
    while more := {pid for pid, (parent, _) in stats.items() if parent in found} - found:
        found |= more
    return {pid: stats[pid][1] for pid in found - {os.getpid()}}


def processor_seconds() -> float:
    """Seconds of the processor that the processes below this one have taken."""
    return sum(below().values()) / os.sysconf("SC_CLK_TCK")


async def first_move(browser: Browser, address: str) -> tuple[float, float]:
    """Seconds from requesting the page to the first move: wall time and CPU time."""
    context = await browser.new_context(**PHONE)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    began, taken = time.monotonic(), processor_seconds()
    await page.goto(address)
    await page.get_by_role("button", name="Begin").tap()
    await page.locator('#board .tap[data-square="h6"]').tap()
    await page.locator('#board .tap[data-square="g5"]').tap()
    await page.locator("#moves li").first.wait_for(state="attached")
    took = time.monotonic() - began, processor_seconds() - taken
    await context.close()
    return took


async def main() -> None:
    """Print measures at full speed, and slowed four times."""
    with serve_folder(build_site()) as address:
        for times in (1, 1, 1, 1, 1, 4, 4, 4):
            with slow_down(times) if times > 1 else nullcontext(lambda: None) as put:
                async with chromium() as browser:
                    put()
                    clock, processor = await first_move(browser, address)
            load = os.getloadavg()[0]
            print(f"{times} times slower: {clock:.1f} s, {processor:.1f} s of the processor; load {load:.1f}")


if __name__ == "__main__":
    asyncio.run(main())
