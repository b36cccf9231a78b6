"""`python -m playground` as a stranger starts it: one address, a bot, a clean end."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
READY_WITHIN = 3.0
SLOW_MACHINE = 5  # how many times slower a machine that runs all tests at once may be
