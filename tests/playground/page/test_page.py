"""The page shows everything a bot may send, safely.

It does so in both colour schemes, on a phone as on a desktop.
"""

from __future__ import annotations

import re

import pytest
from aiohttp import ClientSession
from playwright.async_api import Page, expect
from yarl import URL

from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from playground.world.uploads import Upload
from tests.playground.browser import Stage, command, writing
from tests.playground.page.phone import PHONE
from tests.playground.scripted_bot import picture

pytestmark = pytest.mark.asyncio(loop_scope="module")

# Discord's markdown -> the HTML it stands for.
MARKDOWN = [
    (
        "a **b** *c* ***d*** __e__ ~~f~~",
        "<p>a <strong>b</strong> <em>c</em> <strong><em>d</em></strong> <u>e</u> <s>f</s></p>",
    ),
    ("snake_case_name and 2*3*4", "<p>snake_case_name and 2<em>3</em>4</p>"),
    (r"\*not\* `**code**`", "<p>*not* <code>**code**</code></p>"),
    (r"Bob\_the\_\*long\* name\!", "<p>Bob_the_*long* name!</p>"),
    ("# T\n-# small", '<h3 class="md-h1">T</h3><small class="md-small">small</small>'),
    ("> q\n> r\nplain", "<blockquote><p>q\nr</p></blockquote><p>plain</p>"),
    (
        "- a\n- b\n  - c\n1. d",
        '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol start="1"><li>d</li></ol>',
    ),
    ("x\n```py\n<b>\n```\ny", '<p>x</p><pre tabindex="0"><code>&lt;b&gt;</code></pre><p>y</p>'),
    ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"),
    ("[x](javascript:alert)", "<p>[x](javascript:alert)</p>"),
    ("https://discord.com/channels/1/22/33 <#22>", "<p>#c22m33 #c22</p>"),
]


async def test_every_component_is_shown(stage: Stage) -> None:
    page = await stage.view("ada")
    await command(page, "show")
    log = page.get_by_role("log")
    card = log.locator(".container")
    await expect(log.get_by_text("Ada used /show")).to_be_visible()
    await expect(card).to_have_css("border-left-color", "rgb(88, 101, 242)")
    await expect(card.locator("h3", has_text="One")).to_be_visible()
    await expect(log.get_by_role("img", name="An empty board of 8 by 8")).to_be_visible()
    await expect(log.get_by_role("img", name="A small board")).to_be_visible()
    await expect(log.get_by_role("link", name="game.pdn")).to_have_attribute(
        "href", re.compile(r"^/attachments/")
    )
    await expect(log.get_by_role("link", name="Rules")).to_have_attribute("href", "https://example.org/rules")
    await expect(log.get_by_role("button", name="Disabled")).to_be_disabled()
    await expect(log.get_by_role("button", name="♟")).to_be_visible()
    await expect(log.get_by_role("combobox", name="Choose a piece")).to_be_visible()
    await expect(log.locator("time.timestamp")).to_have_text("3 minutes ago")
    styles = {name: await _colour(page, name) for name in ("Primary", "Secondary", "Success", "Danger")}
    assert len(set(styles.values())) == 4
    assert await log.locator("script").count() == 0
    board = log.get_by_role("img", name="An empty board of 8 by 8")
    await board.evaluate("image => image.decode()")
    assert await board.evaluate("image => image.naturalWidth") == 360


async def _colour(page: Page, button: str) -> str:
    found: str = await page.get_by_role("button", name=button).evaluate(
        "n => getComputedStyle(n).backgroundColor"
    )
    return found


async def test_markdown_is_discords_and_never_markup(stage: Stage) -> None:
    page = await stage.view("ada")
    script = """async (texts) => {
        const { markdown } = await import("/static/js/markdown.js");
        const names = { member: (id) => id, channelLink: (target) => document.createTextNode(target) };
        return texts.map((text) => {
            const node = document.createElement("div");
            node.append(...markdown(text, names));
            for (const link of node.querySelectorAll("[target]")) link.removeAttribute("target");
            return node.innerHTML;
        });
    }"""
    made = await page.evaluate(script, [text for text, _ in MARKDOWN])
    assert made == [html for _, html in MARKDOWN]


