"""Options of one simulation.

Everything is drawn from its seed, before anything happens.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

GAMES: Final[tuple[tuple[str, Mapping[str, object]], ...]] = (
    ("binar", {"size": 3}),
    ("binar", {"size": 4, "digits": "choose"}),
    ("binary", {"size": 6}),
    ("zong-heng", {"size": 6}),
    ("yin-yang", {}),
    ("one-zero-one", {}),
    ("one-zero-one", {}),
    ("russian", {}),
)
"""Games with the options that make them short; the one with hands comes twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One simulation. Each rate is the share of requests or interactions it befalls.

    `pace` is how many seconds lie between two acts of people, on average; `kills` how often the bot
    dies, `stops` how often it is stopped as it should be. `twin` says that a second process serves the
    same store, `fallen` how often one of both dies alone; `hidden` that one person alone sees what is
    posted by a token. `quiet` is the share of acts before which no one does anything for a week or
    two; `closed` says that the channel is deleted, `left` that the bot is taken off its server and
    comes back. `cuts` is how often the gateway is lost until a new session begins, `missed` the share
    of absences of either kind in which something happens to places without the bot being told.
    """

    seed: int
    people: int
    challenges: int
    acts: int
    pace: float
    twin: bool
    threads: bool
    kills: int
    stops: int
    latency: float
    slow: float
    refused: float
    lost: float
    limited: float
    full: float
    repeated: float
    together: float
    stale: float
    unseen: float
    fallen: int
    hidden: bool
    vanished: int
    shut: int
    closed_dms: bool
    hurried: float
    clock_jumps: int
    quiet: float
    closed: int
    left: int
    cuts: int = 0
    missed: float = 0.0

    def __str__(self) -> str:
        drawn = {each.name: getattr(self, each.name) for each in fields(self)}
        return " ".join(f"{name}={value}" for name, value in drawn.items() if value)


def draw_options(seed: int) -> Options:
    """Return the options of a seed.

    Faults of each kind are in some simulations only, and some simulations have none.
    """
    lots = random.Random(f"options {seed}")
    calm = lots.random() < 0.08

    def some(chance: float, *values: Any) -> Any:
        """One of the values in such a share of all seeds, else nothing."""
        happens, value = lots.random() < chance, lots.choice(values)
        return value if happens and not calm else type(value)()

    return Options(
        seed=seed,
        people=lots.choice((2, 3, 4, 6)),
        challenges=lots.choice((1, 1, 2, 3, 4)),
        acts=lots.choice((20, 30, 45, 60)),
        pace=lots.choice((0.3, 2.0, 2.0, 10.0, 60.0, 600.0)),
        twin=some(0.25, True),
        threads=lots.random() < 0.85,
        kills=some(0.7, 1, 2, 4, 8),
        stops=some(0.2, 1, 2),
        latency=lots.choice((0.05, 0.2, 1.0)),
        slow=some(0.4, 0.02, 0.1),
        refused=some(0.5, 0.05, 0.2, 0.4),
        lost=some(0.5, 0.05, 0.2, 0.4),
        limited=some(0.4, 0.05, 0.2),
        full=some(0.15, 0.02, 0.1),
        repeated=some(0.6, 0.05, 0.3),
        together=some(0.6, 0.1, 0.4),
        stale=some(0.6, 0.05, 0.3),
        unseen=some(0.4, 0.1, 0.3),
        vanished=some(0.25, 1, 2),
        shut=some(0.3, 1, 2),
        closed_dms=some(0.2, True),
        hurried=some(0.3, 0.2, 0.6),
        clock_jumps=some(0.2, 1, 2),
        fallen=some(0.6, 1),
        hidden=some(0.25, True),
        quiet=some(0.2, 0.1, 0.3),
        closed=some(0.12, 1),
        left=some(0.12, 1),
        **_absences(seed, calm=calm),
    )


def _absences(seed: int, *, calm: bool) -> dict[str, Any]:
    """Return the options that concern absences.

    They are drawn from a generator of their own, so that all else of a seed stays as it was.
    """
    lots = random.Random(f"absences {seed}")
    cuts, missed = lots.choice((0, 0, 0, 1, 2)), lots.choice((0.0, 0.0, 0.5, 1.0))
    return {} if calm else {"cuts": cuts, "missed": missed}
