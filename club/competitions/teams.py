"""Actions of members in team matches.

They create a team match, invite another server, join a side, change its line-up, and play a
rematch.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.clocks.time_control import TimeControl
from club.competitions.absences import check_may_join_team
from club.competitions.kinds.kind import load_rating_points
from club.competitions.kinds.teams import TeamMatchKind
from club.competitions.lookup import Official, load_section, load_stage
from club.competitions.redraws import redraw_match_table, redraw_stage
from club.competitions.team_boards import TEAM, members_of_side, order_line_up
from club.competitions.tournaments import PER_SERVER, check_scoring, new_competition, store_competition
from club.competitions.writer import CompetitionWriter
from club.members.bars import check_not_barred
from club.members.people import Act, Person
from club.play.match.posts import Post, put_post
from club.refusals import Refusal
from data.competitions import competitions, entrants, teams
from data.competitions.competitions import CompetitionRow, NewCompetition, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.teams import NewTeam, TeamRow
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import preferences, servers
from data.outbox.post_kinds import PostKind
from data.play import matches
from data.play.matches import MatchStatus, SeatRow
from rules.game import AnyGame

NAME: Final = 28
"""Characters of a team's name."""
ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters of a code: none looks like another."""
LETTERS: Final = 12
LEAST_WAIT: Final = 300.0
"""Seconds from a rematch to its start, at least: time to join."""


@dataclass(frozen=True, slots=True)
class TeamDraft:
    """A team to be created: its name, captain, and required role, if any."""

    name: str
    captain_id: int
    role_id: int | None = None


@dataclass(frozen=True, slots=True)
class LineUp:
    """A team that has not started to play, in the order of its boards.

    Members beyond the number of `boards` are reserves.
    """

    stage: StageRow
    team: TeamRow
    people: Sequence[EntrantRow]
    boards: int


class TeamMatches(CompetitionWriter):
    """The team matches of all servers.

    `secret` draws the random bytes for invitation codes.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        wake: Callable[[], None],
        expect: Callable[[], None],
        secret: Callable[[], bytes],
    ) -> None:
        super().__init__(store, now=now, wake=wake, expect=expect)
        self._secret = secret

    async def create(
        self,
        *,
        drafts: tuple[TeamDraft, TeamDraft | None],
        boards: int,
        game: AnyGame,
        options: Mapping[str, object],
        control: TimeControl,
        starts_in: float,
        organiser: Act,
        place: tuple[int, int],
        scoring: str = "usual",
    ) -> CompetitionRow:
        """Create a team match in a server's channel.

        `place` has the ids of the server and the channel. The match starts in `starts_in` seconds. If the
        second draft is `None`, the match is against another server, where a member has to enter its
        invitation code. `scoring` is the name of what the ends of matches are worth. Raises `Refusal`, or the
        game's `BadOption`.
        """
        check_scoring(scoring, game, options)
        home, other = drafts
        if other is None and control.is_live:
            raise Refusal("team.clock")  # direct messages are too slow for it
        name = home.name if other is None else match_title(home.name, other.name)
        new = replace(
            new_competition(TeamMatchKind.key, name, (game, options), control, organiser, place),
            boards=boards,
        )
        code = self._code()

        async def job(tx: Transaction) -> CompetitionRow:
            now = self._now()
            row = await self._make_match(tx, new, organiser, now + starts_in, scoring)
            if await teams.list_for_competition(tx, row.id):
                return row  # by this very interaction
            for side, each in enumerate(drafts):
                made = NewTeam(competition_id=row.id, side=side, name="", captain_id=None, guest=True)
                if each is None:
                    made = replace(made, code=code, code_until=now + starts_in)
                else:
                    made = replace(
                        made, name=each.name, captain_id=each.captain_id, role_id=each.role_id, guest=False
                    )
                await teams.add(tx, made)
            return row

        return await self._write(job)

    async def load_stage_id(self, competition_id: int) -> int:
        """Return the id of a team match's stage."""
        return (await self._store.read(lambda tx: competitions.list_latest_stages(tx, competition_id)))[0].id

    async def load_invitation(self, stage_id: int, *, official: Official) -> TeamRow:
        """Return the side that another server is invited to take, with its code.

        Raises `Refusal` for anyone but an organiser, and if no server is awaited.
        """

        async def job(tx: Transaction) -> TeamRow:
            stage = await self._open(tx, stage_id)
            row = await competitions.get(tx, stage.competition_id)
            guest = next(
                (each for each in await teams.list_for_competition(tx, row.id) if each.is_pending), None
            )
            official.check_may_organise(row)
            if guest is None:
                raise Refusal("team.invited")
            return guest

        return await self._store.read(job)

    async def accept_invitation(
        self, code: str, person: Person, *, name: str, place: tuple[int, int]
    ) -> CompetitionRow:
        """Accept the invitation of a code, and let a server play as the guest.

        Its cards are posted in `place` (server id, channel id). The member who enters the code is the
        guests' captain. Return the match. Raises `Refusal` if the code is not valid here.
        """
        guild_id, _ = place

        async def job(tx: Transaction) -> CompetitionRow:
            guest = await teams.find_by_code(tx, code.strip().upper().replace("-", ""))
            if guest is None or guest.code_until is None or guest.code_until <= self._now():
                raise Refusal("team.code")
            row = await competitions.get(tx, guest.competition_id)
            [stage, *_] = await competitions.list_latest_stages(tx, row.id)
            if stage.status is not StageStatus.OPEN:
                raise Refusal("team.code")
            if row.guild_id == guild_id:
                raise Refusal("team.here")
            await servers.lock(tx, guild_id)
            if len(await teams.list_guests(tx, guild_id)) >= PER_SERVER:
                raise Refusal("league.many", limit=PER_SERVER)
            await teams.accept(tx, guest.id, place, captain_id=person.id, name=name)
            await self._name(tx, row)
            await redraw_stage(tx, stage.id, self._now())
            return row

        return await self._write(job)

    async def join(
        self, stage_id: int, side: int, person: Person, *, guild_id: int | None, roles: Collection[int]
    ) -> TeamRow:
        """Let a member join a side, leaving the other one, and return the team.

        Raises `Refusal` if they may not join it: the team belongs to another server, requires a role that
        is not in their `roles`, is full, or has started to play.
        """

        async def job(tx: Transaction) -> TeamRow:
            stage = await self._open(tx, stage_id)
            row = await competitions.get(tx, stage.competition_id)
            team = await self._side(tx, row, side)
            await check_not_barred(tx, person.id, guild_id, row.guild_id)
            check_may_join_team(row, team, guild_id, roles)
            await entrants.join(tx, stage.id, person.id, person.name, at=self._now())
            entrant = await entrants.find_entrant(tx, stage.id, person.id)
            assert entrant is not None  # they have just joined
            if entrant.side != side:
                if len(members_of_side(await entrants.list_for_stage(tx, stage.id), side)) >= TEAM:
                    raise Refusal("league.full", limit=TEAM)
                await teams.set_side(tx, entrant.id, side)
                await redraw_stage(tx, stage.id, self._now())
            return team

        return await self._write(job)

    async def load_line_up(self, stage_id: int, side: int, *, official: Official) -> LineUp:
        """Return a team in line-up order, for a member who leads it.

        A team is led by its captain, by anyone who may manage its server, and for the home server's teams
        also by the organiser. Raise `Refusal` for all others.
        """
        return await self._store.read(lambda tx: self._load_line_up(tx, stage_id, side, official))

    async def move_member(
        self, stage_id: int, side: int, entrant_id: int, steps: int | None, *, official: Official
    ) -> LineUp:
        """Move a team member some boards down, or out of the team.

        They move down by `steps` boards (up if it is negative), or out of the team if it is `None`. Return
        the team. Raises `Refusal` if the acting member does not lead the team, or the moved one has left
        it.
        """

        async def job(tx: Transaction) -> LineUp:
            before = await self._load_line_up(tx, stage_id, side, official)
            people = list(before.people)
            at = next((place for place, each in enumerate(people) if each.id == entrant_id), None)
            if at is None:
                raise Refusal("league.gone")
            moved = people.pop(at)
            if steps is None:
                await entrants.leave(tx, moved.id)
            else:
                people.insert(min(max(at + steps, 0), len(people)), moved)
                for place, each in enumerate(people):
                    await teams.set_place(tx, each.id, place)
            await redraw_stage(tx, stage_id, self._now())
            return await self._load_line_up(tx, stage_id, side, official)

        return await self._write(job)

    async def make_rematch(
        self, section_id: int, act: Act, *, managed_guild_id: int | None = None
    ) -> CompetitionRow:
        """Create the rematch of a team match that is over.

        Both teams sign up anew, with sides swapped. Raises `Refusal` if the member leads neither team, if
        the match is not over, or if there already is a rematch.
        """

        async def job(tx: Transaction) -> CompetitionRow:
            _, stage = await load_section(tx, section_id)
            row = await competitions.get(tx, stage.competition_id)
            former = await teams.list_for_competition(tx, row.id)
            if not any(_leads(Official(act.user_id, managed_guild_id), row, each) for each in former):
                raise Refusal("team.captain")
            if stage.status is not StageStatus.OVER:
                raise Refusal("rematch.running")
            if any(each.gone for each in former):
                raise Refusal("team.left")
            known = await competitions.find_rematch(tx, row.id)
            mine = await competitions.find_by_interaction(tx, act.interaction_id)
            if known is not None and known != mine:
                raise Refusal("team.rematch")
            first, second = former
            new = NewCompetition(
                guild_id=row.guild_id,
                channel_id=row.channel_id,
                kind=row.kind,
                name=match_title(second.name, first.name),
                organiser_id=row.organiser_id,
                game=row.game,
                options=row.options,
                control=row.control,
                hour=row.hour,
                boards=row.boards,
                rematch_of=row.id,
            )
            wait = max(stage.starts_at - row.created_at, LEAST_WAIT)
            made = await self._make_match(tx, new, act, self._now() + wait, stage.scoring)
            if not await teams.list_for_competition(tx, made.id):
                for each in former:
                    await teams.add(tx, _rematch_team(each, made.id))
                [opened, *_] = await competitions.list_latest_stages(tx, made.id)
                await redraw_stage(tx, opened.id, self._now())
            return made

        return await self._write(job)

    async def resend_board(self, match_id: int, user_id: int) -> None:
        """Send a guest the board of their match by direct message once more.

        Raise `Refusal` if the user is not a guest in a running match.
        """

        async def job(tx: Transaction) -> None:
            row = await matches.get(tx, match_id)
            seats: list[SeatRow] = (
                [] if row is None else [each for each in row.seats if each.guest and each.user_id == user_id]
            )
            if row is None or not seats or row.status is not MatchStatus.RUNNING:
                raise Refusal("team.board.none")
            known = await preferences.get(tx, user_id)
            await preferences.put(tx, replace(known, dm_closed_at=None))
            await put_post(tx, row.id, row.version, Post(PostKind.HAND, seats[0].seat), self._now())
            await redraw_match_table(tx, row.id, self._now())

        await self._write(job)

    async def _load_line_up(self, tx: Transaction, stage_id: int, side: int, by: Official) -> LineUp:
        stage = await self._open(tx, stage_id)
        row = await competitions.get(tx, stage.competition_id)
        team = await self._side(tx, row, side)
        if not _leads(by, row, team):
            raise Refusal("team.captain")
        people = members_of_side(await entrants.list_for_stage(tx, stage.id), side)
        ordered = order_line_up(people, await load_rating_points(tx, row, people))
        return LineUp(stage, team, ordered, row.boards or 0)

    async def _side(self, tx: Transaction, row: CompetitionRow, side: int) -> TeamRow:
        sides = await teams.list_for_competition(tx, row.id)
        if side not in range(len(sides)):
            raise Refusal("league.gone")
        return sides[side]

    async def _open(self, tx: Transaction, stage_id: int) -> StageRow:
        """Return a stage that is open for sign-up; raise `Refusal` if it is not."""
        stage = await load_stage(tx, stage_id)
        if stage.status is not StageStatus.OPEN:
            raise Refusal("team.started")
        return stage

    async def _make_match(
        self, tx: Transaction, new: NewCompetition, by: Act, starts_at: float, scoring: str
    ) -> CompetitionRow:
        """Store a team match that closes sign-up when it starts."""
        return await store_competition(
            tx,
            new,
            by.interaction_id,
            starts_at,
            self._now(),
            closes_at=starts_at,
            first_step_at=starts_at,
            scoring=scoring,
        )

    async def _name(self, tx: Transaction, row: CompetitionRow) -> None:
        """Name a match after both of its teams."""
        first, second = await teams.list_for_competition(tx, row.id)
        await competitions.rename(tx, row.id, match_title(first.name, second.name))

    def _code(self) -> str:
        """Return a new code of sixty bits, too long to guess while it is valid."""
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in self._secret()[:LETTERS])


def _leads(who: Official, row: CompetitionRow, team: TeamRow) -> bool:
    """Whether a member leads a team.

    The organiser and managers of the home server do not lead the guests' team.
    """
    if who.user_id == team.captain_id:
        return True
    if team.guest:
        return who.managed_guild_id is not None and who.managed_guild_id == team.guild_id
    return who.user_id == row.organiser_id or who.managed_guild_id == row.guild_id


def match_title(first: str, second: str) -> str:
    """Return the title of a match between two teams.

    >>> match_title("Red", "Blue")
    'Red – Blue'
    """
    return f"{first} – {second}"


def _rematch_team(team: TeamRow, competition_id: int) -> NewTeam:
    """Return a team for the rematch: on the other side, and without a code."""
    return NewTeam(
        competition_id=competition_id,
        side=1 - team.side,
        name=team.name,
        captain_id=team.captain_id,
        role_id=team.role_id,
        guest=team.guest,
        guild_id=team.guild_id,
        channel_id=team.channel_id,
    )
