"""All possible captures: every route of jumps followed to its end.

The choice between routes comes later. Pieces are bits of `Geometry`; one finder serves one
colour of one rule set.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Literal, Protocol

from rules.checkers.geometry import Geometry
from rules.checkers.rulesets import Ruleset

RouteCounting = Literal["drop", "keep", "paths"]
"""The condition under which two captures count as one.

"drop": equal start, end, captured set and crowning. "keep": the same jumps, regardless of the
square of a line on which a king lands before it goes straight on. "paths": the same landing
squares.
"""

Route = tuple[int, int, int, bool, tuple[int, ...]]
"""Start bit, end bit, captured bits, whether a man is crowned, and the jumps.

The jumps alternate captured bit, landing bit, …
"""


class Finder(Protocol):
    """A function that finds the captures of one colour.

    It adds them to `routes`, or to a new list if none is passed in.
    """

    def __call__(self, own: int, other: int, kings: int, /, routes: list[Route] | None = None) -> list[Route]:
        """Return the routes of the own pieces.

        Takes the own pieces, the opponent's pieces and all kings.
        """


MOST_CAPTURES: Final = 30_000
"""Routes examined for the legal moves of a position: a third of a second.

A position set up by hand can have millions of routes and take seconds. In 380,000 positions
with pieces placed at random, the maximum was 15,000.
"""
MOST_ROUTES: Final = 2000
"""Routes that menus and refusals tell apart: a twentieth of a second.

Flying kings can have a million.
"""


class TooMany(Exception):  # noqa: N818 - an answer, not an error
    """There are more routes than the caller is willing to examine."""


class RouteList(list[Route]):
    """A list of routes with limited room; one route too many raises `TooMany`."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.left = most
        """How many more there is room for."""

    def append(self, route: Route) -> None:
        """Add a route; raise `TooMany` if there is no room for it."""
        self.spend(1)
        super().append(route)

    def spend(self, cost: int) -> None:
        """Reduce the room by `cost`; raise `TooMany` if that is more than is left."""
        self.left -= cost
        if self.left < 0:
            raise TooMany


