"""Search for the positions of `rules.checkers.contrast_positions`.

Usage: `python -m tests.rules.checkers.contrast_search`. The search tries random small positions,
the same ones in every run. For every pair of rule sets and every rule in which they differ it looks
for the plainest position in which that rule alone makes the difference. Of all that are plain
enough it keeps as few as show everything. `--more` keeps the present positions, and looks among
denser ones for the differences that they do not show.
"""

import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from rules.checkers import contrast
from rules.checkers.contrast import FIELDS, SHORT_OF_ALL, Contrast, Key, parse_setting
from rules.checkers.contrast_positions import POSITIONS
from rules.checkers.help_positions import FIGURES
from rules.checkers.moves import Generator, generator
from rules.checkers.rulesets import RULESETS, Ruleset, ruleset
from rules.checkers.traits import traits
from tests.rules.checkers.matches import SETUPS

PLACE = Path(contrast.__file__).with_name("contrast_positions.py")
SEED, SAMPLES, CLUSTERS = 14, 6000, 6000
ENOUGH = 20
"""Number of equally plain positions to keep for each difference, to choose among."""

Wanted = tuple[int, int, str]
"""Two rule sets by number, and the rule that differs."""
Mixture = tuple[int, str, tuple[Any, ...]]


def positions(chance: random.Random) -> Iterator[str]:
    """The positions of the help, then random ones."""
    for figures in FIGURES.values():
        for figure in figures:
            cells = (figure.position or {})["cells"].items()
            edge = 8 if all(name[0] <= "h" and int(name[1:]) <= 8 for name, _ in cells) else 10
            yield _line(edge, [(name, symbol) for name, symbol in cells])
    for _ in range(SAMPLES):
        edge = chance.choices((8, 10), (9, 1))[0]
        tone = chance.random() < 0.7
        names = [
            f"{'abcdefghij'[file]}{rank + 1}"
            for file in range(edge)
            for rank in range(edge)
            if not tone or (file + rank) % 2 == 0
        ]
        count = chance.choices((2, 3, 4, 5), (3, 4, 4, 2))[0]
        white = chance.choices((1, 2, 3), (6, 4, 1))[0]
        chosen = chance.sample(names, count)
        pieces: list[tuple[str, str]] = []
        for number, name in enumerate(chosen):
            symbol = "w" if number < min(white, count - 1) else "b"
            far = edge if symbol == "w" else 1
            king = int(name[1:]) == far or chance.random() < 0.35
            pieces.append((name, symbol.upper() if king else symbol))
        yield _line(edge, pieces)


def clusters(chance: random.Random) -> Iterator[str]:
    """Random positions in which pieces stand where others can capture them."""
    for _ in range(CLUSTERS):
        edge = chance.choices((8, 10), (6, 1))[0]
        pieces = list(_cluster(chance, edge))
        if any(symbol in "bB" for _, symbol in pieces):
            yield _line(edge, pieces)


def _cluster(chance: random.Random, edge: int) -> Iterator[tuple[str, str]]:
    """Yield a White piece with several ways to capture from its square.

    Sometimes there is one piece more.
    """
    steps = [(files, ranks) for files in (-1, 0, 1) for ranks in (-1, 0, 1) if files or ranks]
    if chance.random() < 0.8:
        steps = [step for step in steps if all(step)]
    while True:
        start = chance.randrange(edge), chance.randrange(edge - 2)
        if sum(start) % 2 == 0 or len(steps) == 8:
            break
    cells = {start: "W" if chance.random() < 0.35 else "w"}
    for _ in range(chance.choice((1, 2, 2, 3))):
        file, rank = start
        for _ in range(chance.choice((1, 1, 2, 2, 3))):
            files, ranks = chance.choice(steps)
            if not all(0 <= each < edge for each in (file + 2 * files, rank + 2 * ranks)):
                break
            cells.setdefault((file + files, rank + ranks), "B" if chance.random() < 0.3 else "b")
            file, rank = file + 2 * files, rank + 2 * ranks
    more = chance.randrange(edge), chance.randrange(1, edge - 1)
    if chance.random() < 0.4 and (sum(more) % 2 == 0 or len(steps) == 8):
        cells.setdefault(more, chance.choice("WBb"))
    for (file, rank), symbol in cells.items():
        crowned = rank == (edge - 1 if symbol in "wW" else 0)
        yield f"{'abcdefghij'[file]}{rank + 1}", symbol.upper() if crowned else symbol


def _line(edge: int, pieces: list[tuple[str, str]]) -> str:
    def side(symbol: str) -> str:
        return " ".join(
            "K" * kind.isupper() + name for name, kind in sorted(pieces) if kind.lower() == symbol
        )

    return ("" if edge == 8 else f"{edge}:") + f"{side('w')}/{side('b')}"


