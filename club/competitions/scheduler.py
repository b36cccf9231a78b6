"""Automatic steps of competitions.

The kind of a competition decides what is due; matches that are ready begin here. Each step is one
transaction that claims one competition, so it happens exactly once, no matter how many processes
check and when they crash. Slow work, such as judging matches, is done between two steps, under a
lease.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from club.clocks.time_control import parse_control
from club.competitions.competition_step import CompetitionStep, StageFollower
from club.competitions.judge import MatchJudge
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.reckoning.fide import FidePairs, FideRound, pair_fide_round
from club.competitions.redraws import pairing_post, redraw_section
from club.members.quotas import Limits
from club.play.after.analysis import MatchAnalyser
from club.play.match.followers import MatchBeginning
from club.play.match.match_starts import create_match, new_match
from club.play.match.matches import MatchChange, Matches
from club.play.match.posts import Post
from club.play.match.rated_rule import find_rated_status as rated_match
from club.refusals import Refusal, StaleBoard
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

    `secret` draws the random bytes that decide a match's shuffles. The `follower` hears about what
    starts and ends.
    """

    def __init__(
        self,
        matches: Matches,
        analyses: MatchAnalyser,
        follower: StageFollower,
        *,
        limits: Limits,
        secret: Callable[[], bytes],
    ) -> None:
        self._matches = matches
        self._follower = follower
        self._judging = MatchJudge(matches, analyses)
        self._store = matches.store
        self._now = matches.now
        self._limits = limits
        self._secret = secret
        self._paired: dict[int, Mapping[FideRound, FidePairs | None]] = {}

    async def take_due_steps(self) -> float | None:
        """Do everything that is due, and return the time of the next step.

        Return `None` if no step is planned.
        """
        while True:
            at = await self._store.read(competitions.next_due_time)
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
        """Do the follow-up work of a step."""
        self._matches.wake()
        self._follower.ring()
        self._matches.notify_followers(step.begun_matches)
        for pairing_id, match_id in step.stranded_matches:
            await self._move_stranded_match(pairing_id, match_id, step.place)
        for match_id in step.void_match_ids:
            await self._judging.end_taken_back(match_id)
        for match_id, result in step.settled_matches:
            await self._judging.settle(match_id, result)
        for meeting in step.meetings_to_restart:
            await self._judging.end_replaced(meeting.pairing_id, meeting.match_id or 0)
        for meeting, seat in step.unanswered_challenges:
            await self._judging.forfeit_unanswered(meeting.pairing_id, meeting.match_id or 0, seat)
        for meeting in step.meetings_to_judge:
            await self._judging.end(meeting.pairing_id, meeting.match_id or 0, expired=step.judging_expired)
        self._paired.pop(step.competition_id, None)
        if step.round_to_pair is not None:
            # The latest is enough: if a step finds it changed, it asks again.
            found = await asyncio.to_thread(pair_fide_round, step.round_to_pair)
            self._paired[step.competition_id] = {step.round_to_pair: found}
        if step.has_slow_work:
            await self._store.write(
                lambda tx: competitions.bring_forward(tx, step.competition_id, self._now())
            )

    async def _move_stranded_match(self, pairing_id: int, match_id: int, place: Place) -> None:
        """Move a match that has lost its place to its competition's channel.

        It continues in a new thread of its own.
        """
        try:
            table = await self._matches.load(match_id)
        except (Refusal, Unreadable):
            return
        if table.is_suspended:
            post = Post(PostKind.PLACE, payload={"pairing": pairing_id, "since": table.row.version})
            text = f"{table.row.guild_id}/{table.row.place_id}"
            change = MatchChange(EventKind.PLACE, None, None, [post], text=text, place=place)
            with suppress(StaleBoard):  # another process was faster: it is checked once more
                await self._matches.store_change(table, table.match.copy(), change)

    async def _take_step(
        self, tx: Transaction, row: CompetitionRow, secrets: Sequence[bytes]
    ) -> CompetitionStep:
        """Take one step of a competition, and plan the next one."""
        now = self._now()
        step = CompetitionStep(
            row.id,
            Place(row.guild_id, row.channel_id),
            self._now,
            self._follower,
            partial(self._begin, secrets),
            paired_rounds=self._paired.get(row.id, {}),
            settled_matches=await pairings.list_settled_matches(tx, row.id),
            stranded_matches=await whereabouts.list_stranded_matches(tx, row.id, BEGUN_AT_ONCE),
        )
        following = await kind_of(row).take_step(tx, row, step)
        await competitions.schedule(
            tx, row.id, now + LEASE if step.has_slow_work else now if step.has_more else following
        )
        return step

    async def _begin(
        self, secrets: Sequence[bytes], tx: Transaction, row: CompetitionRow, step: CompetitionStep
    ) -> None:
        """Begin the waiting matches of players who do not have too many yet."""
        counts: dict[int, int] = {}
        control = parse_control(row.control)
        at_once = kind_of(row).concurrent_match_limit(control)
        of = row.id if control is not None and control.is_live else None
        for meeting in await pairings.list_waiting(tx, row.id):
            for user_id in meeting.user_ids:
                if user_id not in counts:
                    counts[user_id] = await pairings.count_running(tx, user_id, competition_id=of)
            if max(counts[user_id] for user_id in meeting.user_ids) >= at_once:
                continue
            if len(step.begun_matches) == len(secrets):
                step.has_more = True
                return
            await self._begin_one(tx, row, meeting, step, secrets[len(step.begun_matches)])
            for user_id in meeting.user_ids:
                counts[user_id] += 1

    async def _begin_one(
        self, tx: Transaction, row: CompetitionRow, meeting: Meeting, step: CompetitionStep, secret: bytes
    ) -> None:
        now = self._now()
        match = Match(GAMES[row.game], await _options(tx, row, meeting), secret)
        people = await pairings.get_players(tx, meeting.pairing_id)
        rated, guests = None, await teams.guest_seats(tx, meeting.pairing_id)
        if not guests and (await servers.get(tx, row.guild_id)).ratings == RATED:
            rated = await rated_match(tx, row.guild_id, meeting.user_ids, now=now, limits=self._limits)
        new = new_match(match, Place(row.guild_id, row.channel_id), rated=rated)
        kind, control = kind_of(row), parse_control(row.control)
        more = await kind.extra_time(tx, row, meeting, control)
        season = kind.playing_period(meeting)
        made = await create_match(
            tx, new, people, control, now, season=season, guests=guests, extra_seconds=more
        )
        await pairings.set_match(tx, meeting.pairing_id, made.id)
        await redraw_section(tx, meeting.section_id, now)
        step.begun_matches += await self._matches.begin(
            tx, MatchBeginning(made, match, pairing_post(meeting.pairing_id))
        )


async def _options(tx: Transaction, row: CompetitionRow, meeting: Meeting) -> dict[str, object]:
    """Return the options for a new match.

    If two entrants play several games, they are the options of the previous game: its chance decisions,
    such as an opening, stay the same, but cards are dealt anew.
    """
    options: dict[str, object] = json.loads(row.options)
    before = await kind_of(row).load_previous_game(tx, meeting.pairing_id)
    try:
        first = None if before is None else await matches.get(tx, before)
    except Unreadable:  # damage to that game must not keep all others waiting
        first = None
    if first is None:
        return options
    settled = Match(GAMES[row.game], options, first.secret).settled_options
    return {name: settled[name] for name in options}
