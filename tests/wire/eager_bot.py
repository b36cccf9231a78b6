"""The bot as the playground starts it, but for one limit: tests ask for matches faster than people may."""

import runpy
from dataclasses import replace

from bot.client import Twotone
from club.members.limits import LIMITS

if __name__ == "__main__":
    assert Twotone.__init__.__kwdefaults__ is not None
    Twotone.__init__.__kwdefaults__["limits"] = replace(LIMITS, challenges_per_minute=10**6)
    runpy.run_module("playground.launcher", run_name="__main__", alter_sys=True)
