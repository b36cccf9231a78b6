"""The top level of One Zero One against a greedy player: `python -m bench.greedy [GAMES]`.

The greedy player takes the turn that leads to most points at once, any of several. Two games a deal, both seats.
"""

import sys
from typing import Any, Final

from bench.ladder import ALONE, interval
from engines.choose import choose, levels
from engines.seen import seen
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.one_zero_one.view import ProgramView
from rules.shuffle import Shuffle

GAME: Final = GAMES["one-zero-one"]


def greedy(match: Match, seed: int) -> Any:
    """Return the greedy player's move: by what the display shows once it is made, before any card is drawn."""
    seat = match.turn
    assert seat is not None  # the match goes on
    leads = []
    for move in match.game.moves(match.position):
        shown = match.game.preview(match.position, move, seat)
        assert isinstance(shown, ProgramView)
        leads.append((shown.score[seat] - shown.score[1 - seat], move))
    most = max(lead for lead, _ in leads)
    best = [move for lead, move in leads if lead == most]
    return best[Shuffle(secret_of(f"{seed} {len(match.plies)}")).below(len(best))]


def won(number: int, deck: str = "base") -> float:
    """Play one game; return the points of the top level (1, ½, 0)."""
    match = Match(GAME, {"deck": deck}, secret_of(f"deal {number // 2}"))
    own, top = number % 2, levels(GAME)
    while match.turn is not None:
        if match.turn == own:
            match.make(choose(seen(match, own), match.options, top, number).move)
        else:
            match.make(greedy(match, number))
    assert match.outcome is not None
    return 0.5 if match.outcome.winner is None else float(match.outcome.winner == own)


def main(games: str = "200") -> None:
    """Play, and print the share of the points with its interval."""
    count = int(games)
    points = sum(won(number) for number in range(count))
    low, high = interval(points, count, ALONE)
    share, bounds = 100 * points / count, f"{100 * low:.0f} to {100 * high:.0f}"
    print(f"one-zero-one {levels(GAME)} over a greedy player: {share:.1f} % of {count} games ({bounds})")


if __name__ == "__main__":
    main(*sys.argv[1:])
