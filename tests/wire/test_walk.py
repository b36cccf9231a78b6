"""A newcomer's walk by touch, 390 px wide, into and through a match of every game.

It begins at the playground's first page. `TWOTONE_SCREENSHOTS` keeps the screens of one whole walk,
tap by tap.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from statistics import median

import pytest
from discord.ui import TextDisplay
from playwright.async_api import Browser, Locator, Page, expect

from bot.cards.kit.card_lines import last_move_line
from bot.cards.kit.choices import preview_choices
from bot.cards.kit.kit import Card
from bot.cards.kit.pictures import draw_card
from bot.cards.play.board import own_board_card
from bot.cards.play.picker import picker_card
from bot.custom_ids import parse_custom_id
from club.play.match.matches import Table
from data.database.persons import COMPUTER
from data.play.matches import MatchStatus
from data.play.places import NOWHERE
from playground.world.uploads import Upload
from rendering.themes import DEFAULT_THEME
from rules.catalogue import GAMES, families
from rules.choosing import reach_choice
from rules.game import Seat
from rules.match import Match
from tests.bot.fingers import positions, table_of
from tests.examples.every_game import UNLIKE
from tests.playground.browser import PHONE, Views, command, on_stage
from tests.playground.scripted_bot import ACTS, ONLY_YOU, V2
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci
from tests.wire.stranger import GOING_ON, discard, picture
from tests.wire.trial import ANSWERS_WITHIN, THINKS
from words import ENGLISH, localizer_for

pytestmark = pytest.mark.asyncio(loop_scope="module")
MOVES = 3
"""Moves of one's own in a game that is not played to its end."""
FIRST_DRAWN_WITHIN = 30_000
"""Milliseconds within which a freshly started bot draws its first pictures."""
OFFER = re.compile(r"([a-e][1-5]) wins now")
LOOKS = 100
"""Looks of two frames each within which a card is in sight.

A busy browser scrolls later.
"""
LATE = 17
"""Plies after which a match of One Zero One is late: most have some 22."""
LATE_GAMES, FULLEST = 4, 2
DEEP_LATE_GAMES, DEEP_FULLEST = 12, 5
HIDDEN = """async card => {
  const images = [...card.querySelectorAll("img")];
  await Promise.all(images.map(image => image.decode()));
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const inset = 6;
  const seen = node => {
    const box = node.getBoundingClientRect();
    return [[0.5, 0.5], [0, 0], [1, 0], [0, 1], [1, 1]].every(([right, down]) => {
      const x = box.left + inset + right * (box.width - 2 * inset);
      const y = box.top + inset + down * (box.height - 2 * inset);
      return node.contains(document.elementFromPoint(x, y));
    });
  };
  const buttons = card.querySelectorAll(".components .button:is(.primary, .success)");
  return [images[0], ...buttons].filter(node => !seen(node)).map(node => node.alt ?? node.textContent);
}"""
"""Parts of a card that are out of sight.

Looks at the middles and corners of its board and of the buttons that go on.
"""
say = localizer_for(ENGLISH)


