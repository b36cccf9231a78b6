"""A member's acts in the page reach the bot as Discord would send them.

A member's private messages stay private.
"""

from __future__ import annotations

import json

import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from playwright.async_api import Locator, Page, expect

from playground.app import make_app, serve
from playground.world.directory import PUBLIC_THREAD
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID, LOUNGE_ID
from tests.playground.browser import Stage, command, writing
from tests.playground.scripted_bot import V2, row
from tests.ports import reserve_port

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def open_components(stage: Stage, member: str = "ada") -> Page:
    """Open a view that shows the message with every component."""
    page = await stage.view(member)
    await command(page, "show")
    await page.get_by_role("button", name="A thread").wait_for()
    return page


def suggestions(page: Page) -> Locator:
    """The rows of suggestions above the composer."""
    return page.locator(".suggestions").get_by_role("option")


async def test_a_command_is_written_by_keyboard_alone(stage: Stage) -> None:
    page = await stage.view("ada")
    keys = page.keyboard
    await writing(page).focus()
    await keys.type("/pl")
    await keys.press("Tab")
    await keys.type("italian")
    await expect(page.get_by_role("option", name="Italian checkers")).to_have_class("option active")
    await expect(suggestions(page)).to_have_count(1)
    await keys.press("Enter")
    await keys.type("opp")
    await keys.press("Tab")
    await expect(suggestions(page)).to_have_count(9)
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(page.get_by_role("combobox", name="opponent")).to_have_value("Ben")
    await keys.type("si")
    await keys.press("ArrowDown")
    await keys.press("Tab")
    await keys.type("7")
    await keys.press("Enter")
    await expect(page.get_by_text("plays game=italian checkers")).to_be_visible()
    assert stage.bot.seen[-1]["options"] == [
        {"name": "game", "type": 3, "value": "italian checkers"},
        {"name": "opponent", "type": 6, "value": BEN_ID},
        {"name": "size", "type": 4, "value": 7},
    ]
    await expect(writing(page)).to_be_focused()


async def test_a_command_is_written_by_mouse(stage: Stage) -> None:
    page = await stage.view("ada")
    await page.get_by_role("button", name="Use a command").click()
    await page.get_by_role("option", name="/play").click()
    await page.get_by_role("option", name="Zong-Heng").click()
    await page.get_by_role("option", name="side Which").click()
    await page.get_by_role("option", name="Dark").click()
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("log").get_by_text("Ada used /play")).to_be_visible()
    assert [option["value"] for option in stage.bot.seen[-1]["options"]] == ["zong-heng", "dark"]


@pytest.mark.parametrize("key", ["Enter", pytest.param("Tab", marks=pytest.mark.deep)])
async def test_a_key_pressed_before_the_completions_came_takes_what_fits(stage: Stage, key: str) -> None:
    page = await stage.view("ada")
    await writing(page).press_sequentially("/play ")
    await suggestions(page).first.wait_for()
    await page.keyboard.type("zong")
    await page.keyboard.press(key)
    await expect(page.get_by_role("combobox", name="game")).to_have_value("Zong-Heng")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("plays game=zong-heng")).to_be_visible()


async def test_what_is_required_or_no_choice_is_told_before_sending(stage: Stage) -> None:
    page = await stage.view("ada")
    await writing(page).press_sequentially("/play ")
    game = page.get_by_role("combobox", name="game")
    await suggestions(page).first.wait_for()
    await game.press("Escape")
    await game.press("Enter")
    await expect(page.get_by_role("alert").get_by_text("game is required")).to_be_visible()
    await game.press_sequentially("my own")
    await game.press("Tab")
    await page.keyboard.type("side")
    await page.keyboard.press("Enter")
    await page.keyboard.type("purple")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert").get_by_text("side is none of the choices")).to_be_visible()
    assert all("focused" in str(data) for data in stage.bot.seen)


async def test_escape_and_backspace_leave_a_command(stage: Stage) -> None:
    page = await stage.view("ada")
    await writing(page).press_sequentially("/privacy")
    await expect(suggestions(page)).to_have_text(
        ["/privacy exportEverything as JSON", "/privacy deleteForget me"]
    )
    await page.keyboard.press("Enter")
    await expect(page.locator(".draft-name")).to_have_text("/privacy export")
    await page.keyboard.press("Backspace")
    await expect(writing(page)).to_have_value("/privacy export")
    await writing(page).fill("/play ")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(writing(page)).to_have_value("/play")