async def test_classic_messages_show_embeds_and_attachments(stage: Stage) -> None:
    channel = stage.world.state.channels[GAMES_ID]
    embed = {
        "title": "A title",
        "description": "With **words**",
        "color": 0xFF0000,
        "fields": [{"name": "Score", "value": "3 : 2", "inline": True}],
        "footer": {"text": "The end"},
    }
    upload = Upload("0", "board.png", "image/png", picture(40, 40))
    told = {"id": "0", "description": "A tiny board"}
    stage.bot.post(
        channel, {"content": f"Look <@{ADA_ID}>", "embeds": [embed], "attachments": [told]}, (upload,)
    )
    page = await stage.view("ada")
    log = page.get_by_role("log")
    await expect(log.locator(".embed")).to_have_css("border-left-color", "rgb(255, 0, 0)")
    for words in ("A title", "words", "Score", "3 : 2", "The end", "@Ada"):
        await expect(log.get_by_text(words, exact=True)).to_be_visible()
    await expect(log.get_by_role("img", name="A tiny board")).to_be_visible()
    await expect(log.locator(".message.pinged")).to_have_count(1)


async def test_a_picture_opens_large_with_its_words_and_closes_with_escape(stage: Stage) -> None:
    page = await stage.view("ada")
    await command(page, "show")
    opener = page.get_by_role("button", name="An empty board of 8 by 8")
    await opener.focus()
    await page.keyboard.press("Enter")
    box = page.get_by_role("dialog", name="Picture")
    await expect(box.get_by_text("An empty board of 8 by 8")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(box).to_have_count(0)
    await expect(opener).to_be_focused()


SCROLLED_UP = """log => new Promise((done) => {
    log.addEventListener("scroll", () => requestAnimationFrame(done), { once: true });
    log.scrollTo(0, 0);
})"""


async def test_the_newest_message_stays_in_sight_until_one_scrolls_up(stage: Stage) -> None:
    page = await stage.view("ada")
    await command(page, "show")
    last = page.get_by_role("button", name="A thread")
    await expect(last).to_be_in_viewport()
    await page.locator(".log").evaluate(SCROLLED_UP)
    stage.world.say(BEN_ID, GAMES_ID, "Something new")
    jump = page.get_by_role("button", name="Jump to the newest")
    await expect(jump).to_be_visible()
    await expect(page.get_by_text("Something new")).not_to_be_in_viewport()
    await jump.click()
    await expect(page.get_by_text("Something new")).to_be_in_viewport()


async def test_one_s_own_words_and_the_answer_to_a_command_come_into_sight(stage: Stage) -> None:
    page = await stage.view("ada")
    await command(page, "show")
    await expect(page.get_by_role("button", name="A thread")).to_be_in_viewport()
    await page.locator(".log").evaluate(SCROLLED_UP)
    await command(page, "show")
    await expect(page.get_by_role("button", name="A thread")).to_have_count(2)
    await expect(page.get_by_role("button", name="A thread").last).to_be_in_viewport()
    await page.locator(".log").evaluate(SCROLLED_UP)
    await writing(page).fill("Here I am")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("Here I am")).to_be_in_viewport()


async def test_the_clock_is_turned_forward_beside_the_members_of_a_phone(stage: Stage) -> None:
    page = await stage.view("ada", **PHONE)
    await expect(page.locator(".introduction")).to_contain_text("it forgets everything")
    stage.world.state.post_message(
        stage.world.state.channels[GAMES_ID],
        stage.world.state.bot,
        {"content": f"<t:{int(stage.world.state.now()) - 30}:R>"},
    )
    moment = page.get_by_role("log").locator("time.timestamp")
    await expect(moment).to_contain_text("seconds ago")
    await page.get_by_role("button", name="Members, clock and faults").tap()
    clock = page.get_by_role("region", name="Clock")
    await clock.get_by_role("button", name="1 week").tap()
    await expect(moment).to_have_text("7 days ago")
    assert stage.world.state.ahead == 7 * 86_400
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390


async def test_a_phone_has_a_drawer_and_room_for_the_thumb(stage: Stage) -> None:
    page = await stage.view("ada", **PHONE)
    await page.get_by_role("button", name="Use a command").tap()
    await page.get_by_role("option", name="/show").tap()
    await page.get_by_role("button", name="Send").tap()
    await page.get_by_role("button", name="A thread").wait_for()
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    for name in ("Primary", "Use a command", "Send", "Channels"):
        box = await page.get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    lounge = page.get_by_role("link", name="lounge")
    await expect(lounge).to_be_hidden()
    drawer = page.get_by_role("button", name="Channels")
    await drawer.tap()
    await expect(page.get_by_role("link", name="games", exact=True)).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(lounge).to_be_hidden()
    await expect(drawer).to_be_focused()
    await drawer.tap()
    await lounge.tap()
    await expect(lounge).to_be_hidden()
    await expect(writing(page)).to_have_attribute("placeholder", "Message #lounge")


