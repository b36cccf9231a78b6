"""Followers: parts of the club that are notified of each change of a match.

What they store belongs to the change's own transaction; anything else they do comes after it.
"""

from dataclasses import dataclass

from club.play.match.posts import Post, TokenReference
from data.database.transaction import Transaction
from data.play.matches import EventKind, MatchRow
from rules.match import Match


@dataclass(frozen=True, slots=True)
class ChangedMatch:
    """A match after an event, or a new match (`kind` is `None`).

    `interaction_id` is the Discord interaction that caused the change, if any; its token may be used to
    post the consequences.
    """

    row: MatchRow
    match: Match
    kind: EventKind | None
    interaction_id: int | None

    @property
    def has_new_result(self) -> bool:
        """Whether the match has just ended with a result, which may be a draw.

        This is false if a match that is already over is moved to another channel.
        """
        return self.match.outcome is not None and self.kind is not EventKind.PLACE


@dataclass(frozen=True, slots=True)
class MatchBeginning:
    """A new match, stored with its players and its clocks, as it begins.

    `post` is the first post about it, if any. `interaction_id` is the Discord interaction that started
    the match, if any, and `token` refers to its token if that may be used to post.
    """

    row: MatchRow
    match: Match
    post: Post | None
    interaction_id: int | None = None
    token: TokenReference | None = None


class Follower:
    """Base class of followers, which are notified of each change of a match.

    Its methods do nothing; subclasses override those that they need.
    """

    async def store(self, tx: Transaction, changed: ChangedMatch) -> MatchBeginning | None:
        """Store the consequences of a change, in the transaction of the change.

        Return the match that begins because of it, if any.
        """
        return None

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Act on a change that has been stored, after its transaction."""
