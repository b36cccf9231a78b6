"""The host's webhook: its messages and their signature.

Also the addresses that it is never sent to, and that failed messages are tried again.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from club.members.people import Person
from club.pages.hooks import FIRST_WAIT, PAGE_MADE, TRIES, UNSENDABLE_AFTER, News
from data.database.transaction import Transaction
from data.pages import hooks
from data.pages.hooks import NewsKind
from tests.club.leagues import MO, newest
from tests.club.people import ANN, GUILD, act
from tests.club.play.course.computer_matches import a_moment
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, Evening
from tests.pace import PATIENCE
from tests.web.api_answers import parse_valid
from tests.web.league_pages import league, make_path
from tests.web.site import Site
from web.hook import (
    FORMER_SIGNATURE,
    FORMER_STAMP,
    ID,
    SIGNATURE,
    STAMP,
    PageWebhook,
    any_socket,
    is_public,
    is_refused,
    public_socket,
    sign_body,
    sign_message,
)
from web.page_server import PageServer

SECRET = "a secret of enough letters"


@dataclass
class Receiver:
    """A program that is told; it answers with a status."""

    at: str = ""
    status: int = 204
    came: list[tuple[Any, bytes]] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        self.came.append((request.headers.copy(), await request.read()))
        return web.Response(status=self.status, headers={"Location": "/elsewhere"})


@asynccontextmanager
async def receiver() -> AsyncIterator[Receiver]:
    made, app = Receiver(), web.Application()
    app.router.add_route("*", "/{path:.*}", made.take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        made.at = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
        yield made
    finally:
        await runner.cleanup()


async def test_what_is_sent_is_signed_with_its_time_and_only_a_success_counts() -> None:
    async with receiver() as other:
        hook = PageWebhook(other.at, SECRET, lambda: 1234.9, make_socket=any_socket)
        assert await hook.send({"event": "x", "name": "Zoë"}, "a.b")
        headers, body = other.came[0]
        assert json.loads(body) == {"event": "x", "name": "Zoë"}
        assert headers[STAMP] == headers[FORMER_STAMP] == "1234"
        assert headers["Content-Type"] == "application/json"
        assert "." not in headers[ID]
        signed = f"{headers[ID]}.1234.".encode() + body
        mac = hmac.new(SECRET.encode(), signed, hashlib.sha256).digest()
        assert headers[SIGNATURE] == f"v1,{base64.b64encode(mac).decode()}"
        former = hmac.new(SECRET.encode(), b"1234." + body, hashlib.sha256).hexdigest()
        assert headers[FORMER_SIGNATURE] == f"sha256={former}" == sign_body(SECRET, 1234, body)
        assert await hook.send({"event": "x"}, "a.b") and await hook.send({"event": "x"}, "a.c")
        assert other.came[1][0][ID] == headers[ID] != other.came[2][0][ID]
        del other.came[1:]
        for status in (302, 307, 400, 404, 500):
            other.status = status
            assert not await hook.send({}, "a")
        assert len(other.came) == 6, "no redirection is followed"
    assert not await hook.send({}, "a"), "nobody listens"


def test_a_message_is_signed_as_in_the_conventions_own_example() -> None:
    secret, message = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek"
    signature = sign_message(secret, message, 1614265330, b'{"test": 2432232314}')
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_secret_that_only_looks_encoded_is_taken_by_its_letters() -> None:
    odd = "whsec_" + "not base64!" * 3
    mac = hmac.new(odd.encode(), b"m.1.{}", hashlib.sha256).digest()
    assert sign_message(odd, "m", 1, b"{}") == f"v1,{base64.b64encode(mac).decode()}"


@pytest.mark.parametrize(
    ("host", "refused"),
    [("127.0.0.1", True), ("localhost", True), ("10.0.0.1", True), ("1.1.1.1", False), ("no.invalid", False)],
)
def test_an_address_that_will_be_refused_is_known_before(host: str, refused: bool) -> None:
    assert is_refused(host, 443) is refused


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *(
            "::1",
            "::",
            "fe80::1",
            "fe80::1%eth0",
            "fd00::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
        ),
        *("224.0.0.1", "ff02::1", "255.255.255.255", "240.0.0.1", "localhost", ""),
    ],
)
def test_no_address_of_this_machine_or_of_a_private_network_is_public(host: str) -> None:
    assert not is_public(host)
    with pytest.raises(PermissionError):
        public_socket((socket.AF_INET, socket.SOCK_STREAM, 0, "", (host, 443)))


@pytest.mark.parametrize("host", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "64:ff9b::101:101"])
def test_others_are(host: str) -> None:
    assert is_public(host)


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"])
async def test_nothing_is_sent_to_this_machine_by_number_or_by_name(name: str) -> None:
    async with receiver() as other:
        hook = PageWebhook(other.at.replace("127.0.0.1", name), SECRET, lambda: 1.0)
        assert not await hook.send({}, "a")
        assert other.came == []


@dataclass
class Telling:
    """A webhook that takes what it is told, or not."""

    takes: bool | None = True
    news: list[News] = field(default_factory=list)

    @property
    def told_addresses(self) -> list[str]:
        """Addresses of the pages that the webhook has been told of."""
        return [each.address for each in self.news]

    async def tell(self, news: News) -> bool | None:
        self.news.append(news)
        return self.takes


@pytest.fixture
async def telling(met: Site) -> AsyncIterator[Telling]:
    """The club of the pages has a webhook."""
    made = Telling()
    await met.club.processes.open(3600.0)
    met.club.pages.hooks.is_wanted, met.club.pages.hooks.tell = True, made.tell
    await met.club.pages.hooks.open()
    yield made
    await met.club.pages.hooks.stop()


async def waits(met: Site) -> list[float]:
    """When each job is due."""
    both = "SELECT not_before FROM hook UNION ALL SELECT not_before FROM stage_hook ORDER BY not_before"
    rows = await met.club.store.read(lambda tx: tx.all(both))
    return [row["not_before"] for row in rows]


async def later(met: Site, seconds: float) -> None:
    """Time goes on, and what is due is done."""
    met.time[0] += seconds
    met.club.pages.hooks.ring()
    async with asyncio.timeout(PATIENCE):
        await a_moment()
        while any(jobs.flying or jobs.alarm.task for jobs in met.club.pages.hooks.jobs):
            await a_moment()


@pytest.mark.both_databases
async def test_each_page_of_a_match_is_told_once(met: Site, telling: Telling) -> None:
    table = await met.play_random("binar")
    path = await met.make_page(table)
    await met.make_page(table)
    await later(met, 1)
    assert telling.told_addresses == [path.rpartition("/")[2]] and await waits(met) == []


async def test_what_is_not_taken_is_tried_again_ever_later_and_then_left(met: Site, telling: Telling) -> None:
    telling.takes = False
    await met.make_page(await met.play_random("binar"))
    await later(met, 1)
    seen = []
    while due := await waits(met):
        seen.append(due[0] - met.time[0])
        await later(met, due[0] - met.time[0])
    assert len(telling.told_addresses) == TRIES
    assert seen[0] == pytest.approx(FIRST_WAIT, abs=2) and seen[1] == pytest.approx(2 * FIRST_WAIT, abs=2)
    assert max(seen) <= 3600 and seen[-1] == pytest.approx(3600, abs=2)


@pytest.mark.ci
@pytest.mark.both_databases
async def test_what_another_process_tells_is_no_try_and_given_up_at_last(met: Site, telling: Telling) -> None:
    telling.takes = None
    await met.make_page(await met.play_random("binar"))
    await later(met, 1)
    for _ in range(TRIES + 3):
        assert await waits(met) == [pytest.approx(met.time[0] + FIRST_WAIT, abs=2)]
        await later(met, FIRST_WAIT)
    telling.takes = False
    await later(met, FIRST_WAIT)
    assert await waits(met) == [pytest.approx(met.time[0] + FIRST_WAIT, abs=2)], "the first try"
    telling.takes = None
    await later(met, UNSENDABLE_AFTER)
    assert await waits(met) == []


async def test_one_that_cannot_be_told_is_left_too(met: Site, telling: Telling) -> None:
    async def fail_to_tell(news: News) -> bool:
        """Note the message and raise an error."""
        telling.news.append(news)
        raise RuntimeError(news.address)

    met.club.pages.hooks.tell = fail_to_tell
    await met.make_page(await met.play_random("binar"))
    await later(met, 1)
    for _ in range(TRIES + 1):
        await later(met, 2 * FIRST_WAIT)
    assert len(telling.told_addresses) == TRIES and await waits(met) == []


async def test_a_page_that_is_gone_is_not_told(met: Site, telling: Telling) -> None:
    telling.takes = False
    await met.make_page(await met.play_random("binar"))
    await later(met, 1)
    assert len(telling.told_addresses) == 1
    await met.club.privacy.deletion.begin_deletion(ANN.id)
    while await met.club.privacy.deletion.work() is not None:
        pass
    await later(met, 2 * FIRST_WAIT)
    assert len(telling.told_addresses) == 1 and await waits(met) == []


async def test_without_a_webhook_nothing_waits(met: Site) -> None:
    await met.make_page(await met.play_random("binar"))
    assert await waits(met) == []


async def test_it_is_told_what_programs_read_at_the_page_and_nothing_else(met: Site) -> None:
    path = await met.make_page(await met.play_random("one-zero-one"))
    address = path.rpartition("/")[2]
    pages = PageServer(met.host)
    shown = json.loads((await met.get(f"/api/v1/matches/{address}")).text)
    news = News("x.1", GUILD, address, NewsKind.MATCH_OVER)
    told = json.dumps(await pages.webhook_body(news))
    assert parse_valid(told, "News") == {"event": "match.over", "id": "x.1", "match": shown}
    await met.club.members.preferences.change(ANN.id, profile_shown=False)
    assert "Ann" not in json.dumps(await pages.webhook_body(news))
    await met.allow("none")
    assert await pages.webhook_body(news) is None
    await met.allow()
    met.seen["serving"] = False
    assert await pages.webhook_body(news) is None


async def told_of(met: Site, telling: Telling) -> list[dict[str, Any]]:
    """What the webhook gets, by now; each keeps its schema, and none is there twice."""
    pages, found = PageServer(met.host), []
    for news in telling.news:
        told = await pages.webhook_body(news)
        if told is not None:
            found.append(parse_valid(json.dumps(told), "News"))
    assert len({each["id"] for each in found}) == len(found)
    return found


@pytest.mark.ci
@pytest.mark.both_databases
async def test_a_season_and_its_sections_are_told_when_they_start_and_with_their_final_table(
    met: Site, telling: Telling
) -> None:
    row = await league(met)
    await later(met, PAGE_MADE)
    assert telling.told_addresses == [], "it has no page yet"
    path = await make_path(met, row)
    await later(met, FIRST_WAIT)
    begun = await told_of(met, telling)
    assert [each["event"] for each in begun] == ["competition.started", "section.started"]
    assert begun[0]["competition"]["state"] == "running" and path in begun[0]["competition"]["page"]
    assert {each["season"] for each in begun} == {1} and {each["round"] for each in begun} == {None}
    lost = await met.club.play.matches.load(1)
    await met.club.play.matches.resign(1, act(Person(lost.row.seats[0].user_id, "")))
    telling.news.clear()
    stage = await newest(met.club, row)
    met.time[0] = stage.closes_at + 1
    while (due := await met.club.competitions.scheduler.take_due_steps()) is not None and due <= met.time[
        0
    ] + 600:
        met.time[0] = max(met.time[0], due)
    await later(met, PAGE_MADE)
    over = await told_of(met, telling)
    assert [each["event"] for each in over] == ["section.over", "competition.over"]
    [section] = over[1]["competition"]["sections"]
    assert over[1]["competition"]["state"] == "over" and section == over[0]["competition"]["sections"][0]
    assert max(line["points"] for line in section["rows"]) > 0
    assert all(pairing["result"] for pairing in section["pairings"])
    assert await waits(met) == []


@pytest.mark.ci
@pytest.mark.both_databases
async def test_each_round_of_a_tournament_is_told_and_then_its_end(met: Site, telling: Telling) -> None:
    evening = await Evening.start(Room(met.club, met.time), PEOPLE[:4], rounds=2)
    await make_path(met, (await met.club.competitions.all.load_stage_view(1)).competition)
    for _ in range(2):
        await evening.here()
        await evening.play()
    await later(met, PAGE_MADE)
    told = await told_of(met, telling)
    assert [(each["event"], each["round"]) for each in told] == [
        ("competition.started", None),
        *(("round.started", 1), ("round.over", 1), ("round.started", 2), ("round.over", 2)),
        ("competition.over", None),
    ]
    best = max(told[-1]["competition"]["sections"][0]["rows"], key=lambda line: -line["rank"])
    assert best["wins"] == 2 and best["name"].startswith("Member")
    await met.club.members.preferences.change(PEOPLE[0].id, profile_shown=False)
    assert "Member 0" not in json.dumps(await told_of(met, telling))
    met.seen["closed"].add((await met.club.competitions.all.load_stage_view(1)).competition.channel_id)
    assert await told_of(met, telling) == []


async def test_nothing_of_a_competition_waits_where_nobody_may_be_told(met: Site, telling: Telling) -> None:
    await Evening.start(Room(met.club, met.time), [MO, *PEOPLE[:4]], kind="simul", clock="1d")
    assert await waits(met) == [], "it has no page"
    await met.allow("none")
    await league(met)
    assert await waits(met) == [], "the server wants no pages"
    await met.allow()
    met.club.pages.hooks.is_wanted = False
    await league(met)
    assert await waits(met) == [], "the host has no webhook"


@pytest.mark.ci
@pytest.mark.both_databases
async def test_an_older_process_finds_matches_alone_and_what_it_left_is_not_lost(
    met: Site, telling: Telling
) -> None:
    await league(met)
    older = "INSERT INTO hook (match_id, not_before) VALUES (?, ?)"
    claimed = "UPDATE hook SET owner = 'older', leased_until = 9e9 WHERE match_id IS NOT NULL"
    assert await met.club.store.write(lambda tx: tx.run(claimed)) == 0, "no stage is among its jobs"
    table = await met.play_random("binar")
    path = await met.make_page(table)
    await later(met, 1)
    telling.news.clear()
    telling.takes = None
    await met.club.store.write(lambda tx: tx.run(older, table.row.id, met.time[0]))
    await later(met, 1)
    assert telling.told_addresses == [path.rpartition("/")[2]] and len(await waits(met)) == 3
    telling.takes = True
    await later(met, FIRST_WAIT)
    assert telling.told_addresses[1:] == telling.told_addresses[:1]


async def test_a_process_without_pages_leaves_what_happened_to_one_that_has_them(
    met: Site, telling: Telling
) -> None:
    await met.club.pages.hooks.stop()
    met.club.pages.hooks.tell = None
    await league(met)
    await met.make_page(await met.play_random("binar"))
    due = await waits(met)
    assert len(due) == 3
    met.club.pages.hooks.ring()
    await a_moment()
    assert await waits(met) == due


async def test_an_id_is_that_of_what_happened_not_of_its_row(met: Site, telling: Telling) -> None:
    row = await league(met)
    await make_path(met, row)
    await later(met, PAGE_MADE)
    stage = await newest(met.club, row)

    async def again(tx: Transaction) -> None:
        """A restored database gives the ids of rows once more."""
        await hooks.put_stage(tx, stage.id, NewsKind.STARTED, 0, met.time[0] + 1)
        await tx.run("UPDATE stage_hook SET id = 1")

    await met.club.store.write(again)
    await later(met, PAGE_MADE)
    assert [each.kind for each in telling.news].count(NewsKind.STARTED) == 2
    assert len({each.id for each in telling.news}) == len(telling.news) == 3


@pytest.mark.ci
async def test_what_never_gets_a_page_is_left(met: Site, telling: Telling) -> None:
    await league(met)
    for _ in range(TRIES):
        for due in (await waits(met))[-1:]:
            await later(met, max(0.0, due - met.time[0]))
    while await waits(met):
        await later(met, 3600)
    assert telling.told_addresses == []
