"""Automatic steps of competitions.

What is due, their kinds know; matches that are to begin begin here. Each step is one
transaction of one competition, which it claims: it happens once, however many processes look and
whenever they die. Slow work, the judging of matches, comes between two steps, under a lease.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from club.clocks.time_control import read_control
from club.competitions.competition_step import CompetitionStep, StageFollower
from club.competitions.judge import MatchJudge
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.redraws import pairing_post, redraw_section
from club.members.quotas import Limits
from club.play.after.analysis import Analyses
from club.play.match.followers import MatchBeginning
from club.play.match.match_starts import new_match, seat_players
from club.play.match.matches import MatchChange, Matches
from club.play.match.posts import Post
from club.play.match.rated_rule import of_match as rated_match
from club.refusals import Refusal, Stale
from data.competitions import competitions, pairings, teams
from data.competitions.competitions import CompetitionRow
from data.competitions.pairings import Meeting
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.members import servers
from data.outbox.post_kinds import PostKind
from data.play import matches, whereabouts
from data.play.matches import EventKind
from data.play.places import Place
from data.standing.rated_rows import RATED
from rules.catalogue import GAMES
from rules.match import Match

BEGUN_AT_ONCE: Final = 10
"""Matches that begin in one transaction: others write in between."""
LEASE: Final = 300.0
"""Seconds after which matches are judged once more, if judging did not finish."""
HELD: Final = 5.0
"""Seconds until the next look at what is left, if another process has it in hand."""


class CompetitionScheduler:
    """Takes the steps of competitions that are due.

    `secret` draws the bytes that decide a match's shuffles. The `follower` hears what starts and what
    is over.
    """

    def __init__(
        self,
        matches: Matches,
        insight: Analyses,
        follower: StageFollower,
        *,
        limits: Limits,
        secret: Callable[[], bytes],
    ) -> None:
        self._matches = matches
        self._follower = follower
        self._judging = MatchJudge(matches, insight)
        self._store = matches.store
        self._now = matches.now
        self._limits = limits
        self._secret = secret

    async def due(self) -> float | None:
        """Do all that is due; return when something is next, `None` if nothing ever is."""
        while True:
            at = await self._store.read(competitions.next_due)
            if at is None or at > self._now():
                return at
            step = await self._step()
            if step is None:  # another process sees to it
                return self._now() + HELD
            await self._finish(step)

    async def _step(self) -> CompetitionStep | None:
        secrets = [self._secret() for _ in range(BEGUN_AT_ONCE)]

        async def job(tx: Transaction) -> CompetitionStep | None:
            row = await competitions.claim(tx, self._now())
            return None if row is None else await self._take_step(tx, row, secrets)

        return await self._store.write(job)

    async def _finish(self, step: CompetitionStep) -> None:
        """Do what a step has left to do."""
        self._matches.wake()
        self._follower.ring()
        self._matches.tell_followers(step.begun)
        for pairing_id, match_id in step.adrift:
            await self._bring(pairing_id, match_id, step.place)
        for match_id in step.void:
            await self._judging.take_back(match_id)
        for match_id, result in step.settled:
            await self._judging.settle(match_id, result)
        for meeting in step.free:
            await self._judging.free(meeting.pairing_id, meeting.match_id or 0)
        for meeting, seat in step.unanswered:
            await self._judging.forfeit_unanswered(meeting.pairing_id, meeting.match_id or 0, seat)
        for meeting in step.judge:
            await self._judging.end(meeting.pairing_id, meeting.match_id or 0, late=step.late)
        if step.ends:
            await self._store.write(lambda tx: competitions.hurry(tx, step.competition_id, self._now()))

    async def _bring(self, pairing_id: int, match_id: int, place: Place) -> None:
        """Move a match that has lost its place to where its competition is.

        It goes on in a thread of its own, as at first.
        """
        try:
            table = await self._matches.load(match_id)
        except (Refusal, Unreadable):
            return
        if table.is_suspended:
            post = Post(PostKind.PLACE, payload={"pairing": pairing_id, "since": table.row.version})
            text = f"{table.row.guild_id}/{table.row.place_id}"
            change = MatchChange(EventKind.PLACE, None, None, [post], text=text, place=place)
            with suppress(Stale):  # another process was faster: it is checked once more
                await self._matches.append(table, table.match.copy(), change)

    async def _take_step(
        self, tx: Transaction, row: CompetitionRow, secrets: Sequence[bytes]
    ) -> CompetitionStep:
        """Do one step of a competition, and plan its next one."""
        now = self._now()
        step = CompetitionStep(
            row.id,
            Place(row.guild_id, row.channel_id),
            self._now,
            self._follower,
            partial(self._begin, secrets),
            settled=await pairings.settled_matches(tx, row.id),
            adrift=await whereabouts.stranded_matches(tx, row.id, BEGUN_AT_ONCE),
        )
        following = await kind_of(row).step(tx, row, step)
        await competitions.plan(tx, row.id, now + LEASE if step.ends else now if step.again else following)
        return step

    async def _begin(
        self, secrets: Sequence[bytes], tx: Transaction, row: CompetitionRow, step: CompetitionStep
    ) -> None:
        """Begin the matches that are to begin, as far as both players have few enough."""
        counts: dict[int, int] = {}
        control = read_control(row.control)
        at_once = kind_of(row).at_once(control)
        of = row.id if control is not None and control.is_live else None
        for meeting in await pairings.waiting(tx, row.id):
            for user_id in meeting.user_ids:
                if user_id not in counts:
                    counts[user_id] = await pairings.running_of(tx, user_id, competition_id=of)
            if max(counts[user_id] for user_id in meeting.user_ids) >= at_once:
                continue
            if len(step.begun) == len(secrets):
                step.again = True
                return
            await self._begin_one(tx, row, meeting, step, secrets[len(step.begun)])
            for user_id in meeting.user_ids:
                counts[user_id] += 1

    async def _begin_one(
        self, tx: Transaction, row: CompetitionRow, meeting: Meeting, step: CompetitionStep, secret: bytes
    ) -> None:
        now = self._now()
        match = Match(GAMES[row.game], await _options(tx, row, meeting), secret)
        people = await pairings.people(tx, meeting.pairing_id)
        rated, guests = None, await teams.seats_of_guests(tx, meeting.pairing_id)
        if not guests and (await servers.get(tx, row.guild_id)).ratings == RATED:
            rated = await rated_match(tx, row.guild_id, meeting.user_ids, now=now, limits=self._limits)
        new = new_match(match, Place(row.guild_id, row.channel_id), rated=rated)
        kind, control = kind_of(row), read_control(row.control)
        more = await kind.extra_time(tx, row, meeting, control)
        season = kind.season(meeting)
        made = await seat_players(tx, new, people, control, now, season=season, guests=guests, more=more)
        await pairings.begin(tx, meeting.pairing_id, made.id)
        await redraw_section(tx, meeting.section_id, now)
        step.begun += await self._matches.begin(
            tx, MatchBeginning(made, match, pairing_post(meeting.pairing_id))
        )


async def _options(tx: Transaction, row: CompetitionRow, meeting: Meeting) -> dict[str, object]:
    """Return the options of a match that begins.

    They are those of the game before it, if two entrants meet in several games. Chance decisions made
    there, such as an opening, stay the same; cards are dealt anew.
    """
    options: dict[str, object] = json.loads(row.options)
    before = await kind_of(row).game_before(tx, meeting.pairing_id)
    try:
        first = None if before is None else await matches.get(tx, before)
    except Unreadable:  # damage to that game must not keep all others waiting
        first = None
    if first is None:
        return options
    settled = Match(GAMES[row.game], options, first.secret).settled_options
    return {name: settled[name] for name in options}
