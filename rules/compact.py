"""A match in as few characters as its moves allow.

For places that hold no record, such as a button's name.
"""

from dataclasses import dataclass, field
from string import ascii_letters, digits
from typing import Final

from rules.game import AnyGame, Options
from rules.match import Match

ALPHABET: Final = digits + ascii_letters + "-_"
LONGEST: Final = 100
"""Letters of a text: a button's name holds no more."""
SECRET: Final = bytes(32)
"""Decides all chance, so that the text alone is the match."""


class BadTextError(ValueError):
    """A text that encodes no match."""


@dataclass(slots=True)
class CompactMatch:
    """A match encoded in one short text.

    The number of each move among the legal ones is packed into one number.

    >>> from rules.catalogue import GAMES
    >>> compact = CompactMatch.begin(GAMES["russian"], {})
    >>> compact.play("c3-d4"), compact.play("b6-a5"), str(compact)
    (None, None, 'P')
    >>> again = CompactMatch.parse(GAMES["russian"], {}, "P")
    >>> [ply.text for ply in again.match.plies]
    ['c3-d4', 'b6-a5']
    """

    match: Match
    _choices: list[tuple[int, int]] = field(default_factory=list)
    """For each ply the number of its move, and the count of possible numbers.

    The count is at least two, so that each ply changes the packed number.
    """

    @classmethod
    def begin(cls, game: AnyGame, options: Options) -> "CompactMatch":
        """Return a match before its first move."""
        return cls(Match(game, options, SECRET))

    @classmethod
    def parse(cls, game: AnyGame, options: Options, text: str) -> "CompactMatch":
        """Parse the text of a match; raise `BadTextError` if it encodes none."""
        if len(text) > LONGEST:
            raise BadTextError(len(text))
        found, number = cls.begin(game, options), 0
        for letter in text:
            if letter not in ALPHABET:
                raise BadTextError(letter)
            number = number * len(ALPHABET) + ALPHABET.index(letter)
        while number > 1:
            moves = found.match.moves()
            number, chosen = divmod(number, max(2, len(moves)))
            if chosen >= len(moves):
                raise BadTextError(text)
            found.play(moves[chosen])
        if not number and text:
            raise BadTextError(text)
        return found

    def play(self, text: str) -> None:
        """Play the legal move that this text denotes."""
        moves = self.match.moves()
        self._choices.append((moves.index(text), max(2, len(moves))))
        self.match.play(text)

    def __str__(self) -> str:
        number = 1
        for chosen, count in reversed(self._choices):
            number = number * count + chosen
        letters = ""
        while self._choices and number:
            number, letter = divmod(number, len(ALPHABET))
            letters = ALPHABET[letter] + letters
        return letters
