"""The card of a server: turns, open seats, today's puzzle, and the table's top.

It is one message, which is kept up to date. A match or a challenge is on it only if all members who
see the card may see its place; nor are others counted there.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from club.members.servers import Servers
from club.play.match.match_lists import SEARCHED, ListedMatch
from club.standing.rankings import OPPONENTS, RankedPlayer, rank_players
from data.database.persons import NOBODY
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import servers
from data.members.preferences import Preference
from data.members.servers import NO_RATINGS, ServerRow
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play import challenges, listing
from data.play.challenges import ChallengeRow
from data.play.matches import MatchStatus
from data.play.places import Place, PlacedRow
from data.puzzles import daily
from data.puzzles.daily import PuzzlePost
from data.standing import club_cards, ratings
from data.standing.club_cards import ClubCardRow
from rules.catalogue import GAMES

TOP: Final = 3
"""People of the table that the card names."""
TOP_AMONG: Final = 50
"""The best by points, among whom the top of the table is looked for.

A provisional player has no place.
"""
SEATS: Final = 200
"""Open challenges of a server that are looked through."""
PUZZLE_FOR: Final = 2 * 24 * 3600.0
"""Seconds for which the last puzzle of a server is its puzzle of the day."""

PlaceFilter = Callable[[PlacedRow], bool]
"""Returns whether all who see a server's card may see a place of that server."""


@dataclass(frozen=True, slots=True)
class ServerActivity:
    """The content of a server's card.

    `matches` are the running ones between two people; the one whose time runs out first comes first.
    `seats` are the challenges that anyone may take, oldest first. `puzzle` is the post of today's
    puzzle, `None` if none is visible. `table` is the best players of the game that most are rated in,
    empty if the server keeps no ratings.
    """

    matches: Sequence[ListedMatch]
    seats: Sequence[ChallengeRow]
    puzzle: PuzzlePost | None
    table: Sequence[RankedPlayer]


class ClubCards:
    """The cards of all servers that want one."""

    def __init__(
        self, store: Store, servers: Servers, *, now: Callable[[], float], wake: Callable[[], None]
    ) -> None:
        self._store = store
        self._servers = servers
        self._now = now
        self._wake = wake

    async def choose(self, guild_id: int, channel_id: int | None, *, by: int) -> ServerRow:
        """Store the channel in which a server wants its card, `None` for none.

        Return its settings. The person who chooses the channel is told if it accepts no card.
        """
        chosen_by = None if channel_id is None else by
        return await self._servers.change(guild_id, by=by, card_channel=channel_id, card_by=chosen_by)

    async def load_card(self, guild_id: int) -> tuple[ServerRow, ClubCardRow | None]:
        """Return a server's settings, and its card; `None` for the card if it wants none."""

        async def job(tx: Transaction) -> tuple[ServerRow, ClubCardRow | None]:
            return await servers.get(tx, guild_id), await club_cards.get(tx, guild_id)

        return await self._store.read(job)

    async def going(self, guild_id: int, shows: PlaceFilter) -> ServerActivity:
        """Return what there is to say on a server's card, of places that it `shows`."""

        async def job(tx: Transaction) -> ServerActivity:
            now = self._now()
            running = await listing.of_guild(tx, guild_id, limit=SEARCHED)
            seats = await challenges.open_to_anyone(tx, guild_id, now, limit=SEATS)
            puzzle = await daily.last(tx, guild_id)
            if puzzle and (
                puzzle.message_id is None
                or now - puzzle.made_at >= PUZZLE_FOR
                or not shows(Place(guild_id, puzzle.channel_id))
            ):
                puzzle = None
            return ServerActivity(
                sorted((ListedMatch(row) for row in running if _is_shown(row, shows)), key=_urgency),
                [row for row in seats if row.game in GAMES and shows(row)],
                puzzle,
                await _table(tx, guild_id, now),
            )

        return await self._store.read(job)

    async def look_again(self, guild_id: int) -> None:
        """Have the card of a server looked at: who may see what has changed there."""
        if await self._store.read(lambda tx: club_cards.get(tx, guild_id)) is None:
            return

        async def job(tx: Transaction) -> None:
            await club_cards.redraw(tx, guild_id, self._now())

        await self._store.write(job)
        self._wake()

    async def stop(self, tx: Transaction, server: ServerRow, row_id: int) -> None:
        """Show no card in a channel that accepts none.

        Tell the person who chose it once. `row_id` is the row of the outbox.
        """
        await self._servers.put(tx, server.guild_id, by=None, card_channel=None, card_by=None)
        await club_cards.drop(tx, server.guild_id)
        if server.card_channel is not None and server.card_by is not None:
            told = {"channel": server.card_channel, "by": server.card_by, "card": True}
            await outbox.put(tx, PostKind.UNPOSTED, self._now(), dedup=f"cu{row_id}", payload=told)


class ClubCardSettings:
    """Has the card of a server follow its settings.

    `now` gives seconds since the epoch.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    async def follow_server(
        self, tx: Transaction, by: int | None, before: ServerRow, after: ServerRow
    ) -> None:
        """Note that a server wants a card, and have it checked after any change.

        Such changes are of its language or of its ratings.
        """
        del by, before
        if after.card_channel is not None:
            await club_cards.add(tx, after.guild_id)
        await club_cards.redraw(tx, after.guild_id, self._now())

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Have the cards checked that may name a person who hides or shows their profile."""
        if before.profile_shown != after.profile_shown:
            await club_cards.redraw_for_person(tx, after.user_id, self._now())


def _is_shown(row: listing.ListedRow, shows: PlaceFilter) -> bool:
    """Whether a match is on the card.

    It must be running, and another person may be waiting for its next move.
    """
    return row.status is MatchStatus.RUNNING and row.turn is not None and row.computer is None and shows(row)


def _urgency(match: ListedMatch) -> tuple[float, float]:
    deadline = match.row.deadline_at
    return math.inf if deadline is None else deadline, match.row.turn_at


async def _table(tx: Transaction, guild_id: int, now: float) -> Sequence[RankedPlayer]:
    if (await servers.get(tx, guild_id)).ratings == NO_RATINGS:
        return ()
    games = await ratings.games(tx, guild_id)
    if not games:
        return ()
    rows = await ratings.of_game(tx, guild_id, games[0], by=NOBODY, opponents=OPPONENTS, limit=TOP_AMONG)
    return rank_players(rows, now)[:TOP]
