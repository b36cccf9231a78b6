"""Three seasons of a league in virtual time, by people who play at random, vanish and withdraw, in a club that dies.

Everything that happens follows from a seed. What must always hold is looked at every few hours, and what the seasons
come to is counted once more here, from the matches themselves and in another way.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

from club.clocks.control import read_control
from club.club import Club
from club.competitions.progress import JUDGED_WITHIN
from club.competitions.seasons import AT_ONCE, CONTROL, LENGTH, movers
from club.competitions.sheets import Line, Sheet
from club.members.people import Act, Person
from club.play.insight import look_in_thread
from club.refusals import Refusal
from data import competitions, pairings
from data.competitions import SectionRow, StageRow, StageStatus
from data.pairings import PairingRow, Result
from data.store import Store
from data.transaction import Job
from engines.messages import Study
from rules.catalogue import GAMES
from tests.ample import AMPLE

HOUR, DAY = 3600.0, 24 * 3600.0
START = 1_700_000_000.0
GUILD, CHANNEL, ORGANISER = 10, 11, 999
SEASONS = 3
DEATHS = 0.004
"""How probable it is that a process dies just before a commit, and just after it."""


class Killed(BaseException):
    """The process is gone."""


@dataclass
class Habits:
    """How a member plays: how probably they move when it is their turn, and whether they ever begin."""

    eager: float
    vanishes: bool = False


async def glance(study: Study) -> Any:
    """Look at positions with a fraction of the usual effort."""
    return await look_in_thread(replace(study, part=50 * study.part))


class Played:
    """The league, its members, and two processes that see to it."""

    def __init__(self, store: Store, seed: int, time: list[float]) -> None:
        self.store = store
        self.random = random.Random(seed)
        self.time = time
        self.acts = count(1)
        self.people = [Person(number, f"P{number}") for number in range(1, self.random.randint(12, 20))]
        self.habits = {person.id: Habits(self.random.uniform(0.1, 0.5)) for person in self.people}
        self.habits[self.random.choice(self.people).id].vanishes = True
        self.write = store.write
        self.deaths = 0
        self.spares = [Person(500 + number, f"Spare {number}") for number in range(3)]
        self.known: dict[int, tuple[tuple[int, int], dict[int, tuple[int, int]]]] = {}
        self.ended = set[int]()
        store.write = self.dying  # type: ignore[method-assign]
        self.clubs = [self.fresh(), self.fresh()]

    def now(self) -> float:
        return self.time[0]

    def fresh(self) -> Club:
        """A process that has just been started."""
        return Club(
            self.store, now=self.now, chance=self.random.randrange,
            secret=lambda: self.random.randbytes(32), look=glance, limits=AMPLE,
        )  # fmt: skip

    async def dying(self, job: Job[Any]) -> Any:
        """Store something, but for a process that dies before, or just after."""
        if self.random.random() < DEATHS:
            raise Killed
        result = await self.write(job)
        if self.random.random() < DEATHS:
            raise Killed
        return result

    async def do(self, number: int, work: str, *args: Any, **options: Any) -> Any:
        """Let one of the processes do something; one that dies of it is started anew, and nobody tries again."""
        room, _, use_case = work.partition(".")
        try:
            return await getattr(getattr(self.clubs[number], room), use_case)(*args, **options)
        except Refusal:
            return None
        except Killed:
            self.deaths += 1
            self.clubs[number] = self.fresh()
            return None

    async def play(self) -> None:
        """Play the seasons."""
        control = read_control(CONTROL)
        assert control is not None
        while not await self.store.read(lambda tx: competitions.of_server(tx, GUILD)):
            await self.do(
                0, "competitions.create", name="Autumn", game=GAMES["binar"], options={"size": 3},
                control=control, hour=18, organiser=Act(ORGANISER, next(self.acts)), place=(GUILD, CHANNEL),
            )  # fmt: skip
        while not any(
            stage.number == SEASONS - 1 and stage.status is StageStatus.OVER for stage in await self.stages()
        ):
            await self.hours()
            self.time[0] += self.random.uniform(1, 6) * HOUR

    async def stages(self) -> list[StageRow]:
        return await self.store.read(lambda tx: competitions.stages_of(tx, 1))

    async def sections(self, stage_id: int) -> list[SectionRow]:
        return await self.store.read(lambda tx: competitions.sections_of(tx, stage_id))

    async def hours(self) -> None:
        """What happens in some hours."""
        for number in range(2):
            if self.random.random() < 0.02:
                self.clubs[number] = self.fresh()
        await asyncio.gather(*(self.do(number, "progress.due") for number in range(2)))
        for stage in await self.stages():
            if stage.status is StageStatus.OPEN:
                await self.sign_up(stage)
            elif stage.status is StageStatus.RUNNING:
                await self.come_and_go(stage)
        for row in await self.running():
            await self.move(row["id"])
        await asyncio.gather(*(self.do(number, "clocks.due") for number in range(2)))
        await self.look()

    async def running(self) -> list[dict[str, Any]]:
        return await self.store.read(
            lambda tx: tx.all("SELECT id FROM match WHERE status = 'running' ORDER BY id")
        )

    async def sign_up(self, stage: StageRow) -> None:
        for person in self.people:
            if self.random.random() < 0.2:
                await self.do(0, "competitions.join", stage.id, person)
        if self.random.random() < 0.02:
            await self.do(1, "competitions.leave", stage.id, self.random.choice(self.people).id)

    async def come_and_go(self, stage: StageRow) -> None:
        """Somebody may withdraw, be forgotten, take a free place; the organiser may rule and take that back."""
        for section in await self.sections(stage.id):
            sheet = await self.clubs[0].competitions.sheet(section.id)
            line = self.random.choice(sheet.lines)
            if self.random.random() < 0.004:
                await self.do(0, "competitions.withdraw", section.id, line.entrant.user_id)
            for free in [each.entrant for each in sheet.lines if each.entrant.absent_at is not None]:
                if self.spares and self.random.random() < 0.3:
                    spare = self.spares.pop()
                    self.habits[spare.id] = Habits(0.3)
                    await self.do(1, "competitions.take_place", section.id, free.id, spare)
            pairing = self.random.choice(sheet.pairings)
            if self.random.random() < 0.02:
                ruling = self.random.choice([*Result, None])
                await self.do(0, "competitions.rule", pairing.id, ruling, by=ORGANISER)

    async def move(self, match_id: int) -> None:
        """Whoever is to move may do so, give up, or claim."""
        club = self.clubs[self.random.randrange(2)]
        try:
            table = await club.matches.get(match_id)
            seat = table.turn
            if seat is None:
                return
            mover, other = table.player(seat).user_id, table.player(1 - seat).user_id
            if table.row.deadline_at is not None and table.row.deadline_at < self.now():
                if self.random.random() < 0.2:
                    await self.do(0, "silences.claim", match_id, Act(other, next(self.acts)), win=True)
                return
            habits = self.habits[mover]
            if habits.vanishes or self.random.random() > habits.eager:
                return
            if self.random.random() < 0.02:
                await self.do(1, "matches.resign", match_id, Act(mover, next(self.acts)))
                return
            move = self.random.choice(table.match.moves())
            await self.do(0, "matches.play", match_id, Act(mover, next(self.acts)), move)
        except Refusal:
            return

    async def look(self) -> None:
        """Hold what must hold at any time."""
        counts = Counter[int]()
        seats = await self.store.read(
            lambda tx: tx.all(
                "SELECT user_id FROM seat JOIN match ON match.id = seat.match_id WHERE status = 'running'"
            )
        )
        counts.update(row["user_id"] for row in seats)
        assert all(number <= AT_ONCE for number in counts.values()), counts
        for stage in await self.stages():
            if stage.status is StageStatus.OVER:
                self.over(stage)
            for section in await self.sections(stage.id):
                sheet = await self.clubs[0].competitions.sheet(section.id)
                await self.narrow(sheet)
                assert counted_again(sheet, await self.ends(sheet)) == [
                    as_counted(line) for line in sheet.lines
                ]
                if stage.status is StageStatus.OVER:
                    assert all(pairing.counts is not None for pairing in sheet.pairings)

    def over(self, stage: StageRow) -> None:
        """A season ends on its date: within the hours that judging may take, and until somebody looks."""
        if stage.id in self.ended:
            return
        self.ended.add(stage.id)
        starts, closes = (datetime.fromtimestamp(at, UTC) for at in (stage.starts_at, stage.closes_at))
        assert (starts.hour, closes.hour, (closes.date() - starts.date()).days) == (18, 18, LENGTH)
        assert 0 <= self.now() - stage.closes_at <= JUDGED_WITHIN + 12 * HOUR

    async def narrow(self, sheet: Sheet) -> None:
        """The ranks that are possible only narrow, but for what is in the log, and for matches that count nothing.

        Nor where somebody who has withdrawn has by now played enough for their matches to count.
        """
        nothing = sum(pairing.counts is Result.NONE for pairing in sheet.pairings)
        log = await self.store.read(lambda tx: pairings.logged(tx, sheet.section.id, 1000))
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

    async def ends(self, sheet: Sheet) -> dict[int, dict[str, Any]]:
        """What the matches of a section say themselves of their end."""
        ids = [pairing.match_id for pairing in sheet.pairings if pairing.match_id is not None]
        found = await self.store.read(
            lambda tx: tx.all("SELECT id, status, winner, reason, turn FROM match ORDER BY id")
        )
        return {row["id"]: row for row in found if row["id"] in ids}


def counted_again(sheet: Sheet, ends: dict[int, dict[str, Any]]) -> list[tuple[int, int, int, int, int]]:
    """The table of a section, counted from the matches in another way: entrant, rank, points, played, wins."""
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
        (each, 1 + sum(keys[other] > keys[each] for other in ids), points[each],
         sum(one == each for one, _, _ in games), wins[each])
        for each in ids
    ]  # fmt: skip


def scores(pairing: PairingRow, ends: dict[int, dict[str, Any]]) -> Sequence[tuple[int, int, int]]:
    """What a pairing gives to each of its two, from its match, if it was played to an end and nobody ruled on it."""
    row = ends.get(pairing.match_id or 0)
    counts = pairing.ruling or pairing.result
    if pairing.ruling is None and not pairing.judged and row is not None and row["status"] == "over":
        if row["winner"] is not None:
            assert counts is (Result.FIRST, Result.SECOND)[row["winner"]]
        elif row["reason"] not in ("ended.unclaimed", "ended.judged", "ended.season"):
            assert counts in (Result.DRAW, Result.NONE)
    if counts is None or counts is Result.NONE:
        return []
    first = {Result.FIRST: 2, Result.DRAW: 1, Result.SECOND: 0}[counts]
    return [(pairing.first_id, pairing.second_id, first), (pairing.second_id, pairing.first_id, 2 - first)]


def as_counted(line: Line) -> tuple[int, int, int, int, int]:
    return line.entrant.id, line.row.rank, line.row.points, line.row.played, line.row.wins


async def settled(league: Played) -> None:
    """Hold what must hold once the seasons are over: everybody met everybody once, and nobody rose by two sections."""
    before: dict[int, tuple[int, int, int]] = {}
    for number in range(1, SEASONS + 1):
        sections = await league.sections(number)
        now: dict[int, tuple[int, int, int]] = {}
        pairs = Counter[frozenset[int]]()
        for section in sections:
            sheet = await league.clubs[0].competitions.sheet(section.id)
            ids = {line.entrant.id for line in sheet.lines}
            met = Counter(frozenset((each.first_id, each.second_id)) for each in sheet.pairings)
            assert len(met) == len(ids) * (len(ids) - 1) // 2 and set(met.values()) == {1}
            pairs += met
            for place, line in enumerate(sheet.lines):
                now[line.entrant.user_id] = section.number, place, len(ids)
        assert 4 <= min(len(sections) and size for _, _, size in now.values()) <= 7
        for user_id in now.keys() & before.keys():
            level, place, size = before[user_id]
            assert now[user_id][0] >= level - 1
            if level == 0 and place < size - movers(size) and now[user_id][2] >= size:
                assert now[user_id][0] == 0
        before = now
