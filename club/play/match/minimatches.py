"""Mini-matches: two games from one opening, each player once on each side.

The second game begins when the first ends.
"""

import json
from collections.abc import Callable

from club.clocks.time_control import read_control
from club.members.quotas import Limits
from club.play.match.followers import ChangedMatch, Follower, MatchBeginning
from club.play.match.match_starts import build_match, new_match, seat_players
from club.play.match.posts import Post
from club.play.match.rated_rule import of_match as rated_match
from club.play.match.sides import BOTH, side_code
from club.play.match.waiting import NUDGE_AFTER
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play import challenges, matches
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import MatchRow
from rules.match import Match


class MiniMatches(Follower):
    """Starts the second game of a mini-match when the first ends with a result.

    Both are one transaction.
    """

    def __init__(self, *, now: Callable[[], float], limits: Limits, secret: Callable[[], bytes]) -> None:
        self._now = now
        self._limits = limits
        self._secret = secret

    async def store(self, tx: Transaction, changed: ChangedMatch) -> MatchBeginning | None:
        """Store the second game and return it.

        There is none if one of the two players was forgotten with the first game.
        """
        if not changed.has_new_result or changed.kind is None:
            return None
        asked = await challenges.of_match(tx, changed.row.id)
        if asked is None or asked.side != BOTH:
            return None
        first = await matches.existing(tx, changed.row.id)
        return None if NOBODY in first.user_ids else await self._begin(tx, asked, first, changed.match)

    async def _begin(
        self, tx: Transaction, asked: ChallengeRow, first: MatchRow, played: Match
    ) -> MatchBeginning:
        """Store the same match once more with sides swapped.

        It starts from the position that chance chose for the first game.
        """
        now, control = self._now(), read_control(asked.clock or "")
        seat = 1 - first.user_ids.index(asked.challenger_id)
        again = asked.again(
            options=json.dumps({name: played.settled_options[name] for name in played.options}),
            side=side_code(played.sides[seat]),
            rematch_of=first.id,
        )
        row = await challenges.create(tx, again, at=now, expires_at=now, interaction_id=None)
        match = build_match(row, self._secret())
        pair = asked.challenger_id, first.user_ids[seat]
        kept = asked.rated and await rated_match(tx, asked.guild_id, pair, now=now, limits=self._limits)
        # As the first is, whatever the week allows by now: one side's game alone would be no fair measure.
        rated = first.rated if kept else None
        people = [(player.user_id, str(player.name)) for player in reversed(first.seats)]
        due_at = None if control else now + NUDGE_AFTER
        new = new_match(match, row, due_at=due_at, start=row.start, rated=rated)
        made = await seat_players(tx, new, people, control, now)
        await challenges.close(tx, row.id, ChallengeStatus.ACCEPTED, interaction_id=None, match_id=made.id)
        return MatchBeginning(made, match, Post(PostKind.PLACE))


async def game_of(tx: Transaction, asked: ChallengeRow) -> int | None:
    """Return which game of a mini-match a challenge has begun, `None` if none."""
    if asked.side == BOTH:
        return 1
    return 2 if await first_of(tx, asked) else None


async def first_of(tx: Transaction, asked: ChallengeRow) -> ChallengeRow | None:
    """Return the challenge for the mini-match whose second game this one began.

    Return `None` if it began none.
    """
    before = None if asked.rematch_of is None else await challenges.of_match(tx, asked.rematch_of)
    return before if before and before.side == BOTH else None
