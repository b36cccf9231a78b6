"""The command `twotone`: run the bot, or look after its database."""

import argparse
import asyncio
import ctypes
import gc
import io
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import discord

from bot.client import Twotone
from bot.host import logs
from bot.host.config import Config, read_config
from bot.host.files import UnreadableFileError, read_text_file
from bot.host.health import find_problem, load_last_note, note_backup
from bot.host.pages import WebPages, check_webhook
from bot.host.probe import probe
from bot.host.process_time import CorrectedClock, steady_clock
from bot.host.running import run_until_stopped
from bot.host.settings import ConfigError, quote_value, read_id
from bot.host.setup import configure_application
from bot.host.status import status_report
from bot.host.transcript import Transcript
from bot.host.version import version
from club.clocks.clock import is_clock_consistent
from club.pages.hooks import NewsSender
from club.running.column import Now
from club.standing.recount import recount_all
from data.database.errors import MISCONFIGURED, StoreError, one_line
from data.sqlite.backup import backup
from data.sqlite.check import check
from data.sqlite.errors import translate_sqlite_errors
from data.sqlite.restore import restore
from data.sqlite.scrub import last_finding
from data.sqlite.soundness import file_exists
from data.store_opening import POSTGRES, open_store, translate_missing_driver
from rules.catalogue import load_match
from words import Phrase, TwotoneError, render_message

if TYPE_CHECKING:
    from bot.host.metrics import Metrics

log = logging.getLogger(__name__)

