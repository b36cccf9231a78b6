"""The opening tree: how matches continued from a position, move by move.

The tree covers the matches of the reader, of another member, or of a server. All of the reader's
own matches count, wherever they were played. Matches of others count only if they were played on
the server where the reader asks, in channels that the reader may see, and none count of a member
who hides their profile.
"""

import asyncio
import string
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from club.learning.trails import PLIES, node_number, tree_start
from club.play.course.nearness import BY_HEART
from club.play.course.outside_help import OutsideHelpGuard
from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import trees
from data.learning.trees import START, GameKind, MatchScope, ResultCounts, TreeCount
from data.members import blocks
from engines.solved_games import is_solved, winner_of
from rules.checkers import openings
from rules.game import AnyGame, RulesError
from rules.match import Match

REPLIES: Final = 10
"""Replies that a step shows."""
KINDS: Final = 25
"""Games, each with its options, that one can choose from (Discord)."""
DIGITS: Final = string.digits + string.ascii_lowercase
"""What the number of a move is written with, in the way to a position."""

Key = TypeVar("Key", str, GameKind)

ChannelFilter = Callable[[int], Awaitable[bool]]
"""Returns whether the reader may see a channel of the server that they ask from."""


@dataclass(frozen=True, slots=True)
class TreeOwner:
    """The user or server whose matches a tree covers.

    `user_id` is `None` for the server. `side` is the side that the user played, or `None` for both.
    """

    user_id: int | None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class TreeReader:
    """The user who looks at a tree, and the channels that they may see.

    `guild_id` is the server where they ask, or `None` in a place without matches.
    """

    user_id: int
    guild_id: int | None
    may_see: ChannelFilter


@dataclass(frozen=True, slots=True)
class TreeReply:
    """A move played in a position of the tree, with the results that followed.

    `match` is the match after the move, and `path` leads to that position. `wins` says whether the move
    wins or loses with perfect play; `None` if that is not known, or if it does neither.
    """

    match: Match
    counts: ResultCounts
    path: str
    wins: bool | None


@dataclass(frozen=True, slots=True)
class TreePosition:
    """A position of the opening tree.

    `match` is a match that leads to the position, `replies` are the moves played from it, and
    `hidden_reply_count` is how many more are not shown. At the start of the tree, `kinds` has all its
    games with their numbers of matches. `opening` is the last named opening that was reached.
    """

    kind: GameKind
    match: Match
    path: str
    replies: tuple[TreeReply, ...]
    hidden_reply_count: int
    counts: ResultCounts
    kinds: Sequence[tuple[GameKind, int]]
    opening: str | None

    @property
    def parent_path(self) -> str:
        """The path to the previous position."""
        return path_to(self.match.copy_at(len(self.match.plies) - 1)) if self.match.plies else ""


class Openings:
    """Looks up positions in opening trees."""

    def __init__(self, store: Store, outside_help: OutsideHelpGuard) -> None:
        self._store = store
        self._outside = outside_help

    async def load_start(
        self, owner: TreeOwner, reader: TreeReader, game: AnyGame | None
    ) -> TreePosition | None:
        """Return the start of the tree with the most matches.

        Only trees of `game` are considered, if it is given. Games that this version no longer has are
        skipped. Return `None` if there is no tree. Raise `Refusal` for games with hidden cards, and if the
        reader may not see the tree.
        """
        if game is not None and game.hidden:
            raise Refusal("openings.hidden", title=game.title)
        among = await self._match_scope(owner, reader)
        key = None if game is None else game.key
        found = await _count_visible(
            reader, among, await self._store.read(lambda tx: trees.count_by_kind(tx, among, game=key))
        )
        kind = next((kind for kind, _ in found if tree_start(kind) is not None), None)
        return await self.load_position(owner, reader, kind.id, "") if kind else None

    async def load_position(
        self, owner: TreeOwner, reader: TreeReader, kind_id: int, path: str
    ) -> TreePosition:
        """Return the position that a path leads to.

        Raise `Refusal` if there is none, or if the reader may not see it. Readers never see how other
        matches continued from a position of their own running match against a person, nor which moves win
        in a game in which they are playing such a match.
        """
        match = await self.load_match(kind_id, path)
        if len(match.plies) >= BY_HEART:
            await self._outside.check_match(reader.user_id, match)
        among = await self._match_scope(owner, reader)
        node = node_number(match.game, match.position) if match.plies else START

        async def job(
            tx: Transaction,
        ) -> tuple[GameKind | None, Sequence[TreeCount[str]], Sequence[TreeCount[GameKind]]]:
            kinds = [] if match.plies else await trees.count_by_kind(tx, among)
            return (
                await trees.get_kind(tx, kind_id),
                await trees.count_by_reply(tx, among, kind_id, node),
                kinds,
            )

        kind, told, played = await self._store.read(job)
        assert kind is not None  # it was there a moment ago, and stays
        if len(match.plies) >= PLIES:  # where others came sooner
            told = ()
        found = await _count_visible(reader, among, told)
        proven = is_solved(match.position) and not await self._outside.is_playing(reader.user_id, match.game)
        replies = await asyncio.to_thread(_replies, match, path, found[:REPLIES], proven)
        kinds = [
            (kind, counts.total) for kind, counts in (await _count_visible(reader, among, played))[:KINDS]
        ]
        more = max(0, len(found) - REPLIES)
        counts = sum((counts for _, counts in found), ResultCounts())
        return TreePosition(kind, match, path, tuple(replies), more, counts, kinds, opening_name(match))

    async def load_match(self, kind_id: int, path: str) -> Match:
        """Return a match that follows a path from the start of a tree.

        Raise `Refusal` if the path leads nowhere.
        """
        kind = await self._store.read(lambda tx: trees.get_kind(tx, kind_id))
        match = await asyncio.to_thread(_walk, kind, path) if kind else None
        if match is None:
            raise Refusal("openings.gone")
        return match

    async def has_uncounted_match(self, user_id: int) -> bool:
        """Whether a match of this user has not been counted in the trees yet."""
        return await self._store.read(lambda tx: trees.has_waiting(tx, user_id))

    async def _match_scope(self, whose: TreeOwner, asks: TreeReader) -> MatchScope:
        """Return which matches count for a reader of the owner's tree.

        Raise `Refusal` if the reader may not see that tree.
        """
        if whose.user_id == asks.user_id:
            return MatchScope(whose.user_id, side=whose.side)
        guild_id = asks.guild_id
        if guild_id is None:
            raise Refusal("openings.server")

        user_id = whose.user_id
        if user_id is not None and not await self._store.read(
            lambda tx: blocks.may_see_profile(tx, asks.user_id, user_id)
        ):
            raise Refusal("openings.own")
        return MatchScope(user_id, guild_id, whose.side)


