"""The type of a puzzle, and the shipped set of each game."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from rules.catalogue import GAMES
from rules.checkers.geometry import WHITE
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame, Seat
from rules.match import Match

FOLDER: Final = Path(__file__).parent / "shipped"
SECRET: Final = bytes(32)
"""Decides all chance, though a position that is set has none left."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position whose mover has one winning move.

    `options` are those of the match that differ from the defaults, `at` the position as `Game.place` reads it, `line`
    the moves as written: the solver's, the reply, and so on, ending with the solver's. `given` is how many hundredths
    of a man the solver is behind at worst on the way, compared to the beginning. `match` is the number of the match
    from which it comes, where it was made for the shipped set. `themes` are the codes of what it is about, `points` how
    hard it may be on the scale of ratings (see `engines.puzzles.puzzle_themes`); only what is shipped
    is stored with them.
    """

    game: str
    options: Mapping[str, Any]
    at: Any
    line: tuple[str, ...]
    given: int
    stars: int
    match: int
    themes: tuple[str, ...] = ()
    points: int = 0

    @property
    def has_traits(self) -> bool:
        """Whether its themes and its estimate have been found."""
        return self.points > 0

    @property
    def key(self) -> str:
        """The key of the puzzle, from the position and the line, wherever they are kept."""
        told = json.dumps([self.game, dict(self.options), self.at, self.line], sort_keys=True)
        return sha256(told.encode()).hexdigest()[:10]

    @property
    def rules(self) -> AnyGame:
        """The game whose rules the puzzle follows."""
        return GAMES[self.game]

    @property
    def plain(self) -> bool:
        """Whether it gives nothing up (checkers), or ends with its first move (others)."""
        return not self.given if self.game in RULESETS else len(self.line) < 3

    @property
    def solver(self) -> Seat:
        """The seat that has to find the moves."""
        seat = self.after(0).turn
        assert seat is not None  # a puzzle is not over
        return seat

    @property
    def losses(self) -> tuple[int, int]:
        """Pieces that the solver and the other lose along the line, in checkers."""
        counts = []
        for plies in (0, len(self.line)):
            position = self.after(plies).position
            sides = [position.board.white.bit_count(), position.board.black.bit_count()]
            counts.append(sides if position.seat(WHITE) == self.solver else sides[::-1])
        return counts[0][0] - counts[1][0], counts[0][1] - counts[1][1]

    def after(self, plies: int) -> Match:
        """Return the match after so many moves of the line.

        Raise `RulesError` if a move is not legal.
        """
        match = Match(self.rules, self.options, SECRET)
        match.set_position(self.at)
        for text in self.line[:plies]:
            match.play(text)
        return match

    def write(self) -> str:
        """Return the puzzle as a single line of text."""
        told: dict[str, Any] = {
            "match": self.match,
            "options": dict(self.options),
            "at": self.at,
            "line": " ".join(text.replace(" ", "_") for text in self.line),
            "given": self.given,
            "stars": self.stars,
        }
        if self.has_traits:
            told |= {"themes": self.themes, "points": self.points}
        return json.dumps(told, separators=(",", ":"))


def read_puzzle(game: str, text: str) -> Puzzle:
    """Return the puzzle in a line of text."""
    said = json.loads(text)
    line = tuple(move.replace("_", " ") for move in said.pop("line").split(" "))
    return Puzzle(game=game, line=line, themes=tuple(said.pop("themes", ())), **said)


@lru_cache
def load_shipped(game: str) -> tuple[Puzzle, ...]:
    """Load the puzzles of a game that come with the program, none for a game without."""
    path = FOLDER / f"{game}.jsonl"
    return (
        tuple(read_puzzle(game, line) for line in path.read_text("utf-8").splitlines())
        if path.exists()
        else ()
    )