async def test_a_press_updates_the_message_and_keeps_the_keyboards_place(stage: Stage) -> None:
    page = await open_components(stage)
    count = page.get_by_role("button", name="Count")
    await count.focus()
    for n in (1, 2, 3):
        await page.keyboard.press("Enter")
        await expect(page.get_by_text(f"Counted {n}")).to_be_visible()
        await expect(count).to_be_focused()
    assert [data["component_type"] for data in stage.bot.seen[-3:]] == [2, 2, 2]


async def test_what_the_bot_leaves_unanswered_fails_under_its_message(stage: Stage) -> None:
    page = await open_components(stage)
    await page.get_by_role("button", name="No answer").click()
    await expect(page.get_by_role("alert").filter(has_text="This interaction failed")).to_be_visible()
    await page.get_by_role("button", name="Think").click()
    await expect(page.get_by_text("Twotone is thinking…")).to_be_visible()
    await expect(page.get_by_text("This interaction failed")).to_have_count(0)
    await command(page, "mute")
    await expect(
        page.get_by_role("alert").filter(has_text="/mute: The application did not respond")
    ).to_be_visible()


async def test_menus_are_chosen_from_by_mouse_and_by_keyboard(stage: Stage) -> None:
    page = await open_components(stage)
    one = page.get_by_role("combobox", name="Choose a piece")
    await one.click()
    await expect(one).to_have_attribute("aria-expanded", "true")
    await one.click()
    await expect(page.get_by_role("listbox")).to_have_count(0)
    await one.click()
    await page.get_by_role("option", name="King").click()
    await expect(page.get_by_text("Chosen: king", exact=True)).to_be_visible()
    many = page.get_by_role("combobox", name="Choose squares")
    await many.focus()
    keys = page.keyboard
    await keys.press("ArrowDown")
    await keys.press("Space")
    await keys.press("Escape")
    await expect(page.get_by_text("Choose 2 to 3")).to_have_count(0)
    assert stage.bot.seen[-1]["values"] == ["king"]
    await keys.press("Enter")
    for key in ("Enter", "c", "Enter", "End", "Enter", "Escape"):
        await keys.press(key)
    await expect(page.get_by_text("Chosen: a1, c3, d4")).to_be_visible()


async def test_channels_are_chosen_from_a_menu_and_those_chosen_before_are_there(stage: Stage) -> None:
    games = stage.world.state.channels[GAMES_ID]
    menu = {
        "type": 8,
        "custom_id": "many",
        "placeholder": "Every channel",
        "channel_types": [0],
        "default_values": [{"id": GAMES_ID, "type": "channel"}],
        "min_values": 0,
        "max_values": 5,
    }
    stage.bot.post(games, {"flags": V2, "components": [row(menu)]})
    page = await stage.view("ada")
    places = page.get_by_role("combobox", name="Every channel")
    await expect(places).to_have_text("# games")
    await places.click()
    offered = page.get_by_role("listbox", name="Every channel").get_by_role("option")
    await expect(offered).to_have_text(["# games", "# lounge"])
    for each in (offered.first, offered.last):
        await each.click()
    await page.keyboard.press("Escape")
    await expect(places).to_have_text("# lounge")
    await expect(page.get_by_text(f"Chosen: {LOUNGE_ID}", exact=True)).to_be_visible()
    await places.click()
    await offered.last.click()
    await page.keyboard.press("Escape")
    await expect(places).to_have_text("Every channel")
    await expect(page.get_by_text("Chosen:", exact=True)).to_be_visible()
    other, none = stage.bot.seen[-2:]
    assert (other["values"], none["values"]) == ([LOUNGE_ID], [])
    assert {"id", "name", "type", "permissions", "app_permissions"} <= set(
        other["resolved"]["channels"][LOUNGE_ID]
    )


async def test_a_command_that_a_text_names_is_begun_by_a_press(stage: Stage) -> None:
    games = stage.world.state.channels[GAMES_ID]
    stage.bot.post(games, {"content": "Begin with </play:1>, or take </privacy export:4> with you."})
    page = await stage.view("ada")
    log = page.get_by_role("log")
    await log.get_by_role("button", name="/privacy export", exact=True).click()
    await expect(page.locator(".draft-name")).to_have_text("/privacy export")
    await log.get_by_role("button", name="/play", exact=True).focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".draft-name")).to_have_text("/play")
    await expect(page.get_by_role("combobox", name="game")).to_be_focused()
    await page.keyboard.type("zong")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("plays game=zong-heng")).to_be_visible()


