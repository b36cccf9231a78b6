"""A section's table as files for other programs: TRF16, JSON and CSV.

TRF16 is defined in FIDE's handbook, C.04 A, annex 2. The JSON is a `table` request of
docs/protocol.md with additions, so anyone can compute the table again.
"""

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from club.competitions.crosstable import Crosstable, CrosstableLine
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.reckoning.results import DRAW, WIN
from club.competitions.round_pairing import counted_result
from club.competitions.team_boards import team_score
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow

NAME: Final = 33
"""Characters of a player's name in TRF16."""
TEAM_NAME: Final = 32
"""Characters of a team's name in TRF16."""
ABSENT: Final = "0000 - Z"
"""TRF16's mark of a round in which an entrant had no opponent."""
BYE: Final = "0000 - U"
"""TRF16's mark of a round in which an entrant had a full-point bye."""
PLAYED: Final = {
    PairingResult.FIRST: "10",
    PairingResult.SECOND: "01",
    PairingResult.DRAW: "==",
    PairingResult.FIRST_AHEAD: "==",
    PairingResult.SECOND_AHEAD: "==",
}
"""TRF16's marks of a played result: first mover, then opponent.

`SAID` below has the marks of a result that was not reached by playing.
"""
SAID: Final = {
    PairingResult.FIRST: "WL",
    PairingResult.SECOND: "LW",
    PairingResult.DRAW: "DD",
    PairingResult.FIRST_AHEAD: "DD",
    PairingResult.SECOND_AHEAD: "DD",
}
CSV_HEADS: Final = (
    *("rank", "number", "name", "points", "played", "wins", "draws", "losses", "plus_draws"),
    *("Sonneborn-Berger", "Solkoff"),
)
BYTE_ORDER_MARK: Final = "\ufeff"
FORMULA: Final = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet would carry out."""
NOTHING: Final = "--"
OPEN: Final = "  "


def to_trf(sheet: Crosstable) -> str:
    """Return a section as TRF16: one line per entrant, in order of seed.

    The side that moves first is `w`; a win gives one point. A result judged by the analysis or ruled by
    the organiser is marked as not played (W, D, L), and a match that counts for neither player as
    forfeited by both. If two entrants meet several times in a round, each match has its own column. All
    boards of a team match are one round, and an additional line lists each team's members.
    """
    lines = _by_seed(sheet)
    numbers = {line.entrant.id: number for number, line in enumerate(lines, 1)}
    names = _names(lines)
    starts, closes = (f"{_at(at):%Y/%m/%d}" for at in (sheet.stage.starts_at, sheet.stage.closes_at))
    found = [
        f"012 {event_title(sheet)}",
        f"042 {starts}",
        f"052 {closes}",
        f"062 {len(lines)}",
        f"092 {kind_of(sheet.competition).record_type}",
        f"122 {sheet.competition.control}",
        *kind_of(sheet.competition).trf_header_lines(sheet.stage),
    ]
    for line in lines:
        own = line.entrant.id
        rating = "" if line.entrant.rating is None else line.entrant.rating
        head = f"001 {numbers[own]:4} {'':1}{'':3} {names[own][:NAME]:33} {rating:>4} {'':3} {'':11} {'':10}"
        cells = [f"  {_cell(sheet, line.entrant, column, numbers)}" for column in _columns(sheet)]
        # Plus draws are unknown there: a win is one point and a draw a half, whatever the scoring.
        points = (WIN * (line.row.wins + (line.entrant.bye is not None)) + DRAW * line.row.draws) / WIN
        found.append(f"{head} {points:4.1f} {line.row.rank:4}{''.join(cells)}")
    for team in sheet.teams:
        name = " ".join(team.name.split())[:TEAM_NAME]
        members = [numbers[line.entrant.id] for line in lines if line.entrant.side == team.side]
        found.append(f"013 {name:{TEAM_NAME}}{''.join(f' {number:4}' for number in members)}")
    return "\n".join(found) + "\n"


def to_json(sheet: Crosstable) -> str:
    """Return a section as JSON.

    It is a `table` request with the results and the matches still to be played. In a Swiss, a player
    listed in `left` keeps their results, a bye gives as much as a win, and Solkoff's number breaks
    ties.
    """
    lines = _by_seed(sheet)
    names = _names(lines)
    uncounted = _uncounted_ids(sheet)
    kind = kind_of(sheet.competition)
    several, drop_outs = (
        kind.games_per_pairing(sheet.stage) > 1,
        kind.drop_outs([line.entrant for line in lines]),
    )
    left = [names[line.entrant.id] for line in lines if line.entrant.withdrawn]
    found = {
        "do": "table",
        "players": [names[line.entrant.id] for line in lines],
        "results": [
            _result(each, names)
            for each in sheet.pairings
            # A request knows nothing of several games: by these alone it would let count who has played half of one.
            if each.effective_result not in (None, PairingResult.NONE)
            and not (several and uncounted & {each.first_id, each.second_id})
        ],
        "withdrawn": [names[each] for each in drop_outs],
        "remaining": [
            [names[each.first_id], names[each.second_id]]
            for each in sheet.pairings
            if each.effective_result is None and not uncounted & {each.first_id, each.second_id}
        ],
        "scoring": sheet.stage.scoring,
        "left": left,
        "byes": {
            names[each.entrant.id]: each.entrant.bye + 1 for each in lines if each.entrant.bye is not None
        },
        "competition": sheet.competition.name,
        "kind": sheet.competition.kind,
        "game": sheet.competition.game,
        "options": json.loads(sheet.competition.options),
        "clock": sheet.competition.control,
        "stage": sheet.stage.number + 1,
        "section": sheet.section.number + 1,
        "starts": f"{_at(sheet.stage.starts_at):%Y-%m-%dT%H:%M:%SZ}",
        "closes": f"{_at(sheet.stage.closes_at):%Y-%m-%dT%H:%M:%SZ}",
        "rows": [_row(line, names) for line in sheet.lines],
        "pairings": [_pairing(each, names) for each in sheet.pairings],
    }
    if sheet.teams:
        points = team_score(sheet.team_boards)
        found["teams"] = [
            {
                "name": team.name,
                "points": points[team.side],
                "members": [names[line.entrant.id] for line in lines if line.entrant.side == team.side],
            }
            for team in sheet.teams
        ]
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def to_csv(sheet: Crosstable) -> str:
    """Return a section as CSV for spreadsheets.

    It has a line per entrant, in the order of the table. After the totals, each round has a column with
    the opponent's number, the side (`w` moves first) and the result as TRF16 marks it. It begins with a
    byte order mark, by which spreadsheets know its letters.
    """
    lines = _by_seed(sheet)
    numbers = {line.entrant.id: number for number, line in enumerate(lines, 1)}
    names, columns = _names(lines), _columns(sheet)
    games = {number: f"round {number + 1}" for number, _ in columns}
    heads = [games[number] if time == 0 else f"{games[number]}, game {time + 1}" for number, time in columns]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([*CSV_HEADS, *heads])
    for line in sheet.lines:
        row, own = line.row, line.entrant.id
        cells = [" ".join(_cell(sheet, line.entrant, column, numbers).split()) for column in columns]
        counts = (
            row.played,
            row.wins,
            row.draws,
            row.losses,
            row.plus_draws,
            row.sonneborn_berger,
            row.solkoff,
        )
        points = row.points / 2 if sheet.scoring.in_halves else row.points
        writer.writerow([row.rank, numbers[own], _as_cell(names[own]), points, *counts, *cells])
    return BYTE_ORDER_MARK + text.getvalue()


def _as_cell(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name


def _row(line: CrosstableLine, names: dict[int, str]) -> dict[str, object]:
    row = line.row
    return {
        "player": names[line.entrant.id],
        "rank": row.rank,
        "points": row.points,
        "played": row.played,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "sonneborn_berger": row.sonneborn_berger,
        "solkoff": row.solkoff,
        "best": line.best,
        "worst": line.worst,
    }


def _pairing(pairing: PairingRow, names: dict[int, str]) -> dict[str, object]:
    return {
        "round": pairing.round + 1,
        "first": names[pairing.first_id],
        "second": names[pairing.second_id],
        "match": pairing.match_id,
        "result": pairing.result,
        "judged": pairing.judged,
        "ruling": pairing.ruling,
    }


def _result(pairing: PairingRow, names: dict[int, str]) -> dict[str, str | None]:
    """Return the result of a pairing as a request has it."""
    result = counted_result(pairing)
    winner = None if result.winner is None else names[result.winner]
    found = {"first": names[result.first], "second": names[result.second], "winner": winner}
    return found if result.ahead is None else {**found, "ahead": names[result.ahead]}


def _round(sheet: Crosstable, pairing: PairingRow) -> int:
    """Return the round of a pairing; all boards of a team match are one round."""
    return 0 if sheet.teams else pairing.round


def _columns(sheet: Crosstable) -> list[tuple[int, int]]:
    """Return the columns: each round, once per game of two entrants in it."""
    times: dict[int, int] = {}
    for line in sheet.lines:
        own = [
            _round(sheet, pairing)
            for pairing in sheet.pairings
            if line.entrant.id in (pairing.first_id, pairing.second_id)
        ]
        for number in own:
            times[number] = max(times.get(number, 0), own.count(number))
    return [(number, time) for number in sorted(times) for time in range(times[number])]


def _cell(sheet: Crosstable, entrant: EntrantRow, column: tuple[int, int], numbers: dict[int, int]) -> str:
    """Return an entrant's TRF16 entry for a round: opponent, side and result."""
    (number, time), own = column, entrant.id
    here = [
        each
        for each in sheet.pairings
        if _round(sheet, each) == number and own in (each.first_id, each.second_id)
    ]
    if len(here) <= time:
        return BYE if entrant.bye == number and time == 0 else ABSENT
    pairing = here[time]
    first = pairing.first_id == own
    other = pairing.second_id if first else pairing.first_id
    return f"{numbers[other]:4} {'w' if first else 'b'} {_marks(sheet, pairing)[not first]}"


