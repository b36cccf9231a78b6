"""The live board's page and what it asks: its link, its moves, its stream."""

import asyncio
import json
import mimetypes
from collections.abc import Awaitable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from aiohttp import hdrs, web

from club.club import Club
from club.last_used import LruCache
from club.members.quotas import RateLimiter
from club.pages.live_boards import ACT, QUESTIONS, BoardClosed, LiveView, make_act
from club.refusals import Refusal
from data.pages.live_boards import LiveBoardRow
from data.play.matches import MatchRow
from rendering.page_values import page_words
from rules.game import TEXT_LIMIT
from web.guard import AT_ONCE, EVERYBODY, FRAMELESS, HEADERS, PER_MINUTE, Refused, household_key, running_club
from web.html_pages import FOR_EVER, preferred_language
from web.live.live_states import LiveState, LiveStates, StateKey
from web.live.live_streams import LiveStreams
from web.live.page_files import live_files, live_page
from web.live.window import FRAMED_BY, SdkFiles
from web.page_host import PageHost
from web.strict import StrictConnection
from words import Phrase, TwotoneError, localizer_for

PAGE_HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self';"
        f" base-uri 'none'; form-action 'none'; {FRAMELESS}"
    ),
}
"""Headers of this page alone: its own scripts, which ask this host alone."""
STREAM_HEADERS: Final = {
    **HEADERS,
    "Cache-Control": "no-store",
    "Content-Type": "text/event-stream",
    "X-Accel-Buffering": "no",
}
WINDOW_HEADERS: Final = {
    **PAGE_HEADERS,
    "Content-Security-Policy": PAGE_HEADERS["Content-Security-Policy"].replace(
        FRAMELESS, f"frame-ancestors {FRAMED_BY}"
    ),
}
"""Headers of the page in Discord's own window, which may frame it."""
SDK_FILE: Final = r"(?:[\w.-]+/)*[\w.-]+\.mjs"
ENTER_AT_ONCE: Final = 60
"""Windows that may begin at once."""
ENTER_PER_MINUTE: Final = 300
"""Windows a minute that may go on beginning."""
BODY: Final = 4096
"""Bytes of the longest body.

A typed move has six for each of its characters if all are escaped.
"""
BODY_TIME: Final = 5.0
"""Seconds within which a body must have come."""
QUIET: Final = 15.0
"""Seconds of silence after which a stream says that it still lives."""
LAG: Final = 0.5
"""Seconds that a board may take to its page at the cost of no clock."""
CHECKED: Final = 60.0
"""Seconds for which a user who may see a place is believed to see it still."""
REMEMBERED: Final = 5000
"""Sessions and spectators that are remembered."""


