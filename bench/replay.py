"""Replays: one move of an animation, drawn and coded."""

from collections.abc import Iterator

from bench.picture import deflated, mid_game
from bench.row import Row, cpu_ms
from rendering.picture import draw
from rendering.replay import Moment, Whole, replay
from rules.catalogue import GAMES
from rules.match import Match

PLIES = 40


def rows() -> Iterator[Row]:
    """CPU milliseconds a move once every sprite has been drawn; the baseline is zlib's level 1 on one whole picture."""
    match = Match(GAMES["russian"], {}, bytes(32))
    views = [match.view(None)]
    while match.turn is not None and len(views) <= PLIES:
        moves = match.game.moves(match.position)
        match.make(moves[len(views) * 7 % len(moves)])
        views.append(match.view(None))
    moments = [Moment(view, plies, (plies + 1) // 2) for plies, view in enumerate(views)]
    whole = Whole(moments[-1].plies, moments[-1].number)
    alone = deflated(draw(mid_game("russian", None, 24)).png)
    yield Row("replay.frame", cpu_ms(lambda: replay(moments, whole)) / len(views), "ms", alone)
