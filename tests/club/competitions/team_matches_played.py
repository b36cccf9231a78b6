"""A match of two servers and its rematch in virtual time, in a club that dies.

Its people play at random, vanish and leave. Everything that happens follows from a seed. The
score of a match is counted once more here, from its boards alone.
"""

from itertools import pairwise

from club.clocks.time_control import parse_control
from club.competitions.crosstable import Crosstable
from club.competitions.lookup import Official
from club.competitions.teams import TeamDraft
from club.members.people import Act, Person
from data.competitions import competitions, teams
from data.competitions.competitions import CompetitionRow, StageRow, StageStatus
from data.competitions.pairings import PairingResult
from data.database.store import Store
from data.play.matches import MatchStatus
from rules.catalogue import GAMES
from tests.club.competitions.seasons_played import CHANNEL, GUILD, HOUR, ORGANISER, Played, Size

AWAY = 20
"""The other server."""
CAPTAIN = 998
BOARDS = 8
WAIT = 24 * HOUR
"""Seconds from the making of a match to its start."""


class TeamsPlayed(Played):
    """The match and its rematch.

    `leaves` says which server leaves in the rematch, if one does.
    """

    def __init__(self, store: Store, seed: int, time: list[float], leaves: int | None) -> None:
        super().__init__(store, seed, time, Size(20, 0, 2))
        self.leaves = leaves
        self.left = False

    async def play(self) -> None:
        """Play the match, then its rematch."""
        await self.arrange()
        await self.through(1)
        while await self.store.read(lambda tx: competitions.find_rematch(tx, 1)) is None:
            [section] = await self.sections(1)
            act = Act(CAPTAIN, next(self.acts))
            await self.do(0, lambda club: club.competitions.teams.make_rematch, section.id, act)
        await self.through(2)

    async def arrange(self) -> None:
        """Make the match, and accept it."""
        control = parse_control("3d+1d")
        assert control is not None
        while not await self.store.read(lambda tx: competitions.list_for_server(tx, GUILD)):
            await self.do(
                0,
                lambda club: club.competitions.teams.create,
                drafts=(TeamDraft("Home", ORGANISER), None),
                boards=BOARDS,
                game=GAMES["binar"],
                options={"size": 3},
                control=control,
                starts_in=WAIT,
                organiser=Act(ORGANISER, next(self.acts)),
                place=(GUILD, CHANNEL),
            )
        while (guest := (await self.store.read(lambda tx: teams.list_for_competition(tx, 1)))[1]).is_pending:
            await self.do(
                1,
                lambda club: club.competitions.teams.accept_invitation,
                guest.code or "",
                Person(CAPTAIN, "Captain"),
                name="Away",
                place=(AWAY, CHANNEL + 1),
            )

    async def row(self, number: int) -> CompetitionRow:
        return await self.store.read(lambda tx: competitions.get(tx, number))

    async def newest(self, number: int) -> StageRow:
        return (await self.store.read(lambda tx: competitions.list_latest_stages(tx, number)))[0]

    async def through(self, number: int) -> None:
        """Play a match from its sign-up to its end."""
        while (stage := await self.newest(number)).status is not StageStatus.OVER or await self.running():
            await self.take_due_steps()
            if stage.status is StageStatus.OPEN:
                await self.join(stage)
            else:
                await self.go_on(number, stage)
            await self.handle_due_clocks()
            self.time[0] += self.random.uniform(1, 6) * HOUR

    async def join(self, stage: StageRow) -> None:
        sides = (await self.clubs[0].competitions.all.load_stage_view(stage.id)).teams
        for number, person in enumerate(self.people):
            team = next(each for each in sides if each.guest == bool(number % 2))
            if self.random.random() < 0.5:
                await self.do(
                    number % 2,
                    lambda club: club.competitions.teams.join,
                    stage.id,
                    team.side,
                    person,
                    guild_id=AWAY if team.guest else GUILD,
                    roles=(),
                )
        people = (await self.clubs[0].competitions.all.load_stage_view(stage.id)).entrants
        if people and self.random.random() < 0.5:
            moved = self.random.choice(people)
            team = next(each for each in sides if each.side == moved.side)
            await self.do(
                1,
                lambda club: club.competitions.teams.move_member,
                stage.id,
                team.side,
                moved.id,
                -1,
                official=Official(team.captain_id or 0),
            )

    async def go_on(self, number: int, stage: StageRow) -> None:
        """Let people move, one withdraw and one be forgotten; perhaps a server leaves."""
        old = self.now() > stage.starts_at + 3 * WAIT
        if old and number == 1 and self.random.random() < 0.2:
            self.forgetful = self.forgetful or self.random.choice(self.people).id
            self.people = [person for person in self.people if person.id != self.forgetful]
            await self.do(0, lambda club: club.privacy.deletion.begin_deletion, self.forgetful)
            await self.do(0, lambda club: club.privacy.deletion.work)
        if old and self.random.random() < 0.1:
            for section in await self.sections(stage.id):
                leaving = self.random.choice(self.people).id
                await self.do(0, lambda club: club.competitions.all.withdraw, section.id, leaving)
        if old and number == 2 and self.leaves is not None and not self.left:
            await self.do(0, lambda club: club.play.places.suspend_server, self.leaves)
            gone = [
                each
                for each in await self.store.read(lambda tx: teams.list_for_competition(tx, 2))
                if each.gone
            ]
            self.left = bool(gone)
        elif self.left and self.leaves == GUILD and self.random.random() < 0.3:
            await self.do(1, lambda club: club.play.places.resume_server, GUILD)
        await self.step_in(stage)
        for match_id, mover, late in await self.running():
            if late and self.random.random() < 0.2:
                await self.claim(match_id, mover)
            elif not late and self.random.random() < self.eager.get(mover, 0.0):
                await self.move(match_id, mover)

    async def step_in(self, stage: StageRow) -> None:
        """Reserves take the places of those who have never moved."""
        for section in await self.sections(stage.id):
            sheet = await self.clubs[0].competitions.all.load_crosstable(section.id)
            for free, reserve in zip(sheet.absent_entrants, sheet.reserves, strict=False):
                away = reserve.side == next(team.side for team in sheet.teams if team.guest)
                if free.side == reserve.side and reserve.user_id > 0 and self.random.random() < 0.5:
                    await self.do(
                        1,
                        lambda club: club.competitions.all.take_over_place,
                        section.id,
                        free.id,
                        Person(reserve.user_id, str(reserve.name)),
                        guild_id=AWAY if away else GUILD,
                    )
                    self.eager[reserve.user_id] = self.eager.get(reserve.user_id) or 0.3


