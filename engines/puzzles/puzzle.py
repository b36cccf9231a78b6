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

    `options` are those of the match that differ from the defaults. `at` is the position in the form
    that `Game.place` reads. `line` has the moves in notation: the solver's, the reply, and so on,
    ending with the solver's. `given` is how many hundredths of a man the solver is behind at worst on
    the way, compared to the beginning. `match` is the number of the match from which the puzzle comes,
    for the shipped set that of a generated one. `themes` are the codes of its ideas, and `points` its
    estimated difficulty as a rating (see `engines.puzzles.puzzle_themes`); only shipped puzzles are
    stored with these two.
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
        """Whether its themes and its difficulty have been determined."""
        return self.points > 0

    @property
    def key(self) -> str:
        """A hash of the game, its options, the position and the line."""
        told = json.dumps([self.game, dict(self.options), self.at, self.line], sort_keys=True)
        return sha256(told.encode()).hexdigest()[:10]

    @property
    def rules(self) -> AnyGame:
        """The game whose rules the puzzle follows."""
        return GAMES[self.game]

    @property
    def is_plain(self) -> bool:
        """Whether the solution is simple.

        In checkers it sacrifices nothing; in other games it is a single move.
        """
        return not self.given if self.game in RULESETS else len(self.line) < 3

    @property
    def solver(self) -> Seat:
        """The seat that has to find the moves."""
        seat = self.match_after(0).turn
        assert seat is not None  # a puzzle is not over
        return seat

    @property
    def pieces_lost(self) -> tuple[int, int]:
        """The pieces that solver and opponent lose along the line, in checkers."""
        counts = []
        for plies in (0, len(self.line)):
            position = self.match_after(plies).position
            sides = [position.board.white.bit_count(), position.board.black.bit_count()]
            counts.append(sides if position.seat(WHITE) == self.solver else sides[::-1])
        return counts[0][0] - counts[1][0], counts[0][1] - counts[1][1]

    def match_after(self, plies: int) -> Match:
        """Return the match after the first `plies` moves of the line.

        Raise `RulesError` if a move is not legal.
        """
        match = Match(self.rules, self.options, SECRET)
        match.set_position(self.at)
        for text in self.line[:plies]:
            match.play(text)
        return match

    def to_line(self) -> str:
        """Serialise the puzzle to a single line of text, without the key of its game."""
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


def parse_puzzle(game: str, text: str) -> Puzzle:
    """Parse a puzzle of a game from a line of text."""
    said = json.loads(text)
    line = tuple(move.replace("_", " ") for move in said.pop("line").split(" "))
    return Puzzle(game=game, line=line, themes=tuple(said.pop("themes", ())), **said)


@lru_cache
def load_shipped_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Load the shipped puzzles of a game; the result is empty if it has none."""
    path = FOLDER / f"{game}.jsonl"
    return (
        tuple(parse_puzzle(game, line) for line in path.read_text("utf-8").splitlines())
        if path.exists()
        else ()
    )
