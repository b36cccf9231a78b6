"""Followers that are notified of each change of a match.

Anything they store belongs to that transaction; anything they do comes after it.
"""

from dataclasses import dataclass

from club.play.match.posts import LentToken, Post
from data.database.transaction import Transaction
from data.play.matches import EventKind, MatchRow
from rules.match import Match


@dataclass(frozen=True, slots=True)
class ChangedMatch:
    """A match as it is after an event, or as it begins (`kind` is `None`).

    `interaction_id` is what led there, if anything did: its token may post what comes of it.
    """

    row: MatchRow
    match: Match
    kind: EventKind | None
    interaction_id: int | None

    @property
    def has_new_result(self) -> bool:
        """Whether the match has just ended with a result, which may be a draw.

        A match that is over can still be moved, and that is no new result.
        """
        return self.match.outcome is not None and self.kind is not EventKind.PLACE


@dataclass(frozen=True, slots=True)
class MatchBeginning:
    """A match that begins, stored with its players and its clocks.

    `post` is the first post about it, if there is one. `interaction_id` is the interaction that led to
    the match, if any, and `lent` its token, if that may be used to post.
    """

    row: MatchRow
    match: Match
    post: Post | None
    interaction_id: int | None = None
    lent: LentToken | None = None


class Follower:
    """A follower of each change of a match.

    It is passed in where the club is made. It does nothing except what it overrides.
    """

    async def store(self, tx: Transaction, changed: ChangedMatch) -> MatchBeginning | None:
        """Store what follows from a change, in the transaction that stores the change.

        Return the match that begins with the change, if one does.
        """
        return None

    def after(self, changed: ChangedMatch) -> None:
        """Do what follows from a change that has been stored."""
