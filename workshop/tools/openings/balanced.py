"""Makes a table of our own, called `own`.

`python -m workshop.tools.openings.balanced KIND [COUNT [NODES [FOLDER]]]`. Each candidate is a few
random moves from the start, numbered, so that the same number is the same position on every
machine. It is kept if no piece is gone or about to be, if no former one is the same, and if both
sides have nearly equal chances under every choice of rules: at a glance, and by ten times the nodes
of the top level. Judgements are written to FOLDER at once, and a new run continues from there.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import count, product
from pathlib import Path
from typing import Final

from engines.chances import curve_of
from engines.checkers.player import LEVELS
from engines.checkers.search import CheckersSearch
from rules.catalogue import GAMES
from rules.checkers import fen
from rules.checkers.openings import TABLES
from rules.checkers.position import Position
from rules.checkers.rulesets import LEFT_OUT, Ruleset
from rules.game import AnyGame
from rules.shuffle import Shuffle

COUNT: Final = 100
"""Openings of a table."""
NODES: Final = 10 * LEVELS[-1].nodes
"""Nodes by which a position is judged."""
GLANCE: Final = 2_000
"""Nodes by which most candidates are dropped."""
NEAR: Final = 0.10
"""How far the mover's chance may be from a half at a glance."""
EVEN: Final = 0.05
"""How far it may be as it is judged."""
DEEPEST: Final = 40
"""Plies at which a search ends though it has nodes left."""
SHORTEST: Final = 4
"""Fewest moves of a candidate.

Up to a third of the board's edge in squares come on top.
"""


def candidate(game: AnyGame, number: int) -> str | None:
    """Return the position of a number.

    `None` if a piece is gone or can be captured at once.
    """
    shuffle = Shuffle(sha256(f"{game.key} {number}".encode()).digest())
    position: Position = game.start(game.read_options({}), shuffle)
    pieces = position.board.white | position.board.black
    for _ in range(SHORTEST + shuffle.below(position.generator.ruleset.size // 3 + 1)):
        position = position.play(position.legal[shuffle.below(len(position.legal))])
    left = position.board.white | position.board.black
    if left.bit_count() != pieces.bit_count() or position.legal[0].captured:
        return None
    return fen.write(position.generator, position.board, position.colour, ranges=False)


def chances(game: AnyGame, text: str, nodes: int) -> Iterator[float]:
    """Yield the mover's chance in a position, under one choice of rules after another."""
    choices = {option.name: option.choices for option in game.options if option.name not in LEFT_OUT}
    seen: list[Ruleset] = []
    for values in product(*choices.values()):
        options = game.read_options(dict(zip(choices, values, strict=True)))
        position: Position = game.place(options, text, None)
        # Who moves first, and whose rules they are called, makes no difference to what follows from a position.
        rules = replace(position.generator.ruleset, first="white", federation=False)
        if rules not in seen:
            seen.append(rules)
            search = CheckersSearch(position, nodes, uses_endings=LEVELS[-1].uses_endings)
            yield curve_of(game.key).win_probability(search.rate(DEEPEST, 0)[0].worth)


def is_even(game: AnyGame, text: str, nodes: int, margin: float) -> bool:
    """Whether both sides have nearly equal chances in a position, under all rules."""
    return all(abs(chance - 0.5) <= margin for chance in chances(game, text, nodes))


def balanced_positions(key: str, nodes: int, journal: Path) -> Iterator[str]:
    """Yield positions in which both sides have nearly equal chances, without end."""
    game, seen = GAMES[key], set[str]()
    judged: dict[str, bool] = {}
    if journal.is_file():
        judged = dict(json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines())
    for number in count():
        text = candidate(game, number)
        if text is None or text in seen:
            continue
        seen.add(text)
        if text not in judged:
            judged[text] = is_even(game, text, GLANCE, NEAR) and is_even(game, text, nodes, EVEN)
            with journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps([text, judged[text]]) + "\n")
        if judged[text]:
            yield text


def table(key: str, texts: list[str]) -> str:
    """Return a kind's file."""
    head = [
        f"# Openings of our own, in which the top level finds even chances: workshop/tools/openings/balanced.py, {key}."
    ]
    return (
        "\n".join([*head, "[own]", *(f"{number:03} {text}" for number, text in enumerate(texts, 1))]) + "\n"
    )


def main(key: str, wanted: str = str(COUNT), nodes: str = str(NODES), folder: str = "var/openings") -> None:
    """Write a kind's file, which has so many openings."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    for text in balanced_positions(key, int(nodes), Path(folder, f"{key}.jsonl")):
        found.append(text)
        print(f"{key} {len(found)}: {text}", flush=True)
        if len(found) == int(wanted):
            break
    (TABLES / f"{key}.txt").write_text(table(key, found), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
