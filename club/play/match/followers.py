"""Who hears that a match has changed: what they store belongs to that transaction, what they do comes after it."""

from dataclasses import dataclass

from club.play.match.posts import Lent, Post
from data.database.transaction import Transaction
from data.play.matches import EventKind, MatchRow
from rules.match import Match


@dataclass(frozen=True, slots=True)
class Changed:
    """A match as it is after an event, or as it begins (`kind` is `None`).

    `interaction_id` is what led there, if anything did: its token may post what comes of it.
    """

    row: MatchRow
    match: Match
    kind: EventKind | None
    interaction_id: int | None

    @property
    def decided(self) -> bool:
        """Return whether the match has just ended with a result, a draw among them; one that is over can be moved."""
        return self.match.outcome is not None and self.kind is not EventKind.PLACE


@dataclass(frozen=True, slots=True)
class Begins:
    """A match that begins, stored with its people and its clocks; `post` is what is posted of it first, if anything is.

    `interaction_id` is what led there, if anything did, `lent` its token, where it may post that.
    """

    row: MatchRow
    match: Match
    post: Post | None
    interaction_id: int | None = None
    lent: Lent | None = None


class Follower:
    """Hears of each change of a match. Handed in where the club is made; does nothing but what it overrides."""

    async def store(self, tx: Transaction, changed: Changed) -> Begins | None:
        """Store what follows from a change, in the transaction that stores the change itself.

        Returns the match that begins by it, if one does.
        """
        return None

    def after(self, changed: Changed) -> None:
        """Do what follows from a change that has been stored."""
