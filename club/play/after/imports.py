"""Records that people bring along: read on another thread, shown as boards, and played on from.

Nothing of them is stored: the card that shows one carries it as a file, and is asked for it when it is pressed. The
last ones are kept in memory, so that this is seldom needed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Final

from club.last_used import LastUsed
from club.members.limits import InTurn, Limits, Presses
from club.play.match.starts import start_at
from club.refusals import Refusal
from rules import catalogue, json_records
from rules.match import Match
from rules.record import Record

SIZE_LIMIT: Final = 256 * 1024
"""Bytes of a file: a long game takes 10 KB, and the card carries it as JSON in ten times as much at most."""
MOVES: Final = 1000
"""Moves of a record, both sides counted."""
SECONDS: Final = 5.0
"""After so long no further move is made: positions of many kings take long, and others wait."""
IN_LINE: Final = 20
"""Records that are read or wait to be."""
KEPT_PLIES: Final = 5000
"""Moves of all records kept in memory together; the start counts as one."""
KEY_LENGTH: Final = 16
"""Hexadecimal digits by which a card names its record: nobody guesses another's."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A record that was read, and its text in JSON, by which the card's buttons know it: `key` names that text."""

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
        self.line = InTurn(
            busy="import.busy",
            too_many="limit.imports",
            per_minute=limits.imports_per_minute,
            waiting=IN_LINE,
            now=now,
        )
        self.kept = LastUsed[str, Imported](KEPT_PLIES, cost=_cost)
        """By name."""

    def at_hand(self, key: str) -> Imported | None:
        """Return the record of this name if it is kept."""
        return self.kept.get(key)

    async def read(self, data: bytes, user_id: int) -> Imported:
        """Return what a file tells that a user has brought; raise `Refusal`, or `RulesError` with line and column."""
        if len(data) > SIZE_LIMIT:
            raise too_large()
        self.line.admit(user_id)
        async with self.line.turn():
            found = await self._presses.beside(user_id, partial(self._read, data))
        self.kept.put(found.key, found)
        return found

    async def start(self, match: Match, user_id: int) -> str:
        """Return the position that a record has reached as another match can begin from it; as slow, and in turn.

        Raises `RulesError` where nobody could play from there.
        """
        async with self.line.turn():
            return await self._presses.beside(user_id, partial(start_at, match))

    def _read(self, data: bytes) -> Imported:
        began = self._now()

        def before(ply: int) -> None:
            if ply > MOVES:
                raise Refusal("import.long", limit=MOVES)
            if self._now() - began > SECONDS:
                raise Refusal("import.slow")

        record = catalogue.read(_decoded(data), before)
        text = json_records.write(record.match, whole=True, names=record.names)
        return Imported(record, text)


def too_large() -> Refusal:
    """Return the refusal of a file that is larger than any record."""
    return Refusal("import.large", limit=SIZE_LIMIT // 1024)


def _decoded(data: bytes) -> str:
    """Return the text of a file: in UTF-8 or UTF-16, else as older draughts programs of Windows wrote it."""
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _cost(found: Imported) -> int:
    return len(found.match.plies) + 1
