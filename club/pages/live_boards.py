"""Live boards: the running match on a page, for one person.

A link opens one once, and becomes a session. The holder of a session plays through the same use-cases as
by buttons, and sees what they would see there.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.members.people import Act
from club.play.course.clock_keeper import ClockKeeper
from club.play.course.offers import Offer, OfferKind, Offers, find_open_offer, may_offer
from club.play.course.silence import SilenceKeeper
from club.play.match.clock_journal import start_live_clock
from club.play.match.crowded_positions import CrowdedPositions
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches, Table
from club.play.match.waiting import waiting_options
from club.refusals import Refusal, StaleBoard
from club.running.column import Secret
from data.members import preferences
from data.members.preferences import Preference
from data.pages import live_boards
from data.pages.live_boards import LiveBoardRow
from rules.choosing import ChoiceNode, reach_choice
from rules.game import Seat

OPENS: Final = 120.0
"""Seconds within which a link is to be opened."""
LASTS: Final = 12 * 3600.0
"""Seconds for which a session lasts."""
LOOKS: Final = 30.0
"""Seconds for which a page is believed to be open, unless it is noted again."""
BYTES: Final = 16
"""Random bytes of a key and of a token."""
SECRET: Final = re.compile(f"[0-9a-f]{{{2 * BYTES}}}")
"""How a key or a token is written."""
ACT: Final = re.compile("[0-9a-f]{8,64}")
"""How a page numbers its acts."""

VersionListener = Callable[[int, tuple[int, int]], None]
"""Gets a changed match's id, its version and its clock's last event number."""


class BoardClosed(Refusal):
    """A link or a session that opens nothing, or opens nothing any more."""

    def __init__(self) -> None:
        super().__init__("live.closed")


@dataclass(frozen=True, slots=True)
class LiveView:
    """A match for the holder of a session, with the `offer` that is open in it.

    `table` is turned the way the person prefers. `seat` is `None` for a spectator. `may_nudge` and
    `may_claim` say what a player can do about the opponent, who is to move.
    """

    table: Table
    preference: Preference
    seat: Seat | None
    offer: Offer | None
    may_nudge: bool = False
    may_claim: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether the person is to choose a move here."""
        return self.seat is not None and self.table.turn == self.seat and not self.table.row.is_team_to_move

    @property
    def offers(self) -> Sequence[tuple[str, str]]:
        """What the person may do beside moving: code of its label, and its name."""
        if self.seat is None or not self.table.is_running:
            return ()
        if self.offer is not None and self.offer.seat != self.seat:
            kind = self.offer.kind
            return (f"button.accept_{kind}", f"accept-{kind}"), (f"button.decline_{kind}", f"decline-{kind}")
        found = []
        if self.may_claim:
            found.append(("button.claim", "claim"))
            found += [("button.give-time", "give-time")] if self.table.row.control else []
        elif self.may_nudge:
            found.append(("button.nudge", "nudge"))
        found += [] if self.offer else [("button.offer_draw", "draw")]
        if not self.offer and may_offer(self.table, OfferKind.TAKEBACK, self.seat):
            found.append(("button.takeback", "takeback"))
        return *found, ("button.resign", "resign")


QUESTIONS: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "resign": (("button.resign", "resign-yes"), ("button.keep_playing", "no")),
    "claim": (
        ("button.claim_win", "claim-win"),
        ("button.adjourn", "adjourn"),
        ("button.keep_playing", "no"),
    ),
}
"""What is asked before the match ends by an offer, as codes of labels and offers."""


