"""Records that users upload: read on another thread, shown as boards, played on.

Nothing of them is stored. The card that shows a record carries it as a file, and the bot reads that
file again when the card is pressed. The latest records are kept in memory, so this is seldom
needed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Final

from club.last_used import LastUsed
from club.members.quotas import FairQueue, Limits, Presses
from club.play.match.match_starts import start_at
from club.refusals import Refusal
from rules import catalogue, json_records
from rules.match import Match
from rules.record import Record

SIZE_LIMIT: Final = 256 * 1024
"""Maximum size of a file in bytes.

A long game takes 10 KB, and the card carries it as JSON of at most ten times that size.
"""
MOVES: Final = 1000
"""Moves of a record, both sides counted."""
SECONDS: Final = 5.0
"""Seconds after which no further move of a record is played.

Positions with many kings take long, and other users are waiting.
"""
IN_LINE: Final = 20
"""Records that are read or wait to be."""
KEPT_PLIES: Final = 5000
"""Moves of all records kept in memory together; the start counts as one."""
KEY_LENGTH: Final = 16
"""Hexadecimal digits of the key by which a card names its record.

It is long enough that no user can guess the key of another user's record.
"""


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """A record that was read, with its text in JSON.

    `key` names that text; the card's buttons know the record by it.
    """

    record: Record
    text: str

    @property
    def match(self) -> Match:
        """Return the match that the record tells."""
        return self.record.match

    @property
    def key(self) -> str:
        """Return the name of the record: the beginning of its SHA-256."""
        return sha256(self.text.encode()).hexdigest()[:KEY_LENGTH]


class Imports:
    """Reads records, one at a time."""

    def __init__(self, limits: Limits, now: Callable[[], float], presses: Presses) -> None:
        self._now = now
        self._presses = presses
        self.line = FairQueue(
            busy="import.busy",
            too_many="limit.imports",
            per_minute=limits.imports_per_minute,
            waiting=IN_LINE,
            now=now,
        )
        self.kept = LastUsed[str, ImportedRecord](KEPT_PLIES, cost=_cost)
        """By name."""

    def at_hand(self, key: str) -> ImportedRecord | None:
        """Return the record of this name if it is kept."""
        return self.kept.get(key)

    async def read_record(self, data: bytes, user_id: int) -> ImportedRecord:
        """Return the record in a file that a user has uploaded.

        Raise `Refusal` if the file is refused, or `RulesError` with the line and column of a mistake.
        """
        if len(data) > SIZE_LIMIT:
            raise too_large()
        self.line.admit(user_id)
        async with self.line.turn():
            found = await self._presses.beside(user_id, partial(self._parse_record, data))
        self.kept.put(found.key, found)
        return found

    async def start(self, match: Match, user_id: int) -> str:
        """Return a record's last position, as another match can begin from it.

        This is as slow as reading the record and waits in the same line. Raise `RulesError` if the position
        cannot be played on.
        """
        async with self.line.turn():
            return await self._presses.beside(user_id, partial(start_at, match))

    def _parse_record(self, data: bytes) -> ImportedRecord:
        """Parse a file and replay its moves.

        Raise `Refusal` if there are too many moves or if replaying them takes too long.
        """
        began = self._now()

        def before(ply: int) -> None:
            if ply > MOVES:
                raise Refusal("import.long", limit=MOVES)
            if self._now() - began > SECONDS:
                raise Refusal("import.slow")

        record = catalogue.parse_record(_decode(data), before)
        text = json_records.write(record.match, whole=True, names=record.names)
        return ImportedRecord(record, text)


def too_large() -> Refusal:
    """Return the refusal of a file that is larger than any record."""
    return Refusal("import.large", limit=SIZE_LIMIT // 1024)


def _decode(data: bytes) -> str:
    """Return the text of a file.

    It is read as UTF-8 or UTF-16, else in the encoding that older draughts programs on Windows used.
    """
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _cost(found: ImportedRecord) -> int:
    return len(found.match.plies) + 1
