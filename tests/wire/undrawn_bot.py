"""The bot as a launcher starts it, but that it draws only what it is asked for: tests start it over and over.

Before it is asked for anything it draws a board of every game otherwise, which takes two seconds of a core.
"""

import os
import runpy
from typing import Final

from bot import drawing

LAUNCHER: Final = "TWOTONE_LAUNCHER"
"""The environment variable that names the launcher's module."""

if __name__ == "__main__":
    drawing.draw_once = lambda over: None
    runpy.run_module(os.environ[LAUNCHER], run_name="__main__", alter_sys=True)
