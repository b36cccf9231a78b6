"""Competitions made of rows alone, for cards that no room has posted."""

from collections.abc import Sequence
from typing import Any, Final

from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable, CrosstableLine, crosstable_lines
from club.competitions.reckoning.results import SCORINGS
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow, TableChange, TableChangeRow
from data.competitions.teams import TeamRow
from data.play.listing import ListedRow
from data.play.matches import MatchStatus

GUILD, CHANNEL, ORGANISER = 10, 20, 9
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def competition(kind: str = "robin", **given: Any) -> CompetitionRow:
    """A competition called Autumn, in Russian checkers with three days for a move."""
    usual: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "kind": kind,
        "name": "Autumn",
        "organiser_id": ORGANISER,
        "game": "russian",
        "options": "{}",
        "control": "3 days",
        "hour": 0,
        "id": 1,
        "created_at": 0.0,
        "due_at": None,
        "paused_at": None,
        "stopped": False,
    }
    return CompetitionRow(**usual | given)


def stage(status: StageStatus = StageStatus.RUNNING, **given: Any) -> StageRow:
    """Stage 2 of the competition: starts at 3600, closes at 7200."""
    usual: dict[str, Any] = {
        "id": 2,
        "competition_id": 1,
        "number": 0,
        "status": status,
        "starts_at": 3600.0,
        "closes_at": 7200.0,
        "warned": False,
        "version": 1,
        "message_id": 30,
    }
    return StageRow(**usual | given)


def section(**given: Any) -> SectionRow:
    """Section 3, shown in message 40."""
    usual: dict[str, Any] = {"id": 3, "stage_id": 2, "number": 0, "version": 1, "message_id": 40}
    return SectionRow(**usual | given)


def entrant(number: int, **given: Any) -> EntrantRow:
    """Entrant 1 is Ann, member 101; entrant 2 is Ben, member 102, and so on."""
    usual: dict[str, Any] = {
        "id": number,
        "stage_id": 2,
        "section_id": 3,
        "seed": number,
        "user_id": 100 + number,
        "name": NAMES[number - 1] if number <= len(NAMES) else f"Player {number}",
        "joined_at": 0.0,
        "withdrawn": False,
        "absent_at": None,
    }
    return EntrantRow(**usual | given)


def entrants(count: int) -> list[EntrantRow]:
    """As many entrants, from Ann on."""
    return [entrant(number) for number in range(1, count + 1)]


def pairing(
    number: int, first: int, second: int, result: PairingResult | None = None, **given: Any
) -> PairingRow:
    """A pairing of two entrants; its match has its number and 500."""
    usual: dict[str, Any] = {
        "id": number,
        "section_id": 3,
        "round": 0,
        "first_id": first,
        "second_id": second,
        "turned": False,
        "match_id": 500 + number,
        "result": result,
        "judged": False,
        "ruling": None,
    }
    return PairingRow(**usual | given)


def listed(number: int, **given: Any) -> ListedRow:
    """A match in a list, in the thread with its number and 1000."""
    usual: dict[str, Any] = {
        "id": number,
        "game": "russian",
        "options": "{}",
        "secret": b"",
        "status": MatchStatus.RUNNING,
        "version": 1,
        "turn": 0,
        "plies": 0,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "thread_id": 1000 + number,
        "board_channel_id": None,
        "board_message_id": None,
        "board_version": None,
        "turn_at": 0.0,
        "nudged_at": None,
        "absent_at": None,
        "abroad": None,
        "user_ids": (101, 102),
        "names": ("Ann", "Ben"),
    }
    return ListedRow(**usual | given)


def team(side: int, **given: Any) -> TeamRow:
    """Team 0 is Red, team 1 is Blue; both of the server."""
    usual: dict[str, Any] = {
        "competition_id": 1,
        "side": side,
        "name": ("Red", "Blue")[side],
        "captain_id": None,
        "id": 70 + side,
    }
    return TeamRow(**usual | given)


def change(what: TableChange, **given: Any) -> TableChangeRow:
    """Something that member 109 did to the table at 1800."""
    usual: dict[str, Any] = {"section_id": 3, "at": 1800.0, "user_id": 109, "what": what}
    return TableChangeRow(**usual | given)


def table(
    people: list[EntrantRow], pairings: Sequence[PairingRow] = (), *, scoring: str = "usual"
) -> list[CrosstableLine]:
    """The lines of a table as the club reckons it."""
    return crosstable_lines(
        people,
        pairings,
        [each.id for each in people if each.withdrawn],
        with_possible_ranks=False,
        solkoff=False,
        games=1,
        scoring=SCORINGS[scoring],
    )


def sheet(
    people: list[EntrantRow],
    pairings: Sequence[PairingRow] = (),
    *,
    kind: str = "robin",
    of: StageRow | None = None,
    **given: Any,
) -> Crosstable:
    """A section with these entrants and pairings, all of whose matches are listed."""
    of = of or stage()
    usual: dict[str, Any] = {
        "competition": competition(kind),
        "stage": of,
        "section": section(),
        "section_count": 1,
        "smallest_section": len(people),
        "lines": table(people, pairings, scoring=of.scoring),
        "pairings": pairings,
        "latest_changes": (),
        "listed_matches": {each.match_id: listed(each.match_id) for each in pairings if each.match_id},
    }
    return Crosstable(**usual | given)


def stage_view(people: list[EntrantRow], of: StageRow, kind: str = "robin", **given: Any) -> StageView:
    """A stage with its entrants."""
    usual: dict[str, Any] = {
        "competition": competition(kind),
        "stage": of,
        "entrants": people,
        "sections": (),
    }
    return StageView(**usual | given)
