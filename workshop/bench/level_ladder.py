"""Whether a computer level is stronger than the one below.

`make ladder GAME=… [LEVELS=a,b]`. Two games a pair: one opening, both seats. A step ends as soon as
it is decided, at the latest after 200 games. Checkers begin in the openings of their tables, the
other games after a few random moves. `AGAINST=beginner` plays a level, the first unless `LEVELS`
names another, against a player who sees only immediate gains (`workshop/bench/beginner.py`).
"""

import multiprocessing
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, pairwise
from math import sqrt
from time import process_time
from typing import Any

from engines.choose import choose_move, level_count
from engines.observation import observe
from rules.catalogue import GAMES
from rules.checkers import openings
from rules.checkers.rulesets import OPENING, RULESETS
from rules.match import Match, secret_of
from rules.shuffle import Shuffle
from workshop.bench.beginner import beginner
from workshop.bench.row import percentile

LOOKS = (20, 40, 80, 120, 160, 200)
"""Games after which it is asked whether the step is decided."""
WIDTH = 2.45
"""Standard errors either side, so that an interval holds in 95 of 100 ladders.

It allows for six looks (Pocock).
"""
ALONE = 1.96
"""Standard errors if there is no look before all games have been played."""
STRONGER = 0.55
"""Share of the points above which a level is stronger.

Its whole interval must lie above; if it all lies under, the level is not stronger.
"""
FEWEST, MOST = 3, 6
"""Random plies before the players take over, if no table has openings.

A game whose deal is drawn needs none.
"""
STRIDE = 101
"""Openings of a table from one pair to the next: neighbours are alike."""
LONGEST = 600
"""Plies after which a game counts as a draw."""
BEGINNER = -1
"""In place of a level, the beginner."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played.

    `text` names the game and its options, as in `binar:size=5,lines=single`. `other` may be `BEGINNER`.
    """

    text: str
    level: int
    other: int
    number: int


@dataclass(frozen=True, slots=True)
class LadderGame:
    """Result of one game for the level.

    The points of the level (1, ½, 0), whether there is a winner, plies, and the level's CPU seconds for
    each move.
    """

    points: float
    decided: bool
    plies: int
    seconds: tuple[float, ...]


def match_of(text: str, secret: bytes, **more: str) -> Match:
    """Return a new match of the game and options that a text names.

    `more` gives further options.
    """
    key, _, rest = text.partition(":")
    pairs = [entry.partition("=") for entry in rest.split(",") if entry]
    return Match(GAMES[key], {name: value for name, _, value in pairs} | more, secret)


def open_match(text: str, number: int) -> Match:
    """Return the match that both games of a pair begin from."""
    key, deal = text.partition(":")[0], secret_of(f"deal {number}")
    if key in RULESETS:
        among = openings.drawable_openings(key)
        return match_of(text, deal, **{OPENING: among[number * STRIDE % len(among)].name})
    walks = (walk_match(match_of(text, deal), number, walk) for walk in count())
    return next(match for match in walks if match.turn is not None)  # some end a match


def walk_match(match: Match, number: int, walk: int) -> Match:
    """Make the random moves of a pair's number in a match, and return the match.

    The match may end there.
    """
    chance = Shuffle(secret_of(f"opening {number} {walk}" if walk else f"opening {number}"))
    plies = 0 if match.game.hidden else FEWEST + number % (MOST - FEWEST + 1)
    while match.turn is not None and len(match.plies) < plies:
        moves = match.game.moves(match.position)
        match.make_move(moves[chance.below(len(moves))])
    return match


def play(pairing: Pairing) -> LadderGame:
    """Play one game; in the first of a pair the level has seat 0."""
    match = open_match(pairing.text, pairing.number // 2)
    seats = (pairing.level, pairing.other) if pairing.number % 2 == 0 else (pairing.other, pairing.level)
    own = seats.index(pairing.level)
    seconds = []
    while match.turn is not None and len(match.plies) < LONGEST:
        seat, began = match.turn, process_time()
        move = (
            beginner(match, pairing.number)
            if seats[seat] == BEGINNER
            else choose_move(observe(match, seat), match.options, seats[seat], pairing.number).move
        )
        if seat == own:
            seconds.append(process_time() - began)
        match.make_move(move)
    winner = match.outcome.winner if match.outcome else None
    points = 0.5 if winner is None else float(winner == own)
    return LadderGame(points, winner is not None, len(match.plies), tuple(seconds))


def interval(points: float, games: int, errors: float = WIDTH) -> tuple[float, float]:
    """Return the share's interval (Wilson's).

    Draws make it wider than it need be, never narrower.
    """
    share, width = points / games, errors**2 / games
    middle = (share + width / 2) / (1 + width)
    reach = sqrt(share * (1 - share) * width + width**2 / 4) / (1 + width)
    # Rounding would lead a little beyond what a share can be, or not quite there.
    return middle - reach if points else 0.0, middle + reach if points < games else 1.0


def step(text: str, level: int, other: int, games: Iterable[LadderGame], *, whole: int = 0) -> Iterator[str]:
    """Yield a line for each look at a step; the last line has the finding.

    With `whole` there is a single look, after `whole` games.
    """
    played: list[LadderGame] = []
    for game in games:
        played.append(game)
        if len(played) not in ((whole,) if whole else LOOKS):
            continue
        points = sum(each.points for each in played)
        low, high = interval(points, len(played), ALONE if whole else WIDTH)
        found = "stronger" if low > STRONGER else "not stronger" if high < STRONGER else ""
        seconds = [second for each in played for second in each.seconds]
        rival = "a beginner" if other == BEGINNER else other
        yield (
            f"{text} {level} over {rival}: {100 * points / len(played):.1f} % of {len(played)} games "
            f"({100 * low:.0f} to {100 * high:.0f}), "
            f"{100 * sum(each.decided for each in played) / len(played):.0f} % decisive, "
            f"{sum(each.plies for each in played) / len(played):.0f} plies, "
            f"CPU a move {sum(seconds) / len(seconds):.3f} s, p95 {percentile(seconds, 95):.3f} s"
            f"{': ' + found if found else ''}"
        )
        if found:
            return


def games(pool: Any, text: str, level: int, other: int, most: int) -> Iterator[LadderGame]:
    """Yield the games of a step as they are needed.

    The games up to the next look are played in parallel.
    """
    for done, until in pairwise((0, *(look for look in LOOKS if look < most), most)):
        yield from pool.imap(play, [Pairing(text, level, other, number) for number in range(done, until)])


def main(
    text: str, chosen: str = "", processes: str = "2", most: str = "200", whole: str = "", against: str = ""
) -> None:
    """Play the steps of a game, or one between two chosen levels, and print each look.

    With `whole` all games are played, whatever they show: it gives a share, and not only its side of a
    limit. With `against` a level plays the beginner.
    """
    top = level_count(match_of(text, b"").game)
    steps = [(level, level - 1) for level in range(1, top + 1)]
    if against:
        steps = [(int(chosen or 1), BEGINNER)]
    elif chosen:
        one, two = chosen.split(",")
        steps = [(int(one), int(two))]
    with multiprocessing.get_context("spawn").Pool(int(processes)) as pool:
        for level, other in steps:
            played = games(pool, text, level, other, int(most))
            for line in step(text, level, other, played, whole=int(most) if whole else 0):
                print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