async def test_a_modal_checks_its_fields_and_sends_them(stage: Stage) -> None:
    page = await open_components(stage)
    opener = page.get_by_role("button", name="Type a move")
    await opener.focus()
    await page.keyboard.press("Enter")
    modal = page.get_by_role("dialog", name="Type a move")
    move = modal.get_by_role("textbox", name="Move")
    await expect(move).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(modal.get_by_text("This field is required.")).to_be_visible()
    await move.fill("c")
    await page.keyboard.press("Enter")
    await expect(modal.get_by_text("Must be at least 2 characters.")).to_be_visible()
    await move.fill("c3-d4 and more")
    await expect(move).to_have_value("c3-d4 an")
    await move.fill("c3-d4")
    await modal.get_by_role("combobox", name="And then").click()
    await page.get_by_role("option", name="Offer a draw").click()
    await modal.get_by_role("textbox", name="Why").fill("because")
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal).to_have_count(0)
    await expect(page.get_by_text("You typed c3-d4")).to_be_visible()
    sent = [label["component"] for label in stage.bot.seen[-1]["components"] if label["type"] == 18]
    assert [field.get("value", field.get("values")) for field in sent] == [
        "c3-d4",
        ["offer a draw"],
        "because",
    ]
    await expect(opener).to_be_focused()


async def test_what_is_for_one_reaches_nobody_else(stage: Stage) -> None:
    ada, ben = await open_components(stage), await stage.view("ben")
    await ada.get_by_role("button", name="Only me").click()
    await ada.get_by_role("button", name="To my DMs").click()
    await ada.get_by_role("button", name="Count").click()
    await expect(ada.get_by_text("A secret for one: 7 of hearts")).to_be_visible()
    for page in (ada, ben):  # what came before this has come by then, to each of them
        await expect(page.get_by_text("Counted 1")).to_be_visible()
    assert "hearts" not in await ben.content()
    assert not any("hearts" in frame for frame in stage.views.heard["ben"])
    assert sum("hearts" in frame for frame in stage.views.heard["ada"]) == 2
    await ada.get_by_role("button", name="Dismiss message").click()
    await expect(ada.get_by_text("A secret for one")).to_have_count(0)
    await ada.reload()
    await ada.get_by_text("Counted 1").wait_for()
    assert await ada.get_by_text("A secret for one").count() == 0


async def test_direct_messages_are_counted_until_they_are_read(stage: Stage) -> None:
    page = await open_components(stage)
    await page.get_by_role("button", name="To my DMs").click()
    dm = page.get_by_role("navigation").get_by_role("link", name="Twotone")
    await expect(dm).to_have_accessible_name("Twotone, 1 unread")
    await page.get_by_role("button", name="To my DMs").click()
    await expect(dm.locator(".count")).to_have_text("2")
    await dm.click()
    await expect(page.get_by_text("Your hand: 7 of hearts")).to_have_count(2)
    await expect(dm).to_have_accessible_name("Twotone")
    assert stage.world.member_view(ADA_ID)["dms"][0]["unread"] == 0


async def test_a_thread_hangs_under_its_channel_and_on_its_message(stage: Stage) -> None:
    page = await open_components(stage)
    await page.get_by_role("button", name="A thread").click()
    entry = page.get_by_role("navigation").get_by_role("link", name="Ada – Ben, Binar")
    await expect(entry).to_have_accessible_name("Ada – Ben, Binar, thread, 1 unread, 1 mentions")
    await page.get_by_role("log").get_by_role("link", name="Ada – Ben, Binar").click()
    await expect(page.get_by_text("@Ada to move")).to_be_visible()
    await expect(entry).to_have_attribute("aria-current", "page")
    await writing(page).fill("I am here")
    await writing(page).press("Enter")
    await expect(page.get_by_role("log").get_by_text("I am here")).to_be_visible()
    thread = next(c for c in stage.world.state.channels.values() if c.type == PUBLIC_THREAD)
    assert ADA_ID in thread.joined


async def test_a_member_is_challenged_from_their_menu(stage: Stage) -> None:
    page = await stage.view("ada")
    ben = page.get_by_label("Members", exact=True).get_by_role("button", name="Ben")
    await ben.focus()
    await page.keyboard.press("Enter")
    item = page.get_by_role("menuitem", name="Challenge to a game…")
    await expect(item).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(item).to_have_count(0)
    await expect(ben).to_be_focused()
    await ben.click(button="right")
    await item.click()
    await expect(page.get_by_text("Used on @Ben")).to_be_visible()
    assert stage.bot.seen[-1]["target_id"] == BEN_ID


