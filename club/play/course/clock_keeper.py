"""What clocks do by themselves, and what players do to them.

The bot reminds players, notices when a player's time is up, adjourns matches that no player claims, and
gives back time that was lost because the bot was away.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from club.clocks.clock import NOTICE, rest_event_text
from club.clocks.rest import QUIET_DAYS, Rest
from club.clocks.time_control import parse_control
from club.members.people import Act
from club.play.match.clock_journal import AWAY_AFTER, ClockJournal, TimeNotUp, end_absence, is_bot_away
from club.play.match.match_acts import once_per_act
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.posts import Post, end_posts, put_post, put_redraw
from club.refusals import Refusal
from data.competitions import pairings
from data.database import presence
from data.database.errors import StoreError, Unreadable
from data.database.transaction import Transaction
from data.learning import learners
from data.members import preferences
from data.outbox.post_kinds import PostKind
from data.play import clocks, listing, matches, quarantine
from data.play.clocks import ClockEventKind
from data.play.matches import EventKind, EventRow, MatchRow
from words import discord_timestamp

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""Matches that are seen to at a time; the next ones follow at once."""
LEASE: Final = 60.0
"""Seconds for which no other process handles a match that is in hand."""
LOOK_AGAIN: Final = 600.0
"""Seconds until a match is checked again while the bot is away for its server.

The time of such a match is up by the clock.
"""


