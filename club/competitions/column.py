"""The column of competitions: leagues, tournaments, ladders, simuls, team matches."""

from club.competitions.announcements import Announcements
from club.competitions.barring import Barring
from club.competitions.competition_step import StageFollower
from club.competitions.competitions import Competitions
from club.competitions.ladders import Ladders
from club.competitions.match_reports import PairingFollower
from club.competitions.scheduler import CompetitionScheduler
from club.competitions.simuls import Simuls
from club.competitions.teams import TeamMatches
from club.competitions.tournaments import Tournaments
from club.competitions.whereabouts import CompetitionPlaces
from club.members.column import MembersColumn
from club.play.column import PlayColumn
from club.running.column import ClubContext, Column


class CompetitionFollowers:
    """The followers of this column, made before the matches and places they follow."""

    def __init__(self, context: ClubContext) -> None:
        self.pairings = PairingFollower(context.seasons, now=context.now)
        self.places = CompetitionPlaces(
            context.store, now=context.now, wake=context.delivery.ring, expect=context.schedule_check
        )


class CompetitionsColumn(Column):
    """Competitions of every kind; `all` has what is common to them, and leagues.

    The `stage_follower` hears about what starts and ends. The club rings for steps that are due, with
    everything else that is due by itself.
    """

    def __init__(
        self,
        context: ClubContext,
        members: MembersColumn,
        play: PlayColumn,
        own: CompetitionFollowers,
        stage_follower: StageFollower,
    ) -> None:
        store, now = context.store, context.now
        wake, expect = context.delivery.ring, context.schedule_check
        self.announcements = Announcements(store, now)
        self.all = Competitions(store, self.announcements, now=now, wake=wake, expect=expect)
        self.barring = Barring(play.matches, play.moderation, play.admin_log, self.all.withdraw_from_server)
        self.tournaments = Tournaments(store, now=now, wake=wake, expect=expect)
        self.teams = TeamMatches(store, now=now, wake=wake, expect=expect, secret=context.secret)
        self.ladders = Ladders(store, now=now, wake=wake, expect=expect)
        self.simuls = Simuls(store)
        self.places = own.places
        self.scheduler = CompetitionScheduler(
            play.matches, play.analyses, stage_follower, limits=members.limits, secret=context.secret
        )
        self._seasons = context.seasons

    async def open(self) -> None:
        """Start to take the steps of competitions that are due."""
        self._seasons.start(self.scheduler.take_due_steps)

    async def close(self) -> None:
        """Take no more steps."""
        await self._seasons.stop()
