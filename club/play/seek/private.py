"""Private matches against the computer, which only their player sees.

They begin at once, are stored like all others, and are never posted in a channel. A user has at most one
running private match of each game, from its beginning or from another position.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Final

from club.members.people import Act, Person
from club.members.quotas import Limits, RateLimiter
from club.play.course.computer import TWOTONE
from club.play.course.outside_help import OutsideHelpGuard
from club.play.match.followers import ChangedMatch, MatchBeginning
from club.play.match.match_lists import RECENT
from club.play.match.match_starts import create_match, new_match
from club.play.match.matches import Matches, Table
from club.play.seek.challenges import SEEDS
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.play import listing, matches, thinking
from data.play.matches import MatchRow
from data.play.places import PRIVATE
from engines.beginner_guide import OPTIONS as GUIDE_OPTIONS
from engines.beginner_guide import has_guide, is_guided
from engines.choose import level_count
from rules.catalogue import first_options
from rules.game import AnyGame, Options, Seat
from rules.match import Match

GENTLE: Final = 1
"""Level of the computer against a user who has not played it in a game yet."""


class PrivateMatches:
    """Starts private matches against the computer.

    `outside_help` refuses positions that would help in another running match. `pace` limits how often a
    user may start one. `chance` draws a number below its argument. `secret` draws the random bytes that
    decide a match's shuffles.
    """

    def __init__(
        self,
        matches: Matches,
        pace: RateLimiter,
        limits: Limits,
        outside_help: OutsideHelpGuard,
        chance: Callable[[int], int],
        secret: Callable[[], bytes],
    ) -> None:
        self._matches = matches
        self._limits = limits
        self._outside = outside_help
        self._pace = pace
        self._chance = chance
        self._secret = secret

    async def begin_or_resume(
        self, game: AnyGame, person: Person, *, interaction_id: int
    ) -> tuple[Table, bool]:
        """Return a user's private match, and whether it was already running.

        There is one for each game. A new match has the options and the level of the user's last finished
        match against the computer in this game, and the user moves first. The first match of a game is
        against the guide, or else on the smallest board, at the lowest level.
        """
        last = await self._matches.store.read(lambda tx: _last_finished(tx, person.id, game))
        if last is not None:
            options, level = json.loads(last.options), last.level
        elif is_guided(game):
            options, level = GUIDE_OPTIONS, None
        else:
            options, level = first_options(game), GENTLE
        return await self._begin(game, options, person, interaction_id, level=level, seat=0)

    async def begin_from(
        self, match: Match, start: str, person: Person, *, interaction_id: int
    ) -> tuple[Table, bool]:
        """Return a private match from a position, and whether one was already running.

        It is the current position of `match`, with the user to move, and `start` holds it as stored. The
        level is that of the user's last finished match against the computer in this game.
        """
        assert match.turn is not None  # the caller has checked it
        last = await self._matches.store.read(lambda tx: _last_finished(tx, person.id, match.game))
        level = (last and last.level) or GENTLE
        return await self._begin(
            match.game,
            match.settled_options,
            person,
            interaction_id,
            level=level,
            seat=match.turn,
            start=start,
        )

    async def begin_rematch(self, table: Table, person: Person, *, interaction_id: int) -> tuple[Table, bool]:
        """Return the rematch of a private match, and whether it was already running.

        A new match begins with sides swapped, from the same position. Raise `Refusal` if the old match is not over.
        """
        seat = table.seat_of(person.id)
        assert seat is not None  # only the player sees it
        if not table.is_over:
            raise Refusal("rematch.running")
        options, level = json.loads(table.row.options), table.row.level
        return await self._begin(
            table.game,
            options,
            person,
            interaction_id,
            level=level,
            seat=1 - seat,
            start=table.row.start,
        )

    async def set_level(self, match_id: int, act: Act, level: int | None) -> Table:
        """Set the computer's level in a private match, and return the match.

        `None` is the guide. Raise `Refusal` after the first move, and if there is no such level.
        """
        table = await self._matches.load(match_id)
        self._matches.require_turn(table, act.user_id)
        computer = table.row.computer
        known = has_guide(table.match) if level is None else 1 <= level <= level_count(table.game)
        if computer is None or not table.row.is_private or not known:
            raise Refusal("computer.level")
        if table.match.plies:
            raise Refusal("private.level.late")
        seed = table.player(computer).seed
        await self._matches.store.write(
            lambda tx: thinking.seat_computer(tx, match_id, computer, level=level, seed=seed)
        )
        return await self._matches.load(match_id)

    async def _begin(
        self,
        game: AnyGame,
        given: Options,
        who: Person,
        interaction_id: int,
        *,
        level: int | None,
        seat: Seat,
        start: str | None = None,
    ) -> tuple[Table, bool]:
        options, secret = game.read_options(given), self._secret()
        await self._outside.check_start_position(who.id, game, options, start)
        match = await asyncio.to_thread(_build, game, options, secret, start)
        seed = self._chance(SEEDS)
        people = [(who.id, who.name), (TWOTONE.id, TWOTONE.name)]
        in_time = self._pace.try_take(who.id)

        async def job(tx: Transaction) -> MatchRow | list[ChangedMatch]:
            for known in await listing.list_for_user(tx, who.id, limit=self._limits.running_per_person):
                if known.is_private and known.game == game.key:
                    return await matches.get_existing(tx, known.id)
            if not in_time:
                raise Refusal("limit.challenges", limit=self._limits.challenges_per_minute)
            await self._limits.check_new_match(
                tx, taker_id=who.id, challenger_id=who.id, name=who.name, guild_id=None
            )
            seats = people if seat == 0 else people[::-1]
            made = await create_match(
                tx, new_match(match, PRIVATE, start=start), seats, None, self._matches.now()
            )
            await thinking.seat_computer(tx, made.id, 1 - seat, level=level, seed=seed)
            return await self._matches.begin(tx, MatchBeginning(made, match, None, interaction_id))

        begins = await self._matches.store.write(job)
        if isinstance(begins, MatchRow):
            if in_time:
                self._pace.give_back(who.id)
            return await self._matches.load_table(begins), True
        self._matches.notify_followers(begins)
        return await self._matches.load(begins[0].row.id), False


def _build(game: AnyGame, options: Options, secret: bytes, start: str | None) -> Match:
    """Build a match before its first move, from a position if `start` holds one."""
    match = Match(game, options, secret)
    if start is not None:
        match.set_position(json.loads(start))
    return match


async def _last_finished(tx: Transaction, user_id: int, game: AnyGame) -> MatchRow | None:
    """Return a user's last finished match of a game against the computer.

    Return `None` if there is none.
    """
    for known in await listing.list_finished(tx, user_id, limit=RECENT):
        if known.game == game.key and known.computer is not None:
            return await matches.get_existing(tx, known.id)
    return None
