"""How accurate each level is by the report: `python -m bench.accuracy FOLDER [KIND …]`.

Each level plays itself from the first position, level 0 moves at random. All reports on these games say what was lost
and what was at stake; from that the rows of `engines.accuracy.SCALES` are fitted, so that random play has 40, the top
level 95, and the levels between them rise as evenly as they can. Prints for each kind its row and the line of the table
in docs/insight.md.

Games are kept in FOLDER/games, what was found in FOLDER/reports, a file for each kind: asked again it plays and looks
at only what is not there. Whoever changes how a report looks deletes the reports. The seeds are fixed, so a new folder
gets the same games on every machine.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Final

from bench import chances
from bench.ladder import match_of
from engines.accuracy import SCALES, Played, Scale
from engines.analysis import at_once
from engines.choose import choose, levels
from engines.seen import seen
from rules.match import Match, secret_of

WAYS: Final = {
    f"binar {digits} {lines}": f"binar:digits={digits},lines={lines}"
    for digits in ("own", "choose")
    for lines in ("double", "single")
}
KINDS: Final = {**WAYS, **chances.KINDS}
"""The rows there are, and the games that are played for each, as the ladder reads them."""
GAMES: Final = 6
"""Games of each level of a kind; Binar's are short, and say little each."""
MANY: Final = 24
FEW: Final = 2
"""Games of the two highest levels, which take nearly all the time."""
LONGEST: Final = 100
"""Plies after which a game ends."""
RANDOM: Final = 40
TOP: Final = 95
"""What random play and the top level are to get on average."""
WEIGHT: Final = 10
"""How much more these two ends count than a level between them."""
POWERS: Final = (1, 1.5, 2)
"""The powers that are tried."""
SOFTS: Final = tuple(round(0.002 * 1.3**step, 4) for step in range(34))
"""The shares that are tried as soft."""

Found = Mapping[int, Sequence[Played]]
"""What was found in the games of each level, of both seats."""


def games(folder: Path, kind: str) -> Iterator[tuple[int, int, Match]]:
    """Yield the games of a kind with their level and number, those that are kept and then those that are missing."""
    kept = folder / "games" / f"{kind}.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    known = {}
    if kept.exists():
        for line in kept.read_text().splitlines():
            game = json.loads(line)
            known[game["level"], game["number"]] = game["moves"]
    top = levels(match_of(KINDS[kind], bytes(32)).game)
    for number in range(MANY if kind in WAYS else GAMES):
        for level in range(top + 1):
            if number >= FEW and level > top - 2 and kind not in WAYS:
                continue
            match = match_of(KINDS[kind], secret_of(f"accuracy {number}"))
            moves = known.get((level, number))
            if moves is None:
                _play(match, level, number)
                played = {"level": level, "number": number, "moves": [ply.text for ply in match.plies]}
                with kept.open("a") as file:
                    file.write(json.dumps(played) + "\n")
            for move in (moves or ())[:LONGEST]:
                match.play(move)
            yield level, number, match


def _play(match: Match, level: int, seed: int) -> None:
    while match.turn is not None and len(match.plies) < LONGEST:
        match.make(choose(seen(match, match.turn), match.options, level, seed).move)


def found_in(folder: Path, kind: str) -> Found:
    """Return what reports find in the games of a kind, by level."""
    kept = folder / "reports" / f"{kind}.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    known = {}
    if kept.exists():
        for line in kept.read_text().splitlines():
            report = json.loads(line)
            known[report["level"], report["number"]] = report["played"]
    found: dict[int, list[Played]] = {}
    for level, number, match in games(folder, kind):
        played = known.get((level, number))
        if played is None:
            both = at_once(match).played
            played = [(each.lost, each.stake) for each in both if each is not None]
            with kept.open("a") as file:
                file.write(json.dumps({"level": level, "number": number, "played": played}) + "\n")
        found.setdefault(level, []).extend(Played(lost, stake) for lost, stake in played)
    return dict(sorted(found.items()))


def means(found: Found, scale: Scale) -> list[float]:
    """Return the accuracy that each level has on average, level 0 first."""
    return [mean(scale.accuracy(each) for each in played) for played in found.values()]


def fitted(found: Found) -> Scale:
    """Return the scale under which the levels are nearest to where they are to be, least squares."""
    top = max(found)
    wanted = [RANDOM + (TOP - RANDOM) * level / top for level in found]
    weights = [WEIGHT if level in (0, top) else 1 for level in found]

    def off(scale: Scale) -> float:
        return sum(
            weight * (got - want) ** 2
            for weight, got, want in zip(weights, means(found, scale), wanted, strict=True)
        )

    tried = (Scale(soft, steep / 2, power) for power in POWERS for soft in SOFTS for steep in range(4, 241))
    return min(tried, key=off)


def main(folder: str, *asked: str) -> None:
    """Print the row and the line of the table of each kind that is asked for, else of all."""
    for kind in asked or KINDS:
        found = found_in(Path(folder), kind)
        scale = fitted(found)
        print(f'        "{kind}": ({scale.soft}, {scale.steep}, {scale.power}),')
        shipped = Scale(*SCALES[kind]) if kind in SCALES else scale
        line = " | ".join(f"{got:.0f}" for got in means(found, shipped))
        print(f"| {kind} | {line} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