async def test_the_first_page_says_who_one_is_and_what_to_press_by_touch(stage: Stage) -> None:
    page = await stage.view("ada", **PHONE)
    first = page.locator(".introduction")
    await expect(first).to_contain_text("You are Ada.")
    for way in (first.get_by_role("link", name="Become Ben"), first.get_by_role("button")):
        await expect(way).to_be_in_viewport()
        box = await way.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    await first.get_by_role("button", name="Open the home card").tap()
    await expect(page.get_by_role("log").get_by_text("Ada used /help")).to_be_visible()
    await first.get_by_role("link", name="Become Ben").tap()
    await expect(first).to_contain_text("You are Ben.")


async def test_a_bot_without_a_home_gets_no_button_for_it(stage: Stage) -> None:
    commands = stage.world.state.commands
    stage.world.state.commands = {key: each for key, each in commands.items() if each["name"] != "help"}
    page = await stage.view("ada")
    await expect(page.locator(".introduction")).to_contain_text("You are Ada.")
    await expect(page.get_by_role("button", name="Open the home card")).to_have_count(0)


async def test_the_open_channel_chosen_again_closes_the_drawer(stage: Stage) -> None:
    page = await stage.view("ada", **PHONE)
    games = page.get_by_role("link", name="games", exact=True)
    for _ in range(2):  # the address names no channel at first, and then the same one
        await page.get_by_role("button", name="Channels").tap()
        await games.tap()
        await expect(games).to_be_hidden()


async def test_the_way_to_the_newest_message_covers_none(stage: Stage) -> None:
    page = await stage.view("ada", **PHONE)
    await page.get_by_role("button", name="Open the home card").tap()
    await page.get_by_role("button", name="A thread").wait_for()
    await page.locator(".log").evaluate(SCROLLED_UP)
    log = await page.locator(".log").bounding_box()
    jump = await page.get_by_role("button", name="Jump to the newest").bounding_box()
    assert log is not None and jump is not None
    assert jump["y"] >= log["y"] + log["height"]
    await page.get_by_role("button", name="Jump to the newest").tap()
    await expect(page.get_by_role("button", name="A thread")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_the_colours_follow_the_system_and_have_contrast(stage: Stage, scheme: str) -> None:
    page = await stage.view("ada", color_scheme=scheme)
    await command(page, "show")
    await page.get_by_role("button", name="A thread").wait_for()
    html = page.locator("html")
    await expect(html).to_have_attribute("data-theme", scheme)
    contrasts = await page.evaluate(CONTRASTS)
    assert min(contrasts.values()) >= 4.5, contrasts
    other = {"dark": "light", "light": "dark"}[scheme]
    await page.get_by_role("button", name=f"Switch to {other} colours").click()
    await expect(html).to_have_attribute("data-theme", other)
    await page.reload()
    await expect(html).to_have_attribute("data-theme", other)


# The contrast of words with what is behind them (WCAG 2.2, "Contrast"), of one of every kind of words.
CONTRASTS = """() => {
    const kinds = [".channel-name", ".list-title", ".author", ".message time", ".md-small", ".mention", ".topic",
        ".message a", ".button.primary", ".button.secondary", ".button.success", ".button.danger", ".badge",
        ".select-words", ".composer-text", ".member-name", ".side-by-side", ".introduction .muted", "code"];
    const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
    const over = ([r, g, b, a = 1], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a));
    const behind = (node) => {
        if (!node) return [255, 255, 255];
        return over(parse(getComputedStyle(node).backgroundColor), behind(node.parentElement));
    };
    const light = (rgb) => rgb.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    return Object.fromEntries(kinds.map((kind) => {
        const node = document.querySelector(kind);
        const back = behind(node);
        const [one, two] = [light(over(parse(getComputedStyle(node).color), back)), light(back)];
        return [kind, (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)];
    }));
}"""


async def test_the_page_may_load_nothing_from_elsewhere_and_serves_only_its_own(stage: Stage) -> None:
    async with ClientSession() as session:
        async with session.get(f"{stage.views.address}/?member=ada") as answer:
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")
            assert "http" not in re.sub(r'href="/|src="/', "", await answer.text())
        async with session.get(f"{stage.views.address}/", allow_redirects=False) as answer:
            assert answer.headers["Location"] == "/?member=ada"
        for path in ("../page.py", "%2e%2e/page.py", "js", "none.js", "%00"):
            async with session.get(URL(f"{stage.views.address}/static/{path}", encoded=True)) as answer:
                assert answer.status == 404
