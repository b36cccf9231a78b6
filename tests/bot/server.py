"""A server with members and the bot in it, simulated by SimCord.

The tests of the bot meet on it.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar
from unittest.mock import patch

import discord
import simcord
from simcord.builders import UserHandle

from bot.answers.reply import PATIENCE
from bot.answers.tokens import Token, TokenStore
from bot.answers.translator import translate_commands
from bot.client import Twotone
from bot.host.config import Config
from club.members.people import Person
from club.members.quotas import Limits
from club.play.after.analysis import assess_in_thread
from club.play.course.thinking import think_in_thread
from data.database.store import Store
from data.store_opening import open_store
from engines.worker_messages import StudyRequest
from rules.catalogue import GAMES
from rules.match import Match, read_record
from tests.ample import AMPLE
from tests.bot import simulator
from tests.bot.limits import faults
from tests.fresh import fresh
from words import insert_player_names

Result = TypeVar("Result")


SETTLES_WITHIN: Final = 60.0
"""Seconds by the clock after which the bot counts as stuck.

The limit also suits a machine that is busy with much else.
"""


TRANSLATED: Final[dict[frozenset[str], list[dict[str, Any]]]] = {}


async def translated_once(tree: Any, guild: discord.Object | None) -> list[dict[str, Any]]:
    """The commands of a bot in all languages, translated once.

    They are the same in every bot with the same commands.
    """
    names = frozenset(command.name for command in tree.get_commands(guild=guild))
    if names not in TRANSLATED:
        TRANSLATED[names] = await translate_commands(tree, guild)
    return TRANSLATED[names]


class Server:
    """One server, one channel, and the members Ann, Ben and Cleo."""

    def __init__(self, env: Any, fresh_bot: Callable[[], Twotone], locale: str) -> None:
        self.env = env
        self.fresh_bot = fresh_bot
        """Makes another process of the bot, not started yet."""
        self.errors = ErrorLog()
        self.guild = env.create_guild(preferred_locale=locale)
        self.channel = self.guild.create_text_channel("games")
        self.ann = self.guild.add_member(env.create_user("Ann"))
        self.ben = self.guild.add_member(env.create_user("Ben"))
        self.cleo = self.guild.add_member(env.create_user("Cleo"))

    @property
    def bot(self) -> Twotone:
        """The bot that is running now."""
        bot: Twotone = self.env.bot
        return bot

    @property
    def twotone(self) -> UserHandle:
        """The bot as people name it."""
        return UserHandle(self.env, self.env.backend.bot_user)

    async def restart(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """A new process of the bot takes over.

        What happens `meanwhile` is told to neither.
        """
        await self.bot.close()
        meanwhile()
        await self.env.restart_bot(self.fresh_bot())

    async def run(self, work: Awaitable[Result]) -> Result:
        """Do something as the bot's own work, and let all that follows from it happen."""
        with simulator.as_the_bot(self.env):
            task = asyncio.ensure_future(work)
        done = await task
        await self.env.settle()
        return done

    def forge(self, message: discord.Message, components: list[Any]) -> None:
        """Give a message other components, like an old one still on a member's screen."""
        raw = [part if isinstance(part, dict) else part.to_dict() for part in components]
        self.env.backend.get_message(message.channel.id, message.id).components = raw

    def plant(self, place: Any, components: list[dict[str, Any]]) -> discord.Message:
        """Post a message of the bot's with any components at all."""
        plain = [{"type": 10, "content": "planted", "id": 1}]
        backend = self.env.backend
        made = backend.create_message(place.id, backend.bot_user.id, components=plain, flags=1 << 15)
        made.components = components
        shown = simulator.newest(self.env, place.id, lambda message: message.id == made.id)
        assert shown is not None
        return shown

    @staticmethod
    def person(member: Any) -> Person:
        """A member as the use-cases know them."""
        return Person(member.id, member.name)

    async def begin(self, game: str, *, restart: bool = False, **options: Any) -> Any:
        """Challenge Ben as Ann, and accept.

        Return the thread or channel in which the match is played.
        """
        shown = await self.ann.slash(self.channel, "play", game=game, opponent=self.ben, **options)
        if restart:
            await self.restart()
        await self.ben.click(shown.response, label="Accept")
        if restart:
            await self.restart()
        return self.place

    @property
    def place(self) -> Any:
        """Where the newest match is played."""
        threads = self.channel.threads
        return threads[-1] if threads else self.channel

    async def match(self, number: int = 1) -> Match:
        """A match as the store has it, replayed by the rules alone."""
        table = await asyncio.ensure_future(self.bot.club.play.matches.load(number))
        return read_record(table.row.record, GAMES)

    async def players(self, number: int = 1) -> tuple[Any, Any]:
        """The members at seat 0 and seat 1."""
        table = await self.bot.club.play.matches.load(number)
        by_id = {member.id: member for member in (self.ann, self.ben, self.cleo)}
        first, second = (by_id[seat.user_id] for seat in table.row.seats)
        return first, second

    async def reason(self, number: int = 1) -> str:
        """Return why a match ended or what happened before it did.

        Its players are called by their names.
        """
        outcome = (await self.match(number)).outcome
        assert outcome is not None
        return str(
            insert_player_names(
                outcome.happened or outcome.phrase, [member.name for member in await self.players(number)]
            )
        )

    def board(self, place: Any) -> discord.Message:
        """The newest board card of a place."""
        me = self.env.backend.bot_user.id
        board = simulator.newest(
            self.env, place.id, lambda message: message.attachments and message.author_id == me
        )
        assert board is not None, "no board has been posted"
        return board


