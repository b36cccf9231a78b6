"""The club: all use-cases, with the database and clock that they use.

Each subject is a column that holds its use-cases under plain names:

>>> import asyncio
>>> from tempfile import TemporaryDirectory
>>> from club.members.people import Act, Person
>>> from data.store_opening import open_store
>>> from rules.catalogue import GAMES
>>> async def example(folder: str) -> str:
...     store = await open_store(f"{folder}/example.db")
...     club = Club(store, now=lambda: 1e9, chance=lambda below: 0, secret=lambda: bytes(32))
...     ann = Person(1, "Ann")
...     table, _ = await club.play.private.begin_or_resume(GAMES["binary"], ann, interaction_id=7)
...     table = await club.play.matches.play(table.row.id, Act(ann.id, interaction_id=8), "b2")
...     exercises = await club.learning.exercises.load_overview(ann.id)
...     await club.close()
...     await store.close()
...     return f"{table.match.plies[-1].text}, {table.side(1)} is to move, {exercises.due_count} exercises"
>>> with TemporaryDirectory() as folder:
...     asyncio.run(example(folder))
'b2, White is to move, 0 exercises'
"""

from collections.abc import Awaitable, Callable

from club.competitions.column import CompetitionFollowers, CompetitionsColumn
from club.engine_functions import ON_THREADS, EngineFunctions
from club.learning.column import LearningColumn, LearningFollowers
from club.members.column import MembersColumn
from club.members.quotas import LIMITS, Limits
from club.pages.column import NO_PRESENCE, PageFollowers, PagesColumn, WebPresence
from club.play.column import PlayColumn, PlayFollowers
from club.privacy.column import PrivacyColumn
from club.puzzles.column import PuzzleFollowers, PuzzlesColumn
from club.running.column import Chance, Now, Secret, make_context, run_due_work, stop_all
from club.running.processes import ALONE, ProcessHost
from club.running.scrub import Scrub
from club.standing.column import StandingColumn, StandingFollowers
from data.database.store import Store


class Club:
    """All use-cases of the bot that do not depend on Discord.

    `engines` has the functions by which the engines are asked. `host` says what other processes learn about
    this one, and which tokens it has. `web` is how the host shows the club on the web. The alarm `delivery`
    is rung whenever the outbox has new rows, `expiry` whenever something may be due by itself.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Now,
        chance: Chance,
        secret: Secret,
        engines: EngineFunctions = ON_THREADS,
        limits: Limits = LIMITS,
        host: ProcessHost = ALONE,
        web: WebPresence = NO_PRESENCE,
    ) -> None:
        context = make_context(
            store, now=now, chance=chance, secret=secret, host=host, check_work=self.check_for_work
        )
        self.store, self.now, self.chance, self.processes = store, now, chance, context.processes
        self.delivery, self.expiry = context.delivery, context.expiry
        self.scrub = Scrub(store, now, context.is_first_process)
        self.commands: dict[str, int] = {}
        """Discord's ids of the slash commands, by name.

        With its id, a command that a text mentions can be clicked.
        """
        self._open, self._schedule_check = False, context.schedule_check
        played, paired = PlayFollowers(context, limits), CompetitionFollowers(context)
        mined, learned = PuzzleFollowers(context, limits), LearningFollowers(context, limits)
        rated, shown = StandingFollowers(context), PageFollowers()
        server_followers = (mined.consent, played.admin_log, rated.cards, rated.digest_plans)
        person_followers = (mined.consent, rated.cards, learned.exercises, learned.trees)
        self.members = members = MembersColumn(
            context,
            limits,
            follow_settings=self._follow_settings,
            server_followers=[each.follow_server for each in server_followers],
            person_followers=[each.follow_person for each in person_followers],
        )
        self.play = play = PlayColumn(
            context,
            members,
            played,
            followers=(
                *(played.computer, played.answers, mined.mining, learned.exercises, learned.trees),
                *(rated.ratings, paired.pairings, played.minimatches, learned.guesses, played.ballots),
                shown.live_boards,
            ),
            place_follower=paired.places,
            think=engines.think,
            look=engines.look,
            max_questions=engines.max_questions,
        )
        self.standing = StandingColumn(context, members, play, rated)
        self.pages = PagesColumn(context, play, self.standing, web, shown)
        self.competitions = CompetitionsColumn(context, members, play, paired, self.pages.hooks)
        self.puzzles = PuzzlesColumn(context, members, play, mined, engines.seek)
        self.learning = LearningColumn(context, members, play, learned, engines.practise)
        self.privacy = PrivacyColumn(
            context,
            members,
            play,
            withdrawals=[
                each.drop_person
                for each in (self.puzzles.consent, self.competitions.all, self.learning.tree_counter)
            ],
            forget_puzzles=self.puzzles.consent.forget_puzzles,
        )
        self._columns = (
            *(self.privacy, play, self.puzzles, self.learning),
            *(self.pages, self.standing, self.competitions),
        )
        """In the order in which their background work starts."""

    async def open(self, deliver: Callable[[], Awaitable[float | None]], *, longest_wait: float) -> None:
        """Start all background work.

        `deliver` posts the rows of the outbox, including those that were claimed by processes now gone. No
        row of the outbox ever waits longer than `longest_wait` seconds.
        """
        await self.processes.open(longest_wait)
        await self.play.prepare()
        await self.members.open()
        self._open = True
        self.delivery.start(deliver)
        self.expiry.start(self.run_due_work)
        for column in self._columns:
            await column.open()
        self.play.answers.start(self.play.matches)  # the last one, because no card waits yet

    async def close(self) -> None:
        """Begin nothing more, give back claimed work, and unregister the process.

        `open` may have failed, or may never have been called. Raise the last error after everything has
        been tried.
        """
        self._open = False
        await stop_all(
            (
                self.processes.stop,
                self.delivery.stop,
                *(column.close for column in self._columns),
                self.play.answers.stop,
                self.members.close,
                self.expiry.stop,
                self.privacy.retention.stop,
                self.scrub.stop,
            )
        )

    async def correct_time(self, old_now: Now, new_now: Now, switch: Callable[[], None]) -> None:
        """Change the clock, without changing how much time any player has left.

        Then check all work. `switch` makes the change, and may be called again. `old_now` gives the time
        that was used until now, `new_now` the right one.
        """
        await self.play.clocks.correct_time(old_now, new_now, switch)
        await self.processes.mend_times()
        self.check_for_work(None)

    def _follow_settings(self) -> None:
        """Carry out the consequences of a change of a person's settings.

        These are posts, and matches that must be counted anew.
        """
        self.delivery.ring()
        self.learning.tree_counter.jobs.ring()

    def check_for_work(self, by: float | None) -> None:
        """Look for work that other processes have left, now or at the time `by`."""
        if not self._open:
            return
        self.delivery.ring(by)
        self.play.ring(by)  # the computer's moves come first, and they alone are signalled for a time to come
        if by is None:
            for column in self._columns:
                column.ring()
            self._schedule_check()
            self.members.ring()

    async def run_due_work(self) -> float | None:
        """Do all work that is due by itself; return when more is due.

        If one part fails, the others run all the same.
        """
        columns = (self.play, self.puzzles, self.standing, self.learning)
        works = {name: work for column in columns for name, work in column.due.items()}
        return await run_due_work(works | {"places": self.play.places.store_late_changes}, self.now)
