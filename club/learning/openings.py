"""The tree of openings, step by step: how matches went on from a position.

The matches are one's own, another member's, or a server's. One's own count wherever they were
played. Of others, only matches on the server where it is asked count, in places that the reader may
see. There are none of a member who hides their profile.
"""

import asyncio
import string
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from club.learning.trails import PLIES, node_of, start_of
from club.play.course.nearness import BY_HEART
from club.play.course.outside_help import OutsideHelp
from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import trees
from data.learning.trees import START, GameKind, MatchScope, ResultCounts, TreeCount
from data.members import preferences
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
    """The owner of the matches: a person, or (`None`) the server.

    `side` is the side that the person played; `None` means both.
    """

    user_id: int | None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class TreeReader:
    """The reader of a tree, their server, and which of its channels they may see.

    The server is `None` in a place that has no matches.
    """

    user_id: int
    guild_id: int | None
    sees: ChannelFilter


@dataclass(frozen=True, slots=True)
class TreeReply:
    """A move played in a position, its matches' results, and the way on from there.

    `wins` says whether it wins or loses with perfect play; `None`
    if that is not known, or it does neither.
    """

    match: Match
    counts: ResultCounts
    way: str
    wins: bool | None


@dataclass(frozen=True, slots=True)
class TreePosition:
    """A position of the tree.

    It has the match that leads there, the moves played there, and how many replies are not shown. At
    the start, `kinds` are the games of this tree with the number of matches of each. `opening` is the
    last official opening that was reached.
    """

    kind: GameKind
    match: Match
    way: str
    replies: tuple[TreeReply, ...]
    more: int
    counts: ResultCounts
    kinds: Sequence[tuple[GameKind, int]]
    opening: str | None

    @property
    def back(self) -> str:
        """Return the way to the position before."""
        return way_of(self.match.copy_at(len(self.match.plies) - 1)) if self.match.plies else ""


class Openings:
    """Looks up trees of openings."""

    def __init__(self, store: Store, outside: OutsideHelp) -> None:
        self._store = store
        self._outside = outside

    async def first(self, whose: TreeOwner, asks: TreeReader, game: AnyGame | None) -> TreePosition | None:
        """Return the start of the tree with the most matches, of `game` if one is given.

        `None` if there is no tree. Games that this version no longer knows are passed over. Raise `Refusal`
        for games with hidden cards, and if the tree is not for this reader.
        """
        if game is not None and game.hidden:
            raise Refusal("openings.hidden", title=game.title)
        among = await self._among(whose, asks)
        key = None if game is None else game.key
        found = await _count_visible(
            asks, among, await self._store.read(lambda tx: trees.kinds(tx, among, game=key))
        )
        kind = next((kind for kind, _ in found if start_of(kind) is not None), None)
        return await self.step(whose, asks, kind.id, "") if kind else None

    async def step(self, whose: TreeOwner, asks: TreeReader, kind_id: int, way: str) -> TreePosition:
        """Return the position that a way leads to.

        Raise `Refusal` if there is none, or if the tree is not for this reader. No reader is shown how a
        position of their own running match against a person went on elsewhere, nor which moves win in a
        game of which they play such a match.
        """
        match = await self.match_at(kind_id, way)
        if len(match.plies) >= BY_HEART:
            await self._outside.check(asks.user_id, match)
        among = await self._among(whose, asks)
        node = node_of(match.game, match.position) if match.plies else START

        async def job(
            tx: Transaction,
        ) -> tuple[GameKind | None, Sequence[TreeCount[str]], Sequence[TreeCount[GameKind]]]:
            kinds = [] if match.plies else await trees.kinds(tx, among)
            return await trees.kind(tx, kind_id), await trees.replies(tx, among, kind_id, node), kinds

        kind, told, played = await self._store.read(job)
        assert kind is not None  # it was there a moment ago, and stays
        if len(match.plies) >= PLIES:  # where others came sooner
            told = ()
        found = await _count_visible(asks, among, told)
        proven = is_solved(match.position) and not await self._outside.plays(asks.user_id, match.game)
        replies = await asyncio.to_thread(_replies, match, way, found[:REPLIES], proven)
        kinds = [(kind, counts.all) for kind, counts in (await _count_visible(asks, among, played))[:KINDS]]
        more = max(0, len(found) - REPLIES)
        counts = sum((counts for _, counts in found), ResultCounts())
        return TreePosition(kind, match, way, tuple(replies), more, counts, kinds, opening_of(match))

    async def match_at(self, kind_id: int, way: str) -> Match:
        """Return the match that a way leads to from the start of a kind.

        Raise `Refusal` if it leads nowhere.
        """
        kind = await self._store.read(lambda tx: trees.kind(tx, kind_id))
        match = await asyncio.to_thread(_walk, kind, way) if kind else None
        if match is None:
            raise Refusal("openings.gone")
        return match

    async def waiting(self, user_id: int) -> bool:
        """Whether a match of this user is still to be counted."""
        return await self._store.read(lambda tx: trees.waiting(tx, user_id))

    async def _among(self, whose: TreeOwner, asks: TreeReader) -> MatchScope:
        """Return which matches may be counted for the reader."""
        if whose.user_id == asks.user_id:
            return MatchScope(whose.user_id, side=whose.side)
        guild_id = asks.guild_id
        if guild_id is None:
            raise Refusal("openings.server")

        user_id = whose.user_id
        if user_id is not None:
            theirs = await self._store.read(lambda tx: preferences.get(tx, user_id))
            if not theirs.profile_shown:
                raise Refusal("openings.own")
        return MatchScope(user_id, guild_id, whose.side)