class Walk:
    """One person's way on their phone.

    Its screens are kept under the name `kept`, each with a number.
    """

    def __init__(self, page: Page, *, kept: str | None = None) -> None:
        self.page = page
        self.kept = kept
        self.screens = 0
        self.taps = 0

    @property
    def card(self) -> Locator:
        """The newest card that only this person sees."""
        return self.page.locator(".message.ephemeral").last

    @property
    def end_button(self) -> Locator:
        """The button that only a finished match offers."""
        return self.card.get_by_role("button", name="Again", exact=True)

    async def look(self, name: str) -> None:
        """Assert that the board is in sight with every button that goes on.

        The page may scroll to them first.
        """
        for _ in range(LOOKS):
            hidden = await self.card.evaluate(HIDDEN)
            if not hidden:
                break
        assert hidden == []
        await self.keep(name)

    async def keep(self, name: str) -> None:
        if self.kept:
            number = "" if name == "end" else f"-{self.screens}"
            await picture(self.page, f"{self.kept}{number}-{name}")
            self.screens += 1

    async def tap(self, button: Locator) -> None:
        await button.tap()
        self.taps += 1

    async def press(self, name: str) -> None:
        await self.tap(self.card.get_by_role("button", name=name, exact=True))

    async def begin(self, key: str) -> None:
        """Go from the first page into a match against the computer."""
        game, title = GAMES[key], say.text(GAMES[key].title)
        await self.leave()
        first = self.page.get_by_role("button", name="Open the home card")
        await first.wait_for()
        await self.keep("first-page")
        await self.tap(first)
        await expect(self.card).to_contain_text("games for two", timeout=FIRST_DRAWN_WITHIN)
        await self.look("home")
        await self.press("Play Twotone")
        await expect(self.card).to_contain_text("Which game?")
        if game.family != next(iter(families())):
            await self.tap(self.card.get_by_role("combobox"))
            await self.tap(self.page.get_by_role("option", name=say(f"family.{game.family}")))
        await self.card.get_by_role("button", name=title, exact=True).wait_for()
        await self.look("games")
        await self.press(title)
        await expect(self.card).to_contain_text(f"{title} against Twotone")

    async def move(self, chance: random.Random, *, taking: bool = False) -> int:
        """Make one plain move: the first that ends; return the taps it took.

        With `taking`, it is the square that the guide offers, if it offers one.
        """
        begun, before = self.taps, await self.wait_for_reply()
        while await self.wait_for_reply() == before:
            await self.look("move")
            ends = self.card.locator(".components .button.success")
            buttons = ends if await ends.count() else self.card.locator(GOING_ON)
            button = buttons.nth(chance.randrange(await buttons.count()))
            if taking and (offer := OFFER.search(await self.card.inner_text())):
                button = self.card.get_by_role("button", name=offer[1], exact=True)
            custom = await button.get_attribute("data-custom")
            await self.tap(button)
            await expect(self.page.locator(f'[data-custom="{custom}"]')).to_have_count(0)
        return self.taps - begun

    async def wait_for_reply(self) -> int | None:
        """Return the version of the match on its buttons, once the computer has moved.

        `None` if the match is over.
        """
        await expect(self.card.get_by_text(THINKS)).to_have_count(0, timeout=ANSWERS_WITHIN)
        if await self.end_button.count():
            return None
        pressed = parse_custom_id(await self.card.locator(GOING_ON).first.get_attribute("data-custom") or "")
        assert pressed is not None
        return pressed.version

    async def leave(self) -> None:
        """Dismiss every card of an earlier walk: what is left is the first page."""
        while await self.card.count():
            shown = await self.card.get_attribute("id")
            await self.card.get_by_role("button", name="Dismiss message").tap()
            await expect(self.page.locator(f"#{shown}")).to_have_count(0)


async def test_a_first_game_takes_three_taps_to_begin_and_leads_from_its_end_to_a_friend(
    views: Views,
) -> None:
    discard("walk-*.png")
    walk = Walk(await views.view("ada", **PHONE), kept="walk")
    await walk.begin("binar")
    assert walk.taps == 3
    chance, moves = random.Random(1), 0
    while await walk.wait_for_reply() is not None:
        assert await walk.move(chance, taking=True) == 1
        moves += 1
    assert moves >= 8
    await expect(walk.card).to_contain_text(re.compile(r"(you win|Twotone wins|a draw)\."))
    await expect(walk.end_button).to_be_visible()
    await walk.look("end")
    await walk.press("Play a friend")
    await expect(walk.card).to_contain_text("Whom do you want to play at Binar?")
    await walk.keep("friend")
    await walk.tap(walk.card.get_by_role("combobox"))
    await walk.tap(walk.page.get_by_role("option", name="Ben"))
    challenge = walk.page.locator(".message").filter(has_text="challenges").last
    await expect(challenge).to_contain_text("Ben")
    await walk.keep("challenge")
    assert await walk.page.evaluate("document.documentElement.scrollWidth") <= 390
    ben = await views.view("ben", **PHONE)
    await ben.get_by_role("button", name="Accept", exact=True).last.tap()
    await expect(challenge.get_by_role("button", name="Accept", exact=True)).to_have_count(0)
    await walk.keep("accepted")


