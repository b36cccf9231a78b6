"""A tournament that began elsewhere, read from a TRF16 file.

TRF16 is defined in FIDE's handbook, C.04 A, annex 2. Lines of other kinds than these are left out:
entrants (001), teams (013) and the number of rounds (XXR).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from club.refusals import Refusal
from data.competitions.pairings import PairingResult
from rules.encodings import decode

SIZE_LIMIT: Final = 64 * 1024
"""Bytes of a file; 64 entrants with as many rounds take 47,000."""
ENTRANT: Final = "001"
TEAM: Final = "013"
ROUNDS: Final = re.compile(r"XXR +(\d{1,3}) *")
NUMBER, NAME, RATING = slice(4, 8), slice(14, 47), slice(48, 52)
"""The columns of an entrant's line."""
FIRST_ROUND, ROUND_WIDTH = 91, 10
"""Where the first round's cell begins, and how far it is to the next one."""
CELL: Final = re.compile(r" *(\d{1,4}) ([wbWB-]) ([^ ])| *")
"""An opponent, a side and a mark; an empty cell is a round without a match."""
FREE: Final = {"U": True, "F": True, "+": True, "Z": False, "-": False}
"""The marks of a round without an opponent, and whether it gave a full point."""
PLAYED: Final = {
    "10": PairingResult.FIRST,
    "01": PairingResult.SECOND,
    "==": PairingResult.DRAW,
    "--": PairingResult.NONE,
}
"""By both players' marks, the first mover's first: the results of matches."""
SAID: Final = {
    "WL": PairingResult.FIRST,
    "LW": PairingResult.SECOND,
    "DD": PairingResult.DRAW,
    "+-": PairingResult.FIRST,
    "-+": PairingResult.SECOND,
}
"""Results by the marks of both, not reached by playing, as an organiser's ruling."""
MARKS: Final = frozenset("".join((*PLAYED, *SAID)))


class ReadEntrant(NamedTuple):
    """An entrant of a file, in the order of their numbers there."""

    name: str
    rating: int | None
    bye: int | None


class ReadPairing(NamedTuple):
    """A pairing of a file: two places in the list, the first mover's first.

    A result that was not reached by playing `is_ruled`.
    """

    round: int
    first: int
    second: int
    result: PairingResult
    is_ruled: bool


@dataclass(frozen=True, slots=True)
class ReadTournament:
    """The entrants of a file and the rounds that they have played.

    `rounds` is how many the tournament has, if the file says so.
    """

    entrants: Sequence[ReadEntrant]
    pairings: Sequence[ReadPairing]
    rounds_played: int
    rounds: int | None


@dataclass(frozen=True, slots=True)
class _Line:
    """An entrant's line, with its number in the file and in the tournament."""

    at: int
    number: int
    name: str
    rating: int | None
    cells: Sequence["_Cell | None"]


class _Cell(NamedTuple):
    opponent: int
    side: str
    mark: str


def read_trf(data: bytes, limits: tuple[int, int], language: str | None = None) -> ReadTournament:
    """Return the tournament of a TRF16 file; raise `Refusal` if it is none.

    `limits` are the fewest and the most entrants. If no encoding is sure, the reader's language decides.
    Games without a result are refused: a round is played to its end where it began. An opponent who did
    not come has lost as if by a ruling. Half-point byes are refused, because no points here stand for
    them.
    """
    check_size(len(data))
    lines, rounds = _read_lines(decode(data, language).text)
    least, most = limits
    if not least <= len(lines) <= most:
        raise Refusal("trf.players", count=len(lines), number=least, limit=most)
    places = {line.number: place for place, line in enumerate(lines)}
    # Programs write into the next round who will be absent: only what was paired is played.
    played = max(
        (at for line in lines for at, cell in enumerate(line.cells, 1) if cell is not None and cell.opponent),
        default=0,
    )
    if played >= len(lines):
        raise Refusal("trf.over")  # without a second meeting, none is left
    by_number = {line.number: line for line in lines}
    pairings: list[ReadPairing] = []
    byes: dict[int, int] = {}
    for number in range(played):
        for line in lines:
            cell = line.cells[number] if number < len(line.cells) else None
            if cell is None:
                continue
            if not cell.opponent:
                if FREE[cell.mark]:
                    if line.number in byes:
                        raise Refusal("trf.bye", number=line.at, count=number + 1)
                    byes[line.number] = number
            elif found := _read_pairing(line, cell, number, by_number, places):
                pairings.append(found)
    entrants = [ReadEntrant(line.name, line.rating, byes.get(line.number)) for line in lines]
    return ReadTournament(entrants, pairings, played, rounds)


