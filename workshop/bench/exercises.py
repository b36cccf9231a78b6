"""Whether exercises of `/learn` have one clearly best move.

`python -m workshop.bench.exercises [COUNT] [GAME …]`. Levels below the best play each other, a
level of each seat by chance. The exercises of their matches are looked at again with ten times the
nodes that made them; with hidden cards, by the cards that their player had seen, weighing ten times
the moves. An exercise holds if the same move is ahead of every other by no less than a turning
point costs. Each exercise is a line of the list, the last line counts them. The same seeds give the
same list.
"""

import sys
from collections.abc import Iterator
from time import process_time

from engines.choose import choose_move, level_count
from engines.exercises import (
    CANDIDATE_EFFORT,
    Exercise,
    find_clearly_best,
    find_clearly_best_by_view,
    find_exercises,
)
from engines.observation import observe
from engines.review import TURNING_LOSS
from rules.match import Match, move_numbers, secret_of
from rules.shuffle import Shuffle
from workshop.bench.level_ladder import match_of

COUNT = 100
GAMES = ("russian", "american", "zong-heng:size=6", "yin-yang")
AGAIN = 10
"""As many times the nodes that an exercise was made by."""
LONGEST = 120
"""Plies after which a match is broken off.

That is no end by the rules, but its moves can be judged.
"""


def play_match(text: str, number: int) -> Match:
    """Return a match that two levels below the best have played."""
    draws = Shuffle(secret_of(f"exercises of {text} {number}"))
    match = match_of(text, secret_of(f"exercises {number}"))
    best = level_count(match.game)
    strength = [1 + draws.below(best - 1) for _ in range(2)]
    while match.turn is not None and len(match.plies) < LONGEST:
        seed = draws.below(1 << 30)
        match.make_move(
            choose_move(observe(match, match.turn), match.options, strength[match.turn], seed).move
        )
    return match


def exercises(text: str) -> Iterator[tuple[Match, Exercise]]:
    """Yield the exercises of one match after the other, with their match."""
    number = 0
    while True:
        number += 1
        match = play_match(text, number)
        if match.outcome is None:
            match.agree_draw()
        for exercise in find_exercises(match, number, (0, 1)):
            yield match, exercise


def holds(match: Match, exercise: Exercise) -> bool:
    """Return whether the move of an exercise of a match is still clearly the best."""
    if match.game.hidden:  # its player had seen more than the position shows, and its other hand is invented
        at = next(
            i
            for i, number in enumerate(move_numbers(match.plies))
            if (number, match.plies[i].seat) == (exercise.move_number, exercise.seat)
        )
        before = match.copy_at(at)
        move = find_clearly_best_by_view(
            observe(before, exercise.seat), match.options, AGAIN * CANDIDATE_EFFORT, TURNING_LOSS
        )
        return move is not None and match.game.write(before.position, move) == exercise.puzzle.line[0]
    before = exercise.puzzle.match_after(0)
    found = find_clearly_best(
        before.game, before.position, before.options, AGAIN * CANDIDATE_EFFORT, TURNING_LOSS
    )
    return found == exercise.puzzle.line[0]


def main(arguments: list[str]) -> int:
    """Print the list; return the exit status."""
    count = int(arguments[0]) if arguments else COUNT
    made = [(text, exercises(text)) for text in arguments[1:] or GAMES]
    held, began = 0, process_time()
    for done in range(count):
        text, more = made[done % len(made)]
        match, exercise = next(more)
        good = holds(match, exercise)
        held += good
        best = exercise.puzzle.line[0]
        print(
            f"{'yes' if good else 'NO'}  {text} match {exercise.puzzle.match} move {exercise.move_number}: {best}",
            flush=True,
        )
    print(f"{held} of {count} hold; {process_time() - began:.0f} s of CPU")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
