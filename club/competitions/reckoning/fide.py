"""A round of a Swiss by FIDE's Dutch system (handbook, C.04.3).

It is paired by the package `caissify-pairings`, which a host installs as the extra `fide`.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from club.competitions.reckoning.swiss import DOWN, FIRST, NEITHER, SECOND, UP

PACKAGE: Final = "caissify_pairings"
SIDES: Final = {FIRST: "white", SECOND: "black"}
WITHIN: Final = 20.0
"""Seconds that a round may take; 64 players take some 4."""
KEPT: Final = ("PATH", "PYTHONPATH", "SYSTEMROOT")
"""What the process that pairs gets of the environment, which has the bot's token."""
FLOATS: Final = {UP: "up", DOWN: "down", NEITHER: "none"}


class FideEntrant(NamedTuple):
    """A player who takes part in the round.

    `number` is the starting number; `points` are half points. `sides` and `floats` have a letter for each
    round so far, and `bye` is the round of a bye, from 0.
    """

    player: int
    number: int
    points: int
    sides: str
    floats: str
    bye: int | None


class FideRound(NamedTuple):
    """A round to pair: who takes part, who has met, its number from 1."""

    entrants: Sequence[FideEntrant]
    met: frozenset[tuple[int, int]]
    number: int
    rounds: int


class FidePairs(NamedTuple):
    """The pairs of a round, the first mover first, and who has the bye."""

    pairs: Sequence[tuple[int, int]]
    bye: int | None


def is_installed() -> bool:
    """Whether the host has installed the extra `fide`."""
    return find_spec(PACKAGE) is not None


def pair_fide_round(wanted: FideRound) -> FidePairs | None:
    """Return the pairs of a round, or `None` if none is found in time or none can be.

    They are looked for in a process of its own, because the package can go astray for ever.
    """
    if not is_installed():
        return None
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            input=json.dumps({**wanted._asdict(), "met": sorted(wanted.met)}),
            env={name: os.environ[name] for name in KEPT if name in os.environ},
            capture_output=True,
            timeout=WITHIN,
            check=True,
            text=True,
        )
    except (subprocess.SubprocessError, OSError):
        return None
    found = json.loads(done.stdout)
    return found and FidePairs([tuple(pair) for pair in found[0]], found[1])


def find_fide_pairs(wanted: FideRound) -> FidePairs | None:
    """Return the pairs of a round, or `None` if none is found or none can be.

    The package may raise anything where its rules allow no round; that is an arbiter's case.
    """
    from caissify_pairings import generate_pairings

    try:
        found: list[dict[str, Any]] = generate_pairings(
            system="dutch",
            players=[_as_player(each, wanted.number - 1) for each in wanted.entrants],
            previous_pairings=set(wanted.met),
            round_number=wanted.number,
            total_rounds=wanted.rounds,
        )
    except Exception:
        return None
    pairs = [(each["white_id"], each["black_id"]) for each in found if each["black_id"] is not None]
    byes = [each["white_id"] for each in found if each["black_id"] is None]
    if not _is_whole(wanted, pairs, byes):
        return None
    return FidePairs(pairs, byes[0] if byes else None)


def _as_player(entrant: FideEntrant, played: int) -> dict[str, object]:
    """Return a player as the package knows them; a bye counts as a float down."""
    floats = [FLOATS[each] for each in entrant.floats.ljust(played, NEITHER)]
    if entrant.bye is not None:
        floats[entrant.bye] = FLOATS[DOWN]
    return {
        "id": entrant.player,
        "name": "",
        "score": entrant.points / 2,
        "rating": 0,
        "starting_number": entrant.number,
        "color_hist": [SIDES[each] for each in entrant.sides if each != NEITHER],
        "float_history": floats,
        "bye_count": int(entrant.bye is not None),
    }


def _is_whole(wanted: FideRound, pairs: Sequence[tuple[int, int]], byes: Sequence[int]) -> bool:
    """Whether all are in a round once, one at most has a bye, and no two meet again."""
    seen = [*byes, *(player for pair in pairs for player in pair)]
    again = any(tuple(sorted(pair)) in wanted.met for pair in pairs)
    second = {each.player for each in wanted.entrants if each.bye is not None}.intersection(byes)
    whole = sorted(seen) == sorted(each.player for each in wanted.entrants) and len(byes) <= 1
    return whole and not again and not second


def main() -> None:
    """Read a round from standard input and write its pairs."""
    asked = json.load(sys.stdin)
    entrants = [FideEntrant(*each) for each in asked["entrants"]]
    met = frozenset((first, second) for first, second in asked["met"])
    json.dump(find_fide_pairs(FideRound(entrants, met, asked["number"], asked["rounds"])), sys.stdout)


if __name__ == "__main__":
    main()
