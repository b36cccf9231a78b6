"""The worth of a checkers position without looking ahead.

It is in hundredths of a man. The untrained evaluation counts material, advancement, the back rank,
the centre, the move, and how near kings that move one square at a time are to the kings they hunt.
If a variant has been trained, its men count by the patterns that they form in small regions of the
board (see `patterns`), and the rest stays as it is.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_

from engines.checkers.aims import to_crown, to_lose
from engines.checkers.patterns import FINE, PatternRegions, load_worths, pattern_regions
from rules.checkers.geometry import BLACK, WHITE, Geometry
from rules.checkers.rulesets import Ruleset

Evaluate = Callable[[int, int, int], int]
"""(own pieces, opponent's pieces, all kings) -> the worth, from the mover's side."""
Hunt = Callable[[int, int, int], int]
"""(material, own kings, opponent's kings) -> bonus for the nearness of the kings.

It is from the mover's side.
"""

MAN = 100
TEMPO = 4
"""For having the move."""
HUNT = 20
"""Bonus per square by which the leader's kings are nearer, on average.

They are nearer to the opponent's kings.
"""

MOST_KEPT = 30_000
"""Worths that one table of them holds."""

Planes = tuple[tuple[int, int], ...]
"""A small worth for each square, as bits: (weight, squares with that bit set).

The worths are written as binary numbers, and a square belongs to a plane if its worth has this bit.
"""


EvaluatorPair = tuple[Evaluate, Evaluate]
"""The evaluations for White and for Black to move."""


@lru_cache(maxsize=6)
def evaluators(ruleset: Ruleset) -> EvaluatorPair:
    """Return the evaluations that the levels use: trained ones, if available.

    The training was done with the usual aim.
    """
    if ruleset.aim != "capture":
        return untrained_evaluators(ruleset)
    worths = load_worths(ruleset.key)
    return untrained_evaluators(ruleset) if worths is None else pattern_evaluators(ruleset, worths)


@lru_cache(maxsize=6)
def untrained_evaluators(ruleset: Ruleset) -> EvaluatorPair:
    """Return evaluations that use only fixed, hand-written values."""
    if ruleset.aim == "lose":
        return to_lose, to_lose
    if ruleset.aim == "crown":
        return to_crown(ruleset)
    geometry = Geometry(ruleset)
    men = tuple(_piece_worths(_planes(geometry, _men(geometry, colour))) for colour in (WHITE, BLACK))
    kings = _piece_worths(
        _planes(geometry, [_centre(geometry, square) for square in range(len(geometry.bits))])
    )
    worth, hunt = king_worth(ruleset), _hunt(ruleset, geometry)
    return (
        _evaluator(worth, men[WHITE], men[BLACK], kings, hunt),
        _evaluator(worth, men[BLACK], men[WHITE], kings, hunt),
    )


def pattern_evaluators(ruleset: Ruleset, worths: Sequence[int]) -> EvaluatorPair:
    """Return evaluations that use the trained values of patterns of men.

    `worths` are these values by their numbers. They are added to the worths of the squares.
    """
    geometry, patterns = Geometry(ruleset), pattern_regions(ruleset.key)
    bands = _bands(geometry, patterns, worths)
    throne = _piece_worths(
        _planes(geometry, [_centre(geometry, square) for square in range(len(geometry.bits))])
    )
    worth, hunt = king_worth(ruleset), _hunt(ruleset, geometry)
    return (
        _judge(worth, bands, throne, hunt, (0, patterns.blacks)),
        _judge(worth, bands, throne, hunt, (patterns.blacks, 0)),
    )


class WorthCache(dict[int, int]):
    """A cache of what sets of pieces are worth, keyed by their bits.

    Values are computed on first use; the cache is emptied when it is full.
    """

    def __init__(self, compute_worth: Callable[[int], int]) -> None:
        self._work_out = compute_worth

    def __missing__(self, pieces: int) -> int:
        """Compute the worth of the pieces and cache it."""
        if len(self) >= MOST_KEPT:
            self.clear()
        self[pieces] = worth = self._work_out(pieces)
        return worth


def _piece_worths(planes: Planes) -> WorthCache:
    """Return the worths of pieces by the squares that they are on."""
    return WorthCache(
        lambda pieces: sum(weight * (pieces & squares).bit_count() for weight, squares in planes)
    )


def _bands(
    geometry: Geometry, patterns: PatternRegions, worths: Sequence[int]
) -> list[tuple[int, WorthCache]]:
    """Return the squares of adjacent regions, and the worths of men in these regions.

    A move changes few bands, so most requests of a search have been worked out before.
    """
    places = _places(geometry, patterns)
    regions = [
        (mask, _region(patterns, number, places[number], worths))
        for number, mask in enumerate(patterns.masks)
    ]
    wide = math.isqrt(len(regions))
    return [_band(regions[first : first + wide]) for first in range(0, len(regions), wide)]


def _band(regions: list[tuple[int, WorthCache]]) -> tuple[int, WorthCache]:
    return (
        reduce(or_, (mask for mask, _ in regions)),
        WorthCache(lambda men: sum(region[men & mask] for mask, region in regions)),
    )


def _region(
    patterns: PatternRegions, number: int, places: Mapping[int, int], worths: Sequence[int]
) -> WorthCache:
    """Return the worth of every pattern of a region by its men as bits.

    It counts the squares and the learnt worths.
    """

    def work_out(men: int) -> int:
        learnt = sum(sign * worths[part] for part, sign in patterns.parts(number, men))
        return _divide_toward_zero(learnt, FINE) + sum(worth for bit, worth in places.items() if men & bit)

    return WorthCache(work_out)


def _places(geometry: Geometry, patterns: PatternRegions) -> list[dict[int, int]]:
    """Return for each region the worths of men on its squares, by their bits.

    Each square counts in one region.
    """
    white, black = _men(geometry, WHITE), _men(geometry, BLACK)
    found: list[dict[int, int]] = [{} for _ in patterns.regions]
    last = len(geometry.bits) - 1
    for square, bit in enumerate(geometry.bits):
        # The region of a square of the one half is the turn of that of its counterpart, so that both sides judge alike.
        half = min(square, last - square)
        region = next(number for number, squares in enumerate(patterns.regions) if half in squares)
        if square != half:
            region = len(patterns.regions) - 1 - region
        found[region] |= {bit: white[square], bit << patterns.blacks: -black[square]}
    return found


def king_worth(ruleset: Ruleset) -> int:
    """Return the worth of a king, which grows with its reach and its directions."""
    ways = len(ruleset.king_captures)
    if ruleset.flying:
        return {4: 280, 8: 400}[ways] if ruleset.squares != "all" else 420
    return {4: 150, 8: 200}[ways]


def _hunt(ruleset: Ruleset, geometry: Geometry) -> Hunt | None:
    """Return the bonus of kings for getting near the kings they hunt, if any.

    Flying kings have none. Kings that move one square at a time walk farther than a search usually sees
    before they catch anything. Without the bonus the side that leads would wander about in the middle
    until the game is drawn by count.
    """
    if ruleset.flying:
        return None
    far = max(geometry.bits).bit_length()
    last = geometry.size - 1

    def work_out(both: int) -> int:
        hunters, hunted = places(both >> far), places(both & (1 << far) - 1)
        steps = sum(min(max(abs(f - x), abs(r - y)) for x, y in hunted) for f, r in hunters)
        # Counted from half of the board, so that to catch the last of them is not worth less than to stand beside them.
        return HUNT * (last * len(hunters) // 2 - steps) // len(hunters)

    def places(pieces: int) -> list[tuple[int, int]]:
        return [place for bit, place in zip(geometry.bits, geometry.places, strict=True) if pieces & bit]

    nearness = WorthCache(work_out)

    def hunt(material: int, own: int, other: int) -> int:
        if material >= MAN:
            return nearness[own << far | other]
        return -nearness[other << far | own] if material <= -MAN else 0

    return hunt


def _evaluator(
    worth: int, own_men: WorthCache, other_men: WorthCache, throne: WorthCache, hunt: Hunt | None
) -> Evaluate:
    def evaluate(own: int, other: int, kings: int) -> int:
        if kings:
            mine, theirs, own_kings, other_kings = own & ~kings, other & ~kings, own & kings, other & kings
            material = MAN * (mine.bit_count() - theirs.bit_count())
            material += worth * (own_kings.bit_count() - other_kings.bit_count())
            places = own_men[mine] - other_men[theirs] + throne[own_kings] - throne[other_kings]
            if own_kings and other_kings:
                if hunt is not None:
                    places += hunt(material, own_kings, other_kings)
                elif not mine and not theirs:
                    material = _divide_toward_zero(material, 3)  # a lone flying king can seldom be caught
        else:
            material = MAN * (own.bit_count() - other.bit_count())
            places = own_men[own] - other_men[other]
        # The side that is ahead does well to trade, so the lead weighs more the fewer there are.
        lead = _divide_toward_zero(3 * material, 2 * (own | other).bit_count())
        return material + lead + places + TEMPO

    return evaluate


def _judge(
    king: int,
    bands: list[tuple[int, WorthCache]],
    throne: WorthCache,
    hunt: Hunt | None,
    shifts: tuple[int, int],
) -> Evaluate:
    """Return the evaluation for one side.

    `shifts` are the bit offsets of its own men and the opponent's within the bands.
    """
    up, over = shifts
    sign = -1 if up else 1  # the bands say what men are worth to White

    def evaluate(own: int, other: int, kings: int) -> int:
        ours, theirs = own.bit_count(), other.bit_count()
        learnt = 0
        if kings:
            mine, others, own_kings, other_kings = own & ~kings, other & ~kings, own & kings, other & kings
            men = mine << up | others << over
            material = MAN * (mine.bit_count() - others.bit_count())
            material += king * (own_kings.bit_count() - other_kings.bit_count())
            worth = TEMPO + throne[own_kings] - throne[other_kings]
            if own_kings and other_kings:
                if hunt is not None:
                    worth += hunt(material, own_kings, other_kings)
                elif not men:
                    material = _divide_toward_zero(material, 3)  # a lone flying king can seldom be caught
            worth += material
        else:
            men = own << up | other << over
            material = MAN * (ours - theirs)
            worth = TEMPO + material
        for mask, band in bands:
            learnt += band[men & mask]
        if material:
            # The side that is ahead does well to trade, so the lead weighs more the fewer there are.
            worth += _divide_toward_zero(3 * material, 2 * (ours + theirs))
        return worth + sign * learnt

    return evaluate


def _divide_toward_zero(number: int, by: int) -> int:
    """Divide, rounding toward 0, so that the result is symmetric for both sides."""
    return number // by if number >= 0 else -(-number // by)


def _men(geometry: Geometry, colour: int) -> list[int]:
    """Return each square's worth for a man: advancement, centre and guard at home."""
    worths = []
    for square, (_, rank) in enumerate(geometry.places):
        gone = rank if colour == WHITE else geometry.size - 1 - rank
        home = 7 if gone == 0 else 0
        near = 6 if gone == geometry.size - 2 else 0
        worths.append(2 * gone + _centre(geometry, square) // 2 + home + near)
    return worths


def _centre(geometry: Geometry, square: int) -> int:
    """Return a square's distance from the edges, at most 7."""
    file, rank = geometry.places[square]
    last = geometry.size - 1
    return min(7, min(file, last - file) + min(rank, last - rank))


def _planes(geometry: Geometry, worths: list[int]) -> Planes:
    """Split the worths into bit planes.

    Then a few population counts replace a look-up for every piece.
    """
    return tuple(
        (1 << digit, sum(bit for bit, worth in zip(geometry.bits, worths, strict=True) if worth >> digit & 1))
        for digit in range(max(worths).bit_length())
    )
