"""Perft: counting the leaves of the move tree.

It is the usual check and speed measure of a move generator. It works on bare integers, with one
counter for each colour, and counts the last ply without making its moves. Nothing is cached
between positions, so the speed is the generator's own.
"""

from collections.abc import Callable
from functools import lru_cache

from rules.checkers.captures import Route, RouteCounting, build_finder
from rules.checkers.choice import build_chooser
from rules.checkers.geometry import BLACK, WHITE, Geometry
from rules.checkers.huffing import find_debt
from rules.checkers.quiet import build_quiet_moves
from rules.checkers.rulesets import Ruleset

Counter = Callable[[int, int, int, int], int]
"""(own pieces, opponent's pieces, all kings, depth of at least 1) -> leaves."""


@lru_cache
def build_counters(ruleset: Ruleset, counting: RouteCounting) -> tuple[Counter, Counter]:
    """Return two leaf counters: one with White to move, one with Black to move."""
    geometry = Geometry(ruleset)
    both: list[Counter] = []
    both += [_counter(ruleset, geometry, colour, counting, both) for colour in (WHITE, BLACK)]
    return both[0], both[1]


def _counter(
    ruleset: Ruleset, geometry: Geometry, colour: int, counting: RouteCounting, both: list[Counter]
) -> Counter:
    """Return one colour's counter.

    `both` must hold it and the other colour's by the time it is first called.
    """
    find = build_finder(ruleset, geometry, colour, counting)
    choose = build_chooser(ruleset)
    listed, counted = build_quiet_moves(ruleset, geometry, colour)
    far = geometry.far_rank(colour)
    optional = ruleset.optional_capture
    drop = counting == "drop"
    to_crown = ruleset.aim == "crown"
    reply = 1 - colour

    def count(own: int, other: int, kings: int, depth: int) -> int:
        if to_crown and kings:
            return 0
        routes = find(own, other, kings)
        if not routes:
            if depth == 1:
                return counted(own, other, kings)
            return after_quiet(own, other, kings, depth)
        chosen = routes
        if len(routes) > 1:
            chosen = choose(routes, kings)
            if drop:
                chosen = list({route[:4]: route for route in chosen}.values())
        if depth == 1:
            return len(chosen) + (counted(own, other, kings) if optional else 0)
        leaves = after_captures(chosen, own, other, kings, depth)
        if optional:
            leaves += after_declining(routes, own, other, kings, depth)
        return leaves

    def after_quiet(own: int, other: int, kings: int, depth: int) -> int:
        next_ply, leaves = both[reply], 0
        for start, end in listed(own, other, kings):
            ours = own ^ start ^ end
            if start & kings:
                leaves += next_ply(other, ours, kings ^ start ^ end, depth - 1)
            else:
                leaves += next_ply(other, ours, kings | end & far, depth - 1)
        return leaves

    def after_captures(routes: list[Route], own: int, other: int, kings: int, depth: int) -> int:
        next_ply, leaves = both[reply], 0
        for start, end, taken, crowned, _ in routes:
            left = kings & ~(taken | start)
            if crowned or start & kings:
                left |= end
            leaves += next_ply(other ^ taken, own ^ start | end, left, depth - 1)
        return leaves

    def after_declining(routes: list[Route], own: int, other: int, kings: int, depth: int) -> int:
        owed = find_debt(routes, geometry)
        if owed is None:
            return 0
        next_ply, leaves = both[reply], 0
        for start, end in listed(own, other, kings):
            lost = owed.forfeited_piece(start, end)
            if own == start and lost == end:  # the last piece is forfeited, so the game is over
                continue
            left = kings ^ start ^ end if start & kings else kings | end & far
            leaves += next_ply(other, (own ^ start ^ end) & ~lost, left & ~lost, depth - 1)
        return leaves

    return count
