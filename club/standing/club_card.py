"""The card of a server: a message that shows what is going on there.

It shows the newest board and lists running matches, the last result, open challenges, today's puzzle,
and the top of the table, and it is kept up to date. A match or challenge is listed only if all members
who see the card may also see its place; others are not even counted.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from club.members.servers import Servers
from club.play.match.match_lists import SEARCHED, ListedMatch, load_vacations
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from club.standing.rankings import RankedPlayer, list_players, load_ranked_and_everyone
from data.database.errors import Unreadable
from data.database.persons import NOBODY
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import bars, servers
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

A provisional player has no rank, and comes after those who have one.
"""
SEATS: Final = 200
"""Open challenges of a server that are looked through."""
PUZZLE_FOR: Final = 2 * 24 * 3600.0
"""Seconds for which the last puzzle of a server is its puzzle of the day."""
RESULT_FOR: Final = 7 * 24 * 3600.0
"""Seconds for which a result is news."""
RESULTS: Final = 20
"""Last results of a server, among which a visible one is looked for."""
BOARDS_TRIED: Final = 3
"""Matches of which one must be readable for its board to be shown."""

PlaceFilter = Callable[[PlacedRow], bool]
"""Returns whether all who see a server's card may see a place of that server."""


@dataclass(frozen=True, slots=True)
class ServerActivity:
    """The content of a server's card.

    `matches` are the running matches between two people; the one whose time runs out first comes first.
    `open_challenges` are those that anyone may accept, oldest first. `puzzle` is the post of today's
    puzzle, `None` if none is visible. `top_players` are the best players of the game in which most
    members are rated; it is empty if the server keeps no ratings. `last_result` is the match decided
    last, and `board` the match whose board is newest: a running one, or else that last one.
    """

    matches: Sequence[ListedMatch]
    open_challenges: Sequence[ChallengeRow]
    puzzle: PuzzlePost | None
    top_players: Sequence[RankedPlayer]
    last_result: ListedMatch | None = None
    board: Table | None = None


