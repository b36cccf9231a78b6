"""Private notes on the moves of a match.

Only their author sees them until the match ends. After that they are shown beside the replay if both
players agree. The notes of a spectator always stay private.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from club.members.people import Act
from club.play.match.access import SpectatorRefusal
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from data.database.persons import COMPUTER, NOBODY
from data.database.transaction import Transaction
from data.play import matches, notes
from data.play.matches import MatchRow
from data.play.notes import NoteRow
from rules.game import Seat
from rules.match import move_numbers

LENGTH: Final = 300
"""Characters of a note."""
IN_MATCH, IN_ALL = 40, 1000
"""Maximum number of notes that a user can have on one match, and in total."""
WRITTEN: Final = re.compile(r"\s*(\d{1,4})\s*(\.\s*)?(?P<second>…|\.{2,3})?\s*\.?\s*")
"""A move number as players write it; three dots mark the second move of a pair."""


@dataclass(frozen=True, slots=True)
class MatchNotes:
    """A user's notes on a match, in the order of its moves.

    `sharing_users` holds the ids of the users who agree to show their notes beside the replay.
    """

    table: Table
    user_id: int
    notes: Sequence[NoteRow]
    sharing_users: frozenset[int]

    @property
    def seat(self) -> Seat | None:
        """The user's seat, or `None` if the user is a spectator."""
        return self.table.seat_of(self.user_id)

    @property
    def may_share(self) -> bool:
        """Whether the user can agree to show their notes beside the replay.

        Both players of a finished match between two people can.
        """
        return self.seat is not None and _between_people(self.table)


class Notes:
    """Reads and stores private notes on the moves of matches."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now

    async def get(self, match_id: int, user_id: int) -> MatchNotes:
        """Return a user's notes on a match.

        Raise `Refusal` if there is no such match. The caller must check whether the user may see the
        match.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, list[NoteRow], frozenset[int]]:
            return (
                await matches.get(tx, match_id),
                await notes.list_for_user(tx, match_id, user_id),
                await notes.list_sharing_users(tx, match_id),
            )

        row, known, agreed = await self._matches.quarantine.guard(self._store.read(job))
        if row is None:
            raise Refusal("match.unknown")
        return MatchNotes(await self._matches.load_table(row), user_id, known, agreed)

    async def write(
        self, table: Table, act: Act, ply: int, text: str, *, replaced_ply: int | None = None
    ) -> None:
        """Store a note about a move, or delete it if the text is empty.

        The note replaces the one at `replaced_ply`, if that is given. Raise `Refusal` if the text is too
        long, if the move already has another note, or if the user has too many notes.
        """
        text, match_id, user_id = text.strip(), table.row.id, act.user_id
        if len(text) > LENGTH:
            raise Refusal("note.long", limit=LENGTH)

        async def job(tx: Transaction) -> None:
            known = await notes.list_for_user(tx, match_id, user_id)
            before = next((each for each in known if each.ply == replaced_ply), None)
            if before is not None:
                known.remove(before)
                await notes.drop(tx, match_id, user_id, before.ply)
            if not text:
                return
            if any(each.ply == ply for each in known):
                raise Refusal("note.there", number=format_move_number(table, ply), text=text)
            if len(known) >= IN_MATCH:
                raise Refusal("note.many", limit=IN_MATCH)
            if await notes.count(tx, user_id) >= IN_ALL:
                raise Refusal("note.many.all", limit=IN_ALL)
            # What is said about a move that was taken back stays with it.
            move = before.move if before is not None and before.ply == ply else move_text(table, ply)
            await notes.put(tx, NoteRow(match_id, user_id, ply, move, text, self._now()))

        await self._store.write(job)

    async def set_sharing(self, table: Table, act: Act, *, share: bool) -> None:
        """Store whether a player agrees to show their notes beside the replay.

        The notes are shown once both players agree. Raise `Refusal` for a spectator, for an unfinished
        match, and for a match against the computer.
        """
        if table.seat_of(act.user_id) is None:
            raise SpectatorRefusal(table.row)
        if not table.is_over:
            raise Refusal("note.running")
        if not _between_people(table):
            raise Refusal("note.alone")
        await self._store.write(lambda tx: notes.set_sharing(tx, table.row.id, act.user_id, on=share))

    async def load_shared_notes(self, table: Table) -> list[NoteRow]:
        """Return the notes to show beside the replay of a match, in move order.

        These are both players' notes if both agree to share them, else none. Notes on moves that were
        taken back are left out.
        """
        if not _between_people(table):
            return []

        async def job(tx: Transaction) -> list[NoteRow]:
            if not await notes.list_sharing_users(tx, table.row.id) >= set(table.row.user_ids):
                return []
            return [
                note
                for who in table.row.user_ids
                for note in await notes.list_for_user(tx, table.row.id, who)
            ]

        found = [note for note in await self._store.read(job) if is_note_current(table, note)]
        return sorted(found, key=lambda note: note.ply)


def move_text(table: Table, ply: int) -> str:
    """Return a move of a match in English notation, as everyone may see it."""
    return str(table.match.plies[ply - 1].said)


def is_note_current(table: Table, note: NoteRow) -> bool:
    """Whether a note is about a move that is still part of the match.

    It is not if that move was taken back.
    """
    return note.ply <= len(table.match.plies) and move_text(table, note.ply) == note.move


def format_move_number(table: Table, ply: int) -> str:
    """Return a ply's move number the way players write it, such as "12.".

    Three dots after it mark the second move of a pair, as in "12. …".
    """
    plies = table.match.plies
    return f"{move_numbers(plies)[ply - 1]}" + (". …" if plies[ply - 1].seat == 1 else ".")


def parse_move_number(table: Table, number_text: str, note: str) -> int:
    """Return the ply with a move number in the format of `format_move_number`.

    Raise `Refusal` if there is no such move. The refusal quotes `note`, the text that the user wrote, so
    that it is not lost.
    """
    found = WRITTEN.fullmatch(number_text)
    numbers = move_numbers(table.match.plies)
    if found is None or int(found[1]) not in numbers:
        raise _no_move(table, note)
    pair = [ply for ply, number in enumerate(numbers, 1) if number == int(found[1])]
    second = found["second"] is not None
    meant = [ply for ply in pair if table.match.plies[ply - 1].seat == second]
    if not meant and second:
        raise _no_move(table, note)
    return (meant or pair)[0]


def _no_move(table: Table, note: str) -> Refusal:
    plies = table.match.plies
    if not plies:
        return Refusal("note.none")
    return Refusal("note.no_move", number=format_move_number(table, len(plies)), text=note)


def _between_people(table: Table) -> bool:
    return table.is_over and not {COMPUTER, NOBODY} & set(table.row.user_ids)
