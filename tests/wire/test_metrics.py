"""The three pages of the loopback address, while people play.

They report the bot's health and its own measurements.
"""

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cached_property
from pathlib import Path
from unittest.mock import patch

import aiohttp
import pytest
import pytest_asyncio
from discord.utils import snowflake_time
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from bot.client import Twotone
from bot.host.config import Config
from bot.host.health import note_backup
from bot.host.loopback import HealthServer
from bot.host.settings import ConfigError
from playground.app import make_app, serve
from playground.bot_process import TOKEN
from playground.pointing import point_discord_at
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID, GUILD_NAME
from playground.world.traffic import RouteClass
from playground.world.world import World
from tests.bot.alerts import LABELS
from tests.pace import PATIENCE
from tests.wire.visible_message import buttons

pytestmark = pytest.mark.asyncio(loop_scope="module")
ID = re.compile(r"\d{6,}")
PEOPLE_AND_PLACES = ("ada", "ben", "cleo", "games", "lounge", GUILD_NAME.casefold())


class Evening:
    """What was played, and the pages of before, while and after."""

    def __init__(self, world: World, shown: HealthServer, port: int) -> None:
        self.world = world
        self.shown = shown
        self.port = port
        self.before: dict[str, tuple[int, str]] = {}
        self.pages: dict[str, tuple[int, str]] = {}
        self.asked: dict[str, int] = {}
        self.took: list[float] = []
        self.counted = 0

    async def fetch_pages(self) -> dict[str, tuple[int, str]]:
        """Fetch the status and text of every page."""
        async with aiohttp.ClientSession(f"http://127.0.0.1:{self.port}") as session:
            return {
                page: await _fetch_page(session, page)
                for page in ("/livez", "/readyz", "/metrics", "/elsewhere")
            }

    @cached_property
    def samples(self) -> list[Sample]:
        """Every figure of the metrics."""
        return samples_of(self.pages["/metrics"][1])

    def value(self, name: str, **labels: str) -> float:
        """The sum of the figures of a name that have those labels."""
        return sum(
            each.value for each in self.samples if each.name == name and labels.items() <= each.labels.items()
        )


async def _fetch_page(session: aiohttp.ClientSession, page: str) -> tuple[int, str]:
    """Fetch the status and text of one page."""
    async with session.get(page) as answer:
        return answer.status, await answer.text()


def samples_of(text: str) -> list[Sample]:
    """Every figure of a text as Prometheus reads it."""
    return [sample for family in text_string_to_metric_families(text) for sample in family.samples]


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)


def challenges(world: World) -> dict[str, str]:
    """The cards that can be accepted, with the custom_id of the button for that."""
    return {
        card.id: custom_id
        for card in world.state.channels[GAMES_ID].messages.values()
        for custom_id in buttons(card.body).values()
        if ":accept:" in custom_id
    }


async def play_matches(bot: Twotone, world: World, took: list[float]) -> dict[str, int]:
    """Let Ada and Ben begin two games, move, press outdated buttons, and complete.

    Return how often they did each. `took` gets the seconds that each command waited which was answered
    at the first try; they are the difference between its id and its answer's.
    """

    async def command(name: str, options: dict[str, str]) -> None:
        outcome = await world.slash(ADA_ID, GAMES_ID, name, options)
        asked, answered = (snowflake_time(int(outcome[each])) for each in ("id", "message_id"))
        took.append((answered - asked).total_seconds())

    for options in ({"game": "binar", "side": "Even"}, {"game": "one-zero-one"}):
        known = set(challenges(world))
        await command("play", {"opponent": BEN_ID, **options})
        # On a busy machine the card comes after a promise.
        await until(lambda known=known: challenges(world).keys() - known)
        [card_id] = challenges(world).keys() - known
        await world.click(BEN_ID, card_id, challenges(world)[card_id])
    offered = await world.complete(ADA_ID, GAMES_ID, "move", {"match": "1", "move": ""}, "move")
    for _ in range(2):  # the second is refused, and a refusal is an answer
        await command("move", {"match": "1", "move": offered[0]["value"]})
    bot.patience = PATIENCE  # a promise after the answer that is lost would be refused once more
    world.faults.fail_next(
        1, 500, "/callback", after_accepting=True
    )  # the next try finds it answered already
    await world.slash(ADA_ID, GAMES_ID, "games", {})
    return {"command": 5, "component": 2, "completion": 1}


