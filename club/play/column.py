"""The column of play: matches, from the search for an opponent to the report."""

from collections.abc import Mapping, Sequence

from club.members.column import MembersColumn
from club.members.quotas import Limits
from club.play.after.analysis import MatchAnalyser, StudyLook
from club.play.after.animations import ReplayAnimator
from club.play.after.completions import MoveCompleter
from club.play.after.imports import RecordImporter
from club.play.after.match_resolver import MatchResolver
from club.play.after.notes import Notes
from club.play.course.admin_log import AdminLog
from club.play.course.ballots import BallotFollower
from club.play.course.clock_keeper import ClockKeeper
from club.play.course.computer import ComputerTurnFollower
from club.play.course.computer_answers import ComputerAnswerFollower
from club.play.course.conditional_moves import ConditionalMoves
from club.play.course.hints import Hints
from club.play.course.moderation import Moderation
from club.play.course.offers import Offers
from club.play.course.outside_help import OutsideHelpGuard
from club.play.course.places import PlaceFollower, PlaceKeeper
from club.play.course.relocation import MatchMover
from club.play.course.silence import SilenceKeeper
from club.play.course.thinking import ComputerPlayer, Think
from club.play.course.unplayable_matches import resume_readable_matches
from club.play.course.user_installs import UserInstallUpdater
from club.play.course.votes import Votes
from club.play.match.crowded_positions import CrowdedPositions
from club.play.match.followers import Follower
from club.play.match.match_lists import MatchLists
from club.play.match.matches import Matches
from club.play.match.minimatches import MiniMatchFollower
from club.play.match.posts import TokenReference
from club.play.seek.beginnings import MatchRestarter
from club.play.seek.challenges import Challenges
from club.play.seek.private import PrivateMatches
from club.play.seek.seek_alerts import SeekAlerts
from club.running.alarm import Alarm
from club.running.column import ClubContext, Column, DueWork


class PlayFollowers:
    """The followers of this column, made before the matches that they follow.

    `thoughts` is the alarm to ring whenever the computer is to move.
    """

    def __init__(self, context: ClubContext, limits: Limits) -> None:
        now = context.now
        self.thoughts = Alarm("thinking", now)
        self.computer = ComputerTurnFollower(self.thoughts, now=now)
        self.answers = ComputerAnswerFollower(Alarm("answers", now))
        self.minimatches = MiniMatchFollower(now=now, limits=limits, secret=context.secret)
        self.ballots = BallotFollower(context.expiry.ring, now=now)
        self.admin_log = AdminLog(context.store, now, limits)


class PlayColumn(Column):
    """Matches and challenges, and everything that players do in them.

    `followers` are notified of each change of a match, in this order, and `place_follower` of places that
    disappear or return. `think` chooses the computer's moves and `look` analyses positions, each for up to
    `max_questions` questions at a time. The club starts `answers` itself, after all columns.
    """

    def __init__(
        self,
        context: ClubContext,
        members: MembersColumn,
        own: PlayFollowers,
        *,
        followers: Sequence[Follower],
        place_follower: PlaceFollower,
        think: Think,
        look: StudyLook,
        max_questions: int,
    ) -> None:
        store, now, limits, presses = context.store, context.now, members.limits, members.presses
        self.computer, self.answers, self.admin_log = own.computer, own.answers, own.admin_log
        self.crowded_positions = CrowdedPositions(presses)
        self.matches = Matches(
            store,
            now=now,
            wake=context.delivery.ring,
            expect=context.schedule_check,
            crowded=self.crowded_positions,
            find_token=lambda interaction: (
                TokenReference(interaction, context.owner)
                if context.processes.host.keep_token(interaction)
                else None
            ),
            followers=followers,
        )
        self.resolver, self.lists = MatchResolver(self.matches), MatchLists(store)
        self.offers, self.votes = Offers(self.matches), Votes(self.matches)
        self.conditional_moves = ConditionalMoves(self.matches, presses)
        self.mover = MatchMover(self.matches, self.admin_log)
        self.moderation = Moderation(self.matches, self.admin_log)
        self.silences = SilenceKeeper(self.matches)
        self.clocks = ClockKeeper(self.matches, owner=context.owner)
        self.places = PlaceKeeper(self.matches, place_follower)
        self.user_installs = UserInstallUpdater(self.matches)
        self.outside_help = OutsideHelpGuard(self.matches, presses)
        self.thinking = ComputerPlayer(
            self.matches, think, own.thoughts, owner=context.owner, most=max_questions
        )
        self.hints = Hints(self.matches, self.thinking, self.outside_help, presses)
        self.seek_alerts = SeekAlerts(store, now)
        self.challenges = Challenges(
            self.matches,
            members.servers,
            self.outside_help,
            self.seek_alerts,
            limits=limits,
            chance=context.chance,
            secret=context.secret,
        )
        self.private = PrivateMatches(
            self.matches, self.challenges.pace, limits, self.outside_help, context.chance, context.secret
        )
        self.beginnings = MatchRestarter(self.matches, self.challenges, members.servers, self.seek_alerts)
        self.analyses = MatchAnalyser(look, most=max_questions, limits=limits, now=now)
        self.animations, self.imports = ReplayAnimator(limits, now), RecordImporter(limits, now, presses)
        self.completions, self.notes = MoveCompleter(self.crowded_positions), Notes(self.matches)
        self.workers = (self.thinking.jobs,)

    async def prepare(self) -> None:
        """Resume timekeeping and readable matches, before any work begins."""
        await self.clocks.open()
        await resume_readable_matches(self.matches)

    def ring(self, by: float | None = None) -> None:
        """Look, now or at the time `by`, where the computer is to move or has moved."""
        self.thinking.jobs.ring(by)
        self.answers.ring(by)

    @property
    def due(self) -> Mapping[str, DueWork]:
        """The work that is due by itself, apart from that of `places`."""
        return {
            "challenges": self.challenges.expire_due,
            "silences": self.silences.redraw_due_boards,
            "clocks": self.clocks.handle_due_clocks,
            "ballots": self.votes.close_due_ballots,
            "threads": self.places.check_silent_threads,
        }
