"""The column of privacy: export, deletion, and what is removed by age."""

from collections.abc import Awaitable, Callable, Sequence

from club.members.column import MembersColumn
from club.play.column import PlayColumn
from club.privacy.forgetting import DataDeletion
from club.privacy.own_data import DataExporter
from club.running.column import ClubContext, Column
from club.running.retention import Retention
from data.database.transaction import Transaction
from data.puzzles.mining import MinedRow


class PrivacyColumn(Column):
    """People's own data: its export, its deletion, and how long it is kept.

    Each of the `withdrawals` removes a person from data derived from their matches. `forget_puzzles`
    removes puzzles from matches that are deleted.
    """

    def __init__(
        self,
        context: ClubContext,
        members: MembersColumn,
        play: PlayColumn,
        *,
        withdrawals: Sequence[Callable[[Transaction, int], Awaitable[None]]],
        forget_puzzles: Callable[[Transaction, Sequence[MinedRow]], Awaitable[None]],
    ) -> None:
        self.deletion = DataDeletion(play.matches, members.preferences, withdrawals, context.is_first_process)
        self.export = DataExporter(play.matches)
        self.retention = Retention(context.store, context.now, forget_puzzles, context.is_first_process)
        self.workers = (self.deletion,)
