"""Collections of garbage in the bot's process: short, and memory goes back."""

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.ci

HOLES = """
import gc
from pathlib import Path
from bot.__main__ import _share_heap, _short_collections

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 >> 20

short = _short_collections(after_each=_share_heap())
short.__enter__()
blocks = [b"x" * 100_000 for _ in range(400)]
above = bytes(100_000)
del blocks
full = resident()
gc.collect(1)
young = resident()
gc.collect()
print(full - young, full - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is asked to give memory back")
def test_the_system_has_back_what_is_free_after_a_whole_collection() -> None:
    told = subprocess.run([sys.executable, "-c", HOLES], capture_output=True, text=True, check=True).stdout
    young, whole = map(int, told.split())
    assert young < 5
    assert whole > 30


FROZEN = """
import gc
from bot.__main__ import _short_collections

before = gc.get_threshold()
short = _short_collections(after_each=lambda: None)
short.__enter__()
counts = [gc.get_freeze_count()]
for _ in range(9):
    kept = [[] for _ in range(1000)], globals().get("kept")
    gc.collect(1)
    young = gc.get_freeze_count()
    gc.collect()
    counts.append(gc.get_freeze_count())
    assert young == counts[-2]
print([after - before > 900 for before, after in zip(counts, counts[1:])])
del kept
print(counts[-1] - gc.get_freeze_count() > 8000)
short.__exit__(None, None, None)
print(gc.callbacks, gc.get_threshold() == before)
"""


def test_what_is_kept_for_long_is_looked_at_ever_more_seldom_and_goes_all_the_same() -> None:
    told = subprocess.run([sys.executable, "-c", FROZEN], capture_output=True, text=True, check=True).stdout
    seen, gone, undone = told.splitlines()
    assert seen == str([True, True, False, True, False, False, False, True, False])
    assert gone == "True"
    assert undone == "[] True"
