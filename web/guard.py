"""The guard before every page.

It limits the rate of requests from one address, refuses requests that are not for a page, and answers
if something goes wrong.
"""

import ipaddress
import logging
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from club.club import Club
from club.members.quotas import RateLimiter
from club.refusals import Refusal
from club.running.column import Now
from club.running.turns import FairScheduler, QueueFull
from web.page_host import PageHost, RequestCounter
from web.pictures import etag_of
from words import Phrase, TwotoneError

log = logging.getLogger(__name__)

AT_ONCE: Final = 120
"""Requests that one address may make at once: some pages with their pictures."""
PER_MINUTE: Final = 240
"""Requests a minute that one address may go on making."""
IN_ALL_AT_ONCE: Final = 1200
"""Requests of all addresses together."""
IN_ALL_PER_MINUTE: Final = 6000
"""Sustained requests a minute from all addresses together.

The bot itself goes first.
"""
FILES_AT_ONCE: Final = 600
"""Requests at once of one address for files of the lab and of live boards.

A first visit to the lab makes fifty, most of them to work offline. A window of Discord's makes eighty, most
of them for Discord's SDK, and many people's windows ask from one address, that of Discord's proxy.
"""
FILES_PER_MINUTE: Final = 300
"""Requests a minute for these files that one address may go on making."""
FILES_IN_ALL_AT_ONCE: Final = 3000
"""Requests of all addresses together for these files."""
FILES_IN_ALL_PER_MINUTE: Final = 6000
"""Sustained requests a minute for these files from all addresses together."""
EACH: Final = 2
"""Requests of one address that are in work at a time."""
IN_WORK: Final = 6
"""Requests of all addresses that are in work at a time."""
WAITING: Final = 200
"""Requests that wait: a connection may have sent several."""
THREADS: Final = 1
"""Threads on which pages are written and drawn."""
EVERYBODY: Final = 0
"""Who has the share of all addresses."""
NETWORK: Final = 64
"""Bits of an address of IPv6 that are one household's."""
LONGEST: Final = 200
"""Characters of the path of a page."""
WITH_PORT: Final = re.compile(r"\[(?P<six>.+)\](?::\d+)?|(?P<four>[^:]+):\d+")
"""An address as some proxies name it: in brackets, or with the port that was used."""
READ: Final = ("GET", "HEAD")
PERSONAL: Final = ("live_ask", "live_events")
"""Routes that limit the pace and the turns by person, not by address."""
WRITING: Final = (*PERSONAL, "live_open", "live_enter")
"""The routes that take a body: all of the live board."""
FILES: Final = ("live_file", "live_sdk")
"""The routes of the live board's own files, which a browser keeps for good."""
FRAMELESS: Final = "frame-ancestors 'none'"
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none';"
        f" {FRAMELESS}"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "interest-cohort=()",
    "Server": "Twotone",
}
"""Headers of every answer.

No scripts, nothing from elsewhere, no frames, and nothing told to the pages that are linked.
"""
SENTENCES: Final = {404: "web.no_page", 405: "web.only_read"}
"""What is said to a request by the status that the library refuses it with."""

RefusalHandler = Callable[[web.Request, int, Phrase], Awaitable[web.StreamResponse]]
"""Makes the answer to a request that is refused with a status, in one sentence."""


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """Raised to answer a request with a status and one sentence."""

    def __init__(self, status: int, sentence: Phrase) -> None:
        super().__init__(str(sentence))
        self.status = status
        self.sentence = sentence


def running_club(host: PageHost) -> Club:
    """Return the club; raise `Refused` while the bot is starting or stopping."""
    club = host.club()
    if club is None:
        raise Refused(503, Phrase("web.later"))
    return club


