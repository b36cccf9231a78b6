"""Looks for positions of small tasks.

`python -m workshop.tools.first_steps GAME …` writes the simplest that fit. A person looks at each,
with a picture, before it is kept.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.catalogue import GAMES
from rules.checkers.moves import generator
from rules.checkers.rulesets import RULESETS, ruleset
from rules.first_steps.goals import explain_miss
from rules.game import RulesError
from rules.match import Match

TRIES: Final = 20_000
"""Positions among which one task is looked for."""
ENOUGH: Final = 12
"""Positions that fit, of which the simplest is taken."""


class TaskSlot(NamedTuple):
    """Requirements of a task: a goal, and how much of it.

    `men` are own men and kings, then the opponent's, at most.
    """

    goal: str
    so_many: int = 0
    men: tuple[int, int, int, int] = (0, 0, 0, 0)
    options: dict[str, Any] = {}  # noqa: RUF012 - read alone
    plies: tuple[int, int] = (0, 0)
    least: int = 3
    most: int = 2
    threatened: bool = False


CHECKERS: Final = (
    (TaskSlot("safe", men=(2, 0, 2, 0)),),
    (
        TaskSlot("take", 2, men=(2, 0, 3, 0), least=2, most=1),
        TaskSlot("safe", men=(3, 0, 2, 0), threatened=True),
    ),
    (TaskSlot("crown", men=(3, 0, 2, 0)),),
    (
        TaskSlot("shot", 2, men=(4, 0, 4, 0), least=4, most=1),
        TaskSlot("safe", men=(3, 0, 3, 0), least=5, most=1),
    ),
    (
        TaskSlot("take", 2, men=(1, 1, 3, 0), least=2, most=1),
        TaskSlot("safe", men=(1, 1, 2, 0), least=5, threatened=True),
    ),
    (TaskSlot("win", men=(2, 1, 1, 0), least=4, most=1), TaskSlot("crown", men=(2, 1, 2, 0), least=6)),
)
OTHERS: Final = {
    "binar": (
        TaskSlot("win", plies=(9, 14), least=4, most=1),
        TaskSlot("hold", plies=(10, 16), least=4),
        TaskSlot("win", plies=(14, 19), least=4, most=1),
        TaskSlot("hold", plies=(14, 20), least=4, most=1),
        TaskSlot("fork", plies=(10, 16), least=4, most=1),
        TaskSlot("fork", plies=(13, 20), least=4, most=1),
    ),
    "binary": (
        TaskSlot("score", 3, options={"size": 6}, plies=(7, 13), least=8, most=10),
        TaskSlot("score", 8, options={"size": 6}, plies=(6, 14), least=8, most=2),
        TaskSlot("spoil", 3, options={"size": 6}, plies=(8, 14), least=8, most=3),
        TaskSlot("margin", 8, options={"size": 6}, plies=(8, 14), least=8, most=2),
        TaskSlot("win", options={"size": 6}, plies=(12, 20), least=3, most=2),
        TaskSlot("score", 10, options={"size": 6}, plies=(6, 16), least=8, most=2),
    ),
    "zong-heng": (
        TaskSlot("shift", 3, options={"size": 6}, plies=(0, 6), least=6, most=4),
        TaskSlot("score", 2, options={"size": 6}, plies=(2, 8), least=6, most=2),
        TaskSlot("score", 4, options={"size": 6}, plies=(6, 12), least=5, most=1),
        TaskSlot("spoil", 2, options={"size": 6}, plies=(6, 12), least=5, most=2),
        TaskSlot("again", options={"size": 6}, plies=(10, 17), least=3, most=2),
        TaskSlot("win", options={"size": 6}, plies=(12, 18), least=3, most=1),
    ),
    "yin-yang": (
        TaskSlot("score", 2, plies=(1, 6), least=5, most=3),
        TaskSlot("score", 2, plies=(2, 9), least=5, most=2),
        TaskSlot("spoil", 1, plies=(4, 14), least=5, most=2),
        TaskSlot("margin", 3, plies=(4, 14), least=5, most=2),
        TaskSlot("win", plies=(10, 24), least=2, most=1),
        TaskSlot("hold", plies=(10, 24), least=3, most=2),
    ),
    "incorrect-checkers": (
        TaskSlot("jump", 2, plies=(2, 12), least=8, most=3),
        TaskSlot("jump", 3, plies=(6, 30), least=8, most=2),
        TaskSlot("score", 1, plies=(30, 90), least=6, most=3),
        TaskSlot("jump", 4, plies=(10, 60), least=8, most=1),
        TaskSlot("score", 1, plies=(60, 150), least=6, most=1),
        TaskSlot("score", 1, plies=(60, 200), least=12, most=1),
    ),
    "one-zero-one": (
        TaskSlot("score", 1, options={"hands": "open"}, plies=(2, 6), least=8, most=8),
        TaskSlot("score", 2, options={"hands": "open"}, plies=(3, 8), least=8, most=8),
        TaskSlot("spoil", 1, options={"hands": "open"}, plies=(3, 8), least=8, most=8),
        TaskSlot("margin", 2, options={"hands": "open"}, plies=(4, 9), least=8, most=8),
        TaskSlot("score", 3, options={"hands": "open"}, plies=(5, 12), least=8, most=8),
        TaskSlot("spoil", 2, options={"hands": "open"}, plies=(4, 12), least=8, most=8),
    ),
}

KNOWN: Final[dict[tuple[str, tuple[int, int, int, int]], list[dict[str, str]]]] = {}
"""What was found for one kind of checkers, by goal and pieces."""
NEAR: Final = 4
"""Pieces stand no farther apart than so many squares from a common one."""


def random_positions(
    game: str, slot: TaskSlot, chance: random.Random
) -> Iterator[tuple[int, Any, dict[str, Any]]]:
    """Yield random checkers positions, White to move, with their number of pieces."""
    options = {"first": "white"} if RULESETS[game].optional_capture else {}
    row = ruleset(game)
    gen = generator(row)
    seat = 1 if row.first == "black" else 0
    places = dict(zip(gen.squares, gen.geometry.places, strict=True))
    for known in KNOWN.get((slot.goal, slot.men), []):  # what another kind has may do here too
        if known.keys() <= places.keys():
            yield len(known), {"cells": known, "turn": seat}, {**slot.options, **options}
    while True:
        cells: dict[str, str] = {}
        file, rank = chance.choice(list(places.values()))
        near = [each for each, (f, r) in places.items() if abs(f - file) < NEAR and abs(r - rank) < NEAR]
        for symbol, most in zip("wWbB", slot.men, strict=True):
            for _ in range(chance.randint(min(most, 1), most)):
                square = chance.choice(near)
                if symbol in "wb" and places[square][1] in (0, row.size - 1):
                    continue
                cells[square] = symbol
        yield len(cells), {"cells": cells, "turn": seat}, {**slot.options, **options}


def played_positions(
    game: str, slot: TaskSlot, chance: random.Random
) -> Iterator[tuple[int, Any, dict[str, Any]]]:
    """Yield positions that random play leads to, with their number of plies."""
    while True:
        match = Match(GAMES[game], slot.options, chance.randbytes(32))
        for _ in range(chance.randint(*slot.plies)):
            if match.turn is None:
                break
            match.make_move(_random_move(match, chance))
        if match.turn is not None:
            yield len(match.plies), _short(match), dict(slot.options)


def _random_move(match: Match, chance: random.Random) -> Any:
    """Return a random move; in a race the best of six by the score.

    That way a race gets on.
    """
    moves = match.game.moves(match.position)
    seat = match.turn
    if match.game.key == "incorrect-checkers":
        found = [chance.choice(moves) for _ in range(6)]
        return min(found, key=lambda move: sum(match.game.tally(match.game.play(match.position, move)) or ()))
    assert seat is not None
    return chance.choice(moves)


def _short(match: Match) -> Any:
    told = match.game.dump(match.position)
    if match.game.key == "one-zero-one":
        return {name: told[name] for name in ("lines", "hands", "turn")}
    return {name: value for name, value in told.items() if name not in ("history", "clock")}


def fits(game: str, slot: TaskSlot, at: Any, options: dict[str, Any]) -> int | None:
    """Return how many moves reach the goal; `None` where the position is no task."""
    match = Match(GAMES[game], options, bytes(32))
    try:
        match.set_position(at)
    except RulesError:
        return None
    if match.turn is None:
        return None
    moves = match.game.moves(match.position)
    if not slot.least <= len(moves) <= 60:
        return None
    if slot.threatened and not _is_threatened(match):
        return None
    if slot.goal in ("safe", "shot", "win") and slot.men[0] and any(_takes(match, move) for move in moves):
        return None
    reached = sum(
        explain_miss(slot.goal, slot.so_many, match.game, match.position, move) is None for move in moves
    )
    return reached if 1 <= reached <= min(slot.most, len(moves) - 1) else None


def _takes(match: Match, move: Any) -> bool:
    return len(
        match.game.show(match.game.seen_by(match.game.play(match.position, move), None))["cells"]
    ) < len(match.game.show(match.game.seen_by(match.position, None))["cells"])


def _is_threatened(match: Match) -> bool:
    """Whether the other side could capture if it were to move."""
    at = match.game.dump(match.position)
    other = Match(match.game, match.options, bytes(32))
    try:
        other.set_position({"cells": at["cells"], "turn": 1 - at["turn"]})
    except RulesError:
        return False
    return other.turn is not None and any(_takes(other, move) for move in other.game.moves(other.position))


def find_task(game: str, slot: TaskSlot, chance: random.Random, seen: set[str]) -> str | None:
    """Return the simplest task found, as a line of a file; `None` if there was none."""
    source: Callable[..., Any] = random_positions if game in RULESETS else played_positions
    best: tuple[tuple[int, int], str] | None = None
    fitting = 0
    for size, at, options in islice(source(game, slot, chance), TRIES):
        if fitting >= ENOUGH:
            break
        count = fits(game, slot, at, options)
        if count is None:
            continue
        fitting += 1
        told = {"options": options, "at": at, "goal": slot.goal} | (
            {"count": slot.so_many} if slot.so_many else {}
        )
        line = json.dumps(told, separators=(",", ":"))
        if line not in seen and (best is None or (size, count) < best[0]):
            best = (size, count), line
    return best[1] if best else None


def main(asked: list[str]) -> None:
    """Write the tasks of these games; `GAME:4` makes one of them anew."""
    for each in asked:
        game, _, only = each.partition(":")
        path = Path(f"rules/first_steps/tasks/{game}.jsonl")
        lines = path.read_text("utf-8").splitlines() if only else []
        slots = [(slot,) for slot in OTHERS[game]] if game in OTHERS else CHECKERS
        chance = random.Random(each)
        for number, kinds in enumerate(slots, 1):
            if only and number != int(only):
                continue
            line = next((line for slot in kinds if (line := find_task(game, slot, chance, set(lines)))), None)
            if line is None:
                print(f"{game} {number}: nothing for {kinds}", file=sys.stderr)
                continue
            lines[number - 1 : number] = [line]
            if game in RULESETS:
                slot = next(slot for slot in kinds if slot.goal == json.loads(line)["goal"])
                KNOWN.setdefault((slot.goal, slot.men), []).append(json.loads(line)["at"]["cells"])
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
