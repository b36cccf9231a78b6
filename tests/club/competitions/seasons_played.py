"""Three seasons of a league in virtual time, in a club that dies.

Its people play at random, vanish and leave. Everything that happens follows from a seed. The
invariants are checked whenever a table has changed. The final tables are counted once more here,
from the matches themselves and in another way.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any, NamedTuple, ParamSpec, TypeVar

from club.clocks.time_control import parse_control
from club.club import Club
from club.competitions.competition_step import JUDGED_WITHIN
from club.competitions.crosstable import Crosstable, CrosstableLine
from club.competitions.lookup import Official
from club.competitions.seasons import AT_ONCE, CONTROL, LENGTH, promotion_count, section_sizes
from club.engine_functions import EngineFunctions
from club.members.people import Act, Person
from club.play.after.analysis import assess_in_thread
from club.refusals import Refusal
from data.competitions import competitions, pairings
from data.competitions.competitions import SectionRow, StageRow, StageStatus
from data.competitions.pairings import PairingResult, PairingRow
from data.database.persons import NOBODY
from data.database.store import Store
from data.database.transaction import Job
from engines.worker_messages import StudyRequest
from rules.catalogue import GAMES
from tests.ample import AMPLE

Given = ParamSpec("Given")
Result = TypeVar("Result")

HOUR, DAY = 3600.0, 24 * 3600.0
START = 1_700_000_000.0
GUILD, CHANNEL, ORGANISER = 10, 11, 999
SEASONS = 3
DEATHS = 0.004
"""How probable it is that a process dies just before a commit, and just after it."""
RESTARTS = 2
"""Processes that are stopped and started anew each day."""


class Size(NamedTuple):
    """Number of members in a league, of withdrawals, and of members who never move.

    Withdrawals are counted over its three seasons. The last group moves in none of them.
    """

    members: int
    withdrawals: int
    absentees: int


WHOLE = Size(60, 6, 3)
SMALL = Size(13, 3, 1)


class Killed(BaseException):
    """The process is gone."""


async def glance(study: StudyRequest) -> Any:
    """Look at positions with a fraction of the usual effort."""
    return await assess_in_thread(replace(study, divisor=50 * study.divisor))


class Played:
    """The league, its members, and two processes that see to it."""

    def __init__(self, store: Store, seed: int, time: list[float], size: Size) -> None:
        self.store = store
        self.random = random.Random(seed)
        self.time = time
        self.size = size
        self.acts = count(1)
        self.people = [Person(number, f"P{number}") for number in range(1, size.members + 1)]
        self.eager = {person.id: self.random.uniform(0.05, 0.5) for person in self.people}
        """Probability that a member moves each time they look and it is their turn."""
        for person in self.random.sample(self.people, size.absentees):
            self.eager[person.id] = 0.0
        self.leaving = sorted(
            (number % SEASONS, self.random.uniform(1, LENGTH - 1) * DAY) for number in range(size.withdrawals)
        )
        """Season of each withdrawal and how long after the season's start it comes.

        The last member to withdraw asks to be forgotten.
        """
        self.reserve = [Person(500, "Reserve")]
        self.forgetful = NOBODY
        self.restarts: list[float] = []
        self.write = store.write
        self.deaths = 0
        self.known: dict[int, tuple[tuple[int, int], dict[int, tuple[int, int]]]] = {}
        self.looked_at: dict[int, int] = {}
        """The version of each section that was looked at last."""
        self.ended = set[int]()
        store.write = self.dying  # pyrefly: ignore[method-assign]
        self.clubs = [self.fresh(), self.fresh()]

    def now(self) -> float:
        return self.time[0]

    def fresh(self) -> Club:
        """A process that has just been started."""
        return Club(
            self.store,
            now=self.now,
            chance=self.random.randrange,
            secret=lambda: self.random.randbytes(32),
            engines=EngineFunctions(look=glance),
            limits=AMPLE,
        )

    async def dying(self, job: Job[Any]) -> Any:
        """Store something unless the process dies before or just after it.

        The first one dies in any case.
        """
        if not self.deaths or self.random.random() < DEATHS:
            raise Killed
        result = await self.write(job)
        if self.random.random() < DEATHS:
            raise Killed
        return result

    async def do(
        self,
        number: int,
        use_case: Callable[[Club], Callable[Given, Awaitable[Result]]],
        *args: Given.args,
        **options: Given.kwargs,
    ) -> Result | None:
        """Let one of the processes do something.

        A process that dies of it is started anew, and no one tries again.
        """
        try:
            return await use_case(self.clubs[number])(*args, **options)
        except Refusal:
            return None
        except Killed:
            self.deaths += 1
            self.clubs[number] = self.fresh()
            return None

    async def play(self) -> None:
        """Play the seasons."""
        control = parse_control(CONTROL)
        assert control is not None
        while not await self.store.read(lambda tx: competitions.list_for_server(tx, GUILD)):
            await self.do(
                0,
                lambda club: club.competitions.all.create,
                name="Autumn",
                game=GAMES["binar"],
                options={"size": 3},
                control=control,
                hour=18,
                organiser=Act(ORGANISER, next(self.acts)),
                place=(GUILD, CHANNEL),
            )
        while not any(
            stage.number == SEASONS - 1 and stage.status is StageStatus.OVER for stage in await self.stages()
        ):
            await self.hours()
            self.time[0] += self.random.uniform(1, 6) * HOUR

    async def stages(self) -> list[StageRow]:
        return await self.store.read(lambda tx: competitions.list_latest_stages(tx, 1))

    async def sections(self, stage_id: int) -> list[SectionRow]:
        return await self.store.read(lambda tx: competitions.list_sections(tx, stage_id))

    async def hours(self) -> None:
        """What happens in some hours."""
        if not self.restarts or self.restarts[-1] < self.now() - DAY:
            self.restarts = sorted(self.now() + self.random.random() * DAY for _ in range(RESTARTS))
        while self.restarts and self.restarts[0] <= self.now():
            self.clubs[self.random.randrange(2)] = self.fresh()
            self.restarts.pop(0)
        await self.take_due_steps()
        for stage in await self.stages():
            if stage.status is StageStatus.OPEN:
                await self.sign_up(stage)
            elif stage.status is StageStatus.RUNNING:
                await self.come_and_go(stage)
        for match_id, mover, late in await self.running():
            if late:
                if self.random.random() < 0.2:
                    await self.claim(match_id, mover)
            elif self.random.random() < self.eager.get(mover, 0.0):
                await self.move(match_id, mover)
        await self.handle_due_clocks()
        await self.look()

    async def take_due_steps(self) -> None:
        """Let both processes take the steps of competitions that are due."""
        await asyncio.gather(
            *(self.do(number, lambda club: club.competitions.scheduler.take_due_steps) for number in range(2))
        )

    async def handle_due_clocks(self) -> None:
        """Let both processes look at the clocks that are due."""
        await asyncio.gather(
            *(self.do(number, lambda club: club.play.clocks.handle_due_clocks) for number in range(2))
        )

    async def running(self) -> list[tuple[int, int, bool]]:
        """The matches that run, whose turn it is, and whether their time is up."""
        rows = await self.store.read(
            lambda tx: tx.all(
                "SELECT match.id AS id, user_id, deadline_at FROM match JOIN seat ON seat.match_id = match.id AND"
                " seat = turn JOIN clock ON clock.match_id = match.id WHERE status = 'running' ORDER BY match.id"
            )
        )
        return [(row["id"], row["user_id"], (row["deadline_at"] or 2e9) < self.now()) for row in rows]

    async def sign_up(self, stage: StageRow) -> None:
        joined = {
            entrant.user_id
            for entrant in (await self.clubs[0].competitions.all.load_stage_view(stage.id)).entrants
        }
        for person in self.people:
            if person.id not in joined and self.random.random() < 0.2:
                await self.do(0, lambda club: club.competitions.all.join, stage.id, person)
        if self.random.random() < 0.02:
            await self.do(
                1, lambda club: club.competitions.all.leave, stage.id, self.random.choice(self.people).id
            )

    async def come_and_go(self, stage: StageRow) -> None:
        """Let members come and go, and the organiser rule.

        A member withdraws or is forgotten. A reserve takes a free place. The organiser rules and takes
        that back.
        """
        places = (await self.clubs[0].competitions.all.load_stage_view(stage.id)).entrants
        due = [
            number
            for number, (season, after) in enumerate(self.leaving)
            if season == stage.number and self.now() > stage.starts_at + after
        ]
        left = sum(each.withdrawn for each in places)
        if left < len(due):
            staying = [each for each in places if not each.withdrawn and each.user_id not in (500, NOBODY)]
            leaving = self.random.choice(staying)
            if due[left] == len(self.leaving) - 1:
                self.forgetful = (
                    self.forgetful or leaving.user_id
                )  # even if the process dies of it, they have asked for it
                self.people = [person for person in self.people if person.id != self.forgetful]
                await self.do(0, lambda club: club.privacy.deletion.begin_deletion, self.forgetful)
                await self.do(0, lambda club: club.privacy.deletion.work)
            else:
                section_id = leaving.section_id or 0
                await self.do(0, lambda club: club.competitions.all.withdraw, section_id, leaving.user_id)
        for free in [each for each in places if each.absent_at is not None]:
            if self.reserve and self.random.random() < 0.3:
                [reserve], section_id = self.reserve, free.section_id or 0
                await self.do(
                    1, lambda club: club.competitions.all.take_over_place, section_id, free.id, reserve
                )
                if await self.plays(stage.id, reserve.id):
                    self.people.append(self.reserve.pop())
                    self.eager[reserve.id] = 0.3
        if self.random.random() < 0.1:
            section = self.random.choice(await self.sections(stage.id))
            met = await self.store.read(lambda tx: pairings.list_for_section(tx, section.id))
            ruling = self.random.choice([*PairingResult, None])
            met_id, by = self.random.choice(met).id, Official(ORGANISER)
            await self.do(
                0, lambda club: club.competitions.all.rule_on, met_id, ruling, official=by, why="fair"
            )

    async def plays(self, stage_id: int, user_id: int) -> bool:
        season = await self.clubs[0].competitions.all.load_stage_view(stage_id)
        return any(entrant.user_id == user_id for entrant in season.entrants)

    async def claim(self, match_id: int, mover: int) -> None:
        """Let the opponent of a member whose time is up claim the win."""
        with suppress(Refusal):
            table = await self.clubs[0].play.matches.load(match_id)
            other = next(user_id for user_id in table.row.user_ids if user_id != mover)
            await self.do(
                0, lambda club: club.play.silences.claim, match_id, Act(other, next(self.acts)), win=True
            )

    async def move(self, match_id: int, mover: int) -> None:
        """Let a member move, or now and then resign."""
        act = Act(mover, next(self.acts))
        with suppress(Refusal):
            table = await self.clubs[self.random.randrange(2)].play.matches.load(match_id)
            if self.random.random() < 0.02:
                await self.do(1, lambda club: club.play.matches.resign, match_id, act)
            elif table.is_running:
                move = self.random.choice(table.match.moves())
                await self.do(0, lambda club: club.play.matches.play, match_id, act, move)

    async def look(self) -> None:
        """Hold what must hold at any time."""
        seats = await self.store.read(lambda tx: tx.all("SELECT user_id FROM seat WHERE running = 1"))
        counts = Counter(row["user_id"] for row in seats if row["user_id"] > 0)
        assert all(number <= AT_ONCE for number in counts.values()), counts
        for stage in await self.stages():
            over = stage.status is StageStatus.OVER and stage.id not in self.ended
            if over:
                self.ends_on_its_date(stage)
            for section in await self.sections(stage.id):
                if over or self.looked_at.get(section.id) != section.version:
                    self.looked_at[section.id] = section.version
                    await self.look_at(section, over=over)

    def ends_on_its_date(self, stage: StageRow) -> None:
        """Assert that a season ends on its date.

        It may be later by the hours that judging may take, and until a member looks.
        """
        self.ended.add(stage.id)
        starts, closes = (datetime.fromtimestamp(at, UTC) for at in (stage.starts_at, stage.closes_at))
        assert (starts.hour, closes.hour, (closes.date() - starts.date()).days) == (18, 18, LENGTH)
        assert 0 <= self.now() - stage.closes_at <= JUDGED_WITHIN + 12 * HOUR

    async def look_at(self, section: SectionRow, *, over: bool) -> None:
        """Assert that the table follows from the matches.

        The ranks that it promises must be possible, and may only narrow.
        """
        sheet = await self.clubs[0].competitions.all.load_crosstable(section.id)
        assert counted_again(sheet, await self.ends(sheet)) == [as_counted(line) for line in sheet.lines]
        await self.narrow(sheet)
        for _ in range(3):
            sound(sheet, self.random)
        if over:
            assert all(pairing.effective_result is not None for pairing in sheet.pairings)
            points = [line.row.points for line in sheet.lines if line.best is not None]
            for line in sheet.lines:
                own = line.row.points
                ranks = 1 + sum(each > own for each in points), sum(each >= own for each in points)
                assert line.best is None or (line.best, line.worst) == ranks

    async def narrow(self, sheet: Crosstable) -> None:
        """Assert that the possible ranks only narrow.

        Exceptions are changes that are in the log, matches that count nothing, and an entrant who has
        withdrawn and has by now played enough for their matches to count.
        """
        nothing = sum(pairing.effective_result is PairingResult.NONE for pairing in sheet.pairings)
        log = await self.store.read(lambda tx: pairings.list_latest_changes(tx, sheet.section.id, 1000))
        ranks = {
            line.entrant.id: (line.best, line.worst)
            for line in sheet.lines
            if line.best is not None and line.worst is not None
        }
        before, jumps = self.known.get(sheet.section.id), (len(log), nothing)
        if before is not None and before[0] == jumps and before[1].keys() == ranks.keys():
            for entrant_id, (best, worst) in ranks.items():
                former_best, former_worst = before[1][entrant_id]
                assert former_best <= best <= worst <= former_worst
        self.known[sheet.section.id] = jumps, ranks

    async def ends(self, sheet: Crosstable) -> dict[int, dict[str, Any]]:
        """Return how a section's matches ended, as stored with the matches.

        This includes which seats have moved in them.
        """
        found = await self.store.read(
            lambda tx: tx.all(
                "SELECT match.id AS id, status, winner, reason, MIN(event.seat) AS least, MAX(event.seat) AS most"
                " FROM pairing JOIN match ON match.id = pairing.match_id LEFT JOIN event ON event.match_id = match.id"
                " AND event.kind = 'move' WHERE section_id = ? GROUP BY match.id, status, winner, reason",
                sheet.section.id,
            )
        )
        return {row["id"]: row for row in found}


def counted_again(sheet: Crosstable, ends: dict[int, dict[str, Any]]) -> list[tuple[int, int, int, int, int]]:
    """Return a section's table, counted from the matches in another way.

    Each row has entrant, rank, points, played and wins.
    """
    ids = [line.entrant.id for line in sheet.lines]
    games = [(one, other, score) for pairing in sheet.pairings for one, other, score in scores(pairing, ends)]
    played = Counter(one for one, _, _ in games)
    gone = {
        line.entrant.id
        for line in sheet.lines
        if line.entrant.withdrawn and played[line.entrant.id] < (len(ids) - 1) / 2
    }
    games = [game for game in games if not gone.intersection(game[:2])]
    points = {each: sum(score for one, _, score in games if one == each) for each in ids}
    ties = {each: sum(score * points[other] for one, other, score in games if one == each) for each in ids}
    wins = {each: sum(score == 2 for one, _, score in games if one == each) for each in ids}
    keys = {each: (each not in gone, points[each], ties[each], wins[each]) for each in ids}
    return [
        (
            each,
            1 + sum(keys[other] > keys[each] for other in ids),
            points[each],
            sum(one == each for one, _, _ in games),
            wins[each],
        )
        for each in ids
    ]


def scores(pairing: PairingRow, ends: dict[int, dict[str, Any]]) -> Sequence[tuple[int, int, int]]:
    """Return the score that a pairing gives to each of its two entrants.

    It follows from the match if that was played to an end and no one ruled on it.
    """
    row = ends.get(pairing.match_id or 0)
    counts = pairing.ruling or pairing.result
    if pairing.ruling is None and not pairing.judged and row is not None and row["status"] == "over":
        if row["winner"] is not None:
            assert counts is (PairingResult.FIRST, PairingResult.SECOND)[row["winner"]]
        elif row["reason"] != "ended.unclaimed":
            assert counts in (PairingResult.DRAW, PairingResult.NONE)
    if pairing.judged:  # the only one to have moved has won; if no one has moved, nothing counts
        assert row is not None and row["winner"] is None and row["status"] == "over"
        wins = {None: PairingResult.NONE, 0: PairingResult.FIRST, 1: PairingResult.SECOND}
        assert row["least"] != row["most"] or pairing.result in (wins[row["least"]], PairingResult.NONE)
    if counts is None or counts is PairingResult.NONE:
        return []
    first = {PairingResult.FIRST: 2, PairingResult.SECOND: 0}.get(counts, 1)  # plus draws too
    return [(pairing.first_id, pairing.second_id, first), (pairing.second_id, pairing.first_id, 2 - first)]


def sound(sheet: Crosstable, chance: random.Random) -> None:
    """Assert that all final ranks lie within the ranks that the table promises.

    This must hold for any outcome of the remaining matches.
    """
    points = {line.entrant.id: line.row.points for line in sheet.lines if line.best is not None}
    for pairing in sheet.pairings:
        if pairing.effective_result is None and {pairing.first_id, pairing.second_id} <= points.keys():
            first = chance.choice((0, 1, 2))
            points[pairing.first_id] += first
            points[pairing.second_id] += 2 - first
    for line in sheet.lines:
        if line.best is not None and line.worst is not None:
            own = points[line.entrant.id]
            above, not_below = (sum(map(than, points.values())) for than in (own.__lt__, own.__le__))
            assert line.best <= above + 1 <= not_below <= line.worst


def as_counted(line: CrosstableLine) -> tuple[int, int, int, int, int]:
    return line.entrant.id, line.row.rank, line.row.points, line.row.played, line.row.wins


async def check_final(league: Played) -> None:
    """Check what must hold once the seasons are over.

    Everyone met everyone once, and no one rose by two sections.
    """
    before: dict[int, tuple[int, int, int]] = {}
    of_pairings, withdrawn = list[int](), 0
    for number in range(1, SEASONS + 1):
        sections = await league.sections(number)
        now: dict[int, tuple[int, int, int]] = {}
        for section in sections:
            sheet = await league.clubs[0].competitions.all.load_crosstable(section.id)
            ids = {line.entrant.id for line in sheet.lines}
            met = Counter(frozenset((each.first_id, each.second_id)) for each in sheet.pairings)
            assert len(met) == len(ids) * (len(ids) - 1) // 2 and set(met.values()) == {1}
            gone = {line.entrant.id for line in sheet.lines if line.entrant.withdrawn}
            withdrawn += len(gone)
            for pairing in sheet.pairings:
                assert pairing.match_id is not None or gone & {pairing.first_id, pairing.second_id}
                of_pairings += [] if pairing.match_id is None else [pairing.match_id]
            for place, line in enumerate(sheet.lines):
                now[line.entrant.user_id or -line.entrant.id] = section.number, place, len(ids)
        assert Counter(level for level, _, _ in now.values()) == Counter(
            dict(enumerate(section_sizes(len(now))))
        )
        for user_id in now.keys() & before.keys():
            level, place, size = before[user_id]
            assert now[user_id][0] >= level - 1
            if level == 0 and place < size - promotion_count(size) and now[user_id][2] >= size:
                assert now[user_id][0] == 0
        before = now
    assert withdrawn == league.size.withdrawals, (withdrawn, league.leaving)
    assert not league.reserve
    made = await league.store.read(lambda tx: tx.all("SELECT id, status, reason FROM match ORDER BY id"))
    alone = [row for row in made if row["id"] not in of_pairings]
    assert {row["reason"] for row in alone} <= {"ended.replaced"}
    assert len(of_pairings) == len(set(of_pairings)) == len(made) - len(alone)
    assert {row["status"] for row in made} == {"over"}
