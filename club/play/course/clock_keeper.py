"""The keeper of all clocks.

It reminds players, notices when a player's time is up, adjourns matches that no player claims, and
gives time back or away.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from club.clocks.clock import NOTICE, resting
from club.clocks.rest import QUIET_DAYS, Rest
from club.clocks.time_control import read_control
from club.members.people import Act
from club.play.match.clock_journal import AWAY_AFTER, Journal, StillTime, is_away, note_seen
from club.play.match.match_acts import once
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
from data.play import clocks, matches, quarantine
from data.play.clocks import Tick
from data.play.matches import EventKind, EventRow, MatchRow
from words import when

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""Matches that are seen to at a time; the next ones follow at once."""
LEASE: Final = 60.0
"""Seconds for which no other process handles a match that is in hand."""
LOOK_AGAIN: Final = 600.0
"""Seconds until a match is checked again while the bot is away for its server.

The time of such a match is up by the clock.
"""


class Clocks:
    """Acts of players on clocks, and everything that clocks do by themselves.

    `owner` is the name of this process.
    """

    def __init__(self, matches: Matches, *, owner: str) -> None:
        self.matches = matches
        self._store = matches.store
        self._now = matches.now
        self._owner = owner
        self._last_absence = 0

    @once
    async def give_time(self, table: Table, act: Act) -> Table:
        """Give an opponent who has no time left as much as the clock grants.

        Return the match. Raise `Refusal` for everyone else, and while there is time left.
        """
        seat = self.matches.require_seat(table, act.user_id)
        control = read_control(table.row.control or "")
        if control is None:
            raise Refusal("clock.give.none")
        if table.turn == seat:
            raise Refusal("silence.your_turn")
        change = MatchChange(EventKind.GIVE, seat, act, [Post(PostKind.BOARD)], text=str(control.grant))
        try:
            return await self.matches.append(table, table.match.copy(), change)
        except StillTime as still:
            name = table.player(1 - seat).name
            raise Refusal("clock.give.later", name=name, time=when(still.deadline)) from still

    async def time_given_back(self, row: MatchRow, events: Sequence[EventRow]) -> float:
        """Return the seconds of the bot's absence that count on no player's clock.

        Only absences that are news to a player count: one is news until both players have acted in the
        match after the time was given back.
        """
        if row.clock is None:
            return 0.0
        acts = [[event.at for event in events if event.seat == seat] for seat in (0, 1)]
        since = min(max(each, default=0.0) for each in acts)
        read = self._store.read(lambda tx: clocks.given_back(tx, row.id, since=since))
        return await self.matches.quarantine.guard(read)

    async def set_rest(self, user_id: int, change: Callable[[Rest], Rest]) -> None:
        """Store when a member rests by now, and let their clocks follow.

        `change` returns what they have set, changed; it may raise `Refusal`, as too many quiet days do. What another
        press has stored meanwhile stays. In matches that run, vacations count at once, of a competition's as far as
        they do in its season; other quiet days or another zone a week later.
        """

        async def job(tx: Transaction) -> None:
            known, now = await preferences.get(tx, user_id), self._now()
            before = Rest.parse(known.rest)
            rest = change(before)
            if len(rest.days) > QUIET_DAYS:
                raise Refusal("rest.days", limit=QUIET_DAYS)
            await preferences.put(tx, replace(known, rest=rest.text))
            await learners.look_again(tx, user_id, now)
            if resting(before, since=0.0) == resting(rest, since=0.0):
                return  # reminders are no matter of the clocks
            unread = await quarantine.match_ids(tx)
            for match_id, seat in await clocks.of_user(tx, user_id):
                try:
                    row = await matches.get(tx, match_id)
                    if row is not None and row.clock is not None:
                        await self._rest(tx, row, Journal(tx, row, row.clock), seat, rest, now)
                except Unreadable:
                    if match_id not in unread:
                        raise

        await self.matches.quarantine.write(job)
        self.matches.expect()
        self.matches.wake()

    async def beat(self, taken: Mapping[int, float | None], shards: int) -> None:
        """Store when Discord last acknowledged a heartbeat of each shard of this process.

        The time is `None` if it never has. `shards` is the total number of shards. After more than two
        minutes without a heartbeat the bot was away, and that time is given back to everyone.
        """

        async def job(tx: Transaction) -> int:
            known = await presence.beats(tx)
            if known and shards != known[0].shards:
                await presence.share_out(tx, shards, min(beat.at for beat in known))
                known = await presence.beats(tx)
            last = {beat.shard: beat for beat in known}
            now = self._now()  # the time may have been put back since these were taken
            for shard, at in taken.items():
                await _follow(tx, last.get(shard), presence.Beat(shard, shards, min(at or 0.0, now)))
            return await presence.last_absence(tx)

        absence = await self._store.write(job)
        if absence != self._last_absence:  # a press may have been the first to end one
            self._last_absence = absence
            self.matches.expect()

    async def open(self) -> None:
        """Start where the last process ended.

        If the machine's clock was set back since then, no remaining time changes. Until the first heartbeat
        the bot still counts as away.
        """

        async def job(tx: Transaction) -> None:
            now = self._now()
            away = now - 2 * AWAY_AFTER
            for beat in await presence.beats(tx):
                if beat.at > now + AWAY_AFTER:
                    await presence.add_absence(tx, beat, away)
                    await presence.set_beat(tx, replace(beat, at=away))

        await self._store.write(job)

    async def correct(
        self, before: Callable[[], float], after: Callable[[], float], switch: Callable[[], None]
    ) -> None:
        """Correct the bot's time without changing any remaining time.

        Live clocks go by Discord's times anyway. `before` gives the time used until now, `after` the right
        one, and `switch` makes everything use the right one. `switch` is called within the transaction,
        because nothing may be stored by the wrong time after it; it may be called again.
        """

        async def job(tx: Transaction) -> None:
            await presence.add_correction(tx, before(), after())
            switch()

        await self._store.write(job)

    async def due(self) -> float | None:
        """Handle all clocks that are due.

        Return when the next one is due, `None` if no clock is running.
        """

        async def look(tx: Transaction) -> tuple[int, list[int], float | None]:
            now = self._now()
            owing = await clocks.owing(tx, await presence.last_absence(tx), AT_ONCE)
            for match_id in owing:
                await self._give_back(tx, match_id, now)
            taken = await clocks.claim(tx, now, AT_ONCE, owner=self._owner, lease=LEASE)
            return len(owing), taken, now if len(owing) == AT_ONCE else await clocks.next_due(tx, now)

        given, taken, due = await self.matches.quarantine.write(look)
        for match_id in taken:
            try:
                await self._see_to(match_id)
            except (Refusal, Unreadable):
                continue  # another act came first, or the match is in quarantine
            except Exception as fault:  # its lease runs out, and others go on meanwhile
                if isinstance(fault, StoreError) and not fault.damage:
                    raise
                log.exception("clock not seen to", extra={"match": match_id})
        if given or taken:
            self.matches.wake()
        if not taken:
            return due
        return await self._store.read(lambda tx: clocks.next_due(tx, self._now()))

    async def _see_to(self, match_id: int) -> None:
        reason = await self.matches.quarantine.guard(self._store.write(lambda tx: self._act(tx, match_id)))
        if reason is not None:
            table = await self.matches.load(match_id)
            change = MatchChange(EventKind.ADJOURN, None, None, end_posts(table.match), reason=reason)
            await self.matches.append(table, table.match.copy(), change)

    async def _act(self, tx: Transaction, match_id: int) -> str | None:
        """Do what is due in one match.

        Return why it has to be adjourned, `None` if it has not.
        """
        (row, journal), now = await _load_clocks(tx, match_id), self._now()
        if await is_away(tx, row.guild_id, now):
            await journal.store(next_at=now + LOOK_AGAIN)  # what was away is given back before that
            return None
        await journal.catch_up(now)
        clock, later, reason = journal.clock, None, None
        if clock.adjourn_at is not None and now >= clock.adjourn_at:
            later, reason = now + LEASE, "ended.unshown" if clock.waits else "ended.unclaimed"
        elif clock.zero_at is None and clock.deadline is not None and now >= clock.deadline:
            await journal.note(Tick.ZERO, at=now, seat=clock.turn)
            await put_redraw(tx, row, now)
        elif clock.remind_at is not None and now >= clock.remind_at:
            later = await self._remind(tx, row, journal, now)
        await journal.store(next_at=later)
        return reason

    async def _remind(self, tx: Transaction, row: MatchRow, journal: Journal, now: float) -> float | None:
        """Remind the player to move, or return when to check again.

        That is after their quiet hours, or when their time is up.
        """
        seat, deadline = journal.clock.turn, journal.clock.deadline
        assert seat is not None and deadline is not None  # a clock goes
        rest = Rest.parse((await preferences.get(tx, row.seats[seat].user_id)).rest)
        awake = rest.awake(now)
        if not rest.reminders or awake > now:
            return min(awake, deadline) if rest.reminders else deadline
        await journal.note(Tick.REMIND, at=now, seat=seat)
        await put_post(tx, row.id, row.version, Post(PostKind.REMINDER, seat), now)
        return None

    async def _rest(
        self, tx: Transaction, row: MatchRow, journal: Journal, seat: int, rest: Rest, now: float
    ) -> None:
        if journal.clock.control.is_live:
            return
        await note_seen(tx, row.guild_id, now)
        await journal.catch_up(now)
        season = await pairings.season_of(tx, row.id)
        counted = rest if season is None else rest.in_season(season)
        await journal.note(Tick.REST, at=now, seat=seat, text=resting(counted, since=now + NOTICE))
        await self._store_clocks(tx, row, journal, now)

    async def _give_back(self, tx: Transaction, match_id: int, now: float) -> None:
        row, journal = await _load_clocks(tx, match_id)
        await journal.catch_up(now)
        await self._store_clocks(tx, row, journal, now)

    async def _store_clocks(self, tx: Transaction, row: MatchRow, journal: Journal, now: float) -> None:
        """Store the clocks, and have the board show a changed deadline."""
        stored = await journal.store()
        if stored.deadline_at is not None and stored.deadline_at != row.deadline_at:
            await put_redraw(tx, row, now)


async def _load_clocks(tx: Transaction, match_id: int) -> tuple[MatchRow, Journal]:
    """Return a match whose clocks are due, with their journal."""
    row = await matches.get(tx, match_id)
    if row is None or row.clock is None:
        raise Unreadable(match_id)  # they are stored, so damage has parted them
    return row, Journal(tx, row, row.clock)


async def _follow(tx: Transaction, last: presence.Beat | None, beat: presence.Beat) -> None:
    """Store a new heartbeat, and the absence before it if there was one."""
    if beat.at <= (last.at if last else 0.0):
        return
    if last is not None and beat.at - last.at > AWAY_AFTER:
        await presence.add_absence(tx, last, beat.at)
    await presence.set_beat(tx, beat)
