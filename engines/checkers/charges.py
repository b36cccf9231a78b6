"""Extra node costs, so that no position takes far longer than others."""

from typing import Final

FREE: Final = 8
"""Jumps of a position that its node pays for: in games there are seldom more."""
JUMPS: Final = 4
"""Jumps beyond `FREE` that one more node pays for.

So lattices of captures, which people can set up, take no longer.
"""
KINGS: Final = 4
"""Kings of the mover that one more node pays for, if there are more than so many.

Each king looks around.
"""
QUIETS: Final = 32
"""Quiet moves of a position that a node more pays for."""
CROWD: Final = 100
"""If the root has more moves, each takes `PLAYED` nodes.

The rules take that long to make it.
"""
PLAYED: Final = 8