class LiveBoardFollower(Follower):
    """Tells `listeners` in this process of each changed match."""

    def __init__(self) -> None:
        self.listeners = set[VersionListener]()

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Tell all listeners."""
        row = changed.row
        for listener in self.listeners:
            listener(row.id, (row.version, row.clock.number if row.clock else 0))


class LiveBoards:
    """Makes links to live boards, and carries out the acts of those who hold them.

    `base_url` is the address of the pages, `None` if the host wants no live boards.
    """

    def __init__(
        self,
        matches: Matches,
        offers: Offers,
        silences: SilenceKeeper,
        clocks: ClockKeeper,
        crowded: CrowdedPositions,
        secret: Secret,
        base_url: str | None,
        follower: LiveBoardFollower,
        *,
        in_window: bool = False,
    ) -> None:
        self.matches = matches
        self.follower = follower
        self._offers = offers
        self._silences = silences
        self._clocks = clocks
        self._crowded = crowded
        self._store = matches.store
        self._now = matches.now
        self._secret = secret
        self.base = base_url
        self.in_window = in_window and base_url is not None
        """Whether boards open in Discord's own window, as an Activity."""

    @property
    def is_on(self) -> bool:
        """Whether the host wants live boards."""
        return self.base is not None

    async def make_link(self, table: Table, user_id: int) -> str:
        """Return a link to a match for a user who may see it.

        Its key stands behind `#`, which no browser sends to anyone. In Discord's window it is not needed: the
        window opens the newest link of its user. Raise `Refusal` if there is no board.
        """
        if not self.is_on:
            raise Refusal("live.off")
        check_has_board(table)
        key, now = self._draw(), self._now()
        row = LiveBoardRow(_digest(key), user_id, table.row.id, now + OPENS)
        await self._store.write(lambda tx: live_boards.put(tx, row, now=now))
        return f"{self.base}/live#{key}"

    async def open(self, key: str) -> tuple[str, LiveBoardRow]:
        """Open a link once; return the token of its session and the session."""
        opened = await self._open(_digest(key)) if SECRET.fullmatch(key) else None
        if opened is None:
            raise BoardClosed
        return opened

    async def open_newest(self, user_id: int) -> tuple[str, LiveBoardRow] | None:
        """Open a user's newest link without its key.

        Discord has said who the user is. Return the token of its session and the session, or `None` if they
        have no link.
        """
        now = self._now()
        key = await self._store.read(lambda tx: live_boards.find_newest_link(tx, user_id, now=now))
        return None if key is None else await self._open(key)

    async def open_match(self, match_id: int, user_id: int) -> tuple[str, LiveBoardRow]:
        """Open a match without a link, for a user who plays in it."""
        check_has_board(await self.matches.load(match_id))
        token, now = self._draw(), self._now()
        row = LiveBoardRow(_digest(self._draw()), user_id, match_id, now + LASTS, _digest(token))
        await self._store.write(lambda tx: live_boards.put(tx, row, now=now))
        return token, row

    async def _open(self, key: str) -> tuple[str, LiveBoardRow] | None:
        """Turn a link into a session; return `None` if it opens nothing any more.

        `key` is the hash of its key.
        """
        token, now = self._draw(), self._now()
        opened = await self._store.write(
            lambda tx: live_boards.open_session(tx, key, token=_digest(token), until=now + LASTS, now=now)
        )
        return None if opened is None else (token, opened)

    async def find(self, token: str) -> LiveBoardRow:
        """Return the session of a token; raise `BoardClosed` if there is none."""
        if not SECRET.fullmatch(token):
            raise BoardClosed
        found = await self._store.read(lambda tx: live_boards.find(tx, _digest(token), now=self._now()))
        if found is None:
            raise BoardClosed
        return found

    async def close(self, session: LiveBoardRow) -> None:
        """End a session, whose holder may not see the match any more."""
        token = session.token
        if token is not None:
            await self._store.write(lambda tx: live_boards.remove(tx, token))

    async def close_all(self, user_id: int) -> int:
        """End all sessions and links of a user; return how many there were."""
        return await self._store.write(lambda tx: live_boards.remove_of_user(tx, user_id))

    async def list_versions(self) -> Mapping[str, tuple[int, int]]:
        """Return how the match of each session stands, by the hash of its token."""
        return await self._store.read(lambda tx: live_boards.list_versions(tx, self._now()))

    async def note_looking(self, tokens: Sequence[str], *, is_open: bool = True) -> None:
        """Note that the pages of these sessions, given by hash, are open, or closed."""
        until = self._now() + LOOKS if is_open else None
        await self._store.write(lambda tx: live_boards.note_looking(tx, tokens, until))

    async def list_onlookers(self, match_id: int) -> frozenset[int]:
        """Return the users who have a match open on a page."""
        if not self.is_on:
            return frozenset()
        return await self._store.read(lambda tx: live_boards.list_onlookers(tx, match_id, self._now()))

    async def start_clock(self, session: LiveBoardRow, version: int, *, at: float) -> None:
        """Start a waiting live clock: its player has had the board on a page since `at`."""
        row = await self.matches.load_row(session.match_id)
        clock = row.clock
        if clock is None or row.turn is None or row.seats[row.turn].user_id != session.user_id:
            return
        next_at = await self._store.write(lambda tx: start_live_clock(tx, row, version, at=at))
        if next_at is not None:
            self.matches.expect(next_at)
            for listener in self.follower.listeners:
                listener(row.id, (row.version, clock.number + 1))

    async def load(self, session: LiveBoardRow) -> LiveView:
        """Return the match as the holder of a session sees it."""
        table, events = await self.matches.load_with_events(session.match_id)
        preference = await self._store.read(lambda tx: preferences.get(tx, session.user_id))
        offer = find_open_offer(events) if table.is_running else None
        seat, now = table.seat_of(session.user_id), self._now()
        view = LiveView(table.with_facing(preference), preference, seat, offer)
        if seat is None or not table.is_running or table.turn == seat:
            return view
        known = waiting_options(table.row)
        return replace(view, may_nudge=known.may_nudge(now), may_claim=known.may_claim(now))

    async def reach(
        self, session: LiveBoardRow, act: Act, path: Sequence[str], *, version: int, ends: bool
    ) -> tuple[LiveView, list[str]]:
        """Go to a choice; if it completes a move, make it.

        Return the match then, and the path of the choice that is still to be continued. A player who wants
        to be asked first completes no move unless it `ends` there.
        """
        pressed = await self.matches.load_for_press(session.match_id, act)
        table = pressed.table
        if pressed.is_repeated:
            return await self.load(session), []
        self.matches.require_turn(table, session.user_id)
        if await self.matches.has_moved_since(table, version):
            raise StaleBoard
        node = await self._crowded.run_on_thread(
            session.user_id, table.match, lambda: reach_choice(table.game, table.match.position, path)
        )
        if node is None:
            raise StaleBoard
        if _is_complete(node, ends=ends, asks_first=pressed.preference.confirm):
            await self.matches.make_move(table, act, node.move)
            return await self.load(session), []
        return await self.load(session), list(node.path)

    async def play(self, session: LiveBoardRow, act: Act, text: str, *, version: int) -> LiveView:
        """Make a typed move."""
        await self.matches.play(session.match_id, act, text, version=version)
        return await self.load(session)

    async def answer(self, session: LiveBoardRow, act: Act, offer: str) -> LiveView:
        """Make one of the view's `offers`: a draw, an answer, a nudge, the end."""
        verb, _, kind = offer.rpartition("-")
        if offer == "resign-yes":
            await self.matches.resign(session.match_id, act)
        elif offer in ("claim-win", "adjourn"):
            await self._silences.claim(session.match_id, act, win=offer == "claim-win")
        elif offer == "give-time":
            await self._clocks.give_time(session.match_id, act)
        elif offer == "nudge":
            await self._silences.nudge(session.match_id, act)
        elif offer in tuple(OfferKind):
            await self._offers.offer(session.match_id, act, OfferKind(offer))
        elif verb in ("accept", "decline") and kind in tuple(OfferKind):
            answer = self._offers.accept if verb == "accept" else self._offers.decline
            await answer(session.match_id, act, OfferKind(kind))
        elif offer not in (*QUESTIONS, "no"):
            raise StaleBoard
        return await self.load(session)

    def _draw(self) -> str:
        return self._secret()[:BYTES].hex()


def check_has_board(table: Table) -> None:
    """Raise `Refusal` for a match whose card the bot could not change."""
    if not (table.row.has_route or table.row.is_private):
        raise Refusal("live.user_install")


def make_act(session: LiveBoardRow, number: str, made_at: float) -> Act:
    """Return the act that a page has numbered, which counts once.

    Its id is negative, so it is no id of Discord's, and follows from the session and the page's number.

    >>> one = LiveBoardRow("k", 1, 7, 0.0, "t")
    >>> make_act(one, "ab" * 4, 0.0) == make_act(one, "ab" * 4, 0.0), make_act(one, "cd" * 4, 0.0).interaction_id
    (True, -6199403786787433924)
    """
    drawn = hashlib.sha256(f"{session.token}:{number}".encode()).digest()
    return Act(session.user_id, -1 - (int.from_bytes(drawn[:8]) >> 1), made_at)


def _is_complete(node: ChoiceNode, *, ends: bool, asks_first: bool) -> bool:
    return node.move is not None and (ends or not (node.choices or asks_first))


def _digest(secret: str) -> str:
    """Return the hash under which a secret is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()