FAILED = 1
MISUSED = 2
ENDED = {"store.full": "store.full.ended", "store.away": "store.unreachable"}
"""What the host reads in place of a sentence that promises that the bot goes on."""
HEAP = {-8: 1, -3: 1 << 20, -1: 2 << 20}
"""Values for glibc's `mallopt`, by parameter number.

One arena (M_ARENA_MAX); the size in bytes from which an allocation gets its own mapping, and so is
returned when it is freed (M_MMAP_THRESHOLD); the free bytes that stay at the end of the heap
(M_TRIM_THRESHOLD).
"""
COLLECTED_AFTER = 5_000, 5, 10
"""Garbage collector thresholds: new objects per round, then rounds per older one.

No other work blocks the event loop as long: a round of 20,000 objects took 25 ms beside other work,
one of these takes 7 ms.
"""
WHOLE = 2
"""The generation of a whole collection."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command that the arguments name, and exit.

    The exit status is 0, 1 (the command failed) or 2 (its input was wrong).
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # As standard error is: a file may be called anything.
        sys.stdout.reconfigure(errors="backslashreplace")
    given = _parser().parse_args(arguments)
    try:
        config = read_config(os.environ, _folder())
        with translate_sqlite_errors(
            config.database
        ):  # what no statement expects, a damaged row may bring about
            sys.exit(given.run(config, given))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except ConfigError as wrong:
        _complain(wrong.sentence)
        sys.exit(MISUSED)
    except TwotoneError as fault:
        # What goes on by itself while the bot runs has ended here.
        _complain(Phrase(ENDED.get(fault.code, fault.code), **fault.sentence.facts))
        sys.exit(MISUSED if fault.code in MISCONFIGURED else FAILED)
    except Exception as fault:
        if given.run is _run:
            log.critical("bot ended", exc_info=True)  # its message may contain private data
            _complain(Phrase("host.failed", fault=type(fault).__name__))
        elif isinstance(fault, OSError | UnicodeEncodeError):
            _complain(Phrase("host.refused", fault=one_line(fault)))
        else:
            raise
        sys.exit(FAILED)


def _folder() -> Path:
    """Return the working directory.

    Raise `ConfigError` if it has been deleted.
    """
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise ConfigError("config.no_folder") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("twotone", description=render_message("host.program", {}))
    parser.add_argument("--version", action="version", version=f"twotone {version()}")
    parser.set_defaults(run=_run)
    verbs = parser.add_subparsers(
        title=render_message("host.commands", {}), dest="command", metavar="COMMAND"
    )

    def verb(
        name: str, code: str, run: Callable[[Config, argparse.Namespace], int], *paths: str
    ) -> argparse.ArgumentParser:
        added = verbs.add_parser(name, help=render_message(code, {}))
        for path in paths:
            added.add_argument(path, type=Path)
        added.set_defaults(run=run)
        return added

    verb("run", "host.run", _run)
    verb("check", "host.check", _check)
    verb("backup", "host.backup", _backup, "target")
    verb("restore", "host.restore", _restore, "source")
    moving = verb("move-database", "host.move_database", _move_database, "source")
    moving.add_argument("target", help=render_message("host.move_database.target", {}))
    verb("recount", "host.recount", _recount).add_argument(
        "--refit", action="store_true", help=render_message("host.recount.refit", {})
    )
    verb("healthcheck", "host.healthcheck", _healthcheck)
    verb("status", "host.status", _status)
    verb("setup", "host.setup", _setup)
    verb("verify", "host.verify", _verify, "record")
    probing = verb("probe", "host.probe", _probe)
    probing.add_argument("channel", help=render_message("host.probe.channel", {}))
    probing.add_argument(
        "--transcript", type=Path, metavar="FILE", help=render_message("host.probe.transcript", {})
    )
    return parser


def _run(config: Config, _: argparse.Namespace) -> int:
    if config.token is None:
        raise ConfigError("config.no_token")
    logs.configure_logging(config.log_format, config.log_level)
    now = CorrectedClock(steady_clock())
    with _short_collections(after_each=_share_heap()):
        asyncio.run(_run_bot(config, config.token, now))
    return 0


async def _run_bot(config: Config, token: str, now: Now) -> None:
    """Run the bot, and the health and page servers if the host turned them on.

    The health server listens on the loopback address only.
    """
    asyncio.get_running_loop().set_exception_handler(logs.log_unhandled)
    # A database that cannot be used is named at once, not only when Discord can be reached.
    await (await open_store(config.store_location)).close()
    await asyncio.to_thread(check_webhook, config.webhook)
    metrics: Metrics | None = None
    tell: NewsSender | None = None
    follow: list[Callable[[Twotone], None]] = []
    async with AsyncExitStack() as until:
        if config.metrics_port is not None:
            from bot.host.loopback import HealthServer  # what serves pages takes a moment to load

            shown = HealthServer(config.database, now)
            follow.append(shown.attach)
            metrics = shown.metrics
            await until.enter_async_context(shown.open(config.metrics_port))
        if config.public_url and config.web_bind:
            pages = WebPages(
                config.public_url,
                now,
                _folder(),
                metrics,
                config.webhook,
                support_url=config.support_url,
                has_live_boards=config.has_live_boards,
                client_secret=config.client_secret,
            )
            follow.append(pages.attach)
            tell = pages.send_news if config.webhook else None
            await until.enter_async_context(pages.open(config.web_bind))

        def make() -> Twotone:
            bot = Twotone(config, now=now, metrics=metrics, send_news=tell)
            for each in follow:
                each(bot)
            return bot

        await run_until_stopped(make, token)


@contextmanager
def _short_collections(*, after_each: Callable[[], None]) -> Iterator[None]:
    """Keep garbage collections short, because each of them blocks the event loop.

    The collector should rarely look at objects that stay: modules and long-lived caches. So the objects
    that are alive after the first, second, fourth, eighth … full collection are frozen, and it ignores them
    from then on. Frozen objects that later become unreachable cycles are never freed. They are few, because
    freezing becomes ever rarer. Everything else is freed when its last reference goes, as usual.
    `after_each` is called after each full collection.
    """
    gc.collect()
    gc.freeze()
    before = gc.get_threshold()
    gc.set_threshold(*COLLECTED_AFTER)
    numbers = count(1)

    def freeze_survivors(phase: str, info: dict[str, int]) -> None:
        """Freeze the surviving objects after full collections number 1, 2, 4, 8 …"""
        if phase == "stop" and info["generation"] == WHOLE:
            number = next(numbers)
            if number & (number - 1) == 0:
                gc.freeze()
            after_each()

    gc.callbacks.append(freeze_survivors)
    try:
        yield
    finally:
        gc.callbacks.remove(freeze_survivors)
        gc.set_threshold(*before)


def _share_heap() -> Callable[[], None]:
    """Make all threads share one heap, and give large arrays their own mappings.

    Do nothing except with glibc. Without this, each thread that draws pictures has its own heap, with holes
    that images of megabytes leave between small images that stay. Return a function that gives unused
    memory back to the system.
    """
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    if libc is None or not hasattr(libc, "mallopt"):
        return lambda: None
    for setting, value in HEAP.items():
        libc.mallopt(setting, value)
    return lambda: libc.malloc_trim(0)


def _check(config: Config, _: argparse.Namespace) -> int:
    check_webhook(config.webhook)
    progress = partial(_progress_reporter(), "check.progress")
    if config.postgres is None:
        _mute_migration_log()
        print(check(config.database, progress, as_replayed=is_clock_consistent))
        return 0
    with translate_missing_driver():
        from data.postgres.check import check as check_on_server
        from data.postgres.connecting import database_label
    asyncio.run(check_on_server(config.postgres, progress, as_replayed=is_clock_consistent))
    print(Phrase("check.whole", path=database_label(config.postgres)))
    return 0


def _mute_migration_log() -> None:
    """Silence the log of database migrations: the command reports in a sentence."""
    logging.getLogger("data").addHandler(logging.NullHandler())


def _check_is_sqlite(config: Config) -> None:
    """Raise `ConfigError` unless the database is an SQLite file.

    Some commands work only on such a file.
    """
    if config.postgres:
        raise ConfigError("host.postgres.backup")


def _progress_reporter() -> Callable[[str, int, int], None]:
    """Return a callback that shows progress on a terminal, else does nothing."""
    return _show_progress if sys.stderr.isatty() else lambda code, done, total: None


def _show_progress(code: str, done: int, total: int) -> None:
    """Overwrite the last progress line, and end it with a newline when done."""
    print(f"\r{Phrase(code, count=done, all=total)}", end="", file=sys.stderr, flush=True)
    if done >= total:
        print(file=sys.stderr)


def _backup(config: Config, given: argparse.Namespace) -> int:
    _check_is_sqlite(config)
    backup(config.database, given.target)
    note_backup(config.database)
    print(Phrase("backup.written", path=given.target))
    return 0


def _restore(config: Config, given: argparse.Namespace) -> int:
    _check_is_sqlite(config)
    restore(given.source, config.database)
    print(Phrase("restore.written", path=config.database.name, given=given.source))
    return 0


def _move_database(_: Config, given: argparse.Namespace) -> int:
    if not given.target.startswith(POSTGRES):
        raise ConfigError("store.address")
    with translate_missing_driver():
        from data.postgres.connecting import database_label
        from data.transfer import transfer
    _mute_migration_log()
    asyncio.run(transfer(given.source, given.target, _progress_reporter(), as_replayed=is_clock_consistent))
    print(Phrase("transfer.done", path=given.source, other=database_label(given.target)))
    return 0


def _recount(config: Config, given: argparse.Namespace) -> int:
    if config.postgres is None and not file_exists(config.database):
        raise StoreError("store.missing", path=config.database)  # to open it would make an empty one
    for line in asyncio.run(_recount_ratings(config, refit=given.refit)):
        print(line)
    return 0


async def _recount_ratings(config: Config, *, refit: bool) -> list[Phrase]:
    """Recompute the ratings and return the lines to print."""
    store = await open_store(config.store_location)
    try:
        return await recount_all(store, refit=refit, now=time.time())
    finally:
        await store.close()


def _healthcheck(config: Config, _: argparse.Namespace) -> int:
    if file_exists(config.database) and (found := last_finding(config.database)):
        _complain(found)  # the bot is well all the same: to start it again would mend nothing
    wrong = find_problem(config.database)
    if wrong:
        _complain(wrong)
    if note := load_last_note(config.database):
        for remark in note.health.warnings():
            _complain(remark)
    return FAILED if wrong else 0


def _status(config: Config, _: argparse.Namespace) -> int:
    for line in status_report(config.database, time.time(), config.postgres):
        print(line)
    return 0


def _setup(config: Config, _: argparse.Namespace) -> int:
    if config.token is None:
        raise ConfigError("config.no_token")
    logging.getLogger("discord").addHandler(logging.NullHandler())
    setting_up = configure_application(
        config.token,
        Twotone(config).tree,
        tell=print,
        public_url=config.public_url,
        support_url=config.support_url,
    )
    return 0 if asyncio.run(setting_up) else FAILED


def _verify(_: Config, given: argparse.Namespace) -> int:
    try:
        match = load_match(read_text_file(given.record, encoding="utf-8"))
    except (OSError, UnicodeDecodeError, UnreadableFileError) as fault:
        _complain(Phrase("host.record", fault=str(fault)))
        return MISUSED
    print(Phrase("host.commitment", commitment=match.commitment))
    for line in match.game.deal_in_words(match.options, match.secret):
        print(line)
    return 0


def _probe(config: Config, given: argparse.Namespace) -> int:
    if config.token is None:
        raise ConfigError("config.no_token")
    try:
        channel_id = read_id(given.channel)
    except ValueError:
        raise ConfigError("probe.channel", value=quote_value(given.channel)) from None
    # What the library would warn of becomes a line of the probe's own.
    logging.getLogger("discord").addHandler(logging.NullHandler())
    try:
        return 0 if asyncio.run(_run_probe(config.token, channel_id, given.transcript)) else FAILED
    except asyncio.CancelledError:
        return FAILED


async def _run_probe(token: str, channel_id: int, written: Path | None) -> bool:
    """Run the probe until everything has been tried; return whether all holds.

    What it sent and got is `written` to a file, if one is given.

    SIGTERM ends it in order, as Ctrl-C does, so that no posts are left behind.
    """
    this = asyncio.current_task()
    assert this is not None  # a coroutine runs in a task
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    transcript = Transcript()
    held = await probe(
        token,
        channel_id,
        tell=lambda said: print(said, flush=True),
        now=discord.utils.utcnow,
        trace=transcript.trace,
    )
    if written:
        transcript.write(written)
    return held


def _complain(said: Phrase) -> None:
    print(said, file=sys.stderr)


if __name__ == "__main__":
    main()