class ClockKeeper:
    """Handles clocks that are due, and players' acts on clocks.

    `owner` is the name of this process, under which it claims matches.
    """

    def __init__(self, matches: Matches, *, owner: str) -> None:
        self.matches = matches
        self._store = matches.store
        self._now = matches.now
        self._owner = owner
        self._last_absence = 0

    @once_per_act
    async def give_time(self, table: Table, act: Act) -> Table:
        """Give more time to an opponent whose time is up; return the match.

        The amount is fixed by the time control. Raise `Refusal` if the user is not the waiting player, if
        there is no clock, or if the opponent still has time left.
        """
        seat = self.matches.require_seat(table, act.user_id)
        control = parse_control(table.row.control or "")
        if control is None:
            raise Refusal("clock.give.none")
        if table.turn == seat:
            raise Refusal("silence.your_turn")
        change = MatchChange(
            EventKind.GIVE, seat, act, [Post(PostKind.BOARD)], text=str(control.grant_seconds)
        )
        try:
            return await self.matches.store_change(table, table.match.copy(), change)
        except TimeNotUp as still:
            name = table.player(1 - seat).name
            raise Refusal("clock.give.later", name=name, time=discord_timestamp(still.deadline)) from still

    async def load_seconds_given_back(self, row: MatchRow, events: Sequence[EventRow]) -> float:
        """Return the seconds given back to players because the bot was away.

        They count on no player's clock. An absence is included until both players have acted in the match
        after its time was given back, because until then it may be news to one of them.
        """
        if row.clock is None:
            return 0.0
        acts = [[event.at for event in events if event.seat == seat] for seat in (0, 1)]
        since = min(max(each, default=0.0) for each in acts)
        read = self._store.read(lambda tx: clocks.seconds_given_back(tx, row.id, since=since))
        return await self.matches.quarantine.guard(read)

    async def set_rest(self, user_id: int, change: Callable[[Rest], Rest]) -> None:
        """Store when a member is at rest, and adapt their running clocks.

        `change` takes the stored settings and returns the new ones; it may raise `Refusal`. Too many
        quiet days raise it too. In running matches, vacations take effect at once (in a competition, as
        far as its season allows), but other quiet days and another time zone only after a week.
        """

        async def job(tx: Transaction) -> None:
            known, now = await preferences.get(tx, user_id), self._now()
            before = Rest.parse(known.rest)
            rest = change(before)
            if len(rest.days) > QUIET_DAYS:
                raise Refusal("rest.days", limit=QUIET_DAYS)
            await preferences.put(tx, replace(known, rest=rest.text))
            await learners.recheck_now(tx, user_id, now)
            if rest_event_text(before, since=0.0) == rest_event_text(rest, since=0.0):
                return  # reminders are no matter of the clocks
            unread = await quarantine.list_match_ids(tx)
            for match_id, seat in await clocks.list_for_user(tx, user_id):
                try:
                    row = await matches.get(tx, match_id)
                    if row is not None and row.clock is not None:
                        await self._rest(tx, row, ClockJournal(tx, row, row.clock), seat, rest, now)
                except Unreadable:
                    if match_id not in unread:
                        raise
            await self._redraw_without_clock(tx, user_id, now)

        await self.matches.quarantine.write(job)
        self.matches.expect()
        self.matches.wake()

    async def _redraw_without_clock(self, tx: Transaction, user_id: int, now: float) -> None:
        """Redraw a member's boards without a clock, which tell of their vacation."""
        for listed in await listing.list_for_user(tx, user_id, limit=AT_ONCE):
            waits = listed.turn is not None and listed.user_ids[listed.turn] == user_id
            if waits and listed.control is None and listed.computer is None:
                with suppress(Unreadable):
                    row = await matches.get(tx, listed.id)
                    if row is not None and not row.is_private:
                        await put_redraw(tx, row, now)

    async def store_heartbeats(self, heartbeats: Mapping[int, float | None], shard_count: int) -> None:
        """Store when Discord last acknowledged a heartbeat of each shard.

        `heartbeats` maps the shards of this process to that time, or to `None` if there was none.
        `shard_count` is the total number of shards. If more than two minutes pass without a heartbeat,
        the bot counts as away, and that time is given back to all players.
        """

        async def job(tx: Transaction) -> int:
            known = await presence.list_beats(tx)
            if known and shard_count != known[0].shards:
                await presence.reset_beats(tx, shard_count, min(beat.at for beat in known))
                known = await presence.list_beats(tx)
            last = {beat.shard: beat for beat in known}
            now = self._now()  # the time may have been put back since these were taken
            for shard, at in heartbeats.items():
                await _store_heartbeat(
                    tx, last.get(shard), presence.Beat(shard, shard_count, min(at or 0.0, now))
                )
            return await presence.last_absence_id(tx)

        absence = await self._store.write(job)
        if absence != self._last_absence:  # a press may have been the first to end one
            self._last_absence = absence
            self.matches.expect()

    async def open(self) -> None:
        """Resume timekeeping where the last process stopped.

        If the machine's clock has been set back since then, no player's remaining time changes. Until the
        first heartbeat the bot still counts as away.
        """

        async def job(tx: Transaction) -> None:
            now = self._now()
            away = now - 2 * AWAY_AFTER
            for beat in await presence.list_beats(tx):
                if beat.at > now + AWAY_AFTER:
                    await presence.add_absence(tx, beat, away)
                    await presence.set_beat(tx, replace(beat, at=away))

        await self._store.write(job)

    async def correct_time(
        self, old_now: Callable[[], float], new_now: Callable[[], float], switch: Callable[[], None]
    ) -> None:
        """Correct the bot's time without changing any player's remaining time.

        Live clocks are not affected, because they use Discord's timestamps. `old_now` returns the time
        used so far and `new_now` the right one; `switch` makes the whole bot use the right one. `switch`
        is called inside the transaction, because nothing may be stored with the wrong time after it, and
        may be called more than once.
        """

        async def job(tx: Transaction) -> None:
            await presence.add_correction(tx, old_now(), new_now())
            switch()

        await self._store.write(job)

    async def handle_due_clocks(self) -> float | None:
        """Handle all clocks that are due.

        Return when the next clock is due, or `None` if no clock is running.
        """

        async def claim_due(tx: Transaction) -> tuple[int, list[int], float | None]:
            now = self._now()
            owing = await clocks.list_owed_time(tx, await presence.last_absence_id(tx), AT_ONCE)
            for match_id in owing:
                await self._give_back(tx, match_id, now)
            taken = await clocks.claim(tx, now, AT_ONCE, owner=self._owner, lease=LEASE)
            return len(owing), taken, now if len(owing) == AT_ONCE else await clocks.next_due_time(tx, now)

        given, taken, due = await self.matches.quarantine.write(claim_due)
        for match_id in taken:
            try:
                await self._see_to(match_id)
            except (Refusal, Unreadable):
                continue  # another act came first, or the match is in quarantine
            except Exception as fault:  # its lease runs out, and others go on meanwhile
                if isinstance(fault, StoreError) and not fault.is_damage:
                    raise
                log.exception("clock not seen to", extra={"match": match_id})
        if given or taken:
            self.matches.wake()
        if not taken:
            return due
        return await self._store.read(lambda tx: clocks.next_due_time(tx, self._now()))

    async def _see_to(self, match_id: int) -> None:
        reason = await self.matches.quarantine.guard(self._store.write(lambda tx: self._act(tx, match_id)))
        if reason is not None:
            table = await self.matches.load(match_id)
            change = MatchChange(EventKind.ADJOURN, None, None, end_posts(table.match), reason=reason)
            await self.matches.store_change(table, table.match.copy(), change)

    async def _act(self, tx: Transaction, match_id: int) -> str | None:
        """Do what is due in one match.

        Return the reason to adjourn it, or `None` if it goes on.
        """
        (row, journal), now = await _load_clocks(tx, match_id), self._now()
        if await is_bot_away(tx, row.guild_id, now):
            await journal.store(next_at=now + LOOK_AGAIN)  # what was away is given back before that
            return None
        await journal.give_back_lost_time(now)
        clock, later, reason = journal.clock, None, None
        if clock.adjourn_at is not None and now >= clock.adjourn_at:
            later, reason = now + LEASE, "ended.unshown" if clock.waits else "ended.unclaimed"
        elif clock.zero_at is None and clock.deadline is not None and now >= clock.deadline:
            await journal.note(ClockEventKind.ZERO, at=now, seat=clock.turn)
            await put_redraw(tx, row, now)
            if clock.turn is not None and not clock.control.is_live:
                await put_post(tx, row.id, row.version, Post(PostKind.TURN, 1 - clock.turn), now)
        elif clock.remind_at is not None and now >= clock.remind_at:
            later = await self._remind(tx, row, journal, now)
        await journal.store(next_at=later)
        return reason

    async def _remind(
        self, tx: Transaction, row: MatchRow, journal: ClockJournal, now: float
    ) -> float | None:
        """Remind the player to move, unless they are resting or want no reminders.

        In that case return when to check again: after their quiet hours, or when their time is up.
        """
        seat, deadline = journal.clock.turn, journal.clock.deadline
        assert seat is not None and deadline is not None  # a clock goes
        rest = Rest.parse((await preferences.get(tx, row.seats[seat].user_id)).rest)
        awake = rest.next_awake_time(now)
        if not rest.reminders or awake > now:
            return min(awake, deadline) if rest.reminders else deadline
        await journal.note(ClockEventKind.REMIND, at=now, seat=seat)
        await put_post(tx, row.id, row.version, Post(PostKind.REMINDER, seat), now)
        return None

    async def _rest(
        self, tx: Transaction, row: MatchRow, journal: ClockJournal, seat: int, rest: Rest, now: float
    ) -> None:
        if journal.clock.control.is_live:
            return
        await end_absence(tx, row.guild_id, now)
        await journal.give_back_lost_time(now)
        season = await pairings.get_season(tx, row.id)
        counted = rest if season is None else rest.limited_to_season(season)
        # Quiet days that are to count soon are not put off by a change of something else.
        since = next(
            (
                week.since
                for week in journal.clock.sides[seat].weeks
                if week.since > now and (week.zone, week.days) == (rest.zone, rest.days)
            ),
            now + NOTICE,
        )
        await journal.note(ClockEventKind.REST, at=now, seat=seat, text=rest_event_text(counted, since=since))
        await self._store_clocks(tx, row, journal, now)

    async def _give_back(self, tx: Transaction, match_id: int, now: float) -> None:
        row, journal = await _load_clocks(tx, match_id)
        await journal.give_back_lost_time(now)
        await self._store_clocks(tx, row, journal, now)

    async def _store_clocks(self, tx: Transaction, row: MatchRow, journal: ClockJournal, now: float) -> None:
        """Store the clocks, and update the board message if a deadline has changed."""
        stored = await journal.store()
        if stored.deadline_at is not None and stored.deadline_at != row.deadline_at:
            await put_redraw(tx, row, now)


async def _load_clocks(tx: Transaction, match_id: int) -> tuple[MatchRow, ClockJournal]:
    """Load a match whose clocks are due, with its clock journal."""
    row = await matches.get(tx, match_id)
    if row is None or row.clock is None:
        raise Unreadable(match_id)  # they are stored, so damage has parted them
    return row, ClockJournal(tx, row, row.clock)


async def _store_heartbeat(tx: Transaction, last: presence.Beat | None, beat: presence.Beat) -> None:
    """Store a new heartbeat, and the absence before it if there was one."""
    if beat.at <= (last.at if last else 0.0):
        return
    if last is not None and beat.at - last.at > AWAY_AFTER:
        await presence.add_absence(tx, last, beat.at)
    await presence.set_beat(tx, beat)
