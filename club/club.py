"""The club: all use-cases, with the store, the time and the randomness they use."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Final

from club.competitions.announcements import Announcements
from club.competitions.competitions import Competitions
from club.competitions.ladders import Ladders
from club.competitions.match_reports import PairingFollower
from club.competitions.scheduler import CompetitionScheduler
from club.competitions.simuls import Simuls
from club.competitions.teams import TeamMatches
from club.competitions.tournaments import Tournaments
from club.competitions.whereabouts import CompetitionPlaces
from club.learning.coordinates import Coordinates
from club.learning.exercise_maker import ExerciseMaker, LearningFollower, Practise, practise_in_thread
from club.learning.exercises import Learning
from club.learning.first_steps import FirstSteps
from club.learning.guesses import Guesses, GuessFollower
from club.learning.insight import Insights
from club.learning.openings import Openings
from club.learning.reminders import ExerciseReminders
from club.learning.tree_counter import TreeCounter, TreeFollower
from club.members.preferences import Preferences
from club.members.quotas import LIMITS, Limits, Presses
from club.members.servers import Servers
from club.pages.hooks import Hooks, NewsTeller
from club.pages.lab import LabLinks
from club.pages.lists import PageLists
from club.pages.pages import Pages
from club.play.after.analysis import Analyses, StudyLook, look_in_thread
from club.play.after.animations import Animations
from club.play.after.completions import Completions
from club.play.after.imports import Imports
from club.play.after.match_resolver import MatchResolver
from club.play.after.notes import Notes
from club.play.course.admin_log import AdminLog
from club.play.course.ballots import Balloting
from club.play.course.clock_keeper import Clocks
from club.play.course.computer import ComputersTurn
from club.play.course.computer_answers import Answers
from club.play.course.conditional_moves import ConditionalMoves
from club.play.course.hints import Hints
from club.play.course.moderation import Moderation
from club.play.course.offers import Offers
from club.play.course.outside_help import OutsideHelp
from club.play.course.places import PlaceKeeper
from club.play.course.relocation import MatchMover
from club.play.course.silence import Silences
from club.play.course.thinking import Think, Thinking, in_thread
from club.play.course.unplayable_matches import try_again
from club.play.course.user_installs import UserInstalls
from club.play.course.votes import Votes
from club.play.match.crowded_positions import CrowdedPositions
from club.play.match.match_lists import Lists
from club.play.match.matches import Matches
from club.play.match.minimatches import MiniMatches
from club.play.match.posts import LentToken
from club.play.seek.beginnings import Beginnings
from club.play.seek.challenges import Challenges
from club.play.seek.private import PrivateMatches
from club.play.seek.seek_alerts import SeekAlerts
from club.privacy.forgetting import Privacy
from club.privacy.own_data import OwnData
from club.puzzles.consent import Consent
from club.puzzles.daily import DailyPuzzles
from club.puzzles.mining import MiningFollower, PuzzleMiner, PuzzleSearch, seek_in_thread
from club.puzzles.runs import Runs
from club.puzzles.solving import Puzzles
from club.running.alarm import AFTER_FAULT, Alarm
from club.running.jobs import Jobs
from club.running.processes import NAMES, Host, Processes
from club.running.retention import Retention
from club.running.scrub import Scrub
from club.standing.club_card import ClubCards, ClubCardSettings
from club.standing.digest import Digests, PlannedDigests
from club.standing.profile_match import ShownMatches
from club.standing.ratings import RatingFollower, Ratings
from data.database.store import Store
from data.learning import trees
from words import languages

log = logging.getLogger(__name__)

Now = Callable[[], float]
"""Gives the time in seconds since the epoch."""
Chance = Callable[[int], int]
"""Draws a number from 0 up to, but not including, its argument.

All numbers are equally likely.
"""
Secret = Callable[[], bytes]
"""Draws the 32 random bytes that decide every shuffle of one match."""
ALONE: Final = Host()
"""The host of a process that no one asks about."""
DELIVERED_AGAIN: Final = 5.0
"""Seconds until a failed delivery is tried again.