async def check_final(meeting: TeamsPlayed) -> None:
    """Check what must hold once both matches are over.

    Every board was played once, is decided, and counts its result.
    """
    club, first = meeting.clubs[0], []
    for number in (1, 2):
        [section] = await meeting.sections((await meeting.newest(number)).id)
        sheet = await club.competitions.all.load_crosstable(section.id)
        met = [each.pairing.match_id for each in sheet.team_boards]
        assert 2 <= len(met) <= BOARDS and None not in met and len(set(met)) == len(met)
        for one, other in pairwise(sheet.team_boards):
            assert one.pairing.round + 1 == other.pairing.round
        for board in sheet.team_boards:
            row = (await club.play.matches.load(board.pairing.match_id or 0)).row
            guest = next(team.side for team in sheet.teams if team.guest)
            assert [seat.guest for seat in row.seats] == [
                each.side == guest
                for each in (sheet.entrant(board.pairing.first_id), sheet.entrant(board.pairing.second_id))
            ]
            begins = sheet.entrant(board.pairing.first_id).side
            assert begins == (board.number + 1) % 2 and row.rated is None
            assert row.status is MatchStatus.OVER or (meeting.leaves == GUILD and number == 2)
        assert board_points(sheet) == tuple(
            sum(board.points[side] for board in sheet.team_boards if board.points) for side in (0, 1)
        )
        assert all(board.points is not None for board in sheet.team_boards)
        first.append([team.name for team in sheet.teams])
        if number == 2 and meeting.left:
            assert any(team.gone for team in sheet.teams)
    assert first == [["Home", "Away"], ["Away", "Home"]]
    # What a reserve has begun anew is played once more, and all else once.
    made = await meeting.store.read(
        lambda tx: tx.all("SELECT id FROM match WHERE COALESCE(reason, '') <> 'ended.replaced'")
    )
    paired = await meeting.store.read(lambda tx: tx.all("SELECT match_id FROM pairing"))
    assert {row["id"] for row in made} == {row["match_id"] for row in paired}


def board_points(sheet: Crosstable) -> tuple[int, int]:
    """Return the board points of both sides, from the results of the pairings."""
    points = [0, 0]
    for pairing in sheet.pairings:
        sides = [sheet.entrant(each).side for each in (pairing.first_id, pairing.second_id)]
        for side, won in zip(sides, (PairingResult.FIRST, PairingResult.SECOND), strict=True):
            assert side is not None
            points[side] += (
                2 if pairing.effective_result is won else pairing.effective_result is PairingResult.DRAW
            )
    return points[0], points[1]