class ClubCards:
    """Keeps the club card up to date on every server that has turned it on."""

    def __init__(
        self, matches: Matches, servers: Servers, *, now: Callable[[], float], wake: Callable[[], None]
    ) -> None:
        self._store: Store = matches.store
        self._matches = matches
        self._servers = servers
        self._now = now
        self._wake = wake

    async def choose_channel(self, guild_id: int, channel_id: int | None, *, moderator_id: int) -> ServerRow:
        """Store the channel for a server's card; `None` removes the card.

        `moderator_id` is the user who chooses it; they are notified if the channel turns out to refuse the
        card. Return the server's settings.
        """
        chosen_by = None if channel_id is None else moderator_id
        return await self._servers.change(
            guild_id, moderator_id=moderator_id, card_channel=channel_id, card_by=chosen_by
        )

    async def load_card(self, guild_id: int) -> tuple[ServerRow, ClubCardRow | None]:
        """Return a server's settings and its card, `None` if it has no card."""

        async def job(tx: Transaction) -> tuple[ServerRow, ClubCardRow | None]:
            return await servers.get(tx, guild_id), await club_cards.get(tx, guild_id)

        return await self._store.read(job)

    async def load_activity(self, guild_id: int, is_visible: PlaceFilter) -> ServerActivity:
        """Return the current content of a server's card.

        `is_visible` tells whether everyone who sees the card may see a place; items from other places are
        left out.
        """

        async def job(tx: Transaction) -> ServerActivity:
            now = self._now()
            running = await listing.list_for_server(tx, guild_id, limit=SEARCHED)
            ended = await listing.list_decided_between(
                tx, guild_id, now - RESULT_FOR, math.inf, limit=RESULTS
            )
            seats = await challenges.list_open_to_anyone(tx, guild_id, now, limit=SEATS)
            seen = [row for row in seats if row.game in GAMES and is_visible(row)]
            puzzle = await daily.find_latest(tx, guild_id)
            if puzzle and (
                puzzle.message_id is None
                or now - puzzle.made_at >= PUZZLE_FOR
                or not is_visible(Place(guild_id, puzzle.channel_id))
            ):
                puzzle = None
            return ServerActivity(
                sorted(
                    await load_vacations(tx, [row for row in running if _is_shown(row, is_visible)]),
                    key=_urgency,
                ),
                [row for row in seen if await bars.get(tx, guild_id, row.challenger_id) is None],
                puzzle,
                await _table(tx, guild_id, now),
                next((ListedMatch(row) for row in ended if row.game in GAMES and is_visible(row)), None),
            )

        activity = await self._store.read(job)
        return replace(activity, board=await self._load_newest(activity))

    async def _load_newest(self, activity: ServerActivity) -> Table | None:
        """Return the match with the newest board, or the last one decided.

        A match that cannot be read is passed over.
        """
        newest = sorted(activity.matches, key=lambda match: -match.row.turn_at)[:BOARDS_TRIED]
        for match in (*newest, activity.last_result):
            with suppress(Refusal, Unreadable):
                if match is not None:
                    return await self._matches.load(match.row.id)
        return None

    async def redraw(self, guild_id: int) -> None:
        """Queue an update of a server's card.

        Call it when the permissions of members have changed on the server.
        """
        if await self._store.read(lambda tx: club_cards.get(tx, guild_id)) is None:
            return

        async def job(tx: Transaction) -> None:
            await club_cards.request_update(tx, guild_id, self._now())

        await self._store.write(job)
        self._wake()

    async def stop_showing(self, tx: Transaction, server: ServerRow, row_id: int) -> None:
        """Remove the card from a channel that refuses it.

        The user who chose the channel is notified once. `row_id` is the id of the outbox row. This is part
        of the caller's transaction.
        """
        await self._servers.put_settings(
            tx, server.guild_id, moderator_id=None, card_channel=None, card_by=None
        )
        await club_cards.drop(tx, server.guild_id)
        if server.card_channel is not None and server.card_by is not None:
            told = {"channel": server.card_channel, "by": server.card_by, "card": True}
            await outbox.put(tx, PostKind.UNPOSTED, self._now(), dedup=f"cu{row_id}", payload=told)


class ClubCardFollower:
    """Updates the card of a server when settings change.

    `now` returns seconds since the epoch.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    async def follow_server(
        self, tx: Transaction, user_id: int | None, before: ServerRow, after: ServerRow
    ) -> None:
        """Add a card if the server wants one, and queue an update of it.

        Any setting can change the card, for example the language or the ratings.
        """
        del user_id, before
        if after.card_channel is not None:
            await club_cards.add(tx, after.guild_id)
        await club_cards.request_update(tx, after.guild_id, self._now())

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Queue updates of the cards that may name a user who changes a preference.

        Only hiding or showing their profile matters.
        """
        if before.profile_shown != after.profile_shown:
            await club_cards.request_updates_for_person(tx, after.user_id, self._now())


def _is_shown(row: listing.ListedRow, shows: PlaceFilter) -> bool:
    """Whether a match is listed on the card.

    It must be running, with a person to move and no computer player, in a place that all may see.
    """
    return row.status is MatchStatus.RUNNING and row.turn is not None and row.computer is None and shows(row)


def _urgency(match: ListedMatch) -> tuple[float, float]:
    deadline = match.row.deadline_at
    return math.inf if deadline is None else deadline, match.row.turn_at


async def _table(tx: Transaction, guild_id: int, now: float) -> Sequence[RankedPlayer]:
    if (await servers.get(tx, guild_id)).ratings == NO_RATINGS:
        return ()
    games = await ratings.list_games(tx, guild_id)
    if not games:
        return ()
    ranked, everyone = await load_ranked_and_everyone(
        tx, guild_id, games[0], viewer_id=NOBODY, limit=TOP_AMONG
    )
    return list_players(ranked, everyone, now)[:TOP]
