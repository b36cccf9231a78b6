"""The column of standing: ratings, profiles, the server's card and the digest."""

from collections.abc import Mapping

from club.members.column import MembersColumn
from club.play.column import PlayColumn
from club.running.alarm import Alarm
from club.running.column import ClubContext, Column, DueWork
from club.standing.club_card import ClubCardFollower, ClubCards
from club.standing.digest import DigestPlanFollower, Digests
from club.standing.profile_match import ShownMatches
from club.standing.ratings import RatingFollower, Ratings


class StandingFollowers:
    """The followers of this column, made before the matches and settings they follow.

    `counts` is the alarm to ring whenever ratings must be computed.
    """

    def __init__(self, context: ClubContext) -> None:
        self.counts = Alarm("ratings", context.now)
        self.ratings = RatingFollower(self.counts, now=context.now)
        self.cards = ClubCardFollower(context.now)
        self.digest_plans = DigestPlanFollower(context.now)


class StandingColumn(Column):
    """How players and servers are doing: ratings, profiles, cards and digests."""

    def __init__(
        self, context: ClubContext, members: MembersColumn, play: PlayColumn, own: StandingFollowers
    ) -> None:
        self.ratings = Ratings(
            context.store, own.counts, play.admin_log, now=context.now, wake=context.delivery.ring
        )
        self.shown_matches = ShownMatches(play.matches)
        self.cards = ClubCards(play.matches, members.servers, now=context.now, wake=context.delivery.ring)
        self.digests = Digests(
            play.matches,
            members.servers,
            play.analyses,
            self.ratings,
            self.cards,
            expect=context.schedule_check,
        )
        self.workers = (self.ratings,)

    @property
    def due(self) -> Mapping[str, DueWork]:
        """The digests that are due."""
        return {"digests": self.digests.queue_due_digests}
