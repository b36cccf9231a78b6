"""Mini-matches: two games from one opening, in which the players swap sides.

The second game begins when the first ends.
"""

import json
from collections.abc import Callable

from club.clocks.time_control import parse_control
from club.members.quotas import Limits
from club.play.match.followers import ChangedMatch, Follower, MatchBeginning
from club.play.match.match_starts import build_match, create_match, new_match
from club.play.match.posts import Post
from club.play.match.rated_rule import find_rated_status as rated_match
from club.play.match.sides import BOTH, side_code
from club.play.match.waiting import NUDGE_AFTER
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play import challenges, matches
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import MatchRow
from rules.match import Match


class MiniMatchFollower(Follower):
    """Starts the second game of a mini-match when the first ends with a result.

    Both are stored in one transaction.
    """

    def __init__(self, *, now: Callable[[], float], limits: Limits, secret: Callable[[], bytes]) -> None:
        self._now = now
        self._limits = limits
        self._secret = secret

    async def store(self, tx: Transaction, changed: ChangedMatch) -> MatchBeginning | None:
        """Store the second game and return it, if the first has just ended.

        There is no second game if the data of one of the two players was deleted.
        """
        if not changed.has_new_result or changed.kind is None:
            return None
        asked = await challenges.find_by_match(tx, changed.row.id)
        if asked is None or asked.side != BOTH:
            return None
        first = await matches.get_existing(tx, changed.row.id)
        return None if NOBODY in first.user_ids else await self._begin(tx, asked, first, changed.match)

    async def _begin(
        self, tx: Transaction, asked: ChallengeRow, first: MatchRow, played: Match
    ) -> MatchBeginning:
        """Store the second game, with sides swapped.

        It starts from the same position, even if chance chose that for the first game, and where that was
        played last.
        """
        now, control = self._now(), parse_control(asked.clock or "")
        seat = 1 - first.user_ids.index(asked.challenger_id)
        again = asked.with_changes(
            options=json.dumps({name: played.settled_options[name] for name in played.options}),
            side=side_code(played.sides[seat]),
            rematch_of=first.id,
            guild_id=first.guild_id,
            channel_id=first.channel_id,
            abroad=first.abroad,
        )
        row = await challenges.create(tx, again, at=now, expires_at=now, interaction_id=None)
        match = build_match(row, self._secret())
        pair = asked.challenger_id, first.user_ids[seat]
        kept = asked.rated and await rated_match(tx, again.guild_id, pair, now=now, limits=self._limits)
        # As the first is, whatever the week allows by now: one side's game alone would be no fair measure.
        rated = first.rated if kept else None
        people = [(player.user_id, str(player.name)) for player in reversed(first.seats)]
        due_at = None if control else now + NUDGE_AFTER
        new = new_match(match, row, due_at=due_at, start=row.start, rated=rated)
        made = await create_match(tx, new, people, control, now)
        await challenges.close(tx, row.id, ChallengeStatus.ACCEPTED, interaction_id=None, match_id=made.id)
        return MatchBeginning(made, match, Post(PostKind.PLACE))


async def find_game_number(tx: Transaction, challenge: ChallengeRow) -> int | None:
    """Return which game of a mini-match a challenge has begun: 1 or 2.

    Return `None` if it has begun no mini-match.
    """
    if challenge.side == BOTH:
        return 1
    return 2 if await find_first_challenge(tx, challenge) else None


async def find_first_challenge(tx: Transaction, challenge: ChallengeRow) -> ChallengeRow | None:
    """Return the challenge that led to the first game of a mini-match.

    `challenge` is the one stored for the second game. Return `None` if it belongs to no second game.
    """
    before = (
        None if challenge.rematch_of is None else await challenges.find_by_match(tx, challenge.rematch_of)
    )
    return before if before and before.side == BOTH else None
