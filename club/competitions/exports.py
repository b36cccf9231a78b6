"""The table of a section as files that other programs read: TRF16 (FIDE's handbook, C.04 A, annex 2) and JSON.

The JSON is a request `table` of docs/protocol.md with more beside it: whoever wants to count it anew can.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from club.competitions.results import WIN
from club.competitions.sheets import Line, Sheet
from data.pairings import PairingRow, Result

NAME: Final = 33
"""Characters of a player's name in TRF16."""
ABSENT: Final = "0000 - Z"
"""What TRF16 says of a round in which somebody had nobody to meet."""
PLAYED: Final = {Result.FIRST: "10", Result.SECOND: "01", Result.DRAW: "=="}
"""What a match gave to who moved first and to the other, and below what it gave though nobody played it to that end."""
SAID: Final = {Result.FIRST: "WL", Result.SECOND: "LW", Result.DRAW: "DD"}
NOTHING: Final = "--"
OPEN: Final = "  "


def trf(sheet: Sheet) -> str:
    """Return a section as TRF16: a line of each entrant by seed. `w` is who moves first; a win gives one point there.

    What the analysis has judged, or the organiser has ruled, is marked as a result that was not played (W, D, L), and
    what counts for nobody as forfeited by both.
    """
    lines = _by_seed(sheet)
    numbers = {line.entrant.id: number for number, line in enumerate(lines, 1)}
    names = _names(lines)
    starts, closes = (f"{_at(at):%Y/%m/%d}" for at in (sheet.stage.starts_at, sheet.stage.closes_at))
    found = [
        f"012 {_title(sheet)}",
        f"042 {starts}",
        f"052 {closes}",
        f"062 {len(lines)}",
        "092 Individual: Round-Robin",
        f"122 {sheet.competition.control}",
    ]
    for line in lines:
        own = line.entrant.id
        head = f"001 {numbers[own]:4} {'':1}{'':3} {names[own][:NAME]:33} {'':4} {'':3} {'':11} {'':10}"
        cells = [f"  {_cell(sheet, own, number, numbers)}" for number in _rounds(sheet)]
        found.append(f"{head} {line.row.points / WIN:4.1f} {line.row.rank:4}{''.join(cells)}")
    return "\n".join(found) + "\n"


def as_json(sheet: Sheet) -> str:
    """Return a section as JSON: a request `table`, with what it comes to, and what is still to be played."""
    lines = _by_seed(sheet)
    names = _names(lines)
    uncounted = _uncounted(sheet)
    found = {
        "do": "table",
        "players": [names[line.entrant.id] for line in lines],
        "results": [
            {"first": names[each.first_id], "second": names[each.second_id], "winner": _winner(each, names)}
            for each in sheet.pairings
            if each.counts not in (None, Result.NONE)
        ],
        "withdrawn": [names[line.entrant.id] for line in lines if line.entrant.withdrawn],
        "remaining": [
            [names[each.first_id], names[each.second_id]]
            for each in sheet.pairings
            if each.counts is None and not uncounted & {each.first_id, each.second_id}
        ],
        "competition": sheet.competition.name,
        "game": sheet.competition.game,
        "options": json.loads(sheet.competition.options),
        "clock": sheet.competition.control,
        "stage": sheet.stage.number + 1,
        "section": sheet.section.number + 1,
        "starts": f"{_at(sheet.stage.starts_at):%Y-%m-%dT%H:%M:%SZ}",
        "closes": f"{_at(sheet.stage.closes_at):%Y-%m-%dT%H:%M:%SZ}",
        "rows": [_row(line, names) for line in sheet.lines],
        "pairings": [_pairing(each, names) for each in sheet.pairings],
    }  # fmt: skip
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _row(line: Line, names: dict[int, str]) -> dict[str, object]:
    row = line.row
    return {
        "player": names[line.entrant.id], "rank": row.rank, "points": row.points, "played": row.played,
        "wins": row.wins, "draws": row.draws, "losses": row.losses, "sonneborn_berger": row.sonneborn_berger,
        "solkoff": row.solkoff, "best": line.best, "worst": line.worst,
    }  # fmt: skip


def _pairing(pairing: PairingRow, names: dict[int, str]) -> dict[str, object]:
    return {
        "round": pairing.round + 1, "first": names[pairing.first_id], "second": names[pairing.second_id],
        "match": pairing.match_id, "result": pairing.result, "judged": pairing.judged, "ruling": pairing.ruling,
    }  # fmt: skip


def _winner(pairing: PairingRow, names: dict[int, str]) -> str | None:
    winner = {Result.FIRST: pairing.first_id, Result.SECOND: pairing.second_id}.get(
        pairing.counts or Result.NONE
    )
    return None if winner is None else names[winner]


def _rounds(sheet: Sheet) -> list[int]:
    return sorted({pairing.round for pairing in sheet.pairings})


def _cell(sheet: Sheet, own: int, number: int, numbers: dict[int, int]) -> str:
    """Return what TRF16 says of somebody in a round: whom they meet, by which side, and what it gave them."""
    here = (
        each for each in sheet.pairings if each.round == number and own in (each.first_id, each.second_id)
    )
    pairing = next(here, None)
    if pairing is None:
        return ABSENT
    first = pairing.first_id == own
    other = pairing.second_id if first else pairing.first_id
    return f"{numbers[other]:4} {'w' if first else 'b'} {_marks(sheet, pairing)[not first]}"


def _marks(sheet: Sheet, pairing: PairingRow) -> str:
    """Return the marks of both who meet, who moves first before the other."""
    counts = pairing.counts
    if counts is Result.NONE or _uncounted(sheet) & {pairing.first_id, pairing.second_id}:
        return NOTHING
    if counts is None:
        return OPEN
    return (SAID if pairing.judged or pairing.ruling is not None else PLAYED)[counts]


def _uncounted(sheet: Sheet) -> set[int]:
    """Return those of whom nothing counts, for nobody."""
    return {line.entrant.id for line in sheet.lines if line.entrant.withdrawn and not line.row.played}


def _by_seed(sheet: Sheet) -> list[Line]:
    """Return the lines of a table in the order in which it was drawn up."""
    return sorted(sheet.lines, key=lambda line: line.entrant.seed or 0)


def _names(lines: Sequence[Line]) -> dict[int, str]:
    """Return the name of each entrant on one line, each another one."""
    found: dict[int, str] = {}
    for line in lines:
        name = " ".join(str(line.entrant.name).split())
        taken = set(found.values())
        others = (f"{name} ({number})" for number in range(2, len(lines) + 2))
        found[line.entrant.id] = (
            name if name not in taken else next(each for each in others if each not in taken)
        )
    return found


def _title(sheet: Sheet) -> str:
    return f"{' '.join(sheet.competition.name.split())}, {sheet.stage.number + 1}, {sheet.section.number + 1}"


def _at(moment: float) -> datetime:
    return datetime.fromtimestamp(moment, UTC)