The delivery also renews the leases of posts under way.
"""


class Club:
    """What handlers and delivery need of everything that is not Discord.

    `delivery` rings whenever the outbox has something new, `expiry` whenever something may be due by itself: a
    challenge expires, a player has waited long, a time is up, a puzzle or a digest comes; `seasons` whenever a
    competition may have something to do. `think` and `look` each answer up to `thinkers` at a time, `seek` and
    `practise` one. `keep` says whether this process holds the token of an interaction, and keeps it for what comes of
    that. `host` says what other processes learn of this one. `public_url` is where there are pages, if there are any,
    `lab_url` where the lab is. `webhook` says that the host has one, `tell` tells it what happened, where this process
    can.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Now,
        chance: Chance,
        secret: Secret,
        think: Think = in_thread,
        look: StudyLook = look_in_thread,
        seek: PuzzleSearch = seek_in_thread,
        practise: Practise = practise_in_thread,
        keep: Callable[[int], bool] = lambda interaction_id: False,
        thinkers: int = 1,
        limits: Limits = LIMITS,
        host: Host = ALONE,
        public_url: str | None = None,
        lab_url: str | None = None,
        webhook: bool = False,
        tell: NewsTeller | None = None,
    ) -> None:
        self.store, self.now, self.chance, name = store, now, chance, f"{chance(NAMES):016x}"
        self.processes = Processes(store, now=now, name=name, host=host, look=self._check_for_work)
        self.delivery = Alarm("delivery", now, after_fault=DELIVERED_AGAIN)
        self.expiry, self.seasons = Alarm("expiry", now), Alarm("competitions", now)
        wake, expect = self.delivery.ring, self._schedule_check
        self.presses = Presses(limits, now)
        self.crowded_positions, self._open = CrowdedPositions(self.presses), False
        thoughts, finds, counts = Alarm("thinking", now), Alarm("mining", now), Alarm("ratings", now)
        lessons, branches = Alarm("learning", now), Alarm("trees", now)
        consent, card, planned = Consent(now), ClubCardSettings(now), PlannedDigests(now)
        self.computer, self.answers = ComputersTurn(thoughts, now=now), Answers(Alarm("answers", now))
        decided = MiningFollower(finds, now=now, limits=limits)
        learned, treed = LearningFollower(lessons, now=now, limits=limits), TreeFollower(branches, now=now)
        counted, reported = RatingFollower(counts, now=now), PairingFollower(self.seasons, now=now)
        ballots, guessed = Balloting(self.expiry.ring, now=now), GuessFollower(now=now)
        self.matches = Matches(
            store, now=now, wake=wake, expect=expect, crowded=self.crowded_positions,
            lend=lambda interaction: LentToken(interaction, self.processes.name) if keep(interaction) else None,
            followers=(
                self.computer, self.answers, decided, learned, treed, counted, reported,
                MiniMatches(now=now, limits=limits, secret=secret), guessed, ballots,
            ),
        )  # fmt: skip
        self.match_resolver, self.lists, self.seek_alerts = (
            MatchResolver(self.matches),
            Lists(store),
            SeekAlerts(store, now),
        )
        self.offers, self.completions = Offers(self.matches), Completions(self.crowded_positions)
        self.conditional_moves, self.votes = ConditionalMoves(self.matches, self.presses), Votes(self.matches)
        self.admin_log = noted = AdminLog(store, now, limits)
        self.puzzles, self.ratings = Puzzles(store, now, chance), Ratings(store, counts, noted, now=now)
        self.match_mover, self.moderation = MatchMover(self.matches, noted), Moderation(self.matches, noted)
        self.silences, self.clocks = Silences(self.matches), Clocks(self.matches, owner=self.processes.name)
        self.analyses = Analyses(look, most=thinkers, limits=limits, now=now)
        self._add_competitions(limits, secret, webhook=webhook, tell=tell)
        self.profile_matches, self.user_installs = ShownMatches(self.matches), UserInstalls(self.matches)
        self.thinking = Thinking(self.matches, think, thoughts, owner=self.processes.name, most=thinkers)
        self.help, self.own_data = OutsideHelp(self.matches, self.presses), OwnData(self.matches)
        self.hints = Hints(self.matches, self.thinking, self.help, self.presses)
        settings = tuple(each.follow_server for each in (consent, noted, card, planned))
        self.servers = Servers(store, now=now, wake=wake, followers=settings)
        self.challenges = Challenges(
            self.matches,
            self.servers,
            self.help,
            self.seek_alerts,
            limits=limits,
            chance=chance,
            secret=secret,
        )
        self.private = PrivateMatches(self.matches, self.challenges.pace, limits, chance, secret)
        self.beginnings = Beginnings(self.matches, self.challenges, self.servers)
        self.animations, self.imports = Animations(limits, now), Imports(limits, now, self.presses)
        self._add_pages(secret, public_url, lab_url)
        self.puzzle_miner = PuzzleMiner(
            self.matches, consent, seek, finds, owner=self.processes.name, limits=limits
        )
        self.exercise_maker = ExerciseMaker(
            self.matches, practise, lessons, owner=self.processes.name, limits=limits
        )
        self.tree_counter = TreeCounter(self.matches, branches, owner=self.processes.name)
        self._add_members(consent, (consent, card, learned, treed), lessons, limits)

    def _add_pages(self, secret: Secret, public_url: str | None, lab_url: str | None) -> None:
        """Add what is shown outside of Discord."""
        self.pages = Pages(self.matches, secret, public_url, self.hooks)
        self.page_lists = PageLists(self.pages, self.ratings)
        self.lab = LabLinks(self.store, lab_url, self.help)

    def _add_competitions(
        self, limits: Limits, secret: Secret, *, webhook: bool, tell: NewsTeller | None
    ) -> None:
        """Add competitions: pairing entrants, telling players, and places for matches.

        The places are those that leagues have their matches in.
        """
        store, now, wake, expect = self.store, self.now, self.delivery.ring, self._schedule_check
        self.announcements = Announcements(store, now)
        self.competitions = Competitions(store, self.announcements, now=now, wake=wake, expect=expect)
        self.tournaments = Tournaments(store, now=now, wake=wake, expect=expect)
        self.teams = TeamMatches(store, now=now, wake=wake, expect=expect, secret=secret)
        self.ladders = Ladders(store, now=now, wake=wake, expect=expect)
        self.simuls = Simuls(store)
        self.competition_places = CompetitionPlaces(store, now=now, wake=wake, expect=expect)
        self.hooks = Hooks(self.matches, tell, owner=self.processes.name, wanted=webhook)
        self.scheduler = CompetitionScheduler(
            self.matches, self.analyses, self.hooks, limits=limits, secret=secret
        )
        self.places = PlaceKeeper(self.matches, self.competition_places)

    def _add_members(
        self,
        consent: Consent,
        followers: tuple[Consent | ClubCardSettings | LearningFollower | TreeFollower, ...],
        lessons: Alarm,
        limits: Limits,
    ) -> None:
        """Add the choices of people and servers, and what they get besides their matches."""
        store, now, wake, expect = self.store, self.now, self.delivery.ring, self._schedule_check
        self.languages = languages()
        """Those that members and servers can choose."""
        self.scrub = Scrub(store, now, self._is_first_process)
        self.retention = Retention(store, now, consent.withdraw, self._is_first_process)
        self.openings, self.guesses = Openings(store, self.help), Guesses(self.matches)
        self.notes = Notes(self.matches)
        self.commands: dict[str, int] = {}
        """Discord's ids of the slash commands, by name.

        With its id, a command that a text mentions can be clicked.
        """
        own = tuple(each.follow_person for each in followers)
        self.preferences = Preferences(store, wake=self._follow_settings, followers=own)
        self.learning = Learning(store, self.preferences, self.help, lessons, now=now)
        self.first_steps, self.coordinates = FirstSteps(store), Coordinates(store)
        self.insights = Insights(store, limits)
        self.exercise_reminders = ExerciseReminders(store, self.learning, now=now, wake=wake, expect=expect)
        self.daily = DailyPuzzles(store, self.servers, self.puzzles, now=now, wake=wake, expect=expect)
        self.runs = Runs(store, self.puzzles, self.daily, now=now, chance=self.chance)
        self.club_cards = ClubCards(store, self.servers, now=now, wake=wake)
        self.digests = Digests(self.matches, self.servers, self.analyses, self.ratings, expect=expect)
        left = (consent.drop_person, self.competitions.drop_person, trees.drop_person)
        self.privacy = Privacy(self.matches, self.preferences, left, self._is_first_process)

    @property
    def _workers(self) -> Sequence[Privacy | Jobs | Hooks | Ratings]:
        """The parts of the club that pick up unfinished work at the start.

        They look again whenever another process may have left more of it.
        """
        jobs = (
            each.jobs for each in (self.thinking, self.puzzle_miner, self.exercise_maker, self.tree_counter)
        )
        return (self.privacy, *jobs, self.hooks, self.ratings)

    async def open(self, deliver: Callable[[], Awaitable[float | None]], *, longest_wait: float) -> None:
        """Start the two alarms.

        `deliver` posts the rows of the outbox, including those that processes now gone had claimed. No row
        of the outbox ever waits longer than `longest_wait` seconds.
        """
        await self.processes.open(longest_wait)
        await self.clocks.open()
        await try_again(self.matches)
        await self.servers.open()
        self._open = True
        self.delivery.start(deliver)
        self.expiry.start(self._run_due_work)
        for room in self._workers:
            await room.open()
        self.seasons.start(self.scheduler.due)
        self.answers.open(self.matches)

    async def close(self) -> None:
        """Begin nothing more, give back claimed work, and say farewell.

        `open` may have failed, or may never have been called. Raise the last failure after everything has
        been tried.
        """
        self._open = False
        async with AsyncExitStack() as ending:
            ending.push_async_callback(self.processes.stop)
            for room in (
                self.delivery,
                *self._workers,
                self.seasons,
                self.answers,
                self.servers,
                self.expiry,
                self.retention,
                self.scrub,
            ):
                ending.push_async_callback(room.stop)

    async def correct(self, before: Now, after: Now, switch: Callable[[], None]) -> None:
        """Use another time from now on, without changing any time left.

        Then check all work. `switch` begins the new time, and may be called again. `before` gives the time
        that was used until now, `after` the right one.
        """
        await self.clocks.correct(before, after, switch)
        await self.processes.mend_times()
        self._check_for_work(None)

    def _follow_settings(self) -> None:
        """Carry out the consequences of a change of a person's settings.

        These are posts, and matches that are counted anew.
        """
        self.delivery.ring()
        self.tree_counter.jobs.ring()

    def _is_first_process(self) -> bool:
        """Return whether this process does what only one of several does."""
        return self.processes.first

    def _schedule_check(self, by: float | None = None) -> None:
        """Check for work that is due by itself, now or by a time.

        Competitions plan nothing by the times of matches.
        """
        self.expiry.ring(by)
        if by is None:
            self.seasons.ring()

    def _check_for_work(self, by: float | None) -> None:
        """Look, now or `by` a time, for what other processes have left to do."""
        if not self._open:
            return
        self.delivery.ring(by)
        self.thinking.jobs.ring(by)
        self.answers.ring(by)
        if by is None:
            for room in self._workers:
                room.ring()
            self._schedule_check()
            self.servers.ring()

    async def _run_due_work(self) -> float | None:
        """Do all the work that is due by itself; return when more is due.

        A part that fails does not keep the others from their turn.
        """
        rooms = {
            "challenges": self.challenges.expire,
            "silences": self.silences.due,
            "clocks": self.clocks.due,
            "ballots": self.votes.due,
            "daily": self.daily.due,
            "digests": self.digests.due,
            "learning": self.exercise_reminders.due,
            "places": self.places.due,
        }
        times = []
        for name, due in rooms.items():
            try:
                times.append(await due())
            except Exception:
                log.exception("work failed, tried again later", extra={"work": name})
                times.append(self.now() + AFTER_FAULT)
        return min((at for at in times if at is not None), default=None)