@asynccontextmanager
async def connect_bot(world: World, shown: HealthServer, folder: Path) -> AsyncIterator[Twotone]:
    """Connect the bot, in this process."""
    config = Config(None, folder / "twotone.db", "text", 20, None)
    bot = Twotone(config, heartbeat=None, guild_ready_timeout=0.05, metrics=shown.metrics)
    running = asyncio.create_task(bot.start(TOKEN))
    await until(bot.is_ready)
    try:
        yield bot
    finally:
        await bot.close()
        running.cancel()
        await asyncio.wait({running})


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def evening(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    folder = tmp_path_factory.mktemp("metrics")
    world = World(patience=PATIENCE)
    async with AsyncExitStack() as lasting:
        runner = await serve(world, make_app(world, None))
        lasting.push_async_callback(runner.cleanup)
        lasting.enter_context(patch("discord.http.Route.BASE", ""))
        lasting.enter_context(patch("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", None))
        point_discord_at(world.state.address)
        shown = HealthServer(folder / "twotone.db", time.time)
        evening = Evening(world, shown, await lasting.enter_async_context(shown.open(0)))
        evening.before = await evening.fetch_pages()
        async with connect_bot(world, shown, folder) as bot:
            shown.load_status = bot.load_status
            evening.asked = await play_matches(bot, world, evening.took)
            note_backup(folder / "twotone.db")
            await wait_until_settled(bot)
            await bot.club.processes.beat()  # without a heartbeat it says by itself that it is there but once
            evening.pages, evening.counted = await evening.fetch_pages(), world.traffic.limited_count
        yield evening


async def wait_until_settled(bot: Twotone) -> None:
    """Wait until everything is answered and posted."""
    async with asyncio.timeout(PATIENCE):
        while bot.attending or (standing := await bot.load_status()) is None or standing.figures.waiting:
            await asyncio.sleep(0.1)


@pytest.mark.ci
async def test_before_discord_is_there_the_process_lives_and_is_not_ready(evening: Evening) -> None:
    assert evening.before["/livez"] == (200, "alive\n")
    status, why = evening.before["/readyz"]
    assert (status, why.count("\n")) == (503, 1)
    assert "not been connected" in why
    told = {each.name: each.value for each in samples_of(evening.before["/metrics"][1])}
    assert told["twotone_ready"] == 0
    assert told["twotone_backup_age_seconds"] == float("inf")


@pytest.mark.ci
async def test_while_people_play_it_is_ready(evening: Evening) -> None:
    assert evening.pages["/livez"] == (200, "alive\n")
    status, told = evening.pages["/readyz"]
    assert status == 200
    assert re.fullmatch(r"ready\n(0/1|–), Twotone [\d.]+, seen \d seconds? ago\n", told)
    assert evening.value("twotone_ready") == 1
    assert evening.pages["/elsewhere"][0] == 404


@pytest.mark.ci
async def test_after_the_bot_has_closed_it_is_not_ready_any_more(evening: Evening) -> None:
    assert (await evening.fetch_pages())["/readyz"][0] == 503


async def test_every_interaction_is_counted_by_kind_and_its_answer_measured_from_its_making(
    evening: Evening,
) -> None:
    for kind, count in evening.asked.items():
        assert evening.value("twotone_interactions_total", kind=kind) == count
    assert evening.value("twotone_interaction_ack_seconds_count") == 7
    assert 0.007 < evening.value("twotone_interaction_ack_seconds_sum") < 30
    assert evening.value("twotone_interaction_ack_seconds_count", kind="completion") == 1
    assert evening.shown.metrics is not None
    assert len(evening.shown.metrics.unanswered) == 1  # what is answered is forgotten


async def test_the_wait_for_an_answer_is_what_discord_itself_has_measured(evening: Evening) -> None:
    name = "twotone_interaction_ack_seconds"
    assert evening.value(f"{name}_count", kind="command") == len(evening.took) == 4
    assert evening.value(f"{name}_sum", kind="command") == pytest.approx(sum(evening.took))


async def test_answers_that_discord_did_not_take_are_counted_by_its_code(evening: Evening) -> None:
    failed = {
        each.labels["code"]: each.value
        for each in evening.samples
        if each.name == "twotone_interaction_failures_total"
    }
    assert failed == {"500": 1, "40060": 1}


async def test_requests_are_those_that_discord_has_seen(evening: Evening) -> None:
    assert evening.value("twotone_counted_requests_total") == evening.counted
    answers = evening.world.traffic.by_class[RouteClass.CALLBACK]
    assert evening.value("twotone_requests_total", route="interactions/:id/:id/callback") == answers
    assert evening.value("twotone_request_seconds_count") == evening.value("twotone_requests_total")


async def test_store_pictures_and_loop_are_measured(evening: Evening) -> None:
    jobs, commits = (
        evening.value("twotone_committed_jobs_total"),
        evening.value("twotone_commit_seconds_count"),
    )
    assert jobs >= commits > 10
    assert evening.value("twotone_render_seconds_count", picture="board") > 3
    assert evening.value("twotone_render_seconds_count", picture="hand") > 0
    assert evening.value("twotone_loop_lag_seconds_count") > 3
    assert evening.value("twotone_matches", game="binar") == 1
    assert evening.value("twotone_matches", game="one-zero-one") == 1
    assert evening.value("twotone_outbox_age_seconds") == 0
    assert evening.value("twotone_servers") == 1
    assert 0 <= evening.value("twotone_heartbeat_age_seconds", shard="0") < 60
    assert 0 <= evening.value("twotone_backup_age_seconds") < 60
    assert evening.value("process_resident_memory_bytes") > 1e6


async def test_no_label_names_a_person_a_place_or_a_match(evening: Evening) -> None:
    seen = {(name, value) for each in evening.samples for name, value in each.labels.items()}
    assert len(seen) > 50
    assert {name for name, _ in seen} <= LABELS
    values = {value for name, value in seen if name != "le"}
    assert [value for value in values if ID.search(value)] == []
    assert [value for value in values if value.casefold() in PEOPLE_AND_PLACES] == []
    text = evening.pages["/metrics"][1]
    assert [member for member in evening.world.state.members if member in text] == []
    assert TOKEN not in text


async def test_a_port_that_is_taken_is_one_sentence(evening: Evening, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=f"METRICS_PORT is {evening.port}, but .*in use") as wrong:
        async with HealthServer(tmp_path / "twotone.db", time.time).open(evening.port):
            pass
    assert "\n" not in str(wrong.value)


async def test_without_the_extra_the_bot_s_health_is_told_and_the_way_to_metrics(tmp_path: Path) -> None:
    with patch.dict("sys.modules", {"prometheus_client": None}):
        sys.modules.pop("bot.host.metrics", None)
        shown = HealthServer(tmp_path / "twotone.db", time.time)
    async with shown.open(0) as port:
        pages = await Evening(World(), shown, port).fetch_pages()
    assert pages["/livez"][0] == 200
    assert pages["/metrics"][0] == 501
    assert "twotone[metrics]" in pages["/metrics"][1]
