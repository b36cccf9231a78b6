"""Each level's accuracy by the report.

Run `python -m workshop.bench.accuracy FOLDER [KIND …]`, then again with `--fit`. Each level plays
itself from the first position; level 0 moves at random. The reports on these games give the losses
and the stakes. With `--fit` the rows of `engines.accuracy.SCALES` are fitted to them, so that
random play has 40 and the top level 95, and the levels between them rise as evenly as they can; the
rows are printed, and the lines of the table in docs/analysis.md.

Games are kept in FOLDER/games and the reports' findings in FOLDER/reports, a file for each kind,
one number of all kinds after the other. It can be stopped at any time, and continues from there.
After a change to how a report looks, delete the reports. The seeds are fixed, so a new folder gets
the same on every machine.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, Final

from engines.accuracy import AccuracyScale, SeatLosses
from engines.analysis import run_analysis
from engines.choose import choose_move, level_count
from engines.observation import observe
from rules.checkers.rulesets import RULESETS
from rules.match import Match, secret_of
from workshop.bench import chances
from workshop.bench.level_ladder import match_of

KINDS: Final = {
    **chances.KINDS,
    **{
        f"binar {digits} {lines}": f"binar:digits={digits},lines={lines}"
        for digits in ("own", "choose")
        for lines in ("double", "single")
    },
}
"""The rows, with the games played for each as the ladder reads them."""
GAMES: Final = 10
"""Games of each level."""
LONGEST: Final = 70
"""Plies after which a game ends, so that the top level has time for all of them."""
RANDOM: Final = 40
TOP: Final = 95
"""What random play and the top level are to get on average."""
WEIGHT: Final = 10
"""How much more these two ends count than a level between them."""
KIN: Final = 3
"""Weight, in games, of the other kinds of checkers in the fit of one kind.

It keeps a few games of its own from leading a kind astray.
"""
HALVES: Final = tuple(round(0.1 * 1.08**step, 3) for step in range(50))
POWERS: Final = tuple(step / 10 for step in range(3, 41))
"""What is tried for a scale's half and power."""

LevelGames = Mapping[int, Sequence[SeatLosses]]
"""What was found in the games of each level, of both seats."""


class ValueFile:
    """Values by level and number of a game, a line each in a file."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = file.read_text().splitlines() if file.exists() else []
        self._file = file
        self.known: dict[tuple[int, int], Any] = {
            (level, number): value for level, number, value in map(json.loads, lines)
        }

    def add(self, level: int, number: int, value: Any) -> None:
        """Keep a value."""
        self.known[level, number] = value
        with self._file.open("a") as file:
            file.write(json.dumps([level, number, value]) + "\n")


def play_game(text: str, level: int, number: int) -> Match:
    """Return a game of a level against itself, or its beginning."""
    match = match_of(text, secret_of(f"accuracy {number}"))
    while match.turn is not None and len(match.plies) < LONGEST:
        match.make_move(choose_move(observe(match, match.turn), match.options, level, number).move)
    return match


def work(folder: Path, kinds: Sequence[str], wanted: Sequence[int] = ()) -> None:
    """Play and report on all that is not there yet."""
    for number in range(GAMES):
        for kind in kinds:
            games, reports = (ValueFile(folder / part / f"{kind}.jsonl") for part in ("games", "reports"))
            for level in wanted or range(level_count(match_of(KINDS[kind], bytes(32)).game) + 1):
                if (level, number) in reports.known:
                    continue
                if (level, number) in games.known:
                    match = match_of(KINDS[kind], secret_of(f"accuracy {number}"))
                    for text in games.known[level, number]:
                        match.play(text)
                else:
                    match = play_game(KINDS[kind], level, number)
                    games.add(level, number, [ply.text for ply in match.plies])
                both = [each for each in run_analysis(match).seat_losses if each is not None]
                reports.add(level, number, [(each.loss, each.stake) for each in both])
                print(kind, level, number, [round(each.loss_share, 2) for each in both], flush=True)


def found_in(folder: Path, kind: str) -> LevelGames:
    """Return what the reports on the games of a kind have found, by level."""
    found: dict[int, list[SeatLosses]] = {}
    for (level, _), both in sorted(ValueFile(folder / "reports" / f"{kind}.jsonl").known.items()):
        found.setdefault(level, []).extend(SeatLosses(*each) for each in both)
    return found


def means(found: LevelGames, scale: AccuracyScale) -> list[float]:
    """Return the accuracy that each level has on average, level 0 first."""
    return [mean(scale.accuracy(each) for each in played) for played in found.values()]


def squared_errors(found: LevelGames) -> dict[AccuracyScale, float]:
    """Return how far the levels are from their targets under each scale.

    The distance is a weighted sum of squares.
    """
    top = max(found)
    wanted = [RANDOM + (TOP - RANDOM) * level / top for level in found]
    weights = [WEIGHT if level in (0, top) else 1 for level in found]
    return {
        scale: sum(
            weight * (got - want) ** 2
            for weight, got, want in zip(weights, means(found, scale), wanted, strict=True)
        )
        for scale in (AccuracyScale(half, power) for half in HALVES for power in POWERS)
    }


def best_scale(found: LevelGames, kin: Mapping[AccuracyScale, float]) -> AccuracyScale:
    """Return the scale under which the levels are nearest to their targets.

    `kin` is the error of other games under each scale. The more games a kind has of its own, the less
    `kin` counts.
    """
    own, games = squared_errors(found), games_of(found)
    return min(own, key=lambda scale: games * own[scale] + KIN * kin.get(scale, 0))


def games_of(found: LevelGames) -> float:
    """Return the number of games at the level with the fewest games.

    A game in which only one seat had a choice counts as half.
    """
    return min(len(played) for played in found.values()) / 2


def fit(folder: Path, kinds: Sequence[str]) -> None:
    """Print the row of each kind, and the line of the table."""
    checkers: dict[int, list[SeatLosses]] = {}
    for kind in RULESETS:
        for level, played in found_in(folder, kind).items():
            checkers.setdefault(level, []).extend(played)
    kin = squared_errors(checkers) if checkers else {}
    for kind in kinds:
        found = found_in(folder, kind)
        scale = best_scale(found, kin if kind in RULESETS else {})
        print(f'        "{kind}": ({scale.half_share}, {scale.power}),')
        line = " | ".join(f"{got:.0f}" for got in means(found, scale))
        print(f"| {kind} | {line} | {games_of(found):.0f} |", flush=True)


def main(folder: str, *asked: str) -> None:
    """Work on the requested kinds, or on all; with `--fit` print the results."""
    kinds = [kind for kind in asked if kind != "--fit"] or list(KINDS)
    (fit if "--fit" in asked else work)(Path(folder), kinds)


if __name__ == "__main__":
    main(*sys.argv[1:])
