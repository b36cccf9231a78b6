"""Write a game's shipped puzzles: `python -m engines.puzzles GAME COUNT`.

It continues where it was stopped. The themes of existing puzzles are determined again. The same
search writes the same bytes on every machine.
"""

import sys

from engines.puzzles.generation import mine_puzzles
from engines.puzzles.puzzle import FOLDER, load_shipped_puzzles
from engines.puzzles.puzzle_themes import add_traits
from rules.catalogue import GAMES
from words import render_message


def main(arguments: list[str]) -> int:
    """Mine puzzles and return the exit status."""
    if len(arguments) != 2 or arguments[0] not in GAMES or not arguments[1].isdecimal():
        sys.stderr.write(render_message("puzzles.usage", {}) + "\n")
        return 2
    key, count = arguments
    path = FOLDER / f"{key}.jsonl"
    path.write_text(
        "".join(add_traits(puzzle).to_line() + "\n" for puzzle in load_shipped_puzzles(key)), "utf-8"
    )
    with path.open("a", encoding="utf-8") as file:
        for puzzle in mine_puzzles(GAMES[key], int(count), load_shipped_puzzles(key)):
            file.write(puzzle.to_line() + "\n")
            file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