async def _count_visible(
    asks: TreeReader, among: MatchScope, told: Sequence[TreeCount[Key]]
) -> list[tuple[Key, ResultCounts]]:
    """Return the counts of all channels that the reader may see, added up.

    The highest comes first. Matches that the reader played themselves count wherever they were, because
    they have seen them.
    """
    channels = {channel_id for channel_id, _, _ in told}
    if among.guild_id is not None:
        channels = {channel_id for channel_id in channels if await asks.sees(channel_id)}
    found: dict[Key, ResultCounts] = {}
    for channel_id, key, counts in told:
        if channel_id in channels:
            found[key] = found.get(key, ResultCounts()) + counts
    return sorted(found.items(), key=lambda each: (-each[1].all, each[0]))


def way_of(match: Match) -> str:
    """Return the way to the present position of a match.

    It has the number of each move among all legal ones, with as many digits as the last number needs.
    """
    found, position = [], match.origin
    for ply in match.plies:
        moves = match.game.moves(position)
        found.append(_encode_index(moves.index(match.game.read(position, ply.text)), len(moves)))
        position = ply.position
    return "".join(found)


def opening_of(match: Match) -> str | None:
    """Return the name of the last official opening that a match has reached.

    `None` if it has reached none. The match must be from the usual start.
    """
    played = [ply.text for ply in match.plies]
    found = (openings.find_by_moves(match.game.key, played[:count]) for count in range(len(played), 0, -1))
    return next((opening.name for opening in found if opening), None)


def _walk(kind: GameKind, way: str) -> Match | None:
    """Return the match that a way leads to; `None` if it leads nowhere."""
    match = start_of(kind)
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
    """Return what was played in a position, with what is `proven` of it.

    What cannot be played by the rules of this version is left out.
    """
    moves, replies = match.game.moves(match.position), []
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
    """Whether the last move of a solved match wins or loses; `None` if neither."""
    winner = after.outcome.winner if after.outcome else winner_of(after.position)
    return None if winner is None else winner == after.plies[-1].seat


def _encode_index(index: int, among: int) -> str:
    """Return an index as digits, as many as the highest of `among` indices needs."""
    wide, digits = _width(among), ""
    for _ in range(wide):
        index, digit = divmod(index, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits


def _width(among: int) -> int:
    """Return how many digits number one of so many moves.

    >>> [_width(among) for among in (1, 36, 37, 1296, 1297)]
    [1, 1, 2, 2, 3]
    """
    wide = 1
    while len(DIGITS) ** wide < among:
        wide += 1
    return wide