async def test_faults_are_caused_from_the_panel(stage: Stage) -> None:
    page = await stage.view("ada")
    message = stage.world.say(BEN_ID, GAMES_ID, "Old news")
    sent = stage.world.state.channels[GAMES_ID].messages[message["id"]].sent_at
    await page.get_by_text("Faults").click()
    await expect(page.get_by_text("The bot is online.")).to_be_visible()
    closed = page.get_by_role("group", name="Direct messages closed")
    await closed.get_by_role("checkbox", name="Ben").check()
    await page.get_by_role("button", name="Age newest message").click()
    await page.get_by_role("spinbutton", name="Answers to delay").fill("4")
    await page.get_by_role("button", name="Delay", exact=True).click()
    await page.get_by_role("combobox", name="Status").select_option("429")
    await page.get_by_role("button", name="Fail", exact=True).click()
    await expect(page.get_by_text("4 to be delayed, 1 to fail.")).to_be_visible()
    assert stage.world.faults.closed_dms == {BEN_ID}
    assert sent - stage.world.state.channels[GAMES_ID].messages[message["id"]].sent_at > 3600
    stage.world.state.set_online(False)
    await expect(page.get_by_text("The bot is offline.", exact=True)).to_be_visible()
    stage.world.state.set_online(True)
    await expect(page.get_by_text("The bot is online, came back once.")).to_be_visible()


async def test_the_view_comes_back_after_a_lost_connection(stage: Stage) -> None:
    page = await stage.view("ada")
    port = int(stage.views.address.rsplit(":", 1)[1])
    await stage.runner.cleanup()
    with reserve_port(port):
        await expect(page.get_by_text("Connecting to the playground…")).to_be_visible()
        stage.world.say(BEN_ID, GAMES_ID, "Said meanwhile")
        stage.runner = await serve(stage.world, make_app(stage.world), port)
    await expect(page.get_by_text("Said meanwhile")).to_be_visible()
    stage.views.troubles.clear()


async def test_two_members_play_side_by_side(stage: Stage) -> None:
    page = await stage.view("ada")
    await page.get_by_role("link", name="Side by side with Ben").click()
    ada, ben = (page.frame_locator(f"iframe[title$={member}]") for member in ("ada", "ben"))
    await ada.locator(".composer-text").fill("Hello from Ada")
    await ada.locator(".composer-text").press("Enter")
    await expect(ben.get_by_text("Hello from Ada")).to_be_visible()
    await expect(ben.locator(".me")).to_have_text("BBen")
    await page.get_by_role("link", name="Close side by side").click()
    await expect(page.get_by_text("You are Ada", exact=True)).to_be_visible()


async def test_nonsense_is_answered_and_strangers_are_kept_out(stage: Stage) -> None:
    address = f"{stage.views.address}/ws?member=ada"
    async with ClientSession() as session:
        for origin in ("", "http://elsewhere.example"):
            kept_out = await session.post(
                f"{stage.views.address}/attach?member=ada", data=b"", headers={"Origin": origin}
            )
            assert kept_out.status == 403
            with pytest.raises(WSServerHandshakeError) as refused:
                await session.ws_connect(address, headers={"Origin": origin})
            assert refused.value.status == 403
        for member in ("ada", "nobody"):
            bare = await session.post(
                f"{stage.views.address}/attach?member={member}",
                data=b"no file",
                headers={"Origin": stage.views.address},
            )
            assert (await bare.json())["ok"] is False
        rebound = {"Origin": "http://elsewhere.example", "Host": "elsewhere.example"}
        with pytest.raises(WSServerHandshakeError):
            await session.ws_connect(address, headers=rebound)
        own = {"Origin": stage.views.address}
        async with session.ws_connect(address, headers=own) as ws:
            assert (await ws.receive_json())["sight"]["me"]["id"] == ADA_ID
            for frame in ("{", "[]", "7", '{"id": 1}', '{"id": 1, "act": "fly"}', '{"id": 1, "act": "say"}'):
                await ws.send_str(frame)
                assert not (await ws.receive_json())["ok"]
            await ws.send_str(json.dumps({"id": 9, "act": "say", "channel": "0", "text": "x"}))
            assert await ws.receive_json() == {
                "type": "answer",
                "id": 9,
                "ok": False,
                "error": "This channel is not there.",
            }
        async with session.ws_connect(address + "x", headers=own) as ws:
            await ws.receive()
            assert ws.close_code == 4004