def _marks(sheet: Crosstable, pairing: PairingRow) -> str:
    """Return the result marks of both players of a pairing, first mover first."""
    counts = pairing.effective_result
    if counts is PairingResult.NONE or _uncounted_ids(sheet) & {pairing.first_id, pairing.second_id}:
        return NOTHING
    if counts is None:
        return OPEN
    return (SAID if pairing.judged or pairing.ruling is not None else PLAYED)[counts]


def _uncounted_ids(sheet: Crosstable) -> set[int]:
    """Return the ids of entrants whose results count for no one."""
    drop_outs = kind_of(sheet.competition).drop_outs([line.entrant for line in sheet.lines])
    return {line.entrant.id for line in sheet.lines if line.entrant.id in drop_outs and not line.row.played}


def _by_seed(sheet: Crosstable) -> list[CrosstableLine]:
    """Return the lines of a table in order of seed."""
    return sorted(sheet.lines, key=lambda line: line.entrant.seed or 0)


def _names(lines: Sequence[CrosstableLine]) -> dict[int, str]:
    """Return a unique name of one line for each entrant, by entrant id."""
    found: dict[int, str] = {}
    for line in lines:
        name = " ".join(str(line.entrant.name).split())
        taken = set(found.values())
        others = (f"{name} ({number})" for number in range(2, len(lines) + 2))
        found[line.entrant.id] = (
            name if name not in taken else next(each for each in others if each not in taken)
        )
    return found


def event_title(sheet: Crosstable) -> str:
    """Return the title of a section as other programs read it, in one line."""
    name = " ".join(sheet.competition.name.split())
    return name + kind_of(sheet.competition).section_suffix(sheet.stage, sheet.section)


def _at(moment: float) -> datetime:
    return datetime.fromtimestamp(moment, UTC)