class ErrorLog(logging.Handler):
    """Handler that collects the errors reported by the bot or by discord.py.

    The simulator does not see the errors that they catch.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(logging.Formatter().format(record))


SECRET: Final = bytes(32)
"""What decides all shuffles."""


def same_secret() -> bytes:
    """Cards are dealt alike whenever a test is run."""
    return SECRET


class NoTokens(TokenStore):
    """Holds none, as after a restart: all goes by the channel's route."""

    def add(self, interaction_id: int, token: Token) -> None:
        """Forget an interaction's token at once."""

    def add_edit_token(self, message_id: int, token: Token) -> None:
        """Forget a press's token at once."""


def new_bot(
    now: Callable[[], float],
    database: Path,
    *,
    limits: Limits = AMPLE,
    secret: Callable[[], bytes] = same_secret,
    patience: float = PATIENCE,
    follow_ups: bool = True,
    postgres: str | None = None,
    public_url: str | None = None,
) -> Twotone:
    """A fresh process of the bot on a database.

    It has the simulator's time, and chance that repeats itself.
    """
    bot = Twotone(
        Config(None, database, "text", 20, None, postgres=postgres, public_url=public_url),
        now=now,
        chance=random.Random(7).randrange,
        secret=secret,
        limits=limits,
        patience=patience,
        heartbeat=None,
        think=think_in_thread,
        look=glance,
        shard_count=1,
        shard_ids=[0],
    )
    if not follow_ups:
        bot.tokens = NoTokens(now)
    return bot


async def glance(study: StudyRequest) -> Any:
    """Look at positions with a fraction of the usual effort.

    Tests ask what becomes of a report, not how good it is.
    """
    return await assess_in_thread(replace(study, divisor=50 * study.divisor))


async def opened_apart(where: Path | str, **options: Any) -> Store:
    """Open the store outside of the bot's work.

    A pool's own tasks wait for ever, and the simulator waits for the bot's tasks.
    """
    return await Context().run(asyncio.ensure_future, open_store(where, **options))