@pytest.mark.parametrize(
    "key", leave_to_ci([game.key for games in families().values() for game in games], but=("binary",))
)
async def test_every_game_is_played_in_few_taps_with_board_and_buttons_in_sight(
    views: Views, key: str
) -> None:
    chance = random.Random(2)
    walk = Walk(await views.view("ada", **PHONE))
    await walk.begin(key)
    walk.kept = f"walk-{key}" if GAMES[key].hidden else None
    taps = [await walk.move(chance)]
    walk.kept = None
    while len(taps) < MOVES and await walk.wait_for_reply() is not None:  # a small board is full soon
        taps.append(await walk.move(chance))
    assert median(taps) <= 2
    assert await walk.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("games", "fullest"),
    [(LATE_GAMES, FULLEST), pytest.param(DEEP_LATE_GAMES, DEEP_FULLEST, marks=pytest.mark.deep)],
)
async def test_the_fullest_choices_late_in_one_zero_one_leave_board_and_buttons_in_sight(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, games: int, fullest: int
) -> None:
    """The wordiest of many late pickers against the computer fit the page."""
    cards = sorted(late_pickers(games), key=text_length, reverse=True)
    assert len(cards) > 15 * games
    async with on_stage(browser) as stage:
        walk = Walk(await stage.view("ada", **PHONE))
        for card in cards[:fullest]:
            await show(walk, card, monkeypatch)


@pytest.mark.parametrize("keys", [UNLIKE, pytest.param(GAMES, marks=pytest.mark.deep)], ids=len)
async def test_the_end_of_every_game_against_the_computer_is_in_sight_with_the_way_on(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, keys: Collection[str]
) -> None:
    """As it is played out at random: the picture of the end, and **Again**."""
    async with on_stage(browser) as stage:
        walk = Walk(await stage.view("ada", **PHONE))
        for key in (each for each in keys if each in GAMES):
            table, outcome = private(match := random_match(GAMES[key], {}, seed=1), 0), match.outcome
            assert outcome is not None
            over = replace(
                table.row,
                status=MatchStatus.OVER,
                guild_id=NOWHERE,
                channel_id=NOWHERE,
                winner=outcome.winner,
                reason=outcome.reason,
            )
            card = own_board_card(replace(table, row=over), 0, say, theme=DEFAULT_THEME, can_open=True)
            await show(walk, card, monkeypatch)


async def show(walk: Walk, card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show a card in the page as it is, look at it, and dismiss it."""
    files = await draw_card(card)
    body = {
        "flags": V2 | ONLY_YOU,
        "components": [part.to_component_dict() for part in card.view.children],
    }
    uploads = tuple(
        Upload(str(number), file.filename, "image/png", file.fp.read()) for number, file in enumerate(files)
    )
    monkeypatch.setitem(ACTS, "show", lambda bot, asked, *_: bot.answer(asked, 4, body, uploads))
    await command(walk.page, "show")
    await expect(walk.card.locator("img")).to_have_count(len(files))
    await walk.look("shown")
    await walk.leave()


def private(match: Match, seat: Seat) -> Table:
    """A match of a player against the computer."""
    people = table_of(match)
    computer = replace(people.row.seats[1 - seat], user_id=COMPUTER, name="Twotone", level=2)
    seats = (computer, people.row.seats[1]) if seat else (people.row.seats[0], computer)
    return replace(people, row=replace(people.row, seats=seats))


def late_pickers(games: int) -> Iterator[Card]:
    """The pickers of the last turns of some matches.

    There are those of the cards with their lines, and of all that follows.
    """
    for match in positions(GAMES["one-zero-one"], {}, games=games):
        seat = match.turn
        if len(match.plies) < LATE or seat is None:
            continue
        table = private(match, seat)
        paths: list[tuple[str, ...]] = [()]
        for path in paths:
            reached = reach_choice(match.game, match.position, path)
            if reached is None or (reached.move is not None and not reached.choices):
                continue
            paths += [(*reached.path, *step.value.split(",")) for step in reached.offers]
            shown = preview_choices(match, reached, table.view(seat), None)
            note = None if path else last_move_line(table, table.view(seat), say)
            yield picker_card(table, seat, reached, shown, say, theme=DEFAULT_THEME, note=note)


def text_length(card: Card) -> int:
    """Number of characters in a card's text."""
    return sum(len(part.content) for part in card.view.walk_children() if isinstance(part, TextDisplay))
