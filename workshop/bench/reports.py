"""Whether reports name the losing move, and their cost.

`python -m workshop.bench.reports FOLDER` asks how many of 40 decided matches have a report that
names it. Levels 2 to 4 play each other in all kinds of checkers, in turn. The judge is a look at
each position with twelve times the nodes. The match was *lost by* the loser's last move before
which they were not lost; their chance *fell by* the move that cost most since they last had an even
chance. A report names a move by a turning point, or by a stretch that holds it. Matches and the
judge's findings are kept in FOLDER, a line each: an interrupted run continues from there.

`python -m workshop.bench.reports --cost` prints the CPU seconds of a report on a match of 60 plies
of each kind of play.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any, Final

from engines.analysis import AnalysisReport, run_analysis
from engines.chances import FULL_CHANCE, curve_of
from engines.checkers.player import LEVELS, LOOK_NODES
from engines.checkers.search import CheckersSearch
from engines.choose import choose_move
from engines.observation import observe
from engines.review import chance_for_seat
from rules.checkers.rulesets import RULESETS
from rules.game import Seat
from rules.match import Match
from workshop.bench.accuracy import KINDS
from workshop.bench.level_ladder import open_match

MATCHES: Final = 40
DEEPER: Final = 12
"""As many times the nodes of a look the judge has."""
LEVEL: Final = ((2, 3), (3, 4), (4, 2), (3, 2), (4, 3), (2, 4), (3, 3), (4, 4), (2, 2))
"""Levels of both seats, in turn."""
LONGEST: Final = 140
"""Plies after which a match counts as undecided."""
EVEN: Final = 400
"""The chance of the loser, in thousandths, down to which they had not lost yet."""
LOST: Final = 200
"""Final chance of the loser, in thousandths, above which play did not lose it."""
PLIES: Final = 60
EACH: Final = 3
"""The number of the match of each kind whose report is measured."""


@dataclass(frozen=True, slots=True)
class JudgedMatch:
    """A decided match.

    Its kind, its opening, its moves, the loser, and the loser's chance at each position.
    """

    kind: str
    number: int
    moves: tuple[str, ...]
    loser: Seat
    chances: tuple[int, ...]

    @property
    def match(self) -> Match:
        """Return the match."""
        match = open_match(self.kind, self.number)
        for text in self.moves:
            match.play(text)
        return match

    def losing(self, seats: Sequence[Seat]) -> int | None:
        """Return the ply, from 1, of the last move before which the loser was not lost.

        `None` if there was none.
        """
        own = [i for i, seat in enumerate(seats) if seat == self.loser and self.chances[i] > LOST]
        return own[-1] + 1 if own else None

    def fall(self, seats: Sequence[Seat]) -> int | None:
        """Return the ply, from 1, that cost the loser most since their last even chance.

        `None` if they never had one.
        """
        own = [i for i, seat in enumerate(seats) if seat == self.loser]
        since = max((i for i in own if self.chances[i] >= EVEN), default=None)
        if since is None or self.chances[-1] > LOST:
            return None
        falls = {i: self.chances[i] - self.chances[i + 1] for i in own if i >= since}
        return max(falls, key=lambda i: (falls[i], -i)) + 1


def judge_match(match: Match) -> list[int]:
    """Return seat 0's chance at each position of a match of checkers.

    The judge's looks give it.
    """
    chance = curve_of(match.game.key).chance
    positions = [match.origin, *(ply.position for ply in match.plies)]
    found: list[int] = []
    for position in reversed(positions):
        outcome = match.game.outcome(position)
        if outcome is not None:
            found.append(500 if outcome.winner is None else chance_for_seat(outcome.winner, FULL_CHANCE))
        elif found and len(position.legal) == 1:
            found.append(found[-1])
        else:
            search = CheckersSearch(position, DEEPER * LOOK_NODES, uses_endings=True)
            worth = search.rate(LEVELS[-1].depth, 0)[0].worth
            found.append(chance_for_seat(position.turn, chance(worth)))
    return found[::-1]


def matches() -> Iterator[tuple[str, int, Match]]:
    """Yield decided matches, their kinds and numbers."""
    kinds = list(RULESETS)
    for number in count():
        kind, levels = kinds[number % len(kinds)], LEVEL[number % len(LEVEL)]
        match = open_match(kind, number)
        while match.turn is not None and len(match.plies) < LONGEST:
            level = levels[match.turn]
            match.make_move(choose_move(observe(match, match.turn), match.options, level, number).move)
        if match.outcome is not None and match.outcome.winner is not None:
            yield kind, number, match


def load_or_judge(folder: Path) -> list[JudgedMatch]:
    """Return the judged matches of a folder, making any that are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "judged.jsonl"
    found = (
        [_parse_judged(json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []
    )
    last = found[-1].number if found else -1
    for kind, number, match in matches() if len(found) < MATCHES else ():
        if number <= last:
            continue
        assert match.outcome is not None
        assert match.outcome.winner is not None
        loser = 1 - match.outcome.winner
        start = len(open_match(kind, number).plies)
        moves = tuple(ply.text for ply in match.plies[start:])
        each = JudgedMatch(
            kind, number, moves, loser, tuple(chance_for_seat(loser, one) for one in judge_match(match))
        )
        if each.fall([ply.seat for ply in match.plies]) is None:
            continue
        with file.open("a") as out:
            out.write(json.dumps([each.kind, each.number, each.moves, each.loser, each.chances]) + "\n")
        found.append(each)
        if len(found) == MATCHES:
            break
    return found


def _parse_judged(row: list[Any]) -> JudgedMatch:
    kind, number, moves, loser, chances = row
    return JudgedMatch(kind, number, tuple(moves), loser, tuple(chances))


def is_named(report: AnalysisReport, ply: int, loser: Seat) -> bool:
    """Whether a report names a move of the loser.

    It does so by a turning point or a stretch that holds it.
    """
    first, last = report.losing_stretch or (0, 0)
    return first <= ply <= last or any(
        point.ply == ply and point.seat == loser for point in report.turning_points
    )


def measure(folder: Path) -> None:
    """Print for each match the judge's findings and the report's named moves.

    Print also how many moves the reports name in all.
    """
    seconds: list[float] = []
    hits = [0, 0]
    for each in load_or_judge(folder):
        match = each.match
        seats = [ply.seat for ply in match.plies]
        began = process_time()
        report = run_analysis(match)
        seconds.append(process_time() - began)
        losing, fall = each.losing(seats), each.fall(seats)
        assert losing is not None
        assert fall is not None
        found = [is_named(report, ply, each.loser) for ply in (losing, fall)]
        hits = [count + hit for count, hit in zip(hits, found, strict=True)]
        own = [point.ply for point in report.turning_points if point.seat == each.loser]
        print(
            f"{each.kind} {len(seats)} plies: lost by {losing}, fell by {fall}; named {own} {report.losing_stretch}"
        )
    print(f"lost by: {hits[0]} of {len(seconds)}; fell by: {hits[1]}; CPU at most {max(seconds):.2f} s")


def cost() -> None:
    """Print the CPU seconds of a report on a match of each kind of play.

    The match has at most `PLIES` plies.
    """
    for kind, text in KINDS.items():
        match = open_match(text, EACH)
        while match.turn is not None and len(match.plies) < PLIES:
            match.make_move(choose_move(observe(match, match.turn), match.options, 2, EACH).move)
        began = process_time()
        run_analysis(match)
        print(f"{kind}: {len(match.plies)} plies, {process_time() - began:.2f} s", flush=True)


if __name__ == "__main__":
    cost() if sys.argv[1] == "--cost" else measure(Path(sys.argv[1]))
