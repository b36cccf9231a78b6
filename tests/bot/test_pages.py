"""Pages of finished matches: a manager switches them on.

The final cards lead to them, but only if everyone may see the match.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.host.config import Webhook
from bot.host.pages import WebPages
from bot.host.settings import Bind
from club.pages.hooks import News
from club.puzzles.solving import shipped_puzzles
from data.pages.hooks import NewsKind
from tests.bot.closed_places import SECRET_PLACES, overwrite, secret_match
from tests.bot.matches_over import resign
from tests.bot.officials import manager
from tests.bot.page_links import link_of
from tests.bot.server import Server, reply_text, select, serve, texts, walk
from tests.bot.settings_cards import choose, chosen_values, menu, of_server
from tests.web.site import draw

BASE = "https://twotone.example"


@pytest.fixture
async def paged(tmp_path: Path) -> AsyncIterator[Server]:
    """A server whose bot has pages."""
    async with serve(tmp_path / "twotone.db", public_url=BASE) as met:
        met.bot.club.pages.single._secret = draw()
        yield met


def page(message: Any) -> str | None:
    """Where the link of a card leads to."""
    return link_of(message, "Page")


async def test_both_final_cards_and_the_replay_lead_to_the_page_once_it_is_switched_on(paged: Server) -> None:
    mo = manager(paged)
    card = await of_server(paged, mo)
    assert chosen_values(card, "pages") == ["none"]
    card = await choose(mo, card, "pages", "unlisted")
    assert chosen_values(card, "pages") == ["unlisted"]
    thread = await paged.begin("binar", side="Even")
    await paged.ann.slash(thread, "move", move="a1")
    assert page(paged.board(thread)) is None
    await resign(paged, thread)
    leads = {page(paged.board(thread)), page(paged.board(paged.channel))}
    assert len(leads) == 1
    [address] = leads
    assert address is not None and address.startswith(f"{BASE}/m/") and len(address) == len(BASE) + 25
    shown = await paged.cleo.slash(thread, "replay", match="1")
    assert address in str(walk((shown.followups or [shown.response])[-1].components))

    async def can_everyone_see(_: Any) -> bool:
        return True

    found = await paged.bot.club.pages.single.load_match_page(address.rpartition("/")[2], can_everyone_see)
    assert found is not None and found.table.row.id == 1


async def test_a_server_that_has_not_asked_for_them_has_none(paged: Server) -> None:
    thread = await paged.begin("binar", side="Even")
    await resign(paged, thread)
    assert page(paged.board(thread)) is None
    assert await paged.bot.club.store.read(lambda tx: tx.all("SELECT * FROM page")) == []


@pytest.mark.ci
@pytest.mark.parametrize("kind", SECRET_PLACES[:3])
async def test_what_not_every_member_may_see_has_none(paged: Server, kind: str) -> None:
    await paged.run(paged.bot.club.members.servers.change(paged.guild.id, moderator_id=1, pages="listed"))
    place, _ = await secret_match(paged, kind)
    await resign(paged, place)
    assert await paged.bot.club.store.read(lambda tx: tx.all("SELECT * FROM page")) == []
    assert page(paged.board(place)) is None


async def test_without_an_address_the_setting_is_not_there_and_is_refused(room: Server) -> None:
    mo = manager(room)
    card = await of_server(room, mo)
    with pytest.raises(StopIteration):
        menu(card, "pages")
    forged = room.plant(room.channel, [select("v1:0:server:0:pages", ["listed"])])
    refused = await mo.select(forged, ["listed"])
    assert "not offered any more" in reply_text(refused)
    assert (await room.bot.club.members.servers.get(room.guild.id)).pages == "none"


async def test_managers_get_the_address_of_what_their_server_made_public(paged: Server) -> None:
    mo = manager(paged)
    card = await of_server(paged, mo)
    assert "What is public" not in texts(card), "it is not there yet"
    card = await choose(mo, card, "pages", "unlisted")
    address = link_of(card, "What is public")
    assert "**What is public**, below" in texts(card)
    assert address is not None and address.startswith(f"{BASE}/s/")
    assert link_of(await of_server(paged, mo), "What is public") == address
    card = await choose(mo, card, "pages", "none")
    assert link_of(card, "What is public") is None


async def test_a_member_makes_a_page_of_their_own_profile_and_removes_it(paged: Server) -> None:
    own = (await paged.ann.slash(paged.channel, "profile")).response
    assert "Make a page of it" not in str(walk(own.components)), "the server wants no pages"
    await paged.run(paged.bot.club.members.servers.change(paged.guild.id, moderator_id=1, pages="unlisted"))
    other = (await paged.ben.slash(paged.channel, "profile", member=paged.ann)).response
    assert "Make a page of it" not in str(walk(other.components)), "it is not theirs"
    own = (await paged.ann.slash(paged.channel, "profile")).response
    made = (await paged.ann.click(own, label="Make a page of it")).response
    address = page(made)
    assert address is not None and address.startswith(f"{BASE}/u/")
    own = (await paged.ann.slash(paged.channel, "profile")).response
    assert page(own) == address
    other = (await paged.ben.slash(paged.channel, "profile", member=paged.ann)).response
    assert page(other) is None, "whoever gets the address gets it from them"
    removed = await paged.ann.click(own, label="Remove the page")
    assert "no page any more" in reply_text(removed)
    own = (await paged.ann.slash(paged.channel, "profile")).response
    assert page(own) is None and "Make a page of it" in str(walk(own.components))
    await paged.run(paged.bot.club.members.preferences.change(paged.ann.id, profile_shown=False))
    refused = await paged.ann.click(own, label="Make a page of it")
    assert "You show your profile to nobody else" in reply_text(refused)


class Taking:
    """A webhook that takes what it is told."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    async def send(self, told: Any, news_id: str) -> bool:
        assert news_id == told["id"]
        self.told.append(told)
        return True