class ChargedRoutes(RouteList):
    """A list of routes that charges for every jump.

    Jumps that lead nowhere new are charged as well.
    """

    def append(self, route: Route) -> None:
        """Add a route if there is room for its jumps."""
        self.spend(len(route[4]) // 2)
        list.append(self, route)


class _Jumps(set[tuple[int, int, int]]):
    """The jumps that a flying king has been seen to make.

    Each is charged to the room.
    """

    def __init__(self, routes: ChargedRoutes) -> None:
        super().__init__()
        self._routes = routes

    def add(self, jump: tuple[int, int, int]) -> None:
        """Add a jump if there is room for it."""
        self._routes.spend(1)
        super().add(jump)


def _jumps(routes: list[Route]) -> set[tuple[int, int, int]]:
    return _Jumps(routes) if isinstance(routes, ChargedRoutes) else set()


Looker = Callable[[int, int, int], bool]
"""(own pieces, opponent's pieces, all kings) -> whether there is a capture."""

CaptureWalk = Callable[[list[Route], int, int, int, int, int, tuple[int, ...], bool], None]
"""A function that adds a king's routes.

(routes, start, current square, prey, empty squares, taken, jumps so far, crowned on the way)
"""

March = Callable[[list[Route], int, int, int, int, int, tuple[int, ...], int], None]
"""A function that adds a man's routes.

(routes, start, current square, prey, empty squares, taken, jumps so far, last shift)
"""

Rays = dict[int, tuple[tuple[int, int], ...]]
"""The directions to look in, by a square's bit.

Each is a shift and the bits from there to the edge.
"""

Fly = Callable[
    [
        list[Route],
        int,
        tuple[tuple[int, int], ...],
        int,
        int,
        int,
        tuple[int, ...],
        bool,
        set[tuple[int, int, int]],
    ],
    bool,
]
"""A function that adds a flying king's routes and returns whether there are any.

(…, start, directions to look in, prey, occupied squares, …, seen)
"""


def build_finder(
    ruleset: Ruleset, geometry: Geometry, colour: int, counting: RouteCounting = "drop"
) -> Finder:
    """Return a function that finds every capture of one colour.

    It finds each capture at least once in the sense of `counting`. Its parts are closures over the
    rule set, and shifts up and shifts down have separate loops, because perft spends its time here.

    With "drop" it skips most of the routes that only repeat others: a flying king among many pieces
    can have a million routes for a thousand moves.
    """
    playable = geometry.playable
    man_ups, man_downs = geometry.shifts(ruleset.man_captures, colour)
    flying = ruleset.flying
    men_capture_kings = ruleset.men_capture_kings
    rays, onward, aside = _king_rays(ruleset, geometry)
    walk = _walker(ruleset, geometry, colour)
    fly = _flyer(ruleset, onward, onward if counting == "paths" else aside, counting)
    march = _marcher(ruleset, geometry, colour, walk, fly, onward)

    def find(own: int, other: int, kings: int, /, routes: list[Route] | None = None) -> list[Route]:
        routes = [] if routes is None else routes
        occupied = own | other
        empty = playable ^ occupied
        mine = own & kings
        men = own ^ mine
        prey = other if men_capture_kings else other & ~kings
        for shift in man_ups:
            lands = (((men << shift) & prey) << shift) & empty
            while lands:
                land = lands & -lands
                lands ^= land
                over = land >> shift
                start = over >> shift
                march(routes, start, land, prey ^ over, empty | start, over, (over, land), shift)
        for shift in man_downs:
            lands = (((men >> shift) & prey) >> shift) & empty
            while lands:
                land = lands & -lands
                lands ^= land
                over = land << shift
                start = over << shift
                march(routes, start, land, prey ^ over, empty | start, over, (over, land), -shift)
        while mine:
            start = mine & -mine
            mine ^= start
            if flying:
                fly(routes, start, rays[start], other, occupied ^ start, 0, (), False, _jumps(routes))
            else:
                walk(routes, start, start, other, empty | start, 0, (), False)
        return routes

    return find


def build_looker(ruleset: Ruleset, geometry: Geometry, colour: int) -> Looker:
    """Return a function that tells whether one colour can capture.

    It examines first jumps only.
    """
    playable = geometry.playable
    rays, _, _ = _king_rays(ruleset, geometry)
    men_capture_kings, flying = ruleset.men_capture_kings, ruleset.flying
    man_ups, man_downs = geometry.shifts(ruleset.man_captures, colour)
    king_ups, king_downs = geometry.shifts(ruleset.king_captures, colour)

    def beside(jumpers: int, prey: int, empty: int, ups: Sequence[int], downs: Sequence[int]) -> bool:
        return any((((jumpers << shift) & prey) << shift) & empty for shift in ups) or any(
            (((jumpers >> shift) & prey) >> shift) & empty for shift in downs
        )

    def afar(king: int, other: int, occupied: int) -> bool:
        for shift, ray in rays[king]:
            blockers = ray & occupied
            if blockers:
                over = blockers & -blockers if shift > 0 else 1 << blockers.bit_length() - 1
                land = over << shift if shift > 0 else over >> -shift
                if over & other and land & ray & ~occupied:
                    return True
        return False

    def look(own: int, other: int, kings: int) -> bool:
        occupied = own | other
        empty = playable ^ occupied
        mine = own & kings
        if beside(own ^ mine, other if men_capture_kings else other & ~kings, empty, man_ups, man_downs):
            return True
        if not flying:
            return beside(mine, other, empty, king_ups, king_downs)
        while mine:
            king = mine & -mine
            mine ^= king
            if afar(king, other, occupied):
                return True
        return False

    return look


def _marcher(
    ruleset: Ruleset, geometry: Geometry, colour: int, walk: CaptureWalk, fly: Fly, onward: dict[int, Rays]
) -> March:
    """Return the function that continues the captures of a man.

    `onward` comes from `_king_rays`.
    """
    playable = geometry.playable
    far = geometry.far_rank(colour)
    man_ups, man_downs = geometry.shifts(ruleset.man_captures, colour)
    stops = ruleset.promotion == "stops"
    king_at_once = ruleset.promotion == "king_at_once"
    at_once = ruleset.removal == "at_once"
    flying = ruleset.flying

    def march(
        routes: list[Route],
        start: int,
        at: int,
        prey: int,
        empty: int,
        taken: int,
        trail: tuple[int, ...],
        came: int,
    ) -> None:
        """Continue as a man that reached `at` by a jump of `came`.

        The route ends there if nothing follows.
        """
        if at_once:
            empty |= taken
        crowned = at & far != 0
        before = len(routes)
        if crowned and king_at_once:
            if flying:
                fly(
                    routes,
                    start,
                    onward[came][at],
                    prey,
                    playable ^ empty,
                    taken,
                    trail,
                    True,
                    _jumps(routes),
                )
            else:
                walk(routes, start, at, prey, empty, taken, trail, True)
        elif not (crowned and stops):
            for shift in man_ups:
                over = (at << shift) & prey
                if over and (land := (over << shift) & empty):
                    march(routes, start, land, prey ^ over, empty, taken | over, (*trail, over, land), shift)
            for shift in man_downs:
                over = (at >> shift) & prey
                if over and (land := (over >> shift) & empty):
                    march(routes, start, land, prey ^ over, empty, taken | over, (*trail, over, land), -shift)
        if len(routes) == before:
            routes.append((start, at, taken, crowned, trail))

    return march


def _walker(ruleset: Ruleset, geometry: Geometry, colour: int) -> CaptureWalk:
    """Return a function that adds the captures of a king that moves one step."""
    king_ups, king_downs = geometry.shifts(ruleset.king_captures, colour)
    at_once = ruleset.removal == "at_once"

    def walk(
        routes: list[Route],
        start: int,
        at: int,
        prey: int,
        empty: int,
        taken: int,
        trail: tuple[int, ...],
        crowned: bool,
    ) -> None:
        """Continue as a king that jumps only adjacent pieces.

        The route ends there if nothing follows.
        """
        if at_once:
            empty |= taken
        before = len(routes)
        for shift in king_ups:
            over = (at << shift) & prey
            if over and (land := (over << shift) & empty):
                walk(routes, start, land, prey ^ over, empty, taken | over, (*trail, over, land), crowned)
        for shift in king_downs:
            over = (at >> shift) & prey
            if over and (land := (over >> shift) & empty):
                walk(routes, start, land, prey ^ over, empty, taken | over, (*trail, over, land), crowned)
        if taken and len(routes) == before:
            routes.append((start, at, taken, crowned, trail))

    return walk


def _flyer(ruleset: Ruleset, onward: dict[int, Rays], aside: dict[int, Rays], counting: RouteCounting) -> Fly:
    """Return the function that adds the captures of a flying king.

    `onward` and `aside` come from `_king_rays`.
    """
    at_once = ruleset.removal == "at_once"
    behind = ruleset.landing == "behind"
    merge = counting == "drop" and "king_earliest" not in ruleset.choice

    def fly(
        routes: list[Route],
        start: int,
        directions: tuple[tuple[int, int], ...],
        prey: int,
        occupied: int,
        taken: int,
        trail: tuple[int, ...],
        crowned: bool,
        seen: set[tuple[int, int, int]],
    ) -> bool:
        """Continue as a flying king that looks in the given directions.

        Return whether there was anything to capture. The continuations of a jump depend on the piece
        jumped, the direction and the pieces taken: `seen` has those triples.
        """
        found = False
        for shift, ray in directions:
            blockers = ray & occupied
            if not blockers:
                continue
            if shift > 0:
                over = blockers & -blockers
                lands = ray & -(over << 1)
                stop = lands & occupied
                if stop:
                    lands &= (stop & -stop) - 1
            else:
                over = 1 << blockers.bit_length() - 1
                lands = ray & (over - 1)
                stop = (lands & occupied).bit_length()
                lands = lands >> stop << stop
            if not (over & prey and lands):
                continue
            found = True
            both = taken | over
            if merge:
                jump = (over, shift, both)
                if jump in seen:
                    continue
                seen.add(jump)
            if behind:
                first = lands & -lands if shift > 0 else 1 << lands.bit_length() - 1
                lands &= first
            left = prey ^ over
            walls = occupied ^ over if at_once else occupied
            ended = True
            ahead, beside = onward[shift], aside[shift]
            squares = lands
            while squares:
                land = squares & -squares if shift > 0 else 1 << squares.bit_length() - 1
                looks = ahead[land] if squares == lands else beside[land]
                squares ^= land
                if fly(routes, start, looks, left, walls, both, (*trail, over, land), crowned, seen):
                    ended = False
            while ended and lands:
                land = lands & -lands
                lands ^= land
                routes.append((start, land, both, crowned, (*trail, over, land)))
        return found

    return fly


@lru_cache(maxsize=1)
def _king_rays(ruleset: Ruleset, geometry: Geometry) -> tuple[Rays, dict[int, Rays], dict[int, Rays]]:
    """Return the rays on which a flying king looks for pieces to capture.

    The first table is for the first jump, the other two are keyed by the shift of the last jump:
    one for the first square behind the captured piece, one for squares farther on, from which
    looking straight ahead shows nothing new. Both are empty if kings do not fly. The piece just
    captured stands straight behind the king; if it is already off the board, turning round is not
    allowed. The functions of one rule set share these tables, because nothing else of it takes as
    much memory.
    """
    shift_of = {direction: geometry.shift(direction) for direction in ruleset.king_captures}
    back_too = ruleset.reversal and ruleset.removal == "at_once"
    rays: Rays = {
        bit: tuple((shift, geometry.ray(square, direction)) for direction, shift in shift_of.items())
        for square, bit in enumerate(geometry.bits)
    }
    if not ruleset.flying:
        return rays, {}, {}
    came = {geometry.shift(direction) for direction in ruleset.man_captures + ruleset.king_captures}
    came |= {-shift for shift in came}
    onward: dict[int, Rays] = {
        by: {
            bit: tuple(look for look in looks if look[1] and (back_too or look[0] != -by))
            for bit, looks in rays.items()
        }
        for by in came
    }
    aside: dict[int, Rays] = {
        by: {bit: tuple(look for look in looks if look[0] != by) for bit, looks in table.items()}
        for by, table in onward.items()
    }
    return rays, onward, aside