async def _count_visible(
    asks: TreeReader, among: MatchScope, told: Sequence[TreeCount[Key]]
) -> list[tuple[Key, ResultCounts]]:
    """Return the total counts over all channels that the reader may see.

    The highest count comes first. The reader's own matches count wherever they were played, because the
    reader has seen them.
    """
    channels = {channel_id for channel_id, _, _ in told}
    if among.guild_id is not None:
        channels = {channel_id for channel_id in channels if await asks.may_see(channel_id)}
    found: dict[Key, ResultCounts] = {}
    for channel_id, key, counts in told:
        if channel_id in channels:
            found[key] = found.get(key, ResultCounts()) + counts
    return sorted(found.items(), key=lambda each: (-each[1].total, each[0]))


def path_to(match: Match) -> str:
    """Return the path to the current position of a match, as a text.

    It has the index of each move among all legal moves, with as many digits as the highest index needs.
    """
    found: list[str] = []
    position = match.origin
    for ply in match.plies:
        moves = match.game.moves(position)
        found.append(_encode_index(moves.index(match.game.read(position, ply.text)), len(moves)))
        position = ply.position
    return "".join(found)


def opening_name(match: Match) -> str | None:
    """Return the name of the last named opening that a match has reached.

    Return `None` if it has reached none. The match must have begun from the usual start.
    """
    played = [ply.text for ply in match.plies]
    found = (openings.find_by_moves(match.game.key, played[:count]) for count in range(len(played), 0, -1))
    return next((opening.name for opening in found if opening), None)


def _walk(kind: GameKind, way: str) -> Match | None:
    """Return a match that follows a path; `None` if the path leads nowhere."""
    match = tree_start(kind)
    while match is not None and way:
        try:
            moves = match.game.moves(match.position)
        except RulesError:  # they are too many to be listed
            return None
        wide = _width(len(moves))
        number, way = way[:wide], way[wide:]
        index = int(number, len(DIGITS)) if set(number) <= set(DIGITS) else len(moves)
        if index >= len(moves) or len(match.plies) >= PLIES:
            return None
        match.make_move(moves[index])
    return match


def _replies(
    match: Match, way: str, found: Sequence[tuple[str, ResultCounts]], proven: bool
) -> list[TreeReply]:
    """Return the moves played in a position, with their results.

    If `proven`, each also says whether it wins. Moves that are not legal by the rules of this version
    are left out.
    """
    replies: list[TreeReply] = []
    moves = match.game.moves(match.position)
    for text, counts in found:
        after = match.copy()
        try:
            move = match.game.read(match.position, text)
        except RulesError:
            continue
        after.make_move(move)
        wins = _wins(after) if proven else None
        replies.append(TreeReply(after, counts, way + _encode_index(moves.index(move), len(moves)), wins))
    return replies


def _wins(after: Match) -> bool | None:
    """Whether the last move wins, in a position that is solved.

    Return `False` if it loses, and `None` if it does neither.
    """
    winner = after.outcome.winner if after.outcome else winner_of(after.position)
    return None if winner is None else winner == after.plies[-1].seat


def _encode_index(index: int, among: int) -> str:
    """Return an index as digits.

    It has as many digits as the highest of `among` indices needs.
    """
    wide, digits = _width(among), ""
    for _ in range(wide):
        index, digit = divmod(index, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits


def _width(among: int) -> int:
    """Return how many digits the index of one of this many moves needs.

    >>> [_width(among) for among in (1, 36, 37, 1296, 1297)]
    [1, 1, 2, 2, 3]
    """
    wide = 1
    while len(DIGITS) ** wide < among:
        wide += 1
    return wide
