"""Lattices of captures, positions of checkers.

Kings stand before every second occupied square. No play leads to them, but anyone can set one up,
and a move may be one of thousands of captures. `python -m workshop.bench.lattices [COUNT]` prints
the longest thoughts of the top level about so many of each rule set.
"""

import sys
from collections.abc import Iterator
from time import process_time
from typing import Final

from engines.choose import choose_move, level_count
from engines.observation import OpenGameObservation
from rules.catalogue import GAMES
from rules.checkers.moves import BLACK, WHITE, Piece, generator
from rules.checkers.position import Position, set_up_position
from rules.checkers.rulesets import LEFT_OUT, OPTIONS, RULESETS, Ruleset, ruleset
from rules.game import IllegalMove
from rules.match import secret_of
from rules.shuffle import Shuffle

KINGS: Final = (1, 3, 12, 20)
"""Kings of the mover."""
CROWNED: Final = (0, 30, 100)
"""Of a hundred pieces of the opponent how many are kings."""
SHOWN: Final = 2
"""Of each rule set the longest thoughts that are printed."""


def rule_sets() -> Iterator[tuple[str, Ruleset]]:
    """Yield every rule set whose pieces move otherwise, named as the ladder names it."""
    for key in RULESETS:
        usual = ruleset(key)
        yield key, usual
        for name, values in OPTIONS[key].items():
            for value in values:
                if name not in ("first", *LEFT_OUT) and ruleset(key, **{name: value}) != usual:
                    yield f"{key}:{name}={value}", ruleset(key, **{name: value})


def lattice(rules: Ruleset, number: int) -> Position:
    """Return a lattice of captures of a rule set, determined by its number.

    The opponent has the inner squares whose file and rank are odd or even as drawn, the mover kings on
    others.
    """
    gen = generator(rules)
    draws = Shuffle(secret_of(f"lattice {rules.key} {number}"))
    most, last = gen.start().white.bit_count(), rules.size - 1
    places = draws.permute(tuple(enumerate(gen.geometry.places)))
    parities = draws.permute(sorted({(file % 2, rank % 2) for _, (file, rank) in places}))
    among = parities[: max(1, len(parities) // 2)]
    inner = [square for square, (f, r) in places if (f % 2, r % 2) in among and 0 < f < last and 0 < r < last]
    crowned, kings = CROWNED[draws.below(len(CROWNED))], KINGS[number % len(KINGS)]
    theirs = {square: Piece(BLACK, draws.below(100) < crowned) for square in inner[:most]}
    free = [square for square, _ in places if square not in theirs]
    ours = dict.fromkeys(free[: min(most, kings)], Piece(WHITE, True))
    return set_up_position(gen, gen.build_board(theirs | ours), WHITE, WHITE)


def think(position: Position, seed: int = 5) -> tuple[float, int]:
    """Return the CPU seconds and nodes of a thought of the top level.

    The rules list its moves.
    """
    game = GAMES[position.generator.ruleset.key]
    began, nodes = process_time(), 0
    try:
        if position.outcome is None:
            nodes = choose_move(
                OpenGameObservation(game, position.turn, position), {}, level_count(game), seed
            ).nodes
    except IllegalMove:
        pass  # there are too many to be listed
    return process_time() - began, nodes


def main(count: str = "40") -> None:
    """Print a line for each rule set: its longest thoughts and their lattice numbers."""
    for name, rules in rule_sets():
        times = sorted(
            ((think(lattice(rules, number))[0], number) for number in range(int(count))), reverse=True
        )
        shown = ", ".join(f"{seconds:.2f} s ({number})" for seconds, number in times[:SHOWN])
        print(f"{name}: {shown}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
