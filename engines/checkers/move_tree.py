"""Move generation for the checkers search, on bare integers.

Positions are seen from the mover's side. Captures are found by the functions of the rules. A test
checks that the moves are those of `rules.checkers`, in every kind and with every option.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from rules.checkers.captures import Looker, Route, build_finder, build_looker
from rules.checkers.choice import build_chooser
from rules.checkers.geometry import BLACK, WHITE, Geometry
from rules.checkers.huffing import find_debt
from rules.checkers.quiet import MoveTally, build_quiet_moves
from rules.checkers.rulesets import Ruleset

SHUFFLE, ONWARD, CAPTURE, FORFEIT = range(4)
"""Kinds of moves.

`SHUFFLE` can be taken back on the board, `ONWARD` is a man's lasting step, `CAPTURE` a capture, and
`FORFEIT` can be taken back but for the piece that it costs.
"""

Child = tuple[int, int, int, int, int, int]
"""A move and where it leads.

(pieces of the next mover, pieces of the side that moved, all kings, start bit, end bit, kind).
"""


@dataclass(frozen=True, slots=True)
class MoveGenerators:
    """The functions that generate and count the moves of one colour.

    The first three arguments of each are (own pieces, opponent's pieces, all kings).
    """

    captures: Callable[[int, int, int, list[Route]], list[Child]]
    """Every legal capture once.

    The routes of all possible captures are added to the fourth argument.
    """
    quiets: Callable[[int, int, int, int, list[Route]], list[Child]]
    """Every quiet move, legal without a capture, or if captures are optional.

    The fourth argument is the bit of a king that may make none, or 0, and the fifth are the routes that
    `captures` has found.
    """
    count_quiets: MoveTally
    """How many quiet moves there are."""
    has_quiet_move: Looker
    """Whether there is a quiet move."""


@lru_cache
def move_generators(ruleset: Ruleset) -> tuple[MoveGenerators, MoveGenerators]:
    """Return the move generators of White and of Black."""
    geometry = Geometry(ruleset)
    return _moves(ruleset, geometry, WHITE), _moves(ruleset, geometry, BLACK)


def _moves(ruleset: Ruleset, geometry: Geometry, colour: int) -> MoveGenerators:
    find = build_finder(ruleset, geometry, colour)
    looks = _looker(ruleset, geometry, colour)
    choose = build_chooser(ruleset)
    listed, counted = build_quiet_moves(ruleset, geometry, colour)
    far = geometry.far_rank(colour)
    optional = ruleset.optional_capture
    sideways = ruleset.men_go_sideways and not ruleset.sideways_lasts

    def captures(own: int, other: int, kings: int, found: list[Route]) -> list[Child]:
        if not kings and not looks(own, other, 0):
            return []
        routes = find(own, other, kings, found)
        if len(routes) > 1:
            routes = list({route[:4]: route for route in choose(routes, kings)}.values())
        return [capture_child(route, own, other, kings) for route in routes]

    def capture_child(route: Route, own: int, other: int, kings: int) -> Child:
        """Return the child of a capture along a route."""
        start, end, taken, crowned, _ = route
        left = kings & ~(taken | start)
        if crowned or start & kings:
            left |= end
        return other ^ taken, own ^ start | end, left, start, end, CAPTURE

    def quiets(own: int, other: int, kings: int, barred: int, found: list[Route]) -> list[Child]:
        if not optional and not sideways and not own & kings:
            return [
                (other, own ^ start ^ end, kings | end & far, start, end, ONWARD)
                for start, end in listed(own, other, kings)
            ]
        owed = find_debt(found, geometry) if optional else None
        grown: list[Child] = []
        for start, end in listed(own, other, kings):
            if start & kings:
                if start == barred:
                    continue
                left, kind = kings ^ start ^ end, SHUFFLE
            else:
                left, kind = kings | end & far, ONWARD
                if sideways and (end == start << 1 or start == end << 1):
                    kind = SHUFFLE
            ours = own ^ start ^ end
            if owed is not None:
                lost = owed.forfeited_piece(start, end)
                ours &= ~lost
                left &= ~lost
                kind = FORFEIT if kind == SHUFFLE else kind
            grown.append((other, ours, left, start, end, kind))
        return grown

    return MoveGenerators(captures, quiets, counted, _mobile(ruleset, geometry, colour))


def _looker(ruleset: Ruleset, geometry: Geometry, colour: int) -> Looker:
    """Return a function that tells whether a colour can capture.

    A fast version is used if men capture along all diagonals.
    """
    look = build_looker(ruleset, geometry, colour)
    ups, downs = geometry.shifts(ruleset.man_captures, colour)
    if len(ups) != 2 or sorted(ups) != sorted(downs):
        return look
    one, two = ups
    playable = geometry.playable

    def quick(own: int, other: int, kings: int) -> bool:
        if kings & (own | other):
            return look(own, other, kings)
        found = (own << one & other) << one | (own >> one & other) >> one
        found |= (own << two & other) << two | (own >> two & other) >> two
        return found & (playable ^ (own | other)) != 0

    return quick


def _mobile(ruleset: Ruleset, geometry: Geometry, colour: int) -> Looker:
    """Return a function that tells whether a colour has a quiet move.

    It is enough to look at single steps.
    """
    man_ups, man_downs = geometry.shifts(ruleset.man_moves, colour)
    king_ups, king_downs = geometry.shifts(ruleset.king_moves, colour)
    playable = geometry.playable

    def mobile(own: int, other: int, kings: int) -> bool:
        empty = playable ^ (own | other)
        men, mine = own & ~kings, own & kings
        for shift in man_ups:
            if men << shift & empty:
                return True
        for shift in man_downs:
            if men >> shift & empty:
                return True
        if not mine:
            return False
        return any(mine << shift & empty for shift in king_ups) or any(
            mine >> shift & empty for shift in king_downs
        )

    return mobile


def capture_priority(child: Child, kings: int, other: int) -> int:
    """Return a capture's priority in move ordering.

    It grows with the number of pieces and kings that are captured.
    """
    taken = other & ~child[0]
    return (1 << 30) + taken.bit_count() * 2 + (taken & kings).bit_count()