class Guard:
    """A guard that checks each request and adds the common headers to each answer.

    It stores no address, only counts under numbers made from addresses.
    """

    def __init__(
        self, now: Now, refuse: RefusalHandler, count_request: RequestCounter, share: float | None = None
    ) -> None:
        self._turns = FairScheduler(
            per_asker=EACH, total=IN_WORK, threads=THREADS, max_waiting=WAITING, loop_share=share
        )
        self.pages = (
            RateLimiter(at_once=AT_ONCE, per_minute=PER_MINUTE, now=now),
            RateLimiter(at_once=IN_ALL_AT_ONCE, per_minute=IN_ALL_PER_MINUTE, now=now),
        )
        self._files = (
            RateLimiter(at_once=FILES_AT_ONCE, per_minute=FILES_PER_MINUTE, now=now),
            RateLimiter(at_once=FILES_IN_ALL_AT_ONCE, per_minute=FILES_IN_ALL_PER_MINUTE, now=now),
        )
        self._refuse = refuse
        self._counted = count_request

    def middleware(self) -> Middleware:
        """Return the guard as middleware for the server."""

        @web.middleware
        async def guard_request(request: web.Request, handler: Handler) -> web.StreamResponse:
            work = partial(self._answer, request, handler)
            try:
                is_personal = request.match_info.route.name in PERSONAL
                answer = await (work() if is_personal else self._turns.serve(household_key(request), work))
            except QueueFull:
                answer = await self._refuse(request, 503, Phrase("web.busy"))
            if not answer.prepared:
                _add_headers(answer)
            if answer.status == web.HTTPMethodNotAllowed.status_code:
                answer.headers["Allow"] = _allowed_methods(request)
            kind = request.match_info.route.name or "other"
            self._counted(kind if answer.status < 400 else "refused", answer.status)
            return answer

        return guard_request

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Return the answer to a request, even if the handler fails."""
        try:
            self._check(request)
            return with_etag(request, await handler(request))
        except Refused as refused:
            answer = await self._refuse(request, refused.status, refused.sentence)
            if refused.status == web.HTTPRequestEntityTooLarge.status_code:
                answer.force_close()
            return answer
        except web.HTTPException as fault:
            code = SENTENCES.get(fault.status, "web.bad")
            return await self._refuse(request, fault.status if code != "web.bad" else 400, Phrase(code))
        except Refusal as refusal:
            return await self._refuse(request, 404, refusal.sentence)
        except TwotoneError:
            return await self._refuse(request, 503, Phrase("web.later"))
        except Exception:
            log.exception("page failed")
            return await self._refuse(request, 500, Phrase("web.failed"))

    def _check(self, request: web.Request) -> None:
        """Raise `Refused` for an invalid request, or one beyond the rate limit."""
        route = request.match_info.route.name
        if route in PERSONAL:
            return
        of_lab = request.path == "/lab" or request.path.startswith("/lab/")
        pace, in_all = self._files if of_lab or route in FILES else self.pages
        if not pace.try_take(household_key(request)):
            raise Refused(429, Phrase("web.often"))
        if not in_all.try_take(EVERYBODY):
            raise Refused(503, Phrase("web.busy"))
        if request.method not in READ and route not in WRITING:
            raise Refused(405, Phrase("web.only_read"))
        if request.can_read_body and route not in WRITING:
            raise Refused(413, Phrase("web.body"))
        if len(request.rel_url.raw_path) > LONGEST:
            raise Refused(404, Phrase("web.no_page"))


def _allowed_methods(request: web.Request) -> str:
    """Return the methods that the path of a refused request takes."""
    fault = request.match_info.http_exception
    allowed = fault.allowed_methods if isinstance(fault, web.HTTPMethodNotAllowed) else READ
    return ", ".join(sorted(allowed))


def _add_headers(answer: web.StreamResponse) -> None:
    """Add the common headers to an answer that does not have its own."""
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    if FRAMELESS not in answer.headers["Content-Security-Policy"]:
        del answer.headers["X-Frame-Options"]  # which knows no list of sites


def household_key(request: web.Request) -> int:
    """Return a number that identifies the household that a request comes from.

    This is the address, or the first half of an IPv6 address. If the request comes through a proxy on this
    machine or in its own network, it is the last address that the proxy names, which is the one it saw; no
    other proxy is trusted. An invalid address gives 0.
    """
    came = request.remote or ""
    try:
        seen = ipaddress.ip_address(came)
        named: list[str] = request.headers.getall("X-Forwarded-For", [])
        if named and (seen.is_loopback or seen.is_private):
            last = named[-1].rpartition(",")[2].strip()
            ported = WITH_PORT.fullmatch(last)
            seen = ipaddress.ip_address(ported["six"] or ported["four"] if ported else last)
    except ValueError:
        return 0
    if isinstance(seen, ipaddress.IPv6Address):
        seen = seen.ipv4_mapped or seen
    drawn = int(seen)
    return drawn >> NETWORK if seen.version == 6 else drawn


def with_etag(request: web.Request, answer: web.StreamResponse) -> web.StreamResponse:
    """Return an answer with its ETag, or status 304 if the client has it already."""
    if not isinstance(answer, web.Response) or answer.status != 200 or not isinstance(answer.body, bytes):
        return answer
    if "ETag" not in answer.headers:
        answer.headers["ETag"] = f'"{etag_of(answer.body)}"'
    tag = answer.headers["ETag"]
    if tag in request.headers.get("If-None-Match", "")[:LONGEST]:
        kept = {
            name: answer.headers[name] for name in ("ETag", "Cache-Control", "Vary") if name in answer.headers
        }
        return web.Response(status=304, headers=kept)
    return answer
