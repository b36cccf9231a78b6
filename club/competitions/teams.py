"""Actions of members that are special to team matches.

They make one, invite another server, join a side, order its line-up and play again.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.clocks.time_control import TimeControl
from club.competitions.absences import check_member
from club.competitions.kinds.kind import rated_points
from club.competitions.kinds.teams import TeamMatchKind
from club.competitions.lookup import Official, section_of, stage_of
from club.competitions.redraws import redraw_stage, redraw_table
from club.competitions.team_boards import TEAM, in_order, of_side
from club.competitions.tournaments import PER_SERVER, make, new_competition
from club.competitions.writer import Writer
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
from data.play.matches import MatchStatus
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
    """A team being made: its name, its captain, and the role of its members, if any."""

    name: str
    captain_id: int
    role_id: int | None = None


@dataclass(frozen=True, slots=True)
class LineUp:
    """A team that has not started, in the order of its boards.

    Those beyond `boards` wait as reserves.
    """

    stage: StageRow
    team: TeamRow
    people: Sequence[EntrantRow]
    boards: int


class TeamMatches(Writer):
    """The team matches of all servers.

    `secret` draws the bytes of which a code is made.
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
        named: tuple[TeamDraft, TeamDraft | None],
        boards: int,
        game: AnyGame,
        options: Mapping[str, object],
        control: TimeControl,
        starts_in: float,
        organiser: Act,
        place: tuple[int, int],
    ) -> CompetitionRow:
        """Make a team match in a server's channel (`place`).

        It starts in `starts_in` seconds. Without a second team it is against another server: a member there
        enters its code. Raises `Refusal`, or the game's `BadOption`.
        """
        home, other = named
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
            row = await self._make_match(tx, new, organiser, now + starts_in)
            if await teams.of_competition(tx, row.id):
                return row  # by this very interaction
            for side, each in enumerate(named):
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

    async def stage_of(self, competition_id: int) -> int:
        """Return the stage of a team match."""
        return (await self._store.read(lambda tx: competitions.stages_of(tx, competition_id)))[0].id

    async def invitation(self, stage_id: int, *, by: Official) -> TeamRow:
        """Return the side of a match that another server is invited to, with its code.

        Raises `Refusal` for anyone but an organiser, and if no server is awaited.
        """

        async def job(tx: Transaction) -> TeamRow:
            stage = await self._open(tx, stage_id)
            row = await competitions.get(tx, stage.competition_id)
            guest = next((each for each in await teams.of_competition(tx, row.id) if each.is_pending), None)
            by.check(row)
            if guest is None:
                raise Refusal("team.invited")
            return guest

        return await self._store.read(job)

    async def accept(self, code: str, who: Person, *, name: str, place: tuple[int, int]) -> CompetitionRow:
        """Let a server play as a guest in the match of a code, with cards in `place`.

        The member who enters the code is its captain. Raises `Refusal` if the code is not good here.
        """
        guild_id, _ = place

        async def job(tx: Transaction) -> CompetitionRow:
            guest = await teams.by_code(tx, code.strip().upper().replace("-", ""))
            if guest is None or guest.code_until is None or guest.code_until <= self._now():
                raise Refusal("team.code")
            row = await competitions.get(tx, guest.competition_id)
            [stage, *_] = await competitions.stages_of(tx, row.id)
            if stage.status is not StageStatus.OPEN:
                raise Refusal("team.code")
            if row.guild_id == guild_id:
                raise Refusal("team.here")
            await servers.hold(tx, guild_id)
            if len(await teams.guests_of(tx, guild_id)) >= PER_SERVER:
                raise Refusal("league.many", limit=PER_SERVER)
            await teams.accept(tx, guest.id, place, captain_id=who.id, name=name)
            await self._name(tx, row)
            await redraw_stage(tx, stage.id, self._now())
            return row

        return await self._write(job)

    async def join(
        self, stage_id: int, side: int, who: Person, *, guild_id: int | None, roles: Collection[int]
    ) -> TeamRow:
        """Let a member play for a side, and no longer for the other; return the side.

        Raises `Refusal` if they may not join it: it is another server's, is for a role that is none of
        their `roles`, is full, or has started.
        """

        async def job(tx: Transaction) -> TeamRow:
            stage = await self._open(tx, stage_id)
            row = await competitions.get(tx, stage.competition_id)
            team = await self._side(tx, row, side)
            check_member(row, team, guild_id, roles)
            await entrants.join(tx, stage.id, who.id, who.name, at=self._now())
            entrant = await entrants.entrant_of(tx, stage.id, who.id)
            assert entrant is not None  # they have just joined
            if entrant.side != side:
                if len(of_side(await entrants.of_stage(tx, stage.id), side)) >= TEAM:
                    raise Refusal("league.full", limit=TEAM)
                await teams.join(tx, entrant.id, side)
                await redraw_stage(tx, stage.id, self._now())
            return team

        return await self._write(job)

    async def line_up(self, stage_id: int, side: int, *, by: Official) -> LineUp:
        """Return a team in line-up order for a member who leads it.

        A team is led by its captain, by anyone who may manage its server, and for the home server's teams
        by the organiser. Raise `Refusal` for others.
        """
        return await self._store.read(lambda tx: self._line_up(tx, stage_id, side, by))

    async def move(
        self, stage_id: int, side: int, entrant_id: int, way: int | None, *, by: Official
    ) -> LineUp:
        """Move a team member down by `way` boards, or out of the team (`None`).

        Return the team. Raises `Refusal` for a member who does not lead it, and if the moved member has
        left it.
        """

        async def job(tx: Transaction) -> LineUp:
            before = await self._line_up(tx, stage_id, side, by)
            people = list(before.people)
            at = next((place for place, each in enumerate(people) if each.id == entrant_id), None)
            if at is None:
                raise Refusal("league.gone")
            moved = people.pop(at)
            if way is None:
                await entrants.leave(tx, moved.id)
            else:
                people.insert(min(max(at + way, 0), len(people)), moved)
                for place, each in enumerate(people):
                    await teams.line_up(tx, each.id, place)
            await redraw_stage(tx, stage_id, self._now())
            return await self._line_up(tx, stage_id, side, by)

        return await self._write(job)

    async def rematch(self, section_id: int, who: Act, *, manages: int | None = None) -> CompetitionRow:
        """Make the rematch of a match that is over.

        Both teams sign up anew, with sides swapped. Raises `Refusal` for a member who leads neither team
        and manages neither server, and if there is a rematch already.
        """

        async def job(tx: Transaction) -> CompetitionRow:
            _, stage = await section_of(tx, section_id)
            row = await competitions.get(tx, stage.competition_id)
            former = await teams.of_competition(tx, row.id)
            if not any(_leads(Official(who.user_id, manages), row, each) for each in former):
                raise Refusal("team.captain")
            if stage.status is not StageStatus.OVER:
                raise Refusal("rematch.running")
            if any(each.gone for each in former):
                raise Refusal("team.left")
            known = await competitions.rematch_of(tx, row.id)
            mine = await competitions.made_by_interaction(tx, who.interaction_id)
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
            made = await self._make_match(tx, new, who, self._now() + wait)
            if not await teams.of_competition(tx, made.id):
                for each in former:
                    await teams.add(tx, _rematch_team(each, made.id))
                [opened, *_] = await competitions.stages_of(tx, made.id)
                await redraw_stage(tx, opened.id, self._now())
            return made

        return await self._write(job)

    async def send_again(self, match_id: int, user_id: int) -> None:
        """Send a guest their board by direct message once more.

        Raise `Refusal` for everyone else.
        """

        async def job(tx: Transaction) -> None:
            row = await matches.get(tx, match_id)
            seats = (
                [] if row is None else [each for each in row.seats if each.guest and each.user_id == user_id]
            )
            if row is None or not seats or row.status is not MatchStatus.RUNNING:
                raise Refusal("team.board.none")
            known = await preferences.get(tx, user_id)
            await preferences.put(tx, replace(known, dm_closed_at=None))
            await put_post(tx, row.id, row.version, Post(PostKind.HAND, seats[0].seat), self._now())
            await redraw_table(tx, row.id, self._now())

        await self._write(job)

    async def _line_up(self, tx: Transaction, stage_id: int, side: int, by: Official) -> LineUp:
        stage = await self._open(tx, stage_id)
        row = await competitions.get(tx, stage.competition_id)
        team = await self._side(tx, row, side)
        if not _leads(by, row, team):
            raise Refusal("team.captain")
        people = of_side(await entrants.of_stage(tx, stage.id), side)
        ordered = in_order(people, await rated_points(tx, row, people))
        return LineUp(stage, team, ordered, row.boards or 0)

    async def _side(self, tx: Transaction, row: CompetitionRow, side: int) -> TeamRow:
        sides = await teams.of_competition(tx, row.id)
        if side not in range(len(sides)):
            raise Refusal("league.gone")
        return sides[side]

    async def _open(self, tx: Transaction, stage_id: int) -> StageRow:
        """Return the stage of a match that has not started; raise `Refusal` for others."""
        stage = await stage_of(tx, stage_id)
        if stage.status is not StageStatus.OPEN:
            raise Refusal("team.started")
        return stage

    async def _make_match(
        self, tx: Transaction, new: NewCompetition, by: Act, starts_at: float
    ) -> CompetitionRow:
        """Store a team match that closes sign-up when it starts."""
        return await make(
            tx, new, by.interaction_id, starts_at, self._now(), closes_at=starts_at, seen_to_at=starts_at
        )

    async def _name(self, tx: Transaction, row: CompetitionRow) -> None:
        """Let a match be called by both its teams."""
        first, second = await teams.of_competition(tx, row.id)
        await competitions.rename(tx, row.id, match_title(first.name, second.name))

    def _code(self) -> str:
        """Return a new code of sixty bits, which no one guesses while it is good."""
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in self._secret()[:LETTERS])


def _leads(who: Official, row: CompetitionRow, team: TeamRow) -> bool:
    """Whether a member leads a team.

    No one of the home server leads its guests.
    """
    if who.user_id == team.captain_id:
        return True
    if team.guest:
        return who.manages is not None and who.manages == team.guild_id
    return who.user_id == row.organiser_id or who.manages == row.guild_id


def match_title(first: str, second: str) -> str:
    """Return the title of a match of two teams.

    >>> match_title("Red", "Blue")
    'Red – Blue'
    """
    return f"{first} – {second}"


def _rematch_team(team: TeamRow, competition_id: int) -> NewTeam:
    """Return a team as it plays the rematch: on the other side, and without a code."""
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
