"""Replays: one move of an animation, drawn and coded."""

import random
from collections.abc import Iterator
from statistics import median
from time import process_time

from rendering.picture import draw
from rendering.replay import Moment, ReplayLength, render_replay
from rules.catalogue import GAMES
from rules.match import Match
from workshop.bench.picture import deflate_ms, mid_game
from workshop.bench.row import BenchFigure

PLIES = 40
MATCHES = 24


def rows() -> Iterator[BenchFigure]:
    """CPU milliseconds a move of matches that have not been drawn yet.

    A dozen other matches have been drawn before. The baseline is zlib's level 1 on one whole picture.
    """
    films = [_film(seed) for seed in range(MATCHES)]
    alone = deflate_ms(draw(mid_game("russian", None, 24)).png)
    samples = []
    for seed, (moments, whole) in enumerate(films):
        began = process_time()
        render_replay(moments, whole)
        if seed >= MATCHES // 2:
            samples.append((process_time() - began) * 1000 / len(moments))
    yield BenchFigure("replay.frame", median(samples), "ms", alone)


def _film(seed: int) -> tuple[list[Moment], ReplayLength]:
    """Return the moments of a match played at random, the same in every run."""
    match, chance = Match(GAMES["russian"], {}, bytes(32)), random.Random(seed)
    views = [match.view(None)]
    while match.turn is not None and len(views) <= PLIES:
        match.make_move(chance.choice(match.game.moves(match.position)))
        views.append(match.view(None))
    moments = [Moment(view, plies, (plies + 1) // 2) for plies, view in enumerate(views)]
    return moments, ReplayLength(moments[-1].plies, moments[-1].move_number)