@asynccontextmanager
async def serve(
    database: Path,
    *,
    secret: Callable[[], bytes] = same_secret,
    patience: float = PATIENCE,
    locale: str = "en-US",
    limits: Limits = AMPLE,
    follow_ups: bool = True,
    postgres: str | None = None,
    public_url: str | None = None,
) -> AsyncIterator[Server]:
    """Run the bot on a server, with SQLite or at an address of PostgreSQL.

    Errors inside the bot, and breaches of Discord's limits, fail the test.
    """
    env: Any = None
    if postgres is None:
        fresh(database)

    def now() -> float:
        time: float = (env.now() if env else discord.utils.utcnow()).timestamp()
        return time

    def fresh_bot() -> Twotone:
        return new_bot(
            now,
            database,
            secret=secret,
            patience=patience,
            limits=limits,
            follow_ups=follow_ups,
            postgres=postgres,
            public_url=public_url,
        )

    env = simcord.Env(fresh_bot(), settle_timeout=SETTLES_WITHIN)
    with (
        patch("bot.host.command_registration.translate_commands", translated_once),
        patch("bot.client.open_store", opened_apart),
        simulator.soon_at_rest(),
    ):
        await env.start()
        met = Server(env, fresh_bot, locale)
        logging.getLogger().addHandler(met.errors)
        try:
            yield met
        finally:
            logging.getLogger().removeHandler(met.errors)
            await env.bot.close()
            await env.shutdown()
    env.raise_errors()
    assert not met.errors.records, "\n".join(met.errors.records)
    assert [(request.path, found) for request in env.http_requests if (found := faults(request))] == []


class Opened:
    """The private card that a press on Play shows to the member who pressed.

    It is a message beside the board, or one in place of an answer.
    """

    def __init__(self, result: Any) -> None:
        self.followups = result.followups
        self.response = next((shown for shown in self.followups if shown.ephemeral), result.response)
        self.ephemeral: bool = self.response.ephemeral


async def press_play(member: Any, card: Any) -> Opened:
    """A member presses Play on a card."""
    return Opened(await member.click(card, label="Play"))


async def press_behind(member: Any, card: Any, label: str) -> Any:
    """A member presses a button, unfolding More as often as it takes to see it."""
    while label not in buttons(card):
        card = (await member.click(card, label="More")).response
    return await member.click(card, label=label)


async def press_labels(who: Any, shown: Any, *labels: str) -> Any:
    """Press one button after another, each on the card that the one before leads to."""
    for label in labels:
        shown = (await who.click(shown, label=label)).response.message
    return shown


def texts(message: Any) -> str:
    """All words of a card."""
    return "\n".join(_texts(message.components))


def _texts(components: Any) -> list[str]:
    found = []
    for component in components:
        data = component if isinstance(component, dict) else component.to_dict()
        if "content" in data:
            found.append(data["content"])
        found += _texts(data.get("components", ()))
    return found


def reply_text(result: Any) -> str:
    """The last private text of an answer; a form counts too.

    A board for everyone may follow it.
    """
    answers = [message for message in (result.response, *result.followups) if message]
    if not answers:
        return str(result.modal or "")
    return texts(([message for message in answers if message.ephemeral] or answers)[-1])


def buttons(message: Any) -> dict[str, str]:
    """The buttons of a card that can be pressed: label → custom_id."""
    return {
        data["label"]: data.get("custom_id", "")
        for data in walk(message.components)
        if data.get("type") == 2 and not data.get("disabled")
    }


def button(custom_id: str) -> dict[str, Any]:
    """A row with a button "forged" that carries any custom_id at all."""
    forged = {"type": 2, "id": 2, "style": 1, "label": "forged", "disabled": False, "custom_id": custom_id}
    return {"type": 1, "id": 1, "components": [forged]}


def select(custom_id: str, values: list[str]) -> dict[str, Any]:
    """A row with a menu of any custom_id at all that offers these values."""
    options = [{"label": "forged", "value": value} for value in values]
    forged = {
        "type": 3,
        "id": 2,
        "min_values": 1,
        "max_values": 1,
        "options": options,
        "disabled": False,
        "custom_id": custom_id,
    }
    return {"type": 1, "id": 1, "components": [forged]}


def menus(message: Any) -> list[dict[str, Any]]:
    """The select menus of a card."""
    return [data for data in walk(message.components) if data.get("type") == 3]


def walk(components: Any) -> list[dict[str, Any]]:
    """Every component of a message, containers opened."""
    found: list[dict[str, Any]] = []
    for component in components:
        data = component if isinstance(component, dict) else component.to_dict()
        found.append(data)
        found += walk(data.get("components", ()))
    return found