class Kinds:
    """The rule sets that move differently, each in its generator.

    Mixtures of two of them are here as well.
    """

    def __init__(self) -> None:
        rows: dict[object, Ruleset] = {}
        for key, options in SETUPS:
            row = ruleset(key, **options)
            rows.setdefault((key, *(getattr(row, name) for names in FIELDS.values() for name in names)), row)
        self.rows = list(rows.values())
        self.generators = [generator(row) for row in self.rows]
        self.mixed: dict[Mixture, Generator | None] = {}
        self.wanted = [
            (one, two, aspect)
            for one, two in combinations(range(len(self.rows)), 2)
            if not self._an_option(one, two)
            for aspect in self._differing(one, two)
        ]

    def _an_option(self, one: int, two: int) -> bool:
        """Whether one of two kinds has an option chosen, and is no form of the other."""
        return self.rows[one].key != self.rows[two].key and not all(
            self.rows[each] == RULESETS[self.rows[each].key] for each in (one, two)
        )

    def _differing(self, one: int, two: int) -> list[str]:
        own, theirs = traits(self.rows[one]), traits(self.rows[two])
        return [aspect for aspect in FIELDS if own.get(aspect) != theirs.get(aspect)] or [SHORT_OF_ALL]

    def mixture(self, taker: int, giver: int, aspect: str) -> tuple[Mixture, Generator | None]:
        """A kind with one rule of another; nothing where its board has no room for that."""
        values = tuple(getattr(self.rows[giver], name) for name in FIELDS[aspect])
        name = taker, aspect, values
        if name not in self.mixed:
            row = replace(self.rows[taker], **dict(zip(FIELDS[aspect], values, strict=True)))
            self.mixed[name] = Generator(row) if contrast.can_stand(row) else None
        return name, self.mixed[name]


def search(lines: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """Return the lines to keep.

    If some are known already, return the lines to add for the differences that they do not show.
    """
    kinds = Kinds()
    before = _find_plainest(kinds, kinds.wanted, known)
    return _few(_find_plainest(kinds, [each for each in kinds.wanted if not before[each]], lines))


def _find_plainest(kinds: Kinds, wanted: list[Wanted], tried: Iterable[str]) -> dict[Wanted, dict[str, int]]:
    """Return the plainest lines that show each difference, with their weight."""
    shown: dict[Wanted, dict[str, int]] = {each: {} for each in wanted}
    for number, line in enumerate(tried):
        if number % 2000 == 0:
            print(number, sum(map(bool, shown.values())), len(shown), file=sys.stderr, flush=True)
        setting = parse_setting(line)
        moves = [contrast.moves_in(gen, setting) for gen in kinds.generators]
        mixed: dict[Mixture, frozenset[Key] | None] = {}
        for each, lines in shown.items():
            own, theirs = moves[each[0]], moves[each[1]]
            if own is None or theirs is None or own == theirs:
                continue
            found = Contrast("", setting, own - theirs, theirs - own, len(own), len(theirs))
            weight = found.weight[0]
            best = min(lines.values(), default=99)
            if weight > best or (weight == best and len(lines) >= ENOUGH):
                continue
            if _is_isolated(kinds, each, found, moves, mixed):
                if weight < best:
                    lines.clear()
                lines[line] = weight
    return shown


def _is_isolated(
    kinds: Kinds,
    wanted: Wanted,
    found: Contrast,
    moves: list[frozenset[Key] | None],
    mixed: dict[Mixture, frozenset[Key] | None],
) -> bool:
    """Whether one rule alone makes the difference.

    `mixed` caches the moves of the mixtures worked out so far.
    """
    one, two, aspect = wanted
    if aspect == SHORT_OF_ALL:
        return True
    if not contrast.concerns_aspect(aspect, found):
        return False
    for taker, giver in ((one, two), (two, one)):
        name, gen = kinds.mixture(taker, giver, aspect)
        if name not in mixed:
            mixed[name] = None if gen is None else contrast.moves_in(gen, found.setting)
        if mixed[name] is not None and mixed[name] == moves[giver]:
            return True
    return False


def _few(shown: dict[Wanted, dict[str, int]]) -> list[str]:
    """As few lines as show everything, each plainly enough."""
    covers: dict[str, set[Wanted]] = {}
    for each, lines in shown.items():
        for line in lines:
            covers.setdefault(line, set()).add(each)
    left = {each for each, lines in shown.items() if lines}
    kept = []
    while left:
        line = max(covers, key=lambda line: (len(covers[line] & left), -len(line), line))
        kept.append(line)
        left -= covers[line]
    return sorted(kept, key=lambda line: (len(line), line))


def main() -> None:
    """Write the file; with `--more` add to it."""
    chance = random.Random(SEED)
    if sys.argv[1:] == ["--more"]:
        found = search(clusters(chance), POSITIONS)
        lines = sorted({*POSITIONS, *found}, key=lambda line: (len(line), line))
    else:
        lines = search(positions(chance))
    told = "Small positions for `contrast.parse_setting`, found by tests/rules/checkers/contrast_search.py."
    text = f'"""{told}"""\n\n'
    text += "POSITIONS: tuple[str, ...] = (\n" + "".join(f'    "{line}",\n' for line in lines) + ")\n"
    PLACE.write_text(text, encoding="utf-8")
    print(len(lines))


if __name__ == "__main__":
    main()
