"""The bot as the playground starts it, with every draw and deal from one seed.

`TWOTONE_TRIAL` names the seed.
"""

import os
import random
import runpy

from bot.client import SECRET_BYTES, Twotone

SEED = "TWOTONE_TRIAL"

if __name__ == "__main__":
    chance = random.Random(os.environ[SEED])
    assert Twotone.__init__.__kwdefaults__ is not None
    Twotone.__init__.__kwdefaults__ |= {
        "chance": chance.randrange,
        "secret": lambda: chance.randbytes(SECRET_BYTES),
    }
    runpy.run_module("playground.launcher", run_name="__main__", alter_sys=True)
