"""What of a position costs the search more than its node, so that none takes much longer than others."""

from typing import Final

FREE: Final = 8
"""Jumps of a position that its node pays for: in games there are seldom more."""
JUMPS: Final = 4
"""Beyond those, jumps that a node more pays for. So lattices of captures, which people can set up, take no longer."""
KINGS: Final = 4
"""Where the mover has more kings than so many, a node more for each so many of them: each looks around."""
QUIETS: Final = 32
"""Quiet moves of a position that a node more pays for."""
CROWD: Final = 100
"""Where the root has more moves, each takes `PLAYED` nodes, as the rules take that long to make it."""
PLAYED: Final = 8