class LivePages:
    """The live board of one process."""

    def __init__(self, host: PageHost) -> None:
        self._host = host
        self.streams = LiveStreams(host)
        self._states = LiveStates(host)
        self._strangers = RateLimiter(at_once=AT_ONCE, per_minute=PER_MINUTE, now=host.now)
        """Limits the tokens that an address may try."""
        self._entries = RateLimiter(at_once=ENTER_AT_ONCE, per_minute=ENTER_PER_MINUTE, now=host.now)
        """Limits the windows that ask Discord whose they are, of all addresses."""
        self._sdk = SdkFiles(host.activity) if host.activity else None
        self._known = LruCache[str, bool](REMEMBERED)
        self._sent = LruCache[tuple[object, object], float](REMEMBERED)
        """When a board that starts a clock was sent, by its session and version."""
        self._checked = LruCache[tuple[int, int], float](REMEMBERED)

    def routes(self) -> Iterable[web.RouteDef]:
        """Yield the routes with their handlers."""
        yield web.get("/live", self._page, name="live")
        yield web.get(r"/live/{name:[0-9a-f]+/\w+\.\w+}", self._file, name="live_file")
        yield web.post("/live/open", self._open, name="live_open")
        if self._sdk:
            yield web.post("/live/enter", self._enter, name="live_enter")
            yield web.get(f"/live/{self._sdk.folder}/{{name:{SDK_FILE}}}", self._sdk.answer, name="live_sdk")
        yield web.post("/live/ask", self._ask, name="live_ask")
        yield web.get("/live/events", self._events, name="live_events", allow_head=False)

    async def _page(self, _: web.Request) -> web.Response:
        body = await asyncio.to_thread(live_page)
        return web.Response(text=body, content_type="text/html", charset="utf-8", headers=PAGE_HEADERS)

    async def answer_window(self) -> web.Response:
        """Answer with the page for Discord's own window, which may be framed there."""
        assert self._sdk is not None
        page = await asyncio.to_thread(live_page)
        given = f'data-app="{self._host.application_id() or ""}" data-sdk="live/{self._sdk.start}"'
        page = page.replace("<html ", f"<html {given} ", 1)
        return web.Response(text=page, content_type="text/html", charset="utf-8", headers=WINDOW_HEADERS)

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        body = (await asyncio.to_thread(live_files)).get(name)
        if body is None:
            raise web.HTTPNotFound
        kind, headers = mimetypes.guess_type(name)[0] or "", {"Cache-Control": FOR_EVER}
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)

    async def _open(self, request: web.Request) -> web.Response:
        """Open a link, which works once, and answer with the session and the match."""
        club, given = running_club(self._host), await _read_body(request)
        return await self._begin(request, club, club.pages.live.open(_text(given, "key")))

    async def _enter(self, request: web.Request) -> web.Response:
        """Open the board of the user of Discord's own window, as a link does."""
        club, given = running_club(self._host), await _read_body(request)
        if not self._entries.try_take(EVERYBODY):
            raise Refused(503, Phrase("web.busy"))
        user_id = await self._host.identify(_text(given, "code"))
        if user_id is None:
            return _refusal_answer(BoardClosed().text(preferred_language(request)))
        return await self._begin(request, club, _enter_board(club, user_id))

    async def _begin(
        self, request: web.Request, club: Club, opening: Awaitable[tuple[str, LiveBoardRow]]
    ) -> web.Response:
        """Answer with the session that `opening` opens, and its match."""
        try:
            token, session = await opening
            await self._check_place(club, session)
            self._known.put(token, True)
            view = await club.pages.live.load(session)
            language = _language(request, view)
            state = await self._states.make(view, language)
            self._note_sent(club, session, state)
        except TwotoneError as refusal:
            return _refusal_answer(refusal.text(preferred_language(request)))
        words = page_words(localizer_for(language))
        return _answer(state.encode(club.now(), ok=True, session=token, words=words))

    async def _ask(self, request: web.Request) -> web.Response:
        """Carry out what a page asks, at the pace and in the turn of its person."""
        club, session = await self._session(request)
        given = await _read_body(request)
        arrived = club.now()  # only now, or a page could begin to send, and think on
        preference = await club.members.preferences.get(session.user_id)
        language = preference.spoken_language or preferred_language(request)

        async def work() -> LiveState:
            return await self._carry_out(club, session, given, language, arrived)

        try:
            club.members.presses.check_rate(session.user_id)
            state = await club.members.presses.serve(session.user_id, work)
            self._note_sent(club, session, state)
        except TwotoneError as refusal:
            return _refusal_answer(refusal.text(language))
        return _answer(state.encode(club.now(), ok=True))

    async def _carry_out(
        self, club: Club, session: LiveBoardRow, given: Mapping[str, Any], language: str, arrived: float
    ) -> LiveState:
        """Return the state after one request of a page."""
        live, do, version = club.pages.live, given.get("do"), given.get("version")
        if do == "seen" and type(version) is int:
            await self._start_clock(club, session, version)
            do = "show"
        if do == "show":
            return await self._states.make(await live.load(session), language)
        if do == "look" and type(number := given.get("number")) is int:
            return await self._states.make(await live.load(session), language, look=number)
        act_number, path = _text(given, "act"), list[str]()
        if not ACT.fullmatch(act_number):
            raise Refused(400, Phrase("web.bad"))
        act = make_act(session, act_number, arrived)
        if do == "offer":
            offer = _text(given, "offer")
            if offer in ("claim-win", "adjourn"):
                await self._check_absence(club, session)
            view = await live.answer(session, act, offer)
            return await self._states.make(view, language, question=QUESTIONS.get(offer, ()))
        if do == "play" and type(version) is int:
            view = await live.play(session, act, _text(given, "move"), version=version)
        elif do == "choose" and type(version) is int:
            ends = given.get("ends") is True
            view, path = await live.reach(session, act, _path(given), version=version, ends=ends)
        else:
            raise Refused(400, Phrase("web.bad"))
        return await self._states.make(view, language, path)

    async def _check_absence(self, club: Club, session: LiveBoardRow) -> None:
        """Note that the player to move is back, if they had left the server."""
        table = await club.pages.live.matches.load(session.match_id)
        if table.row.absent_at is None or table.turn is None:
            return
        if await self._host.may_see(table.row, table.player(table.turn).user_id):
            await club.play.silences.set_absent(table, absent=False)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Send how the match stands, and again after each change."""
        club, session = await self._session(request)
        # The match itself would be kept by thousands of streams.
        key = await _load_key(request, club, session)
        shown = None if request.headers.get("Last-Event-ID") != str(key.version[0]) else key.version
        async with self.streams.add(club, session, key.version, is_player=key.seat is not None) as stream:
            connection = request.protocol
            assert isinstance(connection, StrictConnection)
            connection.leave_budget(stream.close)
            response = web.StreamResponse(headers=STREAM_HEADERS)
            await response.prepare(request)
            checked, sent = self._host.now(), self._sent.get((session.token, key.version[0]))
            asks = sent is not None
            with suppress(ConnectionError, TwotoneError):  # the page asks again, and hears of it
                while not stream.is_closed:
                    stream.changed.clear()
                    wanted = stream.version
                    if shown is None or shown < wanted:
                        state = await self._states.load(
                            replace(key, version=wanted), lambda: club.pages.live.load(session)
                        )
                        shown = max(wanted, state.key.version)
                        asks = self._note_sent(club, session, state)
                        await response.write(state.encode_event(club.now()))
                    else:
                        await response.write(b":\n\n")
                    with suppress(TimeoutError):
                        async with asyncio.timeout(LAG if asks else QUIET):
                            await stream.changed.wait()
                    if asks:  # the page has not said that it has the board
                        asks = False
                        await self._start_clock(club, session, shown[0])
                    if self._host.now() - checked > CHECKED:
                        checked = self._host.now()
                        await self._check_place(club, session)
        return response

    def _note_sent(self, club: Club, session: LiveBoardRow, state: LiveState) -> bool:
        """Note when a board is first sent to a page.

        Return whether a live clock waits for it there.
        """
        if not state.waits_for(state.key.seat):
            return False
        sent = session.token, state.key.version[0]
        if self._sent.get(sent) is None:
            self._sent.put(sent, club.now())
        return True

    async def _start_clock(self, club: Club, session: LiveBoardRow, version: int) -> None:
        """Start the clock of a player whose page has the board that asks for a move.

        It runs from now on, but from half a second after the board was sent at the latest.
        """
        sent = self._sent.get((session.token, version))
        if sent is not None:
            await club.pages.live.start_clock(session, version, at=min(club.now(), sent + LAG))

    async def _session(self, request: web.Request) -> tuple[Club, LiveBoardRow]:
        """Return the session of a request; raise `Refused` if it has none."""
        club = running_club(self._host)
        kind, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
        is_known = self._known.get(token) is not None
        if not is_known and not self._strangers.try_take(household_key(request)):
            raise Refused(429, Phrase("web.often"))
        try:
            session = await club.pages.live.find(token if kind == "Bearer" else "")
            await self._check_place(club, session)
        except BoardClosed as closed:
            raise Refused(401, closed.sentence) from None
        self._known.put(token, True)
        return club, session

    async def _check_place(self, club: Club, session: LiveBoardRow) -> None:
        """Raise `BoardClosed` for a spectator who may not see the match's place.

        Their session ends then. Players always see their matches.
        """
        row = await club.play.matches.load_row(session.match_id)
        if session.user_id in row.user_ids or await self._may_see(row, session.user_id):
            return
        await club.pages.live.close(session)
        raise BoardClosed

    async def _may_see(self, row: MatchRow, user_id: int) -> bool:
        key, now = (row.place_id, user_id), self._host.now()
        until = self._checked.get(key)
        if until is not None and now < until <= now + CHECKED:
            return True
        if row.home_server_id is None or not await self._host.may_see(row, user_id):
            return False
        self._checked.put(key, now + CHECKED)
        return True


async def _read_body(request: web.Request) -> Mapping[str, Any]:
    """Return the JSON object of a request; raise `Refused` if there is none."""
    body = b""
    try:
        async with asyncio.timeout(BODY_TIME):
            while len(body) <= BODY and (part := await request.content.read(BODY + 1 - len(body))):
                body += part
        if len(body) > BODY:
            raise Refused(413, Phrase("web.body"))
        given = json.loads(body)
        json.dumps(given, ensure_ascii=False).encode()  # half a letter could not be sent back in a refusal
    except (ValueError, RecursionError, TimeoutError):
        raise Refused(400, Phrase("web.bad")) from None
    if not isinstance(given, dict):
        raise Refused(400, Phrase("web.bad"))
    return given


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or len(value) > TEXT_LIMIT:
        raise Refused(400, Phrase("web.bad"))
    return value


async def _enter_board(club: Club, user_id: int) -> tuple[str, LiveBoardRow]:
    club.privacy.deletion.check_not_leaving(user_id)
    live = club.pages.live
    if (opened := await live.open_newest(user_id)) is not None:
        return opened
    waiting = await club.play.lists.find_next(user_id)
    if waiting is None:
        raise Refusal("live.nothing_waits")
    return await live.open_match(waiting.row.id, user_id)


def _path(given: Mapping[str, Any]) -> list[str]:
    path = given.get("path")
    if not isinstance(path, list) or not all(isinstance(value, str) for value in path):
        raise Refused(400, Phrase("web.bad"))
    return path


async def _load_key(request: web.Request, club: Club, session: LiveBoardRow) -> StateKey:
    view = await club.pages.live.load(session)
    return StateKey.of(view, _language(request, view))


def _language(request: web.Request, view: LiveView) -> str:
    return view.preference.spoken_language or preferred_language(request)


def _refusal_answer(sentence: str) -> web.Response:
    return _answer(json.dumps({"ok": False, "error": sentence}, ensure_ascii=False).encode())


def _answer(body: bytes) -> web.Response:
    headers = {"Cache-Control": "no-store"}
    return web.Response(body=body, content_type="application/json", charset="utf-8", headers=headers)
