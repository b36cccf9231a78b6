"""Write the shipped puzzles of a game: `python -m engines.puzzles GAME COUNT`.

It goes on where it was stopped. The themes of existing puzzles are found anew. The same search
gives the same bytes again, wherever it is run.
"""

import sys

from engines.puzzles.generation import mine_puzzles
from engines.puzzles.puzzle import FOLDER, load_shipped
from engines.puzzles.puzzle_themes import add_traits
from rules.catalogue import GAMES
from words import tell


def main(arguments: list[str]) -> int:
    """Mine puzzles and return the exit status."""
    if len(arguments) != 2 or arguments[0] not in GAMES or not arguments[1].isdecimal():
        sys.stderr.write(tell("puzzles.usage", {}) + "\n")
        return 2
    key, count = arguments
    path = FOLDER / f"{key}.jsonl"
    path.write_text("".join(add_traits(puzzle).write() + "\n" for puzzle in load_shipped(key)), "utf-8")
    with path.open("a", encoding="utf-8") as file:
        for puzzle in mine_puzzles(GAMES[key], int(count), load_shipped(key)):
            file.write(puzzle.write() + "\n")
            file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
