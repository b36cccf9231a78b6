"""The games of a file, whatever its form and its letters.

This is the one reader for files, pasted texts, links and the pipe: it reads without opening, so
that a reader can choose.
"""

from dataclasses import dataclass
from typing import Final, Literal

from rules import catalogue
from rules.catalogue import GAMES
from rules.checkers.reading.game_reading import read_games, read_number
from rules.checkers.reading.line_replay import Budget
from rules.encodings import decode
from rules.game import BadRecord, Outcome, Seat
from rules.match import Before
from rules.record import ReadGame, RecordKind

USUAL_BUDGET: Final = 1_400_000
"""Microseconds of a slow machine that trying the kinds of a file may cost.

With its tokens, a file of 256 KB takes less than 2 s then.
"""
BUDGET_A_CHARACTER: Final = 12
"""Microseconds a character, for a text that may cost as much as it needs."""
_WAYS: Final = {"resignation": "resign"}
"""How a match ended, in the words of `ReadGame.how`."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The games of a file, and its text.

    `encoding` is that of its bytes, and `is_sure` false if it is a guess; a text has none.
    """

    games: tuple[ReadGame, ...]
    text: str
    encoding: str | None = None
    is_sure: bool = True


def read_text(text: str, budget: float = USUAL_BUDGET, before: Before = lambda ply: None) -> ReadFile:
    """Return the games of a text.

    It is PDN, a position, or a record in one of our own forms, of which `before` is called before
    every move. A game that cannot be read whole says so itself. Raise `BadRecord` if there is no game
    at all.
    """
    if catalogue.is_own_form(text):
        return ReadFile((_read_own_form(text, before),), text)
    return ReadFile(tuple(read_games(text, GAMES, Budget(budget))), text)


def read_bytes(
    data: bytes,
    language: str | None = None,
    budget: float = USUAL_BUDGET,
    before: Before = lambda ply: None,
) -> ReadFile:
    """Return the games of a file; its encoding is found out."""
    decoded = decode(data, language)
    found = read_text(decoded.text, budget, before)
    return ReadFile(found.games, decoded.text, decoded.encoding, decoded.is_sure)


def read_game(
    text: str,
    number: int,
    *,
    kind: str | None = None,
    chosen: RecordKind | None = None,
    before: Before = lambda ply: None,
) -> ReadGame:
    """Return one game of a text that was read before.

    Of the kinds that it can be, `kind` comes first. `chosen` is taken as the only one if the record
    names none. Raise `BadRecord` if there is no such game.
    """
    if catalogue.is_own_form(text):
        return _read_own_form(text, before)
    return read_number(text, GAMES, number, Budget(USUAL_BUDGET), kind=kind, chosen=chosen)


def _read_own_form(text: str, before: Before) -> ReadGame:
    """Return the game of a record that we wrote."""
    plies = 0

    def count(ply: int) -> None:
        nonlocal plies
        plies = ply - 1
        before(ply)

    try:
        record = catalogue.parse_record(text, count)
    except BadRecord as refusal:
        return ReadGame(1, 1, 1, {}, (), True, plies, None, None, None, (), refusal)
    match = record.match
    outcome = match.outcome
    settled = match.settled_options  # also what was dealt, which is no option
    options = {option.name: settled[option.name] for option in match.game.options if option.name in settled}
    winner: Seat | Literal["draw"] | None = None
    if outcome:
        winner = "draw" if outcome.winner is None else outcome.winner
    return ReadGame(
        number=1,
        line=1,
        column=1,
        tags={},
        kinds=(RecordKind(match.game.key, options),),
        names_kind=True,
        plies=len(match.plies),
        result=None,
        winner=winner,
        how=_way(match.ending),
        unread=(),
        error=None,
        players=record.names or (None, None),
        opener=lambda kind, before: catalogue.parse_record(text, before).match,
    )


def _way(ending: Outcome | None) -> str | None:
    return _WAYS.get(ending.reason, ending.reason) if ending else None