async def test_the_hosts_webhook_is_told_of_a_page_where_its_server_is_heard_of(paged: Server) -> None:
    given = Webhook("https://hook.example", "x" * 24)
    pages, taking = WebPages(BASE, lambda: 0.0, Path("nowhere"), None, given), Taking()
    assert not await pages.send_news(News("x", 1, "A" * 22, NewsKind.MATCH_OVER)), "nothing runs yet"
    await paged.run(paged.bot.club.members.servers.change(paged.guild.id, moderator_id=1, pages="unlisted"))
    await resign(paged, await paged.begin("binar", side="Even"))
    address = page(paged.board(paged.channel))
    assert address is not None
    news = News("x", paged.guild.id, address.rpartition("/")[2], NewsKind.MATCH_OVER)
    pages.attach(paged.bot)
    async with pages.open(Bind("127.0.0.1", 0)):
        assert pages.hook is not None and pages.hook._url == given.url
        pages.hook = taking  # pyrefly: ignore[bad-assignment]
        assert await pages.send_news(news)
        assert [told["match"]["page"] for told in taking.told] == [address]
        gone = News("y", paged.guild.id, "A" * 22, NewsKind.MATCH_OVER)
        assert await pages.send_news(gone), "what no page shows any more is settled"
        guild = paged.bot.get_guild(paged.guild.id)
        assert guild is not None
        guild.unavailable = True
        assert await pages.send_news(news) is None and await pages.send_news(gone) is None
    assert len(taking.told) == 1


async def test_the_end_of_a_puzzle_leads_to_its_page(paged: Server) -> None:
    ended = await paged.ann.click((await paged.ann.slash(paged.channel, "puzzle")).response, label="Solution")
    address = page(ended.response)
    assert address is not None and address.startswith(f"{BASE}/p/")
    assert address.rpartition("/")[2] in shipped_puzzles()


async def test_without_pages_a_puzzle_leads_nowhere(room: Server) -> None:
    ended = await room.ann.click((await room.ann.slash(room.channel, "puzzle")).response, label="Solution")
    assert "**The solution:**" in texts(ended.response) and page(ended.response) is None


async def test_a_page_is_seen_for_as_long_as_everybody_sees_its_place(paged: Server) -> None:

    pages = WebPages(BASE, lambda: 0.0, Path("nowhere"), None)
    assert pages._club() is None and pages.invite_url() is None
    pages.attach(paged.bot)
    assert pages._club() is paged.bot.club
    assert "client_id=" in (pages.invite_url() or "")
    await paged.begin("binar", side="Even")
    row = await paged.bot.club.play.matches.load_row(1)
    assert await pages.is_open(row)
    overwrite(paged, paged.channel, paged.guild.default_role, view_channel=False)
    await paged.env.settle()
    seen = await pages.is_open(row)
    guild = paged.bot.get_guild(paged.guild.id)
    assert guild is not None
    assert seen == guild.get_channel(row.channel_id).permissions_for(guild.default_role).view_channel  # pyrefly: ignore[missing-attribute]
    overwrite(paged, paged.channel, paged.guild.default_role, view_channel=True)
    await paged.env.settle()
    assert await pages.is_open(row)
    guild.unavailable = True
    assert not await pages.is_open(row), "Discord does not say now who may see it"
    guild.unavailable = False
    assert await pages.is_open(row)
    paged.bot._connection._remove_guild(guild)
    assert not await pages.is_open(row), "the bot has left"
    paged.bot.shard_ids = [1 - (row.guild_id >> 22 & 1)]
    paged.bot.shard_count = 2
    assert not await pages.is_open(row), "another process hears of it, and this one nothing"


@pytest.mark.parametrize("is_here", [True, False])
@pytest.mark.parametrize("kind", SECRET_PLACES)
async def test_any_process_knows_who_may_see_a_place(
    paged: Server, monkeypatch: pytest.MonkeyPatch, kind: str, is_here: bool
) -> None:
    _, dora = await secret_match(paged, kind)
    row = await paged.bot.club.play.matches.load_row(1)
    if not is_here:
        monkeypatch.setattr(paged.bot, "get_guild", lambda _: None)  # another process has its shard
    pages = WebPages(BASE, lambda: 0.0, Path("nowhere"), None)
    pages.attach(paged.bot)
    assert await pages.may_see(row, dora.id) == (not kind.endswith("private thread"))
    assert not await pages.may_see(row, paged.cleo.id)
    assert not await pages.may_see(row, 404), "nobody on the server"
    paged.env.inject_error("GET", "/guilds/*", times=None, status=500, code=0)
    assert not await pages.may_see(row, dora.id), "unsure"


async def test_a_process_without_the_server_lets_members_see_a_public_thread(
    paged: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await paged.begin("binar", side="Even")
    row = await paged.bot.club.play.matches.load_row(1)
    assert row.place_id != row.channel_id
    monkeypatch.setattr(paged.bot, "get_guild", lambda _: None)
    pages = WebPages(BASE, lambda: 0.0, Path("nowhere"), None)
    pages.attach(paged.bot)
    assert await pages.may_see(row, paged.cleo.id)
