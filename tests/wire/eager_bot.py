"""The bot as the playground starts it, but for two limits and one game.

Tests press and ask for matches faster than people may, and play the example of docs/add-a-game.md too.
"""

import runpy
from dataclasses import replace

from bot.client import Twotone
from club.members.quotas import LIMITS
from tests.examples.three_in_a_row.entries import ENTRIES

if __name__ == "__main__":
    for catalogue, name, entry in ENTRIES:
        catalogue[name] = entry
    assert Twotone.__init__.__kwdefaults__ is not None
    Twotone.__init__.__kwdefaults__["limits"] = replace(
        LIMITS, challenges_per_minute=10**6, presses_at_once=10**3
    )
    runpy.run_module("playground.launcher", run_name="__main__", alter_sys=True)
