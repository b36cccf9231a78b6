"""Matches against the computer that only their player sees.

They begin at once, are stored like all others, and are posted nowhere. A person has one of each
game at a time, and goes on with it.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Final

from club.members.people import Act, Person
from club.members.quotas import Limits, Pace
from club.play.course.computer import TWOTONE
from club.play.match.followers import ChangedMatch, MatchBeginning
from club.play.match.match_lists import RECENT
from club.play.match.match_starts import new_match, seat_players
from club.play.match.matches import Matches, Table
from club.play.seek.challenges import SEEDS
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.play import listing, matches, thinking
from data.play.matches import MatchRow
from data.play.places import PRIVATE
from engines.choose import levels
from rules.catalogue import first_options
from rules.game import AnyGame, Options, Seat
from rules.match import Match

GENTLE: Final = 1
"""Level of the computer against a user who has not played it in a game yet."""


class PrivateMatches:
    """Starts private matches.

    `pace` says how often a user may start one. `chance` draws a number below its argument. `secret`
    draws the bytes that decide a match's shuffles.
    """

    def __init__(
        self,
        matches: Matches,
        pace: Pace,
        limits: Limits,
        chance: Callable[[int], int],
        secret: Callable[[], bytes],
    ) -> None:
        self._matches = matches
        self._limits = limits
        self._pace = pace
        self._chance = chance
        self._secret = secret

    async def begin(self, game: AnyGame, who: Person, *, interaction_id: int) -> tuple[Table, bool]:
        """Return a user's private match of a game, and whether it was running already.

        If it was not, it begins, and the user moves first. It takes the options and the level of their last
        finished match against the computer in this game; the first match is on the smallest board, at the
        gentle level.
        """
        last = await self._matches.store.read(lambda tx: _last_finished(tx, who.id, game))
        if last is None:
            return await self._begin(game, first_options(game), who, interaction_id, level=GENTLE, seat=0)
        options = json.loads(last.options)
        return await self._begin(game, options, who, interaction_id, level=last.level or GENTLE, seat=0)

    async def rematch(self, table: Table, who: Person, *, interaction_id: int) -> tuple[Table, bool]:
        """Return the rematch of a private match, and whether it was running already.

        If it was not, it begins, with sides swapped. Raise `Refusal` if the match is not over.
        """
        seat = table.seat_of(who.id)
        assert seat is not None  # only the player sees it
        if not table.over:
            raise Refusal("rematch.running")
        options, level = json.loads(table.row.options), table.row.level or GENTLE
        return await self._begin(table.game, options, who, interaction_id, level=level, seat=1 - seat)

    async def set_level(self, match_id: int, act: Act, level: int) -> Table:
        """Have the computer play a private match at another level, and return the match.

        Raise `Refusal` after the first move.
        """
        table = await self._matches.load(match_id)
        self._matches.require_turn(table, act.user_id)
        computer = table.row.computer
        if computer is None or not table.row.private or not 1 <= level <= levels(table.game):
            raise Refusal("computer.level")
        if table.match.plies:
            raise Refusal("private.level.late")
        seed = table.player(computer).seed or 0
        await self._matches.store.write(
            lambda tx: thinking.sit(tx, match_id, computer, level=level, seed=seed)
        )
        return await self._matches.load(match_id)

    async def _begin(
        self, game: AnyGame, given: Options, who: Person, interaction_id: int, *, level: int, seat: Seat
    ) -> tuple[Table, bool]:
        match = await asyncio.to_thread(Match, game, game.read_options(given), self._secret())
        seed = self._chance(SEEDS)
        people = [(who.id, who.name), (TWOTONE.id, TWOTONE.name)]
        in_time = self._pace.take(who.id)

        async def job(tx: Transaction) -> MatchRow | list[ChangedMatch]:
            for known in await listing.of_user(tx, who.id, limit=self._limits.running_per_person):
                if known.private and known.game == game.key:
                    return await matches.existing(tx, known.id)
            if not in_time:
                raise Refusal("limit.challenges", limit=self._limits.challenges_per_minute)
            await self._limits.check_start(
                tx, taker_id=who.id, challenger_id=who.id, name=who.name, guild_id=None
            )
            seats = people if seat == 0 else people[::-1]
            made = await seat_players(tx, new_match(match, PRIVATE), seats, None, self._matches.now())
            await thinking.sit(tx, made.id, 1 - seat, level=level, seed=seed)
            return await self._matches.begin(tx, MatchBeginning(made, match, None, interaction_id))

        begins = await self._matches.store.write(job)
        if isinstance(begins, MatchRow):
            self._pace.give_back(who.id)
            return await self._matches.load_table(begins), True
        self._matches.tell_followers(begins)
        return await self._matches.load(begins[0].row.id), False


async def _last_finished(tx: Transaction, user_id: int, game: AnyGame) -> MatchRow | None:
    """Return a user's last finished match of a game against the computer.

    Return `None` if there is none.
    """
    for known in await listing.finished_of(tx, user_id, limit=RECENT):
        if known.game == game.key and known.computer is not None:
            return await matches.existing(tx, known.id)
    return None
