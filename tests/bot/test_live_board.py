"""The doors to live boards, and the quiet in the channel while one is open."""

import pytest

from bot.cards.kit.kit import IN_SIGHT
from club.play.match.matches import Table
from data.pages.live_boards import LiveBoardRow
from tests.bot.page_links import link_of
from tests.bot.server import Server, button, buttons, reply_text, texts
from tests.bot.settings_cards import own
from tests.web.site import draw

BASE = "https://twotone.example"


@pytest.fixture
def live(room: Server) -> Server:
    """A server whose host wants live boards."""
    boards = room.bot.club.pages.live
    boards.base, boards._secret = BASE, draw()
    return room


async def open_page(room: Server, table: Table, user_id: int) -> LiveBoardRow:
    """A player has the match open on a page."""
    boards = room.bot.club.pages.live
    key = (await room.run(boards.make_link(table, user_id))).rpartition("#")[2]
    _, session = await room.run(boards.open(key))
    assert session.token is not None
    await room.run(boards.note_looking([session.token]))
    return session


async def test_without_the_setting_nothing_leads_there(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    more = await room.ann.click(room.board(thread), label="More")
    assert "Open the board" not in buttons(more.response)
    picker = await room.ann.click(room.board(thread), label="Play")
    assert "Open the board" not in buttons(picker.followups[-1])
    assert "Close my boards" not in buttons(await own(room, room.ann))
    forged = await room.ann.click(room.plant(thread, [button("v1:1:live:0")]), label="forged")
    assert "not opened on pages" in reply_text(forged)


async def test_a_player_opens_the_board_and_a_spectator_watches(live: Server) -> None:
    thread = await live.begin("binar", side="Even")
    found = set[str]()
    for member, label in ((live.ann, "Open the board"), (live.cleo, "Watch")):
        more = await member.click(live.board(thread), label="More")
        assert label in buttons(more.response) and len(buttons(more.response)) <= IN_SIGHT + 1
        shown = await member.click(more.response, label=label)
        link = link_of(shown.response, label)
        assert shown.ephemeral and link is not None and link.startswith(f"{BASE}/live#")
        _, session = await live.run(live.bot.club.pages.live.open(link.rpartition("#")[2]))
        assert (session.user_id, session.match_id) == (member.id, 1)
        found.add(link)
    assert len(found) == 2
    picker = await live.ann.click(live.board(thread), label="Play")
    assert "Open the board" in buttons(picker.followups[-1])


async def test_close_my_boards_ends_the_sessions(live: Server) -> None:
    await live.begin("binar", side="Even")
    table = await live.bot.club.play.matches.load(1)
    await open_page(live, table, live.ann.id)
    assert await live.bot.club.pages.live.list_onlookers(1) == {live.ann.id}
    closed = await live.ann.click(await own(live, live.ann), label="Close my boards")
    assert "All your boards are closed." in texts(closed.response)
    assert not await live.bot.club.pages.live.list_onlookers(1)


async def test_who_looks_is_not_pinged_and_their_card_is_edited(live: Server) -> None:
    thread = await live.begin("binar", side="Even")
    table = await live.bot.club.play.matches.load(1)
    mover, waiting = [
        next(each for each in (live.ann, live.ben) if each.id == table.player(seat).user_id)
        for seat in (0, 1)
    ]
    session = await open_page(live, table, waiting.id)
    before = live.board(thread).id
    await mover.slash(thread, "move", move=table.match.moves()[0])
    assert live.board(thread).id == before
    table = await live.bot.club.play.matches.load(1)
    assert table.row.board_version == table.row.version
    await waiting.slash(thread, "move", move=table.match.moves()[0])
    assert live.board(thread).id != before  # the other does not look
    assert session.token is not None
    await live.run(live.bot.club.pages.live.note_looking([session.token], is_open=False))
    before, table = live.board(thread).id, await live.bot.club.play.matches.load(1)
    await mover.slash(thread, "move", move=table.match.moves()[0])
    assert live.board(thread).id != before


async def test_a_card_is_edited_every_five_seconds_at_most(live: Server) -> None:
    thread = await live.begin("binar", side="Even")
    table = await live.bot.club.play.matches.load(1)
    for user_id in table.row.user_ids:
        await open_page(live, table, user_id)
    players = {each.id: each for each in (live.ann, live.ben)}
    for _ in range(3):
        table = await live.bot.club.play.matches.load(1)
        assert table.turn is not None
        await players[table.player(table.turn).user_id].slash(thread, "move", move=table.match.moves()[0])
    row = (await live.bot.club.play.matches.load(1)).row
    assert row.board_version is not None and row.board_version < row.version
    await live.env.advance_time(7.0)
    row = (await live.bot.club.play.matches.load(1)).row
    assert row.board_version == row.version