def check_size(size: int) -> None:
    """Raise `Refusal` if a file is larger than any tournament."""
    if size > SIZE_LIMIT:
        raise Refusal("trf.large", limit=SIZE_LIMIT // 1024)


def _read_lines(text: str) -> tuple[list[_Line], int | None]:
    """Return the entrants in the order of their numbers, and the number of rounds."""
    lines: dict[int, _Line] = {}
    rounds = None
    for at, written in enumerate(text.splitlines(), 1):
        if written.startswith(TEAM):
            raise Refusal("trf.teams", number=at)
        if found := ROUNDS.fullmatch(written):
            rounds = int(found[1])
        if not written.startswith(ENTRANT):
            continue
        line = _read_line(at, written)
        if line.number in lines:
            raise Refusal("trf.number", number=at)
        lines[line.number] = line
    if not lines:
        raise Refusal("trf.none")
    return [lines[number] for number in sorted(lines)], rounds


def _read_line(at: int, written: str) -> _Line:
    number, name, rating = written[NUMBER].strip(), " ".join(written[NAME].split()), written[RATING].strip()
    if not (number.isascii() and number.isdecimal() and int(number)):
        raise Refusal("trf.number", number=at)
    if not name or not name.isprintable():
        raise Refusal("trf.name", number=at)
    if rating and not (rating.isascii() and rating.isdecimal()):
        raise Refusal("trf.rating", number=at)
    cells = [
        _read_cell(at, number_of_round, written[start : start + ROUND_WIDTH - 2])
        for number_of_round, start in enumerate(range(FIRST_ROUND, len(written.rstrip()), ROUND_WIDTH), 1)
    ]
    return _Line(at, int(number), name, int(rating) if rating else None, cells)


def _read_cell(at: int, number: int, written: str) -> _Cell | None:
    """Return the cell of a round, or `None` if it is empty."""
    found = CELL.fullmatch(written)
    if found is None:
        # What has an opponent and a side, but no result, is still being played.
        if re.fullmatch(r" *[1-9]\d* [wb] *", written):
            raise Refusal("trf.open", number=at, count=number)
        raise Refusal("trf.cell", number=at, count=number, text=written.strip())
    if found[1] is None:
        return None
    cell = _Cell(int(found[1]), found[2].lower(), found[3].upper())
    if not cell.opponent and cell.mark == "H":
        raise Refusal("trf.half", number=at, count=number)
    if cell.mark not in (MARKS if cell.opponent else FREE):
        raise Refusal("trf.cell", number=at, count=number, text=written.strip())
    return cell


def _read_pairing(
    line: _Line, own: _Cell, number: int, by_number: Mapping[int, _Line], places: Mapping[int, int]
) -> ReadPairing | None:
    """Return the pairing of an entrant's cell; `None` if it is the opponent's to give.

    Both lines must say the same of it. If neither has a side, as after a forfeit, the smaller number
    counts as having moved first.
    """
    other = by_number.get(own.opponent)
    theirs = None if other is None or number >= len(other.cells) else other.cells[number]
    if other is None or other is line or theirs is None or theirs.opponent != line.number:
        raise Refusal("trf.opponent", number=line.at, count=number + 1)
    is_first = own.side == "w" if own.side != "-" else line.number < other.number
    marks = own.mark + theirs.mark if is_first else theirs.mark + own.mark
    result = PLAYED.get(marks) or SAID.get(marks)
    if {own.side, theirs.side} not in ({"w", "b"}, {"-"}) or result is None:
        raise Refusal("trf.opponent", number=line.at, count=number + 1)
    if not is_first:
        return None
    return ReadPairing(number, places[line.number], places[other.number], result, marks in SAID)
